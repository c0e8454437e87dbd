"""Decisions on suggestions: what one person does, what two do at once, and what nobody may do."""

import asyncio
from uuid import UUID

import pytest

from edison.domain.experiments.experiment_plan import StopRules
from edison.domain.experiments.refining.suggestion import SuggestionState
from edison.domain.ids import RunId
from tests.support.answers import granted, refused
from tests.support.finished_runs import a_run_desk
from tests.support.review_desk import Review, a_review
from tests.support.reviewing import (
    EMPATHY,
    NOTE,
    PROMPT,
    STEPS,
    end_run,
    put_suggestion,
)
from tests.support.sql import execute, rows
from tests.support.world import API, World


def states(world: World, review: Review) -> list[tuple[int, str]]:
    """Of all iterations, oldest first."""
    return rows(
        world.url,
        "SELECT number, state FROM iterations WHERE experiment_id = %s ORDER BY number",
        review.waiting.experiment,
    )


async def test_approving_makes_the_version_and_begins_the_next_iteration(world: World) -> None:
    """FR-PR-002.4, FR-PR-002.11, FR-PR-002.12"""
    review = await a_review(world)
    shown = await review.read()
    queue = granted(await review.desk.browser.get(f"{review.desk.path}/suggestions?state=pending"))

    assert (queue["total"], [item["id"] for item in queue["items"]]) == (1, [shown["id"]])
    assert (shown["note"], shown["base"]["text"], len(shown["hunks"])) == (NOTE, PROMPT, 2)
    assert [weak["name"] for weak in shown["weak"]] == ["Empathy", "Helpfulness"]
    assert all(rule["passed"] for rule in shown["guardrails"])
    # The attempt that was refused is shown with what failed; the one that passed is the suggestion itself.
    [attempt] = shown["attempts"]
    assert {rule["rule"] for rule in attempt["guardrails"] if not rule["passed"]} >= {
        "variables",
        "links_and_secrets",
    }

    body = {"revision": shown["revision"], "notes": "Let us try"}
    done = granted(await review.post("approve", body))

    # One who is asked twice, or asks twice, is told what became of it.
    problem = refused(await review.post("approve", body), 409, "EDIT_CONFLICT")
    after = await review.read()
    version, first = (await review.versions())[:2]
    [(parent,)] = rows(
        world.url, "SELECT parent_id FROM prompt_versions WHERE id = %s", version["id"]
    )
    assert (version["number"], version["origin"]) == (2, "suggested")
    assert str(parent) == first["id"]
    # Who approves it stands for it.
    assert version["author"] == after["reviews"][0]["reviewer"]
    assert (version["id"], version["changelog"]) == (done["version"]["id"], NOTE)
    assert (await review.content())["messages"][0]["content"] == PROMPT.replace(*EMPATHY).replace(
        *STEPS
    )
    assert problem["details"]["decision"] == "approve"
    assert problem["details"]["reviewer"] == after["reviews"][0]["reviewer"]
    assert (after["state"], after["applied"]["number"]) == ("applied", 2)
    assert after["next"] == {"id": done["iteration"], "number": 2}
    assert (done["ended"], after["reviews"][0]["notes"]) == (None, "Let us try")
    assert states(world, review) == [(1, "completed"), (2, "pending")]
    [entry] = await review.audit("suggestion.approved")
    assert entry["changes"]["version_id"]["new"] == version["id"]
    [(plan,)] = rows(
        world.url,
        "SELECT r.plan FROM runs r JOIN iterations i ON i.run_id = r.id WHERE i.id = %s",
        done["iteration"],
    )
    assert {column["version"] for column in plan["columns"]} == {version["id"]}


