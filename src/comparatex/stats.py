"""All statistics of a comparison as JSON, or as CSV tables, for scripts; what is undefined is null, or empty."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain, count
from typing import IO, Any

from comparatex.data.scores import BINARY
from comparatex.errors import DataError
from comparatex.files import is_reserved
from comparatex.inference.arithmetic import defined, records
from comparatex.inference.compare import imputation
from comparatex.inference.comparison import Comparison
from comparatex.inference.fields import COMPARATE, TABLE, OptionalStatistics, Source
from comparatex.inference.items import ItemComparison
from comparatex.inference.leaderboard import CENTRES, leaderboard
from comparatex.inference.plan import Plan
from comparatex.inference.verdicts import razor
from comparatex.layout.selection import chosen
from comparatex.names import guarded
from comparatex.pair_table import FileForm, PairForm, PairTable, as_json, left_out, lines, listed, write
from comparatex.tables.ranks import LeaderboardOptions
from comparatex.version import __version__

JSON_START = b'{\n  "version": "'
"""How every JSON of statistics begins, by which one is told from other files."""

_LONGEST = 60
_SCALE = ("scale", "relative_to", "between")  # settings that only comparisons on another scale list
"""Letters of the name of a folder: file systems take 255 bytes."""

NOTHING = OptionalStatistics()
"""Nothing beyond the usual statistics."""

TIES = (
    "Differences of scores written with at most 12 significant digits, or of whole numbers up to 2^53, are exact. "
    "Where a score has more digits, comes from a binary source or is a mean of repeats, they are on a grid of 1e-10, "
    "or of the smallest power of ten that is at least 1e-13 of the larger of the two scores when that exceeds 1000, "
    "and at least 1e-7 of it when that is at most 0.0001 and not both are multiples of 2^-53 (as 1 - x is of any "
    "floating-point x from 1/2 to 1)."
)
"""The rule for ties, in words."""

_TOLERANCE = "Then scores and differences are rounded to the nearest multiple of the tie tolerance."


def to_json(
    comparison: Comparison,
    groups: Sequence[Comparison] = (),
    optional: OptionalStatistics = NOTHING,
    *,
    pairs: PairForm = "auto",
) -> str:
    """Return all statistics as strict JSON: undefined numbers are null, and the notes say why."""
    return "".join(json_parts(comparison, groups, optional, pairs=pairs))


def json_parts(
    comparison: Comparison,
    groups: Sequence[Comparison] = (),
    optional: OptionalStatistics = NOTHING,
    *,
    pairs: PairForm = "auto",
    elsewhere: str = "",
) -> Iterator[str]:
    """Yield the parts of what `to_json` returns, so that large tables need not be held in memory."""
    return _parts(_document(comparison, groups, optional, pairs, elsewhere), pairs)


def of_measures(comparisons: Sequence[Comparison], elsewhere: str = "") -> str:
    """Return the statistics by several measures as strict JSON: those of each, under ``measures``."""
    documents = [_document(comparison, (), NOTHING, "auto", elsewhere) for comparison in comparisons]
    return "".join(_parts({"version": __version__, "measures": documents}))


def as_dict(comparison: Comparison, *, pairs: PairForm = "auto") -> dict[str, Any]:
    """Return all statistics as plain dictionaries, lists, numbers, texts and None.

    The keys and their order are part of the contract with scripts. Every pair stands once, in the order of
    the summary: the row is the comparate with the better mean score. Pairs are records, or a list of values for each
    statistic, or None; by default more than 20,000, those of 200 comparates, are left out, and a note says so.
    """
    return dict(json.loads(to_json(comparison, pairs=pairs)))


def csv_parts(
    comparison: Comparison, groups: Sequence[Comparison] = (), optional: OptionalStatistics = NOTHING
) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield all statistics as CSV tables: file names, and the parts of each, so that none need be held in memory.

    Undefined numbers are empty cells. The tables of each group of tasks are in folders of their own.
    ``task-posteriors.csv`` is there where the Bayesian test is one of every task, ``occam.csv`` where costs are known.
    """
    yield from _csv(comparison, optional)
    for group, folder in zip(groups, folder_names([g.scores.task_group for g in groups]), strict=True):
        for name, parts in _csv(group, optional):
            yield f"groups/{folder}/{name}", parts


