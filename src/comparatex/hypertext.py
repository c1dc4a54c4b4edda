"""Text as HTML: prose with its emphasis, its links and its numbers; whatever comes from data is escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from comparatex.errors import TemplateError
from comparatex.letters import RIGHT_TO_LEFT
from comparatex.text import NBSP, Inline, Prose


@dataclass(frozen=True)
class Links:
    """What the references of a text lead to on its page."""

    places: Mapping[str, str] = field(default_factory=dict)
    """The number of each figure, table and section, by its label."""
    works: Mapping[str, int] = field(default_factory=dict)  # the number of each work that is cited, by its key
    numbers: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """What is printed for each number, by its measure (empty where there is one alone) and its key."""


_NOTHING = Links()
_OF_P = re.compile(r"p(?= [=<>] )")
_COMPOUND = re.compile(r"^-(?=\w)")
_POSSESSIVE = re.compile(r"(?<=\w)'(?=s\b)")
_STATISTIC = re.compile(r"([^\d²]+)(.*)")
_SEAM = re.compile(r"(?<=[_/\\:+-])(?=\w)|(?<=\.)(?=[^\W\d])")
_CAPITAL = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z])")
_PIECE, _WORD = re.compile(r"\S{1,14}\s*|\s+"), 14


def html(text: str, links: Links = _NOTHING, measure: str = "") -> Markup:
    """Return a text as HTML; `Markup` passes unchanged."""
    if isinstance(text, Markup):
        return text
    if not isinstance(text, Prose):
        return Markup(_isolated(escape(str(text))))
    return Markup("").join(
        Markup(_isolated(_COMPOUND.sub("\N{NON-BREAKING HYPHEN}", escape(_POSSESSIVE.sub("’", part)))))
        if isinstance(part, str)
        else _inline(part, links, measure)
        for part in text.parts
    )


def _isolated(text: str) -> str:
    """Return HTML in which words from right to left turn nothing around them.

    >>> _isolated("אבג, 0.5 against B")
    '<bdi>אבג</bdi>, 0.5 against B'
    """
    return RIGHT_TO_LEFT.sub(r"<bdi>\g<0></bdi>", text)


def _inline(part: Inline, links: Links, measure: str) -> Markup:
    """Return a part of a sentence other than words as HTML."""
    if part.kind == "cite":
        works = [(links.works[key], key) for key in part.text.split(",") if key in links.works]
        cited = ", ".join(f'<a href="{target(work(key))}">{number}</a>' for number, key in sorted(works))
        return Markup(f"{NBSP}[{cited}]" if cited else "")
    if part.kind == "ref":
        number = links.places.get(part.text, "")
        called = escape(NBSP.join(filter(None, (part.detail, number))))
        return Markup(f'<a href="{target(part.text)}">{called}</a>' if number else called)
    if part.kind == "number":
        printed = links.numbers.get((part.detail or measure, part.text))
        if printed is None:
            raise TemplateError(f"A text prints the number {part.text!r}, which does not exist.")
        said, rest = ("<i>p</i>", printed[1:]) if _OF_P.match(printed) else ("", printed)
        return Markup(said + escape(rest).replace(" ", NBSP))
    if part.kind == "math":
        letter = _STATISTIC.fullmatch(part.text)
        return Markup(f"<i>{escape(letter[1])}</i>{escape(letter[2])}" if letter else escape(part.text))
    if part.detail.startswith("#"):
        return Markup(
            f'<span style="text-decoration: underline 0.2em {escape(part.detail)}">{escape(part.text)}</span>'
        )
    return Markup(f'<span class="colour {escape(part.detail)}">{escape(part.text)}</span>')


def anchor(label: str) -> str:
    """Return the identifier of what has a label.

    >>> anchor("fig: a b")
    'fig:-a-b'
    """
    return re.sub(r"\s+", "-", label)


def target(label: str) -> str:
    """Return the address, on the same page, of what has a label.

    >>> target('fig-"x"')
    '#fig-%22x%22'
    """
    return f"#{quote(anchor(label), safe='-._~:+/')}"


def work(key: str) -> str:
    """Return the label of a work in the list of references."""
    return f"ref-{key}"


def breakable(name: str) -> Markup:
    """Return a name that may break after underscores, hyphens and slashes, and where it is long before capitals.

    >>> print(breakable("Rocket_Ridge<1>"), breakable("InceptionTime-LoRA"), breakable("Flow-9.1M"))
    Rocket_<wbr>Ridge&lt;1&gt; InceptionTime-<wbr>LoRA Flow-<wbr>9.1M
    """
    words = (word for part in _SEAM.split(name) for word in (_CAPITAL.split(part) if len(part) > _WORD else [part]))
    pieces = (piece for word in words for piece in _PIECE.findall(word))
    return Markup("<wbr>").join(Markup(_isolated(escape(piece))) for piece in pieces)


class Shown(NamedTuple):
    """What is shown of an object: a heading, a table whose first column names its rows, and what is left out."""

    heading: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    more: Sequence[str] = ()

    @property
    def rest(self) -> str:
        """What is left out, as a text."""
        return f"… and {' and '.join(self.more)}" if self.more else ""


class Displayed:
    """What notebooks and documents show of an object: the same table in HTML, Markdown and LaTeX."""

    def _shown(self) -> Shown:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        heading, head, rows, _ = shown = self._shown()
        header = "".join(f"<th>{escape(text)}</th>" for text in head)
        body = "".join(
            f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(text)}</td>' for text in rest)}</tr>"
            for first, *rest in rows
        )
        table = f'<table class="table"><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>'
        return f"<div><p>{escape(heading)}</p>{table}{f'<p>{shown.rest}</p>' if shown.more else ''}</div>"

    def _repr_markdown_(self) -> str:
        heading, head, rows, _ = shown = self._shown()
        lines = [head, [":-", *["-:"] * (len(head) - 1)], *rows]
        cells = ([text if k == 1 else markdown(text) for text in line] for k, line in enumerate(lines))
        table = "\n".join(f"| {' | '.join(line)} |" for line in cells)
        return "\n\n".join(filter(None, (markdown(heading), table, markdown(shown.rest)))) + "\n"

    def _repr_latex_(self) -> str:
        heading, head, rows, _ = shown = self._shown()
        first, *lines = [f"{' & '.join(tex(text) for text in line)} \\\\" for line in (head, *rows)]
        ruled = "\n".join((r"\toprule", first, r"\midrule", *lines, r"\bottomrule"))
        table = rf"\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}{'%'}" + f"\n{ruled}\n" + r"\end{tabular}"
        return "\n\n".join(filter(None, (tex(heading), table, tex(shown.rest)))) + "\n"


_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
_LIVE = re.compile(r"@(?=\w)|#(?=\d)|\bwww(?=\.)|:(?=//)", re.IGNORECASE)
"""What makes mentions and links of plain text, in a file that may be posted for others; a joiner ends that."""
_OF_TEX = str.maketrans(
    {char: f"\\{char}" for char in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    | {"α": r"$\alpha$", "−": "$-$", "×": r"$\times$", "<": r"\textless{}", ">": r"\textgreater{}", "[": "{[}"}
)


def tex(text: str) -> str:
    r"""Return a text as LaTeX without a package typesets it; other letters are left to the engine.

    >>> print(tex("50 % of A_1 & [B]"))
    50 \% of A\_1 \& {[}B]
    """
    return " ".join(text.split("\n")).translate(_OF_TEX)


def markdown(text: str) -> Markup:
    r"""Return a text such that Markdown and HTML show it as it is, on one line.

    >>> print(markdown("a|b <script> *x*"), markdown("two\nlines"))
    a\|b \<script\> \*x\* two lines
    >>> print(ascii(str(markdown("@octocat http://evil.test www.evil.test"))))
    '@\u2060octocat http:\u2060//evil.test www\u2060.evil.test'
    """
    text = _LIVE.sub("\\g<0>\u2060", " ".join(text.split("\n")))
    return Markup(RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", _SPECIAL.sub(r"\\\1", text)))
