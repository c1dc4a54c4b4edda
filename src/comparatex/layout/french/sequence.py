"""French of bars that pass over a comparate."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Where a bar is thin and has a hollow mark, it passes over a comparate that is not a member.": (
        "Là où une barre est fine et porte une marque creuse, elle passe au-dessus d’une méthode qui n’en fait pas "
        "partie."
    ),
}
