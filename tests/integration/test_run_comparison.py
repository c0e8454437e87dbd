"""Two columns beside each other: what was fixed, what broke, and why some cannot be compared."""

from itertools import product
from typing import Any
from uuid import UUID

from edison.domain.annotations.annotation_queue import Value
from edison.domain.ids import RunId, UserId
from edison.domain.judging.score import Scored, ScoreOutcome, ScoreProblem
from edison.domain.models.model_call import CallOutcome
from edison.domain.people.access import Actor
from edison.domain.runs.cell import CellState
from edison.domain.runs.cell_comparison import (
    CellChangeKind,
    CellPair,
    CellStanding,
    IncomparableReason,
    compare,
    standing_of,
)
from edison.domain.runs.cell_labels import grade_of
from edison.services.runs.run_comparison import SHOWN_FIRST
from edison.store.repositories.runs.cell_labels import GivenGrade
from tests.support.answers import granted, refused
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, failure, not_scored, scored
from tests.support.world import World

EXACT = {"kind": "exact"}
TWO = ("gpt-4o-mini", "gpt-4o")
UNABLE = not_scored(ScoreProblem.SCORER_ERROR)

# Every way in which an answer can stand: its state, a person's grade, and the scorer's verdict.
WAYS: tuple[tuple[CellState, float | None, ScoreOutcome | None], ...] = (
    (CellState.OPEN, None, None),
    (CellState.FAILED, None, None),
    (CellState.MALFORMED, None, scored(1.0)),
    (CellState.MALFORMED, 0.5, scored(0.0)),
    (CellState.ANSWERED, 0.4, scored(1.0)),
    (CellState.ANSWERED, 1.0, None),
    (CellState.ANSWERED, None, None),
    (CellState.ANSWERED, None, UNABLE),
    (CellState.ANSWERED, None, scored(0.9, passed=False)),
    (CellState.ANSWERED, None, scored(0.6)),
    (CellState.ANSWERED, None, Scored(value=0.5, passed=None, reason="")),
    (CellState.ANSWERED, None, Scored(value=0.4, passed=None, reason="")),
)


def _outcome(state: CellState) -> CallOutcome:
    return failure() if state is CellState.FAILED else answer(f"An answer, {state}")


async def compared(
    desk: RunDesk, run: dict[str, Any], other: dict[str, Any], **query: Any
) -> dict[str, Any]:
    """All items, over pages, with what the first page said of the rest."""
    path = f"{desk.path}/runs/{run['id']}/comparison"
    query = {"with": other["id"], "limit": 3, **query}
    page = granted(await desk.browser.get(path, params=query))
    items = list(page["items"])
    while page["next_cursor"]:
        more = granted(
            await desk.browser.get(path, params={**query, "cursor": page["next_cursor"]})
        )
        assert more["counts"] == page["counts"]
        items += more["items"]
        page = {**page, "next_cursor": more["next_cursor"]}
    return {**page, "items": items}


