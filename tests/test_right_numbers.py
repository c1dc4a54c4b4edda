"""Every number that is printed reads back as the statistic: macros, sentences, captions, tables, pages, Word."""

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from html import unescape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex import artefacts, table_files
from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.layout.notation import notations
from comparatex.layout.number_macros import numbers
from comparatex.layout.options import Showing
from comparatex.stats import as_dict
from comparatex.text import LANGUAGES, writing

NAMES = ("A", "B", "C")
MINUS, UNDEFINED = "\N{MINUS SIGN}", "\N{EN DASH}"
SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
NUMBER = re.compile("[<>+−]?\\d[\\d\N{NARROW NO-BREAK SPACE}]*(?:[.,]\\d+)?(?:e[−\\d]+)?")
PERCENT = ("percentage points", "Prozentpunkte", "points", "puntos", "%", "pp")


def unit_of(text):
    """Return the factor that a text names; 1 where it names none."""
    power = re.search("×(10)([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text)
    if power:
        return 10.0 ** int(power[2].translate(SUPERSCRIPTS))
    plain = re.search("×([\\d.,]+)", text)
    if plain:
        return float(plain[1].replace(",", "."))
    return 0.01 if any(unit in text for unit in PERCENT) else 1.0


def read_back(text, unit=None):
    """Return the number that a text prints, and half a unit of its last digit: no part of the product reads it so."""
    number = NUMBER.search(text)[0].lstrip("<>+").replace("\N{NARROW NO-BREAK SPACE}", "")
    number = number.replace(MINUS, "-").replace(",", ".")
    unit = unit_of(text) if unit is None else unit
    digits, _, power = number.partition("e")
    decimals = len(digits.partition(".")[2]) - int(power or 0)
    return float(number) * unit, 0.5 * 10.0**-decimals * unit


def agrees(text, statistic, unit=None):
    """Whether a printed number is a statistic rounded, or a bound that holds."""
    if not np.isfinite(statistic):
        return text.strip("-" + UNDEFINED) == ""
    value, half = read_back(text, unit)
    sign = text.lstrip()[0]
    if sign in "<>":
        return statistic < value + half if sign == "<" else statistic > value - half
    return abs(value - statistic) <= half * (1 + 1e-6) + 1e-12 * abs(statistic)


def typed_back(source):
    """Return the number that a macro holds, its bound without the sign."""
    digits, _, power = source.replace("'", "").lstrip("<>").replace("E", "e").partition("e")
    return float(f"{digits}e{power or 0}"), 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


@st.composite
def studies(draw):
    """Draw a table of any scale, near or far from each other, with repeats or not, and how it is shown."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = (draw(st.integers(2, 12)), len(NAMES), *([3] if draw(st.booleans()) else []))
    language = draw(st.sampled_from(sorted(LANGUAGES)))
    kind = draw(st.sampled_from(["percent", "alike", "spread", "shifted"]))
    factor = 10.0 ** draw(st.integers(-12, 12))
    if kind == "percent":
        values = rng.beta(8, 2, shape)
    elif kind == "alike":
        values = factor * rng.uniform(1, 9, shape)
    elif kind == "spread":
        values = factor * rng.lognormal(0, 2, shape) * rng.choice([-1, 1])
    else:
        values = factor * (1 + 1e-5 * rng.normal(size=shape))
    digits = draw(st.sampled_from([3, 6, 17]))
    values = np.vectorize(lambda x: float(f"{x:.{digits}g}"))(values)
    lower = draw(st.booleans())
    comparison = compare(read((values, NAMES), higher_is_better=not lower))
    return comparison, Showing(percent=kind == "percent", language=language)


def statistics(comparison):
    """Return all that is known of comparates and pairs, by keys with slashes."""
    content, found = as_dict(comparison), {}
    for one in content["summary"]:
        found |= {f"comparate/{one['comparate']}/{name}": value for name, value in one.items()}
    for one in content["pairs"]:
        a, b = one["row"], one["column"]
        flat = {**one, **one["effects"]}
        found |= {f"pair/{a}/{b}/{name}": value for name, value in flat.items()}
        for name in ("mean_difference", "median_difference", "rank_biserial", "cliffs_delta"):
            if isinstance(flat[name], float):
                found[f"pair/{b}/{a}/{name}"] = -flat[name]
        found |= {f"pair/{b}/{a}/wins": one["losses"], f"pair/{b}/{a}/w_plus": one["w_minus"]}
    return {key: np.nan if value is None else value for key, value in found.items()}


@given(studies())
def test_macros_read_back_as_the_statistics(study):
    comparison, showing = study
    known = {key: value for key, value in statistics(comparison).items() if isinstance(value, (int, float))}
    seen = 0
    with writing(showing.language):
        view = numbers(comparison, showing)
        for key, text in view.slash_items():
            name = key.removesuffix("_signed").removesuffix("_equation")
            if name in known and not isinstance(known[name], bool):
                printed = text.removeprefix("p ").removeprefix("= ").replace("< ", "<").replace("> ", ">")
                assert agrees(printed, known[name]), (key, text, known[name])
                seen += 1
        for record in (*view.comparates, *view.pairs):
            for style, value, source in zip(record.styles, record.values, record.source.split(","), strict=True):
                if isinstance(value, str) or source == "--":
                    continue
                for form in source.split(
                    "|"
                ):  # in full and, where that is not what its digits are rounded to, in prose
                    back, half = typed_back(form)
                    assert form[0] in "<>" or abs(back - value) <= half * (1 + 1e-6) + 1e-12 * abs(value)
                assert agrees(style.text(value), value)
                assert agrees((style.rounded or style).text(value), value)
    assert seen > 50


@given(studies())
def test_a_power_leaves_one_to_three_digits_before_the_point(study):
    comparison, showing = study
    found = notations(comparison, showing)
    values = np.abs(comparison.scores.values)
    if found.scores.exponent and not found.scores.percent:
        usual = np.median(values) if values.max() >= 1 else values.max()
        assert found.scores.exponent % 3 == 0
        assert 1 <= usual / 10.0**found.scores.exponent < 1000
    assert found.scores.exponent == found.means.exponent


def html_cells(page):
    return [unescape(re.sub("<[^>]*>", "", cell)) for cell in re.findall("<t[dh][^>]*>(.*?)</t[dh]>", page, re.DOTALL)]


def word_cells(content):
    space = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
    body = ET.fromstring(zipfile.ZipFile(io.BytesIO(content)).read("word/document.xml"))
    return ["".join(text.text or "" for text in cell.iter(f"{space}t")) for cell in body.iter(f"{space}tc")]


def markdown_cells(text):
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|") and ":-" not in line]
    return [re.sub(r"[*\\\\]|</?ins>", "", cell) for row in rows for cell in row]


@pytest.mark.parametrize("name", ["scores", "ranks", "pairwise", "intervals"])
@given(study=studies())
def test_tables_read_back_as_the_statistics(name, study):
    comparison, showing = study
    table = artefacts.view(comparison, name, percent=showing.percent, language=showing.language)
    first = table.wholes[0].columns[0].heading
    ranks = {id(entry) for entry in table.wholes[0].lines[-1].entries} if name == "scores" else set()
    wanted = [
        (line.entries[j], column) if line else (None, column)
        for whole in table.wholes
        for line in (None, *whole.lines)
        for j, column in enumerate(whole.columns)
    ]
    for cells in (
        html_cells(str(table_files.body(table))),
        word_cells(table_files.word(table, showing.language)),
        markdown_cells(table_files.markdown(table)),
    ):
        seen = 0
        for (entry, column), cell in zip(wanted, cells, strict=True):
            known = [v for v in entry.values if isinstance(v, (int, float)) and v == v] if entry else []
            if not known or cell.strip() == UNDEFINED:
                continue
            unit = unit_of(first) if name == "scores" and id(entry) not in ranks else unit_of(column.heading)
            texts = re.split(r"\s±\s|/|\s?[,;]\s", cell.strip("[]"))
            for text, value in zip(texts, known, strict=True):
                assert agrees(text, value, 0.01 if "%" in text else unit), (column, cell, value)
                seen += 1
        assert seen >= 9


@given(studies())
def test_captions_read_back_as_the_best_mean(study):
    comparison, showing = study
    options = {"percent": showing.percent, "language": showing.language}
    caption = artefacts.view(comparison, "scores", **options).alt
    number = f"{NUMBER.pattern}(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
    best = float(comparison.mean[0])
    found = re.findall(f"(?<![\\w×⁻]){number}", caption)
    unit = 0.01 if showing.percent else None
    assert any(agrees(text, best, unit) for text in found), (caption, best)
