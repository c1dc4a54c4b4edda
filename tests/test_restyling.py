"""comparatexsetup: every setting, colour and style by a key; themes and palettes that everybody can read."""

import re
from collections import Counter
from itertools import cycle, pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib import _cm

import hosts
from comparatex import artefacts
from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.render import TEMPLATES, escape, render
from comparatex.text import writing
from documents import ENGINES

STYLE = (TEMPLATES / "comparatex.sty").read_text(encoding="utf-8")
THEMES = ("theme=default", "theme=monochrome", "theme=beamer", "theme=poster")
PALETTES = ("palette=rdbu", "palette=puor", "palette=brbg", "palette=grey")
TOGETHER = (*(f"{theme}, {palette}" for theme, palette in zip(THEMES, PALETTES, strict=False)), PALETTES[-1])
"""Every theme and every palette once."""

DECLARED = re.findall(
    r"^\\comparatex@section\{(\w*)\}\{(.*?)\}\{([^{}]*)\}\{([^{}]*)\}$", STYLE, re.MULTILINE | re.DOTALL
)
SECTIONS = {}
for section, *declared in DECLARED:
    settings, digits, copies = (re.findall(r"(\w+)=", re.sub("%.*", "", text)) for text in declared)
    for names, more in zip(SECTIONS.setdefault(section, ([], [])), (settings, digits + copies), strict=True):
        names += [name for name in more if name not in names]
COLOURS = [f"comparatex{section}{name}" for section, (_, colours) in SECTIONS.items() for name in colours if name]
NOT_SETTINGS = {"comparatexcddtwolines", "comparatexappendixheading", "comparatexstudy", "comparatexfolder"}


@pytest.fixture(scope="module")
def comparison():
    values = np.random.default_rng(5).uniform(0.3, 1, (15, 6)) ** np.linspace(1, 3, 6)
    return compare(read((np.round(values, 4), [f"method {k}" for k in range(6)])))


def key(section, name):
    return name if not section else f"{section}/{name}"


def said(done, label):
    """Return what a document typed out under a label, in its order."""
    return re.findall(rf"^{label} (.*)$", done.log, re.MULTILINE)


def given(keys):
    """Return the names of keys that a list sets, not of those within their values."""
    depth, parts = 0, [""]
    for character in re.sub(r"(?<!\\)%.*", "", keys):
        depth += (character == "{") - (character == "}")
        if depth < 0:
            break
        parts[-1] += character
        if character == "," and not depth:
            parts.append("")
    return [re.split("=|/[.]", part.strip())[0] for part in parts if part.strip()]


def test_nothing_is_defined_twice_or_without_the_prefix():
    # What stands at the beginning of a line; what is indented is a case of something.
    new = r"new(?:command|environment|if|box|count|dimen|length)|(?:protected\\|long\\)*[gex]?def|let|cs_new\w*:N\w+"
    macros = re.findall(rf"^\\(?:{new})\*? ?\{{?\\?([\w@:]+)", STYLE, re.MULTILINE)
    macros += [f"comparatex{section}{name}" for section, settings, *_ in DECLARED for name in given(settings)]
    colours = [f"comparatex{section}{name}" for section, _, *both in DECLARED for each in both for name in given(each)]
    registers = " ".join(re.findall(r"^\\comparatex@registers\\new\w+\{([^}]*)\}", STYLE, re.MULTILINE))
    macros += [f"comparatex@{name}" for name in re.findall(r"\w+", registers)]
    spaces = {"macros": macros, "colours": colours}
    for list_ in re.finditer(r"^\\(tikzset|pgfplotsset|pgfqkeys\{.*?\})\{", STYLE, re.MULTILINE):
        spaces.setdefault(list_[1], []).extend(given(STYLE[list_.end() :]))
    for list_ in re.finditer(r"^\\comparatex@styles\{/(tikz|pgfplots)/([\w /]*)\}\{$", STYLE, re.MULTILINE):
        spaces.setdefault(f"{list_[1]}set", []).extend(list_[2] + name for name in given(STYLE[list_.end() :]))
    assert len(spaces["tikzset"]) > 30 and len(spaces["pgfplotsset"]) > 60 and len(macros) > 300
    assert all(len(line) < 100 for line in STYLE.splitlines())
    others = {name for names in (macros, colours, spaces["tikzset"], spaces["pgfplotsset"]) for name in names}
    assert {name for name in others if not re.match(r"(if)?comparatex", name)} == set()
    twice = {space: {name for name, n in Counter(names).items() if n > 1} for space, names in spaces.items()}
    assert {space: names for space, names in twice.items() if names} == {}


