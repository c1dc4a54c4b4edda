"""Results of evaluations of language and embedding models.

lm-evaluation-harness 0.4, Every Eval Ever 0.2, HELM 0.5, Inspect 0.3 and MTEB 1.12 to 2.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from comparatex.data.formats.contract import (
    File,
    Record,
    cells,
    headed,
    long_table,
    name_of,
    placed,
)
from comparatex.data.measures import better_scores
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
_HELM_METRICS = (
    "exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match", "f1_score", "rouge_l",
    "rouge_2", "bleu_4", "NDCG@10", "RR@10", "math_equiv_chain_of_thought", "classification_macro_f1",
)  # fmt: skip
_HELM_RUN = re.compile(r"(?:([^=,]*)[^\w=,])?(\w+=.*)")
_PREFERRED = ("accuracy", "accuracy, mean", "mean", "mean, mean")
_OF_EVALUATIONS = ("task_version", "limit", "epochs", "dataset_samples", "completed_samples")
"""What ``evals_df`` states of evaluations that may differ."""

_REVISION = re.compile(r"[0-9a-f]{40}|no_revision_available|external|main|\d+")


def lm_eval(files: Sequence[File]) -> Table:
    """Return the scores in ``results_*.json`` of lm-evaluation-harness 0.4 (``evaluator.py``, ``loggers``).

    ``results`` has each task with ``METRIC,FILTER`` and its standard error. Groups are left out where their
    subtasks are there. ``higher_is_better`` states the direction. The later of two files of a model replaces the
    tasks of the earlier.
    """
    found: dict[tuple[str, str], list[Record]] = {}
    again: dict[str, None] = {}
    for file in sorted(files, key=lambda file: (file.folder, file.stem)):
        content = file.mapping()
        model = _lm_eval_model(content, file)
        groups = {name for name, parts in (content.get("group_subtasks") or {}).items() if parts}
        directions = content.get("higher_is_better") or {}
        for task, scores in content["results"].items():
            if task in groups and any(part in content["results"] for part in content["group_subtasks"][task]):
                continue
            if (task, model) in found:
                again[model] = None
            stated = _stated(
                ("n-shot", (content.get("n-shot") or {}).get(task)),
                ("version", (content.get("versions") or {}).get(task)),
                ("limit", (content.get("config") or {}).get("limit")),
            )
            found[task, model] = [
                Record(
                    task=task,
                    comparate=model,
                    score=score,
                    measure=measure,
                    place=placed(task, file, files),
                    lower=_lower(directions.get(task), measure),
                    stated=stated,
                )
                for measure, score in _metrics(scores)
            ]
    notes = tuple(f"{model} was evaluated again: the later file counts." for model in again)
    return headed([one for part in found.values() for one in part], name_of(files), notes=notes)


def _lm_eval_model(content: Mapping[str, Any], file: File) -> str:
    """Return the name of a model, as it is stated or from its arguments or its folder."""
    config = content.get("config") or {}
    arguments = config.get("model_args")
    if isinstance(arguments, Mapping):
        arguments = ",".join(f"{key}={value}" for key, value in arguments.items())
    named = _PRETRAINED.search(arguments or "")
    return str(
        content.get("model_name") or (named[1] if named else "") or _unescaped(file.folder) or file.stem
    )


def _stated(*pairs: tuple[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return what a file states of an experiment as texts."""
    return tuple((key, "none" if value is None else cell_name(value)) for key, value in pairs)


def _unescaped(folder: str) -> str:
    """Return the name of a model from that of its folder."""
    return folder.replace("__", "/")


