"""Events of one change are numbered in the order in which they were written."""

from uuid import UUID

from edison.domain.events import PROJECT_UPDATED, event, project_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import SYSTEM
from tests.support.world import World


async def test_events_of_one_transaction_keep_their_order_in_every_topic(world: World) -> None:
    olga = await world.person("Olga")
    topics = [
        project_topic(ProjectId(UUID((await olga.create_project(name))["id"])))
        for name in ("First", "Second")
    ]
    now = world.clock.now()

    async with world.ctx.write() as tx:
        for number in range(6):
            tx.emit(event(SYSTEM, topics[number % 2], PROJECT_UPDATED, now, changed=[str(number)]))

    async with world.ctx.read() as tx:
        # The first event of each topic says that the project was created.
        written = [(await tx.events.since(topic, 1, 10)) for topic in topics]
    assert [each.number for each in written[0]] == [2, 3, 4]
    assert [each.data["changed"] for each in written[0]] == [["0"], ["2"], ["4"]]
    assert [each.data["changed"] for each in written[1]] == [["1"], ["3"], ["5"]]
