"""Create an experiment as a draft, edit its plan, and archive it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from edison.domain.budgets.budget import Scope
from edison.domain.errors import EditConflict, InvalidInput, NotFound, WrongState
from edison.domain.events import EXPERIMENT_CHANGED, EXPERIMENT_CREATED
from edison.domain.experiments.experiment import Experiment, ExperimentTarget
from edison.domain.experiments.experiment_plan import ExperimentPlan, StopRules
from edison.domain.experiments.experiment_states import ExperimentState
from edison.domain.experiments.plan_problems import changed_parts, must_stay
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.experiments.templates.registry import template_of
from edison.domain.ids import ExperimentId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.people.project import Project
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.experiments.experiment_cards import ExperimentReport, locked_because, report_of
from edison.services.experiments.experiment_queries import dataset_of_template
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import WriteTx

Change = Callable[[ExperimentPlan], ExperimentPlan]


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateExperiment:
    """Request to create an experiment. `change` is applied to the default plan or the plan of the template."""

    project: ProjectId
    name: str
    description: str
    template: str | None
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class EditExperiment:
    """A change of an experiment; None keeps a value."""

    project: ProjectId
    experiment: ExperimentId
    revision: int
    name: str | None = None
    description: str | None = None
    step: int | None = None
    change: Change | None = None


async def create_experiment(ctx: Context, who: Actor, cmd: CreateExperiment) -> ExperimentReport:
    """Create a draft. An optional template fills the plan and provides cases, which become a new dataset."""
    who.must(Permission.CREATE_EXPERIMENTS, cmd.project)
    template = None if cmd.template is None else template_of(cmd.template)
    async with ctx.change(who, cmd.project) as tx:
        project = await require_live_project(tx, Permission.CREATE_EXPERIMENTS)
        plan = cmd.change(await _first_plan(tx, project, template))
        name = cmd.name.strip() or ("" if template is None else template.name)
        return await begin_draft(tx, name, cmd.description, plan)


async def begin_draft(
    tx: ProjectTx, name: str, description: str, plan: ExperimentPlan
) -> ExperimentReport:
    """Write a draft in the caller's transaction."""
    tx.who.must(Permission.CREATE_EXPERIMENTS, tx.project)
    plan = await _checked(tx, plan)
    experiment = Experiment(
        id=ExperimentId(new_id()),
        number=await tx.experiments.next_number(tx.project),
        name=name,
        description=description,
        state=ExperimentState.DRAFT,
        plan=plan,
        step=1,
        revision=1,
        prompt=plan.prompt,
        dataset=plan.dataset,
        targets=(),
        end_kind=None,
        end_reason=None,
        waiting_for=None,
        champion=None,
        check_run=None,
        check_verdict=None,
        created_by=tx.who.user,
        created_by_label=tx.who.label,
        created_at=tx.now,
        updated_at=tx.now,
        started_at=None,
        ended_at=None,
    )
    await tx.experiments.add(tx.project, experiment)
    changes = {"name": {"old": None, "new": experiment.title}}
    record_experiment_change(tx, experiment, EXPERIMENT_CREATED, changes)
    return await report_of(tx, tx.project, experiment, tx.now)


async def edit_experiment(ctx: Context, who: Actor, cmd: EditExperiment) -> ExperimentReport:
    """Change the plan. After the start, only changes that keep the iterations comparable are allowed."""
    who.must(Permission.CREATE_EXPERIMENTS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.CREATE_EXPERIMENTS)
        await _hold_balance(tx, cmd)
        was = await tx.experiments.get(cmd.project, cmd.experiment, lock=True)
        _must_be_open(was, cmd)
        plan = was.plan
        if cmd.change is not None:
            plan = cmd.change(was.plan)
            # After the start the parts of the plan are frozen, and the prompt may have been renamed.
            if was.state is ExperimentState.DRAFT:
                plan = await _checked(tx, plan)
        changes = _changes(was, cmd, plan)
        if changes or (cmd.step is not None and cmd.step != was.step):
            if was.state is ExperimentState.PAUSED:
                must_stay(was.plan, plan)
                await _change_limits(tx, was, plan.stop_rules)
            await tx.experiments.edit(
                cmd.project,
                was,
                name=was.name if cmd.name is None else cmd.name.strip(),
                description=was.description if cmd.description is None else cmd.description,
                step=cmd.step or was.step,
                plan=plan,
                at=tx.now,
                targets=None
                if was.state is ExperimentState.DRAFT
                else await _targets(tx, was, plan),
            )
        found = await tx.experiments.get(cmd.project, cmd.experiment)
        if changes:
            record_experiment_change(tx, found, EXPERIMENT_CHANGED, changes)
        return await report_of(tx, cmd.project, found, tx.now)


