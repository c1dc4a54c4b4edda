"""One data set: what compares it by its folds and runs, and what names that."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats as scipy_stats

import comparatex as cx
from comparatex.artefacts import view
from comparatex.cli import main
from comparatex.layout.chapter import chapter
from comparatex.layout.number_macros import numbers

FOLDS = str(Path(__file__).parents[2] / "examples/lecture/folds.csv")


def run(*arguments):
    return CliRunner().invoke(main, [*arguments])


@pytest.mark.parametrize(
    "command", ["cdd {} -o -", "table friedman {} -o -", "table ranks {} -o -", "audit {}", "plan {} --effect 0.1",
                "sequence {} -o -", "table effects {} -o -"],
)  # fmt: skip
def test_what_needs_data_sets_names_what_compares_folds(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*command.format(f"{FOLDS} --repeat fold --lower-is-better").split())
    assert done.exit_code in (1, 2)
    assert "only one task, 'folds'" in done.stderr
    assert "pairwise and leaderboard, and report compare the methods by its folds" in done.stderr
    assert not [*tmp_path.iterdir()]


SAID = {
    "en": "All folds are of one data set, share training data (each tests on 0.1 of it) and say nothing about others.",
    "de": "Alle Folds sind von einem Datensatz, haben Trainingsdaten gemeinsam (jeder testet auf einem Anteil "
    "von 0,1) und sagen nichts über andere.",
    "fr": "Tous les plis viennent d’un seul jeu de données, partagent des données d’apprentissage (chacun teste "
    "sur une part de 0,1) et ne disent rien des autres.",
    "es": "Todos los pliegues son de un solo conjunto de datos, comparten datos de entrenamiento (cada uno evalúa "
    "con una proporción de 0,1) y no dicen nada de otros.",
}


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("captions", ["short", "full"])
def test_every_caption_says_that_folds_share_data(language, captions):
    """And that the test is the one for folds, in every language and length, and nothing of what is for data sets."""
    comparison = cx.compare(cx.read(FOLDS, repeat="fold", higher_is_better=False))
    of_test = {
        "en": "corrected resampled t",
        "de": "Resampling-t-Test",
        "fr": "t de rééchantillonnage",
        "es": "t corregid",
    }
    for name in ("mcm", "forest", "pairwise", "leaderboard", "folds"):
        caption = str(view(comparison, name, language=language, captions=captions).caption).replace("\u00a0", " ")
        assert SAID[language] in caption
        assert of_test[language] in caption
        for word in (
            "igned-rank",
            "Wilcoxon",
            "data sets",
            "Datensätze",
            "ootstrap",
            "Aufgabe",
            "tâche",
            "tarea",
            "task",
        ):
            assert word not in caption, (name, caption)


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("noun", ["fold", "split", "seed", "run"])
def test_repeats_are_called_as_the_table_calls_them(language, noun, tmp_path):
    """Data are shared by folds and splits alone, and no caption calls repeats by another name."""
    rows = [f"{task},{m},{k},{k * 0.1 + (m == 'B') * 0.3:.2f}" for task in "FG" for m in "AB" for k in range(6)]
    path = tmp_path / "runs.csv"
    path.write_text("\n".join([f"function,algorithm,{noun},error", *rows, ""]), encoding="utf-8")
    nouns = {
        "en": {"fold": "folds", "split": "splits", "seed": "seeds", "run": "runs"},
        "de": {"fold": "Folds", "split": "Aufteilungen", "seed": "Startwerte", "run": "Läufe"},
        "fr": {"fold": "plis", "split": "partages", "seed": "graines", "run": "exécutions"},
        "es": {"fold": "pliegues", "split": "particiones", "seed": "semillas", "run": "ejecuciones"},
    }[language]
    every = cx.read(path, task="function")
    alone = cx.read(path, task="function", tasks=["F"])
    runs = noun in ("seed", "run")
    shown = [(every, "repeats"), (alone, "repeats"), (alone, "pairwise"), (alone, "leaderboard"), (alone, "mcm")]
    for table, name in (*shown, *([(every, "within"), (alone, "within")] if runs else [(alone, "folds")])):
        comparison = cx.compare(table, **({} if runs else {"test_share": 0.2}))
        for captions in ("short", "full"):
            caption = str(view(comparison, name, language=language, captions=captions).caption)
            assert nouns[noun].casefold()[:-1] in caption.casefold(), caption
            shared = ("share training data", "gemeinsam", "partage ", "partagent", "comparten")
            assert any(word in caption for word in shared) == (not runs), caption
            for other in {*nouns.values()} - {nouns[noun]}:
                assert other.casefold() not in caption.casefold().replace("répétition", ""), caption


def test_a_report_on_folds(tmp_path, monkeypatch):
    """By hand: the means are .300 twice and .347, and t = 2.19 with 9 degrees of freedom is not significant."""
    monkeypatch.chdir(tmp_path)
    done = run("report", FOLDS, "--repeat", "fold", "--lower-is-better", "--no-pdf", "--html", "-o", "out", "-q")
    assert done.exit_code == 0, done.stderr
    text = " ".join((tmp_path / "out/chapter.tex").read_text(encoding="utf-8").split())
    assert "None of the three pairs differs significantly" in text
    assert "corrected resampled t tests with Holm" in text.replace("$", "").replace("~", " ")
    assert r"\section{What this does not show}" in text or "What this does not show" in text
    for word in ("Friedman", "signed-rank", "Hodges", "Mean ranks"):
        assert word not in text
    methods = (tmp_path / "out/methods.tex").read_text(encoding="utf-8")
    assert "Friedman" not in methods
    assert "0.1" in methods
    shown = {path.name for path in (tmp_path / "out").glob("*/*.tex")}
    assert {"mcm.tex", "forest.tex", "folds.tex"} <= shown
    stats = json.loads((tmp_path / "out/stats.json").read_text(encoding="utf-8"))
    assert stats["settings"]["test"] == "corrected-t"
    assert stats["scores"]["repeats_of"] == "folds"


@pytest.mark.parametrize("suffix", ["md", "csv", "html", "tex", "typ"])
def test_the_table_of_folds_is_written_as_others_are(suffix, tmp_path):
    path = tmp_path / f"folds.{suffix}"
    done = run("table", "folds", FOLDS, "--repeat", "fold", "--lower-is-better", "--bayes", "-q", "-o", str(path))
    assert done.exit_code == 0, done.stderr
    text = path.read_text(encoding="utf-8")
    assert "0.0561" in text or "0.05606" in text


def test_a_report_on_two_methods_and_on_runs(tmp_path, monkeypatch):
    """No matrix of one pair; runs share no data, and the paired t test of SciPy is the one."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(3)
    runs = {name: rng.normal(mean, 0.1, 6).round(3) for name, mean in (("A", 0.5), ("B", 0.6))}
    rows = [f"maze,{name},{k},{x}" for name in runs for k, x in enumerate(runs[name])]
    Path("runs.csv").write_text("\n".join(["environment,agent,seed,return", *rows, ""]), encoding="utf-8")
    done = run("report", "runs.csv", "--higher-is-better", "--no-pdf", "-o", "out", "-q")
    assert done.exit_code == 0, done.stderr
    text = Path("out/chapter.tex").read_text(encoding="utf-8")
    assert "paired $t$ test" in text
    assert "The seeds are of one environment: which agent is better on other environments, they do not say" in text
    assert "share" not in text.replace("shares", "")
    assert {path.name for path in Path("out").glob("*/*.tex")} == {"pairwise.tex"}
    pair = json.loads(Path("out/stats.json").read_text(encoding="utf-8"))["pairs"]
    listed = Path("out/tables/pairs.csv").read_text(encoding="utf-8").splitlines() if isinstance(pair, str) else None
    found = scipy_stats.ttest_rel(runs["A"], runs["B"]).pvalue
    p = float(dict(zip(*(line.split(",") for line in listed), strict=True))["pvalue"]) if listed else pair[0]["pvalue"]
    assert p == pytest.approx(found, rel=1e-6)


