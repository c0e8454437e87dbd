"""Who may do what with runs and budgets."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API


def about_run(rest: str = "", json: dict[str, Any] | None = None, *states: str) -> Build:
    async def build(at: Situation) -> Request:
        run = await at.house.run(at.project, *states)
        return Request(path=f"{API}/projects/{at.project}/runs/{run}{rest}", json=json)

    return build


def ordered(rest: str = "") -> Build:
    async def build(at: Situation) -> Request:
        body = await at.house.order(at.project)
        return Request(path=f"{API}/projects/{at.project}/runs{rest}", json=body)

    return build


RUNS = (
    # Runs cost money, so starting and leading them needs a role that may spend it.
    declared("start_run", Member("EDITOR"), 202, ordered()),
    declared("forecast_run", Member("EDITOR"), 200, ordered("/forecast")),
    declared("list_runs", Member("VIEWER"), 200, in_project("/runs")),
    declared("read_run", Member("VIEWER"), 200, about_run()),
    declared("pause_run", Member("EDITOR"), 200, about_run("/pause", None, "executing")),
    declared(
        "resume_run", Member("EDITOR"), 200, about_run("/resume", None, "executing", "paused")
    ),
    declared("cancel_run", Member("EDITOR"), 200, about_run("/cancel")),
    declared("repeat_cells", Member("EDITOR"), 200, about_run("/repeat", {"failed": True})),
    declared(
        "add_run_scorers",
        Member("EDITOR"),
        200,
        about_run("/scorers", {"scorers": [{"kind": "exact"}]}),
    ),
    declared("change_run_budget", Member("EDITOR"), 200, about_run("/budget", {"limit_usd": 1})),
    declared("follow_run", Member("VIEWER"), 200, about_run("/events?after=0"), stream=True),
    declared("list_run_rows", Member("VIEWER"), 200, about_run("/rows")),
    declared("read_cell", Member("VIEWER"), 200, about_run("/cells/0")),
    declared("export_run", Member("VIEWER"), 200, about_run("/export")),
    declared("read_project_budget", Member("VIEWER"), 200, in_project("/budget")),
    declared(
        "change_project_budget", Member("ADMIN"), 200, in_project("/budget", {"limit_usd": 5})
    ),
)
