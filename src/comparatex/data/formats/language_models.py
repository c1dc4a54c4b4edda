"""Results of evaluations of language and embedding models.

lm-evaluation-harness 0.4, Every Eval Ever 0.2, HELM 0.5, Inspect 0.3 and MTEB 1.12 to 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from comparatex.data.formats.contract import (
    File,
    Record,
    headed,
    long_table,
    name_of,
    placed,
    rows,
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
            found[task, model] = [
                Record(
                    task=task,
                    comparate=model,
                    score=score,
                    measure=measure,
                    place=placed(task, file, files),
                    lower=_lower(directions.get(task), measure),
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
    measures = "score_headline_metric" if "score_headline_metric" in table.header else ""
    status = "status" if "status" in table.header else ""
    heads = ("task_name", "model", "score_headline_value", measures or "model", status or "model")
    records, failed = [], 0
    for row, (task, model, score, measure, state) in enumerate(rows(table, heads)):
        if is_missing(score) or (status and cell_name(state) != "success"):
            failed += 1
            continue
        records.append(
            Record(
                task=cell_name(task),
                comparate=cell_name(model),
                score=score,
                measure=cell_name(measure) if measures else "",
                place=str(table.lines[row]),
            )
        )
    notes = _without_scores(table.name, failed, table.n_rows)
    return headed(_numbered(records), table.name, notes=notes, unit=table.unit)


def inspect_logs(files: Sequence[File]) -> Table:
    """Return the metrics in logs of Inspect 0.3 (``log/_log.py``, version 2): JSON, or the header in an ``.eval``.

    Accuracy is used where all tasks have it, or else the mean. Logs of the same task and model are repeats.
    """
    contents = [file.mapping() for file in files]
    done = [
        content["status"] == "success" and bool((content.get("results") or {}).get("scores"))
        for content in contents
    ]
    records = [
        Record(
            task=content["eval"]["task"],
            comparate=content["eval"]["model"],
            score=metric["value"],
            measure=measure if len(scores) == 1 else f"{measure} ({scorer['name']})",
            place=placed(content["eval"]["task"], file, files),
            lower=better_scores(measure) == "lower",
        )
        for file, content, complete in zip(files, contents, done, strict=True)
        if complete
        for scores in [content["results"]["scores"]]
        for scorer in scores
        for measure, metric in scorer["metrics"].items()
        if not {"stderr", "std", "var"} & set(words(measure))
    ]
    notes = _without_scores(name_of(files), done.count(False), len(files))
    return headed(_numbered(records), name_of(files), preferred=("accuracy", "mean"), notes=notes)


def _without_scores(name: str, failed: int, n: int) -> tuple[str, ...]:
    """Return the note on evaluations that failed."""
    return (f"{name}: {failed} of {n} evaluations have no score and are left out.",) if failed else ()


def _numbered(records: Sequence[Record]) -> list[Record]:
    """Return records with the numbers of their repeats."""
    seen: dict[tuple[str, str, str], int] = {}
    found = []
    for one in records:
        key = (one.task, one.comparate, one.measure)
        seen[key] = seen.get(key, -1) + 1
        found.append(replace(one, repeat=str(seen[key])))
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
                )
            )
    return long_table(records, name_of(files))


def _embedder(file: File) -> str:
    """Return the name of a model, from the folder above that of its revision."""
    folders = file.path.parent.parts
    if len(folders) > 1 and _REVISION.fullmatch(folders[-1]):
        return _unescaped(folders[-2])
    return _unescaped(folders[-1]) if folders else file.stem
