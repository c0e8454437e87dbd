"""Channels in the settings: added, tried, looked into when they fail, and taken away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of
from tests.e2e.receiving import receiving
from tests.e2e.stage import Visitor


def _project(owner: Visitor) -> str:
    owner.http.timeout = 60
    return f"/projects/{owner.call('POST', '/projects', {'name': 'Told by channels'})['slug']}"


def _add_webhook(page: Page, name: str, url: str) -> None:
    dialog = page.get_by_role("dialog", name="Add a channel")
    dialog.get_by_role("radio", name="Webhook").click()
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Address", exact=True).fill(url)
    dialog.get_by_label("The address is inside our own network").click()
    dialog.get_by_role("button", name="Add channel").click()


@pytest.mark.core
def test_a_webhook_is_added_and_tried_and_its_key_is_shown_once(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """PSM-ROAD-6"""
    owner = newcomer()
    at = _project(owner)
    page = open_page(owner)
    with receiving() as receiver:
        page.goto(f"{at}/settings/channels")
        page.get_by_role("button", name="Add channel").click()
        dialog = page.get_by_role("dialog", name="Add a channel")
        dialog.get_by_role("button", name="Add channel").click()
        expect(dialog.get_by_text("Name is required")).to_be_visible()
        expect(dialog.get_by_text("An address is required")).to_be_visible()
        _add_webhook(page, "Duty server", receiver.url)
        shown = page.get_by_role("dialog", name="Copy the signing key now")
        key = shown.get_by_label("Signing key").input_value()
        assert key.startswith("whsec_")
        shown.get_by_role("button", name="I have copied it").click()

        row = page.get_by_role("row", name="Duty server")
        expect(row.get_by_text("127.0.0.1")).to_be_visible()
        assert key not in page.content()
        assert receiver.url not in page.content()
        row.get_by_role("button", name="Test Duty server").click()
        expect(page.get_by_text("The test message reached Duty server")).to_be_visible()
        assert len(receiver.taken) == 1

        receiver.status = 500
        row.get_by_role("button", name="Test Duty server").click()
        expect(page.get_by_text("The test message did not reach Duty server")).to_be_visible()
        row.get_by_role("button", name="Deliveries of Duty server").click()
        sheet = page.get_by_role("dialog", name="Deliveries of Duty server")
        expect(sheet.get_by_text("Delivered", exact=True)).to_be_visible()
        expect(sheet.get_by_text("500").first).to_be_visible()
        page.keyboard.press("Escape")

    page.get_by_role("button", name="Actions for Duty server").click()
    page.get_by_role("menuitem", name="New signing key").click()
    page.get_by_role("dialog").get_by_role("button", name="New key").click()
    expect(shown.get_by_text("messages are also signed with the old key")).to_be_visible()
    assert shown.get_by_label("Signing key").input_value() != key
    shown.get_by_role("button", name="I have copied it").click()
    page.get_by_role("button", name="Actions for Duty server").click()
    page.get_by_role("menuitem", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove channel").click()
    expect(page.get_by_text("No channels yet")).to_be_visible()
    assert owner.call("GET", f"{at}/channels")["items"] == []


def test_a_channel_is_changed_and_switched_off_and_keeps_its_sealed_address(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """PSM-ROAD-7"""
    owner = newcomer()
    at = _project(owner)
    hook = {"kind": "slack", "url": "https://hooks.slack.com/services/T0/B0/abcdefgh"}
    made = owner.call("POST", f"{at}/channels", {"name": "Team room", **hook})["channel"]
    page = open_page(owner)
    page.goto(f"{at}/settings/channels")
    page.get_by_role("button", name="Actions for Team room").click()
    page.get_by_role("menuitem", name="Change").click()
    dialog = page.get_by_role("dialog", name="Change Team room")
    expect(dialog.get_by_label("Address", exact=True)).to_have_value("")
    dialog.get_by_label("Name").fill("Night shift")
    dialog.get_by_label("A run of a suite has finished").click()
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("row", name="Night shift")).to_be_visible()
    page.get_by_role("switch", name="Night shift is on").click()
    expect(page.get_by_role("row", name="Night shift").get_by_text("Off")).to_be_visible()

    [found] = owner.call("GET", f"{at}/channels")["items"]
    assert (found["name"], found["address"], found["enabled"]) == ("Night shift", made["address"], False)  # fmt: skip
    assert "execution.finished" in found["events"]


def test_the_screens_are_whole(open_page: OpenPage, newcomer: Callable[[], Visitor]) -> None:
    owner = newcomer()
    at = _project(owner)
    for body in (
        {"name": "Team room", "kind": "slack", "url": "https://hooks.slack.com/services/T0/B0/abcdefgh"},
        {"name": "On call", "kind": "slack", "url": "https://chat.example.com/hooks/ijklmnop"},
        {"name": "Duty server", "kind": "webhook", "url": "https://example.com/edison/hooks/wxyz"},
    ):  # fmt: skip
        owner.call("POST", f"{at}/channels", body)
    page = open_page(owner)
    page.goto(f"{at}/settings/channels")
    expect(page.get_by_text("Duty server").first).to_be_visible()
    found = faults_of(page, "channels")
    page.get_by_role("button", name="Add channel").click()
    page.get_by_role("dialog").wait_for()
    found += faults_of(page, "channel-add")
    assert found == []
