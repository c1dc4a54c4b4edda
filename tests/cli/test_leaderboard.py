"""The command that writes a leaderboard, to a file of its own and into a README."""

import json
from html.parser import HTMLParser

import pytest

import comparatex as cx

BEGIN, END = "<!-- comparatex: begin -->", "<!-- comparatex: end -->"


@pytest.fixture
def readme(folder):
    path = folder / "README.md"
    path.write_bytes(f"# Théorie\r\nbefore\r\n{BEGIN}\r\n{END}\r\nafter".encode())
    return path


def test_it_is_written_in_every_format(run, folder):
    (folder / "extra.csv").write_text("name,Provider,Year\nrocket,<b>A|Corp</b>,2020\n")
    for suffix in ("tex", "md", "html", "json"):
        for _ in range(2):  # over its own file
            done = run("leaderboard", "results.csv", "--extra-table", "extra.csv", "-o", f"board.{suffix}")
            assert done.exit_code == 0, done.stderr
    lines = json.loads((folder / "board.json").read_text())["comparates"]
    expected = cx.leaderboard(cx.compare(cx.read("results.csv"))).records()
    assert [{k: v for k, v in line.items() if k != "extra"} for line in lines] == expected
    assert {line["comparate"]: line["extra"]["Year"] for line in lines}["rocket"] == "2020"
    assert "\\<b\\>A\\|Corp\\</b\\>" in (folder / "board.md").read_text()
    assert "Provider" in (folder / "board.tex").read_text()


def test_places_by_mean_rank_are_in_every_format(run, folder):
    board = cx.leaderboard(cx.compare(cx.read("results.csv")), order="rank")
    for suffix in ("md", "html", "json"):
        assert run("leaderboard", "results.csv", "--order", "rank", "-o", f"board.{suffix}").exit_code == 0
    assert json.loads((folder / "board.json").read_text())["comparates"] == board.records()
    for line, name, rank in zip(
        (folder / "board.md").read_text().splitlines()[3:], board.names, board.score, strict=False
    ):
        assert f"| {name} | {rank:.2f} | " in line
    assert "by mean rank (1 is best)" in (folder / "board.html").read_text()
    refused = run("leaderboard", "results.csv", "--order", "median", "-o", "median.md")
    assert refused.exit_code == 2 and "choose --order mean, --order rank or --order wins" in refused.stderr
    assert not (folder / "median.md").exists()


def test_the_page_is_well_formed_and_names_are_text(run, folder):
    (folder / "extra.csv").write_text("name,Provider\nrocket,<script>alert(1)</script>\n")
    run("leaderboard", "results.csv", "--extra-table", "extra.csv", "--language", "fr", "-o", "board.html")
    page = (folder / "board.html").read_text()
    assert '<html lang="fr">' in page and "http" not in page
    open_tags, rows = [], 0

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            nonlocal rows
            rows += tag == "tr"
            assert tag != "script"
            if tag != "meta":
                open_tags.append(tag)

        def handle_endtag(self, tag):
            assert open_tags.pop() == tag

    Reader().feed(page)
    assert open_tags == [] and rows == 6


def test_a_readme_changes_between_the_marks_only(run, readme):
    for _ in range(2):
        assert run("leaderboard", "results.csv", "--into", "README.md").exit_code == 0
    content = readme.read_bytes().decode()
    assert content.startswith(f"# Théorie\r\nbefore\r\n{BEGIN}\r\n<!-- Made by")
    assert content.endswith(f"\r\n{END}\r\nafter")
    assert content.count("\n") == content.count("\r\n") and "| 1 |" in content
    before = readme.read_bytes()
    run("leaderboard", "results.csv", "--into", "README.md", "--top", "2")
    assert len(readme.read_bytes()) < len(before)


def test_what_was_edited_between_the_marks_is_kept(run, readme):
    run("leaderboard", "results.csv", "--into", "README.md")
    edited = readme.read_bytes().replace(b"| 1 |", b"| **1** |", 1)
    readme.write_bytes(edited)
    refused = run("leaderboard", "results.csv", "--into", "README.md", "--top", "2")
    assert refused.exit_code == 1 and "edited" in refused.stderr
    assert readme.read_bytes() == edited
    assert run("leaderboard", "results.csv", "--into", "README.md", "--force").exit_code == 0


@pytest.mark.parametrize("content", ["", f"{BEGIN}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n"])
def test_a_file_without_the_marks_is_kept(run, readme, content):
    readme.write_text(content)
    refused = run("leaderboard", "results.csv", "--into", "README.md")
    assert refused.exit_code == 1 and BEGIN in refused.stderr and readme.read_text() == content


@pytest.mark.parametrize("fence", ["```", "~~~~", "  ```html"])
def test_marks_in_a_block_of_code_are_shown_and_not_meant(run, readme, fence):
    marks = fence.strip().removesuffix("html")
    code = f"{fence}\n{BEGIN}\n{marks[:2]}\n{marks} x\n{END}\n{marks}{marks[0]}\n"
    readme.write_text(f"{code}`{BEGIN}` `{END}`\n{BEGIN}\n{END}\n{code}")
    assert run("leaderboard", "results.csv", "--into", "README.md").exit_code == 0
    content = readme.read_text()
    assert content.startswith(code) and content.endswith(code) and "| 1 |" in content
    readme.write_text(code)
    assert run("leaderboard", "results.csv", "--into", "README.md").exit_code == 1 and readme.read_text() == code


def test_where_it_goes_is_said_once(run, readme):
    for more in ((), ("-o", "a.md", "--into", "README.md")):
        assert run("leaderboard", "results.csv", *more).exit_code == 2


def test_what_an_author_writes_into_the_file_meanwhile_stays(run, folder, monkeypatch):
    from comparatex import artefacts

    (folder / "docs").mkdir()
    readme, link = folder / "docs/README.md", folder / "README.md"
    readme.write_text(f"Hello.\n{BEGIN}\n{END}\n", encoding="utf-8")
    readme.chmod(0o755)
    link.symlink_to("docs/README.md")
    view = artefacts.view

    def slow(*given, **more):
        readme.write_text(f"Hello.\n{BEGIN}\n{END}\nAn edit.\n", encoding="utf-8")
        return view(*given, **more)

    monkeypatch.setattr(artefacts, "view", slow)
    assert run("leaderboard", "results.csv", "--into", "README.md").exit_code == 0
    text = readme.read_text(encoding="utf-8")
    assert text.endswith("An edit.\n") and "rocket" in text
    assert link.is_symlink() and readme.stat().st_mode & 0o777 == 0o755
