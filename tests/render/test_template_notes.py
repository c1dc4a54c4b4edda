"""What the first line of a template says of its context leads to the class that it names."""

import importlib
import re

import pytest

from comparatex.files import TEMPLATES

NAMED = [
    (path.name, module, name)
    for path in sorted(TEMPLATES.glob("*.jinja"))
    for module, name in re.findall(r"\b(layout(?:\.\w+)+)\.([A-Z]\w+)", path.read_text().splitlines()[0])
]


@pytest.mark.parametrize(("template", "module", "name"), NAMED)
def test_a_context_is_where_its_template_says(template, module, name):
    found = getattr(importlib.import_module(f"comparatex.{module}"), name)
    assert found.__module__ == f"comparatex.{module}"


def test_most_templates_name_their_context():
    assert len({template for template, _, _ in NAMED}) > 15