def test_every_plain_macro_of_a_section_is_a_setting():
    prefixes = "|".join(SECTIONS)
    body = r"\{((?:[^{}\n@%#]|\{[^{}]*\})+)\}(?:%.*)?"
    plain = re.findall(rf"^\\newcommand\*?\\(comparatex(?:{prefixes})[a-z]*){body}$", STYLE, re.MULTILINE)
    names = {name for name, body in plain if not body.startswith((r"\plotmarks", r"\ifdefined"))} - NOT_SETTINGS
    known = {f"comparatex{section}{name}" for section, (settings, _) in SECTIONS.items() for name in settings}
    assert names - known == set()


def test_every_colour_of_a_section_is_known():
    defined = set(re.findall(r"\\(?:definecolor|colorlet)\{([a-zA-Z]+\d?)\}", STYLE))
    assert defined - set(COLOURS) == {"comparatexink", "comparatexpaper"}  # of slides, or black and white
    assert len(COLOURS) == 47


@pytest.mark.latex
def test_every_setting_and_colour_has_a_key(fragment_compiler):
    settings = [(section, name) for section, (names, _) in SECTIONS.items() for name in names]
    colours = [(section, name) for section, (_, names) in SECTIONS.items() for name in names if name]
    lines = [
        rf"\comparatexsetup{{{key(*pair)}=VALUE}}\typeout{{SET \meaning\comparatex{''.join(pair)}}}"
        for pair in settings
    ]
    lines += [
        rf"\comparatexsetup{{{key(*pair)}=red!50!blue}}\extractcolorspec{{comparatex{''.join(pair)}}}\x"
        r"\typeout{SET \expandafter\detokenize\expandafter{\x}}"
        for pair in colours
    ]
    done = fragment_compiler("{" + "\n".join(lines) + "}x")
    assert said(done, "SET") == ["macro:->VALUE"] * len(settings) + ["{rgb}{0.5,0,0.5}"] * len(colours)
    assert len(settings) > 35 and len(colours) > 40


@pytest.mark.latex
def test_styles_have_keys_and_what_is_unknown_is_an_error(fragment_compiler):
    tex = r"\comparatexsetup{cdd/clique={line width=7pt}}\tikz\draw[comparatex cdd/clique](0,0)--(1,0);"
    done = fragment_compiler(tex + r"\tikzset{comparatex cdd/clique}\makeatletter\typeout{WIDTH \the\pgflinewidth}")
    assert said(done, "WIDTH") == ["7.0pt"]
    for unknown in ("mcm/nonsense=1", "mcm/row=1", "nonsense=1", "theme=nonsense", "palette=nonsense"):
        with pytest.raises(
            Exception, match=r"(Nothing is called|There is no (theme|palette)) `(nonsense|/nonsense|mcm/)"
        ):
            fragment_compiler(rf"\comparatexsetup{{{unknown}}}x")


@pytest.mark.latex
@pytest.mark.parametrize("language", ["french", "turkish"])
def test_keys_work_in_the_body_where_a_language_makes_characters_active(language, fragment_compiler, request):
    if language == "turkish":
        request.getfixturevalue("turkish")
    preamble = rf"\usepackage[{language}]{{babel}}"
    done = fragment_compiler(
        r"\comparatexsetup{mcm/gap=3pt, mcm/better=red!50}\typeout{SET \comparatexmcmgap}x", preamble
    )
    assert said(done, "SET") == ["3pt"]


@pytest.fixture
def turkish():
    if hosts.missing(hosts.Host("", needs=("turkish.ldf",))):
        pytest.skip("TeX does not find turkish.ldf.")


@pytest.fixture(scope="module")
def restyled(comparison, parts_compiler):
    """Each figure in one of the themes and palettes, in one document."""
    figures = [name for name, kind in artefacts.ARTEFACTS.items() if kind.folder == "figures"]
    drawn = {
        name: artefacts.latex(hosts.with_runs(name, comparison), name, **hosts.options(name, comparison))
        for name in figures
    }
    turns = zip(cycle(TOGETHER), drawn.items(), strict=False)
    sources = {(keys, name): rf"\comparatexsetup{{{keys}}}{tex}" for keys, (name, tex) in turns}
    return parts_compiler(sources, r"\usepackage[textwidth=16cm]{geometry}")[0]


