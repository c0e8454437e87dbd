"""The database as it is built: times, indexes, and how often it is asked."""

from sqlalchemy import event

from edison.store.migrator import schema_drift
from tests.support.answers import granted
from tests.support.sql import rows
from tests.support.world import API, World

COLUMNS_OF_INDEXES = """
    SELECT t.relname, array_agg(a.attname::text ORDER BY k.place)
    FROM pg_index i
    JOIN pg_class t ON t.oid = i.indrelid
    JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(number, place) ON true
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
    WHERE t.relnamespace = 'public'::regnamespace
    GROUP BY i.indexrelid, t.relname
"""


def indexed(world: World) -> set[tuple[str, ...]]:
    """Every start of every index, as table and columns."""
    return {
        (table, *columns[:length])
        for table, columns in rows(world.url, COLUMNS_OF_INDEXES)
        for length in range(1, len(columns) + 1)
    }


async def test_the_tables_are_those_that_the_migrations_build(world: World) -> None:
    """MIG-17.1.1"""
    schema_drift(world.url)


async def test_every_time_is_stored_with_its_zone(world: World) -> None:
    """PSM-DATA-1"""
    kinds = rows(
        world.url,
        "SELECT DISTINCT data_type FROM information_schema.columns WHERE table_schema = 'public' "
        "AND (data_type LIKE 'timestamp%' OR data_type IN ('date', 'time'))",
    )

    assert kinds == [("timestamp with time zone",)]


async def test_projects_and_members_are_found_through_an_index(world: World) -> None:
    """DATA-8.1.1, .2"""
    found = indexed(world)

    assert {
        ("projects", "slug"),
        ("projects", "created_at"),
        ("project_members", "project_id", "user_id"),
        ("project_members", "user_id"),
        ("users", "email"),
    } <= found


async def test_the_list_asks_as_often_for_many_projects_as_for_one(world: World) -> None:
    """FR-PM-002.13, NFR-4.1.13"""
    ada = await world.person("Ada")
    asked: list[str] = []
    engine = world.database.engine.sync_engine

    @event.listens_for(engine, "before_cursor_execute")
    def note(*call: object) -> None:  # pyright: ignore[reportUnusedFunction]
        asked.append(str(call[2]))

    async def statements() -> int:
        asked.clear()
        granted(await ada.browser.get(f"{API}/projects"))
        return len([text for text in asked if "projects" in text])

    await ada.create_project("One")
    with_one = await statements()
    for number in range(9):
        await ada.create_project(f"Project {number}")

    assert await statements() == with_one == 1
