"""The files that commands in the pages read: those of the examples, and the same in what other programs write."""

from __future__ import annotations

import csv
import json
import random
import shutil
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
_TABLE = ROOT / "examples" / "friedman-tutorial" / "results.csv"
_NAMES = {
    "rocket": "ROCKET",
    "ts-chief": "TS-CHIEF",
    "weasel": "WEASEL",
    "boss": "BOSS",
    "catch22": "Catch22",
}
_BENCHMARKS = {
    "arc_easy": 0.62,
    "hellaswag": 0.48,
    "piqa": 0.71,
    "winogrande": 0.57,
    "boolq": 0.66,
    "openbookqa": 0.3,
}
_MODELS = {"small": -0.04, "medium": 0.0, "large": 0.05}
_QUESTIONS = 60
_REVIEWED = """\
| Data set  | Ours      | ROCKET    | BOSS      |
|-----------|-----------|-----------|-----------|
| ArrowHead | **0.840** | 0.814     | 0.834     |
| Beef      | 0.820     | **0.833** | 0.800     |
| BME       | **1.000** | **1.000** | 0.865     |
| Car       | **0.921** | 0.917     | 0.833     |
| CBF       | **1.000** | **1.000** | 0.998     |
| Crop      | **0.760** | 0.751     | 0.686     |
| Fish      | 0.985     | 0.983     | **0.989** |
| Wine      | **0.852** | 0.815     | 0.741     |
"""
_TYPED = "ROCKET has a mean accuracy of 0.9042, and wins on 10 of 12 data sets against BOSS.\n"
_SENTENCE = "Ours reaches a mean accuracy of 0.9123, ROCKET one of 0.8891.\n"


def write(folder: Path, text: str) -> None:
    """Write into a folder those that a text names: they are hundreds."""
    for name, content in _contents().items():
        if name.parts[0] not in text:
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


