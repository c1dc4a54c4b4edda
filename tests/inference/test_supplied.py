"""Tests and p-values of others: taken as they are, named in print, and refused where they are none."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from scipy import stats

import comparatex as cx
from comparatex.artefacts import view
from comparatex.cli import main
from comparatex.errors import ComparatexError, UsageError
from comparatex.inference.corrections import CORRECTIONS, Correction
from comparatex.layout.chapter_facts import words
from comparatex.text import writing
from plugged import plug

NAMES, TASKS = tuple("ABCD"), tuple(f"t{i}" for i in range(12))
_RNG = np.random.default_rng(4)
VALUES = 0.6 + 0.1 * _RNG.random((12, 1)) + _RNG.normal([0.06, 0.02, 0.02, 0.0], 0.03, (12, 4))  # without ties


@pytest.fixture
def scores():
    return cx.read((VALUES, NAMES, TASKS))


def signed_rank(differences):
    return stats.wilcoxon(differences, method="exact").pvalue


@pytest.mark.parametrize(
    ("test", "ours"),
    [(stats.ttest_rel, "t"), (lambda d: stats.ttest_1samp(d, 0), "t"), (signed_rank, "wilcoxon")],
    ids=["columns", "differences", "p alone"],
)
def test_a_test_of_the_user_is_used(scores, test, ours):
    own, known = cx.compare(scores, test=test), cx.compare(scores, test=ours)
    np.testing.assert_allclose(own.pair_statistics.pvalue, known.pair_statistics.pvalue)
    np.testing.assert_allclose(own.pair_statistics.adjusted_pvalue, known.pair_statistics.adjusted_pvalue)
    assert own.cliques == known.cliques
    assert np.isnan(own.pair_statistics.statistic).all() == (test is signed_rank)


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize(
    "test", [stats.ttest_rel, lambda d, alternative: stats.ttest_1samp(d, 0, alternative=alternative)]
)
def test_a_side_is_handed_on(test, lower):
    table = cx.read((1 - VALUES if lower else VALUES, NAMES, TASKS), higher_is_better=not lower)
    own, known = (cx.compare(table, test=one, sides="ours", control="B") for one in (test, "t"))
    np.testing.assert_allclose(own.pair_statistics.pvalue, known.pair_statistics.pvalue)
    with pytest.raises(UsageError, match="cannot be one-sided, as it has no parameter 'alternative'"):
        cx.compare(table, test=signed_rank, sides="ours", control="B")


def test_missing_scores_are_not_handed_on():
    values = VALUES.copy()
    values[0, 0] = np.nan
    sizes = []
    cx.compare(cx.read((values, NAMES, TASKS), missing="pairwise"), test=lambda d: sizes.append(len(d)) or 0.5)
    assert sorted(sizes) == [11] * 3 + [12] * 3


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (lambda d: float("nan"), "A against B, on 12 tasks, returns nan: it must return a p-value from 0 to 1"),
        (lambda d: -0.1, "returns -0.1"),
        (lambda d: (1.0, 0.5), "returns '(1.0, 0.5)'"),
        (lambda d: None, "returns 'None'"),
        (lambda d: d[99], "fails: IndexError (index 99 is out of bounds"),
        (lambda: 0.5, "needs 0 arguments"),
        (lambda a, b, c: 0.5, "needs 3 arguments"),
        (5, "A test must be given by its name, or as a function"),
        ("wilcoxn", "There is no `test` 'wilcoxn': did you mean 'wilcoxon'"),
    ],
)
def test_what_is_no_test_is_refused(scores, test, said):
    with pytest.raises(UsageError) as caught:
        cx.compare(scores, test=test)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def square(comparison):
    return comparison.matrix("pvalue")


FORMS = {
    "square": square,
    "upper half": lambda c: square(c).where(np.triu(np.ones((4, 4), bool), 1)),
    "pairs": lambda c: c.pairs,
    "three columns": lambda c: c.pairs[["column", "row", "pvalue"]].set_axis(["one", "other", "value"], axis=1),
    "by pair": lambda c: {(row.row, row.column): row.pvalue for row in c.pairs.itertuples()},
    "series": lambda c: c.pairs.set_index(["row", "column"]).pvalue,
    "nested": lambda c: {a: {b: p for b, p in row.items() if a != b} for a, row in square(c).to_dict().items()},
}


@pytest.mark.parametrize("form", FORMS)
def test_supplied_p_values_are_those_of_the_pairs(scores, form):
    known = cx.compare(scores, test="t", correction="bonferroni")
    own = cx.compare(scores, pvalues=FORMS[form](known), correction="bonferroni")
    np.testing.assert_allclose(own.pair_statistics.pvalue, known.pair_statistics.pvalue)
    np.testing.assert_allclose(own.pair_statistics.adjusted_pvalue, known.pair_statistics.adjusted_pvalue)
    assert own.basis.correction == "bonferroni" and own.basis_of("pvalue").others == "unknown"


def test_pairs_that_lack_a_p_value_are_named(scores):
    pairs = cx.compare(scores, test="t").pairs
    with pytest.raises(ComparatexError, match="The p-values lack 2 of 6 pairs: A and B and A and C"):
        cx.compare(scores, pvalues=pairs[~((pairs.row == "A") & pairs.column.isin(["B", "C"]))])
    of_one = pairs[(pairs.row == "A") | (pairs.column == "A")]
    assert cx.compare(scores, pvalues=of_one, family="control", control="A").n_family == 3
    some = cx.compare(cx.read((VALUES[:, :2], NAMES[:2], TASKS)), pvalues=pairs)
    assert some.pairs.pvalue.tolist() == pairs[(pairs.row == "A") & (pairs.column == "B")].pvalue.tolist()


@pytest.mark.parametrize(
    ("pvalues", "said"),
    [
        ({("A", "B"): 0.1, ("B", "A"): 0.2}, "have two p-values, 0.1 and 0.2: give one"),
        ({("A", "B"): 1.5}, "is not a p-value: write a number from 0 to 1"),
        ({("A", "B"): "<0.001"}, "'<0.001' is not a p-value"),
        (pd.DataFrame({"x": [0.1, 0.2], "y": [0.1, 0.2], "z": [1, 2], "w": [1, 2]}), "neither the same names on both"),
    ],
)
def test_what_are_no_p_values_is_refused(scores, pvalues, said):
    with pytest.raises(ComparatexError) as caught:
        cx.compare(scores, pvalues=pvalues)
    assert said in str(caught.value)


def test_p_values_are_of_all_tasks_together(scores):
    pairs = cx.compare(scores, test="t").pairs
    own = cx.compare(scores, pvalues=pairs)
    with pytest.raises(UsageError, match="supplied for 12 tasks together, and there are none for a part of them"):
        cx.compare(cx.read((VALUES[:6], NAMES, TASKS[:6])), own.analysis)
    with pytest.raises(UsageError, match="take the place of a test: leave out `test`"):
        cx.compare(scores, pvalues=pairs, test="sign")
    with pytest.raises(UsageError, match="these are supplied: leave out `pvalues`, or your test"):
        cx.audit(own)
    gaps = VALUES.copy()
    gaps[0, 0] = np.nan
    with pytest.raises(UsageError, match="do not belong to imputed scores"):
        cx.compare(cx.read((gaps, NAMES, TASKS), missing="impute=worst"), pvalues=pairs)


@pytest.mark.parametrize("name", ["mcm", "cdd", "heatmap", "leaderboard", "pairwise"])
@pytest.mark.parametrize(
    ("language", "said"), [("en", "as supplied by"), ("de", "übernommen von"), ("fr", "par"), ("es", "por")]
)
def test_print_names_the_source(scores, name, language, said):
    own = cx.compare(scores, test=signed_rank, supplied_by="Ann & Bob")
    for captions in ("short", "full"):
        caption = view(own, name, captions=captions, language=language).caption
        assert f"{said} Ann & Bob" in caption.replace("Übernommen", "übernommen")
        for claim in ("Wilcoxon", "two-sided", "zweiseitig", "bilatéral", "bilateral"):
            assert claim not in caption
    assert "as supplied by Ann & Bob" in repr(own)


DRAWS = np.random.default_rng(5).normal([0.66, 0.62, 0.63, 0.6], 0.02, (2, 500, 4))


class Variable:
    """What a variable of xarray has of it that is used."""

    def __init__(self, values, dims, coords, name="mu"):
        self.values, self.dims, self.name = values, dims, name
        self.coords = {key: self if key is None else type("Coords", (), {"values": of}) for key, of in coords.items()}

    def transpose(self, *dims):
        return Variable(self.values.transpose([self.dims.index(dim) for dim in dims]), dims, {}, self.name)


class Group(dict):
    """A group of variables, and the data that hold it as their posterior."""

    @property
    def data_vars(self):
        return list(self)

    @property
    def posterior(self):
        return self


_DIMS = ("method", "chain", "draw")
_MU = Variable(DRAWS.transpose(2, 0, 1)[::-1], _DIMS, {"method": np.array([*"DCBA"])})
_SIGMA = Variable(DRAWS[..., 0], ("chain", "draw"), {}, "sigma")
OF_DRAWS = {
    "array": DRAWS.reshape(-1, 4),
    "frame": pd.DataFrame(DRAWS.reshape(-1, 4)[:, ::-1], columns=list("DCBA")),
    "mapping": {name: DRAWS[..., k] for k, name in enumerate(NAMES)},
    "variable": _MU,
    "inference data": Group(mu=_MU, sigma=_SIGMA),
}
OF_OTHERS = [
    ("en", "as supplied by", "not corrected further for the number of pairs, and may depend on other methods."),
    ("de", "von", "nicht weiter für die Zahl der Paare korrigiert, und können auch von anderen Verfahren abhängen."),
    ("fr", "fournis par", "sans autre correction pour le nombre de paires, et peuvent dépendre aussi d’autres"),
    ("es", "aportadas por", "sin más corrección por el número de pares, y pueden depender también de otros métodos."),
]


@pytest.mark.parametrize("form", OF_DRAWS)
def test_posterior_draws_take_the_place_of_a_bayesian_test(scores, form):
    own = cx.compare(scores, posterior=OF_DRAWS[form], rope=0.01, supplied_by="bambi")
    first, second = (NAMES.index(own.names[i]) for i in (0, 1))
    gap = (DRAWS[..., first] - DRAWS[..., second]).ravel()
    pair = own.pairs.iloc[0]
    assert (pair.p_left, pair.p_right) == (np.mean(gap > 0.01), np.mean(gap < -0.01))
    assert own.analysis.samples == 1000 and own.basis_of("p_left").others == "unknown"
    lower = cx.compare(cx.read((VALUES, NAMES, TASKS), higher_is_better=False), posterior=OF_DRAWS[form], rope=0.01)
    i, j = (lower.names.index(NAMES[k]) for k in (first, second))
    assert lower.square("p_left")[i, j] == pair.p_right
    for language, said, others in OF_OTHERS:
        for captions in ("short", "full"):
            caption = view(own, "mcm", cells_show="posterior", language=language, captions=captions).caption
            assert f"{said} bambi" in caption and others in caption
    with pytest.raises(UsageError, match="show them in the matrix"):
        cx.draw(own, "posterior")


@pytest.mark.parametrize(
    ("draws", "said"),
    [
        ({"A": [1.0], "B": [2.0]}, "needed of 4 methods, and there are none of 'C' and 'D'"),
        (np.ones((5, 3)), "there are in 3 columns"),
        (np.full((5, 4), np.nan), "are a finite number for each"),
        ("draws.nc", "are a finite number for each"),
        (Group(mu=_MU, nu=_MU), "Exactly one of the variables 'mu' and 'mu' must have a value for each method"),
    ],
)
def test_what_are_no_draws_is_refused(scores, draws, said):
    with pytest.raises(ComparatexError) as caught:
        _ = cx.compare(scores, posterior=draws, rope=0.1).posterior
    assert said in str(caught.value)


def test_the_command_line_takes_p_values(tmp_path, scores):
    table, pvalues = tmp_path / "scores.csv", tmp_path / "dm.csv"
    pd.DataFrame(VALUES, index=pd.Index(TASKS, name="task"), columns=NAMES).to_csv(table)
    known = cx.compare(scores, test="t")
    square(known).to_csv(pvalues)
    run = CliRunner().invoke(main, ["stats", str(table), "--pvalues", str(pvalues)])
    settings, pairs = (json.loads(run.stdout)[key] for key in ("settings", "pairs"))
    assert (settings["test"], settings["pvalues"], settings["supplied_by"]) == ("supplied", "table", "dm.csv")
    np.testing.assert_allclose([pair["pvalue"] for pair in pairs], known.pair_statistics.pvalue)
    out = tmp_path / "mcm.md"
    for kind, name in ((["table", "pairwise"], "p.md"), (["mcm"], "m.tex"), (["cdd"], "c.tex"), (["heatmap"], "h.tex")):
        out = tmp_path / name
        run = CliRunner().invoke(
            main,
            [*kind, str(table), "--pvalues", str(pvalues), "--supplied-by", "DM", "--language", "fr", "-o", str(out)],
        )
        assert run.exit_code == 0 and out.is_file(), run.output
    pvalues.write_text("x,y,z,w\n1,2,3,4\n")
    run = CliRunner().invoke(main, ["mcm", str(table), "--pvalues", str(pvalues), "-o", "-"])
    assert run.exit_code == 1 and "has neither the same names on both sides" in run.stderr


def test_a_test_of_another_package_is_called_by_name(tmp_path, scores, monkeypatch):
    plug(monkeypatch, tests={"my-rank": signed_rank, "broken": ImportError("no licence")})
    own = cx.compare(scores, test="my-rank")
    assert own.basis.supplied == "my-rank" and own.analysis.test == "supplied"
    table = tmp_path / "scores.csv"
    pd.DataFrame(VALUES, index=pd.Index(TASKS, name="task"), columns=NAMES).to_csv(table)
    run = CliRunner().invoke(main, ["stats", str(table), "--test", "my-rank"])
    assert json.loads(run.stdout)["settings"]["supplied_by"] == "my-rank"
    with pytest.raises(ComparatexError, match="The test 'broken' of another package cannot be loaded: ImportError"):
        cx.compare(scores, test="broken")
    (tmp_path / "comparatex.toml").write_text('test = "my-rank"\n')
    configured = cx.compare(scores, **cx.read_config(tmp_path / "comparatex.toml").analysis)
    assert configured.basis.supplied == "my-rank"


def test_a_correction_of_another_package_is_named(scores, monkeypatch):
    stated = Correction(lambda p: np.minimum(1, len(p) * p), "family-wise error", "any")
    corrections = {"twice": lambda p: np.minimum(1, 2 * p), "wrong": lambda p: p[:1], "stated": stated}
    plug(monkeypatch, corrections=corrections)
    own = cx.compare(scores, correction="twice")
    np.testing.assert_allclose(own.pair_statistics.adjusted_pvalue, np.minimum(1, 2 * own.pair_statistics.pvalue))
    assert "twice" not in CORRECTIONS
    caption = view(own, "cdd", captions="full").caption
    assert "twice" in caption and "bounds" not in caption
    for language in ("de", "fr", "es"):
        assert "twice" in view(own, "cdd", captions="full", language=language).caption
    assert "bounds the family-wise error under any dep" in view(
        cx.compare(scores, correction="stated"), "cdd", captions="full"
    ).caption  # fmt: skip
    with pytest.raises(UsageError, match="returns no p-value from 0 to 1 for each"):
        cx.compare(scores, correction="wrong")
    with pytest.raises(UsageError, match="There is no `correction` 'twise'"):
        cx.compare(scores, correction="twise")


def test_a_matrix_takes_p_values_and_leaves_them_out(tmp_path, scores):
    table, pvalues = tmp_path / "scores.csv", tmp_path / "dm.csv"
    pd.DataFrame(VALUES, index=pd.Index(TASKS, name="task"), columns=NAMES).to_csv(table)
    square(cx.compare(scores, test="t")).to_csv(pvalues)
    shown = [
        CliRunner().invoke(main, ["mcm", str(table), "--cells", "full", "-o", "-", *more]).stdout
        for more in ((), ("--pvalues", str(pvalues)), ("--pvalues", str(pvalues), "--no-pvalues"))
    ]
    assert all(text.startswith("% comparatex") for text in shown) and len({*shown}) == 3


CHAPTER = {
    "en": ("is as supplied by Ann & Bob", "if the p-values hold", "posterior draws as supplied by Ann & Bob"),
    "de": ("ist übernommen von Ann & Bob", "wenn die p-Werte gelten", "A-posteriori-Ziehungen von Ann & Bob"),
    "fr": ("est fournie par Ann & Bob", "si les valeurs p sont valables", "tirages a posteriori fournis par Ann & Bob"),
    "es": ("es aportado por Ann & Bob", "si los valores p son válidos", "a posteriori aportadas por Ann & Bob"),
}
CLAIMS = re.compile("wilcoxon|two-sided|zweiseitig|bilat|exact|symm?[eé]tr|simetr|signed-rank|rangs signés|alone")


@pytest.mark.parametrize("language", CHAPTER)
def test_a_chapter_names_the_source_and_claims_nothing_of_it(scores, language):
    own = cx.compare(scores, test=signed_rank, posterior=DRAWS.reshape(-1, 4), rope=0.01, supplied_by="Ann & Bob")
    source, condition, draws = CHAPTER[language]
    with writing(language):
        methods, results = words("methods", own), words("results", own)
        tested, bayesian, matrix = (str(text()) for text in (
            methods.tested, methods.bayesian, lambda: results.independence("unknown")))  # fmt: skip
    assert source in tested and condition in tested and draws in bayesian
    assert not CLAIMS.search(tested.lower()) and not CLAIMS.search(bayesian.lower())
    assert any(word in matrix for word in ("its source", "seine Quelle", "la source", "su fuente"))
    with writing(language):
        ours = str(words("methods", cx.compare(scores)).tested())
    assert "Ann & Bob" not in ours and CLAIMS.search(ours.lower())
