"""comparatex as editors and type checkers see it; ``python docs/_ext/generated.py`` writes this file."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, overload

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from comparatex import errors as errors
from comparatex.artefacts import Backend as Backend
from comparatex.artefacts import Say as Say
from comparatex.artefacts import ShownTable as ShownTable
from comparatex.cli.config import Config as Config
from comparatex.data.reading import Reading as Reading
from comparatex.data.scores import Scores as Scores
from comparatex.errors import ComparatexError as ComparatexError
from comparatex.inference.analysis import Analysis as Analysis
from comparatex.inference.analysis import Running as Running
from comparatex.inference.audit.audit import Audit as Audit
from comparatex.inference.comparison import Comparison as Comparison
from comparatex.inference.items import Average as Average
from comparatex.inference.items import ItemComparison as ItemComparison
from comparatex.inference.leaderboard import By as By
from comparatex.inference.leaderboard import Leaderboard as Leaderboard
from comparatex.inference.plan import Plan as Plan
from comparatex.report_settings import Report as Report

__version__: str
__all__ = [
    "Analysis",
    "ComparatexError",
    "Comparison",
    "Config",
    "Reading",
    "Report",
    "Scores",
    "analysis_of",
    "audit",
    "compare",
    "compare_items",
    "draw",
    "errors",
    "latex",
    "leaderboard",
    "plan",
    "read",
    "read_config",
    "read_measures",
    "table",
    "write",
    "write_report",
]

class _AuditSettings(TypedDict, total=False):
    added: Sequence[int] | None
    r"""How many others to add; a range such as 2-5."""
    jobs: int
    r"""Processes that work side by side; -1: one for each processor."""
    seed: int
    r"""Seed of the examples and samples."""
    budget: int
    r"""Number of sets that are decided at most."""
    sampled: int
    r"""Sets to draw where there are more than the budget."""

class _Analysis(TypedDict, total=False):
    alpha: float
    r"""Significance level."""
    test: Literal["wilcoxon", "sign", "t", "corrected-t", "nemenyi", "friedman-z", "conover", "aligned-z", "quade-z", "clustered-signed-rank", "datta-satten", "cluster-sign-flip", "bonferroni-dunn"] | Callable[..., Any]
    r"""Test of each pair."""
    pvalues: Any
    r"""P-values of pairs from elsewhere, in place of a test: a square with names on both sides, or two columns of names and one called pvalue."""
    supplied_by: str
    r"""Who supplies these p-values, or a test of your own, as texts name the source."""
    zero_method: Literal["pratt", "wilcox", "zsplit", "zsplit-drop-odd"]
    r"""Wilcoxon test: what becomes of zero differences."""
    pvalue_method: Literal["auto", "exact", "asymptotic"]
    r"""Exact distribution or normal approximation."""
    sides: Literal["two", "better", "ours"]
    r"""Alternative hypothesis: two that differ; the one with the better mean is better; or ours is better than each rival, as stated before the results were seen."""
    correction: Literal["none", "bonferroni", "sidak", "holm", "holland", "hochberg", "hommel", "rom", "shaffer", "bergmann-hommel", "benjamini-hochberg", "benjamini-yekutieli"]
    r"""Correction over the family."""
    bayes: bool
    r"""Add the Bayesian test of every pair."""
    bayes_test: Literal["signed-rank", "sign", "correlated-t", "hierarchical"]
    r"""The Bayesian test."""
    rope: float | None
    r"""Half-width of practical equivalence, which is tested where it is given; --bayes takes 0.01 for measures in [0, 1]."""
    samples: int
    r"""Draws per pair."""
    seed: int
    r"""Seed of the draws."""
    convention: Literal["comparatex", "hfawaz", "critdd", "critdd-new-scipy", "critdd-julia", "aeon-cdd", "aeon-nemenyi", "aeon-significance", "mcm-2023", "aeon-mcm", "demsar2006", "autorank-np", "orange", "scmamp-cd", "scmamp-posthoc", "scmamp-wilcoxon", "exreport", "sk-posthocs", "statds"]
    r"""Tool or paper whose settings to follow, of those that comparatex conventions lists; those of others fix all but --alpha."""
    sign_ties: Literal["drop", "split", "count"]
    r"""Sign test: ties are left out, split between both, or counted as tasks that neither wins."""
    family: Literal["all", "control", "drawn"]
    r"""Pairs that the correction counts: all, those with --control, or those that are drawn."""
    control: str
    r"""The method that the others are compared with; the first of --ours where none is named."""
    drawn: tuple[Sequence[str], Sequence[str]]
    posterior: Any
    test_share: float | None
    r"""Share of the data that each repeat tests on, for tests correlated-t and hierarchical, and on one task."""
    interval_method: Literal["studentized", "percentile", "student"]
    r"""Intervals of means, mean ranks and runs: studentized bootstrap, its percentiles, or Student's."""
    constant_repeats: Literal["floor", "baycomp"]
    r"""Hierarchical test, tasks whose repeats do not vary: a least deviation, or noise as in baycomp."""
    scale: Literal["log", "relative", "skill"] | None
    r"""Compare logarithms of scores, whose differences are ratios; ratios to the best score of each task; or, with --relative-to, by what share scores are better than the reference (skill)."""
    relative_to: str
    r"""Compare ratios of scores to those of this method, by their logarithms, so that means are geometric; with --scale relative as they are, with --scale skill 1 − ratio, or ratio − 1 where higher is better."""
    between: Sequence[str]
    r"""Compare scores on a scale from 0, the score of one method, such as random, to 1, that of another, such as expert."""

