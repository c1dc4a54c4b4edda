from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from comparatex.errors import TypesetError
from comparatex.files import TEMPLATES, without_limits
from comparatex.stamps import STYLE, identify
from comparatex.typeset import engines
from comparatex.typeset.compile import Document, RunError, _auxiliary, run_process, typeset
from comparatex.typeset.engines import Engine
from documents import ENGINES, thorough
from texlog import findings

DOCUMENT = r"""\documentclass{article}
\begin{document}
\tableofcontents
\section{Results}\label{sec-results}
Section~\ref{sec-results} follows~\cite{demsar}. \input{./parts/more}
\bibliographystyle{plain}
\bibliography{references}
\end{document}
"""


@pytest.fixture
def document(tmp_path):
    folder = tmp_path / "a paper"
    (folder / "parts").mkdir(parents=True)
    (folder / "parts" / "more.tex").write_text("More.\n")
    (folder / "references.bib").write_text("@book{demsar, author={J. Demšar}, title={Comparisons}, year=2006}\n")
    (folder / "document.tex").write_text(DOCUMENT)
    return folder / "document.tex"


def write(folder, body, preamble=""):
    path = folder / "paper.tex"
    path.write_text(f"\\documentclass{{article}}{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n")
    return path


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_full_folder_of_temporary_files_is_named_instead_of_the_log_in_it(document, tmp_path, monkeypatch):
    engine = tmp_path / "pdflatex"
    engine.write_text("#!/bin/sh\necho Refer to \"'document.log'\"; exit 1\n")
    engine.chmod(0o755)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1 << 30, 1 << 30, 0))
    with pytest.raises(TypesetError, match=r"is full: make room, or set TMPDIR to another folder\.$"):
        typeset(document, Engine("pdflatex", engine, "pdftex"))


@pytest.mark.latex
def test_references_and_citations_settle_and_nothing_else_is_left(document, latex):
    before = files(document.parent)
    done = typeset(document, latex)
    assert done.pdf.startswith(b"%PDF")
    assert findings(done.log) == []
    assert files(document.parent) == before


@pytest.mark.latex
@pytest.mark.parametrize("name", ENGINES)
def test_the_same_document_gives_the_same_bytes_anywhere(tmp_path, name, latex):
    engine = engines.find(name)
    folders = [tmp_path / "here", tmp_path / "somewhere" / "else"]
    pdfs = set()
    for folder in folders:
        folder.mkdir(parents=True)
        pdfs.add(typeset(write(folder, r"Gr\"un \today"), engine).pdf)
    assert len(pdfs) == 1


@pytest.mark.latex
def test_the_users_date_stays(tmp_path, latex, monkeypatch):
    path = write(tmp_path, r"x\immediate\write16{today \the\year.}")
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert "today 1970." in typeset(path, latex).log
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert "today 2001." in typeset(path, latex).log


def test_what_babel_always_leaves_is_no_reason_to_run_again(tmp_path):
    always = r"""\relax 
\providecommand\babel@aux[2]{}
\@nameuse{bbl@beforestart}
\catcode `"\active 
\catcode `:\active 
\@nameuse{es@quoting}
\babel@aux{spanish}{}
\gdef \@abspage@last{1}
"""
    (tmp_path / "paper.aux").write_text(always)
    assert _auxiliary(tmp_path) == set()
    (tmp_path / "paper.aux").write_text(always + "\\newlabel{a}{{1}{1}}\n")
    assert _auxiliary(tmp_path) == {rb"\newlabel{a}{{1}{1}}"}


@pytest.mark.latex
def test_documents_reach_no_shell(tmp_path, latex):
    victim = tmp_path / "victim"
    (tmp_path / ".latexmkrc").write_text(f"system('touch {victim}');\n")
    (tmp_path / "latexmkrc").write_text(f"system('touch {victim}');\n")
    log = typeset(write(tmp_path, f"x\\immediate\\write18{{touch {victim}}}"), latex).log
    assert re.search(r"runsystem\(.*\)\.\.\.disabled", log)
    assert not victim.exists()


@pytest.mark.latex
def test_a_failure_is_one_sentence_with_place_and_cause_and_writes_nothing(tmp_path, latex):
    (tmp_path / "part.tex").write_text("\n\n\\comparatexmcmcell{1}\n")
    path = write(tmp_path, r"\input{part}")
    before = files(tmp_path)
    with pytest.raises(TypesetError) as caught:
        typeset(path, latex)
    remedy = r"\comparatexmcmcell is not defined: add \usepackage{comparatex} to the preamble."
    assert str(caught.value) == f"{tmp_path / 'part.tex'}, line 3: {remedy}"
    assert files(tmp_path) == before


@pytest.mark.latex
def test_a_missing_bibliography_is_a_finding(document, latex):
    (document.parent / "references.bib").unlink()
    undefined = "LaTeX Warning: Citation `demsar' on page 1 undefined on input line 5."
    assert undefined in findings(typeset(document, latex).log)


