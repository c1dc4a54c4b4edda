"""The page of a report in a browser: sorting, hiding, the keyboard, accessibility; nothing else is fetched or said."""

import csv
import io
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import comparatex as cx
from comparatex.report import write_report
from test_page import EVIL, PAGE

pytestmark = pytest.mark.browser

NAMES = ("ROCKET", "HIVE-COTE", "Arsenal", "Inception_Time_with_a_long_name", *EVIL[:2])


SHOWN = ("mcm", "scatter", "cdd", "posterior", "ranks", "verdicts", "scores", "leaderboard")


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """Return the pages by language, and that of a table."""
    values = np.random.default_rng(0).integers(400, 700, (34, 6)) / 1000 + np.repeat((0, 0.12, 0.24), 2)
    tasks = tuple(f"task {i}" for i in range(34))
    made = cx.compare(cx.read((values.round(3), NAMES, tasks)), bayes=True, rope=0.01)
    found = {}
    for language in ("en", "de"):
        showing = {"language": language, "ours": ("Arsenal",)}
        settings = replace(PAGE, label_prefix="", showing=showing, artefacts=SHOWN)
        found[language] = write_report(made, tmp_path_factory.mktemp(language), settings)
    many = np.random.default_rng(1).integers(400, 999, (40, 20)) / 1000
    names = tuple(f"A method of {one}" for one in "ABCDEFGHIJKLMNOPQRST")
    wide = cx.compare(cx.read((many, names, tuple(f"a task with a name {i}" for i in range(40)))))
    found["wide"] = write_report(wide, tmp_path_factory.mktemp("wide"), PAGE)
    namesakes = cx.compare({name: dict(zip("Abcdef", range(k, k + 6), strict=True)) for k, name in enumerate("ABC")})
    found["namesakes"] = write_report(
        namesakes,
        tmp_path_factory.mktemp("namesakes"),
        replace(PAGE, label_prefix="", artefacts=("mcm", "scores")),
    )
    found["table"] = cx.write(made, "ranks", tmp_path_factory.mktemp("table") / "ranks.html")
    return found


