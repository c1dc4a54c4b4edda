from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from comparatex.errors import TypesetError, UsageError
from comparatex.typeset import engines
from comparatex.typeset.pages import BORDER, compile_pages, png
from documents import ENGINES

PICTURE = r"\begin{tikzpicture}\draw[red] (0,0) rectangle (\linewidth,1cm) node[pos=.5] {Größe};\end{tikzpicture}%"
TABLE = r"\begin{tabular}{lr}\toprule Task & Score\\ \midrule x\_1 & 0.25\\ \bottomrule\end{tabular}%"
LONG = (
    r"\begin{longtable}{lr}\toprule Task & Score\\ \midrule\endhead\bottomrule\endfoot "
    + "\n".join(rf"task {row} & {row}\\" for row in range(120))
    + r"\end{longtable}%"
)


@pytest.fixture(scope="module")
def pages():
    """Compile the three kinds of fragments once for each engine."""
    made = {}

    def compiled(name: str) -> dict[str, bytes]:
        if name not in made:
            sources = {"picture": PICTURE, "table": TABLE, "long": LONG}
            made[name] = compile_pages(sources, engines.find(name))
        return made[name]

    return compiled


def text(pdf: bytes) -> str:
    command = ["pdftotext", "-layout", "-enc", "UTF-8", "-", "-"]
    return subprocess.run(command, input=pdf, stdout=subprocess.PIPE, check=True).stdout.decode()


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    with PdfDocument(pdf) as document:
        return [page.get_size() for page in document]


@pytest.mark.latex
@pytest.mark.parametrize("name", ENGINES)
def test_every_fragment_gets_its_own_text_on_its_own_pages(pages, name):
    pdfs = pages(name)
    assert list(pdfs) == ["picture", "table", "long"]
    assert text(pdfs["picture"]).split() == ["Größe"]
    assert text(pdfs["table"]).split() == ["Task", "Score", "x_1", "0.25"]
    assert [len(sizes(pdf)) for pdf in pdfs.values()] == [1, 1, 3]
    words = text(pdfs["long"]).split()
    assert [word for word in words if word.isdigit()] == [str(row) for row in range(120) for _ in "ab"]
    assert words.count("Score") == 3


@pytest.mark.latex
@pytest.mark.parametrize("name", ENGINES)
def test_pages_are_cropped_to_what_is_on_them(pages, name):
    ((width, height),) = sizes(pages(name)["picture"])
    assert width == pytest.approx(16 * 72 / 2.54 + 2 * BORDER, abs=2)
    assert height == pytest.approx(72 / 2.54 + 2 * BORDER, abs=2)
    ((width, height),) = sizes(pages(name)["table"])
    assert 50 < width < 100
    assert 25 < height < 60


@pytest.mark.latex
def test_what_is_too_wide_is_not_cut_off(latex):
    in_tex = {}
    fragments = {"a": r"\rule{40cm}{1pt}%", "b": r"\rule[-2pt]{1cm}{3pt}\par"}
    wide = compile_pages(fragments, latex, sizes=in_tex)["a"]
    assert in_tex == {"a": ("1.0pt", "0.0pt"), "b": ("0.0pt", "3.0pt")}
    assert sizes(wide)[0][0] == pytest.approx(40 * 72 / 2.54 + 2 * BORDER, abs=2)


@pytest.mark.latex
def test_what_is_clipped_takes_no_room(latex):
    clipped = r"\begin{tikzpicture}\clip (0,0) rectangle (1,1);\fill (-9,-9) rectangle (9,9);\end{tikzpicture}%"
    ((width, height),) = sizes(compile_pages({"a": clipped}, latex)["a"])
    assert width == height == pytest.approx(72 / 2.54 + 2 * BORDER, abs=2)


@pytest.mark.latex
@pytest.mark.parametrize("name", ENGINES)
def test_the_same_fragments_give_the_same_bytes(pages, name):
    again = compile_pages({"picture": PICTURE, "table": TABLE, "long": LONG}, engines.find(name))
    assert again == pages(name)


@pytest.mark.latex
def test_the_pdfs_are_sound(pages, tmp_path):
    for name, pdf in pages("pdflatex").items():
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(pdf)
        subprocess.run(["qpdf", "--check", path], check=True)


@pytest.mark.latex
def test_the_width_can_be_chosen(latex):
    pdf = compile_pages({"a": PICTURE}, latex, width="8cm")["a"]
    assert sizes(pdf)[0][0] == pytest.approx(8 * 72 / 2.54 + 2 * BORDER, abs=2)


@pytest.mark.latex
def test_a_broken_fragment_is_named_with_its_line(latex):
    with pytest.raises(TypesetError) as caught:
        compile_pages({"fine": TABLE, "cdd": "%\n\\comparatexcddnothing{1}%", "mcm": TABLE}, latex)
    assert str(caught.value).startswith(r"cdd, line 2: \comparatexcddnothing is not defined: ")


@pytest.mark.latex
def test_a_fragment_that_does_not_end_is_named(latex):
    with pytest.raises(TypesetError, match=r"^cdd: A closing brace is missing in the argument of \\textbf"):
        compile_pages({"fine": TABLE, "cdd": "\\textbf{x"}, latex)


@pytest.mark.latex
@pytest.mark.parametrize("empty", ["%", r"\mbox{}", r"\textcolor{white}{x}"])
def test_an_empty_fragment_is_named(latex, empty):
    with pytest.raises(
        TypesetError, match=r"^cdd: (the|a page of the) fragment .*, so there is nothing to (typeset|see)\.$"
    ):
        compile_pages({"fine": TABLE, "cdd": empty, "mcm": TABLE}, latex)


def test_no_fragments_need_no_engine():
    assert compile_pages({}, engines.Engine("pdflatex", Path("/nowhere"), "pdftex")) == {}


def test_a_width_is_a_length_and_nothing_else():
    engine = engines.Engine("pdflatex", Path("/nowhere"), "pdftex")
    with pytest.raises(UsageError, match="is not a length"):
        compile_pages({"a": TABLE}, engine, width=r"16cm}\input{secret")


@pytest.mark.latex
def test_pictures_are_white_paper_with_ink_and_the_same_every_time(pages):
    pdf = pages("pdflatex")["picture"]
    picture = png(pdf, dpi=72)
    assert picture == png(pdf, dpi=72)
    width, height, rows = decode(picture)
    assert (width, height) == tuple(round(size) for size in sizes(pdf)[0])
    assert rows[0][:3] == b"\xff\xff\xff"
    assert any(row[i : i + 3] == b"\xff\x00\x00" for row in rows for i in range(0, len(row), 3))


@pytest.mark.latex
def test_pages_are_stacked(pages):
    pdf = pages("pdflatex")["long"]
    width, height, _ = decode(png(pdf, dpi=72))
    assert width == max(size[0] for size in sizes(pdf))
    assert height == sum(size[1] for size in sizes(pdf))


def decode(picture: bytes) -> tuple[int, int, list[bytes]]:
    """Return width, height and rows of a picture."""
    from matplotlib.image import imread

    array = (imread(io.BytesIO(picture), format="png")[..., :3] * 255).round().astype("uint8")
    return array.shape[1], array.shape[0], [row.tobytes() for row in array]
