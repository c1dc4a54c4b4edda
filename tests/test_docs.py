"""The documentation builds without a warning, and what its pages and the README show runs."""

import contextlib
import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from pkgutil import resolve_name

import click
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.artefacts import ARTEFACTS, FINDINGS
from comparatex.cli import COMMANDS, FORMS, main
from comparatex.typeset import engines

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))}
PAGES["README.md"] = (ROOT / "README.md").read_text("utf-8")
STAMPS = r"\comparatexfragment"
OF_A_FIELD = tuple(f"docs/guides/{name}.md" for name in ("aeon", "forecasting", "reinforcement-learning", "tabular"))
"""Guides with the same commands as others, on results of one field."""
WITHOUT_TEX = """\
import sys
from comparatex.__main__ import main
from comparatex.typeset import engines
engines.find = lambda *_, **__: None
if sys.argv[1] == "report":
    sys.argv.append("--no-previews")
main()
"""


def blocks(page, language):
    """Return the code blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGES[page], re.MULTILINE | re.DOTALL)


def block(page, language, start):
    """Return the one that begins with a text."""
    (code,) = (code for code in blocks(page, language) if code.startswith(start))
    return code


def pages_with(*languages):
    return [page for page in PAGES if any(blocks(page, language) for language in languages)]


@cache
def extension(name):
    """Import a module of docs/_ext."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / "_ext" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def study(tmp_path, monkeypatch, request):
    """A folder with a table and the files that a page names, or any page, in which the test runs."""
    one = getattr(request.node, "callspec", None)
    pages = [PAGES[one.params["page"]]] if one else PAGES.values()
    extension("samples").write(tmp_path, " ".join(["results.csv", *pages]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shell(code, folder, *, tex):
    """Run code in a folder, with our command on the path."""
    command = folder / "bin" / "comparatex"
    command.parent.mkdir(exist_ok=True)
    program = "from comparatex.__main__ import main; main()" if tex else WITHOUT_TEX
    command.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{program}' \"$@\"\n", encoding="utf-8")
    command.chmod(0o755)
    path = os.pathsep.join([str(command.parent), os.environ["PATH"]])
    where = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        ["bash", "-euc", code],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": where},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"{code}\n{done.stderr}"


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The pages, built as for readers but for the pictures of the gallery."""
    if importlib.util.find_spec("sphinx") is None:
        (pytest.fail if "CI" in os.environ else pytest.skip)("Sphinx is not installed.")
    out = tmp_path_factory.mktemp("site")
    where = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-t", "blank", "-d", out / ".trees", DOCS, out],
        env={**os.environ, "PYTHONPATH": where},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return out


@pytest.mark.thorough
def test_the_site_builds_without_a_warning(site):
    assert {"index.html", "start.html", "gallery.html"} <= {path.name for path in site.iterdir()}


@pytest.mark.thorough
def test_the_site_needs_no_other_server(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        found = re.findall(r"""<(?:script|img|link)\b[^>]*(?:src|href)=["'](https?:[^"']+)""", page.read_text("utf-8"))
        assert found == [], page.name


@pytest.mark.thorough
def test_every_picture_of_the_site_is_there(site):
    shown = [
        page.parent / source
        for page in site.rglob("*.html")
        for source in re.findall(r'<img[^>]* src="([^"]+)"', page.read_text("utf-8"))
    ]
    assert shown
    assert [source for source in shown if not source.is_file()] == []


@pytest.mark.thorough
def test_every_command_format_and_number_is_on_the_site(site):
    commands = (site / "reference" / "commands.html").read_text("utf-8")
    listed = [name for names in COMMANDS.values() for name in names]
    forms = ["-".join((of, flag.removeprefix("--"), *words[:1])) for of, flag, words in FORMS.values()]
    assert [name for name in (*listed, *forms) if f'id="{name}"' not in commands] == []
    formats = (site / "reference" / "formats.html").read_text("utf-8")
    listed = re.findall(r"^([\w-]+):", CliRunner().invoke(main, ["formats"]).stdout, re.MULTILINE)
    assert listed and [name for name in listed if f'id="{name}"' not in formats] == []
    numbers = (site / "reference" / "numbers.html").read_text("utf-8")
    assert "adjusted p of A against B" in re.sub("<[^>]*>", "", numbers)


def test_what_pages_show_is_up_to_date(request):
    generated = extension("generated")
    for path, text in generated.pages().items():
        new = generated.refreshed(text)
        if request.config.getoption("--update-golden"):
            path.write_text(new, encoding="utf-8")
        else:
            assert text == new, f"{path}: python docs/_ext/generated.py"


def test_editors_and_type_checkers_see_every_keyword():
    stub = extension("stub")
    assert stub.PATH.read_text("utf-8") == stub.stub(), "python docs/_ext/generated.py"


def test_the_gallery_is_drawn_by_its_commands(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    gallery, few = extension("gallery"), ("mcm", "cdd-bands", "audit-robustness")
    monkeypatch.setattr(gallery, "PICTURES", {picture: gallery.PICTURES[picture] for picture in few})
    monkeypatch.setattr(gallery, "REPORT", f"{gallery.REPORT} --artefacts ranks")
    gallery.draw(tmp_path / "gallery")
    assert all(b"<path" in (tmp_path / "gallery" / f"{picture}.svg").read_bytes() for picture in few)
    assert (tmp_path / "gallery" / "report.html").stat().st_size > 1000


def test_the_commands_of_the_gallery_are_understood(monkeypatch):
    monkeypatch.chdir(ROOT)
    group = click.Context(main, **main.context_settings)  # a command keeps the names of the flag for help
    for picture in extension("gallery").PICTURES.values():
        words = [*shlex.split(picture.command)[1:], "-o", "picture.svg"]
        name, command, arguments = main.resolve_command(group, words)
        with command.make_context(name, arguments, parent=group):
            pass


def test_the_gallery_has_every_figure_and_table():
    commands = [shlex.split(picture.command)[1:] for picture in extension("gallery").PICTURES.values()]
    resolved = [main.resolve_command(click.Context(main), words)[1].name for words in commands]
    shown = {words[1] if name == "table" else name for name, words in zip(resolved, commands, strict=True)}
    assert shown == {*ARTEFACTS, *FINDINGS}, "PICTURES of docs/_ext/gallery.py needs a command for each"


def test_the_gallery_restyles_every_figure_by_three_names_that_exist():
    styles, restyled = extension("styles"), extension("gallery").RESTYLED
    changed_by = {
        (name, setter)
        for setter, listed in re.findall(r"By `\\(\w+)`:\n\n((?:- .*\n)+)", styles.plot_styles())
        for name in re.findall(r"^- `(.+?)`", listed, re.MULTILINE)
    }
    keys = set(re.findall(r"^- `(.+?)`", styles.keys(), re.MULTILINE))
    figures = {name for name, artefact in {**ARTEFACTS, **FINDINGS}.items() if artefact.folder == "figures"}
    assert set(restyled) >= figures, "RESTYLED of docs/_ext/gallery.py needs three names of each"
    for lines in restyled.values():
        assert len(lines) == 3
        for line, _ in lines:
            setter, name = re.match(r"\\(\w+)\{([^/=]+(?:/[^./=]+)?)", line).groups()
            assert name == "palette" or name in keys or (name, setter) in changed_by, line


def test_the_gallery_has_a_small_picture_of_every_figure():
    gallery = extension("gallery")
    sizes = {path.stem: path.stat().st_size for path in gallery.PICTURED.glob("*.png")}
    assert set(sizes) == set(gallery.set_by_tex()), "run python docs/_ext/gallery.py"
    assert max(sizes.values()) <= gallery.LARGEST


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("cdd-classic", "scatter") else pytest.param(name, marks=pytest.mark.thorough)
        for name in extension("gallery").set_by_tex()
    ],
)
def test_pictures_of_the_gallery_are_up_to_date(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    gallery = extension("gallery")
    assert gallery.digest_in(name) == gallery.digest(gallery.fragment(name)), "run python docs/_ext/gallery.py"


def test_the_cell_of_the_readme_is_read_as_it_is(monkeypatch):
    matrix, lines = extension("gallery").explained()
    cell = r"\comparatexmcmsignificant{48}{0.060}{39/0/5}{<0.0001}"
    assert cell in matrix
    assert lines[0] == (r"\textbf{0.060}", "the mean accuracy of MLP is 0.060 above that of 1-NN")
    assert lines[1] == ("39/0/5", "of 44 data sets, MLP wins 39, ties 0 and loses 5")
    assert lines[2][0] == "$<$0.0001"


def test_every_setting_of_the_style_has_a_value_and_a_sentence():
    styles = extension("styles")
    said = styles.sentences()
    found = {
        f"{section}/{name}".lstrip("/"): value
        for section, (settings, _) in styles.sections(styles.STYLE.read_text("utf-8")).items()
        for name, value in settings.items()
    }
    assert len(found) > 35
    assert [name for name in found if not said[name, "setting"]] == []
    assert [name for name, value in found.items() if not value and not name.endswith("name")] == []


def test_every_style_is_listed_with_a_sentence():
    styles = extension("styles")
    style = styles.STYLE.read_text("utf-8")
    lists = re.findall(r"^\\comparatex@styles\{(/.*?)\}\{$", style, re.MULTILINE)
    found = [(tree, key) for tree in dict.fromkeys(lists) for key in styles.styles(style, tree)]
    pages, said = styles.plot_styles() + styles.keys(), styles.sentences()
    for tree, key in found:
        kind, name = (tree + key.name).removeprefix("/").split("/", 1)
        of_section = name.removeprefix("comparatex ") if "cdd/" in tree else ""
        assert re.search(rf"^- `{re.escape(of_section or name)}`", pages, re.MULTILINE)
        assert said[(of_section, "TikZ style") if of_section else (name, rf"\{kind}set")], name
        assert key.value.count("{") == key.value.count("}")
    assert 80 <= len(found) <= 112
    shown = re.findall(r"^- `.*?` = `(.*?)`", styles.keys(), re.MULTILINE)
    assert len(shown) > 80
    assert [value for value in shown if value.count("{") != value.count("}") and "…" not in value] == []


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is bash")
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.thorough] if page in OF_A_FIELD else [])
        for page in pages_with("sh")
        if page != "README.md"
    ],
)
def test_commands_of_a_page_run(page, study, monkeypatch):
    monkeypatch.setattr(engines, "find", lambda *_, **__: None)
    for code in blocks(page, "sh"):
        for ours, lines in groupby(code.replace("\\\n", " ").splitlines(), is_plain):
            if ours:
                list(map(command, lines))
            else:
                shell("\n".join(lines), study, tex=False)


