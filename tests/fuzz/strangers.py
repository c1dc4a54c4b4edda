# ruff: noqa: E501 (tables)
"""Tables of strangers: what people put beside scores, under headings that no list knows, and what is meant.

`stranger` draws a table of one kind, writes it into a folder in one format of many, and says what is meant. The same
seed makes the same table. `plain` draws tables of nothing but scores.
"""

from __future__ import annotations

import csv
import html
import io
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean, geometric_mean, median
from typing import Any

import pandas as pd

from fuzz.judge import Meaning, Stranger
from fuzz.layouts import METHODS, TASKS

Cells = list[list[str]]

# --------------------------------------------------------------------------------------------------------- words
_ONSETS = (
    "b",
    "d",
    "f",
    "g",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "t",
    "v",
    "z",
    "br",
    "dr",
    "gr",
    "kr",
    "pl",
    "tr",
    "zw",
    "y",
)
_CODAS = ("", "", "", "k", "l", "m", "n", "x", "z", "rd", "nk", "lt")
_TAKEN = (
    "acc", "auc", "avg", "best", "bias", "cost", "count", "cpu", "data", "date", "dev", "dim", "err", "fit", "fold", "gap",
    "gpu", "hour", "index", "item", "kappa", "key", "lag", "level", "log", "loss", "lower", "max", "mean", "median", "min",
    "model", "name", "note", "number", "param", "rank", "rate", "ram", "run", "seed", "size", "split", "std", "step",
    "sum", "task", "test", "time", "token", "top", "total", "train", "type", "unit", "val", "var", "win", "work", "year",
)  # fmt: skip
_ENDS = ("ae", "se", "pe", "ce", "me", "te", "re", "de", "er", "s")
"""How words of measures end, and plurals."""

_CORNERS = (
    "",
    "",
    "dataset",
    "Dataset",
    "data set",
    "task",
    "problem",
    "Datensatz",
    "jeu de données",
    "conjunto de datos",
)
_OF_METHODS = {
    "en": ("model", "method", "Model", "Method", "algorithm", "classifier", "Pipeline", "Framework", "approach", "LLM"),
    "de": ("Modell", "Verfahren", "Methode"), "fr": ("modèle", "méthode"), "es": ("modelo", "método"), "it": ("modello",),
    "pt": ("modelo",), "fi": ("menetelmä",), "pl": ("metoda",),
}  # fmt: skip
_SUMMARIES = (
    "Average", "Mean", "Avg.", "Overall", "Total", "Mittelwert", "Durchschnitt", "Gesamt", "Rang", "Moyenne", "Somme",
    "Rang moyen", "Promedio", "Mediana", "Media", "Keskiarvo", "Gemiddelde", "Média", "Średnia", "平均", "Geomean", "μ", "Ø",
)  # fmt: skip
_PROPERTIES = (
    "ts_len", "#Samples", "n_classes", "Outlier Perc", "imbalance", "dims", "length", "instances", "avg_len", "IR",
    "contamination", "Klassen", "Länge", "Anzahl", "classes", "longueur", "número", "has_missing", "collected", "year",
)  # fmt: skip
_SPREADS = ("std", "sd", "SD", "stdev", "Stdabw.", "écart-type", "desv", "err", "s", "±", "σ", "ci95")
_CENTRES = ("mean", "avg", "mw", "moy", "media", "M", "μ")
_LOWER = (
    "rmse", "MAPE", "smape", "wape", "mase", "crps", "nll", "hd95", "epe", "mpjpe", "WER", "CER", "fid", "perplexity",
    "classif.ce", "regret", "edit_distance", "losses", "errors", "runtimes", "distances", "shd", "Fehler", "Verlust",
    "erreur", "Laufzeit", "tiempo", "pinball", "relative error", "latency_ms", "RelMAE", "gmrae", "mmce", "absrel",
    "chamfer", "validation losses", "test errors", "medape", "quantile_loss", "assd", "miss_rate", "wall-clock time",
)  # fmt: skip
_HIGHER = (
    "acc", "Accuracy", "AUC", "f1", "kappa", "r2", "BLEU", "rouge", "mAP", "NDCG", "PSNR", "ssim", "Dice", "IoU", "reward",
    "return", "recall", "Genauigkeit", "balanced accuracy", "mcc", "pass@1", "average precision", "throughput",
)  # fmt: skip
_REPEATS = (
    "fold", "split", "cv", "seed", "run", "Fold", "CV_split", "resample", "repeat", "replicate", "random_state", "trial",
    "fold_id", "cv_fold", "rep", "Seed", "Faltung", "pli", "Lauf", "Wiederholung", "Durchlauf", "iteration",
)  # fmt: skip


@dataclass
class Speech:
    """Where names come from: syllables of no list, or words that people use; each name is used once."""

    chance: random.Random
    used: set[str] = field(default_factory=set)

    def syllables(self, least: int = 2, most: int = 3) -> str:
        """Return a word that nobody uses."""
        while True:
            parts = [
                self.chance.choice(_ONSETS) + self.chance.choice("aeiou") + self.chance.choice(_CODAS)
                for _ in range(self.chance.randint(least, most))
            ]
            word = "".join(parts)
            if not word.endswith(_ENDS) and not any(taken in word for taken in _TAKEN):
                return word

    def new(self, draw: Callable[[], str]) -> str:
        """Return what is drawn, once it is no name yet."""
        while True:
            name = draw()
            if name.casefold() not in self.used:
                self.used.add(name.casefold())
                return name

    def name(self) -> str:
        """Return a name of a method or data set."""
        word, chance = self.syllables, self.chance
        return self.new(
            lambda: chance.choice(
                (
                    word(), word().capitalize(), word().capitalize(), word(2, 2).upper(), f"{word().capitalize()}-{chance.randint(2, 90)}",
                    f"{word()}_{word(2, 2)}", f"{word().capitalize()} {word()}", f"{word(2, 2).upper()}+{word(2, 2)}",
                    f"{word().capitalize()}{word(2, 2).capitalize()}", f"{word()}.{chance.randint(1, 4)}b",
                )
            )
        )  # fmt: skip

    def heading(self) -> str:
        """Return a heading."""
        word, chance = self.syllables, self.chance
        return self.new(
            lambda: chance.choice(
                (word(), word().capitalize(), f"{word()}_{word(2, 2)}", f"{word()} {word(2, 2)}", word(2, 2).upper())
            )
        )

    def either(self, words: Sequence[str], real: float = 0.5) -> str:
        """Return a heading, sometimes one of some words."""
        if self.chance.random() < real:
            free = [word for word in words if not word or word.casefold() not in self.used]
            if free:
                word = self.chance.choice(free)
                if word:
                    self.used.add(word.casefold())
                return word
        return self.heading()

    def names(self, n: int, real: Sequence[str], share: float) -> list[str]:
        """Return names, either all of those that people use or all strange."""
        if self.chance.random() >= share or n > len(real):
            return [self.name() for _ in range(n)]
        free = [name for name in real if name.casefold() not in self.used]
        unlike: dict[str, str] = {}
        for name in self.chance.sample(free, len(free)):
            unlike.setdefault(name.casefold(), name)
        names = list(unlike.values())[:n]
        self.used.update(map(str.casefold, names))
        return names


# -------------------------------------------------------------------------------------------------------- scores
def _accuracies(chance: random.Random, n: int, m: int, spread: float = 0.02) -> Cells:
    decimals, effects = chance.choice((2, 3, 3, 4, 4, 6)), [chance.gauss(0, 0.02) for _ in range(m)]
    hardness = [chance.uniform(0.35, 0.95) for _ in range(n)]
    return [
        [f"{min(0.999, max(0.011, base + effect + chance.gauss(0, spread))):.{decimals}f}" for effect in effects]
        for base in hardness
    ]


