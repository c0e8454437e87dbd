"""Who may have questions judged, and say what becomes of them."""

from typing import Any

from sqlalchemy import text

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API

NO_VERDICT = """
    INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, doubt, problem)
    VALUES (:run, 0, 0, 'not_scored', 0, 0, 0, 0, 0, 'unreadable')
"""


def about_questions(rest: str, json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        dataset, _ = await at.house.dataset(at.project)
        return Request(path=f"{API}/projects/{at.project}/datasets/{dataset}{rest}", json=json)

    return build


async def ask_judges(at: Situation) -> Request:
    dataset, _ = await at.house.dataset(at.project)
    judge = await at.house.judge(at.project)
    path = f"{API}/projects/{at.project}/datasets/{dataset}/question-reviews"
    return Request(path=path, json={"judges": [judge]})


def about_review(rest: str = "") -> Build:
    async def build(at: Situation) -> Request:
        dataset, run = await at.house.question_review(at.project)
        path = f"{API}/projects/{at.project}/datasets/{dataset}/question-reviews/{run}{rest}"
        return Request(path=path)

    return build


async def ask_judges_again(at: Situation) -> Request:
    """Where the judge gave no usable verdict."""
    dataset, run = await at.house.question_review(at.project)
    async with at.house.world.database.engine.begin() as connection:
        await connection.execute(text(NO_VERDICT), {"run": run})
    path = f"{API}/projects/{at.project}/datasets/{dataset}/question-reviews/{run}/retry"
    return Request(path=path)


async def dismiss(at: Situation) -> Request:
    dataset, case = await at.house.dataset(at.project)
    path = f"{API}/projects/{at.project}/datasets/{dataset}/quality/dismissals"
    return Request(path=path, json={"case": case, "kind": "flat"})


async def undismiss(at: Situation) -> Request:
    dataset, case = await at.house.dataset(at.project)
    path = f"{API}/projects/{at.project}/datasets/{dataset}/quality/dismissals/{case}/flat"
    return Request(path=path)


async def retire(at: Situation) -> Request:
    dataset, case = await at.house.dataset(at.project)
    path = f"{API}/projects/{at.project}/datasets/{dataset}/quality/retire"
    return Request(path=path, json={"cases": [case]})


QUESTIONS = (
    # Judges cost money.
    declared("review_questions", Member("EDITOR"), 202, ask_judges),
    declared("list_question_reviews", Member("VIEWER"), 200, about_questions("/question-reviews")),
    declared("read_question_review", Member("VIEWER"), 200, about_review()),
    declared("retry_question_review", Member("EDITOR"), 200, ask_judges_again),
    declared("read_question_quality", Member("VIEWER"), 200, about_questions("/quality")),
    declared("read_question_points", Member("VIEWER"), 200, about_questions("/quality/points")),
    declared("dismiss_suspicion", Member("EDITOR"), 204, dismiss),
    declared("undismiss_suspicion", Member("EDITOR"), 204, undismiss),
    declared("retire_questions", Member("EDITOR"), 200, retire),
    declared(
        "list_question_generators",
        Member("VIEWER"),
        200,
        in_project("/question-quality/by-generator"),
    ),
)
