"""Words of captions: counts with their nouns, and the convention that was followed."""

from __future__ import annotations

from dataclasses import fields

from comparatex.inference.analysis import OURS, RANK_TESTS, Analysis, Correction
from comparatex.inference.comparison import Comparison
from comparatex.inference.convention_profiles import find
from comparatex.inference.corrections import ANY_DEPENDENCE, INDEPENDENT, POSITIVE, TRANSITIVE
from comparatex.inference.corrections import CORRECTIONS as PROCEDURES
from comparatex.layout import convention_words
from comparatex.layout.french import grammar
from comparatex.layout.language import message, say
from comparatex.layout.numbers import equation, level  # noqa: F401
from comparatex.spoken import spoken

_NUMERALS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number and its noun, in words up to twelve.

    >>> count(1, "task"), count(3, "task"), count(108, "task")
    ('one task', 'three tasks', '108 tasks')
    """
    if spoken() == "fr":
        return grammar.count(number, noun)
    return f"{numeral(number)} {noun if number == 1 else plural or noun + 's'}"


def numeral(number: int) -> str:
    """Return a number in words up to twelve, or in digits, by thousands.

    >>> numeral(3), numeral(108)
    ('three', '108')
    """
    digits = f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")
    numerals = _NUMERALS if spoken() != "fr" else grammar.NUMERALS
    return (numerals[number] if 0 <= number < len(numerals) else "") or digits


def joined(items: tuple[str, ...]) -> str:
    """Return a list in prose.

    >>> joined(("A",)), joined(("A", "B")), joined(("A", "B", "C"))
    ('A', 'A and B', 'A, B and C')
    """
    if len(items) < 2:
        return "".join(items)
    return say("{several} and {last}", several=", ".join(items[:-1]), last=items[-1])


def capital(sentence: str) -> str:
    """Return a sentence with a capital at its start.

    >>> capital("three tasks")
    'Three tasks'
    """
    return sentence[:1].upper() + sentence[1:]


def size(comparison: Comparison) -> str:
    """Return the size of the study in words: comparates, tasks, and the group that these are of."""
    scores = comparison.scores
    comparates, tasks = count(scores.n_comparates, "comparate"), count(scores.n_tasks, "task")
    return say("{comparates} on {tasks}", comparates=comparates, tasks=f"{tasks}{task_group(comparison)}")


def some_of(comparison: Comparison, n_shown: int) -> str:
    """Return the size of the study, and how many of its comparates are shown where these are not all."""
    whole = size(comparison)
    return whole if n_shown == comparison.scores.n_comparates else say("{n} of {size}", n=n_shown, size=whole)


def kind(comparison: Comparison) -> str:
    """Return the measure, where it has a name, and which scores are better."""
    return ", ".join(filter(None, (comparison.scores.measure, direction(comparison))))


def task_group(comparison: Comparison) -> str:
    """Return which group of tasks it is that the results are of; nothing for the whole table."""
    group = comparison.scores.task_group
    return say(" of the group “{name}”", name=group) if group else ""


def direction(comparison: Comparison) -> str:
    """Return which scores are better, in words."""
    return say(_DIRECTIONS[comparison.scores.direction])


_DIRECTIONS = {"higher": message("higher is better"), "lower": message("lower is better")}


_RANK_TESTS = {
    "nemenyi": message("Nemenyi test of mean ranks"),
    "friedman-z": message("two-sided normal test of mean ranks"),
    "conover": message("two-sided Conover test of mean ranks"),
    "aligned-z": message("two-sided normal test of mean aligned ranks"),
    "quade-z": message("two-sided normal test of mean ranks weighted after Quade"),
}


_SIGN_TIES = {
    "drop": message("ties dropped"),
    "split": message("ties split evenly, one of an odd number dropped"),
    "count": message("ties counted as tasks that neither wins"),
}


def sign_ties(analysis: Analysis) -> str:
    """Return what becomes of ties in the sign test, and in the share of wins."""
    return say(_SIGN_TIES[analysis.sign_ties])


def test(analysis: Analysis) -> str:
    """Return the pairwise test with its variant, in words."""
    sides = say(_SIDES[analysis.sides])
    if analysis.convention != OURS:
        test = convention_words.test(find(analysis.convention))
        return say("{test} of the convention {name}", test=test, name=analysis.convention)
    if analysis.test in _RANK_TESTS:
        return say(_RANK_TESTS[analysis.test])
    if analysis.test == "t":
        return say("{sides} paired t test", sides=sides)
    if analysis.test == "sign":
        return say("{sides} sign test ({ties})", sides=sides, ties=sign_ties(analysis))
    return say(
        "{sides} Wilcoxon signed-rank test ({zeros}; {pvalues})",
        sides=sides,
        zeros=say(_ZEROS[analysis.zero_method]),
        pvalues=say(_PVALUES[analysis.pvalue_method]),
    )


_PVALUES = {
    "auto": message("exact up to 50 non-zero differences, else normal"),
    "exact": message("exact"),
    "asymptotic": message("normal approximation"),
}


def convention(analysis: Analysis) -> str:
    """Return the convention's name, and which of its settings are other than its own."""
    if analysis.convention != OURS:
        return say("Convention: {name}.", name=analysis.convention)
    own = {field.name: field.default for field in fields(Analysis)}
    other = [say(name) for key, name in _SETTINGS.items() if getattr(analysis, key) != own[key]]
    if not other:
        return say("Convention: {name}.", name=OURS)
    return say("Convention: {name}, but for {settings}.", name=OURS, settings=joined(tuple(other)))


