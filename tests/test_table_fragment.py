"""Tables as TeX: readable source, and pages that hold every entry within the line."""

import re
import subprocess

import numpy as np
import pytest

from comparatex.artefacts import latex, view
from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.layout.numbers import fixed
from comparatex.layout.tables.booktabs import Column, Entry, Line, Part, parts
from documents import ENGINES

KINDS = (
    "scores", "ranks", "pairwise", "friedman", "intervals", "effects", "control",
    "proportions", "verdicts", "ablation", "items", "leaderboard",
)  # fmt: skip


def options(kind, comparison):
    """Return the options without which there is no such table."""
    tasks = comparison.scores.tasks
    needed = {
        "control": {"control": comparison.names[0]},
        "ablation": {
            "full": comparison.names[0],
            "costs": {name: 7.0 - k for k, name in enumerate(comparison.names)},
        },
        "verdicts": {
            "control": comparison.names[1],
            "costs": {name: 7.0 - k for k, name in enumerate(comparison.names)},
        },
        "proportions": {"sizes": dict.fromkeys(tasks, 150)},
    }
    return needed.get(kind, {})


@pytest.fixture(scope="module")
def large():
    rng = np.random.default_rng(5)
    values = np.round(rng.uniform(0.5, 1, (60, 20)), 4)
    names = tuple(f"method_{i} & co" for i in range(20))
    return compare(read((values, names, tuple(f"Task number {t}" for t in range(60)))))


@pytest.mark.parametrize("kind", KINDS)
def test_the_source_is_golden(tutorial, golden, kind):
    golden(latex(tutorial, kind, **options(kind, tutorial)), f"{kind}.tex")


def test_the_source_of_repeats_is_golden(pytestconfig, golden):
    path = pytestconfig.rootpath / "examples" / "classifiers" / "results.csv"
    comparison = compare(read(path, include=("MLP", "LDA", "1-NN")))
    golden(latex(comparison, "repeats"), "repeats.tex")


def float_of(tex):
    return f"\\begin{{table}}\\caption{{Short}}{tex}\\end{{table}}"


@pytest.fixture(scope="module")
def sources(tutorial):
    """The tables of the tutorial, narrow enough for the page."""
    few = {"control": {"across": 4}}
    return {kind: latex(tutorial, kind, **options(kind, tutorial), **few.get(kind, {})) for kind in KINDS}


@pytest.fixture(scope="module")
def pages(sources, fragment_compiler):
    """The pages of the tables of the tutorial, and the log of the whole."""
    done = fragment_compiler(r"\clearpage".join(map(float_of, sources.values())))
    return dict(zip(KINDS, done.text.removesuffix("\f").split("\f"), strict=True)), done


@pytest.mark.latex
@pytest.mark.parametrize("kind", KINDS)
def test_every_number_is_on_the_page(sources, pages, kind):
    tex, (page, done) = sources[kind], pages
    assert done.findings == []
    body = tex.split("}\n\n")[-1] if "\n\n" in tex else tex
    numbers = [number for number in re.findall(r"\d+\.\d{2,4}(?![}\de])", body) if set(number) - set("0.")]
    assert numbers and [number for number in numbers if number not in page[kind]] == []


@pytest.mark.latex
@pytest.mark.parametrize("engine", ENGINES)
def test_a_long_table_breaks_across_pages_under_one_number(large, fragment_compiler, engine):
    tex = latex(large, "scores")
    assert tex.count(r"\begin{comparatexlongtable}") > 1
    done = fragment_compiler(tex + float_of("x"), engine=engine, preamble=r"\usepackage{hyperref}")
    assert done.findings == []
    assert "Table 1, continued" in done.text
    assert "Table 2: Short" in done.text
    for value in large.scores.values[:, 3]:
        assert fixed(value, 3) in done.text or fixed(value, 4) in done.text  # where that parts the best


@pytest.mark.latex
@pytest.mark.parametrize("width", ["16cm", "8.5cm"])
def test_no_table_is_wider_than_the_line(tutorial, fragment_compiler, width):
    page = rf"\usepackage[textwidth={width}]{{geometry}}"
    kinds = KINDS if width == "16cm" else (*KINDS[:5], "effects", "control")
    few = {"control": {"across": 2}} if width != "16cm" else {}
    tex = (latex(tutorial, kind, width=width, **options(kind, tutorial), **few.get(kind, {})) for kind in kinds)
    done = fragment_compiler("\n".join(map(float_of, tex)), preamble=page)
    assert done.findings == []


