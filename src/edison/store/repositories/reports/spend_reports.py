"""Spend reports, computed from the daily sums of the ledger."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Result, TextClause, text

from edison.domain.ids import ProjectId
from edison.domain.money import MicroUsd
from edison.domain.reports.bill_against_ledger import LedgerDayCost
from edison.domain.reports.savings import ReusedAnswers
from edison.domain.reports.spend_breakdown import (
    MOST_LAYERS,
    NONE,
    OTHERS,
    DayCost,
    Lines,
    Name,
    SimulatedMoney,
    SpendGroup,
    SpendLine,
    Sums,
    Window,
)
from edison.store.repositories.base import Repository

COLUMNS = (
    "calls",
    "settled",
    "doubt",
    "prompt_tokens",
    "completion_tokens",
    "doubt_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "simulated",
    "overrun",
)
NIL = str(UUID(int=0))
# Sums of bigints are decimals, which are slower to transfer than integers.
SUMS = ", ".join(f"sum({name})::bigint AS {name}" for name in COLUMNS)
BY = {
    SpendGroup.MODEL: "model_id",
    SpendGroup.PHASE: "phase",
    SpendGroup.DAY: "day",
    SpendGroup.RUN: "run_id",
    SpendGroup.EXPERIMENT: "experiment_id",
    SpendGroup.PROJECT: "project_id",
}
IN_PROJECT = "project_id = CAST(:project AS uuid) AND "
EVERYWHERE = ""
# The sum of a day, and the part of it that is simulated money.
SPENT = """(
            SELECT s.*, p.id AS simulated_model, CASE WHEN p.id IS NULL THEN 0 ELSE s.settled END AS simulated
            FROM spend_days s LEFT JOIN (
                SELECT m.id FROM models m JOIN credentials c ON c.id = m.credential_id WHERE c.provider = 'SIMULATED'
            ) p ON p.id = s.model_id
        ) d"""
# Grouping tens of thousands of sums needs more memory than a session has by default; else PostgreSQL sorts on disk.
ROOM = text("SET LOCAL work_mem = '32MB'")
WANTED = """day >= CAST(:begins AS timestamptz) AND day < CAST(:ends AS timestamptz)
        AND (CAST(:model AS uuid) IS NULL OR model_id = CAST(:model AS uuid))
        AND (CAST(:phase AS text) IS NULL OR phase = CAST(:phase AS text))
        AND (CAST(:simulated AS boolean) OR simulated_model IS NULL)"""


# Every project has its own models: a report of all projects merges those of the same provider and name.
SAME = """same AS (
            SELECT m.id, c.provider || '/' || m.name AS key FROM models m JOIN credentials c ON c.id = m.credential_id
        )"""


def _said(group: SpendGroup, column: str) -> str:
    """Return the SQL for the group key as text; days are formatted in UTC, whatever the database's time zone."""
    if group is SpendGroup.DAY:
        return f"to_char({column} AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
    return column if group is SpendGroup.PHASE else f"{column}::text"


def _lines(group: SpendGroup, where: str) -> TextClause:
    """Build one statement for the groups and their total, so that both come from the same snapshot."""
    order = "key" if group is SpendGroup.DAY else "settled DESC, doubt DESC, key"
    sums = ", ".join(COLUMNS)
    return text(
        f"""
        WITH parts AS (
            SELECT {BY[group]} AS key, {SUMS},
                coalesce(sum(settled) FILTER (WHERE phase = 'judge'), 0)::bigint AS judges
            FROM {SPENT} WHERE {where}{WANTED} GROUP BY 1
        ), {_together(group, where, f"{SUMS}, sum(judges)::bigint AS judges")}
        SELECT * FROM (
            SELECT 0 AS place, NULL AS key, count(*) AS groups, {SUMS}, sum(judges)::bigint AS judges FROM g
            UNION ALL
            SELECT row_number() OVER (ORDER BY {order}), {_said(group, "key")}, 1, {sums}, judges FROM g
        ) u WHERE place <= coalesce(CAST(:most AS bigint), place) ORDER BY place
        """
    )


