"""Reports that the same command left as they are: to see that takes less time than to read its options.

A report remembers the command that built it, without the folder of the report, and the files that this command read.
Whatever else may change a report is not remembered, and the command looks for itself. Click, which takes as long to
import as all this, is left to it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from comparatex import config, provenance
from comparatex.errors import ComparatexError
from comparatex.files import relative_to
from comparatex.provenance import PAGE, PDF, Manifest

_OTHERWISE = ("--check", "--config", "--depfile", "--watch", "--help")
"""What begins options with which a command does more, or less, than to keep a report."""


@dataclass(frozen=True)
class Call:
    """A command that builds a report.

    Parameters
    ----------
    folder : Path
        The report.
    words : tuple of str
        The other arguments.
    file : Path or None
        The config file.
    """

    folder: Path
    words: tuple[str, ...]
    file: Path | None

    @classmethod
    def of(cls, arguments: Sequence[str]) -> Call | None:
        """Return the call with these arguments; None if it may do anything else."""
        output, words, rest = "", list[str](), iter(arguments)
        for word in rest:
            if word in ("-o", "--output"):
                output = next(rest, "")
            elif word.startswith("--output="):
                output = word.partition("=")[2]
            elif word.startswith(_OTHERWISE) or _is_short(word):
                return None
            else:
                words.append(word)
        file = config.find(Path.cwd())
        return cls(Path(output or _configured(file)), tuple(words), file)

    @property
    def is_quiet(self) -> bool:
        """Whether it says nothing."""
        return "-q" in self.words or "--quiet" in self.words

    def remembered(self, files: Iterable[str]) -> dict[str, Any]:
        """Return what the manifest of the report remembers of it, with the files that it reads."""
        places = [relative_to(path, self.folder.resolve()) for path in (Path.cwd(), self.file) if path]
        names = sorted({*files, *places[1:]})
        made = [f"{name} {provenance.of_file(self.folder / name)}" for name in names]
        return {"files": names, "stamp": provenance.digest(json.dumps([self.words, places]), *made)}


def _is_short(word: str) -> bool:
    """Whether a word may be short options in one, which are not looked into."""
    return word.startswith("-") and not word.startswith("--") and word not in ("-", "-q")


def _configured(file: Path | None) -> str:
    """Return the folder of reports that a config file names, or the usual one."""
    own = config.load(file).get("report", {}) if file else {}
    output = own.get("output") if isinstance(own, dict) else None
    return relative_to(file.parent / output, Path.cwd()) if file and isinstance(output, str) else "report"


def remember(call: Call, files: Iterable[Path]) -> None:
    """Remember in a report, to which nobody else is writing, the call that built it from these files."""
    manifest = provenance.load(call.folder)
    if manifest:
        remembered = call.remembered(provenance.relative(path, call.folder) for path in files)
        if manifest.call != remembered:
            provenance.save(call.folder, replace(manifest, call=remembered))


def keep(arguments: Sequence[str]) -> bool:
    """Keep the report that a command with these arguments would leave as it is, and say so; return whether it would."""
    call, manifest = None, None
    with suppress(ComparatexError, OSError):  # which the command will explain
        call = Call.of(arguments)
        manifest = provenance.load(call.folder) if call else None
    if not call or not manifest or not _is_current(call, manifest):
        return False
    provenance.touch(call.folder)
    if not call.is_quiet:
        print("Nothing has changed.", file=sys.stderr, flush=True)
        shown = [call.folder / name for name in (PDF, PAGE) if name in manifest.outputs]
        print(*(shown or [call.folder]), sep="\n", flush=True)
    return True


def _is_current(call: Call, manifest: Manifest) -> bool:
    """Whether a report remembers this call, and all is as it was."""
    return (
        bool(manifest.stamp and manifest.call)
        and manifest.call == call.remembered(manifest.call["files"])
        and manifest.code == provenance.of_code()
        and not provenance.tampered(call.folder, manifest)
    )
