from __future__ import annotations

from pathlib import Path

import pytest

from comparatex.errors import UsageError
from comparatex.typeset import engines
from comparatex.typeset.engines import find


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Put programs, and nothing else, on the search path."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def programs(*names: str) -> None:
        for name in names:
            (tmp_path / name).write_text("#!/bin/sh\n")
            (tmp_path / name).chmod(0o755)

    return programs


def test_nothing_installed_is_no_engine(install):
    install("python3")
    assert find() is None
    assert find("auto") is None


def test_pdflatex_comes_first(install, tmp_path):
    install("xelatex", "lualatex", "pdflatex", "tectonic")
    engine = find()
    assert (engine.name, engine.kind) == ("pdflatex", "pdftex")
    assert engine.path == tmp_path / "pdflatex"


@pytest.mark.parametrize("name", ["lualatex", "tectonic"])
def test_any_engine_does(install, name):
    install(name)
    assert find().name == name


def test_a_preferred_engine_wins(install):
    install("pdflatex", "xelatex")
    assert find("xelatex").name == "xelatex"


def test_a_missing_preferred_engine_is_named(install):
    install("pdflatex")
    with pytest.raises(UsageError, match=r'lualatex is not installed: .*`engine="auto"`'):
        find("lualatex")


def test_an_unknown_engine_is_refused():
    with pytest.raises(UsageError, match=r"'troff': there are 'auto', 'pdflatex', 'lualatex', 'xelatex' and"):
        find("troff")


def test_how_to_get_tex_is_one_sentence():
    assert engines.HOW_TO_GET_TEX.count(".") == 1