class _Running(TypedDict, total=False):
    jobs: int
    r"""Threads that compare pairs; -1: one for each processor allotted."""

class _Reading(TypedDict, total=False):
    layout: Literal["auto", "wide", "long"]
    r"""One row per task, or one row per score."""
    transpose: bool
    r"""Methods are in the rows, and tasks in the columns."""
    input_format: str | None
    r"""Format of the files, one of those that comparatex formats lists; by default it is recognised."""
    sheet: str | None
    r"""Sheet of a workbook, by name or number; table of a document, by number."""
    marked_cells: bool
    r"""Read cells such as 0.76 (3) as the number in front, even where only a few are like that."""
    decimal_mark: Literal["point", "comma"] | None
    r"""What stands before decimals, where numbers such as 1,234 leave it open; the other parts thousands."""
    task: str | None
    r"""Column of the tasks of a long table."""
    comparate: str | None
    r"""Column of the methods of a long table."""
    score: str | None
    r"""Column of the scores of a long table."""
    repeat: str | None
    r"""Column of the repeats: folds, seeds, runs."""
    repeats_are: Literal["folds", "resamples", "runs"] | None
    r"""What repeats are, where no heading says so: folds of the data, random divisions of it, or independent runs; rows of the same names are repeats then."""
    measure: str | None
    r"""Column of the measures of a long table."""
    at: str | None
    r"""Rows of a long table to use, such as 'status=ok,finished'; 'step=last' takes the last of each run."""
    group: str | None
    r"""Column of the groups of tasks; there are results of each group, and of all tasks."""
    task_groups: Mapping[str, str] | str | Path | None
    r"""Table of tasks with their groups, instead of a column in the table of scores."""
    cluster: Mapping[str, str] | str | Path | None
    r"""Clusters of tasks that may depend on each other: a column, a table of tasks, or those that names suggest; tests and intervals are by cluster."""
    paths: str | None
    r"""What the parts of paths name: '{comparate}.csv', '{task}/{comparate}/*/{repeat}.json', '{comparate}_{measure}.csv'; other files are left out."""
    select_measure: str | None
    r"""The measure to use when there are several."""
    measures: Sequence[str]
    r"""Measures to show: columns, rows, files or keys that hold them."""
    measure_name: str
    r"""What the scores measure, for captions."""
    higher_is_better: bool | None
    r"""Direction of the measure; by default as its name says."""
    errors: bool
    r"""Use 1 − score in place of each score from 0 to 1."""
    missing: Literal["error", "drop-tasks", "drop-comparates", "pairwise", "impute=worst", "impute=NAME"] | str
    r"""What to do where scores are missing: stop; use the complete tasks only; the complete methods only; for each pair the tasks of both; or put in a score just below all others of the task, or that of a method, such as a constant one."""
    include: Sequence[str]
    r"""Methods to use; all by default."""
    exclude: Sequence[str]
    r"""Methods to leave out."""
    tasks: Sequence[str]
    r"""Tasks to use; all by default."""
    exclude_tasks: Sequence[str]
    r"""Tasks to leave out."""
    tie_tolerance: float | None
    r"""Step to which scores and differences are rounded before they are compared; by default they are compared as written."""
    one_task: bool
    names: Mapping[str, str]
    tex_names: Mapping[str, str]
    order: Sequence[str]
    groups: Mapping[str, str]
    colours: Mapping[str, str]

