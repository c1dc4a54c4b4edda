"""Commands that write one artefact: the suffix of the output says how far to go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from comparatex.cli import kinds, study
from comparatex.cli import options as o

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

shared = (
    o.scores,
    o.output,
    o.reading,
    o.analysis,
    o.bayes,
    o.showing,
    click.option(
        "--landscape",
        is_flag=True,
        help="Have the .tex lie on its side in its float, where there is more room.",
    ),
    o.backend,
    o.typesetting,
    o.force,
    study.config_option,
)


def write_artefact(name: str, given: dict[str, Any], comparison: Comparison | None = None) -> None:
    """Compare unless that is done, lay out, and write one artefact, under those of its settings that are given."""
    from comparatex.artefacts import fragment, option_values, write

    drawn = given.get("drawn", ())
    comparison = comparison or study.comparison(given)  # of all comparates: ranks and corrections are theirs
    settings = option_values(name, {**given, "include": drawn})
    templates = (given["templates"],) if given["templates"] else ()
    more = (given.get(key) for key in ("task_groups", "cost_file", "size_file"))
    sources = () if "-" in given["scores"] else tuple(map(Path, (*given["scores"], *filter(None, more))))
    if given["output"] == "-":
        click.echo(fragment(comparison, name, templates=templates, sources=sources, **settings), nl=False)
        return
    write(
        comparison,
        name,
        Path(given["output"]),
        backend=given["backend"],
        engine=given["engine"],
        templates=templates,
        sources=sources,
        say=study.say,
        **settings,
    )


_fragile = click.option(
    "--mark-fragile",
    "fragile",
    type=kinds.Real(0, 1),
    default=0.0,
    metavar="SHARE",
    help="Mark what survives in less than this share of small changes of the data, such as 0.9.",
)


@click.command()
@o.options(*shared)
@o.names("--rows", "Comparates in the rows; all by default, or --ours.")
@o.names("--columns", "Comparates in the columns; all by default.")
@o.names("--exclude-rows", "Comparates to leave out of the rows.")
@o.names("--exclude-columns", "Comparates to leave out of the columns.")
@click.option(
    "--pvalues/--no-pvalues", default=True, show_default=True, help="Print the p-value in each cell."
)
@o.choice(
    "--cells-show",
    ["pvalue", "posterior", "both"],
    "pvalue",
    "The p-value, the Bayesian probabilities in its place, or both.",
)
@o.choice(
    "--difference",
    ["mean", "median", "hodges-lehmann", "log-ratio", "ratio", "relative"],
    "mean",
    "What cells show and are coloured by; for measures without bounds ratio, or relative to --baseline.",
)
@click.option(
    "--baseline", metavar="NAME", help="Unit of relative differences; the first of --ours, or the best, else."
)
@click.option("--colours/--no-colours", default=True, show_default=True, help="Colour cells by difference.")
@click.option("--symmetric/--half", default=True, show_default=True, help="Both halves, or the upper one.")
@o.choice(
    "--cells",
    ["auto", "full", "compact", "line"],
    "auto",
    "How much a cell says; compact for many comparates.",
)
@click.option("--adjusted/--raw", default=False, show_default=True, help="Bold by adjusted or raw p-value.")
@click.option("--colour-limit", type=kinds.Real(min=0, min_open=True), help="Difference of the full colour.")
@click.option("--panel-rows", type=kinds.Whole(0), default=0, help="Rows of a panel; 0 chooses.")
@click.option("--panel-columns", type=kinds.Whole(0), default=0, help="Columns of a panel; 0 chooses.")
@_fragile
def mcm(**given: Any) -> None:
    """Draw a multi-comparison matrix: pairwise results that no other comparate can change."""
    if not given["rows"]:
        given["rows"] = given["ours"]
    write_artefact("mcm", given)


@click.command()
@o.options(*shared)
@click.option(
    "--only", "drawn", type=kinds.Names(), default=(), metavar="NAMES", help="Draw only these comparates."
)
@o.choice(
    "--labels",
    ["two-sided", "one-sided"],
    "two-sided",
    "Labels on both sides, in narrow columns on one; or always on one.",
)
@click.option(
    "--ranks/--no-ranks", default=True, show_default=True, help="Print mean ranks beside the names."
)
@click.option(
    "--rank-precision", type=kinds.Whole(0, 6), default=2, show_default=True, help="Decimals of ranks."
)
@click.option(
    "--intervals/--no-intervals",
    default=False,
    show_default=True,
    help="Draw bootstrap intervals of mean ranks under the axis, for up to 25 comparates.",
)
@click.option(
    "--ruler/--no-ruler", default=None, help="Ruler of the critical difference; with Nemenyi by default."
)
@o.choice(
    "--bars", ["auto", "bars", "letters"], "auto", "How cliques are shown; auto while bars can be read."
)
@_fragile
def cdd(**given: Any) -> None:
    """Draw a critical difference diagram: mean ranks, and bars over what is not significantly different."""
    write_artefact("cdd", given)


TABLES = (
    "scores",
    "ranks",
    "pairwise",
    "friedman",
    "holm",
    "intervals",
    "effects",
    "control",
    "verdicts",
    "ablation",
    "critical",
    "repeats",
    "conventions",
    "proportions",
)


@click.command()
@click.argument("kind", type=click.Choice(TABLES), metavar="TABLE")
@o.options(*shared)
@click.option(
    "--only", "drawn", type=kinds.Names(), default=(), metavar="NAMES", help="Show only these comparates."
)
@click.option("--max-rows", type=kinds.Whole(0), default=0, help="Rows to print at most; 0: all.")
@click.option(
    "--across",
    type=kinds.Whole(0),
    default=0,
    help="Columns of comparates, corrections or conventions side by side; 0: what fits 16 cm, or the page on its side.",
)
@click.option(
    "--long/--no-long",
    default=None,
    help="Break across pages, without a float; by default when it has more lines than a page.",
)
@click.option("--per-task", is_flag=True, help="Ranks or repeats on every task instead of a summary.")
@click.option(
    "--spread/--no-spread", default=True, show_default=True, help="Print the standard deviation of repeats."
)
@click.option(
    "--row", metavar="NAME", help="Table proportions: the first comparate; --ours or the best one else."
)
@click.option(
    "--column", metavar="NAME", help="Table proportions: the second one; the best that is left else."
)
@click.option(
    "--full", metavar="NAME", help="Table ablation: the full pipeline; --control or the first of --ours else."
)
@o.options(o.costs, o.test_sets)
@click.option(
    "--discordant",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Table proportions: table of tasks with the instances that each of two comparates alone gets right.",
)
@o.choice(
    "--interval",
    ["wilson", "normal", "clopper-pearson", "count"],
    "wilson",
    "Table proportions: how intervals are computed.",
)
def table(kind: str, **given: Any) -> None:
    """Write a booktabs table; TABLE is one of these.

    \b
    scores       scores by task, the best marked      intervals    differences with intervals, bootstrap
    ranks        mean ranks, or ranks by task         effects      effect sizes of pairs
    pairwise     pairs with their tests               control      all against one, by eight corrections
    friedman     the tests of the whole table         critical     critical values for these sizes
    holm         the steps of Holm's procedure        repeats      spread and competition of folds or seeds
    ablation     a full pipeline against reduced forms
    verdicts     better, worse, not distinguishable   (of --ours or --control, against each rival)
    conventions  verdicts by named convention         proportions  two comparates by test-set sizes
    """  # noqa: D301  (Click wants the character)
    _refuse_unused(kind, click.get_current_context())
    given["method"] = given.pop("interval")
    given["full"] = given["full"] or given["control"]
    if given["cost"] or given["cost_file"]:
        from comparatex.cli.costs import add_costs

        add_costs(given)
    if kind == "proportions":
        from comparatex.cli.sizes import comparison_with_sizes, discordant_counts

        given["discordant"] = discordant_counts(given)
        comparison, given["sizes"] = comparison_with_sizes(given)
        write_artefact(kind, given, comparison)
        return
    write_artefact(kind, given)


_OF_TABLES = {
    "drawn": "include",
    "interval": "method",
    **{
        name: name
        for name in ("max_rows", "across", "per_task", "spread", "row", "column", "full", "discordant")
    },
}
"""Options that only some tables have, and the field of an artefact's settings that each of them sets."""


def _refuse_unused(kind: str, context: click.Context) -> None:
    """Refuse options on the command line that would change nothing in this table."""
    from dataclasses import fields

    from comparatex.artefacts import artefact
    from comparatex.errors import UsageError

    known = {field.name for field in fields(artefact(kind).options)}
    for param in context.command.params:
        field, source = _OF_TABLES.get(param.name or ""), context.get_parameter_source(param.name or "")
        if field and field not in known and source is ParameterSource.COMMANDLINE:
            raise UsageError(f"Table {kind} has no {param.opts[0]}.")
