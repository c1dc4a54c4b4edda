"""Tables as TeX: readable source, and pages that hold every entry within the line."""

import re
import subprocess
from itertools import product

import numpy as np
import pytest

from comparatex.artefact_files import latex
from comparatex.artefacts import view
from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.layout.numbers import fixed
from comparatex.layout.tables.booktabs import Column, Entry, Line, parts

KINDS = (
    "scores", "ranks", "pairwise", "friedman", "holm", "intervals", "effects", "control", "critical", "conventions",
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


@pytest.fixture
def pages(sources, fragment_compiler):
    """Compile tables of the tutorial, each on a page of its own; return their pages and the whole."""

    def compiled(kinds, before="", **options):
        body = r"\clearpage".join(float_of(sources[kind]) for kind in kinds)
        done = fragment_compiler(before + body, **options)
        found = done.text.removesuffix("\f").split("\f")
        assert len(found) == len(kinds)
        return dict(zip(kinds, found, strict=True)), done

    return compiled


@pytest.mark.latex
@pytest.mark.parametrize("kind", KINDS)
def test_every_number_is_on_the_page(sources, pages, kind):
    tex, (page, done) = sources[kind], pages(KINDS)
    assert done.findings == []
    body = tex.split("}\n\n")[-1] if "\n\n" in tex else tex
    for number in re.findall(r"\d+\.\d{2,4}(?![}\d])", body):
        if set(number) - set("0."):
            assert number in page[kind]


@pytest.mark.latex
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex", "xelatex"])
def test_a_long_table_breaks_across_pages_under_one_number(large, fragment_compiler, engine):
    tex = latex(large, "scores")
    assert tex.count(r"\begin{comparatexlongtable}") > 1
    done = fragment_compiler(tex + float_of("x"), engine=engine, preamble=r"\usepackage{hyperref}")
    assert done.findings == []
    assert "Table 1, continued" in done.text
    assert "Table 2: Short" in done.text
    for value in large.scores.values[:, 3]:
        assert fixed(value, 3) in done.text


@pytest.mark.latex
@pytest.mark.parametrize("width", ["16cm", "8.5cm"])
def test_no_table_is_wider_than_the_line(tutorial, fragment_compiler, width):
    page = rf"\usepackage[textwidth={width}]{{geometry}}"
    kinds = KINDS if width == "16cm" else (*KINDS[:5], "effects", "control")
    few = {"control": {"across": 2}} if width != "16cm" else {}
    tex = (latex(tutorial, kind, **options(kind, tutorial), **few.get(kind, {})) for kind in kinds)
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
    assert any(", continued" in page and page.count("Task number") == 1 for page in pages)
    for page in pages:
        assert "Task number" in page.partition("Mean")[0]
        assert "Mean rank" in page


def word_boxes(pdf, page=1):
    """Return the words of a page with their left and right edges, in points."""
    xml = subprocess.run(
        ["pdftotext", "-bbox", "-f", str(page), "-", "-"], input=pdf, capture_output=True, check=True
    )
    found = re.findall(r'xMin="([\d.]+)".*?xMax="([\d.]+)".*?>([^<]*)</word>', xml.stdout.decode())
    return [(float(left), float(right), word) for left, right, word in found]


DOCUMENT = r"\usepackage[T1]{fontenc}\usepackage{lmodern}"
SIUNITX = DOCUMENT + r"\usepackage{siunitx}\usepackage{comparatex}\comparatexsetup{siunitx}"


@pytest.mark.latex
@pytest.mark.parametrize("preamble", [DOCUMENT, SIUNITX])
def test_decimal_marks_stand_below_each_other_bold_or_not(tutorial, fragment_compiler, preamble):
    done = fragment_compiler(float_of(latex(tutorial, "scores")), preamble=preamble)
    assert done.findings == []
    words = word_boxes(done.pdf)
    means, scores, ranks = (
        [right for _, right, word in words if re.fullmatch(rf"\d\.\d{{{places}}}", word)]
        for places in (4, 3, 2)
    )
    digit = 0.5312 * 7.97  # of lmr8
    for missing, shorter in ((1, scores), (2, ranks)):
        for right in shorter:
            off = min(abs(right + missing * digit - other) for other in means)
            assert off < digit / 2  # bold type is a little wider
    assert len(scores) == 12 * 5
    assert len(means) == len(ranks) == len(tutorial.names)


@pytest.mark.latex
@pytest.mark.parametrize(
    ("engine", "kind"),
    [*(("pdflatex", kind) for kind in KINDS), *product(("lualatex", "xelatex"), ("scores", "intervals"))],
)
def test_siunitx_sets_every_number_of_a_table(pages, kind, engine):
    kinds = KINDS if engine == "pdflatex" else ("scores", "intervals")
    plain, _ = pages(kinds, engine=engine)
    set_by_it, done = pages(
        kinds,
        r"\sisetup{output-decimal-marker={\ensuremath{\bullet}}}",
        preamble=r"\usepackage{comparatex}\comparatexsetup{siunitx}",
        engine=engine,
    )
    assert done.findings == []
    page = set_by_it[kind]
    assert not re.search(r"\d\.\d", page.replace("0.1", "").replace("0.05", "").replace("0.01", ""))
    assert re.findall(r"\d", page) == re.findall(r"\d", plain[kind])


@pytest.mark.latex
def test_siunitx_sets_spreads_long_tables_and_decimal_commas(large, pytestconfig, fragment_compiler):
    path = pytestconfig.rootpath / "examples" / "classifiers" / "results.csv"
    repeats = compare(read(path, include=("MLP", "LDA", "1-NN")))
    preamble = r"\usepackage[german]{babel}\usepackage[locale=DE]{siunitx}\usepackage{comparatex}"
    preamble += r"\comparatexsetup{siunitx,listmark=;}"
    long = [latex(large, kind, include=large.names[:11]) for kind in ("pairwise", "intervals")]
    assert all(r"\begin{comparatexlongtable}" in tex for tex in long)
    tex = "\n".join((latex(repeats, "scores"), *long))
    done = fragment_compiler(tex, preamble=preamble)
    assert done.findings == []
    assert re.search(r"0,\d{3} ?± ?0,\d{3}", done.text)
    assert re.search(r"\[−0,\d{4}; 0,\d{4}\]", done.text)
    assert large.names[3] in done.text


@pytest.mark.latex
def test_the_decimal_comma_of_a_file_stays_with_siunitx(fragment_compiler):
    lines = r"\begin{comparatextable}{lr}{A & B}{x & 0,00}x & \comparatexbest{0,25} \\ \end{comparatextable}"
    done = fragment_compiler(lines, preamble=SIUNITX)
    assert "0,25" in done.text


def test_numbers_of_a_column_are_level(tutorial, large):
    (part,) = view(tutorial, "scores").parts
    assert {entry.pad for entry in part.lines[-1].entries[1:]} == {"00"}  # ranks
    assert {entry.pad for entry in part.lines[-2].entries[1:]} == {
        ""
    }  # means have a decimal more than scores
    assert {entry.pad for line in part.lines[:-2] for entry in line.entries[1:]} == {"0"}
    (part,) = parts([Column("W")], [Line((Entry(text),)) for text in ("22", "12.5", "–")], stub=0)
    assert [line.entries[0].pad for line in part.lines] == [".0", "", ""]


def test_a_table_does_not_become_much_wider_to_be_level():
    columns = (Column("Task", "l"), *(Column(f"c{k}") for k in range(8)))
    lines = [
        Line((Entry("a"), *(Entry(text),) * 8)) for text in ("0.1234", "10.25")
    ]  # a digit more in every column
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
        width: rf"{sizes}\begin{{minipage}}{{{width}}}{tex}\end{{minipage}}"
        for width in ("16cm", "12cm", "7cm")
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


WRAPPED = {"16cm": 0, "12cm": 0, "8.5cm": 1}


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "siunitx"])
def wrapped(request, wordy, parts_compiler):
    """A long table with long names on pages of several widths."""
    tex = latex(wordy, "pairwise")
    assert r"\begin{comparatexlongtable}" in tex
    sources = {width: rf"\newgeometry{{textwidth={width}}}{tex}" for width in WRAPPED}
    return parts_compiler(sources, r"\usepackage{geometry}" + (SIUNITX if request.param else DOCUMENT))[0]


