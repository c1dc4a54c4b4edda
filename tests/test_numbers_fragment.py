r"""numbers.tex in TeX: every key prints its number, in text, by expansion and in bookmarks; unknown keys stop."""

import math
import re
from decimal import Decimal
from functools import cache
from io import StringIO

import numpy as np
import pandas as pd
import pytest

from comparatex.data.read import read
from comparatex.data.scores import Scores
from comparatex.errors import TypesetError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.notation import notations
from comparatex.layout.number_macros import numbers
from comparatex.layout.numbers import MINUS, UNDEFINED, mark
from comparatex.layout.options import Showing
from comparatex.render import render
from comparatex.text import writing
from comparatex.typeset.tex_log import find_errors
from documents import ENGINES, thorough

NAMES = (
    "A_1", "50%", "50#", "x & y", "$x$", "a~b", "a^b", r"back\slash", "{brace}", "[x] *", "é", "β", "χ²",
    "one of many", "all against one", "<u>", "naïve \"q\"",
)  # fmt: skip

TABLE = """\
task,rocket,boss,cat_22
Beef,0.760,0.612,0.473
BME,0.997,0.866,0.905
Car,0.912,0.848,0.746
CBF,0.996,0.999,0.954
Crop,0.752,0.686,0.653
Fish,0.974,0.970,0.773
Ham,0.855,0.837,0.694
"""

# What is printed, as characters, on a line of its own in the log.
THIN = "\N{NARROW NO-BREAK SPACE}"

SAY = r"""
\def\comparatexminus{-}\def\comparatexplus{+}\def\comparatexless{<}\def\comparatexgreater{>}
\def\comparatexequation#1#2{p #1 #2}
\newcommand\say[2]{\immediate\write-1{[#1] \comparatex{#2} | \comparatexvalue{#2} |}}
"""


def made(names=NAMES, n_tasks=11, analysis=Analysis(), seed=0):
    values = np.random.default_rng(seed).integers(0, 40, (n_tasks, len(names))) / 100
    values[:, 1] = values[:, 0]
    tasks = tuple(f"t{i}" for i in range(n_tasks))
    return compare(Scores(values, np.full(values.shape, 2, np.int8), tasks, names), analysis)


def fragment(comparison):
    return render("numbers.tex.jinja", view=numbers(comparison))


def printed(comparison, compiled):
    """Return what TeX printed for each key, and as a plain value, in typographic characters."""
    found = re.findall(r"^\[(\d+)\] (.*?) \| (.*?) \|$", compiled.log, re.MULTILINE)
    keys = [key for key, _ in numbers(comparison).items()]
    assert [int(number) for number, *_ in found] == list(range(len(keys)))
    texts = zip(keys, ((text, value) for _, text, value in found), strict=True)
    return {key: tuple(map(_typographic, pair)) for key, pair in texts}


def _typographic(text):
    return UNDEFINED if text == "--" else text.replace("-", MINUS) if re.match(r"-[\d.]", text) else text


def say_all(comparison):
    lines = [rf"\say{{{k}}}{{{key}}}" for k, (key, _) in enumerate(numbers(comparison).items())]
    return "\n".join(lines)


def test_golden(golden):
    comparison = compare(pd.read_csv(StringIO(TABLE), index_col="task"))
    golden(fragment(comparison), "numbers.tex")


OF_LANGUAGES = {  # what scores are multiplied by, how they are shown, and how compared
    "en": (1, Showing(), Analysis(alpha=0.0517)),
    "fr": (1, Showing(percent=True), Analysis(alpha=0.1)),
    "de": (200, Showing(), Analysis(test="t")),
    "es": (1e-9, Showing(), Analysis(test="conover")),
}


@cache
def _numbers_in(code):
    """Return the numbers of a table in a language, what they print, their source, the mark and decimals of prose."""
    scale, showing, analysis = OF_LANGUAGES[code]
    rng = np.random.default_rng(len(OF_LANGUAGES) + [*OF_LANGUAGES].index(code))
    values = (rng.random((11, 1)) + rng.random((11, 5)) / 10) * [0.9, 0.9, 0.9, 0.8, 0.1] * scale
    with writing(code):
        comparison = compare((values, "ABCDE"), analysis)
        view = numbers(comparison, showing)
        found = {key: printed() for key, printed in view.lookup().items()}
        return view, found, render("numbers.tex.jinja", view=view), mark(), notations(comparison, showing).in_prose


