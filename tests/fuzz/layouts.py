"""Random results in the layouts and formats in which people keep them, and what each is meant to be.

`layout` draws results (methods, data sets, measures, repeats) and writes them into a folder in one way of many. The
same seed writes the same files.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

import pandas as pd

METHODS = (
    "1NN-DTW", "1NN-ED", "AdaBoost", "Arsenal", "BERT-base", "BOSS", "CatBoost", "CNN", "DrCIF", "Extra Trees", "FCN",
    "FreshPRINCE", "Gaussian NB", "GPT-4o", "HC2", "InceptionTime", "k-NN", "kNN", "LDA", "LightGBM",
    "Logistic Regression", "LSTM", "MLP", "MultiRocket", "N-BEATS", "Naive Bayes", "PatchTST", "Prophet", "QDA",
    "RandomForest", "ResNet", "Ridge", "ROCKET", "rf", "RF_500", "S-BOSS", "STC", "SVC", "svm_rbf", "TabNet", "TabPFN",
    "Theta", "TSF", "WEASEL-D", "XGBoost", "llama-3.1-8b", "gemma_2b", "mistral-7b", "AutoARIMA", "ETS",
)  # fmt: skip
LIKE_MEASURES = ("Precision", "MeanShift", "Time-Forest", "F1-Boost", "AccNet", "Best", "RankSVM", "ErrorNet")
"""Methods that are called like measures, or nearly."""

TASKS = (
    "Adiac", "ArrowHead", "Beef", "BeetleFly", "Car", "CBF", "ChlorineConcentration", "Coffee", "CricketX", "Crop",
    "DiatomSizeReduction", "ECG200", "ECG5000", "FaceAll", "Fish", "FordA", "FordB", "GunPoint", "Ham", "Herring",
    "ItalyPowerDemand", "Lightning2", "Meat", "OliveOil", "Plane", "ShapeletSim", "Symbols", "Trace", "Wafer", "Wine",
    "Yoga", "iris", "wine", "adult", "bank-marketing", "breast_cancer", "covertype", "credit-g", "digits", "higgs",
    "kr-vs-kp", "letter", "magic", "nursery", "phoneme", "segment", "spambase", "vehicle", "mmlu", "gsm8k", "arc_easy",
    "hellaswag", "m4_hourly", "m4_daily", "traffic", "electricity", "weather", "california housing", "diabetes",
)  # fmt: skip
LIKE_METHODS = ("Boost", "svmguide1", "rf-signals", "forest-fires", "MLPerf", "tree", "regression-1")
"""Data sets that are called like methods."""

MEASURES: Mapping[str, tuple[str, Callable[[float], float]]] = {
    "accuracy": ("higher", lambda x: x), "balanced_accuracy": ("higher", lambda x: x), "acc": ("higher", lambda x: x),
    "f1": ("higher", lambda x: x), "f1_macro": ("higher", lambda x: x), "auc": ("higher", lambda x: x),
    "roc_auc": ("higher", lambda x: x), "kappa": ("higher", lambda x: 2 * x - 1),
    "mcc": ("higher", lambda x: 2 * x - 1),
    "precision": ("higher", lambda x: x), "recall": ("higher", lambda x: x), "r2": ("higher", lambda x: 2 * x - 1),
    "rmse": ("lower", lambda x: 30 * (1.1 - x)), "mae": ("lower", lambda x: 20 * (1.1 - x)),
    "mase": ("lower", lambda x: 2 * (1.1 - x)), "log_loss": ("lower", lambda x: 3 * (1.1 - x)),
    "brier_score": ("lower", lambda x: 1 - x), "error_rate": ("lower", lambda x: 1 - x),
    "perplexity": ("lower", lambda x: 40 * (1.1 - x)), "bleu": ("higher", lambda x: 50 * x),
    "wer": ("lower", lambda x: 1 - x), "train_time": ("lower", lambda x: 900 * (1.1 - x)),
    "duration_s": ("lower", lambda x: 90 * (1.1 - x)), "fit_time": ("lower", lambda x: 9 * (1.1 - x)),
}  # fmt: skip
"""Measures with the better direction, and a score made of a number from 0 to 1."""

METHOD_HEADS = (
    "model",
    "method",
    "classifier",
    "algorithm",
    "classifier_name",
    "Model",
    "estimator",
    "regressor",
)
TASK_HEADS = ("dataset", "task", "Dataset", "data set", "dataset_name", "problem", "benchmark")
REPEAT_HEADS = ("fold", "seed", "repeat", "run", "Fold", "random_state")


@dataclass(frozen=True)
class Results:
    """Scores by method, data set, measure and repeat; one repeat is none."""

    methods: tuple[str, ...]
    tasks: tuple[str, ...]
    measures: tuple[str, ...]
    repeats: int
    scores: Mapping[tuple[str, str, str, int], float]

    def mean(self, method: str, task: str, measure: str) -> float:
        """Return a score, the mean of repeats rounded as people round."""
        values = [self.scores[method, task, measure, k] for k in range(self.repeats)]
        return values[0] if len(values) == 1 else round(fmean(values), 6)


@dataclass(frozen=True)
class Layout:
    """Results as they lie on disk.

    Parameters
    ----------
    name : str
        The way in which they are written.
    sources : tuple of str
        What to name on the command line, within the folder.
    comparisons : mapping of str to mapping
        By measure, the mean score of every method on every data set.
    repeats : int
        Repeats that a reader can see.
    """

    name: str
    sources: tuple[str, ...]
    comparisons: Mapping[str, Mapping[tuple[str, str], float]]
    repeats: int


@dataclass(frozen=True)
class Desk:
    """Where somebody writes results, with their words and habits."""

    results: Results
    folder: Path
    chance: random.Random
    method: str
    task: str
    repeat: str

    def put(self, name: str, text: str | bytes) -> None:
        """Write a file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)

    def table(self, frame: pd.DataFrame, stem: str, *, index: bool = False) -> str:
        """Write a data frame in one format of many; return the name of the file."""
        suffix = self.chance.choice(tuple(_FORMATS))
        name = f"{stem}{suffix}"
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            _FORMATS[suffix](frame, path, index)
        return name


