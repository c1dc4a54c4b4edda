"""Figures and tables: which there are, and how each is declared, laid out, drawn, rendered and written.

Each module of `comparatex.figures` is a figure, and those of `comparatex.tables` have a function for each table; what
lays it out declares it, with its settings. Commands, their help, limits, keys of the config file, schema, reference and
reports follow from that. Only the module of what is asked for is imported, and what computes, draws or typesets within
the functions that need it, so that settings can be listed at once.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from comparatex.errors import NothingToShow, TypesetError, UsageError
from comparatex.files import TEMPLATES, limited, overwriting, require_place, without_limits, write_bytes
from comparatex.inference.analysis import AuditSettings
from comparatex.layout import selection
from comparatex.layout.facts import writing_of
from comparatex.layout.item import Item
from comparatex.layout.numbers import mark
from comparatex.layout.options import Showing
from comparatex.layout.widths import LEAST_TYPE, PAGE, room
from comparatex.letters import naming
from comparatex.names import FORMS, GONE, hint, quoted
from comparatex.settings import require_settings
from comparatex.stamps import between_marks, of_data, require_ours, stamped, write_own, write_style
from comparatex.text import counted, lacking, writing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.audit.audit import Audit
    from comparatex.inference.comparison import Comparison
    from comparatex.layout.tables.booktabs import Table
    from comparatex.typeset import engines

Folder = Literal["figures", "tables"]
Source = Literal["comparison", "audit"]
OneTask = Literal["", "shown", "compared"]
"""What is there of a table with one task: nothing; its scores with their repeats; or the comparison by repeats."""
Backend = Literal["auto", "tex", "matplotlib"]
Say = Callable[[str], None]
F = TypeVar("F", bound=Callable[..., object])


# ------------------------------------------------------------------------------------------- what is declared
@dataclass(frozen=True)
class Limit:
    """How many comparates an artefact takes; of a matrix, the root of its cells."""

    most: int
    why: str  # what more would be, after "of so many comparates"
    remedy: str = "`top`"  # what can be done, after "show fewer by"
    of_pairs: bool = False  # whether it has a line for each pair, so that with `max_rows` any number has room


ANY_NUMBER = Limit(sys.maxsize, "", "")  # of what shows one or two comparates, or the study: any table has room
LINES = Limit(3000, "would fill dozens of pages")  # of a table with a line for each, 45 on a page
PAIRS = Limit(150, "would fill hundreds of pages", "`top` or `max_rows`", of_pairs=True)
"""Of a table with a line for each pair: 11,175, on 250 pages; `stats` has the numbers of any number of pairs."""


class View(Protocol):
    """What every view model has: words about itself."""

    title: str  # what it is
    caption: str  # what it shows, and under which convention
    alt: str  # the result, in a sentence for people who cannot see it
    least_type: float  # points: about the smallest type on a line of 16 cm of a document of 10 pt


@dataclass(frozen=True)
class Artefact:
    """A kind of figure or table, as the function that lays it out declares it."""

    name: str
    folder: Folder  # where a report has it
    lay_out: Callable[[Any, Any], Any]  # what makes its view model, from what it shows and its settings
    options: type[Showing]  # its settings
    help: str  # what the command of a figure does, or what a table holds
    limit: Limit = LINES
    of: Source = "comparison"  # what it shows: statistics, or what an audit of them found
    stars: bool = False  # whether it has p-values that `stars` marks
    one_task: OneTask = ""  # what it shows of a table with one task
    example: str = ""  # what an example of its command ends with
    suffixes: tuple[str, ...] = ()  # of what its command writes besides the formats of all
    drawn: bool = False  # whether matplotlib alone draws it, as it has no template

    @property
    def template(self) -> str:
        """What makes its view model LaTeX."""
        return f"{self.name if self.folder == 'figures' else 'table'}.tex.jinja"

    @property
    def plain_template(self) -> str:
        """What makes it LaTeX without ``comparatex.sty``; nothing where that cannot be."""
        if self.folder == "tables":
            return self.template
        return f"plain-{self.template}" if (TEMPLATES / f"plain-{self.template}").is_file() else ""

    def view(self, source: Comparison | Audit, options: Showing, templates: Sequence[Path] = ()) -> View:
        """Lay it out, its texts in the language and words of its settings; a comparison is audited where need be."""
        if options.float.startswith("sideways"):
            options = replace(options, landscape=True)
        from comparatex.layout.notation import printing

        comparison = comparison_of(source)
        if self.one_task == "shown":
            from comparatex.inference.compare import of_whole_task

            comparison = of_whole_task(comparison)
        if not self.one_task:
            comparison.scores.require_tasks()
        elif self.one_task == "compared" and comparison.scores.one_task:
            from comparatex.inference.folds import require_repeats

            require_repeats(comparison.scores)
        subject = audited(source) if self.of == "audit" else comparison
        several = len(getattr(options, "parts", None) or ()) > 1
        with writing(writing_of(options, comparison.scores, templates, several=several)), printing(options):
            laid_out: Any = self.lay_out(subject, selection.chosen(comparison, options))
            captions = {  # at whose ends stands what is left out
                name: selection.caption(comparison, options, usual, laid_out)
                if options.caption == "auto"
                else options.caption
                for name in ("caption", "page_caption")
                if (usual := getattr(laid_out, name, None)) is not None
            }
            laid_out = replace(laid_out, **captions)
        if self.folder == "tables" and (options.float or options.long is not None):
            laid_out = replace(laid_out, long=bool(options.long) and not options.float)
        view: View = laid_out
        return view

    def draw(self, view: View, ax: Axes | None = None, width: str = "page") -> Figure:
        """Draw a view model of it with matplotlib."""
        from comparatex.drawing import table
        from comparatex.drawing.canvas import fit
        from comparatex.drawing.output import lettering

        preview: Any = sys.modules[self.lay_out.__module__] if self.folder == "figures" else table
        with lettering(repr(view)):
            figure: Figure = preview.draw(view, ax)
        if ax is None and width != "page" and figure.get_layout_engine():
            fit(figure, room(width).width)
        return figure


_DECLARED: dict[str, Artefact] = {}
"""Those whose modules have been imported, by name."""
ARTEFACTS: Mapping[str, Artefact]  # all of a comparison, by name
FINDINGS: Mapping[str, Artefact]  # all of an audit, by name


def __getattr__(name: str) -> Mapping[str, Artefact]:
    """Import the modules of all figures and tables when somebody asks for all: what shows one needs no other."""
    if name not in ("ARTEFACTS", "FINDINGS"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    every = [artefact(form) for folder in ("figures", "tables") for form in names(folder)]
    return {form.name: form for form in every if form.of == ("comparison" if name == "ARTEFACTS" else "audit")}


def declare(help: str, **about: Any) -> Callable[[F], F]:
    """Return a decorator that declares a figure or table by the function that lays it out with settings.

    Its name is that of the module of a figure, whose docstring begins with its help in short, or of a table's function.
    `about` are further fields of `Artefact`.
    """

    def declaring(lay_out: F) -> F:
        module = lay_out.__module__.rpartition(".")
        folder: Folder = "figures" if module[0] == "comparatex.figures" else "tables"
        name = (module[2] if folder == "figures" else lay_out.__name__).replace("_", "-")
        (defaults,) = lay_out.__defaults__ or ()
        _DECLARED[name] = Artefact(name, folder, lay_out, type(defaults), help, **about)
        return lay_out

    return declaring


@cache
def names(folder: Folder) -> tuple[str, ...]:
    """Return the names of all figures, or of all tables, whose modules this imports."""
    modules = sorted(path.stem.replace("_", "-") for path in (Path(__file__).parent / folder).glob("[!_]*.py"))
    if folder == "figures":
        return tuple(modules)
    for name in modules:
        import_module(f"comparatex.tables.{name.replace('-', '_')}")
    return tuple(sorted(name for name, declared in _DECLARED.items() if declared.folder == folder))


def artefact(name: str) -> Artefact:
    """Return a figure or table by its name, whose module this imports; raise `UsageError` when there is none."""
    if name in names("figures"):
        import_module(f"comparatex.figures.{name.replace('-', '_')}")
    elif name not in names("tables"):
        return _added(name)
    return _DECLARED[name]


@cache
def _added(name: str) -> Artefact:
    """Return the figure or table that another package adds under a name; see `comparatex.added`."""
    from comparatex import added
    from comparatex.plugins import called

    folders: tuple[Folder, ...] = ("figures", "tables")
    for folder in folders:
        if function := called(folder, name):
            made: Any = (added.figure if folder == "figures" else added.table)(function, name)
            title, _ = added.described(function, name)
            return Artefact(name, folder, made, Showing, f"{title}.", drawn=folder == "figures")
    raise UsageError(
        GONE.get(name)
        or GONE.get(f"table {name}")
        or f"No figure or table is called {name!r}{hint(name, (*names('figures'), *names('tables')))}"
    )


def options_of(folder: Folder) -> dict[str, type[Showing]]:
    """Return the settings of every figure, or of every table, by its name."""
    return {name: artefact(name).options for name in names(folder)}


def require_room(name: str, options: Showing, n_comparates: int) -> None:
    """Refuse an artefact of more comparates than it takes, of all those of the table."""
    limit, n_shown = artefact(name).limit, how_many(options, n_comparates)
    cut = limit.of_pairs and bool(getattr(options, "max_rows", 0))
    if limited() and not cut and math.prod(n_shown) > limit.most ** len(n_shown):
        raise UsageError(
            f"{name} of {max(n_shown):,} methods {limit.why}, and it takes {limit.most:,} at most: show fewer by "
            f"{limit.remedy}, or give `no_limits`."
        )


def how_many(options: Showing, n_comparates: int) -> tuple[int, ...]:
    """Return how many comparates are shown at most; of a matrix, in rows and in columns.

    >>> from comparatex.layout.options import Choosing, McmOptions
    >>> how_many(Choosing(top=12, ours=("A",)), 500), how_many(McmOptions(focus=("A",)), 500)
    ((13,), (1, 500))
    """
    some = len(getattr(options, "include", ())) or n_comparates
    top = getattr(options, "top", 0)
    if top:
        some = min(some, top + len({*options.ours, *options.focus}))
    rows, columns = getattr(options, "rows", None), getattr(options, "columns", None)
    if rows is None or columns is None:
        return (some,)
    return len(rows or options.focus) or some, len(columns) or some


def settings_of(name: str, options: Mapping[str, Any]) -> Showing:
    """Return the settings of an artefact."""
    kind = artefact(name)
    require_settings(options, [item.name for item in fields(kind.options)], f"{name} has")
    if options.get("stars"):
        require_stars(name)
    if options.get("plain") and not kind.plain_template:
        raise UsageError(no_plain(name))
    return checked(kind.options(**options))


def require_stars(name: str) -> None:
    """Refuse stars where there is nothing that they mark."""
    if not artefact(name).stars:
        raise UsageError(f"{name} has no p-values that stars would mark: leave out `stars`.")


def no_plain(name: str) -> str:
    """Return why a figure, or a report, cannot do without the style file."""
    what = "A report, whose chapter prints numbers by macros," if name == "report" else f"The figure {name}"
    return f"{what} needs comparatex.sty: `plain` is for single tables, for mcm and for cdd."


def checked(settings: Showing) -> Showing:
    """Return settings whose float, caption and label can be had."""
    from comparatex.render import UNSAFE

    if UNSAFE.search(settings.label):
        raise UsageError(
            f"The `label` {quoted(settings.label)} would be read as TeX: leave out its \\, {{, }}, %, #, ~ and ^."
        )
    if settings.siunitx and not settings.plain:
        raise UsageError("`siunitx` is for plain tables: add `plain`, or leave it out.")
    if settings.float and settings.long:
        raise UsageError("A table that is in a `float` does not break across pages: leave out `float` or `long`.")
    return settings


# ------------------------------------------------------------------------------------------- what is laid out
def comparison_of(source: Comparison | Audit) -> Comparison:
    """Return a comparison, or the one that was audited."""
    either: Any = source  # whose classes are not imported here, because they compute
    compared: Comparison = getattr(either, "comparison", either)
    return compared


def audited(source: Comparison | Audit, settings: AuditSettings = AuditSettings()) -> Audit:
    """Return an audit, or that of a comparison."""
    from comparatex.inference.audit.audit import audit
    from comparatex.inference.comparison import Comparison

    return audit(source, settings) if isinstance(source, Comparison) else source


def view(source: Comparison | Audit, name: str, *, templates: Sequence[Path] = (), **options: Any) -> Any:
    """Lay an artefact out."""
    return item_of(artefact(name), source, settings_of(name, options), templates).view


def item_of(
    form: Artefact,
    source: Comparison | Audit,
    options: Showing,
    templates: Sequence[Path] = (),
    name: str = "",
    prefix: str = "",
) -> Item:
    """Lay an artefact out, unless it were larger than any page.

    Its file has the name given, by default that of its kind, and its label the prefix.
    """
    require_room(form.name, options, len(comparison_of(source).names))
    view: Any = form.view(source, options, templates)
    if getattr(view, "label", ""):
        view = replace(view, label=f"{prefix}{view.label}")
    path = f"{form.folder}/{name or form.name}"
    return Item(form.name, name or form.name, path, view, prefix, options, tuple(templates))


def findings(
    audit: Audit,
    settings: Mapping[str, Any] = MappingProxyType({}),
    own: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    templates: Sequence[Path] = (),
    prefix: str = "",
) -> Iterator[Item]:
    """Yield the artefacts of an audit that show something, with settings of all figures and tables, and their own."""
    from comparatex.layout.audit_section import SHOWN

    for form in map(artefact, SHOWN):
        with suppress(NothingToShow):
            options = checked(form.options(**{**settings, **own.get(form.name, {})}))
            yield item_of(form, audit, options, templates, prefix=prefix)


def tex_of(item: Item, command: str, *, alone: bool = False) -> str:
    """Return the LaTeX of what is laid out, as a command makes it; alone, as a whole float where that is asked for."""
    from comparatex.render import render

    form, plain, command = artefact(item.kind), alone and item.options.plain, FORMS.get(command, command)
    if form.drawn:
        raise UsageError(f"The figure {item.kind} of another package has no LaTeX: write a .pdf, .png or .svg.")
    context: dict[str, Any] = {
        "view": item.view,
        "command": f"{command} --plain" if plain else command,
        "landscape": item.options.landscape and not item.sideways,  # a float that does turns what it holds
        "float": item if alone and item.options.float else None,
    }
    if not plain:
        return render(form.template, item.templates, **context)
    from comparatex.drawing.matrix import digits, ink
    from comparatex.plain import plain as without_style

    tex = render(form.plain_template, item.templates, "plain", ground=digits, ink=ink, **context)
    return without_style(tex, siunitx=item.options.siunitx, decimal=mark())


def picture(item: Item, suffix: str) -> bytes:
    """Draw what is laid out with matplotlib, as a picture file."""
    from comparatex.drawing.output import save

    figure = artefact(item.kind).draw(item.view, None, item.options.width)
    return save(figure, suffix, title=item.view.title, alt=item.view.alt)


def tell_small(item: Item, say: Say) -> None:
    """Say what to do where the type of an artefact is too small to be read, or where it fills many panels."""
    least = item.view.least_type
    if note := getattr(item.view, "note", ""):
        say(note)
    if least < LEAST_TYPE:
        wider = "a greater `width` or " if room(item.options.width).width < PAGE.width else ""
        say(
            f"The smallest type of {item.name} is only about {least:.1f} pt high: show "
            f"fewer methods, with `top` or `include`, shorten names, or use {wider}`landscape`."
        )


@contextmanager
def telling(say: Say) -> Iterator[None]:
    """Say afterwards which texts the language lacks."""
    with lacking() as notes:
        yield
    for note in notes:
        say(f"Note: {note}")


def _laid_out(
    form: Artefact, source: Comparison | Audit, options: Showing, templates: Sequence[Path], tell: Say
) -> Item:
    """Lay an artefact out, and tell what the reader should know of it."""
    with telling(tell):
        item = item_of(form, source, options, templates)
    tell_small(item, tell)
    return item


# ---------------------------------------------------------------------------------------- what scripts call
def _side_by_side(source: Any, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the first of several comparisons, and settings that show them all; or what is given, if it is one."""
    if not isinstance(source, (list, tuple)):
        return source, options
    return source[0], {**options, "parts": tuple((part.scores.measure, part) for part in source)}