@pytest.mark.latex
@pytest.mark.parametrize(("width", "fewer"), WRAPPED.items())
def test_long_names_wrap_in_a_long_table(wordy, wrapped, width, fewer):
    done = wrapped[width]
    tiny = [said for said in done.findings if "leaves room for tiny type only. Use a wider page" in said]
    assert done.findings == tiny
    assert len(tiny) == fewer
    for word in ("Gradient-boosted", "random_", "quick3", "And"):
        assert word in done.text
    for p in wordy.pair_statistics.pvalue:
        assert f"{p:.4f}" in done.text or p < 1e-4


@pytest.mark.latex
def test_names_that_fit_do_not_wrap(large, fragment_compiler):
    done = fragment_compiler(
        r"\makeatletter\renewcommand*\comparatex@hang{\typeout{WRAPPED}}\makeatother"
        + latex(large, "pairwise"),
        preamble=r"\usepackage[textwidth=16cm]{geometry}",
    )
    assert done.findings == []
    assert "WRAPPED" not in done.log


BOLD = list(product(("comparatextable", "comparatexlongtable"), ("best", "significant")))
LEVEL = (
    r"\comparatexbest{0.00}\comparatexpad{00}",
    r"\comparatexspread{\comparatexbest{0.00}}{0.00}",
    "0.00",
)


