"""The examples of the page on extending: short, with types, and what they make of small files of other programs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.artefacts import _added
from comparatex.cli import main
from plugged import plug

PAGE = (Path(__file__).parent.parent / "docs/guides/extend.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
FUNCTIONS = [part for code in BLOCKS for part in re.split(r"\n\n+(?=\w)", code)]
IMPORTS = "import numpy as np\nimport pandas as pd\nfrom scipy import stats\nimport comparatex as cx\n"


def defined(*starts):
    """Return what the blocks that begin like this define; none runs anything."""
    names = {}
    exec(IMPORTS, names)
    for start in starts:
        (code,) = (code for code in BLOCKS if f"def {start}" in code)
        exec(re.split(r"\n\n+(?=steps|cx\.write)", code)[0], names)
    return names


def test_no_example_is_longer_than_fifteen_lines():
    lengths = [sum(bool(line.strip()) for line in code.splitlines()) for code in BLOCKS]
    assert len(BLOCKS) >= 7 and max(lengths) <= 15
    adapters = [part.strip() for part in FUNCTIONS if part.startswith("def of_")]
    assert len(adapters) == 4 and max(part.count("\n") for part in adapters) < 10


@pytest.mark.thorough
def test_functions_of_outside_packages_are_typed(tmp_path):
    module = tmp_path / "my_package.py"
    imports = "from comparatex import Comparison\nfrom matplotlib.axes import Axes\n"
    module.write_text(IMPORTS + imports + "\n\n".join(part for part in FUNCTIONS if part.startswith("def ")))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", module], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_entry_points_of_the_page_work(tmp_path, monkeypatch):
    names = defined("gains", "diebold_mariano", "win_margin")
    points = re.findall(
        r'^\[project.entry-points."comparatex.(\w+)"\]\n([\w-]+) = "my_package:(\w+)"', PAGE, re.MULTILINE
    )
    assert [group for group, _, _ in points] == ["tables", "figures", "tests", "statistics"]
    plug(monkeypatch, **{group: {name: names[function]} for group, name, function in points})
    table = tmp_path / "losses.csv"
    losses = np.random.default_rng(0).gamma(2, 1, (30, 3)).round(3)
    pd.DataFrame(losses, [f"t{k}" for k in range(30)], ["ETS", "ARIMA", "naive"]).to_csv(table, index_label="step")
    settings = ["--lower-is-better", "--test", "diebold-mariano"]
    for command in (["table", "gains"], ["bars"]):
        out = tmp_path / f"{command[-1]}.svg"
        run = CliRunner().invoke(main, [*command, str(table), *settings, "-o", str(out)])
        assert run.exit_code == 0 and out.is_file(), run.output
    diagram = CliRunner().invoke(
        main, ["cdd", str(table), *settings, "--float", "figure", "--caption", "auto", "-o", "-"]
    )
    assert "as supplied by diebold-mariano" in diagram.stdout
    matrix = CliRunner().invoke(
        main, ["mcm", str(table), *settings[:1], "--difference", "win-margin", "--float", "figure", "-o", "-"]
    )
    assert "win-margin (row, column), as supplied" in matrix.stdout
    margin = float(np.sign(losses[:, 1] - losses[:, 0]).mean())  # of ETS over ARIMA, whose losses are compared
    assert f"{{{'$-$' * (margin < 0)}{abs(margin):.3f}}}" in matrix.stdout
    _added.cache_clear()


def test_the_test_of_diebold_and_mariano_is_theirs():
    test = defined("diebold_mariano")["diebold_mariano"]
    differences = np.random.default_rng(1).normal(0.3, 1, 40)
    from scipy import stats

    assert test(differences) == pytest.approx(stats.ttest_1samp(differences, 0).pvalue)  # of one step, it is Student's
    assert test(np.repeat(differences, 2), horizon=2) > test(np.repeat(differences, 2))


def _write(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content) if not isinstance(content, str) else content, encoding="utf-8")
    return str(folder)


def test_results_of_aeon():
    rng = np.random.default_rng(2)
    names, datasets = ["A", "B", "C"], [f"d{k}" for k in range(8)]
    p = np.array([[1, 0.01, 0.2], [0, 1, 0.5], [0, 0, 1]])
    found = defined("of_aeon")["of_aeon"](rng.random((8, 3)), names, datasets, p)
    assert sorted(found.pairs["pvalue"]) == [0.01, 0.2, 0.5] and found.basis.supplied == "aeon"


def test_results_of_mteb(tmp_path):
    files = {
        f"results/org__M{m}/{'0123456789' * 4}/T{t}.json": {
            "task_name": f"T{t}", "mteb_version": "1.38.0", "dataset_revision": "a",
            "scores": {"test": [{"main_score": (7 * m + 5 * t) % 11 / 11, "hf_subset": "default"}]},
        }
        for m in range(3) for t in range(5)
    }  # fmt: skip
    board = defined("of_mteb")["of_mteb"](_write(tmp_path, files) + "/results")
    assert board.order == "rank" and len(board.names) == 3 and (board.low <= board.score).all()


def test_results_of_swe_bench(tmp_path):
    of = [[f"{repository}__x-{k}" for k in range(4) for repository in "abc" if (k + m) % (m + 2)] for m in range(3)]
    files = {f"M{m}/results/results.json": {"no_logs": [], "resolved": solved} for m, solved in enumerate(of)}
    board = defined("of_mteb")["of_swe_bench"](_write(tmp_path, files))
    assert {*board.names} == {"M0", "M1", "M2"}


def test_results_of_moabb():
    rows = [
        {"score": (3 * s + 5 * k + (7 if pipeline == "MDM" else 0)) % 17 / 17, "time": 1.0, "samples": 10, "subject": s,
         "session": "0", "channels": 3, "n_sessions": 1, "dataset": f"D{k}", "pipeline": pipeline}
        for k in range(3) for s in range(1, 5) for pipeline in ("CSP", "MDM")
    ]  # fmt: skip
    found = defined("of_mteb")["of_moabb"](pd.DataFrame(rows))
    assert found.basis.n_clusters == 3 and found.basis.unit == "cluster" and found.basis.n_tasks == 12


@pytest.mark.thorough
def test_sphinx_shows_tables_and_figures(tmp_path):
    comparison = cx.compare(cx.read((np.random.default_rng(0).random((9, 3)).round(3), ["A_1", "B*", "C"])))
    cx.write(comparison, "ranks", tmp_path / "ranks.md")
    cx.write(comparison, "mcm", tmp_path / "mcm.svg")
    (tmp_path / "conf.py").write_text('extensions = ["myst_parser"]\n')
    (tmp_path / "index.md").write_text("# Results\n\n```{include} ranks.md\n```\n\n![The matrix](mcm.svg)\n")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", tmp_path, tmp_path / "out"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    assert "<table" in page and ">A_1<" in re.sub(r"</?p>", "", page) and "B*" in page and "mcm.svg" in page