async def test_what_is_carried_over_is_all_but_the_text(world: World) -> None:
    """FR-PR-002.5"""
    desk = await a_run_desk(world, content=PROMPT)
    tool = {"name": "look_up", "description": "Looks up an order", "parameters": {"type": "object"}}
    shots = [{"user": "Hello", "assistant": "Good day"}]
    content = {
        "system": "You are kind.",
        "few_shots": shots,
        "tools": [tool],
        "messages": [{"role": "user", "content": PROMPT}],
        "parameters": {"temperature": 0.5},
    }
    path = f"{desk.path}/prompts/{desk.prompt}"
    granted(await desk.browser.patch(path, json={"content": content, "revision": 1}))
    run = await desk.start()
    end_run(world.url, run["id"])
    waiting = await put_suggestion(
        world.ctx.work, desk.project, RunId(UUID(run["id"])), world.clock.now()
    )
    review = Review(desk=desk, waiting=waiting)
    shown = await review.read()

    granted(await review.post("approve", {"revision": shown["revision"]}))

    made = await review.content()
    assert shown["base"]["text"].startswith(
        "=== system ===\nYou are kind.\n=== message 1, user ==="
    )
    assert (made["system"], made["few_shots"]) == ("You are kind.", shots)
    assert (made["tools"][0]["name"], made["parameters"]["temperature"]) == ("look_up", 0.5)
    assert made["messages"][0]["content"] == PROMPT.replace(*EMPATHY).replace(*STEPS)


async def test_of_two_people_who_decide_at_once_one_wins_and_the_other_is_told(
    world: World,
) -> None:
    """16: two people approve and reject at the same time."""
    review = await a_review(world)
    ada, bob = await review.person("REVIEWER"), await review.person("EDITOR")
    revision = (await review.read())["revision"]

    async with asyncio.TaskGroup() as both:
        approving = both.create_task(review.post("approve", {"revision": revision}, ada.browser))
        rejecting = both.create_task(
            review.post("reject", {"revision": revision, "reason": "Too vague"}, bob.browser)
        )
    yes, no = approving.result(), rejecting.result()

    [review_row] = (await review.read())["reviews"]
    assert sorted((yes.status_code, no.status_code)) in ([200, 409], [204, 409])
    lost = yes if yes.status_code == 409 else no
    problem = refused(lost, 409, "EDIT_CONFLICT")
    assert problem["details"]["reviewer"] == review_row["reviewer"]
    assert problem["details"]["decision"] == review_row["decision"]
    assert review_row["reviewer"] in problem["message"]
    # Nothing of the loser's decision is left.
    won = "suggestion.approved" if yes.is_success else "suggestion.rejected"
    assert len(await review.audit(won)) == 1
    assert len(await review.versions()) == (2 if yes.is_success else 1)
    assert len(states(world, review)) == (2 if yes.is_success else 1)


async def test_rejecting_takes_a_reason_and_leaves_the_next_step_to_a_person(world: World) -> None:
    """FR-PR-002.6, FR-PR-002.12"""
    review = await a_review(world)
    revision = (await review.read())["revision"]

    refused(await review.post("reject", {"revision": revision, "reason": "  "}), 400, "BAD_REQUEST")
    answer = await review.post("reject", {"revision": revision, "reason": "Says nothing new"})

    assert answer.status_code == 204, answer.text
    after = await review.read()
    assert (after["state"], after["applied"], after["next"]) == ("rejected", None, None)
    assert [(each["decision"], each["notes"]) for each in after["reviews"]] == [
        ("reject", "Says nothing new")
    ]
    experiment = await review.experiment()
    assert experiment["state"] == "paused"
    assert "ask for another suggestion" in experiment["waiting_for"]
    assert states(world, review) == [(1, "completed")]
    assert len(await review.versions()) == 1
    [entry] = await review.audit("suggestion.rejected")
    assert entry["changes"]["reason"]["new"] == "Says nothing new"
    queue = granted(await review.desk.browser.get(f"{review.desk.path}/suggestions?state=pending"))
    assert queue["total"] == 0


