"""A protected label moves only by a promotion: evidence, approval, override, rollback."""

import pytest

from tests.support.answers import granted, refused
from tests.support.people import machine, make_token
from tests.support.promotions import a_promoted_desk, a_promotion_desk, but
from tests.support.sql import execute, rows
from tests.support.world import World


async def test_new_projects_protect_production_and_settings_change_it(world: World) -> None:
    owner = await world.person("Olga")
    made = granted(await owner.browser.post("/api/v1/projects", json={"name": "New"}), 201)
    rule = {
        "label": "production",
        "suite": None,
        "margin": 0.02,
        "minimum_effect": 0.0,
        "approver_role": "ADMIN",
        "author_may_approve": False,
    }
    assert made["settings"]["protected_labels"] == [rule]
    path = f"/api/v1/projects/{made['slug']}"

    body = {"settings": {"protected_labels": [{"label": "live", "margin": 0.1}]}}
    changed = granted(await owner.browser.patch(path, json=body))

    assert changed["settings"]["protected_labels"] == [{**rule, "label": "live", "margin": 0.1}]
    assert changed["settings"]["retention_days"] == made["settings"]["retention_days"]
    [entry] = [
        one
        for one in granted(await owner.browser.get(f"{path}/audit"))["items"]
        if one["action"] == "project.updated"
    ]
    assert entry["changes"]["protected_labels"]["old"] == [rule]
    for wrong in (
        [{"label": "Live"}],
        [{"label": "latest"}],
        [{"label": "a"}, {"label": "a"}],
        [{"label": "a", "margin": 1.1}],
        [{"label": "a", "approver_role": "VIEWER"}],
    ):
        body = {"settings": {"protected_labels": wrong}}
        refused(await owner.browser.patch(path, json=body), 400, "BAD_REQUEST")
    body = {"settings": {"protected_labels": [{"label": "a", "suite": made["id"]}]}}
    refused(await owner.browser.patch(path, json=body), 404, "NOT_FOUND")


async def test_a_version_gets_its_first_label_and_the_next_one_on_evidence(world: World) -> None:
    desk = await a_promotion_desk(world)

    found = await desk.check(1)
    first = await desk.promoted(1)

    assert (found["protected"], found["kind"], found["current_number"]) == (True, "FIRST", None)
    assert (found["may_request"], found["may_approve"], found["may_override"]) == (True,) * 3
    assert [one["met"] for one in found["requirements"]] == [True, True]
    assert (first["state"], first["kind"], first["from_number"]) == ("APPROVED", "FIRST", None)
    assert await desk.production() == 1
    assert await desk.version("Better") == 2
    run = await desk.run(2, but(20, 0.9))

    found = await desk.check(2)
    asked = await desk.requested(2, note="Shorter answers")
    waiting = await desk.read(asked)
    done = granted(await desk.approve(asked))

    assert (found["verdict"], found["run"], found["kind"]) == ("better", run["id"], "CHECKED")
    assert (waiting["state"], waiting["note"]) == ("WAITING", "Shorter answers")
    assert (waiting["may_approve"], waiting["may_reject"], waiting["may_withdraw"]) == (True,) * 3
    assert [one["name"] for one in waiting["requirements"]] == [
        "version",
        "holder",
        "run",
        "baseline",
        "verdict",
    ]
    assert (done["state"], done["verdict"], done["from_number"]) == ("APPROVED", "better", 1)
    assert (done["author_approved"], done["decided_by"]["name"]) == (True, "person1")
    assert await desk.production() == 2
    listed = granted(await desk.browser.get(f"{desk.runs.path}/promotions"))["items"]
    assert [one["number"] for one in listed] == [2, 1]
    path = f"{desk.runs.path}/promotions/{done['id']}/certificate"
    document = (await desk.browser.get(path)).json()
    assert document["signature"] is None
    assert document["content"]["version"]["number"] == 2
    assert document["content"]["previous"]["number"] == 1
    assert document["content"]["run"]["id"] == run["id"]
    moved = [
        change["production"]
        for (change,) in rows(
            world.url, "SELECT changes FROM audit_log WHERE action = 'label.moved' ORDER BY number"
        )
    ]
    assert moved == [{"old": None, "new": 1}, {"old": 1, "new": 2}]


async def test_every_other_way_is_refused(world: World) -> None:
    desk = await a_promoted_desk(world)
    label = f"{desk.prompt}/labels/production"

    for answer in (
        await desk.browser.put(label, json={"number": 1}),
        await desk.browser.delete(label),
    ):
        error = refused(answer, 409, "LABEL_PROTECTED")
        assert error["details"]["route"].endswith("/promotions")
    granted(await desk.browser.put(f"{desk.prompt}/labels/staging", json={"number": 1}))
    body = {"label": "staging", "number": 1}
    refused(await desk.browser.post(f"{desk.prompt}/promotions", json=body), 409, "WRONG_STATE")
    assert await desk.production() == 1


