"""Entries and events of a project transaction are committed with the transaction that it is part of, or not at all."""

from uuid import UUID

import pytest

from edison.domain.events import project_topic, run_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import SYSTEM, Actor
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from tests.support.sql import rows
from tests.support.world import World

MACHINE = Actor(kind="token", label="Nightly job")
THING = UUID(int=7)


def entries(world: World, project: ProjectId) -> list[tuple[object, ...]]:
    query = (
        "SELECT actor_label, action, entity_type, entity_id, changes, at "
        "FROM audit_log WHERE scope = %s ORDER BY number"
    )
    return rows(world.url, query, str(project))


def events(world: World, topic: str) -> list[tuple[object, ...]]:
    query = "SELECT actor_label, type, data, at FROM events WHERE topic = %s ORDER BY number"
    return rows(world.url, query, topic)


async def test_a_note_is_one_entry_and_one_event_at_the_time_of_the_transaction(
    world: World,
) -> None:
    project = ProjectId(new_id())
    changes = {"name": {"old": None, "new": "Rain"}}

    async with world.ctx.change(MACHINE, project) as tx:
        now = tx.now
        tx.note("thing.made", ("thing", THING), changes, name="Rain")
        tx.record_entry("thing.looked_at", ("thing", THING))
        tx.emit_event("thing.moved", topic=run_topic(THING), kind="far")

    assert entries(world, project) == [
        ("Nightly job", "thing.made", "thing", str(THING), changes, now),
        ("Nightly job", "thing.looked_at", "thing", str(THING), {}, now),
    ]
    made = {"id": str(THING), "name": "Rain"}
    assert events(world, project_topic(project)) == [("Nightly job", "thing.made", made, now)]
    assert events(world, run_topic(THING)) == [("Nightly job", "thing.moved", {"kind": "far"}, now)]


async def test_other_actors_and_projects_are_committed_with_the_outer_transaction(
    world: World,
) -> None:
    one, other = ProjectId(new_id()), ProjectId(new_id())

    async with world.ctx.change(MACHINE, one) as tx:
        tx.acting_as(SYSTEM).note("thing.made", ("thing", THING))
        ProjectTx(tx, SYSTEM, other, tx.now, tx.launcher).note("thing.made", ("thing", THING))
        tx.note("thing.kept", ("thing", THING))
        assert entries(world, one) == []

    assert [row[:2] for row in entries(world, one)] == [
        ("Edison", "thing.made"),
        ("Nightly job", "thing.kept"),
    ]
    assert [row[:2] for row in events(world, project_topic(one))] == [
        ("Edison", "thing.made"),
        ("Nightly job", "thing.kept"),
    ]
    assert [row[:2] for row in entries(world, other)] == [("Edison", "thing.made")]
    assert [row[:2] for row in events(world, project_topic(other))] == [("Edison", "thing.made")]


async def note_and_fail(world: World, one: ProjectId, other: ProjectId) -> None:
    async with world.ctx.change(MACHINE, one) as tx:
        tx.note("thing.made", ("thing", THING))
        tx.acting_as(SYSTEM).note("thing.made", ("thing", THING))
        ProjectTx(tx, SYSTEM, other, tx.now, tx.launcher).note("thing.made", ("thing", THING))
        raise RuntimeError("refused")


async def test_nothing_is_written_if_the_outer_transaction_fails(world: World) -> None:
    one, other = ProjectId(new_id()), ProjectId(new_id())

    with pytest.raises(RuntimeError, match="refused"):
        await note_and_fail(world, one, other)

    for project in (one, other):
        assert entries(world, project) == []
        assert events(world, project_topic(project)) == []
