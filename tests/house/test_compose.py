"""The containers of a team's installation: what runs, what is reachable, and no secret in the file."""

import re
from typing import Any

import pytest
import yaml
from tools.checks.__main__ import ROOT

from edison.cli.main import main
from edison.settings import Settings

FILE = ROOT / "deploy" / "compose.yaml"
COMPOSE: dict[str, Any] = yaml.safe_load(FILE.read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SECRET = re.compile(r"password|secret|token|key", re.IGNORECASE)


def test_there_is_a_database_a_web_process_and_a_worker() -> None:
    assert set(SERVICES) == {"postgres", "web", "worker"}
    for name in ("web", "worker"):
        depends = SERVICES[name]["depends_on"]
        assert depends == {"postgres": {"condition": "service_healthy"}}
    assert SERVICES["postgres"]["healthcheck"]["test"][0] == "CMD-SHELL"


@pytest.mark.parametrize(("name", "command"), [("web", "serve"), ("worker", "worker")])
def test_a_service_runs_a_command_that_exists(name: str, command: str) -> None:
    assert SERVICES[name]["command"] == ["edison", command]
    assert command in main.commands


def test_only_the_web_process_is_reachable_and_only_from_this_machine() -> None:
    """TLS goes in front; a port on all addresses would go around it."""
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}

    assert ports == {"web": ["127.0.0.1:8080:8080"]}
    assert not [name for name in SERVICES if SERVICES[name].get("network_mode")]


def test_no_secret_stands_in_the_file() -> None:
    """Nor a default for one: without a password nothing starts."""
    given = [
        (name, str(value))
        for service in SERVICES.values()
        for name, value in service["environment"].items()
    ]
    secrets = [value for name, value in given if SECRET.search(name)]
    passwords = [
        found.group(1) for _, value in given for found in re.finditer(r"//[^:/]+:(.*)@", value)
    ]

    assert secrets == ["${POSTGRES_PASSWORD:?}"]
    assert set(passwords) == {"${POSTGRES_PASSWORD:?}"}
    assert "PRIVATE KEY" not in FILE.read_text()


def test_every_variable_is_a_setting() -> None:
    """OPS-14.1.1"""
    known = {f"EDISON_{name.upper()}" for name in Settings.model_fields} | {"DATABASE_URL"}

    for name in ("web", "worker"):
        assert set(SERVICES[name]["environment"]) <= known


def test_data_and_keys_outlive_the_containers() -> None:
    volumes = {name: service["volumes"] for name, service in SERVICES.items()}

    assert set(COMPOSE["volumes"]) == {"data", "keys"}
    assert volumes["postgres"] == ["data:/var/lib/postgresql"]
    assert volumes["web"] == volumes["worker"] == ["keys:/home/edison/.edison"]
