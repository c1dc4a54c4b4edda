"""Results tables in, checked scores out."""
