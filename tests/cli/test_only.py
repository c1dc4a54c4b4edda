"""To draw some comparates is not to compare them alone."""

import re

import pytest


def test_ranks_are_those_of_the_whole_table(run):
    whole = run("cdd", "results.csv", "-o", "-").stdout
    some = run("cdd", "results.csv", "-o", "-", "--only", "boss,rocket").stdout
    alone = run("cdd", "results.csv", "-o", "-", "--include", "boss,rocket").stdout

    def ranks(tex):
        return {
            name: rank
            for rank, name in re.findall(r"\\cdd(?:label|ours)\{-?\d+\}\{([\d.]+)\}\{[\d.]+\}\{(\w+)\}", tex)
        }

    assert ranks(some) == {name: ranks(whole)[name] for name in ("boss", "rocket")}
    assert ranks(alone) != ranks(some)


@pytest.mark.parametrize("command", ["cdd", "table scores", "table ranks", "heatmap", "forest", "boxes"])
def test_both_options_may_be_given(run, command):
    result = run(
        *command.split(), "results.csv", "-o", "-", "--exclude", "weasel", "--only", "boss,rocket,catch22"
    )
    assert result.exit_code == 0
    for name, there in (("boss", True), ("catch22", True), ("weasel", False), ("ts-chief", False)):
        assert (name in result.stdout) is there, name