def _days(group: SpendGroup, where: str) -> TextClause:
    """Build the statement for daily costs: the most expensive groups separately, all others merged."""
    return text(
        f"""
        WITH parts AS (
            SELECT day, {BY[group]} AS key, sum(settled)::bigint AS settled FROM {SPENT}
            WHERE {where}{WANTED} GROUP BY day, {BY[group]}
        ), {_together(group, where, "sum(settled)::bigint AS settled", by="day, ")},
        top AS (
            SELECT key FROM g GROUP BY key ORDER BY sum(settled) DESC, key LIMIT :layers
        )
        SELECT g.day, coalesce({_said(group, "top.key")}, '{OTHERS}') AS key, sum(g.settled)::bigint AS settled
        FROM g LEFT JOIN top ON top.key = g.key GROUP BY g.day, top.key ORDER BY g.day, top.key
        """
    )


def _together(group: SpendGroup, where: str, sums: str, by: str = "") -> str:
    """Return the SQL for the sums by group; over all projects, models of the same name are merged."""
    if group is not SpendGroup.MODEL or where is not EVERYWHERE:
        return "g AS (SELECT * FROM parts)"
    return f"""{SAME}, g AS (
            SELECT {by}coalesce(same.key, parts.key::text) AS key, {sums}
            FROM parts LEFT JOIN same ON same.id = parts.key GROUP BY {by}coalesce(same.key, parts.key::text)
        )"""


def _page(group: SpendGroup) -> TextClause:
    column = BY[group]
    return text(
        f"""
        SELECT {column}::text AS key, {SUMS} FROM {SPENT}
        WHERE {IN_PROJECT}{WANTED}
            AND (CAST(:before AS uuid) IS NULL OR {column} < CAST(:before AS uuid))
        GROUP BY {column} ORDER BY {column} DESC LIMIT :size
        """
    )


LINES = {group: _lines(group, IN_PROJECT) for group in BY}
DAYS = {group: _days(group, IN_PROJECT) for group in (SpendGroup.MODEL, SpendGroup.PHASE)}
ALL_LINES = {group: _lines(group, EVERYWHERE) for group in BY}
ALL_DAYS = {
    group: _days(group, EVERYWHERE)
    for group in (SpendGroup.MODEL, SpendGroup.PHASE, SpendGroup.PROJECT)
}
MODEL_DAYS = text(
    f"""
    SELECT day, model_id::text AS key, {SUMS} FROM {SPENT}
    WHERE {IN_PROJECT}{WANTED} GROUP BY day, model_id ORDER BY day, model_id
    """
)
BOOKED = text(
    """
    SELECT day, m.name, sum(settled)::bigint AS settled, sum(doubt)::bigint AS doubt FROM spend_days
    JOIN models m ON m.id = model_id JOIN credentials c ON c.id = m.credential_id AND c.provider = :provider
    JOIN projects p ON p.id = spend_days.project_id AND p.slug = coalesce(CAST(:slug AS text), p.slug)
    WHERE day >= CAST(:begins AS timestamptz) AND day < CAST(:ends AS timestamptz)
    GROUP BY day, m.name ORDER BY day, m.name
    """
)
SIMULATED = {
    where: text(
        f"SELECT coalesce(sum(calls), 0)::bigint AS calls, coalesce(sum(simulated), 0)::bigint AS cost "
        f"FROM {SPENT} WHERE {where}{WANTED} AND simulated_model IS NOT NULL"
    )
    for where in (IN_PROJECT, EVERYWHERE)
}
PAGE = {group: _page(group) for group in (SpendGroup.RUN, SpendGroup.EXPERIMENT)}
REUSED = text(
    """
    SELECT model_id::text AS key, sum(reused)::bigint AS calls, sum(saved)::bigint AS saved FROM model_hours
    WHERE project_id = CAST(:project AS uuid) AND hour >= :begins AND hour < :ends
        AND (CAST(:model AS uuid) IS NULL OR model_id = CAST(:model AS uuid))
        AND (CAST(:simulated AS boolean) OR NOT EXISTS (
            SELECT FROM models m JOIN credentials c ON c.id = m.credential_id
            WHERE m.id = model_hours.model_id AND c.provider = 'SIMULATED'
        ))
    GROUP BY model_id HAVING sum(reused) > 0
    """
)
IN_ORDER = "'{what} ' || number || CASE WHEN name = '' THEN '' ELSE ': ' || name END"
# Removed models are named too, because their cost was paid.
NAMES = {
    SpendGroup.MODEL: text(
        """
        SELECT m.id::text AS key, m.name AS text, c.label AS apart, NULL AS slug
        FROM models m JOIN credentials c ON c.id = m.credential_id
        WHERE m.project_id = CAST(:project AS uuid) AND m.id = ANY (CAST(:ids AS uuid[]))
        """
    ),
    SpendGroup.RUN: text(
        f"""
        SELECT id::text AS key, {IN_ORDER.format(what="Run")} AS text, '' AS apart, NULL AS slug
        FROM runs WHERE project_id = CAST(:project AS uuid) AND id = ANY (CAST(:ids AS uuid[]))
        UNION ALL
        SELECT run_id::text, 'Run ' || number || ' (deleted)', '', NULL
        FROM deleted_runs WHERE project_id = CAST(:project AS uuid) AND run_id = ANY (CAST(:ids AS uuid[]))
        """
    ),
    SpendGroup.EXPERIMENT: text(
        f"""
        SELECT id::text AS key, {IN_ORDER.format(what="Experiment")} AS text, '' AS apart, NULL AS slug
        FROM experiments WHERE project_id = CAST(:project AS uuid) AND id = ANY (CAST(:ids AS uuid[]))
        """
    ),
}
ALL_NAMES = {
    SpendGroup.MODEL: text(
        """
        SELECT DISTINCT c.provider || '/' || m.name AS key, m.name AS text, c.provider AS apart, NULL AS slug
        FROM models m JOIN credentials c ON c.id = m.credential_id
        WHERE c.provider || '/' || m.name = ANY (CAST(:ids AS text[]))
        """
    ),
    SpendGroup.PROJECT: text(
        """
        SELECT id::text AS key, name AS text, slug AS apart, slug
        FROM projects WHERE id::text = ANY (CAST(:ids AS text[]))
        """
    ),
}


