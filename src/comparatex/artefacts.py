"""The artefacts, a table: for each its layout, template and preview. The only place that joins the stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from comparatex.errors import TypesetError, UsageError
from comparatex.files import write_bytes, write_text
from comparatex.inference.comparison import Comparison
from comparatex.layout.cdd import diagram as cdd
from comparatex.layout.context import in_context
from comparatex.layout.facts import writing_of
from comparatex.layout.mcm import matrix as mcm
from comparatex.layout.plots import (
    boxes,
    forest,
    heatmap,
    pareto,
    posterior,
    posterior_matrix,
    profile,
    scatter,
    sequence,
)
from comparatex.layout.showing import Showing
from comparatex.layout.table import Table
from comparatex.layout.tables import (
    ablation,
    comparates,
    control,
    conventions,
    critical,
    effects,
    friedman,
    holm,
    intervals,
    pairs,
    pairwise,
    proportions,
    ranks,
    repeats,
    study,
    verdicts,
)
from comparatex.layout.tables import scores as score_table
from comparatex.places import TEMPLATES
from comparatex.preview import boxes as boxes_preview
from comparatex.preview import cdd as cdd_preview
from comparatex.preview import forest as forest_preview
from comparatex.preview import heatmap as heatmap_preview
from comparatex.preview import mcm as mcm_preview
from comparatex.preview import pareto as pareto_preview
from comparatex.preview import posterior as posterior_preview
from comparatex.preview import posterior_matrix as posterior_matrix_preview
from comparatex.preview import profile as profile_preview
from comparatex.preview import scatter as scatter_preview
from comparatex.preview import sequence as sequence_preview
from comparatex.preview import table as table_preview
from comparatex.preview.save import save
from comparatex.provenance import stamped
from comparatex.render.environment import render
from comparatex.render.escape import untypesettable
from comparatex.spoken import speaking
from comparatex.text import writing
from comparatex.typeset import engines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Backend = Literal["auto", "tex", "matplotlib"]
Say = Callable[[str], None]
STYLE = "comparatex.sty"


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


@dataclass(frozen=True)
class Artefact:
    """One artefact in all its layers."""

    name: str
    folder: Literal["figures", "tables"]
    template: str
    lay_out: Callable[[Comparison, Any], Any]
    options: type[Showing]
    preview: Callable[..., Figure]

    def view(self, comparison: Comparison, options: Showing) -> Any:
        """Lay it out; the caption names the group of tasks where the results are of one."""
        with writing(writing_of(options, comparison.scores.measure)):
            laid_out = in_context(self.lay_out(comparison, options), comparison)
        if options.long is not None and isinstance(laid_out, Table):
            return replace(laid_out, long=options.long)
        return laid_out


ARTEFACTS: Mapping[str, Artefact] = {
    artefact.name: artefact
    for artefact in (
        Artefact("mcm", "figures", "mcm.tex.jinja", mcm.mcm, mcm.McmOptions, mcm_preview.draw),
        Artefact("cdd", "figures", "cdd.tex.jinja", cdd.cdd, cdd.CddOptions, cdd_preview.draw),
        *(
            Artefact(name, "figures", f"{name}.tex.jinja", lay_out, settings, draw)
            for name, lay_out, settings, draw in (
                ("scatter", scatter.scatter, scatter.ScatterOptions, scatter_preview.draw),
                ("heatmap", heatmap.heatmap, heatmap.HeatmapOptions, heatmap_preview.draw),
                ("forest", forest.forest, forest.ForestOptions, forest_preview.draw),
                ("boxes", boxes.boxes, boxes.BoxesOptions, boxes_preview.draw),
                ("profile", profile.profile, profile.ProfileOptions, profile_preview.draw),
                ("posterior", posterior.posterior, posterior.TriangleOptions, posterior_preview.draw),
                ("sequence", sequence.sequence, sequence.SequenceOptions, sequence_preview.draw),
                ("pareto", pareto.pareto, pareto.ParetoOptions, pareto_preview.draw),
                (
                    "posterior-matrix",
                    posterior_matrix.posterior_matrix,
                    posterior_matrix.PosteriorMatrixOptions,
                    posterior_matrix_preview.draw,
                ),
            )
        ),
        *(
            Artefact(name, "tables", "table.tex.jinja", lay_out, settings, table_preview.draw)
            for name, lay_out, settings in (
                ("scores", comparates.scores, score_table.ScoresOptions),
                ("ranks", comparates.ranks, ranks.RanksOptions),
                ("pairwise", pairs.pairwise, pairwise.PairwiseOptions),
                ("friedman", study.friedman, friedman.FriedmanOptions),
                ("holm", pairs.holm, holm.HolmOptions),
                ("intervals", pairs.intervals, intervals.IntervalsOptions),
                ("effects", pairs.effects, effects.EffectsOptions),
                ("control", comparates.control, control.ControlOptions),
                ("verdicts", comparates.verdicts, verdicts.VerdictsOptions),
                ("ablation", comparates.ablation, ablation.AblationOptions),
                ("critical", study.critical, critical.CriticalOptions),
                ("repeats", comparates.repeats, repeats.RepeatsOptions),
                ("conventions", study.conventions, conventions.ConventionsOptions),
                ("proportions", study.proportions, proportions.ProportionsOptions),
            )
        ),
    )
}


_UPRIGHT, _TURNED = "16cm", "20.4cm"
"""Width of what a picture shows: that of a page's text, and of a page on its side less the room of a caption."""


