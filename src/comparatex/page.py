"""The page of a report: everything that its chapter says and shows, as one file of HTML that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Literal

from markupsafe import Markup

from comparatex.artefacts import artefact
from comparatex.drawing.canvas import COLOURS
from comparatex.drawing.matrix import ground, luminance
from comparatex.drawing.output import NAMED, inline
from comparatex.figures.scatter import Scatter
from comparatex.files import TEMPLATES
from comparatex.hypertext import Links, anchor, breakable, html, target, work
from comparatex.inference.comparison import Comparison
from comparatex.layout.chapter_facts import Chapter, Section
from comparatex.layout.facts import text
from comparatex.layout.item import Item
from comparatex.layout.mcm_view import Cell, Head, Mcm
from comparatex.layout.number_macros import Numbers, keys
from comparatex.layout.tables.booktabs import Table
from comparatex.layout.widths import room
from comparatex.provenance import IMAGE, PAGE
from comparatex.render import render_html
from comparatex.report_settings import Report
from comparatex.table_files import body, extent
from comparatex.text import Inline, Prose, Text, code
from comparatex.version import __version__

# ------------------------------------------------------------------------------------------- what is on it
_NARROW = "8.6cm"  # a little less than a phone is wide
MATRIX = "figures/mcm"  # the chapter's matrix of all comparates, or of the best


@dataclass(frozen=True, eq=False)
class Contents:
    """What the page of one comparison, or of several measures together, is made of."""

    chapter: Chapter  # what is said and shown
    comparison: Comparison  # the statistics; of several measures, those by the first
    numbers: Numbers | None = None  # the numbers that its texts print
    measure: str = ""  # the folder of the measure, if it is one of several
    others: Sequence[tuple[str, str]] = ()
    """The groups of tasks that have pages of their own, or the measures, and the addresses of these pages."""
    board: Table | None = None  # its leaderboard
    matrix: Mcm | None = None  # of all comparates, where the chapter's has the best
    pictures: dict[str, Markup] = field(default_factory=dict)
    """The figures that were drawn, by path: a page of several measures shows those of each."""

    @property
    def sections(self) -> tuple[Section, ...]:
        """All sections, those to look up last."""
        return self.chapter.all_sections

    @property
    def inlines(self) -> list[Inline]:
        """What texts refer to and cite, in their order."""
        texts: list[str] = [self.chapter.summary]
        for section in self.sections:
            texts += [*section.paragraphs, *(_caption(piece.view) for piece in section.pieces)]
        parts = [part for prose in texts if isinstance(prose, Prose) for part in prose.parts]
        return [part for part in parts if isinstance(part, Inline)]

    def picture(self, piece: Item) -> Markup:
        """Return a figure as SVG, a wide one with another one for narrow screens behind it."""
        if piece.path not in self.pictures:
            form = artefact(piece.kind)
            figure = form.draw(piece.view)
            if isinstance(piece.view, Scatter):
                for marks, (_, _, points) in zip(figure.axes[0].collections, piece.view.series, strict=True):
                    marks.set_urls([f"{NAMED}{point.name}" for point in points])
            shown = [(figure, anchor(piece.label), piece.view)]
            if figure.get_figwidth() * 72 > room(_NARROW).width and form.of != "audit":
                narrow: Any = form.view(self.comparison, replace(piece.options, width=_NARROW), piece.templates)
                shown.append((form.draw(narrow, None, _NARROW), f"{anchor(piece.label)}-narrow", narrow))
            drawn = (Markup(inline(drawing, name, title=view.title, alt=view.alt)) for drawing, name, view in shown)
            self.pictures[piece.path] = Markup("\n").join(drawn)
        return self.pictures[piece.path]


def page(
    contents: Contents, settings: Report, stamp: str, sources: Sequence[str], parts: Sequence[Contents] = ()
) -> str:
    """Return the page of a report, with its stamp and the names of the files of scores."""
    words, links = text("page", contents.comparison), _links(contents, parts)
    sections = tuple(_sections(contents, parts, words, links))
    names = dict.fromkeys(name for part in (contents, *parts) for name in part.comparison.names)
    of_script = {"names": [*names], "words": dict(words.controls), "status": str(words.status())}
    script = render_html("report.js", settings.templates)
    shades = {shade for part in (contents, *parts) for shade in _shades(part)}
    return render_html(
        "report.html.jinja",
        settings.templates,
        language=code(),
        title=settings.title or contents.chapter.title,
        author=settings.author,
        summary=_paragraph(contents.chapter.summary, links, contents.measure),
        sections=sections,
        board=_board(contents, links),
        known=_json(of_script),
        n=len(names),
        others=contents.others,
        of_others=words.others["measures" if parts else "groups"],
        whole=f"../../{PAGE}" if settings.within else "",
        image=IMAGE if any(piece.is_figure for section in contents.sections for piece in section.pieces) else "",
        works=[(anchor(work(key)), _works()[key]) for key in links.works],
        settings=_settings(contents.comparison),
        sources=sources,
        stamp=stamp,
        version=__version__,
        words=words,
        text=html,
        breakable=breakable,
        shade=_shade,
        style=Markup(render_html("report.css", settings.templates)),
        colours=Markup("".join(_colours(shades))),
        script=Markup(script),
        script_hash="sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


# -------------------------------------------------------------------------------------------------- sections
Better = Literal["", "higher", "lower"]


@dataclass(frozen=True, kw_only=True)
class Block:
    """A figure or table with its number and caption; a matrix has cells, the others a body that is ready.

    A tall one scrolls in a box, a short one does not break across printed pages; `em` is about how wide it is, in
    units of the type size: a wide one is printed on a page that lies on its side.
    """

    kind: Literal["figure", "table", "matrix"]
    anchor: str
    called: str
    title: str
    caption: Markup
    board: bool = False  # a leaderboard, of which a phone shows place, name, score and bar
    em: str = ""
    tall: bool = False
    short: bool = False
    wide: bool = False
    body: Markup | None = None
    matrix: Matrix | None = None
    better: Better = ""  # of scores by task
    folded: bool = False  # until a reader opens it; a matrix then has differences only

    @property
    def address(self) -> str:
        """Its address on the page, which others can be sent."""
        return target(self.anchor)


@dataclass(frozen=True, kw_only=True)
class Heading:
    """A section of the page: the level and number of its heading, its paragraphs and what it shows."""

    level: int
    number: str
    title: Markup
    anchor: str
    address: str
    paragraphs: tuple[Markup, ...] = ()
    blocks: tuple[Block, ...] = ()


def _outline(contents: Contents, parts: Sequence[Contents]) -> Iterator[tuple[str, int, Contents, Section]]:
    """Yield number, level, contents and section of each heading; a part has one of its own, then its sections."""
    first, *others = contents.sections
    yield "1", 2, contents, first
    for n, part in enumerate(parts, 2):
        yield str(n), 2, part, Section(part.chapter.heading, part.chapter.label, ())
        for k, section in enumerate(part.sections, 1):
            yield f"{n}.{k}", 3, part, section
    for n, section in enumerate(others, len(parts) + 2):
        yield str(n), 2, contents, section


def _sections(contents: Contents, parts: Sequence[Contents], words: Text, links: Links) -> Iterator[Heading]:
    for number, level, part, section in _outline(contents, parts):
        yield Heading(
            level=level,
            number=number,
            title=html(section.title),
            anchor=anchor(section.label),
            address=target(section.label),
            paragraphs=tuple(_paragraph(prose, links, part.measure) for prose in section.paragraphs),
            blocks=(
                *filter(None, [_board(part, links) if part is not contents and level == 2 else None]),
                *(block for piece in section.pieces for block in _blocks(piece, part, words, links)),
            ),
        )


def _paragraph(prose: Prose, links: Links, measure: str) -> Markup:
    return Markup("\n").join(html(sentence, links, measure) for sentence in prose.sentences)


def _blocks(piece: Item, contents: Contents, words: Text, links: Links) -> Iterator[Block]:
    """Yield a figure or table as the page shows it, and below the matrix of the best that of all."""
    view, kind = piece.view, "figure" if piece.is_figure else "table"
    shared: dict[str, Any] = {
        "anchor": anchor(piece.label),
        "called": words.called(kind, links.places[piece.label]),
        "title": view.title,
        "caption": html(_caption(view), links, contents.measure),
    }
    if isinstance(view, Mcm):
        yield _of_matrix(view, contents, **shared)
    elif isinstance(view, Table):
        direction: Better = "higher" if contents.comparison.scores.higher_is_better else "lower"
        better: Better = direction if piece.kind == "scores" else ""
        yield _of_table(view, better=better, **shared)
    else:
        yield Block(kind="figure", body=contents.picture(piece), **shared)
    if contents.matrix and piece.path == MATRIX:
        view = contents.matrix
        caption = html(view.page_caption, links, contents.measure)
        title = {"called": view.title, "title": view.title, "caption": caption}
        yield _of_matrix(view, contents, anchor=f"{anchor(piece.label)}-all", folded=True, **title)


def _of_matrix(view: Mcm, contents: Contents, **shared: Any) -> Block:
    names, cell, lines = _OF_LINES if view.asked == "line" else _OF_CELLS
    size = _size(names + cell * len(view.columns), len(view.rows), lines)
    return Block(kind="matrix", matrix=_matrix(view, contents), **size, **shared)


def _of_table(view: Table, **shared: Any) -> Block:
    return Block(kind="table", body=body(view, "sortable"), **_size(*extent(view)), **shared)


def _board(contents: Contents, links: Links) -> Block | None:
    """Return the leaderboard that a page begins with."""
    view = contents.board
    if view is None:
        return None
    title = {"called": view.title, "title": view.title, "caption": html(view.caption, links, contents.measure)}
    return _of_table(view, board=True, anchor=anchor(f"leaderboard {contents.measure}".strip()), **title)


def _caption(view: Any) -> str:
    """Return the caption of a figure or table; on a page, the cells of a matrix have room for all of their texts."""
    caption: str = getattr(view, "page_caption", view.caption)
    return caption


_TALL, _SHORT, _WIDE = 30, 24, 84
"""Rows that a page shows at once; lines that stay together in print; units of the type size that are legible on an
upright page."""
_OF_CELLS, _OF_LINES = (9.5, 5.0, 3), (18.0, 15.5, 1)
"""Width of the names of a matrix, and of a column, and the lines of a row; where a cell is one line."""


def _size(em: float, rows: int, lines: int = 1) -> dict[str, Any]:
    """Return what a block needs to know of its size: width, rows, and the lines of a row."""
    short, wide = rows * lines <= _SHORT, em > _WIDE
    return {"em": str(math.ceil(em)), "tall": rows > _TALL, "short": short, "wide": wide}


def _links(contents: Contents, parts: Sequence[Contents]) -> Links:
    """Return the numbers of what texts refer to: of figures and tables in their order, of works as they are cited."""
    places, counts = dict[str, str](), {True: 0, False: 0}
    for number, _, _, section in _outline(contents, parts):
        places[section.label] = number
        for piece in section.pieces:
            counts[piece.is_figure] += 1
            places[piece.label] = str(counts[piece.is_figure])
    everything = (contents, *parts)
    inlines = [element for part in everything for element in part.inlines]
    cited = [key for element in inlines if element.kind == "cite" for key in element.text.split(",")]
    works = {key: n for n, key in enumerate((key for key in dict.fromkeys(cited) if key in _works()), 1)}
    wanted = {element.text for element in inlines if element.kind == "number"}
    numbers = {
        (part.measure, key): printed()
        for part in everything
        for key, printed in (part.numbers.lookup().items() if part.numbers and wanted else ())
        if key in wanted
    }
    return Links(places, works, numbers)


def _json(value: Any) -> Markup:
    """Return what the script knows; no text in it ends the script's element."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", r"\u003c"))


