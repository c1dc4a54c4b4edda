"""Files are whole or not there."""

import os
from pathlib import Path

import pytest

from comparatex.errors import ComparatexError, UsageError
from comparatex.files import protect_inputs, replacing, write_bytes, write_text


def test_folders_are_made_and_content_is_utf8(tmp_path):
    path = write_text(tmp_path / "a" / "b.tex", "é\n")
    assert path.read_bytes() == "é\n".encode()


def test_nothing_is_left_when_writing_fails(tmp_path, monkeypatch):
    (tmp_path / "x.tex").write_text("old", encoding="utf-8")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(ComparatexError, match=r"Cannot write .*x\.tex: No space left on device; make room"):
        write_bytes(tmp_path / "x.tex", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["x.tex"]
    assert (tmp_path / "x.tex").read_text(encoding="utf-8") == "old"


def test_the_file_mode_follows_the_mask(tmp_path):
    mask = os.umask(0o027)
    try:
        path = write_text(tmp_path / "x", "")
    finally:
        os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path):
    (tmp_path / "a").write_text("", encoding="utf-8")
    with pytest.raises(ComparatexError, match="Cannot write"):
        write_text(tmp_path / "a" / "b.tex", "")


def test_files_that_are_read_are_not_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = write_text(tmp_path / "r.csv", "scores")
    with (
        protect_inputs([path]),
        pytest.raises(UsageError, match=r"r\.csv is read by this command: write to another"),
    ):
        write_text(Path("r.csv"), "numbers")
    assert path.read_text(encoding="utf-8") == "scores"
    write_text(path, "numbers")


def test_a_link_stays_and_its_target_keeps_its_mode(tmp_path):
    target, link = tmp_path / "docs.md", tmp_path / "link.md"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to("docs.md")
    write_text(link, "new")
    assert link.is_symlink() and target.read_text(encoding="utf-8") == "new"
    assert target.stat().st_mode & 0o777 == 0o600


def test_two_runs_write_a_file_each_whole(tmp_path):
    path = tmp_path / "big[1].parquet"
    with replacing(path) as file:
        file.write(b"one")
        write_bytes(path, b"another")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]