# ------------------------------------------------------------------------------------------------------- formats
def _delimited(separator: str, decimal: str = ".") -> Callable[[pd.DataFrame, Path, bool], None]:
    return lambda frame, path, index: frame.to_csv(path, sep=separator, decimal=decimal, index=index)


def _flat(frame: pd.DataFrame, index: bool) -> pd.DataFrame:
    """Return a frame whose names are columns, for formats that have no index."""
    return frame.reset_index() if index else frame


def _markdown(frame: pd.DataFrame, path: Path, index: bool) -> None:
    flat = _flat(frame, index)
    lines = [flat.columns, ["---"] * len(flat.columns), *flat.itertuples(index=False)]
    path.write_text("".join(f"| {' | '.join(map(str, cells))} |\n" for cells in lines))


def _latex(frame: pd.DataFrame, path: Path, index: bool) -> None:
    flat = _flat(frame, index)
    escaped = flat.rename(columns=lambda head: str(head).replace("_", r"\_")).map(
        lambda cell: cell.replace("_", r"\_") if isinstance(cell, str) else cell
    )
    rows = [escaped.columns, *escaped.itertuples(index=False)]
    head, *body = (" & ".join(map(str, row)) + r" \\" for row in rows)
    lines = [rf"\begin{{tabular}}{{{'l' * len(flat.columns)}}}", r"\toprule", head, r"\midrule", *body]
    path.write_text("\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""]))


def _records(frame: pd.DataFrame, path: Path, index: bool) -> None:
    path.write_text(json.dumps(_flat(frame, index).to_dict("records"), indent=1))


def _lines(frame: pd.DataFrame, path: Path, index: bool) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in _flat(frame, index).to_dict("records")))


_FORMATS: Mapping[str, Callable[[pd.DataFrame, Path, bool], None]] = {
    ".csv": _delimited(","),
    ".tsv": _delimited("\t"),
    ".txt": _delimited(";", ","),
    ".csv.gz": lambda frame, path, index: path.write_bytes(gzip.compress(frame.to_csv(index=index).encode())),
    ".xlsx": lambda frame, path, index: frame.to_excel(path, index=index),
    ".parquet": lambda frame, path, index: frame.to_parquet(path, index=index),
    ".json": _records,
    ".jsonl": _lines,
    ".md": _markdown,
    ".tex": _latex,
}


# ------------------------------------------------------------------------------------------------------- layouts
def _meant(desk: Desk, *measures: str, repeats: bool = True) -> dict[str, dict[tuple[str, str], float]]:
    """Return the comparisons that are meant, by measure."""
    given = desk.results
    return {
        measure: {
            (method, task): fmean(given.scores[method, task, measure, k] for k in range(given.repeats))
            if repeats
            else given.mean(method, task, measure)
            for method, task in product(given.methods, given.tasks)
        }
        for measure in measures or given.measures
    }


