"""Colours of pictures are those of the style file."""

import pytest

from comparatex.drawing.canvas import COLOURS


@pytest.mark.parametrize(
    ("name", "colour"),
    [
        ("better", "#b2182b"),  # RGB
        ("plotbetter", "#b2182b"),  # another one of the file
        ("heatmapc", "#2166ac"),  # two in a line
        ("posterior1", "#d6e6f4"),  # that of a later section
        ("plotneutral", "#616161"),  # a share of black
        ("boxesline", "#616161"),  # another one that is such a share
    ],
)
def test_colours_are_read_from_the_style_file(name, colour):
    assert COLOURS[name] == colour


def test_palettes_are_no_colours_of_pictures():
    assert not [name for name in COLOURS if "@" in name]
    assert len(COLOURS) > 45
