"""Who may do what with rubrics and judges."""

from itertools import count

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.judging import a_criterion, judge_body, rubric_body
from tests.support.world import API

OTHER = [a_criterion("Tone"), a_criterion("Brevity")]
_numbers = count(1)


async def a_new_rubric(at: Situation) -> Request:
    body = rubric_body(name=f"Mine {next(_numbers)}")
    return Request(path=f"{API}/projects/{at.project}/rubrics", json=body)


def about_rubric(rest: str = "") -> Build:
    async def build(at: Situation) -> Request:
        rubric = await at.house.rubric(at.project)
        return Request(path=f"{API}/projects/{at.project}/rubrics/{rubric}{rest}")

    return build


async def another_rubric(at: Situation) -> Request:
    rubric = await at.house.rubric(at.project)
    body = rubric_body(name=f"Other {next(_numbers)}", criteria=OTHER)
    return Request(path=f"{API}/projects/{at.project}/rubrics/{rubric}/versions", json=body)


def about_judge(rest: str = "") -> Build:
    async def build(at: Situation) -> Request:
        judge = await at.house.judge(at.project)
        return Request(path=f"{API}/projects/{at.project}/judges/{judge}{rest}")

    return build


async def a_new_judge(at: Situation) -> Request:
    model = str(await at.house.model(at.project))
    body = judge_body(model, None, name=f"Mine {next(_numbers)}")
    return Request(path=f"{API}/projects/{at.project}/judges", json=body)


async def another_version(at: Situation) -> Request:
    judge, model = await at.house.judge(at.project), str(await at.house.model(at.project))
    body = judge_body(model, None, name=f"Other {next(_numbers)}")
    return Request(path=f"{API}/projects/{at.project}/judges/{judge}/versions", json=body)


async def an_exam(at: Situation) -> Request:
    judge, run = await at.house.judge(at.project), await at.house.run(at.project)
    await at.house.add_scorer(at.project, run, {"kind": "judge", "judge": judge})
    body = {"run": run, "cells": 1, "kinds": ["repeat"]}
    return Request(path=f"{API}/projects/{at.project}/judges/{judge}/exams", json=body)


async def passport_sizes(at: Situation) -> Request:
    judge, run = await at.house.judge(at.project), await at.house.run(at.project)
    await at.house.add_scorer(at.project, run, {"kind": "judge", "judge": judge})
    path = f"{API}/projects/{at.project}/judges/{judge}/passport-sizes?run={run}"
    return Request(path=path)


JUDGES = (
    declared("list_rubrics", Member("VIEWER"), 200, in_project("/rubrics")),
    declared("create_rubric", Member("EDITOR"), 201, a_new_rubric),
    declared("read_rubric", Member("VIEWER"), 200, about_rubric()),
    declared("save_rubric_version", Member("EDITOR"), 201, another_rubric),
    declared("archive_rubric", Member("EDITOR"), 204, about_rubric()),
    declared("list_judges", Member("VIEWER"), 200, in_project("/judges")),
    declared("create_judge", Member("EDITOR"), 201, a_new_judge),
    declared("read_judge", Member("VIEWER"), 200, about_judge()),
    declared("save_judge_version", Member("EDITOR"), 201, another_version),
    declared("archive_judge", Member("EDITOR"), 204, about_judge()),
    declared("read_passport", Member("VIEWER"), 200, about_judge("/passport")),
    declared("list_passport_sizes", Member("EDITOR"), 200, passport_sizes),
    # An exam asks the judge's model, which costs money.
    declared("examine_judge", Member("EDITOR"), 202, an_exam),
)
