"""The lexicon of measures: what a heading denotes besides a name, which scores are better, and in which unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Literal

from comparatex.data.headings import vocabulary, words

Better = Literal["higher", "lower", ""]
Kind = Literal["measure", "cost", "spread", "count", "rank", "identifier", "date", ""]

SCORE = vocabulary("score, value, result, performance, measurement, metric value, mean, outcome")
"""Headings that say that a column holds scores, but not of which measure."""

_HIGHER = vocabulary(
    "accuracy, acc, bacc, balacc, balancedaccuracy, auc, auroc, auprc, rocauc, aucroc, prauc, aucpr, f1, fscore, "
    "fmeasure, precision, recall, r2, kappa, mcc, ari, nmi, ami, bleu, sacrebleu, rouge, rougel, meteor, chrf, "
    "bertscore, ndcg, mrr, sensitivity, specificity, iou, miou, jaccard, dice, silhouette, psnr, ssim, tpr, tnr, ppv, "
    "npv, throughput, fps, speedup, spearman, elo, winrate, gmean"
)
_LOWER = re.compile(
    r"(n|r|s|w|rs|rm|nr|sm|wm|gm|gmr|md|med|rel|avg|mean|cum)*(mae|rae|mse|rse|ape|mase|m?sle|[rm]sse|mad|mrae)"
    r"|m?md?ape|(e|m+|mm|c|x)?ce|medape|mp?jpe|epe|absrel|sqrel|crps|wql|msis|owa|nll|ppl|wer|cer|ter|ber|eer|fer|"
    r"fpr|fnr|far|frr|bp[bcd]|fid|kid|fad|fvd|lpips|emd|kld?|s?hd\d*|assd|masd|mis|err|xent|logloss|pinball|"
    r"(regret|devian|perplex|entrop|crossentrop|chamfer|hausdorf|brier|misclas|violat|diverg)[a-z]*|"
    r"errors?|loss(es)?|erreurs?|errore?s?|perdidas?|pertes?|misses|distances?|distan[zc][a-z]*|[a-z]*(fehler|verlust|abstand)"
)
"""Words of errors, losses and distances, in families."""
_SHORT_LOWER = re.compile(r"[a-z]{2,8}(ae|se|pe|ce|le)|crps|wql|msis|owa|nll|wer|cer|fid")
"""Those of them that mean nothing else."""
_COST = re.compile(
    r"(run|wall|cpu|gpu|clock|fit|train|test|predict|inference|benchmark|wallclock)?times?|seconds|milliseconds|minutes|"
    r"hours|laten[cz][a-z]*|durations?|elapsed|memory[a-z]*|energy|emissions|joules|kwh|watts|[a-z]*(lauf|rechen)?zeit(en)?|"
    r"[a-z]*dauer|tiempos?|temps|tempos?|durees?"
)
"""Words of costs, any one of which says that lower is better."""

_PHRASES: dict[Better, frozenset[str]] = {
    "lower": vocabulary(
        "bits per byte, bits per character, wasserstein, gap, davies bouldin, hamming, bias, negative log likelihood, "
        "neg log likelihood"
    ),
    "higher": vocabulary(
        "r 2, f 1, f beta, fbeta, f measure, pass, win rate, success, hits, hit, exact match, em, map, m ap, ap, "
        "explained variance, reward, return, coverage, g mean, likelihood, loglikelihood, elbo, correlation, pearson, "
        "pearson r, rand index, adjusted rand index, v measure, homogeneity, completeness, purity, agreement, "
        "preference, quality, fidelity, chr f, gini, ks, c index, concordance, solved, resolved, correct, correctness, "
        "dcg, comet, d 2"
    ),
}
"""Measures of words that alone say little; numbers beside them are left out, as in pass@1."""

_COST_PHRASES = vocabulary(
    "cost, costs, price, params, parameters, num params, number of parameters, no of parameters, flops, gflops, macs, "
    "size, model size, size on disk, bytes, ram, power, co2, co2 cost, co2 emissions, carbon, carbon footprint, tokens"
)
_SPREAD = vocabulary(
    "std, sd, stdev, stddev, deviation, stderr, sem, se, var, variance, ci, iqr, pvalue, pval, sigma, σ, mad"
)
_BESIDE_SPREAD = vocabulary("standard, confidence, lower, upper, low, high, 95, 99, p")
_RANK = vocabulary(
    "rank, ranks, ranking, place, position, wins, win, ties, best, worst, winner, diff, difference, improvement"
)
_COUNT = re.compile(
    r"((n|num|no of|number of) )?(classes|instances|samples|features|dimensions|channels|rows|columns|attributes|"
    r"items|examples|train|test)|n (params|parameters|datasets|tasks)|[kn] (folds|runs)|n|num|number|(param )?counts?|"
    r"freq(uency)?|support|epochs?|steps?|iterations|year|(random )?seed|random state|fold|resample|repeat|split|"
    r"repetition|(train|test|batch) size|(series )?length"
)
_BY_WORDS: Mapping[Kind, frozenset[str]] = {
    "spread": vocabulary("p, p value, p val, p adj, adjusted p, p adjusted, p values"),
    "identifier": vocabulary(
        "id, idx, index, uuid, guid, hash, sha, commit, no, nr, row, run id, job id, task id, url, link, path, file, "
        "version, revision, unnamed, unnamed 0, level 0"
    ),
    "date": vocabulary(
        "date, datetime, timestamp, time stamp, created, created at, updated, updated at, started, finished, "
        "start time, end time, date time, month, day, last modified"
    ),
}
_AFFIXES = vocabulary(
    "mean, avg, average, median, max, min, best, final, total, overall, test, testing, train, training, val, valid, "
    "validation, dev, eval, cv, oof, holdout, score, scores, value, values, macro, micro, weighted, balanced, bal, "
    "binary, multiclass, geometric, harmonic, relative, rel, abs, absolute, squared, sq, root, rooted, norm, "
    "normalized, normalised, scaled, symmetric, log, cross, neg, negative, negated, percentage, percent, pct, rate, "
    "ratio, index, cpu, gpu, wall, clock, fit, fitting, predict, prediction, pred, inference, score, run, build, peak, "
    "usage, used, use, per, in, on, of, at, the, raw, sample, samples, ovr, ovo, area, under, curve, roc, pr, "
    "top, calibration, expected, calibrated, word, character, token, k, benchmark, coefficient, matthews, cohen, "
    "cohens, measured, estimated, forecast, forecasting, classification, quantile, interval, scale, metric, measure"
)
"""Words beside a measure that leave it one."""

_UNITS = {
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "ms": "ms", "milliseconds": "ms", "us": "µs",
    "microseconds": "µs", "ns": "ns", "min": "min", "mins": "min", "minutes": "min", "h": "h", "hr": "h", "hrs": "h",
    "hours": "h", "b": "B", "bytes": "B", "kb": "kB", "mb": "MB", "gb": "GB", "kib": "KiB", "mib": "MiB", "gib": "GiB",
    "j": "J", "joules": "J", "kj": "kJ", "wh": "Wh", "kwh": "kWh", "w": "W", "watts": "W", "usd": "USD", "eur": "EUR",
    "percent": "%", "pct": "%", "flops": "FLOPs", "gflops": "GFLOPs", "k": "", "m": "", "g": "", "kg": "kg",
}  # fmt: skip
"""What is printed for the last word of a heading; nothing for letters that say how many of something there are."""

_QUANTITIES = {
    "time": vocabulary("ns, µs, ms, s, min, h"), "size": vocabulary("kB, MB, GB, KiB, MiB, GiB"),
    "energy": vocabulary("J, kJ, Wh, kWh"), "power": vocabulary("W"), "cost": vocabulary("USD, EUR"),
}  # fmt: skip
SECONDS = {"s": 0, "sec": 0, "ms": -3, "us": -6, "µs": -6, "μs": -6, "ns": -9}
"""Units of time, as powers of ten of a second."""

_DIGITS = re.compile(r"\d+$")
ARROWS = frozenset("↑↓⬆⬇")
_ARROW = re.compile(r"\s*[(\[]?\s*([↑↓⬆⬇])\ufe0f?\s*[)\]]?")


def better_scores(text: str) -> Better:
    """Return which scores of a measure are better, judging by its words: higher, lower or an empty string."""
    if front := _rate(text):
        return "lower" if _among(_LOWER, front) | _among(_COST, front) | (front & _MONEY) else "higher"
    parts = {*_words(text), _letters(text)}
    lower, higher = bool(_among(_LOWER, parts) | _among(_COST, parts)), bool(parts & _HIGHER)
    if lower and parts & {"neg", "negative", "negated"}:
        return "higher"
    if lower or higher:
        return "" if lower and higher else "lower" if lower else "higher"
    phrases = _cores(text)
    if phrases & _COST_PHRASES:
        return "lower"
    return next((better for better, known in _PHRASES.items() if phrases & known), "")


_PER_TIME = re.compile(
    r"(?:(?<![a-z])(?!km|[cm]m|deg|rad)[a-z]{2,} ?/ ?|[\W_]p(?:er|ro|or|ar)[\W_]+)"
    r"(?:s|secs?|seconds?|sekunden?|minutes?|minuten?|h|hr|hours?|stunden?)[)\]]?$",
    re.IGNORECASE,
)
"""The end of a heading that says how many of something there are in some time, and no physical unit."""
_MONEY = vocabulary("cost, costs, price, usd, eur")


def _rate(text: str) -> frozenset[str]:
    """Return the words of what is counted in some time; none if a heading names no rate."""
    rate = _PER_TIME.search(text.strip())
    return frozenset(_words(text[: rate.end()])[:-1]) if rate else frozenset()


def are_measures(headings: Sequence[str]) -> bool:
    """Whether most of some headings have a word of a measure, and of several different ones.

    >>> are_measures(["Accuracy_epoch", "F1_epoch", "Loss_epoch", "Threshold"]), are_measures(["CE loss", "L1 loss"])
    (True, False)
    """
    named = [frozenset(_words(head)) for head in headings]
    named = [parts & _HIGHER | _among(_LOWER, parts) for parts in named]
    return 2 * sum(map(bool, named)) > len(named) and len({*named} - {frozenset()}) > 2


@cache
def kind_of(heading: str) -> Kind:
    """Return what a heading denotes by all its words, if that is a measure or describes results; else nothing."""
    parts = _words(heading)
    text = " ".join(parts)
    unitless = " ".join(parts[:-1]) if len(parts) > 1 and parts[-1] in _UNITS else text
    if _rate(heading):
        return "measure"
    if not parts:
        return "count" if "#" in heading else "spread" if "±" in heading else ""
    if _among(_COUNT, (text, unitless)):
        return "count"
    for kind, known in _BY_WORDS.items():
        if text in known or unitless in known:
            return kind
    if _letters(heading) in _HIGHER or _LOWER.fullmatch(_letters(heading)):
        return "measure"
    rest = frozenset(_DIGITS.sub("", word) or word for word in parts) - _AFFIXES
    if rest & _SPREAD and not rest - _SPREAD - _BESIDE_SPREAD - _HIGHER - _among(_LOWER, rest) - _among(_COST, rest):
        return "spread"
    if _cores(heading) & (_PHRASES["higher"] | _PHRASES["lower"]):
        return "measure"
    if rest and rest <= _RANK:
        return "rank"
    known = frozenset(word for word in parts if not word.isdecimal()) - _AFFIXES
    known = known - {parts[-1]} if len(parts) > 1 and parts[-1] in _UNITS and not _COST.fullmatch(parts[-1]) else known
    costs, lower = _among(_COST, known), _among(_LOWER, known)
    if _cores(heading) & _COST_PHRASES or (costs and not known - costs - lower - _HIGHER):
        return "cost"
    return "measure" if known and not known - _HIGHER - lower else ""


def split_measure(name: str, *, named: bool = False) -> tuple[str, str]:
    """Return a file's name without the measure at its end, and this; never all of it where `named` after more."""
    starts = [0, *(place.end() for place in re.finditer(r"[_\s.-]+", name))]
    splits = [(name[:start].rstrip("_.- "), name[start:]) for start in (starts[1:] if named else starts)]
    measured = [split for split in splits if _is_measured(split[1])]
    if measured and not measured[0][0]:  # all of it, unless it is a method called like a measure, and a measure
        both = [split for split in measured[1:] if _is_measured(split[0])]
        bare = [split for split in measured if words(split[1])[0] not in ("mean", "avg", "average")]
        return both[0] if both else ("", (bare or measured)[0][1])
    return measured[0] if measured else (name, "")


