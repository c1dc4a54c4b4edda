"""What the end of each command's help shows: what SCORES are, and a line to start from."""

from __future__ import annotations

import click

EXAMPLES = {
    "report": "results.csv -o report --ours ROCKET",
    "mcm": "results.csv -o mcm.tex --ours ROCKET",
    "cdd": "results.csv -o cdd.tex --best left",
    "scatter": "results.csv -o scatter.tex",
    "heatmap": "results.csv -o heatmap.tex",
    "forest": "results.csv -o forest.tex --against ROCKET",
    "boxes": "results.csv -o boxes.tex",
    "profile": "results.csv -o profile.tex",
    "posterior": "results.csv -o posterior.tex --rope 0.01",
    "posterior-matrix": "results.csv -o posterior-matrix.tex --rope 0.01",
    "sequence": "results.csv -o sequence.tex --task-groups tasks.csv",
    "pareto": "results.csv -o pareto.tex --costs costs.csv",
    "table": "pairwise results.csv -o pairwise.tex",
    "stats": "results.csv",
    "audit": "results.csv --core ROCKET,BOSS --all-supersets",
    "conventions": "results.csv",
    "numbers": "results.csv",
    "lint": "paper.tex results.csv",
    "init": "results.csv",
    "verify": "report",
    "bundle": "report --arxiv -o report.zip",
    "doctor": "results.csv",
    "templates": "my-templates",
}

_SCORES = (
    "SCORES is a table of scores, or several that are joined by task: CSV, TSV, Excel, Parquet or JSON, - for "
    "standard input. By default what comparatex.toml names."
)


def explain(command: click.Command) -> None:
    """Put what SCORES are, and an example, at the end of a command's help."""
    name = str(command.name)
    takes_scores = any("SCORES" in str(param.metavar) for param in _arguments(command))
    words = f"{_SCORES}\n\n" if takes_scores else ""
    command.epilog = f"{words}Example: comparatex {name} {EXAMPLES[name]}"


def _arguments(command: click.Command) -> list[click.Argument]:
    """Return the arguments of a command."""
    return [param for param in command.params if isinstance(param, click.Argument)]
