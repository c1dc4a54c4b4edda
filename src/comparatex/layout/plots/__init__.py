"""Plots: for each kind its settings, its layout and its words."""
