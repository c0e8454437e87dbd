"""Who may execute suites, and look at what came of it."""

from tests.proofs.declared_suites import about_suite
from tests.proofs.declaring import Member, Request, declared
from tests.support.house import Situation
from tests.support.world import API


async def one_execution(at: Situation) -> Request:
    suite = await at.house.suite(at.project)
    path = f"{API}/projects/{at.project}"
    made = await at.house.founder.browser.post(f"{path}/suites/{suite}/executions", json={})
    return Request(path=f"{path}/executions/{made.raise_for_status().json()['id']}")


async def a_paused_suite(at: Situation) -> Request:
    suite = await at.house.suite(at.project)
    path = f"{API}/projects/{at.project}/suites/{suite}"
    (await at.house.founder.browser.post(f"{path}/pause")).raise_for_status()
    return Request(path=f"{path}/resume")


EXECUTIONS = (
    # It spends money: as starting a run.
    declared("execute_suite", Member("EDITOR"), 202, about_suite("/executions", {})),
    declared("list_executions", Member("VIEWER"), 200, about_suite("/executions")),
    declared("read_execution", Member("VIEWER"), 200, one_execution),
    declared("forecast_suite", Member("EDITOR"), 200, about_suite("/forecast", {})),
    declared("pause_suite", Member("EDITOR"), 200, about_suite("/pause")),
    declared("resume_suite", Member("EDITOR"), 200, a_paused_suite),
)
