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
    "wilcoxon": {
        "exact_limit",
        "keys_of",
        "nonzero",
        "of_keys",
        "signed_ranks",
        "sorted_keys",
    },
    "signed_rank_tails": {"tied_tails", "untied_cdf", "untied_tails"},
    "sign_test": {"sided"},
    "pair_tests": {"adjusted", "apply_test", "family_members"},
    "friedman": set(),
    "rank_tests": {"against_control", "aligned", "weighted"},
    "nemenyi": {"integrals", "scale"},
    "proportions": {"check_counts"},
    "critical_values": set(),
    "items": set(),
    "leaderboard": set(),
    "bootstrap": set(),
    "repeats": set(),
    "occam": set(),
    "instances": {"from_outcomes", "from_sizes", "has_outcomes", "with_discordant"},
    "differences": {"canonical", "differences", "of_scores"},
    "cliques": set(),
    "ranks": {"doubled_midranks", "whole_numbers"},
    "verdicts": set(),
    "optional": set(),
    "logical_corrections": {"comparates", "most_equal"},
    "corrections": {"adjust", "check_number"},
    "hodges_lehmann": {"walsh_averages"},
    "effects": set(),
    "bayes.signed_rank": {"regions"},
    "bayes.repeated": {"differences", "share_of"},
    "bayes.hierarchical": {"sweep"},
    "bayes.pairs": {"rope_of"},
    "convention_tests": {"tails"},
    "convention_verdicts": set(),
    "audit.mean_ranks": {"contributions"},
    "audit.flips": {"own_pvalues"},
    "audit.robustness": {"decisions", "of_analyses", "of_tables", "of_tasks", "wilcoxon_on"},
    "audit.examples": {"swap_example", "weakened_pair", "weakened_sweeps"},
}

# Counts, sums, choices of our own and habits of other tools, which rest on no work that could be cited.
WITHOUT_REFERENCES = {
    "audit.examples.sweep",
    "audit.examples.weaken",
    "audit.flips.rejected",
    "audit.flips.smallest_flip",
    "audit.mean_ranks.disagreements",
    "audit.mean_ranks.half_wins",
    "audit.mean_ranks.mean_ranks",
    "audit.mean_ranks.rank_swaps",
    "audit.robustness.robustness",
    "bayes.repeated.is_floored",
    "bootstrap.first_frequency",
    "convention_tests.wilcoxon_test",
    "convention_verdicts.differing",
    "convention_verdicts.groups",
    "convention_verdicts.verdict",
    "differences.column_sums",
    "differences.may_all_tie",
    "differences.mean_differences",
    "differences.mean_scores",
    "differences.median_scores",
    "differences.unequal_ties",
    "effects.log_ratios",
    "effects.relative_differences",
    "nemenyi.critical_value",
    "nemenyi.survival",
    "occam.ablation",
    "occam.razor",
    "occam.pvalues_seen_from",
    "occam.simplest",
    "optional.comparate_intervals",
    "optional.comparate_repeats",
    "optional.pair_intervals",
    "optional.pair_repeats",
    "optional.pair_significant_wins",
    "pair_tests.median_differences",
    "proportions.discordant",
    "ranks.best_first",
    "ranks.doubled_ranks",
    "repeats.repeat_differences",
    "repeats.repeat_record",
    "sign_test.sign_test_counting_ties",
    "corrections.none",
    "verdicts.contrary",
    "verdicts.favoured",
    "verdicts.in_family",
    "verdicts.places",
    "verdicts.rivals",
    "verdicts.sides",
    "verdicts.significant_counts",
    "verdicts.verdicts",
}

# Tests of a hypothesis, by module; other functions of these modules are no tests.
TESTS = {
    "wilcoxon": {"wilcoxon"},
    "sign_test": {"sign_test", "sign_test_counting_ties", "sign_test_of"},
    "pair_tests": {"paired_t"},
    "friedman": {"exact_pvalue", "friedman", "friedman_critical_value", "iman_davenport"},
    "rank_tests": {
        "aligned_ranks",
        "aligned_z",
        "bonferroni_dunn_difference",
        "conover",
        "friedman_z",
        "friedman_z_of",
        "nemenyi",
        "quade",
        "quade_z",
    },
    "nemenyi": {"critical_difference", "nemenyi_pvalues"},
    "proportions": {"mcnemar", "two_proportions"},
    "instances": {"significant_wins"},
    "occam": {"ablation"},
    "convention_tests": {"nemenyi_test", "wilcoxon_test"},
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
