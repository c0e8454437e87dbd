"""Comments on cells, cases, versions and others: threads, mentions, limits, permissions and erasure."""

import asyncio
import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from edison.domain.comments.comment import MOST_IN_THREAD, MOST_MENTIONS, MOST_TEXT, MOST_THREADS
from edison.domain.events import run_topic
from edison.domain.ids import RunId
from tests.support.answers import all_items, granted, refused
from tests.support.comment_desk import a_comment_desk, texts
from tests.support.people import machine, make_token
from tests.support.review_desk import a_review
from tests.support.sql import execute, rows, value
from tests.support.world import API, PASSWORD, Person, World


def mention(*people: Person) -> str:
    return " ".join(f"@[{person.id}]" for person in people)


async def test_a_thread_is_started_answered_and_resolved(world: World) -> None:
    desk = await a_comment_desk(world)

    thread = await desk.thread("  Why <b>two</b>?\nhttps://example.com  ", desk.reviewer)
    granted(await desk.reply(thread, "Because of the rubric", desk.owner), 201)
    seen = await desk.read(thread, desk.viewer)

    assert texts(seen) == ["Why <b>two</b>?\nhttps://example.com", "Because of the rubric"]
    assert seen["subject"] == {
        "kind": "cell",
        "id": desk.run["id"],
        "part": "0",
        "title": f"A cell of run {desk.run['number']}",
    }
    assert [one["author"]["id"] for one in seen["comments"]] == [desk.reviewer.id, desk.owner.id]
    assert (seen["resolved_at"], seen["may_write"]) == (None, False)
    assert await desk.counts() == [{"part": "0", "open": 1, "threads": 1}]

    path = f"{desk.path}/{thread['id']}"
    done = granted(await desk.owner.browser.post(f"{path}/resolve"))
    assert (done["resolved_by"]["id"], done["may_write"]) == (desk.owner.id, True)
    assert await desk.counts() == [{"part": "0", "open": 0, "threads": 1}]
    refused(await desk.owner.browser.post(f"{path}/resolve"), 409, "NOTHING_CHANGED")
    # Who replies has something open.
    again = granted(await desk.reply(thread, "It is not solved", desk.reviewer), 201)
    assert (again["resolved_at"], again["resolved_by"]) == (None, None)
    granted(await desk.reviewer.browser.post(f"{path}/resolve"))
    assert granted(await desk.reviewer.browser.post(f"{path}/reopen"))["resolved_at"] is None


async def test_every_kind_of_subject_is_commented_on_and_must_exist(world: World) -> None:
    desk = await a_comment_desk(world)
    path, browser = desk.runs.path, desk.owner.browser
    [case, _] = granted(await browser.get(f"{path}/datasets/{desk.runs.dataset.id}/cases"))["items"]
    subjects: list[tuple[dict[str, Any], str]] = [
        (desk.on_cell(1), f"A cell of run {desk.run['number']}"),
        (
            {"kind": "case", "subject": desk.runs.dataset.id, "part": case["id"]},
            "A case of ",
        ),
        ({"kind": "version", "subject": desk.runs.prompt, "part": "1"}, "Greeter, version 1"),
        ({"kind": "run", "subject": desk.run["id"]}, f"Run {desk.run['number']}"),
    ]
    for about, title in subjects:
        made = await desk.thread("Here", about=about)
        assert made["subject"]["title"].startswith(title)
        assert [one["id"] for one in await desk.listed(**about)] == [made["id"]]
    assert len(await all_items(browser, desk.path, limit=1)) == len(subjects)

    for wrong in (
        desk.on_cell(2),
        {"kind": "run", "subject": str(uuid4())},
        {"kind": "case", "subject": desk.runs.dataset.id, "part": str(uuid4())},
        {"kind": "version", "subject": desk.runs.prompt, "part": "2"},
        {"kind": "experiment", "subject": desk.run["id"]},
        {"kind": "board", "subject": desk.run["id"]},
        {"kind": "suggestion", "subject": desk.run["id"]},
    ):
        refused(await desk.post("Here", about=wrong), 404, "NOT_FOUND")
    for wrong in (
        {"kind": "cell", "subject": desk.run["id"]},
        {"kind": "cell", "subject": desk.run["id"], "part": "-1"},
        {"kind": "cell", "subject": desk.run["id"], "part": "9999999999"},
        {"kind": "case", "subject": desk.runs.dataset.id, "part": "1"},
        {"kind": "run", "subject": desk.run["id"], "part": "1"},
    ):
        refused(await desk.post("Here", about=wrong), 400, "BAD_REQUEST")


