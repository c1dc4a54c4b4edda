"""Cases of the fuzzer: a command with its files, drawn from a seed, and the numbers it must print if they are known."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from comparatex.cli import main
from comparatex.cli.options import Option, options_of
from fuzz.small_print import EXCEL, HTML, LATEX, MARKDOWN, document, open_document, styled, workbook

Rows = list[list[str]]

PLAIN = (
    "HC2", "ROCKET", "rf_1.0", "C4.5", "k-NN", "Ours (a+b)", "a/b", "SVM 2", "naïve", "β-VAE", "x^2", "5%b", "a&b",
    "#1", "$k$", "~", "{x}", "\\input{/etc/passwd}", "\\immediate\\write18{id}", "=cmd|' /C calc'!A0", "a'b", "@home",
)  # fmt: skip
"""Names that every table may have."""

ODD = (
    "", " ", "\t", "nan", "Average", "mean", "params", "seed", "task", "0", "1", "1e5", "A" * 400, "ab " * 60, "漢字",
    "عربي", "\u202eabc", "\u200b", "a\u0301", "😀", "\x07", "\x1b[2J", "\x7f", "\ud800", "\udfff\ud800", "a\nb",
    "a\x00b", '"', "''", ",", ";", "|", "%", "\\", "^^M", "}", "{", "\\end{document}", "\\def\\x{}",
    "{{ 7*7 }}", "\\VAR{x}",
    "™", "100%", "\u2028", "\ufeff", "-", "--help", "../x", "/dev/null", "A\u00a0B", "NULL", "None", "True", "1_000",
    "…" * 30,
)  # fmt: skip
"""Names that a table may be refused for."""

TEX = (
    "\\begin{verbatim}", "\\end{verbatim}", "\\cite[", "{", "}", "\\\\", "%", "$", "0.93", "12", " ", "\n", "\n\n", "A",
    "HC2", "ROCKET", "\\comparatex{", "\\ref{", "accuracy of ", "\\%", "p < 0.05", "[", "]", "\\input{x}", "\\item",
    "median ", "wins ", "\x00", "~", "%%", "\\begin{equation}", "<", "\\leq",
)  # fmt: skip
"""Pieces of a paper."""

FRAGMENTS = ("mcm", "cdd", "scatter", "heatmap", "forest", "boxes", "profile", "sequence")
TABLES = ("scores", "ranks", "pairwise", "friedman", "verdicts", "effects", "control")
DEAR = {
    "--bayes", "--audit", "--watch", "--backend", "--jobs", "--samples", "--budget", "--sampled",
    "--config", "--depfile", "--output", "-o", "--pdf", "--engine", "--help", "-h", "--draws", "--intervals",
    "--previews", "--no-limits", "--bootstrap",
}  # fmt: skip
"""Options that take long, run TeX, or say where something goes."""


@dataclass(frozen=True)
class Case:
    """A command, what it finds in its folder, and what is known of the table."""

    seed: int
    arguments: tuple[str, ...]
    files: dict[str, bytes] = field(default_factory=dict)
    stdin: bytes = b""
    truth: Rows | None = None
    """Header and rows as written, where the command must print the statistics of just these."""
    refusable: bool = False
    """Whether the table may be refused instead."""


def case(seed: int) -> Case:
    """Return a case; the same for the same seed."""
    chance = random.Random(seed)
    kinds: Sequence[tuple[Callable[[random.Random, int], Case], int]] = (
        (_sound, 40), (_strange, 20), (_damaged, 15), (_fragment, 12), (_paper, 4), (_configured, 6), (_other, 3),
        (_decorated, 8),
    )  # fmt: skip
    made = chance.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
    return made(chance, seed)


def decorated(seed: int) -> Case:
    """Return statistics of a table whose cells have small print or stray cells beside them."""
    return _decorated(random.Random(seed), seed)


def damaged_workbook(seed: int) -> Case:
    """Return statistics of a workbook in one of whose parts some bytes are others, missing or repeated."""
    chance = random.Random(seed)
    rows: list[list[Any]] = [
        ["task", "A", "B"],
        *([f"t{k}", chance.random(), chance.random()] for k in range(4)),
    ]
    kind = chance.choice(("xlsx", "xlsx", "ods", "xls"))
    if kind == "xls":
        content = bytearray((Path(__file__).parents[1] / "data/small_print.xls").read_bytes())
        for _ in range(chance.randrange(1, 20)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        return Case(seed, ("stats", "r.xls"), {"r.xls": bytes(content)})
    far = chance.sample(["XFD1048576", "ZZ90000", "B700000"], chance.randrange(2))
    whole = workbook(rows, far) if kind == "xlsx" else open_document({"scores": rows})
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheets = [name for name in parts if "sheet" in name or name == "content.xml"]
    name = chance.choice(sheets if chance.random() < 0.7 else list(parts))
    for _ in range(chance.randrange(1, 4)):
        parts[name] = _altered(chance, parts[name])
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content_of_part in parts.items():
            archive.writestr(part, content_of_part)
    return Case(seed, ("stats", f"r.{kind}"), {f"r.{kind}": file.getvalue()})


def _altered(chance: random.Random, content: bytes) -> bytes:
    """Return a part of a workbook with another number, a flipped bit, or a stretch left out or repeated."""
    place = chance.randrange(len(content) + 1)
    end = min(len(content), place + chance.randrange(1, 60))
    numbers = [*re.finditer(rb"\d+", content)]
    if numbers and chance.random() < 0.5:
        number = chance.choice(numbers)
        other = chance.choice((b"0", b"-1", b"1048576", b"99999999999", b"1e308", b"NaN", b"XFD1048576"))
        return content[: number.start()] + other + content[number.end() :]
    middle = chance.choice(
        (
            b"",
            content[place:end] * 2,
            bytes(byte ^ 1 << chance.randrange(8) for byte in content[place:end][:1]),
        )
    )
    return content[:place] + middle + content[end if not middle else place + 1 :]


# ------------------------------------------------------------------------------------------------------ tables
def _names(chance: random.Random, n: int, odd: float = 0.0) -> list[str]:
    """Return different names."""
    found: dict[str, None] = {}
    while len(found) < n:
        name = chance.choice(ODD if chance.random() < odd else PLAIN)
        found[name if name not in found else f"{name} {len(found)}"] = None
    return list(found)


def _scores(chance: random.Random) -> Callable[[], str]:
    """Return what draws a score as it is written."""
    decimals, scale = chance.choice([0, 1, 2, 3, 4, 6]), chance.choice([1, 1, 1, 100, 1e6])
    power = chance.choice(
        [-12, -9, -3, 3, 9]
    )  # scores further apart than 13 digits are compared on a grid, not exactly
    kinds: list[Callable[[], str]] = [
        lambda: f"{chance.random() * scale:.{decimals}f}",
        lambda: f"{chance.random() * scale:.{decimals}f}",
        lambda: f"{chance.gauss(0, 1):.{decimals}f}",
        lambda: str(chance.randrange(4)),
        lambda: f"{chance.randrange(1, 9999)}e{power + chance.randrange(7)}",
        lambda: f"{chance.randrange(1, 99)}.{chance.randrange(10):d}",
    ]
    return chance.choice(kinds)


def _table(chance: random.Random, odd: float = 0.0) -> Rows:
    """Return a wide table."""
    k, n = chance.randint(2, 6), chance.randint(2, 14)
    draw = _scores(chance)
    tasks = [f"t{i}" for i in range(n)] if odd == 0 else _names(chance, n, odd)
    return [["task", *_names(chance, k, odd)], *([task, *(draw() for _ in range(k))] for task in tasks)]


def _spoil(chance: random.Random, rows: Rows) -> Rows:
    """Return a table with cells that are no scores, rows that are too short, and the like."""
    rows = [list(row) for row in rows]
    for _ in range(chance.randint(0, 3)):
        row = chance.choice(rows)
        what = chance.randrange(5)
        if what == 0 and len(row) > 1:
            row[chance.randrange(len(row))] = chance.choice(
                (
                    "",
                    "nan",
                    "-inf",
                    "1e999",
                    "1e-400",
                    "1e300",
                    "9" * 25,
                    "0,5",
                    "1.2.3",
                    "0.5±0.1",
                    "50%",
                    "x",
                    "1e24",
                )
            )
        elif what == 1:
            row.append("1")
        elif what == 2 and row:
            row.pop()
        elif what == 3:
            rows.append(list(row))
        else:
            del rows[chance.randrange(len(rows)) :]
            rows = rows or [["task"]]
    return rows


def _written(chance: random.Random, rows: Rows, kind: str) -> bytes:
    """Return a table as a file of some kind."""
    header, body = rows[0], rows[1:]
    if kind in ("csv", "tsv", "txt"):
        text = io.StringIO()
        delimiter = {"csv": ",", "tsv": "\t", "txt": ";"}[kind]
        writer = csv.writer(text, delimiter=delimiter, lineterminator=chance.choice(("\n", "\r\n")))
        writer.writerows(rows)
        return text.getvalue().encode("utf-8", "surrogatepass")
    if kind == "long.csv":
        text = io.StringIO()
        records = [(row[0], name, cell) for row in body for name, cell in zip(header[1:], row[1:], strict=False)]
        csv.writer(text, lineterminator="\n").writerows([("task", "comparate", "score"), *records])
        return text.getvalue().encode("utf-8", "surrogatepass")
    if kind == "json":
        nested: Any = {
            name: {row[0]: _number(row[k]) for row in body if len(row) > k} for k, name in enumerate(header) if k
        }
        records_: Any = [dict(zip(header, [row[0], *map(_number, row[1:])], strict=False)) for row in body if row]
        return json.dumps(chance.choice((nested, records_)), ensure_ascii=chance.random() < 0.5).encode(
            "utf-8", "surrogatepass"
        )
    frame = pd.DataFrame(
        [[row[0], *map(_number, row[1:])] if row else [] for row in body],
        columns=header if all(len(row) == len(header) for row in body) and body else None,
    )
    frame.columns = [str(name) for name in frame.columns]
    file = io.BytesIO()
    if kind == "xlsx":
        frame.to_excel(file, index=False)
    else:
        frame.to_parquet(file)
    return file.getvalue()


def _number(cell: str) -> float | str:
    """Return a cell as the number that it is, or as it is."""
    try:
        return float(cell)
    except ValueError:
        return cell


# ------------------------------------------------------------------------------------------------------- cases
def _sound(chance: random.Random, seed: int) -> Case:
    """Return statistics of a good table, which must be right."""
    rows = _table(chance)
    kind = chance.choices(("csv", "tsv", "txt", "long.csv", "json"), (8, 2, 2, 3, 3))[0]
    options = [*chance.choice(((), (), ("--lower-is-better",)))]
    options += chance.choice(((), (), (), ("--zero-method", "wilcox"), ("--test", "sign"), ("--test", "t")))
    content = _written(chance, rows, kind)
    if kind == "json" and len(rows[0]) > len(rows):  # comparates of tasks, or the reverse: names here say nothing
        options += ("--layout", "wide")
    return Case(seed, ("stats", f"r.{kind}", *options), {f"r.{kind}": content}, truth=rows)


def _decorated(chance: random.Random, seed: int) -> Case:
    """Return statistics of a document or workbook whose scores have small print, or stray cells beside them."""
    kind = chance.choice(("html", "md", "tex", "xlsx"))
    draw = _scores(chance)
    truth = [["task", "m1", "m2", "m3"], *([f"t{k}", *(draw() for _ in range(3))] for k in range(4))]
    share = chance.choice((0, 0.1, 0.5))
    rows: list[list[Any]] = [list(row) for row in truth]
    patterns = {"html": HTML, "md": MARKDOWN, "tex": LATEX, "xlsx": EXCEL}[kind]
    for row in rows[1:]:
        for k in range(1, 4):
            while chance.random() < share:
                other, pattern = str(chance.randrange(2000)), chance.choice(patterns)
                if kind == "xlsx":
                    row[k] = styled(truth[rows.index(row)][k], other, pattern, chance.random() < 0.5)
                    break
                row[k] = pattern.format(score=row[k], other=other)
            if kind == "xlsx" and isinstance(row[k], str) and chance.random() < 0.5:
                row[k] = float(row[k])
    if kind == "xlsx":
        far = chance.sample(["XFD1048576", "ZZ90000", "B700000"], chance.randrange(3))
        content = workbook(rows, far, chance.sample([2, 3, 4], chance.randrange(2)))
    else:
        content = document(kind, rows)
    options = chance.choice(((), ("--marked-cells",)))
    return Case(seed, ("stats", f"r.{kind}", *options), {f"r.{kind}": content}, truth=truth, refusable=share > 0)


def _strange(chance: random.Random, seed: int) -> Case:
    """Return a command on a table with odd names and cells, and options drawn at random."""
    rows = _spoil(chance, _table(chance, odd=0.3))
    kind = chance.choice(("csv", "csv", "tsv", "txt", "long.csv", "json"))
    name = chance.choices(
        ("stats", "doctor", "numbers", "conventions", "lint", "mcm", "cdd", "table"), (6, 3, 2, 2, 1, 3, 2, 2)
    )[0]
    where = ("--output", "out.tex") if name in ("mcm", "cdd", "table") else ()
    first = (chance.choice(TABLES),) if name == "table" else ()
    return Case(
        seed,
        (name, *first, f"r.{kind}", *_options(chance, name, rows), *where),
        {f"r.{kind}": _written(chance, rows, kind)},
    )


def _damaged(chance: random.Random, seed: int) -> Case:
    """Return a command on a file whose bytes are damaged."""
    kind = chance.choices(("csv", "tsv", "json", "xlsx", "parquet", "csv.gz"), (4, 2, 4, 1, 2, 1))[0]
    rows = _table(chance, odd=0.1)
    try:
        content = _written(chance, rows, kind.removesuffix(".gz"))
    except Exception:  # what writes Excel and Parquet refuses some names
        content = _written(chance, rows, "csv")
    content = gzip.compress(content) if kind == "csv.gz" else content
    for _ in range(chance.randint(0, 4)):
        content = _damage(chance, content)
    piped = chance.random() < 0.2
    source = "-" if piped else f"r.{kind}"
    command = chance.choice(("stats", "doctor", "stats"))
    return Case(seed, (command, source), {} if piped else {f"r.{kind}": content}, content if piped else b"")


def _damage(chance: random.Random, content: bytes) -> bytes:
    """Return bytes with some of them cut off, changed, doubled or added."""
    at = chance.randrange(len(content) + 1)
    some = chance.randbytes(chance.randint(1, 8))
    return chance.choice(
        (
            content[:at], content[at:], content[:at] + some + content[at:],
            content[:at] + some + content[at + len(some) :],
            content + content, content[:at] + b"\x00" + content[at:], b"\xff\xfe" + content, b"\xef\xbb\xbf" + content,
            content.replace(b",", b";"), content.replace(b"\n", b"\r"), content[:at] + b'"' + content[at:],
            content.decode("utf-8", "replace").encode("utf-16"),
            content.decode("utf-8", "replace").encode("cp1252", "replace"),
            content.replace(b"0", b"[", 3), content.replace(b"1", b"{}", 3), b"", some * 10, content[:at] + b"[" * 3000,
        )
    )  # fmt: skip


def _fragment(chance: random.Random, seed: int) -> Case:
    """Return a fragment, of hostile names, or a report without its PDF."""
    rows = _table(chance, odd=chance.choice((0.0, 0.0, 0.2)))
    files = {"r.csv": _written(chance, rows, "csv")}
    what = chance.random()
    if what < 0.03:
        return Case(seed, ("report", "r.csv", "-o", "out", "--no-pdf"), files)
    if what < 0.06:
        return Case(seed, ("audit", "r.csv", "-o", "out", "--no-pdf", "--add", "1", "--budget", "100"), files)
    if what < 0.15:
        return Case(seed, ("stats", "r.csv", "--format", "csv", "-o", "out"), files)
    if what < 0.5:
        kind = chance.choice(TABLES)
        return Case(seed, ("table", kind, "r.csv", *_options(chance, "table", rows, 1), "-o", "out.tex"), files)
    name = chance.choice(FRAGMENTS)
    return Case(seed, (name, "r.csv", *_options(chance, name, rows), "-o", "out.tex"), files)


def _paper(chance: random.Random, seed: int) -> Case:
    """Return a paper whose numbers are looked at."""
    rows = _table(chance)
    pieces = "".join(chance.choice(TEX) for _ in range(chance.randint(0, 60))) * chance.choice((1, 1, 30))
    files = {"r.csv": _written(chance, rows, "csv"), "p.tex": pieces.encode("utf-8", "surrogatepass")}
    return Case(seed, ("lint", "p.tex", "r.csv", *chance.choice(((), ("--strict",)))), files)


def _configured(chance: random.Random, seed: int) -> Case:
    """Return a command with a config file that is roughly one."""
    rows = _table(chance)
    keys = [text for name in ("stats", "mcm", "report") for text in _known(name)]
    lines = []
    for _ in range(chance.randint(0, 5)):
        key = chance.choice(
            (
                chance.choice(keys).lstrip("-"),
                chance.choice(keys).lstrip("-"),
                "scores",
                "names",
                "x",
                "a.b",
                "[mcm]",
                "[[",
            )
        )
        lines.append(key if key.startswith("[") else f"{key} = {_toml(chance, rows)}")
    content = "\n".join(lines).encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        content = _damage(chance, content)
    name = chance.choice(("stats", "mcm", "doctor"))
    return Case(
        seed,
        (name, "r.csv", *(("-o", "out.tex") if name == "mcm" else ())),
        {"r.csv": _written(chance, rows, "csv"), "comparatex.toml": content},
    )


def _toml(chance: random.Random, rows: Rows) -> str:
    """Return a value as a config file may have it."""
    text = json.dumps(_text(chance, rows), ensure_ascii=False)
    return chance.choice(
        (
            "true",
            "false",
            "1",
            "0.5",
            "-3",
            "nan",
            "inf",
            text,
            text,
            f"[{text}]",
            "[]",
            "[[1]]",
            f"{{ {text} = {text} }}",
            "1979-05-27",
            '"""',
            "{}",
        )
    )