@pytest.mark.latex
def test_a_caption_of_your_own_replaces_that_of_a_long_table(large, fragment_compiler):
    done = fragment_compiler(r"\comparatexnextcaption{Mine alone.}" + latex(large, "pairwise"))
    assert "Mine alone." in done.text
    assert "Pairwise results" not in done.text


@pytest.mark.latex
def test_no_part_of_a_long_table_is_headed_twice_at_a_pages_end(large, fragment_compiler):
    tex = latex(large, "scores", max_rows=22)
    parts = re.findall(r"\\begin\{comparatexlongtable\}.*?\\end\{comparatexlongtable\}", tex, re.DOTALL)
    assert len(parts) > 1
    part = parts[1]
    places = range(300, 600, 12)  # points above the part: it begins everywhere on the lower half of a page
    body = "\n".join(rf"\newpage\leavevmode\par\vspace*{{{above}pt}}{part}" for above in places)
    pages = fragment_compiler(body).text.split("\f")
    headed = [page for page in pages if ", continued" in page]
    assert len(headed) >= len(places)
    for page in headed:
        assert page.count(", continued") == 1
        assert page.count("Task number") >= 5


@pytest.mark.latex
def test_means_stay_with_the_last_task_of_a_long_table(large, fragment_compiler):
    tex = latex(large, "scores", max_rows=22)
    part = re.findall(r"\\begin\{comparatexlongtable\}.*?\\end\{comparatexlongtable\}", tex, re.DOTALL)[1]
    places = range(180, 300, 6)  # points above the part: the page ends at each of its last lines
    body = "\n".join(rf"\newpage\leavevmode\par\vspace*{{{above}pt}}{part}" for above in places)
    pages = [page for page in fragment_compiler(body).text.split("\f") if "Mean" in page]
    assert len(pages) == len(places)
    ends = [page.count("Task number") for page in pages if ", continued" in page]
    assert ends and min(ends) == 4  # no fewer stand on a page of their own
    for page in pages:
        assert "Task number" in page.partition("Mean")[0]
        assert "Mean rank" in page


def word_boxes(pdf, page=1):
    """Return the words of a page with their left and right edges, in points."""
    xml = subprocess.run(["pdftotext", "-bbox", "-f", str(page), "-", "-"], input=pdf, capture_output=True, check=True)
    found = re.findall(r'xMin="([\d.]+)".*?xMax="([\d.]+)".*?>([^<]*)</word>', xml.stdout.decode())
    return [(float(left), float(right), word) for left, right, word in found]


DOCUMENT = r"\usepackage[T1]{fontenc}\usepackage{lmodern}"


@pytest.mark.latex
def test_decimal_marks_stand_below_each_other_bold_or_not(tutorial, fragment_compiler):
    done = fragment_compiler(float_of(latex(tutorial, "scores")), preamble=DOCUMENT)
    assert done.findings == []
    words = word_boxes(done.pdf)
    scores, ranks = (  # means among the scores, with as many decimals
        sorted(right for _, right, word in words if re.fullmatch(rf"\d\.\d{{{places}}}", word)) for places in (3, 2)
    )
    digit = 0.5312 * 7.97  # of lmr8
    assert len(scores) == 13 * 5 and len(ranks) == len(tutorial.names)
    for column, rank in zip(np.reshape(scores, (5, 13)), ranks, strict=True):
        assert np.ptp(column) < digit / 2  # bold type is a little wider
        assert abs(rank + digit - column.mean()) < digit / 2


def test_numbers_of_a_column_are_level(tutorial, large):
    (part,) = view(tutorial, "scores").parts
    assert {entry.pad for entry in part.lines[-1].entries[1:]} == {"0"}  # ranks
    assert {entry.pad for line in part.lines[:-1] for entry in line.entries[1:]} == {""}  # means are like scores
    (part,) = parts([Column("W")], [Line((Entry(text),)) for text in ("22", "12.5", "–")], stub=0)
    assert [line.entries[0].pad for line in part.lines] == [".0", "", ""]


