"""Put small semantic faults at random into the code that makes statements, and list those that no test catches.

    python tests/faults.py [COUNT [SEED]]    # 60 faults by default; a minute each on idle cores
    python tests/faults.py --list 200 7      # only list what would be changed

A fault turns a comparison or a sign, moves a whole number by one, swaps two arguments or the branches of a choice,
exchanges minimum and maximum, any and all, and and or, or flips a flag. It is made in a copy of the working tree, in
figures, selection, verdicts, chapter and inference. Left out are what only tunes a look (constants of modules, and
numbers in functions that draw) and the `strict` of zip, which only asserts.

First the tests without TeX run once, to record which call which functions. Then, for each fault, and for as many at a
time as there are processors, those run that call the function, the quickest files first, and after them those of every
artefact and sentence (`ALWAYS`); the first that fails ends the run. What runs in another process is not recorded.
"""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.pool import ThreadPool
from pathlib import Path
from queue import SimpleQueue
from types import CodeType, FrameType

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "comparatex"
TARGETS = (
    "figures/*.py",
    "inference/**/*.py",
    "layout/selection.py",
    "layout/chapter*.py",
    "layout/facts.py",
)
WITHOUT = ("inference/workers.py",)
ALWAYS = (
    "tests/test_sentences.py",
    "tests/test_sentences_of_figures.py",
    "tests/test_sentences_of_tables.py",
    "tests/test_sentences_of_audits.py",
    "tests/test_claims.py",
    "tests/test_right_numbers.py",
    "tests/test_text.py",
)
SECONDS = 600
"""After which the tests of a fault are ended, undecided."""

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
EXCHANGED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}  # fmt: skip
NAMES = {
    "min": "max",
    "minimum": "maximum",
    "fmin": "fmax",
    "any": "all",
    "nanmin": "nanmax",
    "argmin": "argmax",
}
NOT_SWAPPED = {
    *("isinstance", "getattr", "insert", "field", "full", "zip", "replace", "cast", "setting"),
    *("add", "bitwise_and", "bitwise_or", "equal", "logical_and", "logical_or", "multiply", "not_equal"),
    *("array_equal", "allclose", "isclose", "union1d", "intersect1d", "hypot", "logaddexp", "gcd"),
}
"""Functions whose arguments are of two kinds, so that swapping them would fail at once, or of no order."""
NAMES |= {other: name for name, other in NAMES.items()}


@dataclass(frozen=True)
class Fault:
    """A change of one expression."""

    path: Path
    text: str
    node: ast.expr
    changed: str
    function: str

    def __str__(self) -> str:
        before = " ".join(ast.unparse(self.node).split())
        return f"{self.path.relative_to(SOURCE)}:{self.node.lineno} in {self.function}: {before}  ->  {self.changed}"

    def source(self) -> str:
        """Return the module with the fault."""
        lines = self.text.encode().splitlines(keepends=True)
        first, last = self.node.lineno - 1, (self.node.end_lineno or self.node.lineno) - 1
        head = lines[first][: self.node.col_offset]
        tail = lines[last][self.node.end_col_offset :]
        lines[first : last + 1] = [head, f"({self.changed})".encode(), tail]
        return b"".join(lines).decode()


