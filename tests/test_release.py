"""What a release needs: one version, one address, metadata that agree, a workflow that checks before it publishes."""

import importlib.util
import json
import re
import tomllib

import pytest
import yaml

ON_CONDA = {"matplotlib": "matplotlib-base"}


@pytest.fixture(scope="module")
def root(pytestconfig):
    return pytestconfig.rootpath


@pytest.fixture(scope="module")
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


def test_the_version_and_the_address_are_those_of_the_project(root, project):
    spec = importlib.util.spec_from_file_location("generated", root / "docs" / "_ext" / "generated.py")
    generated = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generated)
    for path, text in generated.released().items():
        assert path.read_text("utf-8") == text, f"{path.name}: python docs/_ext/generated.py"
        assert project["project"]["urls"]["Repository"] in text, path.name
    owners = {
        owner
        for name in ("pyproject.toml", "CITATION.cff", ".zenodo.json", ".conda/recipe.yaml")
        for owner in re.findall(r"github\.com/([\w.-]+)/comparatex", (root / name).read_text("utf-8"))
    }
    assert len(owners) == 1, "name the owner in [project.urls] of pyproject.toml alone"


def test_the_metadata_agree(root, project):
    about = project["project"]
    citation = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    zenodo = json.loads((root / ".zenodo.json").read_text("utf-8"))
    assert citation["license"] == zenodo["license"] == about["license"]
    assert " ".join(citation["abstract"].split()) == zenodo["description"]
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in about["authors"]]
    assert [author["name"] for author in zenodo["creators"]] == [author["name"] for author in about["authors"]]
    assert citation["keywords"] == zenodo["keywords"]


def test_the_changelog_has_the_version_and_its_day(root):
    citation = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    version, day = citation["version"], str(citation["date-released"])
    assert f"\n## [{version}] - {day}\n" in (root / "CHANGELOG.md").read_text("utf-8")
    style = (root / "templates" / "comparatex.sty").read_text("utf-8")
    assert f"[{day.replace('-', '/')} v{version} " in style


def test_the_recipe_needs_what_the_project_needs(root, project):
    recipe = yaml.safe_load((root / ".conda" / "recipe.yaml").read_text("utf-8"))
    needed = dict(re.split("(?=>)", one, maxsplit=1) for one in project["project"]["dependencies"])
    run = dict(one.split(" ", 1) for one in recipe["requirements"]["run"])
    assert run.pop("python") == project["project"]["requires-python"]
    assert run == {ON_CONDA.get(name, name): bound for name, bound in needed.items()}
    host = {one for one in recipe["requirements"]["host"] if "hatch" in one}
    assert {one.replace(" ", "") for one in host} == {*project["build-system"]["requires"]}
    assert recipe["build"]["python"]["entry_points"] == [
        f"{name} = {place}" for name, place in project["project"]["scripts"].items()
    ]


def test_a_build_needs_versions_in_a_range(project):
    assert all(re.fullmatch(r"[a-z-]+>=[\d.]+,<[\d.]+", one) for one in project["build-system"]["requires"])


def test_the_workflow_checks_before_it_publishes(root):
    jobs = yaml.safe_load((root / ".github" / "workflows" / "release.yml").read_text("utf-8"))["jobs"]
    steps = [step.get("run", "") for step in jobs["build"]["steps"]]
    assert any("twine check --strict" in step for step in steps)
    assert jobs["publish"]["needs"] == "try" and jobs["try"]["needs"] == "build"
    assert jobs["publish"]["permissions"]["id-token"] == "write"  # no password
    assert "secrets." not in (root / ".github" / "workflows" / "release.yml").read_text("utf-8")


def test_the_paper_is_short_and_cites_what_its_list_has(root):
    text = (root / "docs" / "paper" / "paper.md").read_text("utf-8")
    body = text.split("---", 2)[2]
    listed = re.findall(r"^@\w+\{(\w+),", (root / "docs" / "paper" / "paper.bib").read_text("utf-8"), re.MULTILINE)
    assert {*re.findall(r"@([a-z]+\d{4})", body)} == {*listed}
    assert len(body.split()) <= 1000
    assert re.findall(r"^# (.+)$", body, re.MULTILINE)[:4] == [
        "Summary",
        "Statement of need",
        "State of the field",
        "Functionality",
    ]
