"""Alerts on their way to real receivers: each once, in order, however long a receiver is away."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta
from uuid import UUID

import pytest

from edison.kit.uuids import new_id
from tests.support.answers import granted, refused
from tests.support.channels import EVERY_EVENT, Desk, a_desk, an_alert
from tests.support.receiver import Receiver, a_receiver
from tests.support.sql import rows
from tests.support.world import World

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
async def desk(world: World) -> AsyncGenerator[Desk]:
    async with a_desk(world) as desk:
        yield desk


@pytest.fixture
async def receiver() -> AsyncGenerator[Receiver]:
    async with a_receiver() as receiver:
        yield receiver


def titles(receiver: Receiver) -> list[str]:
    return [received.json["data"]["title"] for received in receiver.taken]


async def test_an_alert_arrives_signed_and_whole(desk: Desk, receiver: Receiver) -> None:
    """PSM-ROAD-6"""
    added = await desk.add(receiver.url)
    subject = new_id()

    assert await desk.tell(subject=subject) == 1
    assert await desk.deliver(added["channel"]["id"]) == 1

    [received] = receiver.taken
    assert received.is_signed_with(added["signing_secret"])
    assert not received.is_signed_with("whsec_" + "A" * 44)
    assert received.headers["content-type"] == "application/json"
    assert abs(int(received.headers["webhook-timestamp"]) - desk.now.timestamp()) < 60
    assert received.json["type"] == "alert.opened"
    assert received.json["project"] == {"id": desk.project["id"], "name": "Support bot"}
    data = received.json["data"]
    assert data["facts"] == {"score": 0.78, "before": 0.91}
    assert data["url"] == "http://localhost/projects/support-bot/alerts/1"
    assert "path" not in data
    [logged] = await desk.log(added["channel"]["id"])
    assert (logged["state"], logged["attempts"], logged["last_status"]) == ("delivered", 1, 204)
    assert received.id == f"msg_{logged['id']}"
    assert logged["subject"] == str(subject)
    assert (await desk.channel())["last_delivered_at"] is not None


async def test_a_receiver_that_was_down_for_an_hour_gets_each_alert_once_and_in_order(
    desk: Desk, receiver: Receiver
) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    await receiver.stop()
    for number in range(5):
        await desk.tell(an_alert(number))
        await desk.deliver(channel)
        await desk.pass_time(channel, 12 * MINUTE, MINUTE)
    assert receiver.seen == []
    assert (await desk.channel())["waiting"] == 5

    await receiver.start()
    await desk.pass_time(channel, 20 * MINUTE, MINUTE)

    assert titles(receiver) == [f"Answers got worse {number}" for number in range(5)]
    assert len({received.id for received in receiver.seen}) == len(receiver.seen) == 5
    log = await desk.log(channel)
    assert {entry["state"] for entry in log} == {"delivered"}
    # The first was tried again and again; the others waited behind it.
    assert log[0]["attempts"] > 5
    assert [entry["attempts"] for entry in log[1:]] == [1, 1, 1, 1]
    assert log[0]["log"][0]["problem"].startswith("127.0.0.1 cannot be reached")
    assert log[0]["log"][-1]["status"] == 204


async def test_after_an_hour_of_failure_the_project_is_told_once_and_again_when_it_is_over(
    desk: Desk, receiver: Receiver
) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    receiver.status, receiver.answer = 500, "out of\n  order"
    await desk.tell()
    await desk.deliver(channel)

    seen = await desk.channel()
    assert (seen["state"], seen["last_problem"]) == (
        "failing",
        "The receiver answered 500: out of order",
    )
    await desk.pass_time(channel, 50 * MINUTE, MINUTE)
    assert desk.told("channel.failed") == []
    await desk.pass_time(channel, 3 * HOUR, MINUTE)
    [told] = desk.told("channel.failed")
    assert (told["name"], told["problem"]) == ("My webhook", seen["last_problem"])
    assert desk.told("channel.recovered") == []

    receiver.status = 200
    await desk.pass_time(channel, 20 * MINUTE, MINUTE)

    assert len(desk.told("channel.recovered")) == 1
    assert (await desk.channel())["state"] == "working"
    assert len(receiver.taken) == 1


@pytest.mark.nightly
async def test_after_a_day_it_is_given_up_and_the_next_one_goes_on(
    desk: Desk, receiver: Receiver
) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    receiver.status = 503
    await desk.tell(an_alert(1))
    await desk.deliver(channel)
    await desk.pass_time(channel, 23 * HOUR, 15 * MINUTE)
    assert [entry["state"] for entry in await desk.log(channel)] == ["waiting"]
    await desk.tell(an_alert(2))
    await desk.pass_time(channel, 2 * HOUR, 15 * MINUTE)
    assert [entry["state"] for entry in await desk.log(channel)] == ["failed", "waiting"]

    receiver.status = 200
    await desk.pass_time(channel, HOUR, 15 * MINUTE)

    assert titles(receiver) == ["Answers got worse 2"]
    first, _ = await desk.log(channel)
    assert (first["state"], first["last_status"]) == ("failed", 503)
    # Only the last attempts are kept; their number is.
    assert len(first["log"]) == 20 < first["attempts"]


async def test_the_same_event_is_handed_over_once(desk: Desk, receiver: Receiver) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    subject = new_id()

    told = [await desk.tell(subject=subject, version=version) for version in (1, 1, 2)]
    await desk.deliver(channel)
    await desk.deliver(channel)

    assert told == [1, 0, 1]
    assert len(receiver.taken) == 2


async def test_two_workers_at_once_send_nothing_twice(desk: Desk, receiver: Receiver) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    for number in range(10):
        await desk.tell(an_alert(number))
    receiver.free.clear()

    first = asyncio.create_task(desk.deliver(channel))
    async with asyncio.timeout(60):
        while not receiver.seen:  # noqa: ASYNC110 - the other end of a socket
            await asyncio.sleep(0.01)
    assert await desk.deliver(channel) == 0
    # What comes while it is at work is found by the one that works.
    await desk.tell(an_alert(10))
    receiver.free.set()

    assert await first == 11
    assert titles(receiver) == [f"Answers got worse {number}" for number in range(11)]


async def test_what_a_dead_worker_held_is_taken_up_when_its_claim_has_run_out(
    desk: Desk, receiver: Receiver
) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    await desk.tell()
    receiver.free.clear()
    dying = asyncio.create_task(desk.deliver(channel))
    async with asyncio.timeout(60):
        while not receiver.seen:  # noqa: ASYNC110 - the other end of a socket
            await asyncio.sleep(0.01)
    dying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await dying
    receiver.free.set()

    assert await desk.watch.enqueue_due() == 0
    assert await desk.deliver(channel) == 0
    await desk.pass_time(channel, 3 * MINUTE, MINUTE)

    assert (await desk.log(channel))[0]["state"] == "delivered"
    # It cannot be known whether the first one was read, so it came again under the same id.
    assert len({received.id for received in receiver.seen}) == 1


async def test_quiet_hours_hold_a_message_and_what_follows_it_but_nothing_else(
    desk: Desk, receiver: Receiver
) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    subject = new_id()
    await desk.tell(an_alert(1), subject=subject, hold=8 * HOUR)
    # Said about the same alert without a hold: it must not come before the alert itself.
    await desk.tell(an_alert(2), subject=subject, event="alert.resolved")
    await desk.tell(an_alert(3))

    await desk.deliver(channel)
    assert titles(receiver) == ["Answers got worse 3"]
    assert [entry["state"] for entry in await desk.log(channel)] == ["held", "held", "delivered"]
    await desk.pass_time(channel, 7 * HOUR, 30 * MINUTE)
    assert len(receiver.taken) == 1
    await desk.pass_time(channel, 2 * HOUR, 30 * MINUTE)

    assert titles(receiver)[1:] == ["Answers got worse 1", "Answers got worse 2"]


async def test_only_who_listens_is_told(desk: Desk, receiver: Receiver) -> None:
    """PSM-ROAD-7"""
    every = (await desk.add(receiver.url, name="Every", events=EVERY_EVENT))["channel"]["id"]
    usual = (await desk.add(receiver.url, name="Usual"))["channel"]["id"]
    off = (await desk.add(receiver.url, name="Off", enabled=False))["channel"]["id"]

    assert await desk.tell(event="execution.finished") == 1
    assert await desk.tell() == 2
    assert await desk.tell(channels=(UUID(usual),)) == 1
    assert await desk.tell(event="execution.finished", channels=(UUID(usual),)) == 0
    assert await desk.tell(channels=(UUID(off),)) == 0
    assert (len(await desk.log(every)), len(await desk.log(usual))) == (2, 2)

    # A monitor that names a channel that was removed: its alerts must not go nowhere.
    granted(await desk.owner.browser.delete(f"{desk.path}/channels/{off}"), 204)
    assert await desk.tell(channels=(UUID(off),)) == 2
    assert await desk.tell(channels=(UUID(off), UUID(usual))) == 1


async def test_a_receiver_may_ask_for_time_but_not_for_ever(desk: Desk, receiver: Receiver) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    receiver.status, receiver.headers = 429, {"retry-after": "999999"}
    await desk.tell()
    await desk.deliver(channel)
    receiver.status = 200

    await desk.pass_time(channel, 50 * MINUTE, MINUTE)
    assert receiver.taken == []
    await desk.pass_time(channel, 15 * MINUTE, MINUTE)
    assert len(receiver.taken) == 1


async def test_a_receiver_that_says_gone_is_not_told_any_more(
    desk: Desk, receiver: Receiver
) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    receiver.status = 410
    await desk.tell(an_alert(1))
    await desk.tell(an_alert(2))

    await desk.deliver(channel)
    await desk.pass_time(channel, HOUR, 5 * MINUTE)

    assert len(receiver.seen) == 1
    assert (await desk.channel())["state"] == "off"
    assert {entry["state"] for entry in await desk.log(channel)} == {"failed"}
    [told] = desk.told("channel.failed")
    assert told["off"] is True
    assert await desk.tell() == 0


async def test_a_redirect_is_a_failure_and_is_not_followed(desk: Desk, receiver: Receiver) -> None:
    async with a_receiver() as other:
        channel = (await desk.add(receiver.url))["channel"]["id"]
        receiver.status, receiver.headers = 302, {"location": other.url}
        await desk.tell()
        await desk.deliver(channel)

        assert other.seen == []
    [entry] = await desk.log(channel)
    assert "redirects are not followed" in entry["last_problem"]


async def test_what_was_delivered_or_given_up_can_be_sent_again_under_the_same_id(
    desk: Desk, receiver: Receiver
) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    await desk.tell(an_alert(1))
    await desk.tell(an_alert(2))
    first, _ = await desk.log(channel)
    again = f"{desk.path}/deliveries/{first['id']}/again"
    refused(await desk.owner.browser.post(again), 409, "WRONG_STATE")
    await desk.deliver(channel)
    assert len(receiver.taken) == 2

    waiting = granted(await desk.owner.browser.post(again), 202)
    await desk.deliver(channel)

    assert (waiting["state"], waiting["attempts"]) == ("waiting", 0)
    assert [received.id for received in receiver.taken].count(f"msg_{first['id']}") == 2
    assert titles(receiver)[2] == "Answers got worse 1"
    assert (await desk.log(channel))[0]["state"] == "delivered"


async def test_a_channel_that_is_switched_off_or_removed_sends_nothing_more(
    desk: Desk, receiver: Receiver
) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    path = f"{desk.path}/channels/{channel}"
    await desk.tell()
    granted(await desk.owner.browser.patch(path, json={"enabled": False}))
    assert await desk.deliver(channel) == 0
    [entry] = await desk.log(channel)
    assert (entry["state"], entry["last_problem"]) == ("failed", "The channel was switched off")
    again = f"{desk.path}/deliveries/{entry['id']}/again"
    refused(await desk.owner.browser.post(again), 409, "WRONG_STATE")

    granted(await desk.owner.browser.patch(path, json={"enabled": True}))
    await desk.tell()
    granted(await desk.owner.browser.delete(path), 204)
    assert await desk.deliver(channel) == 0

    assert receiver.seen == []
    assert await desk.channels() == []
    secrets = rows(desk.world.url, "SELECT 1 FROM channel_secrets WHERE channel_id = %s", channel)
    assert secrets == []


async def test_another_address_is_tried_at_once(desk: Desk, receiver: Receiver) -> None:
    channel = (await desk.add(receiver.url))["channel"]["id"]
    await receiver.stop()
    await desk.tell()
    await desk.deliver(channel)
    await desk.pass_time(channel, 30 * MINUTE, MINUTE)
    async with a_receiver() as other:
        granted(
            await desk.owner.browser.patch(
                f"{desk.path}/channels/{channel}", json={"url": other.url}
            )
        )
        assert (await desk.channel())["state"] == "working"

        assert await desk.deliver(channel) == 1

        assert len(other.taken) == 1


async def test_a_new_key_signs_at_once_and_the_old_one_for_a_day_more(
    desk: Desk, receiver: Receiver
) -> None:
    added = await desk.add(receiver.url)
    channel, old = added["channel"]["id"], added["signing_secret"]
    path = f"{desk.path}/channels/{channel}/rotate-secret"

    rotated = granted(await desk.owner.browser.post(path))
    new = rotated["signing_secret"]
    await desk.tell()
    await desk.deliver(channel)
    desk.world.clock.move(25 * HOUR)
    await desk.tell()
    await desk.deliver(channel)

    assert new != old
    today, later = receiver.taken
    assert today.is_signed_with(new)
    assert today.is_signed_with(old)
    assert later.is_signed_with(new)
    assert not later.is_signed_with(old)
    # Someone who rotates twice wants to be rid of the first.
    newest = granted(await desk.owner.browser.post(path))["signing_secret"]
    await desk.tell()
    await desk.deliver(channel)
    assert [receiver.taken[2].is_signed_with(key) for key in (newest, new, old)] == [
        True,
        True,
        False,
    ]


async def test_what_the_installation_forbids_later_is_not_reached(
    world: World, receiver: Receiver
) -> None:
    async with a_desk(world, private_endpoints=False) as desk:
        channel = (await desk.add(receiver.url))["channel"]["id"]
        await desk.tell()
        await desk.deliver(channel)

        assert receiver.seen == []
        [entry] = await desk.log(channel)
        assert entry["last_problem"].startswith("Not allowed: ")