def audit(comparison: Comparison, *, core: Sequence[str] = (), baseline: Sequence[str] = (), **settings: Any) -> Audit:
    """Ask whether the conclusion would survive other competitors and other data.

    Parameters
    ----------
    comparison : Comparison
        What is audited.
    core : sequence of str
        Comparates whose mutual verdicts are followed; the best four by default.
    baseline : sequence of str
        The set whose conclusion is in question; the whole table by default.
    **settings
        Other fields of `AuditSettings`: ``added`` (numbers of others to add; None: every number), ``seed``,
        ``budget``, ``sampled``, ``jobs``, …

    Returns
    -------
    Audit
        The findings; comparates in them are positions in ``comparison.names``.

    Raises
    ------
    UsageError
        A comparate is unknown, or the audit does not fit the analysis.

    Examples
    --------
    >>> import comparatex as cx
    >>> scores = {"A": [7, 8, 9, 6, 7, 9], "B": [6, 6, 8, 5, 5, 7], "C": [1, 9, 2, 8, 3, 7]}
    >>> table = {name: dict(zip("uvwxyz", values)) for name, values in scores.items()}
    >>> audit = cx.audit(cx.compare(table), core=["A", "B"], added=None)
    >>> audit.patterns.n_sets, audit.patterns.exhaustive, [swap.reversible for swap in audit.rank_swaps]
    (2, True, [False, False, True])
    """
    chosen, followed = (selection.positions(comparison, tuple(names)) for names in (baseline, core))
    return audited(comparison, AuditSettings(core=followed, baseline=chosen, **settings))


