"""Results of evaluations of language and embedding models.

lm-evaluation-harness 0.4, Every Eval Ever 0.2, HELM 0.5, Inspect 0.3 and MTEB 1.12 to 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from comparatex.data.formats.contract import (
    File,
    Record,
    cells,
    headed,
    name_of,
    numbered,
    placed,
    scored,
)
from comparatex.data.names import words
from comparatex.data.objects import json_lines
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.written_numbers import is_missing

_PRETRAINED = re.compile(r"(?:^|,)(?:pretrained|model)=([^,]+)")
_NO_SCORES = frozenset(
    {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"}
    | {"doc_hash", "prompt_hash", "target_hash"}
)
"""Keys of an item that are no scores; those before 0.4.8 do not list its metrics."""

_NO_METRICS = ("alias", "samples", "name", "sample_len", "sample_count")
_SAMPLES = re.compile(r"samples_(.+?)(?:_\d{4}-\d\d-\d\dT.*)?")
_HELM_RUN = re.compile(r"(?:([^=,]*)[^\w=,])?(\w+=.*)")
_OF_EVALUATIONS = ("task_version", "limit", "epochs", "dataset_samples", "completed_samples")
"""What ``evals_df`` states of evaluations that may differ."""

_REVISION = re.compile(r"[0-9a-f]{40}|no_revision_available|external|main|\d+")


def lm_eval(files: Sequence[File]) -> Table:
    """Return the scores in ``results_*.json`` of lm-evaluation-harness 0.4 (``evaluator.py``, ``loggers``).

    ``results`` has each task with ``METRIC,FILTER`` and its standard error. Groups are left out where their
    subtasks are there. ``higher_is_better`` states the direction. The later of two files of a model replaces the
    tasks of the earlier.
    """
    evaluations: dict[tuple[str, str], list[Record]] = {}
    again: dict[str, None] = {}
    for file in sorted(files, key=lambda file: (file.folder, file.stem)):
        content = {key: part or {} for key, part in file.mapping().items()}
        model = _lm_eval_model(content, file)
        results, groups = content["results"], content.get("group_subtasks", {})
        for task, scores in results.items():
            if any(part in results for part in groups.get(task) or ()):
                continue
            if (task, model) in evaluations:
                again[model] = None
            stated = _stated(
                ("n-shot", content.get("n-shot", {}).get(task)),
                ("version", content.get("versions", {}).get(task)),
                ("limit", content.get("config", {}).get("limit")),
            )
            higher = content.get("higher_is_better", {}).get(task)
            higher = higher if isinstance(higher, Mapping) else {}
            evaluations[task, model] = [
                Record(
                    task=task,
                    comparate=model,
                    score=None if score == "N/A" else score,
                    measure=_filtered(metric, chosen),
                    place=placed(task, file, files),
                    lower=None if higher.get(metric) is None else not higher[metric],
                    stated=stated,
                )
                for (metric, _, chosen), score in (
                    (key.partition(","), score) for key, score in scores.items()
                )
                if metric not in _NO_METRICS and not metric.endswith("_stderr")
                if not isinstance(score, (Mapping, list))
            ]
    notes = tuple(f"{model} was evaluated again: the later file counts." for model in again)
    records = [record for part in evaluations.values() for record in part]
    return headed(records, name_of(files), notes=notes)


def _lm_eval_model(content: Mapping[str, Any], file: File) -> str:
    """Return the name of a model, as it is stated or from its arguments or its folder."""
    arguments = content.get("config", {}).get("model_args")
    if isinstance(arguments, Mapping):
        arguments = ",".join(f"{key}={value}" for key, value in arguments.items())
    named = _PRETRAINED.search(arguments or "")
    return str(content.get("model_name") or (named[1] if named else "") or _of_folder(file))


def _stated(*pairs: tuple[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return what a file states of an experiment as texts."""
    return tuple((key, "none" if value is None else cell_name(value)) for key, value in pairs)


def _of_folder(file: File) -> str:
    """Return the name of a model from that of its folder, in which a slash is two underscores, or of its file."""
    return file.folder.replace("__", "/") or file.stem


def _filtered(metric: str, chosen: str) -> str:
    """Return the name of a metric of filtered responses, where the filter does something."""
    return metric if chosen in ("", "none") else f"{metric} ({chosen})"


def are_samples(file: File) -> bool:
    """Whether the items of a file list their metrics, or the responses of a model."""
    head = file.data[:1_000_000]
    return b'"metrics"' in head or b'"resps"' in head