@pytest.mark.parametrize(("hunk", "kept"), [(0, EMPATHY), (1, STEPS)])
async def test_some_of_the_changes_can_be_taken(
    world: World, hunk: int, kept: tuple[str, str]
) -> None:
    review = await a_review(world)
    revision = (await review.read())["revision"]
    checked = granted(await review.post("check", {"hunks": [hunk]}))

    assert (checked["ok"], checked["text"]) == (True, PROMPT.replace(*kept))
    assert len(checked["hunks"]) == 1
    refused(await review.post("approve", {"revision": revision, "hunks": []}), 400, "BAD_REQUEST")
    refused(await review.post("approve", {"revision": revision, "hunks": [7]}), 400, "BAD_REQUEST")
    granted(await review.post("approve", {"revision": revision, "hunks": [hunk]}))

    made = await review.content()
    assert made["messages"][0]["content"] == PROMPT.replace(*kept)
    [entry] = await review.audit("suggestion.approved")
    assert entry["changes"]["hunks"]["new"] == [hunk]


async def test_an_edit_passes_guardrails_too_and_only_its_size_can_be_insisted_on(
    world: World,
) -> None:
    review = await a_review(world)
    revision = (await review.read())["revision"]
    broken = PROMPT.replace("{{question}}", "the question")
    large = PROMPT.replace(
        "- Use plain words",
        "- " + "Be kind and patient at all times. " * 12 + "\n- Use plain words",
    )

    checked = granted(await review.post("check", {"text": broken}))
    failed = {rule["rule"] for rule in checked["guardrails"] if not rule["passed"]}
    assert (checked["ok"], failed) == (False, {"variables"})
    for text, anyway, rule in (
        (broken, False, "variables"),
        (broken, True, "variables"),
        (large, False, "characters"),
    ):
        body = {"revision": revision, "text": text, "anyway": anyway}
        problem = refused(await review.post("approve", body), 422, "GUARDRAIL_FAILED")
        assert rule in problem["details"]["guardrails"]
    assert states(world, review) == [(1, "reviewing")]

    body = {"revision": revision, "text": large, "anyway": True, "notes": "I know"}
    done = granted(await review.post("approve", body))

    assert (await review.read())["reviews"][0]["decision"] == "edit"
    made = await review.content()
    assert made["messages"][0]["content"] == large
    assert done["iteration"] is not None
    [entry] = await review.audit("suggestion.approved")
    assert "characters" in entry["changes"]["anyway"]["new"]


async def test_text_of_a_case_cannot_be_put_into_the_prompt(world: World) -> None:
    desk = await a_run_desk(
        world,
        {"values": {"question": "My lamp came broken and nobody answers the phone at all"}},
        content=PROMPT,
    )
    run = await desk.start()
    end_run(world.url, run["id"])
    waiting = await put_suggestion(
        world.ctx.work, desk.project, RunId(UUID(run["id"])), world.clock.now()
    )
    review = Review(desk=desk, waiting=waiting)
    text = PROMPT.replace(
        "- Use plain words", "- Do not say: nobody answers the phone at all. Use plain words"
    )

    body = {"revision": 1, "text": text, "anyway": True}
    problem = refused(await review.post("approve", body), 422, "GUARDRAIL_FAILED")

    assert problem["details"]["guardrails"] == ["copied_text"]


async def test_nothing_is_decided_while_an_iteration_runs(world: World) -> None:
    """What runs was begun without this change."""
    review = await a_review(world)
    revision = (await review.read())["revision"]
    execute(
        world.url,
        "INSERT INTO iterations (id, project_id, experiment_id, number, state, version_id, version_number,"
        " partial, notes, stages, created_at) SELECT gen_random_uuid(), project_id, experiment_id, 2,"
        " 'executing', version_id, 1, false, '[]', '[]', now() FROM iterations"
        f" WHERE id = '{review.waiting.iteration}'",
    )

    locked = (await review.read())["locked_because"]
    for rest, body in (("approve", {}), ("reject", {"reason": "No"})):
        problem = refused(
            await review.post(rest, {"revision": revision, **body}), 409, "WRONG_STATE"
        )
        assert problem["message"] == locked
    assert locked == "Iteration 2 is running. You can decide when it has finished."
    assert (await review.read())["state"] == "pending"