@pytest.mark.latex
@pytest.mark.parametrize("keys", TOGETHER)
def test_figures_in_every_theme(keys, restyled):
    found = {name: part.findings for (under, name), part in restyled.items() if under == keys}
    assert len(found) >= 2
    assert not any(found.values()), found


@pytest.mark.latex
def test_a_chapter_has_a_short_title_and_a_rank_is_a_place_on_the_axis(comparison, fragment_compiler):
    tex = artefacts.latex(comparison, "cdd", form="classic")
    probe = (
        r"\makeatletter\renewcommand\comparatexcddextra{\foreach\r in{1,2.5}{"
        r"\path (comparatexrank cs:\r) coordinate (r);"
        r"\pgfpointanchor{r}{center}\typeout{RANK \r\space\the\pgf@x\space\the\pgf@y}}}"
    )
    heads = (
        r"\renewcommand\addcontentsline[3]{\typeout{HEAD #3}}"
        r"\comparatexchapter{Long one}\comparatexsetup{chaptername=Short}\comparatexchapter{Longer}"
    )
    heads += r"\comparatexchapter[Own]{Longest}"
    done = fragment_compiler(f"{probe}{tex}{heads}")
    (_, first, level), (_, second, same) = (text.split() for text in said(done, "RANK"))
    assert first != second and level == same == "0.0pt"
    assert [head.partition("}")[2] for head in said(done, "HEAD")] == ["Long one", "Short", "Own"]


@pytest.mark.latex
def test_on_a_poster_plots_grow_with_the_type(comparison, fragment_compiler):
    tex = artefacts.latex(comparison, "scatter")
    shown = rf"\linewidth=60cm \setbox1\hbox{{{tex}}}\typeout{{WIDE \the\wd1}}"
    larger = r"\comparatexsetup{theme=poster, font=\fontsize{24}{30}\selectfont, maxheight=90cm, plot/maxheight=90cm}"
    done = fragment_compiler(shown + larger + shown + "x")
    plain, poster = (float(text[:-2]) for text in said(done, "WIDE"))
    assert poster == pytest.approx(3 * plain, rel=0.02)


@pytest.mark.latex
def test_a_theme_puts_all_back(fragment_compiler):
    everything = [f"comparatex{section}{name}" for section, (names, _) in SECTIONS.items() for name in names]
    show = "".join(rf"\typeout{{NOW \meaning\{name}}}" for name in everything)
    show += "".join(rf"\extractcolorspec{{{name}}}\x\typeout{{NOW \meaning\x}}" for name in COLOURS)
    changes = "theme=monochrome,palette=puor,mcm/gap=9pt,font=\\tiny,plot/grid=red"
    done = fragment_compiler(rf"{show}\comparatexsetup{{{changes}}}\comparatexsetup{{theme=default}}{show}x")
    now = said(done, "NOW")
    half = len(everything) + len(COLOURS)
    assert len(now) == 2 * half
    assert now[:half] == now[half:]


