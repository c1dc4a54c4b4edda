"""Exact differences, sums and ranks of decimal scores."""
