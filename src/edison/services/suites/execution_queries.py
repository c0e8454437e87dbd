"""List and read executions of suites, with their results and costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from edison.domain.ids import ExecutionId, ProjectId, SuiteId
from edison.domain.money import MoneyKind
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.execution import Execution, ExecutionState
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.suites.executions import ExecutionFacts
from edison.store.repositories.suites.suite_parts import NamedModelRef
from edison.store.unit_of_work import ReadTx

NOTHING_KNOWN = ExecutionFacts()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionReport:
    execution: Execution
    facts: ExecutionFacts
    money: MoneyKind
    # The model that replaced the suite's targets; None if there was none, or if it left the catalog.
    override: NamedModelRef | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionFilter:
    states: tuple[ExecutionState, ...] = ()
    monitor: UUID | None = None


async def list_executions(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    suite: SuiteId,
    wanted: ExecutionFilter,
    page: PageRequest,
) -> Page[ExecutionReport]:
    """List executions, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.suites.get(project, suite)
        found = await tx.executions.page(
            project, suite, page, states=wanted.states, monitor=wanted.monitor
        )
        return Page(
            items=tuple(await _reports(tx, project, found.items)), next_cursor=found.next_cursor
        )


async def read_execution(
    ctx: Context, who: Actor, project: ProjectId, execution: ExecutionId
) -> ExecutionReport:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await report_of_execution(tx, project, await tx.executions.get(project, execution))


async def report_of_execution(
    tx: ReadTx, project: ProjectId, execution: Execution
) -> ExecutionReport:
    [report] = await _reports(tx, project, [execution])
    return report


async def _reports(
    tx: ReadTx, project: ProjectId, executions: Sequence[Execution]
) -> list[ExecutionReport]:
    facts = await tx.execution_facts.read(project, [each.id for each in executions])
    runs = [each.run for each in executions if each.run is not None]
    money = await tx.money_kinds.of_runs(project, runs)
    models = {each.override.model for each in executions if each.override is not None}
    known = await tx.suite_parts.models(project, set(models)) if models else {}
    return [
        ExecutionReport(
            execution=each,
            facts=facts.get(each.id, NOTHING_KNOWN),
            money=MoneyKind.REAL if each.run is None else money.get(each.run, MoneyKind.REAL),
            override=None if each.override is None else known.get(each.override.model),
        )
        for each in executions
    ]
