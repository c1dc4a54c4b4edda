"""Times of programs, where lower is better.

pytest-benchmark 4 and 5, hyperfine 1.18, Google Benchmark 1.8 and asv 0.2 to 0.6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import compress, product
from typing import Any

from comparatex.data.formats.contract import File, Record, long_table, name_of, placed
from comparatex.data.raw_table import Table

_SECONDS = "seconds"
_UNITS = {"ns": "nanoseconds", "us": "microseconds", "ms": "milliseconds", "s": _SECONDS}


def pytest_benchmark(files: Sequence[File]) -> Table:
    """Return the times in JSON of pytest-benchmark 4 and 5 (``--benchmark-json``).

    Of several files, benchmarks are tasks and files comparates. Of one, groups are tasks and benchmarks comparates,
    without the parameters that a group's benchmarks share; where nothing is grouped, parameters are tasks and
    functions comparates. The rounds are repeats where ``--benchmark-save-data`` kept them, otherwise the mean is the
    score.
    """
    if len(files) == 1:
        return _of_one_file(files[0])
    return long_table(
        (
            record
            for file in files
            for one in file.mapping()["benchmarks"]
            for record in _times(
                one["stats"],
                "data",
                one.get("fullname", one["name"]),
                file.stem,
                placed(one["name"], file, files),
            )
        ),
        name_of(files),
    )


def _of_one_file(file: File) -> Table:
    found = file.mapping()["benchmarks"]
    grouped = any(one.get("group") for one in found)
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for one in found:
        groups.setdefault(str((one.get("group") if grouped else one.get("param")) or ""), []).append(one)
    without = len(groups.pop("", []))
    functions = {one["name"].partition("[")[0] for of_group in groups.values() for one in of_group}
    if not groups or (not grouped and len(functions) < 2):
        raise file.strange(
            "its benchmarks have no groups, so nothing says what is compared with what; mark them by "
            "pytest.mark.benchmark(group=TASK), or name a file of each comparate"
        )
    records = [
        record
        for group, of_group in groups.items()
        for one, comparate in zip(of_group, _in_group([one["name"] for one in of_group]), strict=True)
        for record in _times(one["stats"], "data", group, comparate, one["name"])
    ]
    what = "groups" if grouped else "parameters"
    notes = (f"{file.name}: {without} of {len(found)} benchmarks are left out because they have no {what}.",)
    return long_table(records, file.name, notes=notes if without else ())


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
        yield Record(
            task=task,
            comparate=comparate,
            score=score,
            measure=_SECONDS,
            repeat=str(repeat),
            place=place,
            lower=True,
            failed="" if str(code) == "0" else "a signal" if code is None else f"exit code {code}",
        )


def hyperfine(files: Sequence[File]) -> Table:
    """Return the times in JSON of hyperfine 1.18 (``--export-json``).

    Commands are comparates; tasks are the values of their parameters, which commands name in braces, or else the
    files.
    """
    return long_table(_commands(files), name_of(files))


def _commands(files: Sequence[File]) -> Iterator[Record]:
    for file in files:
        found = file.mapping()["results"]
        for one, command in zip(found, _templates(found), strict=True):
            values = one.get("parameters") or {}
            task = ", ".join(f"{key}={value}" for key, value in values.items())
            if len(files) > 1:
                task = f"{file.stem}: {task}" if task else file.stem
            yield from _times(one, "times", task or file.stem, command, placed(one["command"], file, files))


_MOST_PLACES = 8
"""Times that a value may occur in a command, up to which each choice of them is tried."""


def _templates(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the commands with their parameters in braces in place of values.

    A value may also occur elsewhere in a command: of all ways to put the parameter back, that is taken which most
    results have in common, and of these the one with most parameters.
    """
    possible = [_ways(one["command"], one.get("parameters") or {}) for one in results]
    common = Counter(template for ways in possible for template in ways)
    return [max(ways, key=lambda template: (common[template], template.count("{"))) for ways in possible]


def _ways(command: str, values: Mapping[str, Any]) -> list[str]:
    """Return a command with each parameter put back in one or more of the places where its value is."""
    ways = [command]
    for key, value in sorted(values.items(), key=lambda item: -len(str(item[1]))):
        ways = [way for one in ways for way in _put_back(one.split(str(value)), str(value), f"{{{key}}}")]
    return list(dict.fromkeys(ways))


