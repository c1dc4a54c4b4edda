"""The gallery: what comparatex draws, each picture by the command below it.

Figures are pictures that TeX has set, in ``docs/pictures``; each has the digest of its fragment, which a test compares.
Tables are drawn with matplotlib when the site is built. ``python docs/_ext/gallery.py`` draws the old ones of the
former again, and ``docs/reading.png``, the first of the README.
"""

from __future__ import annotations

import hashlib
import html
import io
import shlex
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from click.testing import CliRunner
from PIL import Image
from PIL.PngImagePlugin import PngInfo

import comparatex
from comparatex import artefacts
from comparatex.cli import main
from comparatex.typeset.engines import find
from comparatex.typeset.pages import compile_pages, png

ROOT = Path(__file__).resolve().parents[2]
READING = ROOT / "docs" / "reading.png"
PICTURED = ROOT / "docs" / "pictures"
LARGEST = 80_000  # bytes of a picture
_DPI, _COLOURS = (150, 110, 80), 64
FOLDER = "gallery"
"""Where the pictures are, beside the pages."""
CLASSIFIERS = "examples/classifiers/results.csv"
TUTORIAL = "examples/friedman-tutorial/results.csv"
_NOISY = "Noisy=IrisNoisyLabels,WineNoiseFeatures,BreastCancerNoisyLabels,DigitsNoisyPixels,CirclesNoisy,MoonsNoisy"


class Picture(NamedTuple):
    """A picture: the name of its file, what it shows, and the command that draws it."""

    name: str
    title: str
    command: str


