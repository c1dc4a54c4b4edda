"""Names are data, never TeX."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.render import TeX, escape


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("A_1", r"A\_1"),
        ("50 %", r"50 \%"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("[2pt] x*", "{[}2pt{]} x{*}"),
        ("a<b>c", "a$<$b$>$c"),
        ("HIVE-COTE", "HIVE-COTE"),
        ("a--b", r"a-\/-b"),
        ("−0.5", "$-$0.5"),
        ("χ²", r"$\chi$\textsuperscript{2}"),
        ("naïve é", "naïve é"),
        ("ConﬁdenceNet, eﬃcient", "ConfidenceNet, efficient"),
        ("10\N{NARROW NO-BREAK SPACE}000 : «", r"10\,000 : «"),
        ("p\xa0≤\xa00.05, α\xa0=\xa00,05.", r"p~$\leq$~0.05, $\alpha = 0{,}05$."),
        ("“x” – ‘y’ — it’s", "``x'' -- `y' --- it's"),
        ("a–-b, c’’, ?‘", r"a--\/-b, c'\/', ?\/`"),
        ("line\nend\ttab", "line end tab"),
        ("bell\a\u200b", "bell"),
    ],
)
def test_text_becomes_tex_that_prints_it(text, tex):
    assert escape(text) == tex


def test_tex_passes_unchanged():
    assert escape(TeX(r"\alpha_1")) == r"\alpha_1"


@given(st.text(alphabet=string.printable))
def test_no_text_can_start_a_command_or_a_comment(text):
    escaped = str(escape(text))
    assert "\n" not in escaped
    known = r"\\(textbackslash|textasciitilde|textasciicircum|textbar|textasciigrave|[&%$#_{}/])|\$[<>]\$"
    rest = re.sub(known, "", escaped)
    assert "\\" not in rest
    assert not set(rest) & set("&%$#_~^")


@given(st.text())
def test_braces_stay_balanced(text):
    plain = str(escape(text)).replace(r"\{", "").replace(r"\}", "")
    assert plain.count("{") == plain.count("}")


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("Őe\u0301 Ж模", r"Őé \comparatexletters{Ж模}"),
        ("Net™ & x\u0304", r"Net\comparatexletters{™} \& \comparatexletters{x̄}"),
        ("⚙\ufe0f\u200d", r"\comparatexletters{⚙}"),
        ("a \ue123", "a \\comparatexletters{\ue123}"),
        ("a רשת גדולה", r"a \comparatexrightleft{\comparatexletters{רשת} \comparatexletters{גדולה}}"),
    ],
)
def test_letters_that_not_every_font_has_are_marked(text, tex):
    assert escape(text) == tex
