"""Web processes and workers have database roles of their own, which can do their work and nothing else."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import psycopg
import pytest
from psycopg import errors
from sqlalchemy.engine import make_url

from edison.processes.build_context import migrate_all
from edison.store.database import libpq_url
from edison.store.postgres_backup import restore
from edison.vault.sealer import private_text
from tests.support.answers import granted
from tests.support.commands import Command
from tests.support.database_roles import RestrictedWorld, SeparateRoles, separate_roles
from tests.support.filled_projects import a_filled_project
from tests.support.gateway import PATIENCE_S, a_simulated_world, a_worker
from tests.support.processes import edison_serve
from tests.support.sql import execute, rows, value
from tests.support.world import API, PASSWORD, vault_private_key

# What whoever has the password of either role would try, and what none of their work needs.
BY_NOBODY = (
    "DROP TABLE runs",
    "ALTER TABLE audit_log DISABLE TRIGGER ALL",
    "ALTER TABLE dbos.workflow_status DROP CONSTRAINT edison_json_only",
    "SET session_replication_role = 'replica'",
    "CREATE TABLE mine (id int)",
    "CREATE TEMPORARY TABLE mine (id int)",
    "CREATE FUNCTION public.edison_erases() RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    "CREATE OR REPLACE FUNCTION edison_erases() RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    "CREATE TRIGGER mine BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "TRUNCATE audit_log",
    "UPDATE audit_log SET hash = ''",
    "UPDATE audit_checkpoints SET signature = ''",
    "DELETE FROM audit_checkpoints",
    "UPDATE ledger SET settled = 0",
    "UPDATE alembic_version SET version_num = ''",
    "COPY users TO PROGRAM 'cat'",
)
BY_NO_WEB_PROCESS = (
    "SELECT sealed FROM credentials",
    "SELECT * FROM channel_secrets",
    "UPDATE credentials SET config = '{}'",
    "UPDATE credentials SET project_id = id",
    "DELETE FROM credentials",
    "SELECT * FROM audit_checkpoints",
    "INSERT INTO audit_checkpoints SELECT * FROM audit_checkpoints",
    "DELETE FROM audit_log",
    "DELETE FROM ledger",
    "SELECT inputs FROM dbos.workflow_input",
    "SELECT output FROM dbos.operation_outputs",
    "UPDATE dbos.workflow_status SET status = 'CANCELLED'",
    "DELETE FROM dbos.workflow_status",
    "INSERT INTO dbos.workflow_schedules SELECT * FROM dbos.workflow_schedules",
    "SELECT edison_make_partitions(1000)",
    "SELECT edison_forget_workflows(ARRAY['%'], 1000)",
)
PICKLE = (
    "INSERT INTO dbos.workflow_status (workflow_uuid, status, name, queue_name, priority, serialization) "
    "VALUES ('attack', 'ENQUEUED', 'send_mail', 'mail', 0, 'py_pickle')"
)


@pytest.fixture
def roles(database_url: str) -> Generator[SeparateRoles]:
    with separate_roles(database_url) as roles:
        yield roles


@pytest.fixture
async def restricted(roles: SeparateRoles) -> AsyncGenerator[RestrictedWorld]:
    world = RestrictedWorld(roles)
    yield world
    await world.close()


def refusal_of(url: str, statement: str) -> type[psycopg.Error] | None:
    try:
        execute(url, statement)
    except psycopg.Error as error:
        return type(error)
    return None


@pytest.mark.attack
def test_the_database_refuses_attacks_of_either_role(roles: SeparateRoles) -> None:
    tried = [(url, each) for url in (roles.web, roles.worker) for each in BY_NOBODY]
    tried += [(roles.web, each) for each in BY_NO_WEB_PROCESS]

    refused = {(url, each): refusal_of(url, each) for url, each in tried}

    wrong = {each: why for each, why in refused.items() if why is not errors.InsufficientPrivilege}
    assert not wrong


@pytest.mark.attack
def test_a_web_process_cannot_queue_a_pickle(roles: SeparateRoles) -> None:
    assert refusal_of(roles.web, PICKLE) is errors.CheckViolation
    assert refusal_of(roles.web, PICKLE.replace("py_pickle", "portable_json")) is None


async def test_the_roles_can_do_all_their_work(
    restricted: RestrictedWorld, roles: SeparateRoles, tmp_path: Path
) -> None:
    await restricted.person("Owner")
    async with (
        a_simulated_world(restricted) as gateway,
        a_worker(gateway, tmp_path, EDISON_DATABASE_URL=roles.worker),
    ):
        await a_filled_project(gateway)
        doomed = await a_filled_project(gateway)
        leaver = await restricted.person("Leaver")
        body = {"email": leaver.email, "password": PASSWORD}
        granted(await leaver.browser.post(f"{API}/me/delete", json=body), 204)
        name = {"name": doomed.project["name"]}
        granted(await doomed.browser.post(f"{doomed.path}/delete", json=name), 204)
        await until_erased(roles.owner, doomed.project["id"])

    # Half a year later, with the table of a month that has no runs.
    execute(
        roles.owner,
        "UPDATE tries SET finished_at = finished_at - interval '200 days'",
        "CREATE TABLE cells_p202001 PARTITION OF cells FOR VALUES "
        "FROM (edison_first_id('2020-01-01Z')) TO (edison_first_id('2020-02-01Z'))",
    )
    command = Command(tmp_path, roles.worker, EDISON_VAULT_KEYS=private_text(vault_private_key()))
    for words in (("retention", "run"), ("audit", "verify"), ("backup", str(tmp_path / "all"))):
        done = await command.run(*words)
        assert (done.code, done.err) == (0, ""), words
    assert value(roles.owner, "SELECT to_regclass('cells_p202001')") is None
    assert value(roles.owner, "SELECT count(*) FROM tries") == 0


async def until_erased(url: str, project: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while rows(url, "SELECT 1 FROM projects WHERE id = %s", project):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)


def test_a_web_process_starts_with_its_role(roles: SeparateRoles, tmp_path: Path) -> None:
    with edison_serve(tmp_path, roles.web) as serving:
        assert serving.answers("/readiness")


async def test_a_role_that_may_not_migrate_says_which_role_may(
    roles: SeparateRoles, tmp_path: Path
) -> None:
    execute(roles.owner, "UPDATE alembic_version SET version_num = '0031'")

    done = await Command(tmp_path, roles.web).run("serve")

    assert done.code == 1
    assert "Run `edison migrate` with the role that owns them" in done.err


async def test_rights_are_granted_again_after_a_restore(
    roles: SeparateRoles, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    assert (await Command(tmp_path, roles.owner).run("backup", str(file))).code == 0
    restore(roles.owner, file, force=True)
    assert refusal_of(roles.web, "SELECT 1 FROM users") is errors.InsufficientPrivilege

    migrate_all(roles.owner)

    assert refusal_of(roles.web, "SELECT 1 FROM users") is None
    assert refusal_of(roles.web, "DELETE FROM audit_log") is errors.InsufficientPrivilege


async def test_the_command_creates_the_roles_and_refuses_strong_ones(
    database_url: str, tmp_path: Path
) -> None:
    command, name = Command(tmp_path, database_url), make_url(database_url).database
    try:
        first = await command.run("migrate", "--roles")
        again = await command.run("migrate", "--roles")
        assert f"Role {name}_web was created" in first.out
        assert f"Role {name}_web has its rights" in again.out
        execute(database_url, f"ALTER ROLE {name}_worker SUPERUSER")

        strong = await command.run("migrate", "--roles")

        assert strong.code == 1
        assert "cannot be restricted" in strong.err
    finally:
        with psycopg.connect(libpq_url(database_url)) as connection:
            for role in ("web", "worker"):
                connection.execute(f"DROP OWNED BY {name}_{role}".encode())
                connection.execute(f"DROP ROLE {name}_{role}".encode())
