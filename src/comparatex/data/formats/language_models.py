"""Results of evaluations of language and embedding models.

lm-evaluation-harness 0.4, Every Eval Ever 0.2, HELM 0.5, Inspect 0.3 and MTEB 1.12 to 2.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from comparatex.data.formats.contract import File, Record, headed, long_table, name_of, numbered, placed, scored
from comparatex.data.headings import words
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
    tasks of the earlier. LightEval writes the same, with the mean of all tasks.
    """
    evaluations: dict[tuple[str, str], list[Record]] = {}
    again: dict[str, None] = {}
    for file in sorted(files, key=lambda file: (file.folder, file.stem)):
        content = {key: part or {} for key, part in file.mapping().items()}
        arguments = content.get("config", {}).get("model_args")
        if isinstance(arguments, Mapping):
            arguments = ",".join(f"{key}={value}" for key, value in arguments.items())
        named = _PRETRAINED.search(arguments or "")
        stated = content.get("model_name") or content.get("config_general", {}).get("model_name")
        model = str(stated or (named[1] if named else "") or _of_folder(file))
        results, groups = content["results"], content.get("group_subtasks", {})
        for task, scores in results.items():
            if any(part in results for part in groups.get(task) or ()) or task == "all":
                continue
            if (task, model) in evaluations:
                again[model] = None
            about = _stated(
                ("n-shot", content.get("n-shot", {}).get(task)),
                ("version", content.get("versions", {}).get(task)),
                ("limit", content.get("config", {}).get("limit")),
            )
            higher = content.get("higher_is_better", {}).get(task)
            higher = higher if isinstance(higher, Mapping) else {}
            run = Record(task, model, None, place=placed(task, file, files), stated=about)
            evaluations[task, model] = [
                replace(
                    run,
                    score=None if score == "N/A" else score,
                    measure=_filtered(metric, chosen),
                    lower=None if higher.get(metric) is None else not higher[metric],
                )
                for (metric, _, chosen), score in ((key.partition(","), score) for key, score in scores.items())
                if metric not in _NO_METRICS and not metric.endswith("_stderr")
                if not isinstance(score, (Mapping, list))
            ]
    notes = tuple(f"{model} was evaluated again: the later file counts." for model in again)
    records = [record for part in evaluations.values() for record in part]
    return headed(records, name_of(files), notes=notes)


