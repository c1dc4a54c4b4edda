"""Runs of experiment trackers: MLflow 2 and 3, Weights & Biases 0.31, Sacred 0.8, and Optuna 3 and 4."""

from __future__ import annotations

import ast
import json
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import PurePath
from typing import Any

import numpy as np

from comparatex.data.formats.contract import File, name_of, numbered, without_failed
from comparatex.data.headings import COMPARATE, MEASURE, REPEAT, SUBSETS, TASK, matches, says, words
from comparatex.data.measures import better_scores, is_measured
from comparatex.data.raw_table import Table, cell_name, make_table
from comparatex.data.spreadsheets import database
from comparatex.data.trees import flattened, is_list
from comparatex.data.written_numbers import holds_numbers, is_missing, parse_numbers
from comparatex.errors import DataError
from comparatex.names import quoted

_STATED_OF_RUNS = frozenset(
    {"Name", "State", "Notes", "User", "Tags", "Created", "Runtime", "Sweep", "ID", "Hostname", "Agent"}
    | {"Github", "Commit", "Job Type", "Group", "End Time", "Updated", "GPU Type", "GPU Count"}
)
"""What Weights & Biases states of every run."""

_STATUS = re.compile(r"^status:[ \t]*(\w+)", re.MULTILINE)
_STATES = {"1": "RUNNING", "2": "SCHEDULED", "3": "FINISHED", "4": "FAILED", "5": "KILLED"}  # as MLflow writes it
_ENDED = ("", "finished", "complete", "completed")
_NAME = re.compile(r"^(?:run_)?name:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_DELETED = re.compile(r"^lifecycle_stage:[ \t]*'?deleted", re.MULTILINE)
_OF_A_RUN = re.compile(r"(.*?([^/]+)/[0-9a-f]{32})/(metrics|params|tags)/(.+)")
_OF_MLFLOW = ("metrics.system/", "tags.mlflow.")  # what it logs of the machine and of itself
_RUNS = (
    "SELECT run_uuid, coalesce(experiments.name, experiment_id), status "
    "FROM runs LEFT JOIN experiments USING (experiment_id) "
    "WHERE runs.lifecycle_stage IS NOT 'deleted' ORDER BY start_time"
)
_LOGGED = (
    "SELECT run_uuid, 'params.' || key, CAST(value AS TEXT) FROM params UNION ALL "
    "SELECT run_uuid, 'tags.' || key, CAST(value AS TEXT) FROM tags UNION ALL "
    "SELECT run_uuid, 'metrics.' || key, CASE WHEN is_nan THEN NULL ELSE value END FROM latest_metrics"
)
_LONGEST = 1_000_000  # bytes of a value in a database, where generated ones may have any length
_Run = dict[str, Any]  # what MLflow has logged of a run, by the headings of ``search_runs``


def mlflow(table: Table, file: File) -> Table:
    """Return the runs that ``search_runs`` of MLflow 2 and 3 lists, with a row for each metric of a run.

    Parameters and tags become columns without their prefix; those whose headings are the words for tasks,
    methods and repeats are taken for these. Without one for methods, the names of the runs are; without one
    for tasks, several experiments are, or else what stands before the slash in the names of all metrics
    (``iris/accuracy``, ``wine/accuracy``).
    """
    logged = {head: head.partition(".")[2] for head in table.header if not head.startswith(_OF_MLFLOW)}
    metrics = {head: name for head, name in logged.items() if head.startswith("metrics.")}
    about = {head: name for head, name in logged.items() if head.startswith(("params.", "tags."))}
    if not _has(about, "comparate") and "tags.mlflow.runName" in table.header:
        about["tags.mlflow.runName"] = "model"
    if not _has(about, "task") and len(set(map(cell_name, table.cells("experiment_id")))) > 1:
        about["experiment_id"] = "task"
    return _melted(_ended(table, "status"), about, metrics)


def _ended(table: Table, heading: str) -> Table:
    """Return a table without the runs that failed or were cut off, which trackers say of each run."""
    states = list(map(cell_name, table.cells(heading))) if heading in table.header else []
    failed = {row: state for row, state in enumerate(states) if state.lower() not in _ENDED}
    places = [(table.line(row), state) for row, state in failed.items()]
    notes = without_failed(table.name, places, table.n_rows)
    return replace(_without(table, failed, *notes), failed=(len(failed), table.n_rows)) if failed else table


def _without(table: Table, rows: Collection[int], *notes: str) -> Table:
    kept = np.array([row for row in range(table.n_rows) if row not in rows])
    return replace(table.of_rows(kept), notes=(*table.notes, *notes))


def _has(about: Mapping[str, str], role: str) -> bool:
    return any(says(name, role) for name in about.values())


def mlflow_folder(files: Sequence[File]) -> Table:
    """Return the runs in the files that MLflow 2 and 3 keep below ``mlruns`` (``store/tracking/file_store.py``).

    A run is the folder ``EXPERIMENT/RUN``. Its ``metrics`` are files of lines ``time value step``, of which the last
    one counts; ``params`` and ``tags`` hold their values. ``meta.yaml`` states the names of experiments, and
    which runs are deleted.
    """
    texts = {file.path.as_posix(): file.text for file in files}
    runs: dict[str, _Run] = {}
    for name, text in texts.items():
        logged = _OF_A_RUN.fullmatch(name)
        folder = logged[1] if logged else ""
        meta = texts.get(f"{folder}/meta.yaml", "")
        if not logged or _DELETED.search(meta):
            continue
        experiment = _NAME.search(texts.get(f"{PurePath(folder).parent.as_posix()}/meta.yaml", ""))
        status = _STATUS.search(meta)
        called = experiment[1].strip("'\"") if experiment else logged[2]
        state = _STATES.get(status[1], status[1]) if status else ""
        run = runs.setdefault(folder, {"experiment_id": called, "status": state})
        if logged[3] == "metrics":
            steps = [line.split() for line in text.splitlines() if line.strip()]
            text = max(steps, key=lambda step: (int(step[2]), int(step[0])))[1] if steps else ""
        run[f"{logged[3]}.{logged[4]}"] = text
    return mlflow(_listed_runs(runs, name_of(files)), files[0])


def mlflow_database(files: Sequence[File]) -> list[Table]:
    """Return the runs in ``mlflow.db``, which MLflow 3 writes by default (``store/tracking/dbmodels/models.py``)."""
    tables = []
    for file in files:
        with _opened(file, "MLflow", {"experiments", "runs", "latest_metrics", "params", "tags"}) as base:
            about = base.execute(_RUNS)
            runs: dict[str, _Run] = {
                key: {"experiment_id": str(of), "status": status or ""} for key, of, status in about
            }
            for key, head, cell in base.execute(_LOGGED):
                if key in runs:
                    runs[key][head] = cell
        tables.append(mlflow(_listed_runs(runs, file.name), file))
    return tables


@contextmanager
def _opened(file: File, program: str, needed: set[str]) -> Iterator[sqlite3.Connection]:
    """Open a database of a program, which has some tables."""
    with database(file.data, lambda fails: file.strange(f"the database cannot be read ({fails})")) as base:
        base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        if not needed <= {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}:
            raise file.strange(f"the database has not the tables of {program}")
        yield base


def _listed_runs(runs: Mapping[str, _Run], name: str) -> Table:
    """Return a table of runs as ``search_runs`` lists them, with experiments by their names."""
    kept = {key: run for key, run in runs.items() if any(head.startswith("metrics.") for head in run)}
    if not kept:
        raise DataError(f"{name}: no run has a metric: log one, or name other runs.")
    ids = [PurePath(key).name for key in kept]
    return _table_of(name, [{"run_id": key} | run for key, run in zip(ids, kept.values(), strict=True)], ids, "run")


def _table_of(name: str, runs: Sequence[_Run], lines: Sequence[int | str], unit: str, *notes: str) -> Table:
    heads = list(dict.fromkeys(head for run in runs for head in run))
    return make_table(name, heads, [[run.get(head) for run in runs] for head in heads], lines, unit, notes)


_OF_SACRED = {"run": b'"experiment"', "config": b'"seed"', "metrics": b'"timestamps"'}


def is_of_sacred(file: File) -> bool:
    """Whether a file of a run holds what Sacred writes into it."""
    return _OF_SACRED.get(file.stem, b"\0") in file.data


def sacred(files: Sequence[File]) -> Table:
    """Return the runs in folders of the ``FileStorageObserver`` of Sacred 0.8 (``observers/file_storage.py``).

    Entries of ``config.json`` are parameters, the last values in ``metrics.json`` metrics, and so is the result.
    """
    runs: dict[str, _Run] = {}
    for file in files:
        run, content = runs.setdefault(file.path.parent.as_posix(), {}), file.mapping()
        if file.stem == "config":
            run |= {f"params.{key}": cell for key, cell in flattened(content, "/").items() if not is_list(cell)}
        elif file.stem == "metrics":
            run |= {f"metrics.{key}": metric["values"][-1] for key, metric in content.items() if metric["values"]}
        else:
            result = content.get("result")
            run |= {"experiment_id": content["experiment"]["name"], "status": content["status"]}
            run |= {} if result is None or not holds_numbers([result]) else {"metrics.result": result}
    return mlflow(_listed_runs(runs, name_of(files)), files[0])


def optuna(table: Table, file: File) -> Table:
    """Return the trials in ``trials_dataframe`` of Optuna 3 and 4 (``study/_dataframe.py``): one for each row.

    Parameters or attributes name tasks and methods; those of a study that searches for the best ones do not.
    """
    about = _of_trials(table)
    if not about:
        raise DataError(
            f"{table.name} has the trials of one search, of which no parameter names data sets and methods: collect "
            "the best value of each study as {method: {dataset: value}}, or name the storage."
        )
    return _melted(_ended(table, "state"), about, {"value": ""})


def _of_trials(table: Table) -> dict[str, str]:
    """Return the parameters and attributes of trials by their headings, if they name tasks and methods."""
    about = {head: name for head in table.header if (name := _OF_A_TRIAL.sub("", head)) != head}
    return about if _has(about, "task") and _has(about, "comparate") else {}


def optuna_storage(files: Sequence[File]) -> list[Table]:
    """Return the trials, or the best value of each study, in databases of Optuna 3 and 4 (``_rdb/models.py``)."""
    return [_of_storage(file) for file in files]


def _of_storage(file: File) -> Table:
    with _opened(file, "Optuna", {"studies", "study_directions", "trials", "trial_params", "trial_values"}) as base:
        trials: dict[int, _Run] = {
            key: {"study": study, "state": state, "value": value} for key, study, state, value in base.execute(_TRIALS)
        }
        for key, name, value, about in base.execute(_PARAMETERS):
            choices = json.loads(about).get("attributes", {}).get("choices")
            trials[key][f"params_{name}"] = value if choices is None else choices[int(value)]
        directions = {direction for (direction,) in base.execute("SELECT direction FROM study_directions")}
    if len(directions) != 1:
        raise DataError(f"{file.name}: some values are maximised and others minimised: give a table of each kind.")
    table = _ended(_table_of(file.name, list(trials.values()), list(trials), "trial"), "state")
    lower = frozenset({""} if directions == {"MINIMIZE"} else ())
    if about := _of_trials(table):
        return replace(_melted(table, about, {"value": ""}), lower=lower)
    best: dict[str, float] = {}
    for study, value in zip(table.cells("study"), table.cells("value"), strict=True):
        best[study] = (min if lower else max)(value, best.get(study, value))
    names = [re.split(r"[/_ -]", study) for study in best]
    if {*map(len, names)} != {2}:
        raise DataError(f"{file.name}: studies are not named METHOD-DATASET, as {quoted(next(iter(best)))} is not.")
    first, second = zip(*names, strict=True)
    heads, columns = ["study, first word", "study, second word", "value"], [first, second, [*best.values()]]
    note = f"{file.name}: scores are the best values of studies."
    return replace(make_table(file.name, heads, columns, list(best), "study", (note,)), lower=lower)


_TRIALS = (
    "SELECT trial_id, study_name, state, value FROM trials JOIN studies USING (study_id) "
    "LEFT JOIN trial_values USING (trial_id) WHERE coalesce(objective, 0) = 0 ORDER BY trial_id"
)
_PARAMETERS = "SELECT trial_id, param_name, param_value, distribution_json FROM trial_params"
_OF_A_TRIAL = re.compile(r"^(params|user_attrs)_")


def wandb(table: Table, file: File) -> Table:
    """Return the runs in a table that Weights & Biases exports as CSV, with a row for each metric of a run.

    Columns of numbers with the name of a measure are scores, all other numbers if none has one. Without a column
    for methods, the names of the runs are.
    """
    heads = [head for head in table.header if head not in _STATED_OF_RUNS and not head.startswith("_")]
    return _of_runs(_ended(table, "State"), {head: head for head in heads}, heads, "Name")


def wandb_runs(table: Table, file: File) -> Table:
    """Return the runs in a table made by ``wandb.Api().runs`` of Weights & Biases 0.31, as its manual does it.

    Its columns are ``summary``, ``config`` and ``name``; cells of the first two are mappings, or the texts of them.
    """
    runs: list[_Run] = []
    for row, (name, state) in enumerate(zip(table.cells("name"), table.cells("state"), strict=True)):
        runs.append({"name": name, "state": state})
        for kind in ("config", "summary"):
            runs[-1] |= _logged(kind, _mapping(table.cells(kind)[row], table, row, kind))
    return _of_logged(_table_of(table.name, runs, table.lines, table.unit, *table.notes))


def _logged(kind: str, content: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what a run logged by the headings of a table, without lists and what the program logs of itself."""
    for key, value in flattened(content, "/").items():
        if not key.startswith("_") and not is_list(value):
            yield f"{kind}.{key}", value


def _of_logged(table: Table) -> Table:
    about = {head: head.partition(".")[2] for head in table.header if head not in ("name", "state")}
    return _of_runs(_ended(table, "state"), about, [head for head in about if head.startswith("summary.")], "name")


def wandb_folder(files: Sequence[File]) -> Table:
    """Return the runs in folders of Weights & Biases 0.31: ``wandb/run-TIME-ID/files``.

    Entries of ``config.yaml`` are parameters, and those of ``wandb-summary.json``, which lacks where a run was cut
    off, the last values of metrics. ``latest-run`` links to another of these folders.
    """
    runs: dict[str, _Run] = {}
    for file in files:
        name, content = file.path.parent.parent.name, file.mapping()
        run = runs.setdefault(name, {"name": name, "state": "no summary"})
        if file.stem == "config":
            stated = {
                key: part["value"] for key, part in content.items() if isinstance(part, Mapping) and "value" in part
            }
            run |= _logged("config", stated)
        else:
            run |= {"state": "finished", **dict(_logged("summary", content))}
    if len(runs) > 1:
        runs.pop("latest-run", None)
    return _of_logged(_table_of(name_of(files), list(runs.values()), list(runs), "run"))


def are_scalars(table: Table) -> bool:
    """Whether the rows of a table are numbers by step and tag."""
    return all(holds_numbers(table.cells(head)) != (head == "tag") for head in ("tag", "step", "value"))


def tensorboard(table: Table, file: File) -> Table:
    """Return the last value of each tag of each run in a table of scalars of TensorBoard, as tbparse 0.0.9 makes it.

    Parts of tags, and of the names of runs, are methods, tasks and measures. Where runs differ, they are methods.
    """
    run = next((head for head in ("run", "dir_name") if head in table.header), "tag")
    names = list(zip(*(map(cell_name, table.cells(head)) for head in dict.fromkeys((run, "tag"))), strict=True))
    steps = parse_numbers([table.cells("step")], lambda row, _: table.place(row, table.header.index("step")))[0][:, 0]
    last = {names[row]: row for row in np.argsort(steps, kind="stable").tolist()}
    rows = sorted(last.values())
    paths = [[part.split("/") for part in names[row]] for row in rows]
    if len({tuple(map(len, path)) for path in paths}) > 1:
        raise DataError(f"{table.name}: its tags have unlike numbers of parts: keep those of one kind.")
    levels = [
        (k, list(level)) for k, parts in enumerate(zip(*paths, strict=True)) for level in zip(*parts, strict=True)
    ]
    various = [(k, level) for k, level in levels if len({*level}) > 1]
    measured = [all(is_measured(name) or better_scores(name) for name in level) for _, level in various]
    named = [k for (k, _), of_measures in zip(various, measured, strict=True) if not of_measures]
    roles = iter(("comparate", "task") if named == [0, 1] else map("part {}".format, count(1)))
    heads = ["measure" if of_measures else next(roles) for of_measures in measured]
    columns = [*(level for _, level in various), [table.cells("value")[row] for row in rows]]
    scalars = make_table(
        table.name, [*heads, "score"], columns, [table.lines[row] for row in rows], table.unit, table.notes
    )
    only = next((name for _, (name, *others) in levels if is_measured(name) and not {*others} - {name}), "")
    return replace(scalars, long="task" in heads, only=only)


def _mapping(cell: Any, table: Table, row: int, heading: str) -> Mapping[str, Any]:
    try:
        content = ast.literal_eval(re.sub(r"(?<=: )-?(nan|inf)(?=[,}])", "None", str(cell)))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        content = None
    if not isinstance(content, Mapping):
        place = table.place(row, table.header.index(heading))
        raise DataError(f"{place}: the cell holds no mapping, as Weights & Biases has it.")
    return content


def _of_runs(table: Table, called: Mapping[str, str], possible: Sequence[str], run: str) -> Table:
    """Return a table with a row for each measure, which are the columns of numbers among some."""
    roles = TASK | COMPARATE | REPEAT | MEASURE
    numbers = [head for head in possible if holds_numbers(table.cells(head)) and not matches(called[head], roles)]
    measures = [head for head in numbers if is_measured(called[head].rpartition("/")[2]) or better_scores(called[head])]
    scores = measures or numbers
    about = {head: name for head, name in called.items() if head not in scores}
    if not _has(about, "comparate"):
        about[run] = "model"
    return _melted(table, about, {head: called[head] for head in scores})


def _melted(table: Table, about: Mapping[str, str], metrics: Mapping[str, str]) -> Table:
    """Return a table with a row for each measure of each run; runs without it are left out."""
    if not metrics:
        raise DataError(f"{table.name} lists runs without a metric: log one, or export its column too.")
    table = _without_nameless(table, about)
    scores = {head: table.cells(head) for head in metrics}
    wanted = [(head, row) for head in metrics for row, cell in enumerate(scores[head]) if not is_missing(cell)]
    kept = {head: metrics[head] for head, _ in wanted}
    split = {} if _has(about, "task") else _of_tasks(kept)
    measures = {head: split[head][1] for head in kept} if split else kept
    several = len(set(measures.values())) > 1
    header = [
        f"{name} ({before + 1})" if before else name
        for name, before in zip(about.values(), numbered(about.values()), strict=True)
    ]
    columns = [[column[row] for _, row in wanted] for column in (table.cells(head) for head in about)]
    tasks = {head: task for head, (task, _) in split.items()}
    for name, labels in (("task", tasks), ("metric", measures if several else {})):
        if labels:
            header, columns = [*header, name], [*columns, [labels[head] for head, _ in wanted]]
    return replace(
        table,
        header=(*header, "score"),
        columns=(*columns, [scores[head][row] for head, row in wanted]),
        lines=[table.lines[row] for _, row in wanted],
        long=True,
        only="" if several else next(iter(measures.values())),
    )


def _without_nameless(table: Table, about: Mapping[str, str]) -> Table:
    """Return a table without the runs that name no task where others do, as those of another experiment."""
    heads = [head for head, name in about.items() if matches(name, TASK)]
    nameless = {row for head in heads for row, cell in enumerate(table.cells(head)) if is_missing(cell)}
    if len(heads) != 1 or not 0 < len(nameless) < table.n_rows:
        return table
    runs = "1 run is" if len(nameless) == 1 else f"{len(nameless)} runs are"
    return _without(table, nameless, f"{table.name}: {runs} left out, without a {quoted(about[heads[0]])}.")


def _of_tasks(metrics: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return task and measure of metrics such as ``iris/accuracy``; none unless all tasks have the same measures."""
    parts = {head: name.rpartition("/") for head, name in metrics.items()}
    tasks: dict[str, set[str]] = {}
    for task, _, measure in parts.values():
        tasks.setdefault(task, set()).add(measure)
    same = len(tasks) > 1 and len(set(map(frozenset, tasks.values()))) == 1
    if not same or any(not task or set(words(task)) & (SUBSETS | {"eval"}) for task in tasks):
        return {}
    return {head: (task, measure) for head, (task, _, measure) in parts.items()}
