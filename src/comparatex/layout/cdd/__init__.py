"""The critical difference diagram: its axis, its bars, their words."""
