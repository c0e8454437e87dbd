"""Usage sums per model and hour, updated when calls finish, so that charts need not read single calls."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import func, select, text

from edison.domain.ids import ModelId, ProjectId
from edison.domain.models.usage_tally import Period, Tally
from edison.domain.money import MicroUsd
from edison.store.repositories.base import Repository
from edison.store.tables.models import CredentialRow, ModelHourRow, ModelLatencyRow, ModelRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTotal:
    provider: str
    model: str
    tally: Tally


SUMS = (
    "calls",
    "failed",
    "reused",
    "cost_unknown",
    "cost",
    "saved",
    "prompt_tokens",
    "completion_tokens",
)

ADD_HOURS = text(
    f"""
    INSERT INTO model_hours (project_id, hour, model_id, {", ".join(SUMS)})
    SELECT :project, :hour, t.* FROM unnest(CAST(:models AS uuid[]),
        {", ".join(f"CAST(:{name} AS bigint[])" for name in SUMS)}) AS t
    ON CONFLICT (project_id, model_id, hour) DO UPDATE SET
        {", ".join(f"{name} = model_hours.{name} + excluded.{name}" for name in SUMS)}
    """
)
ADD_LATENCIES = text(
    """
    INSERT INTO model_latencies (project_id, hour, model_id, bucket, calls)
    SELECT :project, :hour, t.* FROM unnest(CAST(:models AS uuid[]), CAST(:buckets AS smallint[]),
        CAST(:calls AS bigint[])) AS t
    ON CONFLICT (project_id, model_id, hour, bucket) DO UPDATE SET
        calls = model_latencies.calls + excluded.calls
    """
)


class ModelUsage(Repository):
    async def add(self, project: ProjectId, model: ModelId, tally: Tally, at: datetime) -> None:
        await self.add_many(project, {model: tally}, at)

    async def add_many(
        self, project: ProjectId, tallies: Mapping[ModelId, Tally], at: datetime
    ) -> None:
        """Add the usage of several models; all writers lock rows in the same order."""
        if not tallies:
            return
        models = sorted(tallies)
        place = {"project": project, "hour": at.replace(minute=0, second=0, microsecond=0)}
        await self._session.execute(
            ADD_HOURS,
            {
                **place,
                "models": models,
                **{name: [getattr(tallies[model], name) for model in models] for name in SUMS},
            },
        )
        counts = [
            (model, bucket, calls)
            for model in models
            for bucket, calls in sorted(tallies[model].latencies.items())
        ]
        if counts:
            await self._session.execute(
                ADD_LATENCIES,
                {
                    **place,
                    "models": [model for model, _, _ in counts],
                    "buckets": [bucket for _, bucket, _ in counts],
                    "calls": [calls for _, _, calls in counts],
                },
            )

    async def totals(self) -> list[ModelTotal]:
        """Return the totals of the whole installation by provider and model name; for monitoring."""
        columns = [func.sum(getattr(ModelHourRow, name)) for name in SUMS]
        rows = await self._session.execute(
            select(CredentialRow.provider, ModelRow.name, *columns)
            .join(ModelRow, ModelRow.id == ModelHourRow.model_id)
            .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
            .group_by(CredentialRow.provider, ModelRow.name)
        )
        latencies = await self._session.execute(
            select(
                CredentialRow.provider,
                ModelRow.name,
                ModelLatencyRow.bucket,
                func.sum(ModelLatencyRow.calls),
            )
            .join(ModelRow, ModelRow.id == ModelLatencyRow.model_id)
            .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
            .group_by(CredentialRow.provider, ModelRow.name, ModelLatencyRow.bucket)
        )
        counted: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
        for provider, model, bucket, calls in latencies:
            counted[(provider, model)][bucket] = int(calls)
        return [
            ModelTotal(
                provider=row[0],
                model=row[1],
                tally=_tally(dict(zip(SUMS, row[2:], strict=True)), counted[(row[0], row[1])]),
            )
            for row in cast(list[tuple[Any, ...]], rows.all())
        ]

    async def hours(
        self, project: ProjectId, model: ModelId, since: datetime, until: datetime
    ) -> list[Period]:
        sums = await self._session.scalars(
            select(ModelHourRow)
            .where(
                ModelHourRow.project_id == project,
                ModelHourRow.model_id == model,
                ModelHourRow.hour >= since,
                ModelHourRow.hour < until,
            )
            .order_by(ModelHourRow.hour)
        )
        counted: dict[datetime, dict[int, int]] = defaultdict(dict)
        for row in await self._session.scalars(
            select(ModelLatencyRow).where(
                ModelLatencyRow.project_id == project,
                ModelLatencyRow.model_id == model,
                ModelLatencyRow.hour >= since,
                ModelLatencyRow.hour < until,
            )
        ):
            counted[row.hour][row.bucket] = row.calls
        return [
            Period(
                # PostgreSQL returns times in the zone of its session; a day begins at midnight UTC.
                start=row.hour.astimezone(UTC),
                tally=_tally(
                    {name: getattr(row, name) for name in SUMS}, counted.get(row.hour, {})
                ),
            )
            for row in sums
        ]


def _tally(sums: dict[str, Any], latencies: dict[int, int]) -> Tally:
    # Sums of bigints are returned as decimals.
    return Tally(
        calls=int(sums["calls"]),
        failed=int(sums["failed"]),
        reused=int(sums["reused"]),
        cost_unknown=int(sums["cost_unknown"]),
        cost=MicroUsd(int(sums["cost"])),
        saved=MicroUsd(int(sums["saved"])),
        prompt_tokens=int(sums["prompt_tokens"]),
        completion_tokens=int(sums["completion_tokens"]),
        latencies=latencies,
    )