@pytest.fixture(scope="module")
def edges(parts_compiler):
    """Tables whose last column is bold or not, each of which tells the room at its right end."""

    def bold(kind, mark):
        rest = "{}{}" if kind == "comparatexlongtable" else ""
        number = rf"\comparatex{mark}{{0.8888}}"
        table = rf"\begin{{{kind}}}{{lr}}{{A & B}}{{x & {number}}}{rest}x\told & {number} \\"
        probe = (
            r"\makeatletter\setbox0\hbox{\comparatextablefont 0.8888}"
            r"\setbox2\hbox{\comparatextablefont\bfseries 0.8888}\edef\needed{\the\dimexpr(\wd2-\wd0)/2\relax}"
            r"\newcommand*\told{\typeout{EDGE \the\comparatex@edge\space\needed.}}\makeatother"
        )
        return rf"{probe}{table}\end{{{kind}}}"

    def level(spec):
        told = r"\makeatletter\newcommand*\told{\typeout{EDGE \the\comparatex@edge.}}\makeatother"
        head = r"\begin{comparatextable}{lr}{A & B}"
        return rf"{told}{head}{{x & {spec}}}x\told & {spec} \\ \end{{comparatextable}}"

    sources = {case: bold(*case) for case in BOLD} | {spec: level(spec) for spec in LEVEL}
    return parts_compiler(sources)[0]


@pytest.mark.latex
@pytest.mark.parametrize(("kind", "mark"), BOLD)
def test_bold_at_the_right_end_stays_below_the_rule(edges, kind, mark):
    reserved, needed = re.search(r"EDGE ([\d.]+)pt ([\d.]+)pt\.", edges[kind, mark].log).groups()
    assert float(reserved) >= float(needed) > 0.5


@pytest.mark.latex
@pytest.mark.parametrize("spec", LEVEL)
def test_no_room_is_kept_where_no_bold_sticks_out(edges, spec):
    assert "EDGE 0.0pt." in edges[spec].log


PART = (
    r"\begin{{comparatextable}}{{l{columns}}}{{A{heads}}}{{x{cells}}}x\told{cells} \\ \end{{comparatextable}}"
)


def part(n):
    return PART.format(columns="r" * n, heads="& B" * n, cells="& 0.0000" * n)


@pytest.fixture(scope="module")
def joined(parts_compiler):
    """A narrow table above a wide one, and both as parts of one: sizes of type and scales."""
    probe = (
        r"\makeatletter\newcommand*\told{\typeout{SIZE \f@size.}}"
        r"\let\shown\comparatex@fit"
        r"\renewcommand*\comparatex@fit[1]{\shown{#1}\typeout{SCALE \comparatex@scale.}}\makeatother"
    )
    sources = {}
    for wide in (9, 12):
        both = part(2) + r"\par\comparatexpartskip " + part(wide)
        sources |= {(wide, "apart"): probe + both, (wide, "together"): rf"{probe}\comparatexparts{{{both}}}"}
    return parts_compiler(sources, r"\usepackage[textwidth=8.5cm]{geometry}" + DOCUMENT)[0]


@pytest.mark.latex
@pytest.mark.parametrize(("wide", "scaled"), [(9, False), (12, True)])
def test_parts_of_a_table_have_one_size_of_type(joined, wide, scaled):
    def sizes(log):
        return re.findall(r"SIZE ([\d.]+)\.", log), re.findall(r"SCALE ([\d.]+)\.\s", log)

    apart, _ = sizes(joined[wide, "apart"].log)
    types, scales = sizes(joined[wide, "together"].log)
    assert types == [apart[1]] * 2 != apart
    assert float(scales[0]) == pytest.approx(float(scales[1]), abs=0.001)
    assert (float(scales[1]) < 1) == scaled


@pytest.mark.latex
@pytest.mark.parametrize(("class_", "options"), [("IEEEtran", "conference"), ("revtex4-2", "twocolumn")])
def test_a_long_table_in_two_columns_is_set_in_floats_under_one_number(
    class_, options, large, fragment_compiler
):
    if not subprocess.run(["kpsewhich", f"{class_}.cls"], capture_output=True, check=False).stdout:
        pytest.skip(f"{class_} is not installed")
    tex = latex(large, "scores")
    done = fragment_compiler(f"Words.{tex}{float_of('x')}", class_=class_, options=options)
    assert done.findings == []
    parts = tex.count(r"\begin{comparatexlongtable}")
    for task in large.scores.tasks:
        assert len(re.findall(rf"{task}\b", done.text)) == parts
    for value in large.scores.values.ravel():
        assert fixed(value, 3) in done.text
    assert done.text.count("TABLE I, continued") > parts  # more floats than parts: lines are split too
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
