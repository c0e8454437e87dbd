"""Who may do what with monitors. They spend money by themselves: as runs."""

from itertools import count

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API

_numbers = count(1)


async def a_new_monitor(at: Situation) -> Request:
    suite = await at.house.suite(at.project)
    body = {"suite_id": suite, "name": f"Mine {next(_numbers)}", "cron": "0 9 * * 1-5"}
    return Request(path=f"{API}/projects/{at.project}/monitors", json=body)


def about_monitor(rest: str = "", json: dict[str, object] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        monitor = await at.house.monitor(at.project)
        return Request(path=f"{API}/projects/{at.project}/monitors/{monitor}{rest}", json=json)

    return build


MONITORS = (
    declared("list_monitors", Member("VIEWER"), 200, in_project("/monitors")),
    declared("create_monitor", Member("EDITOR"), 201, a_new_monitor),
    declared("read_monitor", Member("VIEWER"), 200, about_monitor()),
    declared(
        "change_monitor",
        Member("EDITOR"),
        200,
        about_monitor("", {"revision": 1, "enabled": False}),
    ),
    declared("remove_monitor", Member("EDITOR"), 204, about_monitor()),
    declared("trigger_monitor", Member("EDITOR"), 202, about_monitor("/trigger")),
    declared(
        "preview_schedule",
        Member("VIEWER"),
        200,
        in_project("/schedule-preview?cron=0+9+*+*+*&timezone=UTC"),
    ),
)