_SETTINGS = {
    "alpha": message("α"),
    "test": message("the test"),
    "zero_method": message("the rule for zeros"),
    "sign_ties": message("the rule for ties"),
    "pvalue_method": message("the distribution"),
    "sides": message("the sides"),
    "correction": message("the correction"),
    "family": message("the family"),
}


_SIDES = {
    "two": message("two-sided"),
    "better": message("one-sided (towards the better mean score)"),
    "row": message("one-sided (the row is better)"),
    "column": message("one-sided (the column is better)"),
}
_ZEROS = {
    "pratt": message("zeros ranked and dropped after Pratt"),
    "wilcox": message("zeros dropped"),
    "zsplit": message("zeros split evenly"),
    "zsplit-drop-odd": message("zeros split evenly, one of an odd number dropped"),
}


CORRECTIONS = {
    "bonferroni": "Bonferroni",
    "sidak": "Šidák",
    "holm": "Holm",
    "holland": "Holland",
    "finner": "Finner",
    "hochberg": "Hochberg",
    "hommel": "Hommel",
    "rom": "Rom",
    "li": "Li",
    "shaffer": "Shaffer",
    "bergmann-hommel": "Bergmann–Hommel",
    "benjamini-hochberg": "Benjamini–Hochberg",
    "benjamini-yekutieli": "Benjamini–Yekutieli",
}
"""What corrections are called."""


def correction(analysis: Analysis, over: int | str, *, always: bool = True) -> str:
    """Return the correction, its family (so many pairs, or these in words) and its condition, in words.

    Without `always`, a correction that bounds the family-wise error under any dependence has no condition.
    """
    pairs = over if isinstance(over, str) else _family(analysis, over)
    special = convention_words.rule(find(analysis.convention))
    if special:
        return say("the level {rule}, over {pairs}", rule=special, pairs=pairs)
    return correction_of(analysis.correction, pairs, analysis, always=always)


def correction_of(which: Correction, family: str, analysis: Analysis, *, always: bool = True) -> str:
    """Return a correction over a family in words, and its condition: that of the analysis, or one beside it."""
    if which == "none":
        return say("no correction for multiple testing")
    name = CORRECTIONS[which]
    named = say(_KINDS.get(which, _PLAIN["–" in name]), name=name, pairs=family)
    procedure = PROCEDURES[which]
    if not always and procedure.bounds == "family-wise error" and procedure.condition == ANY_DEPENDENCE:
        return named
    return _with_condition(named, which, analysis)


def _family(analysis: Analysis, n_pairs: int) -> str:
    """Return the family of a correction, in words."""
    if analysis.family == "control":
        comparisons = count(n_pairs, "comparison")
        return say("{comparisons} with {control}", comparisons=comparisons, control=analysis.control)
    pairs = count(n_pairs, "pair")
    return say("{pairs} that are drawn", pairs=pairs) if analysis.family == "drawn" else pairs


_PLAIN = {
    True: message("{name} correction over {pairs}"),
    False: message("{name}'s correction over {pairs}"),
}
_KINDS = {
    "holm": message("{name}'s step-down correction over {pairs}"),
    "holland": message("{name}'s step-down correction over {pairs}"),
    "shaffer": message("{name}'s static correction over {pairs}"),
}
_BOUNDS = {
    "family-wise error": message("family-wise error"),
    "false discovery rate": message("false discovery rate"),
}
_CONDITIONS = {
    ANY_DEPENDENCE: message("under any dependence between the tests"),
    POSITIVE: message("for independent or positively dependent tests"),
    INDEPENDENT: message("for independent tests"),
    TRANSITIVE: message("for transitive hypotheses of equality"),
}


def condition(text: str) -> str:
    """Return the condition of a correction in the language spoken."""
    return say(_CONDITIONS[text])


def _with_condition(correction: str, which: Correction, analysis: Analysis) -> str:
    """Return a correction, and under which condition it bounds which error."""
    procedure = PROCEDURES[which]
    lacking = procedure.pairs and analysis.test not in RANK_TESTS
    return say(
        "{correction} (bounds the {error} {condition}, which those of this test are not)"
        if lacking
        else "{correction} (bounds the {error} {condition})",
        correction=correction,
        error=say(_BOUNDS[procedure.bounds]),
        condition=condition(procedure.condition),
    )
