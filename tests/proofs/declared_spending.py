"""Who may see what was spent."""

from tests.proofs.declaring import (
    Declared,
    InstallationOwner,
    Member,
    Request,
    declared,
    fixed,
    in_project,
)
from tests.support.house import Situation
from tests.support.world import API


async def reprice(at: Situation) -> Request:
    model = await at.house.model(at.project)
    return Request(path=f"{API}/projects/{at.project}/reports/repricing?model={model}")


SPENDING: tuple[Declared, ...] = (
    declared("read_spending_report", Member("VIEWER"), 200, in_project("/reports/spending")),
    declared(
        "read_spending_report",
        Member("VIEWER"),
        200,
        in_project("/reports/spending?group=run&format=csv"),
        "as a file",
    ),
    declared("read_token_report", Member("VIEWER"), 200, in_project("/reports/tokens")),
    declared("read_burn_down", Member("VIEWER"), 200, in_project("/reports/burn-down")),
    declared("read_savings_report", Member("VIEWER"), 200, in_project("/reports/savings")),
    declared("read_repricing", Member("VIEWER"), 200, reprice),
    declared(
        "read_installation_spending",
        InstallationOwner(),
        200,
        fixed(f"{API}/installation/reports/spending"),
    ),
)
