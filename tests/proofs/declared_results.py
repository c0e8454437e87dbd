"""Who may read results: whoever sees the project. Computing them is work of ours and costs nobody anything."""

from tests.proofs.declared_runs import about_run
from tests.proofs.declaring import Member, Request, declared
from tests.support.house import Situation
from tests.support.world import API


async def one_against_another(at: Situation) -> Request:
    run, other = await at.house.run(at.project), await at.house.run(at.project)
    return Request(path=f"{API}/projects/{at.project}/runs/{run}/verdict?with={other}")


async def what_decides(at: Situation) -> Request:
    run, other = await at.house.run(at.project), await at.house.run(at.project)
    return Request(path=f"{API}/projects/{at.project}/runs/{run}/verdict/next-run?with={other}")


RESULTS = (
    declared("read_results", Member("VIEWER"), 200, about_run("/results")),
    declared("list_result_cells", Member("VIEWER"), 200, about_run("/results/cells")),
    declared("read_recommendations", Member("VIEWER"), 200, about_run("/recommendations")),
    declared("read_baseline_verdict", Member("VIEWER"), 200, about_run("/baseline")),
    declared("gate_run", Member("VIEWER"), 200, about_run("/gate", {})),
    declared(
        "mark_main",
        Member("EDITOR"),
        200,
        about_run("/mark-main", None, "executing", "judging", "aggregating", "completed"),
    ),
    declared("read_verdict", Member("VIEWER"), 200, one_against_another),
    declared("plan_next_run", Member("EDITOR"), 200, what_decides),
)