@dataclass(frozen=True)
class ShownTable:
    """A table as notebooks display it; as a text it is Markdown.

    Parameters
    ----------
    item : Item
        The table as it is laid out.
    """

    item: Item

    @property
    def table(self) -> Table:
        """The view model."""
        laid_out: Table = self.item.view
        return laid_out

    def __repr__(self) -> str:
        lines = sum(len(part.lines) for part in self.table.parts if not part.repeated)
        return f"<Table: {self.table.title}, {counted(lines, 'line')}>"

    def __str__(self) -> str:
        from comparatex.table_files import markdown

        return markdown(self.table)

    def _repr_html_(self) -> str:
        from comparatex.table_files import notebook

        return notebook(self.table, self.item.options.language)

    def _repr_markdown_(self) -> str:
        return str(self)

    def _repr_latex_(self) -> str:
        """Return it as LaTeX that needs no style file, so that documents made of notebooks typeset it."""
        with writing(self.item.options.language):
            return tex_of(
                replace(self.item, options=replace(self.item.options, plain=True)),
                f"table {self.item.kind}",
                alone=True,
            )


def table(comparison: Comparison | Sequence[Comparison], name: str, **options: Any) -> ShownTable:
    """Return a table: a notebook displays it, and ``print`` prints it as Markdown.

    Parameters
    ----------
    comparison : Comparison or sequence of Comparison
        The statistics; or those by several measures, for ``scores``, ``measures`` and ``sequence``.
    name : str
        The table: ``scores``, ``ranks``, ``pairwise``, ``leaderboard``, …
    **options
        Settings of the table.

    Raises
    ------
    UsageError
        There is no such table or option.

    Examples
    --------
    >>> import comparatex as cx
    >>> comparison = cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.6}})
    >>> ranks = cx.table(comparison, "ranks", precision=2)
    >>> ranks
    <Table: Ranks, 2 lines>
    >>> print(str(ranks).splitlines()[2])
    | A | 1.00 | 2 | 0 | 0.85 | 0.85 |

    Several measures stand side by side:

    >>> loss = cx.read({"A": {"iris": 0.4, "wine": 0.7}, "B": {"iris": 0.9, "wine": 0.8}}, measure_name="loss")
    >>> named = cx.read({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.6}}, measure_name="accuracy")
    >>> print(str(cx.table([cx.compare(named), cx.compare(loss)], "measures", summary=["mean"])).splitlines()[0])
    | Method | accuracy ↑: Mean | loss ↓: Mean |
    """
    one, options = _side_by_side(comparison, options)
    if artefact(name).folder != "tables":
        raise UsageError(f"{name} is a figure, which cx.draw shows.")
    return ShownTable(item_of(artefact(name), one, settings_of(name, options)))