SECTIONS: dict[str, tuple[Picture, ...]] = {
    "All pairs": (
        Picture("mcm", "Multi-comparison matrix", f"comparatex mcm {CLASSIFIERS} --precision 3"),
        Picture(
            "mcm-ours",
            "One method against all others",
            f"comparatex mcm {CLASSIFIERS} --focus MLP --precision 3",
        ),
        Picture("heatmap", "Which pairs differ", f"comparatex mcm --form map {CLASSIFIERS}"),
    ),
    "Critical difference diagrams": (
        Picture("cdd", "Groups as columns", f"comparatex cdd {CLASSIFIERS}"),
        Picture("cdd-classic", "Groups as bars below an axis", f"comparatex cdd {TUTORIAL}"),
        Picture(
            "cdd-nemenyi",
            "By the Nemenyi test, with its critical difference",
            f"comparatex cdd {CLASSIFIERS} --test nemenyi --highlight MLP=#B2182B",
        ),
        Picture("cdd-bands", "Groups as bands", f"comparatex cdd {CLASSIFIERS} --form bands --intervals --ours MLP"),
        Picture(
            "cdd-intervals",
            "With bootstrap intervals of mean ranks",
            f"comparatex cdd {CLASSIFIERS} --intervals",
        ),
        Picture("cdd-french", "In French", f"comparatex cdd {TUTORIAL} --language fr"),
    ),
    "One method, or a pair": (
        Picture("scatter", "Two methods, data set by data set", f"comparatex scatter {CLASSIFIERS} --ours MLP"),
        Picture(
            "summary",
            "One method against all others at a glance",
            f"comparatex summary {CLASSIFIERS} --ours MLP --rope 0.01",
        ),
        Picture("forest", "How much better than each other one", f"comparatex forest {CLASSIFIERS} --ours MLP"),
        Picture(
            "posterior",
            "Bayesian posterior of a pair",
            f"comparatex posterior {CLASSIFIERS} --row MLP --column 'RBF SVM'",
        ),
    ),
    "Distributions, groups and costs": (
        Picture("boxes", "Distributions of ranks", f"comparatex boxes {CLASSIFIERS} --of ranks --order rank"),
        Picture(
            "run-intervals",
            "Metrics of runs",
            f"comparatex boxes --form runs {CLASSIFIERS} --only 'MLP,Random forest,RBF SVM,LDA'",
        ),
        Picture("profile", "Performance profile", f"comparatex profile {CLASSIFIERS} --ours MLP"),
        Picture(
            "sequence",
            "Mean ranks on groups of data sets",
            f"comparatex cdd --by group {CLASSIFIERS} --subset {_NOISY}",
        ),
        Picture(
            "pareto",
            "Scores against costs",
            f"comparatex pareto {CLASSIFIERS} --costs examples/classifiers/costs.csv --cost-name 'training time (s)'",
        ),
        Picture("plan", "Power for a stated difference", f"comparatex plan {CLASSIFIERS} --effect 0.02 --ours MLP"),
    ),
    "Tables of scores": (
        Picture("scores", "Scores", f"comparatex table scores {TUTORIAL} --precision 3"),
        Picture(
            "measures",
            "Summaries by measure",
            f"comparatex table measures {CLASSIFIERS} --summary mean,median,rank,win-rate,best-on",
        ),
        Picture("ranks", "Ranks", f"comparatex table ranks {TUTORIAL} --precision 3"),
        Picture("leaderboard", "Leaderboard", f"comparatex table leaderboard {CLASSIFIERS}"),
        Picture(
            "repeats",
            "Repeats",
            f"comparatex table repeats {CLASSIFIERS} --only 'MLP,Random forest,RBF SVM,LDA'",
        ),
        Picture(
            "runs",
            "Runs and seeds",
            f"comparatex table runs {CLASSIFIERS} --only 'MLP,Random forest,RBF SVM,LDA'",
        ),
        Picture(
            "within",
            "Runs within tasks",
            f"comparatex table within {CLASSIFIERS} --repeats-are runs --only 'MLP,Random forest,RBF SVM,LDA'",
        ),
    ),
    "Tables of tests": (
        Picture(
            "folds",
            "Folds of one data set",
            "comparatex table folds examples/lecture/folds.csv --repeat fold --lower-is-better",
        ),
        Picture("pairwise", "Pairs", f"comparatex table pairwise {TUTORIAL} --precision 3"),
        Picture("friedman", "Friedman test", f"comparatex table friedman {TUTORIAL}"),
        Picture("intervals", "Intervals", f"comparatex table intervals {TUTORIAL}"),
        Picture("effects", "Effect sizes", f"comparatex table effects {TUTORIAL}"),
        Picture("control", "All against a control", f"comparatex table control {TUTORIAL} --control rocket"),
        Picture(
            "verdicts",
            "Verdicts on rivals",
            f"comparatex table verdicts {CLASSIFIERS} --ours 'Gradient boosting'",
        ),
        Picture(
            "ablation",
            "A forest, and less of it",
            f"comparatex table ablation {CLASSIFIERS} --include 'Random forest,Extra trees,Decision tree' "
            "--full 'Random forest'",
        ),
        Picture(
            "proportions",
            "Two methods by the sizes of test sets",
            f"comparatex table proportions {CLASSIFIERS} --sizes examples/classifiers/sizes.csv --row MLP --column LDA",
        ),
        Picture("items", "The same items", f"comparatex table items {TUTORIAL}"),
    ),
    "What an audit finds": tuple(
        Picture(name, title, f"comparatex {command} {CLASSIFIERS}{of}")
        for name, title, command, of in (
            ("audit-swap", "An order of mean ranks that a third method reverses", "audit --figure swap", ""),
            ("audit-weakened", "An order that weakened variants of the two reverse", "audit --figure weakened", ""),
            (
                "audit-patterns",
                "Patterns of significance, by who else is compared",
                "audit --figure patterns",
                " --core 'MLP,Extra trees,Gradient boosting,AdaBoost'",
            ),
            (
                "audit-robustness",
                "Verdicts under small changes of the data",
                "table audit-robustness",
                "",
            ),
        )
    ),
}
"""The pictures, by section; the output option is added to the commands."""

