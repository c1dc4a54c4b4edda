"""The report: a folder with everything that one comparison has to show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from comparatex import provenance, stats
from comparatex.artefacts import artefact, refuse_scripts
from comparatex.files import TEMPLATES
from comparatex.findings import FINDINGS
from comparatex.incremental import Build, start, take_ownership
from comparatex.inference.comparison import Comparison
from comparatex.layout import extracts
from comparatex.layout.cdd import diagram as cdd
from comparatex.layout.chapter.chapter import chapter, of_measure
from comparatex.layout.chapter.view import Section
from comparatex.layout.mcm import matrix as mcm
from comparatex.layout.plots.posterior import TriangleOptions
from comparatex.layout.plots.posterior_matrix import PosteriorMatrixOptions
from comparatex.layout.plots.scatter import ScatterOptions
from comparatex.layout.prose.numbers import numbers
from comparatex.layout.showing import Showing
from comparatex.layout.tables.report import report_options as table_options
from comparatex.layout.tables.verdicts import VerdictsOptions
from comparatex.provenance import GROUPS, MEASURES, PDF, stamped
from comparatex.render.environment import render
from comparatex.report_build import Laid, Say, finish
from comparatex.report_settings import Report
from comparatex.spoken import speaking
from comparatex.typeset import engines
from comparatex.version import __version__

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit

ARGUED = 3
"""Comparates of ours up to which each has a scatter and verdicts."""
_TRIPLES = 16
"""Comparates up to which a report shows the Bayesian probabilities of all pairs."""


@dataclass(frozen=True)
class _Findings:
    """What an audit adds to the report: artefacts, a section, JSON; nothing without one."""

    laid: tuple[Laid, ...] = ()
    sections: tuple[Section, ...] = ()
    json: str = ""

    @classmethod
    def of(cls, audit: Audit, prefix: str) -> _Findings:
        """Lay an audit out."""
        from comparatex.audits import to_json
        from comparatex.layout.audit.section import Findings, section, views

        findings = Findings.of(audit)
        laid = tuple(
            Laid(name, name, view, FINDINGS[name]).labelled(prefix) for name, view in views(findings)
        )
        return cls(laid, (section(findings, [item.piece for item in laid]),), to_json(audit) + "\n")


def write_report(
    comparison: Comparison,
    folder: Path,
    settings: Report = Report(),
    *,
    audit: Audit | None = None,
    groups: Sequence[Comparison] = (),
    say: Say = lambda _: None,
    progress: Say = lambda _: None,
) -> Path:
    """Write the whole report and return its PDF, or its folder when nothing was compiled.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    folder : Path
        Where the report goes; files of an earlier report are replaced or, unless changed, removed.
    settings : Report
        What to build.
    audit : Audit, optional
        What an audit of the comparison found; it becomes a section of the chapter.
    groups : sequence of Comparison
        Results on each group of tasks; each becomes a report in a folder of its own under ``groups``.
    say, progress : callable
        Told what the user should know, and what is going on.

    Raises
    ------
    TypesetError
        TeX failed; the fragments are written all the same.
    """
    engine = engines.find(settings.engine) if settings.pdf else None
    if engine:
        refuse_scripts(comparison, engine)
    build = start(folder)
    progress("Laying out figures and tables …")
    with speaking(settings.showing.get("language", Showing.language)):
        laid = list(_lay_out(comparison, settings))
        findings = _Findings.of(audit, settings.prefix) if audit else _Findings()
        texts = list(_texts(comparison, laid, findings, settings, groups))
    take_ownership(folder, [*(name for name, _ in texts), PDF])
    for name, text in texts:
        build.write_if_changed(name, text.encode("utf-8"))
    stamp = finish(build, [*laid, *findings.laid], settings, engine, say, progress)
    sweep_parts(folder, MEASURES, ())
    _write_groups(groups, folder, settings, say, progress)
    of_groups = stats.folder_names([group.scores.task_group for group in groups])
    provenance.save(
        folder, manifest(comparison, settings, build, stamp, engine, {GROUPS: of_groups} if groups else {})
    )
    return folder / PDF if PDF in build.outputs else folder


def _write_groups(
    groups: Sequence[Comparison], folder: Path, settings: Report, say: Say, progress: Say
) -> None:
    """Write a report of every group of tasks; what an earlier build left of other groups goes."""
    names = stats.folder_names([group.scores.task_group for group in groups])
    for group, name in zip(groups, names, strict=True):
        progress(f"The group {group.scores.task_group} …")
        write_report(group, folder / GROUPS / name, settings, say=say, progress=progress)
    sweep_parts(folder, GROUPS, names)


def sweep_parts(folder: Path, kind: str, names: Sequence[str]) -> None:
    """Remove what an earlier build left of the reports of other groups or measures."""
    for other in parts_of(folder, kind):
        if other.name not in names:
            sweep_parts(other, GROUPS, ())
            start(other).remove_stale()
            (other / provenance.MANIFEST).unlink()


def parts_of(folder: Path, kind: str) -> list[Path]:
    """Return the folders of the reports of groups, or of measures, that a report has."""
    return [path.parent for path in sorted((folder / kind).glob(f"*/{provenance.MANIFEST}"))]


def _lay_out(comparison: Comparison, settings: Report) -> Iterator[Laid]:
    """Yield everything that the report shows, in the order of the chapter."""
    usual = _usual(comparison, settings)
    chosen = [found for kind in settings.artefacts for found in _of_kind(kind, usual)] or usual
    for kind, name, options in chosen:
        made, own = artefact(kind), settings.own.get(kind, {})
        options = replace(options, **{**settings.showing, **own})
        laid = Laid(name, kind, made.view(comparison, options), made, landscape=options.landscape)
        yield laid.labelled(settings.prefix)


def _of_kind(kind: str, usual: list[tuple[str, str, Showing]]) -> list[tuple[str, str, Showing]]:
    """Return the artefacts of a kind as the report has them but for the appendix, or one with its defaults."""
    return [found for found in usual if found[0] == kind and found[1] != "ranks-by-task"] or [
        (kind, kind, artefact(kind).options())
    ]


def _usual(comparison: Comparison, settings: Report) -> list[tuple[str, str, Showing]]:
    """Return what suits the table: kind, name and settings."""
    ours = settings.ours
    return [
        *(("mcm", name, options) for name, options in mcm.report_options(comparison, ours)),
        *_of_ours(comparison, settings),
        *(("cdd", name, options) for name, options in cdd.report_options(comparison, ours)),
        *_posteriors(comparison, ours),
        *table_options(comparison, ours),
    ]


def _of_ours(comparison: Comparison, settings: Report) -> Iterator[tuple[str, str, Showing]]:
    """Yield scatters and verdicts: of ours, each against the best of the others; of none, the best two."""
    ours = settings.ours
    for k, name in enumerate(ours[:ARGUED] or [""], 1):
        yield "scatter", _numbered("scatter", k), ScatterOptions(ours=ours, y=name)
    for k, name in enumerate(ours[:ARGUED] if len(comparison.names) > 1 else (), 1):
        label = _numbered(VerdictsOptions.label, k)
        yield "verdicts", _numbered("verdicts", k), VerdictsOptions(
            ours=ours, control=name, costs=settings.costs, cost_name=settings.cost_name, label=label
        )  # fmt: skip


def _numbered(name: str, k: int) -> str:
    """Return a name, with its number from the second on."""
    return f"{name}-{k}" if k > 1 else name


def _posteriors(comparison: Comparison, ours: tuple[str, ...]) -> list[tuple[str, str, Showing]]:
    """Return what shows the Bayesian test, where it was made."""
    if not comparison.analysis.bayes:
        return []
    names = comparison.names
    best = () if len(names) <= _TRIPLES else tuple(dict.fromkeys((*ours, *names[:_TRIPLES])))
    return [
        ("posterior", "posterior", TriangleOptions(ours=ours)),
        ("posterior-matrix", "posterior-matrix", PosteriorMatrixOptions(ours=ours, include=best)),
    ]


def _texts(
    comparison: Comparison,
    laid: list[Laid],
    findings: _Findings,
    settings: Report,
    groups: Sequence[Comparison] = (),
) -> Iterator[tuple[str, str]]:
    """Yield the name and content of every text file of the report."""
    for item in (*laid, *findings.laid):
        form, turned = item.form, item.landscape
        yield item.path, stamped(render(form.template, settings.templates, view=item.view, landscape=turned))
    if findings.json:
        yield "audit.json", findings.json
    for_prose = numbers(comparison, settings.showing.get("precision", Showing.precision))
    captions = extracts.captions([item.piece for item in (*laid, *findings.laid)])
    yield "captions.tex", stamped(render("captions.tex.jinja", settings.templates, view=captions))
    methods = extracts.methods(comparison)
    yield "methods.tex", stamped(render("methods.tex.jinja", settings.templates, view=methods))
    yield "numbers.tex", stamped(render("numbers.tex.jinja", settings.templates, view=for_prose))
    text = chapter(
        comparison, [item.piece for item in laid], findings.sections, prefix=settings.prefix,
        ours=settings.ours[:ARGUED], costs=settings.costs, cost_name=settings.cost_name,
    )  # fmt: skip
    if settings.part:
        of_all = of_measure(text, comparison, tested_alike=settings.tested_alike)
        yield "part.tex", stamped(render("chapter.tex.jinja", settings.templates, view=of_all))
    yield "chapter.tex", stamped(render("chapter.tex.jinja", settings.templates, view=text))
    if text.appendix:
        yield "appendix.tex", stamped(render("appendix.tex.jinja", settings.templates, view=text))
    yield "document.tex", render("document.tex.jinja", settings.templates, view=text)
    yield "references.bib", (TEMPLATES / "references.bib").read_text(encoding="utf-8")
    yield "stats.json", stats.to_json(comparison, groups) + "\n"
    for name, table in stats.to_csv(comparison).items():
        yield f"tables/{name}", table


def manifest(
    comparison: Comparison,
    settings: Report,
    build: Build,
    stamp: str,
    engine: engines.Engine | None,
    parts: Mapping[str, Sequence[str]],
) -> provenance.Manifest:
    """Return what was made from what, under which settings; parts are the folders of other reports in it."""
    inputs = {provenance.relative(path, build.folder): provenance.of_file(path) for path in settings.sources}
    return provenance.Manifest(
        inputs={name: made for name, made in inputs.items() if made},
        outputs=dict(sorted(build.outputs.items())),
        recipes=dict(sorted(build.recipes.items())),
        options=provenance.plain(settings.options),
        settings=provenance.plain({**asdict(comparison.analysis), **settings.showing, **parts}),
        code=provenance.of_code(templates=settings.templates),
        engine=engine.name if engine else None,
        stamp=stamp,
        versions={"comparatex": __version__, **provenance.versions()},
    )
