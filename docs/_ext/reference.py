"""The reference, from what the package declares: commands, settings, numbers, formats, API, statistics."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_origin

import click
import yaml

import comparatex
from comparatex import names
from comparatex.artefacts import options_of
from comparatex.cli import COMMANDS, FORMS, main
from comparatex.cli.options import Option
from comparatex.cli.study import Beside
from comparatex.data.formats.registry import FORMATS
from comparatex.data.reading import Reading
from comparatex.inference import fields
from comparatex.inference.analysis import Analysis
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.options import Choosing
from comparatex.report_settings import Report
from comparatex.settings import Setting, declared
from comparatex.text import Text

ROOT = Path(__file__).resolve().parents[2]
_SHARED = 4
"""Commands from which on an option is listed once for all of them."""
_AS_IT_STANDS = "\b\n"  # begins a paragraph whose lines Click does not fill
_MEMBERS = {
    "autofunction": (),
    "autoclass": (":members:", ":inherited-members:"),
    "autoexception": (":show-inheritance:",),
}
"""The options of Sphinx's directives."""
Sections = dict[str, list[tuple[str, str]]]
"""By heading, directives of Sphinx with the names that they document."""


def commands() -> str:
    """Return all commands with their options; settings have a page of their own, and what several have comes last."""
    shared = _shared()
    parts = []
    for title, listed in COMMANDS.items():
        parts.append(f"## {title}\n")
        parts += [_command(name, main.commands[name], shared) for name in listed]
    parts.append("## Forms of other commands\n")
    for name, (of, flag, words) in FORMS.items():
        parts.append(_command(" ".join((of, flag, *words[:1])), main.commands[name], shared))
    parts.append("## Options of several commands\n")
    parts.append(_options(shared.values()))
    return "\n".join(parts)