@cache
def _contents() -> dict[Path, bytes]:
    """Return the content of each file."""
    with TemporaryDirectory() as folder:
        _make(Path(folder))
        return {path.relative_to(folder): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def _make(folder: Path) -> None:
    """Make all of them in a folder."""
    table = _scores()
    _table(folder / "results.csv", table)
    _table(folder / "images.csv", table[:8])
    _table(folder / "texts.csv", table[4:])
    for name, copied in (("results", "classifiers"), ("sizes", "sizes"), ("costs", "costs")):
        shutil.copy(ROOT / "examples" / "classifiers" / f"{name}.csv", folder / f"{copied}.csv")
    _table(
        folder / "grouped.csv",
        [{**row, "domain": ("images", "sensors")[at % 2]} for at, row in enumerate(table)],
    )
    _table(  # every third data set shares a source with the one before it
        folder / "sources.csv",
        [{"dataset": row[next(iter(row))], "source": f"lab {at - at // 3}"} for at, row in enumerate(table, 1)],
    )
    _table(folder / "measures.csv", list(_measures(table)))
    _table(
        folder / "folds.csv",
        [
            {"dataset": data_set, "model": method, "fold": str(fold), "accuracy": score}
            for method, data_set, scores in _resamples(table)
            for fold, score in enumerate(scores)
        ],
    )
    _table(folder / "errors.csv", list(_errors("series", [f"M{at}" for at in range(1, 13)])))
    _table(
        folder / "horizons.csv",
        [
            {"dataset": data_set, "horizon": horizon, **row}
            for data_set in ("ETTh1", "Weather", "Traffic", "Exchange")
            for horizon, row in zip(("96", "192", "336"), _errors(data_set, ("96", "192", "336")), strict=True)
            if row.pop(data_set)
        ],
    )
    _table(folder / "returns.csv", list(_returns()))
    (folder / "table.md").write_text(_REVIEWED, encoding="utf-8")
    (folder / "typed.tex").write_text(_TYPED, encoding="utf-8")
    (folder / "reviewed.tex").write_text(_SENTENCE, encoding="utf-8")
    _aeon(folder / "results", table)
    _tsml_eval(folder / "tsml-eval-results", table)
    _lm_eval(folder / "lm-eval-output")
    _runs(folder / "runs.csv", table)
    _table(folder / "optimisers.csv", list(_optimised()))
    shutil.copy(ROOT / "examples" / "lecture" / "folds.csv", folder / "one-set.csv")
    _table(folder / "one-test-set.csv", [{"dataset": "one-test-set", "new": "0.30", "old": "0.35"}])
    _table(folder / "sizes-of-test-sets.csv", [{"dataset": "one-test-set", "size": "40"}])
    for name, factor in (("before", 1.0), ("after", 0.8)):
        _times(folder / f"{name}.json", factor)


def _scores() -> list[dict[str, str]]:
    with _TABLE.open(encoding="utf-8", newline="") as file:
        return [{_NAMES.get(key, key): value for key, value in row.items()} for row in csv.DictReader(file)]


def _table(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def _drawn(*what: object) -> random.Random:
    """Return a generator of its own for everything that is drawn, the same in each build."""
    return random.Random(zlib.crc32(repr(what).encode()))


def _resamples(table: list[dict[str, str]]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield method, data set, and a score for each of three resamples."""
    (first, *methods) = table[0]
    for method in methods:
        for row in table:
            near = _drawn(method, row[first])
            scores = [min(1.0, max(0.0, float(row[method]) + near.gauss(0, 0.01))) for _ in range(3)]
            yield method, row[first], [f"{score:.4f}" for score in scores]


def _measures(table: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """Yield rows of a long table of accuracies and times."""
    for method, data_set, scores in _resamples(table):
        common = {"dataset": data_set, "method": method}
        yield {**common, "measure": "accuracy", "score": scores[0]}
        yield {
            **common,
            "measure": "time",
            "score": f"{_drawn('time', method, data_set).lognormvariate(0, 1):.3f}",
        }


def _errors(heading: str, tasks: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield rows of a wide table of errors."""
    for task in tasks:
        scale = _drawn(heading, task).lognormvariate(0, 0.4)
        yield {heading: task} | {
            method: f"{factor * scale * _drawn(method, heading, task).lognormvariate(0, 0.08):.4f}"
            for method, factor in {"ARIMA": 1.0, "ETS": 1.02, "Theta": 1.04, "PatchTST": 0.9}.items()
        }


def _optimised() -> Iterator[dict[str, str]]:
    """Yield rows of a long table of errors of optimisers on functions of very different scales, with runs."""
    for function in range(1, 9):
        scale = 10.0 ** (2 * function - 10)
        for name, factor in {"NEW": 1.0, "DE": 1 + 0.2 * (function % 3), "PSO": 1.4, "GA": 0.95}.items():
            for run in range(1, 16):
                drawn = scale * factor * _drawn(name, str(function), run).lognormvariate(0, 0.25)
                yield {"function": f"F{function}", "algorithm": name, "run": str(run), "error": f"{drawn:.4g}"}


def _returns() -> Iterator[dict[str, str]]:
    """Yield rows of a long table of returns with seeds."""
    for environment in (
        "Ant",
        "HalfCheetah",
        "Hopper",
        "Humanoid",
        "Pusher",
        "Reacher",
        "Swimmer",
        "Walker2d",
    ):
        scale = _drawn(environment).lognormvariate(7, 1)
        for agent, factor in {"PPO": 0.8, "SAC": 1.0, "TD3": 0.95}.items():
            for seed in range(5):
                drawn = _drawn(agent, environment, seed).lognormvariate(0, 0.1)
                yield {
                    "env": environment,
                    "agent": agent,
                    "seed": str(seed),
                    "return": f"{factor * scale * drawn:.1f}",
                }


def _aeon(folder: Path, table: list[dict[str, str]]) -> None:
    folder.mkdir()
    for method, data_set, scores in _resamples(table):
        path = folder / f"{method}_accuracy.csv"
        head = "" if path.is_file() else "Resamples:,0,1,2\n"
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{head}{data_set},{','.join(scores)}\n")


def _tsml_eval(folder: Path, table: list[dict[str, str]]) -> None:
    for method, data_set, scores in _resamples(table):
        place = folder / method / "Predictions" / data_set
        place.mkdir(parents=True)
        for at, score in enumerate(scores):
            (place / f"testResample{at}.csv").write_text(
                f"{data_set},{method},TEST,{at},MILLISECONDS,\n{{}}\n{score},1203,30,-1,5000,2,None,-1,-1\n"
                "0,0,,0.9,0.1\n1,1,,0.2,0.8\n",
                encoding="utf-8",
            )


def _lm_eval(folder: Path) -> None:
    difficulty = {(task, at): _drawn(task, at).random() for task in _BENCHMARKS for at in range(_QUESTIONS)}
    for model, ability in _MODELS.items():
        place = folder / model
        place.mkdir(parents=True)
        results = {}
        for task, share in _BENCHMARKS.items():
            right = [
                difficulty[task, at] + _drawn(model, task, at).gauss(0, 0.1) < share + ability
                for at in range(_QUESTIONS)
            ]
            results[task] = {"alias": task, "acc,none": sum(right) / _QUESTIONS, "acc_stderr,none": 0.06}
            samples = [
                {
                    "doc_id": at,
                    "doc": {},
                    "target": "0",
                    "filter": "none",
                    "metrics": ["acc"],
                    "acc": float(hit),
                }
                for at, hit in enumerate(right)
            ]
            lines = "".join(f"{json.dumps(sample)}\n" for sample in samples)
            (place / f"samples_{task}_2026-01-01T10-00-00.000.jsonl").write_text(lines, encoding="utf-8")
        content = {
            "results": results,
            "group_subtasks": {},
            "configs": {},
            "versions": dict.fromkeys(_BENCHMARKS, 1.0),
            "n-shot": dict.fromkeys(_BENCHMARKS, 0),
            "higher_is_better": {task: {"acc": True} for task in _BENCHMARKS},
            "config": {"model": "hf", "model_args": f"pretrained={model}"},
            "model_name": model,
        }
        path = place / "results_2026-01-01T10-00-00.000.json"
        path.write_text(json.dumps(content), encoding="utf-8")


def _runs(path: Path, table: list[dict[str, str]]) -> None:
    rows = [
        {
            "Name": f"run-{at}",
            "State": "finished",
            "Created": "2026-01-01",
            "Runtime": "60",
            "dataset": data_set,
        }
        | {"model": method, "accuracy": scores[0]}
        for at, (method, data_set, scores) in enumerate(_resamples(table))
    ]
    _table(path, rows)


def _times(path: Path, factor: float) -> None:
    benchmarks = [
        {
            "group": None,
            "name": f"test_{name}",
            "fullname": f"tests/test_speed.py::test_{name}",
            "params": None,
        }
        | {
            "stats": {
                "mean": seconds * factor,
                "min": seconds * factor,
                "median": seconds * factor,
                "data": [],
            }
        }
        for name, seconds in {
            "load": 0.021,
            "sort": 0.34,
            "join": 0.12,
            "write": 0.055,
            "plan": 0.0031,
        }.items()
    ]
    path.write_text(
        json.dumps({"machine_info": {}, "commit_info": {}, "benchmarks": benchmarks, "version": "5.1.0"}),
        "utf-8",
    )