def changes(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what an expression could be by mistake."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in TURNED:
            yield ast.Compare(left, [TURNED[type(op)]()], [right])
        case ast.BinOp(left, op, right) if type(op) in EXCHANGED and not isinstance(
            left, (ast.JoinedStr, ast.List, ast.Tuple)
        ):
            yield ast.BinOp(left, EXCHANGED[type(op)](), right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Call(func, args, keywords):
            name = getattr(func, "attr", getattr(func, "id", ""))
            if name in NAMES and isinstance(func, ast.Attribute):
                yield ast.Call(ast.Attribute(func.value, NAMES[name]), args, keywords)
            elif name in NAMES:
                yield ast.Call(ast.Name(NAMES[name]), args, keywords)
            elif len(args) == 2 and name not in NOT_SWAPPED and not any(isinstance(a, ast.Starred) for a in args):
                yield ast.Call(func, args[::-1], keywords)
        case ast.Constant(bool(flag)):
            yield ast.Constant(not flag)
        case ast.Constant(int(number)):
            yield ast.Constant(number + 1)


def faults(path: Path) -> Iterator[Fault]:
    """Yield the faults that a module could have."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        annotations = {
            id(part)
            for node in ast.walk(function)
            for hint in (getattr(node, "annotation", None), getattr(node, "returns", None))
            if hint is not None
            for part in ast.walk(hint)
        }
        # zip(strict=True) only asserts, and flipping it changes nothing.
        asserted = {
            id(node.value) for node in ast.walk(function) if isinstance(node, ast.keyword) and node.arg == "strict"
        }
        looks = {"ax", "axes", "axis"} & {argument.arg for argument in function.args.args}  # it draws
        for statement in function.body:
            for node in ast.walk(statement):
                if isinstance(node, (ast.FunctionDef, ast.JoinedStr)) or id(node) in annotations | asserted:
                    continue
                if not isinstance(node, ast.expr) or (looks and isinstance(node, ast.Constant)):
                    continue
                for other in changes(node):
                    yield Fault(path, text, node, ast.unparse(other), function.name)


def chosen(count: int, seed: int) -> list[Fault]:
    """Return faults at random, each module by the number of its own, none in a string or on a refusal's words."""
    paths = sorted({path for target in TARGETS for path in SOURCE.glob(target)})
    paths = [path for path in paths if str(path.relative_to(SOURCE)) not in WITHOUT]
    every = [fault for path in paths for fault in faults(path)]
    return random.Random(seed).sample(every, count)


class Recorder:
    """A plugin of pytest that writes for each test its seconds and the functions of the package that it calls.

    What a fixture calls that several tests share counts for each of them.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(f"{path}.{os.getpid()}")
        self.called: set[CodeType] = set()
        self.of_fixtures: dict[object, set[CodeType]] = {}

    def _record(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self.called.add(frame.f_code)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: object) -> Iterator[None]:
        """Keep what a fixture calls."""
        before, self.called = self.called, set()
        yield
        self.of_fixtures[fixturedef] = self.called
        self.called = before | self.called

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record a test."""
        self.called, begun = set(), time.process_time()
        threading.setprofile(self._record)
        sys.setprofile(self._record)
        yield
        sys.setprofile(None)
        threading.setprofile(None)
        shared = getattr(item, "_fixtureinfo", None)
        for definitions in shared.name2fixturedefs.values() if shared else ():
            self.called |= self.of_fixtures.get(definitions[-1], set())
        functions = sorted(
            f"{Path(code.co_filename).relative_to(SOURCE)}:{code.co_name}"
            for code in self.called
            if code.co_filename.startswith(f"{SOURCE}{os.sep}")
        )
        with self.path.open("a", encoding="utf-8") as file:
            print(json.dumps([item.nodeid, time.process_time() - begun, functions]), file=file)


def pytest_configure(config: pytest.Config) -> None:
    """Record, where this module is a plugin."""
    config.pluginmanager.register(Recorder(os.environ["COMPARATEX_RECORD"]))


def record(folder: Path) -> list[tuple[str, float, set[str]]]:
    """Run the tests once; return for each its name, seconds and the functions that it calls, the quickest first."""
    path = folder / "record"
    if not list(folder.glob("record.*")):
        environment = environment_of(folder) | {"COMPARATEX_RECORD": str(path)}
        environment["PYTHONPATH"] += f"{os.pathsep}{folder / 'tests'}"
        command = [*PYTEST, "-n", "2", "--dist", "loadfile", "-p", "faults", "--ignore", "tests/fuzz"]
        subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    lines = [line for part in folder.glob("record.*") for line in part.read_text("utf-8").splitlines()]
    tests = [(name, seconds, set(functions)) for name, seconds, functions in map(json.loads, lines)]
    return sorted(tests, key=lambda test: test[1])


PYTEST = (
    *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header"),
    *("-m", "not latex and not browser"),
)


def environment_of(copy: Path) -> dict[str, str]:
    """Return the variables of tests in a copy: the examples of hypothesis are the same in every run."""
    return {**os.environ, "PYTHONPATH": str(copy / "src"), "CI": "1", "COMPARATEX_REQUIRE_LATEX": ""}


def caught(fault: Fault, copy: Path, tests: list[tuple[str, float, set[str]]]) -> str:
    """Return the first test that fails with a fault; empty: none does."""
    place = copy / fault.path.relative_to(ROOT)
    place.write_text(fault.source(), encoding="utf-8")
    try:
        return next(filter(None, (failure(copy, part) for part in (callers(fault, tests), ALWAYS) if part)), "")
    except subprocess.TimeoutExpired:
        return "undecided: the tests took too long"
    finally:
        place.write_text(fault.text, encoding="utf-8")


def callers(fault: Fault, tests: list[tuple[str, float, set[str]]]) -> list[str]:
    """Return the tests that call the function of a fault, the quickest files first, each file whole."""
    function = f"{fault.path.relative_to(SOURCE)}:{fault.function}"
    files = dict[str, list[tuple[str, float]]]()
    for name, seconds, called in tests:
        if function in called:
            files.setdefault(name.partition("::")[0], []).append((name, seconds))
    quickest = sorted(files.values(), key=lambda of_file: sum(seconds for _, seconds in of_file))
    return [name for of_file in quickest for name, _ in of_file]


def failure(copy: Path, tests: Sequence[str]) -> str:
    """Return the first of some tests that fails in a copy; empty: none does."""
    arguments = copy / "arguments"
    arguments.write_text("\n".join(tests))
    command = [*PYTEST, "-n", "0", "-x", f"@{arguments}"]
    done = subprocess.run(command, cwd=copy, env=environment_of(copy), capture_output=True, text=True, timeout=SECONDS)
    if done.returncode == pytest.ExitCode.USAGE_ERROR:
        sys.exit(done.stderr)  # a test that was recorded is gone
    if done.returncode == 0:
        return ""
    failed = (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
    return next(failed, "an error")


def copied(place: Path) -> Path:
    """Copy the working tree."""
    left_out = shutil.ignore_patterns(".git", ".venv*", "__pycache__", "build", ".*_cache", ".hypothesis")
    return Path(shutil.copytree(ROOT, place, ignore=left_out))


def main() -> None:
    """Run the tests on as many faults as the command line says, several at a time."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--list"]
    count, seed = (int(arguments[k]) if len(arguments) > k else (60, 1)[k] for k in (0, 1))
    if "--list" in sys.argv:
        print(*chosen(count, seed), sep="\n")
        return
    with tempfile.TemporaryDirectory() as folder, ThreadPool(os.cpu_count()) as pool:
        copies, drawn = SimpleQueue[Path](), chosen(count, seed)  # before anybody goes on to edit
        first = copied(Path(folder) / "copy")
        for number in range(1, os.cpu_count() or 1):
            copies.put(Path(shutil.copytree(first, Path(folder) / f"copy-{number}")))
        tests, survivors = record(first), 0
        copies.put(first)

        def tried(fault: Fault) -> tuple[Fault, str]:
            copy = copies.get()
            try:
                return fault, caught(fault, copy, tests)
            finally:
                copies.put(copy)

        for number, (fault, by) in enumerate(pool.imap_unordered(tried, drawn), 1):
            survived = not by or by.startswith("undecided")
            survivors += survived
            print(f"{number:3} {'SURVIVED' if survived else 'caught':8} {fault}  {by}", flush=True)
    print(f"{count - survivors} of {count} are caught.")


if __name__ == "__main__":
    main()
