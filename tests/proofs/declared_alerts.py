"""Who may do what with trends and alerts."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API


async def a_trend(at: Situation) -> Request:
    suite = await at.house.suite(at.project)
    return Request(path=f"{API}/projects/{at.project}/suites/{suite}/trend?range=7d")


def about_alert(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        alert = await at.house.alert(at.project)
        return Request(path=f"{API}/projects/{at.project}/alerts/{alert}{rest}", json=json)

    return build


async def all_alerts(at: Situation) -> Request:
    await at.house.alert(at.project)
    return Request(path=f"{API}/projects/{at.project}/alerts/acknowledge")


ALERTS = (
    declared("read_trend", Member("VIEWER"), 200, a_trend),
    declared("list_alerts", Member("VIEWER"), 200, in_project("/alerts?state=open")),
    declared("summarise_alerts", Member("VIEWER"), 200, in_project("/alerts/summary")),
    declared("read_alert", Member("VIEWER"), 200, about_alert()),
    # Who puts an alert away decides for everyone that nothing is wrong: as who starts runs.
    declared("acknowledge_alert", Member("EDITOR"), 200, about_alert("/acknowledge")),
    declared("acknowledge_all_alerts", Member("EDITOR"), 200, all_alerts),
    declared("snooze_alert", Member("EDITOR"), 200, about_alert("/snooze", {"minutes": 5})),
    declared("resolve_alert", Member("EDITOR"), 200, about_alert("/resolve", {"note": "Over"})),
)