@pytest.mark.latex
def test_an_endless_document_is_stopped(tmp_path, latex):
    path = write(tmp_path, r"\def\x{\x}\x")
    with pytest.raises(TypesetError, match=r"paper\.tex: pdflatex was stopped after 0\.5 seconds; "):
        typeset(path, engines.find("pdflatex"), timeout=0.5)


def test_a_missing_document_is_named(tmp_path):
    engine = Engine("pdflatex", tmp_path / "pdflatex", "pdftex")
    with pytest.raises(TypesetError, match=r"no file .*none\.tex to typeset"):
        typeset(tmp_path / "none.tex", engine)


def test_an_engine_that_only_grumbles_is_quoted(tmp_path):
    program = tmp_path / "pdflatex"
    program.write_text("#!/bin/sh\necho 'format is missing'\nexit 7\n")
    program.chmod(0o755)
    with pytest.raises(RunError, match=r"pdflatex failed with status 7: format is missing\.$"):
        typeset(write(tmp_path, "x"), Engine("pdflatex", program, "pdftex"))


@pytest.mark.skipif(os.name != "posix", reason="a script")
@pytest.mark.parametrize(
    ("script", "limit", "value", "why"),
    [
        ("sleep 1; exit 7", "SILENCE", 0.3, "after 0.3 seconds without a word"),
        ("head -c 3000000 /dev/zero; sleep 1; exit 7", "_MOST_OUTPUT", 1_000_000, "after 1 MB of messages"),
    ],
)
def test_an_engine_that_says_nothing_or_too_much_is_stopped(tmp_path, monkeypatch, script, limit, value, why):
    program = tmp_path / "pdflatex"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(f"comparatex.typeset.compile.{limit}", value)
    engine, paper = Engine("pdflatex", program, "pdftex"), write(tmp_path, "x")
    with pytest.raises(TypesetError, match=f"was stopped {why}.*`no_limits`"):
        typeset(paper, engine)
    with without_limits(), pytest.raises(RunError, match="failed with status 7"):
        typeset(paper, engine)


@pytest.mark.skipif(os.name != "posix", reason="a script")
def test_a_message_without_end_is_quoted_in_part(tmp_path):
    program = tmp_path / "pdflatex"
    program.write_text(
        "#!/bin/sh\nfor one; do case $one in -output-directory=*) folder=${one#*=} ;; esac; done\n"
        "{ printf './paper.tex:3: '; head -c 40000000 /dev/zero | tr '\\0' x; echo; } > $folder/paper.log\nexit 1\n"
    )
    program.chmod(0o755)
    with pytest.raises(RunError) as raised:
        typeset(write(tmp_path, "x"), Engine("pdflatex", program, "pdftex"))
    assert len(str(raised.value)) < 3000 and "all of it with `no_limits`" in str(raised.value)


def test_tectonic_is_called_untrusted_and_writes_to_the_build_folder(tmp_path):
    program = tmp_path / "tectonic"
    program.write_text(
        '#!/bin/sh\necho "$@" > called\n'
        'while [ "$1" != --outdir ]; do shift; done\nprintf %%PDF-fake > "$2/paper.pdf"\n'
    )
    program.chmod(0o755)
    path = write(tmp_path, "x")
    assert typeset(path, Engine("tectonic", program, "xetex")).pdf == b"%PDF-fake"
    called = (tmp_path / "called").read_text().split()
    assert called[:4] == ["-X", "compile", "--untrusted", "--keep-logs"]
    assert called[-1] == "paper.tex"


def test_identifiers_depend_on_the_content_alone():
    def pdf(content: bytes, identifier: bytes) -> bytes:
        return content + b"/ID [<" + identifier * 32 + b"> <" + identifier * 32 + b">]"

    assert identify(pdf(b"one", b"A")) == identify(pdf(b"one", b"B"))
    assert identify(pdf(b"one", b"A"))[3:] != identify(pdf(b"two", b"A"))[3:]
    assert len(identify(pdf(b"one", b"A"))) == len(pdf(b"one", b"A"))


def test_identifiers_written_as_text_are_identifiers_too():
    # Both dictionaries are of xdvipdfmx, for the same page: which form it takes is up to the bytes' values.
    as_text = rb"<</Type/XRef/ID[(xoo\253\2154Rs\005h\333`\)\\6J)(xoo\253\2154Rs\005h\333`\)\\6J)]/Root"
    as_digits = b"<</Type/XRef/ID[<%b><%b>]/Root\n1 0 R/Info 2 0 R>>\nstream\n\n" % (b"F1" * 16, b"F1" * 16)
    assert identify(as_text + b" 1 0 R/Info\n2 0 R>>\nstream\n\n") == identify(as_digits)
    assert identify(as_digits).endswith(b"/Root 1 0 R/Info 2 0 R>>\nstream\n\n")