def _other(chance: random.Random, seed: int) -> Case:
    """Return a command on files that it does not know."""
    some = chance.randbytes(chance.randint(0, 300))
    name = chance.choice(("verify", "verify-folder", "init", "nothing", "help", "conventions"))
    if name == "verify":
        return Case(seed, ("verify", "p.pdf"), {"p.pdf": b"%PDF-1.5\n" * chance.randint(0, 1) + some})
    if name == "verify-folder":
        manifest = chance.choice(
            (some, b"{}", b"[]", b'{"kind": "report"}', b'{"inputs": {"a\\u0000b": "1"}, "kind": "report"}',
             b'{"kind": "report", "stamp": 3, "inputs": [], "outputs": {"\\ud800": 1}}',
             b'{"maker": "comparatex", "inputs": {"x": null}}')
        )  # fmt: skip
        return Case(seed, ("verify", "out"), {"out/manifest.json": manifest})
    if name == "init":
        rows = _table(chance, odd=0.3)
        return Case(seed, ("init", "r.csv"), {"r.csv": _written(chance, rows, "csv")})
    if name == "help":
        return Case(seed, (chance.choice([*main.commands]), "--help"))
    if name == "conventions":
        return Case(seed, ("conventions", "--only", _text(chance, [["a"]])))
    return Case(
        seed,
        (
            chance.choice(("stats", "mcm", "zzz", "--x", "report")),
            chance.choice(("no.csv", ".", "\udc80", "a\x00b", "")),
        ),
    )


