"""Fixtures: golden files, and TeX fragments compiled inside a document.

``golden(text, name)``
    compares with ``tests/golden/<name>``; ``pytest --update-golden`` writes the golden files anew.
``latex``
    the TeX engine that is used by default. Mark tests that need TeX with ``@pytest.mark.latex``: without an
    engine they are skipped; where ``CI`` or ``COMPARATEX_REQUIRE_LATEX`` is set they fail.
``chromium``
    a browser. Mark tests that need it with ``@pytest.mark.browser``: without it they are skipped; where ``CI`` or
    ``COMPARATEX_REQUIRE_BROWSER`` is set they fail.
``fragment_compiler(tex, preamble="", engine="pdflatex", class_="article", options="")``
    compiles a document with the fragment as its body, once per session and content, and returns a `Compiled`.
``parts_compiler(sources, preamble="", ...)``
    compiles a document with many fragments, each on pages of its own, and returns what became of each by its name.
``settle(document, engine="pdflatex")``
    compiles a document that lies in a folder already.
``tutorial``
    the comparison of a small example, whose names are plain.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from comparatex import files
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison
from comparatex.typeset import engines
from comparatex.typeset.compile import RunError
from documents import FORMATS, Compiled, Part, compiled, named, pages, parts, unpack_formats

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"


RANDOM_CASES = {
    "fuzz": (40, "cases of the fuzzer, and random layouts"),
    "strangers": (20, "tables of strangers, and tables of nothing but scores"),
    "cells": (80, "decorated cells and small print, in documents and workbooks"),
    "workbooks": (60, "random and damaged workbooks"),
    "changes": (1, "moments at which each input changes during each command"),
    "kills": (2, "runs that are killed, of all commands that write"),
}
"""Options for random cases, and how many are part of every run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")
    for option, (number, what) in RANDOM_CASES.items():
        parser.addoption(f"--{option}", type=int, default=number, metavar="N", help=what)
    parser.addoption("--thorough", action="store_true", help="try more combinations: of engines, and the like")
    parser.addoption("--fuzz-from", type=int, default=1, metavar="SEED", help="the first of them")