def is_plain(line):
    """Whether a line is a command of ours that needs no shell."""
    return re.fullmatch(r"comparatex [^|><;&$`]*", line) is not None


def command(line):
    """Run a line that needs no shell in this process, which has imported what takes long."""
    arguments = shlex.split(line, comments=True)[1:]
    more = ["--no-previews"] if arguments[0] == "report" else []
    result = CliRunner().invoke(main, [*arguments, *more])
    assert result.exit_code == 0, f"{line}\n{result.output}"


def write_study(folder):
    """Write the config file of the guide, and a table as it has one."""
    text = block("docs/guides/study.md", "toml", "scores =")
    (folder / "comparatex.toml").write_text(text, encoding="utf-8")
    (folder / "results.csv").write_text(
        "task,hive_cote_2,ROCKET,BOSS\na,1,2,4\nb,2,3,5\nc,3,5,6\nd,4,3,5\n", encoding="utf-8"
    )


@pytest.mark.filterwarnings("ignore::statsmodels.tools.sm_exceptions.ConvergenceWarning")  # of a mixed model
@pytest.mark.parametrize("page", [page for page in pages_with("python") if page != "README.md"])
def test_python_of_a_page_runs(page, study, monkeypatch):
    monkeypatch.setattr(engines, "find", lambda *_, **__: None)
    monkeypatch.setattr(cx, "write_report", partial(cx.write_report, previews=False))
    if page == "docs/start.md":
        (study / "accuracies.csv").write_bytes((study / "results.csv").read_bytes())
    if page == "docs/guides/study.md":
        write_study(study)
    names = {"__name__": "page"}
    for code in blocks(page, "python"):
        if ">>>" in code:
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            runner.run(doctest.DocTestParser().get_doctest(code, names, page, None, None))
            assert runner.failures == 0
        else:
            with contextlib.redirect_stdout(None):
                exec(code, names)


