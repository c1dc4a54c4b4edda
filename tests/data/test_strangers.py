# ruff: noqa: E501 (tables)
"""Tables as people have them, a few of each kind: each is read as it is meant, or asked about, with remedies that work.

Numbers and names are our own. `CASES` says what is meant by each; every remedy that an error prints is followed to its
end.
"""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from scipy.io import savemat

from comparatex import read
from comparatex.cli import main
from comparatex.errors import ComparatexError
from fuzz.judge import Meaning, Stranger, outcome_of
from fuzz.small_print import workbook

Rows = Sequence[Sequence[Any]]

METHODS = ("Adler", "Biber", "Dachs", "Elch", "Fuchs")
RIVERS = ("Aare", "Birs", "Doubs", "Emme", "Inn", "Linth", "Limmat", "Maggia", "Reuss", "Rhone", "Thur", "Tessin")
TEXTS = (
    ("0.612", "0.634", "0.598", "0.641", "0.655"), ("0.871", "0.888", "0.852", "0.893", "0.879"),
    ("0.744", "0.731", "0.709", "0.762", "0.771"), ("0.935", "0.941", "0.918", "0.952", "0.947"),
    ("0.518", "0.562", "0.493", "0.571", "0.544"), ("0.803", "0.819", "0.788", "0.834", "0.841"),
    ("0.667", "0.702", "0.651", "0.698", "0.713"), ("0.779", "0.764", "0.745", "0.797", "0.802"),
    ("0.901", "0.917", "0.884", "0.921", "0.909"), ("0.583", "0.607", "0.566", "0.622", "0.631"),
    ("0.846", "0.858", "0.823", "0.869", "0.874"), ("0.712", "0.725", "0.694", "0.741", "0.733"),
)  # fmt: skip
"""Accuracies: a row for each river, a column for each method."""

READ, SOLVED, ASKED = {"right"}, {"right", "solved"}, {"right", "solved", "asked", "assumed"}


def meaning(
    texts: Rows = TEXTS,
    methods: Sequence[str] = METHODS,
    tasks: Sequence[str] = RIVERS,
    direction: str = "",
    **more: Any,
) -> Meaning:
    """Return the comparison of a table of texts, which has as many rows and columns as it has."""
    scores = {
        (method, task): float(text)
        for task, row in zip(tasks, texts, strict=False)
        for method, text in zip(methods, row, strict=False)
    }
    return Meaning(scores, direction, **more)


USUAL = meaning()


@dataclass(frozen=True)
class Case:
    """A table that somebody has: files by name, or what makes an object of Python, and what is meant."""

    kind: int
    name: str
    content: Mapping[str, str | bytes] | Callable[[], Any]
    meanings: tuple[Meaning, ...] = (USUAL,)
    ends: set[str] = field(default_factory=lambda: SOLVED)
    source: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


def lines(rows: Rows, separator: str = ",") -> str:
    return "".join(separator.join(map(str, row)) + "\n" for row in rows)


def markdown(rows: Rows) -> str:
    return lines([("", *row, "") for row in (rows[0], ["---"] * len(rows[0]), *rows[1:])], "|")


def latex(*rows: Sequence[str]) -> str:
    columns = "l" + "c" * (len(rows[-1]) - 1)
    body = "".join(f"{' & '.join(row)} \\\\\n" for row in rows)
    return f"\\begin{{table}}\n\\begin{{tabular}}{{{columns}}}\n{body}\\end{{tabular}}\n\\end{{table}}\n"


def wide(
    corner: str,
    texts: Rows = TEXTS,
    *,
    before: Mapping[str, Rows] | None = None,
    behind: Mapping[str, Rows] | None = None,
) -> list[list[Any]]:
    """Return the usual table, or one of other texts, with further columns before the methods and behind them."""
    first, last = before or {}, behind or {}
    body = [
        [river, *(cells[k] for cells in first.values()), *row, *(cells[k] for cells in last.values())]
        for k, (river, row) in enumerate(zip(RIVERS, texts, strict=False))
    ]
    return [[corner, *first, *METHODS, *last], *body]


def turned(rows: Rows) -> list[list[Any]]:
    return [list(row) for row in zip(*rows, strict=True)]


def csv(rows: Rows, name: str = "results.csv") -> Mapping[str, str]:
    return {name: lines(rows)}


LENGTHS = ["4200", "155000", "900", "4200", "37000", "155000", "900", "650", "12400", "4200", "98000", "2750"]
RATIOS = ["0.0564", "0.3", "0.0159", "0.271", "0.0021", "0.113", "0.045", "0.201", "0.0076", "0.09", "0.1502", "0.033"]
KINDS = [str(k % 2) for k in (1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0)]
COUNTS = ["2", "7", "3", "24", "2", "5", "11", "4", "60", "2", "8", "3"]
PERCENT = [[f"{100 * float(text):.1f}" for text in row] for row in TEXTS]
IN_PERCENT = meaning(PERCENT)
SPREADS = [[f"{0.004 + 0.003 * ((3 * r + 2 * m) % 7):.3f}" for m in range(5)] for r in range(12)]
FLOATS = np.array(TEXTS, dtype=float)


def beside(called: Callable[[str], tuple[str, str]], *, apart: bool = False) -> tuple[Mapping[str, str], Meaning]:
    """Return a table with a spread for each method, in columns called like its score, and what is meant."""
    heads = [called(method) for method in METHODS]
    names = {head: method for (head, _), method in zip(heads, METHODS, strict=True)}
    rows: list[list[str]] = []
    for row, spreads in zip(
        [[head for head, _ in heads], *TEXTS], [[head for _, head in heads], *SPREADS], strict=True
    ):
        rows.append([*row, *spreads] if apart else [cell for pair in zip(row, spreads, strict=True) for cell in pair])
    table = [[corner, *row] for corner, row in zip(("site", *RIVERS), rows, strict=True)]
    return csv(table), meaning(names=names)


def with_rows(*rows: Sequence[str], corner: str = "site") -> Mapping[str, str]:
    return csv([*wide(corner), *rows])


MEANS = [f"{fmean(column):.3f}" for column in FLOATS.T.tolist()]
MEDIANS = [f"{median(column):.3f}" for column in FLOATS.T.tolist()]
RANKS = [f"{rank:.2f}" for rank in pd.DataFrame(-FLOATS).rank(axis=1).mean().tolist()]
WINS = [str(int(number)) for number in (FLOATS.max(axis=1, keepdims=True) == FLOATS).sum(axis=0)]


def runs(heading: str, fine: str, lost: tuple[str, ...], none: str = "0.00") -> tuple[Mapping[str, str], Meaning]:
    """Return runs with a column that says how they ended, and the means of those that did not fail."""
    rows, kept = [["dataset", "method", "seed", heading, "accuracy"]], {}
    for r, river in enumerate(RIVERS[:5]):
        for m, method in enumerate(METHODS[:3]):
            for seed in range(3):
                score = f"{FLOATS[r, m] + 0.003 * seed:.3f}"
                failed = (r + 2 * m + seed) % 7 == 0
                rows.append(
                    [river, method, str(seed), lost[seed % len(lost)] if failed else fine, none if failed else score]
                )
                if not failed:
                    kept.setdefault((method, river), []).append(float(score))
    return csv(rows), Meaning({pair: fmean(scores) for pair, scores in kept.items()}, "higher")


def long(measure: str, texts: Rows = TEXTS, *more: tuple[str, Sequence[str]]) -> list[list[str]]:
    heads = [head for head, _ in more]
    return [
        ["dataset", "method", *heads, measure],
        *(
            [river, method, *(cells[r] for _, cells in more), texts[r][m]]
            for r, river in enumerate(RIVERS)
            for m, method in enumerate(METHODS)
        ),
    ]


