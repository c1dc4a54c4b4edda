"""The report: a folder with everything that a comparison has to show, on one measure, on several, and on groups.

Its items are laid out, their texts are rendered, and what has changed since the last build is written, drawn and
compiled. Groups and measures are reports in folders of their own; an audit is a section of the chapter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from comparatex import progress, provenance, stats
from comparatex.artefacts import Say, findings, names_in, no_plain, picture, tell_small, telling, tex_of, view
from comparatex.audits import to_json
from comparatex.errors import UsageError
from comparatex.files import TEMPLATES, digest, hashes_read, limited, locked, overwriting, whole_record, without_limits
from comparatex.inference.comparison import Comparison
from comparatex.layout.audit_section import fragile, section
from comparatex.layout.chapter import all_captions, chapter, measures, methods_paragraph, of_measure, tested_alike
from comparatex.layout.chapter_facts import Chapter, Facts
from comparatex.layout.facts import writing_of
from comparatex.layout.item import Item
from comparatex.layout.mcm_view import Mcm
from comparatex.layout.notation import printing
from comparatex.layout.number_macros import Numbers, facts_of_runs, numbers
from comparatex.layout.options import Showing
from comparatex.layout.runs import RunsOptions, computed
from comparatex.letters import MissingLetters, naming
from comparatex.names import quoted
from comparatex.page import MATRIX, Contents, page
from comparatex.provenance import GROUPS, IMAGE, MEASURES, PAGE, PDF, STAMP, Build, stamp_of, start
from comparatex.render import render
from comparatex.report_items import ARGUED, lay_out, lay_out_measures
from comparatex.report_settings import Report, prefix_of
from comparatex.settings import require_settings
from comparatex.stamps import STYLE, commented, stamped
from comparatex.text import writing
from comparatex.typeset import engines
from comparatex.typeset.pages import try_names
from comparatex.version import __version__

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit
    from comparatex.layout.tables.booktabs import Table

_ON_PAGE = 60  # comparates up to which a page has the matrix of all, which then adds three quarters of a megabyte
_PREVIEWS = ("pdf", "png", "svg")
_PAIRS = "tables/pairs.csv"
_OF_MEASURES = ("numbers.tex", "chapter.tex", "document.tex", "references.bib", "stats.json", PDF)
"""Files beside the reports of the measures."""


# ------------------------------------------------------------------------------------------------ its texts
def _contents(
    comparison: Comparison,
    items: Sequence[Item],
    settings: Report,
    groups: Sequence[Comparison] = (),
    audit: Audit | None = None,
    of_audit: Sequence[Item] = (),
) -> Contents:
    """Return the chapter with what its figures and numbers are made of; an audit and its items are a section."""
    ours, prefix, more = settings.ours[:ARGUED], settings.prefix, dict[str, Any]()
    if audit:
        about = tuple(subject.name for subject in Facts(audit.comparison).subjects(ours))
        more = {"more": (section(audit, of_audit, about),), "fragile": fragile(audit, about, prefix)}
    text = chapter(
        comparison, items, prefix=prefix, ours=ours, costs=settings.costs, cost_name=settings.cost_name, **more
    )
    others = _pages(GROUPS, [group.scores.task_group for group in groups])
    return Contents(
        settings.entitled(text), comparison, _numbers(comparison, items),
        others=others, board=_board(comparison, items, settings), matrix=_matrix(comparison, items, settings),
    )  # fmt: skip


def _numbers(comparison: Comparison, items: Sequence[Item]) -> Numbers:
    """Return the numbers of the text, with those of a table of runs where there is one."""
    macros = numbers(comparison)
    for options in (item.options for item in items if isinstance(item.options, RunsOptions)):
        runs = computed(comparison, options.ours, options.target)
        return replace(macros, facts=(*macros.facts, *facts_of_runs(comparison, runs)))
    return macros


def _board(comparison: Comparison, items: Sequence[Item], settings: Report) -> Table | None:
    """Return the leaderboard that a page begins with, where tests of all pairs give places."""
    asked = any(item.kind == "leaderboard" for item in items)
    placed = comparison.analysis.family == "all" and comparison.scores.complete.any()
    if not settings.html or asked or not placed:
        return None
    # On a screen, which scrolls, no leaderboard is too wide for its bars.
    options = {**settings.showing, **settings.own.get("leaderboard", {}), "width": "2000mm"}
    if options.get("order") == "median":  # by which there are no places
        del options["order"]
    board: Table = view(comparison, "leaderboard", templates=settings.templates, **options)
    return board


def _matrix(comparison: Comparison, items: Sequence[Item], settings: Report) -> Mcm | None:
    """Return the matrix of all comparates for a page, where the report's own shows the best."""
    names = comparison.names
    partial = any(
        item.path == MATRIX and isinstance(item.view, Mcm) and len(item.view.rows) < len(names) for item in items
    )
    if not settings.html or not partial or len(names) > _ON_PAGE:
        return None
    options = {**settings.showing, **settings.own.get("mcm", {}), "focus": (), "rows": (), "columns": ()}
    matrix: Mcm = view(comparison, "mcm", templates=settings.templates, **options)
    return matrix