@pytest.mark.filterwarnings("ignore:.*is deprecated")  # of MyST by Sphinx
def test_documents_of_sphinx_and_typst_show_tables_and_pictures(study):
    page = "docs/guides/outputs.md"
    for name in ("table ranks results.csv -o ranks.md", "table pairwise results.csv -o pairs.typ"):
        command(f"comparatex {name}")
    command("comparatex mcm results.csv -o mcm.svg --backend matplotlib")
    (study / "own.typ").write_text(block(page, "text", "#include"), encoding="utf-8")
    typst = pytest.importorskip("typst")
    assert "All pairs of methods" in pdf_pages(typst.compile(study / "own.typ"))
    (included,) = re.findall(r"^````markdown\n(.*?)^````$", PAGES[page], re.MULTILINE | re.DOTALL)
    site = study / "site"
    site.mkdir()
    for name in ("ranks.md", "mcm.svg"):
        (site / name).write_bytes((study / name).read_bytes())
    (site / "index.md").write_text(f"# Results\n\n{included}", encoding="utf-8")
    (site / "conf.py").write_text('extensions = ["myst_parser"]\nexclude_patterns = ["ranks.md"]\n', encoding="utf-8")
    sphinx = pytest.importorskip("sphinx.cmd.build")
    assert sphinx.main(["-q", "-W", str(site), str(site / "out")]) == 0
    html = (site / "out" / "index.html").read_text("utf-8")
    assert re.search("<td.*ROCKET", html) and 'src="_images/mcm.svg"' in html


