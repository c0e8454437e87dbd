"""Channels on their way in and in use: what is refused, what is sealed, and what Slack and a mailbox really get."""

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support.answers import granted, refused
from tests.support.channels import Desk, a_desk, an_alert
from tests.support.mailbox import Mailbox, a_mailbox
from tests.support.processes import free_port
from tests.support.receiver import PATH, a_receiver
from tests.support.sql import everything, rows
from tests.support.world import World

URL = "https://hooks.example.com/services/T000/B000/abcdefgh1234"


@pytest.fixture
async def desk(world: World) -> AsyncGenerator[Desk]:
    async with a_desk(world) as desk:
        yield desk


async def post(desk: Desk, **more: Any) -> httpx.Response:
    body = {"name": "On call", "kind": "webhook", "url": URL, **more}
    return await desk.owner.browser.post(f"{desk.path}/channels", json=body)


async def test_neither_the_address_nor_the_key_is_shown_again_or_stored_in_the_open(
    desk: Desk,
) -> None:
    added = granted(await post(desk), 201)
    key = added["signing_secret"]

    assert key.startswith("whsec_")
    shown = await desk.channel()
    assert shown["address"] == "https://hooks.example.com/…1234"
    assert (shown["state"], shown["waiting"]) == ("working", 0)
    assert shown["events"] == ["alert.opened", "alert.resolved", "reservation.exceeded"]
    stored = str(everything(desk.world.url))
    assert str(added["channel"]["id"]) in stored
    for secret in (key, key.removeprefix("whsec_"), "abcdefgh1234", "T000/B000"):
        assert secret not in json.dumps(shown)
        assert secret not in stored
    assert rows(desk.world.url, "SELECT purpose FROM channel_secrets ORDER BY 1") == [
        ("key",),
        ("url",),
    ]


async def test_changes_are_told_and_written_into_the_audit_log_without_secrets(desk: Desk) -> None:
    channel = granted(await post(desk), 201)["channel"]["id"]
    path = f"{desk.path}/channels/{channel}"
    new = "https://other.example.com/services/T000/B000/zyxwvuts9876"

    changed = granted(
        await desk.owner.browser.patch(
            path, json={"name": "Night", "url": new, "events": ["execution.finished"]}
        )
    )
    granted(await desk.owner.browser.post(f"{path}/rotate-secret"))
    granted(await desk.owner.browser.delete(path), 204)

    assert (changed["name"], changed["address"]) == ("Night", "https://other.example.com/…9876")
    assert changed["events"] == ["execution.finished"]
    audit = granted(await desk.owner.browser.get(f"{desk.path}/audit"))["items"]
    actions = [item["action"] for item in audit if item["action"].startswith("channel.")]
    assert actions == [
        "channel.removed",
        "channel.key_rotated",
        "channel.changed",
        "channel.added",
    ]
    assert "zyxwvuts9876" not in json.dumps(audit)
    assert [told["changed"] for told in desk.told("channel.changed")] == [
        ["address", "events", "name"],
        ["signing_key"],
    ]
    assert desk.told("channel.added")[0]["channel_kind"] == "webhook"
    assert len(desk.told("channel.removed")) == 1


async def test_a_change_that_changes_nothing_is_no_news(desk: Desk) -> None:
    channel = granted(await post(desk), 201)["channel"]
    body = {"name": channel["name"], "enabled": True, "events": channel["events"]}

    granted(await desk.owner.browser.patch(f"{desk.path}/channels/{channel['id']}", json=body))

    assert desk.told("channel.changed") == []


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://hooks.example.com/x", "FORBIDDEN_ADDRESS"),
        ("https://127.0.0.1/x", "FORBIDDEN_ADDRESS"),
        ("https://169.254.169.254/latest/meta-data", "FORBIDDEN_ADDRESS"),
        ("https://[::ffff:10.0.0.1]/x", "FORBIDDEN_ADDRESS"),
        ("https://metadata.google.internal/x", "FORBIDDEN_ADDRESS"),
        ("https://user:secret@example.com/x", "FORBIDDEN_ADDRESS"),
        ("file:///etc/passwd", "FORBIDDEN_ADDRESS"),
        ("nonsense", "FORBIDDEN_ADDRESS"),
    ],
)
async def test_an_address_that_no_message_should_go_to_is_refused(
    desk: Desk, url: str, code: str
) -> None:
    error = refused(await post(desk, url=url), 422, code)

    assert error["path"] == "url"
    assert "secret" not in json.dumps(error)


