"""Pictures on axes of one's own: inside them, with type to scale, beside other plots."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import comparatex as cx
from comparatex.errors import UsageError


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(5)
    values = np.round(rng.uniform(0.5, 1, (14, 5)) + 0.03 * np.arange(5), 3)
    table = (values, tuple(f"method {i}" for i in range(5)), tuple(f"t{i}" for i in range(14)))
    return cx.compare(cx.read(table))


def assert_within(right, left):
    """Hold that the texts of the right axes are neither on the left ones nor beyond the figure."""
    figure = right.figure
    renderer = figure.canvas.get_renderer()
    figure.canvas.draw()
    boxes = [text.get_window_extent(renderer) for text in right.texts if text.get_text()]
    assert boxes
    assert min(box.x0 for box in boxes) >= left.get_window_extent(renderer).x1 - 1
    assert max(box.x1 for box in boxes) <= figure.bbox.x1 + 1


@pytest.mark.parametrize("name", ["mcm", "cdd", "scores", "ranks", "pairwise", "audit-robustness"])
def test_an_artefact_fits_into_given_axes(comparison, name):
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 4))
    assert cx.draw(comparison, name, ax=right) is right
    assert_within(right, left)
    assert not left.texts
    plt.close(figure)


@pytest.mark.parametrize("name", ["mcm", "cdd", "scores"])
def test_type_is_scaled_with_the_axes(comparison, name):
    sizes = []
    for width in (4, 8):
        figure = Figure(figsize=(width, width))
        cx.draw(comparison, name, ax=figure.add_axes((0, 0, 1, 1)))
        sizes.append(figure.axes[0].texts[0].get_fontsize())
    assert sizes[1] == pytest.approx(2 * sizes[0])


def test_without_axes_there_is_a_figure_of_its_own(comparison):
    assert isinstance(cx.draw(comparison, "mcm", precision=2), Figure)
    with pytest.raises(UsageError, match="no setting"):
        cx.draw(comparison, "mcm", nonsense=1)


def test_a_comparison_is_audited_first_and_an_audit_draws_its_comparison(comparison):
    found = cx.audit(comparison, core=comparison.names[:3], added=(1,))
    texts = [
        [text.get_text() for text in cx.draw(of, "audit-patterns", **options).axes[0].get_yticklabels()]
        for of, options in ((found, {}), (comparison, {"core": comparison.names[:3], "added": (1,)}))
    ]
    assert texts[0] == texts[1]
    assert len(cx.draw(found, "mcm").axes) == 1


def test_an_audit_without_a_swap_has_none_to_draw():
    comparison = cx.compare({"A": {"s": 0.9, "t": 0.8}, "B": {"s": 0.7, "t": 0.6}})
    with pytest.raises(UsageError, match="found no change of a few"):
        cx.draw(comparison, "audit-swap")
