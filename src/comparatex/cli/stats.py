"""The command that prints every number, for scripts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from comparatex.cli import kinds, study
from comparatex.cli import options as o
from comparatex.errors import UsageError


@click.command()
@o.options(o.scores, o.reading, o.analysis, o.bayes, o.test_sets, o.costs, o.force, study.config_option)
@o.choice("--format", ["json", "csv"], "json", "One JSON document, or a folder of CSV tables.")
@click.option(
    "--intervals", is_flag=True, help="Add Hodges–Lehmann differences, and bootstrap intervals of all means."
)
@click.option(
    "--draws", type=kinds.Whole(1), default=10_000, show_default=True, help="Bootstrap draws of tasks."
)
@click.option(
    "-o", "--output", default="-", metavar="FILE|DIR", help="Where to write; standard output by default."
)
def stats(**given: Any) -> None:
    r"""Print all statistics as JSON, or write them as CSV tables.

    \b
    CSV tables in DIR:
      summary, pairs    every comparate, every pair
      friedman          tests of the whole table, by test and key
      cliques           comparates that do not differ, by clique
      ranks, scores     of every comparate on every task
      task-posteriors   of every pair on every task, with --bayes and
                        --bayes-test correlated-t
      occam             costs, the best comparate, and the simplest that does
                        not differ from it, with --costs or --cost
    and the same in DIR/groups/NAME for each group of tasks.
    """
    from comparatex.cli.costs import costs
    from comparatex.cli.sizes import comparison_with_sizes
    from comparatex.inference.extras import Extras
    from comparatex.provenance import write_own
    from comparatex.stats import to_csv, to_json

    as_csv, target = given["format"] == "csv", given["output"]
    if as_csv and target == "-":
        raise UsageError("CSV tables need a folder: add -o DIR.")
    comparison, found = comparison_with_sizes(given)
    known = costs(given) if given["cost"] or given["cost_file"] else None
    extras = Extras(found or None, known, given["draws"] if given["intervals"] else 0)
    groups = study.by_group(comparison, given)
    if as_csv:
        for name, text in to_csv(comparison, groups, extras).items():
            content = text.encode("utf-8")
            write_own(Path(target) / name, content, ours=partial(_alike, content.partition(b"\n")[0]))
    elif target == "-":
        click.echo(to_json(comparison, groups, extras))
    else:
        content = f"{to_json(comparison, groups, extras)}\n".encode()
        write_own(Path(target), content, ours=partial(_alike, b'{\n  "version": "'))


def _alike(start: bytes, content: bytes) -> bool:
    """Whether a file begins as ours does: with the names of the columns, or the first keys."""
    return content.startswith(start)
