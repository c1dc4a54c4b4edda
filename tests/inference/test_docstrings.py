"""Every public statistic says what it computes: docstrings with all sections, in numpydoc's order."""

import ast
import importlib
import inspect
import re
import textwrap

import pytest
from docstring_parser import DocstringStyle, parse

import comparatex.errors

SECTIONS = ("Parameters", "Returns", "Raises", "Notes", "References", "Examples")
REFUSALS = {name for name, value in vars(comparatex.errors).items() if inspect.isclass(value)}

# Modules whose public functions are all statistics, less those that prepare or look up.
MODULES = {
    "pairwise.wilcoxon": {"exact_limit", "of_keys"},
    "pairwise.sign": set(),
    "pairwise.paired_t": set(),
    "ranking.friedman": set(),
    "ranking.friedman_exact": set(),
    "ranking.rank_tests": {"weighted", "aligned"},
    "ranking.nemenyi": {"scale"},
    "ranking.post_hoc": {"against_control"},
    "counts.proportions": set(),
    "counts.intervals": {"check_counts"},
    "critical_values": set(),
    "bootstrap": set(),
    "repeats": set(),
    "occam": set(),
    "counts.shares": {"has_outcomes", "from_outcomes", "from_sizes", "with_discordant"},
    "pairwise.medians": set(),
    "arithmetic.totals": set(),
    "wins": set(),
    "ranking.cliques": set(),
    "arithmetic.ranks": {"doubled_midranks"},
    "ranking.studentized_range": {"integrals"},
    "verdicts": set(),
    "optional": set(),
    "corrections.single_step": {"power"},
    "corrections.step_down": set(),
    "corrections.step_up": set(),
    "corrections.rom": {"bounds"},
    "corrections.logical": {"comparates", "most_equal"},
    "corrections.exhaustive": set(),
    "corrections.discovery": set(),
    "effects.hodges_lehmann": set(),
    "effects.paired": set(),
    "effects.unpaired": set(),
    "effects.table": set(),
    "bayes.signed_rank": set(),
    "bayes.sign": set(),
    "bayes.correlated_t": set(),
    "bayes.hierarchical": set(),
    "bayes.repeated": {"share_of", "differences"},
    "bayes.pairs": {"rope_of"},
    "conventions.pair_tests": set(),
    "conventions.groups": set(),
    "conventions.verdicts": set(),
    "audit.mean_ranks": {"contributions"},
    "audit.flips": set(),
    "audit.robustness": set(),
    "audit.magnitudes": set(),
    "audit.stepwise": set(),
    "audit.weakened": set(),
}

# Counts, sums, choices of our own and habits of other tools, which rest on no work that could be cited.
WITHOUT_REFERENCES = {
    "pairwise.sign.sign_test_counting_ties",
    "counts.proportions.discordant",
    "bootstrap.first_frequency",
    "repeats.competition",
    "repeats.repeat_differences",
    "occam.simplest",
    "occam.razor",
    "occam.turned_pvalues",
    "occam.ablation",
    "pairwise.medians.median_differences",
    "arithmetic.totals.mean_scores",
    "arithmetic.totals.median_scores",
    "arithmetic.totals.mean_differences",
    "arithmetic.ranks.best_first",
    "arithmetic.ranks.doubled_ranks",
    "ranking.studentized_range.survival",
    "ranking.studentized_range.critical_value",
    "verdicts.sides",
    "verdicts.favoured",
    "verdicts.judged",
    "verdicts.significant_counts",
    "verdicts.places",
    "verdicts.rivals",
    "optional.pair_intervals",
    "optional.comparate_intervals",
    "optional.comparate_repeats",
    "optional.pair_repeats",
    "optional.pair_significant_wins",
    "corrections.single_step.none",
    "effects.paired.log_ratios",
    "effects.paired.relative_differences",
    "audit.mean_ranks.half_wins",
    "audit.mean_ranks.mean_ranks",
    "audit.mean_ranks.rank_swaps",
    "audit.flips.smallest_flip",
    "audit.robustness.robustness",
    "audit.magnitudes.disagreements",
    "audit.stepwise.rejected",
    "audit.weakened.weaken",
    "audit.weakened.sweep",
    "conventions.pair_tests.wilcoxon_test",
    "conventions.groups.groups",
    "conventions.verdicts.verdict",
    "conventions.verdicts.differing",
}