async def test_private_addresses_need_a_word_and_the_installations_word_counts(desk: Desk) -> None:
    private = "http://127.0.0.1:9/x"
    channel = granted(await post(desk, url=private, allow_private=True), 201)["channel"]["id"]
    metadata = "http://169.254.169.254/x"
    refused(await post(desk, url=metadata, allow_private=True), 422, "FORBIDDEN_ADDRESS")
    path = f"{desk.path}/channels/{channel}"
    refused(
        await desk.owner.browser.patch(path, json={"allow_private": False}),
        422,
        "FORBIDDEN_ADDRESS",
    )
    world = desk.world
    world.ctx = replace(world.ctx, gateway=replace(world.ctx.gateway, private_endpoints=False))
    strict = await world.person()
    slug = (await strict.create_project("Strict"))["slug"]
    body = {"name": "A", "kind": "slack", "url": private, "allow_private": True}
    answer = await strict.browser.post(f"/api/v1/projects/{slug}/channels", json=body)
    assert refused(answer, 422, "FORBIDDEN_ADDRESS")["path"] == "allow_private"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"url": None}, "url"),
        ({"to": ["a@example.com"]}, "to"),
        ({"kind": "email"}, "url"),
        ({"events": []}, "events"),
        ({"events": ["project.created"]}, "events.0"),
        ({"kind": "pigeon"}, "kind"),
        ({"name": " "}, "name"),
        ({"surprise": 1}, "surprise"),
    ],
)
async def test_a_form_that_makes_no_sense_is_refused(
    desk: Desk, change: dict[str, Any], field: str
) -> None:
    assert refused(await post(desk, **change), 400, "BAD_REQUEST")["path"] == field


async def test_names_are_unique_in_a_project_until_a_channel_is_removed(desk: Desk) -> None:
    first = granted(await post(desk), 201)["channel"]["id"]
    refused(await post(desk, name="ON CALL"), 409, "DUPLICATE_NAME")
    second = granted(await post(desk, name="Other"), 201)["channel"]["id"]
    renamed = await desk.owner.browser.patch(
        f"{desk.path}/channels/{second}", json={"name": "on call"}
    )
    refused(renamed, 409, "DUPLICATE_NAME")

    granted(await desk.owner.browser.delete(f"{desk.path}/channels/{first}"), 204)

    granted(await post(desk), 201)


async def test_a_project_has_at_most_fifty_channels(desk: Desk) -> None:
    for number in range(50):
        granted(await post(desk, name=f"Channel {number}"), 201)

    refused(await post(desk, name="One more"), 400, "BAD_REQUEST")


async def test_mail_needs_a_mail_server_and_has_no_key_to_rotate(desk: Desk) -> None:
    body = {"kind": "email", "url": None, "to": ["ada@example.com"]}
    assert refused(await post(desk, **body), 400, "BAD_REQUEST")["path"] == "kind"
    world = desk.world
    world.ctx = replace(world.ctx, mail_configured=True)
    person = await world.person()
    project = (await person.create_project("Mail"))["slug"]
    path = f"/api/v1/projects/{project}/channels"

    made = granted(await person.browser.post(path, json={"name": "Mail", **body}), 201)

    assert made["signing_secret"] is None
    channel = made["channel"]
    assert (channel["address"], channel["to"]) == ("ada@example.com", ["ada@example.com"])
    rotated = await person.browser.post(f"{path}/{channel['id']}/rotate-secret")
    refused(rotated, 400, "BAD_REQUEST")
    changed = granted(
        await person.browser.patch(
            f"{path}/{channel['id']}", json={"to": ["Bob@Example.com", "bob@example.com"]}
        )
    )
    assert changed["to"] == ["bob@example.com"]
    refused(
        await person.browser.patch(f"{path}/{channel['id']}", json={"url": URL}),
        400,
        "BAD_REQUEST",
    )


async def test_slack_gets_a_text_that_calls_nobody(desk: Desk) -> None:
    """PSM-ROAD-7"""
    async with a_receiver() as receiver:
        receiver.status, receiver.answer = 200, "ok"
        added = await desk.add(receiver.url, "slack", events=["execution.finished"])
        assert added["signing_secret"] is None
        await desk.tell(
            an_alert(title="Nightly <!here> done", severity=None), event="execution.finished"
        )

        await desk.deliver(added["channel"]["id"])

        [received] = receiver.taken
        assert "webhook-signature" not in received.headers
        assert received.json == {
            "text": "*Run finished: Nightly &lt;!here&gt; done*\n"
            "The score fell from 0.91 to 0.78.\n"
            "Support bot · <http://localhost/projects/support-bot/alerts/1|Open in Edison>"
        }