def _stated(*pairs: tuple[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return what a file states of an experiment as texts."""
    return tuple((key, "none" if value is None else cell_name(value)) for key, value in pairs)


def _of_folder(file: File) -> str:
    """Return the name of a model from that of its folder, in which a slash is two underscores, or of its file."""
    return file.folder.replace("__", "/") or file.stem


def _filtered(metric: str, chosen: str) -> str:
    """Return the name of a metric of filtered responses, where the filter does something."""
    return metric if chosen in ("", "none") else f"{metric} ({chosen})"


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
                task, measure = f"{benchmark}/{item['doc_id']}", _filtered(metric, item.get("filter", "none"))
                place, score = placed(number, file, files), item.get(metric)
                if not isinstance(score, list):
                    yield Record(task, _of_folder(file), score, measure, place=place, group=benchmark)


def are_resolved(file: File) -> bool:
    """Whether a file lists the instances that were resolved, by one model or by each."""
    return isinstance(file.json, Mapping) and bool(_by_model(file))


_RESOLVED = ("resolved_ids", "resolved")


def _are_instances(ids: Any) -> TypeGuard[list[str]]:
    return isinstance(ids, list) and all(isinstance(instance, str) for instance in ids)


def _resolved_by(content: Mapping[str, Any]) -> list[str] | None:
    return next((ids for ids in map(content.get, _RESOLVED) if _are_instances(ids)), None)


def _by_model(file: File) -> dict[str, Mapping[str, Any]]:
    """Return the lists of instances by model: those of a file, called like its path, or those of each of its parts."""
    parts = [file.stem, *reversed(file.path.parent.parts)]
    called = next((part for part in parts if part not in ("results", "result", "report")), file.stem)
    for models in ({called: file.mapping()}, file.mapping()):
        if all(isinstance(part, Mapping) and _resolved_by(part) is not None for part in models.values()):
            return dict(models)
    return {}


def resolved(files: Sequence[File]) -> Table:
    """Return 1 for each instance that a model resolved, else 0, from the results of SWE-bench, by model.

    They list the instances by what became of them; all that any of them names are those of the benchmark. The model of
    a file is called like it, or like the folder that holds it or its folder ``results``. A group is a repository.
    """
    models = [(file, *part) for file in files for part in _by_model(file).items()]
    known = {file.name for file, *_ in models}
    for file in files:
        if file.name not in known:
            raise file.strange("it lists no instances that were resolved")
    lists = [ids for *_, content in models for ids in content.values() if _are_instances(ids)]
    every = sorted({instance for ids in lists for instance in ids})
    groups = [instance.rpartition("-")[0].replace("__", "/") for instance in every]
    records = [
        Record(task, model, str(int(task in done)), "resolved", place=placed(number, file, files), group=group)
        for file, model, content in models
        for done in [{*(_resolved_by(content) or ())}]
        for number, (task, group) in enumerate(zip(every, groups, strict=True), start=1)
    ]
    note = f"{name_of(files)}: the {len(every)} instances are all that any list names."
    return long_table(records, name_of(files), notes=(note,))


def every_eval_ever(files: Sequence[File]) -> Iterator[Record]:
    """Yield the scores in files of Every Eval Ever 0.2 (``eval.schema.json``), a file for each model and source."""
    for file in files:
        content = file.mapping()
        about = content["model_info"]
        for number, result in enumerate(content["evaluation_results"], start=1):
            metric = result.get("metric_config") or {}
            task, score = result["evaluation_name"], result["score_details"]["score"]
            model, measure = about.get("name") or about.get("id"), metric.get("metric_name") or metric.get("metric_id")
            place, lower = placed(number, file, files), metric.get("lower_is_better") is True
            yield Record(task, str(model), score, str(measure or ""), place=place, lower=lower)


def helm(files: Sequence[File]) -> Iterator[Record]:
    """Yield the scores in ``stats.json`` of HELM 0.5 (``metrics/statistic.py``), whose folder names task and model.

    Means on the test split, without perturbation, are scores; of several metrics the main one is used, as in
    HELM's own tables, if all runs have it.
    """
    for file in files:
        model, task = _helm_run(file)
        means = [
            (mean["name"], mean["mean"]) for mean in file.json if "perturbation" not in mean["name"] and "mean" in mean
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
    columns = {head: list(map(cell_name, table.cells(head))) for head in table.header}
    arguments = [head for head in table.header if head.startswith("task_arg_")]
    roles = {"task": "{task_name}", "comparate": "{model}", "measure": "{score_headline_metric}"}
    return _of_runs(
        (
            replace(
                run,
                failed=_failure(status, not is_missing(run.score)),
                stated=tuple((head, columns[head][row]) for head in _OF_EVALUATIONS if head in columns),
            ),
            {head.removeprefix("task_arg_"): columns[head][row] for head in arguments},
            columns["epochs_reducer"][row] if "epochs_reducer" in columns else "",
        )
        for row, run in enumerate(scored(table, "score_headline_value", failed="{status}", **roles))
        for status in [run.failed]
    )


def inspect_logs(files: Sequence[File]) -> list[Record]:
    """Return the metrics in logs of Inspect 0.3 (``log/_log.py``, version 2): JSON, or the header in an ``.eval``.

    Accuracy is used where all tasks have it, or else the mean; what reduces the epochs of a sample to one score is
    part of the measure where there are several. Arguments of a task are part of its name where they differ; logs of
    the same task and model are repeats.
    """
    return _of_runs(
        (record, file.mapping()["eval"].get("task_args") or {}, reducer)
        for file in files
        for record, reducer in _of_log(file, placed(file.mapping()["eval"]["task"], file, files))
    )


def _of_log(file: File, place: str) -> Iterator[tuple[Record, str | None]]:
    """Yield the metrics of a log with what reduces epochs, or the run if it failed."""
    content = file.mapping()
    about, part = content["eval"], content.get("results") or {}
    settings, scores = about.get("config") or {}, part.get("scores") or []
    stated = _stated(
        ("version", about.get("task_version")),
        ("limit", settings.get("limit")),
        ("epochs", settings.get("epochs")),
        ("samples", part.get("completed_samples", part.get("total_samples"))),
    )
    failed = _failure(content["status"], bool(scores))
    run = Record(about["task"], about["model"], None, place=place, failed=failed, stated=stated)
    if run.failed:
        yield run, None
        return
    several = len({score["name"] for score in scores}) > 1
    for score in scores:
        for metric, value in score["metrics"].items():
            if not {"stderr", "std", "var"} & set(words(metric)):
                measure = f"{metric} ({score['name']})" if several else metric
                yield replace(run, score=value["value"], measure=measure), str(score.get("reducer") or "mean")


def _failure(status: str, has_scores: bool) -> str:
    """Return what went wrong in a run, by its status; nothing of one that succeeded and has scores."""
    return status if status not in ("", "success") else "" if has_scores else "no score"


def _of_runs(scores: Iterable[tuple[Record, Mapping[str, Any], str | None]]) -> list[Record]:
    """Return scores, given with arguments of their tasks and what reduces epochs, which are named where they differ."""
    runs = list(scores)
    tasks = _with_arguments([run.task for run, _, _ in runs], [arguments for _, arguments, _ in runs])
    several = len({reducer for _, _, reducer in runs if reducer is not None}) > 1
    keys = [
        (task, run.comparate, f"{run.measure}, {reducer or 'mean'}" if several else run.measure, run.failed)
        for task, (run, _, reducer) in zip(tasks, runs, strict=True)
    ]
    numbers = numbered((*key[:3], bool(key[3])) for key in keys)
    return [
        replace(run, task=task, measure=measure, repeat=f"failed {number}" if failed else str(number))
        for (run, _, _), (task, _, measure, failed), number in zip(runs, keys, numbers, strict=True)
    ]


def _with_arguments(tasks: Sequence[str], arguments: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the names of tasks, with those of their arguments in which the runs of a task differ."""
    keys: dict[str, dict[str, None]] = {}
    for task, values in zip(tasks, arguments, strict=True):
        keys.setdefault(task, {}).update(dict.fromkeys(values))
    texts = [{key: str(values.get(key)) for key in keys[task]} for task, values in zip(tasks, arguments, strict=True)]
    different = {(task, *argument) for task, run in zip(tasks, texts, strict=True) for argument in run.items()}
    various = Counter((task, key) for task, key, _ in different)
    names = []
    for task, run in zip(tasks, texts, strict=True):
        parts = [f"{key}={text}" for key, text in run.items() if various[task, key] > 1]
        names.append(f"{task} ({', '.join(parts)})" if parts else task)
    return names


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
        task, model = content["task_name"], folder.replace("__", "/") or _of_folder(file)
        stated = _stated(("split", split), ("revision", content.get("dataset_revision")))
        for subset in splits[split]:
            repeat = str(subset.get("hf_subset", "")) if len(splits[split]) > 1 else ""
            yield Record(
                task, model, subset["main_score"], repeat=repeat, place=placed(task, file, files), stated=stated
            )
