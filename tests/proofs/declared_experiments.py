"""Who may do what with experiments and their iterations."""

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.experiment_plans import plan_body
from tests.support.house import Situation
from tests.support.world import API


async def a_new_experiment(at: Situation) -> Request:
    body = {"name": "Mine", "template": "customer-support"}
    return Request(path=f"{API}/projects/{at.project}/experiments", json=body)


def with_plan(rest: str) -> Build:
    async def build(at: Situation) -> Request:
        order = await at.house.order(at.project)
        plan = plan_body(order["dataset"], order["targets"][0]["model"])
        return Request(path=f"{API}/projects/{at.project}/experiments{rest}", json={"plan": plan})

    return build


def about_experiment(rest: str = "", json: dict[str, object] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        experiment = await at.house.experiment(at.project)
        path = f"{API}/projects/{at.project}/experiments/{experiment}{rest}"
        return Request(path=path, json=json)

    return build


async def about_iteration(at: Situation) -> Request:
    _, iteration = await at.house.iteration(at.project)
    return Request(path=f"{API}/projects/{at.project}/iterations/{iteration}")


EXPERIMENTS = (
    declared("list_experiments", Member("VIEWER"), 200, in_project("/experiments")),
    declared("create_experiment", Member("EDITOR"), 201, a_new_experiment),
    declared("forecast_experiment", Member("EDITOR"), 200, with_plan("/forecast")),
    declared("advise_experiment", Member("EDITOR"), 200, with_plan("/advice")),
    declared("read_experiment", Member("VIEWER"), 200, about_experiment()),
    declared(
        "edit_experiment",
        Member("EDITOR"),
        200,
        about_experiment(json={"revision": 1, "name": "Renamed"}),
    ),
    declared("archive_experiment", Member("ADMIN"), 204, about_experiment()),
    declared("start_iteration", Member("EDITOR"), 201, about_experiment("/iterations", json={})),
    declared("list_iterations", Member("VIEWER"), 200, about_experiment("/iterations")),
    declared("list_experiment_cases", Member("VIEWER"), 200, about_experiment("/cases")),
    declared("read_iteration", Member("VIEWER"), 200, about_iteration),
    declared(
        "list_experiment_templates", Member("VIEWER"), 200, in_project("/experiment-templates")
    ),
)
