"""Repository of the event log: events of a topic are numbered without gaps in commit order."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import insert, select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.events import Event
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.tables.audit import EventHeadRow, EventRow

CHANNEL = "edison_events"


class EventLog(Repository):
    async def append(self, events: Sequence[Event]) -> None:
        """Number and store events, and notify followers; the topic's head row is locked until commit."""
        by_topic: dict[str, list[Event]] = defaultdict(list)
        for event in events:
            by_topic[event.topic].append(event)
        if not by_topic:
            return
        # All topics in one statement, locked in one order: a transaction may start many runs and emit events for each.
        heads = {
            topic: number
            for topic, number in await self._session.execute(
                upsert(EventHeadRow)
                .values(
                    [{"topic": topic, "number": len(by_topic[topic])} for topic in sorted(by_topic)]
                )
                .on_conflict_do_update(
                    index_elements=[EventHeadRow.topic],
                    set_={"number": EventHeadRow.number + text("excluded.number")},
                )
                .returning(EventHeadRow.topic, EventHeadRow.number)
            )
        }
        await self._session.execute(
            insert(EventRow),
            [
                _to_values(event, heads[topic] - len(batch) + 1 + offset)
                for topic, batch in by_topic.items()
                for offset, event in enumerate(batch)
            ],
        )
        await self._session.execute(
            text("SELECT pg_notify(:channel, topic) FROM unnest(CAST(:topics AS text[])) topic"),
            {"channel": CHANNEL, "topics": sorted(by_topic)},
        )

    async def since(self, topic: str, after: int, limit: int) -> list[Event]:
        rows = await self._session.scalars(
            select(EventRow)
            .where(EventRow.topic == topic, EventRow.number > after)
            .order_by(EventRow.number)
            .limit(limit)
        )
        return [_to_event(row) for row in rows]

    async def last_number(self, topic: str) -> int:
        found = await self._session.scalar(
            select(EventHeadRow.number).where(EventHeadRow.topic == topic)
        )
        return found or 0

    async def page(self, topic: str, page: PageRequest) -> Page[Event]:
        """List the events of a topic, newest first."""
        query = (
            select(EventRow)
            .where(EventRow.topic == topic)
            .order_by(EventRow.number.desc())
            .limit(page.limit + 1)
        )
        if page.after:
            query = query.where(EventRow.number < page.key(row_number)[0])
        rows = (await self._session.scalars(query)).all()
        return page_of([_to_event(row) for row in rows], page.limit, lambda event: (event.number,))


def _to_values(event: Event, number: int) -> dict[str, object]:
    return {
        "topic": event.topic,
        "number": number,
        "type": event.type,
        "at": event.at,
        "actor_kind": event.actor_kind,
        "actor_id": event.actor_id,
        "actor_label": event.actor_label,
        "data": event.data,
    }


def _to_event(row: EventRow) -> Event:
    return Event(
        topic=row.topic,
        number=row.number,
        type=row.type,
        at=row.at,
        actor_kind=row.actor_kind,
        actor_id=row.actor_id,
        actor_label=row.actor_label,
        data=row.data,
    )
