"""The command bundle, and the latexmkrc that builds a report before a paper."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAPER = r"""\documentclass{article}
\usepackage[noplots]{comparatex}
\begin{document}
\input{report/numbers}We have \comparatex{tasks} tasks.
\end{document}
"""


CITING = r"""\documentclass{article}
\begin{document}
Words~\cite{one}.
\bibliographystyle{plain}\bibliography{references}
\end{document}
"""


@pytest.mark.latex
def test_a_folder_is_packed(run, folder):
    (folder / "out").mkdir()
    (folder / "out" / "document.tex").write_text(CITING, encoding="utf-8")
    (folder / "out" / "references.bib").write_text("@misc{one, title = {One}, year = 2001}", encoding="utf-8")
    result = run("bundle", "out", "--arxiv", "-o", "paper.tar.gz")
    assert (result.exit_code, result.stdout) == (0, "paper.tar.gz\n")
    assert "document.bbl" in result.stderr
    assert "references.bib" not in result.stderr
    assert "references.bib" in run("bundle", "out", "--overleaf", "-o", "paper.zip").stderr


def test_without_tex_there_is_no_bundle(run, folder, no_tex):
    (folder / "out").mkdir()
    result = run("bundle", "out", "-o", "paper.zip")
    assert result.exit_code == 1
    assert "needs TeX" in result.stderr


@pytest.mark.latex
@pytest.mark.thorough
def test_latexmk_builds_the_report_when_a_table_has_changed(run, folder):
    assert run("init", "results.csv", "--latexmkrc").exit_code == 0
    toml = folder / "comparatex.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace("[report]", "[report]\npdf = false"), encoding="utf-8")
    (folder / "paper.tex").write_text(PAPER, encoding="utf-8")
    run("report")
    shutil.copy(folder / "report" / "comparatex.sty", folder)
    shutil.rmtree(folder / "report")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    def latexmk(*options):
        command = ["latexmk", "-pdf", *options, "paper.tex"]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PATH": path})
        if not options:
            done = subprocess.run(["pdftotext", "paper.pdf", "-"], capture_output=True, check=True)
            return done.stdout.decode().split()[2]
        return ""

    assert latexmk() == "12"
    with (folder / "results.csv").open("a", encoding="utf-8") as file:
        file.write("Zoo,0.9,0.8,0.7,0.8,0.6\n")
    assert latexmk() == "13"
    (folder / "results.csv").unlink()
    latexmk("-c")  # which needs no report


@pytest.mark.latex
def test_latexmk_goes_on_where_comparatex_is_not_installed(run, folder):
    assert run("init", "results.csv", "--latexmkrc").exit_code == 0
    (folder / "paper.tex").write_text("\\documentclass{article}\\begin{document}x\\end{document}", encoding="utf-8")
    path = os.pathsep.join(
        one for one in os.environ["PATH"].split(os.pathsep) if not (Path(one) / "comparatex").exists()
    )
    command = ["latexmk", "-pdf", "paper.tex"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert "latexmkrc: comparatex is not installed here, so the report stays as it is." in done.stderr
    assert (folder / "paper.pdf").is_file()


def test_a_latexmkrc_that_exists_is_kept(run, folder):
    (folder / "latexmkrc").write_text("mine", encoding="utf-8")
    assert run("init", "results.csv", "--latexmkrc").exit_code == 1
    assert not (folder / "comparatex.toml").exists()


@pytest.mark.latex
def test_a_folder_called_like_a_source_is_no_document(run, folder):
    (folder / "paper.tex").write_text("\\documentclass{article}\\begin{document}x\\end{document}", encoding="utf-8")
    (folder / "old.tex").mkdir()
    assert run("bundle", ".", "-o", "paper.zip").exit_code == 0
    result = run("bundle", ".", "-o", "paper.zip", "--main", "absent.tex")
    assert result.stderr == f"Error: There is no document absent.tex in the folder {folder.name}.\n"