def _percents(chance: random.Random, n: int, m: int) -> Cells:
    decimals = chance.choice((1, 2, 2))
    return [[f"{100 * float(cell):.{decimals}f}" for cell in row] for row in _accuracies_of(chance, n, m, 6)]


def _accuracies_of(chance: random.Random, n: int, m: int, decimals: int) -> Cells:
    return [
        [f"{min(0.999, max(0.011, base + chance.gauss(0, 0.02))):.{decimals}f}" for _ in range(m)]
        for base in (chance.uniform(0.35, 0.95) for _ in range(n))
    ]


def _positive(chance: random.Random, n: int, m: int, low: float, high: float, fmt: str, spread: float = 0.15) -> Cells:
    effects = [chance.gauss(0, spread) for _ in range(m)]
    rows = []
    for _ in range(n):
        base = chance.uniform(low, high)
        rows.append([format(10 ** (base + effect + chance.gauss(0, 0.05)), fmt) for effect in effects])
    return rows


def _errors(chance: random.Random, n: int, m: int) -> Cells:
    rows = _positive(chance, n, m, -2.5, 2.5, ".8f")
    return [[_significant(float(cell), 4) for cell in row] for row in rows]


def _significant(value: float, digits: int) -> str:
    text = f"{value:.{digits}g}"
    return f"{value:.0f}" if "e+" in text else f"{value:.9f}".rstrip("0") if "e-" in text else text


SCORES: dict[str, tuple[Callable[[random.Random, int, int], Cells], str]] = {
    "accuracy": (_accuracies, "higher"),
    "percent": (_percents, "higher"),
    "errors": (_errors, "lower"),
    "narrow errors": (lambda chance, n, m: _positive(chance, n, m, -0.6, 0.3, ".3f"), "lower"),
    "times": (lambda chance, n, m: _positive(chance, n, m, -0.5, 3, ".2f", 0.5), "lower"),
    "counts": (lambda chance, n, m: _positive(chance, n, m, 1.5, 4.5, ".0f"), "higher"),
    "ratios": (lambda chance, n, m: _positive(chance, n, m, -0.2, 0.3, ".3f"), "higher"),
    "negative": (
        lambda chance, n, m: [[f"-{cell}" for cell in row] for row in _positive(chance, n, m, 0, 3, ".2f")],
        "higher",
    ),
    "returns": (
        lambda chance, n, m: [
            [f"{base + chance.gauss(0, 150):.1f}" for _ in range(m)] for base in (chance.uniform(-300, 4000) for _ in range(n))
        ],
        "higher",
    ),
    "noise": (lambda chance, n, m: [[f"{chance.uniform(0.3, 0.95):.4f}" for _ in range(m)] for _ in range(n)], "higher"),
}  # fmt: skip
"""How scores of a kind are drawn, and which are better."""