def found(comparison: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    return [
        (item["values"]["question"]["text"], item["kind"], item["reason"])
        for item in comparison["items"]
    ]


async def finished(desk: RunDesk, values: list[float], **order: Any) -> dict[str, Any]:
    order = {"scorers": [EXACT], **order}
    run = await desk.start(**order)
    await desk.finish(run, {n: answer(f"{value}") for n, value in enumerate(values)})
    if order["scorers"]:
        await desk.score(run, {(n, 0): scored(value) for n, value in enumerate(values)})
    return run


async def test_the_database_says_of_every_pair_what_the_rule_says(world: World) -> None:
    """Two columns of one run, in which every way to stand meets every other."""
    pairs = list(product(WAYS, WAYS))
    desk = await a_run_desk(world, *(question(f"{n}") for n in range(len(pairs))), models=TWO)
    run = await desk.start(scorers=[EXACT])
    cells = {
        place * 2 + side: way for place, both in enumerate(pairs) for side, way in enumerate(both)
    }
    await desk.finish(
        run,
        {n: _outcome(state) for n, (state, _, _) in cells.items() if state is not CellState.OPEN},
        malformed=[n for n, (state, _, _) in cells.items() if state is CellState.MALFORMED],
    )
    await desk.score(run, {(n, 0): said for n, (_, _, said) in cells.items() if said is not None})
    owner = Actor(kind="user", label="Ada", user=UserId(UUID(desk.owner.id)))
    async with world.ctx.write() as tx:
        for n, (_, manual, _) in cells.items():
            if manual is not None:
                place = (desk.project, RunId(UUID(run["id"])), n)
                now = world.clock.now()
                said = GivenGrade(value=Value(grade=manual), by=owner.user, by_label="Ada")
                await tx.cell_marks.grade(*place, said=said, attempt=1, at=now)

    by_scorer = await compared(desk, run, run, column=0, other_column=1, limit=100)
    mixed: dict[str, Any] = {"metric": "Labels first: exact"}
    comparison = await compared(desk, run, run, column=0, other_column=1, limit=100, **mixed)

    # By the scorer, a label changes no cell.
    alone = [(_unlabelled(this), _unlabelled(other)) for this, other in pairs]
    said = [
        compare(CellPair(this=_standing(this), other=_standing(other)), same_measure=True)
        for this, other in alone
    ]
    sorted_by_kind = sorted(
        zip(alone, said, strict=True), key=lambda one: SHOWN_FIRST.index(one[1].kind)
    )
    assert [
        (item["kind"], item["reason"], item["grade"], item["other_grade"])
        for item in by_scorer["items"]
    ] == [
        (each.kind, each.reason, _grade(this), _grade(other))
        for (this, other), each in sorted_by_kind
    ]
    assert len(comparison["items"]) == len(pairs)
    expected = [
        compare(CellPair(this=_standing(this), other=_standing(other)), same_measure=True)
        for this, other in pairs
    ]
    # What changed stands first, then in the order of the cases.
    ordered = sorted(
        zip(pairs, expected, strict=True), key=lambda one: SHOWN_FIRST.index(one[1].kind)
    )
    assert [(item["kind"], item["reason"]) for item in comparison["items"]] == [
        (each.kind, each.reason) for _, each in ordered
    ]
    assert [(item["grade"], item["other_grade"]) for item in comparison["items"]] == [
        (_grade(this), _grade(other)) for (this, other), _ in ordered
    ]
    kinds = [each.kind for each in expected]
    assert comparison["counts"] == {kind: kinds.count(kind) for kind in CellChangeKind}
    once = set(CellChangeKind) - {CellChangeKind.FLAKY}
    assert all(comparison["counts"][kind] for kind in once)
    for kind in once:
        some = await compared(desk, run, run, other_column=1, kind=kind, limit=100, **mixed)
        assert {item["kind"] for item in some["items"]} == {kind}
        assert len(some["items"]) == kinds.count(kind)
        assert some["counts"] == comparison["counts"]
    # The grid sorts and finds by the same grade.
    graded = [_grade(this) for this, _ in pairs]
    low = [n for n, grade in enumerate(graded) if grade is not None and grade < 0.5]
    page = await desk.page(run, low=0.5, column=0, limit=100, **mixed)
    assert [row["row"] for row in page["items"]] == low[:100]
    page = await desk.page(run, sort="grade", order="desc", limit=100, **mixed)
    keys = [-1.0 if grade is None else grade for grade in graded]
    order = sorted(range(len(pairs)), key=lambda n: (-keys[n], n))
    assert [row["row"] for row in page["items"]] == order[:100]


def _unlabelled(
    way: tuple[CellState, float | None, ScoreOutcome | None],
) -> tuple[CellState, float | None, ScoreOutcome | None]:
    state, _, said = way
    return state, None, said


def _standing(way: tuple[CellState, float | None, ScoreOutcome | None]) -> CellStanding:
    state, manual, said = way
    value, passed = (said.value, said.passed) if isinstance(said, Scored) else (None, None)
    return standing_of(state, manual, has_scorer=True, value=value, passed=passed)


def _grade(way: tuple[CellState, float | None, ScoreOutcome | None]) -> float | None:
    state, manual, said = way
    return grade_of(state, manual, said.value if isinstance(said, Scored) else None)


async def test_two_runs_are_compared_case_by_case_with_both_answers(world: World) -> None:
    cases = [question(name, expected="yes") for name in ("A", "B", "C", "D")]
    desk = await a_run_desk(world, *cases)
    before = await finished(desk, [0.0, 1.0, 0.0, 1.0])
    now = await finished(desk, [1.0, 0.0, 0.2, 0.9])

    comparison = await compared(desk, now, before)

    assert comparison["this"] == {
        "run": now["id"],
        "number": 2,
        "name": now["name"],
        "column": 0,
        "model_name": "gpt-4o-mini",
        "prompt_name": "Greeter",
        "version": 1,
        "created_at": now["created_at"],
        "metric": {
            "key": "exact",
            "kind": "scorer",
            "name": "exact",
            "scorers": [0],
            "scale": None,
            "pass_at": None,
        },
    }
    assert comparison["other"]["run"] == before["id"]
    assert found(comparison) == [
        ("B", "broken", None),
        ("A", "fixed", None),
        ("C", "still_failing", None),
        ("D", "unchanged", None),
    ]
    first = comparison["items"][1]
    assert (first["this"]["output"]["text"], first["other"]["output"]["text"]) == ("1.0", "0.0")
    assert (first["grade"], first["other_grade"]) == (1.0, 0.0)
    assert (first["position"], first["trial"], first["expected"]["text"]) == (0, 0, "yes")
    assert first["case"] is not None
    broken = await compared(desk, now, before, kind="broken")
    assert found(broken) == [("B", "broken", None)]
    back = await compared(desk, before, now)
    assert [kind for _, kind, _ in found(back)] == ["broken", "fixed", "still_failing", "unchanged"]

    # What a person says counts at once, but only where labels are asked for.
    path = f"{desk.path}/runs/{now['id']}/cells/1/grade"
    granted(await desk.browser.put(path, json={"grade": 1}))
    assert found(await compared(desk, now, before, kind="unchanged")) == [("D", "unchanged", None)]
    again = await compared(desk, now, before, kind="unchanged", metric="Labels first: exact")
    assert [name for name, _, _ in found(again)] == ["B", "D"]
    assert again["items"][0]["this"]["manual"] == 1.0


async def test_cases_that_changed_came_or_went_are_not_compared(world: World) -> None:
    desk = await a_run_desk(
        world, *(question(name) for name in ("Same", "Reworded", "Tagged", "Gone"))
    )
    before = await finished(desk, [0.0, 0.0, 0.0, 0.0])
    _, reworded, tagged, gone = await desk.dataset.cases()
    at = f"{desk.dataset.path}/cases"
    edit = {"values": {"question": "Reworded!"}}
    granted(await desk.browser.patch(f"{at}/{reworded['id']}", json=edit))
    granted(await desk.browser.patch(f"{at}/{tagged['id']}", json={"tags": ["easy"]}))
    granted(await desk.dataset.bulk(delete=True, ids=[gone["id"]]))
    await desk.dataset.add(question("New"))
    now = await finished(desk, [1.0, 1.0, 1.0, 1.0])

    comparison = await compared(desk, now, before)

    changed, missing = IncomparableReason.CASE_CHANGED, IncomparableReason.NO_SUCH_CASE
    assert found(comparison) == [
        ("Same", "fixed", None),
        # What is asked and expected is the same.
        ("Tagged", "fixed", None),
        ("Reworded!", "incomparable", changed),
        ("New", "incomparable", missing),
        ("Gone", "incomparable", missing),
    ]
    new, old = comparison["items"][3:]
    assert (new["this"]["output"]["text"], new["other"]) == ("1.0", None)
    assert (old["this"], old["other"]["output"]["text"], old["position"]) == (None, "0.0", 3)
    assert comparison["counts"] == {
        "fixed": 2, "broken": 0, "still_failing": 0, "unchanged": 0, "flaky": 0, "incomparable": 3,
    }  # fmt: skip


async def test_trials_are_matched_one_by_one(world: World) -> None:
    desk = await a_run_desk(world, question("A"), question("B"))
    before = await finished(desk, [0.0, 1.0])
    now = await finished(desk, [1.0, 0.9, 0.0, 0.1], trials=2)

    comparison = await compared(desk, now, before)

    assert [(item["position"], item["trial"], item["kind"]) for item in comparison["items"]] == [
        (1, 0, "broken"),
        (0, 0, "fixed"),
        (0, 1, "incomparable"),
        (1, 1, "incomparable"),
    ]


async def test_a_case_whose_trials_do_not_agree_is_flaky(world: World) -> None:
    desk = await a_run_desk(world, question("A"), question("B"))
    before = await finished(desk, [0.0, 0.0, 0.0, 0.0], trials=2)
    now = await finished(desk, [1.0, 0.0, 1.0, 1.0], trials=2)

    comparison = await compared(desk, now, before)

    assert [kind for _, kind, _ in found(comparison)] == ["fixed", "fixed", "flaky", "flaky"]
    assert comparison["counts"]["flaky"] == comparison["counts"]["fixed"] == 2
    assert len((await compared(desk, now, before, kind="flaky"))["items"]) == 2


async def test_runs_that_were_scored_differently_are_compared_by_what_people_said_only(
    world: World,
) -> None:
    desk = await a_run_desk(world, question("A"), question("B"))
    exact = await finished(desk, [0.0, 0.0])
    lenient = await finished(desk, [1.0, 1.0], scorers=[{"kind": "json_valid"}])
    unscored = await finished(desk, [1.0, 1.0], scorers=[])

    for run in (lenient, unscored):
        comparison = await compared(desk, run, exact)
        assert {item["reason"] for item in comparison["items"]} == {
            IncomparableReason.SCORED_DIFFERENTLY
        }
    assert (await compared(desk, unscored, unscored))["counts"]["unchanged"] == 2

    path = f"{desk.path}/runs/{lenient['id']}/cells/0/grade"
    granted(await desk.browser.put(path, json={"grade": 1}))
    by_scorers = await compared(desk, lenient, exact)
    assert [kind for _, kind, _ in found(by_scorers)] == ["incomparable", "incomparable"]
    mixed = await compared(desk, lenient, exact, metric="Labels first: json_valid")
    assert [kind for _, kind, _ in found(mixed)] == ["fixed", "incomparable"]


async def test_runs_without_a_dataset_are_compared_as_well(world: World) -> None:
    desk = await a_run_desk(world, content="Say hello")
    before = await finished(desk, [0.0], dataset=None, scorers=[EXACT])
    now = await finished(desk, [1.0], dataset=None, scorers=[EXACT])

    comparison = await compared(desk, now, before)

    [item] = comparison["items"]
    assert (item["kind"], item["case"], item["values"]) == ("fixed", None, {})


async def test_only_runs_and_columns_that_are_there_are_compared(world: World) -> None:
    ours, theirs = await a_run_desk(world), await a_run_desk(world)
    run, foreign = await ours.start(), await theirs.start()
    path = f"{ours.path}/runs/{run['id']}/comparison"

    async def ask(**query: Any) -> Any:
        return await ours.browser.get(path, params=query)

    refused(await ask(**{"with": foreign["id"]}), 404, "NOT_FOUND")
    refused(await ask(), 400, "BAD_REQUEST")
    own = {"with": run["id"]}
    assert refused(await ask(**own, column=1), 400, "BAD_REQUEST")["path"] == "column"
    assert refused(await ask(**own, other_column=1), 400, "BAD_REQUEST")["path"] == "other_column"
    refused(await ask(**own, kind="better"), 400, "BAD_REQUEST")
    refused(await ask(**own, cursor="nonsense"), 400, "BAD_REQUEST")