# ------------------------------------------------------------------------------------------------ the matrix
@dataclass(frozen=True, kw_only=True, eq=False)
class Matrix:
    """A Multi-Comparison Matrix as the page shows it."""

    view: Mcm  # its view model
    labels: tuple[str, ...]  # what the numbers of a pair are called
    of_comparate: tuple[str, ...]  # what those of a comparate are called
    orders: Mapping[str, str]  # by what its rows can be ordered, and what that is called
    known: Mapping[str, Mapping[str, Any]]  # for each comparate its places in these orders, and its numbers
    numbers: Mapping[tuple[str, str], tuple[str, ...]]  # further numbers of each pair, by the names of row and column

    @cached_property
    def json(self) -> Markup:
        """What the script knows of the comparates, in their order here; no text in it ends the script's element."""
        return _json({"names": list(self.known), "of": list(self.known.values())})

    def index(self, head: Head) -> int:
        """Return the place of a comparate among those that are known here."""
        return list(self.known).index(head.name)

    def of_pair(self, row: Head, column: Head, cell: Cell) -> str:
        """Return all numbers of a pair, as the script reads them."""
        return "\n".join((*cell.texts, *self.numbers.get((row.name, column.name), ())))


_OF_PAIR = ("n_tasks", "median_difference", "pvalue", "statistic", "adjusted_pvalue", "sign_pvalue", "nemenyi_pvalue",
            "rank_biserial", "cohens_d", "cliffs_delta", "vargha_delaney")  # fmt: skip
