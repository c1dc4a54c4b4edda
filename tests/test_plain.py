"""Fragments without comparatex.sty: public packages alone, and the names still data."""

import re

import numpy as np
import pytest

import comparatex as cx
import hosts
from comparatex import artefacts
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.stamps import is_ours, stamp_in

TABLES = artefacts.names("tables")
PLOTS = sorted(name for name in artefacts.names("figures") if name not in ("mcm", "cdd"))
PACKAGES = re.compile(r"^% .*needs \\usepackage\{([\w,]+)\}\.$", re.MULTILINE)


@pytest.fixture(scope="module")
def made():
    """Return plain fragments by name, of names that are hard to typeset."""
    comparison, repeated, _ = hosts._compared()
    many = compare(
        read(
            (
                np.round(np.random.default_rng(3).uniform(0, 1, (40, 24)) ** np.linspace(1, 3, 24), 4),
                [f"m_{k}" for k in range(24)],
            )
        )
    )
    sources = {}
    for name in TABLES:
        source = hosts.compared_for(name)
        options = {"ours": (hosts.OURS,), **hosts.options(name, comparison), "plain": True}
        sources[name] = cx.latex(source, name, **options)
        sources[f"{name} siunitx"] = cx.latex(source, name, siunitx=True, **options)
    sources["shaded"] = cx.latex(comparison, "scores", shade_cells="tasks", siunitx=True, plain=True)
    sources["starred"] = cx.latex(comparison, "pairwise", stars=True, siunitx=True, plain=True, language="fr")
    sources["long"] = cx.latex(comparison, "pairwise", long=True, plain=True)
    sources["spread"] = cx.latex(repeated, "scores", plain=True, captions="full", float="table")
    sources["turned"] = cx.latex(comparison, "ranks", plain=True, landscape=True)
    for cells in ("full", "halves", "line"):
        sources[f"mcm {cells}"] = cx.latex(comparison, "mcm", cells=cells, plain=True, ours=(hosts.OURS,))
    sources["mcm of panels"] = cx.latex(
        comparison, "mcm", panel_columns=3, plain=True, fragile=0.9, highlight={hosts.OURS: "#00aa00"}
    )
    sources["mcm in a float"] = cx.latex(comparison, "mcm", float="figure", plain=True, captions="full")
    for best in ("left", "right"):
        sources[f"cdd {best}"] = cx.latex(
            comparison, "cdd", form="classic", best=best, plain=True, intervals=True, ruler=True, ours=(hosts.OURS,)
        )
    sources["cdd one-sided"] = cx.latex(
        comparison, "cdd", form="classic", labels="one-sided", plain=True, width="column"
    )
    for form in ("bands", "groups"):
        sources[f"cdd {form}"] = cx.latex(
            many, "cdd", form=form, plain=True, intervals=True, highlight={"m_3": "#00aa00"}
        )
    return sources


def test_plain_fragments_have_nothing_of_ours_but_comments(made):
    for name, tex in made.items():
        code = re.sub(r"(?<!\\)%.*", "", tex)
        assert not re.search(r"\\(begin\{|end\{)?comparatex", code), name
        assert PACKAGES.match(tex), name
        assert is_ours(tex) and stamp_in(tex), name


def test_each_line_of_a_table_has_its_columns_below_each_other(tutorial):
    lines = cx.latex(tutorial, "scores", plain=True).splitlines()
    rows = [line for line in lines if line.endswith(r"\\")]
    assert len({tuple(gap.start() for gap in re.finditer(" & ", row)) for row in rows}) == 1
    assert rows[1] == (
        r"Beef      & \textbf{0.760}            & 0.632                        & \underline{0.740} & 0.612"
        r"             & 0.473            \\"
    )


def test_columns_of_numbers_are_those_of_siunitx(tutorial):
    tex = cx.latex(tutorial, "pairwise", plain=True, siunitx=True)
    of = "S[table-format={}]"
    assert rf"{{@{{}}ll{of.format('1.4')}c{of.format('2.1')}{of.format('1.4') * 2}@{{}}}}" in tex
    assert r"         & weasel   & 0.0222       & 10/0/2 & 12.5  & \bfseries 0.0361 & 0.1807           \\" in tex


def test_the_diagram_has_ranks_for_coordinates(tutorial):
    tex = cx.latex(tutorial, "cdd", plain=True)
    assert r"\draw[gray] (axis cs:1.625,0) |- (axis cs:1,-2.24) node[right, black] {1.62\quad rocket};" in tex
    assert r"\draw[line width=1.2pt, line cap=rect] (axis cs:1.625,-0.82) -- (axis cs:3,-0.82);" in tex


@pytest.mark.parametrize("name", PLOTS)
def test_other_figures_say_that_they_need_the_style_file(name, tutorial):
    with pytest.raises(UsageError, match=rf"The figure {name} needs comparatex.sty: `plain` is for single tables"):
        cx.latex(tutorial, name, plain=True, **hosts.options(name, tutorial))


def test_what_is_about_plain_tables_alone_is_refused_elsewhere(tutorial, tmp_path):
    with pytest.raises(UsageError, match=r"`siunitx` is for plain tables"):
        cx.latex(tutorial, "ranks", siunitx=True)
    for how in ({"plain": True}, {"own": {"mcm": {"plain": True}}}):
        with pytest.raises(
            UsageError, match=r"A report, whose chapter prints numbers by macros, needs comparatex\.sty"
        ):
            cx.write_report(tutorial, tmp_path / "r", pdf=False, **how)
    assert not (tmp_path / "r").exists()


def test_no_style_file_is_written_beside_a_plain_fragment(tutorial, tmp_path):
    cx.write(tutorial, "mcm", tmp_path / "mcm.tex", plain=True)
    cx.write(tutorial, "mcm", tmp_path / "mcm.tex", plain=True, precision=2)  # which knows its own again
    assert [path.name for path in tmp_path.iterdir()] == ["mcm.tex"]


@pytest.mark.latex
def test_plain_fragments_are_set_by_the_packages_that_they_name(fragment_compiler, made):
    packages = sorted({name for tex in made.values() for name in PACKAGES.match(tex)[1].split(",")})
    preamble = rf"\usepackage{{{','.join(packages)}}}\usepackage[a3paper,margin=2cm]{{geometry}}%{{comparatex}}"
    twice = {name for name, tex in made.items() if "\\label{" in tex or "{longtable}" in tex}
    pages = []
    for names in (twice, made.keys() - twice):
        body = "\n".join(f"\\typeout{{PLAIN {name}}}{made[name]}\n\\clearpage" for name in sorted(names))
        done = fragment_compiler(body, preamble)
        assert "comparatex.sty" not in done.log
        assert [text for text in done.findings if "Float too large" not in text] == []
        pages += done.text.split("\f")
    assert len(twice) < 6 and len(pages) >= len(made)
    for name in ("Ours!", "50%_off", "C4.5: J48"):
        assert sum(name in page for page in pages) > 30