async def test_who_may_write_edit_and_delete(world: World) -> None:
    desk = await a_comment_desk(world)
    other = await world.member(desk.owner, desk.runs.slug, "ADMIN")
    thread = await desk.thread("Mine", desk.reviewer)
    path = f"{desk.path}/{thread['id']}"

    refused(await desk.post("No", desk.viewer), 403, "FORBIDDEN")
    refused(await desk.reply(thread, "No", desk.viewer), 403, "FORBIDDEN")
    refused(await desk.viewer.browser.post(f"{path}/resolve"), 403, "FORBIDDEN")
    for person in (other, desk.owner):
        refused(await person.browser.patch(path, json={"text": "Yours"}), 403, "FORBIDDEN")
    refused(await other.browser.delete(path), 403, "FORBIDDEN")
    assert (await desk.read(thread, other))["comments"][0]["may_delete"] is False
    assert (await desk.read(thread, desk.owner))["comments"][0]["may_delete"] is True

    world.clock.move(timedelta(minutes=20))
    edited = granted(await desk.reviewer.browser.patch(path, json={"text": "Better"}))
    assert texts(edited) == ["Better"]
    assert edited["comments"][0]["edited_at"] is not None
    same = await desk.reviewer.browser.patch(path, json={"text": " Better "})
    refused(same, 409, "NOTHING_CHANGED")
    # An owner of the project deletes any comment.
    granted(await desk.owner.browser.delete(path), 204)
    refused(await desk.owner.browser.get(path), 404, "NOT_FOUND")

    writer = machine(
        world, (await make_token(desk.owner, desk.runs.slug, role="REVIEWER"))["secret"]
    )
    body = {**desk.on_cell(), "text": "From a pipeline"}
    made = granted(await writer.post(desk.path, json=body), 201)
    assert made["comments"][0]["author"]["id"] is None
    own = f"{desk.path}/{made['id']}"
    refused(await writer.patch(own, json={"text": "Other"}), 403, "FORBIDDEN")
    refused(await writer.delete(own), 403, "FORBIDDEN")
    reader = machine(world, (await make_token(desk.owner, desk.runs.slug, role="VIEWER"))["secret"])
    refused(await reader.post(desk.path, json=body), 403, "FORBIDDEN")


async def test_a_deleted_comment_keeps_its_place_while_there_are_replies(world: World) -> None:
    desk = await a_comment_desk(world)
    thread = await desk.thread(f"Secret {mention(desk.owner)}", desk.reviewer)
    answered = granted(await desk.reply(thread, "Reply", desk.owner), 201)
    path = f"{desk.path}/{thread['id']}"

    granted(await desk.reviewer.browser.delete(path), 204)

    left = await desk.read(thread)
    assert texts(left) == ["", "Reply"]
    assert [one["deleted"] for one in left["comments"]] == [True, False]
    assert value(world.url, "SELECT count(*) FROM comments WHERE text LIKE '%%Secret%%'") == 0
    assert await desk.listed(desk.owner, mentions_me="true") == []
    refused(await desk.reviewer.browser.patch(path, json={"text": "Back"}), 409, "WRONG_STATE")
    refused(await desk.reviewer.browser.delete(path), 409, "WRONG_STATE")
    granted(await desk.reply(thread, "Another", desk.owner), 201)
    for reply in (answered["comments"][1], (await desk.read(thread))["comments"][2]):
        granted(await desk.owner.browser.delete(f"{desk.path}/{reply['id']}"), 204)
    assert value(world.url, "SELECT count(*) FROM comments") == 0


