"""The words of documents: templates of text, one folder for each language.

``templates/text/LANGUAGE/NAME.jinja`` holds the sentences of one part of the documents as Jinja macros: ``title``,
``caption_short``, ``caption_full``, ``alt``, headings, paragraphs; a macro ``caption`` replaces both captions. Python
passes them facts, formatted numbers and names; `Text` renders a macro to `Prose`, which is plain text and knows its
citations, references, numbers, letters and words for colours, so that the same sentence serves LaTeX, alternative texts
and images.

``words.jinja`` of a language contains what its other templates share: nouns, numerals, names of tests. Its macros
are available in all of them. Texts missing from a language are in English, and `lacking` lists them. A template in
a user's folder needs only the macros that it changes.

The language of the output, and the nouns for comparates, tasks and scores, are context variables, like the
precision of decimals: every artefact and the whole report set them once by `writing`, and nothing passes them on.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from comparatex.errors import TemplateError, UsageError
from comparatex.files import TEMPLATES, digest, state_of
from comparatex.names import hint

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.environment import TemplateModule

NBSP, _NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
GROUPED = 10_000  # numbers from which on thousands are set apart, in texts, tables and macros alike


# -------------------------------------------------------------------------------------------------- languages
@dataclass(frozen=True)
class Language:
    """The properties of a language; its words are in its folder."""

    name: str  # its name in English
    babel: str  # its name in the LaTeX package babel, followed by the options that it needs there
    decimal: str = "."  # the decimal mark, and the separator of thousands
    thousands: str = _NARROW
    between: str = ", "  # the separator between the ends of an interval
    none: bool = True  # whether zero takes the plural
    bound: str = ""  # regular expression for the spaces at which no line may end, besides those around relations
    percent: str = f"{_NARROW}%"  # with what stands between it and a number
    elided: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Words that change before certain others: their form there, with its space if it has one, and the beginnings of
    these others, in small letters and without accents, as a regular expression."""
    plural: Callable[[str], str] | None = None
    """Forms the plural of a noun if it is not given; None if it must be given."""
    adopts: bool = False
    """Whether the name of a measure can serve as the noun for scores: it needs no gender, and its plural is known."""
    preamble: str = ""  # TeX after babel in the document
    english: str = ""  # TeX that undoes, in an English text, what babel does in this language

    def singular(self, number: int) -> bool:
        """Whether a number takes the singular."""
        return number == 1 or (number == 0 and not self.none)


_ABBREVIATION = re.compile("acc|em|map|mcc|mrr|nll|wer|(au|auro)c|bleu|crps|ndcg|n?r?mse|ma[ep]|s?mape|mase")
"""Measures as results files write them, which take no plural."""


_IRREGULAR = {"series": "series", "time series": "time series", "corpus": "corpora", "LLM": "LLMs"}


