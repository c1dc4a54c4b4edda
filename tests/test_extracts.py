"""The methods paragraph and the captions on their own: in any document, and as the chapter has them."""

import re

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.errors import TypesetError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.chapter import methods_paragraph
from comparatex.render import render
from comparatex.report import write_report
from comparatex.report_settings import Report
from documents import ENGINES

SPECIAL = ("A_1", "50%", "x & y", "#1", r"back\slash", "é")


def made(names=SPECIAL, **analysis):
    values = np.random.default_rng(1).integers(500, 1000, (9, len(names))) / 1000
    return compare(read((values, tuple(names), tuple("abcdefghi"))), Analysis(**analysis))


def paragraph(**analysis):
    return render("methods.tex.jinja", view=methods_paragraph(made(**analysis)))


@pytest.mark.parametrize(
    ("analysis", "words"),
    [
        ({}, ("signed-rank test", "Holm's step-down correction over 15 pairs")),
        ({"test": "sign", "correction": "none"}, ("sign test", "without correction for multiple testing")),
        ({"test": "nemenyi"}, ("Nemenyi test", "critical difference")),
        ({"alpha": 0.01}, ("Significant means $p \\leq 0.01$ after",)),
    ],
)
def test_the_paragraph_says_what_was_done(analysis, words):
    tex = paragraph(**analysis)
    assert "We compare six methods on nine tasks (higher is better)." in tex
    for text in words:
        assert text in tex


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "nemenyi"])
def test_the_paragraph_needs_no_numbers(test):
    assert r"\comparatex{" not in paragraph(test=test)


def test_the_number_is_written_out():
    critical = made(test="nemenyi").critical_difference
    assert re.search(rf"critical difference,\s+{critical:.2f}", paragraph(test="nemenyi"))


@pytest.mark.latex
@pytest.mark.parametrize("engine", ENGINES)
def test_captions_go_where_captions_go(tmp_path, fragment_compiler, engine):
    write_report(made(), tmp_path, Report(pdf=False, previews=False))
    captions = (tmp_path / "captions.tex").read_text(encoding="utf-8")
    names = re.findall(r"\\comparatexsetcaption\{([^}]*)\}", captions)
    assert {"mcm", "cdd", "scores", "ranks"} <= set(names)
    body = captions + "\n\\listoffigures\n" + "\n".join(
        rf"\begin{{figure}}x\caption[\comparatexshortcaption{{{name}}}]{{\comparatexcaption{{{name}}}}}\end{{figure}}"
        for name in names
    )  # fmt: skip
    compiled = fragment_compiler(body, engine=engine)
    assert compiled.findings == []
    assert "Figure 1:" in compiled.text
    chapter = (tmp_path / "chapter.tex").read_text(encoding="utf-8")
    captions_of = dict(re.findall(r"\\comparatexsetcaption\{(\w+)\}\{[^}]*\}\{(.*)\}$", captions, re.MULTILINE))
    assert f"{{{captions_of['mcm']}}}" in chapter


@pytest.mark.latex
def test_a_caption_that_there_is_not(fragment_compiler):
    with pytest.raises(TypesetError, match="There is no caption for `mcm'"):
        fragment_compiler(r"\comparatexcaption{mcm}")
    known = r"\comparatexsetcaption{cdd}{a}{b}\comparatexsetcaption{scores}{a}{b}"
    with pytest.raises(TypesetError, match=r"There is no caption for `mcmm', but there are\s+cdd, scores"):
        fragment_compiler(known + r"\comparatexcaption{mcmm}")


@pytest.mark.latex
def test_the_paragraph_in_a_paper(fragment_compiler):
    compiled = fragment_compiler(paragraph(), r"\renewcommand\cite[1]{[#1]}\emergencystretch3em ")
    assert compiled.findings == []
    assert "[wilcoxon1945]" in compiled.text