def _wide_frame(desk: Desk, measure: str, methods: tuple[str, ...] = (), tasks: tuple[str, ...] = ()) -> pd.DataFrame:
    given = desk.results
    methods, tasks = methods or given.methods, tasks or given.tasks
    rows = [[given.mean(method, task, measure) for method in methods] for task in tasks]
    return pd.DataFrame(rows, index=pd.Index(tasks, name=desk.task), columns=list(methods))


def _long_frame(
    desk: Desk, methods: tuple[str, ...] = (), tasks: tuple[str, ...] = (), *, leave: str = ""
) -> pd.DataFrame:
    """Return a row for each run with a column for each measure; `leave` is a column that the file's name gives."""
    given = desk.results
    rows = []
    for task, method, k in product(tasks or given.tasks, methods or given.methods, range(given.repeats)):
        row: dict[str, Any] = {desk.method: method, desk.task: task}
        if given.repeats > 1:
            row[desk.repeat] = k
        row |= {measure: given.scores[method, task, measure, k] for measure in given.measures}
        rows.append({head: cell for head, cell in row.items() if head != leave})
    frame = pd.DataFrame(rows)
    if desk.chance.random() < 0.25:
        frame.insert(
            desk.chance.randrange(1, len(frame.columns)),
            "date",
            [20240101 + k % 28 for k in range(len(frame))],
        )
    if desk.chance.random() < 0.1:
        frame["comment"] = "ok"
    return frame


def wide(desk: Desk) -> Layout:
    """Write a row per data set and a column per method."""
    measure = desk.results.measures[0]
    stem = desk.chance.choice((measure, f"results_{measure}", f"mean-{measure}"))
    name = desk.table(_wide_frame(desk, measure), stem, index=True)
    return Layout("wide", (name,), _meant(desk, measure, repeats=False), 1)


def transposed(desk: Desk) -> Layout:
    """Write a row per method, named by its heading, and a column per data set."""
    measure = desk.results.measures[0]
    frame = _wide_frame(desk, measure).T
    frame.index.name = desk.method
    return Layout("transposed", (desk.table(frame, measure, index=True),), _meant(desk, measure, repeats=False), 1)


def long(desk: Desk) -> Layout:
    """Write a row per run, and a column per measure."""
    frame = _long_frame(desk)
    if desk.chance.random() < 0.2:
        frame["domain"], frame["num_variates"] = "Nature", 1
    return Layout("long", (desk.table(frame, "runs"),), _meant(desk), desk.results.repeats)


def melted(desk: Desk) -> Layout:
    """Write a row per score, with a column that names its measure."""
    given = desk.results
    rows = []
    for (method, task, measure, k), score in given.scores.items():
        row = {desk.task: task, desk.method: method, "metric": measure, "value": score}
        rows.append(row | ({desk.repeat: k} if given.repeats > 1 else {}))
    return Layout("melted", (desk.table(pd.DataFrame(rows), "scores"),), _meant(desk), given.repeats)


def wide_runs(desk: Desk) -> Layout:
    """Write a row per data set and repeat, and a column per method."""
    given, measure = desk.results, desk.results.measures[0]
    rows = [
        {desk.task: task, desk.repeat: k} | {method: given.scores[method, task, measure, k] for method in given.methods}
        for task, k in product(given.tasks, range(given.repeats))
    ]
    frame = pd.DataFrame(rows).drop(columns=[desk.repeat] if given.repeats == 1 else [])
    return Layout("wide runs", (desk.table(frame, measure),), _meant(desk, measure), given.repeats)


def wide_measures(desk: Desk) -> Layout:
    """Write a row per data set and measure, and a column per method."""
    given = desk.results
    rows = [
        {desk.task: task, "metric": measure} | {method: given.mean(method, task, measure) for method in given.methods}
        for task, measure in product(given.tasks, given.measures)
    ]
    name = desk.table(pd.DataFrame(rows), "evaluation")
    return Layout("wide measures", (name,), _meant(desk, repeats=False), 1)


def columns_of_both(desk: Desk) -> Layout:
    """Write a row per method, and a column for each measure on each data set."""
    given = desk.results
    if len(given.measures) == 1:
        return transposed(desk)
    both = tuple(product(given.tasks, given.measures))
    rows = [
        {desk.method: method} | {f"{task}_{measure}": given.mean(method, task, measure) for task, measure in both}
        for method in given.methods
    ]
    return Layout("columns of both", (desk.table(pd.DataFrame(rows), "all"),), _meant(desk, repeats=False), 1)


def seeds_per_task(desk: Desk) -> Layout:
    """Write a file per data set, with a row per repeat and a column per method."""
    given, measure = desk.results, desk.results.measures[0]
    if given.repeats == 1:
        return per_task(desk)
    for task in given.tasks:
        scores = [[given.scores[method, task, measure, k] for method in given.methods] for k in range(given.repeats)]
        rows = [[k, *row] for k, row in enumerate(scores)]
        desk.put(f"{measure}/{task}.csv", _csv([[desk.repeat, *given.methods], *rows]))
    return Layout("seeds per task", (measure,), _meant(desk, measure), given.repeats)


