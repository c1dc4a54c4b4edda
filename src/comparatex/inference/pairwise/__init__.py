"""Tests of two comparates, for all pairs at once."""
