"""Times of programs, where lower is better.

pytest-benchmark 4 and 5, hyperfine 1.18, Google Benchmark 1.8, asv 0.2 to 0.6 and JMH 1.21 to 1.37, which also has
throughputs.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import compress, product
from typing import Any

from comparatex.data.formats.contract import File, Record, long_table, name_of, numbered, placed
from comparatex.data.raw_table import Table, cell_name

_UNITS = {"ns": "nanoseconds", "us": "microseconds", "ms": "milliseconds", "s": "seconds"}


def pytest_benchmark(files: Sequence[File]) -> Table:
    """Return the times in JSON of pytest-benchmark 4 and 5 (``--benchmark-json``).

    Of several files, benchmarks are tasks and files methods. Of one, groups are tasks and benchmarks methods,
    without the parameters that a group's benchmarks share; where nothing is grouped, parameters are tasks and
    functions methods. The rounds are repeats where ``--benchmark-save-data`` kept them, otherwise the mean is the
    score.
    """
    benchmarks = [(file, run) for file in files for run in file.mapping()["benchmarks"]]
    notes: tuple[str, ...] = ()
    if len(files) > 1:
        named = [(run.get("fullname", run["name"]), file.stem, file, run) for file, run in benchmarks]
    else:
        runs = [run for _, run in benchmarks]
        what = "group" if any(run.get("group") for run in runs) else "param"
        groups: dict[str, list[Mapping[str, Any]]] = {}
        for run in runs:
            groups.setdefault(str(run.get(what) or ""), []).append(run)
        if without := len(groups.pop("", [])):
            lacking = "groups" if what == "group" else "parameters"
            of_all = f"{without} of {len(runs)} benchmarks are left out because they have no {lacking}"
            notes = (f"{files[0].name}: {of_all}.",)
        functions = {run["name"].partition("[")[0] for members in groups.values() for run in members}
        if not groups or (what == "param" and len(functions) < 2):
            raise files[0].strange(
                "its benchmarks have no groups, so nothing says what is compared with what; mark them by "
                "pytest.mark.benchmark(group=TASK), or name a file of each method"
            )
        named = [
            (group, comparate, files[0], run)
            for group, members in groups.items()
            for run, comparate in zip(members, _in_group([run["name"] for run in members]), strict=True)
        ]
    records = (
        record
        for task, comparate, file, run in named
        for record in _times(run["stats"], "data", task, comparate, placed(run["name"], file, files))
    )
    return long_table(records, name_of(files), notes=notes)


def _in_group(names: Sequence[str]) -> list[str]:
    """Return the names of a group's benchmarks without the parameters that all of them share.

    >>> _in_group(["test_sort[quick-10]", "test_sort[radix-10]"]), _in_group(["test_a[10]", "test_b[10]"])
    (['test_sort[quick]', 'test_sort[radix]'], ['test_a', 'test_b'])
    """
    split = [(name.partition("[")[0], name.partition("[")[2].removesuffix("]").split("-")) for name in names]
    if len({len(parameters) for _, parameters in split}) > 1 or len(names) < 2:
        return list(names)
    varies = [len(set(values)) > 1 for values in zip(*(parameters for _, parameters in split), strict=True)]
    kept = [(name, "-".join(compress(parameters, varies))) for name, parameters in split]
    return [f"{name}[{rest}]" if rest else name for name, rest in kept]


def _times(stats: Mapping[str, Any], key: str, task: str, comparate: str, place: str) -> Iterator[Record]:
    """Yield all times that are kept, or else their mean; a run that ends with another status than 0 has failed."""
    times, codes = stats.get(key) or [stats["mean"]], stats.get("exit_codes") or ["0"]
    if len(codes) != len(times):
        codes = [next((code for code in codes if str(code) != "0"), "0")] * len(times)
    for repeat, (score, code) in enumerate(zip(times, codes, strict=True), start=1):
        failed = "" if str(code) == "0" else "a signal" if code is None else f"exit code {code}"
        yield Record(task, comparate, score, "seconds", str(repeat), place, lower=True, failed=failed)


def hyperfine(files: Sequence[File]) -> Iterator[Record]:
    """Yield the times in JSON of hyperfine 1.18 (``--export-json``).

    Commands are methods; tasks are the values of their parameters, which commands name in braces, or else the
    files.
    """
    for file in files:
        results = file.mapping()["results"]
        for result, command in zip(results, _templates(results), strict=True):
            values = result.get("parameters") or {}
            task = ", ".join(f"{key}={value}" for key, value in values.items())
            if len(files) > 1:
                task = f"{file.stem}: {task}" if task else file.stem
            place = placed(result["command"], file, files)
            yield from _times(result, "times", task or file.stem, command, place)


_MOST_PLACES = 8  # times that a value may occur in a command, up to which each choice of them is tried


def _templates(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the commands with their parameters in braces in place of values.

    A value may also occur elsewhere in a command: of all ways to put the parameter back, that is taken which most
    results have in common, and of these the one with most parameters.
    """
    possible = [_ways(result["command"], result.get("parameters") or {}) for result in results]
    common = Counter(template for ways in possible for template in ways)
    return [max(ways, key=lambda template: (common[template], template.count("{"))) for ways in possible]