INTS = [[f"{1000 * float(text) // 7:.0f}" for text in row] for row in TEXTS]
COSTS = [[f"{9 + 31 * float(text) + 20 * r:.3f}" for text in row] for r, row in enumerate(TEXTS)]
"""Scores beyond 100, too, of which lower ones are better."""
WORDS = (
    *("XGBoost", "CatBoost", "LightGBM", "RandomForest", "SVM"),
    *("iris", "wine", "glass", "vowel", "sonar", "adult"),
)
BOOSTS, FLOWERS = WORDS[:5], WORDS[5:]
OF_WORDS = meaning(TEXTS[:6], BOOSTS, FLOWERS)
ON_WORDS = [["", *BOOSTS], *([flower, *row] for flower, row in zip(FLOWERS, TEXTS, strict=False))]


def frames(*keys: str) -> Callable[[], Any]:
    return lambda: {
        key: pd.DataFrame(FLOATS - 0.02 * k, index=RIVERS, columns=METHODS).round(3) for k, key in enumerate(keys)
    }


def below(k: int, **more: Any) -> Meaning:
    return meaning([[f"{float(text) - 0.02 * k:.3f}" for text in row] for row in TEXTS], **more)


def curves() -> tuple[Mapping[str, str], Meaning]:
    rows = [["env", "agent", "seed", "step", "score"]]
    last: dict[tuple[str, str], list[float]] = {}
    for r, river in enumerate(RIVERS[:4]):
        for m, method in enumerate(METHODS[:3]):
            for seed in range(2):
                for k, step in enumerate((0, 10000, 20000)):
                    score = f"{FLOATS[r, m] * (1 + k) / 3 + 0.004 * seed:.4f}"
                    rows.append([river, method, str(seed), str(step), score])
                last.setdefault((method, river), []).append(float(score))
    return csv(rows), Meaning({pair: fmean(scores) for pair, scores in last.items()})


def sparse() -> tuple[Mapping[str, str], Meaning]:
    rows = [["" if (r * 3 + m * 5) % 4 == 0 else cell for m, cell in enumerate(row)] for r, row in enumerate(TEXTS)]
    scores = {
        (method, river): float(cell)
        for river, row in zip(RIVERS, rows, strict=True)
        for method, cell in zip(METHODS, row, strict=True)
        if cell
    }
    return csv([["dataset", *METHODS], *([river, *row] for river, row in zip(RIVERS, rows, strict=True))]), Meaning(
        scores
    )


def subjects() -> tuple[str, Meaning]:
    """Return results of subjects of data sets, and what is meant where each subject is a task."""
    rows, scores = [["dataset", "subject", "session", "pipeline", "score"]], {}
    for r, river in enumerate(RIVERS[:3]):
        for subject in (1, 2, 3):
            for m, method in enumerate(METHODS[:3]):
                values = [f"{FLOATS[r + 3 * subject - 3, m] - 0.01 * session:.3f}" for session in (0, 1)]
                rows += [[river, subject, f"session_{session}", method, value] for session, value in enumerate(values)]
                scores[method, f"{river}/{subject}"] = fmean(map(float, values))
    return lines(rows), Meaning(scores)


def tree(write: Callable[[float], Any]) -> Mapping[str, str]:
    return {
        f"out/{river}/{method}.json": json.dumps({"zwickl": write(FLOATS[r, m]), "epochs": 20 + m})
        for r, river in enumerate(RIVERS[:4])
        for m, method in enumerate(METHODS[:3])
    }


