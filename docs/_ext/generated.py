"""Pages from what the project declares, readable with and without Sphinx.

A page has blocks ``<!-- KIND: NAME -->`` … ``<!-- end -->``, invisible in a viewer of Markdown; what is between the two
is written there by ``python docs/_ext/generated.py``, and a test says when it is old:

- ``generated: NAME``, what a function of `PARTS` returns;
- ``run: COMMAND``, a command with what it prints; ``rendered: COMMAND``, the Markdown that it writes; ``file: NAME``,
  what is in a file: all among the files of `samples`;
- ``picture: NAME``, a picture of the gallery with its command;
- ``docstrings: NAME``, of `DOCSTRINGS`, and ``include: PATH``: a list and a link, in whose place Sphinx has all of it.

Sphinx adds what only a site can have: pictures where ``<!-- figure: NAME -->`` stands, the order of pages from
``<!-- pages: NAME … -->`` or, without names, from the list of links below it, and cards of the list below
``<!-- cards -->``.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))  # run as a program, or imported by a test

from click.testing import CliRunner
from sphinx.application import Sphinx

import conventions
import gallery
import growth
import reference
import samples
import stub
import styles
from comparatex.cli import main
from comparatex.version import __version__

ROOT = Path(__file__).resolve().parents[2]
PARTS: dict[str, Callable[[], str]] = {
    "action": reference.action,
    "commands": reference.commands,
    "conventions": conventions.described,
    "corrections": reference.corrections,
    "disagreements": conventions.disagreements,
    "formats": reference.formats,
    "gallery": gallery.page,
    "growth": growth.page,
    "layers": reference.layers,
    "numbers": reference.numbers,
    "plot_styles": styles.plot_styles,
    "settings": reference.settings,
    "styles": styles.keys,
}
DOCSTRINGS = {"api": reference.public_names, "procedures": reference.procedures}
_WITHOUT_THE_SITE = {"api": reference.first_sentences, "procedures": reference.names_of}
_BLOCK = re.compile(
    r"^<!-- (generated|run|rendered|file|picture|docstrings|include): (.+?) -->\n(?:.*?^<!-- end -->\n)?",
    re.MULTILINE | re.DOTALL,
)
_OF_A_SITE = re.compile(r"^<!-- (figure|pages|cards)(?:: (.+?))? -->\n((?:\n?- .*\n(?:  .*\n)*)*)", re.MULTILINE)
_LINK = re.compile(r"^- \[(.+?)\]\((.+?)\.md\)(?::\s+)?((?:.*\n)(?:  .*\n)*)", re.MULTILINE)


def refreshed(text: str) -> str:
    """Return a page with its blocks as they are to be."""
    kinds: Mapping[str, Callable[[str], str]] = {
        "generated": lambda name: PARTS[name](),
        "run": _run,
        "rendered": _rendered,
        "file": _file,
        "picture": gallery.figure,
        "docstrings": lambda name: _WITHOUT_THE_SITE[name](DOCSTRINGS[name]()),
        "include": lambda path: f"[{Path(path).name}]({path})",
    }
    return _BLOCK.sub(
        lambda block: f"<!-- {block[1]}: {block[2]} -->\n{kinds[block[1]](block[2]).strip()}\n<!-- end -->\n",
        text,
    )


def pages() -> dict[Path, str]:
    """Return the pages that have blocks, with their text."""
    texts = {path: path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))}
    return {path: text for path, text in texts.items() if _BLOCK.search(text)}


_STATED = re.compile(r'(^version: |^  "?version"?: ")[^"\n]+|https://github\.com/[\w.-]+/comparatex', re.MULTILINE)


def released() -> dict[Path, str]:
    """Return the files that state the version and the repository's address, with those of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    paths = [ROOT / name for name in ("CITATION.cff", ".zenodo.json", ".conda/recipe.yaml")]
    return {
        path: _STATED.sub(
            lambda stated: stated[1] + __version__ if stated[1] else project["urls"]["Repository"],
            path.read_text("utf-8"),
        )
        for path in paths
    }


