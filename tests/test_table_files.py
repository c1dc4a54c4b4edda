"""Tables as files of Typst, of Word and of data: every kind of table, with names that are markup elsewhere."""

import csv
import io
import os
import sys
import zipfile
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.artefacts import ARTEFACTS, view
from comparatex.cli import main
from comparatex.errors import ComparatexError, DataError, UsageError
from comparatex.layout.tables.booktabs import Column, Entry, Line, Table, parts
from comparatex.stamps import is_marked
from comparatex.table_files import WRITERS, data, markdown, page
from comparatex.table_files import typst as figure
from comparatex.table_files import word as document

KINDS = [name for name, form in ARTEFACTS.items() if form.folder == "tables"]
NAMES = ('#panic("a")', "*b* _i_ @c <d> $e$", '\\ " // /* ]', "=cmd|' /C calc'!A0")
TASKS = ("#set page()", "- x", "[y](z)", *(f"task {k}" for k in range(4)))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A table with repeats of right and wrong answers, so that every kind of table can be made of it."""
    rng = np.random.default_rng(3)
    chances = np.linspace(0.8, 0.4, len(NAMES))
    rows = [
        (name, task, repeat, int(rng.uniform() < chance))
        for task in TASKS
        for name, chance in zip(NAMES, chances, strict=True)
        for repeat in range(6)
    ]
    path = tmp_path_factory.mktemp("hostile") / "long.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("method", "task", "repeat", "score"), *rows])
    return cx.compare(cx.read(path, repeats_are="runs"))


def settings(kind):
    """Return the settings without which there is no such table."""
    needed = {"control": "control", "verdicts": "control", "ablation": "full"}
    return {needed[kind]: NAMES[0]} if kind in needed else {}


def of(comparison, kind):
    """Return a comparison, or one on a task of it for the table that is of one."""
    if kind != "folds":
        return comparison
    folds = comparison.scores.repeats[3:4]
    return cx.compare(cx.read((folds, comparison.scores.comparates), repeats_are="folds"))


def written(comparison, kind, path, **more):
    return cx.write(of(comparison, kind), kind, path, **settings(kind), **more).read_bytes()


@pytest.fixture(scope="module")
def typst():
    """The compiler, which is there wherever tests are installed by the groups of the project."""
    if os.environ.get("CI"):
        import typst
    else:
        typst = pytest.importorskip("typst")
    return typst


def test_every_table_is_typst_without_an_error(hostile, typst, tmp_path):
    for kind in KINDS:
        more = {"highlight": {NAMES[1]: "#aa2200"}, "ours": (NAMES[0],)}
        written(hostile, kind, tmp_path / f"{kind}.typ", label=f"tab:{kind} 1", **more)
    many = cx.compare({f"method {k}": dict.fromkeys(TASKS, k * 7 % 11 / 10) for k in range(30)})
    written(many, "scores", tmp_path / "many.typ")
    body = "\n".join(f'#include "{kind}.typ"' for kind in (*KINDS, "many"))
    (tmp_path / "all.typ").write_text(f'{body}\n#ref(label("tab:scores 1"))', encoding="utf-8")
    pdf, warnings = typst.compile_with_warnings(str(tmp_path / "all.typ"))
    assert [str(each) for each in warnings] == []
    document = pypdfium2.PdfDocument(pdf)
    text = "".join(page.get_textpage().get_text_range() for page in document)
    for name in (*NAMES, *TASKS):
        assert name.replace("'", "’") in text.replace("'", "’").replace("\r\n", " ")


def test_no_name_of_a_wide_table_is_printed_over_a_number_in_typst(typst, tmp_path):
    task = "ATaskWhoseNameHasNoSpace"
    many = cx.compare(
        {f"method number {k}": {task: k / 16, **{f"t{i}": i * k % 7 / 7 for i in range(40)}} for k in range(15)}
    )
    cx.write(many, "scores", tmp_path / "t.typ")
    text = pypdfium2.PdfDocument(typst.compile(str(tmp_path / "t.typ")))[0].get_textpage()
    start, count = text.search(task).get_next()
    boxes = [text.get_charbox(k) for k in range(start, start + count)]
    middle, end = (boxes[0][1] + boxes[0][3]) / 2, boxes[-1][2]
    beside = [
        box
        for box, char in ((text.get_charbox(k), text.get_text_range(k, 1)) for k in range(text.count_chars()))
        if char in "0123456789." and box[1] < middle < box[3] + 1
    ]
    assert len(beside) > 15 and min(left for left, *_ in beside) > end


@pytest.mark.parametrize("form", ["typ", "csv"])
def test_the_source_is_golden(tutorial, golden, form, tmp_path):
    golden(cx.write(tutorial, "pairwise", tmp_path / f"t.{form}").read_text("utf-8"), f"pairwise.{form}")


def test_typst_has_the_marks_rules_and_headings_of_the_booktabs_table():
    columns = (
        Column("Task", "l"),
        Column("A long one", "r", stack=("A long", "one")),
        Column("B", "r", standing=True),
    )
    lines = [
        Line((Entry("x"), Entry("0.5", "best", "0.1"), Entry("0.25", "second"))),
        Line((Entry("mean"), Entry("0.50", colour="AA2200", mark="ours"), Entry(""))),
        Line((Entry("rank"), Entry("1"), Entry("2")), rule=True),
    ]
    made = figure(Table("t", 'All of "it".', "", "tab:x", tuple(parts(columns, lines)), long=True))
    for piece in (
        'caption: [#"All of \\"it\\"."],',
        '"A long" + linebreak() + "one"',
        'rotate(-90deg, reflow: true, "B")',
        'strong("0.5") + hide("0") + text(size: 0.85em, " ± 0.1")',
        'underline("0.25")',
        'strong(text(fill: rgb("#AA2200"), "0.50"))',
        '    table.hline(stroke: 0.05em),\n        "rank"',
        "set block(breakable: true)",
        '#label("tab:x")',
    ):
        assert piece in made


def rows(text):
    return list(csv.reader(io.StringIO(text)))


def test_csv_has_all_digits_and_a_column_for_each_number(hostile, tmp_path):
    found = rows(written(hostile, "items", tmp_path / "items.csv").decode())
    items = cx.compare_items(hostile)
    head = found[0]
    assert [name.partition(":")[0] for name in head[:2]] == ["Row", "Column"]
    low, wins = head.index("Interval: from"), head.index("W/T/L: wins")
    assert [float(row[low]) for row in found[1:]] == items.low.tolist()
    assert [int(row[wins]) for row in found[1:]] == items.wins.tolist()
    assert {row[0] for row in found[1:]} <= {*NAMES[:3], f"'{NAMES[3]}"}


def test_csv_has_the_leaderboard_with_what_else_is_known(hostile, tmp_path):
    extra = {"cost": {NAMES[0]: 123456.789}, "by": {NAMES[1]: "=f(x)"}}
    found = rows(cx.write(hostile, "leaderboard", tmp_path / "l.csv", extra=extra).read_text("utf-8"))
    board = cx.leaderboard(hostile)
    by_name = {row[3].removeprefix("'"): row for row in found[1:]}
    assert found[0][1:3] == ["Possible places: from", "Possible places: to"]
    assert [int(row[2]) for row in found[1:]] == board.place_high.tolist()
    assert by_name[NAMES[0]][-2:] == ["123456.789", ""]
    assert by_name[NAMES[1]][-2:] == ["", "'=f(x)"]


def test_csv_joins_what_no_page_holds_and_leaves_undefined_numbers_out(tmp_path):
    table = {f"method {k}": {"iris": 0.5 + k / 100, "wine": 0.123456789, "x": 1.0} for k in range(30)}
    del table["method 3"]["wine"]
    comparison = cx.compare(cx.read(table, missing="pairwise"))
    found = rows(cx.write(comparison, "scores", tmp_path / "scores.csv").read_text("utf-8"))
    assert len(found[0]) == 31 and len(found) == 6
    by_name = dict(zip(found[0], found[2], strict=True))
    assert by_name["Task"] == "wine" and by_name["method 3"] == "" and by_name["method 4"] == "0.123456789"


def test_csv_has_tables_below_each_other_apart(hostile, tmp_path):
    text = written(hostile, "repeats", tmp_path / "repeats.csv").decode()
    above, below = text.split("\n\n")
    assert len(rows(above)) == 1 + len(NAMES) and len(rows(below)) == 1 + 6


def test_csv_of_an_infinite_or_missing_value_is_empty():
    columns = (Column("A", values=("A: from", "A: to")), Column("B"))
    lines = [Line((Entry("[−∞, 1]", values=(-np.inf, 1.0)), Entry("–"))), Line((Entry(""), Entry("2")))]
    assert data(Table("", "", "", "", tuple(parts(columns, lines, stub=2)), long=False)) == (
        "A: from,A: to,B\n,1.0,\n,,2\n"
    )


def test_values_are_those_of_the_data_whatever_the_notation(tmp_path):
    comparison = cx.compare({"A": {"x": 0.5, "y": 0.75}, "B": {"x": 0.25, "y": 0.5}})
    found = rows(cx.write(comparison, "ranks", tmp_path / "r.csv", percent=True, language="fr").read_text("utf-8"))
    assert found[1][4:] == ["0.625", "0.625"] and "%" not in "".join(found[0])


def test_every_table_is_html(hostile, tmp_path):
    for kind in KINDS:
        text = written(hostile, kind, tmp_path / f"{kind}.html").decode()
        table = cx.artefacts.view(of(hostile, kind), kind, **settings(kind))
        assert text.count("<table") == len(table.wholes) and text.count("<tr") == sum(
            1 + bool(whole.spans) + len(whole.lines) for whole in table.wholes
        )


# ------------------------------------------------------------------------------------------------------- Word
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def word(content):
    """Return the main part of a document, every part of which is XML that its types name."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        trees = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}
    named = {part.attrib["PartName"][1:] for part in trees["[Content_Types].xml"] if "PartName" in part.attrib}
    assert {*trees} == {"[Content_Types].xml"} | named | {name for name in trees if name.endswith(".rels")}
    return trees["word/document.xml"]


