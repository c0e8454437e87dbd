"""The pages and workflows around the code agree with the code and with each other."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from tools.checks import changelog_fragments
from tools.checks.__main__ import ROOT
from tools.checks.rule import Tree

AGENTS = (ROOT / "AGENTS.md").read_text()
README = (ROOT / "README.md").read_text()
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WORKFLOWS = ROOT / ".github" / "workflows"
SPAN = re.compile(r"`([^`\n]+)`")
# A path has a slash or begins with a dot; `npm run check` and `asyncio.gather` are none.
PATH = re.compile(r"\.?[\w-]+(?:/[\w.-]+)+/?|[\w-]+/|\.[a-z][\w.-]*|[\w-]+\.(?:md|toml|json|py)")
MINOR = re.compile(r"\b3\.\d+\b")


def workflow(name: str) -> dict[str, Any]:
    return yaml.safe_load((WORKFLOWS / name).read_text())


def commands_of(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", "") for step in job["steps"])


def named_by_agents() -> list[str]:
    return SPAN.findall(AGENTS)


def recipes_named(text: str) -> set[str]:
    return set(re.findall(r"\bjust ([a-z][a-z-]*)", "\n".join(SPAN.findall(text))))


def known_recipes() -> set[str]:
    just = Path(sys.executable).with_name("just")
    listed = subprocess.run(
        [just, "--summary"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(listed.stdout.split())


def test_the_guide_for_agents_is_short() -> None:
    lines = AGENTS.splitlines()

    assert len(lines) < 120
    assert [line for line in lines if len(line) > 120] == []


def test_every_file_that_the_guide_for_agents_names_exists() -> None:
    paths = [span for span in named_by_agents() if PATH.fullmatch(span)]

    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "page", ["AGENTS.md", "docs/releases.md", "changelog.d/README.md", "CHANGELOG.md"]
)
def test_every_recipe_that_a_page_names_exists(page: str) -> None:
    named = recipes_named((ROOT / page).read_text())

    assert named
    assert named - known_recipes() == set()


def test_every_script_of_the_screens_that_the_guide_for_agents_names_exists() -> None:
    scripts = json.loads((ROOT / "ui" / "package.json").read_text())["scripts"]
    named = re.findall(r"\bnpm (?:run )?([a-z:]+)", "\n".join(named_by_agents()))

    assert set(named) >= {"check", "test"}
    assert set(named) - set(scripts) == set()


def test_the_guide_for_agents_names_every_floor_and_every_house_rule() -> None:
    floors = {path.name for path in (ROOT / "src" / "edison").iterdir() if path.is_dir()}
    rules = {path.stem for path in (ROOT / "tools" / "checks").glob("*.py")}

    assert {f for f in floors - {"__pycache__"} if f"`src/edison/{f}`" not in AGENTS} == set()
    unnamed = {rule for rule in rules if f"`tools/checks/{rule}.py`" not in AGENTS}
    assert unnamed == {"__init__", "__main__", "rule"}


def test_the_readme_installs_the_distribution_under_its_name() -> None:
    installed = re.findall(r"^pip install (\S+)$", README, re.MULTILINE)

    assert installed == [PROJECT["name"]]


def test_the_supported_python_versions_agree() -> None:
    classified = {
        minor
        for each in PROJECT["classifiers"]
        for minor in re.findall(r"^Programming Language :: Python :: (3\.\d+)$", each)
    }
    row = re.search(r"^\| Python \|(.*)\|$", (ROOT / "docs" / "releases.md").read_text(), re.M)
    tested = workflow("change.yml")["jobs"]["python"]["strategy"]["matrix"]["python"]

    assert classified
    assert row is not None
    assert set(MINOR.findall(row[1])) == classified
    assert set(tested) == classified
    lowest = min(classified, key=lambda minor: int(minor.split(".")[1]))
    assert PROJECT["requires-python"] == f">={lowest}"


@pytest.mark.parametrize(
    ("file", "command"), [("change.yml", ".ci/run"), ("nightly.yml", ".ci/nightly")]
)
def test_a_workflow_runs_its_tier_with_the_oldest_python_and_node_20(
    file: str, command: str
) -> None:
    job = workflow(file)["jobs"]["tier"]

    assert f"bash {command}" in commands_of(job).splitlines()
    assert (ROOT / command).is_file()
    assert job["container"]["image"].startswith("python:3.11-")
    nodes = [step["with"]["node-version"] for step in job["steps"] if "setup-node" in str(step)]
    assert nodes == ["20"]


def test_the_matrix_runs_the_tests_without_a_database_from_locked_packages() -> None:
    commands = commands_of(workflow("change.yml")["jobs"]["python"])

    assert "pytest tests/unit tests/house" in commands
    assert "--require-hashes requirements/dev.txt" in commands


@pytest.mark.parametrize("file", sorted(path.name for path in WORKFLOWS.glob("*.yml")))
def test_a_workflow_may_only_read_and_ends_by_itself(file: str) -> None:
    document = workflow(file)

    assert document["permissions"] == {"contents": "read"}
    assert document["concurrency"]["group"]
    for job in document["jobs"].values():
        assert "permissions" not in job
        assert 0 < job["timeout-minutes"] <= 360
        for step in job["steps"]:
            assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|[0-9a-f]{40})", step.get("uses", "a/b@v1"))


def test_hooks_download_nothing_and_their_programs_are_local() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())

    assert [each["repo"] for each in config["repos"]] == ["local"]
    for hook in config["repos"][0]["hooks"]:
        assert hook["language"] == "system"
        assert re.match(
            r"\.venv/bin/\w+ |\.venv/bin/\w+$|bash -c 'cd ui && node_modules/", hook["entry"]
        )


def test_the_development_container_sets_the_checkout_up_and_forwards_the_port() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    image = (ROOT / ".devcontainer" / container["build"]["dockerfile"]).read_text()

    assert container["postCreateCommand"].endswith("just setup")
    assert container["forwardPorts"] == [8080]
    assert re.search(r"^FROM python:3\.11-", image, re.MULTILINE)
    assert re.search(r"^FROM node:20-", image, re.MULTILINE)


def test_security_reports_are_sent_to_the_security_page() -> None:
    config = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml").read_text())

    assert [link["url"].rsplit("/", 1)[1] for link in config["contact_links"]] == ["SECURITY.md"]


def test_every_fragment_of_the_changelog_is_well_formed() -> None:
    rule = changelog_fragments.RULE

    assert [rule.explain(finding) for finding in rule.find(Tree(ROOT))] == []


def test_towncrier_knows_the_kinds_that_the_rule_allows() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]

    assert tuple(kind["directory"] for kind in tool["type"]) == changelog_fragments.KINDS
    assert tool["start_string"] in (ROOT / "CHANGELOG.md").read_text()
