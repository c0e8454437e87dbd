"""The two weakest criteria and the answers that failed on them, one of each case."""

from edison.domain.experiments.refining.refiner_evidence import (
    JudgedCell,
    failing,
    scores_of,
    weakest,
)
from edison.domain.judging.rubric import Criterion, Rubric

RUBRIC = Rubric(
    criteria=tuple(
        Criterion(name=name, description=f"About {name}", weight=weight, scale=scale)
        for name, weight, scale in (("Tone", 0.2, 5), ("Facts", 0.5, 10), ("Form", 0.3, 5))
    )
)


def cell(ordinal: int, case: int, tone: float, facts: float, form: float = 1.0) -> JudgedCell:
    given = {"Tone": tone, "Facts": facts, "Form": form}
    return JudgedCell(ordinal=ordinal, case=case, value=(tone + facts + form) / 3, criteria=given)


def test_the_weakest_two_are_told_on_their_own_scales() -> None:
    weak = weakest(RUBRIC, [cell(0, 0, 0.4, 0.6), cell(1, 1, 0.8, 0.4)])
    assert [(each.name, each.mean, each.scale) for each in weak] == [
        ("Facts", 5.0, 10),
        ("Tone", 3.0, 5),
    ]


def test_of_two_alike_the_heavier_counts_as_weaker_and_the_unjudged_does_not_count() -> None:
    weak = weakest(RUBRIC, [cell(0, 0, 0.5, 0.5)])
    assert [each.name for each in weak] == ["Facts", "Tone"]
    assert weakest(RUBRIC, []) == ()
    only = JudgedCell(ordinal=0, case=0, value=0.5, criteria={"Form": 0.5, "Else": 0.1})
    assert [each.name for each in weakest(RUBRIC, [only])] == ["Form"]


def test_the_worst_answer_of_each_failing_case_is_shown_worst_first_and_at_most_ten() -> None:
    cells = [cell(case * 2 + target, case, 0.05 * case, 0.5 + 0.1 * target)
             for case in range(14) for target in range(2)]  # fmt: skip
    cells.append(cell(99, 50, 0.9, 0.9, 0.0))
    weak = weakest(RUBRIC, cells)
    shown = failing(cells, weak)
    assert {each.name for each in weak} == {"Tone", "Facts"}
    assert [each.case for each in shown] == list(range(10))
    assert all(each.ordinal % 2 == 0 for each in shown)
    assert scores_of(RUBRIC, shown[1]) == {"Tone": 0.25, "Facts": 5.0, "Form": 5.0}
