"""Every option once: what it is called, what it takes, what it says; commands compose them in groups."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from comparatex.data.names import quoted
from comparatex.files import keeping
from comparatex.inference.analysis import (
    OURS,
    Analysis,
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
NAME_FILES = "comparatex.name-files"
"""Where the context has the files that names of tasks were read from."""

Command = TypeVar("Command", bound=Callable[..., Any])


def options(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return one decorator that adds several options, in the order given."""
    return lambda command: reduce(lambda f, option: option(f), reversed(decorators), command)


if TYPE_CHECKING:  # generic for type checkers since Click 8.4
    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType


class Names(_Type):
    """Names separated by commas; a name that holds a comma stands in double quotes."""

    name = "names"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Split a text; a list (from a config file) is taken as it is."""
        if not isinstance(value, str):
            return tuple(map(str, value))
        return tuple(
            name.strip() for name in next(csv.reader([value], skipinitialspace=True)) if name.strip()
        )


class TaskNames(Names):
    """Task names separated by commas, or a file with one name per line."""

    name = "names|file"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Read the file when there is one of that name."""
        if isinstance(value, str) and Path(value).is_file():
            if ctx is not None:
                ctx.meta.setdefault(NAME_FILES, []).append(Path(value))
            try:
                lines = Path(value).read_text(encoding="utf-8-sig").splitlines()
            except (OSError, ValueError):
                self.fail(f"{quoted(value)} cannot be read as a file of names: save it as UTF-8.", param, ctx)
            return tuple(line.strip() for line in lines if line.strip())
        return super().convert(value, param, ctx)


class Numbers(_Type):
    """A whole number, or a range of them such as 2-5."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return all numbers of the range."""
        if isinstance(value, tuple):
            return value
        first, dash, last = str(value).partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() for end in ends) or int(ends[0]) > int(ends[1]):
            self.fail(f"{value!r} is no number and no range such as 2-5.", param, ctx)
        return tuple(range(int(ends[0]), int(ends[1]) + 1))


class Colours(_Type):
    """NAME=COLOUR; the colour is ``#rrggbb``."""

    name = "name=colour"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Split at the last equals sign, for names may hold one."""
        if isinstance(value, tuple):
            return value
        name, separator, colour = str(value).rpartition("=")
        digits = colour.removeprefix("#")
        if (
            not separator
            or not name
            or len(digits) != 6
            or not set(digits.lower()) <= set("0123456789abcdef")
        ):
            self.fail(f"{value!r} is not of the form NAME=#rrggbb.", param, ctx)
        return name, f"#{digits.lower()}"


class Group(_Type):
    """NAME=TASKS: a name, and tasks separated by commas or a file with one per line."""

    name = "name=tasks"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, tuple[str, ...]]:
        """Split at the first equals sign."""
        if isinstance(value, tuple):
            return str(value[0]), tuple(map(str, value[1]))
        name, separator, tasks = str(value).partition("=")
        if not separator or not name.strip():
            self.fail(f"{value!r} is not of the form NAME=TASKS.", param, ctx)
        return name.strip(), TaskNames().convert(tasks, param, ctx)


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
    ctx.with_resource(keeping(Path(source) for source in found if source != "-"))
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
        type=click.FloatRange(min=0, min_open=True),
        metavar="STEP",
        help="Grid on which scores and differences are compared; by default their decimals as written.",
    ),
)

analysis = options(
    click.option(
        "--alpha",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
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
        type=click.FloatRange(min=0),
        metavar="WIDTH",
        help="Half-width of practical equivalence; 0.01 for measures between 0 and 1, else to be given.",
    ),
    click.option(
        "--test-share",
        type=click.FloatRange(0, 1, max_open=True),
        metavar="SHARE",
        help="Share of the data that each repeat tests on, for the tests correlated-t and hierarchical.",
    ),
    click.option(
        "--samples",
        type=click.IntRange(1),
        default=Analysis.samples,
        show_default=True,
        help="Draws per pair.",
    ),
    click.option(
        "--seed", type=click.IntRange(0), default=Analysis.seed, show_default=True, help="Seed of the draws."
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
    click.option(
        "--precision", type=click.IntRange(0, 12), default=4, show_default=True, help="Decimals of scores."
    ),
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

typesetting = options(
    engine,
    click.option(
        "--templates",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
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