# ------------------------------------------------------------------------------------------------------- drafts
@dataclass
class Draft:
    """A table that is being written: data sets in rows, methods in columns, until it is turned."""

    chance: random.Random
    speech: Speech
    corner: str
    rows: list[str]
    heads: list[str]
    cells: Cells
    better: str
    names: dict[str, str] = field(default_factory=dict)
    family: list[str] | None = None  # a first row of headings, above the heads
    scores: dict[tuple[str, str], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scores = {
            (head, row): float(cell)
            for row, cells in zip(self.rows, self.cells, strict=True)
            for head, cell in zip(self.heads, cells, strict=True)
        }

    @property
    def table(self) -> Cells:
        """Header and rows as written."""
        head = [[self.corner, *self.heads]] if self.family is None else [["", *self.family], [self.corner, *self.heads]]
        return [*head, *([row, *cells] for row, cells in zip(self.rows, self.cells, strict=True))]

    def column(self, place: int, head: str, cells: Sequence[str]) -> None:
        """Put a column somewhere."""
        self.heads.insert(place, head)
        for row, cell in zip(self.cells, cells, strict=True):
            row.insert(place, cell)

    def turned(self, corner: str) -> None:
        """Put methods into rows."""
        self.corner, self.rows, self.heads = corner, self.heads, self.rows
        self.cells = [list(cells) for cells in zip(*self.cells, strict=True)]

    def meaning(self, direction: str = "", **more: Any) -> Meaning:
        """Return what is meant."""
        return Meaning(dict(self.scores), direction, names=self.names, **more)


def _draft(
    chance: random.Random,
    kinds: Sequence[str],
    n: tuple[int, int] = (4, 30),
    m: tuple[int, int] = (3, 10),
    real: float = 0.3,
) -> Draft:
    """Return a table of scores of one of some kinds, and nothing else."""
    speech = Speech(chance)
    kind = chance.choice(list(kinds))
    draw, better = SCORES[kind]
    n_tasks, n_methods = chance.randint(*n), chance.randint(*m)
    tasks, methods = speech.names(n_tasks, TASKS, real), speech.names(n_methods, METHODS, real)
    corner = speech.either(_CORNERS, 0.7)
    return Draft(chance, speech, corner, tasks, methods, draw(chance, n_tasks, n_methods), better)


# ------------------------------------------------------------------------------------------------------ formats
def _csv_text(rows: Cells, separator: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _markdown(rows: Cells, _heads: int) -> str:
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


_TEX = str.maketrans({"_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#", "±": r"$\pm$", "σ": r"$\sigma$", "μ": r"$\mu$"})


def _spans(cells: Sequence[str]) -> list[tuple[str, int]]:
    """Return equal neighbours with their number."""
    spans: list[tuple[str, int]] = []
    for cell in cells:
        if spans and cell and spans[-1][0] == cell:
            spans[-1] = (cell, spans[-1][1] + 1)
        else:
            spans.append((cell, 1))
    return spans


def _latex(rows: Cells, heads: int) -> str:
    def line(cells: Sequence[str]) -> str:
        return " & ".join(cell if cell.startswith("\\") else cell.translate(_TEX) for cell in cells) + r" \\"

    above = [
        [cell if n == 1 else rf"\multicolumn{{{n}}}{{c}}{{{cell.translate(_TEX)}}}" for cell, n in _spans(row)]
        for row in rows[: heads - 1]
    ]
    lines = [*map(line, above), line(rows[heads - 1]), r"\midrule", *map(line, rows[heads:])]
    columns = "l" + "r" * (len(rows[0]) - 1)
    return "\n".join((rf"\begin{{tabular}}{{{columns}}}", r"\toprule", *lines, r"\bottomrule", r"\end{tabular}", ""))


def _html(rows: Cells, heads: int) -> str:
    def line(cells: Sequence[tuple[str, int]], tag: str) -> str:
        parts = (f"<{tag}{f' colspan={n}' if n > 1 else ''}>{html.escape(cell)}</{tag}>" for cell, n in cells)
        return f"<tr>{''.join(parts)}</tr>"

    above = [
        line(_spans(row) if k < heads - 1 else [(cell, 1) for cell in row], "th") for k, row in enumerate(rows[:heads])
    ]
    body = [line([(cell, 1) for cell in row], "td") for row in rows[heads:]]
    return "<table>\n" + "\n".join((*above, *body)) + "\n</table>\n"


def _value(cell: str) -> Any:
    """Return a cell as JSON and data frames have it."""
    try:
        number = float(cell)
    except ValueError:
        return cell or None
    return int(cell) if cell.lstrip("-").isdigit() else number


def _with_comma(cell: str) -> str:
    return cell.replace(".", ",") if isinstance(_value(cell), float) else cell


def _records(rows: Cells) -> list[dict[str, Any]]:
    return [dict(zip(rows[0], map(_value, row), strict=True)) for row in rows[1:]]


def _frame(rows: Cells) -> pd.DataFrame:
    return pd.DataFrame({head: [_value(row[k]) for row in rows[1:]] for k, head in enumerate(rows[0])})


TEXTS = ("csv", "csv", "semicolon", "tsv", "pipe", "md", "tex", "html")
OBJECTS = ("records.json", "records", "frame", "index")
NESTED = ("nested", "nested.json")
_SUFFIXES = {"csv": ",", "semicolon": ";", "tsv": "\t", "pipe": "|"}


def written(draft: Draft, folder: Path, formats: Sequence[str] = (*TEXTS, *OBJECTS), stem: str = "") -> Any:
    """Write a table in one of some formats; return what is to be read."""
    chance = draft.chance
    if isinstance(chance, Turned):
        draft.turned(chance.choice(_OF_METHODS["en"]))
    rows, heads = draft.table, 1 if draft.family is None else 2
    fits = [one for one in formats if one not in OBJECTS or (heads == 1 and all(rows[0]))]
    by_method = {head for head, _ in draft.scores} & set(draft.heads) and not draft.rows[0].isdigit()
    if by_method and set(OBJECTS) <= set(formats) and len(draft.rows) > len(draft.heads):
        fits += NESTED  # of methods, which are fewer than data sets
    kind = chance.choice(fits)
    stem = stem or chance.choice(("results", draft.speech.syllables(), "table"))
    if kind in _SUFFIXES:
        text, suffix = _csv_text(rows, _SUFFIXES[kind]), {"tsv": "tsv", "pipe": "psv"}.get(kind, "csv")
        if kind == "semicolon" and chance.random() < 0.5 and not any("," in cell for row in rows for cell in row):
            text = _csv_text([*rows[:heads], *([_with_comma(cell) for cell in row] for row in rows[heads:])], ";")
    elif kind in ("md", "tex", "html"):
        text, suffix = {"md": _markdown, "tex": _latex, "html": _html}[kind](rows, heads), kind
    elif kind == "records.json":
        text, suffix = json.dumps(_records(rows), ensure_ascii=chance.random() < 0.5), "json"
    elif kind in NESTED:
        nested = {head: {row[0]: _value(row[k + 1]) for row in rows[1:]} for k, head in enumerate(draft.heads)}
        if kind == "nested":
            return nested
        text, suffix = json.dumps(nested, ensure_ascii=chance.random() < 0.5), "json"
    elif kind == "records":
        return _records(rows)
    else:
        frame = _frame(rows)
        return frame.set_index(rows[0][0]) if kind == "index" else frame
    path = folder / f"{stem}.{suffix}"
    path.write_text(text, encoding="utf-8")
    return str(path)


class Turned(random.Random):
    """Chance of tables that are written with methods in rows."""


# -------------------------------------------------------------------------------------------------------- kinds
_STEADY = ("accuracy", "percent", "narrow errors", "ratios")
"""Scores that follow the data sets, on one scale."""


def plain(chance: random.Random, folder: Path) -> Stranger:
    """Nothing but scores."""
    draft = _draft(chance, tuple(SCORES), (2, 40), (2, 12))
    return Stranger("plain", written(draft, folder), (draft.meaning(),), plain=True)


def _property(draft: Draft, clear: bool) -> tuple[str, list[str]]:
    """Return a heading and cells of a property of the data sets."""
    chance, n = draft.chance, len(draft.rows)
    kinds: dict[str, Callable[[], list[str]]] = {
        "length": lambda: [f"{10 ** chance.uniform(2.3, 5):.0f}" for _ in range(n)],
        "big": lambda: [str(chance.choice((900, 4100, 155000, 2000, 650))) for _ in range(n)],
        "classes": lambda: [str(chance.randint(2, 60)) for _ in range(n)],
        "average": lambda: [f"{10 ** chance.uniform(1.5, 4):.1f}" for _ in range(n)],
        "ratio": lambda: [f"{10 ** chance.uniform(-2.5, -0.5):.4f}" for _ in range(n)],
        "binary": lambda: [str(chance.randint(0, 1)) for _ in range(n)],
        "constant": lambda: [chance.choice(("1", "0.5", "224", "10"))] * n,
        "date": lambda: [f"20{chance.randint(10, 24)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}" for _ in range(n)],
        "year": lambda: [str(chance.randint(1989, 2024)) for _ in range(n)],
        "perc": lambda: [f"{10 ** chance.uniform(0, 1.7):.4f}" for _ in range(n)],
        "fraction": lambda: [f"{chance.uniform(0.005, 0.3):.3f}" for _ in range(n)],
        "word": lambda: [chance.choice(("zuv", "mird", "Kolt")) for _ in range(n)],
    }  # fmt: skip
    kind = chance.choice(("length", "big", "average") if clear else tuple(kinds))
    return draft.speech.either(_PROPERTIES, 0.25), kinds[kind]()


def properties(chance: random.Random, folder: Path) -> Stranger:
    """Properties of the data sets beside the methods."""
    draft = _draft(chance, _STEADY, (10, 30), (4, 10))
    number = chance.randint(1, 5)
    extra = [_property(draft, clear=k == 0) for k in range(number)]
    chance.shuffle(extra)
    place = chance.choice((0, len(draft.heads)))
    for head, cells in extra:
        draft.column(place, head, cells)
    return Stranger("properties", written(draft, folder), (draft.meaning(),))


def counters(chance: random.Random, folder: Path) -> Stranger:
    """Running numbers in a first column, or in one within."""
    draft = _draft(chance, ("accuracy", "percent", "narrow errors", "ratios", "negative", "returns"), (4, 30), (2, 10))
    n, start, methods = len(draft.rows), chance.choice((0, 1)), list(draft.heads)
    head = draft.speech.either(("", "id", "no.", "#", "idx", "experiment", "subject", "query", "case", "player"), 0.4)
    count = [str(start + k) for k in range(n)]
    how = chance.choice(("alone", "alone", "before", "within"))
    if how == "alone":
        numbered = {(method, str(1 + k)): score for (method, k), score in _by_place(draft).items()}
        draft.corner, draft.rows = head, count
        scores = {(method, count[k]): numbered[method, str(1 + k)] for method in methods for k in range(n)}
        meanings = (Meaning(scores), Meaning(numbered))
        return Stranger("counters", written(draft, folder), meanings, known=bool(head))
    draft.corner = draft.corner or draft.speech.heading()
    if how == "within":
        draft.column(chance.randint(0, len(methods)), head or "n", count)
        return Stranger("counters", written(draft, folder), (draft.meaning(),))
    draft.column(0, draft.corner, draft.rows)
    meaning = draft.meaning()
    draft.corner, draft.rows = head, count
    return Stranger("counters", written(draft, folder), (meaning,))


def _by_place(draft: Draft) -> dict[tuple[str, int], float]:
    return {(head, k): draft.scores[head, row] for head in draft.heads for k, row in enumerate(draft.rows)}


def spreads(chance: random.Random, folder: Path) -> Stranger:
    """Spreads beside methods, in families of headings."""
    draft = _draft(chance, ("accuracy", "percent", "ratios"), (5, 25), (2, 7))
    methods, size = list(draft.heads), 0.03 if draft.better == "higher" and float(draft.cells[0][0]) < 3 else 2.0
    spread = chance.choice(_SPREADS) if chance.random() < 0.5 else draft.speech.syllables(1, 2)
    centre = chance.choice(("", "", chance.choice(_CENTRES), draft.speech.syllables(1, 2)))
    centre = "" if centre == spread else centre
    between = chance.choice(("_", " ", "-", ".")) if len(spread) > 1 else " "
    front = chance.random() < 0.5
    if chance.random() < 0.12:
        spread, centre, between, front = "1", "", ".", False  # of pandas, where two headings are equal

    def called(method: str, part: str) -> str:
        return method if not part else f"{part}{between}{method}" if front else f"{method}{between}{part}"

    decimals = len(draft.cells[0][0].partition(".")[2])
    beside = [[f"{size * chance.uniform(0.15, 1.5):.{max(decimals, 2)}f}" for _ in draft.rows] for _ in methods]
    draft.heads = [called(method, centre) for method in methods]
    draft.names |= {head: method for head, method in zip(draft.heads, methods, strict=True) if head != method}
    apart = chance.random() < 0.5
    for k, method in reversed(list(enumerate(methods))):
        draft.column(len(draft.heads) if apart else k + 1, called(method, spread), beside[k])
    return Stranger("spreads", written(draft, folder), (draft.meaning(),))


_STATISTICS: dict[str, Callable[[Sequence[float]], float]] = {
    "mean": fmean, "median": median, "sum": sum, "geometric mean": geometric_mean, "largest": max, "smallest": min,
}  # fmt: skip


def _ranks(draft: Draft) -> tuple[list[float], list[int]]:
    """Return the mean rank of each method, and on how many data sets it is best."""
    values = [[float(cell) for cell in row] for row in draft.cells]
    sign = -1 if draft.better == "higher" else 1
    frame = pd.DataFrame(values) * sign
    best = frame.eq(frame.min(axis=1), axis=0).sum()
    return frame.rank(axis=1).mean().tolist(), [int(number) for number in best]


def _ends(number: int) -> tuple[str, ...]:
    """Return the statistics that few numbers share with scores by chance, where there are enough."""
    return ("largest", "smallest") if number > 5 else ()


def summaries(chance: random.Random, folder: Path) -> Stranger:
    """Rows or columns that hold statistics of the others."""
    draft = _draft(chance, ("accuracy", "percent", "errors", "narrow errors", "times", "ratios"), (5, 25), (4, 9))
    decimals = max(2, *(len(cell.partition(".")[2]) for row in draft.cells for cell in row))
    values = [[float(cell) for cell in row] for row in draft.cells]
    ranks, wins = _ranks(draft)
    columns, rows = list(zip(*values, strict=True)), []
    where = chance.choice(("rows", "rows", "columns", "both"))
    if where != "columns":
        for kind in chance.sample(
            ("mean", "median", "sum", "geometric mean", "mean rank", "wins", *_ends(len(draft.heads))),
            chance.randint(1, 3),
        ):
            label = draft.speech.either(_SUMMARIES, 0.6)
            if kind == "mean rank":
                rows.append((label, [f"{rank:.{chance.choice((2, 3))}f}" for rank in ranks]))
            elif kind == "wins":
                rows.append((label, [str(number) for number in wins]))
            else:
                rows.append((label, [f"{_STATISTICS[kind](column):.{min(decimals, 4)}f}" for column in columns]))
    if where != "rows":
        statistic = chance.choice(("mean", "median", "geometric mean", *_ends(len(values))))
        cells = [f"{_STATISTICS[statistic](row):.{min(decimals, 4)}f}" for row in values]
        rows = [(label, [*cells_, ""]) for label, cells_ in rows]
        draft.column(len(draft.heads), draft.speech.either(_SUMMARIES, 0.6), cells)
    if rows and chance.random() < 0.1 and where == "rows":
        rows = rows[:1]
        draft.rows, draft.cells = [rows[0][0], *draft.rows], [rows[0][1], *draft.cells]
    else:
        draft.rows += [label for label, _ in rows]
        draft.cells += [cells for _, cells in rows]
    return Stranger("summaries", written(draft, folder), (draft.meaning(),))


def bounds(chance: random.Random, folder: Path) -> Stranger:
    """Bounds of intervals, or least and largest scores, beside methods, in families of headings, or beside one."""
    how = chance.choice(("intervals", "extremes", "one"))
    draft = _draft(
        chance, ("accuracy", "percent"), (10 if how == "one" else 5, 20), (4 if how == "one" else 2, 5), real=0.2
    )
    methods, size = list(draft.heads), 0.02 if float(draft.cells[0][0]) < 1 else 2.0
    ends, front = (draft.speech.syllables(1, 2), draft.speech.syllables(1, 2)), chance.random() < 0.5
    widths = [[size * chance.uniform(0.3, 1) for _ in methods] for _ in draft.rows]
    cells, apart = [list(row) for row in draft.cells], chance.random() < 0.5
    for k, method in reversed(list(enumerate(methods if how != "one" else methods[:1]))):
        for sign, end in ((1, ends[1]), (-1, ends[0])):
            reach = (0.8, 1) if how != "extremes" else (0.5, 1) if sign > 0 else (2, 5)
            values = [
                f"{float(row[k]) + sign * width[k] * chance.uniform(*reach):.4f}"
                for row, width in zip(cells, widths, strict=True)
            ]
            place = len(draft.heads) if apart else k + 1
            draft.column(place, end if how == "one" else f"{end}_{method}" if front else f"{method}_{end}", values)
    return Stranger(f"bounds: {how}", written(draft, folder), (draft.meaning(),))


def changes(chance: random.Random, folder: Path) -> Stranger:
    """A column that says by how much one method is above another."""
    draft = _draft(chance, ("accuracy", "percent", "narrow errors", "times"), (6, 20), (2, 5), real=0.3)
    old, new = chance.sample(range(len(draft.heads)), 2)
    decimals = max(2, len(draft.cells[0][0].partition(".")[2]))
    shares = (
        (lambda a, b: b / a, lambda a, b: 100 * (b - a) / a) if decimals > 2 or len(draft.rows) > 12 else ()
    )  # of few digits they say little
    change = chance.choice((lambda a, b: b - a, *shares))
    cells = [f"{change(float(row[old]), float(row[new])):.{decimals}f}" for row in draft.cells]
    draft.column(len(draft.heads), draft.speech.either(("Δ", "gain", "guadagno", "Differenz", "speedup")), cells)
    return Stranger("changes", written(draft, folder), (draft.meaning(),))


def settings_in_rows(chance: random.Random, folder: Path) -> Stranger:
    """Years, sizes or numbers of examples in a first column, instead of names."""
    draft = _draft(chance, ("accuracy", "narrow errors"), (5, 12), (2, 6))
    start = chance.choice((1, 8, 100, 1990))
    counts = [str(count) for count in sorted(chance.sample(range(start, start + 900), len(draft.rows)))]
    counts = counts if chance.random() < 0.7 else counts[::-1]
    if chance.random() < 0.3:
        counts = (
            [f"{0.1 * k:.1f}" for k in range(len(counts))]
            if chance.random() < 0.5
            else [f"{10.0 ** (k - 4):.7g}" for k in range(len(counts))]
        )
    scores = {(method, counts[k]): score for (method, k), score in _by_place(draft).items()}
    draft.corner, draft.rows = draft.speech.either(("k", "Jahr", "año", "n", "échantillons"), 0.6), counts
    return Stranger("settings in rows", written(draft, folder), (Meaning(scores),))


def families_of_measures(chance: random.Random, folder: Path) -> Stranger:
    """Two measures of each method side by side, under headings in which methods and measures are strange."""
    draft = _draft(chance, ("accuracy",), (8, 25), (2, 5), real=0)
    methods, front, between = list(draft.heads), chance.random() < 0.5, chance.choice(("_", " ", "."))
    good, other = draft.speech.syllables(2, 2), draft.speech.syllables(2, 2)
    other = chance.choice((other, other, "time", "params"))
    beside = SCORES["times"][0](chance, len(draft.rows), len(methods))

    def called(method: str, part: str) -> str:
        return f"{part}{between}{method}" if front else f"{method}{between}{part}"

    meanings = []
    for part, cells in ((good, draft.cells), (other, beside)):
        heads = [called(method, part) for method in methods]
        one = Draft(chance, draft.speech, "", list(draft.rows), heads, [list(row) for row in cells], "")
        one.names = dict(zip(heads, methods, strict=True))
        meanings.append(one.meaning(measure=part))
    draft.heads, apart = [called(method, good) for method in methods], chance.random() < 0.5
    for k, method in reversed(list(enumerate(methods))):
        draft.column(len(draft.heads) if apart else k + 1, called(method, other), [row[k] for row in beside])
    draft.corner = draft.corner or "dataset"
    return Stranger(
        "families of measures", written(draft, folder), tuple(meanings), known=False, question=("measure", other)
    )


def kinds_of_rows(chance: random.Random, folder: Path) -> Stranger:
    """Means and deviations of each data set in rows of their own."""
    draft = _draft(chance, ("accuracy", "percent"), (4, 15), (3, 7))
    size = 0.02 if float(draft.cells[0][0]) < 1 else 2.0
    kinds = chance.choice((("mean", "std"), ("m", "s"), (draft.speech.syllables(), draft.speech.syllables())))
    rows = [[draft.corner or "dataset", draft.speech.heading(), *draft.heads]]
    for row, cells in zip(draft.rows, draft.cells, strict=True):
        rows.append([row, kinds[0], *cells])
        rows.append([row, kinds[1], *(f"{size * chance.uniform(0.1, 2):.3f}" for _ in cells)])
    source = _written_rows(chance, draft.speech, rows, folder)
    if chance.random() < 0.4:
        rows = [rows[0], *(["" if k % 2 else name, *rest] for k, (name, *rest) in enumerate(rows[1:]))]
    return Stranger(
        "kinds of rows",
        source,
        (draft.meaning(),),
        words=(rows[0][1], *kinds, *(f"{rows[0][1]}={kind}" for kind in kinds)),
    )


def rows_of_others(chance: random.Random, folder: Path) -> Stranger:
    """Rows of sizes or times of methods, of deviations, of totals of some rows, or of units."""
    draft = _draft(chance, ("percent",), (8, 16), (4, 7), real=0.3)
    how, n = chance.choice(("costs", "deviations", "totals", "units")), len(draft.rows)
    if how == "costs":
        place, cells = chance.choice((0, n)), [f"{10 ** chance.uniform(2.1, 4):.0f}" for _ in draft.heads]
        draft.rows.insert(place, draft.speech.either(("Params", "runtime", "Laufzeit", "мс"), 0.5))
        draft.cells.insert(place, cells)
    elif how == "deviations":
        end = chance.choice(("(std)", "σ", draft.speech.syllables()))
        for k in reversed(range(n)):
            draft.rows.insert(k + 1, f"{draft.rows[k]} {end}")
            draft.cells.insert(k + 1, [f"{chance.uniform(0.1, 3):.1f}" for _ in draft.heads])
    elif how == "totals":
        decimals = len(draft.cells[0][0].partition(".")[2])
        for first, last in ((n // 2, n), (0, n // 2)):
            total = [f"{sum(map(float, column)):.{decimals}f}" for column in zip(*draft.cells[first:last], strict=True)]
            draft.rows.insert(last, draft.speech.heading())
            draft.cells.insert(last, total)
    else:
        draft.rows.insert(0, "")
        draft.cells.insert(0, [chance.choice(("%", "[%]"))] * len(draft.heads))
    return Stranger(f"rows of others: {how}", written(draft, folder, TEXTS), (draft.meaning(),))


def signed_errors(chance: random.Random, folder: Path) -> Stranger:
    """Errors with their signs, and rows of the mean, root mean square and largest size."""
    speech = Speech(chance)
    rows, heads = speech.names(chance.randint(8, 20), TASKS, 0), speech.names(chance.randint(4, 8), METHODS, 0.3)
    values = [[round(base + chance.gauss(0, 1), 2) for _ in heads] for base in (chance.gauss(0, 1.5) for _ in rows)]
    cells = [[f"{value:.2f}" for value in row] for row in values]
    draft = Draft(chance, speech, "dataset", rows, heads, cells, "")
    sizes: dict[str, Callable[[Sequence[float]], float]] = {
        "MAD": lambda column: fmean(map(abs, column)), "MSD": fmean, "MaxAD": lambda column: max(map(abs, column)),
        "RMSD": lambda column: fmean(value**2 for value in column) ** 0.5,
    }  # fmt: skip
    for name in chance.sample(tuple(sizes), 2):
        draft.rows.append(name if chance.random() < 0.5 else speech.heading())
        draft.cells.append([f"{sizes[name](column):.2f}" for column in zip(*values, strict=True)])
    return Stranger("signed errors", written(draft, folder, TEXTS), (draft.meaning(),))


def foreign_tasks(chance: random.Random, folder: Path) -> Stranger:
    """Methods in rows, and measures of other things among the data sets."""
    draft = _draft(chance, ("percent",), (4, 8), (6, 14))
    benchmarks, methods = list(draft.rows), list(draft.heads)
    draft.turned(draft.speech.either(_OF_METHODS["en"], 0.7))
    speaks = draft.corner in _OF_METHODS["en"]
    n = len(methods)
    kinds: dict[str, Callable[[], tuple[str, list[str]]]] = {
        "speed": lambda: ("samples_per_sec", [f"{10 ** chance.uniform(2, 5):.2f}" for _ in range(n)]),
        "step": lambda: ("step_time", [f"{10 ** chance.uniform(0, 3):.2f}" for _ in range(n)]),
        "batch": lambda: ("batch_size", [str(chance.choice((256, 512, 1024))) for _ in range(n)]),
        "params": lambda: ("param_count", [f"{10 ** chance.uniform(0, 3):.2f}" for _ in range(n)]),
        "constant": lambda: ("img", ["224"] * n),
        "error": lambda: (
            f"{benchmarks[0]}_err",
            [f"{100 - float(row[0]):.{len(row[0].partition('.')[2])}f}" for row in draft.cells],
        ),
    }  # fmt: skip
    extra = [kinds[kind]() for kind in chance.sample(tuple(kinds), chance.randint(1, 4))]
    place = chance.choice((0, len(benchmarks)))
    for head, cells in extra:
        named = head if chance.random() < 0.3 or head.endswith("_err") else draft.speech.heading()
        draft.column(place, named, cells)
    return Stranger("measures among tasks", written(draft, folder), (draft.meaning("higher"),), known=speaks)


def only_measures(chance: random.Random, folder: Path) -> Stranger:
    """Methods in rows, and a different measure in each column: there is nothing to compare without a choice."""
    speech, n = Speech(chance), chance.randint(4, 9)
    methods = speech.names(n, METHODS, 0.4)
    good = [chance.uniform(0.6, 0.95) for _ in range(n)]
    columns = {
        "accuracy": [f"{q:.3f}" for q in good], "f1": [f"{q - 0.02 + chance.gauss(0, 0.01):.3f}" for q in good],
        "train_time": [f"{10 ** chance.uniform(0, 3):.1f}" for _ in good], "params": [f"{10 ** chance.uniform(1, 3):.1f}" for _ in good],
        "latency": [f"{10 ** chance.uniform(0, 2):.2f}" for _ in good], "error": [f"{1 - q:.3f}" for q in good],
    }  # fmt: skip
    foreign = ("train_time", "params", "latency", "error")
    chosen = ["accuracy", *chance.sample(("f1", *foreign), chance.randint(2, 4))]
    if not set(chosen) & set(foreign[:3]):
        chosen.append("params")
    chance.shuffle(chosen)
    called = {name: name if chance.random() < 0.5 else speech.heading() for name in chosen}
    cells = [list(row) for row in zip(*(columns[name] for name in chosen), strict=True)]
    draft = Draft(
        chance, speech, speech.either(_OF_METHODS["en"], 0.8), methods, list(called.values()), cells, "higher"
    )
    good = [called[name] for name in ("accuracy", "f1") if name in called]
    meaning = Meaning({(row, head): draft.scores[head, row] for head in good for row in methods}, "higher")
    return Stranger("only measures", written(draft, folder), (meaning,), known=False, question=("never in silence",))


def statuses(chance: random.Random, folder: Path) -> Stranger:
    """Failed runs in a long table."""
    speech = Speech(chance)
    tasks, methods = speech.names(chance.randint(3, 8), TASKS, 0.4), speech.names(chance.randint(2, 4), METHODS, 0.4)
    fine, bad, said = chance.choice(
        (
            ("ok", ("failed", "timeout"), "status"), ("success", ("error",), "outcome"), ("FINISHED", ("FAILED", "KILLED"), "state"),
            ("True", ("False",), "success"), ("0", ("1", "137"), "exit_code"), ("complete", ("fail", "pruned"), "state"),
            ("False", ("True",), "error"), ("fertig", ("abgebrochen",), "Zustand"), ("terminé", ("échec",), "état"),
            (speech.syllables(), (speech.syllables(),), ""), (speech.syllables(), (speech.syllables(), speech.syllables()), "status"),
        )
    )  # fmt: skip
    status = said if said and chance.random() < 0.6 else speech.heading()
    lost = chance.choice(("0.0", "0.00", "", "0", "nan"))
    rows, kept = [], {}
    for task in tasks:
        base = chance.uniform(0.5, 0.9)
        for method in methods:
            failed = {chance.randrange(3)} if chance.random() < 0.4 else set()
            for seed in range(3):
                score = f"{base + chance.gauss(0, 0.03):.4f}"
                if seed in failed:
                    rows.append((task, method, str(seed), chance.choice(bad), lost))
                else:
                    rows.append((task, method, str(seed), fine, score))
                    kept.setdefault((method, task), []).append(float(score))
    if not any(row[3] in bad for row in rows):
        first = rows[0]
        rows[0] = (*first[:3], bad[0], lost)
        kept[first[1], first[0]].pop(0)
    order = [0, 1, 2, 3, 4]
    chance.shuffle(order)
    heads = (
        chance.choice(("dataset", "task")),
        chance.choice(("method", "model")),
        chance.choice(("seed", "run")),
        status,
        "accuracy",
    )
    table = [[line[k] for k in order] for line in (heads, *rows)]
    meaning = Meaning({key: fmean(values) for key, values in kept.items()}, "higher")
    return Stranger("statuses", _written_rows(chance, speech, table, folder), (meaning,), words=(status, fine, *bad))


def _written_rows(
    chance: random.Random, speech: Speech, table: Cells, folder: Path, stem: str = "", formats: Sequence[str] = ()
) -> Any:
    """Write rows that are no draft."""
    cells = [[""] * (len(table[0]) - 1) for _ in table[1:]]
    draft = Draft(chance, speech, table[0][0], [str(k) for k in range(len(cells))], [], [[] for _ in cells], "")
    draft.rows, draft.heads, draft.cells = [row[0] for row in table[1:]], table[0][1:], [row[1:] for row in table[1:]]
    return written(draft, folder, formats or ("csv", "csv", "tsv", "semicolon", "records.json", "frame", "md"), stem)


def orientations(chance: random.Random, folder: Path) -> Stranger:
    """Methods in rows."""
    how = chance.choice(("speaks", "speaks", "names", "scale", "nothing", "nested"))
    kind = ("accuracy", "percent", "narrow errors")
    if how in ("names", "nested"):
        draft = _draft(chance, kind, (3, 12), (4, 12), real=1)
    else:
        draft = _draft(chance, kind, (3, 12), (3, 20), real=0.2 if how == "speaks" else 0)
    if how == "scale":
        scales = [chance.choice((-3, 0, 3, 5)) for _ in draft.rows]
        scales[:2] = [-3, 4]
        draft.cells = [
            [_significant(float(cell) * 10.0**scale, 4) for cell in row]
            for row, scale in zip(draft.cells, scales, strict=True)
        ]
        draft.__post_init__()
    meaning = draft.meaning()
    corner = {
        "speaks": chance.choice([word for words in _OF_METHODS.values() for word in words]),
        "nothing": chance.choice(("", draft.speech.heading())),
    }.get(how, "")
    if how == "nested":
        nested = {
            row: {head: _value(cell) for head, cell in zip(draft.heads, cells, strict=True)}
            for row, cells in zip(draft.rows, draft.cells, strict=True)
        }
        return Stranger("orientations: nested", nested, (meaning,))
    draft.turned(corner)
    turned = how == "nothing" or corner in [word for code in ("it", "pt", "fi", "pl") for word in _OF_METHODS[code]]
    return Stranger(f"orientations: {how}", written(draft, folder), (meaning,), known=how != "nothing", turned=turned)


def directions(chance: random.Random, folder: Path) -> Stranger:
    """A measure that has a name."""
    better = chance.choice(("higher", "lower", "lower", ""))
    speech = Speech(chance)
    measure = {"higher": chance.choice(_HIGHER), "lower": chance.choice(_LOWER), "": speech.heading()}[better]
    if chance.random() < 0.2 and better:
        measure = chance.choice((f"test_{measure}", f"{measure}_mean", f"mean {measure}", f"val {measure}"))
    inside = chance.random() < 0.5 or measure in ("acc", "Accuracy", "AUC", "f1")
    kind = (
        ("accuracy",)
        if inside
        else ("times", "returns", "narrow errors")
        if better != "lower"
        else ("times", "narrow errors", "errors")
    )
    draft = _draft(chance, kind, (4, 12), (3, 6))
    outside = any(not 0 <= float(cell) <= 100 for row in draft.cells for cell in row)
    name = measure.replace(" ", "_")
    how = chance.choice(("long", "long", "file", "column", "stated"))
    settings: dict[str, Any] = {}
    if how == "long":
        rows = [
            ["dataset", "method", measure],
            *([task, method, _cell(draft, method, task)] for method in draft.heads for task in draft.rows),
        ]
        source = _written_rows(chance, speech, rows, folder)
    elif how == "column":
        rows = [
            ["dataset", "method", "metric", "value"],
            *([task, method, measure, _cell(draft, method, task)] for method in draft.heads for task in draft.rows),
        ]
        source = _written_rows(chance, speech, rows, folder)
    else:
        draft.corner = draft.corner or "dataset"
        source = written(draft, folder, ("csv", "tsv", "md"), f"{name}" if how == "file" else "")
        settings = {"measure_name": measure} if how == "stated" else {}
    told = better == "" and outside and how != "file"
    kinds = f"directions: {better or 'unknown'}"
    return Stranger(kinds, source, (draft.meaning(better),), known=bool(better), named_measure=told, settings=settings)


def _cell(draft: Draft, method: str, task: str) -> str:
    return draft.cells[draft.rows.index(task)][draft.heads.index(method)]


def folds(chance: random.Random, folder: Path) -> Stranger:
    """Repeats of one task in rows."""
    draft = _draft(chance, ("accuracy", "percent", "narrow errors"), (4, 30), (2, 6), real=0.5)
    scores, n = _by_place(draft), len(draft.rows)
    start, word = chance.choice((0, 1)), chance.choice(("", "", "F", "fold ", "fold_", "s"))
    draft.corner, draft.rows = chance.choice(_REPEATS), [f"{word}{start + k}" for k in range(n)]
    meaning = Meaning({(method, draft.rows[k]): score for (method, k), score in scores.items()})
    numbered = Meaning({(method, str(k + 1)): score for (method, k), score in scores.items()})
    return Stranger(
        "folds",
        written(draft, folder),
        (meaning, numbered),
        known=False,
        question=("repeat", "fold", "one task", "one data set"),
    )


def frames(chance: random.Random, folder: Path) -> Stranger:
    """A dict of frames that share their labels."""
    draft = _draft(chance, ("accuracy", "percent"), (4, 15), (2, 6))
    how = chance.choice(("measures", "seeds", "groups"))
    n = chance.randint(2, 4)
    keys = {
        "measures": chance.sample(("accuracy", "f1", "auc", "recall", "kappa"), n),
        "seeds": [f"{chance.choice(('seed', 'run'))}{k}" for k in range(n)],
        "groups": [draft.speech.name() for _ in range(n)],
    }[how]
    source, meanings = {}, []
    every: dict[tuple[str, str], list[float]] = {}
    draw = SCORES["accuracy"][0]
    for key in keys:
        cells = draw(chance, len(draft.rows), len(draft.heads))
        source[key] = pd.DataFrame(
            [[float(cell) for cell in row] for row in cells], index=draft.rows, columns=draft.heads
        )
        scores = {
            (head, row): float(cells[r][h]) for h, head in enumerate(draft.heads) for r, row in enumerate(draft.rows)
        }
        meanings.append(Meaning(scores, "higher" if how == "measures" else "", key))
        for pair, score in scores.items():
            every.setdefault(pair, []).append(score)
    if how != "measures":
        meanings.append(Meaning({pair: fmean(values) for pair, values in every.items()}))
    if how == "measures":
        return Stranger(f"frames: {how}", source, tuple(meanings))
    return Stranger(f"frames: {how}", source, tuple(meanings), known=False, question=("repeat", "seed"), words=("key",))


def decimal_marks(chance: random.Random, folder: Path) -> Stranger:
    """Decimal commas, and marks of thousands."""
    draft = _draft(chance, ("times",), (4, 12), (2, 6), real=0.3)
    how = chance.choice(("points", "english", "blanks", "apostrophes", "commas", "column"))
    small = chance.sample(range(len(draft.heads)), max(1, len(draft.heads) // 2))
    for row in draft.cells:
        for k in range(len(row)):
            row[k] = f"{chance.uniform(101, 990):.1f}" if k in small else f"{chance.randint(1001, 9870)}"
            if how == "commas":
                row[k] = f"{chance.uniform(0.2, 5):.3f}"
    draft.__post_init__()
    for row in draft.cells:
        for k, cell in enumerate(row):
            whole, _, rest = cell.partition(".")
            comma, thousands = (
                ("." if how in ("english", "apostrophes") else ","),
                {"points": ".", "column": ".", "english": ",", "blanks": " ", "apostrophes": "'"}.get(how, ""),
            )
            long = f"{whole[:-3]}{thousands}{whole[-3:]}" if len(whole) > 3 else whole
            row[k] = f"{long}{comma}{rest}" if rest else long
    return Stranger(
        f"decimals: {how}",
        written(
            draft, folder, ("semicolon", "tsv", "md", "html") if how != "english" else ("csv", "tsv", "md", "semicolon")
        ),
        (draft.meaning(),),
    )


def header_rows(chance: random.Random, folder: Path) -> Stranger:
    """Families of methods, or measures, in a row above the headings."""
    formats = ("csv", "csv", "tsv", "tex", "html")
    if chance.random() < 0.5:
        draft = _draft(chance, ("accuracy", "percent"), (4, 12), (4, 8))
        cut = chance.randint(1, len(draft.heads) - 1)
        first, second = (
            chance.sample(("Baselines", "Ours", "Deep", "Trees", "Classical"), 2)
            if chance.random() < 0.5
            else [draft.speech.name(), draft.speech.name()]
        )
        draft.family = [first] * cut + [second] * (len(draft.heads) - cut)
        for family, head in zip(draft.family, draft.heads, strict=True):
            draft.names |= {f"{family}{between}{head}": head for between in (" ", "/", "_", ", ", ".", " / ")}
        return Stranger("header rows: families", written(draft, folder, formats), (draft.meaning(),))
    draft = _draft(chance, ("accuracy",), (4, 12), (2, 5))
    methods, named = list(draft.heads), chance.sample(("Accuracy", "F1", "AUC", "Recall"), 2)
    second = _accuracies(chance, len(draft.rows), len(methods))
    meanings = (
        draft.meaning("higher", measure=named[0]),
        Draft(chance, draft.speech, "", list(draft.rows), methods, second, "").meaning("higher", measure=named[1]),
    )
    draft.cells = [[*one, *two] for one, two in zip(draft.cells, second, strict=True)]
    draft.heads, draft.family = methods * 2, [named[0]] * len(methods) + [named[1]] * len(methods)
    return Stranger("header rows: measures", written(draft, folder, formats), meanings)


def decorations(chance: random.Random, folder: Path) -> Stranger:
    """Small print behind scores, the same in all cells, and the best in bold."""
    draft = _draft(chance, ("accuracy", "percent"), (4, 15), (2, 6))
    format_ = chance.choice(("md", "md", "tex", "csv", "html", "tsv"))
    percent = float(draft.cells[0][0]) > 1
    small = "0.4" if percent else "0.004"
    pattern = chance.choice(
        ("{} ± {s}", "{}±{s}", "{} ({s})", "{}±{s} (41s)", "{} (+1.20%)", "{} +/- {s}", "{} (±{s}) (+1.2%)")
        + (("{}%", "{} %") if percent else ())
    )
    if format_ == "tex":
        pattern = chance.choice((r"{} ± {s}", r"{} ({s})", r"{}"))
    cells = [[pattern.format(cell, s=small) for cell in row] for row in draft.cells]
    bold = {"md": "**{}**", "tex": "\\textbf{{{}}}"}.get(format_, chance.choice(("{}", "{}*")))
    for row in cells:
        place = chance.randrange(len(row))
        if format_ != "tex" or pattern == "{}":
            row[place] = bold.format(row[place])
    draft.cells = cells
    return Stranger("decorations", written(draft, folder, (format_,)), (draft.meaning(),))


def long_tables(chance: random.Random, folder: Path) -> Stranger:
    """One row for each score, with headings that people use, or with strange ones."""
    speech = Speech(chance)
    strange = chance.random() < 0.4
    tasks, methods = (
        speech.names(chance.randint(4, 10), TASKS, 0 if strange else 0.5),
        speech.names(chance.randint(2, 6), METHODS, 0 if strange else 0.5),
    )
    seeds = chance.choice((1, 1, 3))
    cells = _accuracies(chance, len(tasks) * seeds, len(methods))
    head_task, head_method, head_seed, head_score = (speech.heading() for _ in range(4))
    if not strange:
        head_task, head_method, head_seed, head_score = (
            chance.choice(("dataset", "task", "Dataset")),
            chance.choice(("method", "model", "classifier")),
            chance.choice(("seed", "fold", "run")),
            chance.choice(("accuracy", "auc", "score")),
        )
    rows, every = [[head_task, head_method, *([head_seed] if seeds > 1 else []), head_score]], {}
    for t, task in enumerate(tasks):
        for m, method in enumerate(methods):
            for seed in range(seeds):
                cell = cells[t * seeds + seed][m]
                rows.append([task, method, *([str(seed)] if seeds > 1 else []), cell])
                every.setdefault((method, task), []).append(float(cell))
    if chance.random() < 0.4:
        rows = [
            [*row, chance.choice(("2024-03-01", "2024-03-02")) if k else speech.heading()] for k, row in enumerate(rows)
        ]
    order = list(range(len(rows[0])))
    chance.shuffle(order)
    rows = [[row[k] for k in order] for row in rows]
    meaning = Meaning({pair: fmean(values) for pair, values in every.items()})
    return Stranger(
        f"long: {'strange' if strange else 'usual'} headings",
        _written_rows(chance, speech, rows, folder),
        (meaning,),
        known=not strange,
        turned=strange,
    )


def mixed(chance: random.Random, folder: Path) -> Stranger:
    """Properties, a summary and running numbers together."""
    draft = _draft(chance, ("accuracy", "percent"), (8, 25), (4, 8))
    draft.corner = draft.corner or draft.speech.heading()
    values = [[float(cell) for cell in row] for row in draft.cells]
    labels, columns = [], list(zip(*values, strict=True))
    if chance.random() < 0.6:
        labels.append((draft.speech.either(_SUMMARIES, 0.5), [f"{fmean(column):.4f}" for column in columns]))
    extra = [_property(draft, clear=True) for _ in range(chance.randint(1, 3))]
    for label, cells in labels:
        draft.rows.append(label)
        draft.cells.append(list(cells))
    place = chance.choice((0, len(draft.heads)))
    for head, cells in extra:
        draft.column(place, head, [*cells, *[""] * len(labels)])
    if chance.random() < 0.4:
        draft.column(0, draft.corner, draft.rows)
        draft.corner, draft.rows = (
            draft.speech.either(("", "idx", "no."), 0.5),
            [str(k) for k in range(len(draft.rows))],
        )
        meaning = draft.meaning()
        return Stranger("mixed", written(draft, folder, ("csv", "csv", "tsv", "html", "md")), (meaning,))
    return Stranger("mixed", written(draft, folder), (draft.meaning(),))


def in_rows(chance: random.Random, folder: Path) -> Stranger:
    """What stands beside methods, where these are in rows."""
    kind = chance.choice((plain, properties, spreads, summaries, bounds, changes, families_of_measures))
    drawn = kind(Turned(chance.random()), folder)
    return replace(drawn, kind=f"in rows: {drawn.kind}", plain=False)


def rows_of_no_tasks(chance: random.Random, folder: Path) -> Stranger:
    """Rows that number the methods, or say their years or sizes, and the second best score or range of each task."""
    draft = _draft(chance, ("accuracy", "percent", "errors", "narrow errors"), (5, 20), (5, 9))
    draft.corner, n = draft.corner or "dataset", len(draft.heads)
    values, decimals = [[*map(float, row)] for row in draft.cells], len(draft.cells[0][0].partition(".")[2])
    head, row = (draft.speech.heading() for _ in range(2))
    ends = {"range": lambda of: max(of) - min(of), "second": lambda of: sorted(of)[-2]}
    rows = {
        "number": [str(k + 1) for k in range(n)], "years": [str(chance.randint(1989, 2024)) for _ in range(n)],
        "Params": [f"{10 ** chance.uniform(-1, 3):.2g}" for _ in range(n)],
    }  # fmt: skip
    narrow = max(map(max, values)) < 100 * min(map(min, values))
    how = chance.choice((*(ends if decimals > 2 else ()), *(rows if narrow else ("number",))))
    if how in ends:
        draft.column(n, head, [f"{ends[how](of):.{decimals}f}" for of in values])
    else:
        draft.rows.insert(0, how if how == "Params" else row)
        draft.cells.insert(0, rows[how])
    return Stranger(f"rows of no tasks: {how}", written(draft, folder, TEXTS), (draft.meaning(),))


def numbered_runs(chance: random.Random, folder: Path) -> Stranger:
    """Runs of each method in numbered columns, or rows."""
    draft = _draft(chance, ("accuracy", "percent"), (4, 15), (3, 6), real=0.4)
    word, between = chance.choice(("seed ", "run", "fold", "s", "")), chance.choice(("_", " ", "-"))
    front, runs, decimals = chance.random() < 0.3, range(1, 4), len(draft.cells[0][0].partition(".")[2])
    methods, rows, scores = list(draft.heads), list(draft.rows), {}
    for k, method in reversed(list(enumerate(methods))):
        cells = [[f"{float(row[k]) * (1 + chance.gauss(0, 0.005)):.{decimals}f}" for row in draft.cells] for _ in runs]
        scores |= {(method, row): fmean(map(float, of)) for row, *of in zip(rows, *cells, strict=True)}
        for row in draft.cells:
            row.pop(k)
        draft.heads.pop(k)
        for run, of in reversed(list(zip(runs, cells, strict=True))):
            draft.column(k, f"{word}{run}{between}{method}" if front else f"{method}{between}{word}{run}", of)
    draft.corner, words = "dataset", (*draft.heads, "True")
    if chance.random() < 0.5:
        draft.turned("model")
    known = word in ("seed ", "run", "fold") and not front
    return Stranger("numbered runs", written(draft, folder, TEXTS), (Meaning(scores),), known=known, words=words)


def files(chance: random.Random, folder: Path) -> Stranger:
    """A file for each method, or each data set, with a measure under any heading."""
    draft = _draft(chance, ("accuracy", "percent"), (4, 10), (3, 6), real=0.5)
    of_methods, heads = chance.random() < 0.5, (draft.speech.heading(), chance.choice(("accuracy", "score")))
    table = list(zip(*draft.cells, strict=True)) if of_methods else draft.cells
    names, inner = (draft.heads, draft.rows) if of_methods else (draft.rows, draft.heads)
    corner = chance.choice((heads[0], "dataset" if of_methods else "method"))
    for name, cells in zip(names, table, strict=True):
        rows = [[corner, heads[1]], *map(list, zip(inner, cells, strict=True))]
        (folder / f"{name}.csv").write_text(_csv_text(rows, ","), encoding="utf-8")
    speaks = of_methods or corner == "method"
    return Stranger("files", str(folder), (draft.meaning(),), known=speaks, turned=not speaks)


def frames_of_levels(chance: random.Random, folder: Path) -> Stranger:
    """Measures on scales of their own in a frame with two levels of headings, or in frames by key."""
    draft = _draft(chance, ("accuracy",), (6, 15), (3, 6), real=0.4)
    good, slow = draft.speech.syllables(2, 2), draft.speech.syllables(2, 2)
    times = SCORES["times"][0](chance, len(draft.rows), len(draft.heads))
    parts = {
        key: pd.DataFrame(of, draft.rows, draft.heads).astype(float) for key, of in ((good, draft.cells), (slow, times))
    }
    meanings = []
    for key, part in parts.items():
        scores = {(method, row): float(part.loc[row, method]) for row in draft.rows for method in draft.heads}
        names = {f"{pair[0]} {pair[1]}": method for method in draft.heads for pair in ((method, key), (key, method))}
        meanings.append(Meaning(scores, "", key, names))
    if chance.random() < 0.4:
        return Stranger(
            "frames on scales of their own", parts, tuple(meanings), known=False, words=("key",), question=("measure",)
        )
    frame = pd.concat(parts, axis=1)
    frame = frame.swaplevel(axis=1) if chance.random() < 0.5 else frame
    return Stranger("frames of two levels", frame, tuple(meanings), known=False, question=("measure",))


KINDS: tuple[Callable[[random.Random, Path], Stranger], ...] = (
    plain, plain, properties, properties, counters, spreads, spreads, summaries, summaries, foreign_tasks, only_measures,
    statuses, orientations, orientations, directions, directions, folds, frames, decimal_marks, header_rows, decorations,
    decorations, long_tables, long_tables, mixed, families_of_measures, kinds_of_rows,
    bounds, changes, settings_in_rows, rows_of_others, signed_errors, in_rows, in_rows, rows_of_no_tasks, numbered_runs,
    files, frames_of_levels,
)  # fmt: skip


def stranger(seed: int, folder: Path, kind: Callable[[random.Random, Path], Stranger] | None = None) -> Stranger:
    """Return a table of a kind, by default one of all in turn; the same for the same seed."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(seed)
    drawn = (kind or KINDS[seed % len(KINDS)])(chance, folder)
    for meaning in drawn.meanings:
        assert all(" ".join(name.split()) == name for pair in meaning.scores for name in pair), drawn
    return drawn
