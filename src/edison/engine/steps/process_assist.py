"""Process one assist: call a model and parse its answers until the dialogue ends. A retry repeats no paid call."""

import asyncio
from uuid import UUID, uuid5

import structlog

from edison.assistants.assistant_dialogue import Dialogue
from edison.domain.assists.assist import MAKES_CASES, Assist, AssistState, GenerateCases
from edison.domain.assists.case_generation import FILTERED, failed, failure_in_words
from edison.domain.assists.internal_calls import InternalCall, Purpose
from edison.domain.datasets.case_selection import ALL_CASES, CaseSort
from edison.domain.datasets.coverage import text_of
from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.errors import EdisonError, NotFound
from edison.domain.events import ASSIST_FINISHED, ASSIST_PROGRESSED
from edison.domain.ids import AskId, AssistId, ProjectId
from edison.domain.models.model_call import Answered, CallOutcome, FinishReason
from edison.domain.prompts.template_renderer import CannotRender
from edison.engine.assists.assist_dialogue import call_of, dialogue_of, emit_assist_event
from edison.engine.assists.internal_calls import make_internal_call
from edison.engine.durable import step
from edison.engine.resources import Resources, resources
from edison.engine.workflow_contracts import AssistOrder
from edison.kit.pagination import PageRequest

# Most existing cases that new ones are compared with.
MOST_COMPARED = 5_000
GONE = "The model was removed from the catalog"


@step("work_assist", attempts=5)
async def work_assist(order: AssistOrder) -> bool:
    """Process an assist; return whether it succeeded."""
    structlog.contextvars.bind_contextvars(trace_id=order["trace_id"], assist=order["assist"])
    own = resources()
    project, wanted = ProjectId(UUID(order["project"])), AssistId(UUID(order["assist"]))
    async with own.change(project) as tx:
        item = await tx.assists.get(project, wanted)
        if not await tx.assists.begin(project, wanted):
            return item.state is AssistState.DONE
        if item.state is AssistState.WAITING:
            emit_assist_event(tx, ASSIST_PROGRESSED, item, AssistState.WORKING, (0, item.total))
    try:
        known, shown = await _known(own, project, item)
        dialogue = dialogue_of(item.kind, item.input, known, shown)
        problem = await _talk(own, project, item, dialogue)
    except CannotRender as wrong:
        await _finish(own, project, item, None, _said(item, str(wrong)))
        return False
    except NotFound:
        await _finish(own, project, item, None, _said(item, GONE))
        return False
    except EdisonError as wrong:
        await _finish(own, project, item, None, _said(item, wrong.message))
        return False
    problem = problem or _said(item, dialogue.problem)
    await _finish(own, project, item, dialogue, problem)
    return problem is None


async def _talk(own: Resources, project: ProjectId, item: Assist, dialogue: Dialogue) -> str | None:
    """Make calls until the dialogue is complete; return the reason if it was stopped early, or None."""
    number = 0
    while (question := dialogue.next()) is not None:
        async with own.work.write() as tx:
            now = await tx.assists.get(project, item.id, lock=True)
            if now.state is not AssistState.WORKING:
                return None
            wanted = AskId(uuid5(item.id, str(number)))
            if await tx.asks.find(project, wanted) is None:
                if own.stopping.is_set():
                    # The process is stopping: the assist stays running, so that another worker continues it.
                    raise asyncio.CancelledError
                model = await tx.catalog.get(project, item.model)
                await tx.asks.add(
                    project,
                    InternalCall(
                        id=wanted,
                        experiment=item.experiment,
                        purpose=Purpose.ASSIST,
                        kind=str(item.kind),
                        subject=item.id,
                        model=item.model,
                        input={"number": number},
                        call=call_of(question, model),
                        asked_by_label=item.asked_by,
                        asked_at=own.clock.now(),
                    ),
                )
        outcome = await make_internal_call(own, project, wanted)
        problem = _why(item, outcome)
        if problem is not None or not isinstance(outcome, Answered):
            return problem
        # In a thread: comparing many texts must not block the event loop.
        await asyncio.to_thread(dialogue.hear, outcome.text)
        number += 1
        await _report(own, project, item, dialogue)
    return None


def _why(item: Assist, outcome: CallOutcome) -> str | None:
    """Return why the dialogue must stop, for the person who started the assist; None if it can continue."""
    makes_cases = item.kind in MAKES_CASES
    if isinstance(outcome, Answered):
        filtered = makes_cases and outcome.finish is FinishReason.CONTENT_FILTER
        return failed(FILTERED) if filtered else None
    return failure_in_words(outcome) if makes_cases else outcome.message


def _said(item: Assist, problem: str | None) -> str | None:
    return failed(problem) if problem is not None and item.kind in MAKES_CASES else problem


async def _report(own: Resources, project: ProjectId, item: Assist, dialogue: Dialogue) -> None:
    done, total = dialogue.progress
    if not total:
        return
    async with own.change(project) as tx:
        if await tx.assists.progress(project, item.id, dialogue.result, done=done, total=total):
            emit_assist_event(tx, ASSIST_PROGRESSED, item, AssistState.WORKING, (done, total))


async def _finish(
    own: Resources,
    project: ProjectId,
    item: Assist,
    dialogue: Dialogue | None,
    problem: str | None,
) -> None:
    done, total = dialogue.progress if dialogue else (item.done, item.total)
    async with own.change(project) as tx:
        ended = await tx.assists.finish(
            project,
            item.id,
            tx.now,
            result=dialogue.result if dialogue else None,
            problem=problem,
            done=done,
            total=total,
        )
        if ended:
            state = AssistState.DONE if problem is None else AssistState.FAILED
            emit_assist_event(tx, ASSIST_FINISHED, item, state, (done, total))


async def _known(own: Resources, project: ProjectId, item: Assist) -> tuple[list[str], list[str]]:
    """Return the texts of all existing cases, and the texts of cases that are not in the holdout.

    Both lists are empty if the dataset was removed.
    """
    wish = item.input
    if not isinstance(wish, GenerateCases) or wish.dataset is None:
        return [], []
    cases: list[CaseContent] = []
    page = PageRequest(limit=500)
    async with own.work.read() as tx:
        try:
            version = (await tx.datasets.get(project, wish.dataset)).version
        except NotFound:
            return [], []
        while len(cases) < MOST_COMPARED:
            found = await tx.cases.page(
                project, wish.dataset, version, ALL_CASES, CaseSort.POSITION, page
            )
            cases += [case.content for case in found.items]
            if found.next_cursor is None:
                break
            page = PageRequest.of(500, found.next_cursor)
    open_ones = [case for case in cases if case.split is not Split.HOLDOUT]
    return [text_of(case) for case in cases], [text_of(case) for case in open_ones]
