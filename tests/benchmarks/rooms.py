"""Count the functions and modules that a command enters: how many rooms somebody walks through who follows it.

    python tests/benchmarks/rooms.py [--list] [COMMAND ...]

By default of a forest and a report of 5 comparates on 30 tasks. Functions are distinct code objects of comparatex,
those of comprehensions and of classes among them, but not those of modules. `--list` names them by module.
"""

import contextlib
import csv
import io
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType

COMMANDS = ("forest results.csv -o forest.tex", "report results.csv -o report --no-pdf")


def entered(arguments: list[str]) -> Counter[CodeType]:
    """Return the code objects of comparatex that a command of the command line enters, and how often."""
    import comparatex

    home, calls = str(Path(comparatex.__file__).parent), Counter[CodeType]()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(home) and code.co_filename.endswith(".py"):
            calls[code] += 1

    sys.setprofile(count)
    try:
        from comparatex.cli import main

        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            main(arguments, standalone_mode=False)
    finally:
        sys.setprofile(None)
    return calls


def report(arguments: list[str], *, listed: bool) -> None:
    """Print how many functions and modules a command enters."""
    calls = entered(arguments)
    functions = [code for code in calls if code.co_name != "<module>"]
    modules = Counter(code.co_filename for code in functions)
    n_imported = sum(name.startswith("comparatex") for name in sys.modules)
    counts = f"{len(functions):,} functions in {len(modules)} modules, {sum(calls.values()):,} calls"
    print(f"{' '.join(arguments)}: {counts}; {n_imported} modules imported")
    for module, n in modules.most_common() if listed else ():
        print(f"  {module.rpartition('comparatex/')[2]}: {n}")
        for code in sorted(functions, key=lambda code: code.co_firstlineno):
            if code.co_filename == module:
                print(f"    {code.co_firstlineno}: {code.co_name}, {calls[code]}")


def main(arguments: list[str]) -> None:
    """Count for a command, or for each of the usual ones in a process of its own."""
    listed = "--list" in arguments
    if given := [argument for argument in arguments if argument != "--list"]:
        report(given, listed=listed)
        return
    draw, this = random.Random(1), [sys.executable, str(Path(__file__).resolve()), *arguments]
    with tempfile.TemporaryDirectory() as folder:
        with (Path(folder) / "results.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["data set", *"ABCDE"])
            for i in range(30):
                writer.writerow([f"task {i}", *(round(draw.uniform(0.6, 0.9) + j / 50, 3) for j in range(5))])
        for command in COMMANDS:
            subprocess.run([*this, *command.split()], cwd=folder, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
