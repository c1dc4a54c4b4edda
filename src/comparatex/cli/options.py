"""Every option once: what it is called, what it takes, what it says; commands compose them in groups."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from comparatex.cli.kinds import Colours, Names, Real, TaskNames, Whole
from comparatex.files import TEMPLATES, overwriting, protect_inputs, without_limits
from comparatex.inference.analysis import Analysis
from comparatex.inference.choices import (
    OURS,
    BayesTest,
    Correction,
    Family,
    PvalueMethod,
    Sides,
    SignTies,
    Test,
    ZeroMethod,
)
from comparatex.inference.conventions.profiles import CONVENTIONS
from comparatex.spoken import LANGUAGES

SCORES = "comparatex.scores"
"""Where the context has the tables that the config file names."""

Command = TypeVar("Command", bound=Callable[..., Any])


def _ambient(name: str, begin: Callable[[], Any], text: str) -> Callable[[Command], Command]:
    """Return a flag that holds while the command runs."""

    def callback(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            ctx.with_resource(begin())

    return click.option(name, is_flag=True, expose_value=False, callback=callback, help=text)


force = _ambient(
    "--force", overwriting, "Overwrite files that comparatex did not write, or that were edited since."
)
no_limits = _ambient(
    "--no-limits",
    without_limits,
    "Take tables, messages and TeX runs of any size and length; they are limited.",
)


def options(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return one decorator that adds several options, in the order given."""
    return lambda command: reduce(lambda f, option: option(f), reversed(decorators), command)


def choice(name: str, values: Any, default: str, text: str) -> Callable[[Command], Command]:
    """Return an option that takes one of several words."""
    words = click.Choice(list(get_args(values)) if not isinstance(values, (list, tuple)) else values)
    return click.option(name, type=words, default=default, show_default=True, help=text)


def names(name: str, text: str, *more: str) -> Callable[[Command], Command]:
    """Return an option that takes names."""
    return click.option(name, *more, type=Names(), default=(), metavar="NAMES", help=text)