def _metrics(scores: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the metrics of a task; a filter that does something is part of the name."""
    for key, score in scores.items():
        metric, _, chosen = key.partition(",")
        if metric in _NO_METRICS or metric.endswith("_stderr") or isinstance(score, (Mapping, list)):
            continue
        name = metric if chosen in ("", "none") else f"{metric} ({chosen})"
        yield name, None if score == "N/A" else score


def _lower(directions: Any, measure: str) -> bool:
    """Whether lower is better, as it is stated or by the name of the measure."""
    stated = directions.get(measure.partition(" (")[0]) if isinstance(directions, Mapping) else None
    return better_scores(measure) == "lower" if stated is None else not stated


def are_samples(file: File) -> bool:
    """Whether the items of a file list their metrics, or the responses of a model."""
    head = file.data[:1_000_000]
    return b'"metrics"' in head or b'"resps"' in head


def samples(files: Sequence[File]) -> Table:
    """Return the scores of items in ``samples_TASK_DATE.jsonl`` of lm-evaluation-harness 0.4, in a folder of a model.

    A task is an item, its group the benchmark. ``metrics`` names the keys of the scores, and ``filter`` what they
    are of.
    """
    records = []
    for file in files:
        named = _SAMPLES.fullmatch(file.stem)
        benchmark = named[1] if named else file.stem
        for number, item in enumerate(json_lines(file.text, file.name), start=1):
            chosen = item.get("filter", "none")
            for metric in item.get("metrics") or [key for key in item if key not in _NO_SCORES]:
                if not isinstance(item.get(metric), list):
                    records.append(
                        Record(
                            task=f"{benchmark}/{item['doc_id']}",
                            comparate=_unescaped(file.folder) or file.stem,
                            score=item.get(metric),
                            measure=metric if chosen == "none" else f"{metric} ({chosen})",
                            place=placed(number, file, files),
                            group=benchmark,
                        )
                    )
    return headed(records, name_of(files))


def every_eval_ever(files: Sequence[File]) -> Table:
    """Return the scores in files of Every Eval Ever 0.2 (``eval.schema.json``), a file for each model and source."""
    records = []
    for file in files:
        content = file.mapping()
        about = content["model_info"]
        for number, one in enumerate(content["evaluation_results"], start=1):
            metric = one.get("metric_config") or {}
            records.append(
                Record(
                    task=one["evaluation_name"],
                    comparate=str(about.get("name") or about.get("id")),
                    score=one["score_details"]["score"],
                    measure=str(metric.get("metric_name") or metric.get("metric_id") or ""),
                    place=placed(number, file, files),
                    lower=metric.get("lower_is_better") is True,
                )
            )
    return headed(records, name_of(files))


def helm(files: Sequence[File]) -> Table:
    """Return the scores in ``stats.json`` of HELM 0.5 (``metrics/statistic.py``), whose folder names task and model.

    Means on the test split, without perturbation, are scores; of several metrics the main one is used, as in
    HELM's own tables, if all runs have it.
    """
    records = []
    for file in files:
        model, task = _helm_run(file)
        means = [one for one in file.json if "perturbation" not in one["name"] and "mean" in one]
        split = "test" if any(one["name"].get("split") == "test" for one in means) else "valid"
        records += [
            Record(
                task=task,
                comparate=model,
                score=one["mean"],
                measure=one["name"]["name"],
                place=placed(one["name"]["name"], file, files),
                lower=better_scores(one["name"]["name"]) == "lower",
                stated=(("split", split),),
            )
            for one in means
            if one["name"].get("split") == split and not one["name"].get("sub_split")
        ]
    return headed(records, name_of(files), preferred=_HELM_METRICS)


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


def inspect(table: Table, file: File) -> Table:
    """Return the headline scores in ``evals_df`` of Inspect 0.3 (``analysis/_dataframe/evals/columns.py``)."""
    columns = {head: cells(table, head) for head in table.header}

    def cell(head: str, row: int) -> str:
        return cell_name(columns[head][row]) if head in columns else ""

    heads = [head for head in table.header if head.startswith("task_arg_")]
    names = _with_arguments(
        (cell("task_name", row), {head.removeprefix("task_arg_"): cell(head, row) for head in heads})
        for row in range(table.n_rows)
    )
    reducers = {cell("epochs_reducer", row) for row in range(table.n_rows)}
    records = []
    for row, (task, score) in enumerate(zip(names, columns["score_headline_value"], strict=True)):
        state = cell("status", row)
        records.append(
            Record(
                task=task,
                comparate=cell("model", row),
                score=score,
                measure=_reduced(cell("score_headline_metric", row), cell("epochs_reducer", row), reducers),
                place=str(table.lines[row]),
                failed=state if state not in ("", "success") else "no score" if is_missing(score) else "",
                stated=tuple((head, cell(head, row)) for head in _OF_EVALUATIONS if head in columns),
            )
        )
    return headed(_numbered(records), table.name, preferred=_PREFERRED, unit=table.unit)


def inspect_logs(files: Sequence[File]) -> Table:
    """Return the metrics in logs of Inspect 0.3 (``log/_log.py``, version 2): JSON, or the header in an ``.eval``.

    Accuracy is used where all tasks have it, or else the mean; what reduces the epochs of a sample to one score is
    part of the measure where there are several. Arguments of a task are part of its name where they differ; logs of
    the same task and model are repeats.
    """
    contents = [file.mapping() for file in files]
    names = _with_arguments(
        (content["eval"]["task"], content["eval"].get("task_args") or {}) for content in contents
    )
    scores = [(content.get("results") or {}).get("scores") or [] for content in contents]
    reducers = {str(one.get("reducer") or "mean") for part in scores for one in part}
    records = []
    for file, content, task, part in zip(files, contents, names, scores, strict=True):
        about, status = content["eval"], content["status"]
        settings = about.get("config") or {}
        results = content.get("results") or {}
        common = Record(
            task=task,
            comparate=about["model"],
            score=None,
            place=placed(about["task"], file, files),
            failed=status if status != "success" else "" if part else "no score",
            stated=_stated(
                ("version", about.get("task_version")),
                ("limit", settings.get("limit")),
                ("epochs", settings.get("epochs")),
                ("samples", results.get("completed_samples", results.get("total_samples"))),
            ),
        )
        several = len({one["name"] for one in part}) > 1
        records += (
            [common]
            if common.failed
            else [
                replace(
                    common,
                    score=metric["value"],
                    measure=_reduced(
                        f"{measure} ({one['name']})" if several else measure, one.get("reducer"), reducers
                    ),
                    lower=better_scores(measure) == "lower",
                )
                for one in part
                for measure, metric in one["metrics"].items()
                if not {"stderr", "std", "var"} & set(words(measure))
            ]
        )
    return headed(_numbered(records), name_of(files), preferred=_PREFERRED)


def _reduced(measure: str, reducer: str | None, reducers: set[str]) -> str:
    """Return a measure with what reduces epochs to one score, where there are several ways."""
    return f"{measure}, {reducer or 'mean'}" if len(reducers) > 1 else measure


def _with_arguments(tasks: Iterable[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Return the names of tasks, with those of their arguments in which the runs of a task differ."""
    found = list(tasks)
    given: dict[str, list[Mapping[str, Any]]] = {}
    for task, arguments in found:
        given.setdefault(task, []).append(arguments)
    differing = {
        task: [
            key
            for key in dict.fromkeys(key for arguments in runs for key in arguments)
            if len({str(arguments.get(key)) for arguments in runs}) > 1
        ]
        for task, runs in given.items()
    }
    return [
        f"{task} ({', '.join(f'{key}={arguments.get(key)}' for key in differing[task])})"
        if differing[task]
        else task
        for task, arguments in found
    ]


def _numbered(records: Sequence[Record]) -> list[Record]:
    """Return records with the numbers of their repeats."""
    seen: Counter[tuple[str, str, str, bool]] = Counter()
    found = []
    for one in records:
        key = (one.task, one.comparate, one.measure, bool(one.failed))
        found.append(replace(one, repeat=f"failed {seen[key]}" if one.failed else str(seen[key])))
        seen[key] += 1
    return found


def mteb(files: Sequence[File]) -> Table:
    """Return the main scores in files of MTEB 1.12 to 2 (``results/task_result.py``): MODEL/REVISION/TASK.json.

    Of the splits test is used, or else the first; a task's score is the mean of those of its subsets.
    """
    records = []
    for file in files:
        content = file.mapping()
        splits = content["scores"]
        split = "test" if "test" in splits else next(iter(splits))
        for one in splits[split]:
            records.append(
                Record(
                    task=content["task_name"],
                    comparate=_embedder(file),
                    score=one["main_score"],
                    repeat=str(one.get("hf_subset", "")) if len(splits[split]) > 1 else "",
                    place=placed(content["task_name"], file, files),
                    stated=_stated(("split", split), ("revision", content.get("dataset_revision"))),
                )
            )
    return long_table(records, name_of(files))


def _embedder(file: File) -> str:
    """Return the name of a model, from the folder above that of its revision."""
    folders = file.path.parent.parts
    if len(folders) > 1 and _REVISION.fullmatch(folders[-1]):
        return _unescaped(folders[-2])
    return _unescaped(folders[-1]) if folders else file.stem
