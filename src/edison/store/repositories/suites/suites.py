"""Repositories of suites and their canaries."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, func, insert, or_, select, text
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.exc import IntegrityError

from edison.domain.errors import DuplicateName, WrongState
from edison.domain.ids import ModelId, ProjectId, PromptId, RunId, SuiteId
from edison.domain.money import MicroUsd
from edison.domain.suites.execution import Canary
from edison.domain.suites.recipe import Recipe, recipe_from_json, recipe_to_json
from edison.domain.suites.suite import Suite, SuitePause, SuiteState
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository, unique
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.suites import CanaryRow, SuiteRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteFilter:
    """Filter of suites. Archived suites match only if the filter asks for that state."""

    states: Sequence[SuiteState] = ()
    search: str = ""
    prompt: PromptId | None = None


class Suites(Repository):
    async def add(self, project: ProjectId, suite: Suite) -> None:
        values = to_columns(
            SuiteRow,
            suite,
            project_id=project,
            recipe=recipe_to_json(suite.recipe),
            daily_limit_micro=suite.daily_limit,
            prompt_id=suite.prompt,
            dataset_id=suite.dataset,
        )
        with _unique_name():
            await self._session.execute(insert(SuiteRow).values(values))

    async def get(self, project: ProjectId, suite: SuiteId, *, lock: bool = False) -> Suite:
        return to_suite(await self._get(SuiteRow, project, suite, "suite", lock=lock))

    async def by_name(self, project: ProjectId, name: str, *, lock: bool = False) -> Suite | None:
        """Find a suite by name, ignoring case."""
        same = func.lower(SuiteRow.name) == func.lower(name)
        row = await self._find(SuiteRow, SuiteRow.project_id == project, same, lock=lock)
        return None if row is None else to_suite(row)

    async def page(self, project: ProjectId, wanted: SuiteFilter, page: PageRequest) -> Page[Suite]:
        """List suites, most recently changed first."""
        query = _wanted(select(SuiteRow), project, wanted)
        return await self._page(query, page, to_suite, SuiteRow.updated_at, SuiteRow.id)

    async def count(self, project: ProjectId, wanted: SuiteFilter) -> int:
        query = _wanted(select(func.count()).select_from(SuiteRow), project, wanted)
        return int(await self._session.scalar(query) or 0)

    async def count_with_model(self, project: ProjectId, model: ModelId) -> int:
        """Count the suites that are not archived and have this model as a target."""
        query = select(func.count()).where(
            SuiteRow.project_id == project,
            SuiteRow.state != str(SuiteState.ARCHIVED),
            SuiteRow.recipe.contains({"targets": [{"model": str(model)}]}),
        )
        return int(await self._session.scalar(query) or 0)

    async def names(self, project: ProjectId, start: str) -> set[str]:
        """Return the suite names with this prefix, in lower case, to find a free name."""
        rows = await self._session.scalars(
            select(func.lower(SuiteRow.name)).where(
                SuiteRow.project_id == project,
                func.lower(SuiteRow.name).startswith(start.lower(), autoescape=True),
            )
        )
        return set(rows)

    async def edit(
        self,
        project: ProjectId,
        was: Suite,
        *,
        name: str,
        description: str,
        recipe: Recipe,
        daily_limit: MicroUsd | None,
        at: datetime,
    ) -> None:
        """Save the editable fields and increment the revision. The caller must hold the lock."""
        with _unique_name():
            await self._change(
                SuiteRow,
                project,
                was.id,
                name=name,
                description=description,
                recipe=recipe_to_json(recipe),
                daily_limit_micro=daily_limit,
                prompt_id=recipe.prompt,
                dataset_id=None if recipe.dataset is None else recipe.dataset.id,
                revision=was.revision + 1,
                updated_at=at,
            )

    async def pause(
        self,
        project: ProjectId,
        suite: SuiteId,
        reason: SuitePause,
        at: datetime,
        *,
        until: datetime | None = None,
    ) -> bool:
        """Pause the suite; return whether it changed. A pause by the budget does not replace a person's pause."""
        return await self._change(
            SuiteRow,
            project,
            suite,
            SuiteRow.state != str(SuiteState.ARCHIVED),
            SuiteRow.pause_reason.is_distinct_from(str(SuitePause.PERSON)),
            or_(
                SuiteRow.pause_reason.is_distinct_from(str(reason)),
                SuiteRow.paused_until.is_distinct_from(until),
            ),
            state=str(SuiteState.PAUSED),
            pause_reason=str(reason),
            paused_until=until,
            updated_at=at,
        )

    async def set_state(
        self, project: ProjectId, suite: SuiteId, state: SuiteState, at: datetime
    ) -> None:
        """Set the state to active or archived; use `pause` for a pause, which needs a reason."""
        await self._change(
            SuiteRow,
            project,
            suite,
            state=str(state),
            pause_reason=None,
            paused_until=None,
            updated_at=at,
        )

    async def whose_day_is_over(
        self, now: datetime, most: int
    ) -> Sequence[tuple[ProjectId, SuiteId]]:
        """Lock and return suites, in all projects, with an ended pause by the budget; skip locked suites."""
        rows = await self._session.execute(
            select(SuiteRow.project_id, SuiteRow.id)
            .where(
                SuiteRow.state == str(SuiteState.PAUSED),
                SuiteRow.pause_reason == str(SuitePause.BUDGET),
                SuiteRow.paused_until <= now,
            )
            .order_by(SuiteRow.paused_until)
            .limit(most)
            .with_for_update(key_share=True, skip_locked=True)
        )
        return [(ProjectId(project), SuiteId(suite)) for project, suite in rows]

    async def remove(self, project: ProjectId, suite: SuiteId) -> None:
        """Delete the suite, unless it has executions or a monitor."""
        try:
            await self._session.execute(
                delete(SuiteRow)
                .where(SuiteRow.project_id == project, SuiteRow.id == suite)
                .execution_options(synchronize_session=False)
            )
        except IntegrityError as error:
            raise WrongState(
                "This suite has executions or a monitor",
                advice="Archive it instead. Its results are kept.",
            ) from error


