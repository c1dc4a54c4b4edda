from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from comparatex import read
from comparatex.data.folders import chosen
from comparatex.data.sources import separator
from comparatex.errors import DataError

WIDE = "name,A,B\nx,0.1,0.2\nMétéo,0.3,0.4\n"


def check(scores):
    assert scores.tasks == ("x", "Météo")
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.values, [[0.1, 0.2], [0.3, 0.4]])
    np.testing.assert_array_equal(scores.decimals, 1)


@pytest.mark.parametrize("delimiter", list(",;\t|"))
@pytest.mark.parametrize("name", ["r.csv", "r.tsv", "r.txt", "r"])
def test_separators_are_found_out(table_file, delimiter, name):
    check(read(table_file(WIDE.replace(",", delimiter), name)))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_line_ends_are_known(table_file, end):
    check(read(table_file(WIDE.replace("\n", end))))
    check(read(table_file(WIDE.replace("\n", end).rstrip())))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name;A, tuned;B\nx;0,95;0,9\ny;0,5;0,4\n", ";"),
        ("name;A, 1;B, 2\nx;0,95;0,9\ny;0,5;0,4\n", ";"),
        ('name,"A;B",C\nx;y,1,2\nz;w,3,4\n', ","),
        ('"a;b";A\n"c;d";1\n', ";"),
        ("a|b,A,B\nc|d,1,2\n", ","),
        ("name,A,B\nx,1,2\ny,1\nz,1,2\n", ","),
    ],
)
def test_the_separator_cuts_all_rows_alike(text, expected):
    assert separator(text) == expected


def test_quotes_protect_separators_quotes_and_line_breaks(table_file):
    scores = read(table_file('name,"A, the ""first""", "B"\n"x, 1",1,2\n"y\nz",3,4\n'))
    assert scores.comparates == ('A, the "first"', "B")
    assert scores.tasks == ("x, 1", "y z")


def test_the_line_that_tells_the_separator_is_obeyed(table_file):
    check(read(table_file("sep=;\r\n" + WIDE.replace(",", ";"))))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_encodings_are_known(table_file, encoding):
    check(read(table_file(WIDE.encode(encoding))))


OLDER = {
    "CP1252": "Données;Forêt;Réseau\nété;0,82;0,81\nœuf;0,71;0,70\n",
    "CP1254": "Küme;Karar Ağacı;Rastgele\nçiçek;0,82;0,81\nşarap;0,71;0,70\n",
    "CP1251": "Задача;Случайный лес;СЕТЬ\nирисы;0,82;0,81\nвино;0,71;0,70\n",
    "KOI8-R": "Задача;Случайный лес;СЕТЬ\nирисы;0,82;0,81\nвино;0,71;0,70\n",
    "CP866": "Задача;Случайный лес;СЕТЬ\nирисы;0,82;0,81\nвино;0,71;0,70\n",
    "GB18030": "数据集,随机森林,支持向量机\n鸢尾花,0.82,0.81\n葡萄酒,0.71,0.70\n",
    "Shift_JIS": "課題,ランダム森,精度モデル\nアヤメ,0.82,0.81\n酒類,0.71,0.70\n",
    "EUC-KR": "데이터,랜덤 포레스트,서포트 벡터\n붓꽃,0.82,0.81\n와인,0.71,0.70\n",
}


@pytest.mark.parametrize("encoding", OLDER)
@pytest.mark.parametrize("suffix", ["csv", "md"])
def test_older_encodings_are_told_by_their_letters(tmp_path, encoding, suffix):
    text = OLDER[encoding]
    if suffix == "md":
        cells = [line.split(";" if ";" in line else ",") for line in text.splitlines()]
        text = "\n".join("| " + " | ".join(row) + " |" for row in [cells[0], ["---"] * 3, *cells[1:]])
    (tmp_path / f"r.{suffix}").write_bytes(text.encode(encoding))
    scores = read(tmp_path / f"r.{suffix}")
    lines = OLDER[encoding].splitlines()
    assert scores.comparates == tuple(re.split("[;,]", lines[0])[1:])
    assert scores.tasks == tuple(re.split("[;,]", line)[0] for line in lines[1:])
    assert scores.values[0, 0] == 0.82
    assert f"is no UTF-8 and read as {encoding}: save it as UTF-8 if names look wrong" in scores.notes[0]
    assert not scores.task_noun or scores.task_noun.isascii()


def test_utf_16_of_the_other_end(table_file):
    check(read(table_file(b"\xfe\xff" + WIDE.encode("utf-16-be"))))


@pytest.mark.parametrize(("pack", "suffix"), [(gzip, ".gz"), (bz2, ".bz2"), (lzma, ".xz")])
def test_packed_files_are_unpacked(table_file, pack, suffix):
    check(read(table_file(pack.compress(WIDE.encode()), f"r.csv{suffix}")))
    check(read(table_file(pack.compress(WIDE.encode()), "r.data")))


def test_a_damaged_packed_file_is_refused(table_file):
    path = table_file(gzip.compress(WIDE.encode())[:-9], "r.csv.gz")
    with pytest.raises(DataError, match=r"r\.csv\.gz cannot be unpacked"):
        read(path)


class Stdin:
    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stdin(WIDE.encode()))
    check(read("-"))


def test_standard_input_in_other_formats(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stdin(gzip.compress(WIDE.encode())))
    check(read("-"))
    monkeypatch.setattr(sys, "stdin", Stdin('{"A": {"x": 0.1, "Météo": 0.3}, "B": {"x": 0.2, "Météo": 0.4}}'.encode()))
    check(read("-"))


