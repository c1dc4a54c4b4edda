"""Scores of which each task has its own measure: the report says so, and no mean over both leads it."""

import re

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import artefact, settings_of, view
from comparatex.data.read import read, read_measures
from comparatex.layout.chapter_facts import Facts
from comparatex.report import write_report
from comparatex.report_settings import Report

LINES = ["task,framework,fold,metric,result"]
for d in range(8):
    for m, name in enumerate(("kNN", "RandomForest", "ResNet")):
        score = round(0.6 + 0.1 * m + 0.01 * d, 3)
        LINES += [
            f"t{d},{name},{fold},{'auc' if d % 2 else 'logloss'},{score if d % 2 else round(2 - score, 3)}"
            for fold in (0, 1)
        ]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("\n".join(LINES) + "\n")
    return path


def test_a_leaderboard_of_unlike_scales_is_by_mean_rank(path):
    board = view(cx.compare(read(path)), "leaderboard")
    assert "by mean rank (−logloss and auc; 1 is best), with uncorrected 95% intervals" in board.caption
    assert [line.entries[3].text for line in board.wholes[0].lines] == ["1.00", "2.00", "3.00"]


def test_a_loss_among_scores_is_negated_and_named(path):
    scores = read(path)
    assert (scores.scales, scores.measure, scores.direction) == (
        ("−logloss", "auc"),
        "−logloss and auc",
        "higher",
    )
    assert scores.values[:2].tolist() == [[-1.4, -1.3, -1.2], [0.61, 0.71, 0.81]]
    assert [found.scales for found in read_measures(path)] == [scores.scales]
    assert read(path, select_measure="auc").tasks == ("t1", "t3", "t5", "t7")


def test_losses_alone_are_not_negated(tmp_path):
    text = "\n".join(LINES).replace("auc", "brier_score")
    (tmp_path / "losses.csv").write_text(text)
    scores = read(tmp_path / "losses.csv")
    assert (scores.scales, scores.direction) == (("logloss", "brier_score"), "lower")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_ranks_lead_the_report_and_methods_say_why(path, tmp_path, language):
    comparison = cx.compare(read(path))
    folder = tmp_path / language
    write_report(comparison, folder, Report(pdf=False, previews=False, html=False, showing={"language": language}))
    chapter = " ".join((folder / "chapter.tex").read_text(encoding="utf-8").split())
    words = {
        "en": ("has no meaning", "The best mean rank is that of ResNet", "highest mean"),
        "de": ("besagt daher nichts", "Den besten mittleren Rang hat ResNet", "höchsten mittleren"),
        "fr": ("pas de sens", "Le meilleur rang moyen est celui de ResNet", "moyen le plus élevé"),
        "es": ("no tiene sentido", "El mejor rango medio es el de ResNet", "media más alta"),
    }[language]
    plain = re.sub(r"\\[a-zA-Z]+\s?|[{}~]", " ", chapter)
    assert words[0] in " ".join(plain.split())
    assert words[1] in " ".join(plain.split())
    assert words[2] not in chapter
    fragments = "".join(path.read_text(encoding="utf-8") for path in folder.glob("figures/*.tex"))
    assert "logloss" in fragments


def test_the_subject_is_the_best_by_mean_rank(path):
    facts = Facts(cx.compare(read(path)))
    assert facts.scales and facts.subjects(())[0].name == facts.best_by_rank[0]


def test_nothing_is_ordered_by_means_over_unlike_scales(path, tmp_path):
    """The worst by mean is made the best by rank: one task with a huge loss."""
    text = path.read_text().replace("t0,ResNet,0,logloss,1.2", "t0,ResNet,0,logloss,99")
    (tmp_path / "huge.csv").write_text(text)
    comparison = cx.compare(read(tmp_path / "huge.csv"))
    assert comparison.names[-1] == "ResNet" and comparison.mean_rank[-1] == min(comparison.mean_rank)
    write_report(comparison, tmp_path / "report", Report(pdf=False, previews=False, html=True))
    page = (tmp_path / "report" / "report.html").read_text()
    assert page.index('<option value="rank">') and '<option value="mean">' not in page
    matrix = page[page.index('class="mcm') :]
    assert matrix.index("ResNet") < matrix.index("kNN")


@pytest.mark.parametrize("kind", ["forest", "summary", "scatter", "boxes", "profile", "ranks", "intervals", "pairwise"])
def test_on_a_scale_of_logarithms_all_numbers_are_in_the_unit_of_scores(kind):
    """Axes and captions say ratios and geometric means, and never the measure of the logarithms."""
    times = np.exp(np.random.default_rng(3).normal(size=(12, 3))).round(3)
    table = cx.read(dict(zip("ABC", times.T.tolist(), strict=True)), higher_is_better=False, measure_name="time")
    view = artefact(kind).view(cx.compare(table, scale="log"), settings_of(kind, {}), ())
    plots = [plot.x for plot in getattr(view, "plots", [])] or [
        axis for axis in (getattr(view, name, None) for name in "xy") if axis is not None
    ]
    assert "log time" not in " ".join([view.title, view.caption, view.alt, *(axis.label for axis in plots)])
    if kind in ("forest", "summary", "scatter", "boxes", "profile"):
        assert plots[0].logarithmic


@pytest.mark.parametrize(("scale", "said"), [(None, "mean ± standard deviation of three"), ("log", ": mean of three")])
def test_the_caption_of_scores_says_on_every_scale_that_they_are_means(scale, said):
    runs = np.round(np.random.default_rng(1).uniform(0.5, 0.9, (6, 3, 3)), 3)
    scores = cx.read((runs, list("ABC"), list("uvwxyz")), repeats_are="runs", higher_is_better=True)
    caption = str(view(cx.compare(scores, scale=scale), "scores").caption)
    assert said in caption.replace("\N{NO-BREAK SPACE}", " ")
