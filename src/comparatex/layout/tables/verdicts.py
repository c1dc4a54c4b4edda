"""The table of the verdicts on one comparate: better, worse, or not distinguishable from each rival."""

from __future__ import annotations

from comparatex.errors import UsageError
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import Rivals, rivals
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import UNDEFINED, fixed, marked, pvalue
from comparatex.layout.options import VerdictsOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Line, Table, parts
from comparatex.layout.tables.columns import name_entry


def verdicts(comparison: Comparison, options: VerdictsOptions = VerdictsOptions()) -> Table:
    """Lay the verdicts on one comparate out, rivals in the summary order.

    Raises
    ------
    UsageError
        No comparate is named, or a name is unknown.
    """
    own = _own(comparison, options)
    found, name = rivals(comparison, own, options.costs), comparison.names[own]
    others = [i for i in range(len(comparison.names)) if i != own]
    rows = [_line(comparison, found, i, options) for i in others]
    heads = (say("Difference"), say("W/T/L"), say("p-value"), say("Adjusted"))
    costs = (Column(words.capital(options.cost_name)),) if options.costs else ()
    columns = (Column(say("Rival"), "l"), *map(Column, heads), *costs, Column(say("Verdict"), "l"))
    return Table(
        say("Verdicts on {name}", name=name),
        " ".join(_sentences(comparison, found, options)),
        say(
            "{name} is significantly better than {better} of {rivals}, worse than {worse}, not distinguishable from "
            "{undecided}.",
            name=name,
            better=len(found.better),
            rivals=words.count(len(others) - len(found.unjudged), "rival"),
            worse=len(found.worse),
            undecided=len(found.undecided),
        ),
        options.label,
        tuple(parts(columns, rows, turned=options.landscape)),
        len(rows) > LINES,
    )


def _own(comparison: Comparison, options: VerdictsOptions) -> int:
    """Return the position of the comparate that the verdicts are on."""
    named = (options.control,) if options.control else options.ours[:1]
    positions(comparison, options.ours)
    if not named:
        raise UsageError("The table needs the comparate that the verdicts are on: `control` or `ours`.")
    return positions(comparison, named)[0]


def word(side: int | None, *, simpler: bool = False) -> str:
    """Return a verdict in words; None: there is none.

    >>> word(1), word(0, simpler=True), word(-1), word(None)
    ('better', 'simpler, not worse', 'worse', 'not judged')
    """
    if side is None:
        return say("not judged")
    if simpler and side == 0:
        return say("simpler, not worse")
    if side == 0:
        return say("not distinguishable")
    return say("better") if side > 0 else say("worse")


def _line(comparison: Comparison, found: Rivals, rival: int, options: VerdictsOptions) -> Line:
    """Return the line of a rival."""
    own, side = found.own, found.of(rival)
    difference, wins, ties, losses, raw, adjusted = (
        comparison.matrix(what)[own, rival]
        for what in ("mean_difference", "wins", "ties", "losses", "pvalue", "adjusted_pvalue")
    )
    cost = options.costs.get(comparison.names[rival])
    costs = (Entry(UNDEFINED if cost is None else _amount(cost)),) if options.costs else ()
    return Line(
        (
            name_entry(comparison, rival, options),
            Entry(fixed(float(difference), options.precision)),
            Entry(f"{int(wins)}/{int(ties)}/{int(losses)}"),
            Entry(pvalue(float(raw))),
            Entry(pvalue(float(adjusted))),
            *costs,
            Entry(word(side, simpler=rival in found.simpler), "significant" if side else ""),
        )
    )


def _amount(cost: float) -> str:
    """Return a cost as it is printed.

    >>> _amount(50000.0), _amount(0.12345)
    ('50000', '0.1235')
    """
    return marked(f"{cost:.0f}" if cost >= 1000 else f"{cost:.4g}")


def _sentences(comparison: Comparison, found: Rivals, options: VerdictsOptions) -> list[str]:
    """Return the sentences of the caption."""
    analysis, name = comparison.analysis, comparison.names[found.own]
    said = [
        say(
            "{name} against each rival on {tasks} ({kind}).",
            name=name,
            tasks=words.count(comparison.scores.n_tasks, "task") + words.task_group(comparison),
            kind=words.direction(comparison),
        ),
        say(
            "Difference: mean score of {name} less that of the rival; wins, ties and losses (W/T/L) are those of "
            "{name}; p-values of the {test}, adjusted: {correction}.",
            name=name,
            test=words.test(analysis),
            correction=words.correction(analysis, comparison.n_family),
        ),
        say(
            "Bold: significantly better or worse at α = {level}; a rival that is not distinguishable has not been "
            "shown to perform alike.",
            level=words.level(analysis.alpha),
        ),
        *([say("Not judged: outside the family of tests.")] if found.unjudged else ()),
    ]
    own = options.costs.get(name)
    if own is not None:
        said.append(
            say(
                "{cost} of {name}: {value}; simpler, not worse: it has less, and is not significantly worse.",
                cost=words.capital(options.cost_name),
                name=name,
                value=_amount(own),
            )
        )
    return said
