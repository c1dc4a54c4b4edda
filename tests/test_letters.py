"""What is drawn is what was given: letters that not every font has, in every engine and in matplotlib."""

import re
import subprocess
import unicodedata
import warnings
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.font_manager import findfont

import comparatex as cx
from comparatex import artefacts
from comparatex.bundle import bundle
from comparatex.drawing.output import family, lettering
from comparatex.errors import UsageError
from comparatex.letters import MissingLetters
from comparatex.render import escape
from comparatex.report import write_report
from comparatex.report_settings import Report
from comparatex.typeset import engines
from comparatex.typeset.tex_log import missing_letter

UNICODE = ["lualatex", "xelatex"]
NOWHERE = "\ue123"  # for private use: no font of the list has it
DEJAVU = findfont("DejaVu Sans")  # matplotlib brings it


def comparison(names, tasks="abcdef"):
    return cx.compare({name: {task: k + 1 / (j + 2) for j, task in enumerate(tasks)} for k, name in enumerate(names)})


def diagram(names, fonts):
    fragment = artefacts.latex(comparison(names), "cdd")
    return rf"\comparatexsetup{{fallbackfonts={{{fonts}}}}}" + "\n" + fragment


# --------------------------------------------------------------------------------------------------------- TeX
@pytest.mark.latex
@pytest.mark.parametrize("engine", UNICODE)
def test_letters_that_the_document_lacks_are_set_in_another_font(fragment_compiler, engine):
    names = ["Сеть", "نموذج", "רשת גדולה", "Net™", "x\u0304-3", "𝔸⚙\ufe0f"]
    done = fragment_compiler(diagram(names, f"Nowhere Sans, [{DEJAVU}]"), engine=engine)
    assert done.findings == []
    shown = unicodedata.normalize("NFKC", done.text)
    for name in ("Сеть", "نموذج", "רשת", "גדולה", "x\u0304-3", "⚙"):
        assert unicodedata.normalize("NFKC", name) in shown, name


@pytest.mark.latex
@pytest.mark.parametrize("engine", UNICODE)
def test_an_author_is_warned_of_a_letter_that_no_font_has(fragment_compiler, engine):
    done = fragment_compiler(diagram(["Сеть", "B"], ""), engine=engine)
    assert "Package comparatex Warning: No font has the letter С" in " ".join(done.findings)
    assert missing_letter(done.log) == "С"


@pytest.mark.latex
@pytest.mark.parametrize("engine", ["pdflatex", *UNICODE])
@pytest.mark.thorough
def test_a_letter_that_no_font_has_stops_the_run(tmp_path, engine):
    if engines.find(engine) is None:
        pytest.skip(f"no {engine}")
    name = f"N{NOWHERE}t"
    with pytest.raises(MissingLetters, match=rf"{engine} has no font with .* in the name {name}: .*\[names\]"):
        cx.write(comparison([name, "B"]), "cdd", tmp_path / "cdd.pdf", engine=engine)
    assert not (tmp_path / "cdd.pdf").exists()


@pytest.mark.latex
def test_letters_that_are_not_printed_are_not_looked_at(tmp_path):
    cx.write(comparison("AB", tasks=["鸢尾", "b", "c"]), "cdd", tmp_path / "cdd.pdf", engine="pdflatex")
    assert (tmp_path / "cdd.pdf").is_file()


def _characters(encoding):
    """Return the characters that LaTeX knows in an encoding."""
    path = subprocess.run(["kpsewhich", f"{encoding}enc.dfu"], capture_output=True, text=True, check=True).stdout
    text = Path(path.strip()).read_text(encoding="latin-1")
    found = {chr(int(code, 16)) for code in re.findall(r"^\\DeclareUnicodeCharacter\{(\w+)\}", text, re.MULTILINE)}
    return sorted(char for char in found if escape(char).strip())


@pytest.mark.latex
def test_pdflatex_sets_what_its_encodings_have(fragment_compiler):
    chars = [*_characters("t1"), *_characters("ts1")]
    done = fragment_compiler("\\raggedright\n" + "\n".join(f"A{escape(char)}B" for char in chars))
    assert done.findings == []
    assert all(char in done.text for char in "™ŋ№♪")


