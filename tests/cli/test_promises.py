"""What the help of an option promises: no command that offers it refuses it, and it changes what is written or said."""

import shlex
import shutil
from functools import cache

import pandas as pd
import pytest
from click.testing import CliRunner

from cli.conftest import TABLE
from comparatex.cli import main
from comparatex.cli.options import options_of
from comparatex.settings import Setting

WIDE, LONG = "results.csv", "long.csv --repeat seed"
ROWS = [line.split(",") for line in TABLE.splitlines()]
NAMES = ROWS[0][1:]

COMMANDS = {
    "report": "{} --no-pdf --no-previews --artefacts cdd -o out",
    "table": "pairwise {} -o -",
    "pareto": "{} --costs costs.csv -o -",
    "sequence": "{} --subset some=Beef,BME,Car,CBF -o -",
    "plan": "{} --effect 0.05",
    "items": "{}",
    "stats": "{}",
    "numbers": "{}",
    "conventions": "{}",
    "doctor": "{}",
    "audit": "{}",
    "lint": "paper.tex {}",
    "init": "{} -o c.toml",
    "verify": "known",
    "formats": "",
    "templates": "new",
    "completion": "bash",
}
"""The arguments of each command around those of its tables; those of the others are in `arguments`."""

COMPARED = {
    "layout": ("codes.csv", "wide"),
    "transpose": ("turned.csv", ""),
    "input-format": (WIDE, "markdown"),
    "sheet": ("book.xlsx", "second"),
    "marked-cells": ("marked.csv", ""),
    "decimal-mark": ("grouped.csv", "comma"),
    "task": ("two.csv --comparate method --score f1", "data"),
    "comparate": ("two.csv --task data --score f1", "group"),
    "score": ("two.csv --task data --comparate method", "f1"),
    "repeat": ("turns.csv", "turn"),
    "repeats-are": (LONG, "folds"),
    "measure": ("measures.csv --select-measure acc", "what"),
    "at": (LONG, "kind=odd"),
    "group": (LONG, "kind"),
    "task-groups": (WIDE, "groups.csv"),
    "in-group": (f"{LONG} --group kind", "odd"),
    "cluster": (WIDE, "groups.csv"),
    "paths": ("runs", "{comparate}/{task}.csv"),
    "select-measure": ("measures.csv --measure what", "seconds"),
    "measure-name": (WIDE, "Gini"),
    "missing": ("gaps.csv", "pairwise"),
    "include": (WIDE, "boss,rocket"),
    "exclude": (WIDE, "boss"),
    "tasks": (WIDE, "Beef,BME,Car,CBF,Ham"),
    "exclude-tasks": (WIDE, "Beef"),
    "tie-tolerance": (WIDE, "0.05"),
    "scale": (WIDE, "log"),
    "relative-to": (WIDE, "boss"),
    "between": (WIDE, "catch22,boss"),
    "pvalues": (WIDE, "pvalues.csv"),
    "supplied-by": (f"{WIDE} --pvalues pvalues.csv", "somebody"),
    "zero-method": ("ties.csv", "wilcox"),
    "sign-ties": ("ties.csv --test sign", "split"),
    "pvalue-method": (WIDE, "asymptotic"),
    "sides": (WIDE, "better"),
    "control": (f"{WIDE} --family control", "boss"),
    "family": (f"{WIDE} --control rocket", "control"),
    "interval-method": (WIDE, "student"),
    "bayes-test": (f"{WIDE} --bayes --samples 100", "sign"),
    "rope": (WIDE, "0.02"),
    "test-share": (f"{LONG} --rope 0.1 --bayes --bayes-test correlated-t --samples 100", "0.3"),
    "constant-repeats": ("constant.csv --repeat seed --include boss,rocket --tasks Beef,BME,Car,Ham"
        " --bayes --bayes-test hierarchical --test-share 0.1 --samples 50",
                         "baycomp"),
    "samples": (f"{WIDE} --bayes", "100"),
    "seed": (f"{WIDE} --bayes --samples 100", "3"),
    "convention": (WIDE, "aeon-mcm"),
    "test": (WIDE, "sign"),
}  # fmt: skip
"""Of options of reading and comparing: a table with which each has something to say, and a value."""
SHOWN = {
    "ours": (WIDE, "boss"),
    "focus": (WIDE, "boss"),
    "order": (WIDE, "given"),
    "width": (WIDE, "column"),
    "highlight": (WIDE, "boss=#ff0000"),
    "language": (WIDE, "fr"),
    "comparate-noun": (WIDE, "thing/things"),
    "task-noun": (WIDE, "place/places"),
    "measure-noun": (WIDE, "merit"),
    "templates": (WIDE, "own"),
    "only": (WIDE, "boss,rocket,weasel"),
    "top": (WIDE, "3"),
    "float": (WIDE, "figure*"),
    "siunitx": (f"{WIDE} --plain", ""),
    "label": (f"{WIDE} --float figure", "fig-it"),
    "caption": (WIDE, "It"),
    "costs": (WIDE, "costs.csv"),
    "cost": ("long.csv --repeat seed", "params"),
    "cost-name": (f"{WIDE} --costs costs.csv", "hours"),
    "extra-table": (WIDE, "known.csv"),
    "extra": (f"{WIDE} --extra-table known.csv", "parts"),
    "title": (WIDE, "All"), "author": (WIDE, "Me"), "label-prefix": (WIDE, "p"), "chapter-path": (WIDE, "a/b"),
    "artefacts": (WIDE, "cdd"),
    "measures": ("measures.csv --measure what", "seconds,acc"),
    "lower": ("measures.csv --measure what --measures acc,seconds", "acc"),
    "core": (WIDE, "boss,weasel"), "baseline": (WIDE, "boss,weasel"), "add": (f"{WIDE} --core boss,weasel", "2"),
    "all-supersets": (f"{WIDE} --core boss,weasel --add 1", ""),
    "output": (WIDE, "it.tex"), "config": (WIDE, "other.toml"),
    "against": (WIDE, "boss"), "pair": (WIDE, "boss weasel"),
    "rows": (WIDE, "boss"), "columns": (WIDE, "boss"),
    "exclude-rows": (WIDE, "boss"), "exclude-columns": (WIDE, "boss"),
    "row": (WIDE, "catch22"), "column": (WIDE, "catch22"), "x": (WIDE, "catch22"), "y": (WIDE, "catch22"),
    "subset": (WIDE, "few=Car,CBF,Crop,Fish"),
    "size": (LONG, "size"), "sizes": (WIDE, "sizes.csv"),
    "into": (WIDE, "board.md"), "numbers": (WIDE, "n.tex"), "depfile": (WIDE, "r.d"),
    "matching": (WIDE, "rocket"), "report": (WIDE, "known"), "main": (WIDE, "report.tex"),
    "font": (WIDE, "Foo"), "strata": ("items.csv", "bench"), "full": (WIDE, "boss"),
}  # fmt: skip
"""The same of options of what is shown."""
OWN = {
    "table ours": ("scores {} -o -", "boss"),
    "table every-correction": ("control {} --control boss -o -", ""),
    "table across": ("scores {} -o -", "2"),
    "table long": ("scores {} -o -", ""),
    "table per-task": ("ranks {} -o -", ""),
    "table max-rows": ("scores {} -o -", "3"),
    "table every-test": ("friedman {} -o -", ""),
    "table fixed-groups": ("items items.csv --group bench --clusters -o -", ""),
    "table average": ("items items.csv --group bench --fixed-groups -o -", "benchmarks"),
    "table mid-p": ("items few.csv -o -", ""),
    "table clusters": ("items items.csv --group bench --no-clusters -o -", ""),
    "table bootstrap-places": ("leaderboard {} -o -", ""),
    "table simultaneous": ("leaderboard {} -o -", ""),
    "table shade-cells": ("scores {} -o -", "tasks"),
    "table full": ("ablation {} -o -", "boss"),
    "table row": ("proportions {} --sizes sizes.csv -o -", "catch22"),
    "table column": ("proportions {} --sizes sizes.csv -o -", "catch22"),
    "table size": ("proportions long.csv --repeat seed -o -", "size"),
    "table sizes": ("proportions {} -o -", "sizes.csv"),
    "table discordant": ("proportions {} --sizes sizes.csv --row boss --column rocket -o -", "discordant.csv"),
    "table interval": ("proportions {} --sizes sizes.csv -o -", "normal"),
    "table sign-test": ("proportions {} --sizes sizes.csv --float table --captions full -o -", ""),
    "table weights": ("scores long.csv --repeat seed -o -", "size"),
    "leaderboard weights": ("long.csv --repeat seed -o -", "size"),
    "table marks": ("scores long.csv --repeat seed -o -", "not-worse"),
    "table within": ("within long.csv --repeat seed -o -", "welch"),
    "table centre": ("within long.csv --repeat seed -o -", "mean"),
    "run-intervals target": ("long.csv --repeat seed -o -", "2"),
    "table target": ("runs long.csv --repeat seed -o -", "2"),
    "table spread": ("scores long.csv --repeat seed -o -", ""),
    "table significant": ("scores {} -o -", "2"),
    "table methods-in": ("scores {} -o -", "rows"),
    "table summary": ("scores {} -o -", "median,iqm"),
    "table spread-as": ("scores long.csv --repeat seed -o -", "median"),
    "table costs": ("ablation {} --full boss -o -", "costs.csv"),
    "table cost": ("ablation long.csv --repeat seed --full boss -o -", "params"),
    "table cost-name": ("ablation results.csv --full boss --costs costs.csv -o -", "hours"),
    "table extra": ("scores results.csv --extra-table known.csv -o -", "parts"),
    "table extra-table": ("scores {} -o -", "known.csv"),
    "pareto costs": ("{} -o -", "costs.csv"),
    "pareto cost": ("long.csv --repeat seed -o -", "params"),
    "pareto cost-name": ("results.csv --costs costs.csv -o -", "hours"),
    "leaderboard into": ("{}", "board.md"),
    "plan sd": ("--effect 0.05 --tasks 30", "0.2"),
    "plan comparates": ("--effect 0.05 --tasks 30 --sd 0.1", "3"),
    "plan effect": ("{}", "0.1"),
    "plan runs": ("long.csv --repeat seed --effect 0.05", "1"),
    "items fixed-groups": ("items.csv --group bench --no-clusters", ""),
    "items average": ("items.csv --group bench --fixed-groups", "benchmarks"),
    "items mid-p": ("few.csv", ""),
    "items clusters": ("items.csv --group bench --no-clusters", ""),
    "items strata": ("items.csv", "bench"),
    "items max-rows": ("few.csv -o -", "1"),
    "items long": ("few.csv -o -", ""),
    "items rope": ("few.csv", "0.1"),
    "items stars": ("sure.csv -o -", ""),
    "report stars": ("{} --no-pdf --no-previews --artefacts pairwise -o out", ""),
    "items correction": ("few.csv", "none"),
    "table measures": ("measures measures.csv --measure what -o -", "seconds,acc"),
    "table lower": ("measures measures.csv --measure what --measures acc,seconds -o -", "acc"),
    "sequence measures": ("measures.csv --measure what -o -", "seconds,acc"),
    "sequence lower": ("measures.csv --measure what --measures acc,seconds -o -", "acc"),
    "conventions only": ("{}", "aeon-mcm"),
    "boxes axis": ("large.csv -o -", ""),
    "boxes max-points": ("{} --kind strip -o -", "3"),
    "report extra": ("results.csv --extra-table known.csv --no-pdf --no-previews --artefacts scores -o out", "parts"),
    "report extra-table": ("{} --no-pdf --no-previews --artefacts scores -o out", "known.csv"),
    "report artefacts": ("{} --no-pdf --no-previews -o out", "cdd"),
    "cdd mark-fragile": ("{} -o -", "1"),
    "stats draws": ("{} --intervals", "50"),
    "summary columns": ("{} -o -", "p,difference"),
    "run-intervals columns": ("long.csv --repeat seed -o -", "median,iqm"),
    "summary smallest": ("{} --against rocket --float figure -o -", ""),
    "mcm mark-fragile": ("{} -o -", "1"),
    "audit seed": ("results.csv", "3"),
    "cdd form": ("{} -o -", "bands"),
    "mcm baseline": ("{} --difference relative -o -", "catch22"),
    "stats format": ("{} -o it", "csv"),
}
"""What needs another table or another option: the command's arguments, and a value; ``{}`` is the usual table."""