@pytest.mark.parametrize(("changed", "to"), [(20, 0.1), (3, 0.1)])
async def test_a_version_that_is_worse_or_uncertain_is_refused(
    world: World, changed: int, to: float
) -> None:
    desk = await a_promoted_desk(world)
    await desk.version("Worse")
    await desk.run(2, but(changed, to))

    found = await desk.check(2)

    error = refused(await desk.request(2), 422, "PROMOTION_NOT_READY")
    assert error["message"] == found["sentence"]
    assert error["details"]["requirements"] == found["requirements"]
    assert [one["name"] for one in found["requirements"] if not one["met"]] == ["verdict"]
    assert (found["may_request"], found["may_approve"]) == (False, False)
    assert await desk.production() == 1


async def test_without_a_run_of_the_version_or_its_holder_nothing_is_requested(
    world: World,
) -> None:
    desk = await a_promoted_desk(world)
    await desk.version("No run")
    found = await desk.check(2)
    assert [one["name"] for one in found["requirements"] if not one["met"]] == ["run"]
    refused(await desk.request(2), 422, "PROMOTION_NOT_READY")
    # Other parameters than the run of version 1 had: it is another target.
    other = {"model": desk.runs.models[0], "parameters": {"temperature": 1}}
    await desk.run(2, targets=[other])
    found = await desk.check(2)
    assert [one["name"] for one in found["requirements"] if not one["met"]] == ["baseline"]
    refused(await desk.request(2), 422, "PROMOTION_NOT_READY")


async def test_settings_decide_about_margin_and_improvement(world: World) -> None:
    desk = await a_promoted_desk(world)
    await desk.version("Nearly the same")
    await desk.run(2, but(3, 0.1))
    assert (await desk.check(2))["verdict"] == "cannot_tell"

    await desk.protect({"margin": 0.1})
    assert (await desk.check(2))["verdict"] == "not_worse"
    await desk.protect({"margin": 0.1, "minimum_effect": 0.05})
    found = await desk.check(2)
    assert "requires an improvement of at least" in found["sentence"]
    refused(await desk.request(2), 422, "PROMOTION_NOT_READY")
    await desk.run(2, but(40, 0.9))
    assert (await desk.check(2))["may_request"] is True


async def test_a_token_requests_but_does_not_approve(world: World) -> None:
    desk = await a_promotion_desk(world)
    secret = (await make_token(desk.runs.owner, desk.runs.slug, "ADMIN"))["secret"]
    token = machine(world, secret)

    asked = await desk.requested(1, by=token)

    assert asked["requested_by"] == {"id": None, "name": "CI"}
    refused(await desk.approve(asked, by=token), 403, "FORBIDDEN")
    body = {"label": "production", "number": 1, "reason": "Customers wait for this correction."}
    refused(await token.post(f"{desk.prompt}/promotions/override", json=body), 403, "FORBIDDEN")
    refused(await desk.roll_back(by=token), 403, "FORBIDDEN")
    assert await desk.production() is None
    granted(await desk.approve(asked))


async def test_the_author_approves_only_without_another_approver(world: World) -> None:
    desk = await a_promotion_desk(world)
    alone = await desk.requested(1)
    assert alone["may_approve"] is True
    other = await desk.member("Ada")
    reviewer = await desk.member("Rita", "REVIEWER")

    refused(await desk.approve(alone), 403, "FORBIDDEN")
    refused(await desk.approve(alone, by=reviewer.browser), 403, "FORBIDDEN")
    assert (await desk.read(alone))["may_approve"] is False
    # Who requests a version of another person is an author too: nobody else is left.
    granted(await desk.browser.post(f"{desk.runs.path}/promotions/{alone['id']}/withdraw"))
    asked = await desk.requested(1, by=other.browser)
    done = granted(await desk.approve(asked, by=other.browser))

    assert done["author_approved"] is True


async def test_settings_let_the_author_approve(world: World) -> None:
    desk = await a_promotion_desk(world, {"author_may_approve": True})
    await desk.member("Ada")

    done = await desk.promoted(1)

    assert (done["state"], done["author_approved"]) == ("APPROVED", True)


async def test_the_approver_role_is_that_of_the_settings(world: World) -> None:
    desk = await a_promotion_desk(world, {"approver_role": "REVIEWER"})
    reviewer = await desk.member("Rita", "REVIEWER")
    asked = await desk.requested(1)

    done = granted(await desk.approve(asked, by=reviewer.browser))

    assert (done["author_approved"], done["decided_by"]["name"]) == (False, "Rita")


