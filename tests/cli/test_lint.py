"""The command lint: candidates on standard output, status 1 only when asked for."""


def test_candidates_are_listed(run, folder):
    paper = folder / "paper.tex"
    paper.write_text("boss has a mean of 0.123.\nrocket wins 3 times against boss.\n", encoding="utf-8")
    result = run("lint", "paper.tex", "results.csv")
    assert result.exit_code == 0
    assert result.stdout.startswith("paper.tex:1: 0.123 beside boss is none of its numbers; the nearest is 0.8")
    assert result.stdout.splitlines()[1].startswith("paper.tex:2: 3 beside rocket and boss")
    strict = run("lint", "paper.tex", "results.csv", "--strict")
    assert (strict.exit_code, strict.stdout) == (1, result.stdout)


def test_nothing_to_say(run, folder):
    (folder / "paper.tex").write_text("Nothing about 0.5.", encoding="utf-8")
    result = run("lint", "paper.tex", "results.csv", "--strict")
    assert (result.exit_code, result.stdout) == (0, "")


def test_fragments_are_passed_over_unless_edited(run, folder):
    run("table", "ranks", "results.csv", "-o", "ranks.tex")
    assert run("lint", "ranks.tex", "results.csv").stdout == ""
    path = folder / "ranks.tex"
    path.write_text(path.read_text(encoding="utf-8") + "boss has a mean of 0.123.", encoding="utf-8")
    assert "0.123 beside boss" in run("lint", "ranks.tex", "results.csv").stdout


def test_both_kinds_of_files_are_needed(run):
    assert run("lint", "results.csv").exit_code == 2
    assert run("lint", "paper.tex").exit_code == 2
    assert run("lint", "missing.tex", "results.csv").exit_code == 1


def test_tables_come_from_the_study_file_too(run, folder):
    (folder / "comparatex.toml").write_text('scores = ["results.csv"]\n', encoding="utf-8")
    (folder / "paper.tex").write_text("boss has a mean of 0.123.", encoding="utf-8")
    assert "beside boss" in run("lint", "paper.tex").stdout
