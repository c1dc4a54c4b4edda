"""The audit, its pictures and the report as one call each, with names and paths as a script has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comparatex.inference.audit.audit import Audit, AuditSettings
from comparatex.inference.audit.audit import audit as audited
from comparatex.inference.comparison import Comparison
from comparatex.layout.showing import positions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.report_settings import Report

Say = Callable[[str], None]


def audit(
    comparison: Comparison, *, core: Sequence[str] = (), baseline: Sequence[str] = (), **settings: Any
) -> Audit:
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
    >>> found = cx.audit(cx.compare(table), core=["A", "B"], added=None)
    >>> found.patterns.n_sets, found.patterns.exhaustive, [swap.reversible for swap in found.rank_swaps]
    (2, True, [False, False, True])
    """
    chosen = AuditSettings(
        core=positions(comparison, tuple(core)), baseline=positions(comparison, tuple(baseline)), **settings
    )
    return audited(comparison, chosen)


def draw(found: Comparison | Audit, name: str, *, ax: Axes | None = None, **options: Any) -> Figure:
    """Draw an artefact, or what an audit found, with matplotlib.

    Parameters
    ----------
    found : Comparison or Audit
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
    from comparatex.errors import UsageError
    from comparatex.forms import FINDINGS
    from comparatex.layout.audit.section import Findings, views

    if name not in FINDINGS:
        return artefacts.draw(found.comparison if isinstance(found, Audit) else found, name, ax=ax, **options)
    audited = audit(found, **options) if isinstance(found, Comparison) else found
    shown = dict(views(Findings.of(audited)))
    if name not in shown:
        raise UsageError(f"The audit found nothing to draw as {name}.")
    return FINDINGS[name].preview(shown[name], ax)


def write_report(
    comparison: Comparison,
    folder: str | Path,
    settings: Report | None = None,
    *,
    audit: Audit | None = None,
    groups: Sequence[Comparison] = (),
    say: Say = lambda _: None,
    **more: Any,
) -> Path:
    """Write the whole report: every figure and table, numbers for prose, a chapter, and its PDF.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    folder : str or Path
        Where the report goes. What is as before in it stays as it is.
    settings : Report, optional
        What to build.
    audit : Audit, optional
        What `audit` found; it becomes a section.
    groups : sequence of Comparison
        Results on groups of tasks; each becomes a report of its own under ``groups``.
    say : callable
        Told what the user should know.
    **more
        Settings in place of those of `settings`: fields of `Report` (``pdf``, ``engine``, ``artefacts``,
        ``own``, …), or settings that all artefacts share (``ours``, ``order``, ``precision``, ``language``, …).

    Returns
    -------
    Path
        The PDF, or the folder when nothing was compiled.

    Raises
    ------
    UsageError
        There is no such setting.
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
    """
    from comparatex.report import write_report as write
    from comparatex.report_settings import Report

    report = _settings(settings or Report(), more)
    return write(comparison, Path(folder), report, audit=audit, groups=groups, say=say)


def _settings(report: Report, more: dict[str, Any]) -> Report:
    """Return the settings of a report with some replaced; lists become tuples."""
    from dataclasses import fields, replace

    from comparatex.errors import UsageError
    from comparatex.layout.showing import Showing

    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in more.items()}
    own = {field.name for field in fields(report)}
    shared = {field.name for field in fields(Showing)}
    unknown = sorted(plain.keys() - own - shared)
    if unknown:
        raise UsageError(f"A report has no setting {unknown[0]!r}.")
    showing = {**report.showing, **{name: plain[name] for name in plain if name in shared}}
    chosen: dict[str, Any] = {"showing": showing, **{name: plain[name] for name in plain if name in own}}
    return replace(report, **chosen)
