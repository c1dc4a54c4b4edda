"""Named conventions: ours and those of other tools, as frozen settings, and what each makes of a table."""
