"""The findings of an audit as figures, a table and paragraphs."""