@pytest.mark.latex
def test_the_paper_of_the_guide_compiles(study, fragment_compiler):
    page = "docs/guides/paper.md"
    shell(block(page, "sh", "comparatex report"), study, tex=False)
    (study / "comparatex.sty").write_bytes((study / "report" / "comparatex.sty").read_bytes())
    preamble, _, body = block(page, "latex", r"\usepackage{comparatex}").partition("...\n")
    setup = block("docs/guides/restyling.md", "latex", r"\comparatexsetup{theme=monochrome, font")
    numbers = block(page, "latex", "ROCKET wins on")
    (study / "paper.tex").write_text(
        rf"\documentclass{{article}}{preamble}{setup}\begin{{document}}\input{{report/numbers}}{numbers}{body}"
        rf"{block(page, 'latex', chr(92) + 'renewcommand').replace('parts/', '')}\end{{document}}",
        encoding="utf-8",
    )
    shell("pdflatex -interaction=batchmode -halt-on-error paper.tex", study, tex=True)
    text = subprocess.run(["pdftotext", "paper.pdf", "-"], cwd=study, capture_output=True, encoding="utf-8").stdout
    assert "ROCKET wins on 11 of 12 tasks" in " ".join(text.split())


@pytest.mark.latex
@pytest.mark.thorough
def test_the_thesis_of_the_guide_compiles(study):
    page = "docs/guides/thesis.md"
    shell(blocks(page, "sh")[0], study, tex=False)
    (study / "thesis.tex").write_text(blocks(page, "latex")[0], encoding="utf-8")
    shell("pdflatex -interaction=batchmode -halt-on-error thesis.tex", study, tex=True)
    assert "Images: 8 tasks" in pdf_text(study / "thesis.pdf")


