# ruff: noqa: E501 (tables)
r"""Tables that are drawn with characters, in prose or without, and LaTeX with commands of its own."""

from __future__ import annotations

import numpy as np
import pytest

from comparatex import read
from comparatex.data.read import read_measures
from comparatex.errors import DataError, UsageError
from fuzz.judge import Meaning, Stranger, outcome_of

METHODS = ("Adler", "Biber", "Dachs")
RIVERS = ("Aare", "Birs", "Doubs", "Emme")
SCORES = {(m, r): round(0.6 + 0.05 * k + 0.02 * ((3 * j + k) % 5), 3)
          for j, r in enumerate(RIVERS) for k, m in enumerate(METHODS)}  # fmt: skip
ROWS = [["River", *METHODS], *([river, *(str(SCORES[m, river]) for m in METHODS)] for river in RIVERS)]
PROSE = "Results\n=======\n\nAll ran on one machine, 3 times.\n\n{}\nSee the paper: 2 of 3 won.\n"


def padded(cells, mark=" "):
    return mark.join(f"{cell:<9}" for cell in cells).rstrip()


def boxed(rule, bars="|", head=None):
    rows = ["|" + "|".join(f" {cell:<8}" for cell in cells) + "|" for cells in ROWS]
    first, *body = [row.replace("|", bars) for row in rows]
    return "\n".join([rule, first, head or rule, *body, rule, ""])


GRID = "+" + "---------+" * 4
DRAWN = {
    "r.rst": PROSE.format("\n".join([(line := "======== " * 4), padded(ROWS[0]), line, *map(padded, ROWS[1:]), line, ""])),
    "grid.rst": PROSE.format(
        "\n".join([GRID, *(f"|{'|'.join(f' {c:<8}' for c in cells)}|\n{GRID}" for cells in ROWS), ""])
    ),
    "list.rst": ".. list-table:: Rivers\n   :header-rows: 1\n\n"
    + "".join("".join(f"   {'*' if not k else ' '} - {cell}\n" for k, cell in enumerate(cells)) for cells in ROWS),
    "r.org": "* Rivers\n#+CAPTION: mine\n" + boxed("|---------" + "+---------" * 3 + "|"),
    "mysql.txt": boxed(GRID),
    "psql.txt": "\n".join([padded(ROWS[0], " | "), "-+-".join(["---------"] * 4), *(padded(c, " | ") for c in ROWS[1:])])
    + "\n(4 rows)\n",
    "rich.txt": boxed("┏" + "━━━━━━━━━┳" * 3 + "━━━━━━━━━┓", "│", "┡" + "━━━━━━━━━╇" * 3 + "━━━━━━━━━┩"),
    "r.adoc": '= Rivers\n\n[options="header"]\n|===\n' + "".join("|" + " |".join(c) + "\n" for c in ROWS) + "|===\n",
    "r.wiki": '{| class="wikitable"\n! '
    + " !! ".join(ROWS[0]) + "\n" + "".join("|-\n| " + " || ".join(cells) + "\n" for cells in ROWS[1:]) + "|}\n",
    "pandas.txt": "\n".join([padded(["method", *METHODS]), "River", *map(padded, ROWS[1:]), ""]),
    "frame.txt": "\n".join([padded(["", *METHODS]), "River", *map(padded, ROWS[1:]), ""]),
    "polars.txt": "\n".join(
        f"│ {' ┆ '.join(row)} │" for row in (ROWS[0], ["---"] * 4, ["str", *["f64"] * 3], *ROWS[1:])
    ),
    "quantity.tex": "\\begin{tabular}{lccc}\n"
    + "".join(
        " & ".join([row[0], *(f"\\SI{{{c}}}{{\\percent}}" if k else c for c in row[1:])]) + "\\\\\n"
        for k, row in enumerate(ROWS)
    )
    + "\\end{tabular}\n",
    "tibble.txt": "\n".join(["# A tibble: 4 × 4", "  " + padded(ROWS[0]), "  <chr>     <dbl>     <dbl>     <dbl>",
                             *(f"{k} {padded(cells)}" for k, cells in enumerate(ROWS[1:], 1)), ""]),
    "pdf.txt": "\n".join([" ".join(ROWS[0]), *(" ".join([c[0], *(f"{s} ± 0.01" for s in c[1:])]) for c in ROWS[1:]), ""]),
    "macros.tex": r"\newcommand{\std}[1]{{\scriptsize$\pm$#1}}\newcommand\best[1]{\textbf{#1}}" "\n"
    r"\begin{tabular}{lccc}" + " \\\\\n".join(
        " & ".join([c[0], *(rf"\best{{{s}}}\std{{0.01}}" if k and s[0] == "0" else s for s in c[1:])])
        for k, c in enumerate(ROWS)) + r"\end{tabular}",
    "medals.md": "|River|Adler|Biber|Dachs|\n|-|-|-|-|\n"
    + "".join(f"|{c[0]}|{c[1]}|{c[2]}|{c[3]} 🥇|\n" for c in ROWS[1:]),
    "r.toml": "".join(f"[{m}]\n" + "".join(f"{r} = {SCORES[m, r]}\n" for r in RIVERS) for m in METHODS),
    "r.yaml": "".join(f"{m}:\n" + "".join(f"  {r}: {SCORES[m, r]}\n" for r in RIVERS) for m in METHODS),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_drawn_tables_are_read_as_they_are_meant(name, tmp_path):
    if name.endswith("yaml"):
        pytest.importorskip("yaml")
    path = tmp_path / name
    path.write_text(DRAWN[name], encoding="utf-8")
    outcome = outcome_of(Stranger(name, str(path), (Meaning(SCORES),)))
    assert outcome.kind == "right", outcome.why


def by_river(title, table, heads=("Model", "Purity")):
    """A document with a section for each river, of a table of scores."""
    parts = []
    for river in RIVERS:
        rows = [heads, *((m, SCORES[m, river], *(1 - SCORES[m, river] for _ in heads[2:])) for m in METHODS)]
        parts.append(f"{title.format(river, '=' * len(river))}\n\nOn 3 days.\n\n{table(rows)}\n")
    return "\n".join(parts)


def in_markdown(rows):
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]])


