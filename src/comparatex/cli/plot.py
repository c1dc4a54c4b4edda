"""Commands that write one plot: the suffix of the output says how far to go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from comparatex.cli import kinds, study
from comparatex.cli import options as o
from comparatex.cli.artefact import shared, write_artefact
from comparatex.cli.costs import add_costs

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


_axis = o.choice(
    "--axis", ["auto", "linear", "logarithmic"], "auto", "Axis of the costs, or both axes of a scatter."
)


@click.command()
@o.options(*shared)
@click.option("--x", metavar="NAME", help="Comparate to the right; the best one that is left by default.")
@click.option("--y", metavar="NAME", help="Comparate upwards; --ours, or the best one, by default.")
@click.option("--means/--no-means", default=True, show_default=True, help="Mark the mean scores.")
@click.option(
    "--counts/--no-counts", default=True, show_default=True, help="Print on how many tasks who is better."
)
@_axis
@click.option(
    "--max-points",
    type=kinds.Whole(0),
    default=1000,
    show_default=True,
    help="Tasks that have a mark each; more share marks.",
)
def scatter(**given: Any) -> None:
    """Draw the scores of two comparates against each other, a mark for each task."""
    write_artefact("scatter", given)


_only = click.option(
    "--only", "drawn", type=kinds.Names(), default=(), metavar="NAMES", help="Draw only these comparates."
)


@click.command()
@o.options(*shared)
@_only
@click.option(
    "--adjusted/--raw", default=True, show_default=True, help="Judge by adjusted or by raw p-values."
)
def heatmap(**given: Any) -> None:
    """Draw a map of significance: a square for each pair, in the class of its p-value."""
    write_artefact("heatmap", given)


@click.command()
@o.options(*shared)
@click.option(
    "--against", metavar="NAME", help="Comparate that is compared; --ours, or the best one, by default."
)
@_only
@click.option(
    "--pair",
    "pairs",
    nargs=2,
    multiple=True,
    metavar="NAME NAME",
    help="Show this pair, first less second; repeatable. By default one comparate against all others.",
)
@o.choice(
    "--statistic",
    ["median", "mean"],
    "median",
    "Hodges-Lehmann differences with intervals of the signed-rank test, or mean ones with bootstrap intervals.",
)
def forest(**given: Any) -> None:
    """Draw by how much one comparate is better than each other one, with intervals."""
    write_artefact("forest", given)


@click.command()
@o.options(*shared)
@_only
@o.choice(
    "--kind", ["box", "violin", "strip"], "box", "Boxes, outlines of densities, or a point for each task."
)
@o.choice("--of", ["scores", "ranks"], "scores", "What is shown.")
@click.option(
    "--max-points",
    type=kinds.Whole(0),
    default=300,
    show_default=True,
    help="Tasks that have a point each in a strip; more share points.",
)
def boxes(**given: Any) -> None:
    """Draw how scores or ranks are distributed: boxes, violins or strips."""
    write_artefact("boxes", given)


@click.command()
@o.options(*shared)
@_only
@o.choice(
    "--by",
    ["auto", "ratio", "difference"],
    "auto",
    "Ratio to the best score or difference from it; ratios where lower is better and scores are positive.",
)
@click.option(
    "--limit", type=kinds.Real(), help="End of the axis; by default where the curves with a name are high."
)
@click.option(
    "--max-curves",
    type=kinds.Whole(1, 7),
    default=7,
    show_default=True,
    help="Curves with a name; others are grey.",
)
def profile(**given: Any) -> None:
    """Draw a performance profile: on what share of the tasks a comparate is close to the best."""
    write_artefact("profile", given)


@click.command()
@o.options(*shared)
@click.option("--row", metavar="NAME", help="Comparate on the left; --ours, or the best one, by default.")
@click.option(
    "--column", metavar="NAME", help="Comparate on the right; the best one that is left by default."
)
@click.option(
    "--cells", type=kinds.Whole(5, 100), default=40, show_default=True, help="Hexagons along a side."
)
def posterior(**given: Any) -> None:
    """Draw the Bayesian posterior of two comparates in a triangle of three probabilities."""
    write_artefact("posterior", given)


@click.command("posterior-matrix")
@o.options(*shared)
@_only
def posterior_matrix(**given: Any) -> None:
    """Draw the Bayesian probabilities of all pairs: row better, practically equal, column better."""
    write_artefact("posterior-matrix", given)


@click.command()
@o.options(*shared)
@click.option(
    "--subset",
    "groups",
    type=kinds.Group(),
    multiple=True,
    metavar="NAME=TASKS|FILE",
    help="A row for some tasks, below that of all; repeatable.",
)
@o.names("--measures", "A row for each of these measures of a long table, instead of task groups.")
@o.names("--lower", "Those of the measures of which lower is better.")
@click.option(
    "--max-names",
    type=kinds.Whole(1, 7),
    default=7,
    show_default=True,
    help="Comparates with a name; others are grey.",
)
def sequence(**given: Any) -> None:
    """Draw several critical difference diagrams on one axis: of all tasks and of each group, or of measures."""
    from comparatex.data.names import require

    require(given["lower"], given["measures"], "measure", "--lower")
    parts = tuple(
        (
            name,
            study.comparison(
                {**given, "select_measure": name, "higher_is_better": name not in given["lower"]}
            ),
        )
        for name in given["measures"]
    )
    comparison = parts[0][1] if parts else study.comparison(given)
    groups = given["groups"] or _task_groups(comparison)
    write_artefact("sequence", {**given, "parts": parts, "groups": () if parts else groups}, comparison)


def _task_groups(comparison: Comparison) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the groups of two or more tasks that the table has, each with its tasks."""
    from comparatex.data.scores import group_names

    table = comparison.scores
    if table.task_group:
        return ()
    found = (
        (name, tuple(task for task in table.tasks if table.task_groups[task] == name))
        for name in group_names(table)
    )
    return tuple((name, tasks) for name, tasks in found if len(tasks) > 1)


@click.command()
@o.options(*shared)
@_only
@o.costs
@o.choice("--of", ["mean", "median", "rank"], "mean", "The score: mean, median, or mean rank.")
@_axis
def pareto(**given: Any) -> None:
    """Draw scores against costs (time, size, energy) with the Pareto front."""
    comparison = study.comparison(given)
    add_costs(given)
    write_artefact("pareto", given, comparison)
