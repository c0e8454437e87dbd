"""Check a request to start a run and draft the run, with a list of all problems. Calls no model."""

from contextlib import suppress
from datetime import datetime
from typing import Any

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.prompts.prompt import LATEST, Prompt, PromptKind
from edison.domain.prompts.template_renderer import variables_of
from edison.domain.runs.application import MOST_APPLICATION_CELLS
from edison.domain.runs.provider_batch import AnswerDelivery
from edison.domain.runs.run_order import RunOrder, VersionChoice
from edison.domain.runs.run_plan import MOST_CELLS, MOST_COLUMNS, MOST_TRIALS, Run
from edison.engine.runs.start.choose_scorers import choose_scorers
from edison.engine.runs.start.context_window_check import add_too_long_prompts
from edison.engine.runs.start.file_checks import add_refused_files
from edison.engine.runs.start.parameter_checks import add_refused_combinations
from edison.engine.runs.start.run_draft import ChosenVersion, RunDraft, choose_target
from edison.kit.pagination import PageRequest
from edison.providers.facts.batch_facts import batch_fact
from edison.store.repositories.prompts.prompts import PromptFilter
from edison.store.unit_of_work import ReadTx

NO_PROMPT = "No prompt version found. Create a prompt first."
CHOOSE_PROMPT = "No prompt chosen. Choose one of the project's prompts, or write a new one."


async def draft_run(tx: ReadTx, who: Actor, order: RunOrder, now: datetime) -> RunDraft:
    """Draft a run from a request. The draft lists all problems."""
    who.must_be_known()
    draft = RunDraft()
    await _choose_versions(tx, order, draft)
    await _choose_targets(tx, order, draft, now)
    await _choose_fallback(tx, order, draft, now)
    await _choose_cases(tx, order, draft)
    await choose_scorers(tx, order, draft, now, columns=draft.columns)
    _check_variables(draft)
    add_refused_combinations(draft)
    await add_refused_files(tx, order, draft)
    await add_too_long_prompts(tx, order, draft)
    _check_size(order, draft)
    _check_delivery(order, draft)
    return draft


async def draft_question_run(tx: ReadTx, who: Actor, order: RunOrder, now: datetime) -> RunDraft:
    """Draft a run that judges the cases of a dataset, without a prompt or target."""
    who.must_be_known()
    draft = RunDraft()
    await _choose_cases(tx, order, draft)
    if not order.scorers:
        draft.lacks("no_judge", "Choose at least one judge", "judges")
    await choose_scorers(tx, order, draft, now, columns=1)
    _check_size(order, draft)
    return draft


async def draft_application_run(tx: ReadTx, who: Actor, order: RunOrder, now: datetime) -> RunDraft:
    """Draft a run whose outputs a caller submits, without a prompt or target."""
    who.must_be_known()
    draft = RunDraft()
    if order.dataset is None:
        draft.lacks("no_dataset", "No dataset chosen. Name a dataset of this project.", "dataset")
    else:
        await _choose_cases(tx, order, draft)
    await choose_scorers(tx, order, draft, now, columns=1)
    _check_size(order, draft)
    if draft.cases * order.trials > MOST_APPLICATION_CELLS:
        draft.lacks(
            "too_many_cells",
            f"A run of an application can have at most {MOST_APPLICATION_CELLS:,} cells",
            "trials",
        )
    return draft


async def draft_added_scorers(
    tx: ReadTx,
    who: Actor,
    project: ProjectId,
    run: Run,
    specs: tuple[dict[str, Any], ...],
    now: datetime,
) -> RunDraft:
    """Draft scorers to add to an existing run. The draft lists all problems."""
    who.must_be_known()
    draft = RunDraft()
    if run.plan.dataset is not None:
        with suppress(NotFound):
            draft.dataset = await tx.datasets.get(project, run.plan.dataset)
    order = RunOrder(project=project, versions=(), targets=(), scorers=specs)
    known = await tx.runs.scorers(project, run.id)
    await choose_scorers(tx, order, draft, now, columns=len(run.plan.columns), known=known)
    return draft


async def _choose_versions(tx: ReadTx, order: RunOrder, draft: RunDraft) -> None:
    if not order.versions:
        prompts = PromptFilter(kind=PromptKind.GENERATOR)
        known = await tx.prompts.page(order.project, prompts, PageRequest(limit=1))
        draft.lacks("no_prompt", CHOOSE_PROMPT if known.items else NO_PROMPT, "versions")
    for place, choice in enumerate(order.versions):
        where = f"versions.{place}"
        try:
            prompt = await tx.prompts.get(order.project, choice.prompt)
            chosen = await _chosen(tx, order.project, prompt, choice)
        except NotFound as gone:
            draft.lacks("no_version", gone.message, where)
            continue
        if prompt.kind is not PromptKind.GENERATOR:
            draft.lacks("is_grader", f"{prompt.name} is a grader; choose it as a scorer", where)
        if not any(message.content.strip() for message in chosen.content.messages):
            draft.lacks("empty_prompt", f"{prompt.name} is empty. Write a message first", where)
        draft.versions.append(chosen)


