"""Draw the gallery: every picture by the command that stands beside it in this folder's README."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from click.testing import CliRunner
from PIL import Image

from comparatex.cli import main

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent
CLASSIFIERS = "examples/classifiers/results.csv"
TUTORIAL = "examples/friedman-tutorial/results.csv"
SOME = "'MLP,Extra trees,Random forest,RBF SVM,Gradient boosting'"

PICTURES: tuple[tuple[str, str, str], ...] = (
    ("mcm", "Multi-comparison matrix", f"comparatex mcm {CLASSIFIERS} --precision 3"),
    ("mcm-ours", "One comparate against all", f"comparatex mcm {CLASSIFIERS} --ours MLP --precision 3"),
    ("cdd", "Critical difference diagram", f"comparatex cdd {CLASSIFIERS}"),
    (
        "cdd-nemenyi",
        "The same by the Nemenyi test, with its critical difference",
        f"comparatex cdd {CLASSIFIERS} --test nemenyi --highlight MLP=#B2182B",
    ),
    ("scores", "Scores", f"comparatex table scores {TUTORIAL} --precision 3"),
    ("ranks", "Ranks", f"comparatex table ranks {TUTORIAL} --precision 3"),
    ("pairwise", "Pairwise results", f"comparatex table pairwise {TUTORIAL} --precision 3"),
    ("friedman", "Friedman test", f"comparatex table friedman {TUTORIAL}"),
    ("holm", "Holm's steps", f"comparatex table holm {TUTORIAL}"),
)
"""Name, what it is, and the command; the output option is added."""

WHITE = (255, 255, 255)
_WIDTH, _MARGIN = 1600, 40


def draw(folder: Path, names: set[str] | None = None) -> None:
    """Draw the pictures into a folder."""
    for name, _, command in PICTURES:
        if names is None or name in names:
            _run(f"{command} -o {shlex.quote(str(folder / name))}.png")


def overview(folder: Path) -> None:
    """Put the matrix above the diagram, for the project's front page."""
    pictures = [_picture(folder / f"{name}.png") for name in ("mcm", "cdd")]
    scaled = [
        picture.resize((_WIDTH, round(picture.height * _WIDTH / picture.width)), Image.Resampling.LANCZOS)
        for picture in pictures
    ]
    height = sum(picture.height for picture in scaled) + _MARGIN * (len(scaled) + 1)
    page = Image.new("RGB", (_WIDTH + 2 * _MARGIN, height), WHITE)
    top = _MARGIN
    for picture in scaled:
        page.paste(picture, (_MARGIN, top))
        top += picture.height + _MARGIN
    page.quantize(256).save(folder / "overview.png", optimize=True)


def _picture(path: Path) -> Image.Image:
    """Read a picture."""
    with Image.open(path) as picture:
        return picture.convert("RGB")


def readme() -> str:
    """Return the gallery's page."""
    parts = ["# Gallery\n\nEvery picture is drawn by the command below it; `build.py` draws them all anew.\n"]
    for name, title, command in PICTURES:
        parts.append(f"## {title}\n\n![{title}]({name}.png)\n\n```\n{command} -o {name}.png\n```\n")
    return "\n".join(parts)


def _run(command: str) -> None:
    """Run a command of the project; stop with what it says when it fails."""
    result = CliRunner().invoke(main, shlex.split(command)[1:], catch_exceptions=False)
    if result.exit_code:
        sys.exit(result.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=HERE, help="folder of the pictures")
    chosen = parser.parse_args().output
    draw(chosen)
    overview(chosen)
    (chosen / "README.md").write_text(readme(), encoding="utf-8")
