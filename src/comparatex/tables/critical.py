"""Critical values of the tests for usual sizes, and for those of the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from comparatex.layout.numbers import level
from comparatex.tables import ANY_NUMBER, Field, Sheet, Showing, Table, column, table
from comparatex.text import language

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_LEVELS = (0.10, 0.05, 0.01)
_TASKS, _COMPARATES = range(5, 31), range(2, 13)
_CONFIDENCE = (0.50, 0.68, 0.80, 0.90, 0.95, 0.98, 0.99)


@table("critical values for these sizes", limit=ANY_NUMBER)
class CriticalOptions(Showing):
    """Settings of the table of critical values."""


def lay_out(comparison: Comparison, options: CriticalOptions = CriticalOptions()) -> Table:
    """Lay critical values out, computed: for usual sizes, those of the table itself included and marked."""
    from comparatex.inference.friedman import friedman_critical_value
    from comparatex.inference.nemenyi import critical_difference, nemenyi_critical_value
    from comparatex.inference.pair_tests import sign_critical_value
    from comparatex.inference.proportions import z_value
    from comparatex.inference.rank_tests import bonferroni_dunn_value
    from comparatex.inference.wilcoxon import wilcoxon_critical_value

    n, m, alpha = comparison.scores.n_tasks, len(comparison.names), comparison.analysis.alpha
    n_ranked, levels = max(len(comparison.ranks), 2), sorted({*_LEVELS, alpha}, reverse=True)
    wins, smaller = sign_critical_value(n, alpha), wilcoxon_critical_value(n, alpha)
    sheet = Sheet("critical", comparison, options, n_ranked=n_ranked, wins=wins, smaller=smaller)
    tasks, comparates = sorted({*_TASKS, n}), sorted({*_COMPARATES, m})
    by_tasks = [column("tasks", "count", range(tasks[-1] + 1))]
    for name, of_tasks in ((sheet.headings["sign"], sign_critical_value), ("W", wilcoxon_critical_value)):
        for at in levels:
            by_tasks.append(_by_size(f"{name}, {level(at)}", "count", partial(of_tasks, alpha=at), tasks))
    by_comparates = [column("comparates", "count", range(comparates[-1] + 1))]
    for name, of in (("q", nemenyi_critical_value), ("z", bonferroni_dunn_value)):
        for at in levels:
            by_comparates.append(_by_size(f"{name}, {level(at)}", "effect", partial(of, alpha=at), comparates))
    friedmans = partial(friedman_critical_value, n_tasks=n_ranked, alpha=alpha)
    nemenyis = partial(critical_difference, n_tasks=n_ranked, alpha=alpha)
    by_comparates.append(_by_size("χ²", "effect", friedmans, comparates))
    by_comparates.append(_by_size(sheet.headings["cd"], "effect", nemenyis, comparates))
    normal = [column("confidence", "words", ["z"])]
    normal += [column("", "effect", [z_value(p)], heading=f"{level(100 * p)}{language().percent}") for p in _CONFIDENCE]
    return sheet.table(
        sheet.parts(by_tasks, tasks, limit=len(by_tasks), own=n, rules=_rule_above(_TASKS, n)),
        sheet.parts(by_comparates, comparates, limit=len(by_comparates), own=m, rules=_rule_above(_COMPARATES, m)),
        sheet.parts(normal, [0], limit=len(normal)),
    )


def _by_size(heading: str, form: str, of: Callable[[int], float | None], sizes: Sequence[int]) -> Field:
    """Return a column of critical values by size; undefined where no outcome is rare enough."""
    values = {size: math.nan if (value := of(size)) is None else value for size in sizes}
    return column("", form, values, heading=heading)


def _rule_above(usual: range, place: int) -> list[int]:
    """Return the size of the study where it does not follow on the usual ones."""
    return [place] if place > usual[-1] + 1 else []
