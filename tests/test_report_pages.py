"""The pages of a report: none is left half empty, and none has a line or two."""

import numpy as np
import pypdfium2
import pytest

import comparatex as cx
from comparatex.report import write_report
from documents import thorough

pytestmark = pytest.mark.latex

DPI, MARGIN = 20, 2.5 / 29.7  # the margin as a share of the height
SIZES = (2, 3, 5, 14, 24, 40, 60)


def comparison(n_names):
    """Return scores of methods that are a little better each than the one before, on a hundred tasks or so."""
    rng = np.random.default_rng(n_names)
    n_tasks = 44 if n_names == 14 else 100
    tasks = rng.normal(0, 0.5, (n_tasks, 1))
    values = 1 / (1 + np.exp(-(1.5 + tasks + np.linspace(0, 0.5, n_names) + rng.normal(0, 0.2, (n_tasks, n_names)))))
    words = ("Forest", "Rocket", "Shapelet", "Dictionary", "Interval", "Kernel")
    names = tuple(f"{words[i % 6]}{'' if i < 6 else '-' + str(i // 6 + 1)}" for i in range(n_names))
    return cx.compare(cx.read((values.round(4), names, tuple(f"DataSetOf{i:03}" for i in range(n_tasks)))))


def inked(page):
    """Return the share of the height of the text that has ink, where it is no farther off than the next line."""
    rows = (page.render(scale=DPI / 72, grayscale=True).to_numpy().squeeze() < 250).any(axis=1)
    text = rows[round(MARGIN * len(rows)) : round((1 - MARGIN) * len(rows))]
    near = text.copy()
    near[1:] |= text[:-1]
    near[:-1] |= text[1:]
    return near.mean()


@pytest.mark.parametrize(
    ("n_names", "ours"),
    [(5, True) if (n, ours) == (5, True) else thorough(n, ours) for n in SIZES for ours in (False, True)],
)
def test_no_page_is_half_empty(tmp_path, n_names, ours):
    made = comparison(n_names)
    more = {"ours": (made.names[len(made.names) // 2],)} if ours else {}
    written = write_report(made, tmp_path / "report", previews=False, **more)
    pages = list(pypdfium2.PdfDocument(written))
    shares = [inked(page) for page in pages]
    lines = [len(page.get_textpage().get_text_range().split("\n")) - 1 for page in pages]  # but for the number
    assert len(pages) > 1
    assert min(shares[:-1]) >= 0.5, [round(float(share), 2) for share in shares]
    assert min(lines) >= 4, lines