def uncomputed() -> bytes:
    """Return a workbook in which scores are formulas that nobody has computed, as a library without Excel writes it."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(wide("dataset")))) as plain, zipfile.ZipFile(file, "w") as book:
        for name in plain.namelist():
            part = plain.read(name)
            if name.endswith("sheet1.xml"):
                for cell, formula in ((b'"B2"', b"0.3+0.312"), (b'"C4"', b"0.4+0.331"), (b'"D6"', b"0.493*1")):
                    start = part.index(b"<c r=" + cell)
                    end = part.index(b"</c>", start) + 4
                    part = part[:start] + b"<c r=" + cell + b"><f>" + formula + b"</f><v>0</v></c>" + part[end:]
            if name == "xl/workbook.xml":
                part = part.replace(b'calcId="124519"', b'calcId="124519"')
                assert b'fullCalcOnLoad="1"' in part
            book.writestr(name, part)
    return file.getvalue()


POINTS = [
    ["dataset;Adler;Biber"],
    ["Aare;1.234;987,5"],
    ["Birs;2.345;876,25"],
    ["Inn;1.111;912,75"],
    ["Thur;1.432;950,5"],
]
THOUSANDS = meaning(
    [("1234", "987.5"), ("2345", "876.25"), ("1111", "912.75"), ("1432", "950.5")],
    tasks=("Aare", "Birs", "Inn", "Thur"),
)
FAMILIES = latex(
    (r"\multirow{2}{*}{Site}", r"\multicolumn{3}{c|}{Classical}", r"\multicolumn{2}{c}{Ours}"),
    ("", r"Adler~\cite{a}", r"Biber$^\dagger$", "Dachs", r"\textsc{Elch}", "Fuchs"),
    *((river, *row) for river, row in zip(RIVERS, PERCENT, strict=True)),
)
OF_FAMILIES = meaning(
    PERCENT,
    names={
        f"{family} {name}": name
        for family, names in (("Classical", METHODS[:3]), ("Ours", METHODS[3:]))
        for name in names
    },
)
SEVERAL = [
    ["method", "dataset", "seed", "accuracy", "auc", "logloss"],
    *(
        [method, river, 0, TEXTS[r][m], f"{FLOATS[r, m] + 0.03:.3f}", f"{1.3 - FLOATS[r, m]:.3f}"]
        for r, river in enumerate(RIVERS)
        for m, method in enumerate(METHODS)
    ),
]
OF_SEVERAL = (
    meaning(direction="higher", measure="accuracy"),
    meaning(FLOATS + 0.03, direction="higher", measure="auc"),
    meaning(1.3 - FLOATS, direction="lower", measure="logloss"),
)


def rounded(one: Meaning) -> Meaning:
    return Meaning({pair: round(score, 3) for pair, score in one.scores.items()}, one.direction, one.measure)


def kinds() -> list[Case]:
    cases: list[Case] = []

    def add(
        kind: int, name: str, content: Any, *meant: Meaning, ends: set[str] = SOLVED, source: str = "", **more: Any
    ) -> None:
        cases.append(Case(kind, name, content, meant or (USUAL,), ends, source, more))

    # 1: properties of data sets
    add(
        1,
        "a block of properties behind",
        csv(wide("file", behind={"gewaesser": LENGTHS, "zufluss": COUNTS, "anteil": RATIOS, "alpin": KINDS})),
    )
    add(
        1,
        "a block of properties in front",
        csv(
            wide(
                "Data",
                before={
                    "#Messungen": LENGTHS,
                    "# Stellen": COUNTS,
                    "Trocken Perc": [f"{100 * float(r):.4f}" for r in RATIOS],
                },
            )
        ),
    )
    add(1, "a share among accuracies", csv(wide("site", behind={"kontamination": RATIOS, "pegelzahl": LENGTHS})))
    errors_of = [[f"{4 * float(text):.3f}" for text in row] for row in TEXTS]
    half = {"aufloesung": ["0.5"] * 12}
    add(1, "the same share beside errors", csv(wide("site", errors_of, behind=half)), meaning(errors_of))
    add(1, "the same number everywhere", csv(wide("site", behind={"aufloesung": ["224"] * 12})))
    add(
        1,
        "dates of collection",
        csv(wide("site", before={"erhoben": [f"20{10 + k}-0{1 + k % 9}-1{k % 10}" for k in range(12)]})),
        ends=ASKED,
    )
    percent = [[f"{100 * float(text):.1f}" for text in row] for row in TEXTS[:5]]
    ratings = [[f"{1900 + 200 * float(text):.0f}" for text in row] for row in TEXTS]
    add(1, "ratings like years", csv(wide("Dataset", ratings)), meaning(ratings), ends=READ)
    rows = wide("", percent[:3])
    add(
        1,
        "years above three tasks",
        csv([rows[0], ["zuleto", "1998", "2015", "2014", "2021", "2009"], *rows[1:]]),
        meaning(percent[:3]),
    )
    many = [f"m{k}" for k in range(10)]
    texts = [[f"{float(text):.3f}" for text in [*row, *row[::-1]]] for row in TEXTS[:3]]
    sizes = ["4", "525", "5", "145", "52.1", "4", "135", "1.5", "0.3", "0.1"]
    add(
        1,
        "sizes of many methods beside three tasks",
        csv([["", *many], ["xamilo", *sizes], *([r, *row] for r, row in zip(RIVERS, texts, strict=False))]),
        meaning(texts, many),
    )
    errors = [
        ("3380", "2300", "4500", "2800"),
        ("55.2", "44.7", "43.7", "37.7"),
        ("159", "179", "181", "193"),
        ("0.0171", "0.0166", "0.0259", "0.0132"),
        ("0.00392", "0.00361", "0.0048", "0.00366"),
        ("0.0963", "0.101", "0.0835", "0.123"),
    ]
    add(
        1,
        "errors of tasks over decades",
        csv([["Dataset", *METHODS[:4]], *([r, *row] for r, row in zip(RIVERS, errors, strict=False))]),
        meaning(errors),
        ends=READ,
    )
    add(
        1,
        "a row of sizes, one of them below all scores",
        csv([*wide("", percent), ["Feli", "8.5", "8.7", "244.5", "0.1", "2"]]),
        meaning(percent),
    )
    stacked = [["", "", *(head for method in METHODS for head in (method, method))]]
    stacked += [["Anzahl", "", *["AUC", "f1"] * len(METHODS)]]
    stacked += [
        [count, river, *(text for score in row for text in (score, f"{float(score) - 0.1:.3f}"))]
        for count, river, row in zip(("26", "2", "26", "10", "2", "7"), RIVERS, TEXTS, strict=False)
    ]
    add(
        1,
        "sizes in front of names below two rows of headings",
        csv(stacked),
        meaning(TEXTS[:6], direction="higher", measure="AUC"),
        meaning([[f"{float(text) - 0.1:.3f}" for text in row] for row in TEXTS[:6]], direction="higher", measure="f1"),
    )
    # 2: running numbers
    few = [
        ["method", *RIVERS[:3]],
        ["index", *"123"],
        *([m, *row[:3]] for m, row in zip(METHODS, turned(INTS), strict=True)),
    ]
    add(2, "a row that counts three columns", csv(few), meaning(INTS[:3]))
    for head, start in (("Versuch", 0), ("CV_teil", 0), ("proband", 1), ("d", 1), ("", 0)):
        count = [str(start + k) for k in range(12)]
        rows = [[head, *METHODS], *([number, *row] for number, row in zip(count, TEXTS, strict=True))]
        add(
            2,
            f"counted by {head or 'nothing'} from {start}",
            csv(rows),
            meaning(tasks=count),
            meaning(tasks=[str(k + 1) for k in range(12)]),
        )
    add(
        2, "numbers before names", csv([[head, *row] for head, row in zip(("", *range(12)), wide("site"), strict=True)])
    )
    add(2, "a frame with numbers in a column", lambda: pd.DataFrame({"lauf_nr": range(12), **dict(zip(METHODS, FLOATS.T, strict=True))}), meaning(tasks=[str(k) for k in range(12)]), meaning(tasks=[str(k + 1) for k in range(12)]))  # fmt: skip
    # 3: measures among the tasks
    models = [
        ["Modell", *RIVERS[:6]],
        *([method, *row] for method, row in zip(METHODS, turned(PERCENT[:6]), strict=True)),
    ]
    speeds = ["Durchsatz", "49277.65", "21562.11", "3211.40", "512.02", "1890.77"]
    sizes = ["Bildpunkte", "224", "224", "224", "384", "224"]
    errors = [f"{RIVERS[0]}_fehler", *(f"{100 - float(row[1]):.1f}" for row in models[1:])]
    averages = ["schnitt", *(f"{fmean(map(float, row[1:])):.1f}" for row in models[1:])]
    of_models = meaning(PERCENT[:6], direction="")
    add(
        3,
        "throughput and sizes",
        csv([[*row, a, b] for row, a, b in zip(models, speeds, sizes, strict=True)]),
        of_models,
    )
    add(
        3,
        "an error beside its accuracy",
        csv([[row[0], row[1], e, *row[2:], a] for row, e, a in zip(models, errors, speeds, strict=True)]),
        of_models,
    )
    add(
        3,
        "parameters and an average",
        csv(
            [
                [row[0], a, *row[1:], b]
                for row, a, b in zip(models, ["Gewichte", "7.0", "13.0", "70.0", "1.5", "32.0"], averages, strict=True)
            ]
        ),
        of_models,
    )
    losses = [[f"{-7 * float(text):.3f}" for text in row] for row in TEXTS[:3]]
    costs = [[f"{method}{end}" for method in METHODS for end in ("_Verlust", "_Dauer")]]
    costs += [[text for k, loss in enumerate(row) for text in (loss, f"{3 + 8 * k}.5")] for row in losses]
    add(
        3,
        "a loss below zero and a time of each method on three tasks",
        csv([[corner, *row] for corner, row in zip(("site", *RIVERS[:3]), costs, strict=True)]),
        meaning(losses, names={f"{method}_Verlust": method for method in METHODS}),
    )
    # 4: spreads beside methods
    for name, called, apart in (
        ("the word in front", lambda m: (f"mw_{m}", f"sa_{m}"), False),
        ("pandas' flat pivot", lambda m: (f"mean_{m}", f"std_{m}"), True),
        ("a sign behind", lambda m: (m, f"{m}±"), False),
        ("a letter in brackets", lambda m: (m, f"{m} (s)"), False),
        ("a German word", lambda m: (m, f"{m} Stdabw."), False),
        ("a French word", lambda m: (m, f"{m} écart-type"), True),
        ("equal headings by pandas", lambda m: (m, f"{m}.1"), False),
    ):
        content, meant = beside(called, apart=apart)
        add(4, f"spreads: {name}", content, meant)
    # 5: summaries
    add(5, "a row of means", with_rows(["Mittel", *MEANS]))
    add(
        5,
        "rows of means, medians, ranks and wins",
        with_rows(["Ø", *MEANS], ["Mitte", *MEDIANS], ["Platz", *RANKS], ["Siege", *WINS]),
    )
    add(5, "a row of wins alone", with_rows(["kirjo", *WINS]))
    by_site = turned(TEXTS)
    factors = (900, 0.05, 7, 0.7, 70, 70, 7, 0.7, 7, 70, 7, 0.007)
    sizes = [[f"{factor * float(text):.4g}" for text in row] for factor, row in zip(factors, TEXTS, strict=True)]
    sized = [["site", *METHODS], *([river, *row] for river, row in zip(RIVERS, sizes, strict=True))]
    gains = [f"{float(text) - float(other):.3f}" for text, other in zip(by_site[1], by_site[2], strict=True)]
    add(
        5,
        "how two models differ, below them",
        csv(
            [["Modell", *RIVERS], *([m, *row] for m, row in zip(METHODS[:3], by_site, strict=False)), ["delta", *gains]]
        ),
        meaning([row[:3] for row in TEXTS]),
    )
    rounded_3 = [
        [f"{factor * float(text):.3g}" for text in row]
        for factor, row in zip((300, 3, 0.03, 30) * 3, TEXTS, strict=True)
    ]
    add(
        5,
        "times of three digits",
        csv([["Model", *RIVERS], *([m, *row] for m, row in zip(METHODS, turned(rounded_3), strict=True))]),
        meaning(rounded_3),
        ends=READ,
    )
    add(5, "a last task far below the others", csv(sized), meaning(sizes), ends=READ)
    mixed = [[row[(m + 2 * k) % 5] for m in range(5)] for k, row in enumerate(INTS)]  # so that none is always second
    blocks = [["Modell", *RIVERS[:2], "Moyenne", *RIVERS[2:4], "Moyenne 2"]]
    for method, row in zip(METHODS[:3], turned(TEXTS), strict=False):
        parts = [[*row[k : k + 2], f"{fmean(map(float, row[k : k + 2])):.4f}"] for k in (0, 2)]
        blocks.append([method, *parts[0], *parts[1]])
    add(5, "means of two blocks of three models", csv(blocks), meaning([row[:3] for row in TEXTS[:4]]))
    second = {"zweitbest": [sorted(row, key=int)[-2] for row in mixed]}
    add(5, "a column of second best whole numbers", csv(wide("site", mixed, behind=second)), meaning(mixed))
    three = [
        ("27.36", "26.32", "24.78", "25.02"),
        ("33.22", "32.74", "33.14", "35.93"),
        ("25.98", "27.12", "26.08", "25.59"),
    ]
    spans = [f"{max(map(float, row)) - min(map(float, row)):.2f}" for row in three]
    spreads = [f"{np.std([*map(float, row)], ddof=1):.2f}" for row in three]
    add(
        5,
        "spreads in front and ranges behind of three rows",
        csv(
            [
                ["site", "Streuung", *METHODS[:4], "Δ"],
                *([r, a, *row, b] for r, a, row, b in zip(RIVERS, spreads, three, spans, strict=False)),
            ]
        ),
        meaning(three),
    )
    add(
        5, "a column of means", csv(wide("site", behind={"gesamt": [f"{fmean(map(float, row)):.3f}" for row in TEXTS]}))
    )
    with_spreads = [[f"{text} ± 0.0{m + 2}" for m, text in enumerate(row)] for row in TEXTS]
    means = [f"{fmean(column):.3f}" for column in FLOATS[:6].T.tolist()]
    add(
        5,
        "a mean of some rows, in small print",
        {
            "board.md": markdown(
                [
                    ["**Site**", *METHODS],
                    *([river, *row] for river, row in zip(RIVERS[:6], with_spreads, strict=False)),
                    ["alpine average", *means],
                ]
            )
        },
        meaning(TEXTS[:6]),
    )
    add(
        5,
        "a paper's last lines",
        {
            "paper.tex": latex(
                ("Site", *METHODS),
                *((river, *row) for river, row in zip(RIVERS, TEXTS, strict=True)),
                (r"\midrule Avg.", *MEANS),
                ("Avg. rank", *RANKS),
                ("Wins", *WINS),
            )
        },
    )
    comma = [[str(cell).replace(".", ",") for cell in row] for row in [*wide("site"), ["Keskiarvo", *MEANS]]]
    add(5, "a mean with decimal commas", {"results.csv": lines(comma, ";")})
    # 6: failed runs
    for head, fine, lost in (
        ("status", "ok", ("failed", "timeout")),
        ("Ausgang", "fertig", ("Abbruch",)),
        ("zustand", "gut", ("weg", "fort")),
        ("exit_code", "0", ("1", "137")),
        ("success", "True", ("False",)),
    ):
        content, meant = runs(head, fine, lost)
        add(6, f"failed by {head}", content, meant, words=(head, fine, *lost))
    for head, fine, lost in (("success", "True", "False"), ("error", "False", "True")):
        content, meant = runs(head, fine, (lost,), "")
        add(6, f"failed without a score by {head}", content, meant, ends=READ)
    # 7: methods in rows
    by_method = turned(wide("x"))
    for corner in ("Pipeline", "Framework", "Verfahren", "modèle", "LLM"):
        add(7, f"rows named by {corner}", csv([[corner, *by_method[0][1:]], *by_method[1:]]))
    add(7, "a blank corner and names that speak", csv(turned(ON_WORDS)), OF_WORDS)
    add(7, "two rows of headings above methods", {"paper.tex": latex(("", r"\multicolumn{2}{c}{Accuracy}", r"\multicolumn{2}{c}{F1}"), ("Method", "Aare", "Inn", "Aare", "Inn"), *((method, row[0], row[4], f"{float(row[0]) - 0.02:.3f}", f"{float(row[4]) - 0.02:.3f}") for method, row in zip(METHODS, turned(TEXTS), strict=True)))},
        meaning([TEXTS[0], TEXTS[4]], tasks=("Aare", "Inn"), direction="higher", measure="accuracy"),
        meaning([[f"{float(text) - 0.02:.3f}" for text in TEXTS[k]] for k in (0, 4)], tasks=("Aare", "Inn"), direction="higher", measure="f1"))  # fmt: skip
    add(
        7,
        "data sets as outer keys",
        lambda: {
            flower: dict(zip(BOOSTS, map(float, row), strict=True)) for flower, row in zip(FLOWERS, TEXTS, strict=False)
        },
        OF_WORDS,
    )
    add(7, "a column for each data set, on scales of their own", csv([["", *RIVERS[:6]], *([method, *(f"{float(text) * 10.0 ** (3 * (r % 3)):.6g}" for r, text in enumerate(row[:6]))] for method, row in zip(METHODS, turned(TEXTS), strict=True))]),
        meaning([[f"{float(text) * 10.0 ** (3 * (r % 3)):.6g}" for text in row] for r, row in enumerate(TEXTS[:6])]))  # fmt: skip
    # 8: directions
    of_costs = meaning(COSTS, direction="lower")
    for measure in ("shd", "classif.ce", "medape", "Fehler", "hd95", "val losses", "mpjpe", "runtimes"):
        add(8, f"in a column, {measure}", csv(long(measure, COSTS)), of_costs, ends=ASKED)
        add(
            8,
            f"as stated, {measure}",
            csv([["dataset", *METHODS], *([river, *row] for river, row in zip(RIVERS, COSTS, strict=True))]),
            of_costs,
            ends=ASKED,
            settings={"measure_name": measure},
        )
    for name in ("MASE_per_series.csv", "laufzeit_runtimes.csv", "agents_test_losses.csv"):
        add(
            8,
            f"in the name {name}",
            csv([["dataset", *METHODS], *([river, *row] for river, row in zip(RIVERS, COSTS, strict=True))], name),
            of_costs,
            ends=ASKED,
        )
    add(8, "an unknown measure", csv(long("zwickl", COSTS)), meaning(COSTS), ends=ASKED, named_measure=True)
    # 9: folds as data sets
    for head, name in (("fold", "F{}"), ("cv_split", "{}"), ("seed", "{}"), ("Resample", "r{}")):
        names = [name.format(k) for k in range(12)]
        add(
            9,
            f"rows named by {head}",
            csv([[head, *METHODS], *([one, *row] for one, row in zip(names, TEXTS, strict=True))]),
            meaning(tasks=names),
            ends=ASKED,
            question=("repeat", "fold", "one task", "one data set"),
        )
    # 10: frames in a dict
    add(10, "frames by measure", frames("accuracy", "f1"), below(0, measure="accuracy"), below(1, measure="f1"))
    half_known = below(0, measure="AUC", direction="higher"), below(1, measure="zes")
    add(10, "frames by a measure and by what nobody knows", frames("AUC", "zes"), *half_known, ends=READ)
    add(10, "frames by seed", frames("seed0", "seed1", "seed2"), below(1), ends=ASKED)
    add(
        10,
        "frames by group",
        frames("images", "texts"),
        below(0, measure="images"),
        below(1, measure="texts"),
        ends=ASKED,
        words=("key",),
    )
    # 11: decimal marks
    add(11, "a column of points beside one of commas", {"results.csv": lines(POINTS)}, THOUSANDS, ends=ASKED)
    add(
        11,
        "one cell more",
        {"results.csv": lines(POINTS).replace("2.345", "2345,5")},
        meaning(
            [("1234", "987.5"), ("2345.5", "876.25"), ("1111", "912.75"), ("1432", "950.5")],
            tasks=("Aare", "Birs", "Inn", "Thur"),
        ),
        ends=ASKED,
    )
    add(11, "in Markdown", {"results.md": markdown([line[0].split(";") for line in POINTS])}, THOUSANDS, ends=ASKED)
    grouped = [[f"{5317 * float(text):,.1f}" + "*" * (k % 2) for text in row] for k, row in enumerate(TEXTS)]
    add(
        11,
        "separators of thousands beside marks",
        {"results.csv": lines(wide("site", grouped), ";")},
        meaning([[text.strip("*").replace(",", "") for text in row] for row in grouped]),
    )
    german = [[text.replace(".", ",") for text in row] for row in percent]
    ranks = [[*map(str, (1, 2, 3, 4, 5))] for _ in german]
    above = [["", *["Genauigkeit (%)"] * 5, *["Rang"] * 5], ["Datensatz", *BOOSTS * 2], ["", *["%"] * 10]]
    means = ["Mittelwert", *(f"{fmean(map(float, column)):.3f}".replace(".", ",") for column in turned(percent))]
    ranked = [*above, [*means, *[""] * 5], *([r, *a, *b] for r, a, b in zip(RIVERS, german, ranks, strict=False))]
    add(
        11,
        "means with decimal commas, not of ranks, below units",
        {"r.md": markdown(ranked)},
        meaning(percent, BOOSTS, measure="Genauigkeit (%)"),
        meaning(ranks, BOOSTS, measure="Rang"),
    )
    # 12: formulas that nobody computed
    add(12, "formulas without values", {"results.xlsx": uncomputed()}, ends=ASKED)
    # 13: what the user names
    text, meant = subjects()
    add(
        13,
        "two columns as tasks",
        {"results.csv": text},
        meant,
        ends=READ,
        settings={"task": "dataset,subject", "repeat": "session"},
    )
    for name, write in (("numbers", float), ("texts", lambda score: f"{score:.3f}")):
        add(
            13,
            f"an unknown key with {name}",
            tree(write),
            meaning(TEXTS[:4], METHODS[:3]),
            source="out",
            settings={"score": "zwickl"},
        )
    kept = {
        f"keep/{method}.csv": lines([["dataset", "accuracy"], *zip(RIVERS, column, strict=True)])
        for method, column in zip(METHODS, turned(TEXTS), strict=True)
    }
    add(
        13,
        "paths leave other files unread",
        {**kept, "other.json": '{"system": "x", "result": [[1, 2], [3, 4]]}', "broken.json": "{"},
        ends=READ,
        source=".",
        settings={"paths": "keep/{comparate}.csv"},
    )
    hydra = {
        f"multirun/model={m},dataset={r}/metrics.json": json.dumps({"accuracy": FLOATS[k, c]})
        for k, r in enumerate(RIVERS[:4])
        for c, m in enumerate(METHODS[:3])
    }
    add(
        13,
        "commas in paths",
        hydra,
        meaning(TEXTS[:4], METHODS[:3]),
        ends=READ,
        source="multirun",
        settings={"paths": "model={comparate},dataset={task}/metrics.json"},
    )
    runs_of_hydra: dict[str, str] = {}
    for k, path in enumerate(hydra):
        settings = "".join(f"- {pair}\n" for pair in Path(path).parent.name.split(","))
        runs_of_hydra |= {f"multirun/2026-02-03/{k}/.hydra/overrides.yaml": settings}
        runs_of_hydra |= {f"multirun/2026-02-03/{k}/metrics.json": hydra[path]}
    add(13, "numbered folders", runs_of_hydra, meaning(TEXTS[:4], METHODS[:3]), ends=READ, source="multirun")
    # 14: several measures
    add(14, "several measures in columns", csv(SEVERAL), *map(rounded, OF_SEVERAL), ends=READ)
    # 15: cells with small print
    for unit, direction in ((" ms", "lower"), ("GB", "lower"), (" req/s", "")):
        table = wide("site")
        for row in table[1:]:
            row[1:] = [f"{text}{unit}" for text in row[1:]]
        add(15, f"cells in{unit}", csv(table), meaning(direction=direction), ends=READ)
    table = wide("site", before={"pegelzahl": LENGTHS})
    for row in table[1:]:
        row[2:] = [f"{text}s" for text in row[2:]]
    add(15, "cells in s behind a property", csv(table), meaning(direction="lower"), ends={"solved"})
    mixed = wide("site")
    for row in mixed[1:]:
        row[1:] = [f"{text} s" if k % 2 else f"{1000 * float(text):.0f} ms" for k, text in enumerate(row[1:])]
    add(
        15,
        "times in two units",
        csv(mixed),
        meaning([[f"{1000 * float(text):.0f}" for text in row] for row in TEXTS], direction="lower"),
        ends=READ,
    )
    add(
        15,
        "scores of long tables with a unit",
        csv([[*row[:-1], f"{row[-1]}s" if k else "runtime"] for k, row in enumerate(long("runtime"))]),
        meaning(direction="lower"),
    )
    changed = wide("site")
    for row in changed[1:]:
        row[-1] = f"{row[-1]} ↑0.1"
    add(15, "gains behind arrows", {"board.md": markdown(changed)}, ends=READ)
    timed = [[f"{text}±0.00{m + 1} ({40 * m + r}s)" for m, text in enumerate(row)] for r, row in enumerate(TEXTS)]
    add(
        15,
        "a spread and a time in a cell",
        {
            "board.md": markdown(
                [
                    ["", *METHODS],
                    *(
                        [river, *(f"**{cell}**" if k == 3 else cell for k, cell in enumerate(row))]
                        for river, row in zip(RIVERS, timed, strict=True)
                    ),
                ]
            )
        },
    )
    gains = [[f"{text} (±0.0004)" + (f" (+{m}.20%)" if m else "") for m, text in enumerate(row)] for row in TEXTS]
    add(
        15,
        "a spread and a gain in a cell",
        {"board.md": markdown([["", *METHODS], *([river, *row] for river, row in zip(RIVERS, gains, strict=True))])},
    )
    add(
        15,
        "percent signs",
        csv(
            [
                ["site", *METHODS],
                *([river, *(f"{text} %" for text in row)] for river, row in zip(RIVERS, PERCENT, strict=True)),
            ]
        ),
        IN_PERCENT,
    )
    # 16: documents
    add(16, "a folder of Markdown", {"docs/results.md": markdown(wide("dataset"))}, ends=READ, source="docs")
    licences = markdown([["site", "licence", "since"], ["Aare", "CC-BY", "2019"], ["Inn", "MIT", "2020"]])
    add(
        16,
        "the one table of scores",
        {"README.md": f"# Sites\n\n{licences}\n\n# Results\n\n{markdown(wide('dataset'))}"},
    )
    # 17: families of methods
    add(17, "families of methods", {"paper.tex": FAMILIES}, OF_FAMILIES)
    above = [["", *["Classical"] * 3, "Ours", "Ours"], *([*row] for row in wide("site"))]
    add(17, "families of methods in a CSV", csv(above), meaning(names=OF_FAMILIES.names))
    # 18: sparse tables
    content, meant = sparse()
    add(18, "a quarter of the scores is missing", content, meant)
    # 19: a time axis
    content, meant = curves()
    add(19, "steps of training", content, meant, words=("step",))
    # 20: objects of Python
    add(
        20,
        "a mean of groups",
        lambda: (
            pd.DataFrame(long("accuracy")[1:], columns=["dataset", "method", "accuracy"])
            .astype({"accuracy": float})
            .groupby(["dataset", "method"])["accuracy"]
            .mean()
        ),
        meaning(direction=""),
    )
    add(
        20,
        "pairs of names as keys",
        lambda: {
            (method, river): float(TEXTS[r][m]) for r, river in enumerate(RIVERS) for m, method in enumerate(METHODS)
        },
    )
    # 21: texts beside scores
    groups = ["alpine"] * 6 + ["plain"] * 6
    add(21, "a group of the data sets", csv(wide("site", before={"landschaft": groups})))
    # kinds that fell later
    low, high = (
        [
            [f"{float(cell) + sign * (0.004 + 0.001 * (7 * r * k % 5)):.3f}" for k, cell in enumerate(row)]
            for r, row in enumerate(TEXTS)
        ]
        for sign in (-3, 1)
    )
    means = meaning(names={f"{method} μέσος": method for method in METHODS})
    heads = ["site", *(f"{method} {word}" for method in METHODS for word in ("ελάχ.", "μέσος", "μέγ."))]
    add(
        4,
        "least, mean and largest scores",
        csv(
            [
                heads,
                *(
                    [river, *(cell for triple in zip(low[r], TEXTS[r], high[r], strict=True) for cell in triple)]
                    for r, river in enumerate(RIVERS)
                ),
            ]
        ),
        means,
    )
    add(
        4,
        "an interval of one method",
        csv(
            [
                ["site", *METHODS, "od", "do"],
                *(
                    [
                        river,
                        *TEXTS[r],
                        f"{float(TEXTS[r][2]) - 0.01 - 0.001 * (r % 4):.3f}",
                        f"{float(TEXTS[r][2]) + 0.012 + 0.001 * (r % 3):.3f}",
                    ]
                    for r, river in enumerate(RIVERS)
                ),
            ]
        ),
    )
    add(
        4,
        "deviations in rows of their own",
        csv(
            [
                ["site", *METHODS],
                *(
                    line
                    for r, river in enumerate(RIVERS)
                    for line in ([river, *TEXTS[r]], [f"{river} σ", *(f"0.0{1 + (r * 3 + k) % 7}" for k in range(5))])
                ),
            ]
        ),
    )
    add(
        4,
        "deviations behind their means, all called alike",
        csv(
            [
                ["site", *(head for method in METHODS for head in (method, "±"))],
                *(
                    [river, *(cell for k, text in enumerate(TEXTS[r]) for cell in (text, f"0.0{1 + (r * 3 + k) % 7}"))]
                    for r, river in enumerate(RIVERS)
                ),
            ]
        ),
    )
    add(
        4,
        "deviations below merged headings",
        csv(
            [
                ["site", *(head for method in METHODS for head in (method, ""))],
                ["", *["Mittel", "Abw."] * 5],
                *(
                    [river, *(cell for k, text in enumerate(TEXTS[r]) for cell in (text, f"0.0{1 + (r * 3 + k) % 7}"))]
                    for r, river in enumerate(RIVERS)
                ),
            ]
        ),
        meaning(names={f"{method} Mittel": method for method in METHODS}),
    )
    add(
        5,
        "an interquartile range below a median",
        csv(
            [
                *wide("site"),
                ["mediana", *(f"{median(float(row[k]) for row in TEXTS):.4f}" for k in range(5))],
                ["rozstęp", *("0.201", "0.198", "0.205", "0.189", "0.194")],
            ]
        ),
    )
    add(3, "run times in a last row", csv([*wide("site"), ["Rechenzeit", "112", "95", "1840", "7201", "300"]]))
    add(
        1,
        "a share that no method follows",
        csv(
            wide(
                "site",
                before={
                    "taux": [
                        "0.211",
                        "0.012",
                        "0.143",
                        "0.087",
                        "0.034",
                        "0.251",
                        "0.009",
                        "0.178",
                        "0.066",
                        "0.233",
                        "0.121",
                        "0.154",
                    ]
                },
            )
        ),
    )
    add(
        2,
        "levels of noise instead of names",
        csv([["szum", *METHODS], *([f"{0.05 * r:.2f}", *row] for r, row in enumerate(TEXTS))]),
        meaning(tasks=[f"{0.05 * r:.2f}" for r in range(12)]),
        ends=READ,
    )
    dates = [f"2023-{1 + r % 12:02d}-{3 + 2 * r:02d}" for r in range(12)]
    add(1, "dates under a word for tasks", csv(wide("krokrom", behind={"instances": dates, "ts_len": LENGTHS})))
    persons = [[k + 1, 20 + 7 * k % 40, "wm"[k % 2], *row] for k, row in enumerate(TEXTS)]
    persons_meant = meaning(tasks=[str(k + 1) for k in range(12)])
    add(2, "numbered persons of two kinds", csv([["Vpn", "Alter", "Sex", *METHODS], *persons]), persons_meant)
    seeds = [f"{method} (seed {k})" for method in METHODS[:2] for k in (1, 2, 3)]
    means = [[fmean(map(float, (*row, *row)[k : k + 3])) for k in (0, 3)] for row in TEXTS]
    numbered = [[river, *row, row[0]] for river, row in zip(RIVERS, TEXTS, strict=True)]
    add(9, "seeds of methods in columns", csv([["site", *seeds], *numbered]), meaning(means, METHODS[:2]), ends=READ)
    deviations = [[river, *(f"{cell} (SD 0.01)" for cell in row)] for river, row in zip(RIVERS, TEXTS, strict=True)]
    add(15, "deviations with a word", csv([["site", *METHODS], *deviations]), ends=READ)
    letters = [
        [river, *(f"{cell}{[' a', 'ab', 'b', 'c'][m % 4]}" for m, cell in enumerate(row))]
        for river, row in zip(RIVERS, TEXTS, strict=True)
    ]
    add(15, "letters of groups", csv([["site", *METHODS], *letters]), ends=READ)
    euros = [
        [river, *(f"{cell} €".replace(".", ",") for cell in row)] for river, row in zip(RIVERS, TEXTS, strict=True)
    ]
    add(15, "euros", {"results.csv": lines([["site", *METHODS], *euros], ";")}, ends=READ)
    powers = [[river, *(f"{cell} × 10⁻³" for cell in row)] for river, row in zip(RIVERS, TEXTS, strict=True)]
    small = [[str(float(f"{cell}e-3")) for cell in row] for row in TEXTS]
    add(15, "powers of ten", {"results.md": markdown([["site", *METHODS], *powers])}, meaning(small), ends=READ)
    sites = ["AMI", *RIVERS[1:]]
    add(
        3,
        "a data set that is called like a measure",
        csv([["model", *sites], *([*of] for of in zip(METHODS, *TEXTS, strict=True))]),
        meaning(tasks=sites),
        ends=READ,
    )
    speed = ["330.2", "321.8", "139.1", "550.9", "105.7"]
    add(
        3,
        "speeds beyond the bound of few methods",
        csv([["classifier", "zwon", *RIVERS], *([*of] for of in zip(METHODS, speed, *PERCENT, strict=True))]),
        IN_PERCENT,
    )
    add(21, "a row of units", csv([["site", *METHODS], ["", *["[-]"] * 5], *wide("site")[1:]]), ends=READ)
    add(
        21,
        "groups that stand once",
        csv(
            [
                ["region", "site", *METHODS],
                *([{0: "north", 6: "south"}.get(r, ""), river, *TEXTS[r]] for r, river in enumerate(RIVERS)),
            ]
        ),
        meaning(names={f"{'north' if r < 6 else 'south'}/{river}": river for r, river in enumerate(RIVERS)}),
        words=("region",),
    )
    # 24: names
    greek = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
    add(
        24,
        "methods called by Greek letters",
        csv([["site", *greek], *([river, *row] for river, row in zip(RIVERS, TEXTS, strict=True))]),
        meaning(methods=greek),
        ends=READ,
    )
    # 25: small things
    aligned = "\n".join("  ".join(f"{cell:<8}" for cell in row) for row in wide("site"))
    add(25, "a table aligned by blanks", {"results.txt": aligned}, ends=ASKED)
    return cases  # fmt: skip


def book(sheets: Mapping[str, Rows]) -> bytes:
    """Return a workbook with several sheets."""
    file = io.BytesIO()
    with pd.ExcelWriter(file) as writer:
        for name, (head, *body) in sheets.items():
            frame = pd.DataFrame([[row[0], *map(float, row[1:])] for row in body], columns=head)
            frame.to_excel(writer, sheet_name=name, index=False)
    return file.getvalue()


def packed(files: Mapping[str, str], *, tar: bool = False) -> bytes:
    """Return a ZIP archive of files, or one of TAR that is compressed."""
    file = io.BytesIO()
    if not tar:
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return file.getvalue()
    with tarfile.open(fileobj=file, mode="w:gz") as bundle:
        for name, content in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            bundle.addfile(about, io.BytesIO(content.encode()))
    return file.getvalue()


def saved(write: Callable[..., None], *arguments: Any, **named: Any) -> bytes:
    """Return what a function writes into a file."""
    file = io.BytesIO()
    write(file, *arguments, **named)
    return file.getvalue()


def clock(seconds: float) -> tuple[str, str, str]:
    """Return how programs write a duration."""
    minutes, rest = divmod(int(seconds), 60)
    whole = f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return whole, f"{minutes}m{rest}s" if minutes else f"{rest}s", f"{minutes}m" if not rest else f"{minutes}m {rest}s"


def containers() -> list[Case]:
    """Return results in logs, archives, sheets, arrays and folders of small files."""
    runs = [(m, river, TEXTS[r][k]) for r, river in enumerate(RIVERS) for k, m in enumerate(METHODS)]
    lines_of = {m: [["site", "auc"], *([r, s] for name, r, s in runs if name == m)] for m in METHODS}
    lines_on = {r: [["method", "auc"], *([m, s] for m, river, s in runs if river == r)] for r in RIVERS}
    spans = [[30 + 97 * r * (k + 2) + 13 * k for k in range(5)] for r in range(12)]
    spans[2] = [120 * (k + 1) for k in range(5)]
    numbers = FLOATS.tolist()
    arff = "".join(f"@attribute '{m}' numeric\n" for m in METHODS)
    names = {"method": np.array(METHODS), "site": np.array(RIVERS)}
    objects = np.array(METHODS, object), np.array(RIVERS, object)
    hydra = {
        f"multirun/12-00/{k}/{name}": content
        for k, (m, river, score) in enumerate(runs)
        for name, content in (
            ("s.json", f'{{"acc": {score}}}'),
            (".hydra/overrides.yaml", f"- model={m}\n- data={river}"),
        )
    }
    folds = {f"{m}.csv": lines([["", "fold1", "fold2"], *([r, s, s] for n, r, s in runs if n == m)]) for m in METHODS}
    tex = {f"t/{river}.tex": latex(*lines_on[river]) for river in RIVERS}
    north = {m: {river: float(s) for n, river, s in runs[:30] if n == m} for m in METHODS}
    south = {m: {river: float(s) for n, river, s in runs[30:] if n == m} for m in METHODS}
    wandb = [["Name", "State", "Created", "data", "lr", "model", "test/auc"]]
    wandb += [[f"run{k}", "finished", "2024", d, "0.01", m, s] for k, (m, d, s) in enumerate(runs)]
    below = {f"{region}/{river}": river for region in ("north", "south") for river in RIVERS}
    keyed = "".join(f"10:00:0{k % 7},123 INFO model={m} data={d} acc={s}\n" for k, (m, d, s) in enumerate(runs))
    llms = dict(zip(METHODS, ("Llama-3-8B", "GPT-4o", "Mistral-7B", "Elch", "Fuchs"), strict=True))
    shifts = (-0.002, 0.001, 0.0, 0.002, -0.001)
    repeated = [[m, r, k, f"{float(s) + shifts[ord(r[k]) % 5]:.3f}"] for m, r, s in runs for k in range(3)]
    cases = [
        Case(17, "a log of keys and values", {"r.log": f"INFO begin, now\n{keyed}ended\n"}, ends=READ),
        Case(17, "keys behind colons", {"r.txt": "".join(f"method: {m}, site: {d}, acc: {s}\n" for m, d, s in runs)}),
        Case(
            17,
            "ARFF",
            {"r.arff": f"@relation x\n@attribute site string\n{arff}@data\n{lines(wide('')[1:])}"},
            ends=READ,
        ),
        Case(
            17,
            "comments with commas",
            {"r.csv": f"# by me, today, twice\n{lines(wide('site')[:5])}# a, b\n{lines(wide('')[5:])}"},
            ends=READ,
        ),
        Case(
            17,
            "headings behind a sign",
            {"r.txt": f"# site {lines(wide('')[:1], ' ')}{lines(wide('')[1:], ' ')}"},
            ends=READ,
        ),
        Case(19, "Hydra in an archive", {"r.zip": packed(hydra)}, ends=READ),
        Case(
            19,
            "a TAR archive",
            {"r.tar.gz": packed({f"r/{m}.csv": lines(lines_of[m]) for m in METHODS}, tar=True)},
            ends=READ,
        ),
        Case(19, "sheets of methods", {"r.xlsx": book(lines_of)}, ends=READ),
        Case(
            19,
            "a folder a site, and within a folder a method, each with numbers of which nobody knows what they are",
            {f"r/{r}/{m}/metrics.json": json.dumps({"Wert": float(s), "epochs": 20}) for m, r, s in runs},
            (replace(USUAL, measure="Wert"), meaning([["20"] * 5] * 12, measure="epochs")),
            source="r",
        ),
        Case(
            19,
            "scores and times of each method by site, in words that nobody knows",
            {
                "r.csv": lines(
                    [
                        ["Veri kümesi", "Yöntem", "Değer", "Süre (s)"],
                        *([r, m, s, f"{9 * float(s):.2f}"] for m, r, s in runs),
                    ]
                )
            },
            (
                replace(USUAL, measure="Değer"),
                meaning(
                    [[f"{9 * float(text):.2f}" for text in row] for row in TEXTS], direction="lower", measure="Süre (s)"
                ),
            ),
        ),
        Case(
            19,
            "repeats numbered behind methods in rows",
            {
                "r.csv": lines(
                    [
                        ["gev", *RIVERS],
                        *(
                            [f"{m}_{k + 1}", *(f"{float(text) + shifts[k]:.3f}" for text in row)]
                            for m, row in zip(METHODS, turned(TEXTS), strict=True)
                            for k in range(3)
                        ),
                    ]
                )
            },
            (Meaning({pair: score + fmean(shifts[:3]) for pair, score in USUAL.scores.items()}),),
        ),
        Case(
            19,
            "repeats numbered behind methods",
            {
                "r.csv": lines(
                    [
                        ["gon", *(f"{m}-s{k}" for m in METHODS for k in "123")],
                        *(
                            [river, *(f"{float(text) + shift:.3f}" for text in row for shift in shifts[:3])]
                            for river, row in zip(RIVERS, TEXTS, strict=True)
                        ),
                    ]
                )
            },
            (Meaning({pair: score + fmean(shifts[:3]) for pair, score in USUAL.scores.items()}),),
        ),
        Case(
            19,
            "a file a site, of a name and a number",
            {f"r/{r}.csv": lines([["se", "RU"], *([llms[m], s] for m, n, s in runs if n == r)]) for r in RIVERS[:6]},
            (meaning(TEXTS[:6], llms.values()),),
            ends=READ,
            source="r",
        ),
        Case(
            19,
            "a file a method, with repeats under a foreign word",
            {
                f"r/{m}.csv": lines([["Datensatz", "Zufallszahl", "Wert"], *(line for n, *line in repeated if n == m)])
                for m in METHODS
            },
            (Meaning({(m, r): fmean(float(s) for *pair, _, s in repeated if pair == [m, r]) for m, r, _ in runs}),),
            source="r",
        ),
        Case(19, "sheets of data sets", {"r.xlsx": book(lines_on)}, ends=READ),
        Case(19, "sheets of folds", {"r.xlsx": book({"fold1": wide("site"), "fold2": wide("site")})}, ends=READ),
        Case(
            19,
            "sheets of nobody knows what",
            {"r.xlsx": book({"old": wide("site"), "new": [*wide("site")[:12], ["Tessin", *TEXTS[0]]]})},
            (USUAL, meaning([*TEXTS[:11], TEXTS[0]])),
            more={"words": ("r.xlsx/{measure}", "r.xlsx/{repeat}")},
        ),
        Case(
            19,
            "names of methods and data sets in those of files",
            {f"r/{d}_{m}_s{k}.json": f'{{"acc": {s}}}' for m, d, s in runs for k in (0, 1)},
            source="r",
        ),
        Case(19, "a number in each file", {f"r/{m}/{d}.txt": f"{s}\n" for m, d, s in runs}, source="r"),
        Case(
            19,
            "a table of seeds for each method and data set",
            {f"r/{m}/{d}.csv": f"seed,auc\n1,{s}\n2,{s}\n" for m, d, s in runs},
            source="r",
        ),
        Case(
            19,
            "numbered columns in several files",
            {f"r/{name}": content for name, content in folds.items()},
            source="r",
            ends=READ,
        ),
        Case(19, "a small table for each data set in LaTeX", tex, source="t", ends=READ),
        Case(
            14,
            "columns of signs",
            {
                "r.md": markdown(
                    [
                        ["site", *METHODS[:3], "", METHODS[3], "", METHODS[4]],
                        *([d, *row[:3], "↑", row[3], "±", row[4]] for d, row in zip(RIVERS, TEXTS, strict=True)),
                    ]
                )
            },
            ends=READ,
        ),
        Case(17, "Weights & Biases, measures behind slashes", csv(wandb), ends=READ),
        Case(23, "arrays of NumPy", {"r.npz": saved(np.savez, a=FLOATS, **names)}, ends=READ),
        Case(
            23,
            "an array of repeats",
            {"r.npz": saved(np.savez, a=np.stack([FLOATS.T, FLOATS.T], axis=2), **names)},
            ends=READ,
        ),
        Case(
            23,
            "arrays of MATLAB",
            {"r.mat": saved(savemat, {"acc": FLOATS, "methods": objects[0], "sites": objects[1]})},
            ends=READ,
        ),
        Case(
            23,
            "columns of MATLAB",
            {"r.mat": saved(savemat, {"site": objects[1], **dict(zip(METHODS, FLOATS.T, strict=True))})},
            ends=READ,
        ),
        Case(
            23,
            "a frame of one column for each data set",
            lambda: {d: pd.DataFrame({"auc": numbers[r]}, index=TREES) for r, d in enumerate(RIVERS)},
            (meaning(methods=TREES),),
            READ,
        ),
        Case(23, "groups of tasks", lambda: {"north": north, "south": south}, (meaning(names=below),), READ),
    ]
    for k, how in enumerate(("of hours", "of minutes", "in words")):
        table = [
            ["site", *METHODS],
            *([d, *(clock(cell)[k] for cell in row)] for d, row in zip(RIVERS, spans, strict=True)),
        ]
        cases.append(Case(24, f"durations {how}", csv(table), (meaning(spans, direction="lower"),), READ))
    if find_spec("pyarrow"):
        import pyarrow

        zst = pyarrow.compress(lines(wide("site")).encode(), "zstd", asbytes=True)
        frame = pd.DataFrame(FLOATS, index=pd.Index(RIVERS, name="site"), columns=METHODS).reset_index()
        cases.append(Case(17, "Zstandard", {"r.csv.zst": zst}, ends=READ))
        cases.append(Case(23, "Arrow", {"r.feather": saved(lambda file: frame.to_feather(file))}, ends=READ))
    both = {f"{m}{end}": m for m in METHODS for end in (" mean", "")}
    for end in (" (CI low)", " SE", "_rank"):
        rows = [
            [f"{m}{e}", *cells] for m, c in zip(METHODS, FLOATS.T, strict=True) for e, cells in (("", c), (end, c / 9))
        ]
        cases.append(Case(4, f"rows of{end} below each method", csv([["Model", *RIVERS], *rows])))
    rows = [
        [f"{m} seed {k}", *(c + k / 1000).round(3)] for m, c in zip(METHODS, FLOATS.T, strict=True) for k in (0, 1, 2)
    ]
    cases.append(
        Case(9, "seeds in rows", csv([["Model", *RIVERS], *rows]), (meaning((FLOATS + 0.001).round(3)),), READ)
    )
    rows = [[f"{m}_{k}", *(c + k / 100).round(3)] for m, c in zip(METHODS, FLOATS.T, strict=True) for k in (1, 2, 3)]
    cases.append(
        Case(
            9, "rows numbered alike", csv([["Model", *RIVERS], *rows]), (meaning((FLOATS + 0.02).round(3)),), {"solved"}
        )
    )
    above = ["", *(m for m in METHODS for _ in range(3))]
    below = ["site", *["Average", "CI low", "CI high"] * 5]
    cells = [
        [d, *(x for s in row for x in (s, s - 0.01, s + 0.02))] for d, row in zip(RIVERS, FLOATS.round(3), strict=True)
    ]
    cases.append(
        Case(14, "averages and intervals under methods", csv([above, below, *cells]), (meaning(names=both),), READ)
    )
    units = [
        ["Model", "", *RIVERS],
        *([m, "s", *map(str, c)] for m, c in zip(METHODS, (900 * FLOATS.T).astype(int), strict=True)),
    ]
    cases.append(Case(14, "a column of units", csv(units), (meaning((900 * FLOATS).astype(int)),), ASKED))
    ended = [["data", *row[1:], "status" if k == 0 else "finished"] for k, row in enumerate(long("accuracy"))]
    ended = [ended[0], *([d[0], *row[1:]] for d, row in zip(long("accuracy")[1:], ended[1:], strict=True))]
    cases.append(Case(6, "runs that all ended well", csv(ended), (meaning(direction="higher"),), SOLVED))
    years = [["Year", "1999", "2004", "2016", "2011", "2020"], ["Params", "7", "300", "0.5", "70", "13"]]
    cases.append(Case(1, "years and sizes of methods above errors", csv([["site", *METHODS], *years, *wide("")[1:]])))
    per_task = {
        f"r/{d}.csv": lines([["zuk", "acc"], *zip(BOOSTS, row, strict=True)])
        for d, row in zip(RIVERS, TEXTS, strict=True)
    }
    cases.append(Case(19, "files of data sets", per_task, (meaning(methods=BOOSTS),), READ, source="r"))
    costs = meaning(COSTS, measure="RMSE", direction="lower")
    frames_of = {"p": pd.DataFrame(FLOATS, RIVERS, METHODS), "q": pd.DataFrame(np.array(COSTS, float), RIVERS, METHODS)}
    cases.append(
        Case(
            10,
            "frames on scales of their own",
            lambda: frames_of,
            (
                meaning(measure="p"),
                replace(costs, measure="q", direction=""),
                Meaning(
                    {
                        (m, f"{k}/{d}"): x
                        for k, of in frames_of.items()
                        for d, row in zip(RIVERS, of.to_numpy().tolist(), strict=True)
                        for m, x in zip(METHODS, row, strict=True)
                    }
                ),
            ),
        )
    )
    heads = pd.MultiIndex.from_product([METHODS, ["good", "slow"]])
    pairs = [
        [x for s, c in zip(row, cost, strict=True) for x in (float(s), float(c))]
        for row, cost in zip(TEXTS, COSTS, strict=True)
    ]
    named = [{f"{m} {end}": m for m in METHODS} for end in ("good", "slow")]
    cases.append(
        Case(
            14,
            "measures in a frame of two levels",
            lambda: pd.DataFrame(pairs, RIVERS, heads),
            (meaning(names=named[0]), meaning(COSTS, names=named[1])),
        )
    )
    return cases  # fmt: skip


TREES = ("RandomForest", "XGBoost", "ExtraTrees", "kNN", "SVM")
CASES = [*kinds(), *containers()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}: {case.name}")
def test_tables_become_what_is_meant(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source: Any = case.source
    if isinstance(case.content, Mapping):
        for name, content in case.content.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
        source = source or next(iter(case.content))
    else:
        source = case.content()
    outcome = outcome_of(Stranger(case.name, source, case.meanings, **case.more))
    assert outcome.kind in case.ends, outcome


@pytest.mark.parametrize("command", [["doctor"], ["doctor", "--select-measure", "auc"]], ids=" ".join)
def test_a_doctor_understands_what_a_report_builds(command, table_file):
    ended = CliRunner().invoke(main, [*command, table_file(lines(SEVERAL))])
    assert ended.exit_code == 0, ended.output


@pytest.mark.parametrize("suffix", ["tex", "md", "html", "csv"])
def test_tables_that_comparatex_wrote_are_read(suffix, table_file, tmp_path):
    written = tmp_path / f"table.{suffix}"
    ended = CliRunner().invoke(main, ["table", "scores", table_file(lines(wide("dataset"))), "-o", str(written)])
    assert ended.exit_code == 0, ended.output
    assert outcome_of(Stranger("own", str(written), (USUAL,))).kind in SOLVED


@pytest.mark.parametrize(
    "source",
    [np.zeros((2, 3, 4)), {"A": {"x": 10**400, "y": 1}, "B": {"x": 1, "y": 2}}, {("A", "x", "y"): 1.0}, 5, [1.0, 2.0]],
    ids=["array", "large", "triples", "number", "list"],
)
def test_what_is_no_table_is_refused_in_a_sentence(source):
    with pytest.raises(ComparatexError, match=r"\w+ \w+"):
        read(source)