def _ways(command: str, values: Mapping[str, Any]) -> list[str]:
    """Return a command with each parameter put back in some of the places where its value is."""
    ways = [command]
    for key, value in sorted(values.items(), key=lambda item: -len(str(item[1]))):
        texts = (f"{{{key}}}", str(value))
        ways = [
            first + "".join(map("".join, zip(chosen, rest, strict=True)))
            for first, *rest in (way.split(texts[1]) for way in ways)
            for chosen in product(texts[: 1 + (len(rest) <= _MOST_PLACES)], repeat=len(rest))
        ]
    return list(dict.fromkeys(ways))


def google_benchmark(files: Sequence[File]) -> Iterator[Record]:
    """Yield the real times in JSON of Google Benchmark 1.8 (``--benchmark_format=json``).

    Of one file, ``NAME/ARGUMENTS`` is method and task; of several, benchmarks are tasks and files methods.
    Aggregates are left out where repetitions are there. Times in several units are all in the smallest of them.
    """
    contents = [file.mapping()["benchmarks"] for file in files]
    units = {str(run.get("time_unit")) for runs in contents for run in runs}
    unit = next((unit for unit in _UNITS if unit in units), "")
    for file, runs in zip(files, contents, strict=True):
        single = [run for run in runs if run.get("run_type", "iteration") == "iteration"]
        kept = single or [run for run in runs if run.get("aggregate_name") == "mean"]
        names = [str(run.get("run_name", run["name"])) for run in kept]
        for place, (run, name, repeat) in enumerate(zip(kept, names, numbered(names), strict=True), start=1):
            family, slash, arguments = name.partition("/")
            if len(files) == 1 and not slash:
                raise file.strange(f"{name} has no arguments that would be its task, so name a file of each method")
            fault = str(run.get("error_message") or run.get("skip_message") or "an error")
            failed = fault if run.get("error_occurred") or run.get("skipped") else ""
            time, own = run["real_time"], str(run.get("time_unit"))
            if own != unit and own in _UNITS:  # with all its digits
                time = f"{Decimal(str(time)).scaleb(3 * (list(_UNITS).index(own) - list(_UNITS).index(unit))):f}"
            task, comparate = (arguments, family) if len(files) == 1 else (name, file.stem)
            number = str(run.get("repetition_index", repeat))
            measure, at = _UNITS.get(unit, "time"), placed(place, file, files)
            yield Record(task, comparate, time, measure, number, at, lower=True, failed=failed)


def asv(files: Sequence[File]) -> Iterator[Record]:
    """Yield the results in files of asv 0.6 (``results.py``, versions 1 and 2), one for each commit and environment.

    Commits are methods, with their environments where there are several; benchmarks and their parameters are
    tasks. Results of ``track_`` are of no known direction and left out; a benchmark that failed has none.
    """
    several = len({file.mapping().get("env_name") for file in files}) > 1
    for file in files:
        content = file.mapping()
        commit, environment = str(content["commit_hash"])[:8], content.get("env_name", file.stem)
        method = f"{commit} ({environment})" if several else commit
        for name, row in content["results"].items():
            result: Mapping[str, Any]
            if columns := content.get("result_columns", ()):
                result = dict(zip(columns, row or (), strict=False))
            else:  # version 1
                result = row if isinstance(row, Mapping) else {"result": None if row is None else [row]}
            kind = name.rpartition(".")[2]
            if kind.startswith("track_"):
                continue
            labels = [", ".join(part) for part in product(*(result.get("params") or []))]
            scores = result.get("result") or [None] * len(labels)
            samples = result.get("samples") or [None] * len(scores)
            for label, score, times in zip(labels, scores, samples, strict=False):
                task, measure = f"{name}({label})" if label else name, "bytes" if "mem_" in kind else "seconds"
                for repeat, time in enumerate(times or [score], start=1):
                    failed, place = "no result" if time is None else "", placed(name, file, files)
                    yield Record(task, method, time, measure, str(repeat), place, lower=True, failed=failed)


# --------------------------------------------------------------------------------------------------- the same as tables
def pytest_benchmark_table(tables: Sequence[tuple[Table, File]]) -> Table:
    """Return the times in CSV of pytest-benchmark (``--benchmark-csv``), which states no groups."""
    files: list[File] = []
    for table, _ in tables:
        names = [(row["name"], row["name"].partition("[")[2].removesuffix("]"), row) for row in _rows(table)]
        rows = [{"name": name, "param": param, "stats": stats} for name, param, stats in names]
        files.append(_as_json(table, "benchmarks", rows))
    return pytest_benchmark(files)


