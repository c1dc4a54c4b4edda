"""Names that papers, scripts and other programs hold on to: each is listed, so that none goes by accident."""

import importlib.util
import inspect
import json
import re
from dataclasses import is_dataclass

import click

import comparatex as cx
from comparatex import stats
from comparatex.cli import COMMANDS, FORMS, main
from comparatex.cli.config import keys_of
from comparatex.tables.ranks import LeaderboardOptions

SCORES = {
    name: {f"t{at}": round(0.5 + (at * (7 + row)) % 11 / 25, 2) for at in range(12)} for row, name in enumerate("ABC")
}


def python():
    """Yield every public name, with its parameters, fields and methods."""
    for name in cx.__all__:
        value = getattr(cx, name)
        yield f"cx.{name}"
        if inspect.isfunction(value):
            yield from (f"cx.{name}({parameter})" for parameter in inspect.signature(value).parameters)
        if inspect.isclass(value):
            members = {member for member in dir(value) if not member.startswith("_")} - {*dir(Exception)}
            fields = value.__dataclass_fields__ if is_dataclass(value) else ()
            yield from (f"cx.{name}.{member}" for member in {*members, *fields})


def commands():
    """Yield every command and form of one, with its flags."""
    forms = {name: " ".join((of, flag, *words[:1])) for name, (of, flag, words) in FORMS.items()}
    for name in [name for listed in COMMANDS.values() for name in listed] + list(FORMS):
        params = (param for param in main.commands[name].params if isinstance(param, click.Option) and not param.hidden)
        flags = (flag for param in params for flag in (*param.opts, *param.secondary_opts))
        yield f"{forms.get(name, name)}: {' '.join(sorted({*flags}))}"


def of_files():
    """Yield the keys of a config file."""
    yield from {f"comparatex.toml: {key}" for name in main.commands for key in keys_of(main.commands[name])}


def keys(value, place=""):
    """Yield the paths of all keys in a JSON document; what is listed by name of a method or task is one."""
    if isinstance(value, list):
        for item in value[:1]:
            yield from keys(item, f"{place}[]")
    if isinstance(value, dict):
        for key, item in value.items():
            named = key in {*SCORES, *SCORES["A"]} or place.endswith("groups")
            path = f"{place}.{'NAME' if named else key}".removeprefix(".")
            yield path
            yield from keys(item, path)


def documents():
    """Yield the keys of what is printed as JSON."""
    comparison = cx.compare(cx.read(SCORES), bayes=True, rope=0.01)
    for name, text in (
        ("stats", stats.to_json(comparison)),
        ("leaderboard", stats.leaderboard_to_json(comparison, LeaderboardOptions())),
        ("plan", stats.plan_to_json(cx.plan(sd=0.05, tasks=12, effect=0.02))),
        ("items", stats.items_to_json(cx.compare_items(comparison), 0.05)),
    ):
        yield from {f"{name}.json: {key}" for key in keys(json.loads(text))}


def latex(root):
    """Yield the macros of the style file that the pages name, and its keys and styles."""
    spec = importlib.util.spec_from_file_location("styles", root / "docs" / "_ext" / "styles.py")
    styles = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(styles)
    style = styles.STYLE.read_text("utf-8")
    pages = "".join(path.read_text("utf-8") for path in (root / "docs").rglob("*.md"))
    macros = re.compile(r"\\(comparatex[a-z]*)(?![A-Za-z@_:])")
    yield from {rf"\{name}" for name in {*macros.findall(style)} & {*macros.findall(pages)}}
    for section, (settings, colours) in styles.sections(style).items():
        yield from (f"key {section}/{name}".replace(" /", " ") for name in (*settings, *colours))
    for tree in ("/pgfplots/comparatex ", "/tikz/comparatex "):
        yield from (f"style {tree}{one.name}" for one in styles.styles(style, tree))


def test_every_promised_name_is_there(golden, pytestconfig):
    parts = {
        "Python": python(),
        "Commands": commands(),
        "Config files": of_files(),
        "JSON": documents(),
        "LaTeX": latex(pytestconfig.rootpath),
    }
    sections = (f"[{heading}]\n" + "\n".join(sorted({*names})) for heading, names in parts.items())
    golden("\n\n".join(sections) + "\n", "promised.txt")
