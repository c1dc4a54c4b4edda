"""Large plain texts, whose cells arrays find: the same tables, numbers and messages as cell by cell."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from comparatex.data import plain_text, sources
from comparatex.data.plain_text import TextColumn
from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.data.sources import decode
from comparatex.data.written_numbers import decimals_of, is_missing
from comparatex.errors import ComparatexError

NAMES = [
    "iris",
    "wine",
    "a much longer name",
    "é",
    "\u00a0x",
    " x",
    "x ",
    "t 1",
    "T1",
    "7",
    "07",
    '"q"',
    "it's",
    "'=1|",
]
NUMBERS = [
    "0.5",
    "1",
    "-.25",
    "+3.",
    "0.123456789012345678",
    "9007199254740993",
    "1e-3",
    "",
    "NA",
    " 0.5",
    "0.50 ",
]
ODD = [
    "x",
    "1_0",
    "inf",
    "1e400",
    "1e-400",
    "0,5",
    "50 %",
    '"',
    'a"b',
    '"a""b"',
    '"a,b"',
    "٣",
    "１",
    "\x0b",
    "\u2028",
]


@pytest.fixture
def by_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let arrays find the cells of the smallest texts, a few at a time."""
    monkeypatch.setattr(sources, "LEAST", 0)
    monkeypatch.setattr(plain_text, "_CHUNK", 64)
    monkeypatch.setattr(plain_text, "_BLOCK", 8)


def joined(*columns: list[str]) -> TextColumn:
    """Return the column of some texts."""
    data = [cell.encode() for cell in columns[0]]
    ends = np.cumsum([len(cell) + 1 for cell in data])
    lengths = np.array([len(cell) for cell in data])
    return TextColumn(b",".join(data), ends - lengths - 1, lengths)


