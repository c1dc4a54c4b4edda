"""Draw the gallery: every picture by the command that stands beside it in this folder's README."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from PIL import Image

from comparatex.cli import main

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent
CLASSIFIERS = "examples/classifiers/results.csv"
TUTORIAL = "examples/friedman-tutorial/results.csv"

_NOISY = "Noisy=IrisNoisyLabels,WineNoiseFeatures,BreastCancerNoisyLabels,DigitsNoisyPixels,CirclesNoisy,MoonsNoisy"
PICTURES: tuple[tuple[str, str, str], ...] = (
    ("mcm", "Multi-comparison matrix", f"comparatex mcm {CLASSIFIERS} --precision 3"),
    ("mcm-ours", "One comparate against all", f"comparatex mcm {CLASSIFIERS} --focus MLP --precision 3"),
    ("cdd", "Critical difference diagram", f"comparatex cdd {CLASSIFIERS}"),
    (
        "cdd-nemenyi",
        "The same by the Nemenyi test, with its critical difference",
        f"comparatex cdd {CLASSIFIERS} --test nemenyi --highlight MLP=#B2182B",
    ),
    (
        "cdd-rows",
        "The diagram by rows",
        f"comparatex cdd {CLASSIFIERS} --form rows --intervals --ours MLP",
    ),
    ("cdd-intervals", "With bootstrap intervals of mean ranks", f"comparatex cdd {CLASSIFIERS} --intervals"),
    ("scatter", "Two comparates task by task", f"comparatex scatter {CLASSIFIERS} --ours MLP"),
    ("forest", "How much better than each other one", f"comparatex forest {CLASSIFIERS} --ours MLP"),
    ("heatmap", "Which pairs differ", f"comparatex heatmap {CLASSIFIERS}"),
    ("boxes", "Distributions of ranks", f"comparatex boxes {CLASSIFIERS} --of ranks --order rank"),
    ("profile", "Performance profile", f"comparatex profile {CLASSIFIERS}"),
    (
        "posterior",
        "Bayesian posterior of a pair",
        f"comparatex posterior {CLASSIFIERS} --row MLP --column 'RBF SVM'",
    ),
    ("posterior-matrix", "Bayesian probabilities of all pairs", f"comparatex posterior-matrix {CLASSIFIERS}"),
    (
        "sequence",
        "Mean ranks on groups of tasks",
        f"comparatex sequence {CLASSIFIERS} --subset {_NOISY}",
    ),
    (
        "pareto",
        "Scores against costs",
        f"comparatex pareto {CLASSIFIERS} --costs examples/classifiers/costs.csv --cost-name 'training time (s)'",
    ),
    ("scores", "Scores", f"comparatex table scores {TUTORIAL} --precision 3"),
    ("ranks", "Ranks", f"comparatex table ranks {TUTORIAL} --precision 3"),
    ("pairwise", "Pairwise results", f"comparatex table pairwise {TUTORIAL} --precision 3"),
    ("friedman", "Friedman test", f"comparatex table friedman {TUTORIAL}"),
    ("holm", "Holm's steps", f"comparatex table holm {TUTORIAL}"),
    (
        "intervals",
        "Differences, means and mean ranks with intervals",
        f"comparatex table intervals {TUTORIAL}",
    ),
    ("effects", "Effect sizes", f"comparatex table effects {TUTORIAL}"),
    ("control", "All against a control", f"comparatex table control {TUTORIAL} --control rocket"),
    ("verdicts", "Verdicts on rivals", f"comparatex table verdicts {CLASSIFIERS} --ours 'Gradient boosting'"),
    (
        "ablation",
        "A forest, and less of it",
        f"comparatex table ablation {CLASSIFIERS} --include 'Random forest,Extra trees,Decision tree' "
        "--full 'Random forest'",
    ),
    ("critical", "Critical values", f"comparatex table critical {TUTORIAL}"),
    ("repeats", "Repeats", f"comparatex table repeats {CLASSIFIERS} --only 'MLP,Random forest,RBF SVM,LDA'"),
    ("conventions", "Conventions and where they disagree", f"comparatex table conventions {TUTORIAL}"),
    (
        "proportions",
        "Two comparates by the sizes of test sets",
        f"comparatex table proportions {CLASSIFIERS} --sizes examples/classifiers/sizes.csv --row MLP --column LDA",
    ),
    ("items", "The same items", f"comparatex table items {TUTORIAL}"),
    ("leaderboard", "A leaderboard", f"comparatex leaderboard {CLASSIFIERS}"),
    ("cdd-french", "In French", f"comparatex cdd {TUTORIAL} --language fr"),
)
"""Name, what it is, and the command; the output option is added."""

AUDIT = f"comparatex audit {CLASSIFIERS} --core 'MLP,Extra trees,Gradient boosting,AdaBoost'"
FINDINGS = (
    ("audit-swap", "A swap of mean ranks, by removing a third comparate"),
    ("audit-patterns", "Patterns of significance, by who else is compared"),
)
SIUNITX = (
    "intervals-siunitx",
    "Intervals, their numbers set by siunitx",
    f"comparatex table intervals {TUTORIAL} --precision 3",
)
SETUP = r"\usepackage[locale=DE]{siunitx}\usepackage{comparatex}\comparatexsetup{siunitx, listmark=;}"
"""The preamble of the document that shows it."""
REPORT = f"comparatex report {CLASSIFIERS} --audit"

WHITE = (255, 255, 255)
_WIDTH, _MARGIN = 1600, 40
_PAGES, _PAGE_SCALE = 8, 0.9


def draw(folder: Path, names: set[str] | None = None) -> None:
    """Draw the pictures into a folder."""
    for name, _, command in PICTURES:
        if names is None or name in names:
            _run(f"{command} --force -o {shlex.quote(str(folder / name))}.png")


def siunitx(folder: Path) -> None:
    """Draw a table in a document that has siunitx set its numbers."""
    from comparatex.files import TEMPLATES
    from comparatex.typeset import engines
    from comparatex.typeset.pages import compile_pages, png

    name, _, command = SIUNITX
    with TemporaryDirectory() as work:
        shutil.copy(TEMPLATES / "comparatex.sty", Path(work) / "plain.sty")
        (Path(work) / "comparatex.sty").write_text(
            SETUP.replace(r"\usepackage{comparatex}", "\\input{plain.sty}")
        )
        engine = engines.find("pdflatex") or sys.exit("pdflatex is not installed.")
        pages = compile_pages({name: _run(f"{command} -o -")}, Path(work), engine)
    (folder / f"{name}.png").write_bytes(png(pages[name]))


def audit(folder: Path) -> None:
    """Draw what an audit finds."""
    with TemporaryDirectory() as work:
        _run(f"{AUDIT} -o {shlex.quote(work)} --no-pdf")
        for name, _ in FINDINGS:
            shutil.copy(Path(work) / "previews" / f"{name}.png", folder)


def report(folder: Path) -> None:
    """Build the report, and put small pictures of its first pages on one."""
    import pypdfium2

    with TemporaryDirectory() as work:
        _run(f"{REPORT} -o {shlex.quote(work)}")
        shutil.copy(Path(work) / "report.pdf", folder)
    with pypdfium2.PdfDocument(folder / "report.pdf") as pdf:
        pages = [pdf[i].render(scale=_PAGE_SCALE).to_pil().convert("RGB") for i in range(_PAGES)]
    width, height = pages[0].size
    sheet = Image.new("RGB", (_PAGES // 2 * (width + 8) + 8, 2 * (height + 8) + 8), (128, 128, 128))
    for i, page in enumerate(pages):
        row, column = divmod(i, _PAGES // 2)
        sheet.paste(page, (8 + column * (width + 8), 8 + row * (height + 8)))
    sheet.quantize(128).save(folder / "report.png", optimize=True)


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
    parts = [
        "# Gallery\n\nEvery picture is drawn by the command below it; `build.py` draws them all again.\n"
    ]
    for name, title, command in PICTURES:
        parts.append(f"## {title}\n\n![{title}]({name}.png)\n\n```\n{command} -o {name}.png\n```\n")
    name, title, command = SIUNITX
    parts.append(f"## {title}\n\n![{title}]({name}.png)\n\n```\n{command} -o {name}.tex\n```\n")
    parts.append(f"in a document with\n\n```latex\n{SETUP}\n```\n")
    for name, title in FINDINGS:
        parts.append(f"## {title}\n\n![{title}]({name}.png)\n\n```\n{AUDIT} -o audit\n```\n")
    parts.append(
        f"## The report\n\n[![Pages of the report](report.png)](report.pdf)\n\n```\n{REPORT} -o report\n```\n"
    )
    return "\n".join(parts)


def _run(command: str) -> str:
    """Run a command of the project and return its output; stop with what it says when it fails."""
    result = CliRunner().invoke(main, shlex.split(command)[1:], catch_exceptions=False)
    if result.exit_code:
        sys.exit(result.stderr)
    return result.stdout


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=HERE, help="folder of the pictures")
    chosen = parser.parse_args().output
    draw(chosen)
    siunitx(chosen)
    overview(chosen)
    audit(chosen)
    report(chosen)
    (chosen / "README.md").write_text(readme(), encoding="utf-8")