def hyperfine_table(table: Table, file: File) -> Iterator[Record]:
    """Yield the mean times in CSV of hyperfine (``--export-csv``)."""
    rows = [
        row | {"parameters": {key[10:]: value for key, value in row.items() if key.startswith("parameter_")}}
        for row in _rows(table)
    ]
    return hyperfine([_as_json(table, "results", rows)])


def google_benchmark_table(tables: Sequence[tuple[Table, File]]) -> Iterator[Record]:
    """Yield the times in CSV of Google Benchmark (``--benchmark_format=csv``), without aggregates."""
    files: list[File] = []
    for table, _ in tables:
        rows = [row for row in _rows(table) if not re.search("_(mean|median|stddev|cv)$", row["name"])]
        files.append(_as_json(table, "benchmarks", rows))
    return google_benchmark(files)


def _rows(table: Table) -> list[dict[str, str]]:
    return [dict(zip(table.header, map(cell_name, cells), strict=True)) for cells in zip(*table.columns, strict=True)]


def _as_json(table: Table, key: str, rows: Sequence[Mapping[str, Any]]) -> File:
    return File(table.name, json.dumps({key: rows}).encode())


# ------------------------------------------------------------------------------------------------------------------ JMH
_HEAD_OF_JMH = re.compile(r"^Benchmark((?:\s+\(\S+\))*)\s+Mode\s+.*\bScore\b.*$", re.MULTILINE)


def is_jmh(file: File) -> bool:
    """Whether a text has a table that JMH prints."""
    return _HEAD_OF_JMH.search(file.text) is not None


def jmh(files: Sequence[File]) -> Table:
    """Return the scores in JSON of JMH 1.21 to 1.37 (``-rf json``, ``results/format/JSONResultFormat.java``).

    All measurements of all forks are repeats.
    """
    runs: list[_Run] = []
    for file in files:
        for run in file.json:
            score = run["primaryMetric"]
            times = [time for fork in score["rawData"] for time in fork]
            runs.append((file, run["benchmark"], run.get("params") or {}, run["mode"], score["scoreUnit"], times))
    return _of_jmh(runs, files)


def jmh_table(tables: Sequence[tuple[Table, File]]) -> Table:
    """Return the scores in CSV of JMH (``-rf csv``)."""
    runs: list[_Run] = []
    for table, file in tables:
        for row in _rows(table):
            params = {key[7:]: value for key, value in row.items() if key.startswith("Param: ") and value}
            runs.append((file, row["Benchmark"], params, row["Mode"], row["Unit"], [row["Score"]]))
    return _of_jmh(runs, [file for _, file in tables])


def jmh_text(files: Sequence[File]) -> Table:
    """Return the scores in the table that JMH prints at the end (``results/format/TextResultFormat.java``)."""
    runs: list[_Run] = []
    for file in files:
        head = list(_HEAD_OF_JMH.finditer(file.text))[-1]
        keys = [key.strip("()") for key in head[1].split()]
        for line in file.text[head.end() :].strip().splitlines():
            name, *cells = line.split()
            values, (mode, *numbers, unit) = cells[: len(keys)], cells[len(keys) :]
            score = numbers[: numbers.index("±")] if "±" in numbers else numbers
            params = {key: value for key, value in zip(keys, values, strict=True) if value != "N/A"}
            runs.append((file, name, params, mode, unit, score[-1:]))
    return _of_jmh(runs, files)


_Run = tuple[File, str, Mapping[str, str], str, str, list[Any]]
"""File, benchmark, parameters, mode, unit and scores."""


def _of_jmh(runs: Sequence[_Run], files: Sequence[File]) -> Table:
    """Return the long table of benchmarks; higher throughputs are better, and lower times.

    Of several files, benchmarks are tasks and files methods. Of one, parameters are tasks and benchmarks methods;
    without parameters, classes are tasks.
    """
    names = {name: name.split(".") for _, name, *_ in runs}
    shared = len({tuple(parts[:-1]) for parts in names.values()}) == 1
    records: list[Record] = []
    for place, (file, name, params, mode, unit, scores) in enumerate(runs, start=1):
        *_, group, function = ["", *names[name]]
        task = ", ".join(f"{key}={value}" for key, value in params.items())
        comparate = function if shared or not task else f"{group}.{function}"
        if len(files) > 1:
            task, comparate = f"{name} ({task})" if task else name, file.stem
        elif not task and shared:
            raise file.strange("its benchmarks have no parameters that would be tasks, so name a file of each method")
        for repeat, score in enumerate(scores, start=1):
            number, at = str(repeat) if len(scores) > 1 else "", placed(place, file, files)
            records.append(Record(task or group, comparate, score, f"{mode} ({unit})", number, at, mode != "thrpt"))
    return long_table(records, name_of(files))
