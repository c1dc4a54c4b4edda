"""The stability audit: whether a verdict would survive a different set of competitors, or different data."""