async def test_teams_gets_a_card_whose_texts_are_not_read_as_markdown(desk: Desk) -> None:
    async with a_receiver() as receiver:
        receiver.status, receiver.answer = 202, ""
        added = await desk.add(receiver.url, "teams", events=["promotion.decided"])
        await desk.tell(
            an_alert(title="[Nightly](https://evil.example) done", severity=None),
            event="promotion.decided",
        )

        assert await desk.deliver(added["channel"]["id"]) == 1

        [received] = receiver.taken
        [attachment] = received.json["attachments"]
        assert attachment["contentType"] == "application/vnd.microsoft.card.adaptive"
        card = attachment["content"]
        # A TextBlock would read Markdown.
        assert {block["type"] for block in card["body"]} == {"RichTextBlock"}
        texts = [run["text"] for block in card["body"] for run in block["inlines"]]
        assert texts == [
            "Promotion: [Nightly](https://evil.example) done",
            "The score fell from 0.91 to 0.78.",
            "score: 0.78\nbefore: 0.91",
            "Support bot",
        ]
        assert card["actions"] == [
            {
                "type": "Action.OpenUrl",
                "title": "Open in Edison",
                "url": "http://localhost/projects/support-bot/alerts/1",
            }
        ]


async def test_a_mail_arrives_whole_at_everyone_it_is_for(world: World) -> None:
    world.ctx = replace(world.ctx, mail_configured=True)
    async with a_mailbox() as mailbox, a_desk(world, mailbox) as desk:
        body = {"name": "Mail", "kind": "email", "to": ["ada@example.com", "bob@example.com"]}
        added = granted(await desk.owner.browser.post(f"{desk.path}/channels", json=body), 201)
        await desk.tell(an_alert(title="Answers got\nBcc: eve@example.com worse"))

        assert await desk.deliver(added["channel"]["id"]) == 1

        mail = await mailbox.next()
        [logged] = await desk.log(added["channel"]["id"])
        assert mail["To"] == "ada@example.com, bob@example.com"
        assert mail["Bcc"] is None
        assert mail["Subject"] == (
            "[Support bot] Critical alert: Answers got Bcc: eve@example.com worse"
        )
        assert mail["Message-ID"] == f"<msg_{logged['id']}@example.com>"
        text = mail.get_content()
        assert "score: 0.78\nbefore: 0.91" in text.replace("\r\n", "\n")
        assert "http://localhost/projects/support-bot/alerts/1" in text
        assert mailbox.empty


async def test_a_mail_server_that_is_away_is_tried_again(world: World) -> None:
    world.ctx = replace(world.ctx, mail_configured=True)
    away = Mailbox()
    away.port = free_port()
    async with a_desk(world, away) as desk:
        body = {"name": "Mail", "kind": "email", "to": ["ada@example.com"]}
        added = granted(await desk.owner.browser.post(f"{desk.path}/channels", json=body), 201)
        await desk.tell()

        assert await desk.deliver(added["channel"]["id"]) == 0

        [logged] = await desk.log(added["channel"]["id"])
        assert (logged["state"], logged["last_problem"]) == (
            "waiting",
            "The mail server cannot be reached",
        )


async def test_what_is_not_there_is_not_found(desk: Desk) -> None:
    nobody = uuid4()
    browser = desk.owner.browser
    for answer in (
        await browser.patch(f"{desk.path}/channels/{nobody}", json={"name": "A"}),
        await browser.delete(f"{desk.path}/channels/{nobody}"),
        await browser.post(f"{desk.path}/channels/{nobody}/rotate-secret"),
        await browser.get(f"{desk.path}/channels/{nobody}/deliveries"),
        await browser.post(f"{desk.path}/deliveries/{nobody}/again"),
    ):
        refused(answer, 404, "NOT_FOUND")


async def test_a_test_needs_a_worker(desk: Desk) -> None:
    channel = (await desk.add(f"http://127.0.0.1:9{PATH}"))["channel"]["id"]

    refused(await desk.owner.browser.post(f"{desk.path}/channels/{channel}/test"), 503, "NO_WORKER")
