"""What the documentation tells people to type exists: commands, their options, settings and metrics."""

import re
from pathlib import Path

import click
import pytest
import yaml
from prometheus_client import REGISTRY
from tools.checks.__main__ import ROOT
from tools.checks.rule import Tree

from edison.api import request_observer
from edison.api.health_routes import model_metrics
from edison.cli.main import main
from edison.domain.models.usage_tally import Tally
from edison.domain.suites.suite_file.read_suite_file import read_text
from edison.settings import Settings
from edison.store.repositories.models.model_usage import ModelTotal

PAGES = [
    path for path in Tree(ROOT).files if path.suffix == ".md" and path.parts[0] not in {"ui", "sdk"}
]
CODE = re.compile(r"```\w*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
CALL = re.compile(r"(?:^|[\s/(=])edison[ \t]+([a-z][a-z-]*)([^\n#|&;)]*)", re.MULTILINE)
# Words that follow the name of the package, of the system user or of a container and are no command.
NAMED = r"(?:install|upgrade|enable|restart|stop|start|-u|--owner)[ \t]+(?:--?[a-z-]+[ \t]+)*edison\b[^\n]*"
VARIABLE = re.compile(r"\bEDISON_[A-Z_]*[A-Z]\b")
METRIC = re.compile(r"\bedison_[a-z]+(?:_[a-z]+)+\b")

SETTINGS = {f"EDISON_{name.upper()}" for name in Settings.model_fields}


def code_of(page: Path) -> str:
    found = CODE.findall((ROOT / page).read_text())
    return "\n".join(re.sub(NAMED, "", block or span) for block, span in found)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_its_commands_exist(page: Path) -> None:
    for name, rest in CALL.findall(code_of(page)):
        assert name in main.commands, f"edison {name}"
        command = main.commands[name]
        word = re.match(r"[ \t]+([a-z][a-z-]*)", rest)
        if isinstance(command, click.Group) and word:
            assert word[1] in command.commands, f"edison {name}{rest}"
            command = command.commands[word[1]]
        options = {
            option
            for parameter in command.params
            if isinstance(parameter, click.Option)
            for option in parameter.opts
        }
        asked = set(re.findall(r"(?<!\S)--[a-z-]+", rest))
        assert asked <= options | {"--help"}, f"edison {name}{rest}"


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_its_settings_exist(page: Path) -> None:
    """OPS-14.1.1"""
    named = set(VARIABLE.findall((ROOT / page).read_text()))

    assert named - SETTINGS == set()


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_its_metrics_exist(page: Path) -> None:
    assert request_observer.REQUESTS
    of_models = model_metrics([ModelTotal(provider="OPENAI", model="m", tally=Tally(calls=1))])
    known = {*re.findall(r"^# TYPE (\w+) ", of_models.decode(), re.MULTILINE)} | {
        name
        for family in REGISTRY.collect()
        for name in (
            family.name,
            *(f"{family.name}_{part}" for part in ("total", "bucket", "count", "sum")),
        )
    }

    assert set(METRIC.findall(code_of(page))) - known == set()


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_its_configuration_can_be_read(page: Path) -> None:
    for block in re.findall(r"```yaml\n(.*?)```", (ROOT / page).read_text(), re.DOTALL):
        assert isinstance(yaml.safe_load(block), dict)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_its_suite_files_are_valid(page: Path) -> None:
    for block in re.findall(r"```yaml\n(.*?)```", (ROOT / page).read_text(), re.DOTALL):
        if "targets:" in block and "static_configs" not in block:
            assert read_text(block).suite.name


def test_the_alert_rules_watch_errors_speed_database_and_workers() -> None:
    """NFR-4.5.5, OBS-18.2.1, .3: rules to copy; every label they ask for is one that we set."""
    page = (ROOT / "docs" / "how-to" / "operations.md").read_text()
    [block] = [
        each for each in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL) if "alert:" in each
    ]
    rules = {rule["alert"]: rule for rule in yaml.safe_load(block)["groups"][0]["rules"]}

    assert {"EdisonErrors", "EdisonSlow", "EdisonDatabaseUnhealthy", "EdisonNoWorker"} <= set(rules)
    assert rules["EdisonErrors"]["expr"].strip().endswith("> 0.05")
    assert rules["EdisonErrors"]["for"] == "5m"
    assert rules["EdisonSlow"]["expr"].strip().endswith("> 1")
    asked = {
        label
        for rule in rules.values()
        for labels in re.findall(r"edison_\w+\{([^}]*)\}", rule["expr"])
        for label in re.findall(r"(\w+)[!=]", labels)
    }
    assert asked == {"method", "route", "status", "result"}


def test_commands_and_settings_are_found_on_the_pages() -> None:
    """So that the tests above do not pass because they see nothing."""
    calls = {name for page in PAGES for name, _ in CALL.findall(code_of(page))}

    assert calls >= {"up", "serve", "worker", "migrate", "doctor", "backup", "restore"}
    assert "EDISON_PUBLIC_URL" in VARIABLE.findall((ROOT / "README.md").read_text())


def test_every_command_is_on_a_page() -> None:
    calls = {name for page in PAGES for name, _ in CALL.findall(code_of(page))}

    assert set(main.commands) - calls == set()


def test_the_page_of_settings_lists_every_one() -> None:
    """OPS-14.1.1: but the one that `edison up` sets for its own processes."""
    listed: set[str] = set()
    for line in (ROOT / "docs" / "reference" / "settings.md").read_text().splitlines():
        if not line.startswith("|"):
            continue
        names = re.findall(r"`([A-Z_]+)`", line.split("|")[1])
        # `EDISON_SMTP_HOST`, `_PORT`: the second is short for EDISON_SMTP_PORT.
        family = names[0].rsplit("_", 1)[0] if names else ""
        listed |= {family + name if name.startswith("_") else name for name in names}

    assert listed - {"DATABASE_URL"} == SETTINGS - {"EDISON_LIFELINE_FD"}
