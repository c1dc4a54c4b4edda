"""The document of a build, compiled in a folder of ours: what else lies beside it may be a stranger's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from comparatex.errors import TypesetError
from comparatex.files import digest, trusted, workplace, write_bytes
from comparatex.letters import MissingLetters
from comparatex.provenance import MEASURES, Build, Manifest, load
from comparatex.stamps import STYLE
from comparatex.typeset.compile import make_deep_folder, named_bibliographies, typeset
from comparatex.typeset.engines import Engine

_READ = (".tex", ".bib", ".sty")
_NAMED = re.compile(
    r"\\(?:input|include|subfile|includegraphics|includepdf|lstinputlisting|verbatiminput|usepackage|RequirePackage|"
    r"documentclass)\*?\s*(?:\[[^]]*\])?\s*\{([^{}]*)\}"
)
"""Commands by which authors name files; what a file of ours names is ours, or TeX's."""

_SUFFIXES = ("", ".tex", ".pdf", ".png", ".jpg", ".jpeg", ".sty", ".cls")


@dataclass(frozen=True)
class Document:
    """A document with all that it reads of a build."""

    folder: Path  # the folder of the build
    name: str  # the document
    files: dict[str, bytes]  # what it reads: files of the build, and those that an author's changes name
    trusted: bool  # all of it is as comparatex made it, by its own templates, or the user answers for it

    @classmethod
    def of(cls, build: Build, name: str, *, own_templates: bool, measures: Sequence[str] = ()) -> Document:
        """Gather the files, of the reports of some measures, too; say whether the style is one that was edited."""
        hashes = dict(build.manifest.outputs)
        for measure in measures:  # which have just been written; a folder beside them could be anybody's
            part = load(build.folder / MEASURES / measure) or Manifest()
            hashes |= {f"{MEASURES}/{measure}/{name}": hash_ for name, hash_ in part.outputs.items()}
        names = [name_ for name_ in hashes if name_.endswith(_READ) and (build.folder / name_).is_file()]
        files = {name_: (build.folder / name_).read_bytes() for name_ in names}
        theirs = [name_ for name_ in files if digest(files[name_]) != hashes[name_]]
        if STYLE in theirs:
            build.say(f"Note: {build.folder / STYLE} was edited: the document is compiled with it as it is.")
        for name_ in theirs:
            named = dict(_named(build.folder, files[name_].decode("utf-8", errors="replace"), set(files)))
            build.manifest.kept.update({name: digest(named[name]) for name in named})
            files |= named
        return cls(build.folder, name, files, trusted() or not (theirs or own_templates))

    @property
    def digest(self) -> str:
        """The hash of all that it reads."""
        return digest(*(f"{name} {digest(self.files[name])}" for name in sorted(self.files)))

    def pdf(self, engine: Engine) -> bytes:
        """Compile it."""
        with workplace() as place:
            home = make_deep_folder(place / "document")
            for name, content in self.files.items():
                write_bytes(home / name, content)
            try:
                return typeset(home / self.name, engine, trusted=self.trusted).pdf
            except MissingLetters as error:
                raise MissingLetters(error.letter, error.by, self._as_theirs(error.place, home)) from error
            except TypesetError as error:
                raise TypesetError(self._as_theirs(str(error), home)) from error

    def _as_theirs(self, message: str, home: Path) -> str:
        return message.replace(str(home), str(self.folder))


def _named(folder: Path, tex: str, known: set[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files below the folder that an author's text names, and those that these name; bibliographies above."""
    names = [part.strip() for argument in _NAMED.findall(tex) for part in argument.split(",")]
    tries = [name + suffix for name in names if ".." not in Path(name).parts for suffix in _SUFFIXES]
    for name in (*tries, *named_bibliographies(tex)):
        path = folder / name
        if name and not Path(name).is_absolute() and name not in known and path.is_file():
            known.add(name)
            content = path.read_bytes()
            yield name, content
            if path.suffix in (".tex", ".sty", ".cls"):
                yield from _named(folder, content.decode("utf-8", errors="replace"), known)
