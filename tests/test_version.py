"""One version: that of the code stands in whatever else prints one. Dependencies state the least that is tested."""

import re
import tomllib
from itertools import chain

import pytest

from comparatex.version import __version__

PLACES = {
    "CITATION.cff": r"^version: (\S+)$",
    "templates/comparatex.sty": r"^\\ProvidesPackage\{comparatex\}\[\d{4}/\d\d/\d\d v(\S+) ",
}


@pytest.mark.parametrize("place", PLACES)
def test_every_place_states_the_same_version(place, pytestconfig):
    text = (pytestconfig.rootpath / place).read_text(encoding="utf-8")
    assert re.findall(PLACES[place], text, re.MULTILINE) == [__version__]


def test_every_dependency_states_its_least_version(pytestconfig):
    """And nothing else: `tests/run --minimum` installs exactly this version of it."""
    project = tomllib.loads((pytestconfig.rootpath / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert extras.pop("all") == [f"comparatex[{','.join(sorted(extras))}]"]
    stated = [*project["dependencies"], *chain(*extras.values())]
    assert [one for one in stated if not re.fullmatch(r"[a-z0-9-]+>=\d+(\.\d+)*", one)] == []