def per_method(desk: Desk) -> Layout:
    """Write a file per method, called after it."""
    desk.chance.shuffle(order := list(desk.results.methods))
    kind = desk.chance.choice((".csv", ".tsv"))
    for method in order:
        frame = _long_frame(desk, (method,), leave=desk.method)
        desk.put(f"results/{method}{kind}", frame.to_csv(index=False, sep="," if kind == ".csv" else "\t"))
    return Layout("per method", ("results",), _meant(desk), desk.results.repeats)


def per_task(desk: Desk) -> Layout:
    """Write a file per data set, called after it."""
    for task in desk.results.tasks:
        frame = _long_frame(desk, (), (task,), leave=desk.task)
        desk.put(f"results/{task}.csv", frame.to_csv(index=False))
    return Layout("per task", ("results",), _meant(desk), desk.results.repeats)


def suffixes(desk: Desk) -> Layout:
    """Write METHOD_MEASURE.csv with a column per repeat, as in the archives of time series classification."""
    given = desk.results
    for method, measure in product(given.methods, given.measures):
        rows = [[task, *(given.scores[method, task, measure, k] for k in range(given.repeats))] for task in given.tasks]
        desk.put(f"results/{method}_{measure}.csv", _csv([["Resamples:", *range(given.repeats)], *rows]))
    return Layout("suffixes", ("results",), _meant(desk), given.repeats)


def tree(desk: Desk) -> Layout:
    """Write a JSON file per run, in a folder per method and data set."""
    given = desk.results
    order = desk.chance.choice(("{method}/{task}", "{task}/{method}"))
    seeds = desk.chance.choice(("/{k}", "/seed{k}", "/fold_{k}")) if given.repeats > 1 else ""
    name = desk.chance.choice(("metrics.json", "stats.json", "results.json"))
    nested = desk.chance.random() < 0.4
    for method, task, k in product(given.methods, given.tasks, range(given.repeats)):
        scores: Any = {measure: given.scores[method, task, measure, k] for measure in given.measures}
        content = {"config": {"lr": 0.1}, "metrics": {"test": scores}} if nested else scores
        path = f"{order}{seeds}".format(method=method, task=task, k=k)
        desk.put(f"runs/{path}/{name}", json.dumps(content))
    return Layout("tree", ("runs",), _meant(desk), given.repeats)


def parts(desk: Desk) -> Layout:
    """Write the same methods on further data sets, or further methods on the same, as tables of their own."""
    measure, given = desk.results.measures[0], desk.results
    below = desk.chance.random() < 0.5
    names = given.tasks if below else given.methods
    cut = desk.chance.randrange(1, len(names))
    measured = f"_{measure}" if MEASURES[measure][0] == "lower" else ""  # else nobody could know the direction
    files = tuple(f"parts/{stem}{measured}.csv" for stem in ("first", "second"))
    for name, few in zip(files, (names[:cut], names[cut:]), strict=True):
        frame = _wide_frame(desk, measure, *((), few) if below else (few,))
        desk.put(name, frame.to_csv())
    sources = desk.chance.choice((("parts",), files))
    return Layout("parts below" if below else "parts beside", sources, _meant(desk, measure, repeats=False), 1)


def nested_records(desk: Desk) -> Layout:
    """Write records below a key of a JSON file, beside others."""
    frame = _long_frame(desk)
    content = {"version": "1.2", "results": frame.to_dict("records"), "machine": {"cpu": "x"}}
    desk.put("results.json", json.dumps(content))
    return Layout("records below a key", ("results.json",), _meant(desk), desk.results.repeats)


def mapping(desk: Desk) -> Layout:
    """Write {method: {data set: score}}, or lists of repeats in place of scores."""
    measure, given = desk.results.measures[0], desk.results
    several = given.repeats > 1

    def cell(method: str, task: str) -> Any:
        values = [given.scores[method, task, measure, k] for k in range(given.repeats)]
        return values if several else values[0]

    content = {method: {task: cell(method, task) for task in given.tasks} for method in given.methods}
    desk.put(f"{measure}.json", json.dumps(content))
    return Layout("mapping", (f"{measure}.json",), _meant(desk, measure), given.repeats)


