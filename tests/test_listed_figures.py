"""Figures of a report that the config file or a script lists one by one."""

import re

import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.cli import main
from comparatex.errors import UsageError

SCORES = {"A": [7, 8, 9, 6, 7, 9], "B": [6, 6, 8, 5, 5, 7], "C": [1, 9, 2, 8, 3, 7], "D": [2, 1, 4, 4, 3, 5]}
CSV = "task,A,B,C,D\n" + "".join(
    f"t{k},{','.join(map(str, row))}\n" for k, row in enumerate(zip(*SCORES.values(), strict=True))
)
LISTED = """
scores = ["r.csv"]
[[figure]]
kind = "mcm"
[[figure]]
kind = "mcm"
name = "ours"
rows = ["B"]
caption = "Ours, 100 % of it"
label = "fig:ours"
[[figure]]
kind = "cdd"
name = "few"
only = ["A", "B", "C"]
float = "figure*"
[[figure]]
kind = "heatmap"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "r.csv").write_text(CSV, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report(folder, config, *more):
    (folder / "comparatex.toml").write_text(config, encoding="utf-8")
    return CliRunner().invoke(main, ["report", "--no-pdf", "--no-previews", *more])


def test_a_report_has_the_figures_that_are_listed(folder):
    done = report(folder, LISTED)
    assert done.exit_code == 0, done.output
    made = folder / "report"
    assert {path.stem for path in made.glob("figures/*.tex")} == {"mcm", "ours", "few", "heatmap", "scatter"}
    chapter = (made / "chapter.tex").read_text(encoding="utf-8")
    places = [chapter.index(rf"\label{{{label}}}") for label in ("fig-mcm", "fig:ours", "fig-few", "fig-heatmap")]
    assert places == sorted(places)
    assert r"{Ours, 100 \% of it}" in chapter
    assert r"\begin{figure*}[tbp]" in chapter
    for label in ("fig-mcm", "fig:ours", "fig-few", "fig-heatmap"):
        assert rf"\ref{{{label}}}" in chapter
    assert "would not be legible" not in chapter


def test_a_listed_figure_is_part_of_what_a_report_depends_on(folder):
    assert report(folder, LISTED).exit_code == 0
    assert report(folder, LISTED, "--check").exit_code == 0
    assert report(folder, LISTED.replace('["B"]', '["C"]'), "--check").exit_code == 1


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('kind = "mcm"\nrow = ["A"]', "no option is called row: did you mean rows?"),
        ('kind = "mmc"', "No figure or table is called 'mmc'"),
        ('name = "mcm"', "give its kind"),
        ('kind = "mcm"\nname = "../a"', "needs a name of its own"),
        ('kind = "mcm"\n[[figure]]\nkind = "cdd"\nname = "mcm"', "needs a name of its own"),
    ],
)
def test_what_cannot_be_listed(table, said, folder):
    done = report(folder, f'scores = ["r.csv"]\n[[figure]]\n{table}\n')
    assert done.exit_code == 2, done.output
    assert said in done.output


def test_scripts_list_figures_too(tmp_path):
    scores = {name: dict(zip("uvwxyz", values, strict=True)) for name, values in SCORES.items()}
    figures = [
        {"kind": "cdd", "name": "few", "include": ["A", "B", "C"], "label": "fig:few"},
        {"kind": "cdd"},
    ]
    cx.write_report(cx.compare(scores), tmp_path / "report", pdf=False, previews=False, figures=figures)
    chapter = (tmp_path / "report" / "chapter.tex").read_text(encoding="utf-8")
    assert re.findall(r"\\label\{(fig[:-](?:few|cdd))\}", chapter) == ["fig:few", "fig-cdd"]
    with pytest.raises(UsageError, match="cdd has no setting `inclde`: did you mean `include`"):
        cx.write_report(cx.compare(scores), tmp_path, figures=[{"kind": "cdd", "inclde": ["A"]}])


def test_listed_figures_of_an_audit_show_one_audit_and_that_of_the_report(monkeypatch):
    from comparatex.inference.audit import audit as module
    from comparatex.report_items import lay_out
    from comparatex.report_settings import Report

    others = {"E": [1, 2, 2, 1, 3, 2], "F": [2, 1, 3, 2, 1, 1]}
    scores = {name: {f"t{k}": value for k, value in enumerate(of)} for name, of in (SCORES | others).items()}
    comparison = cx.compare(scores)
    listed = Report(figures=[{"kind": "audit-patterns"}, {"kind": "audit-robustness"}])
    audits, make = [], module.audit
    monkeypatch.setattr(module, "audit", lambda *given: audits.append(given) or make(*given))
    assert {item.kind for item in lay_out(comparison, listed)} >= {"audit-patterns", "audit-robustness"}
    assert len(audits) == 1
    given = make(comparison, module.AuditSettings(core=(0, 1)))
    shown = next(item.view for item in lay_out(comparison, listed, given) if item.kind == "audit-patterns")
    assert [one.name for one in shown.plots[0].above] == ["A", "B"] and len(audits) == 1


def test_a_listed_figure_may_be_called_as_a_table_is():
    from comparatex.report_items import lay_out
    from comparatex.report_settings import Report

    scores = {name: {f"t{k}": value for k, value in enumerate(of)} for name, of in SCORES.items()}
    listed = Report(figures=[{"kind": "cdd", "name": "scores", "form": "bands"}])
    shown = [(item.kind, item.name) for item in lay_out(cx.compare(scores), listed)]
    assert {("cdd", "scores"), ("scores", "scores")} < {*shown}