def _for_the_site(_: Sphinx, page: str, source: list[str]) -> None:
    """Put into a page what only the site has."""
    kinds: Mapping[str, Callable[[str, str], str]] = {
        "figure": lambda name, below: gallery.image(name, page.count("/")) + below,
        "pages": _order,
        "cards": lambda _, below: _cards(below),
    }
    whole = _BLOCK.sub(lambda block: _whole(block[1], block[2]) or block[0], source[0])
    source[0] = _OF_A_SITE.sub(lambda mark: kinds[mark[1]](mark[2] or "", mark[3]), whole)
    if page == "guides/restyling":
        source[0] = styles.with_swatches(source[0])


def _whole(kind: str, name: str) -> str:
    """Return what stands in the place of a list or a link."""
    if kind == "docstrings":
        return reference.docstrings(DOCSTRINGS[name]())
    return f"```{{include}} {name}\n```\n" if kind == "include" else ""


def _order(names: str, below: str) -> str:
    """Return the order of pages for the site's navigation, and the list of links that it may come from."""
    listed = names.split() or [link for _, link, _ in _LINK.findall(below)]
    return "\n".join(["```{toctree}", ":hidden:", "", *listed, "```", "", below])


def _cards(below: str) -> str:
    """Return a list of links as cards."""
    cards = [
        f":::{{grid-item-card}} {title}\n:link: {page}\n:link-type: doc\n{' '.join(text.split())}\n:::\n"
        for title, page, text in _LINK.findall(below)
    ]
    return "\n".join(["::::{grid} 1 2 3 3", ":gutter: 3", "", *cards, "::::", ""])


def _run(shown: str) -> str:
    """Return a command and what it prints; of that only some lines with ``| head -n N`` or ``| tail -n N``."""
    command, _, part = shown.partition(" | ")
    with _sample_files(command):
        result = CliRunner().invoke(main, shlex.split(command)[1:], catch_exceptions=False)
    if result.exit_code:
        raise SystemExit(f"{command} ends with status {result.exit_code}: {result.output}")
    return "\n".join(["```console", f"$ {shown}", *_part(result.output, part), "```"])


def _part(text: str, part: str) -> list[str]:
    """Return the lines of a text, or of those what ``head -n N`` or ``tail -n N`` would leave."""
    which, _, number = part.partition(" -n ")
    return text.splitlines()[slice(-int(number), None) if which == "tail" else slice(int(number) if number else None)]


def _rendered(command: str) -> str:
    """Return what a command writes, which is Markdown."""
    arguments = shlex.split(command)[1:]
    with _sample_files(command):
        CliRunner().invoke(main, arguments, catch_exceptions=False)
        return Path(arguments[arguments.index("-o") + 1]).read_text("utf-8")


def _file(shown: str) -> str:
    """Return what is in a file, or some lines of it."""
    name, _, part = shown.partition(" | ")
    with _sample_files(name):
        return "\n".join(["```text", *_part(Path(name).read_text("utf-8"), part), "```"])


@contextlib.contextmanager
def _sample_files(named: str) -> Iterator[None]:
    """Run within a folder of the files to read that a command names."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        samples.write(Path(folder), named)
        yield


def _drawn(app: Sphinx) -> None:
    """Draw the gallery beside the pages, and what was measured."""
    if app.builder.format == "html":
        with contextlib.chdir(ROOT):
            draw = gallery.draw_blanks if app.tags.has("blank") else gallery.draw
            draw(Path(app.outdir) / gallery.FOLDER)
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
    app.connect("source-read", _for_the_site)
    app.connect("autodoc-process-docstring", _bars, priority=400)  # before numpydoc
    return {"parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(refreshed(text), encoding="utf-8")
    for path, text in released().items():
        path.write_text(text, encoding="utf-8")
    stub.PATH.write_text(stub.stub(), encoding="utf-8")
