"""What comparatex writes it reads, with the same names and numbers, whatever the names are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from comparatex import compare, read, write
from comparatex.errors import DataError
from comparatex.names import tidy
from fuzz.judge import converted

SUFFIXES = ("tex", "md", "html", "csv", "typ", "docx")
SUMMARIES = ("Mean", "Mean rank")
PIECES = (
    *"abXYZ019 _-–+=#$%&{}<>\\^~|/*[]()`'\"!?@:;,.éßñαβΩ±×→²₀模型",
    *("\\cmd", "\\#", "\\textbf{", "$x$", "--", "---", "''", "``", "www.", "http://", "@me", "#1", "&amp;", "<b>"),
    *("</td>", "\\\\", "\\&", "**", "__", "![", "](u)", "#{", "//", "/*", "שלום", "\\begin{tabular}", "\\item", "fi"),
    *("{}", "\\/"),
)  # fmt: skip


def is_name(text: str) -> bool:
    """Whether a text is a name, and no number."""
    is_number = text.casefold() in ("nan", "na", "none", "inf")
    return any(map(str.isalpha, text)) and tidy(text) == text and not is_number


names = st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join).map(tidy).filter(is_name)
labels = st.lists(names, min_size=2, max_size=5, unique_by=str.casefold).map(tuple)
FEW = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
    max_examples=max(settings().max_examples // 5, 1),  # each is written
)


@pytest.mark.parametrize("suffix", SUFFIXES)
@FEW
@given(comparates=labels, tasks=labels, data=st.data())
def test_a_table_that_is_written_is_read_with_the_same_names_and_numbers(tmp_path, suffix, comparates, tasks, data):
    digits = st.integers(100, 999)
    texts = {c: {t: f"0.{data.draw(digits)}" for t in tasks} for c in comparates}
    scores = read(texts, include=comparates, tasks=tasks, layout="wide")
    path = write(compare(scores), "scores", tmp_path / f"own.{suffix}", force=True)
    again = read(path, exclude_tasks=SUMMARIES, include=scores.comparates, tasks=scores.tasks, task="Task")
    assert {*again.comparates} == {*comparates} and {*again.tasks} == {*tasks}
    for c in comparates:
        for t in tasks:
            assert again.values[again.tasks.index(t), again.comparates.index(c)] == float(texts[c][t])


def test_a_brace_in_a_heading_of_two_lines_does_not_end_it(tmp_path):
    scores = read({"a": {"x": 0.1, "y": 0.2}, "aa} a": {"x": 0.3, "y": 0.4}}, layout="wide")
    path = write(compare(scores), "scores", tmp_path / "own.tex")
    assert {*read(path, exclude_tasks=SUMMARIES).comparates} == {"a", "aa} a"}


DASHED = ("a –שלום", "x- y", "-x y", "- a long one", "A – B – C", "a-–b c", "a-- b", "a—b", "a— b c", "w_1–w_2 end")


@pytest.mark.parametrize("suffix", ["tex", "typ"])
@pytest.mark.parametrize("name", DASHED)
def test_a_heading_is_broken_where_its_lines_say_whether_a_blank_stood_there(tmp_path, suffix, name):
    texts = {c: {f"t_{k}": f"0.{111 * i + k}" for k in range(3)} for i, c in enumerate((name, "zzz"), start=1)}
    path = write(compare(read(texts, layout="wide", include=(name, "zzz"))), "scores", tmp_path / f"own.{suffix}")
    assert {*read(path, exclude_tasks=SUMMARIES, include=(name, "zzz")).comparates} == {name, "zzz"}


def test_marks_of_typst_are_those_that_it_shows_as_such(table_file):
    rows = ("[tree], [a_b], [_Ours_ \\#1]", "[ash_1], [$0.95 plus.minus 0.02$], [*0.8* #sym.plus.minus 0.1]",
            "[oak~2 -- b], [0.5 ± 0.1], [0.6 ± 0.1]")  # fmt: skip
    scores = read(table_file("\n".join(["#table(", "columns: 3,", *(f"{row}," for row in rows), ")"]), "t.typ"))
    assert (scores.comparates, scores.tasks) == (("a_b", "Ours #1"), ("ash_1", "oak 2 – b"))
    assert scores.values.tolist() == [[0.95, 0.8], [0.5, 0.6]]


@pytest.mark.parametrize("suffix", ["tex", "md", "html", "typ", "docx"])
def test_a_wide_table_with_spreads_and_marks_is_read_from_its_parts(tmp_path, suffix):
    names = [f"method number {k}" for k in range(24)]
    rows = [
        {"dataset": f"site {t}", "method": c, "seed": s, "accuracy": (7 * k + 3 * t + s) % 100 / 100}
        for k, c in enumerate(names)
        for t in range(3)
        for s in range(3)
    ]
    scores = read(rows)
    path = write(compare(scores), "scores", tmp_path / f"median.{suffix}")
    with pytest.raises(DataError, match="'SD, median' seems to hold no scores"):
        read(path, exclude_tasks=SUMMARIES)
    assert {*read(path, exclude_tasks=SUMMARIES, exclude=["SD, median"]).comparates} == {*names}
    path = write(compare(scores), "scores", tmp_path / f"own.{suffix}", spread_as="each")
    again = read(path, exclude_tasks=SUMMARIES)
    assert {*again.comparates} == {*names}
    order = [again.comparates.index(name) for name in scores.comparates]
    np.testing.assert_allclose(again.values[:, order], scores.values, atol=0.0051)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("methods_in", ["columns", "rows"])
def test_means_of_groups_among_the_tasks_are_told_wherever_they_stand(tmp_path, suffix, methods_in):
    noise = np.random.default_rng(5).uniform(0, 0.1, (4, 9))
    rows = [
        {"dataset": f"site {t}", "group": ("north", "south")[t > 3], "method": c, "score": f"{0.5 + 0.04 * t + x:.3f}"}
        for c, row in zip(("Adler", "Biber", "Dachs", "Elch"), noise, strict=True)
        for t, x in enumerate(row)
    ]
    path = write(compare(read(rows, group="group")), "scores", tmp_path / f"own.{suffix}", methods_in=methods_in)
    with pytest.raises(DataError, match=r"'Mean, north' .the mean of the 4 (row|column)s before it") as caught:
        read(path)
    remedy = caught.value.remedies[0]
    assert {*read(path, exclude_tasks=converted("exclude_tasks", remedy["exclude_tasks"])).tasks} == {
        row["dataset"] for row in rows
    }


def test_a_name_behind_a_hash_is_one_below_headings_in_quotes(tmp_path):
    (tmp_path / "own.csv").write_text(f"# {200_000 * 'x'}\n" + 'Task,a,"a,"\na,0.5,0.7\n#1a,0.4,0.6\n', "utf-8")
    assert read(str(tmp_path / "own.csv"), include=("a", "a,")).tasks == ("a", "#1a")


OF_TWO = [
    {"dataset": f"site {t}", "method": c, **{name: f"0.{x:03}" for name, x in zip(("zorp", "quux"), cell, strict=True)}}
    for t, row in enumerate(np.random.default_rng(6).integers(100, 900, (7, 3, 2)).tolist())
    for c, cell in zip(("Ad_ler", "Biber", "Dachs"), row, strict=True)
]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("methods_in", ["columns", "rows"])
def test_measures_of_no_list_are_read_from_tables_of_several_or_asked_about(tmp_path, suffix, methods_in):
    better = {"zorp": True, "quux": False}
    by = {name: compare(read(OF_TWO, select_measure=name, higher_is_better=up)) for name, up in better.items()}
    path = write(by["zorp"], "scores", tmp_path / f"own.{suffix}", parts=tuple(by.items()), methods_in=methods_in)
    if suffix == "csv":
        with pytest.raises(DataError, match=r"say 'zorp' and 'quux' of \d (method|task)s each, before a colon"):
            read(path, exclude_tasks=SUMMARIES)
        return
    for name, comparison in by.items():
        with pytest.raises(DataError, match=r"'Mean' .*'Mean rank' .*to hold no scores of their own") as asked:
            read(path, select_measure=name)
        ((key, value),) = asked.value.remedies[0].items()
        again, wanted = read(path, select_measure=name, **{key: converted(key, value)}), comparison.scores
        assert again.direction == wanted.direction
        assert ({*again.tasks}, {*again.comparates}) == ({*wanted.tasks}, {*wanted.comparates})
