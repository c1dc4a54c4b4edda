"""Fragments that are whole floats, and who is shown in them."""

import re

import numpy as np
import pytest

from comparatex import artefacts
from comparatex.artefacts import latex, write
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.layout.options import FLOATS
from documents import thorough

NAMES = [f"method_{k}" for k in range(12)]


@pytest.fixture(scope="module")
def comparison():
    values = np.random.default_rng(5).uniform(0.3, 1, (60, 12)) ** np.linspace(1, 3, 12)
    return compare(read((np.round(values, 4), NAMES)))


def body(tex):
    """Return a fragment without its first lines, which say what it is."""
    return tex[tex.index("\\begin{") :]


@pytest.mark.parametrize("environment", FLOATS)
def test_a_float_has_its_caption_where_it_belongs(environment, comparison):
    settings = {"form": "classic", "label": "fig:ranks", "caption": "50 % of A_1"}
    tex = body(latex(comparison, "cdd", float=environment, **settings))
    assert tex.startswith(rf"\begin{{{environment}}}")
    assert tex.rstrip().endswith(rf"\end{{{environment}}}")
    above = tex.index(r"\caption[Critical difference diagram]{50 \% of A\_1}") < tex.index(r"\begin{tikzpicture}")
    assert above == ("table" in environment)
    assert tex.index(r"\caption") < tex.index(r"\label{fig:ranks}")
    assert r"\begin{comparatexfigure}{Mean ranks of" in tex  # for those who cannot see it


@pytest.mark.parametrize(("name", "label"), [("heatmap", "fig-heatmap"), ("ranks", "tab-ranks")])
def test_a_float_has_the_caption_and_a_label_of_its_artefact(name, label, comparison):
    tex = latex(comparison, name, float="figure*")
    assert f"{{{artefacts.view(comparison, name).title}}}" in tex.replace("[", "{").replace("]", "}")
    assert rf"\label{{{label}}}" in tex


def test_without_a_float_a_fragment_is_only_what_floats(comparison):
    assert r"\caption" not in latex(comparison, "mcm")
    assert r"\caption" not in latex(comparison, "mcm", caption="Mine", label="fig:mine")


def test_a_table_in_a_float_does_not_break_across_pages(comparison):
    long = latex(comparison, "scores", label="tab:a_b", caption="Mine")
    assert r"\begin{comparatexlongtable}" in long
    assert "{Mine}{tab:a_b}" in long
    assert r"\begin{comparatexlongtable}" not in latex(comparison, "scores", float="table")
    with pytest.raises(UsageError, match="leave out `float` or `long`"):
        latex(comparison, "scores", float="table", long=True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"float": "figur"}, "There is no `float` 'figur': did you mean 'figure'?"),
        ({"float": "figure", "label": "a}b"}, "The `label` 'a}b' would be read as TeX"),
    ],
)
def test_floats_and_labels_that_cannot_be(options, said, comparison):
    with pytest.raises(UsageError, match=re.escape(said)):
        latex(comparison, "mcm", **options)


def test_a_picture_has_no_caption(comparison, tmp_path):
    written = write(comparison, "cdd", tmp_path / "cdd.svg", float="figure", caption="Nowhere")
    assert "Nowhere" not in written.read_text(encoding="utf-8")


@pytest.mark.latex
@pytest.mark.parametrize("class_", ["scrbook", thorough("IEEEtran")])
def test_one_input_gives_the_whole_float(class_, comparison, fragment_compiler):
    shown = [("mcm", "figure*"), ("cdd", "figure"), ("ranks", "table"), ("heatmap", "sidewaysfigure")]
    floats = [
        latex(comparison, name, float=kind, label=f"it:{name}", caption=f"Of {name}", top=6) for name, kind in shown
    ]
    refer = " ".join(rf"\ref{{it:{name}}}" for name, _ in shown)
    done = fragment_compiler(
        f"{refer}\n{''.join(floats)}\\clearpage\\listoffigures",
        preamble=r"\usepackage{rotating}",
        class_=class_,
    )
    assert done.findings == []
    for name, _ in shown:
        assert f"Of {name}" in done.text or f"OF {name.upper()}" in done.text


# Says where the captions' lines are, and the top rules of the tables.
_PLACED = r"""\DeclareRobustCommand\placed[1]{\pdfsavepos\write-1{#1 at \the\pdflastypos.}}
\let\ruled\toprule \renewcommand*\toprule{\noalign{\placed{rule}}\ruled}"""


