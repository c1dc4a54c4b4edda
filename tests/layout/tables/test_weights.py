"""Weights of tasks in the means of tables and boards, against NumPy and a bootstrap of its own."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.artefacts import view
from comparatex.cli import main
from comparatex.errors import UsageError
from comparatex.inference.leaderboard import group_means, leaderboard, summary_of

NAMES, TASKS = list("ABC"), [f"t{k}" for k in range(12)]
VALUES = np.round(np.random.default_rng(5).uniform(0.2, 0.9, (12, 3)), 3)
SHARE = np.array([1, 2, 3, 4, 5, 6] * 2, dtype=float) / 3
WEIGHTS = dict(zip(TASKS, SHARE.tolist(), strict=True))


def compared(values=VALUES, **how):
    table = {name: dict(zip(TASKS, column.tolist(), strict=True)) for name, column in zip(NAMES, values.T, strict=True)}
    return cx.compare(cx.read(table, **how))


def by_name(comparison, values):
    return dict(zip(comparison.names, np.asarray(values).tolist(), strict=True))


def test_weighted_means_are_those_of_numpy():
    comparison = compared()
    means = np.average(VALUES, axis=0, weights=SHARE)
    assert by_name(comparison, summary_of(comparison, "mean", WEIGHTS)) == pytest.approx(
        dict(zip(NAMES, means, strict=True))
    )
    geometric = np.exp(np.average(np.log(VALUES), axis=0, weights=SHARE))
    found = by_name(comparison, summary_of(comparison, "geometric-mean", WEIGHTS))
    assert found == pytest.approx(dict(zip(NAMES, geometric, strict=True)))
    for kind in ("median", "iqm", "rank", "win-rate", "best-on"):
        assert summary_of(comparison, kind, WEIGHTS).tolist() == summary_of(comparison, kind).tolist()
    alike = summary_of(comparison, "mean", dict.fromkeys(TASKS, 2.5))
    assert alike.tolist() == pytest.approx(comparison.mean.tolist())


def test_weights_count_within_groups_which_count_alike():
    groups = {task: "ab"[k % 3 == 0] for k, task in enumerate(TASKS)}
    comparison = compared(task_groups=groups)
    of = np.array([groups[task] for task in TASKS])
    expected = [np.average(VALUES[of == g], axis=0, weights=SHARE[of == g]) for g in ("b", "a")]
    found = group_means(comparison, WEIGHTS)
    assert list(found) == ["b", "a"]
    for group, means in zip(found.values(), expected, strict=True):
        assert by_name(comparison, group) == pytest.approx(dict(zip(NAMES, means, strict=True)))
    total = by_name(comparison, summary_of(comparison, "group-mean", WEIGHTS))
    assert total == pytest.approx(dict(zip(NAMES, np.mean(expected, axis=0), strict=True)))


def test_a_missing_score_has_no_weight():
    values = VALUES.copy()
    values[3, 1] = np.nan
    comparison = compared(values, missing="pairwise")
    there = ~np.isnan(values[:, 1])
    found = by_name(comparison, summary_of(comparison, "mean", WEIGHTS))
    assert found["B"] == pytest.approx(np.average(values[there, 1], weights=SHARE[there]))


def test_a_board_is_by_weighted_means_with_their_intervals():
    comparison = compared()
    board, means = leaderboard(comparison, weights=WEIGHTS), np.average(VALUES, axis=0, weights=SHARE)
    assert board.names == tuple(NAMES[k] for k in np.argsort(-means))
    assert board.score.tolist() == pytest.approx(sorted(means, reverse=True))
    rng = np.random.default_rng(1)
    drawn = rng.multinomial(12, np.full(12, 1 / 12), 20_000) * SHARE
    deviation = ((drawn @ VALUES) / drawn.sum(axis=1, keepdims=True)).std(axis=0)
    width = (board.high - board.low)[np.argsort([NAMES.index(name) for name in board.names])]
    assert width == pytest.approx(2 * 2.2 * deviation * np.sqrt(12 / 11), rel=0.25)
    assert board.tier.tolist() == leaderboard(comparison).tier.tolist()


def test_equal_weights_change_no_place_and_no_interval():
    comparison = compared()
    board, plain = leaderboard(comparison, weights=dict.fromkeys(TASKS, 7.0)), leaderboard(comparison)
    for name in ("score", "low", "high", "place"):
        assert getattr(board, name).tolist() == pytest.approx(getattr(plain, name).tolist(), abs=1e-9)


def test_captions_say_what_is_weighted():
    comparison = compared()
    assert "Means are weighted by task; nothing else is." in str(view(comparison, "scores", weights=WEIGHTS).caption)
    assert "Means are weighted by task; nothing else is." in str(view(comparison, "measures", weights=WEIGHTS).caption)
    said = "Means, which also say who leads a tier, are weighted by task; tests, and with them possible places, are not"
    assert said in str(view(comparison, "leaderboard", weights=WEIGHTS).caption)
    assert said not in str(view(comparison, "leaderboard").caption)
    best = NAMES[int(np.average(VALUES, axis=0, weights=SHARE).argmax())]
    alt = str(view(comparison, "scores", weights=WEIGHTS).alt)
    assert alt.endswith(f"(weighted), of {best}.")


def test_weights_that_cannot_be_used_are_refused():
    comparison = compared()
    with pytest.raises(UsageError, match="The task 't11' has no weight"):
        view(comparison, "scores", weights=dict(list(WEIGHTS.items())[:-1]))
    with pytest.raises(UsageError, match="positive number"):
        view(comparison, "scores", weights={**WEIGHTS, "t3": 0.0})
    with pytest.raises(UsageError, match="places by means"):
        view(comparison, "leaderboard", weights=WEIGHTS, order="rank")


# ---------------------------------------------------------------------------------------------- as commands
def run(*arguments):
    done = CliRunner().invoke(main, [str(text) for text in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


@pytest.fixture
def files(tmp_path):
    rows = [f"{t},{w},{','.join(map(str, row))}" for t, w, row in zip(TASKS, SHARE, VALUES.tolist(), strict=True)]
    (tmp_path / "scores.csv").write_text("\n".join(["task,size,A,B,C", *rows]), encoding="utf-8")
    weights = [f"{task},{weight}" for task, weight in reversed(WEIGHTS.items())]
    (tmp_path / "weights.csv").write_text("\n".join(["task,weight", *weights]), encoding="utf-8")
    return tmp_path


def test_weights_are_a_column_or_a_file(files):
    table, boards = files / "scores.csv", []
    for given in ("size", files / "weights.csv"):
        left_out = ("--exclude", "size") if given != "size" else ()
        done = run("table", "scores", table, "--weights", given, *left_out, "-o", files / "t.csv", "--force", "-q")
        assert done.exit_code == 0, done.output
        mean = (files / "t.csv").read_text(encoding="utf-8").split("\n")[13].split(",")
        heads = (files / "t.csv").read_text(encoding="utf-8").split("\n")[0].split(",")
        expected = np.average(VALUES, axis=0, weights=SHARE)
        assert dict(zip(heads[1:], map(float, mean[1:]), strict=True)) == pytest.approx(
            dict(zip(NAMES, expected, strict=True))
        )
        done = run("leaderboard", table, "--weights", given, *left_out, "-o", files / "b.json", "--force", "-q")
        assert done.exit_code == 0, done.output
        boards.append(json.loads((files / "b.json").read_text(encoding="utf-8")))
    assert boards[0] == boards[1]
    assert boards[0]["comparates"][0]["score"] == pytest.approx(expected.max())
    assert boards[0]["weights"]["t5"] == 2


def test_tables_without_means_of_tasks_have_no_weights(files):
    done = run("table", "pairwise", files / "scores.csv", "--weights", "size", "-o", "-", "-q")
    assert done.exit_code == 2
    assert "Table pairwise has no --weights." in done.output


def test_a_weight_that_is_no_number_is_named(files):
    (files / "bad.csv").write_text("task,weight\n" + "\n".join(f"{task},much" for task in TASKS), encoding="utf-8")
    done = run(
        "table", "scores", files / "scores.csv", "--exclude", "size", "--weights", files / "bad.csv", "-o", "-", "-q"
    )
    assert done.exit_code == 1
    assert "a weight is not a number" in done.output
