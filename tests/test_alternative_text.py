"""Alternative text reaches PDF, SVG, PNG and acmart; tables read in order when their text is taken out."""

import io
import re
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

import hosts
from comparatex import artefacts
from comparatex.artefacts import FINDINGS
from comparatex.data.read import read
from comparatex.files import TEMPLATES
from comparatex.inference.compare import compare
from comparatex.layout.mcm import mcm
from comparatex.layout.options import McmOptions
from comparatex.render import plain, render
from comparatex.stamps import STYLE
from documents import run_engine

NAMES = ("a (first)", "50% {x}", "naïve", "back\\slash", "four")
FIGURES = [name for name, kind in artefacts.ARTEFACTS.items() if kind.folder == "figures"]


@pytest.fixture(scope="module")
def comparison():
    values = np.random.default_rng(3).uniform(0.3, 1, (20, 5)) ** np.linspace(1, 3, 5)
    return compare(read((np.round(values, 4), NAMES)))


def read_hex(string):
    """Return the characters of a hexadecimal PDF string in UTF-16, by the rules of ISO 32000-1, 7.3.4.3."""
    data = bytes.fromhex(string)
    assert data[:2] == b"\xfe\xff"
    return data[2:].decode("utf-16-be")


def spoken(alt):
    """Return an alternative text with ordinary spaces."""
    return re.sub("[\xa0\u202f]", " ", alt)


def content(pdf, folder):
    """Return the uncompressed content of a PDF."""
    (folder / "in.pdf").write_bytes(pdf)
    subprocess.run(["qpdf", "--qdf", "--object-streams=disable", "in.pdf", "out.pdf"], cwd=folder, check=True)
    return (folder / "out.pdf").read_bytes().decode("latin-1")


@pytest.fixture(scope="module")
def views(comparison):
    """The views of all figures, those of an audit among them, by name."""
    line = {"width": "12cm"}  # that of the documents
    found = {
        name: artefacts.view(hosts.with_runs(name, comparison), name, **line | hosts.options(name, comparison))
        for name in FIGURES
    }
    audited = {item.name: item.view for item in artefacts.findings(artefacts.audited(comparison))}
    return found | {name: view for name, view in audited.items() if FINDINGS[name].folder == "figures"}


TEXTS = (
    "p\xa0<\xa00.05, α = 1 %",
    "Müller (−1 ≤ x) {#}\\",
    "χ²(13), „Č“ – “x” $_1$ & ~a",
    "模型 é ^^M",
    "\N{MATHEMATICAL BOLD CAPITAL A}: a; b! c? = d",
)


@pytest.mark.latex
@pytest.mark.parametrize(
    ("engine", "language"),
    [
        *(("pdflatex", language) for language in ("", "french", "ngerman", "spanish", "turkish")),
        *(("lualatex", language) for language in ("", "french")),
        *(("xelatex", language) for language in ("", "turkish")),
    ],
)
@pytest.mark.thorough
def test_a_text_survives_in_the_pdf(language, engine, fragment_compiler, tmp_path):
    if shutil.which("qpdf") is None:
        pytest.skip("qpdf is not installed")
    body = "\n".join(rf"\begin{{comparatexfigure}}{{{plain(text)}}}x\end{{comparatexfigure}}" for text in TEXTS)
    done = fragment_compiler(body, rf"\usepackage[{language}]{{babel}}" if language else "", engine)
    assert done.findings == []
    found = re.findall(r"/Span <</Alt <([0-9A-Fa-f]+)>>> BDC", content(done.pdf, tmp_path))
    assert [read_hex(string) for string in found] == [spoken(text) for text in TEXTS]


def source(name, view):
    return render({**artefacts.ARTEFACTS, **FINDINGS}[name].template, view=view)


def test_every_figure_gives_its_alternative_text(views):
    assert len(views) > 12
    begin = re.compile(r"^\\begin\{comparatex(?:figure|plot|matrix\}\{\w+\}\{\d+)\}\{(.+)\}%?$", re.MULTILINE)
    for name, view in views.items():
        assert begin.findall(source(name, view)) == [plain(view.alt)], name


@pytest.mark.latex
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex", "xelatex"])
def test_figures_have_their_alternative_text_in_the_pdf(engine, views, fragment_compiler, tmp_path):
    views = {name: views[name] for name in ("mcm", "cdd", "scatter")}
    if shutil.which("qpdf") is None:
        pytest.skip("qpdf is not installed")
    sources = [source(name, view) for name, view in views.items()]
    body = "\n\\clearpage\n".join(f"Before.\n\n{tex}\n\nAfter." for tex in sources)
    done = fragment_compiler(body, engine=engine)
    assert done.findings == []
    text = content(done.pdf, tmp_path)
    found = re.findall(r"/Span <</Alt <([0-9A-Fa-f]+)>>> BDC", text)
    assert [read_hex(string) for string in found] == [spoken(view.alt) for view in views.values()]
    streams = re.findall(r"stream\n(.*?)endstream", text, re.DOTALL)
    assert len(streams) >= len(views)
    for stream in streams:
        marks = re.findall(r"\b(BDC|EMC|BT|ET)\s", stream)
        assert "BT" not in re.sub(r"BT ET ?", "", " ".join(marks)).split()  # no text goes on over a mark
        assert marks.count("BDC") == marks.count("EMC") <= 1