def _pages(folder: str, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the names of groups or measures with the addresses of their pages."""
    addresses = (quote(f"{folder}/{name}/{PAGE}") for name in stats.folder_names(names))
    return list(zip(names, addresses, strict=True))


def _texts(
    contents: Contents,
    part: Contents,
    items: Sequence[Item],
    settings: Report,
    groups: Sequence[Comparison],
    audit: Audit | None,
) -> Iterator[tuple[str, str]]:
    """Yield the name and content of every text file of the report."""
    comparison, text = contents.comparison, contents.chapter
    yield from map(_fragment, items)
    if audit:
        yield "audit.json", to_json(audit) + "\n"
    yield _text("captions", all_captions(items), settings)
    yield _text("methods", methods_paragraph(comparison), settings)
    yield _text("numbers", contents.numbers, settings)
    if settings.part:
        yield _text("part", part.chapter, settings, "chapter")
    yield _text("chapter", text, settings)
    if text.appendix:
        yield _text("appendix", text, settings)
    yield from _document(text, comparison, settings)
    yield "stats.json", "".join(stats.json_parts(comparison, groups, elsewhere=_PAIRS)) + "\n"
    yield from ((f"tables/{name}", "".join(parts)) for name, parts in stats.csv_parts(comparison))


def _texts_of_measures(
    comparisons: Sequence[Comparison], text: Chapter, items: Sequence[Item], settings: Report
) -> Iterator[tuple[str, str]]:
    """Yield the name and content of every text file beside the reports of the measures."""
    yield from map(_fragment, items)
    yield _text("numbers", text, settings, "measures")
    yield _text("chapter", text, settings)
    yield from _document(text, comparisons[0], settings)
    yield "stats.json", stats.of_measures(comparisons, f"{MEASURES}/…/{_PAIRS}") + "\n"


def _fragment(item: Item) -> tuple[str, str]:
    """Return the name and the LaTeX of a figure or table, whose float is the chapter's."""
    return item.file, stamped(tex_of(item, "report"), item.path)


def _text(name: str, view: Any, settings: Report, template: str = "") -> tuple[str, str]:
    """Return the name and content of a text, by the template of its name or another one."""
    tex = render(
        f"{template or name}.tex.jinja", settings.templates, view=view, command="report", study=settings.study,
        home=settings.chapter_path,
    )  # fmt: skip
    return f"{name}.tex", stamped(tex, name)


def _document(text: Chapter, comparison: Comparison, settings: Report) -> Iterator[tuple[str, str]]:
    """Yield the document around a chapter, and the works that it cites."""
    document = render(
        "document.tex.jinja", settings.templates, view=text, author=settings.author, date=settings.date,
        font=settings.font, sources=_data_files(comparison, settings), version=__version__,
    )  # fmt: skip
    yield "document.tex", document
    names = ("references", "references-one-task") if comparison.scores.repeats_of else ("references",)
    yield "references.bib", "\n".join((TEMPLATES / f"{name}.bib").read_text(encoding="utf-8") for name in names)


_NAMED = 3  # files of scores up to which a document names them


def _data_files(comparison: Comparison, settings: Report) -> tuple[str, ...]:
    """Return the names of what was given as scores, or else of the files that were read; none of many."""
    given = [path.name for path in settings.sources] or [Path(name).name for name in comparison.scores.files]
    return tuple(given if len(given) <= _NAMED else ())


# ------------------------------------------------------------------------------------------------- a build
def write_report(
    comparison: Comparison | Sequence[Comparison],
    folder: str | Path,
    settings: Report | None = None,
    *,
    audit: Audit | Sequence[Audit] | None = None,
    groups: Sequence[Comparison] | Sequence[Sequence[Comparison]] = (),
    say: Say | None = None,
    force: bool = False,
    no_limits: bool = False,
    **more: Any,
) -> Path:
    """Write the whole report: every figure and table, numbers for prose, a chapter, its PDF, and a page of HTML.

    Parameters
    ----------
    comparison : Comparison or sequence of Comparison
        The statistics; or those by several measures, each of which becomes a part of the chapter and a report of
        its own under ``measures``.
    folder : str or Path
        Where the report goes. What is as before in it stays as it is.
    settings : Report, optional
        What to build.
    audit : Audit or sequence of Audit, optional
        What `audit` found; it becomes a section. Of several measures, one each.
    groups : sequence of Comparison, or of such sequences
        Results on groups of tasks; each becomes a report of its own under ``groups``. Of several measures, a
        sequence each.
    say : callable, optional
        Told what the user should know.
    force : bool
        Write over files in the folder that comparatex did not write, or that were edited since. Without it a foreign
        file stops the report, and beside an edited one the new one is written, such as ``chapter.new.tex``.
    no_limits : bool
        Let TeX run for any time and print any number of messages.
    **more
        Settings in place of those of `settings`: fields of `Report` (``pdf``, ``html``, ``engine``, ``artefacts``,
        ``own``, …), or settings that all artefacts share (``ours``, ``order``, ``precision``, ``language``, …).

    Returns
    -------
    Path
        The PDF; without it the page, or else the folder.

    Raises
    ------
    UsageError
        There is no such setting; two of several comparisons are by the same measure, or by none that has a name;
        or there are not as many audits or groups as measures.
    ComparatexError
        A file in the folder is not ours to overwrite, or cannot be written.
    TypesetError
        TeX failed; the fragments are written all the same.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import comparatex as cx
    >>> scores = cx.read({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
    >>> with TemporaryDirectory() as folder:
    ...     written = cx.write_report(cx.compare(scores), folder, pdf=False, artefacts=["cdd"], ours=["A"])
    ...     sorted(path.name for path in written.glob("figures/*"))
    ['cdd.tex']

    Settings for several reports can be kept:

    >>> kept = cx.Report(pdf=False, own={"cdd": {"best": "left"}}, showing={"precision": 2})
    >>> with TemporaryDirectory() as folder:
    ...     written = cx.write_report(cx.compare(scores), folder, kept, artefacts=["cdd"])

    Several measures make one report:

    >>> seconds = cx.read({"A": {"iris": 8.5, "wine": 9.1}, "B": {"iris": 0.4, "wine": 0.5}},
    ...                   measure_name="seconds", higher_is_better=False)
    >>> accuracy = cx.read({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}},
    ...                    measure_name="accuracy")
    >>> with TemporaryDirectory() as folder:
    ...     written = cx.write_report([cx.compare(accuracy), cx.compare(seconds)], folder, kept)
    ...     sorted(path.name for path in written.glob("measures/*"))
    ['accuracy', 'seconds']
    """
    report, audits, parts = _settings(settings or Report(), more), list[Any](), list[Any]()
    if isinstance(comparison, Comparison):
        several, audits, parts = [comparison], [audit], [groups]
    else:
        several = list(comparison)
        audits, parts = _each("audit", audit, several), _each("sequence of groups", groups, several)
    _require_names(several)
    with overwriting(force), without_limits(no_limits):
        return write_measures(
            several, Path(folder), report, audits, [part or () for part in parts], say or (lambda _: None)
        )


def _each(what: str, given: Any, several: Sequence[Comparison]) -> list[Any]:
    """Return what is given for each of several comparisons; nothing for each where nothing is given."""
    if given is None or (isinstance(given, Sequence) and not given):
        return [None] * len(several)
    if not isinstance(given, Sequence) or len(given) != len(several):
        raise UsageError(f"A report of {len(several)} measures needs a {what} for each of them, or none at all.")
    return list(given)


def _require_names(several: Sequence[Comparison]) -> None:
    """Refuse comparisons that no report could tell apart, or none, and those on one task."""
    if not several:
        raise UsageError("There is nothing to report: give at least one comparison.")
    for comparison in several:
        if comparison.scores.one_task:
            from comparatex.inference.folds import require_repeats

            require_repeats(comparison.scores)
    names = [comparison.scores.measure for comparison in several]
    if len(names) > 1 and len({*names} - {""}) < len(names):
        raise UsageError(
            "Several comparisons make one report where each is by a measure with a name of its own: read_measures "
            "gives them, or read with measure_name."
        )


def _settings(report: Report, more: dict[str, Any]) -> Report:
    """Return the settings of a report with some replaced; lists become tuples."""
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in more.items()}
    names = [field.name for field in fields(report)]
    shared = [field.name for field in fields(Showing)]
    require_settings(plain, [*names, *shared], "A report has")
    showing = {**report.showing, **{name: plain[name] for name in plain if name in shared}}
    chosen: dict[str, Any] = {"showing": showing, **{name: plain[name] for name in plain if name in names}}
    return replace(report, **chosen)


