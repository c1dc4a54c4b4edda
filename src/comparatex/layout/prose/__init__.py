"""Numbers for running text: their keys, their forms."""