class _Report(TypedDict, total=False):
    showing: Mapping[str, Any]
    pdf: bool
    r"""Compile the PDFs where TeX is installed."""
    html: bool
    r"""Write report.html too: the whole report as one page that needs no other file and no network."""
    previews: bool | None
    r"""Draw every figure and table with matplotlib, too; by default only where there is no TeX."""
    engine: Literal["auto", "pdflatex", "lualatex", "xelatex", "tectonic"]
    r"""TeX engine for PDFs."""
    font: str
    r"""Font of the documents and figures that lualatex or xelatex typesets."""
    templates: Sequence[Path]
    r"""Folder of your own templates; they come before the built-in ones."""
    sources: Sequence[Path]
    read: Sequence[Path]
    artefacts: Sequence[str]
    r"""Figures and tables to show, by name; by default what suits the table."""
    own: Mapping[str, Mapping[str, Any]]
    figures: Sequence[Mapping[str, Any]]
    options: Mapping[str, Any]
    label_prefix: str | None
    r"""What labels and numbers begin with, so that several reports go into one document; by default the name of the folder, unless that is report."""
    chapter_path: str | None
    r"""What the paths in the chapter begin with: the report's folder as the main document sees it, such as results/report/; by default its name."""
    title: str
    r"""Title of the document and of its chapter."""
    author: str
    r"""Author of the document."""
    date: str
    r"""Date of the document, as it is to be printed."""
    part: str
    tested_alike: bool
    within: bool
    costs: Mapping[str, float]
    cost_name: str

class _Showing(TypedDict, total=False):
    ours: Sequence[str]
    r"""The methods that the document proposes: highlighted everywhere."""
    focus: Sequence[str]
    r"""Methods that are set against all others: rows of a matrix; what is about one method takes the first, or else the first of --ours."""
    order: Literal["mean", "rank", "wins", "median", "given"]
    r"""Order of the methods; by mean score where none is given, ranks by mean rank."""
    best: Literal["left", "right"]
    r"""Side of the diagram on which the best method stands."""
    precision: int | None
    r"""Decimals of scores and differences; by default as the data have or need."""
    percent: bool
    r"""Show scores from 0 to 1 as percentages."""
    stars: bool
    r"""Mark p-values by stars: * below .05, ** below .01, *** below .001."""
    highlight: Mapping[str, str]
    r"""Colour of a method; repeatable."""
    language: Literal["en", "fr", "de", "es"]
    r"""Language of all words, and the decimal mark: English, French, German or Spanish."""
    comparate_noun: str
    r"""What methods are called in all texts: singular, or singular/plural, such as classifier/classifiers."""
    task_noun: str
    r"""What tasks are called, such as 'data set/data sets'."""
    measure_noun: str
    r"""What scores are called, such as accuracy; by default as the measure is."""
    captions: Literal["short", "full"]
    r"""Captions that say what is seen and how to read it, or the whole convention, too."""
    width: str
    r"""Width that it is made for, such as 16cm or 86mm; or page, column, slide or poster: a slide has the best eight methods, a poster the best twelve, unless --top or --only say which."""
    landscape: bool
    r"""Turn the .tex on its side within its float, where there is more room."""
    float: Literal["figure", "table", "figure*", "table*", "sidewaysfigure", "sidewaystable", "sidewaysfigure*", "sidewaystable*"]
    r"""Make the .tex a whole float, with caption and label; sideways ones need the package rotating."""
    caption: str
    r"""Caption, in which no character is TeX; auto: the one that comparatex writes."""
    label: str
    r"""Name for cross-references, such as fig:mcm."""
    plain: bool
    r"""Make the .tex need no comparatex.sty: public packages alone, which its first line names."""
    siunitx: bool
    r"""With --plain, make columns of numbers S columns of siunitx."""
    long: bool | None
    r"""Break across pages, without a float; by default when it has more lines than a page."""

class _Choosing(_Showing, total=False):
    include: Sequence[str]
    r"""Show only these methods; ranks, tests and corrections stay those of all."""
    top: int
    r"""Show only the best K methods, and --ours; ranks, tests and corrections stay those of all."""

class _BoxesOptions(_Choosing, total=False):
    kind: Literal["box", "violin", "strip"]
    r"""Boxes, densities, or points of tasks."""
    of: Literal["scores", "ranks"]
    r"""What to show."""
    axis: Literal["auto", "linear", "logarithmic"]
    r"""Scale of the axis of costs, or of scores."""
    max_points: int
    r"""Tasks that have a point each in a strip; more share points."""