@pytest.mark.parametrize("kind", KINDS)
def test_word_gets_the_caption_and_every_cell(hostile, tmp_path, kind):
    content = written(hostile, kind, tmp_path / "t.docx")
    tree = word(content)
    table = cx.artefacts.view(of(hostile, kind), kind, **settings(kind))
    expected = [
        ["" if line.again and not k else entry.full for k, entry in enumerate(line.entries)]
        for part in table.wholes
        for line in (
            *([Line(tuple(Entry(span) for span, _, _ in part.spans))] if part.spans else []),
            Line(tuple(Entry(column.heading) for column in part.columns)),
            *part.lines,
        )
    ]
    rows = [["".join(cell.itertext()) for cell in row.iter(f"{_W}tc")] for row in tree.iter(f"{_W}tr")]
    assert [[text.replace("\u00a0", " ").rstrip() for text in row] for row in rows] == [
        [text.replace("\u00a0", " ") for text in row] for row in expected
    ]
    caption = next(tree.iter(f"{_W}p"))
    assert "".join(caption.itertext()) == f"Table 1. {table.caption}"
    assert caption.find(f".//{_W}pStyle").attrib[f"{_W}val"] == "Caption"
    assert all(one.attrib[f"{_W}val"] == table.alt for one in tree.iter(f"{_W}tblDescription"))
    assert content == written(hostile, kind, tmp_path / "again.docx")