def test_a_table_does_not_become_much_wider_to_be_level():
    columns = (Column("Task", "l"), *(Column(f"c{k}") for k in range(8)))
    lines = [Line((Entry("a"), *(Entry(text),) * 8)) for text in ("0.1234", "10.25")]  # a digit more in every column
    few = list(parts(columns[:3], [Line(line.entries[:3]) for line in lines]))
    assert {entry.pad for part in few for line in part.lines for entry in line.entries[1:]} == {"", "00"}
    found = [line for part in parts(columns, lines) for line in part.lines]
    assert not any(entry.pad for line in found for entry in line.entries)


@pytest.fixture(scope="module")
def spreads(pytestconfig, parts_compiler):
    """Scores with deviations in lines of several widths."""
    path = pytestconfig.rootpath / "examples" / "classifiers" / "results.csv"
    comparison = compare(read(path, include=("MLP", "LDA", "1-NN", "5-NN")))
    tex = latex(comparison, "scores", max_rows=3)
    sizes = (
        r"\makeatletter\let\shown\comparatexspread\renewcommand\comparatexspread[2]{"
        r"{\let\S\f@size\edef\S{\S}\comparatexsmallfont\typeout{SIZES \S/\f@size.}}\shown{#1}{#2}}\makeatother"
    )
    sources = {
        width: rf"{sizes}\begin{{minipage}}{{{width}}}{tex}\end{{minipage}}" for width in ("16cm", "12cm", "7cm")
    }
    return parts_compiler(sources)[0]


@pytest.mark.latex
@pytest.mark.parametrize("width", ["16cm", "12cm", "7cm"])
def test_deviations_are_no_larger_than_their_means(width, spreads):
    found = re.findall(r"SIZES (\d+)/(\d+)\.", spreads[width].log)
    assert found
    assert all(int(deviation) <= int(mean) for mean, deviation in found)


@pytest.fixture(scope="module")
def wordy():
    """A comparison whose names have about 60 characters: with spaces, with underscores, and in one word."""
    shapes = (
        "Gradient-boosted decision trees with {} leaves and early stopping",
        "random_convolutional_kernels_with_{}_features_and_ridge_head",
        "ResNet{}WithSqueezeExcitationAndCosineAnnealingOverLongRuns",
        "quick{}",
    )
    names = tuple(shapes[i % 4].format(i) for i in range(11))
    values = np.round(np.random.default_rng(3).uniform(0.5, 1, (20, 11)), 4)
    return compare(read((values, names, tuple(f"Task number {t}" for t in range(20)))))


WIDTHS = ("16cm", "12cm", "8.5cm")


@pytest.fixture(scope="module")
def wrapped(wordy, parts_compiler):
    """A long table with long names, made for several widths, and for another than its page's."""
    sources = {width: latex(wordy, "pairwise", width=width) for width in WIDTHS}
    assert all(r"\begin{comparatexlongtable}" in tex and "N{" in tex for tex in sources.values())
    pages = {width: rf"\newgeometry{{textwidth={width}}}{tex}" for width, tex in sources.items()}
    pages["narrower"] = rf"\newgeometry{{textwidth=12cm}}{sources['16cm']}"
    return parts_compiler(pages, r"\usepackage{geometry}" + DOCUMENT)[0]


@pytest.mark.latex
@pytest.mark.parametrize("width", [*WIDTHS, "narrower"])
def test_long_names_wrap_in_a_long_table(wordy, wrapped, width):
    done = wrapped[width]
    assert done.findings == []
    for word in ("Gradient-boosted", "random_", "quick3", "And"):
        assert word in done.text
    for p in wordy.pair_statistics.pvalue:
        assert f"{p:.4f}" in done.text or p < 1e-4


def test_names_that_fit_do_not_wrap(large):
    assert view(large, "pairwise").fit.shares == ()


def test_a_table_is_as_tight_as_its_width_asks(tutorial, large):
    loose, tight = (view(tutorial, "pairwise", width=width).fit for width in ("16cm", "8cm"))
    assert (loose.is_tight, loose.size, loose.separation) == (False, "", 5.0)
    assert tight.size == "small" and 1.5 <= tight.separation < 5
    assert r"\comparatextight" not in latex(tutorial, "pairwise")
    assert rf"\comparatextight{{small}}{{{tight.separation:g}pt}}" in latex(tutorial, "pairwise", width="8cm")
    parts = view(large, "scores", width="8.5cm").parts
    assert len(parts) > 1  # in one type, that of the widest