class _CddOptions(_Choosing, total=False):
    form: Literal["auto", "classic", "groups", "bands"]
    r"""Form: bars below an axis (classic); a row for each method, and beside it a column for each group (groups) or in it a bar over those that it does not differ from (bands); auto: classic while four unbroken bars do, then groups while they fit."""
    labels: Literal["two-sided", "one-sided"]
    r"""Labels on both sides, in narrow columns on one; or always on one."""
    ranks: bool
    r"""Print mean ranks beside the names."""
    rank_precision: int
    r"""Decimals of ranks."""
    intervals: bool
    r"""Draw intervals of mean ranks, under an axis for up to 25 methods."""
    ruler: bool | None
    r"""Ruler of the critical difference, around a control where there is one; by default where it decides."""
    bars: Literal["auto", "bars"]
    r"""Which groups have bars below an axis; auto: all while they can be read, else those that say something new; bars: all."""
    fragile: float
    r"""Mark what survives in less than this share of small changes of the data, such as 0.9."""

class _ForestOptions(_Choosing, total=False):
    against: str
    r"""Method that is compared with the others; by default the first of --focus or --ours, or the best."""
    pairs: Sequence[tuple[str, str]]
    r"""Show this pair, first less second; repeatable. By default one method against all others."""
    statistic: Literal["median", "mean"]
    r"""Which differences: Hodges–Lehmann's, with intervals of the signed-rank test, or those of means, with intervals of --interval-method."""

class _HeatmapOptions(_Choosing, total=False):
    adjusted: bool
    r"""Judge by adjusted or by uncorrected p-values."""

class _McmOptions(_Choosing, total=False):
    rows: Sequence[str]
    r"""Methods in the rows; --focus, or all, by default."""
    columns: Sequence[str]
    r"""Methods in the columns; all by default."""
    exclude_rows: Sequence[str]
    r"""Methods to leave out of the rows."""
    exclude_columns: Sequence[str]
    r"""Methods to leave out of the columns."""
    pvalues: bool
    r"""Print the p-value in each cell."""
    cells_show: Literal["pvalue", "posterior", "both"]
    r"""The p-value, the Bayesian probabilities in its place, or both."""
    difference: Literal["mean", "median", "hodges-lehmann", "log-ratio", "ratio", "relative"] | Callable[..., Any]
    r"""What cells show and are coloured by; ratio and relative (to --baseline) are for measures without bounds."""
    colours: bool
    r"""Colour the cells."""
    shade: Literal["difference", "significance", "both"]
    r"""What colours show: difference, p-value, or the difference, paler where not significant."""
    symmetric: bool
    r"""Show both halves of the matrix, or the upper one alone."""
    cells: Literal["auto", "full", "halves", "line"]
    r"""How much a cell says: all digits on three lines (full), the short difference above the diagonal and wins and losses below it (halves), or all digits on one line (line); by default what is legible where the figure stands."""
    adjusted: bool
    r"""Set bold by adjusted or by uncorrected p-values."""
    colour_limit: float | None
    r"""Difference of the full colour; of ratios, its logarithm; by default the largest, outliers aside."""
    panel_rows: int
    r"""Rows of a panel; 0: as many as are legible."""
    panel_columns: int
    r"""Columns of a panel; 0: as many as are legible."""
    fragile: float
    r"""Mark what survives in less than this share of small changes of the data, such as 0.9."""

class _ParetoOptions(_Choosing, total=False):
    costs: Mapping[str, float]
    cost_name: str
    of: Literal["mean", "median", "rank"]
    r"""The score: mean, median, or mean rank."""
    axis: Literal["auto", "linear", "logarithmic"]
    r"""Scale of the axis of costs, or of scores."""

class _PlanOptions(_Showing, total=False):
    effect: float | None
    r"""Smallest difference that would matter, of two methods, in the unit of the scores."""
    target: float
    r"""Probability with which such a difference is to be significant."""
    draws: int
    r"""Simulated studies for each number of tasks."""
    runs: int | None
    r"""Runs of each score to plan for; those of SCORES by default."""

class _PosteriorOptions(_Showing, total=False):
    row: str
    r"""Method on the left; by default the first of --focus or --ours, or the best."""
    column: str
    r"""Method on the right; by default the best of the others."""
    cells: int
    r"""Hexagons along a side."""