def in_tex(rows):
    return "\\begin{tabular}{lc}" + " \\\\\n".join(" & ".join(map(str, row)) for row in rows) + "\\end{tabular}"


def in_tags(rows):
    return f"<table>{''.join('<tr>' + ''.join(f'<td>{cell}</td>' for cell in row) + '</tr>' for row in rows)}</table>"


def between_rules(rows):
    line = "  ".join(["=========="] * max(3, len(rows[0])))
    drawn = ["".join(f"{cell:<12}" for cell in (*row, "", "")[: max(3, len(row))]) for row in rows]
    return "\n".join([line, drawn[0], line, *drawn[1:], line])


SECTIONS = {
    "r.md": by_river("## {}\n\n### Results", in_markdown),
    "modell.md": by_river("{}\n{}", in_markdown, ("模型名称", "准确率")),
    "bold.md": by_river("**{}:**", in_markdown, ("Modelo (nombre)", "exactitud")),
    "tags.md": by_river("# {}", in_tags),
    "r.html": by_river("<h2 class='x'>{}</h2>", in_tags),
    "r.tex": by_river("\\subsection{{{}}}", in_tex),
    "r.org": by_river("** {}", lambda rows: in_markdown([(*row, "") for row in rows]).replace("-|-", "-+-")),
    "two.rst": by_river("{}\n{}", between_rules, ("Model", "Accuracy", "Error")),
}


@pytest.mark.parametrize("name", SECTIONS)
def test_tables_that_are_alike_are_read_by_section(name, tmp_path):
    path = tmp_path / name
    path.write_text(SECTIONS[name], encoding="utf-8")
    first, *others = read_measures(str(path))
    assert first.comparates == METHODS
    assert first.tasks == RIVERS
    assert all(first.values[t, c] == SCORES[m, r] for t, r in enumerate(RIVERS) for c, m in enumerate(METHODS))
    assert "tables 1, 2, 3 and 4 of 4 are read as one, by section" in first.notes[0]
    assert len(others) == (name == "two.rst")
    assert len(read(str(path), sheet="2,3", select_measure=first.measure).tasks) == 2


def test_tables_of_which_some_are_alike_are_offered_by_section(tmp_path):
    text = by_river("## {}", in_markdown)
    path = tmp_path / "r.md"
    other = in_markdown([("Model", "Speed"), *((m, 10 + k / 4) for k, m in enumerate(METHODS))])
    path.write_text(f"{text}\n## Speed\n\n{other}\n")
    with pytest.raises(DataError, match=r'or several by section \(`sheet="1,2,3,4"`\)') as caught:
        read(str(path))
    assert read(str(path), **caught.value.remedies[0]).tasks == RIVERS
    path.write_text(text.replace("## Emme", "## Birs"))  # two sections of one name
    with pytest.raises(DataError, match="holds 4 tables"):
        read(str(path))
    path.write_text(text.replace("Model", "Methods", 1))  # as the first of them calls it
    assert read(str(path)).tasks == RIVERS
    path.write_text(text.replace("Purity", "Salt", 1))
    with pytest.raises(UsageError, match=r"the tables 1,2 \(`sheet`\) are not alike"):
        read(str(path), sheet="1,2")
    measured = by_river("## {}", lambda rows: in_markdown([("What", "Value"), ("Accuracy", 0.7), ("Recall", 0.9)]))
    path.write_text(measured)  # what stands in rows are measures
    with pytest.raises(DataError, match="holds 4 tables"):
        read(str(path))