def _values(view):
    """Yield key, value and kind of each number."""
    for fact in view.facts:
        yield fact.statistic.english, fact.value, fact.style.kind
        if fact.style.equation:
            yield f"{fact.statistic.english} equation", fact.value, "equation"
    for records, fields in ((view.comparates, view.comparate_fields), (view.pairs, view.pair_fields)):
        for record in records:
            for field in fields:
                for names in dict.fromkeys((record.keys, record.keys[::-1])):
                    turned = names != record.keys
                    value = record.values[(field.reverse if turned else field.position) - 1]
                    sign = -1 if turned and field.kind in ("negated", "signed") else 1
                    key = f"{field.statistic.english} of {' against '.join(names)}"
                    yield key, value if isinstance(value, str) else sign * value, field.kind


def _in_prose(value, full, kind, most, alpha):
    """Return how prose has a number that is printed in full so: its digits are those of the number itself."""
    number = re.search(r"\d[\d.]*", full)
    exact = Decimal(repr(float(value)))
    if kind in ("pvalue", "equation"):
        if re.search("[<>]", full) and number[0] != "0.0001":  # beside the level
            return full
        if exact < Decimal("0.001"):
            text = "< 0.001"
        elif exact > Decimal("0.99"):
            text = "> 0.99"
        else:
            short, alpha = exact.quantize(Decimal("0.001")), Decimal(repr(alpha))
            over = exact != alpha and (exact < alpha <= short or short <= alpha < exact)
            text = f"= {number[0] if over else short}"
        return f"p {text}" if kind == "equation" else re.sub("= |(?<=[<>]) ", "", text)
    written = number[0].partition(".")[2]
    if len(written) <= most or re.search(rf"\d{THIN}\d", full) or Decimal(number[0]) < Decimal(1).scaleb(1 - most):
        return full
    power = round(math.log10(float(number[0]) / abs(value)))
    return full.replace(number[0], f"{abs(exact).scaleb(power):.{most}f}")


@pytest.mark.parametrize("code", OF_LANGUAGES)
def test_prose_has_the_digits_of_the_number_itself(code):
    """What prose prints is rounded once, and never what is left of a printed number: of 0.871455 that is 0.871."""
    view, found, source, decimal, most = _numbers_in(code)
    alpha = OF_LANGUAGES[code][2].alpha
    tried = 0
    for key, value, kind in _values(view):
        if isinstance(value, str) or kind == "words":
            continue
        full, short = (found[each].replace(decimal, ".") for each in (key, f"*{key}"))
        if key == "alpha" or not math.isfinite(value):
            assert short == full
            continue
        wanted = _in_prose(value, full, kind, most, alpha)
        if re.match("statistic|.*rank sum", key) and wanted != full:  # printed without zeros at the end
            wanted = re.sub(r"\.?0+$", "", wanted)
        assert short == wanted, (key, value)
        tried += short != full
    assert tried > 50
    assert source.count("|") > 3  # such as 0.8715|0.871


@pytest.mark.latex
def test_tex_prints_in_prose_what_python_prints(fragment_compiler):
    """With a star, TeX prints of every number, either way round, in every language, what Python prints for prose."""
    body = [SAY, r"\def\comparatexpower#1{e#1}\def\comparatexgroup{_}\def~{ }\def\,{ }"]
    wanted = {}
    for code in OF_LANGUAGES:
        _, found, source, *_ = _numbers_in(code)
        body.append(rf"\renewcommand\comparatexstudy{{{code}}}" + source)
        for k, (key, text) in enumerate((key, text) for key, text in found.items() if key.startswith("*")):
            if key not in ("*test", "*correction", "*direction"):
                wanted[f"{code}{k}"] = key, text
                body.append(rf"\immediate\write-1{{[{code}{k}] \comparatex*{{{key[1:]}}} |}}")
    body.append(
        r"\comparatexsetup{leadingzero=false}\immediate\write-1{[zero] \comparatex*{p equation of A against B} |}"
    )
    log = fragment_compiler("\n".join(body) + "\nx").log
    printed = dict(re.findall(r"^\[(\w+)\] (.*?) \|$", log, re.MULTILINE))
    assert re.fullmatch(r"p [=<>] ,\d+", printed.pop("zero"))
    assert printed.keys() == wanted.keys() and len(wanted) > 2000
    typed = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹" + MINUS + THIN + "\N{NO-BREAK SPACE}", "-0123456789-  ")
    for k, (key, text) in wanted.items():
        shown = re.sub(r"\\%|\\,|_", lambda found: {"\\%": "%"}.get(found[0], " "), printed[k])
        assert shown.replace("--", UNDEFINED) == text.replace("×10", "e").translate(typed), (k, key)