def _is_measured(text: str) -> bool:
    return kind_of(text) in ("measure", "cost") and not text[0].isdecimal()


def unit_of(heading: str) -> str:
    """Return the unit in a heading, as it is printed; empty if it names none."""
    if "%" in heading:
        return "%"
    parts = _words(heading)
    return _UNITS.get(parts[-1], "") if parts and (len(parts) > 1 or len(parts[-1]) > 2) else ""


def in_unit(unit: str) -> str:
    """Return what is measured in a unit, and that as it is printed; empty if the unit is unknown.

    >>> in_unit("ms"), in_unit("GB"), in_unit("layers")
    ('time (ms)', 'size (GB)', '')
    """
    printed = _UNITS.get("".join(_words(unit)), "")
    return next((f"{what} ({printed})" for what, units in _QUANTITIES.items() if printed in units), "")


def without_unit(heading: str) -> str:
    """Return a heading without the unit at its end, if more is left."""
    if not unit_of(heading):
        return heading
    return re.sub(r"[\s_(\[/.-]*(%|[A-Za-zµ]+)[)\]]?$", "", heading) or heading


def without_arrow(heading: str) -> tuple[str, Better]:
    """Return a heading without the arrow that says which scores are better, and which these are."""
    arrows = _ARROW.findall(heading)
    if not arrows or len(set(arrows)) > 1 or not (plain := _ARROW.sub("", heading).strip()):
        return heading, ""
    return plain, "higher" if arrows[0] in "↑⬆" else "lower"


