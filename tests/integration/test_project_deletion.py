"""A deleted project leaves nothing behind but the entry that says so."""

import asyncio
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from edison.domain.ids import ProjectId
from edison.store.repositories.retention.project_erasure import erased_tables
from tests.support.answers import granted, refused
from tests.support.filled_projects import a_filled_project
from tests.support.gateway import PATIENCE_S, Bench, Gateway
from tests.support.orphan_rows import dangling_rows, ids_of_project, orphan_rows, tables_of_projects
from tests.support.people import machine, make_token
from tests.support.sql import execute, rows, value
from tests.support.world import API, World

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def deleted(bench: Bench) -> None:
    """Delete it as its owner, and wait until a worker removed everything."""
    path = f"{bench.path}/delete"
    answer = await bench.browser.post(path, json={"name": bench.project["name"]})
    granted(answer, 204)
    async with asyncio.timeout(PATIENCE_S):
        while rows(bench.world.url, "SELECT 1 FROM project_deletions"):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)


async def test_nothing_is_left_of_a_deleted_project(
    gateway: Gateway, record_property: Callable[[str, object], None]
) -> None:
    url = gateway.world.url
    gone = await a_filled_project(gateway)
    stays = await a_filled_project(gateway)
    ids = ids_of_project(url, gone.project["id"])
    before = orphan_rows(url, gone.project["id"])
    others = orphan_rows(url, *ids_of_project(url, stays.project["id"]))
    assert len(ids) > 50
    # Enough was used for the search to mean something.
    for table in (
        "cells",
        "scores",
        "ledger",
        "votes",
        "iterations",
        "points",
        "tries",
        "deliveries",
    ):
        assert any(table in name for name in orphan_rows(url, *ids)), table
    assert {"dbos.workflow_input", "public.audit_log", "public.events"} <= set(before)

    await deleted(gone)

    left = orphan_rows(url, *ids)
    record_property("orphan_rows_after_project_deletion", sum(left.values()))
    assert left == {}
    assert dangling_rows(url) == {}
    [entry] = rows(
        url,
        "SELECT scope, action, actor_id::text, changes #>> '{name,old}' FROM audit_log WHERE entity_id = %s",
        gone.project["id"],
    )
    assert entry == ("installation", "project.deleted", gone.owner.id, "Everything")
    assert orphan_rows(url, *ids_of_project(url, stays.project["id"])) == others
    granted(await stays.browser.get(stays.path))
    async with gateway.world.ctx.read() as tx:
        assert {check.broken_at for check in await tx.audit.check_all()} == {None}


async def test_every_table_of_projects_is_erased(gateway: Gateway) -> None:
    """The list comes from the catalogue of the database: a new table that is forgotten fails this test."""
    kept = {"projects", "project_deletions"}
    partitions = {
        row[0]
        for row in rows(gateway.world.url, "SELECT inhrelid::regclass::text FROM pg_inherits")
    }
    assert tables_of_projects(gateway.world.url) - partitions - kept <= erased_tables()


async def test_the_search_finds_a_row_in_a_table_that_nobody_thought_of(gateway: Gateway) -> None:
    bench = await gateway.bench()
    project = bench.project["id"]
    execute(
        gateway.world.url,
        "CREATE TABLE forgotten (note jsonb, bytes bytea)",
        f"INSERT INTO forgotten VALUES ('{{\"of\": \"{project}\"}}', NULL), (NULL, '{project}'::bytea)",
    )
    try:
        await deleted(bench)
        assert orphan_rows(gateway.world.url, project) == {"public.forgotten": 2}
    finally:
        execute(gateway.world.url, "DROP TABLE forgotten")


async def test_access_ends_at_once_and_the_name_must_be_typed(world: World) -> None:
    """Without a worker: what is left of it is not removed yet, and still nobody sees it."""
    ada, bob = await world.person("Ada"), await world.person("Bob")
    project = await ada.create_project("Support bot")
    path = f"{API}/projects/{project['slug']}"
    token = machine(world, (await make_token(ada, project["slug"]))["secret"])
    execute(
        world.url,
        "INSERT INTO project_members (project_id, user_id, role, joined_at) "
        f"VALUES ('{project['id']}', '{bob.id}', 'ADMIN', now())",
    )
    body = {"name": "Support bot"}

    refused(await bob.browser.post(f"{path}/delete", json=body), 403, "FORBIDDEN")
    refused(
        await ada.browser.post(f"{path}/delete", json={"name": "support bot"}), 400, "BAD_REQUEST"
    )
    granted(await ada.browser.post(f"{path}/delete", json=body), 204)

    for browser in (ada.browser, bob.browser):
        refused(await browser.get(path), 404, "NOT_FOUND")
        assert granted(await browser.get(f"{API}/projects"))["items"] == []
    refused(await token.get(path), 401, "UNAUTHORIZED")
    assert value(world.url, "SELECT count(*) FROM project_deletions") == 1


async def test_rows_that_never_change_are_deleted_only_by_a_deletion(world: World) -> None:
    ada = await world.person("Ada")
    project = await ada.create_project()
    statement = f"DELETE FROM audit_log WHERE scope = '{project['id']}'"
    door = f"SET LOCAL edison.erasing_project = '{project['id']}'"

    for attempt in ((statement,), (door, statement)):
        with pytest.raises(Exception, match="never changed"):
            execute(world.url, *attempt)

    other = await ada.create_project("Other")
    async with world.ctx.write() as tx:
        await tx.project_erasure.begin(ProjectId(UUID(other["id"])), uuid4(), world.clock.now())
    # A deletion that was decided opens the rows of its own project only.
    for opened in (f"SET LOCAL edison.erasing_project = '{other['id']}'", door):
        with pytest.raises(Exception, match="never changed"):
            execute(world.url, opened, statement)


async def test_a_project_at_work_is_not_deleted(world: World) -> None:
    from tests.support.finished_runs import a_run_desk

    desk = await a_run_desk(world)
    await desk.start(scorers=[{"kind": "exact"}])

    answer = await desk.browser.post(f"{desk.path}/delete", json={"name": "Support bot"})

    error = refused(answer, 409, "WRONG_STATE")
    assert "still active or paused" in error["message"]