def _write(
    comparison: Comparison,
    folder: Path,
    settings: Report,
    audit: Audit | None,
    groups: Sequence[Comparison],
    say: Say,
) -> Contents:
    """Write the report on one measure, and return what it is made of, perhaps as a part of a report on several."""
    engine = engines.find(settings.engine, settings.font) if settings.pdf else None
    code = provenance.of_code(templates=settings.templates)  # before a template is read
    progress.message("Laying out figures and tables …")
    with _wording(settings, comparison, say):
        laid_out = list(lay_out(comparison, settings, audit))
        how = settings.showing, settings.own, settings.templates, settings.prefix
        of_audit = list(findings(audit, *how)) if audit else []
        items = [*laid_out, *of_audit]
        contents = part = _contents(comparison, laid_out, settings, groups, audit, of_audit)
        if settings.part:
            of_all = of_measure(contents.chapter, comparison, tested_alike=settings.tested_alike)
            part = replace(contents, chapter=of_all, measure=settings.part)
        texts = list(_texts(contents, part, items, settings, groups, audit))
    for item in items:
        tell_small(item, say)
    of_groups = stats.folder_names([group.scores.task_group for group in groups])
    with locked(folder), naming(names_in(comparison)):
        build = start(folder, say=say, code=code)
        stamp = _fill(build, texts, items, settings, engine, contents)
        _remove_parts(folder, MEASURES, ())
        _write_groups(groups, folder, settings, say)
        about = _about([comparison], settings, folder, {GROUPS: of_groups} if groups else {})
        build.finish(stamp, engine.name if engine else None, **about)
    return part


