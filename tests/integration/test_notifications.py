"""Notifications in the bell: who gets them, how often, and what those see who left a project."""

from datetime import timedelta
from uuid import UUID, uuid4

from edison.domain.ids import UserId
from edison.domain.notifications.notification import READ_KEPT_FOR, UNREAD_KEPT_FOR
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.domain.people.access import Actor
from tests.support.answers import granted, refused
from tests.support.notifications import a_payload, bell, put_notification, tell, unread
from tests.support.people import join
from tests.support.sql import execute, rows
from tests.support.world import API, Person, World

CHOICES = f"{API}/me/notification-preferences"


async def a_team(world: World) -> tuple[Person, Person, Person, UUID, str]:
    """An owner, an editor and a viewer of one project."""
    owner, editor, viewer = [await world.person(name) for name in ("owner", "editor", "viewer")]
    project = await owner.create_project()
    await join(owner, project["slug"], editor, "EDITOR")
    await join(owner, project["slug"], viewer, "VIEWER")
    return owner, editor, viewer, UUID(project["id"]), project["slug"]


def acting(person: Person) -> Actor:
    return Actor(kind="user", id=UUID(person.id), label="x", user=UserId(UUID(person.id)))


async def test_all_members_but_the_one_who_caused_it_are_told_once(world: World) -> None:
    owner, editor, viewer, project, slug = await a_team(world)
    outsider = await world.person("outsider")
    subject = await tell(world, project, who=acting(editor))

    # A repeated step adds nothing; a new version is a new fact.
    await tell(world, project, who=acting(editor), subject=subject)
    assert [await unread(person) for person in (owner, editor, viewer, outsider)] == [1, 0, 1, 0]
    await tell(world, project, who=acting(editor), subject=subject, version=2)
    assert [await unread(person) for person in (owner, editor, viewer, outsider)] == [2, 0, 2, 0]

    [newest, _] = await bell(viewer)
    assert newest["title"] == "Run 1 finished"
    assert newest["path"] == "/projects/support-bot/runs/1"
    assert newest["project"]["slug"] == slug
    assert newest["label"] == "Run finished"


async def test_each_person_gets_one_event_for_the_live_bell(world: World) -> None:
    owner, editor, _, project, _ = await a_team(world)
    await tell(world, project, people=[owner.id, owner.id, editor.id, str(uuid4())])

    told = rows(
        world.url,
        "SELECT topic, data FROM events WHERE type = 'notification.created' ORDER BY topic",
    )
    assert [topic for topic, _ in told] == sorted([f"user:{owner.id}", f"user:{editor.id}"])
    assert told[0][1] == {"project": str(project), "event": "run.finished"}


async def test_roles_decide_where_nobody_is_named(world: World) -> None:
    owner, editor, viewer, project, _ = await a_team(world)

    await tell(world, project, NotifiedEvent.CREDENTIAL_FAILING)
    await tell(world, project, NotifiedEvent.REVIEW_REQUESTED)

    assert [await unread(person) for person in (owner, editor, viewer)] == [2, 1, 0]


async def test_disabled_people_and_nobody_are_not_told(world: World) -> None:
    owner, editor, _, project, _ = await a_team(world)
    execute(world.url, f"UPDATE users SET disabled_at = now() WHERE id = '{editor.id}'")

    await tell(world, project)
    await tell(world, project, people=[])

    assert rows(world.url, "SELECT count(*) FROM notifications WHERE user_id = %s", editor.id) == [
        (0,)
    ]
    assert await unread(owner) == 1


async def test_who_left_a_project_sees_nothing_of_it_and_sees_it_again_after_joining(
    world: World,
) -> None:
    owner, editor, _, project, slug = await a_team(world)
    await tell(world, project)
    [seen] = await bell(editor)

    granted(await owner.browser.delete(f"{API}/projects/{slug}/members/{editor.id}"), 204)

    assert await bell(editor) == []
    assert await unread(editor) == 0
    read = await editor.browser.post(f"{API}/me/notifications/{seen['id']}/read", json={})
    refused(read, 404, "NOT_FOUND")
    mute = await editor.browser.post(f"{API}/me/notifications/{seen['id']}/mute")
    refused(mute, 404, "NOT_FOUND")
    listed = await editor.browser.get(f"{API}/projects/{slug}/notifications")
    refused(listed, 404, "NOT_FOUND")
    marked = await editor.browser.post(f"{API}/me/notifications/read", json={})
    assert granted(marked)["marked"] == 0
    await join(owner, slug, editor, "EDITOR")
    assert [one["id"] for one in await bell(editor)] == [seen["id"]]


async def test_nobody_reads_or_marks_the_notification_of_another_person(world: World) -> None:
    owner, editor, _, project, _ = await a_team(world)
    theirs = await put_notification(world, project, UUID(owner.id))

    for rest in ("read", "mute"):
        answer = await editor.browser.post(
            f"{API}/me/notifications/{theirs}/{rest}", json={} if rest == "read" else None
        )
        refused(answer, 404, "NOT_FOUND")
    assert granted(await editor.browser.post(f"{API}/me/notifications/read", json={})) == {
        "marked": 0
    }
    assert await unread(owner) == 1