# ----------------------------------------------------------------------------------------------------- options
def _known(name: str) -> list[str]:
    """Return the long names of a command's options, but those that take long."""
    return [text for one in _params(name) for text in (*one.opts, *one.secondary_opts) if text.startswith("--")]


def _params(name: str) -> list[Option]:
    return [one for one in options_of(main.commands[name]) if not DEAR.intersection((*one.opts, *one.secondary_opts))]


def _options(chance: random.Random, name: str, rows: Rows, most: int = 3) -> list[str]:
    """Return a few options with values of their types, most of them good."""
    found: list[str] = []
    for one in chance.sample(_params(name), k=chance.randint(0, most)):
        found.append(chance.choice((*one.opts, *one.secondary_opts)))
        if not one.is_flag:
            found += [_value(chance, one, rows) for _ in range(one.nargs)]
    return found


def _value(chance: random.Random, one: Option, rows: Rows) -> str:
    setting = one.setting
    if setting.choices and chance.random() < 0.95:
        return str(chance.choice(setting.choices))
    if setting.form == "number" or chance.random() < 0.05:
        return chance.choice(("0", "1", "2", "3", "-1", "0.5", "1e9", "nan", "0.01", "99999999999999999999", "x"))
    return _text(chance, rows)


def _text(chance: random.Random, rows: Rows) -> str:
    """Return a text: names of the table, or others."""
    names = [name for name in (*(rows[0] if rows else ()), *(row[0] for row in rows[1:] if row)) if name]
    some = [chance.choice((*names, chance.choice(ODD), chance.choice(PLAIN))) for _ in range(chance.randint(1, 3))]
    return chance.choice((",".join(some), some[0], f"{some[0]}={some[-1]}", f"{some[0]}=#ff0000", ",".join(names * 20)))