def pdf_pages(data):
    document = pypdfium2.PdfDocument(data)
    return " ".join(page.get_textpage().get_text_range() for page in document)


def pdf_text(path):
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, encoding="utf-8", check=True)
    return " ".join(done.stdout.split())


@pytest.mark.latex
@pytest.mark.thorough
def test_the_commands_for_overleaf_and_arxiv_run(study):
    page = "docs/guides/paper.md"
    report, bundle, verify, arxiv = (line[2:] for line in block(page, "console", "$ comparatex report").splitlines())
    little = '[report]\nartefacts = ["mcm", "cdd", "scores"]\npreviews = false\n'
    (study / "comparatex.toml").write_text(little, encoding="utf-8")
    shell(f"{report}\n{bundle}", study, tex=True)
    paper = study / "my-paper"
    paper.mkdir()
    preamble, _, body = block(page, "latex", r"\usepackage{comparatex}").partition("...\n")
    (paper / "paper.tex").write_text(
        rf"\documentclass{{article}}{preamble}\begin{{document}}{body}\end{{document}}", encoding="utf-8"
    )
    shell(
        "cp -r report my-paper\ncp report/comparatex.sty my-paper\ncd my-paper\n"
        "pdflatex -interaction=batchmode -halt-on-error paper.tex\nmv paper.pdf ..",
        study,
        tex=True,
    )
    shell(f"{verify}\n{arxiv}", study, tex=True)
    assert (study / "report.zip").is_file()
    assert (study / "my-paper.tar.gz").is_file()


def test_the_config_file_is_accepted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_study(tmp_path)
    result = CliRunner().invoke(main, ["report", "--no-pdf"])
    assert result.exit_code == 0, result.output
    names = {path.name for path in tmp_path.glob("report/*/*.tex")}
    assert {"mcm.tex", "cdd.tex", "forest.tex", "scores.tex"} <= names
    assert "HC2" in (tmp_path / "report" / "chapter.tex").read_text(encoding="utf-8")


def test_the_figures_of_the_thesis_are_accepted(study):
    (study / "comparatex.toml").write_text(blocks("docs/guides/thesis.md", "toml")[0], encoding="utf-8")
    result = CliRunner().invoke(main, ["report", "results.csv", "--no-pdf", "--no-previews"])
    assert result.exit_code == 0, result.output
    assert {path.stem for path in study.glob("report/figures/*.tex")} >= {"mcm", "mcm-ours", "cdd-best"}


