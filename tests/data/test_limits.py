"""No file takes the memory of the machine, or for ever."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import sqlite3
import time
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from comparatex import read
from comparatex.cli import main
from comparatex.data.formats.contract import File
from comparatex.data.formats.documents import html, is_markdown, latex, markdown
from comparatex.errors import DataError
from fuzz.small_print import binary_workbook, open_document

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


@pytest.mark.parametrize("odd", ["<table><![x[<tr>", "<table><![foo[bar]]>", "<?x", "</>", "&#" + "1" * 5000, "<"])
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


def test_scores_of_many_names_that_share_nothing_are_refused(tmp_path):
    n = 3000
    contents = {
        "nested.json": json.dumps({f"m{k}": {f"t{k}": 0.5} for k in range(n)}),
        "records.json": json.dumps([{"task": f"t{k}", f"m{k}": 0.5} for k in range(n)]),
        "long.csv": "task,method,score\n" + "".join(f"t{k},m{k},0.5\n" for k in range(n)),
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
        with pytest.raises(DataError, match=f"{name} holds 9,00[0-9],[0-9]+ cells, nearly all of them empty"):
            read(tmp_path / name)


def archive(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return file.getvalue()


def scores_of(name: str, padding: int) -> bytes:
    return f'{{"{name}": {{"x": 0.5, "y": 0.75}}}}{" " * padding}'.encode()


def test_files_of_archives_and_folders_have_one_budget(tmp_path, monkeypatch):
    monkeypatch.setattr("comparatex.data.sources.LARGEST_FILE", 100_000)
    parts = {f"{name}.json": scores_of(name, 40_000) for name in "ABC"}
    packed = {f"{name}.csv.gz": gzip.compress(b"d,%s\nx,1\ny,2\n" % name.encode() + b"\n" * 40_000) for name in "ABC"}
    for name, content in (("r.zip", archive(parts)), ("p.zip", archive(packed))):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DataError, match="holds more than 0 MB: give `no_limits`"):
            read(tmp_path / name)
    for some in (parts, packed):
        (tmp_path / str(len(some["A" + next(iter(some))[1:]]))).mkdir()
        folder = tmp_path / str(len(some["A" + next(iter(some))[1:]]))
        for name, content in some.items():
            (folder / name).write_bytes(content)
        with pytest.raises(DataError, match="holds more than 0 MB: give `no_limits`"):
            read(folder)
        (folder / next(iter(some))).unlink()
        assert read(folder).comparates == ("B", "C")


def test_an_archive_is_not_unpacked_to_see_that_it_is_too_large(tmp_path, monkeypatch):
    read_parts = []
    inner = zipfile.ZipFile.read
    monkeypatch.setattr(zipfile.ZipFile, "read", lambda *given: read_parts.append(given[1]) or inner(*given))
    monkeypatch.setattr("comparatex.data.sources.LARGEST_FILE", 100_000)
    (tmp_path / "r.zip").write_bytes(archive({f"{name}.json": scores_of(name, 60_000) for name in "ABCDEF"}))
    with pytest.raises(DataError, match="holds more than"):
        read(tmp_path / "r.zip")
    assert read_parts == ["A.json"]


def test_too_little_memory_is_no_damage(tmp_path, monkeypatch):
    def exhausted(*_):
        raise MemoryError

    monkeypatch.setattr("gzip.GzipFile.read", exhausted)
    (tmp_path / "r.csv.gz").write_bytes(gzip.compress(b"d,A\nx,1\n"))
    with pytest.raises(MemoryError):
        read(tmp_path / "r.csv.gz")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes")
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_pipes_and_devices_in_folders_are_refused(tmp_path, kind):
    for name in "BC":
        (tmp_path / f"{name}.json").write_bytes(scores_of(name, 0))
    odd = tmp_path / "A.json"
    os.mkfifo(odd) if kind == "pipe" else odd.symlink_to("/dev/zero")
    for source in (tmp_path, f"{tmp_path}/*.json"):
        with pytest.raises(DataError, match=r"A\.json is a pipe or a device: name it itself, or move it out"):
            read(source)


def workbook(cells: dict[str, object], hidden=(), sheets=()) -> bytes:
    book = pytest.importorskip("openpyxl").Workbook()
    sheet = book.active
    for row in (["data", "A", "B"], ["x", 0.5, 0.25], ["y", 0.75, 0.5]):
        sheet.append(row)
    for place, value in cells.items():
        sheet[place] = value
    for name in hidden:
        (sheet.row_dimensions[int(name)] if name.isdecimal() else sheet.column_dimensions[name]).hidden = True
    for name, state in sheets:
        other = book.create_sheet(name, 0)
        other.sheet_state = state
        other.append(["other", "C", "D"])
        other.append(["z", 1, 2])
        other.append(["w", 2, 1])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("far", [["XFD1048576"], ["XFD1", "A1048576"], ["B999999"], ["ZZ100000"]])
@pytest.mark.parametrize("value", [7, "stray", None])
def test_cells_far_from_the_table_are_left_out(tmp_path, far, value):
    content = workbook(dict.fromkeys(far, value))
    if value is None:  # a cell that has a style alone
        content = workbook({})
        with zipfile.ZipFile(io.BytesIO(content)) as old:
            parts = {name: old.read(name) for name in old.namelist()}
        sheet = "xl/worksheets/sheet1.xml"
        rows = "".join(f'<row r="{place.lstrip("ABDFXZ")}"><c r="{place}" s="0"/></row>' for place in far)
        parts[sheet] = parts[sheet].replace(b"</sheetData>", rows.encode() + b"</sheetData>")
        content = archive(parts)
    (tmp_path / "r.xlsx").write_bytes(content)
    scores = read(tmp_path / "r.xlsx")
    assert (scores.tasks, scores.comparates) == (("x", "y"), ("A", "B"))
    np.testing.assert_array_equal(scores.values, [[0.5, 0.25], [0.75, 0.5]])
    said = [note for note in scores.notes if "stands far from the table and is left out" in note]
    assert len(said) == (0 if value is None else len(far))


@pytest.mark.thorough
def test_a_cell_far_from_the_table_of_an_old_workbook_is_left_out():
    pytest.importorskip("python_calamine")
    scores = read(Path(__file__).with_name("far_cell.xls"))
    np.testing.assert_array_equal(scores.values, [[0.95, 0.25], [0.5, 0.75]])
    note = scores.notes[0]
    assert note.endswith("far_cell.xls: 'stray' in row 65536 stands far from the table and is left out.")


def test_a_cell_far_from_the_table_of_a_binary_workbook_is_left_out(tmp_path):
    table = [["dataset", "A", "B"], ["x", 0.5, 0.25], ["y", 0.75, 0.5]]
    cells = {(row, column): cell for row, line in enumerate(table) for column, cell in enumerate(line)}
    path = tmp_path / "r.xlsb"
    path.write_bytes(binary_workbook(cells))
    assert read(path).notes == ()
    path.write_bytes(binary_workbook(cells | {(40_000, 200): "stray"}))
    scores = read(path)
    np.testing.assert_array_equal(scores.values, [[0.5, 0.25], [0.75, 0.5]])
    (note,) = scores.notes
    assert note.endswith("r.xlsb: 'stray' in row 40001 stands far from the table and is left out.")
    path.write_bytes(binary_workbook(cells | {(1_048_575, 16_383): "stray"}))
    with pytest.raises(DataError, match=r"r\.xlsb holds 17,179,869,184 cells, nearly all of them empty"):
        read(path)


def test_a_cell_far_from_the_table_of_an_open_document_is_left_out(tmp_path):
    pytest.importorskip("python_calamine")
    cell = "<table:table-cell office:value-type='string'><text:p>x</text:p></table:table-cell>"
    stray = f"<table:table-row>{cell}</table:table-row>"
    far = f"<table:table-row table:number-rows-repeated='30000'><table:table-cell/></table:table-row>{stray}"
    table = [["data", "A", "B"], ["x", 0.5, 0.25], ["y", 0.75, 0.5]]
    (tmp_path / "r.ods").write_bytes(open_document({"scores": table}, far))
    np.testing.assert_array_equal(read(tmp_path / "r.ods").values, [[0.5, 0.25], [0.75, 0.5]])


def test_hidden_parts_of_workbooks_are_noted(tmp_path):
    (tmp_path / "r.xlsx").write_bytes(workbook({}, hidden=("2", "B"), sheets=[("old", "hidden")]))
    scores = read(tmp_path / "r.xlsx")
    assert scores.comparates == ("A", "B")
    assert any("1 hidden row and 1 hidden column of the sheet are read, too" in note for note in scores.notes)
    assert any("has 2 sheets (1 hidden): the first with scores, 'Sheet', was read" in note for note in scores.notes)
    assert read(tmp_path / "r.xlsx", sheet="old").comparates == ("C", "D")


def database(path) -> sqlite3.Connection:
    """Return a database of MLflow in which A and B have a run on each of two tasks."""
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript(
        """CREATE TABLE experiments (experiment_id INTEGER, name TEXT);
        CREATE TABLE runs (run_uuid TEXT, status TEXT, start_time INTEGER, lifecycle_stage TEXT, experiment_id INTEGER);
        CREATE TABLE latest_metrics (key TEXT, value FLOAT, is_nan BOOLEAN, run_uuid TEXT);
        CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT);
        CREATE TABLE tags (key TEXT, value TEXT, run_uuid TEXT);
        INSERT INTO experiments VALUES (7, 'first');"""
    )
    for model, scores in (("A", (0.5, 0.75)), ("B", (0.25, 0.5))):
        log(base, model, scores)
    return base


def log(base, model, scores) -> None:
    for task, score in zip(("x", "y"), scores, strict=True):
        base.execute("INSERT INTO runs VALUES (?, 'FINISHED', 1, 'active', 7)", (model + task,))
        base.execute("INSERT INTO latest_metrics VALUES ('accuracy', ?, 0, ?)", (score, model + task))
        for key, value in (("dataset", task), ("model", model)):
            base.execute("INSERT INTO params VALUES (?, ?, ?)", (key, value, model + task))


def test_databases_are_read_with_their_logs(tmp_path):
    path = tmp_path / "mlflow.db"
    with closing(database(path)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        log(base, "C", (0.125, 1.0))
        scores = read(path)
        assert scores.comparates == ("A", "B", "C")
        np.testing.assert_array_equal(scores.values, [[0.5, 0.25, 0.125], [0.75, 0.5, 1.0]])


def test_a_database_in_an_archive_is_not_read_without_its_log(tmp_path):
    path = tmp_path / "mlflow.db"
    with closing(database(path)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        log(base, "C", (0.125, 1.0))
        with zipfile.ZipFile(tmp_path / "runs.zip", "w") as packed:
            for name in ("mlflow.db", "mlflow.db-wal"):
                packed.write(tmp_path / name, f"runs/{name}")
    with pytest.raises(DataError, match=r"runs/mlflow\.db has changes in runs/mlflow\.db-wal that are not read"):
        read(tmp_path / "runs.zip")


def test_a_change_in_the_log_of_a_database_makes_a_report_stale(tmp_path):
    path = tmp_path / "mlflow.db"
    with closing(database(path)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        log(base, "C", (0.125, 1.0))
        command = ["report", str(path), "-o", str(tmp_path / "out"), "--no-pdf", "--no-previews"]
        assert CliRunner().invoke(main, command).exit_code == 0
        assert CliRunner().invoke(main, [*command, "--check"]).exit_code == 0
        assert CliRunner().invoke(main, ["verify", str(tmp_path / "out")]).exit_code == 0
        base.execute("UPDATE latest_metrics SET value = 0.375 WHERE run_uuid = 'Cx'")
        assert CliRunner().invoke(main, [*command, "--check"]).exit_code == 1
        assert CliRunner().invoke(main, ["verify", str(tmp_path / "out")]).exit_code == 1


def test_what_a_database_has_not_committed_is_not_read(tmp_path):
    with closing(database(tmp_path / "other.db")) as base:
        base.execute("PRAGMA cache_size = 1")
        base.execute("BEGIN")
        base.execute("UPDATE latest_metrics SET value = 0.1")
        base.executemany("INSERT INTO tags VALUES ('t', ?, '')", [("x" * 900,)] * 500)  # more than the cache holds
        for ending in ("", "-journal"):  # as a writer that was killed leaves them
            (tmp_path / f"mlflow.db{ending}").write_bytes((tmp_path / f"other.db{ending}").read_bytes())
        base.execute("ROLLBACK")
    with pytest.raises(DataError, match=r"mlflow\.db has unfinished changes \(.+\): end the program that writes"):
        read(tmp_path / "mlflow.db")


def test_generated_values_of_databases_have_a_limit(tmp_path):
    with closing(database(tmp_path / "mlflow.db")) as base:
        base.execute("ALTER TABLE params RENAME TO old")
        base.execute("CREATE TABLE params (key TEXT, run_uuid TEXT, value TEXT AS (hex(zeroblob(20000000))) VIRTUAL)")
        base.execute("INSERT INTO params (key, run_uuid) VALUES ('dataset', 'Ax')")
    with pytest.raises(DataError, match="the database cannot be read"):
        read(tmp_path / "mlflow.db")


def test_parts_of_archives_are_named_with_the_archive(tmp_path):
    (tmp_path / "r.zip").write_bytes(archive({"/etc/cron.d/x.csv": b"d,A,B\nx,1\nz,2,1\n"}))
    with pytest.raises(DataError, match=r"r\.zip/etc/cron\.d/x\.csv, line 2"):
        read(tmp_path / "r.zip")
