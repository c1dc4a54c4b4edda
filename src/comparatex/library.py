"""The audit, its pictures and the report as one call each, with names and paths as a script has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comparatex.errors import UsageError
from comparatex.files import overwriting, without_limits
from comparatex.inference.analysis import AuditSettings
from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.audit import audit as audited
from comparatex.inference.comparison import Comparison
from comparatex.layout.options import Showing
from comparatex.layout.selection import positions
from comparatex.layout.tables.booktabs import Table
from comparatex.report_settings import Report
from comparatex.settings import require_settings
from comparatex.table_files import markdown, notebook
from comparatex.text import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Say = Callable[[str], None]


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
    chosen = AuditSettings(
        core=positions(comparison, tuple(core)), baseline=positions(comparison, tuple(baseline)), **settings
    )
    return audited(comparison, chosen)


@dataclass(frozen=True)
class ShownTable:
    """A table as notebooks display it; as a text it is Markdown.

    Parameters
    ----------
    table : Table
        The view model.
    language : str
        Code of the language of its texts.
    """

    table: Table
    language: str = "en"

    def __repr__(self) -> str:
        lines = sum(len(part.lines) for part in self.table.parts if not part.repeated)
        return f"<Table: {self.table.title}, {counted(lines, 'line')}>"

    def __str__(self) -> str:
        return markdown(self.table)

    def _repr_html_(self) -> str:
        return notebook(self.table, self.language)


def table(comparison: Comparison, name: str, **options: Any) -> ShownTable:
    """Return a table: a notebook displays it, and ``print`` prints it as Markdown.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
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
    """
    from comparatex.artefacts import artefact, settings_of, view

    if artefact(name).folder != "tables":
        raise UsageError(f"{name} is a figure, which cx.draw shows.")
    return ShownTable(view(comparison, name, **options), settings_of(name, options).language)


def draw(comparison: Comparison | Audit, name: str, *, ax: Axes | None = None, **options: Any) -> Figure:
    """Draw an artefact, or what an audit found, with matplotlib.

    Parameters
    ----------
    comparison : Comparison or Audit
        The statistics, or what `audit` found.
    name : str
        The artefact: ``mcm``, ``cdd``, ``scores``, …; or of an audit ``audit-swap``, ``audit-weakened``,
        ``audit-patterns`` or ``audit-robustness``.
    ax : Axes, optional
        Where to draw: type and lines are scaled to it. Without it there is a new figure, as large as needed.
    **options
        Settings of the artefact; those of `audit`, when a comparison is to be audited first.

    Returns
    -------
    Figure
        The figure, of `ax` or a new one; notebooks show it.

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
    from comparatex import artefacts

    if artefacts.artefact(name).of == "audit" and isinstance(comparison, Comparison):
        asked = {field.name for field in fields(AuditSettings)} & options.keys()
        comparison = audit(comparison, **{key: options.pop(key) for key in sorted(asked)})
    return artefacts.draw(comparison, name, ax=ax, **options)


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
    from comparatex.report import write_measures

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
    """Refuse comparisons that no report could tell apart, or none."""
    if not several:
        raise UsageError("There is nothing to report: give at least one comparison.")
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