def orients(desk: Desk) -> Layout:
    """Write a wide data frame by `to_json`, in any orient that keeps its names."""
    measure = desk.results.measures[0]
    frame = _wide_frame(desk, measure)
    orient = desk.chance.choice(("columns", "split", "table", "tight", "index"))
    if orient == "tight":
        text = json.dumps(frame.to_dict("tight"))
    else:
        text = frame.to_json(orient=orient, double_precision=15)
    desk.put(f"{measure}.json", text)
    return Layout(f"orient {orient}", (f"{measure}.json",), _meant(desk, measure, repeats=False), 1)


def two_levels(desk: Desk) -> Layout:
    """Write a pivot table: mean and std of a measure, or several measures, above the methods; or below them."""
    given = desk.results
    frame = _long_frame(desk)
    stats = given.repeats > 1 and desk.chance.random() < 0.5
    values = given.measures[0] if stats or len(given.measures) == 1 else list(given.measures)
    pivot = frame.pivot_table(
        index=desk.task, columns=desk.method, values=values, aggfunc=["mean", "std"] if stats else "mean"
    )
    if pivot.columns.nlevels == 2 and desk.chance.random() < 0.3:
        pivot = pivot.swaplevel(axis=1).sort_index(axis=1)
    kind = desk.chance.choice((".csv", ".xlsx", ".tex"))
    path = desk.folder / f"{given.measures[0]}{kind}"
    if kind == ".csv":
        pivot.to_csv(path)
    elif kind == ".xlsx":
        pivot.to_excel(path)
    else:
        path.write_text(_to_latex(pivot))
    name = f"pandas {'mean and std' if stats else 'measures' if isinstance(values, list) else 'pivot'} {kind}"
    meant = _meant(desk, *((values,) if isinstance(values, str) else values))
    return Layout(name, (path.name,), meant, 1)


def _to_latex(pivot: pd.DataFrame) -> str:
    """Return what `to_latex` writes, which needs a package of its own."""
    levels = range(pivot.columns.nlevels)
    names = [str(name or "") for name in pivot.columns.names]
    heads = []
    for level in levels:
        cells, last = [names[level]], None
        for column in pivot.columns:
            parts = column if isinstance(column, tuple) else (column,)
            if level < len(levels) - 1:
                if parts[level] == last:
                    continue
                last = parts[level]
                width = sum((other[level] if isinstance(other, tuple) else other) == last for other in pivot.columns)
                cells.append(rf"\multicolumn{{{width}}}{{r}}{{{last}}}")
            else:
                cells.append(str(parts[level]))
        heads.append(" & ".join(cells) + r" \\")
    body = [
        " & ".join([str(task), *map(repr, map(float, row))]) + r" \\" for task, row in pivot.iterrows() for row in [row]
    ]
    index = " & ".join([str(pivot.index.name), *[""] * len(pivot.columns)]) + r" \\"
    lines = [
        rf"\begin{{tabular}}{{l{'r' * len(pivot.columns)}}}",
        r"\toprule",
        *heads,
        index,
        r"\midrule",
        *body,
    ]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""]).replace("_", r"\_")


def _csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


LAYOUTS = (
    wide, transposed, long, melted, wide_runs, wide_measures, columns_of_both, seeds_per_task, per_method, per_task,
    suffixes, tree, parts, nested_records, mapping, orients, two_levels,
)  # fmt: skip


def _results(chance: random.Random) -> Results:
    methods = chance.sample(METHODS, chance.randint(2, 6))
    if chance.random() < 0.1:
        methods[chance.randrange(len(methods))] = chance.choice(LIKE_MEASURES)
    tasks = chance.sample(TASKS, chance.randint(3, 12))
    if chance.random() < 0.15:
        tasks[chance.randrange(len(tasks))] = chance.choice(LIKE_METHODS)
    measures = tuple(chance.sample(tuple(MEASURES), chance.choice((1, 1, 1, 2, 2, 3, 4))))
    repeats = chance.choice((1, 1, 2, 3, 5, 10))
    digits = chance.choice((2, 3, 4, 6, 15))
    scores = {}
    for method, task, measure, k in product(methods, tasks, measures, range(repeats)):
        scores[method, task, measure, k] = round(MEASURES[measure][1](chance.uniform(0.45, 0.999)), digits)
    return Results(tuple(methods), tuple(tasks), measures, repeats, scores)


def layout(seed: int, folder: Path) -> Layout:
    """Draw results, and write them into a folder in one layout."""
    chance = random.Random(seed)
    results = _results(chance)
    heads = (chance.choice(heads) for heads in (METHOD_HEADS, TASK_HEADS, REPEAT_HEADS))
    folder.mkdir(parents=True, exist_ok=True)
    return chance.choice(LAYOUTS)(Desk(results, folder, chance, *heads))
