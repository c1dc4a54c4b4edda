"""Bayesian comparisons of two comparates: how probable it is that one is better, or that it does not matter."""