def write_pairs(
    file: IO[bytes],
    form: FileForm,
    comparison: Comparison,
    groups: Sequence[Comparison] = (),
    optional: OptionalStatistics = NOTHING,
) -> None:
    """Write the statistics of all pairs to a Parquet or Arrow file; see `comparatex.pair_table.write`."""
    tables = ((group.scores.task_group, PairTable.of(group, optional)) for group in groups)
    write([("", PairTable.of(comparison, optional)), *tables], file, form)


def items_to_json(items: ItemComparison, alpha: float) -> str:
    """Return comparisons on the same items as strict JSON."""
    about = {name: getattr(items, name) for name in ("test", "average")}
    about |= {"groups": items.groups or None, "correction": items.correction, "mid_p": items.mid_p}
    levels = {"alpha": alpha, "interval_level": items.level}
    return as_json({"version": __version__, **about, **levels, "pairs": items.records()}) + "\n"


def plan_to_json(plan: Plan) -> str:
    """Return a plan as strict JSON."""
    return as_json({"version": __version__, **plan.record()})


def items_to_csv(items: ItemComparison) -> str:
    """Return comparisons on the same items as a CSV table, a line for each pair."""
    records = items.records()
    return _table(records[0], (record.values() for record in records))


def leaderboard_to_json(comparison: Comparison, options: LeaderboardOptions) -> str:
    """Return the leaderboard as strict JSON, with the further columns that are asked for."""
    shown: Any = chosen(comparison, options)
    board = leaderboard(comparison, **shown.of_board)
    lines = board.records()
    for heading, texts in options.extra.items():
        for line in lines:
            line.setdefault("extra", {})[heading] = texts.get(line["comparate"])
    for name, part in (options.parts or ())[1:]:
        other = {line["comparate"]: line for line in leaderboard(part, **{**shown.of_board, "draws": 1}).records()}
        for line in lines:
            about = other[line["comparate"]].items()
            kept = {key: value for key, value in about if key in ("place", *CENTRES)}
            line.setdefault("measures", {})[name] = kept
    settings = {name: getattr(comparison.analysis, name) for name in ("test", "correction", "alpha")}
    settings |= {"weights": dict(options.weights)} if options.weights else {}
    settings |= {"simultaneous": True} if options.simultaneous else {}
    return as_json({"version": __version__, **settings, "comparates": lines}) + "\n"


def folder_names(names: Iterable[str]) -> list[str]:
    """Return a folder name for each group: its letters, digits, dots and dashes; a number where two are alike.

    >>> folder_names(["Image data", "image/data", "β", "..", "Image data 2", "aux"])
    ['Image-data', 'image-data-2', 'β', 'group', 'Image-data-2-2', 'group-aux']
    """
    folders: list[str] = []
    for name in names:
        plain = re.sub(r"[^\w.-]+", "-", name)[:_LONGEST].strip(".-") or "group"
        plain = f"group-{plain}" if is_reserved(plain) else plain
        used = {other.casefold() for other in folders}
        numbered = chain([plain], (f"{plain}-{number}" for number in count(2)))
        folders.append(next(name for name in numbered if name.casefold() not in used))
    return folders


_PLACE = "\ufdd0"
"""Where pairs go in a document; a noncharacter, which occurs in no text."""


def _document(
    comparison: Comparison,
    groups: Sequence[Comparison],
    optional: OptionalStatistics,
    pairs: PairForm,
    elsewhere: str = "",
) -> dict[str, Any]:
    """Return all statistics, pairs as a table."""
    cliques, on_cliques = _cliques(comparison)
    of_pairs, on_pairs = _pairs(comparison, optional, pairs, elsewhere)
    of_groups = [_document(group, (), optional, pairs) for group in groups]
    document = {
        "version": __version__,
        "settings": _settings(comparison),
        "notes": [*comparison.notes, *on_cliques, *on_pairs],
        "scores": _scores(comparison),
        "summary": comparate_records(comparison, optional),
        **table_records(comparison),
        "pairs": of_pairs,
        "cliques": cliques,
        **({"imputation": imputed.record()} if (imputed := imputation(comparison)) else {}),
        **({"occam": occam_record(comparison, optional.costs)} if optional.costs else {}),
        **({"runs": runs_record(comparison)} if optional.runs else {}),
        **({"groups": of_groups} if groups else {}),
    }
    return dict(defined(document))