# Tests of a hypothesis, by module; other functions of these modules are no tests.
TESTS = {
    "pairwise.wilcoxon": {"wilcoxon"},
    "pairwise.sign": {"sign_test", "sign_test_of", "sign_test_counting_ties"},
    "pairwise.paired_t": {"paired_t"},
    "ranking.friedman": {"friedman", "iman_davenport"},
    "ranking.friedman_exact": {"exact_pvalue", "friedman_critical_value"},
    "ranking.rank_tests": {"quade", "aligned_ranks"},
    "ranking.nemenyi": {"critical_difference", "nemenyi_pvalues"},
    "ranking.post_hoc": {"friedman_z", "aligned_z", "quade_z", "conover", "bonferroni_dunn_difference"},
    "counts.proportions": {"two_proportions", "mcnemar"},
    "counts.shares": {"significant_wins"},
    "occam": {"ablation"},
    "conventions.pair_tests": {"wilcoxon_test", "nemenyi_test"},
    "audit.mean_ranks": {"nemenyi_reach"},
}


def found_in(module):
    """Return the public functions that a module of statistics defines, cached ones too."""
    held = importlib.import_module(f"comparatex.inference.{module}")
    functions = {name: inspect.unwrap(value) for name, value in vars(held).items() if callable(value)}
    return {
        name: value
        for name, value in functions.items()
        if not name.startswith("_") and inspect.isfunction(value) and value.__module__ == held.__name__
    }


STATISTICS = {
    f"{module}.{name}": function
    for module, helpers in MODULES.items()
    for name, function in found_in(module).items()
    if name not in helpers
}


def sections(text):
    """Return the headings of a docstring, in its order."""
    return re.findall(r"^([A-Z]\w+(?: \w+)?)\n-{3,}$", inspect.cleandoc(text), flags=re.MULTILINE)


def raised(function):
    """Return the names of our errors that a function's own body raises."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    causes = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    names = {cause.func.id for cause in causes if isinstance(cause, ast.Call)}
    return names & REFUSALS


def faults(name, function):
    """Return what is missing from the docstring of a statistic."""
    text = function.__doc__ or ""
    found, headings = parse(text, DocstringStyle.NUMPYDOC), sections(text)
    given = [part.strip() for item in found.params for part in item.arg_name.split(",")]
    told = {part.strip() for item in found.raises for part in (item.type_name or "").split(",")}
    cited = any(item.args == ["references"] and item.description for item in found.meta)
    module, _, short = name.rpartition(".")
    checks = {
        "summary": bool(found.short_description),
        "names of parameters": given == list(inspect.signature(function).parameters),
        "types of parameters": all(item.type_name and item.description for item in found.params),
        "returns": bool(found.many_returns)
        and all(r.type_name and r.description for r in found.many_returns),
        "raises": raised(function) <= told and all(item.description for item in found.raises),
        "references": cited != (name in WITHOUT_REFERENCES),
        "headings": set(headings) <= set(SECTIONS) and len(headings) == len(set(headings)),
        "order of sections": headings == sorted(headings, key=(*SECTIONS, *headings).index),
        "doctests under Examples": ">>>" not in text.partition("Examples\n")[0],
        "hypothesis": short not in TESTS.get(module, ()) or bool(re.search(r"\bH0\b", text)),
    }
    return [check for check, passed in checks.items() if not passed]


@pytest.mark.parametrize("name", STATISTICS)
def test_statistics_are_documented_in_full(name):
    assert faults(name, STATISTICS[name]) == []


def test_names_of_exceptions_are_those_of_functions():
    assert set(STATISTICS) >= WITHOUT_REFERENCES
    assert set(STATISTICS) >= {f"{module}.{name}" for module, names in TESTS.items() for name in names}
    assert all(set(found_in(module)) >= helpers for module, helpers in MODULES.items())


@pytest.mark.parametrize("name", STATISTICS)
def test_a_section_less_is_noticed(name):
    whole = STATISTICS[name]
    parts = re.split(r"\n\n(?=[A-Z]\w+\n---)", inspect.cleandoc(whole.__doc__))
    for k, part in enumerate(parts[1:], 1):
        heading = part.partition("\n")[0]
        if heading in ("Parameters", "Returns", "References") or (heading == "Raises" and raised(whole)):
            assert faults(name, altered(whole, parts[:k] + parts[k + 1 :])), heading
    if len(parts) > 2:
        assert "order of sections" in faults(name, altered(whole, [parts[0], *parts[:0:-1]]))


def altered(function, parts):
    """Return a stand-in for a function, with another docstring."""

    def stand_in():
        """Serve as the original."""

    stand_in.__doc__ = "\n\n".join(parts)
    stand_in.__wrapped__ = function
    return stand_in