def test_faults_in_standard_input_are_told(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stdin(b""))
    with pytest.raises(DataError, match=r"^standard input is empty"):
        read("-")


def test_paths_may_be_path_objects(table_file):
    check(read(Path(table_file(WIDE))))


def test_a_file_that_is_not_there(table_file):
    path = Path(table_file(WIDE))
    with pytest.raises(DataError, match=r"There is no file .*result\.csv: is 'results\.csv' in that folder meant\?$"):
        read(path.with_name("result.csv"))
    with pytest.raises(DataError, match=r"There is no file .*, nor a folder"):
        read(path.parent / "no" / "r.csv")
    (path.parent / "empty").mkdir()
    with pytest.raises(DataError, match="empty is a folder without results"):
        read(path.parent / "empty")
    with pytest.raises(DataError, match=r"^There is no file .*zzz: check the name\.$"):
        read(path.with_name("zzz"))
    with pytest.raises(DataError, match=r"^Cannot read .*: no file can have that name"):
        read("r\0.csv")


def test_brackets_in_front_make_json_only_where_the_suffix_allows(table_file):
    assert read(table_file("[name],A,B\nx,1,2\ny,3,4\n", "r.csv")).tasks == ("x", "y")


@pytest.mark.parametrize("above", ["Results of my thesis;;\n", ";Accuracy;\n", "# run; of May\n\n", "a\nb;;\n"])
def test_titles_above_the_header_are_left_out_and_told(table_file, above):
    scores = read(table_file(above + WIDE.replace(",", ";")))
    check(scores)
    assert len(scores.notes) == len(above.strip().split("\n"))
    kind = "comment" if "#" in above else "title"
    assert all(f"is taken as a {kind} and left out." in note for note in scores.notes)
    assert "line 1: " in scores.notes[0]


def test_names_may_begin_with_the_sign_of_comments(table_file):
    table = "instance,A,B\n# by me\n#1,0.5,0.25\n#2,0.75,0.5\n"
    assert read(table_file(table, "r.csv")).tasks == ("#1", "#2")


def test_folders_hold_tables_of_all_known_ends():
    names = [f"r{end}" for end in (".csv.zst", ".ndjson", ".psv", ".xlsb", ".xlsm")]
    assert chosen([*names, "r.xlsy"], None, lambda _: b"") == names


def test_a_header_that_another_separator_cuts_is_no_title(table_file):
    with pytest.raises(DataError):
        read(table_file("name;A;B\nx,1,2\ny,3,4\n"))


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_nothing_is_called_one(tmp_path):
    (tmp_path / "r.csv").symlink_to(tmp_path / "gone.csv")
    with pytest.raises(DataError, match=r"r\.csv is a link to a file that does not exist: name another one\.$"):
        read(tmp_path / "r.csv")


@pytest.mark.parametrize(
    "text",
    [
        "data set    A      B\niris        0.5    0.25\nred wine    0.75   0.5\n",
        "========  =====  =====\ndata set  **A**  ``B``\n========  =====  =====\n"
        "*iris*    0.5    0.25\nred wine  **0.75**  0.5\n========  =====  =====\n",
        "          A     B\niris      0.50  0.25\nred wine  0.75  0.50\n",
        "A B\niris 0.5 0.25\nred wine 0.75 0.5\n",
    ],
    ids=["screen", "reStructuredText", "R", "PDF"],
)
def test_tables_that_blanks_align_are_read(table_file, text):
    scores = read(table_file(text, "r.txt"))
    assert (scores.comparates, scores.tasks) == (("A", "B"), ("iris", "red wine"))
    np.testing.assert_array_equal(scores.values, [[0.5, 0.25], [0.75, 0.5]])
    assert any("told apart by blanks" in note for note in scores.notes)


@pytest.mark.parametrize("text", ["a b\nc d\n", "only words stand here\nand none of them counts\n", "x\n1\n2\n"])
def test_texts_are_no_aligned_tables(table_file, text):
    with pytest.raises(DataError, match="one column only"):
        read(table_file(text, "r.txt"))


def test_a_header_of_another_separator_is_no_title():
    assert separator("task;A;B\nt,,,;1;2\nu,,,;3;4\n") == ";"
    assert separator("Results; all\n,A,B\nt,1,2\nu,3,4\n") == ","


def test_rows_that_end_in_empty_cells_may_lack_more_of_these(tmp_path):
    """As in tables of models that were not all tried; a row that ends in a score is not taken apart."""
    (tmp_path / "results.csv").write_text("model,x,y,z\nP,1.5,2.5,3.5\nQ,,\nR,0.5,1.25,4.5\n")
    assert read(tmp_path / "results.csv").comparates == ("P", "R")
    (tmp_path / "results.csv").write_text("model,x,y,z\nP,1.5,2.5,3.5\nQ,0.5\nR,0.5,1.25,4.5\n")
    with pytest.raises(DataError, match="2 of the header's 4 cells"):
        read(tmp_path / "results.csv")


def test_long_lines_of_documents_take_no_time(tmp_path):
    table = "<table><tr><th>data</th><th>A</th><th>B</th></tr><tr><td>iris</td><td>0.5</td><td>0.6</td></tr></table>"
    path = tmp_path / "report.html"
    path.write_text(f"<h2>accuracy</h2>{table}\n<p>{'word ' * 100_000}</p>\n<h2>recall</h2>{table}")
    with pytest.raises(DataError, match="holds 2 tables"):
        read(path)