@pytest.mark.latex
@pytest.mark.parametrize(
    ("class_", "preamble"),
    [
        ("article", ""),
        ("article", r"\usepackage{caption}"),
        thorough("report", ""),
        thorough("scrartcl", ""),
        ("beamer", ""),
    ],
)
def test_a_caption_keeps_clear_of_the_rule_below_it(class_, preamble, comparison, fragment_compiler):
    short = latex(comparison, "ranks")
    long = latex(comparison, "scores", long=True) if class_ != "beamer" else ""
    ask = r"\makeatletter\@ifclassloaded{beamer}{}{}\@ifpackageloaded{caption}{}{}\makeatother"  # which defines names
    body = rf"\begin{{table}}[t]\caption[x]{{Short\placed{{caption}}}}\comparatexbelowcaption{short}\end{{table}}"
    body += rf"\comparatexnextcaption{{Long\placed{{caption}}}}{long}" if long else ""
    done = fragment_compiler(
        rf"\begin{{frame}}{body}\end{{frame}}" if class_ == "beamer" else body,
        preamble=rf"{ask}{preamble}\usepackage[noplots]{{comparatex}}{_PLACED}",
        class_=class_,
    )
    at = [int(place) / 65536 for place in re.findall(r"^(?:caption|rule) at (\d+)\.$", done.log, re.MULTILINE)]
    gaps = [caption - rule for caption, rule in zip(at[::2], at[1::2], strict=False)][: 2 if long else 1]
    assert len(gaps) == (2 if long else 1)
    assert all(6.9 < gap < 15 for gap in gaps), gaps


# ------------------------------------------------------------------------------------------------ who is shown
CHOOSING = (
    "mcm",
    "cdd",
    "heatmap",
    "boxes",
    "scores",
    "ranks",
    "pairwise",
    "intervals",
)


def shown(comparison, name, **options):
    """Return the comparates that a fragment shows."""
    tex = body(latex(comparison, name, **options))
    return {known for known in comparison.names if re.search(known.replace("_", r"\\_") + r"\b", tex)}


@pytest.mark.parametrize("name", CHOOSING)
def test_the_best_and_ours_are_shown(name, comparison):
    by_rank = [comparison.names[i] for i in np.argsort(comparison.mean_rank, kind="stable")]
    best = {*(by_rank if name in ("cdd", "ranks") else comparison.names)[:4]}
    worst = comparison.names[-1]
    assert shown(comparison, name, top=4) == best
    assert shown(comparison, name, top=4, ours=(worst,)) == best | {worst}
    assert shown(comparison, name, top=99) == {*NAMES}
    some = comparison.names[3:9]
    assert shown(comparison, name, include=some) == {*some}
    assert shown(comparison, name, include=some, top=6) == {*some}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Shown are the best four of twelve methods by mean score, and ours."),
        (
            "fr",
            "Seuls figurent ici, sur douze méthodes, les quatre premières par score moyen, et les nôtres.",
        ),
        ("de", "Gezeigt sind die besten vier von zwölf Verfahren nach mittlerem Wert, dazu die eigenen."),
        ("es", "De doce métodos se muestran los cuatro mejores por puntuación media y los nuestros."),
    ],
)
def test_the_caption_says_who_is_left_out(language, said, comparison):
    worst = (comparison.names[-1],)
    view = artefacts.view(comparison, "mcm", top=4, ours=worst, language=language)
    assert str(view.caption).endswith(said)
    assert said not in artefacts.view(comparison, "mcm", top=12, language=language).caption
    assert artefacts.view(comparison, "mcm", top=4, ours=worst, caption="Mine").caption == "Mine"


def test_numbers_stay_those_of_the_whole_table(comparison):
    name = comparison.names[2]
    row = re.search(rf"^{name}.*$".replace("_", r"\\_"), latex(comparison, "ranks", top=4), re.MULTILINE)
    assert f"{comparison.mean_rank[2]:.2f}" in row[0]


def test_ours_highlights_and_focus_chooses_the_rows(comparison):
    name = comparison.names[5]
    highlighted = artefacts.view(comparison, "mcm", ours=(name,)).panels[0]
    assert [row.head.name for row in highlighted.rows] == [*comparison.names]
    assert [row.head.name for row in highlighted.rows if row.head.ours] == [name]
    focused = artefacts.view(comparison, "mcm", focus=(name,)).panels[0]
    assert [row.head.name for row in focused.rows] == [name]


@pytest.mark.parametrize("name", ["forest", "scatter", "verdicts"])
def test_focus_comes_before_ours_where_there_is_one(name, comparison):
    first, second = comparison.names[4], comparison.names[7]
    alone = artefacts.view(comparison, name, focus=(first,), ours=(second,))
    assert first in alone.title or first in alone.caption
    assert repr(alone) != repr(artefacts.view(comparison, name, ours=(second,)))