def write_measures(
    comparisons: Sequence[Comparison],
    folder: Path,
    settings: Report,
    audits: Sequence[Audit | None],
    groups: Sequence[Sequence[Comparison]],
    say: Say,
) -> Path:
    """Write the report on one measure or several and return its PDF; without it its page, or else its folder."""
    if any(given.get("plain") for given in (settings.showing, *settings.own.values(), *settings.figures)):
        raise UsageError(no_plain("report"))
    settings = settings.of_folder(folder)
    engine = engines.find(settings.engine, settings.font) if settings.pdf else None
    for comparison in comparisons:
        try_names(tuple(comparison.scores.tex_names.items()), engine)
    if len(comparisons) == 1:
        _write(comparisons[0], folder, settings, audits[0], groups[0], say)
        return settings.result(folder)
    measured = [comparison.scores.measure for comparison in comparisons]
    if (scores := comparisons[0].scores).one_task:
        raise UsageError(
            f"There is only one task, {quoted(scores.repeats_of or scores.tasks[0])}, and a report on it is by one "
            "measure: choose it with `select_measure`.",
            [{"select_measure": measure} for measure in measured],
        )
    names, alike = stats.folder_names(measured), tested_alike(comparisons)
    with locked(folder), naming(names_in(*comparisons)):
        build = start(folder, say=say, code=provenance.of_code(templates=settings.templates))
        build.write_all({}, (*_OF_MEASURES, STYLE, STAMP, *([PAGE] if settings.html else ())))
        parts = list[Contents]()
        for comparison, name, audit, of_groups in zip(comparisons, names, audits, groups, strict=True):
            progress.message(f"The measure {comparison.scores.measure} …")
            path = settings.path_of(MEASURES, name)
            of_part = replace(settings, part=name, tested_alike=alike, within=True, chapter_path=path)
            parts.append(_write(comparison, folder / MEASURES / name, of_part, audit, of_groups, say))
        with _wording(settings, comparisons[0], say, several=True):
            items = list(lay_out_measures(comparisons, settings))
            text = settings.entitled(
                measures(comparisons, names, items, settings.ours[:ARGUED], prefix=settings.prefix)
            )
            texts = list(_texts_of_measures(comparisons, text, items, settings))
        contents = Contents(text, comparisons[0], others=_pages(MEASURES, measured))
        stamp = _fill(build, texts, items, settings, engine, contents, parts)
        _remove_parts(folder, MEASURES, names)
        _remove_parts(folder, GROUPS, ())
        build.finish(stamp, engine.name if engine else None, **_about(comparisons, settings, folder, {MEASURES: names}))
    return settings.result(folder)


