"""Turns an order into a plan, or into every reason why it cannot be one. Nothing is spent here."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from edison.domain.access import Actor, ProjectId
from edison.domain.catalog import CatalogModel, ModelId
from edison.domain.credentials import CredentialStatus
from edison.domain.datasets import Dataset
from edison.domain.errors import InvalidInput, NotFound, RunNotReady
from edison.domain.parameters import Parameters
from edison.domain.prices import Price
from edison.domain.prompts import LATEST, Prompt, PromptContent, PromptId, PromptKind, PromptVersion
from edison.domain.runs.orders import RunOrder, VersionChoice
from edison.domain.runs.plan import MOST_CELLS, MOST_COLUMNS, MOST_TRIALS
from edison.domain.templates import variables_of
from edison.providers.price_choice import price_in_effect
from edison.scorers.grader import EXPECTED, INPUT, OUTPUT, GraderSpec
from edison.scorers.registry import missing, parse_spec, spec_to_json
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One reason why a run cannot start; `field` is the part of the order to mend."""

    code: str
    message: str
    field: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A version that takes part. `version` is None while the draft has not become one."""

    prompt: Prompt
    version: PromptVersion | None
    content: PromptContent

    @property
    def number(self) -> int:
        return self.version.number if self.version else self.prompt.latest + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenTarget:
    model: CatalogModel
    price: Price | None
    parameters: Parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenScorer:
    name: str
    spec: dict[str, Any]
    grader: tuple[ChosenTarget, PromptContent] | None


@dataclass(slots=True)
class Draft:
    """A plan in the making, with what is wrong with it."""

    versions: list[Chosen] = field(default_factory=list[Chosen])
    targets: list[ChosenTarget] = field(default_factory=list[ChosenTarget])
    scorers: list[ChosenScorer] = field(default_factory=list[ChosenScorer])
    dataset: Dataset | None = None
    dataset_version: int | None = None
    cases: int = 1
    problems: list[Problem] = field(default_factory=list[Problem])

    def lacks(self, code: str, message: str, where: str) -> None:
        self.problems.append(Problem(code=code, message=message, field=where))

    def must_be_ready(self) -> None:
        """Refuse with every reason."""
        if self.problems:
            raise RunNotReady(
                "; ".join(problem.message for problem in self.problems),
                problems=[asdict(problem) for problem in self.problems],
            )

    @property
    def columns(self) -> int:
        return len(self.versions) * len(self.targets)


async def draft_of(tx: ReadTx, who: Actor, order: RunOrder, now: datetime) -> Draft:
    """Check everything, and list every reason at once."""
    who.must_be_known()
    draft = Draft()
    await _choose_versions(tx, order, draft)
    await _choose_targets(tx, order, draft, now)
    await _choose_cases(tx, order, draft)
    await choose_scorers(tx, order, draft, now)
    _check_variables(draft)
    _check_size(order, draft)
    return draft


async def _choose_versions(tx: ReadTx, order: RunOrder, draft: Draft) -> None:
    if not order.versions:
        draft.lacks("no_prompt", "No prompt version found. Create a prompt first.", "versions")
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
            draft.lacks("empty_prompt", f"{prompt.name} says nothing yet", where)
        draft.versions.append(chosen)


async def _chosen(tx: ReadTx, project: ProjectId, prompt: Prompt, choice: VersionChoice) -> Chosen:
    number = choice.number
    if choice.label is not None and choice.label != LATEST:
        number = prompt.labels.get(choice.label)
        if number is None:
            raise NotFound(f"{prompt.name} has no label {choice.label}")
    elif choice.label == LATEST or (number is None and prompt.clean):
        number = prompt.latest
    if number is None:
        return Chosen(prompt=prompt, version=None, content=prompt.draft)
    if number == 0:
        raise NotFound(f"{prompt.name} has no version yet")
    version = await tx.prompts.version(project, prompt.id, number)
    return Chosen(prompt=prompt, version=version, content=version.content)


async def _choose_targets(tx: ReadTx, order: RunOrder, draft: Draft, now: datetime) -> None:
    if not order.targets:
        draft.lacks("no_model", "No model chosen. Add at least one model.", "targets")
    for place, choice in enumerate(order.targets):
        for parameters in choice.expanded():
            target = await _target(
                tx, order.project, choice.model, parameters, draft, f"targets.{place}", now
            )
            if target is not None:
                draft.targets.append(target)


async def _target(
    tx: ReadTx,
    project: ProjectId,
    model: ModelId,
    parameters: Parameters,
    draft: Draft,
    where: str,
    now: datetime,
) -> ChosenTarget | None:
    try:
        found = await tx.catalog.get(project, model)
    except NotFound:
        draft.lacks("no_such_model", "This model is not in the catalog", where)
        return None
    try:
        parameters.check(f"{where}.parameters.")
    except InvalidInput as wrong:
        draft.lacks("bad_parameters", wrong.message, wrong.field or where)
    credential = await tx.credentials.get(project, found.credential)
    if credential.status is not CredentialStatus.READY:
        draft.lacks(
            "credential_not_ready",
            f"The credential {credential.label} of {found.name} is {credential.status}",
            where,
        )
    chosen = (await tx.catalog.prices_now(project, [model], now)).get(model)
    price = price_in_effect(found, chosen, now)
    if price is None:
        draft.lacks(
            "no_price",
            f"Nobody knows what {found.name} costs: set a price in the catalog, or say that it is free",
            where,
        )
    return ChosenTarget(model=found, price=price, parameters=parameters)


async def _choose_cases(tx: ReadTx, order: RunOrder, draft: Draft) -> None:
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
        if number:
            await tx.datasets.version(order.project, order.dataset, number)
    except NotFound as gone:
        draft.lacks("no_dataset", gone.message, "dataset")
        return
    draft.dataset_version = number
    draft.cases = await tx.runs.count_cases(order.project, order.dataset, number, order.choice)
    if not draft.cases:
        draft.lacks("no_cases", "No test cases found. Upload or add some.", "dataset")
    for name in sorted(wanted):
        lacking = await tx.runs.count_lacking(
            order.project, order.dataset, number, order.choice, name
        )
        if draft.cases and lacking == draft.cases:
            draft.lacks("missing_variable", f"No case has a value for {{{{{name}}}}}", "dataset")


async def choose_scorers(
    tx: ReadTx, order: RunOrder, draft: Draft, now: datetime, taken: Sequence[str] = ()
) -> None:
    """Check scorers and give each a name of its own; `taken` are names that the run has already."""
    names = dict.fromkeys(taken, 1)
    for place, given in enumerate(order.scorers):
        where = f"scorers.{place}"
        try:
            spec = parse_spec(given, f"{where}.")
        except InvalidInput as wrong:
            draft.lacks("bad_scorer", wrong.message, wrong.field or where)
            continue
        # The first question starts a sandbox, to see whether it can.
        lack = await asyncio.to_thread(missing, spec)
        if lack:
            draft.lacks("scorer_missing", lack, where)
        grader = None
        if isinstance(spec, GraderSpec):
            pinned = await _grader(tx, order, draft, spec, where, now)
            if pinned is None:
                continue
            spec, grader = pinned
        name = spec.name or spec.kind
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name} {names[name]}"
        draft.scorers.append(ChosenScorer(name=name, spec=spec_to_json(spec), grader=grader))


async def _grader(
    tx: ReadTx, order: RunOrder, draft: Draft, spec: GraderSpec, where: str, now: datetime
) -> tuple[GraderSpec, tuple[ChosenTarget, PromptContent]] | None:
    """Pin the grader's version and check that all its variables can be filled."""
    try:
        prompt = await tx.prompts.get(order.project, PromptId(spec.prompt))
        number = spec.version or prompt.latest
        if not number:
            raise NotFound(f"{prompt.name} has no version yet: save it first")
        version = await tx.prompts.version(order.project, prompt.id, number)
    except NotFound as gone:
        draft.lacks("no_grader", gone.message, where)
        return None
    if prompt.kind is not PromptKind.GRADER:
        draft.lacks("not_grader", f"{prompt.name} is no grader", where)
    columns = {OUTPUT, EXPECTED, INPUT, *(draft.dataset.columns if draft.dataset else ())}
    unknown = set(variables_of(version.content)) - columns
    for name in sorted(unknown):
        draft.lacks("missing_variable", f"The grader's {{{{{name}}}}} is not in the dataset", where)
    known = {name: value for name, value in spec.parameters.items() if value is not None}
    try:
        parameters = Parameters(**known)
    except TypeError:
        draft.lacks("bad_parameters", "There is no such parameter", f"{where}.parameters")
        return None
    target = await _target(
        tx, order.project, ModelId(UUID(str(spec.model))), parameters, draft, where, now
    )
    if target is None:
        return None
    pinned = spec.model_copy(update={"version": number, "name": spec.name or prompt.name})
    return pinned, (target, version.content)


def _check_variables(draft: Draft) -> None:
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
                    f"{{{{{name}}}}} of {chosen.prompt.name} is no column of {draft.dataset.name}",
                    "dataset",
                )


def _check_size(order: RunOrder, draft: Draft) -> None:
    if not 1 <= order.trials <= MOST_TRIALS:
        draft.lacks("bad_trials", f"Trials are between 1 and {MOST_TRIALS}", "trials")
    if draft.columns > MOST_COLUMNS:
        draft.lacks("too_many_columns", f"At most {MOST_COLUMNS} columns", "targets")
    if draft.columns * draft.cases * order.trials > MOST_CELLS:
        draft.lacks("too_many_cells", f"At most {MOST_CELLS:,} cells in a run", "trials")
    if order.budget is not None and order.budget < 10_000:
        draft.lacks("bad_budget", "A budget is at least $0.01", "budget_usd")
    if order.timeout_s is not None and not 1 <= order.timeout_s <= 3600:
        draft.lacks("bad_timeout", "A timeout is between 1 and 3,600 seconds", "timeout_s")
