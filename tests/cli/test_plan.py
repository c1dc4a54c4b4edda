"""The command that says how many tasks a difference takes: from a pilot, from numbers, and in every form."""

import json
import re

import pytest

import comparatex as cx

NUMBERS = ("plan", "--tasks", "12", "--comparates", "4", "--sd", "0.1", "--draws", "100")


def test_it_says_what_the_library_finds(run, folder):
    done = run("plan", "results.csv", "--effect", "0.05", "--ours", "boss", "--draws", "100")
    assert done.exit_code == 0, done.stderr
    found = cx.plan("results.csv", effect=0.05, subject="boss", draws=100)
    assert found.names[0] == "boss"
    for name, needed in zip(found.names[1:], found.needed.tolist(), strict=True):
        assert re.search(rf"^boss against {name}: .*{int(needed)} ", done.stdout, re.MULTILINE) or needed < 13
    assert "not the observed one" in done.stdout
    again = json.loads(
        run("plan", "results.csv", "--effect", "0.05", "--ours", "boss", "--draws", "100", "--json").stdout
    )
    assert again.pop("version") == cx.__version__
    assert again == found.record()


def test_numbers_alone_need_no_table(run, folder):
    done = run(*NUMBERS, "--effect", "0.2")
    assert done.exit_code == 0, done.stderr
    found = cx.plan(effect=0.2, sd=0.1, tasks=12, comparates=4, draws=100)
    assert f"{found.power[0]:.0%}" in done.stdout
    assert json.loads(run(*NUMBERS, "--effect", "0.2", "--json").stdout)["n_family"] == 6
    alone = json.loads(run(*NUMBERS, "--effect", "0.2", "--family", "control", "--control", "x", "--json").stdout)
    assert alone["n_family"] == 3


def test_figure_and_numbers_are_written(run, folder):
    given = ("results.csv", "--effect", "0.05", "--draws", "100")
    assert run("plan", *given, "-o", "plan.tex", "--numbers", "numbers.tex").exit_code == 0
    tex = (folder / "plan.tex").read_text(encoding="utf-8")
    found = cx.plan("results.csv", effect=0.05, draws=100)
    for n, power in zip(found.tasks.tolist(), found.raw.tolist(), strict=True):
        assert f"({n},{round(100 * power, 2):g})" in tex
    pair = f"{found.names[0]} against {found.names[1]}"
    assert rf"\comparatexnumber{{needed tasks of {pair}}}" in (folder / "numbers.tex").read_text(encoding="utf-8")
    assert run("plan", *given, "-o", "plan.svg").exit_code == 0


def test_clusters_and_a_margin_are_said_and_written(run, folder):
    tasks = [line.split(",")[0] for line in (folder / "results.csv").read_text(encoding="utf-8").splitlines()[1:]]
    rows = "\n".join(f"{task},{at // 2}" for at, task in enumerate(tasks))
    (folder / "families.csv").write_text(f"dataset,family\n{rows}\n", encoding="utf-8")
    given = ("results.csv", "--cluster", "families.csv", "--rope", "0.1", "--draws", "50")
    done = run("plan", *given)
    assert done.exit_code == 0, done.stderr
    found = cx.plan(cx.read("results.csv", cluster="families.csv"), rope=0.1, draws=50)
    assert found.n_clusters == -(-len(tasks) // 2)
    assert re.search(r"with fewer than \w+ clusters, nothing can be significant", done.stdout)
    assert "Equivalence within ±0.1" in done.stdout
    assert run("plan", *given, "--numbers", "numbers.tex").exit_code == 0
    tex = (folder / "numbers.tex").read_text(encoding="utf-8")
    pair = f"{found.names[0]} against {found.names[1]}"
    for key in ("needed clusters", "equivalence power", "equivalence needed clusters low", "smallest margin"):
        assert rf"\comparatexnumber{{{key} of {pair}}}" in tex
    assert json.loads(run("plan", *given, "--json").stdout)["equivalence"] == found.record()["equivalence"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("plan", "results.csv"), "State the smallest difference that would matter, as --effect"),
        ((*NUMBERS, "results.csv", "--effect", "1"), "there is no pilot"),
        ((*NUMBERS, "-o", "plan.tex", "--effect", "1"), "there is no pilot"),
        (("plan", "--sd", "1", "--effect", "1"), "such as 30"),
        (("plan", "--sd", "1", "--tasks", "1", "--effect", "1"), "two --tasks and two --comparates"),
        (("plan", "results.csv", "--effect", "1", "--test", "nemenyi"), "not for the test 'nemenyi'"),
        (("plan", "results.csv", "--effect", "1", "--ours", "nobody"), "nobody"),
        (("plan", "results.csv", "--effect", "1", "--runs", "3"), "does not tell how --runs vary"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_a_sentence(run, folder, arguments, message):
    done = run(*arguments)
    assert done.exit_code in (1, 2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder / "plan.tex").exists()
