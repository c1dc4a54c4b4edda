"""Typeset every fragment in every document of ``tests/hosts.py``, and say what is wrong.

    python tests/benchmarks/hosts.py [PATTERN]

Only documents whose name has the pattern, a regular expression: ``[+]`` is in the names of the corpus alone, whose
documents are built without our package, with it alone, and with fragments. What TeX does not find is named and left
out. The exit status is 1 when anything is wrong.
"""

import functools
import importlib.util
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from comparatex.errors import UsageError
from comparatex.text import LANGUAGES
from comparatex.typeset.engines import find

sys.path.append(str(Path(__file__).resolve().parent.parent))  # for what the documents are compiled by
_SPEC = importlib.util.spec_from_file_location("hosts", Path(__file__).resolve().parent.parent / "hosts.py")
assert _SPEC is not None and _SPEC.loader is not None
hosts = sys.modules["hosts"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(hosts)
fragments = functools.cache(hosts.fragments)


def outcome(host) -> tuple[str, list[str]]:
    """Return "fine", "wrong" or "left out", and why."""
    try:
        find(host.engine)
    except UsageError as error:
        return "left out", [str(error)]
    if absent := hosts.missing(host):
        return "left out", [f"TeX does not find {', '.join(absent)}."]
    with tempfile.TemporaryDirectory(prefix="comparatex-") as folder:
        found = hosts.faults(host, Path(folder), fragments(host.language))
    if found and found[0].startswith(hosts.FAILS_ALONE):
        return "left out", found
    return ("wrong" if found else "fine"), found


def outcomes(pattern: str) -> Iterator[tuple[str, str, list[str], float]]:
    """Yield names of documents, what became of them, and seconds."""
    for language in LANGUAGES:
        fragments(language)  # once, before there are several threads
    chosen = [host for host in (*hosts.HOSTS, *hosts.CORPUS) if re.search(pattern, host.name)]

    def one(host) -> tuple[str, str, list[str], float]:
        start = time.perf_counter()
        return host.name, *outcome(host), time.perf_counter() - start

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(one, chosen)


def main() -> int:
    """Print a line for each document, and how many were fine."""
    count = {"fine": 0, "wrong": 0, "left out": 0}
    for name, what, why, seconds in outcomes(sys.argv[1] if len(sys.argv) > 1 else ""):
        count[what] += 1
        print(f"{name:36}{what:10}{seconds:6.1f} s", *why[:5], sep="\n    ", flush=True)
    print(", ".join(f"{number} {what}" for what, number in count.items()))
    return 1 if count["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