def _wanted(query: Select[Any], project: ProjectId, wanted: SuiteFilter) -> Select[Any]:
    query = query.where(SuiteRow.project_id == project)
    if wanted.states:
        query = query.where(SuiteRow.state.in_([str(state) for state in wanted.states]))
    else:
        query = query.where(SuiteRow.state != str(SuiteState.ARCHIVED))
    if wanted.prompt is not None:
        # Any of the recipe's prompts, not only the first.
        query = query.where(SuiteRow.recipe.contains({"prompts": [{"prompt": str(wanted.prompt)}]}))
    if wanted.search:
        query = query.where(
            SuiteRow.name.icontains(wanted.search, autoescape=True)
            | SuiteRow.description.icontains(wanted.search, autoescape=True)
        )
    return query


def _unique_name() -> AbstractContextManager[None]:
    taken = DuplicateName("Another suite of this project has this name", field="name")
    return unique("uq_suites_name", taken)


def to_suite(row: SuiteRow) -> Suite:
    return from_row(
        Suite,
        row,
        recipe=recipe_from_json(row.recipe),
        daily_limit=row.daily_limit_micro,
        prompt=row.prompt_id,
        dataset=row.dataset_id,
    )


class Canaries(Repository):
    async def find(self, project: ProjectId, suite: SuiteId) -> Canary | None:
        row = await self._find(
            CanaryRow, CanaryRow.project_id == project, CanaryRow.suite_id == suite
        )
        if row is None:
            return None
        return from_row(
            Canary,
            row,
            suite=row.suite_id,
            taken_from=row.frozen_from_run_id,
            frozen=row.frozen_run_id,
        )

    async def put(self, project: ProjectId, canary: Canary) -> None:
        """Save the canary of a suite, replacing the earlier canary."""
        values = {
            "frozen_from_run_id": canary.taken_from,
            "frozen_run_id": canary.frozen,
            "source": canary.source,
            "created_at": canary.created_at,
        }
        await self._session.execute(
            upsert(CanaryRow)
            .values(suite_id=canary.suite, project_id=project, **values)
            .on_conflict_do_update(index_elements=[CanaryRow.suite_id], set_=values)
        )

    async def close_frozen(self, project: ProjectId, run: RunId) -> None:
        """Mark the chunks of a run of frozen answers as done, so that the run is never executed."""
        del project
        await self._session.execute(
            text("UPDATE run_chunks SET done = true WHERE run_id = :run"), {"run": run}
        )