async def test_only_members_are_mentioned_and_shown_by_their_current_name(world: World) -> None:
    desk = await a_comment_desk(world)
    stranger = await world.person("Stranger")

    refused(await desk.post(f"Hello {mention(stranger)}"), 400, "BAD_REQUEST")
    refused(await desk.post(f"Hello @[{uuid4()}]"), 400, "BAD_REQUEST")
    thread = await desk.thread(f"Look {mention(desk.reviewer)} {mention(desk.reviewer).upper()}")
    plain = await desk.thread("Hello @viewer and @[nobody]")
    granted(await desk.reviewer.browser.patch(f"{API}/me", json={"name": "Rita"}))

    assert (await desk.read(thread))["mentioned"] == {desk.reviewer.id: "Rita"}
    assert plain["mentioned"] == {}
    assert [one["id"] for one in await desk.listed(desk.reviewer, mentions_me="true")] == [
        thread["id"]
    ]
    assert await desk.listed(desk.viewer, mentions_me="true") == []
    members = f"{desk.runs.path}/members"
    granted(await desk.owner.browser.delete(f"{members}/{desk.reviewer.id}"), 204)
    assert (await desk.read(thread))["mentioned"] == {}
    # The mention of a former member stays when the rest of the text changes.
    path = f"{desk.path}/{thread['id']}"
    text = f"Look again {mention(desk.reviewer)}"
    granted(await desk.owner.browser.patch(path, json={"text": text}))
    refused(await desk.reply(thread, text, desk.owner), 400, "BAD_REQUEST")


async def test_limits(world: World) -> None:
    desk = await a_comment_desk(world)
    thread = await desk.thread("x" * MOST_TEXT)

    refused(await desk.post("x" * (MOST_TEXT + 1)), 400, "BAD_REQUEST")
    refused(await desk.post(" \n "), 400, "BAD_REQUEST")
    many = " ".join(f"@[{UUID(int=number)}]" for number in range(MOST_MENTIONS + 1))
    error = refused(await desk.post(many), 400, "BAD_REQUEST")
    assert str(MOST_MENTIONS) in error["message"]
    execute(world.url, _copies(f"'{thread['id']}'", MOST_IN_THREAD - 1))
    refused(await desk.reply(thread, "One more", desk.owner), 409, "WRONG_STATE")
    execute(world.url, _copies("s.id", MOST_THREADS - 1))
    refused(await desk.post("One more"), 409, "WRONG_STATE")
    granted(await desk.post("Elsewhere", about=desk.on_cell(1)), 201)


def _copies(thread: str, number: int) -> str:
    return (
        "INSERT INTO comments (id, project_id, thread, kind, subject_id, part, author_label, text, mentions, "
        f"created_at) SELECT s.id, c.project_id, {thread}, c.kind, c.subject_id, c.part, 'A token', 'Again', "
        f"'{{}}', now() FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, {number})) s, "
        "(SELECT * FROM comments WHERE length(text) > 9000) c"
    )


async def test_replies_at_the_same_time_keep_the_limit(world: World) -> None:
    desk = await a_comment_desk(world)
    thread = await desk.thread("x" * MOST_TEXT)
    execute(world.url, _copies(f"'{thread['id']}'", MOST_IN_THREAD - 3))

    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(desk.reply(thread, f"Reply {number}", desk.reviewer))
            for number in range(6)
        ]
    answers = [task.result() for task in tasks]

    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409, 409]
    assert value(world.url, "SELECT count(*) FROM comments") == MOST_IN_THREAD


