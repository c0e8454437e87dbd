"""Check, approve and reject suggestions.

If two people decide at the same time, the first decision counts, and the second person gets an error that names it.
"""

import asyncio
from dataclasses import dataclass
from uuid import UUID

from edison.domain.errors import EditConflict, GuardrailFailed, WrongState
from edison.domain.experiments.experiment import Experiment
from edison.domain.experiments.experiment_states import ExperimentState
from edison.domain.experiments.refining.suggestion import Suggestion, SuggestionState
from edison.domain.experiments.review import DONE, ReviewDecision, standing_against
from edison.domain.ids import ExperimentId, ProjectId, SuggestionId
from edison.domain.people.access import Actor, Permission
from edison.engine.experiments.decide_suggestion import (
    approve_in_transaction,
    reject_in_transaction,
)
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.experiments.reviews.proposed_change import (
    WHOLE,
    ProposedChange,
    Tried,
    case_texts,
    try_change,
)
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import ReadTx


async def locked_because(tx: ReadTx, project: ProjectId, experiment: Experiment) -> str | None:
    if experiment.state in (ExperimentState.COMPLETED, ExperimentState.ARCHIVED):
        return f"The experiment is {experiment.state}: its suggestions can no longer be decided on."
    active = await tx.iterations.active(project, experiment.id)
    if active is None:
        return None
    doing = "is paused" if active.state == "paused" else "is running"
    return f"Iteration {active.number} {doing}. You can decide when it has finished."


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckChange:
    project: ProjectId
    suggestion: SuggestionId
    change: ProposedChange = WHOLE


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveSuggestion:
    project: ProjectId
    suggestion: SuggestionId
    # The revision that the person saw.
    revision: int
    change: ProposedChange = WHOLE
    notes: str = ""
    # Accept a person's text although it exceeds the size limit for suggestions.
    anyway: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Approved:
    """The new version, and the next iteration or the reason why the experiment ended."""

    version: UUID
    version_number: int
    iteration: UUID | None
    ended: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectSuggestion:
    project: ProjectId
    suggestion: SuggestionId
    revision: int
    reason: str


async def check_change(ctx: Context, who: Actor, cmd: CheckChange) -> Tried:
    """Preview the result of a change. Nothing is stored."""
    who.must(Permission.REVIEW_SUGGESTIONS, cmd.project)
    async with ctx.read() as tx:
        suggestion = await tx.suggestions.get(cmd.project, cmd.suggestion)
        base = await tx.prompts.version_by_id(cmd.project, suggestion.base_version)
        cases = await case_texts(tx, cmd.project, suggestion)
    return await asyncio.to_thread(try_change, suggestion, base.content, cmd.change, cases)


async def approve_suggestion(ctx: Context, who: Actor, cmd: ApproveSuggestion) -> Approved:
    """Save a suggestion as the next version, and start the next iteration or end the experiment by a stop rule."""
    who.must(Permission.REVIEW_SUGGESTIONS, cmd.project)
    # API tokens may suggest and comment, but only a person may approve.
    who.must_be_person()
    # The result of the guardrails never changes, so they run before anything is locked.
    found = await check_change(
        ctx,
        who,
        CheckChange(project=cmd.project, suggestion=cmd.suggestion, change=cmd.change),
    )
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.REVIEW_SUGGESTIONS)
        suggestion = await _in_hand(tx, cmd.suggestion, cmd.revision)
        against = standing_against(found.guardrails, own_words=found.own_words, anyway=cmd.anyway)
        if against or found.content is None:
            raise GuardrailFailed(
                against[0].sentence if against else "The change cannot be applied to the prompt",
                guardrails=[each.rule for each in against],
            )
        waved = [each.rule for each in found.guardrails if not each.passed]
        facts = {
            **({"anyway": {"old": None, "new": waved}} if waved else {}),
            **(
                {"hunks": {"old": None, "new": list(cmd.change.hunks)}}
                if cmd.change.hunks is not None
                else {}
            ),
        }
        done = await approve_in_transaction(
            tx,
            suggestion,
            found.content,
            decision=ReviewDecision.EDIT if found.own_words else ReviewDecision.APPROVE,
            notes=cmd.notes,
            facts=facts,
        )
        return Approved(
            version=done.version.id,
            version_number=done.version.number,
            iteration=None if done.iteration is None else done.iteration.id,
            ended=None if done.stop is None else done.stop.sentence,
        )


async def reject_suggestion(ctx: Context, who: Actor, cmd: RejectSuggestion) -> None:
    """Reject a suggestion and store the reason. The prompt does not change."""
    who.must(Permission.REVIEW_SUGGESTIONS, cmd.project)
    who.must_be_person()
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.REVIEW_SUGGESTIONS)
        suggestion = await _in_hand(tx, cmd.suggestion, cmd.revision)
        await reject_in_transaction(tx, suggestion, cmd.reason)


async def _in_hand(tx: ProjectTx, wanted: SuggestionId, revision: int) -> Suggestion:
    """Lock the experiment, then the suggestion; raise an error if the suggestion is not pending or was edited."""
    known = await tx.suggestions.get(tx.project, wanted)
    experiment = await tx.experiments.get(tx.project, ExperimentId(known.experiment), lock=True)
    suggestion = await tx.suggestions.get(tx.project, wanted, lock=True)
    if suggestion.state is not SuggestionState.PENDING:
        await _tell_who_was_first(tx, suggestion)
    if suggestion.revision != revision:
        raise EditConflict(
            "The suggestion has changed since you opened it", revision=suggestion.revision
        )
    locked = await locked_because(tx, tx.project, experiment)
    if locked is not None:
        raise WrongState(locked, advice="Wait until the iteration has finished, or cancel it.")
    return suggestion


async def _tell_who_was_first(tx: ProjectTx, suggestion: Suggestion) -> None:
    reviews = await tx.reviews.of(tx.project, suggestion.id)
    if not reviews:
        raise WrongState(
            {
                SuggestionState.BLOCKED: "Guardrails blocked this suggestion: it cannot be decided on",
                SuggestionState.SUPERSEDED: "A newer suggestion or iteration superseded this suggestion",
            }.get(suggestion.state, "The suggestion was approved automatically"),
            advice="Open the experiment to see the possible next steps.",
            state=str(suggestion.state),
        )
    last = reviews[-1]
    raise EditConflict(
        f"{last.reviewer_label} already {DONE[last.decision]} this suggestion",
        advice="Your decision was not saved. Reload the suggestion.",
        reviewer=last.reviewer_label,
        decision=str(last.decision),
        at=last.at.isoformat(),
        revision=suggestion.revision,
    )
