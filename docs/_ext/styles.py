"""The keys of ``comparatex.sty`` with their values; the sentence of each has its home in the page that lists them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from comparatex.drawing.canvas import COLOURS

ROOT = Path(__file__).resolve().parents[2]
STYLE = ROOT / "templates" / "comparatex.sty"
PAGE = ROOT / "docs" / "guides" / "restyling.md"
CHANGED_BY = ("\\pgfplotsset", "\\tikzset")
_HEADINGS = {"setting": "Settings:", "colour": "Colours:", "TikZ style": "TikZ styles:"} | {
    changed: f"By `{changed}`:" for changed in CHANGED_BY
}
_TITLES = {
    "": "Every figure and table",
    "mcm": "Multi-comparison matrix",
    "cdd": "Critical difference diagram",
    "plot": "All plots",
    "heatmap": "Heat map",
    "forest": "Forest",
    "boxes": "Boxes",
    "profile": "Performance profile",
    "posterior": "Posterior of a pair",
    "pareto": "Scores against costs",
}


class Key(NamedTuple):
    """A key, and what it is before anybody changes it."""

    name: str
    value: str


def keys() -> str:
    """Return all keys, by section."""
    style = STYLE.read_text("utf-8")
    said = sentences()
    parts = []
    for section, (settings, colours) in sections(style).items():
        parts.append(f"### {_TITLES[section]}\n")
        for kind, found in (
            ("setting", [Key(_key(section, name), value) for name, value in settings.items()]),
            ("colour", [_colour(section, name, value) for name, value in colours.items()]),
            ("TikZ style", _of_section(style, section)),
        ):
            lines = [_line(f"`{one.name}`{_code(one.value)}", said.get((one.name, kind), "")) for one in found]
            parts.append(f"{_HEADINGS[kind]}\n\n{''.join(lines)}" if lines else "")
    return "\n".join(filter(None, parts))


def plot_styles() -> str:
    """Return the styles of plots with a sentence each: those of pgfplots, then those of TikZ."""
    style, said = STYLE.read_text("utf-8"), sentences()
    lines: dict[str, list[str]] = {changed: [] for changed in CHANGED_BY}
    for tree in ("/pgfplots/", "/pgfplots/comparatex ", "/tikz/comparatex "):
        _, kind, prefix = tree.split("/")
        changed = f"\\{kind}set"
        names = (prefix + one.name for one in styles(style, tree))
        lines[changed] += [_line(f"`{name}`", said.get((name, changed), "")) for name in names]
    return "\n".join(f"{_HEADINGS[changed]}\n\n{''.join(of)}" for changed, of in lines.items())


def _line(head: str, said: str) -> str:
    return f"- {head}{f': {said}' * bool(said)}\n"


def sentences() -> dict[tuple[str, str], str]:
    """Return what the page says of keys by what they are, and of styles by what changes them."""
    said, kind, kinds = {}, "", {heading: kind for kind, heading in _HEADINGS.items()}
    for line in PAGE.read_text("utf-8").splitlines():
        kind = kinds.get(line, kind)
        if row := re.match(r"- `(.+?)`(?: = `.+?`)?(?:: (.*))?$", line):
            said[row[1], kind] = row[2] or ""
    return said


def with_swatches(page: str) -> str:
    """Return the page with each colour beside its key."""
    return re.sub(r"^- `([\w/]+)`(?= = )", lambda key: f"- {_swatch(key[1])}{key[0][2:]}", page, flags=re.MULTILINE)


def styles(style: str, tree: str) -> list[Key]:
    """Return the styles that the style file declares in a tree of keys."""
    found = []
    for start in re.finditer(re.escape(rf"\comparatex@styles{{{tree}}}{{") + "\n", style):
        found += _entries(style[start.end() :])
    return found


def _entries(text: str) -> Iterator[Key]:
    """Yield `name={value}` up to the brace that closes the list."""
    code, depth = "", 0
    for character in re.sub("%.*", "", text):
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return
        code += character
        if depth == 0 and character == ",":
            name, _, value = " ".join(code.rstrip(",").split()).partition("=")
            yield Key(name, value[1:-1])
            code = ""


_SECTION = re.compile(r"^\\comparatex@section\{(\w*)\}\{(.*?)\}\{([^{}]*)\}\{([^{}]*)\}$", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"(\w+)=((?:[^,{}%]|\{[^{}]*\})*|\{(?:[^{}]|\{[^{}]*\})*\})(?:,|$)", re.MULTILINE)
Declared = dict[str, str]


def sections(style: str) -> dict[str, tuple[Declared, Declared]]:
    """Return the settings and the colours of each section of the style file: values by name."""
    shown: dict[str, tuple[Declared, Declared]] = {}
    for section, settings, digits, copies in _SECTION.findall(style):
        of_section = shown.setdefault(section, ({}, {}))
        for declared, text in zip(of_section, (settings, f"{digits},{copies}"), strict=True):
            for name, value in _ENTRY.findall(re.sub("%.*", "", text)):
                declared.setdefault(name, re.sub(r"^\{(.*)\}$", r"\1", value.strip(), flags=re.DOTALL))
    return shown


def _of_section(style: str, section: str) -> list[Key]:
    """Return the TikZ styles that are keys of a section."""
    return [one._replace(name=f"{section}/{one.name}") for one in styles(style, f"/tikz/comparatex {section}/")]


def _key(section: str, name: str) -> str:
    return name if not section else f"{section}/{name}"


def _colour(section: str, name: str, value: str) -> Key:
    return Key(_key(section, name), f"#{value}" if re.fullmatch("[0-9A-F]{6}", value) else value)


def _swatch(name: str) -> str:
    colour = COLOURS.get(name.replace("/", ""), "")
    return f'<span class="swatch" style="background: {colour}"></span> ' if colour else ""


def _code(value: str) -> str:
    shown = " ".join(value.split())
    return "" if not shown else f" = `{shown if len(shown) < 60 else shown[:57] + '…'}`"