def artefact(name: str) -> Artefact:
    """Return an artefact by its name; raise `UsageError` when there is none."""
    if name not in ARTEFACTS:
        raise UsageError(f"No artefact is called {name!r}; there are {', '.join(ARTEFACTS)}.")
    return ARTEFACTS[name]


def option_values(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the given values that are settings of an artefact; None is none."""
    known = {field.name for field in fields(artefact(name).options)}
    chosen = {key: value for key, value in given.items() if key in known and value is not None}
    if "highlight" in chosen:
        chosen["highlight"] = dict(chosen["highlight"])
    return chosen


def view(comparison: Comparison, name: str, **options: Any) -> Any:
    """Lay an artefact out.

    Raises
    ------
    UsageError
        An option does not exist, or names an unknown comparate.
    """
    kind = artefact(name)
    unknown = options.keys() - {field.name for field in fields(kind.options)}
    if unknown:
        raise UsageError(f"{name} has no option {sorted(unknown)[0]!r}.")
    return kind.view(comparison, kind.options(**options))


def fragment(comparison: Comparison, name: str, *, templates: Sequence[Path] = (), **options: Any) -> str:
    r"""Return an artefact as a LaTeX fragment, to be used with ``\input``."""
    return stamped(_rendered(name, view(comparison, name, **options), templates, options))


def _rendered(name: str, laid_out: View, templates: Sequence[Path], options: Mapping[str, Any]) -> str:
    """Return the LaTeX of an artefact."""
    with speaking(options.get("language", Showing.language)):
        turned = options.get("landscape", False)
        return render(artefact(name).template, templates, view=laid_out, landscape=turned)


def write(
    comparison: Comparison,
    name: str,
    path: str | Path,
    *,
    backend: Backend = "auto",
    engine: str = "auto",
    templates: Sequence[Path] = (),
    say: Say | None = None,
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
        ``.tex`` writes the fragment, ``comparatex.sty`` beside it; ``.pdf``, ``.png``, ``.svg`` a picture.
    backend : {"auto", "tex", "matplotlib"}
        What draws a picture; ``auto`` is TeX for PDF and PNG when an engine is installed, else matplotlib.
    engine : str
        The TeX engine.
    templates : sequence of Path
        Folders of templates that come before the built-in ones.
    say : callable, optional
        Told in a sentence which backend drew the picture.
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
    TypesetError
        TeX failed, or cannot typeset a name.

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
    if suffix not in ("tex", "pdf", "png", "svg"):
        raise UsageError(f"{path} ends with none of .tex, .pdf, .png and .svg, so its format is unknown.")
    laid_out = view(comparison, name, **options)
    if suffix == "tex":
        write_text(path, stamped(_rendered(name, laid_out, templates, options)))
        write_bytes(path.with_name(STYLE), (TEMPLATES / STYLE).read_bytes())
        return path
    chosen = _engine(backend, engine, suffix)
    if chosen:
        refuse_scripts(comparison, chosen)
        source = _rendered(name, laid_out, templates, {**options, "landscape": False})
        width = _TURNED if options.get("landscape") else _UPRIGHT
        picture = _picture(name, source, suffix, chosen, width)
    else:
        picture = preview(name, laid_out, suffix)
    write_bytes(path, picture)
    (say or _silent)(f"{path} drawn with {chosen.name if chosen else 'matplotlib'}.")
    return path


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
    return artefact(name).preview(view(comparison, name, **options), ax)


def preview(name: str, laid_out: View, suffix: str) -> bytes:
    """Draw a view model with matplotlib."""
    return save(artefact(name).preview(laid_out), suffix, title=laid_out.title, alt=laid_out.alt)


def refuse_scripts(comparison: Comparison, engine: engines.Engine) -> None:
    """Refuse names in scripts that pdfLaTeX has no letters for, before anything is written."""
    if "pdf" not in engine.name:
        return
    for name in (*comparison.names, *comparison.scores.tasks):
        missing = untypesettable(name)
        if missing:
            raise TypesetError(
                f"{engine.name} has no letters for {missing} in the name {name}: give it an alias "
                f"under [names] in comparatex.toml, or use --engine lualatex."
            )


def _engine(backend: Backend, engine: str, suffix: str) -> engines.Engine | None:
    """Return the TeX engine that is to draw a picture, or None for matplotlib."""
    if backend == "matplotlib" or (suffix == "svg" and backend == "auto"):
        return None
    if suffix == "svg":
        raise UsageError("TeX draws no .svg: use --backend matplotlib, or write a .pdf.")
    found = engines.find(engine)
    if found is None and backend == "tex":
        raise TypesetError(f"No TeX engine is installed. {engines.HOW_TO_GET_TEX}")
    return found


def _picture(name: str, source: str, suffix: str, engine: engines.Engine, width: str) -> bytes:
    """Typeset one fragment and return it as PDF or PNG."""
    from comparatex.typeset.pages import compile_pages
    from comparatex.typeset.pictures import png

    pdf = compile_pages({name: source}, TEMPLATES, engine, width=width)[name]
    return png(pdf) if suffix == "png" else pdf


def _silent(_: str) -> None:
    """Say nothing."""
