"""Bundles: exactly what the document reads, the same bytes every time, and it compiles alone."""

import os
import subprocess
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from comparatex.bundle import bundle
from comparatex.data.read import read
from comparatex.errors import DataError, TypesetError, UsageError
from comparatex.inference.compare import compare
from comparatex.report import write_report
from comparatex.report_settings import Report
from documents import thorough

PAPER = r"""\documentclass{article}
\usepackage[noplots]{comparatex}
\begin{document}
\input{bench/numbers}\input{bench/stamp}
We won \comparatex{wins of A against B} times \cite{Demsar2006}.
\input{bench/figures/mcm}
\bibliographystyle{plain}\bibliography{bench/references}
\end{document}
"""


SMALL = r"""\documentclass{article}
\begin{document}
\input{zebra}\input{parts/apple}\cite{one}
\bibliographystyle{plain}\bibliography{refs}
\end{document}
"""


def small(folder):
    """Write a paper that is soon compiled."""
    (folder / "parts").mkdir(parents=True)
    (folder / "main.tex").write_text(SMALL, encoding="utf-8")
    for name in ("zebra", "parts/apple"):
        (folder / f"{name}.tex").write_text("Words.", encoding="utf-8")
    (folder / "refs.bib").write_text("@misc{one, title = {One}, author = {A}, year = 2001}", encoding="utf-8")


def report(folder):
    values = np.random.default_rng(1).integers(500, 1000, (9, 3)) / 1000
    comparison = compare(read((values, ("A", "B", "C"), tuple("abcdefghi"))))
    write_report(comparison, folder, Report(pdf=False, previews=False, artefacts=("mcm", "ranks")))


def text_of(pdf):
    command = ["pdftotext", "-enc", "UTF-8", str(pdf), "-"]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")


def unpacked(archive, folder):
    folder.mkdir(parents=True)
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as found:
            found.extractall(folder)
    else:
        with tarfile.open(archive) as found:
            # The first releases of Python 3.11 have no filters, later ones ask for one.
            found.extraction_filter = getattr(tarfile, "data_filter", None)
            found.extractall(folder)
    return folder


@pytest.mark.latex
@pytest.mark.thorough
def test_a_report_for_arxiv_compiles_without_bibtex(tmp_path, latex):
    report(tmp_path / "r")
    names = bundle(tmp_path / "r", tmp_path / "a.tar.gz", "arxiv", latex)
    assert "document.bbl" in names
    assert not any(name.endswith((".bib", ".json", ".csv", ".pdf")) for name in names)
    alone = unpacked(tmp_path / "a.tar.gz", tmp_path / "alone")
    for _ in range(2):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "document.tex"]
        done = subprocess.run(command, cwd=alone, capture_output=True, check=True)
    assert b"undefined" not in done.stdout
    assert "References" in text_of(alone / "document.pdf")


@pytest.mark.latex
@pytest.mark.thorough
def test_a_paper_for_overleaf_compiles_with_latexmk(tmp_path, latex):
    paper = tmp_path / "my paper"
    report(paper / "bench")
    (paper / "bench" / "comparatex.sty").rename(paper / "comparatex.sty")
    (paper / "paper.tex").write_text(PAPER, encoding="utf-8")
    (paper / "notes.txt").write_text("mine", encoding="utf-8")
    names = bundle(paper, tmp_path / "o.zip", "overleaf", latex)
    assert names == (
        "bench/figures/mcm.tex", "bench/numbers.tex", "bench/references.bib", "bench/stamp.tex", "comparatex.sty",
        "paper.tex",
    )  # fmt: skip
    alone = unpacked(tmp_path / "o.zip", tmp_path / "alone")
    subprocess.run(["latexmk", "-norc", "-pdf", "paper.tex"], cwd=alone, capture_output=True, check=True)
    text = text_of(alone / "paper.pdf")
    assert "References" in text
    assert "[1]" in text


@pytest.mark.latex
@pytest.mark.parametrize("name", ["a.zip", "a.tgz"])
def test_the_same_files_give_the_same_archive(tmp_path, latex, name):
    small(tmp_path / "r")
    names = bundle(tmp_path / "r", tmp_path / name, "arxiv", latex)
    assert names == ("main.bbl", "main.tex", "parts/apple.tex", "zebra.tex")
    first = (tmp_path / name).read_bytes()
    os.utime(tmp_path / "r" / "zebra.tex", (1, 1))
    (tmp_path / "r" / "zebra.tex").chmod(0o600)
    bundle(tmp_path / "r", tmp_path / name, "arxiv", latex)
    assert (tmp_path / name).read_bytes() == first


def paper_below(tmp_path):
    """Write a paper that takes a report, a figure, words and a bibliography from folders around it."""
    report(tmp_path / "bench")
    paper = tmp_path / "papers" / "mine"
    (tmp_path / "shared").mkdir()
    paper.mkdir(parents=True)
    (tmp_path / "bench" / "comparatex.sty").rename(paper / "comparatex.sty")
    (paper / "above").mkdir()
    (paper / "above" / "notes.txt").write_text("mine", encoding="utf-8")
    Figure(figsize=(1, 1)).savefig(tmp_path / "shared" / "dot.pdf")
    (tmp_path / "papers" / "words.tex").write_text("Words from the other paper.", encoding="utf-8")
    (tmp_path / "papers" / "refs.bib").write_bytes((tmp_path / "bench" / "references.bib").read_bytes())
    source = PAPER.replace("{bench/references}", "{../refs}").replace("{bench/", r"{\bench/")
    source = source.replace(
        r"\begin{document}",
        r"\newcommand\bench{../../bench}\usepackage{graphicx}\graphicspath{{../../shared/}}\begin{document}"
        r"\input{../words}\includegraphics{dot} See \texttt{../elsewhere}.",
    )
    (paper / "paper.tex").write_text(source, encoding="utf-8")
    return paper