"""Numbers of a pair beyond those in its cell, by their names in `comparatex.inference.fields`."""
_OF_COMPARATE = ("mean", "median", "mean_rank")


def _matrix(view: Mcm, contents: Contents) -> Matrix:
    """Return a matrix with the numbers of its pairs and comparates."""
    comparison, numbers = contents.comparison, contents.numbers
    assert numbers is not None
    words = text("page", comparison)
    left_out = () if comparison.analysis.correction != "none" else ("adjusted_pvalue",)
    pair = {number.statistic.slash: number for number in numbers.pair_fields}
    legend = tuple(map(str, view.full.legend))
    called = {name: str(words.of_pair[name]) for name in _OF_PAIR if name in pair and name not in left_out}
    chosen = [pair[name] for name, label in called.items() if label not in legend]
    names = dict(zip(keys(comparison.names), comparison.names, strict=True))
    here = {head.name for head in (*view.columns, *(row.head for row in view.rows))}
    of_pairs = dict[tuple[str, str], tuple[str, ...]]()
    for record in numbers.pairs:
        first, second = (names[key] for key in record.keys)
        if first in here and second in here:
            of_pairs[first, second] = tuple(number.text(record) for number in chosen)
            of_pairs[second, first] = tuple(number.text(record, reverse=True) for number in chosen)
    no_means = comparison.scores.scales
    orders = [name for name in words.orders if not (no_means and name in ("mean", "median"))]
    return Matrix(
        view=view,
        labels=(*legend, *(called[number.statistic.slash] for number in chosen)),
        of_comparate=tuple(str(words.of_comparate[name]) for name in _OF_COMPARATE),
        orders={name: str(words.orders[name]) for name in orders},
        known=dict(_comparates(comparison, numbers, here)),
        numbers=of_pairs,
    )


