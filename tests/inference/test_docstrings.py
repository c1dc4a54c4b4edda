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
        "of_keys",
        "of_signed_ranks",
        "one_sided",
        "rare_sums",
        "runs",
        "signed_ranks",
        "sorted_keys",
        "tied_tails",
        "untied_cdf",
    },
    "friedman": {"exact_pvalue", "friedman_critical_value"},
    "rank_tests": {
        "against_control",
        "aligned",
        "best_first",
        "bonferroni_dunn_value",
        "doubled_midranks",
        "doubled_ranks",
        "friedman_z_of",
        "nemenyi",
        "ranked",
        "weighted",
        "whole_numbers",
    },
    "nemenyi": {"critical_value", "integrals", "scale", "survival"},
    "proportions": {
        "check_counts",
        "from_outcomes",
        "from_sizes",
        "instance_counts",
        "sign_pvalue",
        "has_outcomes",
        "significant_wins",
        "win_shares",
        "with_discordant",
        "z_value",
    },
    "clustered": {"by_clusters", "leads", "of_pairs", "signed_rank_tails"},
    "leaderboard": {"place_intervals", "place_sets", "places", "weights_of"},
    "differences": {
        "canonical",
        "differences",
        "mean_differences",
        "mean_scores",
        "median_scores",
        "of_scores",
    },
    "verdicts": {
        "ablation",
        "against",
        "changed_at",
        "verdicts_on",
        "contrary",
        "favoured",
        "in_family",
        "in_words",
        "places",
        "razor",
        "razor_in_words",
        "rivals",
        "sides",
        "significant_counts",
        "simplest",
        "verdicts",
    },
    "corrections": {"adjust", "check_number", "for_some"},
    "bayes.signed_rank": {"regions", "sign_pairs", "signed_rank_pairs"},
    "bayes.repeated": {"sweep"},
}

# Of other modules, the statistics that a reader can name; what only serves them says what it does in a sentence.
NAMED = {
    "bootstrap": {"difference_intervals", "mean_intervals"},
    "cliques": {"maximal_cliques"},
    "effects": {"cliffs_delta", "cohens_d", "log_ratios", "rank_biserial", "skewness", "vargha_delaney"},
    "hodges_lehmann": {"hodges_lehmann"},
    "logical_corrections": {"bergmann_hommel", "shaffer"},
    "pair_tests": {"paired_t", "sign_test"},
    "plan": {"smallest_effects"},
}

# Counts, sums, choices of our own and habits of other tools, which rest on no work that could be cited.
WITHOUT_REFERENCES = {
    "effects.log_ratios",
    "corrections.none",
}

# Tests of a hypothesis, by module; other functions of these modules are no tests.
TESTS = {
    "wilcoxon": {"wilcoxon"},
    "pair_tests": {"paired_t", "sign_test"},
    "friedman": {"friedman", "iman_davenport"},
    "rank_tests": {
        "aligned_ranks",
        "aligned_z",
        "bonferroni_dunn_difference",
        "conover",
        "friedman_z",
        "quade",
        "quade_z",
    },
    "nemenyi": {"critical_difference", "nemenyi_pvalues"},
    "clustered": {"cluster_sign_flip", "clustered_signed_rank", "datta_satten"},
    "proportions": {"mcnemar", "two_proportions"},
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
} | {f"{module}.{name}": found_in(module)[name] for module, names in NAMED.items() for name in sorted(names)}


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
        "returns": bool(found.many_returns) and all(r.type_name and r.description for r in found.many_returns),
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
