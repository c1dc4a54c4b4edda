"""Numbers of extreme size in TeX: nothing overflows, columns are level, signs are minus signs."""

import re

import numpy as np
import pytest

from comparatex.artefacts import artefact, latex
from comparatex.data.read import read
from comparatex.inference.compare import compare

pytestmark = pytest.mark.latex
KINDS = ("mcm", "scores", "pairwise", "intervals", "forest", "boxes", "scatter")
SCALES = {
    "1e-9": (1e-9, {}),
    "1e9": (5e9, {}),
    "3e6": (3e6, {}),
    "percent": (1, {"percent": True}),
}


@pytest.fixture(scope="module")
def scaled():
    values = np.sort(np.random.default_rng(3).uniform(0.5, 1, (14, 5)), axis=1)
    names = [f"Method {letter}" for letter in "ABCDE"]
    return {
        scale: compare(read((np.round(values * factor) if scale == "3e6" else values * factor, names)))
        for scale, (factor, _) in SCALES.items()
    }


@pytest.fixture(scope="module")
def parts(scaled, parts_compiler):
    sources = {
        f"{kind} {scale}": rf"{{\centering {latex(scaled[scale], kind, **settings, **stars)}\par}}"
        for kind in KINDS
        for scale, (_, settings) in SCALES.items()
        for stars in [{"stars": True} if scale == "3e6" and artefact(kind).stars else {}]
    }
    return parts_compiler(sources)[0]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.thorough
def test_nothing_overflows_and_the_unit_is_there(parts, kind, scale):
    part = parts[f"{kind} {scale}"]
    assert part.findings == []
    unit = {"1e-9": r"×10− ?1 ?2", "1e9": "×109", "percent": r"%|pp"}.get(scale, "")
    assert re.search(unit, re.sub(r"\s", "", part.text)), part.text
    assert not re.search(r"\d-\d", part.text.replace("10-12", "hyphen 0-0"))


def test_numbers_of_the_colour_bar_are_apart(parts):
    for scale in SCALES:
        last = [line for line in parts[f"mcm {scale}"].text.splitlines() if re.match(r"\W?\d.* 0 .*\d$", line.strip())]
        assert last, parts[f"mcm {scale}"].text
