"""The page of a report: it says and shows what the chapter does, alone, and no name of the data is more than text."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex import artefacts
from comparatex.cli import main
from comparatex.errors import DataError, TemplateError
from comparatex.hypertext import Links, html
from comparatex.inference.compare import compare
from comparatex.inference.fields import COMPARATE, PAIR
from comparatex.inference.leaderboard import leaderboard
from comparatex.layout.facts import text
from comparatex.page import _works
from comparatex.report import write_report
from comparatex.text import LANGUAGES, Prose, _inline, math, writing
from comparatex.verify import verify
from test_report import PLAIN, comparison

PAGE = replace(PLAIN, html=True)
SMALL = replace(PAGE, artefacts=("mcm", "ranks"))
EVIL = ("</script><img src=x onerror=alert(1)>", '"><svg onload=alert(2)>', "<!-- & 'B' -->", "a|b {shown}")
LABELS = {
    "pvalue": "Wilcoxon p", "adjusted_pvalue": "p, Holm", "median_difference": "median difference",
    "mean_difference": "mean difference", "rank_biserial": "Rank-biserial",
}  # fmt: skip
VOID = {"meta", "link", "input", "wbr", "br", "img"}
KEYS = [key for field in (*COMPARATE, *PAIR.values()) if field.key for key, _ in field.keys]
NO_WORDS = re.compile(rf"\*\w|\\[a-zA-Z]|\$\\|[\ufdd0-\ufdd2]|\b({'|'.join(KEYS)})( equation| with sign)? of [A-D]\b")
"""What neither titles nor attributes have: keys of numbers, and TeX."""


def plain(text):
    """Return a text without what is typography alone."""
    return " ".join(str(text).replace("\u2011", "-").replace("’s", "'s").split())


class Page(HTMLParser):
    """A page as browsers see it: its elements, its text, and what is in its scripts."""

    def __init__(self, content):
        super().__init__()
        self.elements, self.open, self.scripts, self.shown, self.titles = [], [], [], [], []
        self.feed(content)
        self.close()
        assert self.open == []
        self.text = plain("".join(self.shown))
        values = [value for _, attributes in self.elements for value in attributes.values() if value]
        assert self.titles and len(values) > 50
        for said in (*self.titles, *values):
            assert not NO_WORDS.search(said), said

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data
        elif self.open and self.open[-1] == "title":
            self.titles.append(data)
        elif "style" not in self.open:
            self.shown.append(data)

    def of(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]

    def values(self, attribute):
        return [attributes[attribute] for _, attributes in self.elements if attributes.get(attribute)]


def written(folder, made=None, settings=PAGE, **more):
    path = write_report(made or comparison("ABCD"), folder, settings, **more)
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """Return a report with its page."""
    folder = tmp_path_factory.mktemp("usual") / "report"
    return folder, written(folder)


def test_the_page_says_what_the_chapter_says(usual):
    from comparatex.report import _contents
    from comparatex.report_items import lay_out

    made = comparison("ABCD")
    items = list(lay_out(made, PAGE))
    contents = _contents(made, items, PAGE)
    page = Page(usual[1])
    known = contents.numbers.lookup()
    for section in contents.sections:
        assert plain(section.title) in page.text
        for paragraph in section.paragraphs:
            for part in paragraph.parts:
                if isinstance(part, str):
                    assert plain(part) in page.text
                elif part.kind == "number":
                    assert known[part.text]() in page.text
        for piece in section.pieces:
            assert plain(getattr(piece.view, "page_caption", piece.view.caption)) in page.text
    order = [attributes["id"] for attributes in page.of("figure")]
    pieces = [piece.label for section in contents.sections for piece in section.pieces]
    assert order == ["leaderboard", *pieces]


def test_a_page_is_described_by_its_first_paragraph(usual):
    page = Page(usual[1])
    described = [meta["content"] for meta in page.of("meta") if meta.get("name") == "description"]
    assert len(described) == 1 and plain(described[0]) in page.text
    assert re.search(r"has the highest mean score .* 0\.\d{3}", described[0])


def test_the_page_begins_with_a_leaderboard(usual):
    board = leaderboard(comparison("ABCD"))
    page = Page(usual[1])
    bars = [
        dict(part.partition(":")[::2] for part in attributes["style"].split(";"))
        for attributes in page.of("i")
        if attributes.get("class") == "interval"
    ]
    ends = [float(end) for end in (board.low.min(), board.high.max())]
    for bar, low, high, score in zip(bars, board.low, board.high, board.score, strict=True):
        for name, value in (("--low", low), ("--high", high), ("--at", score)):
            share = 100 * (value - ends[0]) / (ends[1] - ends[0])
            assert float(bar[name].removesuffix("%")) == pytest.approx(share, abs=0.051)


@pytest.mark.parametrize(
    ("order", "by"), [("rank", "mean rank (1 is best)"), ("wins", "win rate (ties half)"), ("given", "mean score")]
)
def test_the_leaderboard_of_a_page_is_in_the_order_of_the_report_where_there_are_places(tmp_path, order, by):
    page = written(tmp_path, comparison("ABCD"), replace(PAGE, showing={"order": order}, artefacts=("pairwise",)))
    assert f"by {by}, with uncorrected 95% intervals" in Page(page).text


@pytest.mark.thorough
def test_the_matrix_of_all_is_folded_below_that_of_the_best(tmp_path):
    names = [f"method {k}" for k in range(26)]
    made = comparison(names)
    page = Page(written(tmp_path / "report", made))
    whole = next(k for k, (tag, _) in enumerate(page.elements) if tag == "details" and _.get("class") == "folded")
    box = next(attributes for tag, attributes in page.elements[whole:] if tag == "input")
    assert box["class"] == "differences" and "checked" in box
    order = [attributes["id"] for attributes in page.of("figure")]
    assert order.index("fig-mcm-all") == order.index("fig-mcm") + 1
    shown = [attributes["class"] for attributes in page.of("table") if "mcm" in (attributes.get("class") or "")]
    assert shown.count("mcm single") == 1
    pairs = [attributes for tag, attributes in page.elements[whole:] if tag == "td" and "data-n" in attributes]
    assert len(pairs) >= 26 * 25
    assert "fig-mcm-all" not in written(tmp_path / "many", comparison([f"m{k}" for k in range(61)]))


def test_texts_of_pictures_are_texts_in_the_type_of_the_page(usual):
    pictures = re.findall("<svg.*?</svg>", usual[1], re.DOTALL)
    assert all("<text " in svg and "font-family" not in svg and "DejaVu" not in svg for svg in pictures)
    assert not re.search(r"<g></g>|rotate\(-?0 | [xy]=\"\d+\.\d{3}", " ".join(pictures))


def test_wide_figures_are_drawn_for_phones_too(tmp_path):
    drawn = written(tmp_path, comparison("ABCD"), artefacts=("cdd", "scatter", "heatmap"))
    widths = {
        kind: [float(width) for width in re.findall(r"--width: ([\d.]+)pt", card)]
        for kind, card in re.findall(
            r'<figure class="figure" id="[^"]*fig-(\w+)".*?(<div.*?)</figure>', drawn, re.DOTALL
        )
    }
    assert {kind: len(of) for kind, of in widths.items()} == {"cdd": 2, "scatter": 1, "heatmap": 2}
    assert max(widths["cdd"]) > 340 and min(widths["cdd"]) < 270 and min(widths["heatmap"]) < 270


@pytest.mark.thorough
def test_the_page_of_two_dozen_methods_is_small(tmp_path):
    values = np.random.default_rng(0).normal(0.7, 0.08, (108, 24)).clip(0.1, 0.99) + np.linspace(0, 0.01, 24)
    names = tuple(f"method {k}" for k in range(24))
    made = compare(cx.read((values.round(4), names, tuple(f"a data set {k}" for k in range(108)))))
    assert len(written(tmp_path, made, ours=("method 20",)).encode()) < 400_000


def test_addresses_in_a_leaderboard_of_any_width_are_links(tmp_path):
    more = {"about": {"A": "https://www.example.org/a?b=1&c", "B": "javascript:alert(1)"}}
    more |= {f"code {k}": dict.fromkeys("ABC", f"https://example.org/{'long' * 9}") for k in range(4)}
    drawn = written(tmp_path, settings=SMALL, own={"leaderboard": {"extra": more}})
    assert '<a href="https://www.example.org/a?b=1&amp;c">example.org</a>' in drawn
    assert 'href="javascript' not in drawn and "javascript:alert(1)" in drawn
    assert drawn.count('<i class="interval"') == len("ABCD")


def test_names_of_rows_break_and_digits_that_a_row_lacks_are_said_once(tmp_path):
    values = np.array([[0.5, 0.25, 0.75], [0.51234, 0.51231, 0.7]] * 6)
    tasks = ("DistalPhalanxOutline", *map(str, range(11)))
    drawn = written(tmp_path, compare(cx.read((values, "ABC", tasks))), artefacts=("scores",))
    row = re.search(r"<tr[^>]*><th scope=\"row\">Distal<wbr>Phalanx<wbr>Outline</th>.*?</tr>", drawn)[0]
    assert re.match("<tr style=\"--pad:'0+'\">", row) and "data-pad" not in row


def test_what_pictures_look_like_is_said_once_and_for_each_alone(usual):
    for svg in re.findall("<svg.*?</svg>", usual[1], re.DOTALL):
        rules = re.findall(r"\.(s[0-9a-f]+_c\d+)\.\1\{([^}]*)\}", svg)
        used = re.findall(r'class="(s[^"]*)"', svg)
        assert {name for name, _ in rules} == {*used}
        assert all(re.search("(fill|stroke|font)", look) for _, look in rules)
        assert len({name.partition("_")[0] for name in used}) == 1
    prefixes = [re.search(r"\.(s[0-9a-f]+)_c", svg)[1] for svg in re.findall("<svg.*?</svg>", usual[1], re.DOTALL)]
    assert len(prefixes) == len({*prefixes}) > 1


def test_each_point_of_a_scatter_says_its_task(tmp_path):
    made = comparison("AB", tasks=('<b> & "c"', *"abcdefghijk"))
    page = written(tmp_path, made, artefacts=("scatter",))
    (card,) = re.findall(r'<figure class="figure" id="[^"]*scatter".*?</figure>', page, re.DOTALL)
    assert sorted(unescape(name) for name in re.findall("<g><title>(.*?)</title>", card)) == sorted(made.scores.tasks)


def test_a_page_has_no_leaderboard_where_tests_give_no_places(tmp_path):
    control = compare(comparison("ABCD").scores, family="control", control="A")
    assert 'id="leaderboard"' not in written(tmp_path, control, SMALL)


@pytest.mark.parametrize("cells", ["auto", "halves"])
@pytest.mark.parametrize("captions", ["short", "full"])
def test_the_caption_of_a_matrix_names_all_that_its_cells_hold(tmp_path, cells, captions):
    own = {"mcm": {"cells": cells, "captions": captions}}
    page = Page(written(tmp_path, settings=replace(SMALL, own=own)))
    said = {
        "short": "wins/ties/losses of the row, Wilcoxon p.",
        "full": "wins, ties and losses of the row, and the p",
    }
    assert said[captions] in page.text
    figure = plain(artefacts.view(comparison("ABCD"), "mcm", cells=cells, captions=captions).caption)
    assert (said[captions] in figure) == (cells == "auto")  # the cells of the page have all, whatever the figure's have


def test_a_caption_of_ones_own_stands_on_the_page_too(tmp_path):
    page = Page(written(tmp_path, settings=replace(SMALL, own={"mcm": {"caption": "Mine & <ours>."}})))
    assert "Figure 1. Mine & <ours>." in page.text


def test_the_page_stands_alone(usual):
    page = Page(usual[1])
    assert not {"src", "srcset", "poster", "onclick", "onload"} & {
        name for _, attributes in page.elements for name in attributes
    }
    assert {link["href"] for link in page.of("link")} == {"data:,"}
    assert all(href.startswith(("#", "data:,")) for href in page.values("href"))
    assert not re.search(r"@import|url\((?!#)", usual[1])
    spaces = re.findall(r'xmlns(?::xlink)?="([^"]*)"', usual[1])
    assert usual[1].count("http://") == len(spaces) and "https:" not in usual[1]


def test_references_lead_somewhere_and_nothing_has_a_name_twice(usual):
    page = Page(usual[1])
    names = page.values("id")
    assert len(names) == len(set(names))
    targets = {href[1:] for href in page.values("href") + page.values("xlink:href") if href.startswith("#")}
    said = {name for names in page.values("aria-labelledby") for name in names.split()}
    assert targets and said and targets | said <= {*names}
    clipped = {*re.findall(r"url\(#([^)]+)\)", usual[1])}
    assert clipped and clipped <= {*names}


def test_only_the_script_of_the_page_runs(usual):
    page = Page(usual[1])
    (policy,) = (one["content"] for one in page.of("meta") if one.get("http-equiv"))
    code, data = page.scripts[-1], page.scripts[:-1]
    found = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    assert f"script-src 'sha256-{found}';" in policy and "default-src 'none'" in policy
    assert {one.get("type") for one in page.of("script")[:-1]} == {"application/json"}
    assert all(json.loads(text)["names"] for text in data)


def test_names_are_text_wherever_they_are(tmp_path):
    content = written(
        tmp_path, comparison(EVIL, tasks=(*EVIL, *"abcdefgh")), replace(PAGE, title=EVIL[0], author=EVIL[1])
    )
    page = Page(content)
    assert not {"img", "svg onload"} & {tag for tag, _ in page.elements}
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert len(page.of("script")) == 3
    assert [{*json.loads(text)["names"]} for text in page.scripts[:2]] == [{*EVIL}, {*EVIL}]
    for name in EVIL:
        assert name in page.text
    assert content.count("</script>") == 3 and f"<title>{EVIL[0]}" not in content


def test_a_pipe_in_a_name_parts_no_numbers(tmp_path):
    page = Page(written(tmp_path, comparison(EVIL), SMALL))
    (table,) = (one for one in page.of("table") if one["class"] == "mcm")
    labels = table["data-labels"].split("\n")
    cells = [one["data-n"].split("\n") for one in page.of("td") if "data-n" in one]
    assert len(cells) == 12 and {len(cell) for cell in cells} == {len(labels)}


def test_the_numbers_of_a_pair_are_those_of_the_comparison(usual):
    made, page = comparison("ABCD"), Page(usual[1])
    (table,) = (one for one in page.of("table") if one["class"] == "mcm")
    labels = table["data-labels"].split("\n")
    cells = [dict(zip(labels, one["data-n"].split("\n"), strict=True)) for one in page.of("td") if "data-n" in one]
    names = made.names
    pairs = [(i, j) for i in range(4) for j in range(4) if i != j]
    for (i, j), cell in zip(pairs, cells, strict=True):
        assert float(cell["tasks"]) == 12
        for field, label in LABELS.items():
            shown, known = cell[label].replace("−", "-"), made.square(field)[i, j]
            assert shown.startswith("<") or float(shown) == pytest.approx(known, abs=6e-3), (
                names[i],
                names[j],
                label,
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(tmp_path, language):
    page = Page(written(tmp_path, settings=replace(PAGE, showing={"language": language})))
    assert page.of("html")[0]["lang"] == language
    with writing(language):
        words = text("page", comparison("ABCD"))
        said = [
            *words.headings.values(),
            *words.controls.values(),
            *words.orders.values(),
            words.unchanged(4),
        ]
    of_script = json.loads(page.scripts[0])["words"].values()
    assert all(plain(one) in page.text or one in of_script for one in said)
    assert "\\" not in page.text and "{" not in page.text.replace("{shown}", "").replace("{all}", "")


def test_the_same_report_gives_the_same_bytes(usual, tmp_path):
    assert written(tmp_path / "report") == usual[1]


def test_the_place_of_a_report_is_not_in_it(tmp_path, monkeypatch):
    monkeypatch.setattr("comparatex.provenance._of_ours", lambda _: "the same")  # while somebody edits it
    found = []
    for name in ("here", "there"):
        scores = tmp_path / name / "scores.csv"
        scores.parent.mkdir()
        scores.write_text("task,A,B\n", encoding="utf-8")
        page = written(tmp_path / name / "report", settings=replace(SMALL, sources=(scores,)))
        found.append((page, (tmp_path / name / "report" / "manifest.json").read_bytes()))
    assert found[0] == found[1] and "scores.csv" in found[0][0]


def test_without_html_there_is_no_page_and_an_earlier_one_goes(tmp_path):
    written(tmp_path, settings=SMALL)
    assert write_report(comparison("ABCD"), tmp_path, replace(SMALL, html=False)) == tmp_path
    assert not (tmp_path / "report.html").exists()


def test_a_page_that_is_up_to_date_is_not_made_again(tmp_path, monkeypatch):
    written(tmp_path, settings=SMALL)
    before = (tmp_path / "report.html").stat().st_mtime_ns
    monkeypatch.setattr("comparatex.report.page", lambda *_: pytest.fail("the page is made again"))
    written(tmp_path, settings=SMALL)
    assert (tmp_path / "report.html").stat().st_mtime_ns == before


def test_a_page_is_checked_with_its_report(tmp_path):
    written(tmp_path, settings=SMALL)
    page = tmp_path / "report.html"
    assert len(verify(page)) == len(verify(tmp_path)) == 1  # it was not made from files
    content = page.read_text(encoding="utf-8")
    page.write_text(content.replace("highest", "lowest"), encoding="utf-8")
    assert any("Not as built: report.html" in text for text in verify(tmp_path))
    with pytest.raises(DataError, match="edited"):
        verify(page)
    new = written(tmp_path / "new" / tmp_path.name, comparison("ABC"), SMALL)
    written(tmp_path, comparison("ABC"), SMALL)
    assert "lowest" in page.read_text(encoding="utf-8")
    assert (tmp_path / "report.new.html").read_text(encoding="utf-8") == new


def test_a_page_of_another_build_is_recognised(tmp_path):
    old = written(tmp_path / "a", settings=SMALL)
    written(tmp_path / "b", comparison("ABC"), SMALL)
    (tmp_path / "old.html").write_text(old, encoding="utf-8")
    assert any("shows a build other" in text for text in verify(tmp_path / "old.html", tmp_path / "b"))


def test_several_measures_are_parts_of_one_page(tmp_path):
    from test_measures import build

    out = build(tmp_path, "--no-pdf", "--no-previews", "--html", "--artefacts", "mcm")
    page = Page((out / "report.html").read_text(encoding="utf-8"))
    names = page.values("id")
    assert len(names) == len(set(names))
    assert sum(one.get("class") == "mcm" for one in page.of("table")) == 2
    assert "Results by accuracy" in page.text and "Results by log_loss" in page.text
    pages = linked(out / "report.html")
    assert pages == {name: (out / "measures" / name / "report.html").resolve() for name in ("accuracy", "log_loss")}
    assert all(linked(path) == {"The whole report": (out / "report.html").resolve()} for path in pages.values())
    assert page.text.count("has the highest mean accuracy") >= 1 and "has the lowest mean log_loss" in page.text


def test_groups_have_pages_and_an_audit_is_a_section(tmp_path):
    from comparatex.artefacts import audit

    made = comparison("ABCDE")
    settings = replace(SMALL, label_prefix="")
    page = Page(written(tmp_path, made, settings, audit=audit(made), groups=[comparison("ABCDE", 6)]))
    assert "What could change these conclusions" in page.text
    assert "fig-audit-patterns" in page.values("id")
    assert len(list(tmp_path.glob("groups/*/report.html"))) == 1


def linked(path):
    """Return the other pages that a page leads to, by what its links say."""
    content = path.read_text(encoding="utf-8")
    links = re.findall(r'<a href="([^"#]+)">([^<]*)</a>', content)
    return {said: (path.parent / unquote(address)).resolve() for address, said in links}


def test_the_pages_of_groups_and_of_the_whole_lead_to_each_other(tmp_path):
    names, part = ("ECG", "images & <films>", "Ubung", "Übung"), comparison("ABCD", 6).scores
    written(tmp_path, settings=SMALL, groups=[cx.compare(replace(part, task_group=name)) for name in names])
    whole = (tmp_path / "report.html").resolve()
    pages = linked(whole)
    assert {*pages} == {*map(escape, names)}
    assert all(linked(page) == {"The whole report": whole} for page in pages.values())


def test_a_letter_that_no_font_has_is_left_to_the_reader(tmp_path):
    name = "\U0010fade\U0010fadf"  # of private use: whatever fonts a machine has, they lack these
    content = written(tmp_path, comparison(("A", "B", name)), artefacts=("cdd",))
    assert f"{name}</text>" in content


def test_a_template_of_ones_own_changes_the_page(tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    (own / "report.css").write_text("body { color: rebeccapurple; }\n", encoding="utf-8")
    (own / "report.html.jinja").write_text(
        '%% extends "builtin/report.html.jinja"\n%% block body\n<p>Mine.</p>\n\\VAR{super()}\n%% endblock\n',
        encoding="utf-8",
    )
    content = written(tmp_path / "out", settings=replace(SMALL, templates=(own,)))
    assert "rebeccapurple" in content and "<p>Mine.</p>" in content


def test_every_work_is_listed_without_tex():
    works = _works()
    assert len(works) >= 12 and "Demšar" in works["demsar2006"] and "Bjørn" in works["nemenyi1963"]
    assert not any(re.search(r"[\\{}]|--|\.\.|None", str(work)) for work in works.values())


def test_prose_with_all_that_it_may_have():
    assert html("a < b") == "a &lt; b" and html(html("a < b")) == "a &lt; b"
    marked = _inline("number", "a key") + " & " + math("χ²") + "-test" + _inline("cite", "b,a")
    number = Prose.of(marked)
    links = Links({}, {"a": 1, "b": 2}, {("", "a key"): "p < 0.05"})
    shown = html(number, links)
    assert shown == (
        '<i>p</i>\xa0&lt;\xa00.05 &amp; <i>χ</i>²\u2011test\xa0[<a href="#ref-a">1</a>, <a href="#ref-b">2</a>]'
    )
    with pytest.raises(TemplateError, match="a key"):
        html(number)
    lost = Prose.of(_inline("ref", "fig-x", "Figure <1>"))
    assert html(lost) == "Figure &lt;1&gt;"
    assert html(lost, Links({"fig-x": "7"})) == '<a href="#fig-x">Figure &lt;1&gt;\xa07</a>'


@pytest.mark.parametrize("name", ["mcm", "cdd", "scatter", "ranks"])
def test_a_picture_as_svg_has_a_name_and_says_its_result(tmp_path, name):
    made = comparison(EVIL)
    path = cx.write(made, name, tmp_path / "picture.svg")
    root = ElementTree.parse(path).getroot()
    words = {one.attrib["id"]: one.text for one in root if "id" in one.attrib}
    view = artefacts.view(made, name)
    assert root.attrib["role"] == "img"
    assert [words[key] for key in root.attrib["aria-labelledby"].split()] == [view.title, view.alt]
    cx.write(comparison("AB"), name, path)  # which is ours


def test_the_command_and_the_config_file_ask_for_a_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text("task,A,B\n" + "".join(f"t{i},0.{i}1,0.{9 - i}2\n" for i in range(9)))
    asked = ["report", "scores.csv", "--no-pdf", "--no-previews", "--artefacts", "cdd"]
    first = CliRunner().invoke(main, [*asked, "--html"])
    page = tmp_path / "report" / "report.html"
    assert first.exit_code == 0 and first.stdout.split() == [str(Path("report", "report.html"))]
    content = page.read_bytes()
    assert CliRunner().invoke(main, [*asked, "--html", "--check"]).exit_code == 0
    again = CliRunner().invoke(main, [*asked, "--html"])
    assert "Nothing has changed." in again.stderr and again.stdout == first.stdout
    assert CliRunner().invoke(main, [*asked, "--check"]).exit_code == 1
    assert CliRunner().invoke(main, ["verify", "report/report.html"]).exit_code == 0
    (tmp_path / "comparatex.toml").write_text(
        "[report]\nhtml = true\npdf = false\npreviews = false\nartefacts = ['cdd']\n"
    )
    assert CliRunner().invoke(main, ["report", "scores.csv"]).exit_code == 0
    assert page.read_bytes() == content


@pytest.mark.parametrize("analysis", [{"test": "nemenyi"}, {"test": "sign", "correction": "none"}, {"test": "t"}])
def test_no_number_of_a_pair_is_there_twice(tmp_path, analysis):
    page = Page(written(tmp_path, comparison("ABCD", **analysis), SMALL))
    (table,) = (one for one in page.of("table") if one["class"] == "mcm")
    labels = table["data-labels"].split("\n")
    assert len(labels) == len({*labels}) >= 8
    assert any("Nemenyi" in label for label in labels)


def test_raw_p_values_are_there_beside_corrected_ones(tmp_path):
    settings = replace(SMALL, own={"mcm": {"adjusted": True}})
    page = Page(written(tmp_path, settings=settings))
    (table,) = (one for one in page.of("table") if one["class"] == "mcm")
    assert {"Wilcoxon p (Holm)", "Wilcoxon p"} <= {*table["data-labels"].split("\n")}
