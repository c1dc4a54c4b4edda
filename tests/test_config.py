"""Config files fill defaults; what they cannot mean is refused."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from comparatex.cli import config, main
from comparatex.errors import UsageError

KNOWN = {"mcm": {"alpha", "rows"}, "cdd": {"alpha", "best"}}


def test_the_nearest_file_above_is_found(tmp_path):
    (tmp_path / "comparatex.toml").write_text("alpha = 0.1\n", encoding="utf-8")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert config.find(inner) == tmp_path / "comparatex.toml"


def test_pyproject_counts_only_with_our_table(tmp_path):
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text("[tool.other]\nx = 1\n", encoding="utf-8")
    assert config.find(tmp_path) != pyproject
    pyproject.write_text("[tool.comparatex]\nalpha = 0.1\n", encoding="utf-8")
    assert config.find(tmp_path) == pyproject
    assert config.load(pyproject) == {"alpha": 0.1}


def chosen(content, command):
    """Return the keys that hold for a command."""
    return config.Config(Path("c.toml"), content).of(command).chosen()


def test_a_command_takes_general_keys_and_its_own_table():
    settings = {"alpha": 0.1, "best": "left", "mcm": {"rows": ["A"]}, "names": {"a": "A"}}
    assert chosen(settings, "mcm") == {"alpha": 0.1, "best": "left", "rows": ["A"]}
    assert chosen(settings, "stats") == {"alpha": 0.1}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"alhpa": 1}, "c.toml: no option is called alhpa: did you mean alpha?"),
        ({"mcm": {"statistic": "mean"}}, r"c.toml, \[mcm\]: no option is called statistic"),
        ({"mcm": 3}, "mcm is a command, so it must be a table"),
    ],
)
def test_unknown_keys_are_refused(settings, words):
    with pytest.raises(UsageError, match=words):
        chosen(settings, "mcm")


def test_broken_toml_is_one_sentence(tmp_path):
    path = tmp_path / "comparatex.toml"
    path.write_text("alpha = \n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"is not valid TOML: .*line 1"):
        config.load(path)


def test_a_name_of_both_an_option_and_a_command_may_be_either():
    assert chosen({"templates": "mine"}, "mcm") == {"templates": "mine"}
    assert chosen({"templates": {"quiet": True}}, "templates") == {"quiet": True}


def test_the_mark_that_editors_put_in_front_is_no_fault(tmp_path):
    path = tmp_path / "comparatex.toml"
    path.write_text("alpha = 0.1\n", encoding="utf-8-sig")
    assert config.load(path) == {"alpha": 0.1}


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("comparatex.toml", b"# \xff\n", "is not in UTF-8: save it as UTF-8"),
        (
            "pyproject.toml",
            b"[tool]\ncomparatex = 3\n",
            r"comparatex must be a table: write \[tool.comparatex\]",
        ),
    ],
)
def test_what_is_no_config_is_one_sentence(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=words):
        config.load(tmp_path / name)


def test_a_pyproject_whose_tools_are_no_table_is_none_of_ours(tmp_path):
    (tmp_path / "pyproject.toml").write_text("tool = 3\n", encoding="utf-8")
    assert config.load(tmp_path / "pyproject.toml") == {}


def test_what_does_not_mean_the_same_to_all_commands_is_in_their_tables_only():
    settings = {"alpha": 0.1, "cdd": {"intervals": True}}
    assert chosen(settings, "cdd") == {"alpha": 0.1, "intervals": True}
    for command in ("stats", "mcm"):
        assert chosen(settings, command) == {"alpha": 0.1}
    for command in ("stats", "cdd", "mcm"):
        with pytest.raises(UsageError, match=r"write it below \[cdd\] or \[stats\]"):
            chosen({"intervals": True}, command)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("higher-is-better = true\nlower-is-better = true\n", "higher-is-better and lower-is-better"),
        ("[report]\npdf = true\nno-pdf = true\n", "pdf and no-pdf"),
    ],
)
def test_opposites_in_one_table_are_refused(tmp_path, monkeypatch, text, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.csv").write_text("task,A,B\nt,1,2\nu,2,3\n", encoding="utf-8")
    (tmp_path / "comparatex.toml").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["report", "r.csv", "--no-pdf"])
    assert result.exit_code == 2
    assert f"comparatex.toml: {words} mean the same: leave one of them out." in result.stderr


def test_the_own_table_of_a_command_may_say_the_opposite(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.csv").write_text("task,A,B\nt,1,2\nu,2,3\n", encoding="utf-8")
    text = "lower-is-better = true\n[stats]\nhigher-is-better = true\n"
    (tmp_path / "comparatex.toml").write_text(text, encoding="utf-8")
    assert CliRunner().invoke(main, ["stats", "r.csv"]).exit_code == 0
