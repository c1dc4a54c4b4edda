"""Values in the config file: of the right type, or one sentence that names file and key."""

import pytest

from comparatex import read_config


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('alpha = "abc"', "alpha must be a number above 0 and below 1, not 'abc'."),
        ("alpha = [1]", "alpha must be a number above 0 and below 1, not [1]."),
        ("alpha = {a = 1}", "alpha must be a number above 0 and below 1, not {'a': 1}."),
        ("alpha = true", "alpha must be a number above 0 and below 1, not true."),
        ("alpha = 2", "alpha must be a number above 0 and below 1, not 2."),
        ("alpha = nan", "alpha must be a number above 0 and below 1, not nan."),
        ("precision = 2.5", "precision must be a whole number of at least 0 and at most 12, not 2.5."),
        ("ours = 3", 'ours must be a list of names, such as ["A", "B"], not 3.'),
        ("ours = [[1]]", "ours must be a list of names"),
        ("tasks = {a = 1}", "tasks must be a list of names"),
        ("transpose = 3", "transpose must be true or false, not 3."),
        ('transpose = "yes"', "transpose must be true or false, not 'yes'."),
        ('lower-is-better = "no"', "lower-is-better must be true or false, not 'no'."),
        ("task = []", "task must be a text, not []."),
        ('missing = "foo"', "missing: 'foo' is not one of 'error', "),
        ("missing = 1", "missing must be one of error, drop-tasks"),
        ('highlight = "red"', 'highlight must be a table, such as { "NAME" = "…" }, not \'red\'.'),
        ('[highlight]\nboss = "red"', "highlight: 'boss=red' is not of the form NAME=#rrggbb."),
        ('templates = "absent"', "templates: Directory 'absent' does not exist."),
        ("[report]\noutput = 5", "output must be the name of a file or folder, not 5."),
        ("[cdd]\nlabels = 5", "labels must be one of two-sided, one-sided, not 5."),
        ("[mmc]\nx = 1", "no command or option is called mmc: did you mean mcm?"),
        ("[higlight]\nboss = 1", "no command or option is called higlight: did you mean highlight?"),
    ],
)
def test_a_value_of_the_wrong_type_is_one_sentence(run, folder, line, words):
    (folder / "comparatex.toml").write_text(line + "\n", encoding="utf-8")
    result = run("report", "results.csv", "--no-pdf")
    assert result.exit_code == 2
    *before, error = result.stderr.splitlines()
    assert before in (
        [],
        [
            "5 methods (ts-chief, rocket, …) × 12 data sets (Beef, BME, …) (higher is better, assumed), from "
            "results.csv."
        ],
    )
    assert error.startswith(f"Error: {folder / 'comparatex.toml'}")
    assert words in error
    assert not (folder / "report").exists()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('comparate-order = "boss"', 'comparate-order must be a list of names, such as ["A", "B"].'),
        ('[groups]\nboss = ["a"]', "groups must be a table of names and texts, such as [groups]"),
        ("names = 3", "names must be a table of names and texts, such as [names]"),
    ],
)
def test_names_of_the_wrong_type_are_one_sentence(run, folder, line, words):
    (folder / "comparatex.toml").write_text(line + "\n", encoding="utf-8")
    result = run("stats", "results.csv")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert words in result.stderr


def test_the_own_table_of_a_command_wins_over_the_other_side_of_a_general_flag(run, folder):
    text = "lower-is-better = true\n[stats]\nhigher-is-better = true\n"
    (folder / "comparatex.toml").write_text(text, encoding="utf-8")
    assert '"direction": "higher"' in run("stats", "results.csv").stdout


def test_a_value_that_a_flag_overrides_is_checked_all_the_same(run, folder):
    (folder / "comparatex.toml").write_text("alpha = [1]\n", encoding="utf-8")
    assert run("stats", "results.csv", "--alpha", "0.1").exit_code == 2


def test_stars_for_all_tables_leave_those_without_p_values_as_they_are(run, folder):
    plain = run("table", "scores", "results.csv", "-o", "-").stdout
    (folder / "comparatex.toml").write_text("stars = true\n", encoding="utf-8")
    result = run("table", "scores", "results.csv", "-o", "-")
    assert (result.exit_code, result.stdout) == (0, plain)
    assert "stars" not in read_config(folder / "comparatex.toml").artefact("scores")
    assert read_config(folder / "comparatex.toml").artefact("pairwise")["stars"]
    assert "leave out --stars" in run("table", "scores", "results.csv", "--stars", "-o", "-").stderr
