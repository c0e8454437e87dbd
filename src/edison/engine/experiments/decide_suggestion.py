"""Approve or reject a suggestion, with its version, review, audit entry and next iteration in one transaction."""

from dataclasses import dataclass
from typing import Any

from edison.domain.errors import EditConflict, NotFound, WrongState
from edison.domain.events import SUGGESTION_DECIDED, VERSION_SAVED
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.experiments.refining.suggestion import Suggestion, SuggestionState
from edison.domain.experiments.review import (
    DONE,
    WAITING_AFTER_REJECTION,
    ReviewDecision,
    SuggestionReview,
    changelog_of,
)
from edison.domain.experiments.stop_rules import Stop
from edison.domain.ids import ExperimentId, IterationId, ReviewId, VersionId
from edison.domain.prompts.prompt import LATEST, Prompt, PromptContent, PromptVersion, digest_of
from edison.domain.prompts.prompt_rules import check_complete
from edison.engine.experiments.end_experiment import continue_iteration
from edison.engine.notifications.review_notifications import notify_review_decided
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.iteration_listener import (
    await_person,
    move_iteration,
    new_iteration_note,
)
from edison.kit.uuids import new_id

APPROVED = "suggestion.approved"
REJECTED = "suggestion.rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionOutcome:
    """The new version, and either the next iteration or the end of the experiment."""

    version: PromptVersion
    iteration: Iteration | None
    stop: Stop | None


async def approve_in_transaction(
    tx: ProjectTx,
    suggestion: Suggestion,
    content: PromptContent,
    *,
    decision: ReviewDecision = ReviewDecision.APPROVE,
    notes: str = "",
    automatic: bool = False,
    facts: dict[str, Any] | None = None,
) -> SuggestionOutcome:
    """Save `content` as the next prompt version and start the next iteration. `facts` go to the audit log."""
    experiment, iteration = await _locked(tx, suggestion)
    version = await _add_version(tx, suggestion, content)
    await _settle(tx, suggestion, SuggestionState.APPLIED, version.id, automatic=automatic)
    await _leave_traces(
        tx,
        (experiment, iteration, suggestion),
        (decision, notes),
        automatic=automatic,
        changes={
            "version": {"old": None, "new": version.number},
            "version_id": {"old": None, "new": str(version.id)},
            **(facts or {}),
        },
        version=version.number,
    )
    await _end_review(tx, experiment, iteration, decision, automatic=automatic)
    came = await continue_iteration(
        tx, await tx.experiments.get(tx.project, experiment.id, lock=True), version
    )
    ended = came if isinstance(came, Stop) else None
    return SuggestionOutcome(
        version=version, iteration=None if isinstance(came, Stop) else came, stop=ended
    )


async def reject_in_transaction(tx: ProjectTx, suggestion: Suggestion, reason: str) -> None:
    """Reject a suggestion with a reason. The experiment then waits for a person's decision."""
    experiment, iteration = await _locked(tx, suggestion)
    await _settle(tx, suggestion, SuggestionState.REJECTED)
    await _leave_traces(
        tx,
        (experiment, iteration, suggestion),
        (ReviewDecision.REJECT, reason),
        changes={"reason": {"old": None, "new": reason}},
    )
    await _end_review(tx, experiment, iteration, ReviewDecision.REJECT)
    if experiment.state in (ExperimentState.RUNNING, ExperimentState.PAUSED):
        await await_person(tx, experiment, WAITING_AFTER_REJECTION)


async def _locked(tx: ProjectTx, suggestion: Suggestion) -> tuple[Experiment, Iteration]:
    """Lock the experiment, the iteration and the suggestion, in the order that all transactions use."""
    experiment = await tx.experiments.get(
        tx.project, ExperimentId(suggestion.experiment), lock=True
    )
    iteration = await tx.iterations.get(tx.project, IterationId(suggestion.iteration), lock=True)
    return experiment, iteration


