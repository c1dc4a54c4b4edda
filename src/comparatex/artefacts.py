"""The artefacts, a table: for each its settings, layout, template and preview. What joins the stages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, cast

from comparatex.data.names import hint, quoted
from comparatex.drawing import diagram, matrix, plots
from comparatex.drawing import table as table_picture
from comparatex.drawing.lettering import lettering
from comparatex.drawing.output import save
from comparatex.errors import DataError, TypesetError, UsageError
from comparatex.files import (
    TEMPLATES,
    forced,
    foreign,
    overwriting,
    refuse_input,
    without_limits,
    write_bytes,
)
from comparatex.inference.comparison import Comparison
from comparatex.layout import cdd, mcm, selection
from comparatex.layout.chapter_facts import Piece
from comparatex.layout.facts import writing_of
from comparatex.layout.limits import require_room
from comparatex.layout.options.figures import (
    FIGURES,
    BoxesOptions,
    CddOptions,
    ForestOptions,
    HeatmapOptions,
    McmOptions,
    ParetoOptions,
    PosteriorMatrixOptions,
    ProfileOptions,
    ScatterOptions,
    SequenceOptions,
    TriangleOptions,
)
from comparatex.layout.options.shared import Showing
from comparatex.layout.options.tables import (
    TABLES,
    AblationOptions,
    ControlOptions,
    ConventionsOptions,
    CriticalOptions,
    EffectsOptions,
    FriedmanOptions,
    HolmOptions,
    IntervalsOptions,
    ItemsOptions,
    LeaderboardOptions,
    PairwiseOptions,
    ProportionsOptions,
    RanksOptions,
    RepeatsOptions,
    ScoresOptions,
    VerdictsOptions,
)
from comparatex.layout.plots import boxes, forest, heatmap, pareto, posteriors, profile, scatter, sequence
from comparatex.layout.tables import (
    comparate_tables,
    csv,
    html,
    pair_tables,
    score_tables,
    study_tables,
    typst,
    word,
)
from comparatex.layout.tables.booktabs import Table
from comparatex.layout.tables.markdown import markdown
from comparatex.letters import naming
from comparatex.render.environment import render
from comparatex.render.escape import UNSAFE
from comparatex.settings import require_settings
from comparatex.stamps import (
    between_marks,
    commented,
    is_marked,
    of_data,
    sealed,
    stamped,
    write_own,
    write_style,
)
from comparatex.text import lacking, writing
from comparatex.typeset import engines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Backend = Literal["auto", "tex", "matplotlib"]
Folder = Literal["figures", "tables"]
Say = Callable[[str], None]


_NAMES = {options: name for name, options in (*FIGURES.items(), *TABLES.items())}


class View(Protocol):
    """What every view model has: words about itself."""

    @property
    def title(self) -> str:
        """What it is."""

    @property
    def caption(self) -> str:
        """What it shows, and under which convention."""

    @property
    def alt(self) -> str:
        """The result, in a sentence for people who cannot see it."""

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, about, on a line of 16 cm of a document of 10 pt."""


