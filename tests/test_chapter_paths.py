"""Paths in chapters: what flattens finds every file by its name, and moved folders need one line at most."""

import re
import shutil

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.report import write_report
from comparatex.report_settings import Report

SETTINGS = Report(pdf=False, previews=False)
INPUT = re.compile(r"\\input\{([^{}]*)\}")
PAPER = r"""\documentclass{article}
\usepackage[T1]{fontenc}\usepackage{lmodern}
\usepackage[margin=2.5cm]{geometry}\usepackage{comparatex}
\begin{document}
%s\input{%s/chapter}
\typeout{FOLDER <\comparatexfolder>}
\bibliographystyle{plain}\bibliography{%s/references}
\end{document}
"""


def compared(measure=""):
    values = np.random.default_rng(4).uniform(0.3, 1, (12, 3)) ** [1, 2, 3]
    return compare(read((np.round(values, 4), ["A", "B", "C"]), measure_name=measure))


def flattened(path, home):
    """Return a source with the files that it inputs in their places, as latexdiff and latexpand put them there."""

    def content(found):
        return flattened(home / f"{found[1]}.tex", home)

    lines = (re.sub(r"(?<!\\)%.*", "%", line) for line in path.read_text(encoding="utf-8").split("\n"))
    return INPUT.sub(content, "\n".join(lines))


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    """A folder with a paper, and in it the report of one measure and that of two."""
    home = tmp_path_factory.mktemp("papers")
    artefacts = {"artefacts": ("mcm", "cdd", "scores"), "groups": ()}
    write_report(compared(), home / "report", SETTINGS, artefacts=artefacts["artefacts"])
    write_report([compared("accuracy"), compared("F1")], home / "two", SETTINGS, artefacts=artefacts["artefacts"])
    shutil.copy(home / "report" / "comparatex.sty", home)
    return home


@pytest.mark.parametrize("name", ["report", "two"])
def test_every_path_in_a_chapter_is_that_of_a_file_as_a_paper_beside_the_report_sees_it(papers, name):
    paper = papers / f"{name}.tex"
    paper.write_text(PAPER % ("", name, name), encoding="utf-8")
    flat = flattened(paper, papers)
    assert not INPUT.search(flat)
    assert flat.count(r"\begin{comparatexmatrix}") == (2 if name == "two" else 1)


def test_a_folder_deeper_down_is_stated(tmp_path):
    write_report(compared(), tmp_path / "parts" / "results", SETTINGS, chapter_path="parts/results", artefacts=["cdd"])
    chapter = (tmp_path / "parts" / "results" / "chapter.tex").read_text(encoding="utf-8")
    assert r"\input{parts/results/figures/cdd}" in chapter
    with pytest.raises(UsageError, match=r"The `chapter_path` 'a\\\\b' would be read as TeX"):
        write_report(compared(), tmp_path / "r", SETTINGS, chapter_path="a\\b")


def test_a_folder_whose_name_would_be_tex_is_named_by_a_macro(tmp_path):
    write_report(compared(), tmp_path / "50% & more", SETTINGS, artefacts=["cdd"])
    chapter = (tmp_path / "50% & more" / "chapter.tex").read_text(encoding="utf-8")
    assert r"\input{\comparatexfolder figures/cdd}" in chapter and "comparatexhome" not in chapter


@pytest.mark.latex
@pytest.mark.thorough
def test_a_paper_beside_a_report_far_from_it_and_flattened_are_alike(papers, settle, tmp_path):
    name, texts = "two", {}
    for place, before in (("two", ""), ("far/off/it", "\\renewcommand\\comparatexfolder{far/off/it/}")):
        home = tmp_path / place.replace("/", "-")
        shutil.copytree(papers / name, home / place)
        shutil.copy(papers / "comparatex.sty", home)
        (home / "paper.tex").write_text(PAPER % (before, place, place), encoding="utf-8")
        done = settle(home / "paper.tex")
        assert done.findings == []
        assert f"FOLDER <{place + '/' if before else ''}>" in done.log
        texts[place] = done.text
    home = tmp_path / "two"
    (home / "flat.tex").write_text(flattened(home / "paper.tex", home), encoding="utf-8")
    for part in ("figures", "measures", "chapter.tex", "numbers.tex", "stats.json", "document.tex"):
        shutil.move(home / "two" / part, tmp_path / part)
    texts["flat"] = settle(home / "flat.tex").text
    assert texts["two"] == texts["far/off/it"] == texts["flat"]
    shutil.copytree(papers / name, tmp_path / "renamed")
    own = settle(tmp_path / "renamed" / "document.tex")
    assert own.findings == [] and "Mean ranks" in own.text
