r"""Documents that fragments must be at home in: classes, languages, packages, folders and engines, as data.

``HOSTS`` is the whole matrix of what is tried one by one; ``CORPUS`` has classes, fonts and packages as documents of
others combine them. Those in ``CHOSEN`` and ``CHOSEN_OF_OTHERS`` run with the tests, all with
``tests/benchmarks/hosts.py``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from comparatex import artefacts
from comparatex.artefacts import FINDINGS, Artefact
from comparatex.data.read import read
from comparatex.files import TEMPLATES
from comparatex.inference.analysis import Analysis
from comparatex.inference.audit.audit import Audit
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison
from comparatex.layout.number_macros import numbers
from comparatex.layout.tables.booktabs import Table
from comparatex.render import render
from comparatex.stamps import STYLE
from comparatex.text import LANGUAGES as SPEAKS
from comparatex.text import writing
from comparatex.typeset.engines import find
from documents import run_engine

# What some language makes active, and what TeX does anyway.
NAMES = ("C4.5: J48", "Ours!", 'k-NN "x"', "a=b", "x;y?", "50%_off", "naïve `1'", "RF~2")
OURS = NAMES[1]
ENGINES = ("pdflatex", "lualatex", "xelatex")
LANGUAGES = ("french", "ngerman", "spanish", "turkish")
SPOKEN = {known.babel.partition(",")[0]: code for code, known in SPEAKS.items()}
FONTS = r"\usepackage{iftex}\iftutex\else\usepackage[T1]{fontenc}\usepackage{lmodern}\fi"
FILLER = "Results of a comparison are shown here, and more is said about them in the text that surrounds them. " * 6


@dataclass(frozen=True)
class Host:
    r"""A document.

    Parameters
    ----------
    name : str
        What is special about it.
    class_, options : str
        Its class, and the class's options.
    before, after : str
        Its preamble before and after ``\usepackage{comparatex}``.
    start : str
        What comes first in its body.
    body : {"paper", "frames", "chapter", "picture", "parts"}
        Its kind of body.
    load : str
        How it loads a fragment, ``%s`` being its path.
    long : bool
        Whether it allows a table that breaks across pages.
    narrow : bool
        Whether it has two columns, so that what is wide goes over both.
    engine : str
        The TeX engine.
    fonts : str
        The fonts; of some classes none.
    needs : tuple of str
        Files without which it cannot be typeset.
    language : {"en", "fr", "de", "es"}
        What the fragments speak.
    sample : str
        What it shows of its own packages, with fragments and without.
    """

    name: str
    class_: str = "article"
    options: str = ""
    before: str = ""
    after: str = ""
    start: str = ""
    body: str = "paper"
    load: str = r"\input{results/%s}"
    long: bool = True
    narrow: bool = False
    engine: str = "pdflatex"
    fonts: str = FONTS
    needs: tuple[str, ...] = ()
    language: str = "en"
    sample: str = ""

    def by(self, engine: str) -> Host:
        """Return the host for another engine."""
        return replace(self, engine=engine, name=f"{self.name}-{engine}")


ELSEVIER = r"\begin{frontmatter}\title{T}\author{A}\end{frontmatter}"
ACM = r"\title{T}\author{A}\affiliation{\institution{I}\city{B}\country{C}}\maketitle"
CLASSES = (
    Host("article", options="a4paper"),
    Host("ieeetran", "IEEEtran", "conference", long=False, narrow=True),
    Host("ieeetran-journal", "IEEEtran", "journal", long=False, narrow=True),
    Host("sigconf", "acmart", "sigconf,nonacm", start=ACM, long=False, narrow=True, fonts=""),
    Host("acmsmall", "acmart", "acmsmall,nonacm", start=ACM, fonts=""),
    Host("llncs", "llncs", "runningheads"),
    Host("elsarticle-1p", "elsarticle", "final,1p", start=ELSEVIER),
    Host("elsarticle-5p", "elsarticle", "final,5p,twocolumn", start=ELSEVIER, long=False, narrow=True),
    Host("memoir", "memoir", "a4paper"),
    Host("scrbook", "scrbook", "paper=a4"),
    Host("beamer", "beamer", body="frames", long=False, before=r"\let\ifmetropolis\iffalse"),
    Host("standalone-class", "standalone", "varwidth", body="picture", long=False),
)


def _babel(language: str, place: str) -> dict[str, Any]:
    """Return the preamble that loads a language, and what the fragments speak then."""
    return {
        place: rf"\usepackage[{language}]{{babel}}",
        "language": SPOKEN.get(language, "en"),
        "needs": (f"{language}.ldf",),
    }


LANGUAGE_HOSTS = tuple(
    Host(f"{language}-{place}", **_babel(language, place)) for language in LANGUAGES for place in ("before", "after")
)
PACKAGES = (
    Host("hyperref-before", before=r"\usepackage{hyperref}"),
    Host(
        "hyperref-cleveref",
        after=r"\usepackage{hyperref}\usepackage{cleveref}",
        start=r"See \cref{figure-mcm}.",
    ),
    Host("microtype-subcaption", before=r"\usepackage{microtype}\usepackage{subcaption}"),
    Host("xcolor-table", before=r"\usepackage[table,dvipsnames]{xcolor}"),
    Host("pgfplots-old", before=r"\usepackage{pgfplots}\pgfplotsset{compat=1.3}"),
    Host("siunitx", after=r"\usepackage{siunitx}\sisetup{output-decimal-marker={,}}"),
    Host("externalize", before=r"\usepackage{tikz}\usetikzlibrary{external}\tikzexternalize[mode=list only]"),
    Host(
        "externalize-off",
        after=r"\usepackage{tikz}\usetikzlibrary{external}\tikzexternalize\tikzexternaldisable",
    ),
    Host("old-fonts", fonts=""),
    Host("times", fonts="", before=r"\usepackage[T1]{fontenc}\usepackage{mathptmx}"),
    Host("two-columns", options="twocolumn", long=False, narrow=True),
    Host(
        "arrays",
        before=r"\usepackage{tabularx}\usepackage{multirow}\usepackage{colortbl}\usepackage{rotating}",
    ),
    Host("captions", after=r"\usepackage{caption}\captionsetup{font=small,labelfont=bf}\usepackage{float}"),
)
# Packages that use scratch registers while they load a font, and a class's command as a name of the author's.
_THESIS = r"\usepackage{microtype}\usepackage{listings}\newenvironment{Description}{\begin{quote}}{\end{quote}}"
MATHS = (
    Host("thesis", fonts=r"\usepackage[T1]{fontenc}\usepackage{mathpazo}", before=_THESIS),
    Host("eulervm", before=r"\usepackage{eulervm}", needs=("eulervm.sty",)),
    Host("classicthesis", "scrreprt", before=r"\usepackage{classicthesis}", needs=("beramono.sty",)),
    Host("tufte", "tufte-handout", fonts="", long=False),
    Host("a0poster", "a0poster"),
)
FOLDERS = (
    Host("import", before=r"\usepackage{import}", load=r"\import{results/}{%s}"),
    Host("subimport", before=r"\usepackage{import}", load=r"\subimport{results/}{%s}"),
    Host("subfiles", before=r"\usepackage{subfiles}", body="parts", load=r"\subfile{parts/subfile}%.0s"),
    Host("standalone", before=r"\usepackage{standalone}", body="parts", load=r"\input{parts/standalone}%.0s"),
    Host("chapter", "scrbook", body="chapter"),
)
SEVERAL = (
    Host(
        "everything-french",
        "scrbook",
        before=r"\usepackage[table]{xcolor}\usepackage[french]{babel}\usepackage{microtype}",
        after=r"\usepackage{subcaption}\usepackage{hyperref}\usepackage{cleveref}",
        start=r"\cref{figure-mcm}.",
        needs=("french.ldf",),
        language="fr",
    ),
    Host(
        "everything-german",
        "scrartcl",
        options="paper=a4",
        before=r"\usepackage[table]{xcolor}\usepackage[ngerman]{babel}\usepackage{microtype}",
        after=r"\usepackage{subcaption}\usepackage{hyperref}\usepackage[ngerman]{cleveref}",
        start=r"\cref{figure-mcm}.",
        needs=("ngerman.ldf",),
        language="de",
    ),
    Host(
        "everything-turkish",
        "memoir",
        before=r"\usepackage[table]{xcolor}\usepackage[turkish]{babel}\usepackage{microtype}",
        after=r"\usepackage{hyperref}\usepackage{cleveref}",
        start=r"\cref{figure-mcm}.",
        needs=("turkish.ldf",),
    ),
)
_PDFLATEX = (*CLASSES, *LANGUAGE_HOSTS, *PACKAGES, *MATHS, *FOLDERS, *SEVERAL)
_IN_CLASSES = tuple(
    replace(host, name=f"{host.name}-{language}", **_babel(language, "before"))
    for host in CLASSES
    if host.class_ not in ("article", "standalone")
    for language in LANGUAGES
)
HOSTS = (
    *(host.by(engine) for host in _PDFLATEX for engine in ENGINES),
    *(host.by("pdflatex") for host in _IN_CLASSES),
)

# ------------------------------------------------------------------------- classes, fonts and packages of other people
_ARRAYS = r"\begin{tabular}{|l|r|}\hline a&1\\\hline b&2\\\hline\end{tabular}"
_SAMPLE = (
    r"""\section{Methods}\label{methods}Text\footnote{A note.} with $x^2\alpha_i$ and