class Form(Protocol):
    """What an artefact is beyond its view model: of a comparison, or of what an audit found."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def folder(self) -> Folder:
        """Where a report has it."""

    @property
    def template(self) -> str:
        """What makes it LaTeX."""

    def draw(self, view: View, ax: Axes | None = None) -> Figure:
        """Draw a view model of this artefact with matplotlib."""


V = TypeVar("V", bound=View)
S = TypeVar("S", bound=Showing)


@dataclass(frozen=True)
class _Form(Generic[V]):
    """A row of the table: the name, the folder, the template and the preview of one kind of view model."""

    name: str
    folder: Folder
    template: str
    preview: Callable[[V, Axes | None], Figure]

    def draw(self, view: View, ax: Axes | None = None) -> Figure:
        """Draw a view model that the layout of this row has made."""
        with lettering(repr(view)):
            return self.preview(cast(V, view), ax)


class Artefact(Form, Protocol):
    """An artefact of a comparison in all its layers."""

    @property
    def options(self) -> type[Showing]:
        """Its settings."""

    def view(self, comparison: Comparison, options: Showing, templates: Sequence[Path] = ()) -> View:
        """Lay it out."""


@dataclass(frozen=True)
class _Artefact(_Form[V], Generic[S, V]):
    """A row of the table for an artefact of a comparison: its settings and its layout, too."""

    options: type[S]
    lay_out: Callable[[Comparison, S], V]

    def view(self, comparison: Comparison, options: Showing, templates: Sequence[Path] = ()) -> View:
        """Lay it out, its texts in the language and in the words of its settings."""
        if not isinstance(options, self.options):
            raise TypeError(
                f"The settings of {self.name} are {self.options.__name__}, not {type(options).__name__}."
            )
        if options.float.startswith("sideways"):
            options = replace(options, landscape=True)
        with writing(writing_of(options, comparison.scores.measure, templates)):
            laid_out: Any = self.lay_out(comparison, cast(S, selection.chosen(comparison, options)))
            laid_out = replace(laid_out, **_captions(laid_out, comparison, options))
        if isinstance(laid_out, Table) and options.float:
            laid_out = replace(laid_out, long=False)
        elif isinstance(laid_out, Table) and options.long is not None:
            laid_out = replace(laid_out, long=options.long)
        return cast(View, laid_out)


def _captions(laid_out: Any, comparison: Comparison, options: Showing) -> dict[str, str]:
    """Return the captions of a view model as they were asked for; what is left out is said at their ends."""
    own = {name: getattr(laid_out, name) for name in ("caption", "page_caption") if hasattr(laid_out, name)}
    if options.caption != "auto":
        return dict.fromkeys(own, options.caption)
    return {name: selection.caption(comparison, options, caption) for name, caption in own.items()}


def _figure(
    options: type[S], lay_out: Callable[[Comparison, S], V], draw: Callable[[V, Axes | None], Figure]
) -> Artefact:
    name = _NAMES[options]
    return _Artefact(
        name=name,
        folder="figures",
        template=f"{name}.tex.jinja",
        preview=draw,
        options=options,
        lay_out=lay_out,
    )


def _table(options: type[S], lay_out: Callable[[Comparison, S], Table]) -> Artefact:
    return _Artefact(
        name=_NAMES[options],
        folder="tables",
        template="table.tex.jinja",
        preview=table_picture.draw,
        options=options,
        lay_out=lay_out,
    )


ARTEFACTS: Mapping[str, Artefact] = {
    artefact.name: artefact
    for artefact in (
        _figure(McmOptions, mcm.mcm, matrix.draw),
        _figure(CddOptions, cdd.cdd, diagram.draw),
        _figure(ScatterOptions, scatter.scatter, plots.scatter),
        _figure(HeatmapOptions, heatmap.heatmap, plots.heatmap),
        _figure(ForestOptions, forest.forest, plots.forest),
        _figure(BoxesOptions, boxes.boxes, plots.boxes),
        _figure(ProfileOptions, profile.profile, plots.profile),
        _figure(TriangleOptions, posteriors.posterior, plots.posterior),
        _figure(SequenceOptions, sequence.sequence, plots.sequence),
        _figure(ParetoOptions, pareto.pareto, plots.pareto),
        _figure(
            PosteriorMatrixOptions,
            posteriors.posterior_matrix,
            plots.posterior_matrix,
        ),
        _table(ScoresOptions, score_tables.scores),
        _table(RanksOptions, score_tables.ranks),
        _table(PairwiseOptions, pair_tables.pairwise),
        _table(FriedmanOptions, study_tables.friedman),
        _table(HolmOptions, pair_tables.holm),
        _table(IntervalsOptions, pair_tables.intervals),
        _table(EffectsOptions, pair_tables.effects),
        _table(ControlOptions, comparate_tables.control),
        _table(VerdictsOptions, comparate_tables.verdicts),
        _table(AblationOptions, comparate_tables.ablation),
        _table(CriticalOptions, study_tables.critical),
        _table(RepeatsOptions, comparate_tables.repeats),
        _table(ConventionsOptions, study_tables.conventions),
        _table(ProportionsOptions, study_tables.proportions),
        _table(ItemsOptions, pair_tables.items),
        _table(LeaderboardOptions, comparate_tables.leaderboard),
    )
}
"""The artefacts of a comparison, by name."""

FINDINGS: Mapping[str, Form] = {
    form.name: form
    for form in (
        _Form("audit-swap", "figures", "audit-swap.tex.jinja", diagram.draw_swap),
        _Form("audit-weakened", "figures", "audit-swap.tex.jinja", diagram.draw_swap),
        _Form("audit-patterns", "figures", "audit-patterns.tex.jinja", plots.patterns),
        _Form("audit-robustness", "tables", "table.tex.jinja", table_picture.draw),
    )
}
"""What an audit finds, by name; `comparatex.layout.audit` lays it out."""


_UPRIGHT, _TURNED = "16cm", "20.4cm"
"""Width of what a picture shows: that of a page's text, and of a page on its side less the room of a caption."""