def test_the_chapter_states_differences_with_their_intervals():
    """Against the formula of Nadeau and Bengio, on tables of 2 to 6 methods, in either direction."""
    rng = np.random.default_rng(0)
    for k, n, higher in ((2, 5, True), (3, 10, False), (6, 4, True)):
        cube = rng.normal(0.6, 0.1, (1, k, n)).round(4)
        names = [*"ABCDEF"[:k]]
        comparison = cx.compare(cx.read((cube, names), repeats_are="folds", higher_is_better=higher))
        text = chapter(comparison, ())
        known = numbers(comparison).lookup()
        said = (
            "".join(
                part if isinstance(part, str) else known[part.text]() if part.kind == "number" else str(part.text)
                for paragraph in text.sections[0].paragraphs
                for sentence in paragraph.sentences
                for part in sentence.parts
            )
            .replace("\u00a0", " ")
            .replace("−", "-")
        )
        own = re.search(r"The mean score of (\w) less", said)[1]
        found = re.findall(r"(-?[\d.]+) against (\w) \(95% interval \[(-?[\d.]+), (-?[\d.]+)\]\)", said)
        means = cube[0].mean(axis=1)
        assert own == names[int(np.argmax(means if higher else -means))]
        near = sorted(set(names) - {own}, key=lambda other: abs(means[names.index(other)] - means[names.index(own)]))
        assert [rival for _, rival, _, _ in found] == near[:3]
        for difference, rival, low, high in found:
            d = cube[0][names.index(own)] - cube[0][names.index(rival)]
            half = scipy_stats.t(n - 1).ppf(0.975) * d.std(ddof=1) * np.sqrt(1 / n + 1 / (n - 1))
            for text_of, value in ((difference, d.mean()), (low, d.mean() - half), (high, d.mean() + half)):
                assert float(text_of) == pytest.approx(value, abs=6e-4 + 0.006 * abs(value))


