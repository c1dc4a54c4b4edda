"""The Multi-Comparison Matrix: its cells, their words, its size on the page."""