def test_word_has_the_marks_and_rules_of_the_table(hostile, tmp_path):
    tree = word(written(hostile, "scores", tmp_path / "t.docx", language="de"))
    table = cx.artefacts.view(hostile, "scores", language="de")
    (part,) = table.wholes
    rows = list(tree.iter(f"{_W}tr"))
    assert [row.find(f".//{_W}tblHeader") is not None for row in rows] == [True] + [False] * len(part.lines)
    above = [row.find(f".//{_W}tcBorders/{_W}top") is not None for row in rows[1:]]
    assert above == [line.rule for line in part.lines] and any(above)
    bold = [[cell.find(f".//{_W}b") is not None for cell in row.iter(f"{_W}tc")] for row in rows[1:]]
    assert bold == [[entry.mark not in ("", "second") for entry in line.entries] for line in part.lines]
    sides = [one.attrib[f"{_W}val"] for one in rows[1].iter(f"{_W}jc")]
    assert sides == [{"l": "left", "r": "right", "c": "center"}[column.align] for column in part.columns]
    assert "Tabelle 1. " in "".join(tree.itertext())


@pytest.mark.parametrize(("n_columns", "letters", "across"), [(3, 4, False), (18, 6, True), (40, 12, False)])
def test_a_wide_table_lies_on_its_side_or_is_split(n_columns, letters, across):
    columns = [Column("Task", "l"), *(Column("x" * letters) for _ in range(n_columns))]
    lines = [Line((Entry(f"task {k}"), *(Entry("0.12345") for _ in range(n_columns)))) for k in range(3)]
    table = Table("title", "caption", "alt", "tab-x", tuple(parts(columns, lines)), long=False)
    tree = word(document(table, "en"))
    assert (tree.find(f".//{_W}pgSz").attrib.get(f"{_W}orient") == "landscape") == across
    room = 700 if across else 453
    for one in tree.iter(f"{_W}tbl"):
        widths = [int(column.attrib[f"{_W}w"]) / 20 for column in one.iter(f"{_W}gridCol")]
        assert 0.3 * room < sum(widths) < room + 1
    assert (len(list(tree.iter(f"{_W}tbl"))) > 1) == (n_columns == 40)