@pytest.mark.latex
@pytest.mark.parametrize(
    ("sides", "alpha", "near"),
    [thorough("two", 0.28907, "0.28906"), ("better", 0.1445, "0.14453")],
)
def test_every_key_prints_its_number(fragment_compiler, sides, alpha, near):
    comparison = made(analysis=Analysis(sides=sides, alpha=alpha))
    assert near in dict(numbers(comparison).items()).values()
    compiled = fragment_compiler(fragment(comparison) + SAY + say_all(comparison) + "\nx")
    words = {"test", "correction", "best", "best by mean rank", "direction"}
    found = printed(comparison, compiled)
    for key, value in numbers(comparison).items():
        if key not in words:
            assert found[key] == (value, re.sub("^p (= |([<>]) )?", r"\2", value)), key


@pytest.mark.latex
def test_every_key_with_slashes_prints_its_number(fragment_compiler):
    view = numbers(made(("A_1", "a/b", "pair", "A against x"), analysis=Analysis(sides="ours", control="a/b")))
    items = list(view.slash_items())
    lines = [rf"\say{{{k}}}{{{key}}}" for k, (key, _) in enumerate(items)]
    log = fragment_compiler(render("numbers.tex.jinja", view=view) + SAY + "\n".join(lines) + "\nx").log
    found = re.findall(r"^\[(\d+)\] (.*?) \| (.*?) \|$", log, re.MULTILINE)
    assert len(found) == len(items)
    for (key, value), (_, text, _) in zip(items, found, strict=True):
        if key not in {"test", "correction", "best", "best_by_mean_rank", "direction"}:
            assert _typographic(text) == value, key


@pytest.mark.latex
def test_units_and_thousands_are_printed_and_plain_values_keep_their_size(fragment_compiler):
    rng = np.random.default_rng(0)
    values = rng.integers(0, 4000, (9, 3)) / 4000
    tables = {
        "tiny": (values * 1e-9, Showing()),
        "many": (values * 4e6, Showing()),
        "share": (values, Showing(percent=True)),
    }
    body, wanted = SAY + r"\def\comparatexpower#1{e#1}\def\comparatexgroup{_}\def~{_}", {}
    for study, (of, showing) in tables.items():
        view = numbers(compare(read((of, ("A", "B", "C")))), showing)
        body += rf"\renewcommand\comparatexstudy{{{study}}}" + render("numbers.tex.jinja", view=view)
        for k, (key, value) in enumerate(view.items()):
            if re.match("(mean|median) .*of ", key):
                wanted[f"{study}{k}"] = value
                body += rf"\say{{{study}{k}}}{{{key}}}"
    log = fragment_compiler(body + "\nx").log
    found = dict(re.findall(r"^\[(\w+)\] (.*?) \| .*? \|$", log, re.MULTILINE))
    plain = dict(re.findall(r"^\[(\w+)\] .*? \| (.*?) \|$", log, re.MULTILINE))
    assert found.keys() == wanted.keys() and len(found) > 30
    power = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹" + MINUS + THIN + "\N{NO-BREAK SPACE}", "-0123456789-__")
    for key, value in wanted.items():
        typed = value.replace("×10", "e").translate(power)
        assert found[key].replace("\\%", "%") == typed, key
        assert float(plain[key]) == pytest.approx(_size(typed))
    every = " ".join(found.values())
    assert all(re.search(unit, every) for unit in (r"\de-12 ", r"\d\\%", r"\d_percentage points", r"\d_\d{3}_\d{3}"))


def _size(typed):
    """Return the number that is typed, percentages as fractions."""
    number = re.match(r"[-+]?[\d._]+(e-?\d+)?", typed)[0].replace("_", "")
    return float(number) / (100 if "%" in typed or "points" in typed else 1)


@pytest.mark.latex
def test_undefined_numbers(fragment_compiler):
    values = np.array([[0.5, np.nan, 0.1], [np.nan, 0.6, 0.2], [0.4, np.nan, 0.3]])
    table = Scores(values, np.full((3, 3), 1, np.int8), ("t", "u", "v"), ("A", "B", "C"), missing="pairwise")
    comparison = compare(table)
    found = printed(comparison, fragment_compiler(fragment(comparison) + SAY + say_all(comparison) + "\nx"))
    for key in ("mean difference of A against B", "mean difference of B against A", "p of B against A"):
        assert found[key] == (UNDEFINED, UNDEFINED)


