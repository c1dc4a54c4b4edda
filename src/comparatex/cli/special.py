"""Commands of artefacts that also print sentences, or read and write in ways of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex.artefacts import artefact, put_into, require_marks
from comparatex.cli import artefacts as a
from comparatex.cli import study as s
from comparatex.cli.commands import command
from comparatex.cli.messages import say
from comparatex.cli.options import level_option, option, options, output_option, settings
from comparatex.cli.study import Study
from comparatex.errors import UsageError
from comparatex.figures.plan import PlanOptions, plan_of, said
from comparatex.inference.analysis import Analysis
from comparatex.layout.options import Showing
from comparatex.stamps import BEGIN, END, of_data, stamped, write_own
from comparatex.tables.ranks import LeaderboardOptions
from comparatex.tables.scores import ItemsOptions, items_compared, sentences_on_items
from comparatex.text import writing

if TYPE_CHECKING:
    from comparatex.data.scores import Scores
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.items import ItemComparison
    from comparatex.inference.plan import Plan

_GROUP = "group"  # the column in which formats with a row for each item have their benchmark
_numbers = option(
    "--numbers",
    kind="output",
    help="Write the numbers for prose, too: \\comparatex{KEY} prints them from this .tex file.",
)


@command("results.csv --effect 0.01")
@options(
    s.scores,
    output_option(
        default="",
        kind="output",
        help=f"File to draw power against tasks in: {a.FORMATS}; - prints .tex; without -o, sentences are printed.",
    ),
    settings(PlanOptions),
    option(
        "--sd",
        type=float,
        minimum=0,
        open_min=True,
        metavar="SIZE",
        help="Standard deviation of differences, in place of SCORES; --tasks is then the number of tasks.",
    ),
    option("--comparates", 2, int, minimum=2, shown=False, help="Number of methods, where there are no SCORES."),
    option("--json", default=False, type=bool, help="Print all numbers as JSON."),
    _numbers,
    a.usual,
)
def plan(sd: float | None, comparates: int, json: bool, numbers: str | None, **given: Any) -> None:
    """Say how many tasks it takes to show a stated effect; with -o, draw how power grows with their number."""
    from comparatex.inference.plan import plan as of_numbers
    from comparatex.layout.facts import writing_of
    from comparatex.stats import plan_to_json

    showing: Any = a.settings_of("plan", given)
    if sd is not None:
        if given["scores"] or given["output"] or numbers:
            raise UsageError("With `sd`, there is no pilot: leave out SCORES, `output` and `numbers`.")
        n_tasks = "".join(given["tasks"])
        if not n_tasks.isdecimal():
            raise UsageError("With `sd`, `tasks` must be the number of tasks to plan for, such as 30.")
        stated = {"effect": showing.effect, "target": showing.target, "draws": showing.draws}
        comparison, analysis = None, s.analysis_of(given)
        planned = of_numbers(sd=sd, tasks=int(n_tasks), comparates=comparates, **stated, **vars(analysis))
    else:
        comparison = Study.of(given).comparison(a.limit_of("plan", given, showing))
        planned = plan_of(comparison, showing)
        if numbers:
            _write_numbers("plan", comparison, planned, showing, a.Target.of(given), Path(numbers))
        if given["output"]:
            a.Target.of(given).write(comparison, "plan", showing)
    if json:
        click.echo(plan_to_json(planned))
    elif not (numbers or given["output"]):
        with writing(writing_of(showing, comparison.scores) if comparison else showing.language):
            click.echo("\n".join(said(planned, comparison, showing)))


@command(
    "results.csv -o leaderboard.md --extra-table providers.csv",
    brief="Write a leaderboard: places that the tests leave open, mean scores with intervals, and tiers.",
)
@options(
    s.scores,
    output_option(
        default="",
        kind="output",
        help=f"File to write, whose suffix says its format: {a.FORMATS}, {a.FORMATS_OF_TABLES} .json; - prints .tex.",
    ),
    option("--into", kind="output", help=f"Write it into this Markdown file: between the lines {BEGIN} and {END}."),
    a.usual,
    a.of_table,
    settings(LeaderboardOptions),
    s.extra,
    s.weights,
    s.measures,
)
def leaderboard(into: str | None, lower: tuple[str, ...], **given: Any) -> None:
    """Write a leaderboard: places, those that the tests leave open, mean scores with intervals, and tiers.

    A tier ends before the first method that its leader is significantly better than, by the test of the analysis
    and its correction over all pairs.
    """
    from comparatex.stats import leaderboard_to_json

    if bool(into) == bool(given["output"]):
        raise UsageError("Say where the leaderboard goes: `output`, or `into`.")
    if into:
        require_marks(Path(into))
    study, weights = Study.of(given, a.drawn_of(given)).weighted(lower)
    fits, parts = a.limit_of("leaderboard", given, a.settings_of("leaderboard", given)), study.parts(lower)
    comparison = parts[0][1] if parts else study.comparison(fits)
    more = {"extra": study.extra(), "weights": weights, "parts": parts or None}
    showing: Any = a.settings_of("leaderboard", given, **more)
    path = Path(into or given["output"])
    if into:
        put_into(path, comparison, "leaderboard", **vars(showing))
    elif path.suffix.lower() in artefact("leaderboard").suffixes:
        _write_data(leaderboard_to_json(comparison, showing), path)
    else:
        a.Target.of(given).write(comparison, "leaderboard", showing)


@command(
    "samples.csv -o items.tex --cluster benchmark",
    brief="Compare on the same items: McNemar's exact test, or differences with errors by clusters or strata.",
)
@options(
    s.scores,
    output_option(
        default="",
        kind="output",
        help=f"File to write, whose suffix says its format: {a.FORMATS}, {a.FORMATS_OF_TABLES} .json; - "
        "prints .tex; without -o, sentences are printed.",
    ),
    s.reading,
    option(
        "--strata",
        names="columns",
        help="Column of fixed groups, such as these benchmarks and no others; the same as --group with --fixed-groups.",
    ),
    option(
        "--correction",
        "bonferroni",
        choices=("bonferroni", "holm", "none"),
        help="Correction of the p-values over all pairs; intervals are simultaneous unless there is none.",
    ),
    _numbers,
    level_option(default=0.05, help="Significance level; intervals are for 1 − alpha, all at once."),
    option(
        "--rope",
        type=float,
        metavar="WIDTH",
        minimum=0,
        help="Margin within which mean scores count as equivalent, or as not worse; tested where it is given.",
    ),
    a.look,
    s.stars,
    a.of_table,
    settings(ItemsOptions),
)
def items(
    strata: str | None,
    correction: Any,
    numbers: str | None,
    alpha: float,
    rope: float | None,
    **given: Any,
) -> None:
    """Compare on the same items: McNemar's exact test, or differences with errors by clusters or within strata.

    SCORES has a row for each item (question, instance): 1 or 0 for right or wrong, or a graded score. Repeats of an
    item are averaged. Groups of items, such as benchmarks, are a sample (--cluster) or fixed (--strata); or clusters,
    such as passages, lie within fixed groups.
    """
    from comparatex.inference.compare import compare

    if strata and given["group"]:
        raise UsageError("`strata` and `group` name the same column: leave one out.")
    given["group"] = strata or given["group"]
    given["fixed_groups"] = bool(strata) or given["fixed_groups"]
    showing: Any = a.settings_of("items", given)
    fits = a.limit_of("items", given, showing)
    scores = _items(s.Source.of(given), clusters=showing.clusters is not False)
    fits(scores)
    comparison = compare(scores, Analysis(test="sign", alpha=alpha, correction=correction, rope=rope))
    compared = items_compared(comparison, showing)
    if numbers:
        _write_numbers("items", comparison, compared, showing, a.Target.of(given), Path(numbers))
    path = Path(given["output"])
    if path.suffix.lower() in artefact("items").suffixes:
        from comparatex.stats import items_to_csv, items_to_json

        _write_data(items_to_csv(compared) if path.suffix.lower() == ".csv" else items_to_json(compared, alpha), path)
    elif given["output"]:
        a.Target.of(given).write(comparison, "items", showing)
    elif not numbers:
        with writing(showing.language):
            click.echo("\n".join(sentences_on_items(comparison, compared, showing)))


def _items(source: s.Source, *, clusters: bool) -> Scores:
    """Return the scores of items, in the groups that the table has in a column of this name unless another is named."""
    from comparatex.data.read import as_sources, load_all
    from comparatex.data.roles import item_columns

    loaded = load_all(as_sources(source.tables), source.reading)
    for table in loaded:
        if not source.reading.task and (columns := item_columns(table, source.reading)):
            task, group = columns
            group = source.reading.group or ("" if source.reading.cluster else group)
            source = source.changed(task=task, group=group or None)
            if source.reading.group == group and clusters:
                say(f"Note: Items are named by the column {task!r}, and grouped by {group!r}.")
    unnamed = not (source.reading.group or source.reading.task_groups or source.reading.cluster)
    if unnamed and any(_GROUP in table.header for table in loaded):
        source = source.changed(group=_GROUP)
        scores = source.scores(loaded)
        if len({*(scores.task_groups or {}).values()}) < 2:  # nobody named it: items of one benchmark
            return replace(scores, task_groups={})
        if clusters:
            say(f"Note: Items are grouped by the column {_GROUP!r}.")
        return scores
    return source.scores(loaded)


def _write_data(text: str, path: Path) -> None:
    """Write JSON or CSV for scripts, over a file that begins alike."""
    from comparatex.stats import JSON_START

    content = text.encode("utf-8")
    head = JSON_START if content.startswith(b"{") else content.partition(b"\n")[0]
    write_own(path, content, ours=lambda before: before.startswith(head))


def _write_numbers(
    command: str, comparison: Comparison, of: ItemComparison | Plan, showing: Showing, target: a.Target, path: Path
) -> None:
    """Write the numbers of comparisons on items, or of a plan, for prose."""
    from comparatex.layout.number_macros import numbers_of_items, numbers_of_plan
    from comparatex.render import render

    if path.suffix.lower() != ".tex":
        raise UsageError(f"{path} does not end with .tex: `numbers` are LaTeX.")
    with writing(showing.language):
        lay_out: Any = {"items": numbers_of_items, "plan": numbers_of_plan}[command]
        view = lay_out(comparison, of, showing)
        tex = render("numbers.tex.jinja", target.how["templates"], view=view, command=command)
    data = of_data(target.how["sources"], comparison.scores.files) or "-"
    write_own(path, stamped(tex, "numbers", data).encode("utf-8"))
