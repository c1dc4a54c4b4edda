"""The keys of ``comparatex.sty``, with the values and the comments that stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from comparatex.drawing.canvas import COLOURS

ROOT = Path(__file__).resolve().parents[2]
STYLE = ROOT / "templates" / "comparatex.sty"
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
    "posteriortriples": "Matrix of posteriors",
    "pareto": "Scores against costs",
}


class Key(NamedTuple):
    """A key, what it is before anybody changes it, and the comment beside it."""

    name: str
    value: str
    comment: str


def keys() -> str:
    """Return all keys, by section."""
    style = STYLE.read_text("utf-8")
    parts = []
    for section, (settings, colours) in sections(style).items():
        parts.append(f"### {_TITLES[section]}\n")
        for title, found in (
            ("setting", [setting(style, section, name) for name in settings]),
            ("colour", [_colour(style, section, name) for name in colours]),
            ("TikZ style", _of_section(style, section)),
        ):
            if found:
                rows = "\n".join(f"| `{one.name}` | {_code(one.value)} | {_text(one.comment)} |" for one in found)
                parts.append(f"| {title} | by default | |\n|---|---|---|\n{rows}\n")
    return "\n".join(parts)


def plot_styles() -> str:
    """Return the styles of plots with a sentence each: those of pgfplots, then those of TikZ."""
    lines = ["| style | changed by | |", "|---|---|---|"]
    style = STYLE.read_text("utf-8")
    for tree in ("/pgfplots/", "/pgfplots/comparatex ", "/tikz/comparatex "):
        _, kind, prefix = tree.split("/")
        for one in styles(style, tree):
            lines.append(f"| `{prefix}{one.name}` | `\\{kind}set` | {_text(one.comment)} |")
    return "\n".join([*lines, ""])


def styles(style: str, tree: str) -> list[Key]:
    """Return the styles that the style file declares in a tree of keys."""
    found = []
    for start in re.finditer(re.escape(rf"\comparatex@styles{{{tree}}}{{") + "\n", style):
        found += _entries(style[start.end() :])
    return found


def _entries(text: str) -> Iterator[Key]:
    """Yield `name={value},% comment` up to the brace that closes the list."""
    code, depth = "", 0
    for line in text.splitlines():
        shown, _, comment = line.partition("%")
        depth += shown.count("{") - shown.count("}")
        if depth < 0:
            return
        code += f" {shown.strip()}"
        if depth == 0 and shown.rstrip().endswith(","):
            name, _, value = code.strip().rstrip(",").partition("=")
            yield Key(name, value[1:-1], comment.strip())
            code = ""


_SECTION = re.compile(r"^\\comparatex@section\{(\w*)\}\{(.*?)\}\{([^{}]*)\}\{([^{}]*)\}$", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"(\w+)=((?:[^,{}%]|\{[^{}]*\})*|\{(?:[^{}]|\{[^{}]*\})*\})(?:,|$)(?:%[ ]?(.*))?", re.MULTILINE)
Declared = dict[str, tuple[str, str]]


def sections(style: str) -> dict[str, tuple[Declared, Declared]]:
    """Return the settings and the colours of each section of the style file: values and comments by name."""
    shown: dict[str, tuple[Declared, Declared]] = {}
    for section, settings, digits, copies in _SECTION.findall(style):
        of_section = shown.setdefault(section, ({}, {}))
        for declared, text in zip(of_section, (settings, f"{digits},{copies}"), strict=True):
            for name, value, comment in _ENTRY.findall(text):
                declared[name] = declared.get(name) or (re.sub(r"^\{(.*)\}$", r"\1", value, flags=re.DOTALL), comment)
    return shown


def _of_section(style: str, section: str) -> list[Key]:
    """Return the TikZ styles that are keys of a section."""
    return [one._replace(name=f"{section}/{one.name}") for one in styles(style, f"/tikz/comparatex {section}/")]


def _key(section: str, name: str) -> str:
    return name if not section else f"{section}/{name}"


def setting(style: str, section: str, name: str) -> Key:
    """Return a setting."""
    return Key(_key(section, name), *sections(style)[section][0][name])


def _colour(style: str, section: str, name: str) -> Key:
    value, comment = sections(style)[section][1][name]
    value = f"#{value}" if re.fullmatch("[0-9A-F]{6}", value) else value
    return Key(_key(section, name), value, _swatch(COLOURS.get(f"{section}{name}", "")) + comment)


def _swatch(colour: str) -> str:
    return f'<span class="swatch" style="background: {colour}"></span> ' if colour else ""


def _code(value: str) -> str:
    shown = " ".join(value.split()).replace("|", "\\|")
    return "" if not shown else f"`{shown if len(shown) < 60 else shown[:57] + '…'}`"


def _text(comment: str) -> str:
    return re.sub(r"(\\\w+)", r"`\1`", comment.strip()).replace("|", "\\|")
