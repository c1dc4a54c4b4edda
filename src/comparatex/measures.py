"""The report on several measures: one of each in a folder of its own, and a chapter that holds them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from comparatex import provenance, stats
from comparatex.artefacts import artefact, refuse_scripts
from comparatex.files import TEMPLATES
from comparatex.incremental import start, take_ownership
from comparatex.inference.comparison import Comparison
from comparatex.layout.chapter.chapter import measures, ranked, tested_alike
from comparatex.layout.plots.sequence import SequenceOptions
from comparatex.layout.showing import Showing
from comparatex.provenance import GROUPS, MEASURES, PDF, stamped
from comparatex.render.environment import render
from comparatex.report import ARGUED, manifest, sweep_parts, write_report
from comparatex.report_build import Laid, Say, finish
from comparatex.report_settings import Report
from comparatex.spoken import speaking
from comparatex.typeset import engines

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit

_NAMES = ("numbers.tex", "chapter.tex", "document.tex", "references.bib", "stats.json", PDF)
"""Files beside the reports of the measures."""


def write_measures(
    comparisons: Sequence[Comparison],
    folder: Path,
    settings: Report,
    *,
    audits: Sequence[Audit | None] = (),
    groups: Sequence[Sequence[Comparison]] = (),
    say: Say = lambda _: None,
    progress: Say = lambda _: None,
) -> Path:
    """Write the report on several measures and return its PDF, or its folder when nothing was compiled.

    Parameters
    ----------
    comparisons : sequence of Comparison
        One for each measure; their measures have names.
    folder : Path
        Where the report goes; that of a measure is a report in ``measures``.
    settings : Report
        What to build.
    audits, groups : sequence
        What `write_report` takes of these, for each measure; nothing when empty.
    say, progress : callable
        Told what the user should know, and what is going on.
    """
    engine = engines.find(settings.engine) if settings.pdf else None
    names = stats.folder_names([comparison.scores.measure for comparison in comparisons])
    for comparison in comparisons:
        if engine:
            refuse_scripts(comparison, engine)
    take_ownership(folder, _NAMES)
    alike = tested_alike(comparisons)
    for k, (comparison, name) in enumerate(zip(comparisons, names, strict=True)):
        progress(f"The measure {comparison.scores.measure} …")
        write_report(
            comparison, folder / MEASURES / name, replace(settings, part=name, tested_alike=alike),
            audit=audits[k] if audits else None, groups=groups[k] if groups else (), say=say, progress=progress,
        )  # fmt: skip
    build = start(folder)
    with speaking(settings.showing.get("language", Showing.language)):
        laid = list(_sequence(comparisons, settings))
        for path, text in _texts(comparisons, names, laid, settings):
            build.write_if_changed(path, text.encode("utf-8"))
    stamp = finish(build, laid, settings, engine, say, progress)
    sweep_parts(folder, MEASURES, names)
    sweep_parts(folder, GROUPS, ())
    made = manifest(comparisons[0], settings, build, stamp, engine, {MEASURES: names})
    provenance.save(folder, made)
    return folder / PDF if PDF in build.outputs else folder


def _sequence(comparisons: Sequence[Comparison], settings: Report) -> Iterator[Laid]:
    """Yield the diagrams of all measures on one axis, where there can be any."""
    if ranked(comparisons):
        made = artefact("sequence")
        parts = tuple((comparison.scores.measure, comparison) for comparison in comparisons)
        options = replace(SequenceOptions(parts=parts), **settings.showing)
        yield Laid("sequence", "sequence", made.view(comparisons[0], options), made)


def _texts(
    comparisons: Sequence[Comparison], names: Sequence[str], laid: Sequence[Laid], settings: Report
) -> Iterator[tuple[str, str]]:
    """Yield the name and content of every text file beside the reports of the measures."""
    for item in laid:
        yield item.path, stamped(render(item.form.template, settings.templates, view=item.view))
    text = measures(comparisons, names, [item.piece for item in laid], settings.ours[:ARGUED])
    yield "numbers.tex", stamped(render("measures.tex.jinja", settings.templates, view=text))
    yield "chapter.tex", stamped(render("chapter.tex.jinja", settings.templates, view=text))
    yield "document.tex", render("document.tex.jinja", settings.templates, view=text)
    yield "references.bib", (TEMPLATES / "references.bib").read_text(encoding="utf-8")
    yield "stats.json", stats.of_measures(comparisons) + "\n"
