"""Bayesian comparisons of two comparates: probabilities that one is better, or that they are equivalent."""