LEFT_BY_A_DRAFT = r"""\makeatletter\AtEndDocument{%
  \ifcomparatex@plots\else\immediate\write\@auxout{\string\ifcomparatex@plots\string\undefined\string\fi}\fi}\makeatother"""
FLOATS = r"""\documentclass{article}
%s
\begin{document}
%s
\section{Results}
Section~\ref{later} has Figure~\ref{figure} on page~\pageref{figure}, as others do~\cite{demsar}.
%s
\begin{figure}[t]\input{figures/one}\caption{One}\label{figure}\end{figure}
\begin{longtable}{ll}narrow&1\\\multicolumn{2}{l}{as wide as nothing else}\\\end{longtable}
\section{Later}\label{later}
\bibliographystyle{plain}\bibliography{references}
\end{document}
"""


@pytest.mark.latex
@pytest.mark.parametrize(
    ("preamble", "contents", "height", "runs"),
    [
        (r"\usepackage[noplots]{comparatex}", "", "15cm", (1, 1)),
        (r"\usepackage[noplots]{comparatex}", r"\tableofcontents", "", (2, 1)),  # of the size that an earlier PDF has
        (r"\usepackage[noplots]{comparatex}\usepackage{natbib}", "", "1cm", (1, 2)),
        thorough(*(r"\usepackage{comparatex}\pgfplotsset{}", "", "15cm", (1, 3))),  # which drafts do not know
        (rf"\usepackage{{comparatex}}{LEFT_BY_A_DRAFT}", "", "15cm", (1, 4)),
    ],
)
def test_drafts_settle_references_and_change_nothing(document, latex, monkeypatch, preamble, contents, height, runs):
    folder = document.parent
    (folder / "figures").mkdir()
    figure = r"\begin{comparatexfigure}{One}\rule{3cm}{15cm}\end{comparatexfigure}%"
    (folder / "figures" / "one.tex").write_text(figure)
    document.write_text(FLOATS % (preamble, contents, "Words that fill the page, line by line. " * 150))
    shutil.copy(TEMPLATES / STYLE, folder)
    names = (STYLE, "document.tex", "figures/one.tex", "references.bib")
    files = {name: (folder / name).read_bytes() for name in names}
    commands = []

    def counted(command, *given):
        commands.append(command)
        return run_process(command, *given)

    expected = typeset(document, latex)
    assert findings(expected.log) == []
    monkeypatch.setattr("comparatex.typeset.compile.run_process", counted)
    sized = {"figures/one.tex": (height, "0pt")} if height else {}
    with PdfDocument.new() as earlier:
        earlier.new_page(100, 15 * 72 / 2.54)
        earlier.save(folder / "figures" / "one.pdf")
    assert Document(folder, "document.tex", files, trusted=False).pdf(latex, lambda: sized) == expected.pdf
    drafts, whole = (sum(option in command for command in commands) for option in ("-draftmode", "document.tex"))
    assert (drafts, whole) == runs


@pytest.mark.latex
def test_a_pdf_with_a_new_identifier_is_sound(tmp_path, latex):
    path = tmp_path / "paper.pdf"
    path.write_bytes(typeset(write(tmp_path, "x"), latex).pdf)
    subprocess.run(["qpdf", "--check", path], check=True)


@pytest.mark.latex
def test_a_document_without_pages_is_named(tmp_path, latex):
    with pytest.raises(TypesetError, match=r"paper\.tex: the document has no pages, so there is nothing to typeset\.$"):
        typeset(write(tmp_path, ""), latex)


def test_status_and_output_come_back_and_there_is_no_standard_input(tmp_path):
    code = "import sys; print(repr(sys.stdin.read())); print('oops', file=sys.stderr); sys.exit(3)"
    done = run_process([sys.executable, "-c", code], tmp_path, os.environ, time.monotonic() + 60)
    assert done.status == 3
    assert sorted(done.output.split()) == ["''", "oops"]
    assert done.stopped is None


def test_a_process_and_its_children_end_with_the_clock(tmp_path):
    pid = tmp_path / "pid"
    code = f"sleep 60 & echo $! > '{pid}'; wait"
    done = run_process(["sh", "-c", code], tmp_path, os.environ, time.monotonic() + 1)
    assert done.stopped == ""
    child = int(pid.read_text())
    for _ in range(200):
        if not _runs(child):
            break
        time.sleep(0.02)
    assert not _runs(child)


def _runs(pid: int) -> bool:
    """Say whether a process runs; one that ended and was not yet waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_program_that_is_not_there_is_named(tmp_path):
    with pytest.raises(TypesetError, match=r"Cannot run /nowhere/tex: No such file"):
        run_process(["/nowhere/tex"], tmp_path, os.environ, time.monotonic() + 1)