async def _settle(
    tx: ProjectTx,
    suggestion: Suggestion,
    state: SuggestionState,
    version: VersionId | None = None,
    *,
    automatic: bool = False,
) -> None:
    if not await tx.suggestions.decide(
        tx.project, suggestion.id, state, tx.now, version, automatic=automatic
    ):
        raise EditConflict("This suggestion was already decided by another person")


async def _add_version(
    tx: ProjectTx, suggestion: Suggestion, content: PromptContent
) -> PromptVersion:
    check_complete(content)
    base = await tx.prompts.version_by_id(tx.project, suggestion.base_version)
    try:
        prompt: Prompt = await tx.prompts.get(tx.project, base.prompt, lock=True)
    except NotFound as gone:
        raise WrongState(
            "The prompt of this experiment was removed",
            advice="Reject the suggestion, or finish the experiment.",
        ) from gone
    version = PromptVersion(
        id=VersionId(new_id()),
        prompt=prompt.id,
        number=prompt.latest + 1,
        parent=base.id,
        content=content,
        digest=digest_of(content),
        changelog=changelog_of(suggestion.note),
        origin="suggested",
        author=tx.who.user,
        author_label=tx.who.label,
        created_at=tx.now,
        labels=(LATEST,),
    )
    if prompt.clean:
        # Without unsaved edits the draft becomes the new text; otherwise the edits are kept.
        await tx.prompts.write_draft(tx.project, prompt.id, content, tx.now)
    await tx.prompts.add_version(tx.project, version)
    changes = {
        "version": {"old": prompt.latest or None, "new": version.number},
        "suggestion": {"old": None, "new": str(suggestion.id)},
    }
    tx.note(
        VERSION_SAVED,
        ("prompt", prompt.id),
        changes,
        name=prompt.name,
        number=version.number,
        origin="suggested",
        version=str(version.id),
    )
    return version


async def _leave_traces(
    tx: ProjectTx,
    about: tuple[Experiment, Iteration, Suggestion],
    said: tuple[ReviewDecision, str],
    *,
    changes: dict[str, Any],
    automatic: bool = False,
    version: int | None = None,
) -> None:
    """Write the review, the audit entry and the event of a decision."""
    experiment, iteration, suggestion = about
    decision, notes = said
    if not automatic:
        review = SuggestionReview(
            id=ReviewId(new_id()),
            reviewer=tx.who.user,
            reviewer_label=tx.who.label,
            decision=decision,
            notes=notes,
            at=tx.now,
        )
        await tx.reviews.add(tx.project, suggestion.id, review)
    rejected = decision is ReviewDecision.REJECT
    if notes and not rejected:
        changes = {**changes, "notes": {"old": None, "new": notes}}
    tx.record_entry(
        REJECTED if rejected else APPROVED,
        ("suggestion", suggestion.id),
        {
            **changes,
            "decision": {"old": None, "new": str(decision)},
            **({"automatic": {"old": None, "new": True}} if automatic else {}),
        },
    )
    tx.emit_event(
        SUGGESTION_DECIDED,
        suggestion=str(suggestion.id),
        experiment=str(experiment.id),
        iteration=str(iteration.id),
        number=iteration.number,
        state="rejected" if rejected else "applied",
        decision=str(decision),
        automatic=automatic,
        version=version,
        name=experiment.title,
    )
    await notify_review_decided(
        tx,
        experiment,
        iteration,
        suggestion,
        decision=DONE[decision],
        notes=notes,
        automatic=automatic,
    )


async def _end_review(
    tx: ProjectTx,
    experiment: Experiment,
    iteration: Iteration,
    decision: ReviewDecision,
    *,
    automatic: bool = False,
) -> None:
    if iteration.state is IterationState.COMPLETED:
        return
    words = (
        "Approved automatically: the change is small, and the project allows it"
        if automatic
        else f"{tx.who.label} {DONE[decision]} the suggestion"
    )
    await move_iteration(
        tx,
        experiment,
        iteration,
        IterationState.COMPLETED,
        partial=iteration.partial,
        problem=iteration.problem,
        notes=[new_iteration_note(tx.now, words)],
    )
