"""Put small semantic faults at random into the code that makes statements, and list those that no test catches.

    python tests/faults.py [COUNT [SEED]]    # 60 faults by default; a minute each on idle cores
    python tests/faults.py --list 200 7      # only list what would be changed

A fault turns a comparison or a sign, moves a whole number by one, swaps two arguments or the branches of a choice,
exchanges minimum and maximum, any and all, and and or, or flips a flag. It is made in a copy of the working tree, in
figures, selection, verdicts, chapter and inference. Left out is what only tunes a look: constants of modules, and
numbers in functions that draw.

Of the tests without TeX, those run that concern the module, and the first that fails ends the run: files that import
it or have its name, then those that import a module which does, then those of every artefact and sentence (`ALWAYS`). A
survivor may still be caught by a test elsewhere.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "comparatex"
TARGETS = (
    "figures/*.py",
    "inference/**/*.py",
    "layout/selection.py",
    "layout/chapter*.py",
    "layout/facts.py",
)
WITHOUT = ("inference/workers.py", "inference/audit/settings.py")
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
            elif (
                len(args) == 2
                and name not in NOT_SWAPPED
                and not any(isinstance(a, ast.Starred) for a in args)
            ):
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
        looks = {"ax", "axes", "axis"} & {argument.arg for argument in function.args.args}  # it draws
        for statement in function.body:
            for node in ast.walk(statement):
                if isinstance(node, (ast.FunctionDef, ast.JoinedStr)) or id(node) in annotations:
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


def imported(path: Path) -> set[str]:
    """Return the modules of the package that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("comparatex"):
            names |= {str(node.module), *(f"{node.module}.{one.name}" for one in node.names)}
    return names


def tests_of(path: Path) -> list[str]:
    """Return the test files that concern a module, the nearest first."""
    relative = path.relative_to(SOURCE).with_suffix("")
    module = ".".join(("comparatex", *relative.parts))
    users = {
        ".".join(("comparatex", *other.relative_to(SOURCE).with_suffix("").parts))
        for other in SOURCE.rglob("*.py")
        if module in imported(other)
    }
    tests = sorted((ROOT / "tests").rglob("test_*.py"), key=lambda test: (test.stat().st_size, test.name))
    tests = [test for test in tests if not {"fuzz", "kills", "benchmarks"} & set(test.parts)]

    def distance(test: Path) -> int:
        uses = imported(test)
        if module in uses or relative.name in test.stem:
            return 0
        return 1 if users & uses else 2

    near = [str(test.relative_to(ROOT)) for test in sorted(tests, key=distance) if distance(test) < 2]
    return [*near, *(test for test in ALWAYS if test not in near)]


def caught(fault: Fault, copy: Path) -> str:
    """Return the first test that fails with a fault; empty: none does."""
    place = copy / fault.path.relative_to(ROOT)
    place.write_text(fault.source(), encoding="utf-8")
    # The examples of hypothesis are the same in every run.
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "CI": "1", "COMPARATEX_REQUIRE_LATEX": ""}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--no-header"]
    try:
        done = subprocess.run(
            [*command, "-m", "not latex and not browser", *tests_of(fault.path)],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "undecided: the tests took too long"
    finally:
        place.write_text(fault.text, encoding="utf-8")
    if done.returncode == 0:
        return ""
    return next(
        (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "an error"
    )


def main() -> None:
    """Run the tests on as many faults as the command line says."""
    arguments = [one for one in sys.argv[1:] if one != "--list"]
    count, seed = (int(arguments[k]) if len(arguments) > k else (60, 1)[k] for k in (0, 1))
    if "--list" in sys.argv:
        print(*chosen(count, seed), sep="\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        left_out = shutil.ignore_patterns(".git", ".venv*", "__pycache__", "build", ".*_cache", ".hypothesis")
        shutil.copytree(ROOT, copy, ignore=left_out)
        survivors, drawn = 0, chosen(count, seed)  # before anybody goes on to edit
        for number, fault in enumerate(drawn, 1):
            by = caught(fault, copy)
            survived = not by or by.startswith("undecided")
            survivors += survived
            print(f"{number:3} {'SURVIVED' if survived else 'caught':8} {fault}  {by}", flush=True)
    print(f"{count - survivors} of {count} are caught.")


if __name__ == "__main__":
    main()