def draw(
    comparison: Comparison | Audit | Sequence[Comparison], name: str, *, ax: Axes | None = None, **options: Any
) -> Figure | Axes:
    """Draw an artefact, or what an audit found, with matplotlib.

    Parameters
    ----------
    comparison : Comparison, Audit or sequence of Comparison
        The statistics, what `audit` found, or the statistics by several measures, as of `table`.
    name : str
        The artefact: ``mcm``, ``cdd``, ``scores``, …; or of an audit ``audit-swap``, ``audit-weakened``,
        ``audit-patterns`` or ``audit-robustness``.
    ax : Axes, optional
        Where to draw: type and lines are scaled to it. Without it there is a new figure, as large as needed.
    **options
        Settings of the artefact; those of `audit`, when a comparison is to be audited first.

    Returns
    -------
    Figure or Axes
        A new figure, which notebooks show; or the axes that were given.

    Raises
    ------
    UsageError
        There is no such artefact or option, or the audit found no such example.

    Examples
    --------
    >>> import comparatex as cx
    >>> comparison = cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
    >>> figure = cx.draw(comparison, "cdd")
    >>> len(figure.axes)
    1
    """
    subject, options = _side_by_side(comparison, options)
    form = artefact(name)
    if form.of == "audit" and subject is comparison_of(subject):
        asked = {field.name for field in fields(AuditSettings)} & options.keys()
        subject = audit(subject, **{key: options.pop(key) for key in sorted(asked)})
    figure = form.draw(view(subject, name, **options), ax, options.get("width", "page"))
    return figure if ax is None else ax


