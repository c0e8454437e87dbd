"""Who may do what with runs and budgets."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, SignedIn, declared, fixed, in_project
from tests.support.house import Situation
from tests.support.world import API


def about_run(rest: str = "", json: dict[str, Any] | None = None, *states: str) -> Build:
    async def build(at: Situation) -> Request:
        run = await at.house.run(at.project, *states)
        return Request(path=f"{API}/projects/{at.project}/runs/{run}{rest}", json=json)

    return build


def about_answer(rest: str, json: dict[str, Any]) -> Build:
    async def build(at: Situation) -> Request:
        run = await at.house.answered_run(at.project)
        return Request(path=f"{API}/projects/{at.project}/runs/{run}/cells/0{rest}", json=json)

    return build


def about_application_run(rest: str, json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        run = await at.house.application_run(at.project)
        return Request(path=f"{API}/projects/{at.project}/application-runs/{run}/{rest}", json=json)

    return build


async def uploaded_outputs(at: Situation) -> Request:
    run = await at.house.application_run(at.project)
    path = f"{API}/projects/{at.project}/application-runs/{run}/upload?filename=a.csv"
    return Request(path=path, content=b"question,output\nWhy?,Because\n")


async def one_application_run(at: Situation) -> Request:
    dataset = (await at.house.order(at.project))["dataset"]
    return Request(
        path=f"{API}/projects/{at.project}/application-runs",
        json={"application": {"name": "Bot"}, "dataset": dataset},
    )


async def two_runs(at: Situation) -> Request:
    run, other = await at.house.run(at.project), await at.house.run(at.project)
    return Request(path=f"{API}/projects/{at.project}/runs/{run}/comparison?with={other}")


def ordered(rest: str = "") -> Build:
    async def build(at: Situation) -> Request:
        body = await at.house.order(at.project)
        return Request(path=f"{API}/projects/{at.project}/runs{rest}", json=body)

    return build


async def one_request(at: Situation) -> Request:
    order = await at.house.order(at.project)
    body = {
        "version": order["versions"][0],
        "target": order["targets"][0],
        "dataset": order["dataset"],
    }
    return Request(path=f"{API}/projects/{at.project}/runs/request", json=body)


RUNS = (
    # Runs cost money, so starting and leading them needs a role that may spend it.
    declared("start_run", Member("EDITOR"), 202, ordered()),
    declared("start_application_run", Member("EDITOR"), 202, one_application_run),
    declared("list_open_cells", Member("VIEWER"), 200, about_application_run("open-cells")),
    declared(
        "submit_outputs",
        Member("EDITOR"),
        200,
        about_application_run("outputs", {"outputs": [{"cell_id": 0, "text": "Yes"}]}),
    ),
    declared("upload_outputs", Member("EDITOR"), 200, uploaded_outputs),
    declared("finish_application_run", Member("EDITOR"), 200, about_application_run("finish")),
    declared("forecast_run", Member("EDITOR"), 200, ordered("/forecast")),
    # Nothing is sent, and nothing is in it that a viewer could not read elsewhere.
    declared("preview_request", Member("VIEWER"), 200, one_request),
    # The world of these tests has no simulator.
    declared("make_demo_project", SignedIn(), 409, fixed(f"{API}/demo-project")),
    declared("advance_demo", Member("EDITOR"), 409, in_project("/demo/advance")),
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
    declared(
        "forecast_run_scorers",
        Member("EDITOR"),
        200,
        about_run("/scorers/forecast", {"scorers": [{"kind": "exact"}]}),
    ),
    declared("change_run_budget", Member("EDITOR"), 200, about_run("/budget", {"limit_usd": 1})),
    declared("count_probable_doubt", Member("EDITOR"), 200, about_run("/count-probable", {})),
    # Costs nothing, but decides what the others still find.
    declared("keep_run", Member("EDITOR"), 200, about_run("/keep", {"keep": True})),
    declared("follow_run", Member("VIEWER"), 200, about_run("/events?after=0"), stream=True),
    declared("list_run_rows", Member("VIEWER"), 200, about_run("/rows")),
    declared("count_run_rows", Member("VIEWER"), 200, about_run("/row-counts")),
    declared("read_cell", Member("VIEWER"), 200, about_run("/cells/0")),
    # Reviewers say what they think of answers; it costs nothing.
    declared("grade_cell", Member("REVIEWER"), 200, about_answer("/grade", {"grade": 1})),
    declared("flag_cell", Member("REVIEWER"), 200, about_answer("/flag", {"flagged": True})),
    declared("compare_runs", Member("VIEWER"), 200, two_runs),
    declared("export_run", Member("VIEWER"), 200, about_run("/export")),
    declared("read_project_budget", Member("VIEWER"), 200, in_project("/budget")),
    declared(
        "change_project_budget", Member("ADMIN"), 200, in_project("/budget", {"limit_usd": 5})
    ),
)