@contextmanager
def _wording(settings: Report, comparison: Comparison, say: Say, *, several: bool = False) -> Iterator[None]:
    """Write, within the context, texts as the settings have them; on several measures, they call none by its name."""
    showing = Showing(**settings.showing)
    how = writing_of(showing, comparison.scores, settings.templates, several=several)
    with telling(say), printing(showing), writing(how):
        yield


def _fill(
    build: Build,
    texts: Sequence[tuple[str, str]],
    items: Sequence[Item],
    settings: Report,
    engine: engines.Engine | None,
    contents: Contents,
    parts: Sequence[Contents] = (),
) -> str:
    """Write the texts of a report and what follows from them, pictures, page and PDF; return the texts' stamp."""
    compiled = [PDF, *(f"{item.path}.pdf" for item in items if item.is_figure)] if engine else []
    draws = settings.previews or (settings.previews is None and settings.pdf and engine is None)
    previews = [(f"previews/{item.name}.{suffix}", item, suffix) for item in items for suffix in _PREVIEWS if draws]
    figures = sorted((item for item in items if item.is_figure), key=lambda item: item.kind != "summary")
    images = [(IMAGE, item, "png") for item in figures[:1] if settings.html]
    drawn = [name for name, _, _ in (*previews, *images)]
    encoded = {name: text.encode("utf-8") for name, text in texts}
    encoded[STYLE] = (TEMPLATES / STYLE).read_bytes()
    stamp = stamp_of({name: digest(content) for name, content in encoded.items()})
    encoded[STAMP] = render("stamp.tex.jinja", settings.templates, stamp=stamp).encode("utf-8")
    build.write_all(encoded, [*compiled, *drawn, *([PAGE] if settings.html else [])])
    for name, item, suffix in previews:
        _draw(name, item, suffix, build)
    with suppress(MissingLetters):  # those of the page are left to whoever reads it
        for name, item, suffix in images:
            _draw(name, item, suffix, build)
    if settings.html:
        _add_page(build, stamp, settings, contents, parts)
    if engine:
        names = [part.measure for part in parts]
        _compile(items, build, engine, own_templates=bool(settings.templates), measures=names)
    elif settings.pdf:
        build.say(f"No TeX engine found, so there is no report.pdf yet. {engines.HOW_TO_GET_TEX}")
    return stamp


def _write_groups(groups: Sequence[Comparison], folder: Path, settings: Report, say: Say) -> None:
    """Write a report of every group of tasks; what an earlier build left of other groups goes."""
    names = stats.folder_names([group.scores.task_group for group in groups])
    plain = stats.folder_names([name if name.isascii() else prefix_of(name) for name in names])
    for group, name, label in zip(groups, names, plain, strict=True):
        progress.message(f"The group {group.scores.task_group} …")
        prefix = "-".join(filter(None, (settings.label_prefix, label)))
        path = settings.path_of(GROUPS, name)
        of_group = replace(settings, label_prefix=prefix, within=True, chapter_path=path)
        write_measures([group], folder / GROUPS / name, of_group, [None], [()], say)
    _remove_parts(folder, GROUPS, names)


