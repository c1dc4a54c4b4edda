"""French of what tables and other parts both say."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Row": "Ligne",
    "Column": "Colonne",
    "p-value": "Valeur p",
    "Scores": "Scores",
    "Cohen's d": "d de Cohen",
    "differ": "différentes",
    "{n} of {size}": "{n} des {size}",
}
