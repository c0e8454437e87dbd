"""A database with people and projects in it comes to the next version whole, or not at all."""

from pathlib import Path

from alembic import command

from edison.store.migrator import alembic_config, connection_to, migrate, schema_state
from tests.support.commands import Command
from tests.support.next_version import head, next_head, next_version
from tests.support.postgres import TestServer
from tests.support.schema_description import describe_schema
from tests.support.sql import everything, execute, rows, value
from tests.support.world import World

REVISION = "SELECT version_num FROM alembic_version"


async def test_the_next_version_keeps_what_is_there(world: World, tmp_path: Path) -> None:
    """MIG-17.1.1"""
    ada = await world.person("Ada")
    await ada.create_project("One")
    before = everything(world.url)
    names = rows(world.url, "SELECT id, name FROM projects")

    done = await Command(tmp_path, world.url, **next_version(tmp_path / "next")).run("migrate")

    assert done.code == 0, done.err
    assert f"The database is at revision {next_head()}" in done.out
    assert rows(world.url, "SELECT motto FROM projects") == [("Try it",)]
    assert rows(world.url, "SELECT id, name FROM projects") == names
    changed = {name for name, now in everything(world.url).items() if now != before[name]}
    assert changed == {"public.projects", "public.alembic_version"}
    again = await Command(tmp_path, world.url).run("migrate")
    assert again.code == 1
    assert "newer" in again.err


async def test_a_migration_that_fails_changes_nothing(world: World, tmp_path: Path) -> None:
    before = everything(world.url)
    broken = next_version(tmp_path / "next", then="SELECT 1 / 0")

    done = await Command(tmp_path, world.url, **broken).run("migrate")

    assert done.code == 1
    assert everything(world.url) == before
    assert schema_state(world.url).up_to_date


async def test_a_database_from_before_the_first_release_is_refused(
    world: World, tmp_path: Path
) -> None:
    execute(world.url, "UPDATE alembic_version SET version_num = '0018'")

    done = await Command(tmp_path, world.url).run("migrate")

    assert done.code == 1
    assert "revision 0018: it was made by a development version before the first" in done.err
    assert "Create a new database, or restore a backup of revision 0030 or newer" in done.err
    assert "Traceback" not in done.err
    assert value(world.url, REVISION) == "0018"
    assert not (tmp_path / "backups").exists()


def test_a_database_at_the_last_revision_before_the_first_release_is_up_to_date(
    database_url: str,
) -> None:
    execute(database_url, "UPDATE alembic_version SET version_num = '0030'")

    state = schema_state(database_url)

    assert (state.known, state.too_old) == (True, False)


def test_all_migrations_can_be_taken_back_and_made_again(postgres: TestServer) -> None:
    with postgres.database(empty=True) as url:
        migrate(url)
        made = describe_schema(url)

        with connection_to(url) as connection:
            command.downgrade(alembic_config(connection), "base")

        assert value(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 1
        assert "function" not in describe_schema(url)
        assert migrate(url).current == head()
        assert describe_schema(url) == made