def test_decimal_marks_stand_below_each_other_in_word():
    lines = [Line((Entry("a"), Entry(number))) for number in ("12.25", "3", "4.5")]
    table = Table("t", "c", "a", "tab-x", tuple(parts([Column("Task", "l"), Column("W")], lines)), long=False)
    rows = [[*row.iter(f"{_W}t")][-1].text for row in word(document(table, "en")).iter(f"{_W}tr")]
    assert rows == ["W", "12.25", "3\u2008\u2007\u2007", "4.5\u2007"]


def test_a_document_has_nothing_of_the_template_that_it_is_made_from(hostile, tmp_path):
    path = tmp_path / "t.docx"
    written(hostile, "ranks", path)
    with zipfile.ZipFile(path) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        about = archive.read("docProps/core.xml").decode()
        assert not any(name.endswith(("app.xml", ".jpeg", "item1.xml")) for name in archive.namelist())
    assert "<dc:title>Ranks</dc:title>" in about
    assert "creator" not in about and "created" not in about and "python-docx" not in about


def test_a_document_without_python_docx_says_what_to_install(hostile, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(DataError, match=r"need python-docx: run pip install 'comparatex\[word\]'"):
        written(hostile, "ranks", tmp_path / "t.docx")
    assert not (tmp_path / "t.docx").exists()


def test_a_document_that_was_saved_by_another_program_stays(hostile, tmp_path):
    path = tmp_path / "t.docx"
    written(hostile, "ranks", path)
    assert is_marked(path)
    written(hostile, "scores", path)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(ComparatexError, match="force"):
        written(hostile, "ranks", path)


@pytest.mark.parametrize("suffix", [one for one in WRITERS if one != "docx"])
def test_a_file_of_ours_is_replaced_and_anybody_elses_stays(hostile, suffix, tmp_path):
    path = tmp_path / f"t.{suffix}"
    written(hostile, "ranks", path)
    written(hostile, "ranks", path, order="rank")
    path.write_text("mine\n")
    with pytest.raises(ComparatexError, match="force"):
        written(hostile, "ranks", path)
    assert path.read_text() == "mine\n"


def test_figures_are_no_tables(hostile, tmp_path):
    for suffix in WRITERS:
        with pytest.raises(UsageError, match=rf"mcm is a figure, and only tables can be \.{suffix}"):
            cx.write(hostile, "mcm", tmp_path / f"mcm.{suffix}")


@pytest.mark.parametrize("command", ["table", "leaderboard", "items"])
def test_the_help_names_every_suffix(command):
    said = CliRunner().invoke(main, [command, "--help-all"]).output
    for suffix in WRITERS:
        assert f".{suffix}" in said


def test_a_name_from_right_to_left_turns_nothing_around_it():
    name = "\u05d0\u05d1\u05d2"
    comparison = cx.compare({"ROCKET": {"a": 1, "b": 2, "c": 4}, name: {"a": 2, "b": 1, "c": 3}})
    shown = page(view(comparison, "ranks"), "en")
    assert f"<bdi>{name}</bdi>" in shown and name not in shown.replace(f"<bdi>{name}</bdi>", "")
    text = markdown(view(comparison, "ranks"))
    assert name not in text.replace(f"\u2068{name}\u2069", "") and name in text


def test_marks_of_direction_and_noncharacters_are_no_part_of_a_name(tmp_path):
    names = ("A\u202egnp.exe", "B\uffff", "C\ufdd0\U0001ffff")
    table = {name: {"a": k, "b": 2 * k, "c": k + 4} for k, name in enumerate(names)}
    comparison = cx.compare(table)
    assert sorted(comparison.names) == ["Agnp.exe", "B", "C"]
    path = cx.write(comparison, "cdd", tmp_path / "cdd.svg")
    ElementTree.fromstring(path.read_bytes())


def test_templates_of_ones_own_make_every_format_but_data(hostile, tmp_path):
    folder = tmp_path / "templates"
    folder.mkdir()
    for suffix in ("md", "typ", "docx", "html"):
        (folder / f"table.{suffix}.jinja").write_text(r"OWN\VAR{table.title}" if suffix != "typ" else "// OWN", "utf-8")
    for suffix in ("md", "typ", "html"):
        path = cx.write(hostile, "ranks", tmp_path / f"own.{suffix}", templates=[folder])
        assert "OWN" in path.read_text("utf-8")
    with pytest.raises(ComparatexError, match=r"table\.docx\.jinja makes no XML"):
        cx.write(hostile, "ranks", tmp_path / "own.docx", templates=[folder])
    assert not (tmp_path / "own.docx").exists()
