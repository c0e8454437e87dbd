"""Cache of reads for executions that start in the same transaction, and an estimate of their costs.

The cache is valid for one transaction only, in which the balances and run numbers stay locked.
"""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime

from edison.domain.budgets.budget import Scope
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.money import MicroUsd
from edison.domain.people.project import Project
from edison.domain.runs.cost_forecast import at_shares, forecast
from edison.domain.runs.provider_batch import AnswerDelivery
from edison.domain.runs.run_order import RunOrder
from edison.engine.runs.start.forecast_calls import (
    batch_shares,
    forecast_target_calls,
    load_case_sample,
    load_draft_calls,
)
from edison.engine.runs.start.run_draft import RunDraft
from edison.scorers.registry import spec_to_json
from edison.store.repositories.suites.executions import Paid
from edison.store.unit_of_work import ReadTx


@dataclass(slots=True)
class SharedStartReads:
    homes: dict[ProjectId, Project] = field(default_factory=dict[ProjectId, Project])
    workers: int | None = None
    # By `order_key`: equal orders share a draft.
    drafts: dict[str, RunDraft] = field(default_factory=dict[str, RunDraft])
    expected: dict[str, MicroUsd | None] = field(default_factory=dict[str, "MicroUsd | None"])
    planned: dict[ProjectId, dict[SuiteId, MicroUsd]] = field(
        default_factory=dict[ProjectId, dict[SuiteId, MicroUsd]]
    )

    async def home(self, tx: ReadTx, project: ProjectId) -> Project:
        if project not in self.homes:
            self.homes[project] = await tx.projects.get(project)
        return self.homes[project]

    async def workers_alive(self, tx: ReadTx, now: datetime) -> int:
        if self.workers is None:
            self.workers = await tx.workers.alive(now)
        return self.workers

    async def planned_by_scope(
        self, tx: ReadTx, project: ProjectId, suite: SuiteId
    ) -> dict[Scope, MicroUsd]:
        """Return the expected further costs of running executions, beyond money spent and reserved.

        The caller has locked the project's balances, so no other transaction can plan or reserve costs.
        """
        if project not in self.planned:
            self.planned[project] = await tx.executions.planned(project)
        by_suite = self.planned[project]
        everything = MicroUsd(sum(by_suite.values()))
        return {
            Scope.SUITE_DAY: by_suite.get(suite, MicroUsd(0)),
            Scope.PROJECT_DAY: everything,
            Scope.PROJECT_MONTH: everything,
        }

    def plan(self, project: ProjectId, suite: SuiteId, expected: MicroUsd | None) -> None:
        """Add the expected cost of a new execution to the planned costs of its suite."""
        by_suite = self.planned.get(project)
        if by_suite is not None:
            by_suite[suite] = MicroUsd(by_suite.get(suite, 0) + (expected or 0))


def order_key(order: RunOrder) -> str:
    """Return a key that is equal for run requests with the same draft."""
    return repr(replace(order, name="", series=None))


# Sample size for the estimate: small, because many suites may be due in the same minute.
FEW = 20


async def expected_cost(
    tx: ReadTx, order: RunOrder, draft: RunDraft, paid: Paid | None, now: datetime
) -> MicroUsd | None:
    """Estimate the cost of an execution, from the last similar run or else a forecast; None if it is unknown."""
    cells = draft.columns * draft.cases * order.trials
    if paid is not None and _is_alike(order, draft, paid):
        return MicroUsd(round(paid.spent * cells / paid.cells))
    sample = await load_case_sample(tx, order, draft, FEW)
    if not sample or not cells:
        return None
    known = await load_draft_calls(tx, order.project, draft, now)
    asked = await asyncio.to_thread(forecast_target_calls, order, draft, sample, known)
    shares = batch_shares(draft) if order.delivery is AnswerDelivery.BATCH else None
    made = forecast(cells, asked if shares is None else at_shares(asked, shares), 1)
    return None if made.money is None else made.money.likely


def _is_alike(order: RunOrder, draft: RunDraft, paid: Paid) -> bool:
    """Return whether the past run had the same models, parameters, scorers and price as the draft."""
    targets = {(target.model.id, target.parameters) for target in draft.targets}
    scorers = [_bare(spec_to_json(scorer.spec)) for scorer in draft.scorers]
    past = paid.past
    return (
        targets == {(column.model, column.parameters) for column in past.plan.columns}
        and len(past.plan.columns) == draft.columns
        and past.plan.delivery is order.delivery
        and scorers == [_bare(spec) for spec in past.scorers]
    )


def _bare(spec: dict[str, object]) -> dict[str, object]:
    """Remove the version from a scorer spec, because the next version of a judge costs about the same."""
    return {key: value for key, value in spec.items() if key != "version"}
