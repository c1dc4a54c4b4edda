"""Formats: what other programs write, as records; `registry` lists them, and `contract` says what they are."""