@pytest.mark.latex
def test_a_bundle_names_file_and_line(tmp_path):
    paper = tmp_path / "paper"
    paper.mkdir()
    text = "\\documentclass{article}\n\\begin{document}\n世\n\\end{document}\n"
    (paper / "paper.tex").write_text(text, encoding="utf-8")
    with pytest.raises(cx.errors.TypesetError, match=r"世 \(U\+4E16\) in paper\.tex, line 3: name a font"):
        bundle(paper, tmp_path / "a.zip", "overleaf", engines.find("xelatex"))


@pytest.mark.latex
@pytest.mark.thorough
def test_a_font_can_be_chosen(tmp_path):
    path = cx.write(comparison("AB"), "cdd", tmp_path / "cdd.pdf", engine="lualatex", font="Latin Modern Sans")
    assert b"LMSans" in path.read_bytes()
    with pytest.raises(cx.errors.TypesetError, match=r"^The font Nowhere ?Sans is not installed"):
        cx.write(comparison("AB"), "cdd", tmp_path / "other.pdf", engine="lualatex", font="Nowhere Sans")


def test_the_font_is_that_of_the_report(tmp_path):
    write_report(comparison("AB"), tmp_path, Report(pdf=False, previews=False, font="Noto Serif"))
    assert "\\setmainfont{Noto Serif}" in (tmp_path / "document.tex").read_text(encoding="utf-8")


def test_fonts_are_names():
    with pytest.raises(UsageError, match="not the name of a font"):
        engines.find("auto", r"x}\input{y")
    with pytest.raises(UsageError, match="pdflatex cannot use the font Noto Serif"):
        engines.find("pdflatex", "Noto Serif")


@pytest.mark.parametrize(
    ("line", "letter"),
    [
        ("Missing character: There is no 世 (U+4E16) in font [lmroman10-regular]:+tlig;!", "世"),
        (
            "Missing character: There is no 🧬 (U+1F9EC) in font [lmroman10-regular]:mapping=\ntex-text;!",
            "🧬",
        ),
        ("Missing character: There is no ^^e4 in font cmr10!", "^^e4"),
        ("Missing character: There is no ; in font nullfont!", ""),
        ("Missing character: There is no \u200d (U+200D) in font [lmroman10-regular]:+tlig;!", ""),
    ],
)
def test_a_missing_letter_is_read_from_the_log(line, letter):
    assert missing_letter(f"(./a.aux)\n{line}\n[1]") == letter


# -------------------------------------------------------------------------------------------------- matplotlib
@pytest.mark.parametrize("name", ["cdd", "mcm", "scores"])
def test_a_preview_with_a_letter_that_no_font_has_is_refused(tmp_path, name):
    made = comparison([f"N{NOWHERE}t", "B"])
    for _ in range(2):  # outlines of letters are kept
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(MissingLetters, match=f"matplotlib has no font with .* in the name N{NOWHERE}t: "):
                cx.write(made, name, tmp_path / "a.png", backend="matplotlib")
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize("name", ["cdd", "mcm", "scores"])
def test_a_preview_takes_the_letters_from_another_font(tmp_path, name):
    poor = {"font.family": ["cmr10"], "axes.formatter.use_mathtext": True}
    with warnings.catch_warnings(), mpl.rc_context(poor):
        warnings.simplefilter("error")
        cx.write(comparison(["Сеть", "B"]), name, tmp_path / "a.pdf", backend="matplotlib")
    content = (tmp_path / "a.pdf").read_bytes()
    assert b"DejaVuS" in content
    assert b"Cmr10" in content


def test_other_fonts_are_used_only_where_they_are_needed():
    with lettering("naïve − χ²"):
        assert family() == tuple(mpl.rcParamsDefault["font.family"])


def test_a_report_says_which_name_its_previews_lack(tmp_path):
    with pytest.raises(MissingLetters, match=f"in the name {NOWHERE}"):
        write_report(comparison([NOWHERE, "B"]), tmp_path / "out", Report(pdf=False, previews=True))
