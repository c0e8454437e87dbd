"""A database with people and projects in it comes to this version whole, and back again."""

from alembic import command

from edison.store.migrator import alembic_config, connection_to, migrate
from tests.support.postgres import TestServer
from tests.support.sql import execute, rows, value

PEOPLE = """
    INSERT INTO users (id, email, name, password_hash, role, created_at, sessions_valid_from)
    VALUES ('01890000-0000-7000-8000-000000000001', 'ada@example.com', 'Ada', 'x', 'OWNER', now(), now())
"""
PROJECT = """
    INSERT INTO projects (id, slug, name, settings, revision, created_by, created_at, updated_at)
    SELECT gen_random_uuid(), lower(provider), provider,
           jsonb_build_object('default_provider', provider), 1,
           '01890000-0000-7000-8000-000000000001', now(), now()
    FROM unnest(ARRAY['OPENAI', 'GOOGLE', 'OLLAMA']) AS provider
"""


def moved(url: str, revision: str) -> None:
    with connection_to(url) as connection:
        config = alembic_config(connection)
        current = value(url, "SELECT version_num FROM alembic_version")
        (command.upgrade if revision > current else command.downgrade)(config, revision)


def providers(url: str) -> dict[str, str]:
    return dict(
        rows(  # pyright: ignore[reportArgumentType] - two texts a row
            url, "SELECT slug, settings ->> 'default_provider' FROM projects ORDER BY slug"
        )
    )


def test_projects_keep_their_settings_through_an_upgrade_and_back(postgres: TestServer) -> None:
    with postgres.database(empty=True) as url:
        migrate(url)
        moved(url, "0001")
        execute(url, PEOPLE, PROJECT)

        moved(url, "0002")
        upgraded = providers(url)
        moved(url, "0001")

        assert upgraded == {"openai": "OPENAI", "google": "GEMINI", "ollama": "OLLAMA"}
        assert providers(url) == {"openai": "OPENAI", "google": "GOOGLE", "ollama": "OLLAMA"}
