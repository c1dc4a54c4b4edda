"""Colours of pictures are those of the style file."""

import re

from comparatex.drawing.styles import COLOURS
from comparatex.files import TEMPLATES


def test_colours_are_those_of_the_style():
    style = (
        (TEMPLATES / "comparatex.sty").read_text("utf-8").partition("\\newcommand*\\comparatex@palette")[0]
    )
    found = {}
    for name, numbers in re.findall(r"\\definecolor\{(\w+)\}\{RGB\}\{([\d,]+)\}", style):
        found[name] = "#" + "".join(f"{int(number):02x}" for number in numbers.split(","))
    for name, percent in re.findall(r"\\colorlet\{(\w+)\}\{black!(\d+)\}", style):
        found.setdefault(name, "#" + 3 * f"{round(255 * (1 - int(percent) / 100)):02x}")
    for name, other in re.findall(r"\\colorlet\{(\w+)\}\{(\w+)\}", style):
        found.setdefault(name, found.get(other))
    own = {name: colour for name, colour in COLOURS.items() if name != "plotcurve0"}
    assert own == {name: found[name] for name in own}
