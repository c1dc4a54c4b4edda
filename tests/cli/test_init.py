"""The study file: what init writes is what commands take, its schema knows every setting, flags win."""

import json
import re
import tomllib

import pytest

from comparatex.cli import config, main
from comparatex.cli.study_file import schema_of as schema


def keys(command):
    """Return the names of a command's options, as a config file has them."""
    return set(config.keys_of(command))


def test_the_file_stands_for_the_command_line(run, folder):
    assert run("init", "results.csv", "--lower-is-better", "--missing", "pairwise").exit_code == 0
    settings = tomllib.loads((folder / "comparatex.toml").read_text(encoding="utf-8"))
    assert settings["scores"] == ["results.csv"]
    assert settings["higher-is-better"] is False
    assert settings["missing"] == "pairwise"
    assert run("stats").stdout == run("stats", "results.csv", "--lower-is-better", "--missing", "pairwise").stdout
    assert json.loads(run("stats", "--higher-is-better").stdout)["scores"]["direction"] == "higher"


def test_a_file_has_what_one_sets_and_its_examples_are_settings(run, folder):
    """Few lines, of which all can be used as they stand: nouns as the table has them, and what was given."""
    assert run("init", "results.csv", "--exclude", "boss").exit_code == 0
    path = folder / "comparatex.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    settings = [line for line in lines if " = " in line.removeprefix("# ")]
    assert 10 <= len(settings) <= 15, "init writes what one sets first: leave a further one to init --all"
    assert 'exclude = ["boss"]' in lines
    active = [re.sub(r"^# (?=(\"[^\"]+\"|[a-z-]+) = )", "", line) for line in lines]
    settings = tomllib.loads("\n".join(active))
    assert settings["task-noun"] == "data set"
    assert settings["report"].keys() == {"output", "title", "html"}
    path.write_text("\n".join(active), encoding="utf-8")
    fragment = run("table", "scores", "-o", "-")
    assert fragment.exit_code == 0
    assert "ours" in settings and settings["ours"][0] in fragment.stdout and "boss" not in fragment.stdout


def test_tables_and_outputs_are_where_the_file_is(run, folder, monkeypatch):
    run("init", "results.csv")
    (folder / "paper").mkdir()
    monkeypatch.chdir(folder / "paper")
    assert json.loads(run("stats").stdout)["scores"]["n_tasks"] == 12
    assert run("report", "--no-pdf").exit_code == 0
    assert (folder / "report" / "manifest.json").is_file()
    assert list((folder / "paper").iterdir()) == []


def test_a_file_that_exists_is_kept(run, folder):
    run("init", "results.csv")
    before = (folder / "comparatex.toml").read_bytes()
    result = run("init", "results.csv")
    assert (result.exit_code, (folder / "comparatex.toml").read_bytes()) == (1, before)


@pytest.mark.parametrize("text", ["scores = 3", 'scores = ["a", 1]'])
def test_scores_must_be_files(run, folder, text):
    (folder / "comparatex.toml").write_text(text, encoding="utf-8")
    result = run("stats")
    assert result.exit_code == 2
    assert "scores must be a list of files" in result.stderr


def test_without_tables_usage_is_wrong(run):
    result = run("stats")
    assert result.exit_code == 2
    assert "Missing argument 'SCORES...'" in result.stderr


def test_the_schema_knows_every_option(run, folder):
    run("init", "results.csv", "--schema")
    first = (folder / "comparatex.toml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "#:schema ./comparatex.schema.json"
    found = json.loads((folder / "comparatex.schema.json").read_text(encoding="utf-8"))
    hidden = {
        "config",
        "check",
        "watch",
        "force",
        "no-limits",
        "yes",
        "trust",
        "plain",
        "siunitx",
    }
    for name, command in main.commands.items():
        table = found["properties"][name]
        table = table.get("anyOf", [table])[0]["properties"]
        assert table.keys() == keys(command) - hidden
        references = {value["$ref"] for value in table.values() if "$ref" in value}
        assert all(reference.split("/")[-1] in found["properties"] for reference in references)
    alpha = found["properties"]["alpha"]
    assert (alpha["type"], alpha["exclusiveMinimum"], alpha["exclusiveMaximum"]) == ("number", 0, 1)
    assert found["properties"]["best"]["enum"] == ["left", "right"]
    assert found["properties"]["lower-is-better"]["type"] == "boolean"
    assert found["additionalProperties"] is False
    assert found["properties"]["colours"]["type"] == "object"  # of comparates; in [mcm] it is a yes or no
    assert found["properties"]["mcm"]["properties"]["colours"]["type"] == "boolean"


SAME = {"alpha", "correction", "json", "no-pdf", "pdf", "rope", "seed"}
"""Options whose help or choices differ by command, but not what they are: a level, a correction, a margin, a seed."""


def test_general_settings_mean_the_same_to_all_commands():
    """What commands describe in other words, or take in other forms, is for their own tables or known to be alike."""
    described, own = {}, set()
    for command in main.commands.values():
        for key, item in config.keys_of(command).items():
            described.setdefault(key, set()).add((item.help, item.form, repr(item.default), item.choices))
            own |= {key} if item.own else set()
    differ = {name for name, meanings in described.items() if len(meanings) > 1}
    assert differ | {"no-intervals", "caption", "label"} == own | SAME
    properties = schema(main)["properties"]
    assert not own & properties.keys()
    for name in own:
        owners = [command for command in main.commands if name in keys(main.commands[command])]
        assert all(config.keys_of(main.commands[command])[name].own for command in owners), name
        tables = [properties[command].get("anyOf", [properties[command]])[0]["properties"] for command in owners]
    assert all("$ref" not in table.get(name, {}) for table in tables)


def test_intervals_of_the_diagram_are_not_those_of_the_numbers(run, folder):
    """A key of one command's table leaves the other alone; the flag wins over it, and it over the default."""
    path = folder / "comparatex.toml"
    plain, wide = (run("stats", "results.csv", *more).stdout for more in ((), ("--intervals",)))
    assert plain != wide
    path.write_text("[cdd]\nintervals = true\n", encoding="utf-8")
    assert run("stats", "results.csv").stdout == plain
    said = r"\comparatexcddinterval"
    assert said in run("cdd", "results.csv", "-o", "-").stdout
    assert said not in run("cdd", "results.csv", "--no-intervals", "-o", "-").stdout
    assert run("report", "results.csv", "--no-pdf", "--no-previews").exit_code == 0
    assert said in (folder / "report" / "figures" / "cdd.tex").read_text(encoding="utf-8")
    path.write_text("[stats]\nintervals = true\n", encoding="utf-8")
    assert run("stats", "results.csv").stdout == wide
    assert said not in run("cdd", "results.csv", "-o", "-").stdout
    path.write_text("intervals = true\n", encoding="utf-8")
    for command in ("stats", "cdd", "mcm"):
        refused = run(command, "results.csv", "-o", "-")
        assert refused.exit_code == 2
        assert "intervals does not mean the same to all commands: write it below [cdd] or [stats]" in refused.stderr