RESTYLED = {
    "mcm": (
        (r"\comparatexsetup{palette=puor}", "orange and purple"),
        (r"\comparatexsetup{mcm/cellfont=\small}", "larger numbers"),
        (r"\comparatexsetup{mcm/gap=1pt}", "more white between cells"),
    ),
    "heatmap": (
        (r"\pgfplotsset{comparatex heatmap/.append style={width=6cm, height=6cm}}", "a smaller map"),
        (r"\comparatexsetup{heatmap/C=teal}", "the row is better, at the least level"),
        (r"\comparatexsetup{heatmap/neither=white}", "no difference"),
    ),
    "cdd": (
        (r"\comparatexsetup{cdd/group=black!70}", "grey groups"),
        (r"\pgfplotsset{comparatex rank/.append style={mark=square*}}", "squares for dots"),
        (r"\pgfplotsset{comparatex groups/.append style={ymajorgrids=false}}", "no lines along the rows"),
    ),
    "cdd-classic": (
        (r"\comparatexsetup{cdd/clique={line width=2pt}}", "bolder bars"),
        (r"\comparatexsetup{cdd/laneheight=.7}", "bars further apart"),
        (r"\comparatexsetup{cdd/leader=black!20}", "paler lines to the names"),
    ),
    "cdd-bands": (
        (r"\pgfplotsset{comparatex cdd/.append style={width=8cm}}", "a narrower axis"),
        (r"\pgfplotsset{comparatex rank/.append style={mark=diamond*}}", "diamonds for dots"),
        (r"\comparatexsetup{cdd/bar=black!20}", "grey bars"),
    ),
    "scatter": (
        (
            r"\pgfplotsset{comparatex scatter/.append style={width=5cm, xmin=0.5, ymin=0.5}}",
            "size and limits",
        ),
        (r"\pgfplotsset{comparatex wins/.append style={mark=*, mark size=2pt}}", "marks of wins"),
        (r"\pgfplotsset{comparatex diagonal/.append style={dashed}}", "where scores are equal"),
    ),
    "summary": (
        (
            r"\pgfplotsset{comparatex differences/.append style={xmin=-0.1, xmax=0.2}}",
            "limits of the differences",
        ),
        (r"\tikzset{comparatex margin/.append style={fill=yellow!15}}", "the margin"),
        (r"\pgfplotsset{comparatex better/.append style={mark=diamond*}}", "significant differences"),
    ),
    "forest": (
        (r"\pgfplotsset{comparatex forest/.append style={xmax=0.2, width=6cm}}", "size and limits"),
        (r"\pgfplotsset{comparatex interval/.append style={line width=1pt}}", "all intervals"),
        (r"\pgfplotsset{comparatex open/.append style={mark=o}}", "differences that are not significant"),
    ),
    "posterior": (
        (r"\pgfplotsset{comparatex posterior/.append style={width=6cm}}", "a smaller triangle"),
        (r"\tikzset{comparatex region/.append style={line width=1pt}}", "borders within"),
        (r"\tikzset{comparatex corner/.append style={font=\small}}", "names at the corners"),
    ),
    "boxes": (
        (r"\pgfplotsset{comparatex boxes/.append style={width=6cm}}", "a narrower axis"),
        (r"\comparatexsetup{boxes/fill=blue!10}", "the boxes"),
        (r"\pgfplotsset{comparatex median/.append style={line width=1.5pt}}", "a bolder median"),
    ),
    "run-intervals": (
        (r"\pgfplotsset{comparatex run-intervals/.append style={height=4cm}}", "size"),
        (r"\pgfplotsset{comparatex estimate/.append style={mark=*, mark size=1.5pt}}", "estimates"),
        (r"\pgfplotsset{comparatex estimate/.append style={color=teal}}", "intervals, too"),
    ),
    "profile": (
        (r"\pgfplotsset{comparatex profile/.append style={xmax=0.1}}", "its limits"),
        (r"\comparatexsetup{plot/curve1=teal}", "the first colour of curves"),
        (r"\pgfplotsset{comparatex ours/.append style={line width=2pt}}", "what the document proposes"),
    ),
    "plan": (
        (r"\pgfplotsset{comparatex plan/.append style={xmax=100}}", "its limits"),
        (r"\pgfplotsset{comparatex target/.append style={teal}}", "the line of the power asked for"),
        (r"\comparatexsetup{plot/curve1=teal}", "the first colour of curves"),
    ),
    "sequence": (
        (r"\pgfplotsset{comparatex sequence/.append style={width=7cm}}", "a narrower axis"),
        (r"\tikzset{comparatex rising way/.append style={teal}}", "who rises most"),
        (r"\pgfplotsset{comparatex way/.append style={line width=1pt}}", "all lines"),
    ),
    "pareto": (
        (r"\pgfplotsset{comparatex pareto/.append style={ymin=0.5}}", "its limits"),
        (r"\pgfplotsset{comparatex front/.append style={dashed}}", "the Pareto front"),
        (r"\pgfplotsset{comparatex dominated/.append style={mark=o}}", "the others"),
    ),
    "audit-swap": (
        (r"\pgfplotsset{comparatex audit-swap/.append style={width=7cm}}", "the two axes"),
        (r"\pgfplotsset{comparatex rising/.append style={teal}}", "who overtakes"),
        (r"\pgfplotsset{comparatex bystander/.append style={black!30}}", "mean ranks of the others"),
    ),
    "audit-weakened": (
        (r"\pgfplotsset{comparatex audit-weakened/.append style={width=7cm}}", "the two axes"),
        (r"\pgfplotsset{comparatex falling/.append style={teal}}", "who is overtaken"),
        (r"\pgfplotsset{comparatex exchanged/.append style={mark=diamond*}}", "who is added"),
    ),
    "audit-patterns": (
        (r"\pgfplotsset{comparatex audit-patterns/.append style={width=7cm}}", "the axis"),
        (
            r"\pgfplotsset{comparatex core/.append style={mark size=2pt}}",
            "between whom verdicts are followed",
        ),
        (
            r"\pgfplotsset{comparatex clique past/.append style={error bars/error bar style={draw=none}}}",
            "no thin lines",
        ),
    ),
}
"""Three lines of a preamble that change a figure, with what they change: those that authors ask for first."""