async def archive_experiment(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId
) -> None:
    """Archive an experiment. Its runs, versions and reviews are kept."""
    who.must(Permission.MANAGE_SETTINGS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.MANAGE_SETTINGS)
        was = await tx.experiments.get(project, experiment, lock=True)
        if was.state is ExperimentState.RUNNING:
            raise WrongState("Cannot delete running experiment. Pause it first.")
        if was.state is ExperimentState.ARCHIVED:
            return
        active = await tx.iterations.active(project, experiment)
        if active is not None:
            raise WrongState("Cancel the paused iteration first", iteration=str(active.id))
        await tx.experiments.move(project, was, ExperimentState.ARCHIVED, tx.now)
        changes = {"state": {"old": str(was.state), "new": str(ExperimentState.ARCHIVED)}}
        record_experiment_change(tx, was, EXPERIMENT_CHANGED, changes, action="experiment.deleted")


def record_experiment_change(
    tx: ProjectTx,
    experiment: Experiment,
    fact: str,
    changes: dict[str, Any],
    *,
    action: str | None = None,
) -> None:
    """Write the audit entry and emit the event of a change to an experiment."""
    tx.record_entry(action or fact, ("experiment", experiment.id), changes)
    tx.emit_event(
        fact,
        experiment=str(experiment.id),
        name=experiment.title,
        number=experiment.number,
        changed=sorted(changes),
    )


async def _first_plan(tx: ProjectTx, project: Project, template: Template | None) -> ExperimentPlan:
    """Return a plan with the limits of the project and the parts of the template."""
    settings = project.settings
    plan = ExperimentPlan(
        stop_rules=StopRules(
            max_iterations=settings.default_max_iterations,
            max_budget=settings.default_budget,
            # Send no budget warning before half of the budget is spent.
            alert_share=max(0.5, settings.cost_alert_threshold),
        )
    )
    if template is None:
        return plan
    return replace(
        plan,
        goal=template.goal,
        criteria=template.criteria,
        prompt_name=template.prompt_name,
        content=template.content,
        dataset=await dataset_of_template(tx, template),
    )


async def _checked(tx: ProjectTx, plan: ExperimentPlan) -> ExperimentPlan:
    """Check that all objects of the plan are in this project; return the plan with the text of its prompt."""
    try:
        if plan.dataset is not None:
            await tx.datasets.get(tx.project, plan.dataset)
    except NotFound as gone:
        raise InvalidInput(gone.message, field="plan.dataset") from gone
    if plan.prompt is None:
        return plan
    try:
        prompt = await tx.prompts.get(tx.project, plan.prompt)
    except NotFound as gone:
        raise InvalidInput(gone.message, field="plan.prompt") from gone
    if plan.content == ExperimentPlan().content:
        plan = replace(plan, content=prompt.draft)
    return replace(plan, prompt_name=prompt.name)


def _must_be_open(was: Experiment, cmd: EditExperiment) -> None:
    locked = locked_because(was)
    if locked is not None:
        raise WrongState(locked, state=str(was.state))
    if cmd.revision != was.revision:
        raise EditConflict(
            "Someone changed this experiment while you were editing",
            revision=was.revision,
            updated_at=was.updated_at.isoformat(),
        )


def _changes(was: Experiment, cmd: EditExperiment, plan: ExperimentPlan) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if cmd.name is not None and cmd.name.strip() != was.name:
        changes["name"] = {"old": was.name, "new": cmd.name.strip()}
    if cmd.description is not None and cmd.description != was.description:
        changes["description"] = {"old": was.description, "new": cmd.description}
    return changes | changed_parts(was.plan, plan)


async def _hold_balance(tx: WriteTx, cmd: EditExperiment) -> None:
    """Lock the balance before the experiment, because workers lock in this order."""
    with suppress(NotFound):
        balance = await tx.budgets.read(cmd.project, Scope.EXPERIMENT, cmd.experiment)
        await tx.budgets.lock(cmd.project, [balance.id])


async def _targets(
    tx: ProjectTx, was: Experiment, plan: ExperimentPlan
) -> tuple[ExperimentTarget, ...]:
    """Return the targets of the plan. A pruned target becomes active again if a person chooses it again."""
    if plan.targets == was.plan.targets:
        return was.targets
    known = {(target.model, target.parameters): target for target in was.targets}
    chosen: list[ExperimentTarget] = []
    for target in plan.targets:
        try:
            name = (await tx.catalog.get(tx.project, target.model)).name
        except NotFound as gone:
            raise InvalidInput("This model is not in the catalog", field="plan.targets") from gone
        chosen += [
            ExperimentTarget(model=target.model, model_name=name, parameters=parameters)
            for parameters in target.expanded()
        ]
    there = {(target.model, target.parameters) for target in chosen}
    # Keep removed targets as inactive, because their earlier results refer to them.
    gone = [
        replace(target, active=False, pruned_because=target.pruned_because or "Removed by a person")
        for key, target in known.items()
        if key not in there
    ]
    return (*chosen, *gone)


async def _change_limits(tx: ProjectTx, was: Experiment, rules: StopRules) -> None:
    if rules == was.plan.stop_rules:
        return
    balance = await tx.budgets.read(tx.project, Scope.EXPERIMENT, was.id)
    await tx.budgets.set_limits(
        tx.project,
        balance.id,
        limit=rules.max_budget,
        limit_tokens=rules.max_tokens or None,
        alert_share=rules.alert_share,
    )
