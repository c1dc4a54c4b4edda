"""Pictures of what authors change, beside the page on restyling; ``python docs/_ext/restyled.py`` draws the old ones.

In the page, ``<!-- restyled: NAME of FRAGMENT -->`` stands above a block of LaTeX, which changes the fragment that
follows it, and ``![…](restyling/NAME.png)`` below it. A picture has the digest of its block, which a test compares.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from PIL.PngImagePlugin import PngInfo

import comparatex as cx
from comparatex.typeset.engines import find
from comparatex.typeset.pages import compile_pages, png

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "guides" / "restyling.md"
FOLDER = PAGE.parent / "restyling"
LARGEST = 20_000  # bytes of a picture
_BLOCK = re.compile(
    r"^<!-- restyled: (\S+) of (\S+) -->\n```latex\n(.*?)```\n(?:\n!\[[^]]*\]\((.*?)\)\n)?", re.M | re.S
)
_RESULTS = ROOT / "examples" / "friedman-tutorial" / "results.csv"
_DPI, _COLOURS, _WIDTH = 100, 24, "11cm"


class Change(NamedTuple):
    """A block of the page."""

    name: str
    fragment: str
    code: str
    picture: str  # its path in the page; empty where a picture would show nothing

    @property
    def digest(self) -> str:
        """The digest of what a picture shows."""
        return hashlib.sha256(f"{self.fragment}\n{self.code}".encode()).hexdigest()[:16]

    def document(self, fragments: Mapping[str, str]) -> str:
        """Return a document's body in which the change holds for its fragment alone."""
        return f"{{{self.code}{fragments[self.fragment]}}}" if self.fragment in fragments else self.code


def changes() -> list[Change]:
    """Return the blocks of the page, in order."""
    return [Change(*block) for block in _BLOCK.findall(PAGE.read_text("utf-8"))]


def fragments() -> dict[str, str]:
    """Return the fragments that are changed, by name."""
    comparison = cx.compare(cx.read(_RESULTS))
    values = {
        name: {task: {str(k): score + k / 100 for k in range(3)} for task, score in of.items()}
        for name, of in {"ours": {"A": 0.81, "B": 0.74, "C": 0.66}, "theirs": {"A": 0.78, "B": 0.75, "C": 0.61}}.items()
    }
    rows = [
        {"task": task, "comparate": name, "repeat": k, "score": round(score * (1 + 0.3 * (k == "1")) / 1.3, 3)}
        for name, of in values.items()
        for task, scores in of.items()
        for k, score in scores.items()
    ]
    import pandas as pd

    table = pd.read_csv(_RESULTS, index_col=0)
    long_named = cx.compare(cx.read(table.rename(columns=lambda name: f"{name} with random kernels")))
    repeated = cx.compare(cx.read(pd.DataFrame(rows), repeat="repeat"))
    usual = {"ours": ["weasel"], "width": _WIDTH}
    return {
        "scores": cx.latex(comparison, "scores", max_rows=4, highlight={"boss": "#0072B2"}, **usual),
        "standing": cx.latex(long_named, "scores", max_rows=3, width=_WIDTH),
        "repeated": cx.latex(repeated, "scores", width=_WIDTH),
        "pairwise": cx.latex(comparison, "pairwise", max_rows=4, **usual),
        "verdicts": cx.latex(comparison, "verdicts", control="weasel", **usual),
        "leaderboard": cx.latex(comparison, "leaderboard", width=_WIDTH),
        "mcm": cx.latex(comparison, "mcm", include=["weasel", "rocket", "catch22"], fragile=0.9, **usual),
        "cdd": cx.latex(comparison, "cdd", highlight={"boss": "#0072B2"}, **usual),
        "forest": cx.latex(comparison, "forest", **usual),
        "profile": cx.latex(comparison, "profile", include=["rocket", "weasel", "catch22"], **usual),
        "scatter": cx.latex(comparison, "scatter", x="rocket", y="weasel", **usual),
        "boxes": cx.latex(comparison, "boxes", include=["rocket", "weasel", "catch22"], **usual),
    }


def digest_in(picture: Path) -> str:
    """Return the digest that a picture has; nothing of another file, or of none."""
    if not picture.is_file():
        return ""
    with Image.open(picture) as image:
        return str(image.info.get("restyled", ""))


def draw() -> None:
    """Draw the pictures that are old, and remove those that nothing names."""
    shown = {PAGE.parent / change.picture: change for change in changes() if change.picture}
    for path in {*FOLDER.glob("*.png")} - shown.keys():
        path.unlink()
    old = {path: change for path, change in shown.items() if digest_in(path) != change.digest}
    made, engine = fragments(), find("pdflatex")
    assert engine
    pages = compile_pages({change.name: change.document(made) for change in old.values()}, engine, width=_WIDTH)
    FOLDER.mkdir(exist_ok=True)
    for path, change in old.items():
        about = PngInfo()
        about.add_text("restyled", change.digest)
        with Image.open(io.BytesIO(png(pages[change.name], _DPI))) as image:
            image.quantize(_COLOURS).save(path, "PNG", optimize=True, pnginfo=about)


if __name__ == "__main__":
    draw()