async def test_the_last_iteration_allowed_ends_the_experiment_with_the_version_made(
    world: World,
) -> None:
    """FR-IL-001: stop rules are asked anew when somebody decides."""
    review = await a_review(world, rules=StopRules(max_iterations=1))

    done = granted(await review.post("approve", {"revision": 1}))

    assert (done["iteration"], done["ended"]) == (None, "Maximum iterations reached")
    experiment = await review.experiment()
    assert (experiment["state"], experiment["end"]["kind"]) == ("completed", "max_iterations")
    assert len(await review.versions()) == 2
    after = await review.read()
    assert (after["state"], after["next"]) == ("applied", None)


async def test_who_may_read_talk_and_decide(world: World) -> None:
    """FR-UM-003.7, FR-UM-003.8, FR-PR-002.10: the rest of it is in the permission matrix."""
    review = await a_review(world)
    viewer, reviewer = await review.person("VIEWER"), await review.person("REVIEWER")

    assert (await review.read(viewer.browser))["state"] == "pending"
    for rest, body in (("approve", {"revision": 1}), ("check", {}), ("comments", {"text": "Hm"})):
        refused(await review.post(rest, body, viewer.browser), 403, "FORBIDDEN")
    said = granted(
        await review.post("comments", {"text": "Why <b>two</b>?"}, reviewer.browser), 201
    )

    [comment] = (await review.read())["comments"]
    assert comment == said
    assert comment["text"] == "Why <b>two</b>?"
    [entry] = await review.audit("suggestion.commented")
    assert entry["changes"]["comment"]["new"] == "Why <b>two</b>?"
    granted(await review.post("approve", {"revision": 1}, reviewer.browser))
    feed = granted(await review.desk.browser.get(f"{review.desk.path}/activity"))["items"]
    told = [each for each in feed if each["type"].startswith("suggestion.")]
    assert [each["type"] for each in told] == ["suggestion.decided", "suggestion.commented"]
    assert told[0]["data"]["number"] == 1


async def test_what_guardrails_blocked_is_shown_and_cannot_be_approved(world: World) -> None:
    review = await a_review(world, state=SuggestionState.BLOCKED)

    refused(await review.post("approve", {"revision": 1}), 409, "WRONG_STATE")

    assert (await review.read())["state"] == "blocked"
    assert len(await review.versions()) == 1


async def test_a_draft_that_somebody_writes_is_left_alone(world: World) -> None:
    review = await a_review(world)
    path = f"{review.desk.path}/prompts/{review.desk.prompt}"
    prompt = granted(await review.desk.browser.get(path))
    mine = {"messages": [{"role": "user", "content": "My own words {{question}}"}]}
    granted(
        await review.desk.browser.patch(
            path, json={"content": mine, "revision": prompt["revision"]}
        )
    )

    granted(await review.post("approve", {"revision": 1}))

    after = granted(await review.desk.browser.get(path))
    assert (after["latest"], after["clean"]) == (2, False)
    assert after["draft"]["messages"][0]["content"] == "My own words {{question}}"


async def test_a_counterexample_goes_into_the_dataset_and_not_into_this_experiment(
    world: World,
) -> None:
    """FR-PR-002.9"""
    review = await a_review(world)
    shown = await review.read()
    case = {"values": {"question": "And at night?"}, "tags": ["counterexample"]}
    path = f"{review.desk.path}/datasets/{shown['dataset']}/cases"

    granted(await review.desk.browser.post(path, json={"cases": [case]}), 201)
    done = granted(await review.post("approve", {"revision": 1}))

    cases = granted(await review.desk.browser.get(path))["items"]
    assert [each["tags"] for each in cases][-1] == ["counterexample"]
    [(count,)] = rows(
        world.url,
        "SELECT count(*) FROM run_cases k JOIN iterations i ON i.run_id = k.run_id WHERE i.id = %s",
        done["iteration"],
    )
    assert (len(cases), count) == (4, 3)


async def test_a_suggestion_of_another_project_is_not_found(world: World) -> None:
    review = await a_review(world)
    stranger = await world.person()
    own = await stranger.create_project("Elsewhere")

    answer = await stranger.browser.get(
        f"{API}/projects/{own['slug']}/suggestions/{review.waiting.suggestion}"
    )

    refused(answer, 404, "NOT_FOUND")
