"""Names as TeX of the user's: where they stand, and what none may hold."""

import pytest

import comparatex as cx
from comparatex.errors import UsageError
from comparatex.tex_names import _CITATIONS, _MATH, _MATH_TYPE, _TYPE, check
from comparatex.typeset.engines import find
from comparatex.typeset.pages import try_names

TEX = {
    "ROCKET": r"\textsc{Rocket}",
    "max": r"$\lambda_{\max}$",
    "A": r"$\mathcal{A}_0$",
    "iris": r"\emph{Iris} \& \cite{fisher}",
}
SCORES = {
    "ROCKET": {"iris": 0.9, "wine": 0.8, "car": 0.7},
    "ROCKET 2": {"iris": 0.8, "wine": 0.7, "car": 0.6},
    "rm": {"iris": 0.7, "wine": 0.6, "car": 0.4},
    "A": {"iris": 0.6, "wine": 0.5, "car": 0.5},
}


def compared(tex=TEX, **options):
    return cx.compare(cx.read(SCORES, names={"rm": "max"}, tex_names=tex, **options))


@pytest.mark.parametrize(
    ("kind", "plain"),
    [(kind, plain) for plain in (False, True) for kind in ("mcm", "cdd", "scores", "ranks")]
    + [("forest", False), ("boxes", False)],
)
def test_latex_sets_them_and_nothing_else_does(kind, plain, tmp_path):
    tex = cx.latex(compared(), kind, plain=plain)
    for name in ("ROCKET", "max", "A"):
        assert TEX[name] in tex
    assert (TEX["iris"] in tex) == (kind == "scores")
    assert r"\textsc{Rocket}} 2" not in tex  # part of another name
    for suffix in (".md", ".html", ".csv", ".typ") if kind in ("scores", "ranks") else (".svg",):
        plain_text = cx.write(compared(), kind, tmp_path / f"a{suffix}").read_text()
        assert "Rocket" not in plain_text.replace("ROCKET", "") and "lambda" not in plain_text
        assert "ROCKET" in plain_text or suffix == ".svg"


def test_sentences_have_them_but_for_words_of_ours(tmp_path):
    folder = cx.write_report(compared(), tmp_path / "r", pdf=False, artefacts=("mcm",))
    chapter = (tmp_path / "r" / "chapter.tex").read_text()
    assert folder and r"{\textsc{Rocket}} has the highest mean score" in chapter
    assert "ROCKET 2" in chapter and r"{\textsc{Rocket}} 2" not in chapter
    assert r"\mathcal" not in chapter  # A may be an article


def test_a_config_file_has_them(tmp_path):
    (tmp_path / "comparatex.toml").write_text("[tex-names]\nROCKET = '\\textsc{Rocket}'\n")
    config = cx.read_config(tmp_path / "comparatex.toml")
    assert cx.read(SCORES, **config.reading).tex_names == {"ROCKET": r"\textsc{Rocket}"}


def test_a_table_cannot_set_them():
    name = r"\textsc{x}"
    comparison = cx.compare(cx.read({name: SCORES["A"], "B": SCORES["ROCKET"]}))
    assert r"\textbackslash{}textsc\{x\}" in cx.latex(comparison, "scores")


def test_names_that_the_table_lacks_are_refused():
    with pytest.raises(UsageError, match=r"ROKET.*did you mean 'ROCKET'"):
        compared({"ROKET": "x"})


@pytest.mark.parametrize(
    ("tex", "what"),
    [
        (r"\input{x}", r"has \\input"),
        (r"\write18{ls}", r"has \\write"),
        (r"\def\a{}", r"has \\def"),
        (r"\csname input\endcsname", r"has \\csname"),
        (r"\'e", r"has \\"),
        ("\\", r"has \\"),
        ("a^^5cb", r"has \^"),
        ("$a^^5cb$", r"has \^\^"),
        ("a~b", "has ~"),
        ('"a', 'has "'),
        ("50%", "has %"),
        ("#1", "has #"),
        ("a & b", "has &"),
        ("a_b", "has _ outside of a formula"),
        (r"\lambda", r"has \\lambda outside of a formula"),
        (r"\mathbf{x}", r"has \\mathbf outside"),
        (r"\textsc", r"has \\textsc without braces"),
        (r"\cite", r"has \\cite without the keys"),
        (r"\cite{a}b}", "braces that do not match"),
        (r"\textsc{a", "braces that do not match"),
        (r"{$}$", "braces that do not match"),
        ("$a", "dollars that do not match"),
        (r"$\textsc{$a$}$", "dollars that do not match"),
        ("$$a$$", "two dollars in a row"),
        ("a\u200bb", "no name may have"),
        ("", "0 characters"),
        ("x" * 501, "501 characters"),
    ],
)
def test_what_could_break_or_run_something_is_refused(tex, what):
    with pytest.raises(UsageError, match=what) as error:
        compared({"ROCKET": tex})
    assert "'ROCKET'" in str(error.value)


def test_a_number_stays_one():
    with pytest.raises(UsageError, match=r"'2'.*give it a display name"):
        check("2", "$2$")


@pytest.mark.latex
def test_what_is_allowed_can_be_set():
    arguments = {"frac": "{a}{b}"}
    texts = [
        *(rf"$\{macro}$" for macro in sorted(_MATH)),
        *(rf"$\{macro}{arguments.get(macro, '{a}')}$" for macro in _MATH_TYPE),
        *(rf"\{macro}{{a \_\&\%\#\$\{{\}}\, b}}" for macro in _TYPE),
        *(rf"\{macro}[see][p.~2]{{a:b-1,c}}" for macro in _CITATIONS),
        r"\ensuremath{\alpha^{2}_i}",
        "[x]*",
    ]
    for tex in texts:
        check("name", tex)
    joined = " ".join(f"{{{tex}}}" for tex in texts)
    try_names((("all", joined),), find())


@pytest.mark.latex
def test_what_tex_cannot_set_is_refused_before_anything_is_written(tmp_path):
    comparison = compared({"ROCKET": "$a^b^c$"})
    for write in (
        lambda: cx.write(comparison, "mcm", tmp_path / "a" / "mcm.tex"),
        lambda: cx.write(comparison, "mcm", tmp_path / "a" / "mcm.pdf"),
        lambda: cx.write_report(comparison, tmp_path / "a"),
        lambda: cx.latex(comparison, "mcm"),
    ):
        with pytest.raises(UsageError, match="The TeX of 'ROCKET', line 1: Double superscript"):
            write()
    assert not list(tmp_path.iterdir())