def english_plural(noun: str) -> str:
    """Return the plural of an English noun.

    >>> english_plural("classifier"), english_plural("accuracy"), english_plural("RMSE"), english_plural("loss")
    ('classifiers', 'accuracies', 'RMSE values', 'losses')
    >>> english_plural("acc")
    'acc values'
    """
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if (not noun.isalpha() and " " not in noun) or noun.isupper() or _ABBREVIATION.fullmatch(noun):
        return f"{noun} values"
    if re.search("[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search("(s|x|z|ch|sh)$", noun) else f"{noun}s"


def capital(text: str) -> str:
    """Return a text with a capital at its start, unless a name is there that no word looks like.

    >>> capital("accuracies of A"), capital("inference_time values of A"), capital("rmse values")
    ('Accuracies of A', 'inference_time values of A', 'rmse values')
    """
    first = text.partition(" ")[0]
    if re.search(r"[\d_]", first) or _ABBREVIATION.fullmatch(first):
        return text
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """Return a number with its English noun.

    >>> counted(1, "task"), counted(2345, "pair"), counted(2, "query"), counted(2, "time series")
    ('1 task', '2,345 pairs', '2 queries', '2 time series')
    """
    return f"{number:,} {noun if number == 1 else english_plural(noun)}"


_FRENCH_VOWEL = "(?!onze )[aeiouœæ]"

LANGUAGES: Mapping[str, Language] = {
    "en": Language("English", "english", percent="%", plural=english_plural, adopts=True),
    "fr": Language(
        "French",
        "french",
        ",",
        _NARROW,
        f"{NBSP};{NBSP}",
        none=False,
        bound=r" (?=[;:!?»])|(?<=«) ",
        elided={word: (f"{word[:-1]}’", _FRENCH_VOWEL) for word in ("de", "que", "le", "la")},
        plural=lambda noun: noun if noun[-1:] in "sxz" else f"{noun}s",
        preamble=r"\addto\captionsfrench{\def\tablename{Tableau}}% as the text calls it",
        english=r"\NoAutoSpacing",
    ),
    "de": Language("German", "ngerman", ",", _NARROW, "; ", english=r'\shorthandoff{"}'),
    "es": Language(
        "Spanish",
        "spanish,es-minimal,es-tabla",  # tables are “tablas”, and <, >, ~ and the decimal point stay as they are
        ",",
        _NARROW,
        "; ",
        elided={"y": ("e ", "h?i(?![aeou])")},
        english=r'\shorthandoff{"}',
    ),
}
"""The languages of documents, by the folder of their texts."""

Length = Literal["short", "full"]
"""How much captions say: what is seen and how to read it, or the whole convention, too."""

NOUNS = ("comparate", "task", "score")  # nouns that a document may replace by those of its field


@dataclass(frozen=True)
class Writing:
    """The language and the terms of a document."""

    language: str = "en"  # a key of `LANGUAGES`
    comparate: str = ""
    """The nouns for these: ``singular``, ``singular/plural`` or ``singular/plural/gender`` (m, f or n); empty for
    those of `headings`, or else of the language."""
    task: str = ""
    score: str = ""
    headings: tuple[str, str] = ("", "")
    """What the table calls comparates and tasks, in English and the singular, such as ``classifier`` and ``data
    set``: their nouns where the language knows these."""
    templates: tuple[Path, ...] = ()  # folders of the user's own templates
    captions: Length = "short"  # how much captions say
    tex_names: tuple[tuple[str, str], ...] = ()
    """Names that LaTeX sets by TeX of the user's, the longest first; empty TeX for those that hold another one."""


_current: ContextVar[Writing] = ContextVar("writing", default=Writing())  # noqa: B039  (frozen)
_lacking: ContextVar[dict[str, None] | None] = ContextVar("lacking", default=None)


@contextmanager
def writing(how: Writing | str) -> Iterator[None]:
    """Write all words and decimal marks within the context in a language, or in a way of writing."""
    how = Writing(how) if isinstance(how, str) else how
    if how.language not in LANGUAGES:
        raise UsageError(f"There is no language {how.language!r}{hint(how.language, tuple(LANGUAGES))}")
    token = _current.set(how)
    try:
        yield
    finally:
        _current.reset(token)


def language() -> Language:
    """Return the current language.

    >>> language().name
    'English'
    """
    return LANGUAGES[_current.get().language]


def code() -> str:
    """Return the key of the current language.

    >>> code()
    'en'
    """
    return _current.get().language


def tex_names() -> tuple[tuple[str, str], ...]:
    """Return the names that LaTeX sets by TeX of the user's."""
    return _current.get().tex_names


@cache
def said(name: str, code: str) -> bool:
    """Whether a name is a word of our own in a language, so that a sentence may have it without naming anybody.

    >>> said("A", "en"), said("Rocket", "en")
    (True, False)
    """
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return any(word.search(path.read_text(encoding="utf-8")) for path in (TEMPLATES / "text" / code).glob("*.jinja"))


@contextmanager
def lacking() -> Iterator[dict[str, None]]:
    """Collect sentences on the texts that are missing from the language and in English instead."""
    notes: dict[str, None] = {}
    token = _lacking.set(notes)
    try:
        yield notes
    finally:
        _lacking.reset(token)


# ------------------------------------------------------------------------------------------------------ prose
_OPEN, _SEPARATOR, _CLOSE = "\ufdd0", "\ufdd1", "\ufdd2"  # noncharacters, which occur in no text
_MARKED = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_SPACES = re.compile(r"[ \t]+")


@dataclass(frozen=True)
class Inline:
    r"""A part of a sentence other than plain words."""

    kind: str
    """A citation; a reference to a figure, a table or a section; a number; the word for a colour; the letter of a
    statistic."""
    text: str  # the keys of the bibliography; the label; the key of ``\comparatex``; the word; the letter
    detail: str = ""  # for a reference, the noun before its number; for a number, its measure; for a colour, its name

    @property
    def plain(self) -> str:
        """Its form in plain text."""
        return {"cite": "", "ref": self.detail}.get(self.kind, self.text)

    @property
    def marked(self) -> str:
        """Its form in the output of a template."""
        return _inline(self.kind, self.text, self.detail)


class Prose(str):
    """Text rendered from a template: a plain `str`, one sentence after the other."""

    __slots__ = ("parts", "sentences")
    parts: tuple[str | Inline, ...]
    sentences: tuple[Prose, ...]

    @classmethod
    def of(cls, marked: str) -> Prose:
        """Return the prose from a template's output."""
        every = (_SPACES.sub(" ", line).strip(" \t") for line in marked.split("\n"))
        lines = [line for line in every if line]
        prose = cls._of(" ".join(lines))
        prose.sentences = tuple(map(cls._of, lines)) if len(lines) > 1 else (prose,) * len(lines)
        return prose

    @classmethod
    def _of(cls, line: str) -> Prose:
        parts = tuple(
            part if k % 2 == 0 else Inline(*part.split(_SEPARATOR))
            for k, part in enumerate(_MARKED.split(line))
            if part
        )
        prose = cls("".join(part if isinstance(part, str) else part.plain for part in parts))
        prose.parts, prose.sentences = parts, (prose,)
        return prose

    @classmethod
    def joined(cls, *texts: Prose) -> Prose:
        """Return texts joined into one, sentence after sentence."""
        return cls.of("\n".join(text._source for text in texts))

    @property
    def colourless(self) -> Prose:
        """The sentences that name no colour."""
        inlines = ((said, [part for part in said.parts if isinstance(part, Inline)]) for said in self.sentences)
        return Prose.joined(*(said for said, parts in inlines if all(part.kind != "colour" for part in parts)))

    @property
    def _source(self) -> str:
        lines = ([part if isinstance(part, str) else part.marked for part in line.parts] for line in self.sentences)
        return "\n".join(map("".join, lines))

    def __reduce__(self) -> tuple[Callable[[str], Prose], tuple[str]]:
        """Return what is needed to recreate it in another process."""
        return Prose.of, (self._source,)


def math(letter: str) -> str:
    """Return the letter of a statistic, marked for `Prose.of`."""
    return _inline("math", letter)


def _inline(kind: str, text: str, detail: str = "") -> str:
    return f"{_OPEN}{_SEPARATOR.join((kind, text, detail))}{_CLOSE}"


# -------------------------------------------------------------------------------------------------- templates
SYNTAX: Mapping[str, Any] = {
    "variable_start_string": r"\VAR{",
    "variable_end_string": "}",
    "block_start_string": r"\BLOCK{",
    "block_end_string": "}",
    "comment_start_string": r"\NOTE{",
    "comment_end_string": "}",
    "line_statement_prefix": "%%",
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
}
"""The delimiters of all templates."""


_COMPILED = TEMPLATES / "__pycache__"


_CACHES = {"win32": ("LOCALAPPDATA", "AppData/Local"), "darwin": ("", "Library/Caches")}


def compiled(kind: str) -> BytecodeCache | None:
    """Return the cache of compiled templates, kept between runs beside them, or else in the user's own folder."""
    from jinja2 import FileSystemBytecodeCache, __version__
    from jinja2.bccache import Bucket

    class Kept(FileSystemBytecodeCache):
        def load_bytecode(self, bucket: Bucket) -> None:
            try:
                super().load_bytecode(bucket)
            except Exception:  # a damaged file may raise anything
                bucket.reset()

        def dump_bytecode(self, bucket: Bucket) -> None:
            with suppress(OSError):  # the disk may be full
                super().dump_bytecode(bucket)

    folder = _beside_templates() or _own_folder()
    version = digest(kind, __version__, Path(__file__).read_bytes())[:16]
    return Kept(str(folder), f"{version}-%s.cache") if folder else None


def _beside_templates() -> Path | None:
    """Return the folder for compiled templates beside them, where it may be written."""
    if sys.dont_write_bytecode:
        return None
    with suppress(OSError):
        _COMPILED.mkdir(exist_ok=True)
    return _COMPILED if os.access(_COMPILED, os.W_OK) else None


def _own_folder() -> Path | None:
    """Return the user's folder for compiled templates, which are code; nothing where others could put some there."""
    variable, usual = _CACHES.get(sys.platform, ("XDG_CACHE_HOME", ".cache"))
    with suppress(OSError, RuntimeError):  # there may be no home
        named = Path(os.environ.get(variable, ""))
        base = named if named.is_absolute() else Path.home() / usual
        base.mkdir(mode=0o700, exist_ok=True)
        folder = base.resolve() / "comparatex"
        if not all(_only_by(parent, {0, _user()}, stat.S_ISVTX) for parent in folder.parents):
            return None
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder if _only_by(folder, {_user()}) else None
    return None


def _user() -> int:
    return 0 if sys.platform == "win32" else os.geteuid()  # in Windows, all have the owner 0


def _only_by(folder: Path, owners: set[int], sticky: int = 0) -> bool:
    """Whether only one of these users may write to a folder, or remove from it what is another's, if it is sticky."""
    state = folder.lstat()
    writable = state.st_mode & 0o022 and not state.st_mode & sticky and sys.platform != "win32"
    return stat.S_ISDIR(state.st_mode) and state.st_uid in owners and not writable


class Text:
    """The texts of one template, each macro a method that returns `Prose`; other values are returned unchanged."""

    def __init__(self, name: str, **facts: Any) -> None:
        """Store the facts; templates are loaded on demand."""
        self._name, self._facts, self._how = name, facts, _current.get()
        self._modules: dict[str, TemplateModule | None] = {}

    def __getattr__(self, macro: str) -> Any:
        """Return a macro of the language, or of English if the language lacks it."""
        if macro.startswith("_"):
            raise AttributeError(macro)
        names = (macro, f"caption_{self._how.captions}") if macro == "caption" else (macro,)
        for code in dict.fromkeys((self._how.language, "en")):
            module = self._module(code)
            value = next((getattr(module, name) for name in names if hasattr(module, name)), None)
            if value is not None:
                if code != self._how.language:
                    _note(self._how.language, self._name)
                return _as_prose(macro, value, _file(code, self._name))
        raise TemplateError(f"{_file('en', self._name)} has no macro {macro}.")

    def about(self) -> dict[str, Any]:
        """Return title, caption and alternative text, by the names of a view's fields."""
        return {"title": self.title(), "caption": self.caption(), "alt": self.alt()}

    def _module(self, code: str) -> TemplateModule | None:
        """Return the macros of a template in a language, with these facts."""
        if code not in self._modules:
            name, folders = f"{self._name}.jinja", self._how.templates
            with template_errors(_file(code, self._name)):
                template = environment(code, self._how).get_template(name) if _files(code, name, folders) else None
                if template is None:
                    self._modules[code] = None
                else:
                    self._modules[code] = template.make_module(self._facts) if self._facts else template.module
        return self._modules[code]


def _file(code: str, name: str) -> str:
    """Return the path of a text below a folder of templates."""
    return f"text/{code}/{name}.jinja"


def _note(code: str, name: str) -> None:
    """Note that a language lacks texts, which are in English."""
    notes = _lacking.get()
    if notes is not None:
        notes[f"Some texts of {name} are lacking in {LANGUAGES[code].name}: they are in English."] = None


class _Words(dict[Any, Any]):
    """A table of words; there is an error where it lacks one."""

    def __init__(self, place: str, words: Mapping[Any, Any]) -> None:
        super().__init__({key: Prose.of(word) if isinstance(word, str) else word for key, word in words.items()})
        self._place = place

    def __missing__(self, key: object) -> Any:
        raise TemplateError(f"There is no word for {key!r} in {self._place}.")


class _OrItself(dict[str, str]):
    """A table of words in which what it lacks, as another package adds it, is called by its name."""

    def __missing__(self, key: str) -> str:
        return key


def _as_prose(name: str, value: Any, file: str) -> Any:
    """Return a macro as a function that returns `Prose`, and a table of words with its texts as `Prose`."""
    if isinstance(value, Mapping):
        return _Words(f"{name} of {file}", value)
    if not callable(value):
        return value

    def prose(*values: Any, **more: Any) -> Prose:
        with template_errors(file):
            return Prose.of(str(value(*values, **more)))

    return prose


def environment(code: str, how: Writing) -> Environment:
    """Return the environment of the texts of a language, as the user's templates are now."""
    return _environment(code, how, state_of(how.templates))


@cache
def _environment(code: str, how: Writing, _: object) -> Environment:
    r"""Return the environment of the texts of a language; ``\VAR{…}`` prints, lines of ``%%`` control.

    The built-in template precedes the one in a user's folder, so that a macro there replaces its namesake. Line ends
    at the start and end of a macro are removed; ``~`` in a text is a space at which no line may end, as are those
    around ``=``, ``<`` and other relations; letters of statistics are set in italics.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from jinja2.exceptions import UndefinedError
    from jinja2.utils import missing

    base: type[Environment] = Environment
    if how.templates:  # a folder may be a stranger's
        from jinja2.sandbox import ImmutableSandboxedEnvironment as base

    class Texts(base):  # type: ignore[valid-type, misc]
        concat = staticmethod(lambda parts: "".join(parts).strip("\n"))

    class Lacking(StrictUndefined):
        def __init__(self, hint: Any = None, obj: Any = missing, name: Any = None, exc: Any = UndefinedError) -> None:
            if isinstance(obj, Mapping):
                table = next((key for key, value in texts.globals.items() if value is obj), "")
                hint = f"there is no word for {name!r}{f' in {table} of words.jinja' if table else ''}"
            super().__init__(hint, obj, name, exc)

    texts = Texts(
        loader=FunctionLoader(lambda name: _source(code, name, how.templates)),
        extensions=[_typography(LANGUAGES[code].bound, LANGUAGES[code].percent)],
        undefined=Lacking,
        finalize=_finalize,
        bytecode_cache=compiled(f"{base.__name__} {code}"),
        **SYNTAX,
    )
    spoken = LANGUAGES[code]
    texts.filters |= {
        "thousands": lambda number: f"{number:,}".replace(",", spoken.thousands) if number >= GROUPED else str(number),
        "each": lambda names, table: [table[name] for name in names],
        "capital": capital,
        "an": _with_article,
        "or_itself": _OrItself,
        **{word: _eliding(word, *changed) for word, changed in spoken.elided.items()},
    }
    texts.globals |= {
        "cite": lambda *keys: _inline("cite", ",".join(keys)),
        "num": lambda key, study="": _inline("number", Prose.of(key), study),
        "rounded": lambda key, study="": _inline("number", f"*{Prose.of(key)}", study),
        "ref": lambda label, noun="": _inline("ref", label, noun),
        "math": math,
        "colour": lambda name, word: _inline("colour", word, name),
        "singular": spoken.singular,
        "english": lambda name: environment("en", Writing()).globals[name],
        "nbsp": NBSP,
    }
    with template_errors(_file(code, "words")):
        words = texts.get_template("words.jinja")
        nouns = _nouns(vars(words.make_module()), how if code == how.language else Writing(), spoken)
        texts.globals |= {"noun": nouns} | {name: nouns[name][0] for name in NOUNS}
        texts.globals |= {f"{name}s": nouns[name][1] for name in NOUNS}
        shared = words.module  # with the nouns
        texts.globals |= {name: getattr(shared, name) for name in shared.__dict__ if not name.startswith("_")}
    return texts


def _source(code: str, name: str, folders: Sequence[Path]) -> tuple[str, str, None] | None:
    """Return the source of a text, or of the English one where the language lacks what another text imports."""
    if not re.fullmatch(r"[\w-]+\.jinja", name):  # no way out of the folder
        return None
    files = _files(code, name, folders)
    if not files and code != "en":
        files = _files("en", name, folders)
        _note(code, name.removesuffix(".jinja"))
    if not files:
        return None
    return "\n".join(path.read_text(encoding="utf-8") for path in files), "\n".join(map(str, files)), None


def _files(code: str, name: str, folders: Sequence[Path]) -> list[Path]:
    """Return the files of a text: the built-in one, then those of the user's folders, the first of them last."""
    paths = (folder / "text" / code / name for folder in (TEMPLATES, *reversed(folders)))
    return [path for path in paths if path.is_file()]


def _nouns(words: Mapping[str, Any], how: Writing, spoken: Language) -> dict[str, tuple[str, ...]]:
    """Return singular, plural and gender of the nouns of a language, some replaced by those of the user's field."""
    nouns = {name: tuple(forms) for name, forms in {**words["nouns_of_headings"], **words["nouns"]}.items()}
    for name, heading in zip(NOUNS, how.headings, strict=False):
        if heading and spoken.name == "English":
            nouns[name] = (heading, english_plural(heading))
        elif heading:
            nouns[name] = tuple(words["nouns_of_headings"].get(heading, nouns[name]))
    for name in NOUNS:
        singular, *more = (part.strip() for part in str(getattr(how, name)).split("/"))
        if not singular:
            continue
        if not more and spoken.plural is None:
            raise UsageError(
                f"In {spoken.name}, the noun {singular} needs its plural and gender: write it as "
                f"{singular}/plural/gender, the gender being m, f or n."
            )
        plural = more[0] if more else spoken.plural(singular) if spoken.plural else singular
        gender = more[1] if len(more) > 1 else "m"
        if gender not in ("m", "f", "n"):
            raise UsageError(f"The gender of {singular} must be m, f or n, not {gender}.")
        nouns[name] = (singular, plural, gender)
    return nouns


def _with_article(noun: str) -> str:
    """Return an English noun with the indefinite article.

    >>> _with_article("comparate"), _with_article("algorithm"), _with_article("unit")
    ('a comparate', 'an algorithm', 'a unit')
    """
    return f"{'an' if re.match('(?!uni|use|eu|one)[aeiou]', noun.lower()) else 'a'} {noun}"


def _eliding(word: str, short: str, before: str) -> Callable[[object], str]:
    """Return a filter that puts a word before another, in its other form before certain beginnings.

    >>> de = _eliding("de", "d’", _FRENCH_VOWEL)
    >>> de("Arsenal"), de("ROCKET"), de("onze tâches")
    ('d’Arsenal', 'de ROCKET', 'de onze tâches')
    >>> y = _eliding("y", *LANGUAGES["es"].elided["y"])
    >>> y("InceptionTime"), y("ROCKET"), y("hielo")
    ('e InceptionTime', 'y ROCKET', 'y hielo')
    """
    import unicodedata

    def elided(following: object) -> str:
        text = str(following)
        letters = unicodedata.normalize("NFD", text[:5]).lower()
        plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
        return f"{short}{text}" if re.match(before, plain) else f"{word} {text}"

    return elided


def _finalize(value: Any) -> Any:
    """Keep the parts of prose, and refuse binary floats, whose printed form is not under control."""
    if isinstance(value, Prose):
        return value._source
    if isinstance(value, float):
        raise TypeError(f"{value!r} reached a text: numbers are formatted before")
    return value


_RELATION = r" (?=[=<>≤≥±] )|(?<=[=<>≤≥±]) "
_STATISTIC = re.compile(r"(?<![\w.’'/])(?![zi]\. ?\w\.|t-(?:il|elle|on)\b)[FSWiknmpqtz](?![\w’'/])")
"""A letter that stands for a statistic, a number of something or a p-value; none is a word of a language."""
_ENDING = re.compile(r"n(?!\w)")  # what a template adds to a word before it, as German does in the dative
_KEY = re.compile(r"\w|[a-z\d]{2,}(-[a-z\d]+)*")


@cache
def _typography(bound: str, percent: str) -> type[Any]:
    """Return a lexer extension that sets a template's own words, not its values: bound spaces, letters in italics.

    A string that is one such letter, or words of small letters with hyphens, may be a key; `math` in a template sets
    the letter.
    """
    from jinja2.ext import Extension
    from jinja2.lexer import Token, TokenStream

    spaces = re.compile("|".join(filter(None, (_RELATION, bound))))

    def typeset(text: str) -> str:
        text = spaces.sub(NBSP, re.sub("[ ~]%", percent, text)).replace("~", NBSP)
        return _STATISTIC.sub(lambda letter: math(letter[0]), text)

    class Typography(Extension):
        def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
            end = (0, False)  # the line on which the token before is, and whether it may end a value
            for token in stream:
                text = token.value
                if token.type == "data" or (token.type == "string" and not _KEY.fullmatch(text)):
                    joined = token.type == "string" or end == (token.lineno, True)
                    text = f"n{typeset(text[1:])}" if joined and _ENDING.match(text) else typeset(text)
                end = token.lineno, token.type.endswith("_end")
                yield Token(token.lineno, token.type, text)

    return Typography


@contextmanager
def template_errors(template: str) -> Iterator[None]:
    """Turn whatever goes wrong in a template into a `TemplateError` that names its file and line."""
    from jinja2 import TemplateNotFound, TemplateRuntimeError, TemplateSyntaxError

    wrong = (TypeError, ArithmeticError, LookupError, AttributeError, UnicodeDecodeError)
    try:
        yield
    except TemplateSyntaxError as error:
        place = _place(error.filename or error.name or template, error.lineno)
        raise TemplateError(f"{place}: {str(error.message).rstrip('.')}.") from error
    except (TemplateRuntimeError, TemplateNotFound, RecursionError, MemoryError, *wrong) as error:
        message = re.sub(r" \(imported on line .*?\)", "", str(error).rstrip("."))
        message = re.sub(r"\S+<locals>\S+", "a filter", message)
        if isinstance(error, TemplateNotFound):
            message = f"no template is called {error.message}"
        elif isinstance(error, KeyError):
            message = f"there is no word for {message}"
        elif isinstance(error, UnicodeDecodeError):
            message = f"{template}, or what it names, is not in UTF-8: save it as UTF-8"
        elif isinstance(error, RecursionError):
            message = "the template calls, includes or extends itself"
            message += "" if template.startswith("text/") else f"; the built-in one is builtin/{template}"
        raise TemplateError(f"{_innermost(error) or template}: {message}.") from error


def _innermost(error: BaseException) -> str:
    """Return file and line of the innermost template in an error's traceback, or of the innermost of the user's."""
    from traceback import walk_tb

    places = [
        # Where Jinja renders no template but a macro is called, lines are those of the compiled template.
        _place(file, template.get_corresponding_lineno(line) if template else line)
        for frame, line in walk_tb(error.__traceback__)
        if (file := frame.f_code.co_filename).endswith(".jinja")
        for template in [frame.f_globals.get("__jinja_template__")]
    ]
    own = [place for place in places if not place.startswith(f"{TEMPLATES}{os.sep}")]
    return (own or places or [""])[-1]


def _place(files: str, line: int) -> str:
    """Return file and line of what is on a line of one template, or of a text that is made of several files."""
    *before, last = files.split("\n")
    for file in before:
        length = Path(file).read_text(encoding="utf-8").count("\n") + 1
        if line <= length:
            return f"{file}, line {line}"
        line -= length
    return f"{last}, line {line}"