def samples(files: Sequence[File]) -> Iterator[Record]:
    """Yield the scores of items in ``samples_TASK_DATE.jsonl`` of lm-evaluation-harness 0.4, in a folder of a model.

    A task is an item, its group the benchmark. ``metrics`` names the keys of the scores, and ``filter`` what they
    are of.
    """
    for file in files:
        named = _SAMPLES.fullmatch(file.stem)
        benchmark = named[1] if named else file.stem
        for number, item in enumerate(json_lines(file.text, file.name), start=1):
            for metric in item.get("metrics") or [key for key in item if key not in _NO_SCORES]:
                if not isinstance(item.get(metric), list):
                    yield Record(
                        task=f"{benchmark}/{item['doc_id']}",
                        comparate=_of_folder(file),
                        score=item.get(metric),
                        measure=_filtered(metric, item.get("filter", "none")),
                        place=placed(number, file, files),
                        group=benchmark,
                    )


def every_eval_ever(files: Sequence[File]) -> Iterator[Record]:
    """Yield the scores in files of Every Eval Ever 0.2 (``eval.schema.json``), a file for each model and source."""
    for file in files:
        content = file.mapping()
        about = content["model_info"]
        for number, result in enumerate(content["evaluation_results"], start=1):
            metric = result.get("metric_config") or {}
            yield Record(
                task=result["evaluation_name"],
                comparate=str(about.get("name") or about.get("id")),
                score=result["score_details"]["score"],
                measure=str(metric.get("metric_name") or metric.get("metric_id") or ""),
                place=placed(number, file, files),
                lower=metric.get("lower_is_better") is True,
            )


def helm(files: Sequence[File]) -> Iterator[Record]:
    """Yield the scores in ``stats.json`` of HELM 0.5 (``metrics/statistic.py``), whose folder names task and model.

    Means on the test split, without perturbation, are scores; of several metrics the main one is used, as in
    HELM's own tables, if all runs have it.
    """
    for file in files:
        model, task = _helm_run(file)
        means = [
            (mean["name"], mean["mean"])
            for mean in file.json
            if "perturbation" not in mean["name"] and "mean" in mean
        ]
        split = "test" if any(about.get("split") == "test" for about, _ in means) else "valid"
        for about, score in means:
            if about.get("split") == split and not about.get("sub_split"):
                place = placed(about["name"], file, files)
                yield Record(task, model, score, about["name"], place=place, stated=(("split", split),))


def _helm_run(file: File) -> tuple[str, str]:
    """Return model and task in the name of a run, such as ``mmlu:subject=anatomy,model=openai_gpt2``.

    On systems whose files cannot have a colon in their names, it is another sign.
    """
    name = _HELM_RUN.fullmatch(file.folder)
    scenario, rest = (name[1] or "", name[2]) if name else ("", "")
    parts = rest.split(",")
    models = [part.removeprefix("model=") for part in parts if part.startswith("model=")]
    if not models:
        raise file.strange("its folder names no run of HELM, as mmlu:subject=anatomy,model=openai_gpt2 does")
    others = [part for part in parts if not part.startswith(("model=", "model_deployment="))]
    return models[0].replace("_", "/", 1), ":".join(part for part in (scenario, ",".join(others)) if part)


def inspect(table: Table, file: File) -> list[Record]:
    """Return the headline scores in ``evals_df`` of Inspect 0.3 (``analysis/_dataframe/evals/columns.py``)."""
    columns = {head: list(map(cell_name, cells(table, head))) for head in table.header}
    heads = [head for head in table.header if head.startswith("task_arg_")]
    arguments = [
        {head.removeprefix("task_arg_"): columns[head][row] for head in heads} for row in range(table.n_rows)
    ]
    tasks = _with_arguments(columns["task_name"], arguments)
    reducers = columns.get("epochs_reducer", [""] * table.n_rows)
    roles = {"comparate": "{model}", "measure": "{score_headline_metric}", "failed": "{status}"}
    return _with_repeats(
        replace(
            record,
            task=tasks[row],
            measure=_reduced(record.measure, reducers[row], set(reducers)),
            failed=_failure(record.failed, not is_missing(record.score)),
            stated=tuple((head, columns[head][row]) for head in _OF_EVALUATIONS if head in columns),
        )
        for row, record in enumerate(scored(table, "score_headline_value", task="", **roles))
    )