def test_the_share_of_one_test_set_has_its_interval(tmp_path):
    """The exercise of the lecture: an error of 0.30 on 40 instances, and on 2000."""
    scores, sizes = tmp_path / "x.csv", tmp_path / "sizes.csv"
    scores.write_text("data set,new,old\nX,0.30,0.35\n", encoding="utf-8")
    for size, interval in ((40, "[0.158, 0.442]"), (2000, "[0.280, 0.320]")):
        sizes.write_text(f"data set,size\nX,{size}\n", encoding="utf-8")
        of = [str(scores), "--sizes", str(sizes), "--interval", "normal", "--lower-is-better", "-o", "-", "-q"]
        done = run("table", "proportions", *of)
        assert done.exit_code == 0, done.stderr
        assert interval in done.stdout.replace("{[}", "[").replace("{]}", "]")


def test_folds_as_rows_are_asked_about():
    done = run("table", "folds", FOLDS, "-o", "-")
    assert done.exit_code == 1
    assert "compare on this task alone by --repeat fold" in done.stderr
    said = run("doctor", FOLDS, "--repeat", "fold", "--lower-is-better")
    assert said.exit_code == 0, said.stderr
    assert "3 methods (M0, M1_A, …) × 1 task (folds) (lower is better), 10 folds each" in said.stderr + said.stdout
    assert "One task: compare the methods by its folds, with report, mcm, forest or the table folds." in said.stdout
    assert "tasks:" not in said.stdout


def test_one_task_of_many_can_be_chosen(tmp_path):
    path = tmp_path / "long.csv"
    lines = [
        f"{task},{method},{fold},{0.7 + 0.01 * fold + 0.02 * (method == 'B') * (fold % 3):.2f}"
        for task in ("iris", "wine")
        for method in "AB"
        for fold in range(5)
    ]
    path.write_text("\n".join(["task,method,fold,accuracy", *lines, ""]), encoding="utf-8")
    done = run("table", "folds", str(path), "-o", "-")
    assert "There are 2 tasks, and folds are compared on one: choose one with --tasks" in done.stderr
    done = run("table", "folds", str(path), "--tasks", "wine", "-o", str(tmp_path / "f.md"), "-q")
    assert done.exit_code == 0, done.stderr
    assert "Two methods on five folds of wine" in (tmp_path / "f.md").read_text(encoding="utf-8")
    assert json.loads(run("stats", str(path)).stdout)["scores"]["repeats_are"] == "folds"


def test_resamples_need_the_share_that_they_test_on(tmp_path):
    path = tmp_path / "long.csv"
    lines = [f"iris,{method},{k},{0.7 + k % 3 * 0.01 * (method == 'A'):.2f}" for method in "AB" for k in range(5)]
    path.write_text("\n".join(["task,method,resample,accuracy", *lines, ""]), encoding="utf-8")
    done = run("table", "folds", str(path), "-o", "-")
    assert "each resample tests on is not known: give --test-share" in done.stderr
    done = run("table", "folds", str(path), "--test-share", "0.3", "-o", str(tmp_path / "f.md"), "-q")
    assert done.exit_code == 0, done.stderr


def test_a_report_on_one_task_asks_for_one_of_its_measures(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"ash,{m},{s},.{5 + k}{s}1,.{6 - k}{s}2" for k, m in enumerate("AB") for s in range(9)]
    Path("one.csv").write_text("\n".join(["dataset,method,seed,acc,f1", *rows]), "utf-8")
    done = run("report", "one.csv", "--no-pdf")
    assert done.exit_code == 2 and "There is only one task, 'ash', and a report on it is by one measure" in done.stderr
    assert done.stderr.endswith("--select-measure f1\n") and not Path("report").exists()
    assert run("report", "one.csv", "--no-pdf", "--select-measure", "f1").exit_code == 0