@pytest.mark.latex
def test_a_tagged_pdf_has_figures_with_alternative_text(tmp_path):
    """No marked content is within other marked content, and what follows a figure in its paragraph goes on."""
    absent = [name for name in ("tagpdf.sty", "pdfmanagement-testphase.sty") if not _found(name)]
    if absent or shutil.which("qpdf") is None:
        pytest.skip(f"not installed: {absent or 'qpdf'}")
    shutil.copy(TEMPLATES / STYLE, tmp_path)
    figures = "".join(rf"\begin{{comparatexfigure}}{{{plain(text)}}}x\end{{comparatexfigure}} more" for text in TEXTS)
    (tmp_path / "t.tex").write_text(
        r"\RequirePackage{pdfmanagement-testphase}\DocumentMetadata{pdfversion=1.7,lang=en}\documentclass{article}"
        r"\usepackage{tagpdf}\tagpdfsetup{activate-all,paratagging=true}\usepackage[noplots]{comparatex}"
        rf"\begin{{document}}Before.\par {figures}\end{{document}}",
        encoding="utf-8",
    )
    assert run_engine(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"], tmp_path).status == 0
    found = content((tmp_path / "t.pdf").read_bytes(), tmp_path)
    assert "/Span <<" not in found and found.count("/S /Figure") == len(TEXTS)
    assert sorted(map(read_hex, re.findall(r"/Alt <(\w+)>", found, re.IGNORECASE))) == sorted(map(spoken, TEXTS))
    marks = re.findall(r"(?:/(\w+) \S+ BDC|/(\w+) BMC|\b(EMC))\s", found)
    kinds = ["".join(mark) for mark in marks]
    assert all((kind == "EMC") == bool(k % 2) for k, kind in enumerate(kinds))
    assert kinds.count("Figure") == len(TEXTS) and kinds.count("P") >= len(TEXTS)


def _found(name):
    return subprocess.run(["kpsewhich", name], capture_output=True, check=False).stdout


@pytest.mark.latex
def test_panels_share_one_text(comparison, fragment_compiler, tmp_path):
    view = mcm(comparison, McmOptions(panel_columns=2))
    assert len(view.panels) > 1
    done = fragment_compiler(render("mcm.tex.jinja", view=view))
    assert [text for text in done.findings if "made for" not in text] == []
    if shutil.which("qpdf"):
        assert content(done.pdf, tmp_path).count("/Alt <") == 1


@pytest.mark.latex
def test_acmart_gets_a_description(comparison, fragment_compiler):
    source = artefacts.latex(comparison, "cdd")
    preamble = r"\newcommand\Description[2][]{\typeout{DESCRIPTION \detokenize{#2}}}"
    preamble += r"\makeatletter\@namedef{ver@acmart.cls}{2020/01/01}\makeatother"
    done = fragment_compiler(source, preamble)
    assert f"DESCRIPTION {plain(artefacts.view(comparison, 'cdd').alt)}" in done.log


@pytest.mark.parametrize("name", ["mcm", "cdd", "scatter"])
def test_pictures_carry_it_too(name, comparison):
    item = artefacts.item_of(artefacts.artefact(name), comparison, artefacts.settings_of(name, {}))
    alt = item.view.alt
    assert Image.open(io.BytesIO(artefacts.picture(item, "png"))).text["Description"] == alt
    svg = artefacts.picture(item, "svg").decode("utf-8")
    assert alt.replace("&", "&amp;").replace("<", "&lt;") in svg


@pytest.mark.latex
@pytest.mark.parametrize("flag", ["-layout", "-raw"])
@pytest.mark.parametrize("name", ["scores", "ranks", "pairwise"])
def test_tables_are_read_in_order(name, flag, comparison, fragment_compiler):
    view = artefacts.view(comparison, name)
    done = fragment_compiler(artefacts.latex(comparison, name))
    command = ["pdftotext", flag, "-enc", "UTF-8", "-", "-"]
    text = subprocess.run(command, input=done.pdf, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")
    read_out = _letters(text)
    place = 0
    for part in view.parts:
        for line in part.lines:
            wanted = _letters(" ".join(entry.text for entry in line.entries[line.again :]))
            place = read_out.find(wanted, place)
            assert place >= 0, wanted


def _letters(text):
    """Return a text without spaces, and with one kind of minus sign."""
    return re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")