def latex(
    comparison: Comparison | Audit | Sequence[Comparison],
    name: str,
    *,
    templates: Sequence[Path] = (),
    sources: Sequence[Path] = (),
    say: Say | None = None,
    **options: Any,
) -> str:
    r"""Return the LaTeX of an artefact, as ``\input`` reads it in a document that loads comparatex.sty.

    Parameters
    ----------
    comparison : Comparison, Audit or sequence of Comparison
        The statistics, what `audit` found, or the statistics by several measures, as of `table`.
    name : str
        The artefact, a key of `ARTEFACTS`: ``mcm``, ``cdd``, ``scatter``, ``scores``, …
    templates : sequence of Path
        Folders of templates that come before the built-in ones.
    sources : sequence of Path
        The tables of scores: with them, `verify` knows whether a document with the fragment is up to date.
    say : callable, optional
        Told in a sentence what the reader should know, such as that type is very small.
    **options
        Settings of the artefact.

    Returns
    -------
    str
        The fragment.

    Raises
    ------
    UsageError
        The artefact or an option does not exist.

    Examples
    --------
    >>> import comparatex as cx
    >>> comparison = cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
    >>> [line for line in cx.latex(comparison, "cdd").splitlines() if line.startswith(r"\comparatexcddclique")]
    ['\\comparatexcddclique{1}{2}{1}']
    """
    one, options = _side_by_side(comparison, options)
    item = _laid_out(artefact(name), one, settings_of(name, options), templates, say or (lambda _: None))
    return _fragment(item, one, sources)


