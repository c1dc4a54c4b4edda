"""The stability audit: whether a verdict would survive another set of competitors, or other data."""