@pytest.mark.latex
@pytest.mark.parametrize("kind", [thorough("arxiv"), "overleaf"])
def test_what_lies_above_is_brought_in(tmp_path, latex, kind):
    names = bundle(paper_below(tmp_path), tmp_path / "a.zip", kind, latex)
    bibliography = {"paper.bbl"} if kind == "arxiv" else {"above-/refs.bib"}
    assert set(names) == bibliography | {
        *("paper.tex", "comparatex.sty", "above-/words.tex", "above-/above-/shared/dot.pdf"),
        *(f"above-/above-/bench/{name}.tex" for name in ("numbers", "stamp", "figures/mcm")),
    }
    alone = unpacked(tmp_path / "a.zip", tmp_path / "else" / "where" / "alone")
    source = (alone / "paper.tex").read_text(encoding="utf-8")
    assert r"\newcommand\bench{above-/above-/bench}" in source
    assert r"See \texttt{../elsewhere}" in source
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    for step in (["bibtex", "paper"],) * (kind == "overleaf"):
        subprocess.run(command, cwd=alone, capture_output=True, check=True)
        subprocess.run(step, cwd=alone, capture_output=True, check=True)
    for _ in range(2):
        done = subprocess.run(command, cwd=alone, capture_output=True, check=True)
    assert b"undefined" not in done.stdout
    text = text_of(alone / "paper.pdf")
    assert "Words from the other paper" in text
    assert "[1]" in text and "References" in text


@pytest.mark.latex
def test_a_file_named_by_its_whole_path_is_refused(tmp_path, latex):
    paper, words = tmp_path / "paper", tmp_path / "words.tex"
    paper.mkdir()
    words.write_text("Words.", encoding="utf-8")
    (paper / "paper.tex").write_text(
        rf"\documentclass{{article}}\begin{{document}}\input{{{words}}}\end{{document}}", encoding="utf-8"
    )
    with pytest.raises(DataError, match=r"words\.tex by its absolute path.*move the file"):
        bundle(paper, tmp_path / "a.zip", "overleaf", latex)
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.latex
def test_a_file_from_outside_that_no_usual_command_names_is_asked_about(tmp_path, latex):
    paper, words = tmp_path / "paper", tmp_path / "words.tex"
    paper.mkdir()
    words.write_text("Words.", encoding="utf-8")
    source = r"\documentclass{article}\makeatletter\begin{document}\@@input ../words.tex \end{document}"
    (paper / "paper.tex").write_text(source, encoding="utf-8")
    with pytest.raises(DataError, match=r"no figure, input or bibliography names: .*words\.tex"):
        bundle(paper, tmp_path / "a.zip", "overleaf", latex)
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.latex
def test_names_that_arxiv_does_not_take(tmp_path, latex):
    (tmp_path / "main.tex").write_text(
        r"\documentclass{article}\begin{document}\input{"
        + '"my text.tex"'
        + r"}x\end{document}", encoding="utf-8",
    )  # fmt: skip
    (tmp_path / "my text.tex").write_text("Words.", encoding="utf-8")
    assert "my text.tex" in bundle(tmp_path, tmp_path / "o.zip", "overleaf", latex)
    with pytest.raises(DataError, match=r"'my text\.tex'"):
        bundle(tmp_path, tmp_path / "a.zip", "arxiv", latex)


@pytest.mark.latex
def test_styles_of_the_user_alone_are_packed(tmp_path, latex, monkeypatch):
    folder, own = tmp_path / "paper", tmp_path / "own"
    folder.mkdir()
    own.mkdir()
    (own / "mystyle.sty").write_text(r"\newcommand\mine{Words.}", encoding="utf-8")
    (folder / "main.tex").write_text(
        r"\documentclass{article}\usepackage{mystyle}\begin{document}\mine\end{document}", encoding="utf-8"
    )
    monkeypatch.setenv("TEXINPUTS", f"{own}{os.pathsep}")
    assert bundle(folder, tmp_path / "a.zip", "arxiv", latex) == ("main.tex", "mystyle.sty")
    monkeypatch.setenv("TEXINPUTS", "")
    with pytest.raises(TypesetError, match=r"mystyle\.sty"):
        bundle(folder, tmp_path / "b.zip", "arxiv", latex)
    assert not (tmp_path / "b.zip").exists()


@pytest.mark.latex
def test_what_does_not_compile_alone_is_not_packed(tmp_path, latex, monkeypatch):
    small(tmp_path / "r")
    monkeypatch.setattr("comparatex.bundle._files_read", lambda *_: ["zebra.tex"])
    with pytest.raises(TypesetError, match=r"The bundle does not compile on its own\. main\.tex, line"):
        bundle(tmp_path / "r", tmp_path / "a.zip", "arxiv", latex)
    assert not (tmp_path / "a.zip").exists()


def test_usage(tmp_path):
    engine = None
    with pytest.raises(UsageError, match=r"\.zip, \.tar\.gz, \.tgz"):
        bundle(tmp_path, Path("a.rar"), "arxiv", engine)
    with pytest.raises(UsageError, match=r"no \.tex file that is a document"):
        bundle(tmp_path, Path("a.zip"), "arxiv", engine)
    for name in "ab":
        (tmp_path / f"{name}.tex").write_text("\\documentclass{article}", encoding="utf-8")
    with pytest.raises(UsageError, match=r"several documents: a\.tex, b\.tex; choose one"):
        bundle(tmp_path, Path("a.zip"), "arxiv", engine)
    with pytest.raises(UsageError, match=r"no document c\.tex"):
        bundle(tmp_path, Path("a.zip"), "arxiv", engine, main="c.tex")
