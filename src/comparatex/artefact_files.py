"""One artefact as LaTeX, as a picture, or as a table in another format: laid out, rendered, and written to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from comparatex import table_files
from comparatex.artefacts import Artefact, Item, artefact, checked, comparison_of, item_of, settings_of, view
from comparatex.errors import TypesetError, UsageError
from comparatex.files import overwriting, require_place, without_limits, write_bytes
from comparatex.inference.comparison import Comparison
from comparatex.layout.options import Showing
from comparatex.layout.tables.booktabs import Table
from comparatex.layout.widths import room
from comparatex.letters import naming
from comparatex.stamps import between_marks, commented, of_data, require_ours, sealed, stamped, write_own, write_style
from comparatex.text import lacking, writing
from comparatex.typeset import engines

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit

Backend = Literal["auto", "tex", "matplotlib"]
Say = Callable[[str], None]
_SAID = 6.0  # points: most journals ask for type of this height at least


def latex(
    comparison: Comparison | Audit,
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
    comparison : Comparison
        The statistics.
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
    >>> [line for line in cx.latex(comparison, "cdd").splitlines() if line.startswith(r"\cddclique")]
    ['\\cddclique{1}{2}{1}']
    """
    tell = say or _silent
    with telling(tell):
        item = item_of(artefact(name), comparison, settings_of(name, options), templates)
    tell_small(item, tell)
    return _fragment(item, comparison, sources)


def _tex(item: Item) -> str:
    """Return the LaTeX of an artefact outside any report, as a whole float where that is asked for."""
    form = item.form
    with writing(item.options.language):
        return item.latex(form.name if form.folder == "figures" else f"table {form.name}", alone=True)


def _fragment(item: Item, source: Comparison | Audit, sources: Sequence[Path]) -> str:
    """Return the LaTeX of an artefact with its stamp."""
    return stamped(_tex(item), item.name, of_data(sources, comparison_of(source).scores.files) or "-")


def tell_small(item: Item, say: Say) -> None:
    """Say what to do where the type of an artefact is too small to be read."""
    least = item.view.least_type
    if least < _SAID:
        say(
            f"The smallest type of {item.name} is only about {least:.1f} pt high: show "
            "fewer comparates, with `top` or `include`, shorten names, or use `landscape`."
        )


@contextmanager
def telling(say: Say | None) -> Iterator[None]:
    """Say afterwards which texts the language lacks."""
    with lacking() as notes:
        yield
    for note in notes:
        (say or _silent)(f"Note: {note}")


def write(
    comparison: Comparison | Audit,
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
    comparison : Comparison or Audit
        The statistics, or what an audit of them found.
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
    path, tell = Path(path), say or _silent
    form, settings, suffix = artefact(name), settings_of(name, options), path.suffix.lower().lstrip(".")
    with overwriting(force), without_limits(no_limits):
        require_writable(form, settings, path, backend, engine, font)
        with telling(tell):
            item = item_of(form, comparison, settings, templates)
        tell_small(item, tell)
        if suffix == "tex":
            write_own(path, _fragment(item, comparison, sources).encode("utf-8"))
            write_style(path.parent, tell)
            return path
        if suffix in WRITERS:
            content = WRITERS[suffix](cast(Table, item.view), settings.language, templates)
            tasks = comparison_of(comparison).scores.tasks
            return write_own(path, content, ours=_like(content, tasks) if suffix == "csv" else None)
        chosen = _engine(backend, engine, font, suffix)
        with naming(names_in(comparison_of(comparison))):
            write_own(path, _typeset(item, suffix, chosen) if chosen else item.picture(suffix))
    tell(f"{path} drawn with {chosen.name if chosen else 'matplotlib'}.")
    return path


def require_writable(form: Artefact, settings: Showing, path: Path, backend: Backend, engine: str, font: str) -> None:
    """Refuse, before anything is computed, what `write` could not do with any comparison."""
    checked(settings)
    suffix = path.suffix.lower().lstrip(".")
    suffixes = [f".{kind}" for kind in ("tex", *_PICTURES, *(WRITERS if form.folder == "tables" else ()))]
    if suffix not in WRITERS and path.suffix.lower() not in suffixes:
        raise UsageError(
            f"{path} ends with none of {', '.join(suffixes[:-1])} and {suffixes[-1]}, so its format is unknown."
        )
    if suffix in WRITERS and form.folder != "tables":
        raise UsageError(f"{form.name} is a figure, and only tables can be .{suffix}: write a .svg.")
    if suffix in _PICTURES:
        _engine(backend, engine, font, suffix)
    require_place(path)
    if suffix != "csv":  # which has no room for a stamp
        require_ours(path)


def _like(content: bytes, tasks: Sequence[str]) -> Callable[[bytes], bool]:
    """Return whether a CSV file, which has no room for a stamp, is one of ours: one with the same headings.

    Where comparates come or go, it has the same first heading, and the same line that sums up all tasks at the end.
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
WRITERS: Mapping[str, Callable[[Table, str, Sequence[Path]], bytes]] = {
    "md": lambda table, _, templates: commented(table_files.markdown(table, templates)).encode(),
    "html": lambda table, *how: commented(table_files.page(table, *how), ".html").encode(),
    "typ": lambda table, _, templates: commented(table_files.typst(table, templates), ".typ").encode(),
    "docx": lambda table, *how: sealed(table_files.word(table, *how)),
    "csv": lambda table, *_: table_files.data(table).encode(),
}
"""What makes files of tables, by suffix, from the view model, the language and the folders of the user's templates."""


def put_into(path: Path, comparison: Comparison, name: str, **options: Any) -> Path:
    """Replace what a Markdown file has between the lines that mark its place by a table."""
    table = table_files.markdown(view(comparison, name, **options))
    changed = between_marks(path, table)  # of what it holds now, because somebody may have edited it meanwhile
    return path if changed == path.read_bytes() else write_bytes(path, changed)


def require_marks(path: Path) -> None:
    """Refuse, before anything is computed, a file that `put_into` could put nothing into; it raises the same errors."""
    between_marks(path, "")
    require_place(path)


def names_in(*comparisons: Comparison) -> list[str]:
    """Return the names that pictures and documents may show, those of comparates first."""
    return [name for comparison in comparisons for name in (*comparison.names, *comparison.scores.tasks)]


def _engine(backend: Backend, engine: str, font: str, suffix: str) -> engines.Engine | None:
    """Return the TeX engine that is to draw a picture, or None for matplotlib."""
    if backend == "matplotlib" or (suffix == "svg" and backend == "auto"):
        return None
    if suffix == "svg":
        raise UsageError('TeX draws no .svg: use `backend="matplotlib"`, or write a .pdf.')
    chosen = engines.find(engine, font)
    if chosen is None and backend == "tex":
        raise TypesetError(f"No TeX engine is installed. {engines.HOW_TO_GET_TEX}")
    return chosen


def _typeset(item: Item, suffix: str, engine: engines.Engine) -> bytes:
    """Typeset an artefact, upright and without its float, as PDF or PNG."""
    from comparatex.typeset.pages import compile_pages, png

    width = room(item.options.width, landscape=item.options.landscape).name
    source = _tex(replace(item, float="", options=replace(item.options, landscape=False)))
    pdf = compile_pages({item.name: source}, engine, width=width, trusted=not item.templates)[item.name]
    return png(pdf) if suffix == "png" else pdf


def _silent(_: str) -> None:
    pass