\begin{equation}\label{one}\sum_{i=1}^n \frac{x_i}{\sigma}=\mathbf{y}\end{equation}
\begin{itemize}\item One \textbf{bold}, \textit{slanted}, \texttt{typed}.\item Two.\end{itemize}
"""
    + _ARRAYS
)
_BLOCKS = r"\begin{tabular}{lr}a&1\\b&2\end{tabular} $x^2$"
_FRAME = rf"\begin{{frame}}{{Methods}}{_BLOCKS}\begin{{itemize}}\item One\item Two\end{{itemize}}\end{{frame}}"
_NARROW: dict[str, Any] = {"long": False, "narrow": True}
_REVTEX = r"\title{T}\author{A}\affiliation{B}\begin{abstract}An abstract.\end{abstract}\maketitle"
_BEAMER: dict[str, Any] = {"body": "frames", "long": False, "sample": _FRAME}
_CLASSES = (
    Host("article", options="a4paper"),
    Host("article-12pt-twoside", options="12pt,twoside"),
    Host("article-twocolumn", options="twocolumn", **_NARROW),
    Host("report", "report", "11pt"),
    Host("book-12pt", "book", "12pt"),
    Host("scrartcl", "scrartcl"),
    Host("scrreprt", "scrreprt"),
    Host("scrbook", "scrbook", "11pt"),
    Host("memoir", "memoir", "11pt"),
    Host("amsart", "amsart"),
    Host("amsbook", "amsbook"),
    Host("tufte-handout", "tufte-handout", long=False),
    Host("tufte-book", "tufte-book", long=False),
    Host("classicthesis", "scrreprt", before=r"\usepackage{classicthesis}", needs=("beramono.sty",)),
    Host("hepthesis", "hepthesis"),
    Host("suftesi", "suftesi"),
    Host("sapthesis", "sapthesis"),
    Host("ut-thesis", "ut-thesis"),
    Host("uiucthesis", "uiucthesis"),
    Host("ucthesis", "ucthesis"),
    Host("tudscrreprt", "tudscrreprt"),
    Host("toptesi", "toptesi"),
    Host("ieeetran", "IEEEtran", "conference", **_NARROW),
    Host("ieeetran-journal", "IEEEtran", "journal", **_NARROW),
    Host("sigconf", "acmart", "sigconf,nonacm", start=ACM, **_NARROW),
    Host("acm-manuscript", "acmart", "manuscript,nonacm", start=ACM),
    Host("elsarticle-review", "elsarticle", "review", start=ELSEVIER),
    Host("elsarticle-3p", "elsarticle", "final,3p,twocolumn", start=ELSEVIER, **_NARROW),
    Host("revtex-prl", "revtex4-2", "prl,reprint", start=_REVTEX, **_NARROW),
    Host("revtex-prd", "revtex4-2", "prd,preprint", start=_REVTEX),
    Host("llncs", "llncs", "runningheads"),
    Host("mnras", "mnras", **_NARROW),
    Host(
        "apa7",
        "apa7",
        "man",
        start=r"\shorttitle{T}\title{T}\authorsnames{A}\authorsaffiliations{B}\abstract{C}\maketitle",
    ),
    Host("jss", "jss"),
    Host("beamer-madrid", "beamer", before=r"\usetheme{Madrid}", **_BEAMER),
    Host("beamer-berlin", "beamer", "10pt", before=r"\usetheme{Berlin}", **_BEAMER),
    Host("beamer-metropolis", "beamer", before=r"\usetheme{metropolis}", **_BEAMER),
    Host("beamerposter", "beamer", before=r"\usepackage[size=a1]{beamerposter}", **_BEAMER),
    Host("tikzposter", "tikzposter", body="poster", long=False, sample=rf"\block{{Methods}}{{{_BLOCKS}}}"),
    Host("a0poster", "a0poster"),
)
_OWN_FONTS = ("acmart", "tufte-handout", "tufte-book", "suftesi", "sapthesis", "tudscrreprt", "mnras", "apa7")
_FONTS_OF_OTHERS = (
    "", FONTS, *(rf"\usepackage[T1]{{fontenc}}\usepackage{{{name}}}" for name in (
        "mathptmx", "mathpazo", "charter", "utopia", "palatino", "bookman", "newcent", "txfonts", "pxfonts", "helvet",
        "chancery",
    )),
)  # fmt: skip
_TABULAR = r"\begin{tabular}%s\end{tabular}"
_AXIS = r"\begin{tikzpicture}\begin{axis}[width=4cm]%s\end{axis}\end{tikzpicture}"
_BUNDLES: Mapping[str, dict[str, str]] = {
    "listings": {
        "before": r"\usepackage{microtype}\usepackage{listings}\usepackage{xcolor}",
        "sample": r"\lstinline|x = y_1|",
    },
    "quotes": {
        "before": r"\usepackage[english,ngerman]{babel}\usepackage[autostyle]{csquotes}",
        "sample": r"\enquote{Zitat}, \`a",
    },
    "references": {
        "after": r"\usepackage[hidelinks]{hyperref}\usepackage{cleveref}",
        "sample": r"\href{https://x.org}{A link}.",
    },
    "pictures": {
        "before": r"\usepackage{tikz}\usetikzlibrary{external,arrows.meta}\tikzexternalize[mode=list only]",
        "sample": r"\tikzexternaldisable\tikz\draw[-Stealth] (0,0)--(1,0);\tikzexternalenable",
    },
    "dashes": {
        "before": r"\usepackage{array}\usepackage{arydshln}",
        "sample": _TABULAR % r"{l:r}a&b\\\hdashline c&d",
    },
    "nombres": {
        "before": r"\usepackage[french]{babel}\usepackage[autolanguage]{numprint}",
        "sample": r"\numprint{1234567}: \og oui\fg",
    },
    "units": {
        "before": r"\usepackage[table]{xcolor}\usepackage{booktabs,siunitx,multirow}",
        "sample": _TABULAR % r"{S[table-format=1.2]l}\toprule{x}&y\\\rowcolor{gray}1.25&\SI{3}{\metre}\\\bottomrule",
    },
    "drafts": {
        "before": r"\usepackage{setspace,lineno,todonotes}\onehalfspacing",
        "sample": r"Text \todo[inline]{more}.",
    },
    "captions": {
        "after": r"\usepackage{subcaption,enumitem}\captionsetup{font=small}\usepackage{float}",
        "sample": "Text.",
    },
    "tables": {
        "before": r"\usepackage{tabularray,nicematrix,makecell,threeparttable}",
        "sample": r"\begin{tblr}{|l|r|}a&b\\c&d\end{tblr} \makecell{a\\b}",
    },
    "plots": {
        "before": r"\usepackage{pgfplots}\pgfplotsset{compat=1.9}",
        "sample": _AXIS % r"\addplot coordinates {(0,0)(1,1)};",
    },
    "polyglossia": {
        "engine": "xelatex",
        "fonts": r"\usepackage{fontspec}",
        "before": r"\usepackage{polyglossia}\setmainlanguage{spanish}",
        "sample": "¿Qué?",
    },
    "unicode-math": {
        "engine": "lualatex",
        "fonts": "",
        "before": r"\usepackage{unicode-math}",
        "sample": r"$\symbf{x}ℝ$",
    },
}
_EACH = 4  # of so many bundles of packages, a class has one


def _corpus() -> Iterator[Host]:
    """Yield documents as other people write them: each class with a quarter of the packages, and fonts in turn."""
    for i, host in enumerate(_CLASSES):
        for j, (name, bundle) in enumerate(_BUNDLES.items()):
            if (i + j) % _EACH:
                continue
            font = "" if host.class_ in _OWN_FONTS else _FONTS_OF_OTHERS[(5 * i + j) % len(_FONTS_OF_OTHERS)]
            own = bundle["sample"]
            shown = rf"\begin{{frame}}{{}}{own}\end{{frame}}" if host.body == "frames" else own
            shown = rf"\block{{}}{{{own}}}" if host.body == "poster" else shown
            yield replace(
                host,
                name=f"{host.name}+{name}",
                long=False,
                fonts=bundle.get("fonts", font),
                engine=bundle.get("engine", "pdflatex"),
                before=bundle.get("before", "") + host.before,
                after=bundle.get("after", ""),
                sample=f"{host.sample or _SAMPLE}\n\n{shown}\n\n",
            )


CORPUS = tuple(_corpus())
IN_CORPUS = ("figures/mcm", "figures/cdd", "figures/forest", "tables/scores", "tables/pairwise", "numbers")

CHOSEN = (
    "ieeetran-pdflatex", "sigconf-pdflatex", "acmsmall-pdflatex", "llncs-xelatex", "elsarticle-5p-pdflatex",
    "beamer-pdflatex", "everything-french-pdflatex", "everything-german-pdflatex", "everything-turkish-pdflatex",
    "ngerman-after-lualatex", "spanish-before-pdflatex", "externalize-pdflatex", "import-pdflatex", "subfiles-pdflatex",
    "standalone-class-pdflatex", "pgfplots-old-xelatex", "thesis-pdflatex",
)  # fmt: skip


CHOSEN_OF_OTHERS = (
    "beamer-metropolis+dashes", "article-twocolumn+units", "book-12pt+captions", "scrreprt+references",
    "memoir+listings",
    "amsart+drafts", "tufte-handout+nombres", "ieeetran+references", "revtex-prl+listings", "llncs+plots",
    "tikzposter+plots",
)  # fmt: skip


def options(name: str, comparison: Comparison) -> dict[str, Any]:
    """Return the options without which there is no such artefact."""
    needed: dict[str, dict[str, Any]] = {
        "cdd": {"form": "bands"},
        "pareto": {"costs": {name: 2.5**k for k, name in enumerate(comparison.names)}},
        "plan": {"effect": 0.05, "draws": 50},
        "sequence": {"groups": (("half", comparison.scores.tasks[::2]),)},
        "control": {"control": comparison.names[0], "across": 6},  # as the narrow pages of article need it
        "verdicts": {"control": comparison.names[0]},
        "ablation": {"full": comparison.names[0]},
        "proportions": {"sizes": dict.fromkeys(comparison.scores.tasks, 200)},
    }
    return needed.get(name, {})


@cache
def _compared() -> tuple[Comparison, Comparison, Audit]:
    """Return a comparison of names that are hard to typeset, one with repeats, and what an audit finds."""
    values = np.random.default_rng(7).uniform(0.3, 1, (12, len(NAMES))) ** np.linspace(1, 3, len(NAMES))
    comparison = compare(read((np.round(values, 4), NAMES)), Analysis())
    repeated = compare(
        read((np.round(values[:, :, None] * [0.98, 0.99, 1.0], 4), NAMES), repeats_are="runs"), Analysis()
    )
    return comparison, repeated, artefacts.audited(comparison)


def _of_folds() -> Comparison:
    """Return a comparison on one task of names that are hard to typeset."""
    cube = np.round(np.random.default_rng(7).uniform(0.3, 1, (1, len(NAMES), 10)), 4)
    return compare(read((cube, NAMES), repeats_are="folds"), Analysis())


def with_runs(name: str, comparison: Comparison) -> Comparison:
    """Return a comparison, or one with the same means of three runs for the figure that shows these."""
    if name != "run-intervals":
        return comparison
    cube = comparison.scores.values[:, :, None] + [-0.01, 0.0, 0.01]
    scores = replace(comparison.scores, repeats=cube, repeats_are="runs", repeat_noun="run")
    return compare(scores, comparison.analysis)


def compared_for(name: str) -> Comparison:
    """Return the comparison that an artefact shows: with folds or runs where it needs them."""
    if name == "folds":
        return _of_folds()
    comparison, repeated, _ = _compared()
    return repeated if name in ("repeats", "runs", "run-intervals", "within") else comparison


def fragments(language: str = "en") -> dict[str, str]:
    """Return every kind of fragment by its path, for names that are hard to typeset."""
    comparison, _, audited = _compared()
    with writing(language):
        made = {
            f"{kind.folder}/{name}": _fragment(
                kind,
                kind.view(
                    compared_for(name),
                    kind.options(ours=(OURS,), **options(name, comparison)),
                ),
            )
            for name, kind in artefacts.ARTEFACTS.items()
        }
        found = {item.name: item.view for item in artefacts.findings(audited)}
        long = replace(artefacts.view(comparison, "pairwise"), long=True)
        return {
            **made,
            **{f"{FINDINGS[name].folder}/{name}": _fragment(FINDINGS[name], found[name]) for name in FINDINGS},
            "tables/long": render("table.tex.jinja", view=long),
            "numbers": render("numbers.tex.jinja", view=numbers(comparison)),
        }


def _fragment(kind: Artefact, view: Any) -> str:
    """Return a fragment that a float holds."""
    return render(kind.template, view=replace(view, long=False) if isinstance(view, Table) else view)


# Over both columns: what has as many columns as there are comparates, or many numbers in a line.
WIDE = (
    "mcm", "scores", "ranks", "pairwise", "effects", "intervals", "control", "repeats", "runs", "within",
    "folds", "verdicts", "ablation", "proportions", "items", "leaderboard",
    "audit-robustness",
)  # fmt: skip
SHORT_TABLES = ("ranks", "friedman", "scores")  # on slides


def document(host: Host, paths: list[str], *, ours: bool, loaded: bool = False) -> str:
    """Return a host's document, with our fragments, our package alone, or neither.

    Pictures it has at any rate, and array, with which the vertical rules of its own tables take room.
    """
    with_ours = r"\usepackage{comparatex}" if ours or loaded else r"\usepackage{graphicx,array}"
    head = [
        rf"\documentclass[{host.options}]{{{host.class_}}}",
        host.fonts,
        host.before,
        with_ours,
        host.after,
    ]
    load = {path: (host.load % path if ours else "Nothing.") for path in paths}
    body = [host.start, host.sample, *BODIES[host.body](host, load, ours)]
    return "\n".join([*head, r"\begin{document}", *body, r"\end{document}", ""])


def _floats(host: Host, paths: list[str], load: dict[str, str]) -> Iterator[str]:
    """Yield floats with fragments."""
    for path in paths:
        kind, name = path.split("/")
        kind = kind.removesuffix("s")
        star = "*" if host.narrow and name in WIDE else ""
        yield rf"\begin{{{kind}{star}}}[tp]\centering"
        yield rf"\caption{{A {kind}}}\label{{{kind}-{name}}}" if kind == "table" else ""
        yield load[path]
        yield rf"\caption{{A {kind}}}\label{{{kind}-{name}}}" if kind == "figure" else ""
        yield rf"\end{{{kind}{star}}}"


def _quoted(load: dict[str, str], ours: bool) -> str:
    """Return prose with numbers in it."""
    if not ours:
        return FILLER
    return (
        load["numbers"]
        + FILLER
        + (
            r"Wins: \comparatex{wins of C4.5: J48 against a=b}, and \comparatex{mean of Ours!}, "
            r"\comparatex{p equation of x;y? against RF-2}."
        )
    )


def _paper(host: Host, load: dict[str, str], ours: bool) -> Iterator[str]:
    """Yield sections with floats, and a long table."""
    figures = [path for path in load if path.startswith("figures/")]
    tables = [path for path in load if path.startswith("tables/") and path != "tables/long"]
    yield r"\section{Results}\emergencystretch 3em " + _quoted(load, ours)
    yield from _floats(host, figures, load)
    yield rf"{FILLER}\par " * 16
    yield r"\clearpage"
    yield from _floats(host, tables, load)
    yield rf"{FILLER}\par " * 16
    yield r"\clearpage"
    if host.long:
        yield load["tables/long"] + r"\par " + FILLER


def _frames(host: Host, load: dict[str, str], ours: bool) -> Iterator[str]:
    """Yield slides, and one with columns."""
    yield rf"\begin{{frame}}{{Numbers}}{_quoted(load, ours)[: None if ours else 100]}\end{{frame}}"
    for path in load:
        if path.startswith("figures/") or path.removeprefix("tables/") in SHORT_TABLES:
            yield rf"\begin{{frame}}{{A slide}}\centering {load[path]}\end{{frame}}"
    cdd = load["figures/cdd"]
    yield r"\begin{frame}\begin{columns}\begin{column}{.6\textwidth}" + cdd
    yield r"\end{column}\begin{column}{.35\textwidth}Text.\end{column}\end{columns}\end{frame}"


def _poster(host: Host, load: dict[str, str], ours: bool) -> Iterator[str]:
    """Yield blocks of a poster."""
    for path in load:
        if path.startswith("figures/") or path.removeprefix("tables/") in SHORT_TABLES:
            yield rf"\block{{A block}}{{\centering {load[path]}}}"


def _chapter(host: Host, load: dict[str, str], ours: bool) -> Iterator[str]:
    """Yield a chapter per fragment."""
    for path in load:
        if "/" in path and not path.endswith("long"):
            yield r"\chapter{One}" + FILLER
            yield from _floats(host, [path], load)


def _picture(host: Host, load: dict[str, str], ours: bool) -> Iterator[str]:
    """Yield one figure."""
    yield load["figures/mcm"]


def _parts(host: Host, load: dict[str, str], ours: bool) -> Iterator[str]:
    """Yield a part of the document in a file of its own, which has the fragment."""
    yield FILLER
    yield load["figures/mcm"]


BODIES = {
    "paper": _paper,
    "frames": _frames,
    "poster": _poster,
    "chapter": _chapter,
    "picture": _picture,
    "parts": _parts,
}
_FLOATS = "\\begin{figure}\\centering\\input{results/figures/mcm}\\caption{A figure}\\end{figure}\n"
PARTS = {
    "subfile.tex": f"\\documentclass[../document]{{subfiles}}\n\\begin{{document}}\n{_FLOATS}\\end{{document}}\n",
    "standalone.tex": "\\documentclass{standalone}\n\\usepackage{comparatex}\n\\begin{document}%\n"
    "\\input{results/figures/cdd}\\end{document}\n",
}

_FINDING = re.compile(
    r"Overfull \\[hv]box|Missing character: |pdfTeX warning|.*\bdestination with the same"
    r"|(?:LaTeX|Package|Class)\b.* Warning: "
)
_UNIMPORTANT = re.compile(
    r"contains only floats|Rerun|may have changed|have changed\. Rerun|There were undefined"
    r"|The [a-z-]+ was made for a line of"  # columns are narrower than the page that fragments are made for
    r"|'shipout/lastpage' executed on wrong page"  # LaTeX of 2024 counts the pages of the run before
)
_PLACE = re.compile(r"(?:at|on input) lines? \d+(?:--\d+)?\.?|page \d+")


def findings(log: str) -> set[str]:
    """Return what a log says is wrong, without the places."""
    lines = log.splitlines()
    return {_PLACE.sub("", line) for line in lines if _FINDING.match(line) and not _UNIMPORTANT.search(line)}


@dataclass(frozen=True)
class Outcome:
    """What became of a document."""

    log: str
    pdf: Path

    @property
    def failed(self) -> str:
        """The first error, or nothing."""
        if self.pdf.is_file() and "\n! " not in self.log and not re.search(r"^\S+:\d+: ", self.log, re.MULTILINE):
            return ""
        found = re.search(r"^(?:! |\S+:\d+: )[^\n]*(?:\n[^\n]*){0,4}", self.log, re.MULTILINE)
        return found[0] if found else f"no PDF: {self.log[-300:]}"

    @property
    def pages(self) -> list[list[tuple[object, ...]]]:
        """The letters and lines of each page with their places, in tenths of a point."""
        from pypdfium2 import PdfDocument
        from pypdfium2.raw import FPDF_PAGEOBJ_PATH

        found = []
        with PdfDocument(self.pdf) as document:
            for page in document:
                text = page.get_textpage()
                letters = ((text.get_text_range(k, 1), text.get_charbox(k)) for k in range(text.count_chars()))
                lines = (("", item.get_bounds()) for item in page.get_objects(filter=[FPDF_PAGEOBJ_PATH]))
                shown = [*((letter, box) for letter, box in letters if letter.strip()), *lines]
                found.append([(letter, *(round(side, 1) for side in box)) for letter, box in shown])
        return found


def compiled(host: Host, folder: Path, made: Mapping[str, str], *, ours: bool, loaded: bool = False) -> Outcome:
    """Typeset a host's document in a folder of its own.

    What a second run reads of ours are the widths of long tables, and what references are to. Where a host has such,
    a first run finds them, without figures, which take most of the time.
    """
    (folder / "parts").mkdir(parents=True)
    shutil.copy(TEMPLATES / STYLE, folder)
    for name, tex in PARTS.items():
        (folder / "parts" / name).write_text(tex, encoding="utf-8")
    (folder / "document.tex").write_text(document(host, list(made), ours=ours, loaded=loaded), encoding="utf-8")
    engine = find(host.engine)
    assert engine is not None
    command = [str(engine.path), "-interaction=nonstopmode", "-halt-on-error", "-file-line-error"]
    twice = ours and (host.long or r"\cref" in host.start)
    for drawn in (False, True) if twice else (True,):
        for path, tex in made.items():
            place = folder / "results" / f"{path}.tex"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(tex if drawn or not path.startswith("figures/") else "Nothing.%", encoding="utf-8")
        done = run_engine([*command, "-no-shell-escape", "document.tex"], folder)
        if done.status != 0:
            break
    log = (folder / "document.log").read_text(encoding="utf-8", errors="replace")
    return Outcome(log, folder / "document.pdf")


def missing(host: Host) -> tuple[str, ...]:
    """Return the files that a host needs and TeX does not find."""
    wanted = (f"{host.class_}.cls", *host.needs)
    found = subprocess.run(["kpsewhich", *wanted], capture_output=True, text=True, check=False).stdout
    return tuple(name for name in wanted if f"/{name}" not in found)


def changes(host: Host, folder: Path, made: Mapping[str, str]) -> list[str]:
    """Return what our package alone, and with fragments, changes in a document: errors, warnings, pages."""
    bare = compiled(host, folder / "bare", made, ours=False)
    if bare.failed:
        return [f"{FAILS_ALONE} {bare.failed}"]
    before, changed = findings(bare.log), list[str]()
    loaded = compiled(host, folder / "loaded", made, ours=False, loaded=True)
    shown = compiled(host, folder / "ours", made, ours=True)
    for what, done in (("Loaded", loaded), ("With fragments", shown)):
        new = [done.failed] if done.failed else sorted(findings(done.log) - before)
        changed += [f"{what}: {one}" for one in new]
    if not loaded.failed and loaded.pages != bare.pages:
        changed.append("Loaded: pages without fragments are not as before.")
    return changed


def faults(host: Host, folder: Path, made: Mapping[str, str]) -> list[str]:
    """Return what is wrong with a document; one of the corpus has some of the fragments."""
    if host not in CORPUS:
        return complaints(host, folder, made)
    return changes(host, folder, {path: made[path] for path in IN_CORPUS})


FAILS_ALONE = "Without fragments, too, this fails:"


def complaints(host: Host, folder: Path, made: Mapping[str, str]) -> list[str]:
    """Return what is wrong with a host's document that is not wrong without our fragments."""
    ours = compiled(host, folder / "ours", made, ours=True)
    found = findings(ours.log)
    if not (ours.failed or found):
        return []
    bare = compiled(host, folder / "bare", made, ours=False)
    if bare.failed:
        return [f"{FAILS_ALONE} {bare.failed}"]
    return [ours.failed] if ours.failed else sorted(found - findings(bare.log))