def outcome(data: bytes, least: int, monkeypatch: pytest.MonkeyPatch, **overrides: object) -> object:
    """Return all that is read, or the message."""
    with monkeypatch.context() as patch:
        patch.setattr(sources, "LEAST", least)
        patch.setattr(plain_text, "_CHUNK", 64)
        patch.setattr(plain_text, "_BLOCK", 8)
        try:
            scores = read(decode(data, "r.csv"), Reading(**overrides))
        except ComparatexError as error:
            return str(error)
    repeats = None if scores.repeats is None else scores.repeats.tobytes()
    names = (scores.tasks, scores.comparates, scores.measure, scores.notes)
    return scores.values.tobytes(), scores.decimals.tobytes(), repeats, names


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Return a table of names and scores in which some cells and lines are odd."""
    separator, end = draw(st.sampled_from(",;\t|")), draw(st.sampled_from(["\n", "\n", "\r\n"]))
    chance = random.Random(draw(st.integers(0, 10**9)))
    width, n, odd = chance.randint(2, 5), chance.randint(1, 12), chance.choice([0, 0, 0.03, 0.2])
    long = chance.random() < 0.4

    def cell(kind: list[str]) -> str:
        return chance.choice(ODD if chance.random() < odd else kind)

    plain = NUMBERS[: chance.choice([4, 7, 11])]
    rows = [
        [f"t{k}" if chance.random() > odd else cell(NAMES), *(cell(plain) for _ in range(width - 1))] for k in range(n)
    ]
    head = ["dataset", *(f"c{k}" for k in range(1, width))]
    if long:
        head = ["method", "dataset", "fold", "score"]
        rows = [[f"m{m}", f"t{t}", str(f), cell(plain)] for m in range(2) for t in range(n) for f in range(width - 1)]
    lines = [separator.join(row) for row in [head, *rows]]
    for _ in range(chance.choice([0, 0, 2])):
        lines.insert(chance.randint(0, len(lines)), chance.choice(["", separator * (width - 1), "  ", "a title"]))
    if chance.random() < 0.2:
        lines = [separator.join(f'"{part}"' for part in line.split(separator)) for line in lines]
    return (end.join(lines) + end * chance.randint(0, 1)).encode()


@given(
    texts(),
    st.sampled_from([{}, {"missing": "pairwise"}, {"transpose": True}, {"exclude_tasks": ["t1"]}, {"tasks": ["none"]}]),
)
def test_texts_are_read_alike(data: bytes, overrides: dict[str, object]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert outcome(data, 0, patch, **overrides) == outcome(data, 1 << 40, patch, **overrides)


@pytest.mark.parametrize(
    "text",
    [
        "dataset;A;B\nx;0.5;0,5\ny;;0,7\n",
        "dataset;A;B\nx;0.5;0,5\ny;0.6;0,7\n",
        "dataset,A,B\r\nx\ry,1,2\r\nz,2,3\r\n",
        "dataset,A,B\nx,1,2\r\ny,2,3\nz,3,\r4\n",
        "dataset,A,B\n" + "".join(f"t{k},0.{k},1\n" for k in range(300)) + "t7,1,2\n",
        "dataset,A,B\n" + "".join(f"t{k},0.{k},1\n" for k in range(300)) + "a\rb,1,2\n",
    ],
)
def test_these_texts_are_read_alike(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(text.encode(), 0, monkeypatch) == outcome(text.encode(), 1 << 40, monkeypatch)


@pytest.mark.parametrize(
    "text",
    [
        "dataset,A,B\nx,1,2\ny,3,4\n",
        "\ufeffdataset;A;B\r\nx;1;2\r\n\r\ny;3;4",
        '"dataset","A","B"\n"x","1",2\n"y",3,""\n',
        "dataset, A, B\nx, 1,  2\n\ny, 3, 4\n",
        "A,B\nx,1,2\ny,3,4\n",
        "A title\ndataset\tA\tB\nx\t1e-3\t2\ny\tNA\té\n",
    ],
)
def test_plain_texts_are_split_by_arrays(text: str, by_arrays: None) -> None:
    table = decode(text.encode(), "r.csv")
    assert all(isinstance(cells, TextColumn) for cells in table.columns)
    assert list(map(list, table.columns)) == list(
        map(list, sources.read_text(text.removeprefix("\ufeff"), "r.csv").columns)
    )
    assert list(table.lines) == list(sources.read_text(text.removeprefix("\ufeff"), "r.csv").lines)


@pytest.mark.parametrize(
    "text",
    [
        'dataset,A,B\n"x,y",1,2\ny,3,4\n',
        "dataset,A,B\nx,1,2\n,,\ny,3,4\n",
        'dataset,A,B\nx,1,2\n" "," "," "\ny,3,4\n',
        'dataset,A,B\n"x""y",1,2\ny,3,4\n',
        "dataset,A,B\rx,1,2\ry,3,4\r",
        "dataset,A,B\nx,1,2\ny,3\n",
        "dataset,A,B\n'=x|y,1,2\ny,3,4\n",
        '"data;set","A","B"\n"x","1","2"\n',
    ],
)
def test_other_texts_are_not(text: str, by_arrays: None) -> None:
    assert sources._read_large(text.encode(), "r.csv", ".csv") is None


def test_a_message_names_the_line_in_a_large_file() -> None:
    lines = [
        "method,dataset,fold,score",
        *(f"m{m},t{t},{f},0.{t}" for m in range(7) for t in range(1000) for f in range(10)),
    ]
    assert len(lines[-1]) * len(lines) > sources.LEAST // 2
    lines = [*lines, "", *(line.replace("m", "k") for line in lines[1:]), "m1,t5,3,0.5"]
    data = "\n".join(lines).encode()
    assert len(data) > sources.LEAST
    with pytest.raises(ComparatexError, match=rf"lines 10055 and {len(lines)} both score 'm1' on 't5' in repeat '3'"):
        read(decode(data, "r.csv"))
    broken = data.replace(b"k6,t999,9,0.999", b"k6,t999,9,0.9x9")
    with pytest.raises(ComparatexError, match=rf"line {len(lines) - 1}, column 'score': '0.9x9' is not a number"):
        read(decode(broken[: broken.rindex(b"\n")], "r.csv"))


numbers = st.from_regex(r"[+-]?([0-9]{1,22}(\.[0-9]{0,22})?|\.[0-9]{1,24})([eE][+-]?[0-9]{1,2})?", fullmatch=True)


@given(
    st.lists(
        st.one_of(numbers, st.floats(allow_nan=False, allow_infinity=False).map(repr)),
        min_size=1,
        max_size=40,
    )
)
@example(["9007199254740993.0", "9007199254740991", "0.1", "-0.0", "1" + "0" * 22, "." + "0" * 23 + "1"])
@example(["12345678.9", "1234567.89", ".12345678", "123456789.", "1234567890123456.5", "12345678.12345678"])
@example(["-12345678901234567890.25", "+1234567.", "000000000000000000000.25", "999999999999", "1000000000000.0"])
def test_numbers_are_those_of_each_cell(cells: list[str]) -> None:
    found = joined(cells).numbers
    if any(float(cell) == 0 and any(digit in "123456789" for digit in cell.lower().split("e")[0]) for cell in cells):
        assert found is None
        return
    assert found is not None
    assert found[0].tobytes() == np.array([float(cell) for cell in cells]).tobytes()
    assert found[1].tolist() == [decimals_of(cell) for cell in cells]


def test_numbers_nearly_halfway_between_floats_are_rounded_once() -> None:
    chance = random.Random(3)
    halves = [Fraction(2 * chance.randrange(2**52, 2**53) + 1, 2**54) for _ in range(300)]
    cells = [f"0.{round(half * 10**19) + shift}" for half in halves for shift in (-1, 0, 1)]
    found = joined(cells).numbers
    assert found is not None
    assert found[0].tolist() == [float(cell) for cell in cells]


@pytest.mark.parametrize("missing", ["", "NA", "nan", "–", " "])
def test_missing_scores_are_found(missing: str) -> None:
    assert is_missing(missing)
    found = joined(["0.5", missing, "1"]).numbers
    assert found is not None
    assert np.isnan(found[0]).tolist() == [False, True, False]


@pytest.mark.parametrize("cell", ["x", "1_0", "inf", "1e400x", "1e-400", "0,5", "1.2.3", "--1", "+", ".", "٣", "0x1"])
def test_other_cells_are_left_to_the_careful_path(cell: str) -> None:
    assert joined(["0.5", cell, "1"]).numbers is None


@given(st.lists(st.text("ab é,", max_size=20), min_size=1, max_size=60))
def test_names_are_told_apart(cells: list[str]) -> None:
    codes, names = joined(cells).distinct
    assert [names[code] for code in codes] == cells
    assert names == tuple(dict.fromkeys(cells))


@pytest.mark.parametrize("longest", [5, 12, 200])
def test_names_in_the_same_slot_are_told_apart(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_text, "_slots", lambda words: (words[0] & np.uint64(1)).astype(np.intp))
    cells = [chr(97 + k % 3) * (k % longest + 1) for k in range(600)]
    codes, names = joined(cells).distinct
    assert [names[code] for code in codes] == cells
    assert names == tuple(dict.fromkeys(cells))