class _ProfileOptions(_Choosing, total=False):
    by: Literal["auto", "ratio", "difference"]
    r"""Ratio to the best score or difference from it; ratios where lower is better and scores are positive."""
    limit: float | None
    r"""End of the axis; by default where the named curves are high."""
    max_curves: int
    r"""Curves with a name; others are grey."""

class _RunsOptions(_Choosing, total=False):
    target: float | None
    r"""Score that leaves no optimality gap; by default the best of a measure between 0 and 1."""

class _RunIntervalsOptions(_RunsOptions, total=False):
    columns: Sequence[str]
    r"""Columns beside the names, in the order given, of iqm, median, mean, gap, improvement; by default what has room."""

class _ScatterOptions(_Showing, total=False):
    x: str
    r"""Method on the horizontal axis; by default the best of the others."""
    y: str
    r"""Method on the vertical axis; by default the first of --focus or --ours, or the best."""
    means: bool
    r"""Mark the mean scores."""
    counts: bool
    r"""Print on how many tasks each method is better."""
    axis: Literal["auto", "linear", "logarithmic"]
    r"""Scale of the axis of costs, or of scores."""
    max_points: int
    r"""Tasks that have a mark each; more share marks."""

class _SequenceOptions(_Showing, total=False):
    groups: Sequence[tuple[str, Sequence[str]]]
    r"""A row for some tasks, below that of all; repeatable."""
    parts: Sequence[tuple[str, Comparison]]
    moves: int
    r"""Methods with a thick line: those that move most, besides --ours."""

class _SummaryOptions(_Choosing, total=False):
    against: str
    r"""Method that is compared with the others; by default the first of --focus or --ours, or the best."""
    columns: Sequence[str]
    r"""Columns beside the names, in the order given, of mean, rank, difference, interval, wins, p, groups; by default mean, difference, wins, p."""
    smallest: bool
    r"""Where a verdict is open, say which difference would have been shown with 80 % power."""

class _AblationOptions(_Showing, total=False):
    full: str
    r"""Table ablation: the full pipeline; by default --control, or the first of --ours."""
    costs: Mapping[str, float]
    cost_name: str

class _ControlOptions(_Choosing, total=False):
    control: str
    every_correction: bool
    r"""Table control: six corrections side by side."""
    across: int
    r"""Columns of methods, corrections or conventions side by side; 0: what fits 16 cm, or the page on its side."""

class _PairOptions(_Choosing, total=False):
    max_rows: int
    r"""Rows to print at most; 0: all."""

class _FriedmanOptions(_Showing, total=False):
    every_test: bool
    r"""Table friedman: every test of the whole table, not only the one used."""

class _IntervalsOptions(_PairOptions, total=False):
    draws: int

class _ItemsOptions(_PairOptions, total=False):
    clusters: bool | None
    r"""Table items: groups of items are a sample, and items of a group may depend on each other; where groups are few, say which holds."""
    fixed_groups: bool
    r"""Table items: groups are fixed, such as these benchmarks and no others, and no sample."""
    average: Literal["items", "benchmarks"]
    r"""Table items: whether every item counts alike, or every group of items."""
    mid_p: bool
    r"""Table items: McNemar's mid-p, which is less conservative."""

class _LeaderboardOptions(_Choosing, total=False):
    extra: Mapping[str, Mapping[str, str | float]]
    weights: Mapping[str, float]
    parts: Sequence[tuple[str, Comparison]] | None
    draws: int
    bootstrap_places: bool
    r"""Table leaderboard: add bootstrap intervals of places, which cover less than their level says."""
    simultaneous: bool
    r"""Table leaderboard: widen intervals so that all of them hold at once, instead of each by itself."""

class _SummingOptions(_Choosing, total=False):
    across: int
    r"""Columns of methods, corrections or conventions side by side; 0: what fits 16 cm, or the page on its side."""
    summary: Sequence[str]
    r"""Lines that sum up the tasks: some of mean, median, geometric-mean, iqm, group-mean, rank, win-rate, best-on; by default mean and rank."""
    parts: Sequence[tuple[str, Comparison]]
    extra: Mapping[str, Mapping[str, str | float]]
    weights: Mapping[str, float]
    shade_cells: Literal["none", "tasks", "methods"]
    r"""Tables of scores and measures: colour cells, from the worst to the best of each task (or measure), or of each method."""