def inspect_logs(files: Sequence[File]) -> list[Record]:
    """Return the metrics in logs of Inspect 0.3 (``log/_log.py``, version 2): JSON, or the header in an ``.eval``.

    Accuracy is used where all tasks have it, or else the mean; what reduces the epochs of a sample to one score is
    part of the measure where there are several. Arguments of a task are part of its name where they differ; logs of
    the same task and model are repeats.
    """
    contents = [file.mapping() for file in files]
    abouts = [content["eval"] for content in contents]
    tasks = _with_arguments(
        [about["task"] for about in abouts], [about.get("task_args") or {} for about in abouts]
    )
    results = [content.get("results") or {} for content in contents]
    reducers = {str(score.get("reducer") or "mean") for part in results for score in part.get("scores") or []}
    records: list[Record] = []
    for file, content, about, task, part in zip(files, contents, abouts, tasks, results, strict=True):
        settings, scores, status = about.get("config") or {}, part.get("scores") or [], content["status"]
        run = Record(
            task=task,
            comparate=about["model"],
            score=None,
            place=placed(about["task"], file, files),
            failed=_failure(status, bool(scores)),
            stated=_stated(
                ("version", about.get("task_version")),
                ("limit", settings.get("limit")),
                ("epochs", settings.get("epochs")),
                ("samples", part.get("completed_samples", part.get("total_samples"))),
            ),
        )
        if run.failed:
            records.append(run)
            continue
        several = len({score["name"] for score in scores}) > 1
        for score in scores:
            for metric, value in score["metrics"].items():
                if not {"stderr", "std", "var"} & set(words(metric)):
                    measure = f"{metric} ({score['name']})" if several else metric
                    measure = _reduced(measure, score.get("reducer"), reducers)
                    records.append(replace(run, score=value["value"], measure=measure))
    return _with_repeats(records)


def _failure(status: str, has_scores: bool) -> str:
    """Return what went wrong in a run, by its status; nothing of one that succeeded and has scores."""
    return status if status not in ("", "success") else "" if has_scores else "no score"


def _reduced(measure: str, reducer: str | None, reducers: set[str]) -> str:
    """Return a measure with what reduces epochs to one score, where there are several ways."""
    return f"{measure}, {reducer or 'mean'}" if len(reducers) > 1 else measure


def _with_arguments(tasks: Sequence[str], arguments: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the names of tasks, with those of their arguments in which the runs of a task differ."""
    runs: dict[str, dict[str, set[str]]] = {}
    for task, values in zip(tasks, arguments, strict=True):
        for key in values:
            runs.setdefault(task, {}).setdefault(key, set())
    for task, values in zip(tasks, arguments, strict=True):
        for key, various in runs.get(task, {}).items():
            various.add(str(values.get(key)))
    names = []
    for task, values in zip(tasks, arguments, strict=True):
        differing = [key for key, various in runs.get(task, {}).items() if len(various) > 1]
        parts = [f"{key}={values.get(key)}" for key in differing]
        names.append(f"{task} ({', '.join(parts)})" if parts else task)
    return names


def _with_repeats(records: Iterable[Record]) -> list[Record]:
    """Return records with the numbers of their repeats."""
    records = list(records)
    keys = ((record.task, record.comparate, record.measure, bool(record.failed)) for record in records)
    return [
        replace(record, repeat=f"failed {repeat}" if record.failed else str(repeat))
        for record, repeat in zip(records, numbered(keys), strict=True)
    ]


def mteb(files: Sequence[File]) -> Iterator[Record]:
    """Yield the main scores in files of MTEB 1.12 to 2 (``results/task_result.py``): MODEL/REVISION/TASK.json.

    Of the splits test is used, or else the first; a task's score is the mean of those of its subsets.
    """
    for file in files:
        content = file.mapping()
        splits = content["scores"]
        split = "test" if "test" in splits else next(iter(splits))
        above = file.path.parent
        folder = above.parent.name if _REVISION.fullmatch(above.name) else ""
        for subset in splits[split]:
            yield Record(
                task=content["task_name"],
                comparate=folder.replace("__", "/") or _of_folder(file),
                score=subset["main_score"],
                repeat=str(subset.get("hf_subset", "")) if len(splits[split]) > 1 else "",
                place=placed(content["task_name"], file, files),
                stated=_stated(("split", split), ("revision", content.get("dataset_revision"))),
            )
