"""Benchmark results to LaTeX: matrices, diagrams, tables, numbers and a chapter, from one table of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comparatex.artefacts import draw, write
    from comparatex.data.read import read
    from comparatex.data.scores import Scores
    from comparatex.inference.analysis import Analysis
    from comparatex.inference.compare import compare
    from comparatex.inference.comparison import Comparison

__version__ = "0.1.0"

__all__ = ["Analysis", "Comparison", "Scores", "compare", "draw", "read", "write"]

_HOMES = {
    "Analysis": "comparatex.inference.analysis",
    "Comparison": "comparatex.inference.comparison",
    "Scores": "comparatex.data.scores",
    "compare": "comparatex.inference.compare",
    "draw": "comparatex.artefacts",
    "read": "comparatex.data.read",
    "write": "comparatex.artefacts",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: start-up is most of a short run."""
    if name not in _HOMES:
        raise AttributeError(f"module 'comparatex' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
