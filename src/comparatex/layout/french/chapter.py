"""French of the chapter's running text, the methods paragraph and the summary."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Benchmark results": "Résultats du banc d’essai",
    " and ": " et ",
    " to ": " à ",
    "Figure": "figure",
    "Figures": "figures",
    "Table": "tableau",
    "Tables": "tableaux",
}