def luminance(rgb):
    """Return the relative luminance of WCAG 2."""
    linear = np.where(np.asarray(rgb) <= 0.04045, np.asarray(rgb) / 12.92, ((np.asarray(rgb) + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(one, other):
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def rgb(literal):
    """Return the colour of a PDF literal, in rgb or grey."""
    numbers = [
        float(number) for number in re.findall(r"[\d.]+(?= )", literal.partition("rg" if "rg" in literal else "g")[0])
    ]
    return np.array(numbers * 3 if len(numbers) == 1 else numbers)


SHADES = (
    r"\makeatletter\comparatex@checkshades\count255=-100 \loop\edef\x{\the\count255}"
    r"{\comparatex@usecolour{ground}\x\typeout{GROUND \current@color}}"
    r"{\def\current@color{}\comparatex@usecolour{ink}\x\typeout{INK \current@color}}"
    r"\ifnum\count255<100 \advance\count255 by 1 \repeat "
)
COLOUR = r"\convertcolorspec{named}{comparatex%s}{%s}\x\typeout{COLOUR %s \x.}"
STANDS_OUT = ("cddrank", "plotbetter", "plotneutral", "plotworse", "boxesline")
PUBLISHED = ("heatmapC", "heatmapB", "heatmapA", "heatmapa", "heatmapb", "heatmapc")


@pytest.fixture(scope="module")
def colours(parts_compiler):
    """What every theme and palette makes of the colours: each typed out on a page of its own."""
    shown = [(name, "rgb") for name in STANDS_OUT] + [(name, "RGB") for name in (*PUBLISHED, "boxesfill")]
    show = "".join(COLOUR % (name, model, name) for name, model in shown)
    sources = {keys: rf"\comparatexsetup{{{keys}}}{SHADES}{show}x" for keys in (*THEMES, *PALETTES)}
    return parts_compiler(sources)[0]


def colour(part, name):
    """Return the parts of a colour that a document typed out."""
    (numbers,) = re.findall(rf"^COLOUR {name} ([\d.,]+)\.$", part.log, re.MULTILINE)
    return np.array([float(number) for number in numbers.split(",")])


@pytest.fixture
def shades(colours):
    """Return grounds and inks of the matrix from -100 to 100, for keys."""

    def made(keys):
        return [np.array([rgb(text) for text in said(colours[keys], label)]) for label in ("GROUND", "INK")]

    return made


@pytest.mark.latex
@pytest.mark.parametrize("keys", [*THEMES, *PALETTES])
def test_text_of_the_matrix_has_contrast(keys, shades):
    grounds, inks = shades(keys)
    assert len(grounds) == len(inks) == 201
    assert min(contrast(*pair) for pair in zip(grounds, inks, strict=True)) >= 4.5


# Machado, Oliveira and Fernandes (2009), severity 1.0; in linear light.
DEFICIENCIES = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def lab(colour, matrix=np.eye(3)):
    """Return CIE L*a*b* of an sRGB colour (D65), as it looks to somebody."""
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.asarray(matrix) @ linear, 0, 1)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    relative = np.asarray(to_xyz) @ linear / (0.9505, 1.0, 1.089)
    x, y, z = np.where(relative > (6 / 29) ** 3, np.cbrt(relative), relative / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.latex
@pytest.mark.parametrize("keys", [*PALETTES, "theme=monochrome"])
def test_sides_differ_for_everybody(keys, shades):
    grounds, _ = shades(keys)
    for matrix in [np.eye(3), *DEFICIENCIES.values()]:
        for shade in (50, 100):
            worse, better = lab(grounds[100 - shade], matrix), lab(grounds[100 + shade], matrix)
            assert np.linalg.norm(better - worse) >= (20 if shade == 100 else 10)


@pytest.mark.latex
@pytest.mark.parametrize("keys", PALETTES)
def test_print_in_grey_keeps_the_order(keys, shades):
    lights = [luminance(ground) for ground in shades(keys)[0]]
    better, worse = lights[100:], lights[100::-1]
    assert all(a >= b for a, b in pairwise(better))
    if keys == "palette=grey":  # the only one that tells the sides apart without colour
        assert all(a >= b for a, b in pairwise(lights))
        assert lights[0] - lights[200] > 0.7
    else:
        assert all(a >= b for a, b in pairwise(worse))


@pytest.mark.latex
@pytest.mark.parametrize("keys", [*PALETTES, "theme=monochrome"])
def test_the_median_is_seen_in_its_box(keys, colours):
    ground = colour(colours[keys], "boxesfill") / 255
    assert (luminance(ground) + 0.05) / 0.05 >= 9  # the median is black


@pytest.mark.latex
@pytest.mark.parametrize(
    ("name", "data"), [("rdbu", _cm._RdBu_data), ("puor", _cm._PuOr_data), ("brbg", _cm._BrBG_data)]
)
def test_palettes_are_the_published_ones(name, data, colours):
    wanted = [np.round(np.array(data[k]) * 255).astype(int).tolist() for k in (1, 3, 4, 6, 7, 9)]
    found = [colour(colours[f"palette={name}"], shade).tolist() for shade in PUBLISHED]
    assert found == wanted


@pytest.mark.latex
@pytest.mark.parametrize("keys", [*THEMES, *PALETTES])
def test_coloured_text_and_marks_stand_out_from_paper(keys, colours):
    for name in STANDS_OUT:
        assert contrast(colour(colours[keys], name), np.ones(3)) >= 4.5, name


CAPTIONS = {
    ("mcm", "en"): "Red: row better; blue: column better",
    (
        "heatmap",
        "en",
    ): "Red: the row is better; blue, with a dash: the column is better; the darker, the smaller p;",
    ("mcm", "fr"): "En rouge : ligne meilleure ; en bleu : colonne meilleure",
    ("heatmap", "fr"): "Rouge : la ligne est meilleure ; bleu, avec un tiret : la colonne est meilleure ;",
}
RED = ("Red: the", "; blue:", "Red: the", "; blue, with", "En rouge", "en bleu", "Rouge", "; bleu, avec")
NAMED = {
    "": RED,
    "palette=rdbu": RED,
    "palette=puor": (
        "Orange:", "; purple:", "Orange:", "; purple, with",
        "En orange", "en violet", "Orange", "; violet, avec",
    ),
    "palette=brbg": (
        "Brown:", "; teal:", "Brown:", "; teal, with",
        "En brun", "en bleu-vert", "Brun", "; bleu-vert, avec",
    ),
    "theme=monochrome": (
        "Dark grey:", "; light grey:", "Grey without a dash:", "; grey, with a dash:",
        "En gris foncé", "en gris clair", "Gris sans tiret", "; gris, avec un tiret",
    ),
    "palette=puor,theme=default": RED,
    "better=teal!80!black,worse=olive": ("Teal:", "; olive:", "Teal:", "; olive, with"),
    "mcm/better=teal!80!black,heatmap/c=olive": ("Teal:", "; blue:", "Red:", "; olive, with"),
    "mcm/better={rgb,255:red,9;green,99;blue,9},mcm/bettername=moss": ("Moss:", "; blue:"),
}  # fmt: skip


def coloured(comparison, name, language):
    """Return the sentence of a caption that names colours."""
    sentences = artefacts.view(comparison, name, language=language).caption.sentences
    return next(found for found in sentences if any(getattr(part, "kind", "") == "colour" for part in found.parts))


def test_captions_name_colours_by_macros(comparison):
    for (name, language), phrase in CAPTIONS.items():
        caption = artefacts.view(comparison, name, language=language).caption
        plain = caption.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
        assert phrase in plain
        with writing(language):
            assert escape(caption).count(r"\comparatexcolourword") == 2
        assert not re.search(
            "red|blue|rouge|bleu", artefacts.view(comparison, name, language=language).alt, re.IGNORECASE
        )


@pytest.fixture(scope="module", params=ENGINES[:2])
def captions(request, comparison, parts_compiler):
    """Headings and captions under several keys, and the list that they all go to, under none."""
    said = []
    for name, language in CAPTIONS:
        with writing(language):
            said.append(escape(coloured(comparison, name, language)))
    body = "".join(rf"\section{{{text}}}\begin{{figure}}[ht]x\caption{{{text}}}\end{{figure}}" for text in said)
    sources = {
        keys: rf"\addtocontents{{lof}}{{KEYS {k}.\par}}\comparatexsetup{{{keys}}}{body}" for k, keys in enumerate(NAMED)
    }
    sources["list"] = r"\listoffigures"
    found, _ = parts_compiler(sources, r"\usepackage{hyperref}\usepackage[T1]{fontenc}", engine=request.param)
    listed = re.split(r"KEYS \d+\.", found.pop("list").text)[1:]
    return {keys: (part, text) for (keys, part), text in zip(found.items(), listed, strict=True)}


@pytest.mark.latex
@pytest.mark.parametrize("keys", NAMED)
@pytest.mark.thorough
def test_captions_name_the_colours_of_the_palette(keys, captions):
    done, listed = captions[keys]
    assert not [finding for finding in done.findings if "Overfull" not in finding and "float" not in finding]
    text, listed = (" ".join(shown.split()) for shown in (done.text, listed))
    for word in NAMED[keys]:
        assert text.count(word) >= 2, word  # in the heading and the caption
        assert word in listed


@pytest.mark.latex
def test_a_language_is_one_table_of_words(fragment_compiler):
    """What a language lacks is English, and a document may add one."""
    german = r"\comparatexlanguage{de}\comparatexmcmrowbetter, \comparatexgoeson, \comparatexsetup{palette=brbg}" + (
        r"\comparatexcolourword{mcmbetter}{Rot}{de}. "
    )
    own = r"\comparatexwordsof{it}{row better=riga migliore}\comparatexlanguage{it}"
    own += r"\comparatexmcmrowbetter, \comparatexgoeson."
    done = fragment_compiler(german + own)
    assert (
        "Zeile besser, Fortsetzung auf der nächsten Seite, Braun. riga migliore, continued on the next page."
        in " ".join(done.text.replace("-\n", "").split())
    )


@pytest.mark.latex
def test_captions_of_a_report_follow_the_palette(comparison, fragment_compiler):
    caption = coloured(comparison, "mcm", "en")
    tex = render("captions.tex.jinja", view=SimpleNamespace(title="x", captions=[("mcm", "Short", caption)]))
    done = fragment_compiler(tex + r"\comparatexsetup{palette=brbg}\comparatexcaption{mcm}")
    assert "Brown: row better; teal: column better" in done.text