async def test_filters_pages_and_export(world: World) -> None:
    desk = await a_comment_desk(world)
    made = [await desk.thread(f"Thread {number}") for number in range(25)]
    granted(await desk.reply(made[0], f"Look {mention(desk.viewer)}", desk.reviewer), 201)
    granted(await desk.owner.browser.post(f"{desk.path}/{made[3]['id']}/resolve"))

    newest = [one["id"] for one in await all_items(desk.viewer.browser, desk.path, limit=100)]
    assert newest == [one["id"] for one in reversed(made)]
    assert len(await desk.listed(limit=100)) == 20
    assert [one["id"] for one in await desk.listed(open="false")] == [made[3]["id"]]
    assert len(await all_items(desk.owner.browser, desk.path, open="true")) == 24
    assert [one["id"] for one in await desk.listed(desk.viewer, mentions_me="true")] == [
        made[0]["id"]
    ]
    for wrong in ({"part": "0"}, {"subject": desk.run["id"]}):
        refused(await desk.owner.browser.get(desk.path, params=wrong), 400, "BAD_REQUEST")

    answer = await desk.viewer.browser.get(f"{desk.path}/export")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["text"] for line in lines][:2] == ["Thread 0", "Thread 1"]
    assert len(lines) == 26
    assert (lines[-1]["mentions"], lines[-1]["thread"]) == ([desk.viewer.id], made[0]["id"])
    assert [line["id"] for line in lines if line["resolved_at"]] == [made[3]["id"]]


async def test_events_and_audit_entries_name_the_place_but_not_the_text(world: World) -> None:
    desk = await a_comment_desk(world)
    thread = await desk.thread("Quoted answer")
    path = f"{desk.path}/{thread['id']}"
    granted(await desk.owner.browser.patch(path, json={"text": "Quoted secret"}))
    granted(await desk.owner.browser.post(f"{path}/resolve"))
    granted(await desk.owner.browser.delete(path), 204)

    about = {"kind": "cell", "subject": desk.run["id"], "part": "0", "thread": thread["id"]}
    for topic in (f"project:{desk.runs.project}", run_topic(RunId(UUID(desk.run["id"])))):
        told = rows(
            world.url,
            "SELECT type, data FROM events WHERE topic = %s AND type LIKE 'comment.%%' ORDER BY number",
            topic,
        )
        assert [(kind, data["changed"]) for kind, data in told] == [
            ("comment.added", []),
            ("comment.changed", ["text"]),
            ("comment.resolved", ["resolved"]),
            ("comment.changed", ["deleted"]),
        ]
        assert all(about.items() <= data.items() for _, data in told)
    entries = rows(world.url, "SELECT changes::text FROM audit_log WHERE action LIKE 'comment.%%'")
    assert len(entries) == 4
    texts_found = value(
        world.url,
        "SELECT (SELECT count(*) FROM audit_log WHERE changes::text LIKE '%%Quoted%%') "
        "+ (SELECT count(*) FROM events WHERE data::text LIKE '%%Quoted%%')",
    )
    assert texts_found == 0


async def test_an_archived_project_and_another_project_refuse(world: World) -> None:
    desk = await a_comment_desk(world)
    thread = await desk.thread("Here")
    stranger = await world.person("Neighbour")
    own = await stranger.create_project("Theirs")

    for path in (desk.path, f"{API}/projects/{own['slug']}/comments"):
        refused(await stranger.browser.get(f"{path}/{thread['id']}"), 404, "NOT_FOUND")
        body = {**desk.on_cell(), "text": "Mine"}
        refused(await stranger.browser.post(path, json=body), 404, "NOT_FOUND")
    granted(await desk.owner.browser.post(f"{desk.runs.path}/archive"))
    refused(await desk.post("Late"), 409, "PROJECT_ARCHIVED")
    refused(await desk.reply(thread, "Late", desk.owner), 409, "PROJECT_ARCHIVED")
    assert (await desk.read(thread))["may_write"] is False