def pytest_configure(config: pytest.Config) -> None:
    """Say how many random examples a property gets, and make a folder of TeX formats for all processes."""
    gc.disable()  # until all is collected: a fifth of the time would go to looking for garbage among imports
    # With 20, a property of usual size takes a tenth of a second, and nearly all faults that 60 find are found.
    examples = 200 if config.getoption("--thorough") else 20
    # In CI always the same: a fault that nobody's change made is found elsewhere.
    settings.register_profile("run", deadline=None, max_examples=examples, derandomize=bool(os.environ.get("CI")))
    settings.load_profile("run")
    if FORMATS not in os.environ:
        os.environ[FORMATS] = tempfile.mkdtemp(prefix="comparatex-formats-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(FORMATS)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is thorough unless it is asked for, and let files that run TeX, or take long, come first.

    Several processes then end at about the same time.
    """
    if not config.getoption("--thorough"):
        left_out = [item for item in items if item.get_closest_marker("thorough") is not None]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.get_closest_marker("thorough") is None]
    typeset = {item.path for item in items if item.get_closest_marker("latex") is not None}
    items.sort(
        key=lambda item: (item.path not in typeset, not item.path.name.startswith(("test_sentences", "test_text")))
    )


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and none among what the imports made."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("latex") is not None:
        _engine("auto")
        unpack_formats()
    if item.get_closest_marker("browser") is not None and not _browser():
        required = os.environ.get("CI") or os.environ.get("COMPARATEX_REQUIRE_BROWSER")
        (pytest.fail if required else pytest.skip)(
            "No Chromium is installed: on Debian, apt-get install chromium; on Ubuntu install Chrome, not its snap."
        )


def _browser() -> str | None:
    """Return the program of Chromium or Chrome; None where there is none, or nothing to drive it."""
    if find_spec("playwright") is None:
        return None
    found = (shutil.which(name) for name in ("chromium", "google-chrome", "google-chrome-stable"))
    return next((path for path in found if path and "/snap/" not in str(Path(path).resolve())), None)


def _engine(name: str) -> engines.Engine:
    """Return an engine; without it skip the test, or fail where TeX must be there."""
    try:
        engine = engines.find(name)
    except UsageError:
        engine = None
    if engine is None:
        required = os.environ.get("CI") or os.environ.get("COMPARATEX_REQUIRE_LATEX")
        (pytest.fail if required else pytest.skip)(f"No TeX engine ({name}) is installed.")
    return engine


@pytest.fixture(autouse=True, scope="module")
def _no_garbage_of_others() -> None:
    """Leave what earlier files made out of garbage collection: statsmodels collects in each of its Holm tests."""
    gc.freeze()


@pytest.fixture(autouse=True)
def _nothing_stays_recorded() -> Iterator[None]:
    """Fail where a test leaves a command's context open: all later tests of its process would read within it."""
    before = files._RUN.get()
    yield
    assert files._RUN.get() is before


@pytest.fixture
def full_captions() -> Iterator[None]:
    """Write captions with the whole convention."""
    from comparatex.text import Writing, writing

    with writing(Writing(captions="full")):
        yield


@pytest.fixture(scope="session")
def tutorial() -> Comparison:
    """Return the comparison of a small example."""
    return compare(read(ROOT / "examples" / "friedman-tutorial" / "results.csv"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare text with a golden file."""

    def check(text: str, name: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"{name} is new: run pytest --update-golden, and read what it wrote"
        assert text == path.read_text(encoding="utf-8")

    return check


@pytest.fixture
def latex() -> engines.Engine:
    """Return the default engine; only for tests marked ``latex``."""
    return _engine("auto")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Return a browser that reaches for no network by itself; only for tests marked ``browser``."""
    from playwright.sync_api import sync_playwright

    arguments = (
        "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
        "disable-component-update", "disable-sync",
    )  # fmt: skip
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_browser(), args=[f"--{one}" for one in arguments])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def settle() -> Callable[..., Compiled]:
    """Compile a document that lies in a folder already, by the name of an engine."""

    def settled(document: Path, engine: str = "pdflatex", after: Compiled | None = None) -> Compiled:
        return compiled(document, _engine(engine), preload=True, after=after)

    return settled


@pytest.fixture(scope="session")
def fragment_compiler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Compiled]]:
    """Compile fragments; comparatex is loaded after the preamble, unless the preamble loads it."""

    @cache
    def compile_fragment(
        tex: str,
        preamble: str = "",
        engine: str = "pdflatex",
        class_: str = "article",
        options: str = "",
        *,
        preload: bool = True,
        halt: bool = True,
    ) -> Compiled:
        chosen = _engine(engine)
        folder = tmp_path_factory.mktemp("fragment")
        for style in (ROOT / "templates").glob("*.sty"):
            shutil.copy(style, folder)
        document = folder / "document.tex"
        document.write_text(_document(tex, preamble, chosen.kind, class_, options), encoding="utf-8")
        # A format costs as much as four runs without it, and most other preambles occur less often.
        usual = not preamble or _ON_PAPER.fullmatch(preamble) is not None
        return compiled(document, chosen, preload=preload and usual, halt=halt)

    yield compile_fragment
    compile_fragment.cache_clear()


@pytest.fixture(scope="session")
def parts_compiler(
    fragment_compiler: Callable[..., Compiled],
) -> Callable[..., tuple[dict[Hashable, Part], Compiled]]:
    """Compile several fragments on pages of their own in one document; return what became of each, and the whole."""

    def compile_parts(
        sources: Mapping[Hashable, str], *given: str, **options: str
    ) -> tuple[dict[Hashable, Part], Compiled]:
        try:
            done = fragment_compiler(pages(sources), *given, **options)
        except RunError as error:
            raise named(error, sources) from error
        return parts(done, sources), done

    return compile_parts


_ON_PAPER = re.compile(r"\\usepackage(?:\[([^]]*)\])?\{geometry\}((?:(?!\\usepackage).)*)", re.DOTALL)
"""A preamble that loads nothing but the package for the paper: documents on all papers share a format."""


def _document(tex: str, preamble: str, kind: str, class_: str, options: str) -> str:
    """Return a document with a fragment as its body."""
    after = ""
    if paper := _ON_PAPER.fullmatch(preamble):
        preamble, after = r"\usepackage{geometry}", rf"\geometry{{{paper[1] or ''}}}{paper[2]}"
    lines = [
        f"\\documentclass[{options}]{{{class_}}}",
        "\\usepackage[T1]{fontenc}\\usepackage{lmodern}" if kind == "pdftex" else "",
        preamble,
        "" if "{comparatex}" in preamble else "\\usepackage{comparatex}",
        after,
        "\\begin{document}",
        tex,
        "\\end{document}",
    ]
    return "\n".join(line for line in lines if line) + "\n"