PICTURES = {picture.name: picture for pictures in SECTIONS.values() for picture in pictures}
REPORT = (
    f"comparatex report {CLASSIFIERS} --ours MLP --comparate-noun classifier --task-noun 'data set' "
    "--measure-name accuracy --html"
)
_DRAWN_WITH = "--backend matplotlib --force"


def draw_blanks(folder: Path) -> None:
    """Write an empty picture for each, and an empty report, for who reads only the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        (folder / f"{name}.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    (folder / "report.html").write_text("", encoding="utf-8")


def draw(folder: Path) -> None:
    """Draw the pictures that a folder lacks; all of them when the code, a template or a table has changed."""
    key = _key()
    if not (folder / key).is_file():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for picture in PICTURES.values():
            _run(f"{picture.command} {_DRAWN_WITH} -o {shlex.quote(str(folder / picture.name))}.svg")
        with TemporaryDirectory() as work:
            _run(f"{REPORT} -o {shlex.quote(work)}/report --no-pdf --no-previews")
            shutil.copy(Path(work) / "report" / "report.html", folder)
        (folder / key).touch()


def _key() -> str:
    """Return a hash of everything that the pictures depend on."""
    found = hashlib.sha256()
    for place in ("src/comparatex", "templates", "examples", "docs/_ext"):
        for path in sorted((ROOT / place).rglob("*")):
            if path.is_file() and path.suffix in (".py", ".jinja", ".csv"):
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


def set_by_tex() -> list[str]:
    """Return the names of the pictures that TeX sets: figures, and the table that the README shows."""
    tables = {name for name, picture in PICTURES.items() if picture.command.split()[1] == "table"}
    return [name for name in PICTURES if name not in tables or name == "leaderboard"]


def fragment(name: str) -> str:
    """Return the LaTeX of a figure."""
    with TemporaryDirectory() as work:
        path = Path(work) / f"{name}.tex"
        _run(f"{PICTURES[name].command} -o {shlex.quote(str(path))}")
        return path.read_text(encoding="utf-8")


def digest(tex: str) -> str:
    """Return the digest of a fragment."""
    return hashlib.sha256(tex.encode()).hexdigest()[:16]


def digest_in(name: str) -> str:
    """Return the digest of what the picture of a figure shows; nothing where there is none."""
    path = PICTURED / f"{name}.png"
    if not path.is_file():
        return ""
    with Image.open(path) as picture:
        return str(picture.info.get("fragment", ""))


def draw_figures() -> None:
    """Draw the pictures of figures, and remove those of others."""
    PICTURED.mkdir(exist_ok=True)
    for path in PICTURED.glob("*.png"):
        if path.stem not in set_by_tex():
            path.unlink()
    fragments = {name: fragment(name) for name in set_by_tex()}
    engine = find("pdflatex")
    assert engine
    for name, page in compile_pages(fragments, engine).items():
        about = PngInfo()
        about.add_text("fragment", digest(fragments[name]))
        for dpi in _DPI:
            with Image.open(io.BytesIO(png(page, dpi))) as picture:
                picture.quantize(_COLOURS).save(PICTURED / f"{name}.png", "PNG", optimize=True, pnginfo=about)
            if (PICTURED / f"{name}.png").stat().st_size <= LARGEST:
                break


def image(name: str, level: int = 0) -> str:
    """Return a picture for a page so many folders down, or the report that a browser shows."""
    source = f"{'../' * level}{FOLDER}/{name}.svg"
    return (
        f'<figure class="drawn"><a href="{source}">'
        f'<img src="{source}" alt="{html.escape(PICTURES[name].title)}" loading="lazy"></a></figure>\n'
    )


def figure(name: str) -> str:
    """Return the place of a picture, and its command."""
    return f"<!-- figure: {name} -->\n{_command(name)}"


def _pictured(name: str) -> str:
    """Return the picture of a figure or the place of that of a table, and its command."""
    if name in set_by_tex():
        return f"![{PICTURES[name].title}](pictures/{name}.png)\n{_command(name)}"
    return figure(name)


def _command(name: str) -> str:
    return f"\n```console\n$ {PICTURES[name].command} -o {name}.pdf\n```\n"


def _restyled(name: str) -> str:
    """Return what changes a figure's look."""
    lines = "".join(f"{line}\n" for line, _ in RESTYLED.get(name, ()))
    return lines and f"\n```latex\n{lines}```\n"


