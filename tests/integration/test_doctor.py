"""The doctor finds what is wrong and names the command that mends it."""

from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr

from edison.domain.people.account import Registration
from edison.processes.doctor import DoctorFinding, examine
from edison.processes.installation_address import save_installation_address
from edison.settings import Settings
from edison.store.database import libpq_url
from tests.support.commands import Command
from tests.support.postgres import TestServer
from tests.support.sql import execute


def settings(home: Path, url: str, **more: str) -> Settings:
    return Settings(home=home, database_url=SecretStr(url)).model_copy(update=more)


def findings(given: Settings) -> dict[str, DoctorFinding]:
    return {finding.what: finding for finding in examine(given)}


def test_a_healthy_installation_has_no_complaint(database_url: str, tmp_path: Path) -> None:
    found = findings(settings(tmp_path, database_url))

    # Whether the screens are built is a matter of the checkout.
    del found["screens"]
    assert [finding for finding in found.values() if not finding.ok] == []
    assert found["audit log"].found == "0 entries in 0 chains, whole"
    assert found["database"].found.startswith("PostgreSQL ")


def test_the_address_is_where_the_server_runs(database_url: str, tmp_path: Path) -> None:
    given = settings(tmp_path, database_url)
    save_installation_address(given, "http://127.0.0.1:8099")

    assert findings(given)["address"].found == "http://127.0.0.1:8099 (running)"


def test_an_empty_database_wants_to_be_migrated(postgres: TestServer, tmp_path: Path) -> None:
    with postgres.database(empty=True) as url:
        schema = findings(settings(tmp_path, url))["schema"]

    assert (schema.ok, schema.mend) == (False, "edison migrate")


def test_a_database_of_a_newer_version_is_left_alone(database_url: str, tmp_path: Path) -> None:
    execute(database_url, "UPDATE alembic_version SET version_num = '9999'")

    schema = findings(settings(tmp_path, database_url))["schema"]

    assert (schema.ok, schema.found) == (False, "unknown 9999")
    assert "restore a backup" in (schema.mend or "")


def test_a_database_from_before_the_first_release_cannot_be_mended(
    database_url: str, tmp_path: Path
) -> None:
    execute(database_url, "UPDATE alembic_version SET version_num = '0018'")

    schema = findings(settings(tmp_path, database_url))["schema"]

    assert (schema.ok, schema.found.split(",")[0]) == (False, "at 0018")
    assert "create a new database" in (schema.mend or "")


def test_a_key_that_others_can_read_is_a_finding(database_url: str, tmp_path: Path) -> None:
    given = settings(tmp_path, database_url)
    key = given.session_key_file
    key.parent.mkdir()
    key.write_text("key")
    key.chmod(0o644)

    found = findings(given)["session key"]
    assert (found.ok, found.mend) == (False, f"chmod 600 {key}")

    key.chmod(0o600)
    assert findings(given)["session key"].ok


def test_a_broken_audit_chain_is_a_finding(database_url: str, tmp_path: Path) -> None:
    execute(database_url, "INSERT INTO audit_heads VALUES ('installation', 3, 'x')")

    found = findings(settings(tmp_path, database_url))["audit log"]

    assert (found.ok, found.found) == (False, "chain installation is broken at entry 1")
    assert "compare with a backup" in (found.mend or "")


def test_an_unreachable_database_is_a_finding_and_no_crash(tmp_path: Path) -> None:
    found = findings(settings(tmp_path, "postgresql://nobody:pa55@127.0.0.1:1/none"))["database"]

    assert (found.ok, found.mend) == (False, "check DATABASE_URL and that the server runs")
    assert "pa55" not in found.found


@pytest.mark.parametrize(
    ("address", "ok"),
    [
        ("http://edison.example.com", False),
        ("https://edison.example.com", True),
        ("http://localhost:8080", True),
        ("http://127.0.0.1", True),
    ],
)
def test_a_public_address_without_tls_is_a_finding(tmp_path: Path, address: str, ok: bool) -> None:
    """NFR-4.4.7"""
    unreachable = "postgresql://nobody@127.0.0.1:1/none"

    found = findings(settings(tmp_path, unreachable, public_url=address))["address"]

    assert found.ok is ok
    assert ok or "https://" in (found.mend or "")


def test_open_registration_on_a_public_address_is_a_finding(tmp_path: Path) -> None:
    unreachable = "postgresql://nobody@127.0.0.1:1/none"

    found = findings(
        settings(
            tmp_path,
            unreachable,
            public_url="https://edison.example.com",
            registration=Registration.OPEN,
        )
    )

    assert (found["registration"].ok, found["registration"].found) == (False, "open")


def test_a_web_process_without_a_worker_is_a_finding(database_url: str, tmp_path: Path) -> None:
    """OPS-14.4.3"""
    with psycopg.connect(libpq_url(database_url), application_name="edison-web"):
        workers = findings(settings(tmp_path, database_url))["workers"]
        assert (workers.ok, workers.mend) == (False, "edison worker")

        execute(database_url, "INSERT INTO workers VALUES ('one', 'test', now(), now())")
        assert findings(settings(tmp_path, database_url))["workers"].found == "1 running"


async def test_the_command_prints_the_mending_and_fails(tmp_path: Path) -> None:
    """OPS-14.4.3"""
    done = await Command(tmp_path, "postgresql://nobody@127.0.0.1:1/none").run("doctor")

    assert done.code == 1
    assert "FAIL  database:" in done.out
    assert "fix: check DATABASE_URL" in done.out