@pytest.mark.latex
@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_all_kinds_in_text_and_under_babel(fragment_compiler, engine):
    comparison = made()
    found = dict(numbers(comparison).items())
    wanted = ["wins of A_1 against x & y", "ties of 50- against 50--2", "wins of é against χ²", "mean of $x$"]
    wanted += ['losses of naïve "q" against <u>', "mean of one of many", "wins of all against one against β"]
    body = "\n\n".join(rf"\comparatex{{{key}}}" for key in wanted)
    compiled = fragment_compiler(fragment(comparison) + body, r"\usepackage[ngerman,spanish]{babel}", engine=engine)
    assert compiled.findings == []
    assert compiled.text.split()[: len(wanted)] == [found[key] for key in wanted]


@pytest.mark.latex
def test_a_number_works_in_headings_conditions_and_bookmarks(fragment_compiler):
    comparison = compare(pd.read_csv(StringIO(TABLE), index_col="task"))
    body = r"""
    \section{Won \comparatex{wins of rocket against boss} by \comparatex{mean difference of boss against rocket}}
    \tableofcontents
    \ifnum\comparatex{wins of rocket against boss}>\comparatex{losses of rocket against boss} better\else worse\fi{}
    \ifdim\comparatexvalue{mean difference of cat_22 against rocket}pt<0pt lower\else higher\fi{}
    \edef\kept{\comparatex{p equation of rocket against cat_22}}\kept, $\comparatex{mean of boss}$
    """
    compiled = fragment_compiler(
        fragment(comparison) + body, r"\pdfobjcompresslevel0 \usepackage[unicode=false]{hyperref}"
    )
    assert compiled.findings == []
    assert compiled.text.count("Won 6 by −0.0611") == 2
    assert "better lower p = 0.0156, 0.8311" in compiled.text
    assert rb"Won 6 by -0.0611" in compiled.pdf


@pytest.mark.latex
def test_two_tables_in_one_document(fragment_compiler):
    first, second = (made(("A", "B", "C"), seed=seed, n_tasks=n) for seed, n in ((1, 9), (2, 8)))
    body = (
        fragment(first) + r"\renewcommand\comparatexstudy{second}" + fragment(second)
        + r"\comparatex{tasks}\renewcommand\comparatexstudy{}\comparatex{tasks}"
    )  # fmt: skip
    assert fragment_compiler(body).text.split()[0] == "89"


UNKNOWN = (
    "wins of A against Z_1", "mean of Z", "victories of A against B", "wins of A", "mean of A against B", "x y",
    "pair/A/Z/wins", "pair/A/B/victories", "pair/A/B/wins/C", "pair/A/B", "pair", "comparate/Z/mean",
    "comparate/A/mean/median", "comparate/A/mean rank", "friedman/df3",
)  # fmt: skip


@pytest.fixture(scope="module")
def refused(fragment_compiler):
    """The errors of a document that goes on after each of them, by the line they are in."""
    lines = [fragment(made(("A", "B", "C"))), *(rf"\comparatex{{{key}}}" for key in UNKNOWN)]
    with pytest.raises(TypesetError) as stopped:
        fragment_compiler("\n".join(lines), halt=False)
    found = find_errors(stopped.value.log)
    assert len(found) == len(UNKNOWN)
    return {key: error.message for key, error in zip(UNKNOWN, found, strict=True)}


@pytest.mark.latex
@pytest.mark.parametrize("key", UNKNOWN)
def test_an_unknown_key_is_an_error_with_its_name(refused, key):
    assert f"No number is called `{key}'" in refused[key]
    assert "`comparatex numbers SCORES' lists" in refused[key]


@pytest.mark.latex
def test_an_unknown_key_stops(fragment_compiler):
    with pytest.raises(TypesetError, match="No number is called `mean of Z'"):
        fragment_compiler(fragment(made(("A", "B", "C"))) + r"\comparatex{mean of Z}")


@pytest.mark.latex
def test_a_key_before_numbers_are_loaded(fragment_compiler):
    with pytest.raises(TypesetError, match=r"(?s)no numbers yet for `tasks'.*input\{numbers\}"):
        fragment_compiler(r"\comparatex{tasks}")


@pytest.mark.latex
@pytest.mark.thorough
def test_121_comparates_fit_pdflatex(fragment_compiler):
    comparison = made(tuple(f"method number {k}" for k in range(121)), n_tasks=20)
    source = fragment(comparison)
    assert source.count("\n\\comparatexpair{") == 7260
    key = "wins of method number 7 against method number 99"
    compiled = fragment_compiler(source + rf"\comparatex{{{key}}}", engine="pdflatex")
    assert compiled.text.split()[0] == dict(numbers(comparison).items())[key]
