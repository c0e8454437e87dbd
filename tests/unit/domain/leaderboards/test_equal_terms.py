"""Only runs on equal terms are compared, and who is not is told why."""

from dataclasses import replace
from uuid import UUID

import pytest

from edison.domain.arena.leaderboards.equal_terms import (
    comparison_problems,
    scorer_key,
    split_comparable,
    terms_key,
    terms_of,
    to_look_into,
)
from edison.domain.arena.leaderboards.leaderboard_entries import MOST_RUNS, check_name, check_runs
from edison.domain.datasets.dataset import Split
from edison.domain.errors import InvalidInput
from edison.domain.ids import DatasetId, RunId
from edison.domain.runs.run_plan import CaseChoice
from edison.domain.runs.run_states import RunState
from tests.unit.domain.leaderboards.made import DATASET, a_contender, a_plan

FIRST = a_contender()
TERMS = terms_of(FIRST)
assert TERMS is not None


def codes(**changes: object) -> list[str]:
    assert TERMS is not None
    return [reason.code for reason in comparison_problems(a_contender(2, **changes), TERMS)]


def test_the_same_version_judges_and_cases_are_equal_terms() -> None:
    assert codes() == []
    assert codes(plan=a_plan(trials=3)) == [], "more trials of a case are no other case"


@pytest.mark.parametrize("state", [each for each in RunState if each is not RunState.COMPLETED])
def test_only_a_completed_run_is_compared(state: RunState) -> None:
    assert codes(state=state) == ["not_completed"]


def test_another_dataset_version_or_choice_of_cases_is_named() -> None:
    plan = a_plan()

    assert codes(plan=replace(plan, dataset=DatasetId(UUID(int=8)))) == ["other_dataset"]
    assert codes(plan=replace(plan, dataset_version=3)) == ["other_version"]
    assert codes(plan=replace(plan, dataset=None, dataset_version=None)) == ["no_dataset"]
    assert codes(plan=replace(plan, cases=2)) == ["other_cases"]
    assert codes(plan=replace(plan, choice=CaseChoice(split=Split.TRAIN))) == ["other_cases"]


def test_other_ways_to_the_same_cases_are_equal() -> None:
    """Whoever names all cases one by one has chosen the same ones."""
    named = a_plan(choice=CaseChoice(first=3))
    assert to_look_into([FIRST, a_contender(2, plan=named)]) == [FIRST.run, RunId(UUID(int=1_002))]
    assert to_look_into([FIRST, a_contender(2, plan=a_plan(trials=2))]) == []
    assert to_look_into([FIRST, a_contender(2, plan=replace(named, cases=2))]) == []
    first = terms_of(replace(FIRST, case_set="abc"))
    assert first is not None

    assert comparison_problems(a_contender(2, plan=named, case_set="abc"), first) == []
    [reason] = comparison_problems(a_contender(2, plan=named, case_set="xyz"), first)
    assert reason.code == "other_cases"


def test_other_judges_are_named_and_so_are_other_settings_of_the_same() -> None:
    assert TERMS is not None
    [names] = comparison_problems(a_contender(2, panel=("judge",), scorers=("Tone",)), TERMS)
    [settings] = comparison_problems(a_contender(2, panel=("other",)), TERMS)
    [people] = comparison_problems(a_contender(2, panel=(), scorers=()), TERMS)

    assert names.sentence == "Run #2 is graded by “Tone”, run #1 by “Exact”."
    assert settings.sentence == (
        "Run #2 is graded by “Exact” with other settings, or in another version, than run #1."
    )
    assert people.sentence == "Run #2 is graded by people only, run #1 by “Exact”."


def test_every_reason_is_told_at_once() -> None:
    plan = replace(a_plan(), dataset_version=1)

    assert codes(plan=plan, state=RunState.FAILED, panel=("other",)) == [
        "not_completed",
        "other_version",
        "judged_otherwise",
    ]


@pytest.mark.parametrize("trigger", ["canary", "questions"])
def test_runs_in_which_nothing_was_asked_stand_on_no_board(trigger: str) -> None:
    assert codes(trigger=trigger) == ["not_answers"]
    assert terms_of(a_contender(2, trigger=trigger)) is None


def test_a_scorer_is_known_by_its_settings_and_not_by_its_name() -> None:
    one = scorer_key({"kind": "contains", "needle": "yes", "name": "A"})

    assert one == scorer_key({"needle": "yes", "name": "B", "kind": "contains"})
    assert one != scorer_key({"kind": "contains", "needle": "no", "name": "A"})


def test_runs_on_equal_terms_have_the_same_key() -> None:
    assert TERMS is not None
    other = terms_of(a_contender(2, plan=a_plan(trials=2)))
    judged = terms_of(a_contender(3, panel=("other",)))
    assert other is not None
    assert judged is not None

    assert terms_key(TERMS) == terms_key(other)
    assert terms_key(TERMS) != terms_key(judged)


def test_a_board_goes_on_without_those_that_fell_off_its_terms() -> None:
    """Even if it is the first: the next one says which cases there are."""
    opened = a_contender(1, state=RunState.JUDGING)
    rest = [a_contender(2), a_contender(3)]

    fitting, reasons = split_comparable([opened, *rest], DATASET, 2, ["exact"])

    assert [one.number for one in fitting] == [2, 3]
    assert [(reason.number, reason.code) for reason in reasons] == [(1, "not_completed")]


def test_a_board_whose_runs_are_all_judged_otherwise_now_says_so() -> None:
    fitting, [reason] = split_comparable([a_contender(4)], DATASET, 2, ["other"])

    assert fitting == []
    assert (
        reason.sentence == "Run #4 is no longer graded as it was when the leaderboard was created."
    )


def test_a_board_has_a_name_and_runs_each_once() -> None:
    runs = tuple(RunId(UUID(int=n)) for n in range(MOST_RUNS + 1))

    assert check_runs((runs[0], runs[1], runs[0])) == runs[:2]
    for wrong in ((), runs):
        with pytest.raises(InvalidInput):
            check_runs(wrong)
    for name in ("", "x" * 101):
        with pytest.raises(InvalidInput):
            check_name(name)
