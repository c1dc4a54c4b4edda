"""The keys of ``comparatex.sty``, with the values and the comments that stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from comparatex.drawing.canvas import COLOURS

ROOT = Path(__file__).resolve().parents[2]
STYLE = ROOT / "templates" / "comparatex.sty"
_TITLES = {
    "comparatex": "Every figure and table",
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
    for section, settings, colours in sections(style):
        parts.append(f"### {_TITLES[section]}\n")
        for title, found in (
            ("setting", [setting(style, section, name) for name in settings]),
            ("colour", [_colour(style, section, name) for name in colours]),
            ("TikZ style", _styles(style, section)),
        ):
            if found:
                rows = "\n".join(f"| `{one.name}` | {_code(one.value)} | {_text(one.comment)} |" for one in found)
                parts.append(f"| {title} | by default | |\n|---|---|---|\n{rows}\n")
    return "\n".join(parts)


def plot_styles() -> str:
    """Return the styles of plots, with the comments that stand there: those of pgfplots, then those of TikZ."""
    style = STYLE.read_text("utf-8")
    parts = []
    for setter, body in re.findall(r"^\\(pgfplotsset|tikzset)\{\n(.*?)(?=^\\)", style, re.MULTILINE | re.DOTALL):
        styles = re.findall(r"^  (comparatex[\w -]*)/\.style(?: 2 args)?=\{.*?(?:%[ ]?(.*))?$", body, re.MULTILINE)
        parts += [f"| `{name}` | `\\{setter}` | {_text(comment)} |" for name, comment in styles]
    return "\n".join(
        ["| style | changed by | |", "|---|---|---|", *sorted(parts, key=lambda row: "tikzset" in row), ""]
    )


def sections(style: str) -> list[tuple[str, list[str], list[str]]]:
    """Return the sections of the style file with the names of their settings and colours."""
    found = re.findall(r"^\\comparatex@section\{(\w+)\}\{([^}]*)\}%?\s*\{([^}]*)\}", style, re.MULTILINE)
    return [
        (name, re.findall(r"[^\s%,]+", settings), re.findall(r"[^,]+", colours)) for name, settings, colours in found
    ]


def _key(section: str, name: str) -> str:
    return name if section == "comparatex" else f"{section}/{name}"


def setting(style: str, section: str, name: str) -> Key:
    """Return a setting."""
    body = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
    found = re.search(rf"\\newcommand\*?\\{section}{name}{body}(?:%[ ]?(.*))?$", style, re.MULTILINE)
    value, comment = (found[1], found[2] or "") if found else ("", "")
    return Key(_key(section, name), value, comment)


def _colour(style: str, section: str, name: str) -> Key:
    colour = re.escape(f"{section}{name}")
    body = r"\{([^}]*)\}(?:%[ ]?(.*))?"
    found = re.search(rf"\\(?:definecolor\{{{colour}\}}\{{(\w+)\}}|colorlet\{{{colour}\}}){body}", style)
    model, value, comment = (found[1] or "", found[2], found[3] or "") if found else ("", "", "")
    shown = COLOURS.get(f"{section}{name}", "")
    return Key(_key(section, name), f"{model} {value}".strip(), _swatch(shown) + comment)


def _swatch(colour: str) -> str:
    return f'<span class="swatch" style="background: {colour}"></span> ' if colour else ""


def _styles(style: str, section: str) -> list[Key]:
    """Return the TikZ styles whose names begin with that of a section."""
    found = re.findall(rf"^\s*({section}/[\w ]+?)/\.style=\{{(.*)\}},?\s*(?:%[ ]?(.*))?$", style, re.MULTILINE)
    return [Key(name, value, comment) for name, value, comment in found]


def _code(value: str) -> str:
    shown = " ".join(value.split()).replace("|", "\\|")
    return "" if not shown else f"`{shown if len(shown) < 60 else shown[:57] + '…'}`"


def _text(comment: str) -> str:
    return re.sub(r"(\\\w+)", r"`\1`", comment.strip()).replace("|", "\\|")