def _pairs(
    comparison: Comparison, optional: OptionalStatistics, form: PairForm, elsewhere: str
) -> tuple[PairTable | None, list[str]]:
    """Return the pairs, or None, with a note where nobody has asked to leave them out."""
    n_pairs = len(comparison.pair_statistics.row)
    if form == "none":
        return None, []
    if form == "auto" and not listed(n_pairs):
        return None, [left_out(n_pairs, elsewhere)]
    return PairTable.of(comparison, optional), []


def _parts(document: dict[str, Any], pairs: PairForm = "auto") -> Iterator[str]:
    """Yield the parts of a document as JSON."""
    written = PairTable.columns_as_json if pairs == "columns" else PairTable.records_as_json
    tables: list[PairTable] = []

    def place(table: PairTable) -> str:
        tables.append(table)
        return _PLACE

    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False, default=place)
    before, *others = text.split(f'"{_PLACE}"')
    yield before
    for table, after in zip(tables, others, strict=True):
        line = before.rpartition("\n")[2]
        yield from written(table, line[: len(line) - len(line.lstrip())])
        yield after
        before = after


def _csv(comparison: Comparison, optional: OptionalStatistics) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the tables of one comparison."""
    summary, pairs = comparate_records(comparison, optional), PairTable.of(comparison, optional)
    yield "summary.csv", iter([_table(summary[0], (row.values() for row in summary))])
    yield "pairs.csv", pairs.as_csv()
    (cliques, _), ranked = _cliques(comparison), comparison.ranked_tasks
    tables: dict[str, tuple[Iterable[str], Iterable[Iterable[Any]]]] = {
        "friedman.csv": (("test", "key", "value"), _table_rows(comparison)),
        "cliques.csv": (
            ("clique", "comparate"),
            ((number, name) for number, clique in enumerate(cliques or [], 1) for name in clique),
        ),
        "ranks.csv": (("task", *comparison.names), zip(ranked, *comparison.ranks.T.tolist(), strict=True)),
        "scores.csv": (("task", *comparison.names), _score_rows(comparison)),
    }
    yield from ((name, iter([_table(*table)])) for name, table in tables.items())
    if pairs.has_task_posteriors:
        yield "task-posteriors.csv", pairs.task_posteriors_as_csv()
    if optional.costs:
        record = occam_record(comparison, optional.costs)
        rows = (
            (name, cost, name == record["best"], name == record["simplest"]) for name, cost in record["costs"].items()
        )
        yield "occam.csv", iter([_table(("comparate", "cost", "best", "simplest"), rows)])


def _settings(comparison: Comparison) -> dict[str, Any]:
    """Return the settings of the analysis and those of the table that bear on its numbers."""
    settings = {key: value for key, value in comparison.analysis.record().items() if key not in _SCALE or value}
    scores = comparison.scores
    if comparison.analysis.bayes:
        settings["rope"] = comparison.rope
    followed = None if comparison.verdict is None else asdict(comparison.verdict.convention)
    return {
        "convention": settings.pop("convention"),
        **({"convention_settings": followed} if followed else {}),
        **settings,
        "missing": scores.missing,
        "ties": TIES if scores.tie_tolerance is None else f"{TIES} {_TOLERANCE}",
        "tie_tolerance": scores.tie_tolerance,
    }


def _scores(comparison: Comparison) -> dict[str, Any]:
    scores = comparison.scores
    return {
        "comparates": list(scores.comparates),
        "tasks": list(scores.tasks),
        "n_tasks": scores.n_tasks,
        "direction": scores.direction,
        "measure": scores.measure,
        **({"assumed": list(scores.assumed)} if scores.assumed else {}),
        **({"repeats_are": scores.repeats_are} if scores.repeats_are else {}),
        **({"repeats_of": scores.repeats_of} if scores.repeats_of else {}),
        **({"group": scores.task_group} if scores.task_group else {}),
        **({"task_groups": dict(scores.task_groups)} if scores.task_groups and not scores.task_group else {}),
        **({"clusters": {task: scores.clusters[task] for task in scores.tasks}} if scores.clusters else {}),
        "dropped_tasks": list(scores.dropped_tasks),
        "dropped_comparates": list(scores.dropped_comparates),
    }


def _cliques(comparison: Comparison) -> tuple[list[list[str]] | None, list[str]]:
    """Return the cliques, or None with a note when there are too many."""
    try:
        return [[comparison.names[i] for i in clique] for clique in comparison.cliques], []
    except DataError as error:
        return None, [f"Cliques are not listed. {error}"]


def _table_rows(comparison: Comparison) -> Iterable[tuple[str, str, Any]]:
    """Yield the same as test, key and value; two degrees of freedom as df1 and df2."""
    for test, values in table_records(comparison).items():
        for key, value in values.items():
            if isinstance(value, tuple):
                yield from ((test, f"{key}{k}", part) for k, part in enumerate(value, 1))
            else:
                yield test, key, value


def _score_rows(comparison: Comparison) -> Iterator[list[str]]:
    """Yield the scores of a task as they were compared, decimals as written, comparates in the summary order."""
    scores, order = comparison.scores, comparison.order
    cells = zip(scores.tasks, scores.values[:, order].tolist(), scores.decimals[:, order].tolist(), strict=True)
    for task, values, decimals in cells:
        yield [task, *map(_written, values, decimals)]


def _written(value: float, places: int) -> str:
    """Return a score with the decimals in which it was written; a binary float with all its digits."""
    if math.isnan(value):
        return ""
    return repr(value) if places == BINARY else f"{value:.{places}f}"


def _table(heading: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    body = ([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return lines(chain([map(guarded, heading)], body))


def comparate_records(comparison: Comparison, optional: OptionalStatistics) -> list[dict[str, Any]]:
    """Return the statistics of every comparate."""
    source = Source(comparison, optional)
    columns = {f.name: f.values(source) for f in COMPARATE if f.records and f.when(source)}
    return records({"comparate": comparison.names, **columns})


def table_records(comparison: Comparison) -> dict[str, dict[str, Any]]:
    """Return the statistics of the whole table, by test; degrees of freedom as a number where there is one."""
    source, tests = Source(comparison), dict[str, dict[str, Any]]()
    for field in TABLE:
        if field.records and field.when(source):
            value: Any = field.value(source)
            if isinstance(value, tuple) and len(value) == 1:
                value = value[0]
            tests.setdefault(field.group, {})[field.name] = value
    return tests


def occam_record(comparison: Comparison, costs: Mapping[str, float]) -> dict[str, Any]:
    """Return the best comparate, and the simplest that does not differ significantly from it."""
    best, simplest = (comparison.names[i] for i in razor(comparison, costs))
    priced = {name: costs[name] for name in comparison.names if name in costs}
    return {"best": best, "simplest": simplest, "costs": priced}


def runs_record(comparison: Comparison) -> dict[str, Any]:
    """Return what the runs say: aggregate metrics, probabilities of improvement, sources of variance, intervals."""
    from comparatex.inference.runs import runs_of

    runs = runs_of(comparison)
    split = runs.split
    return {
        "draws": runs.n_samples,
        "target": runs.target,
        "against": comparison.names[runs.against],
        "comparates": [
            {
                "comparate": name,
                **{key: asdict(estimate) for key, estimate in metrics.items()},
                "improvement": asdict(improvement),
            }
            for name, metrics, improvement in zip(comparison.names, runs.metrics, runs.improvement, strict=True)
        ],
        "variance": {
            **{key: getattr(split, key) for key in ("tasks", "interaction", "runs", "n_tasks", "n_runs")},
            **{key: asdict(getattr(split, key)) for key in ("runs_for_mean", "runs_for_difference")},
            "standard_errors": [
                {
                    "n_runs": n_runs,
                    "of_mean": split.standard_error(split.n_tasks, n_runs),
                    "of_difference": split.standard_error(split.n_tasks, n_runs, of_difference=True),
                }
                for n_runs in (1, 2, 3, 5, 10, 20, 50, 100)
            ],
        },
    }