def _scores(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tables named, or those of the study file."""
    found = value or tuple(ctx.meta.get(SCORES, ()))
    if not found and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=param)
    ctx.with_resource(protect_inputs(Path(source) for source in found if source != "-"))
    return found


scores = click.argument("scores", nargs=-1, metavar="SCORES...", callback=_scores)

reading = options(
    choice("--layout", ["auto", "wide", "long"], "auto", "One row per task, or one row per score."),
    click.option("--transpose", is_flag=True, help="The table has comparates in rows and tasks in columns."),
    click.option("--task", metavar="COLUMN", help="Long table: column of the tasks."),
    click.option("--comparate", metavar="COLUMN", help="Long table: column of the comparates."),
    click.option("--score", metavar="COLUMN", help="Long table: column of the scores."),
    click.option("--repeat", metavar="COLUMN", help="Long table: column of the repeats (folds, seeds)."),
    click.option("--measure", metavar="COLUMN", help="Long table: column of the measures."),
    click.option(
        "--group", metavar="COLUMN", help="Column of the groups of tasks: results of each, and of all."
    ),
    click.option(
        "--task-groups",
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE",
        help="Table of tasks with their groups, instead of a column in the table of scores.",
    ),
    click.option("--in-group", metavar="NAME", help="Use the tasks of this group only."),
    click.option("--select-measure", metavar="NAME", help="The measure to use when the table has several."),
    click.option("--measure-name", metavar="TEXT", default="", help="What the scores measure, for captions."),
    click.option(
        "--higher-is-better/--lower-is-better",
        default=True,
        show_default=True,
        help="Direction of the measure.",
    ),
    choice(
        "--missing",
        ["error", "drop-tasks", "drop-comparates", "pairwise"],
        "error",
        "Missing cells: stop; use the complete tasks; the complete comparates; per pair the tasks of both.",
    ),
    names("--include", "Comparates to use; all by default."),
    names("--exclude", "Comparates to leave out."),
    click.option(
        "--tasks", type=TaskNames(), default=(), metavar="NAMES|FILE", help="Tasks to use; all by default."
    ),
    click.option(
        "--exclude-tasks", type=TaskNames(), default=(), metavar="NAMES|FILE", help="Tasks to leave out."
    ),
    click.option(
        "--tie-tolerance",
        type=Real(min=0, min_open=True),
        metavar="STEP",
        help="Grid on which scores and differences are compared; by default their decimals as written.",
    ),
    no_limits,
)

analysis = options(
    click.option(
        "--alpha",
        type=Real(0, 1, min_open=True, max_open=True),
        default=Analysis.alpha,
        show_default=True,
        help="Significance level.",
    ),
    choice(
        "--convention",
        list(CONVENTIONS),
        OURS,
        "Whose settings to follow, see the command conventions; another tool's fix all but --alpha.",
    ),
    choice("--test", Test, Analysis.test, "Test behind the p-value of each pair."),
    choice(
        "--zero-method", ZeroMethod, Analysis.zero_method, "Wilcoxon test: what becomes of zero differences."
    ),
    choice(
        "--sign-ties",
        SignTies,
        Analysis.sign_ties,
        "Sign test: ties are left out, split between both, or counted as tasks that neither wins.",
    ),
    choice(
        "--pvalue-method", PvalueMethod, Analysis.pvalue_method, "Exact distribution or normal approximation."
    ),
    choice("--sides", Sides, Analysis.sides, "Alternative hypothesis: different, or one side better."),
    choice(
        "--correction", Correction, Analysis.correction, "Correction for multiple testing over the family."
    ),
    choice(
        "--family",
        Family,
        Analysis.family,
        "Pairs that the correction counts: all, those with --control, or those that are drawn.",
    ),
    click.option(
        "--control",
        metavar="NAME",
        help="The comparate that the others are compared with; the first of --ours where none is named.",
    ),
)

test_sets = options(
    click.option(
        "--size",
        metavar="COLUMN",
        help="Column of the sizes of the tasks' test sets; scores are accuracies or error rates.",
    ),
    click.option(
        "--sizes",
        "size_file",
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE",
        help="Table of tasks with the sizes of their test sets.",
    ),
)

costs = options(
    click.option("--cost", metavar="COLUMN", help="Long table: column of the costs; their mean counts."),
    click.option(
        "--costs",
        "cost_file",
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE",
        help="CSV of comparates and costs, or a table of costs of any form that scores can have.",
    ),
    click.option("--cost-name", metavar="TEXT", help="What the costs are, with their unit."),
)

bayes = options(
    click.option("--bayes", is_flag=True, help="Add the Bayesian test of every pair."),
    choice("--bayes-test", BayesTest, Analysis.bayes_test, "The Bayesian test."),
    click.option(
        "--rope",
        type=Real(min=0),
        metavar="WIDTH",
        help="Half-width of practical equivalence; 0.01 for measures between 0 and 1, else to be given.",
    ),
    click.option(
        "--test-share",
        type=Real(0, 1, max_open=True),
        metavar="SHARE",
        help="Share of the data that each repeat tests on, for the tests correlated-t and hierarchical.",
    ),
    click.option(
        "--samples",
        type=Whole(1),
        default=Analysis.samples,
        show_default=True,
        help="Draws per pair.",
    ),
    click.option(
        "--seed", type=Whole(0), default=Analysis.seed, show_default=True, help="Seed of the draws."
    ),
)

showing = options(
    names("--ours", "The comparates that the document proposes: highlighted everywhere."),
    click.option(
        "--order",
        type=click.Choice(["mean", "rank", "wins", "median", "given"]),
        help="Order of the comparates; by mean score where none is given, ranks by mean rank.",
    ),
    choice("--best", ["left", "right"], "right", "Side of the diagram on which the best comparate stands."),
    click.option("--precision", type=Whole(0, 12), default=4, show_default=True, help="Decimals of scores."),
    click.option(
        "--highlight",
        type=Colours(),
        multiple=True,
        metavar="NAME=#RRGGBB",
        help="Colour of a comparate; repeatable.",
    ),
    choice("--language", LANGUAGES, "en", "Of all words, and of the decimal mark: English or French."),
)

engine = choice(
    "--engine", ["auto", "pdflatex", "lualatex", "xelatex", "tectonic"], "auto", "TeX engine for PDFs."
)


def _templates(_: click.Context, __: click.Parameter, value: Path | None) -> Path | None:
    """Refuse a folder that would change nothing."""
    if value and not any((value / path.name).is_file() for path in TEMPLATES.iterdir()):
        raise click.BadParameter(
            f"{value} holds no template, such as mcm.tex.jinja: copy those to change from where "
            "'comparatex templates' puts them."
        )
    return value


typesetting = options(
    engine,
    click.option(
        "--templates",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        callback=_templates,
        metavar="DIR",
        help="Folder of your own templates; they come before the built-in ones.",
    ),
)

backend = choice(
    "--backend", ["auto", "tex", "matplotlib"], "auto", "What draws .pdf and .png: TeX where it is installed."
)

output = click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where to write; the suffix says how far to go: .tex .pdf .png .svg; - is .tex on standard output.",
)