class _ProportionsOptions(_Showing, total=False):
    row: str
    r"""Table proportions: the first method; by default the first of --ours, or the best."""
    column: str
    r"""Table proportions: the second method; by default the best one that is left."""
    sizes: Mapping[str, int]
    discordant: Mapping[str, tuple[int, int]]
    r"""Table proportions: file of tasks with the numbers of instances that only one of the two methods gets right."""
    method: Literal["wilson", "normal", "clopper-pearson", "count"]
    r"""Table proportions: how intervals are computed."""
    sign_test: bool
    r"""Table proportions: add the sign test of the significant wins alone."""

class _RanksOptions(_Choosing, total=False):
    per_task: bool
    r"""Print ranks or repeats on every task instead of a summary."""
    across: int
    r"""Columns of methods, corrections or conventions side by side; 0: what fits 16 cm, or the page on its side."""
    max_rows: int
    r"""Rows to print at most; 0: all."""
    extra: Mapping[str, Mapping[str, str | float]]

class _RepeatsOptions(_PairOptions, total=False):
    per_task: bool
    r"""Print ranks or repeats on every task instead of a summary."""

class _ScoresOptions(_SummingOptions, total=False):
    max_rows: int
    r"""Rows to print at most; 0: all."""
    methods_in: Literal["auto", "columns", "rows"]
    r"""Whether methods head columns or rows; auto: columns, unless these do not fit and rows do."""
    spread: bool
    r"""Print the standard deviation of repeats."""
    spread_as: Literal["auto", "each", "median"]
    r"""Standard deviations behind each mean, or the median of each task; auto: the median from 8 methods on, or where it keeps the table whole."""
    significant: int
    r"""Significant digits of every score; 0: decimals that the scores of its task need."""
    marks: Literal["best", "significant", "not-worse"]
    r"""Table scores: mark the best and the second of each task; or also, by *, where the best is significantly better than the second by its repeats; or all that are not significantly worse than the best."""
    within: Literal["rank-sum", "welch", "paired"]
    r"""Tables within and scores: the test of the runs of two methods on a task; paired: of the differences of runs of the same name."""

class _VerdictsOptions(_Choosing, total=False):
    control: str
    costs: Mapping[str, float]
    cost_name: str

class _WithinOptions(_Choosing, total=False):
    across: int
    r"""Columns of methods, corrections or conventions side by side; 0: what fits 16 cm, or the page on its side."""
    within: Literal["rank-sum", "welch", "paired"]
    r"""Tables within and scores: the test of the runs of two methods on a task; paired: of the differences of runs of the same name."""
    centre: Literal["median", "mean"]
    r"""Table within: medians with interquartile ranges, or means with standard deviations."""

class _AnalysisAndRunning(_Analysis, _Running, total=False): ...

class _ReportAndShowing(_Report, _Showing, total=False): ...

def analysis_of(name: str, alpha: float | None = ...) -> Analysis: ...

def audit(comparison: Comparison, *, core: Sequence[str] = ..., baseline: Sequence[str] = ..., **settings: Unpack[_AuditSettings]) -> Audit: ...

def compare(scores: Any, analysis: Analysis = ..., *, running: Running = ..., **overrides: Unpack[_AnalysisAndRunning]) -> Comparison: ...

def compare_items(comparison: Comparison, *, clusters: bool | None = ..., fixed_groups: bool = ..., average: Average = ..., mid_p: bool = ...) -> ItemComparison: ...