def _command(name: str, command: click.Command, shared: Mapping[tuple[str, str], click.Option]) -> str:
    """Return the section of a command: what it does, an example, and options that are no settings."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    own = [option for option in options if not _is_setting(option) and _key(option) not in shared]
    about, *others = inspect.cleandoc(command.help or "").split("\n\n")
    parts = [f"### {name}\n", f"{_plain(about)}\n"]
    parts += [
        f"```text\n{text.removeprefix(_AS_IT_STANDS)}\n```\n"
        for text in others
        if about.endswith("these.") and text.startswith(_AS_IT_STANDS)
    ]
    if example := getattr(command, "example", ""):
        parts.append(f"`comparatex {name} {example}`{_link(str(command.name))}\n")
    parts.append(_options(own))
    return "\n".join(parts)


def _link(command: str) -> str:
    """Return the link to the settings of a figure or table that has some of its own."""
    return f" ([settings](settings.md#{command}))" if f"\n### `{command}`\n" in settings() else ""


def _is_setting(option: click.Option) -> bool:
    """Whether the page of settings describes an option."""
    return isinstance(option, Option) and (option.setting.flag, option.setting.help) in _described()


@cache
def _described() -> set[tuple[str, str]]:
    """Return the flags of the page of settings, with what it says of each."""
    kinds = (*options_of("figures").values(), *options_of("tables").values())
    every = (Reading, Beside, Analysis, Choosing, Report, *kinds)
    return {(one.flag, one.help) for kind in every for one in declared(kind) if not one.only_flag}


def _key(option: click.Option) -> tuple[str, str]:
    """Return what makes two options the same."""
    return option.opts[-1], option.help or ""


def _shared() -> dict[tuple[str, str], click.Option]:
    """Return the options of several commands that are no settings."""
    options: dict[tuple[str, str], click.Option] = {}
    count: dict[tuple[str, str], int] = {}
    for command in main.commands.values():
        for param in command.params:
            if isinstance(param, click.Option) and not param.hidden and not _is_setting(param):
                options.setdefault(_key(param), param)
                count[_key(param)] = count.get(_key(param), 0) + 1
    return {key: options[key] for key, times in count.items() if times >= _SHARED}


def _options(options: Iterable[click.Option]) -> str:
    """Return the flags of options, with what stands for their values."""
    records = (option.get_help_record(click.Context(click.Command("x"))) for option in options)
    flags = ", ".join(f"`{record[0].replace(' / ', '` / `')}`" for record in records if record)
    return f"{flags}\n" if flags else ""


@cache
def settings() -> str:
    """Return the keys of the config file, by the dataclass that declares them."""
    part, beside = ([one for one in declared(Beside) if bool(one.group) == other] for other in (False, True))
    parts = (
        ("Reading tables", _keys([*declared(Reading), *part])),
        ("Analysis", _keys(declared(Analysis))),
        ("All figures and tables", _keys(declared(Choosing))),
        ("Single figures", _of_single("figures")),
        ("Single tables", _of_single("tables")),
        ("Report", _keys(declared(Report))),
        ("Costs, sizes, further columns", _keys(beside)),
    )
    return "\n".join(f"## {title}\n\n{keys}" for title, keys in parts)


def _of_single(kinds: str) -> str:
    """Return the keys of each figure or table that has some of its own, and those that several have."""
    known = {one.flag for one in declared(Choosing)}
    of_kind = {
        name: [one for one in declared(kind) if one.flag not in known] for name, kind in options_of(kinds).items()
    }
    every = [one for of in of_kind.values() for one in of]
    shared = [one for k, one in enumerate(every) if every.count(one) > 1 and one not in every[:k]]
    parts = []
    for name, of in of_kind.items():
        if own := [one for one in of if one not in shared and not one.only_flag]:
            more = ", ".join(f"`{one.flag.removeprefix('--')}`" for one in of if one in shared)
            form = f"`comparatex {names.FORMS[name]}`: " if name in names.FORMS else ""
            parts.append(f"### `{name}`\n\n{form}{', '.join(map(_head, own))}{f' (also {more})' * bool(more)}\n")
    return "\n".join([*parts, f"### Several {kinds}\n\n{_keys(shared)}"])


def _keys(found: Iterable[Setting]) -> str:
    """Return a list of settings, a line each: key and default, values, and the meaning in a clause."""
    return "".join(f"- {_head(one)}: {_meaning(one)}\n" for one in found if not one.only_flag)


def _head(one: Setting) -> str:
    """Return the key of a setting with its default, what turns it off, and the values that it takes."""
    default = _default(one)
    off = f", `{one.off.removeprefix('--')}`" if one.off else ""
    values = _values(one, default)
    values = "" if values.isalpha() and values.lower().removesuffix("s") in one.help.lower() else values
    return f"`{one.flag.removeprefix('--')}{f' = {default}' * bool(default)}`{off}{f' ({values})' * bool(values)}"


def _meaning(one: Setting) -> str:
    """Say what a setting means; help has more, such as what each of its values does."""
    clause = _first_clause(one.help)
    return f"{clause.partition(': ')[0] if one.choices and clause != one.help.rstrip('.') else clause}."


def _first_clause(text: str) -> str:
    """Return a text up to its first semicolon or full stop."""
    return re.split(r"; |\. ", text)[0].rstrip(".")


_LISTED = {
    "--test": "[tests](../statistics/index.md#other-tests-of-pairs)",
    "--correction": "[corrections](../statistics/index.md#corrections)",
    "--convention": "[conventions](../statistics/conventions.md)",
}
"""Settings whose many values another page lists."""


def _values(one: Setting, default: str) -> str:
    """Say which values a setting takes, other than its default."""
    if one.choices:
        listed = _LISTED.get(one.flag)
        return listed or ", ".join(f"`{choice}`" for choice in one.choices if f'"{choice}"' != default)
    if one.kind:
        known = {"tasks": "names, or a file", "templates": "folder", "colours": "name = colour"}
        return known.get(one.kind, one.placeholder.lower() if one.kind == "labels" else one.kind)
    if one.type is bool:
        return "" if default else "`true`, `false`"
    if one.type in (int, float):
        return _bounds(one)
    return "names" if get_origin(one.type) is tuple else one.placeholder.lower()


def _bounds(one: Setting) -> str:
    """Say which numbers a setting takes."""
    low = f"{'>' if one.open_min else '≥'} {one.minimum:g}" if one.minimum is not None else ""
    high = f"{'<' if one.open_max else '≤'} {one.maximum:g}" if one.maximum is not None else ""
    return ", ".join(part for part in (low, high) if part)


def _default(one: Setting) -> str:
    """Return a default as the file has it, or nothing where there is none to print."""
    value = one.default
    if one.unset or value is None or value in ("", ()) or get_origin(one.type) is dict or value == {}:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value}"
    text = value if isinstance(value, str) else "-".join(map(str, value)) if isinstance(value, tuple) else ""
    return f'"{text}"' if text else ""


def numbers() -> str:
    """Return every statistic that is declared: its keys in the number macros, and those that JSON alone has."""
    parts = []
    of_name = "Such as `mean of NAME` or `comparate/NAME/mean`:\n\n"
    of_pair = "Such as `adjusted p of A against B` or `pair/A/B/adjusted_pvalue`:\n\n"
    for title, example, found in (
        ("Of the whole table", "", fields.TABLE),
        ("Of a comparate", of_name, fields.COMPARATE),
        ("Of a pair", of_pair, fields.PAIR.values()),
    ):
        keyed, others = [], []
        for field in found:
            name = f"{field.group}.{field.name}" if field.group else field.name
            keyed += [f"- {', '.join(f'`{one}`' for one in dict.fromkeys(both))}\n" for both in field.keys]
            others += [f"`{name}`"] if field.records and not field.keys else []
        without = f"Without a key: {', '.join(others)}.\n" if others else ""
        parts.append(f"## {title}\n\n{example}{''.join(keyed)}\n{without}")
    return "\n".join(parts)


def formats() -> str:
    """Return the formats that are read; the docstrings of their readers say who defines them."""
    return "\n".join(f"### {one.name}\n\n{_sentence(one.title)}\n" for one in FORMATS)


_PROCEDURES: dict[str, tuple[str, ...]] = {
    "Tests of a pair": (
        "wilcoxon.wilcoxon", "pair_tests.sign_test", "pair_tests.paired_t",
        "clustered.clustered_signed_rank", "clustered.datta_satten", "clustered.cluster_sign_flip",
    ),
    "Tests of the whole table": (
        "friedman.friedman", "friedman.iman_davenport", "rank_tests.skillings_mack", "rank_tests.aligned_ranks",
        "rank_tests.quade",
    ),
    "Tests of mean ranks": (
        "nemenyi.nemenyi_pvalues", "nemenyi.critical_difference", "rank_tests.friedman_z", "rank_tests.conover",
        "rank_tests.aligned_z", "rank_tests.quade_z", "rank_tests.bonferroni_dunn_difference",
    ),
    "Corrections": tuple(
        f"{'logical_' if one.pairs else ''}corrections.{name.replace('-', '_')}"
        for name, one in CORRECTIONS.items() if name != "none"
    ),
    "Effects and intervals": (
        "effects.rank_biserial", "effects.cohens_d", "effects.cliffs_delta", "effects.vargha_delaney",
        "effects.log_ratios", "effects.skewness", "hodges_lehmann.hodges_lehmann", "bootstrap.mean_intervals",
        "bootstrap.difference_intervals", "equivalence.equivalence", "scale.on_scale",
    ),
    "Runs and seeds": (
        "runs.aggregate_metrics", "runs.probability_of_improvement", "runs.variance_split", "plan.paired_runs",
        "within.rank_sum", "within.welch", "within.within", "pair_tests.corrected_t",
        "folds.five_by_two_f",
    ),
    "Groups and leaderboards": ("cliques.maximal_cliques", "leaderboard.leaderboard", "leaderboard.tiers"),
    "Test sets and items": (
        "proportions.two_proportions", "proportions.mcnemar", "proportions.share_interval",
        "proportions.clustered_win_shares", "items.clustered_difference", "items.paired_interval", "items.score_test",
    ),
}  # fmt: skip


def procedures() -> Sections:
    """Return the functions whose docstrings say the hypothesis, formula, variant and source of a statistic."""
    return {
        title: [("autofunction", f"comparatex.inference.{name}") for name in names]
        for title, names in _PROCEDURES.items()
    }


def corrections() -> str:
    """Return the corrections with what they bound, and under which condition."""
    conditions = Text("words").conditions
    rows = [
        [
            f"`{name}`",
            one.bounds or "nothing",
            conditions.get(one.condition, "–"),
            "all pairs" if one.pairs else "any",
        ]
        for name, one in CORRECTIONS.items()
        if one.choice
    ]
    return _table(("`--correction`", "bounds", "when", "family"), rows)


def public_names() -> Sections:
    """Return the public names of the package."""
    sections: Sections = {"Functions": [], "Classes": [], "Errors": []}
    for name in comparatex.__all__:
        public = getattr(comparatex, name)
        if inspect.isclass(public) and issubclass(public, Exception):
            sections["Errors"].append(("autoexception", f"comparatex.{name}"))
        elif inspect.isclass(public):
            sections["Classes"].append(("autoclass", f"comparatex.{name}"))
        elif callable(public):
            sections["Functions"].append(("autofunction", f"comparatex.{name}"))
    for name, kind in vars(comparatex.errors).items():
        if inspect.isclass(kind) and issubclass(kind, comparatex.ComparatexError) and name not in comparatex.__all__:
            sections["Errors"].append(("autoexception", f"comparatex.errors.{name}"))
    return sections


def docstrings(sections: Sections) -> str:
    """Return the docstrings of functions and classes, as Sphinx sets them."""
    lines = []
    for title, members in sections.items():
        lines += [f"## {title}\n", "```{eval-rst}"]
        for directive, name in members:
            lines += [f".. {directive}:: {name}", *(f"   {option}" for option in _MEMBERS[directive]), ""]
        lines.append("```\n")
    return "\n".join(lines)


def first_sentences(sections: Sections) -> str:
    """Return functions and classes with the first sentence of each docstring, for a reader without the site."""
    lines = ["The site has the docstrings in full, and so has `help()`."]
    for title, members in sections.items():
        lines.append(f"\n## {title}\n")
        for _, name in members:
            about = inspect.cleandoc(_object(name).__doc__ or "").split("\n\n")[0]
            lines.append(f"- `{name}`: {' '.join(about.replace('``', '`').split())}")
    return "\n".join(lines)


def names_of(sections: Sections) -> str:
    """Return the names of functions in a line for each section."""
    lines = ["The site has the docstrings in full, and so has `help()`.", ""]
    lines += [f"- {title}: {', '.join(f'`{name}`' for _, name in members)}" for title, members in sections.items()]
    return "\n".join(lines)


def _object(name: str) -> Any:
    """Return what a dotted name stands for."""
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute)


def action() -> str:
    """Return what the action for GitHub takes."""
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    return f"It takes {', '.join(f'`{name}`' for name in inputs)}; `action.yml` says what each is.\n"


def layers() -> str:
    """Return the layers that import-linter checks, from the top; those on a line do not import each other."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (contract,) = (one for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "layers")
    names = (re.findall(r"comparatex\.([\w.]+)", layer) for layer in contract["layers"])
    return "\n".join(f"- {', '.join(f'`{name}`' for name in of_layer)}" for of_layer in names)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _plain(text: str) -> str:
    """Return a text of Click's, which is no Markdown, as Markdown."""
    return re.sub(r"([*_<>|\[\]`\\$])", r"\\\1", " ".join(text.replace("\b", "").split()))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    cells = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"