@pytest.fixture(scope="module")
def axe():
    home = Path(find_spec("axe_playwright_python").origin).parent
    return (home / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tab(chromium):
    """A tab for all tests: a renderer of its own for each would cost more than all that they do."""
    page = chromium.new_page()
    page.set_default_timeout(180_000)  # milliseconds: a busy machine may take its time
    yield page
    page.close()


@pytest.fixture
def visit(chromium, tab, reports):
    """Open a page, and see afterwards that it has said nothing on the console and fetched nothing else."""
    opened, heard, fetched = [], [], []
    listeners = {
        "console": lambda message: heard.append(message.text),
        "pageerror": lambda error: heard.append(str(error)),
        "dialog": lambda dialog: heard.append(dialog.message),
        "request": lambda request: fetched.append(request.url),
    }

    def open_page(name="en", *, width=1280, color_scheme="light", forced_colors="none", **how):
        """Open it in a tab of its own where it differs in how."""
        page = chromium.new_page(**how) if how else tab
        opened.append(page)
        for event, listener in listeners.items():
            page.on(event, listener)
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(media="screen", color_scheme=color_scheme, forced_colors=forced_colors)
        page.mouse.move(0, 0)
        page.goto(reports[name].as_uri())
        return page

    yield open_page
    for page in opened:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
        if page is not tab:
            page.close()
    assert heard == []
    own = {path.as_uri() for path in reports.values()} | {"data:,"}
    assert {url.partition("#")[0] for url in fetched} <= own


def texts(found):
    return [text.strip() for text in found.all_inner_texts()]


def number(text):
    return float(text.replace("−", "-").replace(",", ".").lstrip("<"))


def names_of(page):
    """Return the comparates of the rows and of the columns of the matrix that are shown."""
    shown = page.locator("#fig-mcm table.mcm th:visible .name")
    every = shown.evaluate_all("all => all.map(one => [one.closest('thead') ? 1 : 0, one.textContent])")
    return [name for column, name in every if not column], [name for column, name in every if column]


@pytest.mark.parametrize("language", ["en", "de"])
def test_tables_are_sorted_by_their_headings(visit, language):
    page = visit(language)
    table = page.locator("#tab-ranks table")
    heading = table.locator("thead th").nth(1)

    def column():
        return [number(text) for text in texts(table.locator("tbody tr td:nth-child(2)"))]

    table.locator("thead th button").first.click()  # by name first, so that another order is undone
    before = texts(table.locator("tbody th"))
    assert sorted(before, key=str.casefold)[-1] == "ROCKET" == before[-1]
    heading.locator("button").click()
    assert column() == sorted(column()) and heading.get_attribute("aria-sort") == "ascending"
    heading.locator("button").press("Enter")
    assert column() == sorted(column(), reverse=True) and heading.get_attribute("aria-sort") == "descending"
    assert table.locator("[aria-sort]").count() == 1
    heading.locator("button").press("Space")
    assert column() == sorted(column()) and table.locator("[aria-sort]").count() == 0  # as it was: by mean rank


def test_means_stay_below_the_tasks(visit):
    page = visit()
    table = page.locator("#tab-scores table")
    last = texts(table.locator("tfoot th"))
    for k in (0, 1, 1):
        table.locator("thead button").nth(k).click()
        assert texts(table.locator("tr th"))[-2:] == last and len(last) == 2
    scores = [number(text) for text in texts(table.locator("tbody td:nth-child(2)"))]
    assert scores == sorted(scores, reverse=True) and len(scores) == 34


def test_rows_are_sorted_within_their_tiers(visit):
    page = visit()
    table = page.locator("#tab-leaderboard table")
    tiers = [sorted(texts(body.locator("th + td + td"))) for body in table.locator("tbody").all()]
    assert len(tiers) > 1
    for _ in range(2):
        table.locator("thead button").nth(2).click()
        assert [sorted(texts(body.locator("th + td + td"))) for body in table.locator("tbody").all()] == tiers


def test_rows_and_columns_are_put_into_an_order(visit):
    page = visit()
    before = names_of(page)
    assert before[0] == before[1] and {*before[0]} == {*NAMES}
    for order in ("name", "rank", "median", "mean", "given"):
        page.locator("#fig-mcm select").select_option(order)
        rows, columns = names_of(page)
        assert rows == columns
        if order == "name":
            plain = [name for name in rows if name[0].isalpha()]
            assert plain == sorted(plain) and rows != before[0]
        for i in range(len(rows)):
            own = page.locator("#fig-mcm table.mcm tbody tr").nth(i).locator("td").nth(i)
            assert own.get_attribute("class") == "self"
    assert names_of(page) == before


def test_a_name_above_a_column_sorts_the_rows(visit):
    page = visit()
    head = page.locator("#fig-mcm table.mcm thead th").nth(1)
    head.locator("button").click()
    cells = page.locator("#fig-mcm table.mcm tbody tr td:nth-child(3) span:first-child")
    found = [number(text) for text in texts(cells)]
    assert len(found) == 5 and found == sorted(found) and head.get_attribute("aria-sort") == "ascending"
    assert names_of(page)[0] != names_of(page)[1]
    head.locator("button").press("Enter")
    assert [number(text) for text in texts(cells)] == found[::-1]


def test_comparates_are_hidden_and_shown(visit):
    page = visit()
    before = names_of(page)
    numbers = page.locator("#fig-mcm table.mcm td[data-n]").evaluate_all("all => all.map(one => one.dataset.n)")
    figure = page.locator(".choosing")
    figure.locator("summary").click()
    figure.get_by_label("Arsenal", exact=True).uncheck()
    assert names_of(page) == tuple([name for name in side if name != "Arsenal"] for side in before)
    assert figure.get_by_role("status").inner_text() == "5 of 6 methods are shown."
    figure.get_by_role("button", name="None").click()
    assert names_of(page) == ([], [])
    figure.get_by_role("button", name="All", exact=True).click()
    assert names_of(page) == before
    assert page.locator("#fig-mcm table.mcm td[data-n]").evaluate_all("all => all.map(one => one.dataset.n)") == numbers
    assert "recompute nothing" in figure.inner_text() and "of all six methods" in figure.inner_text()
    page.keyboard.press("Escape")
    assert figure.locator(".choice").is_hidden()


def test_a_name_is_hidden_in_every_table(visit):
    page = visit()
    rows = page.locator("#tab-ranks tbody tr:visible")
    heads = page.locator("#tab-scores thead th:visible")
    assert (rows.count(), heads.count()) == (6, 7)
    page.get_by_role("searchbox").fill("rOcK")
    assert texts(page.locator("#tab-ranks tbody tr:visible th")) == ["ROCKET"]
    assert names_of(page) == (["ROCKET"], ["ROCKET"])
    assert heads.count() == 2 and page.locator("#tab-scores tbody tr:visible").count() == 34
    assert page.locator(".choosing [role=status]").inner_text() == "1 of 6 methods are shown."
    page.get_by_role("searchbox").fill("")
    assert (rows.count(), heads.count()) == (6, 7)


def test_a_task_of_the_name_of_a_comparate_stays(visit):
    page = visit("namesakes")
    page.locator(".choosing summary").click()
    page.locator(".choosing").get_by_label("A", exact=True).uncheck()
    assert texts(page.locator("#tab-scores tbody tr:visible th")) == ["A", "b", "c", "d", "e", "f"]


def test_cells_may_have_differences_alone(visit):
    page = visit()
    cell = page.locator("#fig-mcm table.mcm td[data-n]").first
    assert cell.locator("span:visible").count() > 1
    page.locator("#fig-mcm").get_by_label("Differences only").check()
    assert texts(cell.locator("span:visible")) == [cell.get_attribute("data-n").split("\n")[0]]


def test_tables_are_copied(visit):
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    figure = page.locator("#tab-ranks")
    cells = [texts(row.locator("th, td")) for row in figure.locator("tr").all()]
    status = figure.get_by_role("status").filter(has_text="Copied.")
    figure.get_by_role("button", name="Copy as CSV").click()
    status.wait_for()  # a clipboard takes its time
    copied = list(csv.reader(io.StringIO(page.evaluate("navigator.clipboard.readText()"))))
    assert [[value.strip() for value in row] for row in copied] == cells
    figure.get_by_role("button", name="Copy as LaTeX").click()
    status.wait_for()
    tex = page.evaluate("navigator.clipboard.readText()")
    assert tex.startswith("\\begin{tabular}{lrrrrr}\n  \\toprule\n") and tex.count(r"\\") == 7
    assert r"Inception\_Time\_with\_a\_long\_name &" in tex and r"$<$/script$>$$<$img src=x" in tex
    assert r"\textbf{Arsenal}" in tex


def test_without_a_clipboard_no_button_promises_one(visit):
    page = visit(locale="en")  # a tab of its own, whose script stays
    buttons = page.locator(".copy button")
    assert buttons.count() > 0
    page.context.add_init_script("delete Navigator.prototype.clipboard")  # as on a page over plain HTTP
    page.reload()
    assert buttons.count() == 0


def test_a_table_that_goes_on_fades(visit):
    page = visit("wide", width=600)
    box = page.locator("figure.table .scroll").first
    box.and_(page.locator(".right")).wait_for()  # sizes are observed from frame to frame
    box.evaluate("box => box.scrollTo(box.scrollWidth, box.scrollHeight)")
    box.and_(page.locator(":not(.right)")).wait_for()


def focused(page):
    return page.evaluate(
        "() => { const one = document.activeElement;  return [one.parentNode.rowIndex, one.cellIndex, one.tagName]; }"
    )


def test_the_matrix_is_reached_and_read_by_keyboard(visit):
    page = visit()
    tip = page.get_by_role("tooltip")
    page.locator("#fig-mcm .differences").focus()
    for _ in NAMES:
        page.keyboard.press("Tab")
    assert focused(page)[2] == "BUTTON"  # that of the last column
    page.keyboard.press("Tab")
    assert focused(page) == [1, 1, "TD"]
    assert texts(tip.locator("dt")) == ["mean score", "median score", "mean rank"]
    page.keyboard.press("ArrowRight")
    assert focused(page) == [1, 2, "TD"]
    cell = page.locator("#fig-mcm table.mcm tbody td:focus")
    assert cell.get_attribute("aria-describedby") == tip.get_attribute("id")
    assert texts(tip.locator("dd")) == cell.get_attribute("data-n").split("\n")
    rows, columns = names_of(page)
    assert tip.locator("strong").inner_text() == f"{rows[0]} – {columns[1]}"
    page.keyboard.press("Escape")
    assert tip.is_hidden() and cell.get_attribute("aria-describedby") is None
    for key, place in (
        ("ArrowDown", [2, 2]), ("End", [2, 6]), ("ArrowRight", [2, 6]), ("Home", [2, 1]), ("ArrowUp", [1, 1]),
        ("ArrowUp", [1, 1]), ("Control+End", [6, 6]), ("ArrowDown", [6, 6]), ("Control+Home", [1, 1]),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert focused(page) == [*place, "TD"], key
    assert tip.is_visible()
    page.keyboard.press("Tab")
    assert focused(page)[2] != "TD"  # one cell alone is in the order of Tab
    page.keyboard.press("Shift+Tab")
    assert focused(page) == [1, 1, "TD"]


def test_arrows_follow_the_order_and_pass_what_is_hidden(visit):
    page = visit()
    page.locator("#fig-mcm select").select_option("name")
    hidden = names_of(page)[0][1]
    page.locator(".choosing summary").click()
    page.locator(".choosing").get_by_label(hidden, exact=True).uncheck()
    rows, columns = names_of(page)
    page.locator("#fig-mcm table.mcm td[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tooltip").locator("strong").inner_text() == f"{rows[0]} – {columns[1]}"
    page.keyboard.press("Control+End")
    page.keyboard.press("ArrowLeft")
    assert page.get_by_role("tooltip").locator("strong").inner_text() == f"{rows[-1]} – {columns[-2]}"


def test_pointing_at_a_cell_shows_its_numbers(visit):
    page = visit()
    tip, cell = page.get_by_role("tooltip"), page.locator("#fig-mcm table.mcm td[data-n]").nth(3)
    assert tip.count() == 0
    cell.hover()
    assert texts(tip.locator("dd")) == cell.get_attribute("data-n").split("\n")
    tip.hover()
    page.wait_for_timeout(250)
    assert tip.is_visible()
    page.locator("h1").hover()
    tip.wait_for(state="hidden")
    cell.hover()
    page.keyboard.press("Escape")
    assert tip.count() == 0


def test_the_numbers_are_those_of_the_cell_with_the_focus_wherever_the_pointer_rests(visit):
    page = visit(width=375)
    tip = page.get_by_role("tooltip")
    page.locator("#fig-mcm table.mcm td[data-n]").nth(1).hover()
    page.locator("#fig-mcm table.mcm td[tabindex='0']").focus()
    box = page.locator("#fig-mcm .scroll").bounding_box()
    for key in ("ArrowDown", "Control+End", "Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)  # what scrolls comes to rest
        cell = page.locator("#fig-mcm table.mcm td:focus")
        numbers = cell.get_attribute("data-n")
        if numbers:
            assert texts(tip.locator("dd")) == numbers.split("\n"), key
        head = page.locator("#fig-mcm table.mcm tbody tr:has(td:focus) th").bounding_box()
        left, right = (cell.bounding_box()["x"] + k * cell.bounding_box()["width"] for k in (0, 1))
        assert head["x"] + head["width"] <= left and right <= box["x"] + box["width"] + 1, key
    page.wait_for_timeout(200)
    assert tip.is_visible()


RULES = """axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.map(
  (one) => [one.id, one.nodes.map((node) => node.html.slice(0, 120))]))"""


@pytest.mark.parametrize(("name", "scheme"), [("en", "light"), ("de", "dark"), ("table", "light"), ("table", "dark")])
def test_nobody_is_shut_out(visit, axe, name, scheme):
    page = visit(name, color_scheme=scheme)
    if name != "table":
        page.locator(".choosing summary").click()
        page.locator("#fig-mcm table.mcm td[data-n]").last.focus()
        assert page.get_by_role("tooltip").is_visible()
    page.evaluate(axe)
    assert page.evaluate(RULES) == []


WIDER = """[...document.querySelectorAll("body *")].filter((one) => !one.closest(".scroll, .card, .skip")
  && one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
  .map((one) => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("name", ["en", "de", "table"])
@pytest.mark.parametrize("width", [375, 1280])
def test_nothing_but_wide_tables_and_figures_is_wider_than_the_screen(visit, name, width):
    page = visit(name, width=width)
    if name != "table":
        page.locator(".choosing summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(WIDER) == []
    if name != "table" and width == 375:
        page.locator("#fig-mcm table.mcm td[data-n]").nth(2).focus()
        box = page.get_by_role("tooltip").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width


@pytest.mark.parametrize("how", ["print", "hidden", "forced"])
def test_nobody_is_shut_out_whatever_is_shown(visit, axe, how):
    page = visit(**({"forced_colors": "active"} if how == "forced" else {}))
    if how == "print":
        page.emulate_media(media="print")
    if how == "hidden":
        page.locator(".choosing summary").click()
        for name in NAMES[:3]:
            page.locator(".choosing").get_by_label(name, exact=True).uncheck()
    page.evaluate(axe)
    assert page.evaluate(RULES) == []


def test_the_first_link_passes_the_contents(visit):
    page = visit()
    page.keyboard.press("Tab")
    assert page.locator(".skip:focus").is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('nav')") is None
    assert page.evaluate("document.activeElement.closest('section') !== null")


def test_colours_that_mean_something_stay_where_others_are_forced(visit):
    page = visit(forced_colors="active")
    cells = page.locator("#fig-mcm table.mcm tbody td[data-n]")
    grounds = cells.evaluate_all("all => all.map(one => getComputedStyle(one).backgroundColor)")
    assert len({*grounds}) > 5
    assert page.locator(".card").first.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"


PAPER = 672, 1001
"""Pixels that the margins leave of A4, upright and on its side."""


def test_what_is_printed_fits_the_paper(visit):
    page = visit("wide", width=PAPER[1])
    page.emulate_media(media="print")
    for width, chosen in zip(PAPER, (":not(.wide)", ".wide"), strict=True):
        page.set_viewport_size({"width": width, "height": 800})
        tables = page.locator(f"figure{chosen} table")
        widths = tables.evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
        assert widths and max(widths) <= width


def test_a_phone_shows_place_name_score_and_bar(visit):
    page = visit("wide", width=360)
    board = page.locator(".board")
    assert board.locator("thead th:visible").count() == 4
    row = board.locator("tbody tr").first
    assert row.locator(".interval").is_visible() and row.locator("td:visible span:visible").count() == 0
    widths = [board.locator(part).bounding_box()["width"] for part in (".scroll", "table")]
    assert widths[1] <= widths[0] + 1
    drawn = page.locator("figure[id$=fig-cdd] svg")
    assert [svg.is_visible() for svg in drawn.all()] == [False, True]
    page.set_viewport_size({"width": 800, "height": 800})
    assert [svg.is_visible() for svg in drawn.all()] == [True, False]


def test_what_is_printed_on_its_side_comes_last(visit):
    page = visit("wide")
    order = "[...document.querySelectorAll('figure')].map(one => one.id)"
    before, wide = (
        page.evaluate(order),
        page.locator("figure.wide").evaluate_all("all => all.map(one => one.id)"),
    )
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(order) == [*(one for one in before if one not in wide), *wide] != before
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(order) == before


def test_what_is_printed_has_no_controls_and_is_light(visit):
    page = visit(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for hidden in (".controls", "nav", ".hint", "[role=tooltip]"):
        assert page.locator(hidden).first.is_hidden()
    heights = page.locator(".scroll").evaluate_all("all => all.map(one => one.scrollHeight - one.clientHeight)")
    assert heights == [0] * len(heights)


def test_without_its_script_the_page_has_everything(visit):
    page = visit(java_script_enabled=False)
    assert page.locator("#fig-mcm .controls").is_hidden()
    assert page.locator("#fig-mcm table.mcm td:visible").count() >= 30
    assert page.locator("th button").count() == 0
    assert page.locator("h2").count() >= 6


def test_short_names_in_headings_do_not_break(visit):
    heads = visit("en", width=390).locator("#tab-scores thead th button")
    high = dict(heads.evaluate_all("all => all.map(one => [one.textContent.trim(), one.offsetHeight])"))
    assert high["HIVE-COTE"] == high["ROCKET"]