def write(
    comparison: Comparison | Audit | Sequence[Comparison],
    name: str,
    path: str | Path,
    *,
    backend: Backend = "auto",
    engine: str = "auto",
    font: str = "",
    templates: Sequence[Path] = (),
    sources: Sequence[Path] = (),
    say: Say | None = None,
    force: bool = False,
    no_limits: bool = False,
    **options: Any,
) -> Path:
    """Write one artefact to a file; the suffix says how far to go.

    Parameters
    ----------
    comparison : Comparison, Audit or sequence of Comparison
        The statistics, what an audit of them found, or the statistics by several measures, as of `table`.
    name : str
        The artefact: ``mcm``, ``cdd``, ``scatter``, ``scores``, …, or of an audit ``audit-swap``, …
    path : str or Path
        ``.tex`` writes the fragment, ``comparatex.sty`` beside it; ``.pdf``, ``.png``, ``.svg`` a picture; of tables
        ``.md`` is Markdown, ``.html`` a page, ``.typ`` Typst for ``#include``, ``.docx`` a document of Word, and
        ``.csv`` the numbers with all their digits.
    backend : {"auto", "tex", "matplotlib"}
        What draws a picture; ``auto`` is TeX for PDF and PNG when an engine is installed, else matplotlib.
    engine : str
        The TeX engine.
    font : str
        The font of what lualatex and xelatex typeset, by its name in the system.
    templates : sequence of Path
        Folders of templates that come before the built-in ones.
    sources : sequence of Path
        The tables of scores: with them, `verify` knows whether a document with the fragment is up to date.
    say : callable, optional
        Told in a sentence which backend drew the picture.
    force : bool
        Write over a file that comparatex did not write, or that was edited since.
    no_limits : bool
        Draw any number of comparates, and let TeX run for any time.
    **options
        Settings of the artefact.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    UsageError
        The suffix, the artefact or an option does not exist.
    ComparatexError
        The file is not ours to overwrite, or cannot be written.
    TypesetError
        TeX failed, or no font has a letter of a name that is drawn.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import comparatex as cx
    >>> comparison = cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
    >>> with TemporaryDirectory() as folder:
    ...     path = cx.write(comparison, "mcm", f"{folder}/mcm.tex", precision=2)
    ...     sorted(file.name for file in path.parent.iterdir())
    ['comparatex.sty', 'mcm.tex']
    """
    path, tell = Path(path), say or (lambda _: None)
    one, options = _side_by_side(comparison, options)
    form, settings, suffix = artefact(name), settings_of(name, options), path.suffix.lower().lstrip(".")
    with overwriting(force), without_limits(no_limits):
        require_writable(form, settings, path, backend, engine, font)
        item = _laid_out(form, one, settings, templates, tell)
        if suffix == "tex":
            write_own(path, _fragment(item, one, sources).encode("utf-8"))
            if not settings.plain:
                write_style(path.parent, tell)
            return path
        if suffix not in _PICTURES:
            from comparatex.table_files import WRITERS

            content = WRITERS[suffix](item.view, settings.language, templates)
            tasks = comparison_of(one).scores.tasks
            return write_own(path, content, ours=_like(content, tasks) if suffix == "csv" else None)
        chosen = _engine("matplotlib" if form.drawn else backend, engine, font, suffix)
        with naming(names_in(comparison_of(one))):
            write_own(path, _typeset(item, one, suffix, chosen) if chosen else picture(item, suffix))
    tell(f"{path} drawn with {chosen.name if chosen else 'matplotlib'}.")
    return path