def _put_back(parts: Sequence[str], value: str, name: str) -> Iterator[str]:
    places = len(parts) - 1
    every = product((name, value), repeat=places) if 0 < places <= _MOST_PLACES else [(name,) * places]
    for chosen in every:
        if name in chosen or not places:
            yield parts[0] + "".join(map("".join, zip(chosen, parts[1:], strict=True)))


def google_benchmark(files: Sequence[File]) -> Table:
    """Return the real times in JSON of Google Benchmark 1.8 (``--benchmark_format=json``).

    Of one file, ``NAME/ARGUMENTS`` is comparate and task; of several, benchmarks are tasks and files comparates.
    Aggregates are left out where repetitions are there. Times in several units are all in the smallest of them.
    """
    return long_table(_iterations(files), name_of(files))


def _iterations(files: Sequence[File]) -> Iterator[Record]:
    contents = [file.mapping()["benchmarks"] for file in files]
    units = {str(one.get("time_unit")) for found in contents for one in found}
    unit = next((unit for unit in _UNITS if unit in units), "")
    for file, found in zip(files, contents, strict=True):
        seen: dict[str, int] = {}
        single = [one for one in found if one.get("run_type", "iteration") == "iteration"]
        means = [one for one in found if one.get("aggregate_name") == "mean"]
        for number, one in enumerate(single or means):
            run = str(one.get("run_name", one["name"]))
            family, slash, arguments = run.partition("/")
            if len(files) == 1 and not slash:
                raise file.strange(
                    f"{run} has no arguments that would be its task, so name a file of each comparate"
                )
            seen[run] = seen.get(run, -1) + 1
            yield Record(
                task=arguments if len(files) == 1 else run,
                comparate=family if len(files) == 1 else file.stem,
                score=_in_unit(one["real_time"], str(one.get("time_unit")), unit),
                measure=_UNITS.get(unit, "time"),
                repeat=str(one.get("repetition_index", seen[run])),
                place=placed(number + 1, file, files),
                lower=True,
                failed=str(one.get("error_message") or one.get("skip_message") or "an error")
                if one.get("error_occurred") or one.get("skipped")
                else "",
            )


def _in_unit(time: Any, unit: str, wanted: str) -> Any:
    """Return a time in another unit, with all its digits."""
    if unit == wanted or unit not in _UNITS:
        return time
    thousands = list(_UNITS).index(unit) - list(_UNITS).index(wanted)
    return f"{Decimal(str(time)).scaleb(3 * thousands):f}"


def asv(files: Sequence[File]) -> Table:
    """Return the results in files of asv 0.6 (``results.py``, versions 1 and 2), one for each commit and environment.

    Commits are comparates, with their environments where there are several; benchmarks and their parameters are
    tasks. Results of ``track_`` are of no known direction and left out; a benchmark that failed has none.
    """
    contents = [file.mapping() for file in files]
    several = len({content.get("env_name") for content in contents}) > 1
    records = [
        one
        for file, content in zip(files, contents, strict=True)
        for one in _results(content, file, files, several)
    ]
    return long_table(records, name_of(files))


def _asv_result(row: Any, columns: Sequence[str]) -> Mapping[str, Any]:
    """Return a result by the names of its columns; in version 1 it is a number, or has these names itself."""
    if columns:
        return dict(zip(columns, row or (), strict=False))
    return row if isinstance(row, Mapping) else {"result": None if row is None else [row]}


def _results(
    content: Mapping[str, Any], file: File, files: Sequence[File], several: bool
) -> Iterator[Record]:
    columns = content.get("result_columns", ())
    comparate = str(content["commit_hash"])[:8] + (
        f" ({content.get('env_name', file.stem)})" if several else ""
    )
    for name, row in content["results"].items():
        found = _asv_result(row, columns)
        if name.rpartition(".")[2].startswith("track_"):
            continue
        labels = [", ".join(part) for part in product(*(found.get("params") or []))]
        scores = found.get("result") or [None] * len(labels)
        samples = found.get("samples") or [None] * len(scores)
        for label, score, times in zip(labels, scores, samples, strict=False):
            for repeat, time in enumerate(times or [score], start=1):
                yield Record(
                    task=f"{name}({label})" if label else name,
                    comparate=comparate,
                    score=time,
                    measure="bytes" if "mem_" in name.rpartition(".")[2] else _SECONDS,
                    repeat=str(repeat),
                    place=placed(name, file, files),
                    lower=True,
                    failed="no result" if time is None else "",
                )
