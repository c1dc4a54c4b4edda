"""All sentences in French, from the catalogues of the parts of the document."""

from __future__ import annotations

from collections.abc import Mapping

from comparatex.layout.french import chapter

SENTENCES: Mapping[str, str] = {**chapter.SENTENCES}