async def test_pages_filters_and_reading(world: World) -> None:
    owner, _, _, project, slug = await a_team(world)
    for number in range(5):
        await tell(world, project, payload=a_payload(number))
        world.clock.move(timedelta(seconds=1))

    first = granted(await owner.browser.get(f"{API}/me/notifications?limit=3"))
    rest = granted(
        await owner.browser.get(f"{API}/me/notifications?limit=3&cursor={first['next_cursor']}")
    )
    titles = [one["title"] for one in first["items"] + rest["items"]]
    assert titles == [f"Run {number} finished" for number in (4, 3, 2, 1, 0)]
    assert rest["next_cursor"] is None

    newest, second = first["items"][0], first["items"][1]
    path = f"{API}/me/notifications/{newest['id']}/read"
    granted(await owner.browser.post(path, json={}), 204)
    assert [one["title"] for one in await bell(owner, unread=True)] == titles[1:]
    granted(await owner.browser.post(path, json={"read": False}), 204)
    assert await unread(owner) == 5

    # What arrived after the list was read stays unread.
    body = {"until": second["created_at"]}
    marked = granted(await owner.browser.post(f"{API}/me/notifications/read", json=body))
    assert marked == {"marked": 4}
    in_project = granted(
        await owner.browser.get(f"{API}/projects/{slug}/notifications?unread=true")
    )
    assert [one["id"] for one in in_project["items"]] == [newest["id"]]


async def test_a_kind_is_muted_in_one_project_only(world: World) -> None:
    owner, _, _, project, slug = await a_team(world)
    other = UUID((await owner.create_project("Other"))["id"])
    await tell(world, project)
    [seen] = await bell(owner)

    muted = granted(await owner.browser.post(f"{API}/me/notifications/{seen['id']}/mute"))

    assert muted["events"] == {"run.finished": {"bell": False, "mail": "off"}}
    await tell(world, project)
    await tell(world, project, NotifiedEvent.RUN_FAILED)
    await tell(world, other)
    kinds = [(one["project"]["id"], one["event"]) for one in await bell(owner)]
    assert kinds == [
        (str(other), "run.finished"),
        (str(project), "run.failed"),
        (str(project), "run.finished"),
    ]
    [change] = rows(
        world.url,
        "SELECT scope, changes FROM audit_log WHERE action = 'user.notifications_changed'",
    )
    assert change[0] == "installation"
    assert change[1]["project"]["new"] == str(project)

    whole = await owner.browser.put(
        f"{API}/projects/{slug}/notification-preferences", json={"muted": True}
    )
    assert granted(whole)["muted"]
    await tell(world, project, NotifiedEvent.RUN_FAILED)
    assert len(await bell(owner)) == 3


async def test_own_choices_replace_the_usual_ones_and_the_projects_replace_both(
    world: World,
) -> None:
    owner, _, _, project, slug = await a_team(world)
    usual = {
        one["event"]: one["choice"] for one in granted(await owner.browser.get(CHOICES))["events"]
    }
    assert usual["execution.finished"] == {"bell": False, "mail": "off"}
    await tell(world, project, NotifiedEvent.EXECUTION_FINISHED)
    assert await bell(owner) == []

    chosen = {
        "timezone": "europe/berlin",
        "quiet": {"from": "22:00", "to": "07:00", "weekends": True},
        "events": {"execution.finished": {"bell": True, "mail": "digest"}},
    }
    saved = granted(await owner.browser.put(CHOICES, json=chosen))
    assert saved["timezone"] == "Europe/Berlin"
    assert saved["quiet"] == {"from": "22:00", "to": "07:00", "weekends": True}
    await tell(world, project, NotifiedEvent.EXECUTION_FINISHED)
    assert len(await bell(owner)) == 1

    project_choice = {"events": {"execution.finished": {"bell": False, "mail": "off"}}}
    path = f"{API}/projects/{slug}/notification-preferences"
    granted(await owner.browser.put(path, json=project_choice))
    await tell(world, project, NotifiedEvent.EXECUTION_FINISHED)
    assert len(await bell(owner)) == 1
    assert granted(await owner.browser.get(path))["events"] == project_choice["events"]


async def test_wrong_times_and_zones_are_refused(world: World) -> None:
    owner = await world.person()
    for wrong in (
        {"timezone": "Mars/Olympus"},
        {"quiet": {"from": "25:00", "to": "07:00"}},
        {"quiet": {"from": "07:00", "to": "07:00"}},
        {"events": {"run.exploded": {"bell": True, "mail": "off"}}},
        {"events": {"run.failed": {"bell": True, "mail": "hourly"}}},
    ):
        answer = await owner.browser.put(CHOICES, json=wrong)
        assert answer.status_code == 400, (wrong, answer.text)


async def test_links_to_other_sites_are_never_shown(world: World) -> None:
    owner, _, _, project, _ = await a_team(world)
    for path in ("https://evil.example", "//evil.example", "/\\evil.example", None):
        await tell(world, project, payload=a_payload(path=path))
    assert [one["path"] for one in await bell(owner)] == [None] * 4


async def test_read_notifications_are_kept_for_90_days_and_unread_ones_for_180(
    world: World,
) -> None:
    owner, _, _, project, _ = await a_team(world)
    ages = (89, 91, 179, 181)
    for days in ages:
        id_ = await put_notification(world, project, UUID(owner.id))
        read = "now()" if days < 100 else "NULL"
        execute(
            world.url,
            f"UPDATE notifications SET created_at = now() - interval '{days} days', read_at = {read}"
            f" WHERE id = '{id_}'",
        )

    now = world.clock.now()
    async with world.ctx.work.write() as tx:
        gone = await tx.notifications.delete_aged(now - READ_KEPT_FOR, now - UNREAD_KEPT_FOR, 100)

    left = rows(world.url, "SELECT extract(day FROM now() - created_at)::int FROM notifications")
    assert (gone, sorted(days for (days,) in left)) == (2, [89, 179])