def test_several_drawn_tables_are_told_apart(tmp_path):
    path = tmp_path / "r.rst"
    path.write_text(DRAWN["grid.rst"] + "\n" + DRAWN["grid.rst"].replace("Adler", "Amsel"))
    with pytest.raises(DataError, match="holds 2 tables") as caught:
        read(str(path))
    assert read(str(path), **caught.value.remedies[1]).comparates[0] == "Amsel"
    path.write_text(
        "===== ===== =====\nRiver Adler A. B.\n===== ===== =====\nAare  0.5   0.6\nEmme  0.7   0.8\n===== ===== =====\n"
    )
    assert read(str(path)).comparates == ("Adler", "A. B.")  # columns are as wide as their rules


def test_texts_beside_measures_are_no_methods(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("Teil,Größe,Wert\nA,accuracy,0.9\nA,recall,0.8\nB,accuracy,0.7\nB,recall,0.6\n")
    with pytest.raises(DataError, match=r"'Größe' holds measures, going by its texts \(`measure=\"Größe\"`\)"):
        read(str(path))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("r.toml", "[A]\nx = \n", "r.toml: not valid TOML"),
        (
            "r.csv",
            "task,A,B\nx,1,2\ny,>24,3\nz,4,5\n",
            "'>24' is a bound and no score: write the score that counts in its place",
        ),
        ("r.csv", "task,A,B\nx,>24h,2h\ny,5h,>24h\n", "is a bound and no score"),
    ],
)
def test_what_is_no_score_is_told(name, text, words, tmp_path):
    (tmp_path / name).write_text(text)
    with pytest.raises(DataError) as caught:
        read(str(tmp_path / name))
    assert words in str(caught.value)
    assert all(value or key == "marked_cells" for remedy in caught.value.remedies for key, value in remedy.items())


def test_steps_of_a_learning_curve_are_no_tasks(tmp_path):
    rng = np.random.default_rng(3)
    noise = rng.normal(0, 0.004, (20, 3))
    curve = [[k, *(0.9 - 0.5 * 0.8**k + 0.01 * m + noise[k, m] for m in range(3))] for k in range(20)]
    (tmp_path / "r.csv").write_text("\n".join(",".join(map(str, row)) for row in [["Schritt", *METHODS], *curve]))
    with pytest.raises(DataError, match=r"equal steps, 'Schritt' from 0 to 19, .* as along a learning curve") as caught:
        read(str(tmp_path / "r.csv"))
    assert len(read(str(tmp_path / "r.csv"), **caught.value.remedies[0]).tasks) == 20
    shuffled = [[k, *row[1:]] for k, row in enumerate(rng.permutation(curve))]
    (tmp_path / "r.csv").write_text("\n".join(",".join(map(str, row)) for row in [["Strecke", *METHODS], *shuffled]))
    assert len(read(str(tmp_path / "r.csv")).tasks) == 20


@pytest.mark.parametrize("end", ["at", "else"])
def test_a_column_of_steps_is_no_repeat_and_no_task(end, tmp_path):
    rows = ["schritt,river,method,zw"]
    rows += [
        f"{k},{r},{m},{score - 0.1 * 0.5**k if end == 'at' else score + (-1) ** (k * len(r + m)) * k / 100:.4f}"
        for (m, r), score in SCORES.items()
        for k in range(4)
    ]
    (tmp_path / "r.csv").write_text("\n".join(rows))
    with pytest.raises(DataError, match=r"'schritt' (counts the steps|tells them apart)") as caught:
        read(str(tmp_path / "r.csv"), score="zw")
    assert {name for remedy in caught.value.remedies for name in remedy} == (
        {"at"} if end == "at" else {"task", "comparate", "repeat"}
    )


def test_commands_that_grow_without_end_are_not_expanded(tmp_path):
    grown = "".join(rf"\newcommand{{\{chr(97 + k)}}}{{\{chr(98 + k)}\{chr(98 + k)}}}" for k in range(24))
    path = tmp_path / "r.tex"
    path.write_text(grown + r"\newcommand{\z}[1]{#2}\begin{tabular}{lcc}x&A&B\\p&1&2\\q&\a&4\end{tabular}")
    with pytest.raises(DataError):
        read(str(path))


@pytest.mark.parametrize(
    "text",
    [
        '"random forest" "svm"\n"iris data" 0.5 0.25\n"wine" 0.75 0.5\n',
        "> print(results)\n          random.forest  svm\niris_data          0.50 0.25\nwine               0.75 0.50\n",
        '"task" "method" "score"\n"1" "iris data" "random forest" 0.5\n"2" "iris data" "svm" 0.25\n'
        '"3" "wine" "random forest" 0.75\n"4" "wine" "svm" 0.5\n',
    ],
)
def test_names_in_the_quotes_of_r_are_read_without_them(text, tmp_path):
    (tmp_path / "r.txt").write_text(text)
    scores = read(str(tmp_path / "r.txt"))
    assert [name.replace("_", " ") for name in scores.tasks] == ["iris data", "wine"]
    assert [name.replace(".", " ") for name in scores.comparates] == ["random forest", "svm"]
    assert scores.values.tolist() == [[0.5, 0.25], [0.75, 0.5]]
