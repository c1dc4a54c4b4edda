"""No file takes the memory of the machine, or for ever."""

from __future__ import annotations

import contextlib
import time

import numpy as np
import pytest

from comparatex import read
from comparatex.data.formats.contract import File
from comparatex.data.formats.documents import html, is_markdown, markdown
from comparatex.data.formats.latex import latex
from comparatex.errors import DataError

TABLE = "<table><tr><th>data<th>A<th>B<tr><td>x<td>0.5<td>0.25<tr><td>y<td>0.75<td>0.5</table>"
ROW = "|data|A|B|\n|---|---|---|\n"
HOSTILE = {
    "environments that do not end": (latex, r"\begin{tabular}{\end{tabular} & ", ""),
    "brackets that do not end": (latex, r"\begin{tabular}[", r"\end{tabular}"),
    "tags that do not end": (html, "<a ", "<table>"),
    "comments that do not end": (html, "<!--", TABLE),
    "quotes that do not end": (html, "<a b='>", TABLE),
    "scripts that do not end": (html, "<script>", TABLE),
    "emphasis": (markdown, "|x|" + "*_" * 400 + "|2|\n", ROW),
    "links": (markdown, "|x|" + "[](" * 300 + "|2|\n", ROW),
    "tags in Markdown": (markdown, "|x|" + "<a" * 400 + "|2|\n", ROW),
    "blanks": (lambda files: is_markdown(files[0]), " ", ""),
}


def seconds(reader, text: str) -> float:
    """Return the least time of three that a reader takes for a text."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        with contextlib.suppress(DataError):
            reader([File("r", text.encode())])
        times.append(time.process_time() - begin)
    return min(times)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_takes_longer_than_its_size_explains(name):
    reader, piece, before = HOSTILE[name]
    short, long = (seconds(reader, before + piece * (size // len(piece))) for size in (4_000, 32_000))
    assert long < 30 * max(short, 0.001)  # 64 times where each character looks at all that follow


@pytest.mark.parametrize(
    "odd", ["<table><![x[<tr>", "<table><![foo[bar]]>", "<?x", "</>", "&#" + "1" * 5000, "<"]
)
def test_odd_declarations_in_html_are_passed_over(tmp_path, odd):
    (tmp_path / "r.html").write_text(odd + "\n>" + TABLE)
    np.testing.assert_array_equal(read(tmp_path / "r.html").values, [[0.5, 0.25], [0.75, 0.5]])


def test_cells_that_only_spans_and_gaps_make_are_refused(tmp_path):
    for content in (
        "<table><tr>" + "<td>A" * 3000 + "<tr><td>1" * 3000 + "</table>",
        "<table><tr>" + "<td rowspan=1000 colspan=1000>" * 400 + "<tr><td>" * 1000 + "</table>",
    ):
        (tmp_path / "r.html").write_text(content)
        with pytest.raises(DataError, match="cells, nearly all of them empty or repeated: leave out"):
            read(tmp_path / "r.html")
