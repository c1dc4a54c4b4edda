"""The Bayesian test of all pairs of a table, or of one."""

from __future__ import annotations

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.analysis import REPEATED, Analysis
from comparatex.inference.arithmetic import HELD, Integers, Progress, blocks
from comparatex.inference.bayes.posterior import Posterior, Posteriors, default_rope
from comparatex.inference.bayes.repeated import repeated_posterior, share_of
from comparatex.inference.bayes.signed_rank import sign, sign_pairs, signed_rank, signed_rank_pairs
from comparatex.inference.differences import of_scores

REGIONS = ("p_left", "p_rope", "p_right")
"""What `posteriors` gives of every pair."""


def rope_of(scores: Scores, analysis: Analysis) -> float:
    """Return the half-width of the rope: as given, or 0.01 for measures between 0 and 1."""
    rope = default_rope(scores.values) if analysis.rope is None else analysis.rope
    if rope is None:
        raise UsageError(
            "Some scores lie outside 0 to 1, so there is no default for the rope: give its half-width with "
            "`rope`, in the unit of the scores."
        )
    return rope


def posteriors(
    scores: Scores, analysis: Analysis, row: Integers, column: Integers, progress: Progress | None = None
) -> Posteriors:
    """Return the Bayesian test of pairs of comparates.

    A pair's probabilities depend on its own scores and the seed only: no other comparate changes them.

    Benavoli, Corani, Demšar & Zaffalon (2017), Time for a change, JMLR 18.
    """
    rope, parts, done = rope_of(scores, analysis), [], 0
    if analysis.bayes_test in REPEATED:
        return _by_repeats(scores, analysis, row, column, progress)
    table = of_scores(scores)
    for pairs in blocks(len(row), scores.n_tasks, HELD):
        of_pairs = table.between(row[pairs], column[pairs]).T
        if analysis.bayes_test == "sign":
            parts.append(sign_pairs(of_pairs, rope, n_samples=analysis.samples, seed=analysis.seed))
        else:
            report = _shifted(progress, done, of_pairs.shape[1], len(row))
            parts.append(
                signed_rank_pairs(
                    of_pairs, rope, n_samples=analysis.samples, seed=analysis.seed, progress=report
                )
            )
        done += of_pairs.shape[1]
    joined = (np.concatenate([getattr(part, name) for part in parts]) for name in REGIONS)
    return Posteriors(*joined)


def posterior(scores: Scores, analysis: Analysis, row: int, column: int) -> Posterior:
    """Return the Bayesian test of one pair with its samples.

    Benavoli, Corani, Demšar & Zaffalon (2017), Time for a change, JMLR 18.
    """
    if analysis.bayes_test in REPEATED:
        return repeated_posterior(scores, analysis, rope_of(scores, analysis), row, column)
    test = sign if analysis.bayes_test == "sign" else signed_rank
    of_pairs = of_scores(scores).between(np.array([row]), np.array([column]))[0]
    return test(of_pairs, rope_of(scores, analysis), n_samples=analysis.samples, seed=analysis.seed)


def _by_repeats(
    scores: Scores, analysis: Analysis, row: Integers, column: Integers, progress: Progress | None
) -> Posteriors:
    """Return the Bayesian tests of pairs by the repeats of their scores."""
    rope, regions = rope_of(scores, analysis), []
    share_of(scores, analysis)
    for done, (first, second) in enumerate(zip(row.tolist(), column.tolist(), strict=True), 1):
        pair = repeated_posterior(scores, analysis, rope, first, second)
        regions.append((pair.p_left, pair.p_rope, pair.p_right))
        if progress is not None:
            progress(done, len(row))
    return Posteriors(*np.array(regions).T)


def _shifted(progress: Progress | None, done: int, some: int, all_pairs: int) -> Progress | None:
    """Return a callable that reports the progress in a block as progress over all pairs."""
    if progress is None:
        return None
    return lambda part, total: progress(done + some * part // total, all_pairs)
