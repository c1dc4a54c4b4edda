"""One version: that of the code stands in whatever else prints one."""

import re

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