class SpendReports(Repository):
    async def lines(
        self, project: ProjectId, window: Window, group: SpendGroup, most: int | None = None
    ) -> Lines:
        """Return the `most` most expensive groups (days in order), and the total of all groups."""
        found = await self._found(
            LINES[group], {"project": project, "most": most, **_values(window)}
        )
        return _to_lines(list(found))

    async def days(self, project: ProjectId, window: Window, group: SpendGroup) -> list[DayCost]:
        """Return the daily cost of each group; groups with low cost are merged."""
        values = {"project": project, "layers": MOST_LAYERS, **_values(window)}
        found = await self._found(DAYS[group], values)
        return [_to_day(row) for row in found]

    async def days_of_models(
        self, project: ProjectId, window: Window
    ) -> list[tuple[date, str, Sums]]:
        values = {"project": project, **_values(window)}
        found = await self._found(MODEL_DAYS, values)
        return [(_day(row.day), _key(row.key), _to_sums(row)) for row in found]

    async def page(
        self, project: ProjectId, window: Window, group: SpendGroup, before: str | None, size: int
    ) -> list[SpendLine]:
        """Return the next page of groups, sorted by id with the newest first, for an export of all groups."""
        values = {"project": project, "before": before, "size": size, **_values(window)}
        found = await self._found(PAGE[group], values)
        return [SpendLine(key=row.key, sums=_to_sums(row)) for row in found]

    async def names(
        self, project: ProjectId, group: SpendGroup, keys: Sequence[str]
    ) -> dict[str, Name]:
        """Return the names of groups; groups without a name are omitted."""
        if group not in NAMES:
            return {}
        return await self._names(NAMES[group], {"project": project, "ids": _ids(keys)})

    async def reused(self, project: ProjectId, window: Window) -> dict[str, ReusedAnswers]:
        """Return the number of reused answers by model."""
        values = {"project": project, **_values(window)}
        found = await self._found(REUSED, values)
        return {row.key: ReusedAnswers(calls=row.calls, saved=MicroUsd(row.saved)) for row in found}

    async def simulated(self, project: ProjectId, window: Window) -> SimulatedMoney:
        """Return the sums of simulated models, even if the report excludes them."""
        return await self._simulated_money(
            SIMULATED[IN_PROJECT], {"project": project, **_values(window)}
        )

    async def lines_everywhere(
        self, window: Window, group: SpendGroup, most: int | None = None
    ) -> Lines:
        """Return the sums over all projects; models of the same name are merged."""
        found = await self._found(ALL_LINES[group], {"most": most, **_values(window)})
        return _to_lines(list(found))

    async def days_everywhere(self, window: Window, group: SpendGroup) -> list[DayCost]:
        values = {"layers": MOST_LAYERS, **_values(window)}
        found = await self._found(ALL_DAYS[group], values)
        return [_to_day(row) for row in found]

    async def simulated_everywhere(self, window: Window) -> SimulatedMoney:
        return await self._simulated_money(SIMULATED[EVERYWHERE], _values(window))

    async def names_everywhere(self, group: SpendGroup, keys: Sequence[str]) -> dict[str, Name]:
        if group not in ALL_NAMES:
            return {}
        return await self._names(ALL_NAMES[group], {"ids": list(keys)})

    async def booked(self, provider: str, window: Window, slug: str | None) -> list[LedgerDayCost]:
        """Return the daily cost of a provider's models, in the project with this slug or (None) in all projects."""
        values = {
            "provider": provider,
            "slug": slug,
            "begins": window.begins,
            "ends": window.ends,
        }
        return [
            LedgerDayCost(
                day=_day(row.day),
                model=row.name,
                settled=MicroUsd(row.settled),
                in_doubt=MicroUsd(row.doubt),
            )
            for row in await self._found(BOOKED, values)
        ]

    async def _simulated_money(self, wanted: TextClause, values: dict[str, Any]) -> SimulatedMoney:
        row = (await self._found(wanted, {**values, "simulated": True})).one()
        return SimulatedMoney(calls=row.calls, cost=MicroUsd(row.cost))

    async def _found(self, wanted: TextClause, values: dict[str, Any]) -> Result[Any]:
        await self._session.execute(ROOM)
        return await self._session.execute(wanted, values)

    async def _names(self, wanted: TextClause, values: dict[str, Any]) -> dict[str, Name]:
        if not values["ids"]:
            return {}
        return {
            row.key: Name(text=row.text, apart=row.apart, slug=row.slug)
            for row in await self._found(wanted, values)
        }


