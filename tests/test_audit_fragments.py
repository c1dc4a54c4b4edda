"""The findings of an audit as TeX and as pictures: readable source, pages without findings."""

import json

import numpy as np
import pytest

from comparatex.artefacts import FINDINGS, findings
from comparatex.audit_report import write_audit
from comparatex.data.read import read
from comparatex.drawing.output import save
from comparatex.inference.analysis import AuditSettings
from comparatex.inference.audit.audit import audit
from comparatex.inference.compare import compare
from comparatex.render import render
from documents import thorough


@pytest.fixture(scope="module")
def odd():
    """Names that TeX treats specially, in a table with swaps and several patterns."""
    rng = np.random.default_rng(7)
    values = rng.normal(0.7, 0.05, (30, 1)) + rng.normal(0, 0.03, (30, 9)) + 0.006 * np.arange(9)
    names = ("A_1", "50%", "x & y", "#1", "$x$", "a~b", r"back\slash", "{brace}", "[x] *")
    return compare(read((np.round(values, 3), names, tuple(f"t{i}" for i in range(30)))))


@pytest.fixture(scope="module")
def audited(odd):
    return audit(odd, AuditSettings(added=(2,)))


def shown(audited, **settings):
    return {item.name: item.view for item in findings(audited, settings)}


def test_the_source_is_golden(tutorial, golden):
    views = shown(audit(tutorial, AuditSettings(core=(0, 1, 2), added=(1,))))
    for name, form in FINDINGS.items():
        golden(render(form.template, view=views[name]), f"{name}.tex")


def test_words_of_the_user_are_in_the_folder(tutorial, tmp_path):
    (tmp_path / "own" / "text" / "en").mkdir(parents=True)
    own = tmp_path / "own" / "text" / "en" / "audit-robustness.jinja"
    own.write_text("%% macro title()\nWhat an addition changes\n%% endmacro\n", encoding="utf-8")
    found = audit(tutorial, AuditSettings(core=(0, 1, 2), added=(1,)))
    write_audit(found, tmp_path / "out", pdf=False, templates=(tmp_path / "own",))
    table = tmp_path / "out" / "tables" / "audit-robustness.tex"
    assert table.read_text(encoding="utf-8").startswith("% comparatex: What an addition changes.")


@pytest.mark.latex
@pytest.mark.parametrize(("engine", "width"), [("pdflatex", "8.5cm"), thorough("lualatex", "16cm")])
def test_fragments_stay_within_the_line(audited, fragment_compiler, width, engine):
    parts = [
        f"\\begin{{figure}}\\centering {render(FINDINGS[name].template, view=view)}\\end{{figure}}"
        for name, view in shown(audited, width=width).items()
        if FINDINGS[name].folder == "figures"
    ]
    page = rf"\usepackage[textwidth={width}]{{geometry}}\usepackage{{hyperref}}"
    done = fragment_compiler("\n".join(parts), page, engine=engine)
    assert done.findings == []
    for name in audited.comparison.names[:4]:
        assert name in done.text


@pytest.mark.latex
@pytest.mark.thorough
def test_the_folder_has_everything_and_its_document_compiles(audited, settle, tmp_path):
    written = write_audit(audited, tmp_path)
    assert written == tmp_path / "audit.pdf"
    names = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert names == {
        "audit.json", "audit.tex", "audit.pdf", "document.tex", "comparatex.sty", "manifest.json",
        "tables/audit-robustness.tex",
        *(f"figures/audit-{name}.tex" for name in ("swap", "weakened", "patterns")),
        *(f"previews/audit-{name}.{suffix}" for name in ("swap", "weakened", "patterns", "robustness")
          for suffix in ("png", "svg")),
    }  # fmt: skip
    assert json.loads((tmp_path / "audit.json").read_text(encoding="utf-8"))["exhaustive"]
    assert settle(tmp_path / "document.tex").findings == []


@pytest.mark.parametrize("name", sorted(FINDINGS))
def test_pictures_keep_their_texts_apart(audited, name):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    view = shown(audited)[name]
    figure = FINDINGS[name].draw(view)
    renderer = FigureCanvasAgg(figure).get_renderer()
    boxes = [text.get_window_extent(renderer) for axes in figure.axes for text in axes.texts if text.get_text()]
    assert len(boxes) > 4
    for i, box in enumerate(boxes):
        assert box.x0 > figure.bbox.x0 - 2
        for other in boxes[i + 1 :]:
            apart = box.x1 - 1 < other.x0 or other.x1 - 1 < box.x0 or box.y1 - 1 < other.y0 or other.y1 - 1 < box.y0
            assert apart, (name, box, other)
    assert save(FINDINGS[name].draw(view), "svg") == save(FINDINGS[name].draw(view), "svg")