def _remove_parts(folder: Path, kind: str, names: Sequence[str]) -> None:
    """Remove what an earlier build left of the reports of other groups or measures."""
    for other in [path.parent for path in sorted((folder / kind).glob(f"*/{provenance.MANIFEST}"))]:
        if other.name not in names and provenance.load(other):
            _remove_parts(other, GROUPS, ())
            start(other).remove_stale()
            (other / provenance.MANIFEST).unlink()


def _about(
    comparisons: Sequence[Comparison], settings: Report, folder: Path, parts: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Return, for the manifest, what was read under which settings; parts are the folders of other reports in it."""
    inputs = hashes_read([*settings.sources, *settings.read], *(each.scores.files for each in comparisons))
    searched = whole_record().folders if settings.sources else {}
    return {
        "inputs": {provenance.relative(path, folder): hash_ for path, hash_ in inputs.items()},
        "searched": {
            provenance.relative(Path(place), folder): {
                "format": wanted,
                **({"paths": pattern} if pattern else {}),
                "files": [provenance.relative(Path(name), folder) for name in names],
            }
            for (place, wanted, pattern), names in searched.items()
        },
        "options": provenance.plain(settings.options),
        "settings": provenance.plain({**comparisons[0].analysis.record(), **settings.showing, **parts}),
    }


def _draw(name: str, item: Item, suffix: str, build: Build) -> None:
    """Draw an artefact with matplotlib, unless its view model is as before."""
    recipe = digest(repr(item.view), item.options.width, build.manifest.code)
    if not build.keep_if_current(name, recipe):
        progress.message(f"Drawing {name} …")
        build.write(name, picture(item, suffix), recipe)


def _add_page(build: Build, stamp: str, settings: Report, contents: Contents, parts: Sequence[Contents]) -> None:
    """Write the page, unless it is made of what it was made of before."""
    sources = _data_files(contents.comparison, settings)
    of_parts = (provenance.load(build.folder / MEASURES / part.measure) for part in parts)
    recipe = digest(
        build.manifest.code, stamp, settings.title, settings.author, settings.date, str(settings.within), *sources,
        *(address for _, address in contents.others), *(manifest.stamp for manifest in of_parts if manifest),
    )  # fmt: skip
    if not build.keep_if_current(PAGE, recipe):
        progress.message(f"Writing {PAGE} …")
        with _wording(settings, contents.comparison, build.say, several=bool(parts)):
            content = commented(page(contents, settings, stamp, sources, parts))
        build.write(PAGE, content.encode("utf-8"), recipe)


def _compile(items: Sequence[Item], build: Build, engine: engines.Engine, **how: Any) -> None:
    """Compile the document, and all figures in one further run beside it; what is as before stays."""
    from comparatex.typeset.compile import Document, Size, ending_all
    from comparatex.typeset.pages import compile_pages

    document = Document.of(build, "document.tex", **how)
    code = digest(build.manifest.code, engine.name, engine.font)
    recipe = digest(code, document.digest)
    style = digest((TEMPLATES / STYLE).read_bytes())
    figures = {item.name: item.file for item in items if item.is_figure}
    recipes = {name: digest(code, style, digest(document.files[path])) for name, path in figures.items()}
    stale = [name for name in figures if not build.keep_if_current(f"figures/{name}.pdf", recipes[name])]
    sources = {name: document.files[figures[name]].decode("utf-8", errors="replace") for name in stale}
    any_size, sizes = not limited(), dict[str, Size]()

    def compiled_figures() -> dict[str, bytes]:
        with without_limits(any_size):  # which a thread does not know of its own
            return compile_pages(sources, engine, trusted=document.trusted, sizes=sizes)

    def sizes_of_figures() -> dict[str, Size]:
        wait([pages])  # an error in it comes after one of the document
        return {figures[name]: size for name, size in sizes.items()}

    with ThreadPoolExecutor(max_workers=2) as workers, ending_all(workers):
        pages = workers.submit(compiled_figures)
        if not build.keep_if_current(PDF, recipe):
            progress.message(f"Compiling the report with {engine.name} …")
            build.write(PDF, document.pdf(engine, sizes_of_figures), recipe)
        pdfs = pages.result()
    for name in stale:
        build.write(f"figures/{name}.pdf", pdfs[name], recipes[name])