def _comparates(comparison: Comparison, numbers: Numbers, here: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield, for each comparate that is shown, its places in the orders that there are, and its numbers."""
    fields = {number.statistic.slash: number for number in numbers.comparate_fields}
    chosen = [fields[name] for name in _OF_COMPARATE if name in fields]
    best = -1 if comparison.scores.higher_is_better else 1
    means, medians = best * comparison.mean, best * comparison.median
    values = {"mean": means, "rank": comparison.mean_rank, "median": medians}
    # The place of each value in increasing order; undefined ones are last.
    places = {name: column.argsort(kind="stable").argsort().tolist() for name, column in values.items()}
    for i, (name, record) in enumerate(zip(comparison.names, numbers.comparates, strict=True)):
        if name in here:
            texts = [number.text(record) for number in chosen]
            yield name, {"numbers": "\n".join(texts), **{order: where[i] for order, where in places.items()}}


def _shades(contents: Contents) -> Iterator[int]:
    """Yield the shades of the cells of all matrices."""
    views = [piece.view for section in contents.sections for piece in section.pieces if isinstance(piece.view, Mcm)]
    for view in [*views, *filter(None, [contents.matrix])]:
        yield from (cell.shade for row in view.rows for cell in row.cells if cell.kind == "pair")


# -------------------------------------------------------------------------------------------------- colours
_STEP = 4  # shades of a matrix that are apart no more than that look alike
_DARK, _DARK_BETTER, _DARK_WORSE = (0.16, 0.18, 0.21), (0.70, 0.15, 0.20), (0.16, 0.41, 0.68)
"""On a dark page: of equal comparates, and of the strongest differences."""


def _shade(shade: int) -> str:
    """Return the class of a shade from −100 (column better) to 100 (row better).

    >>> _shade(-37), _shade(0)
    ('w36', 'b0')
    """
    rounded = _STEP * round(abs(shade) / _STEP)
    return f"{'w' if shade < 0 and rounded else 'b'}{rounded}"


def _colours(shades: Iterable[int]) -> Iterator[str]:
    """Yield the style of each colour that texts name, and of each shade that a matrix has."""
    for name, colour in COLOURS.items():
        yield f".colour.{name}{{--colour:{colour}}}\n"
    for name in sorted({_shade(shade) for shade in shades}, key=lambda name: (name[0], int(name[1:]))):
        share = int(name[1:]) * (-1 if name[0] == "w" else 1)
        light, dark = ground(share), _dark(share)
        ink = "#000" if luminance(light) > 0.179 else "#fff"
        yield f".{name}{{--light:{_hex(light)};--on:{ink};--dark:{_hex(dark)}}}\n"


def _dark(shade: int) -> tuple[float, float, float]:
    """Return the colour of a shade on a dark page, where white text has enough contrast on all of them."""
    end, share = _DARK_WORSE if shade < 0 else _DARK_BETTER, abs(shade) / 100
    red, green, blue = (a + (b - a) * share for a, b in zip(_DARK, end, strict=True))
    return red, green, blue


def _hex(colour: tuple[float, float, float]) -> str:  # as matplotlib does, which takes a while to import
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


# ------------------------------------------------------------------------------------ works and settings
_ENTRY = re.compile(r"@(\w+)\{(\w+),\n(.*?)\n\}", re.DOTALL)
_FIELD = re.compile(r"^\s*(\w+)\s*=\s*\{(.*?)\},?$(?=\n\s*\w+\s*=|\Z)", re.DOTALL | re.MULTILINE)
_ACCENTS = dict(zip("v'\"`^~c", "\u030c\u0301\u0308\u0300\u0302\u0303\u0327", strict=True))
_ACCENT = re.compile(r"\\([v'\"`^~c])\s*\{?(\w)\}?")


@cache
def _works() -> Mapping[str, Markup]:
    """Return the works of the bibliography, by key."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.glob("references*.bib")))
    return {key: _work(dict(_FIELD.findall(fields))) for _, key, fields in _ENTRY.findall(source)}


def _work(fields: Mapping[str, str]) -> Markup:
    """Return a work as a list of references has it.

    >>> print(_work({"author": "A and B", "title": "T", "booktitle": "P", "pages": "1--2", "year": "2000"}))
    A, B: T. In <cite>P</cite>, 1–2, 2000.
    """
    parts = {name: _plain(value) for name, value in fields.items()}
    authors = parts["author"].replace(" and ", ", ")
    number = f"({parts['number']})" if "number" in parts else ""
    where = parts.get("journal") or parts.get("booktitle") or f"PhD thesis, {parts.get('school', '')}"
    volume = ", ".join(filter(None, (f"{parts.get('volume', '')}{number}".strip(), parts.get("pages", ""))))
    preposition, comma = ("In ", ",") if "booktitle" in parts else ("", "")
    title = parts["title"] if parts["title"].endswith("?") else f"{parts['title']}."
    return Markup("{}: {} {}<cite>{}</cite>{}, {}.").format(
        authors, title, preposition, where, f"{comma} {volume}" if volume else "", parts["year"]
    )


def _plain(tex: str) -> str:
    r"""Return a field of a bibliography as text.

    >>> _plain(r"Janez Dem{\v{s}}ar"), _plain(r"Bj{\o}rn"), _plain("a  {B} 1--2")
    ('Janez Demšar', 'Bjørn', 'a B 1–2')
    """
    composed = _ACCENT.sub(lambda accent: unicodedata.normalize("NFC", accent[2] + _ACCENTS[accent[1]]), tex)
    return re.sub(r"\s+", " ", composed.replace(r"\o", "ø").replace("--", "–").translate({123: None, 125: None}))


def _settings(comparison: Comparison) -> list[tuple[str, str]]:
    """Return the settings of the analysis that have a value."""
    given = comparison.analysis.record()
    return [
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
        for name, value in given.items()
        if value not in (None, "") and not (isinstance(value, tuple) and not any(value))
    ]