def _values(window: Window) -> dict[str, Any]:
    return {
        "begins": window.begins,
        "ends": window.ends,
        "model": window.model,
        "phase": None if window.phase is None else str(window.phase),
        "simulated": window.simulated,
    }


def _to_lines(found: Sequence[Any]) -> Lines:
    whole, *rows = found
    return Lines(
        lines=[SpendLine(key=_key(row.key), sums=_to_sums(row)) for row in rows],
        count=whole.groups,
        total=_to_sums(whole),
        judges=MicroUsd(whole.judges or 0),
    )


def _to_sums(row: Any) -> Sums:
    # The sum of no rows is NULL.
    calls, cost, doubt, *tokens = (getattr(row, name) or 0 for name in COLUMNS)
    prompt, completion, unsure, read, write, simulated, overrun = tokens
    return Sums(
        calls=calls,
        cost=MicroUsd(cost),
        doubt=MicroUsd(doubt),
        prompt_tokens=prompt,
        completion_tokens=completion,
        doubt_tokens=unsure,
        cache_read_tokens=read,
        cache_write_tokens=write,
        simulated=MicroUsd(simulated),
        overrun=MicroUsd(overrun),
    )


def _to_day(row: Any) -> DayCost:
    return DayCost(day=_day(row.day), key=_key(row.key), cost=MicroUsd(row.settled))


def _day(moment: datetime) -> date:
    # PostgreSQL returns times in the zone of its session.
    return moment.astimezone(UTC).date()


def _key(key: str) -> str:
    return NONE if key == NIL else key


def _ids(keys: Sequence[str]) -> list[UUID]:
    """Return each id once, because the rows of a chart repeat the key of a group for every day."""
    return [UUID(key) for key in dict.fromkeys(keys) if key not in (NONE, OTHERS)]
