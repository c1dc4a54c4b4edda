"""A small table, and the command line run in its folder."""

import pytest
from click.testing import CliRunner

from comparatex.cli import main

TABLE = """\
dataset,ts-chief,rocket,boss,weasel,catch22
Beef,0.632,0.760,0.612,0.740,0.473
BME,0.996,0.997,0.866,0.948,0.905
Car,0.879,0.912,0.848,0.834,0.746
CBF,0.998,0.996,0.999,0.980,0.954
Crop,0.762,0.752,0.686,0.724,0.653
Fish,0.982,0.974,0.970,0.951,0.773
Ham,0.805,0.855,0.837,0.821,0.694
Meat,0.984,0.989,0.981,0.977,0.943
Rock,0.832,0.805,0.803,0.855,0.705
UMD,0.983,0.983,0.966,0.932,0.869
Wine,0.898,0.914,0.893,0.930,0.700
Yoga,0.873,0.914,0.910,0.892,0.804
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with the table in results.csv and no config file above it."""
    (tmp_path / "results.csv").write_text(TABLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder):
    """Run a command; what it returns has exit_code, stdout and stderr."""

    def call(*arguments, stdin=None):
        result = CliRunner().invoke(main, list(arguments), input=stdin)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def no_tex(monkeypatch):
    """Pretend that no TeX engine is installed."""
    monkeypatch.setattr("comparatex.typeset.engines.find", lambda *_: None)
