"""Who may decide about a protected label and its prompt, which runs count, and what a certificate says about judges."""

from typing import Any

from tests.support.answers import granted, refused
from tests.support.boards import Grade, grade_run
from tests.support.executions import run_now
from tests.support.judging import a_judge_in, a_rubric, as_scorer
from tests.support.people import machine, make_token
from tests.support.promotions import (
    CASES,
    PromotionDesk,
    a_promoted_desk,
    a_promotion_desk,
    but,
    same,
)
from tests.support.results import EXACT
from tests.support.saved_suites import save
from tests.support.sql import execute
from tests.support.world import World


async def test_who_saves_a_version_with_a_token_does_not_approve_it(world: World) -> None:
    desk = await a_promoted_desk(world)
    secret = (await make_token(desk.runs.owner, desk.runs.slug))["secret"]
    await desk.version("Written by a token", by=machine(world, secret))
    await desk.run(2, but(20, 0.9))
    ada = await desk.member("Ada")
    asked = await desk.requested(2, by=machine(world, secret))

    refused(await desk.approve(asked), 403, "FORBIDDEN")
    done = granted(await desk.approve(asked, by=ada.browser))

    assert (done["state"], done["author_approved"]) == ("APPROVED", False)


async def test_the_name_of_a_prompt_with_a_protected_label_needs_an_admin(world: World) -> None:
    desk = await a_promoted_desk(world)
    editor = await desk.member("Eddie", "EDITOR")
    token = machine(
        world, (await make_token(desk.runs.owner, desk.runs.slug, "ADMIN", name="Admin"))["secret"]
    )
    named = {"name": "Another name"}

    for browser in (editor.browser, token):
        refused(await browser.patch(desk.prompt, json=named), 409, "LABEL_PROTECTED")
        refused(await browser.delete(desk.prompt), 409, "LABEL_PROTECTED")
    granted(await editor.browser.patch(desk.prompt, json={"description": "For support"}))

    ada = await desk.member("Ada")
    assert granted(await ada.browser.patch(desk.prompt, json=named))["name"] == "Another name"
    assert (await ada.browser.delete(desk.prompt)).status_code == 204


async def _execute(desk: PromotionDesk, suite: dict[str, Any], grade: Grade) -> None:
    started = await run_now(desk.runs, suite)
    run = await desk.runs.read({"id": started["run_id"]})
    await grade_run(
        desk.runs, run, grade, cases=CASES, text=lambda case, _: f"{run['number']} {case}"
    )
    # As a worker does when the run ends.
    done = f"UPDATE executions SET state = 'completed', finished_at = now() WHERE run_id = '{run['id']}'"
    execute(desk.world.url, done)


async def test_only_runs_of_the_required_suite_count(world: World) -> None:
    desk = await a_promoted_desk(world)
    suite = await save(desk.runs, "Release check", scorers=[EXACT])
    await desk.protect({"suite": suite["id"]})
    # A suite runs the newest version, which still is the one with the label.
    await _execute(desk, suite, same)
    await desk.version("Better")
    await desk.run(2, but(20, 0.9))

    answer = refused(await desk.request(2), 422, "PROMOTION_NOT_READY")
    assert "no completed run of the required suite" in answer["message"]

    await _execute(desk, suite, but(20, 0.9))
    asked = await desk.requested(2)

    assert asked["verdict"] == "better"


async def test_a_certificate_names_the_judges_with_their_passports(world: World) -> None:
    desk = await a_promotion_desk(world)
    rubric = await a_rubric(desk.browser, desk.runs.path)
    judge = await a_judge_in(desk.browser, desk.runs.path, desk.runs.models[0], rubric["id"])
    await desk.run(1, scorers=[EXACT, as_scorer(judge)])

    done = await desk.promoted(1)

    path = f"{desk.runs.path}/promotions/{done['id']}/certificate"
    [found] = granted(await desk.browser.get(path))["content"]["run"]["judges"]
    assert (found["id"], found["name"], found["version"]) == (judge["id"], "Strict", 1)
    assert found["passport"]["labels"] == 0
    assert found["passport"]["badge"]
