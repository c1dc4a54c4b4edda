"""A matrix whose cells hold a statistic of somebody else: signs, colours, keys, captions, and what is refused."""

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import view
from comparatex.errors import UsageError
from plugged import plug


@pytest.fixture(scope="module")
def errors():
    rng = np.random.default_rng(5)
    values = (rng.gamma(2, 1, (9, 4)) + np.array([0, 0.4, 0.8, 1.6])).round(3)
    values[2, 1] = np.nan
    scores = cx.read((values, ("A", "B", "C", "D")), higher_is_better=False, missing="pairwise")
    return cx.compare(scores), values


def win_margin(differences):
    return np.sign(differences).mean()


def log_ratio(first, second):
    return np.log(second / first).mean()


def cells(shown):
    """Return the pairs of a matrix."""
    return {
        (row.head.name, column.name): cell
        for row in shown.rows
        for column, cell in zip(shown.columns, row.cells, strict=True)
        if cell.kind == "pair"
    }


@pytest.mark.parametrize("statistic", [win_margin, log_ratio])
def test_cells_hold_it_and_are_coloured_by_it_whichever_scores_are_better(errors, statistic):
    comparison, values = errors
    shown = view(comparison, "mcm", difference=statistic, shade="difference", cells="full", precision=3)
    for (row, column), cell in cells(shown).items():
        one, other = (values[:, "ABCD".index(name)] for name in (row, column))
        both = ~np.isnan(one + other)
        one, other = one[both], other[both]
        wanted = np.sign(other - one).mean() if statistic is win_margin else np.log(other / one).mean()
        printed = cell.difference.rstrip("†").replace("−", "-")
        assert printed == f"{wanted:.{len(printed.partition('.')[2])}f}" and len(printed.lstrip("-")) >= 4
        assert "†" in cell.difference or np.sign(cell.shade) == np.sign(round(wanted, 2))
    name = statistic.__name__.replace("_", " ")
    assert shown.legend[0] == name and f"{name} (row, column), as supplied" in str(shown.caption)
    assert shown.colour_bar.ends[1].startswith("row") and not shown.colour_bar.row_better.startswith("−")


@pytest.mark.parametrize("language", ["de", "fr", "es"])
@pytest.mark.parametrize("captions", ["short", "full"])
def test_every_language_names_it(errors, language, captions):
    shown = view(errors[0], "mcm", difference=win_margin, language=language, captions=captions, colours=False)
    assert "win margin" in str(shown.caption) and shown.legend[0] == "win margin"
    assert not any(word in str(shown.caption) for word in ("negative", "negativa", "Negative", "négative"))


def test_what_fails_or_gives_no_number_is_refused(errors, monkeypatch):
    comparison, _ = errors

    def failing(differences):
        raise ValueError("no")

    def wordy(differences):
        return "much"

    def sparse(differences):
        return float("nan")

    for function, message in (
        (failing, r"The statistic 'failing' of A against B, on 8 tasks, fails: ValueError \(no\)\."),
        (wordy, r"returns 'much': it must return a number, or NaN for none\."),
        (lambda differences: 1.0, "needs a name"),
        (lambda: 1, "needs 0 arguments"),
    ):
        with pytest.raises(UsageError, match=message):
            view(comparison, "mcm", difference=function)
    empty = view(comparison, "mcm", difference=sparse, cells="full")
    assert {cell.difference for cell in cells(empty).values()} == {"–"}
    with pytest.raises(UsageError, match="did you mean 'mean'"):
        view(comparison, "mcm", difference="mena")
    plug(monkeypatch, statistics={"broken": ImportError("gone")})
    with pytest.raises(cx.errors.ComparatexError, match="The statistic 'broken' of another package cannot be loaded"):
        view(comparison, "mcm", difference="broken")