def is_measured(heading: str) -> bool:
    """Whether a heading is, by all its words, one of scores or costs, of a measure that is stated or not."""
    parts = set(words(heading))
    plain = " ".join(words(heading)) in SCORE or bool(parts & SCORE and parts <= SCORE | _AFFIXES)
    return plain or kind_of(heading) in ("measure", "cost")


def is_score(heading: str) -> bool:
    """Whether a heading is, by any of its words, one of scores, and not by all of them one of costs."""
    return kind_of(heading) != "cost" and (is_measured(heading) or bool(better_scores(heading)))


_SUMMARY = vocabulary("mean, average, avg, median, rank, total, sum, std, sd, stdev, overall, wins, win, max, min")
"""Words of which one makes a name a summary, where all others are of these or of `_BESIDE_SUMMARY`."""

_BESIDE_SUMMARY = vocabulary(
    "score, accuracy, acc, error, f1, auc, geometric, arithmetic, number, no, of, count, all, tasks, "
    "datasets, ranks, ties, losses, tie, loss, draw, draws"
)

_WIN_COUNTS = frozenset({("w", "t", "l"), ("w", "d", "l"), ("wtl",), ("wdl",)})
_WINS = re.compile(r"w[\W_]*[td][\W_]*l")


def is_summary(name: str) -> bool:
    """Whether a name denotes a summary of tasks or comparates."""
    parts = words(name)
    return parts in _WIN_COUNTS or (bool(_SUMMARY & set(parts)) and set(parts) <= _SUMMARY | _BESIDE_SUMMARY)


