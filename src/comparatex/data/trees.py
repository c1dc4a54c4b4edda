"""Objects within objects, as JSON has them: what the levels of their keys name, down to scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from string import digits
from typing import Any

import numpy as np

from comparatex.data.headings import SUBSETS, matches, says, vocabulary, words
from comparatex.data.measures import SCORE, kind_of
from comparatex.data.pivots import are_statistics, centre_of, role_of
from comparatex.data.raw_table import check_cells
from comparatex.data.written_numbers import holds_numbers, is_missing, parse_numbers

STRUCTURE = SUBSETS | vocabulary(
    "config, configuration, params, parameters, args, arguments, settings, hyperparameters, metrics, metric, results, "
    "result, scores, score, evaluation, eval, evals, meta, metadata, info, time, times, timing, timings, summary, "
    "stats, performance, measures"
)
"""Keys of the parts of a record."""


@dataclass
class Tree:
    """Scores below names: a head for each level of names, empty if it has none, and the record below all of them."""

    heads: list[str] = field(default_factory=list)
    nodes: list[tuple[tuple[str, ...], Any]] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """Keys of which the others beside them are not looked at."""

    def labels(self, level: int) -> list[str]:
        """Return the different names at a level."""
        return list(dict.fromkeys(names[level] for names, _ in self.nodes))

    def named(self) -> int:
        """Return how many levels name comparates or tasks, or may do."""
        return sum(role not in ("measure", "statistic", "repeat") for role in self.roles())

    def roles(self) -> list[str]:
        """Return what each level is: its head, a measure, a statistic, a repeat; empty if nothing says it."""
        return [role_of(head, self.labels(k)) for k, head in enumerate(self.heads)]


def is_list(content: Any) -> bool:
    """Whether an object is a sequence of other objects."""
    return isinstance(content, Sequence) and not isinstance(content, (str, bytes))


def holds_records(content: Any) -> bool:
    """Whether an object is a list of records."""
    return is_list(content) and bool(content) and all(isinstance(part, Mapping) for part in content)


def flattened(record: Mapping[str, Any], separator: str = ".") -> dict[str, Any]:
    """Return a record with the entries of the objects in it, behind their keys and a separator."""
    flat: dict[str, Any] = {}
    for key, part in record.items():
        if isinstance(part, Mapping):
            flat |= {f"{key}{separator}{inner}": cell for inner, cell in flattened(part, separator).items()}
        else:
            flat[str(key)] = part
    return flat


def tree_of(content: Any, name: str, score: str | None = None) -> Tree | None:
    """Return the names and scores in objects, level by level; None where no keys are names."""
    tree = Tree(nodes=[((), content)])
    while tree.nodes and all(map(_is_deep, (node for _, node in tree.nodes))):
        if all(holds_records(node) for _, node in tree.nodes):
            _list(tree)
        elif all(isinstance(node, Mapping) for _, node in tree.nodes):
            _carry(tree, [])
            if not (_descend(tree, score) or _below(tree, score)):
                break
        else:
            return None
    if not tree.nodes or not all(isinstance(node, Mapping) for _, node in tree.nodes):
        return None
    tree.nodes = [(names, flattened(node)) for names, node in tree.nodes]
    _name_last(tree, name, score)
    return tree


def _is_deep(part: Any) -> bool:
    """Whether an object holds others, with numbers in them."""
    inner = part.values() if isinstance(part, Mapping) else part if holds_records(part) else ()
    return any(isinstance(cell, Mapping) or holds_records(cell) for cell in inner) and any(
        map(may_score, _leaves(part))
    )


def _leaves(part: Any) -> Iterator[Any]:
    if isinstance(part, Mapping) or is_list(part):
        for inner in part.values() if isinstance(part, Mapping) else part:
            yield from _leaves(inner)
    else:
        yield part


def may_score(cell: Any) -> bool:
    """Whether a part of an object may be a score, or scores of repeats."""
    if is_list(cell):
        return bool(cell) and all(map(may_score, cell))
    return isinstance(cell, bool) or (not isinstance(cell, Mapping) and not is_missing(cell) and holds_numbers([cell]))


def _is_name(cell: Any) -> bool:
    return isinstance(cell, str) and bool(cell.strip()) and not may_score(cell)


def _list(tree: Tree) -> None:
    """Take the records in lists one by one, by what names them, or else by their number."""
    lists = [node for _, node in tree.nodes]
    keys = dict.fromkeys(key for records in lists for record in records for key in record)
    texts = [key for key in keys if all(_is_name(record.get(key)) for records in lists for record in records)]
    chosen = [key for key in texts if says(str(key), "comparate", "task")]
    chosen = chosen or [key for key in texts if _apart(lists, [key])][:1]
    if not _apart(lists, chosen):
        chosen += [
            key for key in texts if key not in chosen and len({r[key] for records in lists for r in records}) > 1
        ]
    counted = not chosen and max(map(len, lists)) > 1
    tree.nodes = [
        ((*names, str(number)) if counted else names, record)
        for names, node in tree.nodes
        for number, record in enumerate(node, start=1)
    ]
    tree.heads += ["repeat"] * counted
    _carry(tree, chosen if max(map(len, lists)) > 1 or tree.heads == [] else [])


def _apart(lists: Sequence[Sequence[Mapping[str, Any]]], keys: Sequence[str]) -> bool:
    return all(len({tuple(record[key] for key in keys) for record in records}) == len(records) for records in lists)


def _carry(tree: Tree, keys: Sequence[str]) -> None:
    """Take the parts of records that name comparates or tasks as levels above the others."""
    known = [
        key
        for key in (tree.nodes[0][1] if not keys else ())
        if says(str(key), "comparate", "task") and all(_is_name(node.get(key)) for _, node in tree.nodes)
    ]
    for key in keys or known:
        tree.heads.append(str(key) if says(str(key), "comparate", "task") else "")
        tree.nodes = [
            ((*names, node[key]), {k: part for k, part in node.items() if k != key}) for names, node in tree.nodes
        ]


def _deep_keys(tree: Tree) -> dict[str, list[Any]]:
    parts: dict[str, list[Any]] = {}
    for _, node in tree.nodes:
        for key, part in node.items():
            if isinstance(part, Mapping) or holds_records(part):
                parts.setdefault(key, []).append(part)
    return {key: those for key, those in parts.items() if any(any(map(may_score, _leaves(part))) for part in those)}


def _descend(tree: Tree, score: str | None) -> bool:
    """Take the keys of objects that are alike as the names of a level."""
    deep = _deep_keys(tree)
    if score in deep or all(" ".join(words(str(key))) in STRUCTURE for key in deep):
        return False
    only = next(iter(deep.values())) if len(deep) == 1 else ()
    if only and (len(tree.nodes) > 1 or len(tree.nodes[0][1]) > 1 or holds_records(only[0])):
        return False
    beside = any(not node.keys() <= deep.keys() for _, node in tree.nodes)
    if tree.named() > 1 and beside and not role_of("", list(map(str, deep))):
        return False
    below = [[part for record in parts for part in _inner(record)] for parts in deep.values()]  # of groups of names
    if len(deep) > 1 and not (_have_keys_in_common(deep.values()) or _have_keys_in_common(below)):
        return False
    tree.nodes = [((*names, str(key)), node[key]) for names, node in tree.nodes for key in deep if key in node]
    tree.heads.append("")
    return True


def _have_keys_in_common(alternatives: Iterable[Sequence[Any]]) -> bool:
    """Whether most keys of objects, some of each kind, are of several kinds."""
    keys = Counter(key for parts in alternatives for key in {key for part in parts for key in _keys(part)})
    return bool(keys) and 2 * sum(n for n in keys.values() if n > 1) >= keys.total()


def _keys(part: Any) -> Iterator[str]:
    yield from part if isinstance(part, Mapping) else (key for record in part for key in record)


def _inner(part: Any) -> Iterator[Any]:
    yield from (cell for cell in part.values() if isinstance(cell, Mapping)) if isinstance(part, Mapping) else ()


def _below(tree: Tree, score: str | None) -> bool:
    """Go on below the one key of records that holds their scores, unless these are named already."""
    deep = _deep_keys(tree)
    results = (
        [score] if score in deep else [key for key in deep if matches(str(key), SCORE) or says(str(key), "measure")]
    )
    chosen = list(deep) if len(deep) == 1 else results
    beside = any(len(node) > 1 for _, node in tree.nodes)
    if len(chosen) != 1 or (tree.named() > 1 and beside and not _is_deep(next(iter(deep[chosen[0]])))):
        return False
    key = chosen[0]
    if beside:
        tree.skipped.append(str(key))
    tree.nodes = [(names, node[key]) for names, node in tree.nodes if key in node]
    return True


def _name_last(tree: Tree, name: str, score: str | None) -> None:
    """Take the last keys as names, too, where names are lacking, and each score of several as a repeat."""
    keys = Counter(key for _, node in tree.nodes for key, cell in node.items() if may_score(cell))
    few = tree.named() > 1 and len(tree.nodes) in keys.values()  # what a few records have are parts of a task
    kept = [key for key in keys if not few or 2 * keys[key] >= len(tree.nodes)]
    numbered = len({key.rstrip(digits) for key in kept}) == 1  # the functions f1 and f2, of which f1 seems a measure
    stated = score in kept or (all if numbered else any)(kind_of(key) in ("measure", "cost") for key in kept)
    role = "measure" if stated or not kept else role_of("", kept)
    unknown = not role and len(kept) > 1 and tree.roles() == ["", ""] and _alike(tree, kept)
    apart = not any(n == len(tree.nodes) for n in keys.values())  # tasks, each below a group of its own
    if role == "repeat" or (not role and (tree.named() < 2 or unknown or (tree.named() == 2 and apart))):
        tree.nodes = [
            ((*names, key), {"score": node[key]}) for names, node in tree.nodes for key in kept if key in node
        ]
        tree.heads.append(role)
    else:
        called = {centre_of(kept): "score"} if are_statistics(kept) else {key: key for key in kept}
        tree.nodes = [(names, {called[key]: node[key] for key in called if key in node}) for names, node in tree.nodes]
    lengths = [[len(cell) if is_list(cell) else 1 for cell in node.values()] for _, node in tree.nodes]
    if any(is_list(cell) for _, node in tree.nodes for cell in node.values()):
        check_cells(sum(len(part) * max(part) for part in lengths if part), sum(map(sum, lengths)), name)
        tree.nodes = [((*names, str(k + 1)), run) for names, node in tree.nodes for k, run in enumerate(_runs(node))]
        tree.heads.append("repeat")


def _alike(tree: Tree, keys: Sequence[str]) -> bool:
    """Whether scores below some keys are of one size, as those of different measures seldom are."""
    columns = [[node.get(key) for _, node in tree.nodes] for key in keys]
    if any(map(is_list, chain(*columns))) or not all(map(holds_numbers, columns)):
        return False
    sizes = np.nanmedian(np.abs(parse_numbers(columns, lambda row, k: keys[k])[0]), axis=0)
    return bool(sizes.max() <= _MEASURES_APART * sizes.min())


_MEASURES_APART = 8
"""How many times larger some measures are than others; scores on data sets, or of methods, are seldom."""


def _runs(node: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    lists = {key: cell if is_list(cell) else [cell] for key, cell in node.items()}
    for k in range(max(map(len, lists.values()), default=0)):
        yield {key: cells[k] if k < len(cells) else None for key, cells in lists.items()}
