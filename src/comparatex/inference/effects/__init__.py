"""Effect sizes of pairs of comparates, positive where the row is better."""

from comparatex.inference.effects.paired import cohens_d, log_ratios, rank_biserial, relative_differences

__all__ = ["cohens_d", "log_ratios", "rank_biserial", "relative_differences"]