def artefact(name: str) -> Artefact:
    """Return an artefact by its name; raise `UsageError` when there is none."""
    if name not in ARTEFACTS:
        raise UsageError(f"No artefact is called {name!r}{hint(name, tuple(ARTEFACTS))}")
    return ARTEFACTS[name]


def settings_of(name: str, options: Mapping[str, Any]) -> Showing:
    """Return the settings of an artefact.

    Raises
    ------
    UsageError
        An option does not exist.
    """
    kind = artefact(name)
    require_settings(options, [one.name for one in fields(kind.options)], f"{name} has")
    return checked(kind.options(**options))


def view(comparison: Comparison, name: str, *, templates: Sequence[Path] = (), **options: Any) -> Any:
    """Lay an artefact out.

    Raises
    ------
    UsageError
        An option does not exist, or names an unknown comparate.
    """
    return _laid_out(artefact(name), comparison, settings_of(name, options), templates)


def _laid_out(
    form: Artefact, comparison: Comparison, settings: Showing, templates: Sequence[Path] = ()
) -> View:
    """Lay an artefact out, unless it were larger than any page."""
    require_room(form.name, settings, len(comparison.names))
    return form.view(comparison, settings, templates)


def fragment(
    comparison: Comparison,
    name: str,
    *,
    templates: Sequence[Path] = (),
    sources: Sequence[Path] = (),
    say: Say | None = None,
    **options: Any,
) -> str:
    r"""Return an artefact as a LaTeX fragment, to be used with ``\input``.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    name : str
        The artefact, a key of `ARTEFACTS`.
    templates : sequence of Path
        Folders of templates that come before the built-in ones.
    sources : sequence of Path
        The tables of scores: with them, `verify` knows whether a document with the fragment is up to date.
    say : callable, optional
        Told in a sentence what the language lacks.
    **options
        Settings of the artefact.
    """
    settings = settings_of(name, options)
    with telling(say):
        laid_out = _laid_out(artefact(name), comparison, settings, templates)
    tell_small(name, laid_out, say or _silent)
    return stamped(rendered(artefact(name), laid_out, settings, templates), name, of_data(sources) or "-")


def checked(settings: Showing) -> Showing:
    """Return settings whose float, caption and label can be had.

    Raises
    ------
    UsageError
        A label is TeX, or a table is to float and to break across pages.
    """
    if UNSAFE.search(settings.label):
        raise UsageError(
            f"The `label` {quoted(settings.label)} would be TeX: leave out its \\, {{, }}, %, #, ~ and ^."
        )
    if settings.float and settings.long:
        raise UsageError(
            "A table that is in a `float` does not break across pages: leave out `float` or `long`."
        )
    return settings


