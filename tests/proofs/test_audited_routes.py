"""Every mutating route, called over HTTP, leaves an audit entry or is listed here with the reason why not."""

from collections.abc import Callable
from pathlib import Path

from tests.support.answers import granted
from tests.support.audited_routes import audit_routes
from tests.support.house import served_house
from tests.support.postgres import TestServer
from tests.support.world import API

FORECAST = "a forecast: it computes a price and stores nothing"
PREVIEW = "a preview: it shows what would come of something and stores nothing"
NO_ENTRY = {
    "DELETE /mcp": "it only says that there is no session to end",
    "advise_experiment": "advice on a plan that is not stored yet",
    "check_import": PREVIEW,
    "check_suggestion": PREVIEW,
    "convert_prompt": PREVIEW,
    "fetch_file": "the address of this test is refused; a fetched file is stored with an entry, as in add_file",
    "forecast_assist": FORECAST,
    "forecast_experiment": FORECAST,
    "forecast_run": FORECAST,
    "forecast_run_scorers": FORECAST,
    "forecast_suite": FORECAST,
    "gate_run": "it compares two runs and stores nothing",
    "mark_all_notifications_read": "what a person has seen; nobody else notices",
    "mark_notification_read": "as mark_all_notifications_read",
    "next_annotation_item": "it reserves an answer for minutes; the label that follows has an entry",
    "preview_import": PREVIEW,
    "preview_request": PREVIEW,
    "read_invite": "it reads; the secret is in the body because addresses are logged",
    "render_named_prompt": PREVIEW,
    "render_prompt": PREVIEW,
    "submit_outputs": "outputs are stored with their run, whose start and finish have entries; a run has many requests",
    "send_confirmation_mail": "it mails a link to one's own address; what the link does has an entry",
    "test_scorer": "it scores a sample of the request and stores nothing",
}


async def test_every_mutating_route_leaves_an_audit_entry(
    postgres: TestServer, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """DATA-8.4.1. A new route without an entry fails here, and so does a reason that is out of date."""
    count, unaudited = await audit_routes(postgres, tmp_path)
    record_property("mutating_routes", count)
    record_property("routes_without_audit", len(set(unaudited) - set(NO_ENTRY)))

    assert count > 100
    assert unaudited == sorted(NO_ENTRY), f"without an audit entry: {unaudited}"


async def test_a_grade_is_recorded_with_both_values_and_without_its_comment(
    postgres: TestServer,
) -> None:
    """A comment may quote an answer, and entries stay for good."""
    with postgres.database() as url:
        async with served_house(url) as house:
            project = (await house.project())["slug"]
            run = await house.answered_run(project)
            path = f"{API}/projects/{project}"
            for body in ({"grade": 0.5, "note": "canary-one"}, {"grade": 1}):
                cell = f"{path}/runs/{run}/cells/0"
                granted(await house.founder.browser.put(f"{cell}/grade", json=body))
            flag = {"flagged": True, "note": "canary-two"}
            granted(await house.founder.browser.put(f"{cell}/flag", json=flag))

            flagged, second, first = granted(
                await house.founder.browser.get(f"{path}/audit", params={"limit": 3})
            )["items"]

    assert [entry["action"] for entry in (first, second, flagged)] == [
        "cell.graded",
        "cell.graded",
        "cell.flagged",
    ]
    assert (first["entity_type"], first["entity_id"]) == ("run", run)
    assert first["changes"]["grade"] == {"old": None, "new": 0.5}
    assert second["changes"]["grade"] == {"old": 0.5, "new": 1}
    assert flagged["changes"]["flagged"] == {"old": False, "new": True}
    assert "canary" not in str((first, second, flagged))
