"""Notify reviewers that a suggestion waits, and the creator of the experiment of the decision."""

from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.refining.suggestion import Suggestion
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx


async def notify_review_requested(
    tx: ProjectTx, experiment: Experiment, iteration: Iteration, suggestion: Suggestion
) -> None:
    await notify(
        tx,
        NotifiedEvent.REVIEW_REQUESTED,
        subject=suggestion.id,
        version=1,
        payload={
            "title": f"A suggestion for {experiment.title} waits for review",
            "sentence": f"Iteration {iteration.number} of {experiment.title} proposes a change to its prompt. "
            "The experiment waits for a decision.",
            "path": await _page(tx, suggestion),
            "severity": None,
            "facts": {"Experiment": experiment.title, "Iteration": iteration.number},
            "suggestion_id": str(suggestion.id),
            "experiment_id": str(experiment.id),
        },
    )


async def notify_review_decided(
    tx: ProjectTx,
    experiment: Experiment,
    iteration: Iteration,
    suggestion: Suggestion,
    *,
    decision: str,
    notes: str,
    automatic: bool,
) -> None:
    """Notify of a decision, and withdraw the mails that ask for one."""
    await tx.notifications.withdraw_mails(tx.project, NotifiedEvent.REVIEW_REQUESTED, suggestion.id)
    by = "Edison, because the change is small" if automatic else tx.who.label
    starter = experiment.created_by
    await notify(
        tx,
        NotifiedEvent.REVIEW_DECIDED,
        subject=suggestion.id,
        version=1,
        payload={
            "title": f"The suggestion for {experiment.title} was {decision}",
            "sentence": f"The suggestion of iteration {iteration.number} was {decision} by {by}."
            + (f" {notes}" if notes and not automatic else ""),
            "path": await _page(tx, suggestion),
            "severity": None,
            "facts": {"Experiment": experiment.title, "Iteration": iteration.number},
            "suggestion_id": str(suggestion.id),
            "experiment_id": str(experiment.id),
            "decision": decision,
        },
        people=() if starter is None else (starter,),
    )


async def _page(tx: ProjectTx, suggestion: Suggestion) -> str:
    return f"/projects/{(await tx.projects.get(tx.project)).slug}/reviews/{suggestion.id}"