ELSEWHERE = {
    "jobs": "who works changes no result",
    "backend": "pictures",
    "engine": "TeX",
    "font": "TeX",
    "audit-swap core": "of an audit, which is always whole, this shows what depends on other comparates",
    "audit-swap add": "the same",
    "audit-swap all-supersets": "the same",
    "audit-weakened core": "the same",
    "audit-weakened add": "the same",
    "audit-weakened all-supersets": "the same",
    "trust": "TeX",
    "pdf": "TeX",
    "main": "TeX",
    "yes": "TeX",
    "arxiv": "TeX",
    "force": "files of others: test_ownership",
    "no-limits": "large tables: test_manners",
    "watch": "goes on: test_freshness",
    "check": "changes nothing: test_build",
    "config": "test_configured",
    "report": "test_manners",
    "sampled": "thousands of comparates: tests of audits",
    "budget": "thousands of comparates: tests of audits",
    "cdd bars": "more bars than can be read: layout/test_cdd",
    "long": "longer tables than a page: tests of tables",
    "items siunitx": "a table on request: test_plain",
}
"""Options whose effect is on something else, and who tests it."""


REQUIRED = {
    "into", "effect", "costs", "cost", "sd", "measures", "strata", "full", "control", "missing", "test-share", "size",
    "sizes", "score", "transpose", "marked-cells", "paths", "select-measure", "task", "comparate", "repeat", "measure",
    "layout", "sheet",
}  # fmt: skip
"""Options without which, or another one, some command cannot run."""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with tables in which every option has something to say."""
    home = tmp_path_factory.mktemp("study")
    scores = {(row[0], name): float(cell) for row in ROWS[1:] for name, cell in zip(NAMES, row[1:], strict=True)}
    tasks = [row[0] for row in ROWS[1:]]

    def table(name, head, lines):
        (home / name).write_text("\n".join([head, *(",".join(map(str, line)) for line in lines)]) + "\n", "utf-8")

    (home / "results.csv").write_text(TABLE, encoding="utf-8")
    table("pvalues.csv", "one,other,p", ((a, b, 0.01 * (i + 1)) for i, a in enumerate(NAMES) for b in NAMES[i + 1 :]))
    table("turned.csv", ",".join(["model", *tasks]), ([n, *(scores[t, n] for t in tasks)] for n in NAMES))
    (home / "grouped.csv").write_text(TABLE.replace(",0.", ",12."), encoding="utf-8")
    (home / "marked.csv").write_text(TABLE.replace("0.996", "0.996 ± 0.01"), encoding="utf-8")
    (home / "gaps.csv").write_text(TABLE.replace("0.996", ""), encoding="utf-8")
    table("ties.csv", ROWS[0][0] + ",A,B,C", ((t, 3 + k % 2, 3 + k % 3, 2 + k % 5) for k, t in enumerate(tasks)))
    table(
        "large.csv",
        "task,A,B,C",
        ((t, *(j * (100 + k) * 10 ** (k % 4) for j in (1, 2, 5))) for k, t in enumerate(tasks)),
    )
    long = [
        (t, n, s, round(v - (len(n) * s + k) % 5 / 100, 3), "odd" if k % 2 else "even", len(n) + k % 2, 100 + k)
        for k, t in enumerate(tasks)
        for n in NAMES
        for s in (1, 2, 3)
        for v in [scores[t, n]]
    ]
    table("long.csv", "task,model,seed,score,kind,params,size", long)
    table(
        "constant.csv", "task,model,seed,score", ((t, n, s, scores[t, n] if t < "D" else v) for t, n, s, v, *_ in long)
    )
    table(
        "two.csv",
        "data,group,method,accuracy,f1",
        ((t, "g" + t, n, v, round(1 - v / 2, 3)) for (t, n), v in scores.items()),
    )
    both = [
        (t, n, m, v if m == "acc" else round(9 - 3 * v * v, 4))
        for (t, n), v in scores.items()
        for m in ("acc", "seconds")
    ]
    table("measures.csv", "task,model,what,score", both)
    table(
        "items.csv",
        "item,bench,A,B,C",
        ((f"q{k}", f"b{k % 8 % 5}", *(int(k % p > 0) for p in (3, 2, 5))) for k in range(80)),
    )
    table("sure.csv", "item,A,B,C", ((f"q{k}", 1, k % 2, 0) for k in range(30)))
    table("few.csv", "item,A,B,C", ((f"q{k}", *(int(k % p > 0) for p in (3, 2, 5))) for k in range(14)))
    table("codes.csv", "task,model,score", ((k, m, 1 + (k * m) % 7) for k in range(1, 9) for m in (1, 2, 3)))
    table("turns.csv", "task,model,turn,score", [row[:4] for row in long])
    table("groups.csv", "task,kind", ((t, f"c{k % 4}") for k, t in enumerate(tasks)))
    table("costs.csv", "model,cost", ((n, k * k + 1) for k, n in enumerate(NAMES)))
    table("known.csv", "model,parts,year", ((n, k, 2000 + k) for k, n in enumerate(NAMES)))
    table("sizes.csv", "task,size", ((t, 150 + 7 * k) for k, t in enumerate(tasks)))
    table("discordant.csv", "task,boss,rocket", ((t, k + 2, 2 * k) for k, t in enumerate(tasks)))
    with pd.ExcelWriter(home / "book.xlsx") as book:
        for sheet, move in (("first", 0), ("second", 0.01)):
            frame = pd.DataFrame(
                {"task": tasks, **{n: [scores[t, n] - move * k for k, t in enumerate(tasks)] for n in NAMES}}
            )
            frame.to_excel(book, sheet_name=sheet, index=False)
    for n in NAMES:
        (home / "runs" / n).mkdir(parents=True)
        for t in tasks:
            table(f"runs/{n}/{t}.csv", "seed,accuracy", [(1, scores[t, n]), (2, scores[t, n])])
    (home / "other.toml").write_text("alpha = 0.3\n", encoding="utf-8")
    (home / "board.md").write_text("<!-- comparatex: begin -->\n<!-- comparatex: end -->\n", encoding="utf-8")
    (home / "paper.tex").write_text("The mean score of rocket is 0.123.\n", encoding="utf-8")
    (home / "own").mkdir()
    for template in ("axis", "table", "mcm", "cdd", "audit", "chapter", "numbers"):
        (home / "own" / f"{template}.tex.jinja").write_text(f'% own\n%% extends "builtin/{template}.tex.jinja"\n')
    result = CliRunner().invoke(
        main, ["report", str(home / "results.csv"), "--no-pdf", "--no-previews", "-o", str(home / "known")]
    )
    assert result.exit_code == 0
    return home


@pytest.fixture
def run(files, monkeypatch):
    """Run a command in the folder of the tables, and return its status, and all that it says and writes there."""
    monkeypatch.chdir(files)
    before, board = set(files.iterdir()), (files / "board.md").read_bytes()

    def call(*arguments):
        result = CliRunner().invoke(main, list(arguments))
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        written = {"board.md": (files / "board.md").read_bytes()}
        (files / "board.md").write_bytes(board)
        for new in set(files.iterdir()) - before:
            for path in (new, *new.rglob("*")):
                if path.is_file() and path.name != "manifest.json":
                    written[str(path)] = path.read_bytes()
            shutil.rmtree(new) if new.is_dir() else new.unlink()
        return result.exit_code, result.output, written

    call.plain = cache(call)
    return call


def case(command, item):
    """Return the arguments of a command before an option, and values of it."""
    arguments = COMMANDS.get(command, "{} -o -")
    study, value = {**COMPARED, **SHOWN}.get(item.key, (WIDE, ""))
    arguments, value = OWN.get(f"{command} {item.key}", (arguments, value))
    words = shlex.split(arguments.format(study))
    return [command, *words], [[flag, *rest] for flag, rest in values(item, value)]


def values(item: Setting, value):
    """Yield flags of an option, with values other than its default."""
    if item.form == "flag":
        yield from ((flag, []) for flag in filter(None, [item.flag if item.default is not True else "", item.off]))
    elif value:
        yield item.flag, value.split() if item.form == "pairs" else [value]
    elif item.form == "word":
        yield from ((item.flag, [word]) for word in item.choices if word != item.default)
    else:
        low, high = item.minimum or 0, item.maximum or 10**6
        numbers = (3, 1, 0, 7, 12) if item.type is int else (0.3, 0.05, 2.0, 10.0)
        yield from (
            (item.flag, [str(n)]) for n in numbers if low <= n <= high and n not in (item.default, low * item.open_min)
        )


def outputless(words, item):
    """Return arguments without the option that is to be given."""
    return words[: words.index("-o")] if item.key == "output" and "-o" in words else words


def offered(*commands, shared):
    """Yield the options of commands: those of three commands at most, or those that more of them share."""
    count = {}
    for command in main.commands.values():
        for option in options_of(command):
            count[option.setting.key] = count.get(option.setting.key, 0) + 1
    for name in commands or main.commands:
        for option in options_of(main.commands[name]):
            if (
                not {option.setting.key, f"{name} {option.setting.key}"} & ELSEWHERE.keys()
                and (count[option.setting.key] > 4) == shared
            ):
                yield name, option.setting


def differs(run, before, item, found):
    """Whether some way to give an option changes what a command says or writes; none is refused."""
    plain = run.plain(*before)
    assert plain[0] == 0 or item.key in REQUIRED, plain
    for given in found:
        other = run(*outputless(before, item), *given)
        assert other[0] in (0, 1), other[1]
        if other != plain:
            return True
    return False


OFTEN = sorted(main.commands.keys() - {"bundle"})  # which runs TeX


@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=[pytest.mark.thorough] if name == "report" else []) for name in OFTEN]
)
def test_an_option_of_its_own_changes_what_a_command_says(run, command):
    options = list(offered(command, shared=False))
    assert not [
        item.key for name, item in options if not differs(run, *case(name, item)[:1], item, case(name, item)[1])
    ]


HOMES = {"Input": "stats {}", "Analysis": "stats {}", "Bayesian tests": "stats {}"}
SHARED = {
    "captions": "mcm {} --float figure -o -",
    "caption": "mcm {} --float figure -o -",
    "comparate-noun": "mcm {} --float figure -o -",
    "task-noun": "mcm {} --float figure -o -",
    "landscape": "mcm {} --float figure -o -",
    "measure-noun": "boxes {} -o -",
    "measure-name": "boxes {} -o -",
    "best": "cdd {} -o -",
    "highlight": "cdd {} -o -",
    "ours": "cdd {} -o -",
    "interval-method": "stats {} --intervals",
    "baseline": "mcm {} --difference relative -o -",
    "constant-repeats": "posterior {} -o -",
    "repeats-are": "stats {}",
}
"""Of options that many commands have: one that shows it, where that of its heading, or the matrix, does not."""


@pytest.mark.parametrize("heading", ["Input", "Analysis", "Bayesian tests", ""])
def test_an_option_of_many_commands_changes_what_one_says(run, heading):
    without = []
    for item in {item.key: item for _, item in offered(shared=True)}.values():
        if heading == (item.heading if item.heading in HOMES else ""):
            study, value = {**COMPARED, **SHOWN}.get(item.key, (WIDE, ""))
            home = SHARED.get(item.key, HOMES.get(item.heading, "mcm {} -o -"))
            found = [[flag, *rest] for flag, rest in values(item, OWN.get(f"mcm {item.key}", ("", value))[1])]
            if not differs(run, shlex.split(home.format(study)), item, found):
                without.append(item.key)
    assert not without


class Reached(Exception):
    """All options have been accepted."""


@pytest.mark.parametrize("command", OFTEN)
def test_no_command_refuses_what_its_help_offers(run, command, monkeypatch):
    """Each option is accepted by each command that has it, until it reads."""

    def reached(*_, **__):
        raise Reached

    monkeypatch.setattr("comparatex.data.read.read", reached)
    monkeypatch.setattr("comparatex.data.read.load_all", reached)
    refused = {}
    for _, item in offered(command, shared=True):
        before, (given, *_) = case(command, item)
        try:
            status, said, _ = run(*outputless(before, item), *given)
        except Reached:
            continue
        if status:
            refused[item.key] = said
    assert not refused


@pytest.mark.parametrize("command", ["stats results.csv", "numbers results.csv", "report results.csv --no-pdf -o out"])
def test_a_rope_tests_for_equivalence_without_bayes(run, command):
    plain, tested = (run(*command.split(), *more) for more in ((), ("--rope", "0.05")))
    assert plain[0] == tested[0] == 0 and plain != tested
    said = str((tested[1], [text for name, text in tested[2].items() if name.endswith("chapter.tex")]))
    assert "equivalen" in said and "posterior" not in said
