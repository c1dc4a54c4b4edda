"""The table of artefacts, which joins the stages: for each its settings, layout, template and preview."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from comparatex import registry
from comparatex.drawing import table as table_picture
from comparatex.drawing.output import lettering, save
from comparatex.errors import NothingToShow, UsageError
from comparatex.figures.common.pictures import fit
from comparatex.inference.analysis import AuditSettings
from comparatex.inference.comparison import Comparison
from comparatex.layout import selection
from comparatex.layout.audit_section import SHOWN
from comparatex.layout.chapter_facts import Piece
from comparatex.layout.facts import writing_of
from comparatex.layout.options import Showing
from comparatex.layout.tables.booktabs import Table
from comparatex.layout.widths import room
from comparatex.names import hint, quoted
from comparatex.registry import Folder, Source
from comparatex.render import UNSAFE, render
from comparatex.settings import require_settings
from comparatex.text import writing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.audit.audit import Audit


class View(Protocol):
    """What every view model has: words about itself."""

    title: str  # what it is
    caption: str  # what it shows, and under which convention
    alt: str  # the result, in a sentence for people who cannot see it
    least_type: float  # points: about the smallest type on a line of 16 cm of a document of 10 pt


@dataclass(frozen=True, kw_only=True)
class Artefact:
    """An artefact in all its layers."""

    name: str
    folder: Folder  # where a report has it
    template: str  # what makes it LaTeX
    options: type[Showing]  # its settings
    lay_out: Callable[[Any, Any], Any]  # what makes its view model, from what it shows and its settings
    preview: Callable[[Any, Axes | None], Figure]  # what draws its view model
    of: Source = "comparison"  # what it shows: a comparison, or what an audit of it found

    def view(self, source: Comparison | Audit, options: Showing, templates: Sequence[Path] = ()) -> View:
        """Lay it out, its texts in the language and words of its settings; a comparison is audited where need be."""
        if options.float.startswith("sideways"):
            options = replace(options, landscape=True)
        comparison = comparison_of(source)
        shown = audited(source) if self.of == "audit" else comparison
        with writing(writing_of(options, comparison.scores, templates)):
            laid_out: Any = self.lay_out(shown, selection.chosen(comparison, options))
            laid_out = replace(laid_out, **_captions(laid_out, comparison, options))
        if isinstance(laid_out, Table) and (options.float or options.long is not None):
            laid_out = replace(laid_out, long=bool(options.long) and not options.float)
        view: View = laid_out
        return view

    def draw(self, view: View, ax: Axes | None = None, width: str = "page") -> Figure:
        """Draw a view model of this artefact with matplotlib."""
        with lettering(repr(view)):
            figure = self.preview(view, ax)
        if ax is None and width != "page" and figure.get_layout_engine():
            fit(figure, room(width).width)
        return figure


@dataclass(frozen=True)
class Item(Piece):
    """A figure or table that is laid out: what the chapter shows, and what its files are made by."""

    options: Showing = field(default_factory=Showing)
    templates: Sequence[Path] = ()

    @property
    def form(self) -> Artefact:
        """What lays it out and draws it."""
        return artefact(self.kind)

    @property
    def file(self) -> str:
        """File of the fragment inside a report."""
        return f"{self.path}.tex"

    def latex(self, command: str, *, alone: bool = False) -> str:
        """Return its LaTeX; alone, as a whole float where that is asked for."""
        return render(
            self.form.template,
            self.templates,
            view=self.view,
            command=command,
            landscape=self.options.landscape and not self.sideways,  # a float that does turns what it holds
            float=self if alone and self.float else None,
        )

    def picture(self, suffix: str) -> bytes:
        """Draw it with matplotlib, as a picture file."""
        figure = self.form.draw(self.view, None, self.options.width)
        return save(figure, suffix, title=self.view.title, alt=self.view.alt)


def comparison_of(source: Comparison | Audit) -> Comparison:
    """Return a comparison, or the one that was audited."""
    return source if isinstance(source, Comparison) else source.comparison


def audited(source: Comparison | Audit, settings: AuditSettings = AuditSettings()) -> Audit:
    """Return an audit, or that of a comparison."""
    from comparatex.inference.audit.audit import audit

    return audit(source, settings) if isinstance(source, Comparison) else source


def _captions(laid_out: Any, comparison: Comparison, options: Showing) -> dict[str, str]:
    """Return the captions of a view model as they were asked for; what is left out is said at their ends."""
    captions = {name: getattr(laid_out, name) for name in ("caption", "page_caption") if hasattr(laid_out, name)}
    if options.caption != "auto":
        return dict.fromkeys(captions, options.caption)
    return {name: selection.caption(comparison, options, caption) for name, caption in captions.items()}


def _declared(name: str, folder: Folder) -> Artefact:
    """Return the row of a figure or table by what its module declares."""
    declared = registry.declaration(name)
    return Artefact(
        name=name,
        folder=folder,
        template=f"{name if folder == 'figures' else 'table'}.tex.jinja",
        preview=registry.module(name).draw if folder == "figures" else table_picture.draw,
        options=declared.options,
        lay_out=declared.lay_out,
        of=declared.of,
    )


_EVERY: Mapping[str, Artefact] = {
    name: _declared(name, folder) for folder in ("figures", "tables") for name in registry.names(folder)
}
ARTEFACTS: Mapping[str, Artefact] = {name: form for name, form in _EVERY.items() if form.of == "comparison"}
"""The artefacts of a comparison, by name."""
FINDINGS: Mapping[str, Artefact] = {name: form for name, form in _EVERY.items() if form.of == "audit"}
"""The artefacts of an audit, by name."""


def artefact(name: str) -> Artefact:
    """Return an artefact by its name; raise `UsageError` when there is none."""
    if name not in _EVERY:
        raise UsageError(f"No artefact is called {name!r}{hint(name, tuple(_EVERY))}")
    return _EVERY[name]


def settings_of(name: str, options: Mapping[str, Any]) -> Showing:
    """Return the settings of an artefact."""
    kind = artefact(name)
    require_settings(options, [item.name for item in fields(kind.options)], f"{name} has")
    return checked(kind.options(**options))


def view(source: Comparison | Audit, name: str, *, templates: Sequence[Path] = (), **options: Any) -> Any:
    """Lay an artefact out."""
    return item_of(artefact(name), source, settings_of(name, options), templates).view


def item_of(
    form: Artefact, source: Comparison | Audit, settings: Showing, templates: Sequence[Path], **about: str
) -> Item:
    """Lay an artefact out, unless it were larger than any page."""
    registry.require_room(form.name, settings, len(comparison_of(source).names))
    return shown(form, form.view(source, settings, templates), settings, templates, **about)


def shown(
    form: Artefact, view: Any, options: Showing, templates: Sequence[Path] = (), name: str = "", prefix: str = ""
) -> Item:
    """Return a view model with the name of its file, by default that of its kind, and a prefix before its label."""
    named = ""
    if not hasattr(view, "label"):
        named = options.label and f"{prefix}{options.label}"
    elif view.label:
        view = replace(view, label=f"{prefix}{view.label}")
    path = f"{form.folder}/{name or form.name}"
    return Item(form.name, name or form.name, path, view, prefix, options.float, named, options, templates)


def findings(
    audit: Audit,
    settings: Mapping[str, Any] = MappingProxyType({}),
    own: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    templates: Sequence[Path] = (),
    prefix: str = "",
) -> Iterator[Item]:
    """Yield the artefacts of an audit that show something, with settings of all figures and tables, and their own."""
    for form in map(artefact, SHOWN):
        with suppress(NothingToShow):
            options = checked(form.options(**{**settings, **own.get(form.name, {})}))
            yield item_of(form, audit, options, templates, prefix=prefix)


def checked(settings: Showing) -> Showing:
    """Return settings whose float, caption and label can be had."""
    if UNSAFE.search(settings.label):
        raise UsageError(f"The `label` {quoted(settings.label)} would be TeX: leave out its \\, {{, }}, %, #, ~ and ^.")
    if settings.float and settings.long:
        raise UsageError("A table that is in a `float` does not break across pages: leave out `float` or `long`.")
    return settings


def draw(source: Comparison | Audit, name: str, *, ax: Axes | None = None, **options: Any) -> Figure:
    """Draw an artefact with matplotlib, from the view model that its fragment is made of."""
    return artefact(name).draw(view(source, name, **options), ax, options.get("width", "page"))
