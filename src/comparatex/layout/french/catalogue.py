"""All sentences in French, from the catalogues of the parts of the document.

Catalogues are written with plain spaces; those before high punctuation and within guillemets are bound here.
"""

from __future__ import annotations

from collections.abc import Mapping

from comparatex.layout.french import (
    audit,
    audit_figures,
    boxes,
    cdd,
    chapter,
    chapter_limits,
    chapter_methods,
    chapter_ranks,
    conventions,
    forest,
    heatmap,
    mcm,
    numbers,
    pair_tables,
    pareto,
    posterior,
    profile,
    prose,
    results,
    scatter,
    sequence,
    statistics,
    tables,
    words,
)
from comparatex.layout.french.grammar import bound

SENTENCES: Mapping[str, str] = {
    english: bound(french)
    for part in (
        audit,
        audit_figures,
        boxes,
        cdd,
        chapter,
        chapter_limits,
        chapter_methods,
        chapter_ranks,
        conventions,
        forest,
        heatmap,
        mcm,
        numbers,
        pair_tables,
        pareto,
        posterior,
        profile,
        prose,
        results,
        scatter,
        sequence,
        statistics,
        tables,
        words,
    )
    for english, french in part.SENTENCES.items()
}  # fmt: skip
