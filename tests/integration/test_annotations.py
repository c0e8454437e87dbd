"""People label answers together: blind, each once, no seat given twice, and what they agree on becomes the grade."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest

from tests.support.answers import granted, refused
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, scored
from tests.support.people import machine, make_token
from tests.support.world import Person, World

SECRETS = (
    "gpt-4o-mini",
    "gpt-4o",
    "score",
    "ordinal",
    "model",
    "version",
    "0.37",
    "Judged harshly",
)


async def a_run(
    world: World, cases: int = 4, models: tuple[str, ...] = ("gpt-4o-mini", "gpt-4o")
) -> tuple[RunDesk, Any]:
    """Every cell has an answer and a score with a reason that gives it away."""
    desk = await a_run_desk(
        world,
        *(question(f"Case {number}", expected="Yes") for number in range(cases)),
        models=models,
    )
    run = await desk.start(scorers=[{"kind": "exact"}])
    cells = range(cases * len(models))
    await desk.finish(run, {ordinal: answer(f"Answer {ordinal}") for ordinal in cells})
    await desk.score(run, {(ordinal, 0): scored(0.37, "Judged harshly") for ordinal in cells})
    return desk, run


async def a_queue(desk: RunDesk, run: Any, **changes: Any) -> Any:
    body = {"run": run["id"], "name": "Tone", "ask": "thumbs", **changes}
    return granted(await desk.browser.post(f"{desk.path}/annotation-queues", json=body), 201)


class Annotator:
    """A person who works through a queue."""

    def __init__(self, desk: RunDesk, queue: Any, person: Person) -> None:
        self.person = person
        self._path = f"{desk.path}/annotation-queues/{queue['id']}"

    async def next(self) -> Any:
        return granted(await self.person.browser.post(f"{self._path}/next"))

    async def item(self) -> Any:
        return (await self.next())["item"]

    async def put(self, item: Any, **said: Any) -> Any:
        return await self.person.browser.put(f"{self._path}/items/{item['id']}/label", json=said)

    async def label(self, item: Any, **said: Any) -> Any:
        return granted(await self.put(item, **said))

    async def decide(self, item: Any, **said: Any) -> Any:
        path = f"{self._path}/items/{item['id']}/adjudication"
        return await self.person.browser.post(path, json=said)

    async def look(self, item: Any) -> Any:
        return granted(await self.person.browser.get(f"{self._path}/items/{item['id']}"))

    async def report(self) -> Any:
        return granted(await self.person.browser.get(self._path))


async def people_for(world: World, desk: RunDesk, queue: Any, count: int) -> list[Annotator]:
    found = [await world.member(desk.owner, desk.slug, "REVIEWER") for _ in range(count)]
    return [Annotator(desk, queue, person) for person in found]


async def mark_of(desk: RunDesk, run: Any, item: Any) -> Any:
    """The mark of the cell whose answer this is; nobody but a test goes back from a text to its cell."""
    ordinal = int(item["output"].removeprefix("Answer "))
    cell = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/cells/{ordinal}"))
    return cell["mark"]


async def test_an_annotator_sees_the_case_and_the_answer_and_nothing_of_where_it_comes_from(
    world: World,
) -> None:
    desk, run = await a_run(world)
    queue = await a_queue(desk, run, people_per_item=2, instructions="Is it polite?")
    [ada, bob] = await people_for(world, desk, queue, 2)

    handed = await ada.next()
    item = handed["item"]

    assert set(item) == {"id", "position", "values", "expected", "output", "tool_calls"}
    assert (item["values"].keys(), item["expected"]) == ({"question"}, "Yes")
    said = json.dumps(item)
    assert not [secret for secret in SECRETS if secret in said]
    # Another person's label changes nothing of what one is handed, and is not told.
    await ada.label(item, good=False, note="Too rude for my taste")
    seen = await bob.next()
    assert seen["item"] == item
    looked = await bob.look(item)
    assert (looked["complete"], looked["labels"], looked["decision"]) == (False, [], None)
    for told in (seen, looked, await bob.report()):
        assert "Too rude" not in json.dumps(told)
        assert "gpt-4o" not in json.dumps(told)


async def test_answers_are_shuffled_and_everyone_sees_each_of_them_once(world: World) -> None:
    desk, run = await a_run(world)
    queue = await a_queue(desk, run, people_per_item=3, seed=7)
    people = await people_for(world, desk, queue, 3)
    seen: dict[int, list[str]] = {}

    async def work(number: int) -> None:
        while item := await people[number].item():
            seen.setdefault(number, []).append(item["output"])
            await people[number].label(item, good=True)

    await asyncio.wait_for(_together(*(work(number) for number in range(3))), 60)

    everything = sorted(f"Answer {ordinal}" for ordinal in range(8))
    assert [sorted(outputs) for outputs in seen.values()] == [everything] * 3
    assert seen[0] != everything
    progress = (await people[0].report())["progress"]
    assert (progress["done"], progress["items"], progress["labels"]) == (8, 8, 24)
    assert [person["labels"] for person in progress["people"]] == [8, 8, 8]
    again = await a_queue(desk, run, seed=7)
    one = Annotator(desk, again, people[0].person)
    assert (await one.item())["output"] == seen[0][0]


async def test_the_last_seat_of_an_answer_is_given_to_one_person_only(world: World) -> None:
    desk, run = await a_run(world, cases=3, models=("gpt-4o-mini",))
    queue = await a_queue(desk, run)
    people = await people_for(world, desk, queue, 5)

    # Five at once, three answers, one seat each.
    handed = await _together(*(person.item() for person in people))
    lucky = [item["id"] for item in handed if item]
    assert len(lucky) == len(set(lucky)) == 3
    # Asked again, everyone gets what they have.
    assert await _together(*(person.item() for person in people)) == handed

    # A seat is kept for some minutes; then it is for others, and who comes late is told so.
    waiting = next(person for person, item in zip(people, handed, strict=True) if not item)
    slow = next(person for person, item in zip(people, handed, strict=True) if item)
    theirs = next(item for item in handed if item)
    world.clock.move(timedelta(minutes=11))
    taken = await waiting.item()
    assert taken["id"] in lucky
    while taken["id"] != theirs["id"]:
        await waiting.label(taken, skipped=True)
        taken = await waiting.item()
    assert refused(await slow.put(theirs, good=True), 409, "WRONG_STATE")
    await waiting.label(taken, good=True)
    refused(await slow.put(theirs, good=True), 409, "WRONG_STATE")


async def test_who_goes_back_to_change_a_label_keeps_the_seat_at_the_next_answer(
    world: World,
) -> None:
    desk, run = await a_run(world, cases=2, models=("gpt-4o-mini",))
    queue = await a_queue(desk, run)
    [ada, bob] = await people_for(world, desk, queue, 2)
    first = await ada.item()
    await ada.label(first, good=True)
    waiting = await ada.item()

    await ada.label(first, good=False)

    assert await bob.item() is None
    await ada.label(waiting, good=True)
    assert (await mark_of(desk, run, first))["grade"] == 0.0


async def test_races_for_a_seat_never_make_more_labels_than_people(world: World) -> None:
    desk, run = await a_run(world, cases=2, models=("gpt-4o-mini",))
    queue = await a_queue(desk, run, people_per_item=2)
    people = await people_for(world, desk, queue, 4)
    first = await people[0].item()

    answers = await _together(*(person.put(first, good=True) for person in people))

    assert sorted(each.status_code for each in answers) == [200, 200, 409, 409]
    looked = await people[0].look(first)
    assert len(looked["labels"]) == 2


async def test_what_people_agree_on_becomes_the_grade_of_the_cell(world: World) -> None:
    desk, run = await a_run(world, cases=1, models=("gpt-4o-mini",))
    before = (await desk.read(run))["grades"][0]
    assert (before["mean"], before["manual"]) == (pytest.approx(0.37), 0)
    queue = await a_queue(desk, run, ask="stars", people_per_item=2)
    [ada, bob] = await people_for(world, desk, queue, 2)

    item = await ada.item()
    await ada.label(item, stars=4)
    assert await mark_of(desk, run, item) is None
    await bob.label(await bob.item(), stars=5)

    mark = await mark_of(desk, run, item)
    assert (mark["grade"], mark["people"], mark["graded_by"]) == (0.875, 2, "2 people, Tone")
    after = (await desk.read(run))["grades"][0]
    assert (after["people"], after["labels"]) == (0.875, 1)
    # The judge's own figure stays as it was.
    assert (after["mean"], after["manual"]) == (before["mean"], 0)
    activity = granted(await desk.browser.get(f"{desk.path}/activity"))["items"]
    told = [event["type"] for event in activity if event["type"].startswith("queue.")]
    assert told == ["queue.completed", "queue.created"]

    # Who changes their mind changes the grade, or takes it back where they no longer agree.
    await ada.label(item, stars=5)
    assert (await mark_of(desk, run, item))["grade"] == 1.0
    await ada.label(item, stars=1)
    assert (await mark_of(desk, run, item))["grade"] is None
    assert (await ada.report())["progress"]["disputed"] == 1


async def test_a_reviewer_decides_where_people_disagree_and_is_told_who_said_what(
    world: World,
) -> None:
    desk, run = await a_run(world, cases=2, models=("gpt-4o-mini",))
    queue = await a_queue(desk, run, people_per_item=2)
    [ada, bob, eve] = await people_for(world, desk, queue, 3)
    item = await ada.item()
    await ada.label(item, good=True, note="Fine")
    # Before all have spoken there is nothing to decide.
    refused(await eve.decide(item, good=True), 409, "WRONG_STATE")
    await bob.label(await bob.item(), good=False, note="Far too long")

    report = await eve.report()
    [dispute] = report["disagreements"]
    looked = await eve.look(item)

    assert (dispute["item"], dispute["spread"], dispute["decision"]) == (item["id"], 1.0, None)
    assert [label["note"] for label in looked["labels"]] == ["Fine", "Far too long"]
    assert "gpt-4o" not in json.dumps([looked, report])
    refused(await eve.decide(item, stars=3), 400, "BAD_REQUEST")
    decided = granted(await eve.decide(item, good=False, note="The rule says two lines"))
    assert (decided["decision"]["how"], decided["decision"]["value"]["grade"]) == ("adjudicated", 0)
    mark = await mark_of(desk, run, item)
    assert (mark["grade"], mark["comment"], mark["people"]) == (0.0, "The rule says two lines", 2)
    # What was decided holds, whoever changes their mind.
    refused(await ada.put(item, good=False), 409, "WRONG_STATE")
    report = await eve.report()
    assert (report["progress"]["disputed"], report["progress"]["done"]) == (0, 1)
    assert report["disagreements"][0]["decision"]["by"] == decided["decision"]["by"]
    assert report["agreement"][0]["sentence"].startswith("Too early to tell")


async def test_labels_of_an_answer_that_was_asked_anew_do_not_count(world: World) -> None:
    desk, run = await a_run(world, cases=2, models=("gpt-4o-mini",))
    queue = await a_queue(desk, run, people_per_item=2)
    [ada, bob] = await people_for(world, desk, queue, 2)
    first = await ada.item()
    await ada.label(first, good=True)
    ordinal = int(first["output"].removeprefix("Answer "))

    granted(
        await desk.browser.post(f"{desk.path}/runs/{run['id']}/repeat", json={"cells": [ordinal]})
    )
    await desk.finish(run, {ordinal: answer("Something else")})

    refused(await bob.put(first, good=True), 409, "WRONG_STATE")
    other = await bob.item()
    assert other["id"] != first["id"]
    looked = await bob.look(first)
    assert (looked["stale"], looked["output"]) == (True, "")
    progress = (await bob.report())["progress"]
    assert (progress["items"], progress["stale"], progress["done"]) == (1, 1, 0)
    cell = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/cells/{ordinal}"))
    assert cell["mark"] is None
    # And a label that had become a grade goes with the answer.
    await ada.label(other, good=True)
    await bob.label(other, good=True)
    async with world.ctx.read() as tx:
        labels = await tx.labels.of_run(desk.project, run["id"])
        assert [(label.grade, label.people) for label in labels] == [(1.0, 2)]
    granted(
        await desk.browser.post(
            f"{desk.path}/runs/{run['id']}/repeat", json={"cells": [1 - ordinal]}
        )
    )
    async with world.ctx.read() as tx:
        assert await tx.labels.of_run(desk.project, run["id"]) == []


async def test_the_answers_of_a_queue_are_chosen_in_several_ways(world: World) -> None:
    desk, run = await a_run(world)
    cells = f"{desk.path}/runs/{run['id']}/cells"
    await desk.browser.put(f"{cells}/2/flag", json={"flagged": True, "note": "Look"})
    granted(await desk.browser.put(f"{cells}/5/grade", json={"grade": 0.9}))
    await desk.finish(run, {})

    async def size(**cells: Any) -> int:
        return (await a_queue(desk, run, cells=cells))["progress"]["items"]

    assert await size() == 8
    assert await size(columns=[1]) == 4
    assert await size(pick="random", count=3) == 3
    assert await size(pick="flagged") == 1
    assert await size(pick="low", below=0.5) == 7
    assert await size(unmarked=True) == 7
    path = f"{desk.path}/annotation-queues"
    for wrong, where in (
        ({"columns": [2]}, "cells.columns"),
        ({"pick": "disagree"}, "cells.pick"),
        ({"pick": "low", "below": 0.1}, "cells"),
    ):
        body = {"run": run["id"], "name": "Tone", "ask": "thumbs", "cells": wrong}
        assert (
            refused(await desk.browser.post(path, json=body), 400, "BAD_REQUEST")["path"] == where
        )
    body = {"run": run["id"], "name": "Tone", "ask": "rubric"}
    assert refused(await desk.browser.post(path, json=body), 400, "BAD_REQUEST")["path"] == "rubric"
    listed = granted(await desk.browser.get(path, params={"run": run["id"], "limit": 2}))
    assert len(listed["items"]) == 2
    assert listed["next_cursor"]


async def test_people_score_by_the_criteria_of_a_rubric(world: World) -> None:
    desk, run = await a_run(world, cases=1, models=("gpt-4o-mini",))
    rubric = granted(
        await desk.browser.post(
            f"{desk.path}/rubrics",
            json={
                "name": "Quality",
                "criteria": [
                    {
                        "name": "Accuracy",
                        "description": "Is it right?",
                        "weight": 0.75,
                        "scale": 10,
                    },
                    {"name": "Tone", "description": "Is it polite?", "weight": 0.25, "scale": 1},
                ],
            },
        ),
        201,
    )
    queue = await a_queue(desk, run, ask="rubric", rubric=rubric["id"], people_per_item=2)
    assert [each["name"] for each in queue["criteria"]] == ["Accuracy", "Tone"]
    [ada, bob] = await people_for(world, desk, queue, 2)
    item = await ada.item()

    for wrong in ({"Accuracy": 8}, {"Accuracy": 11, "Tone": 1}, {"Accuracy": 8, "Tone": 1, "X": 1}):
        refused(await ada.put(item, criteria=wrong), 400, "BAD_REQUEST")
    await ada.label(item, criteria={"Accuracy": 8, "Tone": 1})
    await bob.label(item, criteria={"Accuracy": 6, "Tone": 1})

    mark = await mark_of(desk, run, item)
    assert mark["criteria"] == {"Accuracy": pytest.approx(0.7), "Tone": 1.0}
    assert mark["grade"] == pytest.approx(0.775)
    async with world.ctx.read() as tx:
        [label] = await tx.labels.of_run(desk.project, run["id"])
    assert label.criteria == {"Accuracy": pytest.approx(0.7), "Tone": 1.0}


async def test_who_may_only_look_labels_nothing_and_neither_does_a_machine(world: World) -> None:
    desk, run = await a_run(world, cases=1, models=("gpt-4o-mini",))
    queue = await a_queue(desk, run)
    viewer = await world.member(desk.owner, desk.slug, "VIEWER")
    robot = machine(world, (await make_token(desk.owner, desk.slug))["secret"])
    path = f"{desk.path}/annotation-queues/{queue['id']}"

    refused(await viewer.browser.post(f"{path}/next"), 403, "FORBIDDEN")
    refused(await robot.post(f"{path}/next"), 403, "FORBIDDEN")
    assert granted(await viewer.browser.get(path))["name"] == "Tone"
    [ada] = await people_for(world, desk, queue, 1)
    item = await ada.item()
    for nothing in ({}, {"good": True, "skipped": True}, {"stars": 3}):
        refused(await ada.put(item, **nothing), 400, "BAD_REQUEST")

    assert (await desk.browser.delete(path)).status_code == 204
    refused(await ada.put(item, good=True), 409, "WRONG_STATE")
    refused(await desk.browser.delete(path), 409, "WRONG_STATE")


async def _together(*work: Any) -> list[Any]:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one) for one in work]
    return [task.result() for task in tasks]
