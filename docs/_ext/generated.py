"""Pages from what the project declares: markers in a page are replaced by Markdown before Sphinx reads it.

``<!-- generated: NAME -->`` stands for what a function of `PARTS` returns, ``<!-- gallery -->`` for all pictures,
``<!-- picture: NAME -->`` for one with its command and ``<!-- figure: NAME -->`` for one without.
``<!-- run: COMMAND -->`` stands for a command with what it prints, ``<!-- rendered: COMMAND -->`` for the Markdown that
it writes, ``<!-- file: NAME -->`` for what is in a file. These are among the files of `samples`.
"""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from sphinx.application import Sphinx
from sphinx.util import logging

import conventions
import gallery
import growth
import reference
import samples
import styles
from comparatex.cli import main

ROOT = Path(__file__).resolve().parents[2]
PARTS: dict[str, Callable[[], str]] = {
    "action": reference.action,
    "api": reference.api,
    "commands": reference.commands,
    "conventions": conventions.described,
    "corrections": reference.corrections,
    "disagreements": conventions.disagreements,
    "formats": reference.formats,
    "growth": growth.page,
    "layers": reference.layers,
    "numbers": reference.numbers,
    "procedures": reference.procedures,
    "settings": reference.settings,
    "plot_styles": styles.plot_styles,
    "styles": styles.keys,
}
_MARKER = re.compile(
    r"^<!-- (generated|gallery|picture|figure|run|rendered|file)(?:: (.+?))? -->$", re.MULTILINE
)
_LOG = logging.getLogger(__name__)


def _replaced(_: Sphinx, page: str, source: list[str]) -> None:
    """Replace the markers of a page."""
    level = page.count("/")
    kinds: dict[str, Callable[[str], str]] = {
        "generated": lambda name: PARTS[name](),
        "gallery": lambda _: gallery.page(level),
        "picture": lambda name: gallery.figure(name, level),
        "figure": lambda name: gallery.figure(name, level, command=False),
        "run": _run,
        "rendered": _rendered,
        "file": _file,
    }
    source[0] = _MARKER.sub(lambda found: kinds[found[1]](found[2] or ""), source[0])


def _run(shown: str) -> str:
    """Return a command and what it prints; of that only some lines with ``| head -n N`` or ``| tail -n N``."""
    command, _, part = shown.partition(" | ")
    with _sample_files():
        result = CliRunner().invoke(main, shlex.split(command)[1:], catch_exceptions=False)
    if result.exit_code:
        _LOG.warning("%s ends with status %d: %s", command, result.exit_code, result.output)
    which, _, number = part.partition(" -n ")
    kept = slice(-int(number), None) if which == "tail" else slice(int(number) if number else None)
    return "\n".join(["```console", f"$ {shown}", *result.output.splitlines()[kept], "```"])


def _rendered(command: str) -> str:
    """Return what a command writes, which is Markdown."""
    arguments = shlex.split(command)[1:]
    with _sample_files():
        CliRunner().invoke(main, arguments, catch_exceptions=False)
        return Path(arguments[arguments.index("-o") + 1]).read_text("utf-8")


def _file(name: str) -> str:
    with _sample_files():
        return f"```text\n{Path(name).read_text('utf-8')}```"


@contextlib.contextmanager
def _sample_files() -> Iterator[None]:
    """Run within a folder of files to read."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        samples.write(Path(folder))
        yield


def _outdated(app: Sphinx, *_: object) -> list[str]:
    """Name the pages with markers: what they are replaced by may have changed."""
    pages = app.project.docnames
    return [page for page in pages if _MARKER.search(Path(app.env.doc2path(page)).read_text("utf-8"))]


def _drawn(app: Sphinx) -> None:
    """Draw the gallery beside the pages, and what was measured."""
    if app.builder.format == "html":
        with contextlib.chdir(ROOT):
            gallery.draw(Path(app.outdir) / gallery.FOLDER)
        growth.draw(Path(app.outdir) / gallery.FOLDER / growth.NAME)


def _bars(app: Sphinx, kind: str, name: str, found: object, options: object, lines: list[str]) -> None:
    """Escape the bars of absolute values in docstrings: in reStructuredText they would be substitutions."""
    for at, line in enumerate(lines):
        texts = line.split("``")  # the odd ones are code
        texts[::2] = [text.replace("|", r"\|") for text in texts[::2]]
        lines[at] = "``".join(texts)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("builder-inited", _drawn)
    app.connect("source-read", _replaced)
    app.connect("env-get-outdated", _outdated)
    app.connect("autodoc-process-docstring", _bars, priority=400)  # before numpydoc
    return {"parallel_read_safe": True, "parallel_write_safe": True}
