"""Rubrics and judges of a project, created through the API."""

from typing import Any

import httpx

from tests.support.answers import granted


def a_criterion(name: str, **changes: Any) -> dict[str, Any]:
    body: dict[str, Any] = {
        "name": name,
        "description": f"How good the answer is at {name.lower()}",
        "weight": 0.5,
        "scale": 5,
        "levels": {"0": "Not at all", "5": "Fully"},
    }
    return {**body, **changes}


def rubric_body(**changes: Any) -> dict[str, Any]:
    body: dict[str, Any] = {
        "name": "Quality",
        "criteria": [a_criterion("Accuracy"), a_criterion("Brevity")],
    }
    return {**body, **changes}


async def a_rubric(browser: httpx.AsyncClient, path: str, **changes: Any) -> dict[str, Any]:
    return granted(await browser.post(f"{path}/rubrics", json=rubric_body(**changes)), 201)


def judge_body(model: str, rubric: str | None, **changes: Any) -> dict[str, Any]:
    body: dict[str, Any] = {
        "name": "Strict",
        "mode": "pointwise" if rubric else "free_text",
        "model": model,
        "goal": "Answer the question",
        **({"rubric": rubric} if rubric else {"instructions": "Full marks if it is right"}),
    }
    return {**body, **changes}


async def a_judge_in(
    browser: httpx.AsyncClient, path: str, model: str, rubric: str | None, **changes: Any
) -> dict[str, Any]:
    body = judge_body(model, rubric, **changes)
    return granted(await browser.post(f"{path}/judges", json=body), 201)


def as_scorer(judge: dict[str, Any], **changes: Any) -> dict[str, Any]:
    kind = "pairwise" if judge["mode"] == "pairwise" else "judge"
    return {"kind": kind, "judge": judge["id"], **changes}