def summaries_among(names: Sequence[str]) -> list[str]:
    """Return the names that denote summaries, perhaps numbered; fast where none of thousands has a word of one."""
    text = "\n".join(names).lower()
    if not (any(map(text.__contains__, _SUMMARY)) or _WINS.search(text)):
        return []
    plain = {*filter(is_summary, names)}
    return [name for name in names if name in plain or re.sub(r"\W+\d+$", "", name) in plain]


def _words(heading: str) -> tuple[str, ...]:
    """Return the words of a heading, with the sign of micro as a letter, and "Cohen's" as a word."""
    return words(heading.replace("'s", "s").replace("µ", "u").replace("μ", "u"))


def _letters(heading: str) -> str:
    """Return a heading without all but its letters, in lower case: nDCG@10 and IoU are words only so."""
    return "" if " " in heading or "_" in heading else "".join(filter(str.isalpha, heading)).lower()


def _among(family: re.Pattern[str], words: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(family.fullmatch, words))


def measure_in(name: str) -> tuple[str, str]:
    """Return the measure that a file's name states, and its words of errors, which may be of something else.

    It stands last, in capitals if it is a word for much else; or it is a word such as MASE, which means an error and
    nothing else, beside no measure of quality.
    """
    parts, last = {*_words(name)}, split_measure(name)[1]
    errors = _among(_LOWER, parts)
    clear = any(map(_SHORT_LOWER.fullmatch, errors)) and not parts & _HIGHER
    last = "" if last in ("far", "ber", "ter", "fer", "kid", "fad", "mad", "mis") else last
    return last or (name if clear else ""), " ".join(sorted(word for word in errors if len(word) > 3))


def _cores(heading: str) -> set[str]:
    """Return a heading in words, and without affixes, numbers and units, as phrases."""
    parts = _words(heading)
    plain = [word for word in parts if not (word.isdecimal() and len(parts) > 1)]
    core = [word for word in plain if word not in _AFFIXES]
    unitless = core[:-1] if len(core) > 1 and core[-1] in _UNITS else core
    return {" ".join(part) for part in (parts, plain, core, unitless) if part}