async def _chosen(
    tx: ReadTx, project: ProjectId, prompt: Prompt, choice: VersionChoice
) -> ChosenVersion:
    number = choice.number
    if choice.label is not None and choice.label != LATEST:
        number = prompt.labels.get(choice.label)
        if number is None:
            raise NotFound(f"{prompt.name} has no label {choice.label}")
    elif choice.label == LATEST or (number is None and prompt.clean):
        number = prompt.latest
    if number is None:
        return ChosenVersion(prompt=prompt, version=None, content=prompt.draft)
    if number == 0:
        raise NotFound(f"{prompt.name} has no version yet. Save one first")
    version = await tx.prompts.version_of(project, prompt, number)
    return ChosenVersion(prompt=prompt, version=version, content=version.content)


async def _choose_targets(tx: ReadTx, order: RunOrder, draft: RunDraft, now: datetime) -> None:
    if not order.targets:
        draft.lacks("no_model", "No model chosen. Add at least one model.", "targets")
    for place, choice in enumerate(order.targets):
        for parameters in choice.expanded():
            target = await choose_target(
                tx, order.project, choice.model, parameters, draft, f"targets.{place}", now
            )
            if target is not None:
                draft.targets.append(target)


async def _choose_fallback(tx: ReadTx, order: RunOrder, draft: RunDraft, now: datetime) -> None:
    if order.fallback is None:
        return
    wanted = order.fallback
    draft.fallback = await choose_target(
        tx, order.project, wanted.model, wanted.parameters, draft, "fallback", now
    )


async def _choose_cases(tx: ReadTx, order: RunOrder, draft: RunDraft) -> None:
    wanted = {name for chosen in draft.versions for name in variables_of(chosen.content)}
    if order.dataset is None:
        if wanted:
            draft.lacks(
                "no_dataset",
                "The prompt has variables: choose a dataset that fills them ("
                + ", ".join(sorted(wanted))
                + ")",
                "dataset",
            )
        return
    try:
        draft.dataset = await tx.datasets.get(order.project, order.dataset)
        number = order.dataset_version or draft.dataset.version
        # The newest version always exists; others must be looked up.
        if number != draft.dataset.version:
            await tx.datasets.version(order.project, order.dataset, number)
    except NotFound as gone:
        draft.lacks("no_dataset", gone.message, "dataset")
        return
    draft.dataset_version = number
    draft.cases, lacking, draft.has_files = await tx.run_cases.count_lacking(
        order.project, order.dataset, number, order.choice, sorted(wanted)
    )
    if not draft.cases:
        draft.lacks("no_cases", "No test cases found. Upload or add some.", "dataset")
    for name, without in lacking.items():
        if draft.cases and without == draft.cases:
            draft.lacks("missing_variable", f"No case has a value for {{{{{name}}}}}", "dataset")


def _check_variables(draft: RunDraft) -> None:
    if draft.dataset is None:
        return
    for chosen in draft.versions:
        for name in variables_of(chosen.content):
            if name not in draft.dataset.columns and not any(
                problem.code == "missing_variable" and f"{{{{{name}}}}}" in problem.message
                for problem in draft.problems
            ):
                draft.lacks(
                    "missing_variable",
                    f"{{{{{name}}}}} of {chosen.prompt.name} is not a column of {draft.dataset.name}",
                    "dataset",
                )


def _check_delivery(order: RunOrder, draft: RunDraft) -> None:
    if order.delivery is not AnswerDelivery.BATCH:
        return
    for provider in sorted({target.model.provider for target in draft.targets}):
        if batch_fact(provider) is None:
            draft.lacks(
                "no_batches",
                f"Edison cannot send batches to {provider}. Run this target now, or leave it out",
                "delivery",
            )
    if order.fallback is not None:
        draft.lacks("no_fallback", "A run in batches has no fallback model", "delivery")


def _check_size(order: RunOrder, draft: RunDraft) -> None:
    if not 1 <= order.trials <= MOST_TRIALS:
        draft.lacks(
            "bad_trials", f"The number of trials must be between 1 and {MOST_TRIALS}", "trials"
        )
    if draft.columns > MOST_COLUMNS:
        draft.lacks("too_many_columns", f"A run can have at most {MOST_COLUMNS} columns", "targets")
    if draft.columns * draft.cases * order.trials > MOST_CELLS:
        draft.lacks("too_many_cells", f"A run can have at most {MOST_CELLS:,} cells", "trials")
    if order.budget is not None and order.budget < 10_000:
        draft.lacks("bad_budget", "The budget must be at least $0.01", "budget_usd")
    if order.timeout_s is not None and not 1 <= order.timeout_s <= 3600:
        draft.lacks("bad_timeout", "The timeout must be between 1 and 3,600 seconds", "timeout_s")
