"""Make one suggestion: collect evidence from a run, call the refiner, apply the guardrails, and retry once."""

import asyncio
from dataclasses import dataclass, replace
from uuid import UUID, uuid5

from edison.domain.assists.internal_calls import InternalCall, Purpose
from edison.domain.budgets.budget import Scope
from edison.domain.errors import BudgetSpent
from edison.domain.experiments.experiment_splits import ExperimentSplit
from edison.domain.experiments.refining.guardrails import GuardrailReport, examine
from edison.domain.experiments.refining.prompt_document import text_of
from edison.domain.experiments.refining.refiner_evidence import (
    Exemplar,
    failing,
    scores_of,
    weakest,
)
from edison.domain.experiments.refining.suggestion import (
    RefinerAttempt,
    Suggestion,
    SuggestionState,
)
from edison.domain.ids import AskId, ExperimentId, JudgeId, ModelId, ProjectId, SuggestionId
from edison.domain.judging.judge import JudgeMode
from edison.domain.judging.rubric import Rubric
from edison.domain.models.model_call import Answered, CallOutcome, Failed, ModelCall
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd
from edison.domain.prompts.prompt import PromptVersion
from edison.domain.runs.run_plan import Run
from edison.engine.assists.internal_calls import failed_for_budget, make_internal_call
from edison.engine.resources import Resources
from edison.kit.uuids import new_id
from edison.refiners.refiner import (
    NoProposal,
    RefinerEvidence,
    RefusedProposal,
    read,
    refused,
    request,
)
from edison.scorers.judge import JudgeSpec
from edison.scorers.registry import read_stored_spec
from edison.store.unit_of_work import ReadTx

KIND = "refiner"
MOST_ATTEMPTS = 2
# Output tokens for a diff and a note; a refiner that reasons in its answer needs more than a plain answer.
MOST_TOKENS = 4_000
TEMPERATURE = 0.7