def page() -> str:
    """Return all pictures, by section."""
    parts = [f"## A report\n\nAll of it, as one page of HTML too, by\n\n```console\n$ {REPORT} -o report\n```\n"]
    for title, pictures in SECTIONS.items():
        parts.append(f"## {title}\n")
        parts += [f"### {picture.title}\n\n{_pictured(picture.name)}{_restyled(picture.name)}" for picture in pictures]
    return "\n".join(parts)


def explained() -> tuple[str, list[tuple[str, str]]]:
    """Return a matrix of three methods, and what the lines of its second cell and its colours say."""
    scores = comparatex.read(ROOT / CLASSIFIERS, include=["MLP", "1-NN", "LDA"])
    comparison = comparatex.compare(scores)
    pair = comparison.pairs.iloc[0]
    row, column, n = pair["row"], pair["column"], pair["n_tasks"]
    lines = [
        (
            rf"\textbf{{{pair['mean_difference']:.3f}}}",
            rf"the mean accuracy of {row} is {pair['mean_difference']:.3f} above that of {column}",
        ),
        (
            f"{pair['wins']}/{pair['ties']}/{pair['losses']}",
            f"of {n} data sets, {row} wins {pair['wins']}, ties {pair['ties']} and loses {pair['losses']}",
        ),
        (
            f"{pair['pvalue']:.4f}" if pair["pvalue"] >= 0.0001 else "$<$0.0001",
            r"$p$ of the Wilcoxon signed-rank test; bold: $p\leq 0.05$",
        ),
        (r"\textcolor{comparatexmcmbetter}{red}", "the row is better"),
        (r"\textcolor{comparatexmcmworse}{blue}", "the column is better"),
        ("pale", "the difference is small, or not significant"),
    ]
    return artefacts.latex(comparison, "mcm", precision=3, width="9.5cm"), lines


_READING = r"""\documentclass[border=8pt]{standalone}
\usepackage{lmodern,comparatex}
\tikzset{comparatex mcm picture/.append style={execute at end picture={
  \draw[line width=1pt] (mcm-1-2.south west) rectangle (mcm-1-2.north east);
  \node[anchor=north west, inner sep=0pt, font=\footnotesize] (said) at ([xshift=7mm]mcm-1-3.north east) {%
    \begin{tabular}{@{}r@{\quad}l@{}}LINES\end{tabular}};
  \draw[line width=.5pt] (mcm-1-2.north east) -- ([xshift=3mm]mcm-1-3.north east) |-
    ([xshift=-1mm,yshift=-1.5ex]said.north west);}}}
\begin{document}\begin{minipage}{15.3cm}\begin{minipage}{9.5cm}
MATRIX\end{minipage}\par\medskip
\footnotesize\itshape Every pair of three methods. Adding a fourth method changes none of these cells.
\end{minipage}\end{document}
"""


def reading(path: Path) -> None:
    """Draw a matrix of three methods, one cell of which is read aloud."""
    import subprocess

    matrix, lines = explained()
    rows = "".join(rf"{text} & {meaning} \\" + ("[6pt]" if k == 2 else "") for k, (text, meaning) in enumerate(lines))
    with TemporaryDirectory() as work:
        shutil.copy(ROOT / "templates" / "comparatex.sty", work)
        source = _READING.replace("LINES", rows).replace("MATRIX", matrix)
        (Path(work) / "reading.tex").write_text(source, encoding="utf-8")
        for command in (
            ["pdflatex", "-interaction=batchmode", "-halt-on-error", "reading.tex"],
            ["pdftoppm", "-r", "220", "-png", "-singlefile", "reading.pdf", "reading"],
        ):
            subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL)
        with Image.open(f"{work}/reading.png") as picture:
            picture.convert("RGB").quantize(200).save(path, optimize=True)


def _run(command: str) -> None:
    """Run a command of the project; stop with what it says when it fails."""
    result = CliRunner().invoke(main, shlex.split(command)[1:], catch_exceptions=False)
    if result.exit_code:
        sys.exit(f"{command}: {result.stderr}")


if __name__ == "__main__":
    draw_figures()
    reading(READING)