def rendered(form: Form, laid_out: View, settings: Showing, templates: Sequence[Path]) -> str:
    """Return the LaTeX of a view model, as a whole float where that is asked for."""
    path = f"{form.folder}/{form.name}"
    piece = Piece(form.name, form.name, path, laid_out, float=settings.float, named=settings.label)
    lies = settings.landscape and not piece.sideways  # a float that does turns what it holds
    with writing(settings.language):
        return render(
            form.template, templates, view=laid_out, landscape=lies, float=piece if settings.float else None
        )


LEAST_TYPE = 5.0
"""Points: smaller type is hard to read."""


def tell_small(name: str, laid_out: View, say: Say) -> None:
    """Say what to do where the type of an artefact is too small to be read."""
    if laid_out.least_type < LEAST_TYPE:
        say(
            f"The smallest type of {name} is only about {laid_out.least_type:.1f} pt high on a line of 16 cm: show "
            "fewer comparates, with `top` or `include`, shorten names, or use `landscape`."
        )


@contextmanager
def telling(say: Say | None) -> Iterator[None]:
    """Say afterwards which texts the language lacks."""
    with lacking() as found:
        yield
    for note in found:
        (say or _silent)(f"Note: {note}")


def write(
    comparison: Comparison,
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
    comparison : Comparison
        The statistics.
    name : str
        The artefact, a key of `ARTEFACTS`: ``mcm``, ``cdd``, ``scatter``, ``scores``, …
    path : str or Path
        ``.tex`` writes the fragment, ``comparatex.sty`` beside it; ``.pdf``, ``.png``, ``.svg`` a picture; of tables
        ``.md`` is Markdown, ``.html`` a page, ``.typ`` Typst for ``#include``, ``.docx`` a document of Word, which
        needs pandoc, and ``.csv`` the numbers with all their digits.
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
    path = Path(path)
    suffix = path.suffix.lower().lstrip(".")
    known = [f".{one}" for one in ("tex", *_PICTURES, *WRITERS)]
    if path.suffix.lower() not in known:
        raise UsageError(
            f"{path} ends with none of {', '.join(known[:-1])} and {known[-1]}, so its format is unknown."
        )
    form, settings = artefact(name), settings_of(name, options)
    if suffix in WRITERS and form.folder != "tables":
        raise UsageError(f"{name} is a figure, and only tables can be .{suffix}: write a .svg.")
    with overwriting(force), without_limits(no_limits):
        return _write(
            comparison, form, settings, path, backend, engine, font, templates, sources, say or _silent
        )


def _write(
    comparison: Comparison,
    form: Artefact,
    settings: Showing,
    path: Path,
    backend: Backend,
    engine: str,
    font: str,
    templates: Sequence[Path],
    sources: Sequence[Path],
    say: Say,
) -> Path:
    """Write an artefact in the format that the suffix names."""
    suffix, name = path.suffix.lower().lstrip("."), form.name
    if suffix == "docx":
        from comparatex.typeset.pandoc import require_pandoc

        require_pandoc()  # before anything is computed
    with telling(say):
        laid_out = _laid_out(form, comparison, settings, templates)
    tell_small(name, laid_out, say)
    if suffix == "tex":
        tex = stamped(rendered(form, laid_out, settings, templates), name, of_data(sources) or "-")
        write_own(path, tex.encode("utf-8"))
        write_style(path.parent, say)
        return path
    if suffix in WRITERS:
        content = WRITERS[suffix](cast(Table, laid_out), settings.language)
        return write_own(path, content, ours=_with_the_same_headings(content) if suffix == "csv" else None)
    refuse_input(path)
    if path.is_file() and not forced() and not is_marked(path):
        raise foreign(path)  # before it is drawn
    chosen = _engine(backend, engine, font, suffix)
    with naming(names_in(comparison)):
        if chosen:
            source = rendered(form, laid_out, replace(settings, landscape=False, float=""), templates)
            width = _TURNED if settings.landscape else _UPRIGHT
            picture = _picture(name, source, suffix, chosen, width, trusted=not templates)
        else:
            picture = preview(form, laid_out, suffix)
    write_own(path, picture)
    say(f"{path} drawn with {chosen.name if chosen else 'matplotlib'}.")
    return path


def _with_the_same_headings(content: bytes) -> Callable[[bytes], bool]:
    """Return whether a CSV file is one of ours: it has no room for a stamp."""
    head = content.partition(b"\n")[0]
    return lambda there: there.partition(b"\n")[0] == head


def _docx(table: Table, language: str) -> bytes:
    from comparatex.typeset.pandoc import docx

    return sealed(docx(word.page(table, language)))


_PICTURES = ("pdf", "png", "svg")
WRITERS: Mapping[str, Callable[[Table, str], bytes]] = {
    "md": lambda table, _: commented(markdown(table)).encode(),
    "html": lambda table, language: commented(html.page(table, language), ".html").encode(),
    "typ": lambda table, _: commented(typst.figure(table), ".typ").encode(),
    "docx": _docx,
    "csv": lambda table, _: csv.data(table).encode(),
}
"""What makes files of tables, by suffix, from the view model and the language."""


def put_into(path: Path, comparison: Comparison, name: str, **options: Any) -> Path:
    """Replace what a Markdown file has between the lines that mark its place by a table.

    Parameters
    ----------
    path : Path
        The file: anybody's, except for what is between the marks.
    comparison : Comparison
        The statistics.
    name : str
        The table.
    **options
        Its settings.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    ComparatexError
        What is between the marks was edited, or the file cannot be written.
    DataError
        The file has no such marks, or is not UTF-8.
    """
    try:
        content = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8, so nothing can be put into it.") from error
    made = between_marks(content, markdown(view(comparison, name, **options)), path)
    return path if made == content else write_bytes(path, made.encode("utf-8"))


def draw(comparison: Comparison, name: str, *, ax: Axes | None = None, **options: Any) -> Figure:
    """Draw an artefact with matplotlib, from the view model that its fragment is made of.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    name : str
        The artefact.
    ax : Axes, optional
        Where to draw: type and lines are scaled to it. Without it there is a new figure, as large as needed.
    **options
        Settings of the artefact.

    Returns
    -------
    Figure
        The figure, of `ax` or a new one; notebooks show it.
    """
    return artefact(name).draw(view(comparison, name, **options), ax)


def preview(form: Form, laid_out: View, suffix: str) -> bytes:
    """Draw a view model with matplotlib, as a picture file."""
    return save(form.draw(laid_out), suffix, title=laid_out.title, alt=laid_out.alt)


def names_in(*comparisons: Comparison) -> list[str]:
    """Return the names that pictures and documents may show, those of comparates first."""
    return [name for made in comparisons for name in (*made.names, *made.scores.tasks)]


def _engine(backend: Backend, engine: str, font: str, suffix: str) -> engines.Engine | None:
    """Return the TeX engine that is to draw a picture, or None for matplotlib."""
    if backend == "matplotlib" or (suffix == "svg" and backend == "auto"):
        return None
    if suffix == "svg":
        raise UsageError('TeX draws no .svg: use `backend="matplotlib"`, or write a .pdf.')
    found = engines.find(engine, font)
    if found is None and backend == "tex":
        raise TypesetError(f"No TeX engine is installed. {engines.HOW_TO_GET_TEX}")
    return found


def _picture(name: str, source: str, suffix: str, engine: engines.Engine, width: str, trusted: bool) -> bytes:
    """Typeset one fragment and return it as PDF or PNG."""
    from comparatex.typeset.pages import compile_pages, png

    pdf = compile_pages({name: source}, TEMPLATES, engine, width=width, trusted=trusted)[name]
    return png(pdf) if suffix == "png" else pdf


def _silent(_: str) -> None:
    pass