async def test_approval_checks_everything_again(world: World) -> None:
    desk = await a_promoted_desk(world)
    await desk.version("Two")
    await desk.run(2, but(20, 0.9))
    await desk.version("Three")
    await desk.run(3, but(20, 0.95))
    second, third = await desk.requested(2), await desk.requested(3)
    granted(await desk.approve(second))

    error = refused(await desk.approve(third), 422, "PROMOTION_NOT_READY")

    assert "was held by version 1" in error["message"]
    assert await desk.production() == 2
    assert [one["name"] for one in (await desk.read(third))["requirements"] if not one["met"]] == [
        "holder"
    ]


async def test_a_version_that_was_changed_in_the_database_is_refused(world: World) -> None:
    desk = await a_promotion_desk(world)
    asked = await desk.requested(1)
    execute(
        world.url,
        "ALTER TABLE prompt_versions DISABLE TRIGGER USER",
        """UPDATE prompt_versions SET content = '{"system": "Obey"}'""",
        "ALTER TABLE prompt_versions ENABLE TRIGGER USER",
    )

    error = refused(await desk.approve(asked), 422, "PROMOTION_NOT_READY")

    assert "was changed after it was saved" in error["message"]
    refused(await desk.override(1), 422, "PROMOTION_NOT_READY")
    assert await desk.production() is None


async def test_an_override_needs_an_admin_and_a_reason(world: World) -> None:
    desk = await a_promoted_desk(world)
    await desk.version("No run")
    editor = await desk.member("Edna", "EDITOR")

    refused(await desk.override(2, "Because"), 400, "BAD_REQUEST")
    refused(await desk.override(2, " " * 30), 400, "BAD_REQUEST")
    body = {"label": "production", "number": 2, "reason": "Customers wait for this correction."}
    path = f"{desk.prompt}/promotions/override"
    refused(await editor.browser.post(path, json=body), 403, "FORBIDDEN")
    done = granted(await desk.override(2), 201)

    assert (done["kind"], done["state"], done["run"]) == ("OVERRIDE", "APPROVED", None)
    assert done["reason"] == "Customers wait for this correction."
    assert await desk.production() == 2
    refused(await desk.override(2), 409, "NOTHING_CHANGED")


async def test_rollbacks_go_back_step_by_step(world: World) -> None:
    desk = await a_promoted_desk(world)
    refused(await desk.roll_back(), 409, "WRONG_STATE")
    for text in ("Two", "Three"):
        granted(await desk.override(await desk.version(text)), 201)
    editor = await desk.member("Edna", "EDITOR")

    refused(await desk.roll_back(by=editor.browser), 403, "FORBIDDEN")
    first = granted(await desk.roll_back(), 201)
    assert (first["kind"], first["number"], first["from_number"]) == ("ROLLBACK", 2, 3)
    assert granted(await desk.roll_back(), 201)["number"] == 1

    refused(await desk.roll_back(), 409, "WRONG_STATE")
    assert await desk.production() == 1


async def test_a_promotion_is_rejected_or_withdrawn_once(world: World) -> None:
    desk = await a_promotion_desk(world)
    asked = await desk.requested(1)
    refused(await desk.request(1), 409, "WRONG_STATE")
    editor = await desk.member("Edna", "EDITOR")
    path = f"{desk.runs.path}/promotions/{asked['id']}"

    refused(await editor.browser.post(f"{path}/withdraw"), 403, "FORBIDDEN")
    refused(await desk.browser.post(f"{path}/reject", json={"note": ""}), 400, "BAD_REQUEST")
    rejected = granted(await desk.browser.post(f"{path}/reject", json={"note": "Too slow"}))

    assert (rejected["state"], rejected["reason"]) == ("REJECTED", "Too slow")
    for answer in (
        await desk.approve(asked),
        await desk.browser.post(f"{path}/withdraw"),
        await desk.browser.post(f"{path}/reject", json={"note": "Again"}),
    ):
        refused(answer, 409, "WRONG_STATE")
    refused(await desk.browser.get(f"{path}/certificate"), 404, "NOT_FOUND")
    again = await desk.requested(1)
    withdrawn = granted(
        await desk.browser.post(f"{desk.runs.path}/promotions/{again['id']}/withdraw")
    )
    assert withdrawn["state"] == "WITHDRAWN"
    assert await desk.production() is None
    query = {"state": "REJECTED"}
    listed = granted(await desk.browser.get(f"{desk.runs.path}/promotions", params=query))
    assert [one["id"] for one in listed["items"]] == [asked["id"]]


async def test_both_versions_may_be_in_one_run(world: World) -> None:
    desk = await a_promoted_desk(world)
    await desk.version("Two")
    prompt = desk.runs.prompt

    def grade(case: int, column: int) -> float:
        return 0.9 if column else 0.5

    run = await desk.run(
        2,
        grade,
        versions=[{"prompt": prompt, "number": 1}, {"prompt": prompt, "number": 2}],
    )

    found = await desk.check(2)

    assert (found["verdict"], found["run"], found["baseline_run"]) == (
        "better",
        run["id"],
        run["id"],
    )
