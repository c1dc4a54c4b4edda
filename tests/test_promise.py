"""The matrix's promise: nothing about a pair depends on who else is compared, or on the order of anything."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.mcm import mcm
from comparatex.layout.options import McmOptions

FIELDS = (
    "n_tasks", "mean_difference", "median_difference", "wins", "ties", "losses", "w_plus", "w_minus", "statistic",
    "pvalue", "sign_pvalue", "rank_biserial", "raw_significant",
)  # fmt: skip


@st.composite
def tables(draw):
    """Draw scores with ties, repeated columns and gaps in scale; and how many decimals they have."""
    n, m, decimals = draw(st.integers(2, 14)), draw(st.integers(3, 7)), draw(st.integers(1, 4))
    cells = st.integers(0, 10**decimals)
    values = np.array(draw(st.lists(st.lists(cells, min_size=m, max_size=m), min_size=n, max_size=n)), float)
    values[:, -1] = values[:, 0]  # two comparates that tie everywhere
    return np.round(values / 10**decimals, decimals)


def compared(values, names, tasks, higher, analysis=Analysis()):
    return compare(read((values, tuple(names), tuple(tasks)), higher_is_better=higher), analysis)


def numbers_of(comparison):
    """Return every statistic of every pair, by names."""
    found = {}
    for field in FIELDS:
        matrix = comparison.square(field)
        for i, row in enumerate(comparison.names):
            for j, column in enumerate(comparison.names):
                if i != j:
                    found[field, row, column] = float(matrix[i, j])
    return found


def cells_of(comparison):
    """Return what the matrix prints for every pair, and its order, by names."""
    view = mcm(
        comparison,
        McmOptions(cells="full", precision=4, colour_limit=1.0, panel_rows=99, panel_columns=99),
    )
    (panel,) = view.panels
    cells = {
        (row.head.name, head.name): cell
        for row in panel.rows
        for head, cell in zip(panel.columns, row.cells, strict=True)
    }
    return cells, [row.head.name for row in panel.rows]


@given(tables(), st.randoms(use_true_random=False), st.booleans())
def test_no_other_comparate_and_no_order_changes_a_pair(values, random, higher):
    m, n = values.shape[1], len(values)
    names, tasks = [f"c{j}" for j in range(m)], [f"t{i}" for i in range(n)]
    whole = compared(values, names, tasks, higher)
    columns = random.sample(range(m), random.randint(2, m))
    lines = random.sample(range(n), n)
    part = compared(values[np.ix_(lines, columns)], [names[j] for j in columns], [tasks[i] for i in lines], higher)
    everything, some = numbers_of(whole), numbers_of(part)
    for key, value in some.items():
        np.testing.assert_equal(value, everything[key], err_msg=str(key))
    all_cells, all_order = cells_of(whole)
    cells, order = cells_of(part)
    assert {pair: all_cells[pair] for pair in cells} == cells
    assert order == [name for name in all_order if name in order]


@given(tables())
def test_the_two_sides_of_a_pair_mirror_each_other(values):
    comparison = compared(values, [f"c{j}" for j in range(values.shape[1])], map(str, range(len(values))), True)
    for field, other, sign in (
        ("mean_difference", "mean_difference", -1),
        ("rank_biserial", "rank_biserial", -1),
        ("wins", "losses", 1),
        ("w_plus", "w_minus", 1),
        ("pvalue", "pvalue", 1),
    ):
        np.testing.assert_equal(comparison.square(field), sign * comparison.square(other).T)


@given(tables())
def test_turning_scores_and_direction_changes_nothing(values):
    names, tasks = [f"c{j}" for j in range(values.shape[1])], [f"t{i}" for i in range(len(values))]
    up, down = compared(values, names, tasks, True), compared(1 - values, names, tasks, False)
    assert [set(pair) for pair in up.pairs[["row", "column"]].to_numpy()] == [
        set(pair) for pair in down.pairs[["row", "column"]].to_numpy()
    ]
    for field in ("wins", "ties", "losses", "w_plus", "w_minus", "pvalue", "adjusted_pvalue"):
        one, two = (dict(zip(c.names, c.square(field), strict=True)) for c in (up, down))
        for name in names:
            order = [[c.names.index(other) for other in names] for c in (up, down)]
            np.testing.assert_equal(one[name][order[0]], two[name][order[1]])


def test_binary_addition_does_not_order_equal_means():
    values = np.array([[0.3, 0.2, 0.3], [0.3, 0.4, 0.3]])
    names = ["c0", "c1", "c2"]
    up, down = compared(values, names, "tu", True), compared(1 - values, names, "tu", False)
    assert up.names == down.names == ("c0", "c1", "c2")