@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["boxes"], *, ax: None = ..., **options: Unpack[_BoxesOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["boxes"], *, ax: Axes, **options: Unpack[_BoxesOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["cdd"], *, ax: None = ..., **options: Unpack[_CddOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["cdd"], *, ax: Axes, **options: Unpack[_CddOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["forest"], *, ax: None = ..., **options: Unpack[_ForestOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["forest"], *, ax: Axes, **options: Unpack[_ForestOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["heatmap"], *, ax: None = ..., **options: Unpack[_HeatmapOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["heatmap"], *, ax: Axes, **options: Unpack[_HeatmapOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["mcm"], *, ax: None = ..., **options: Unpack[_McmOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["mcm"], *, ax: Axes, **options: Unpack[_McmOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["pareto"], *, ax: None = ..., **options: Unpack[_ParetoOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["pareto"], *, ax: Axes, **options: Unpack[_ParetoOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["plan"], *, ax: None = ..., **options: Unpack[_PlanOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["plan"], *, ax: Axes, **options: Unpack[_PlanOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["posterior"], *, ax: None = ..., **options: Unpack[_PosteriorOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["posterior"], *, ax: Axes, **options: Unpack[_PosteriorOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["profile"], *, ax: None = ..., **options: Unpack[_ProfileOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["profile"], *, ax: Axes, **options: Unpack[_ProfileOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["run-intervals"], *, ax: None = ..., **options: Unpack[_RunIntervalsOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["run-intervals"], *, ax: Axes, **options: Unpack[_RunIntervalsOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["scatter"], *, ax: None = ..., **options: Unpack[_ScatterOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["scatter"], *, ax: Axes, **options: Unpack[_ScatterOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["sequence"], *, ax: None = ..., **options: Unpack[_SequenceOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["sequence"], *, ax: Axes, **options: Unpack[_SequenceOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["summary"], *, ax: None = ..., **options: Unpack[_SummaryOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["summary"], *, ax: Axes, **options: Unpack[_SummaryOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["ablation"], *, ax: None = ..., **options: Unpack[_AblationOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["ablation"], *, ax: Axes, **options: Unpack[_AblationOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["control"], *, ax: None = ..., **options: Unpack[_ControlOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["control"], *, ax: Axes, **options: Unpack[_ControlOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["effects"], *, ax: None = ..., **options: Unpack[_PairOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["effects"], *, ax: Axes, **options: Unpack[_PairOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["folds"], *, ax: None = ..., **options: Unpack[_PairOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["folds"], *, ax: Axes, **options: Unpack[_PairOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["friedman"], *, ax: None = ..., **options: Unpack[_FriedmanOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["friedman"], *, ax: Axes, **options: Unpack[_FriedmanOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["intervals"], *, ax: None = ..., **options: Unpack[_IntervalsOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["intervals"], *, ax: Axes, **options: Unpack[_IntervalsOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["items"], *, ax: None = ..., **options: Unpack[_ItemsOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["items"], *, ax: Axes, **options: Unpack[_ItemsOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["leaderboard"], *, ax: None = ..., **options: Unpack[_LeaderboardOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["leaderboard"], *, ax: Axes, **options: Unpack[_LeaderboardOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["measures"], *, ax: None = ..., **options: Unpack[_SummingOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["measures"], *, ax: Axes, **options: Unpack[_SummingOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["pairwise"], *, ax: None = ..., **options: Unpack[_PairOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["pairwise"], *, ax: Axes, **options: Unpack[_PairOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["proportions"], *, ax: None = ..., **options: Unpack[_ProportionsOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["proportions"], *, ax: Axes, **options: Unpack[_ProportionsOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["ranks"], *, ax: None = ..., **options: Unpack[_RanksOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["ranks"], *, ax: Axes, **options: Unpack[_RanksOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["repeats"], *, ax: None = ..., **options: Unpack[_RepeatsOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["repeats"], *, ax: Axes, **options: Unpack[_RepeatsOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["runs"], *, ax: None = ..., **options: Unpack[_RunsOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["runs"], *, ax: Axes, **options: Unpack[_RunsOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["scores"], *, ax: None = ..., **options: Unpack[_ScoresOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["scores"], *, ax: Axes, **options: Unpack[_ScoresOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["verdicts"], *, ax: None = ..., **options: Unpack[_VerdictsOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["verdicts"], *, ax: Axes, **options: Unpack[_VerdictsOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["within"], *, ax: None = ..., **options: Unpack[_WithinOptions]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["within"], *, ax: Axes, **options: Unpack[_WithinOptions]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["audit-patterns", "audit-swap", "audit-weakened", "audit-robustness"], *, ax: None = ..., core: Sequence[str] = ..., baseline: Sequence[str] = ..., **options: Unpack[_AuditSettings]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["audit-patterns", "audit-swap", "audit-weakened", "audit-robustness"], *, ax: Axes, core: Sequence[str] = ..., baseline: Sequence[str] = ..., **options: Unpack[_AuditSettings]) -> Axes: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: str, *, ax: None = ..., **options: Unpack[_Showing]) -> Figure: ...
@overload
def draw(comparison: Comparison | Audit | Sequence[Comparison], name: str, *, ax: Axes, **options: Unpack[_Showing]) -> Axes: ...

@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["boxes"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_BoxesOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["cdd"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_CddOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["forest"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_ForestOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["heatmap"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_HeatmapOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["mcm"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_McmOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["pareto"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_ParetoOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["plan"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_PlanOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["posterior"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_PosteriorOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["profile"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_ProfileOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["run-intervals"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_RunIntervalsOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["scatter"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_ScatterOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["sequence"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_SequenceOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["summary"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_SummaryOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["ablation"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_AblationOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["control"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_ControlOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["effects"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_PairOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["folds"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_PairOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["friedman"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_FriedmanOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["intervals"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_IntervalsOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["items"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_ItemsOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["leaderboard"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_LeaderboardOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["measures"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_SummingOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["pairwise"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_PairOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["proportions"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_ProportionsOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["ranks"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_RanksOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["repeats"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_RepeatsOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["runs"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_RunsOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["scores"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_ScoresOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["verdicts"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_VerdictsOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["within"], *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_WithinOptions]) -> str: ...
@overload
def latex(comparison: Comparison | Audit | Sequence[Comparison], name: str, *, templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., **options: Unpack[_Showing]) -> str: ...

def leaderboard(comparison: Comparison, *, draws: int = ..., bootstrap: bool = ..., order: By = ..., weights: Mapping[str, float] | None = ..., simultaneous: bool = ...) -> Leaderboard: ...

def plan(pilot: Any = ..., *, effect: float | None = ..., target: float = ..., sd: float | None = ..., draws: int = ..., subject: str = ..., runs: int | None = ..., tasks: int = ..., comparates: int = ..., **overrides: Unpack[_Analysis]) -> Plan: ...

def read(source: Any, reading: Reading = ..., *, no_limits: bool = ..., **overrides: Unpack[_Reading]) -> Scores: ...

def read_config(path: str | Path | None = ...) -> Config: ...

def read_measures(source: Any, reading: Reading = ..., *, lower: Sequence[str] = ..., **overrides: Unpack[_Reading]) -> tuple[Scores, ...]: ...

@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["ablation"], **options: Unpack[_AblationOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["control"], **options: Unpack[_ControlOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["effects"], **options: Unpack[_PairOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["folds"], **options: Unpack[_PairOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["friedman"], **options: Unpack[_FriedmanOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["intervals"], **options: Unpack[_IntervalsOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["items"], **options: Unpack[_ItemsOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["leaderboard"], **options: Unpack[_LeaderboardOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["measures"], **options: Unpack[_SummingOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["pairwise"], **options: Unpack[_PairOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["proportions"], **options: Unpack[_ProportionsOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["ranks"], **options: Unpack[_RanksOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["repeats"], **options: Unpack[_RepeatsOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["runs"], **options: Unpack[_RunsOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["scores"], **options: Unpack[_ScoresOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["verdicts"], **options: Unpack[_VerdictsOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: Literal["within"], **options: Unpack[_WithinOptions]) -> ShownTable: ...
@overload
def table(comparison: Comparison | Sequence[Comparison], name: str, **options: Unpack[_Showing]) -> ShownTable: ...

@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["boxes"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_BoxesOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["cdd"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_CddOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["forest"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_ForestOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["heatmap"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_HeatmapOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["mcm"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_McmOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["pareto"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_ParetoOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["plan"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_PlanOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["posterior"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_PosteriorOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["profile"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_ProfileOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["run-intervals"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_RunIntervalsOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["scatter"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_ScatterOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["sequence"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_SequenceOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["summary"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_SummaryOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["ablation"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_AblationOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["control"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_ControlOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["effects"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_PairOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["folds"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_PairOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["friedman"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_FriedmanOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["intervals"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_IntervalsOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["items"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_ItemsOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["leaderboard"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_LeaderboardOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["measures"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_SummingOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["pairwise"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_PairOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["proportions"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_ProportionsOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["ranks"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_RanksOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["repeats"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_RepeatsOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["runs"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_RunsOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["scores"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_ScoresOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["verdicts"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_VerdictsOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: Literal["within"], path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_WithinOptions]) -> Path: ...
@overload
def write(comparison: Comparison | Audit | Sequence[Comparison], name: str, path: str | Path, *, backend: Backend = ..., engine: str = ..., font: str = ..., templates: Sequence[Path] = ..., sources: Sequence[Path] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **options: Unpack[_Showing]) -> Path: ...

def write_report(comparison: Comparison | Sequence[Comparison], folder: str | Path, settings: Report | None = ..., *, audit: Audit | Sequence[Audit] | None = ..., groups: Sequence[Comparison] | Sequence[Sequence[Comparison]] = ..., say: Say | None = ..., force: bool = ..., no_limits: bool = ..., **more: Unpack[_ReportAndShowing]) -> Path: ...