def test_a_paragraph_is_changed_by_one_macro(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.csv").write_text("task,A,B,C\na,1,2,4\nb,2,3,5\nc,3,5,6\nd,4,3,5\n", encoding="utf-8")
    own = tmp_path / "own" / "text" / "en"
    own.mkdir(parents=True)
    macro = block("docs/guides/words.md", "jinja", "%% macro")
    (own / "chapter-methods.jinja").write_text(macro, encoding="utf-8")
    for folder in (("report",), ("own-report", "--templates", "own", "--label-prefix", "", "--chapter-path", "report")):
        result = CliRunner().invoke(main, ["report", "results.csv", "--no-pdf", "-o", *folder])
        assert result.exit_code == 0, result.output
    before, after = (
        {*(tmp_path / name / "chapter.tex").read_text(encoding="utf-8").splitlines()}
        for name in ("report", "own-report")
    )
    (line,) = (line for line in before - after if not line.startswith(STAMPS))
    assert line.startswith("All tests treat the tasks as independent draws")
    assert {line for line in after - before if not line.startswith(STAMPS)} == {
        r"The 4 tasks were chosen before any method was run~\comparatexcite{demsar2006}.",
        "C was tuned on none of them.",
    }


def test_every_command_and_every_option_named_exists():
    params = [param for command in main.commands.values() for param in command.params]
    options = {flag for param in params for flag in (*param.opts, *param.secondary_opts)}
    others = {
        "--help",
        "--help-all",
        "--version",
        "--log_samples",
        "--to",
    }  # the last of lm-evaluation-harness, nbconvert
    seen = set()
    for page, text in PAGES.items():
        if page.startswith("docs/development"):
            continue
        written = re.sub(r"<!-- generated: .*?<!-- end -->", "", text, flags=re.DOTALL)
        for code in re.findall(r"`([^`]+)`", written.replace("```", "")):
            found = re.match(r"comparatex ([a-z-]+)", code)
            if found:
                assert found[1] in {*main.commands} - {*FORMS}, (page, code)
                seen.add(found[1])
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z_-]+", written))
        assert named <= options | others, page
        seen |= named
    assert len(seen) > 50


def anchors(path):
    """Return the anchors of the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    plain = (re.sub(r"[`*]", "", heading).lower() for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE))
    return {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in plain}


def test_no_link_between_pages_is_dead():
    links = [
        (page, target)
        for page, text in PAGES.items()
        for target in re.findall(r"\]\(((?!https?:)[^)\s]+)\)", re.sub(r"(`+)[^`].*?\1", "", text, flags=re.DOTALL))
    ]
    assert len(links) > 100
    for page, target in links:
        name, _, anchor = target.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), (page, target)
        assert not anchor or anchor in anchors(path), (page, target)


def test_every_block_of_code_is_of_a_kind_that_is_tested():
    tested = {"sh", "console", "python", "latex", "toml", "jinja", "text", "markdown", "make", "yaml"}
    kinds = {page: {*re.findall(r"^````?(\w[^\n]*)$", text, re.MULTILINE)} for page, text in PAGES.items()}
    assert set().union(*kinds.values()) >= {"sh", "python", "latex"}
    assert {page: found - tested for page, found in kinds.items() if found - tested} == {}


def test_the_reference_lists_what_is_ours():
    """Not what a module imports, such as `Mapping`."""
    listed = [
        name
        for page in ("docs/reference/api.md", "docs/statistics/procedures.md")
        for name in re.findall(r"`(comparatex\.[\w.]+)`", PAGES[page])
        if name != "comparatex.inference"
    ]
    found = {name: getattr(resolve_name(name), "__module__", name) for name in listed}  # a module has none
    assert {name: home for name, home in found.items() if not home.startswith("comparatex")} == {}
    assert len(found) > 40 and "comparatex.ComparatexError" in found


def test_exponents_of_growth_leave_out_what_is_overhead():
    growth = extension("growth")
    sizes = np.array([10.0, 100.0, 1000.0, 10_000.0])
    assert growth.exponent(sizes, np.array([0.001, 0.1, 10.0, 1000.0]), 0.02) == pytest.approx(2.0)
    assert np.isnan(growth.exponent(sizes, np.array([0.001, 0.002, 0.003, 1.0]), 0.02))


def test_growth_is_measured_of_all_tools_along_both_sides():
    found = extension("growth").points()
    assert len(found) == 2 * len({tool for tool, _ in found}) == 8
    assert all((np.diff(one.sizes) > 0).all() and (one.seconds > 0).all() for one in found.values())


def test_every_path_that_contributing_names_exists():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:[a-z_]+/)*[a-z_]+(?:/|\.(?:py|md|toml|jinja|sty)))`", text)
    assert len(named) > 20
    homes = (ROOT, ROOT / "src" / "comparatex", ROOT / "templates", ROOT / "templates" / "text" / "en")
    assert [path for path in named if not any((home / path).exists() for home in homes)] == []