@pytest.mark.latex
def test_bold_at_the_right_end_stays_below_the_rule(fragment_compiler):
    cells = (Entry("x"), Entry("0.8888", "best"))
    (part,) = parts([Column("A", "l"), Column("B")], [Line(cells)])
    probe = (
        r"\setbox0\hbox{\comparatextablefont 0.8888}\setbox2\hbox{\comparatextablefont\bfseries 0.8888}"
        rf"\comparatextablefont\typeout{{EDGE \the\dimexpr{part.edge}em\relax\space\the\dimexpr(\wd2-\wd0)/2\relax.}}"
    )
    done = fragment_compiler(probe + "x", preamble=DOCUMENT)
    reserved, needed = re.search(r"EDGE ([\d.]+)pt ([\d.]+)pt\.", done.log).groups()
    assert float(reserved) >= float(needed) > 0.5


def test_no_room_is_kept_where_no_bold_sticks_out():
    columns = (Column("A", "l"), Column("B"))
    for last in (Entry("0.88", "best", pad="00"), Entry("0.88", "best", spread="0.01"), Entry("0.88")):
        assert Part(columns, (Line((Entry("x"), last)),), ()).edge == 0


PART = r"\begin{{comparatextable}}{{@{{}}l{columns}@{{}}}}{{A{heads}}}x\told{cells} \\ \end{{comparatextable}}"


def part(n):
    return PART.format(columns="r" * n, heads="& B" * n, cells="& 0.0000" * n)


@pytest.mark.latex
def test_parts_of_a_table_are_scaled_alike(parts_compiler):
    probe = (
        r"\makeatletter\newcommand*\told{}\let\shown\comparatex@fit"
        r"\renewcommand*\comparatex@fit[1]{\shown{#1}\typeout{SCALE \comparatex@scale.}}\makeatother"
    )
    both = part(2) + r"\par\comparatexpartskip " + part(9)
    sources = {"apart": probe + both, "together": rf"{probe}\comparatexparts{{{both}}}"}
    done = parts_compiler(sources, r"\usepackage[textwidth=8.5cm]{geometry}" + DOCUMENT)[0]
    scales = {key: [float(x) for x in re.findall(r"SCALE ([\d.]+)\.\s", done[key].log)] for key in sources}
    assert scales["apart"][0] == 1 > scales["apart"][1]
    assert scales["together"] == pytest.approx([scales["apart"][1]] * 2, abs=0.001)


@pytest.mark.latex
@pytest.mark.parametrize(("class_", "options"), [("IEEEtran", "conference"), ("revtex4-2", "twocolumn")])
def test_a_long_table_in_two_columns_has_pages_of_one_under_one_number(class_, options, large, fragment_compiler):
    if not subprocess.run(["kpsewhich", f"{class_}.cls"], capture_output=True, check=False).stdout:
        pytest.skip(f"{class_} is not installed")
    tex = latex(large, "scores")
    done = fragment_compiler(f"Words.{tex}{float_of('x')}", class_=class_, options=options)
    assert done.findings == []
    parts = tex.count(r"\begin{comparatexlongtable}")
    for task in large.scores.tasks:
        assert len(re.findall(rf"{task}\b", done.text)) == parts
    for value in large.scores.values.ravel():
        assert fixed(value, 3) in done.text or fixed(value, 4) in done.text  # where that parts the best
    assert done.text.count("TABLE I, continued") >= parts
    assert re.findall(r"TABLE I+\b(?!,)", done.text) == ["TABLE I", "TABLE II"]
    for page in done.text.split("\f"):
        if "Mean rank" in page:
            assert re.search(r"Task number \d+[^\n]*\n+Mean [^\n]*\n+Mean rank", page)


@pytest.mark.latex
def test_a_long_table_after_arydshln(tutorial, fragment_compiler):
    """It redefines longtable where that is loaded before; comparatex may load it later."""
    tex = latex(tutorial, "pairwise", long=True)
    done = fragment_compiler(tex, preamble=r"\usepackage{colortbl}\usepackage{arydshln}")
    assert done.findings == []


@pytest.mark.latex
def test_captions_of_long_tables_have_numbers_of_a_study_with_a_name(fragment_compiler):
    numbers = r"\comparatexreport{second}\comparatexnumber{tasks}{15}\comparatexreportends"
    table = r"\begin{comparatexlongtable}{l}{A}{a}{On \comparatex{tasks} tasks}{}b\\\end{comparatexlongtable}"
    assert "On 15 tasks" in fragment_compiler(numbers + table).text