# ---------------------------------------------------------------------------------------------------- files
def _like(content: bytes, tasks: Sequence[str]) -> Callable[[bytes], bool]:
    """Return whether a CSV file, which has no room for a stamp, is one of ours: one with the same headings.

    Where methods come or go, it has the same first heading, and the same line that sums up all tasks at the end.
    """

    def frame(text: bytes) -> tuple[str, str, str]:
        lines = text.decode("utf-8", errors="replace").rstrip("\n").split("\n")
        return lines[0], lines[0].partition(",")[0], lines[-1].partition(",")[0]

    headings, first, last = frame(content)

    def ours(before: bytes) -> bool:
        other = frame(before)
        return other[0] == headings or (other[1:] == (first, last) and last not in tasks)

    return ours


_PICTURES = ("pdf", "png", "svg")


def require_writable(form: Artefact, settings: Showing, path: Path, backend: Backend, engine: str, font: str) -> None:
    """Refuse, before anything is computed, what `write` could not do with any comparison."""
    checked(settings)
    suffix = path.suffix.lower().lstrip(".")
    if suffix not in ("tex", *_PICTURES):
        from comparatex.table_files import WRITERS

        kinds = ("tex", *_PICTURES, *(WRITERS if form.folder == "tables" else ()))
        suffixes = [*dict.fromkeys((*(f".{kind}" for kind in kinds), *form.suffixes))]
        if suffix not in WRITERS:
            raise UsageError(
                f"{path} ends with none of {', '.join(suffixes[:-1])} and {suffixes[-1]}, so its format is unknown."
            )
        if form.folder != "tables":
            raise UsageError(f"{form.name} is a figure, and only tables can be .{suffix}: write a .svg.")
    if suffix in _PICTURES:
        _engine(backend, engine, font, suffix)
    require_place(path)
    if suffix != "csv":  # which has no room for a stamp
        require_ours(path)


