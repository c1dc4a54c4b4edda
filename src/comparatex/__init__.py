"""Benchmark results to LaTeX: matrices, diagrams, tables, numbers and a chapter, from one table of scores.

Examples
--------
>>> import comparatex as cx
>>> scores = cx.read({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
>>> comparison = cx.compare(scores, cx.Analysis(alpha=0.01))
>>> comparison.names
('A', 'B')
"""

from __future__ import annotations

from typing import Any

from comparatex import errors as errors
from comparatex.version import __version__ as __version__

_HOMES = {
    "Analysis": "comparatex.inference.analysis",
    "ComparatexError": "comparatex.errors",
    "Comparison": "comparatex.inference.comparison",
    "Config": "comparatex.cli.config",
    "Reading": "comparatex.data.reading",
    "Report": "comparatex.report_settings",
    "Scores": "comparatex.data.scores",
    "analysis_of": "comparatex.inference.convention_verdicts",
    "audit": "comparatex.artefacts",
    "compare": "comparatex.inference.compare",
    "compare_items": "comparatex.inference.items",
    "draw": "comparatex.artefacts",
    "latex": "comparatex.artefacts",
    "leaderboard": "comparatex.inference.leaderboard",
    "plan": "comparatex.inference.plan",
    "read": "comparatex.data.read",
    "read_config": "comparatex.cli.config",
    "read_measures": "comparatex.data.read",
    "table": "comparatex.artefacts",
    "write": "comparatex.artefacts",
    "write_report": "comparatex.report",
}
"""The module of each public name; what type checkers and editors know of them is in ``__init__.pyi``."""
__all__ = sorted((*_HOMES, "errors"))


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: start-up is most of a short run."""
    if name not in _HOMES:
        raise AttributeError(f"module 'comparatex' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Name what there is, for completion in notebooks."""
    return ["__version__", *__all__]