class NoRoomForAsk(BudgetSpent):
    """Error: the worst-case cost of the refiner's call exceeds the remaining budget of `scope`."""

    def __init__(self, outcome: Failed) -> None:
        self.scope = Scope(outcome.provider_code or Scope.PROJECT_MONTH)
        super().__init__(outcome.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionRequest:
    """The iteration that needs a suggestion, with the version, run and model to use."""

    experiment: UUID
    iteration: UUID
    run: Run
    base: PromptVersion
    goal: str
    rubric: Rubric
    model: ModelId
    # Increased each time a person requests another suggestion for the iteration.
    round: int = 0
    hint: str = ""
    # Reasons why people rejected earlier suggestions for this version.
    rejected: tuple[str, ...] = ()
    asked_by_label: str = "Edison"


async def make_suggestion(
    own: Resources, project: ProjectId, wish: SuggestionRequest
) -> Suggestion:
    """Return a suggestion that is not saved yet, pending or blocked. Safe to repeat: no call is paid twice."""
    async with own.work.read() as tx:
        evidence = await gather_refiner_evidence(tx, project, wish)
        cases = await case_texts(tx, project, wish.run)
    attempts: list[RefinerAttempt] = []
    best: GuardrailReport | None = None
    previous: RefusedProposal | None = None
    for number in range(MOST_ATTEMPTS):
        outcome = await _asked(own, project, wish, evidence, previous, number)
        if isinstance(outcome, Failed) and failed_for_budget(outcome):
            raise NoRoomForAsk(outcome)
        # In a thread: with thousands of cases it computes for seconds and must not block other calls.
        attempt, best, previous = await asyncio.to_thread(_heard, own, wish, outcome, cases)
        attempts.append(attempt)
        if best is not None and best.ok:
            break
    async with own.work.read() as tx:
        paid = [
            await tx.asks.find(project, ask_id(wish, number)) for number in range(MOST_ATTEMPTS)
        ]
    last = attempts[-1]
    ok = best is not None and best.ok
    return Suggestion(
        id=SuggestionId(new_id()),
        experiment=wish.experiment,
        iteration=wish.iteration,
        revision=1,
        state=SuggestionState.PENDING if ok else SuggestionState.BLOCKED,
        base_version=wish.base.id,
        diff=last.diff,
        proposed=(best.content if best else None) or wish.base.content,
        note=last.note,
        weak=evidence.weak,
        exemplars=evidence.exemplars,
        guardrails=last.guardrails,
        attempts=tuple(attempts),
        cost=MicroUsd(sum(each.cost for each in paid if each is not None)),
        created_at=own.clock.now(),
    )


def guardrail_block_reason(suggestion: Suggestion) -> str:
    """Return why a suggestion was blocked, as one sentence for the timeline."""
    last = suggestion.attempts[-1] if suggestion.attempts else None
    if last is None or last.problem:
        return (last.problem if last else None) or "The refiner gave no suggestion"
    broken = [each.sentence for each in last.guardrails if not each.passed]
    return broken[0] if broken else "The refiner gave no suggestion"


def ask_id(wish: SuggestionRequest, number: int) -> AskId:
    """Return the id of a refiner call. A repeated step gets the same id and so finds the stored call."""
    return AskId(uuid5(wish.iteration, f"refine {wish.round} {number}"))


async def gather_refiner_evidence(
    tx: ReadTx, project: ProjectId, wish: SuggestionRequest
) -> RefinerEvidence:
    """Collect the scores and reasons that judges gave to the answers of the version to refine."""
    judges = await _judges(tx, project, wish)
    plan = wish.run.plan
    cells = await tx.judged_cells.of_run(project, wish.run.id, plan, judges)
    # Validation cases decide on the suggestion, so the refiner must not see them.
    train = await tx.experiment_cases.rows_of_run(
        project, ExperimentId(wish.experiment), wish.run.id, ExperimentSplit.TRAIN
    )
    if train:
        cells = [cell for cell in cells if cell.case in train]
    own = {at for at, column in enumerate(plan.columns) if column.version == wish.base.id}
    mine = [cell for cell in cells if plan.place(cell.ordinal).column in own] or cells
    weak = weakest(wish.rubric, mine)
    chosen = failing(mine, weak)
    words = await tx.judged_cells.words(
        project, wish.run.id, plan, [cell.ordinal for cell in chosen], list(judges)
    )
    return RefinerEvidence(
        goal=wish.goal,
        rubric=wish.rubric,
        text=text_of(wish.base.content),
        weak=weak,
        exemplars=tuple(
            Exemplar(
                ordinal=cell.ordinal,
                run=wish.run.id,
                case=words[cell.ordinal].case,
                input=words[cell.ordinal].input,
                output=words[cell.ordinal].output,
                value=cell.value,
                scores=scores_of(wish.rubric, cell),
                reasons=words[cell.ordinal].reasons,
            )
            for cell in chosen
            if cell.ordinal in words
        ),
        hint=wish.hint,
        rejected=wish.rejected,
    )


async def case_texts(tx: ReadTx, project: ProjectId, run: Run) -> list[str]:
    """Return the texts of all cases in the dataset version of a run, including cases that were not in the run."""
    plan = run.plan
    if plan.dataset is None or plan.dataset_version is None:
        return []
    return await tx.judged_cells.case_texts(project, plan.dataset, plan.dataset_version)


async def _judges(
    tx: ReadTx, project: ProjectId, wish: SuggestionRequest
) -> dict[int, tuple[str, ...]]:
    """Return the criteria names of the run's judges by scorer number, without exams and pairwise judges."""
    found: dict[int, tuple[str, ...]] = {}
    for scorer in await tx.runs.scorers(project, wish.run.id):
        spec = read_stored_spec(scorer.spec)
        if not isinstance(spec, JudgeSpec) or spec.exam:
            continue
        judge = await tx.judges.version(project, JudgeId(spec.judge), spec.version or 1)
        if judge.content.mode is JudgeMode.POINTWISE and judge.rubric is not None:
            found[scorer.number] = judge.rubric.names
    return found


async def _asked(
    own: Resources,
    project: ProjectId,
    wish: SuggestionRequest,
    evidence: RefinerEvidence,
    previous: RefusedProposal | None,
    number: int,
) -> CallOutcome:
    wanted = ask_id(wish, number)
    async with own.work.write() as tx:
        if await tx.asks.find(project, wanted) is None:
            model = await tx.catalog.get(project, wish.model)
            call = ModelCall(
                model=model.name,
                messages=request(evidence, previous),
                parameters=Parameters(temperature=TEMPERATURE, max_tokens=MOST_TOKENS),
                adaptable=frozenset({"temperature"}),
            )
            await tx.asks.add(
                project,
                InternalCall(
                    id=wanted,
                    experiment=wish.experiment,
                    purpose=Purpose.REFINE,
                    kind=KIND,
                    subject=wish.iteration,
                    model=wish.model,
                    call=call,
                    asked_by_label=wish.asked_by_label,
                    asked_at=own.clock.now(),
                ),
            )
    return await make_internal_call(own, project, wanted)


def _heard(
    own: Resources, wish: SuggestionRequest, outcome: CallOutcome, cases: list[str]
) -> tuple[RefinerAttempt, GuardrailReport | None, RefusedProposal]:
    """Parse the refiner's answer; return the attempt, its guardrail report, and the problems to send with a retry."""
    attempt = RefinerAttempt(diff="", note="", guardrails=(), at=own.clock.now())
    if isinstance(outcome, Failed):
        problem = f"The refiner did not answer: {outcome.message}"
        return (
            replace(attempt, problem=problem),
            None,
            RefusedProposal(answer="", reasons=(problem,)),
        )
    assert isinstance(outcome, Answered)
    try:
        said = read(outcome.text)
    except NoProposal as wrong:
        problem = f"The refiner gave no suggestion: {wrong}"
        return (
            replace(attempt, problem=problem),
            None,
            RefusedProposal(answer=outcome.text, reasons=(str(wrong),)),
        )
    examined = examine(wish.base.content, said.diff, cases=cases)
    return (
        replace(attempt, diff=said.diff, note=said.note, guardrails=examined.guardrails),
        examined,
        refused(outcome.text, examined.guardrails),
    )
