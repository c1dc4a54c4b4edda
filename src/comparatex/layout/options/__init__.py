"""The settings of every figure and table, declared once: what all have in common, figures, and tables."""
