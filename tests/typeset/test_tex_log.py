from __future__ import annotations

import pytest

from comparatex.files import without_limits
from comparatex.typeset.tex_log import LogError, find_errors
from texlog import findings


def only(log: str) -> LogError:
    """Return the single error of a log."""
    (error,) = find_errors(log)
    return error


def test_an_undefined_command_of_ours_names_the_package():
    log = "./paper.tex:3: Undefined control sequence.\nl.3 \\comparatexvalue\n                {a}\n"
    error = only(log + "\n./paper.tex:3:  ==> Fatal error occurred, no output PDF file produced!\n")
    assert (error.file, error.line) == ("./paper.tex", 3)
    assert error.message == r"\comparatexvalue is not defined: add \usepackage{comparatex} to the preamble."


def test_an_undefined_command_inside_a_macro_is_the_last_one_read():
    error = only("./a.tex:4: Undefined control sequence.\n\\foo #1->\\baz \n              #1\nl.4 \\foo{a}\n")
    assert error.message.startswith(r"\baz is not defined")


def test_a_message_is_joined_from_its_lines_and_the_character_named():
    error = only(
        "./uni.tex:3: LaTeX Error: Unicode character β (U+03B2)\n"
        "               not set up for use with LaTeX.\n\nSee the LaTeX manual\n"
    )
    assert error.message == (
        "pdfLaTeX cannot typeset β (U+03B2, greek small letter beta): "
        'use `engine="lualatex"`, or give the method or task an alias.'
    )


def test_a_file_that_is_not_found_takes_its_place_from_the_stop():
    error = only(
        "! LaTeX Error: File `siunitx.sty' not found.\n\nEnter file name: \n"
        "./paper.tex:3: Emergency stop.\n<read *> \n         \nl.3 \\begin\n"
    )
    assert error == LogError(
        "./paper.tex",
        3,
        "siunitx.sty is not installed: install texlive-science (Debian, Ubuntu) or siunitx (tlmgr).",
    )


@pytest.mark.parametrize(
    ("message", "remedy"),
    [
        ("LaTeX Error: File `comparatex.sty' not found.", "copy the one written beside the fragment"),
        ("LaTeX Error: File `enumitem.sty' not found.", "install texlive-latex-extra"),
        ("LaTeX Error: File `figures/mcm.tex' not found.", "relative to the folder of the document"),
        ("I can't find file `mcm'.", "The file mcm is not found"),
        (
            "Package babel Error: Unknown option 'french'. Either you misspelled it",
            "babel does not know french: install texlive-lang-french",
        ),
        ("Package babel Error: Unknown option `basque'. Either you misspelled it", "or babel-basque (tlmgr)"),
        (
            "TeX capacity exceeded, sorry [main memory size=5000000].",
            'TeX\'s main memory is full: use `engine="lualatex"`, whose memory grows, or show fewer',
        ),
        (
            r"Font \x=nonesuch10 not loadable: Metric (TFM) file not found.",
            "The font nonesuch10 is not installed",
        ),
        ('Package fontspec Error: The font "No Font" cannot be found.', "The font No Font is not installed"),
        (r"File ended while scanning use of \textbf .", r"brace is missing in the argument of \textbf"),
        (r"Paragraph ended before \textbf was complete.", r"brace is missing in the argument of \textbf"),
        (r"Package comparatex Error: Add \usepackage{comparatex}.", r"Add \usepackage{comparatex}."),
        ("LaTeX Error: Something else.", "Something else."),
        ("Missing $ inserted.", "Missing $ inserted."),
    ],
)
def test_known_causes_get_a_remedy(message, remedy):
    assert remedy in only(f"./a.tex:1: {message}\nl.1 x\n").message


def test_a_document_that_just_ends_has_a_cause():
    assert "\\end{document}" in only("! Emergency stop.\n<*> noend.tex\n").message


def test_an_error_in_lua_has_its_line():
    assert only("[\\directlua]:1: x\nstack traceback:\nl.3 \\directlua{}\n").line == 3


def test_a_clean_log_has_neither_errors_nor_findings():
    log = "This is pdfTeX\nLaTeX Font Info:    ... okay on input line 2.\nOutput written.\n"
    assert find_errors(log) == []
    assert findings(log) == []


def test_findings_are_whole_and_listed_once():
    log = (
        "LaTeX Warning: Reference `nix' on page 1 undefined on input line 6.\n\n"
        "Package comparatex Warning: This text is only 3pt high.\n"
        "(comparatex)                Use a wider float on input line 7.\n\n"
        "LaTeX Font Warning: Font shape `T1/foo/m/n' undefined\n"
        "(Font)              using `T1/cmr/m/n' instead on input line 8.\n\n"
        "Overfull \\hbox (4.4pt too wide) in paragraph at lines 6--11\n[][] \\T1/cmr/m/n/10 x\n"
        "Missing character: There is no β in font cmr10!\nMissing character: There is no β in font cmr10!\n"
        "Underfull \\hbox (badness 10000)\nPackage hyperref Warning: Token not allowed\n"
        "LaTeX Warning: There were undefined references.\n"
    )
    assert findings(log) == [
        "LaTeX Warning: Reference `nix' on page 1 undefined on input line 6.",
        "Package comparatex Warning: This text is only 3pt high. Use a wider float on input line 7.",
        "LaTeX Font Warning: Font shape `T1/foo/m/n' undefined using `T1/cmr/m/n' instead on input line 8.",
        "Overfull \\hbox (4.4pt too wide) in paragraph at lines 6--11",
        "Missing character: There is no β in font cmr10!",
    ]


def test_a_message_of_any_length_is_quoted_in_part_and_whole_on_request():
    log = f"./a.tex:7: {'x' * 5_000_000}\nl.7 x\n"
    (error,) = find_errors(log)
    assert len(error.message) < 2100 and error.message.endswith("… (all of it with `no_limits`)")
    with without_limits():
        assert len(find_errors(log)[0].message) >= 5_000_000