def _tex(item: Item, source: Comparison | Audit, engine: engines.Engine | None = None) -> str:
    """Return the LaTeX of an artefact outside any report, as a whole float where that is asked for."""
    scores = comparison_of(source).scores
    if scores.tex_names:
        from comparatex.typeset.pages import try_names

        try_names(tuple(scores.tex_names.items()), engine)
    with writing(writing_of(item.options, scores)):
        return tex_of(item, item.kind if item.is_figure else f"table {item.kind}", alone=True)


def _fragment(item: Item, source: Comparison | Audit, sources: Sequence[Path]) -> str:
    """Return the LaTeX of an artefact with its stamp."""
    data = of_data(sources, comparison_of(source).scores.files) or "-"
    return stamped(_tex(item, source), "" if item.options.plain else item.name, data)


def _engine(backend: Backend, engine: str, font: str, suffix: str) -> engines.Engine | None:
    """Return the TeX engine that is to draw a picture, or None for matplotlib."""
    from comparatex.typeset import engines

    if backend == "matplotlib" or (suffix == "svg" and backend == "auto"):
        return None
    if suffix == "svg":
        raise UsageError('TeX draws no .svg: use `backend="matplotlib"`, or write a .pdf.')
    chosen = engines.find(engine, font)
    if chosen is None and (backend == "tex" or font):
        needed = f" that could use the font {font}: leave out `font`, or install one" if font else ""
        raise TypesetError(f"No TeX engine is installed{needed}. {engines.HOW_TO_GET_TEX}")
    return chosen


def _typeset(item: Item, source: Comparison | Audit, suffix: str, engine: engines.Engine) -> bytes:
    """Typeset an artefact, upright and without its float, as PDF or PNG."""
    from comparatex.typeset.pages import compile_pages, png

    width = room(item.options.width, landscape=item.options.landscape).name
    tex = _tex(replace(item, options=replace(item.options, float="", landscape=False, plain=False)), source, engine)
    pdf = compile_pages({item.name: tex}, engine, width=width, trusted=not item.templates)[item.name]
    return png(pdf) if suffix == "png" else pdf


def put_into(path: Path, comparison: Comparison, name: str, **options: Any) -> Path:
    """Replace what a Markdown file has between the lines that mark its place by a table."""
    from comparatex.table_files import markdown

    table = markdown(view(comparison, name, **options))
    changed = between_marks(path, table)  # of what it holds now, because somebody may have edited it meanwhile
    return path if changed == path.read_bytes() else write_bytes(path, changed)


def require_marks(path: Path) -> None:
    """Refuse, before anything is computed, a file that `put_into` could put nothing into; it raises the same errors."""
    between_marks(path, "")
    require_place(path)


def names_in(*comparisons: Comparison) -> list[str]:
    """Return the names that pictures and documents may show, those of comparates first."""
    return [name for comparison in comparisons for name in (*comparison.names, *comparison.scores.tasks)]
