"""What the lexicon of measures says of headings as projects write them."""

from __future__ import annotations

import pytest

from comparatex import read
from comparatex.data.measures import better_scores, kind_of, unit_of, without_unit
from comparatex.errors import DataError

HIGHER = (
    "accuracy, Acc., test_accuracy, balanced accuracy, balacc, AUC, ROC AUC, auroc, F1, f1_macro, macro F1-score, "
    "kappa, Cohen's kappa, MCC, R2, R^2, BLEU, BLEU-4, sacreBLEU, ROUGE-L, chrF, nDCG@10, Recall@5, pass@1, pass@10, "
    "Win Rate, mAP, mAP@50, EM, exact_match, precision, Top-5 accuracy, IoU, Dice, silhouette, neg_root_mean_squared_"
    "error, neg_log_loss, accuracy_mean, mean test accuracy, tokens/s, tok/s, Tokens per second, samples/sec, it/s, "
    "throughput (MB/s), queries_per_second, Token pro Sekunde"
)
LOWER = (
    "error, RMSE, test_rmse, MAE, sMAPE, MASE, log loss, logloss, log_loss, NLL, cross-entropy, Brier, Brier score, "
    "perplexity, PPL, WER, CER, regret, mean squared error, root_mean_squared_error, error rate, ECE, val_loss, CRPS, "
    "bits per byte, negative log likelihood, errors per second, cost per hour"
)
COSTS = (
    "time, fit time, fit_time, train_seconds, Runtime (s), duration_s, inference time [ms], memory, memory_mb, "
    "energy, energy_kwh, CO2, size, FLOPs, params, total time, cpu time"
)
NO_SCORES = {
    "spread": "std, SD, stdev, accuracy_std, Std Error, standard deviation, stderr, ±, ±σ, var, p, p-value, CI95",
    "count": "n, #, count, param_count, epoch, n_train, Train size, n_classes, num_features, seed, fold",
    "rank": "rank, Avg. rank, mean rank, wins",
    "identifier": "id, run_id, index, uuid, url",
    "date": "date, timestamp, created_at, start time",
    "": "kNN, RandomForest, LossNet, TimeNet, MeanShift, Rank SVM, ResNet-50, A, B, 1NN-ED, XGBoost, C4.5, MeanShift2, "
    "Elastic Net, Bayes, Iris, Top-K Transformer, Precision Forest, T5, GPT-4, N-BEATS, mLSTM, Min2Net, CO-OP, "
    "v (m/s), "
    "Value Iteration, ROCKET, S-BOSS, B_acc, 模#, ±型",
}


def each(headings):
    return [heading.strip() for heading in headings.split(", ")]


@pytest.mark.parametrize("heading", each(HIGHER))
def test_measures_of_which_higher_is_better(heading):
    assert (kind_of(heading), better_scores(heading)) == ("measure", "higher")


@pytest.mark.parametrize("heading", each(LOWER))
def test_measures_of_which_lower_is_better(heading):
    assert (kind_of(heading), better_scores(heading)) == ("measure", "lower")


@pytest.mark.parametrize("heading", each(COSTS))
def test_costs_are_no_quality(heading):
    assert kind_of(heading) in ("cost", "count")
    assert better_scores(heading) == "lower"


@pytest.mark.parametrize(("kind", "headings"), NO_SCORES.items())
def test_what_is_no_measure(kind, headings):
    assert {heading: kind_of(heading) for heading in each(headings)} == dict.fromkeys(each(headings), kind)


def test_units_are_told_from_names():
    told = {
        head: (without_unit(head), unit_of(head)) for head in ("fit time (ms)", "energy_kwh", "accuracy", "GB", "s")
    }
    assert told == {
        "fit time (ms)": ("fit time", "ms"),
        "energy_kwh": ("energy", "kWh"),
        "accuracy": ("accuracy", ""),
        "GB": ("GB", ""),
        "s": ("s", ""),
    }


def test_several_files_of_a_measure_each_are_asked_about_in_a_sentence(tmp_path):
    for name in ("acc", "f1"):
        (tmp_path / f"{name}.csv").write_text("dataset,krall,lamda\nash,.1,.2\noak,.3,.5\nfir,.4,.7\n")
    with pytest.raises(DataError, match=r"acc.csv, with 1 more, has scores of 2 measures, 'acc' and 'f1': choose one"):
        read(str(tmp_path))
