"""The clusters of tasks on the command line: a table of them is one of the files that a report is made from."""

TASKS = "data set,cluster\na,x\nb,x\nc,y\nd,z\ne,z\nf,w\n"
SCORES = "data set,A,B\na,0.5,0.4\nb,0.6,0.3\nc,0.7,0.8\nd,0.4,0.2\ne,0.5,0.4\nf,0.9,0.7\n"


def test_a_report_follows_its_table_of_clusters(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(SCORES)
    for tasks, said in ((TASKS, "four clusters"), (TASKS.replace("f,w", "f,z"), "three clusters")):
        (tmp_path / "of.csv").write_text(tasks)
        assert run("report", "s.csv", "--cluster", "of.csv", "-o", "r", "--no-pdf").exit_code == 0
        assert said in (tmp_path / "r" / "chapter.tex").read_text()
    refused = run("mcm", "s.csv", "--cluster", "sources", "-o", "m.tex")
    assert refused.exit_code == 2
    assert "no column 'sources' (--cluster), and there is no such file" in refused.stderr
    assert not (tmp_path / "m.tex").exists()
