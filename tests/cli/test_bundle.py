"""The command bundle."""

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
def test_a_folder_called_like_a_source_is_no_document(run, folder):
    (folder / "paper.tex").write_text("\\documentclass{article}\\begin{document}x\\end{document}", encoding="utf-8")
    (folder / "old.tex").mkdir()
    assert run("bundle", ".", "-o", "paper.zip").exit_code == 0
    result = run("bundle", ".", "-o", "paper.zip", "--main", "absent.tex")
    assert result.stderr == f"Error: There is no document absent.tex in the folder {folder.name}.\n"
