"""What docs/guides/restyling.md shows is so: its blocks compile, its pictures are of them, its names exist."""

import re

import pytest

from comparatex.files import TEMPLATES
from test_docs import extension

KEY = re.compile(r"(?:^|,\s*)([a-z]+(?:/\w+)?)(?==)")
STYLE = (TEMPLATES / "comparatex.sty").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def guide():
    return extension("restyled")


def test_pictures_are_of_the_blocks_above_them(guide):
    pictures = {change.picture: change for change in guide.changes() if change.picture}
    assert {f"restyling/{path.name}" for path in guide.FOLDER.iterdir()} == pictures.keys()
    old = [name for name, change in pictures.items() if guide.digest_in(guide.PAGE.parent / name) != change.digest]
    assert not old, "run python docs/_ext/restyled.py"
    assert all(path.stat().st_size <= guide.LARGEST for path in guide.FOLDER.iterdir())
    assert guide.PAGE.read_text("utf-8").count("<!-- restyled: ") == len(guide.changes())


def test_the_macros_and_keys_of_the_guide_are_those_of_the_style_file(guide):
    code = "".join(change.code for change in guide.changes())
    text = guide.PAGE.read_text("utf-8").partition("## Plots")[0]
    sections = extension("styles").sections(STYLE)
    declared = {f"comparatex{section}{name}" for section, both in sections.items() for each in both for name in each}
    declared |= set(re.findall(r"^\\new(?:command|length)\*?\{?\\(comparatex\w+)", STYLE, re.MULTILINE))
    macros = set(re.findall(r"\\(comparatex\w+)", text))
    assert macros - declared == set() and len(macros) >= 25
    keys = {
        key
        for list_ in re.findall(r"\\comparatexsetup\{((?:[^{}]|\{[^{}]*\})*)\}", code)
        for key in KEY.findall(re.sub(r"\{[^{}]*\}", "", list_))
    }
    styles = {section + name for section in sections for name in re.findall(r"\b(?:clique|axis)\b", STYLE)}
    known = declared | {"comparatextheme", "comparatexpalette"} | {f"comparatex{name}" for name in styles}
    assert {key for key in keys if f"comparatex{key.replace('/', '')}" not in known} == set() and len(keys) >= 15


@pytest.mark.latex
def test_every_block_of_the_guide_compiles(guide, parts_compiler):
    made = guide.fragments()
    sources = {change.name: change.document(made) for change in guide.changes() if change.picture}
    diagram = "{" + re.sub(r"\\comparatexmadefor.*\n", "", made["cdd"]) + "}"
    (twice,) = (change.code for change in guide.changes() if not change.picture)
    sources["twice"] = twice.replace(r"\input{cdd}", diagram)
    preamble = r"\usepackage[textwidth=11cm]{geometry}\usepackage{subcaption}\setlength\parindent{0pt}"
    parts, _ = parts_compiler(sources, preamble)
    assert {name: part.findings for name, part in parts.items() if part.findings} == {}