async def test_comments_go_with_what_they_are_about(world: World) -> None:
    desk = await a_comment_desk(world)
    browser, path = desk.owner.browser, desk.runs.path
    [case, _] = granted(await browser.get(f"{path}/datasets/{desk.runs.dataset.id}/cases"))["items"]
    on_case = {"kind": "case", "subject": desk.runs.dataset.id, "part": case["id"]}
    on_version = {"kind": "version", "subject": desk.runs.prompt, "part": "1"}
    for about in (on_case, on_version, desk.on_cell(), {"kind": "run", "subject": desk.run["id"]}):
        made = await desk.thread("Here", about=about)
        granted(await desk.reply(made, "There", desk.reviewer), 201)

    granted(await browser.delete(f"{path}/datasets/{desk.runs.dataset.id}"), 204)
    granted(await browser.delete(f"{path}/prompts/{desk.runs.prompt}"), 204)
    assert await _kinds(world) == ["cell", "run"]
    async with world.ctx.write() as tx:
        run = UUID(desk.run["id"])
        await tx.deleted_runs.delete(desk.runs.project, [run], [None], world.clock.now())
    assert await _kinds(world) == []


async def _kinds(world: World) -> list[str]:
    return [kind for (kind,) in rows(world.url, "SELECT DISTINCT kind FROM comments ORDER BY kind")]


async def test_a_deleted_account_leaves_its_comments_without_a_name(world: World) -> None:
    await world.person("Installer")
    desk = await a_comment_desk(world)
    granted(await desk.reviewer.browser.patch(f"{API}/me", json={"name": "Rita Reader"}))
    thread = await desk.thread("I wrote this", desk.reviewer)
    granted(await desk.reply(thread, f"Thanks {mention(desk.reviewer)}", desk.owner), 201)
    granted(await desk.reviewer.browser.post(f"{desk.path}/{thread['id']}/resolve"))

    body = {"email": desk.reviewer.email, "password": PASSWORD}
    granted(await desk.reviewer.browser.post(f"{API}/me/delete", json=body), 204)

    left = await desk.read(thread)
    assert texts(left)[0] == "I wrote this"
    gone = f"Deleted user {desk.reviewer.id[-4:]}"
    assert (left["comments"][0]["author"]["name"], left["resolved_by"]["name"]) == (gone, gone)
    assert left["mentioned"] == {}


async def test_comments_of_before_became_threads(world: World) -> None:
    """The route of suggestions and the room `comments` show the same."""
    review = await a_review(world)
    said = granted(await review.post("comments", {"text": "From the suggestion"}), 201)
    body = {"kind": "suggestion", "subject": review.waiting.suggestion, "text": "From the room"}
    made = granted(await review.desk.browser.post(f"{review.desk.path}/comments", json=body), 201)

    listed = granted(await review.desk.browser.get(f"{review.desk.path}/comments"))["items"]
    assert [one["id"] for one in listed] == [made["id"], said["id"]]
    assert [one["text"] for one in (await review.read())["comments"]] == [
        "From the suggestion",
        "From the room",
    ]


async def _notified(person: Person) -> list[tuple[str, str, str]]:
    found = granted(await person.browser.get(f"{API}/me/notifications"))["items"]
    return [
        (one["event"], one["title"], one["path"])
        for one in found
        if one["event"].startswith("comment.")
    ]


async def test_mentions_and_replies_notify_once_and_never_who_writes(world: World) -> None:
    desk = await a_comment_desk(world)
    number, page = desk.run["number"], f"/projects/{desk.runs.slug}/runs/{desk.run['id']}?cell=0"

    thread = await desk.thread(f"Look {mention(desk.reviewer)}", desk.owner)
    thread = granted(await desk.reply(thread, "I see", desk.reviewer), 201)
    owner, reviewer = (one["author"]["name"] for one in thread["comments"])
    first = thread["comments"][0]["id"]
    text = {"text": f"Look again {mention(desk.reviewer, desk.viewer)}"}
    granted(await desk.owner.browser.patch(f"{desk.path}/{first}", json=text))

    assert await _notified(desk.reviewer) == [
        ("comment.mentioned", f"{owner} mentioned you on a cell of run {number}", page)
    ]
    assert await _notified(desk.owner) == [
        ("comment.added", f"{reviewer} commented on a cell of run {number}", page)
    ]
    assert [event for event, _, _ in await _notified(desk.viewer)] == ["comment.mentioned"]
