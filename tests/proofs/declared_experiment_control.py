"""Who may steer an experiment that has begun: whoever may spend money."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared
from tests.support.house import Situation
from tests.support.world import API


def about_iteration(verb: str, *states: str) -> Build:
    async def build(at: Situation) -> Request:
        _, iteration = await at.house.iteration(at.project, *states)
        return Request(path=f"{API}/projects/{at.project}/iterations/{iteration}/{verb}")

    return build


def about_experiment(rest: str, json: dict[str, Any] | None, *states: str) -> Build:
    async def build(at: Situation) -> Request:
        experiment, _ = await at.house.iteration(at.project, *states)
        return Request(
            path=f"{API}/projects/{at.project}/experiments/{experiment}{rest}", json=json
        )

    return build


async def ask_after_rejection(at: Situation) -> Request:
    experiment = await at.house.rejected(at.project)
    return Request(
        path=f"{API}/projects/{at.project}/experiments/{experiment}/suggestions", json={}
    )


EXPERIMENT_CONTROL = (
    declared("pause_iteration", Member("EDITOR"), 200, about_iteration("pause", "executing")),
    declared(
        "resume_iteration",
        Member("EDITOR"),
        200,
        about_iteration("resume", "executing", "paused"),
    ),
    declared("cancel_iteration", Member("EDITOR"), 200, about_iteration("cancel")),
    declared("finish_experiment", Member("EDITOR"), 200, about_experiment("/finish", None)),
    declared("ask_for_suggestion", Member("EDITOR"), 202, ask_after_rejection),
    declared(
        "change_experiment_budget",
        Member("EDITOR"),
        200,
        about_experiment("/budget", {"max_budget_usd": 5}),
    ),
)
