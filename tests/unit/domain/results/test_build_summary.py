"""A run of known numbers comes to known figures."""

import numpy as np
import pytest

from edison.domain.results.build_summary import names_of, summarise
from edison.domain.results.case_facets import LENGTHS, difficulty_range, length_range
from edison.domain.results.column_comparisons import against_base
from edison.domain.results.pairwise_results import Pairing
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_arrays import ANSWERED, FAILED, MALFORMED
from edison.domain.results.run_metrics import with_labels
from edison.domain.results.run_summary import summaries_from_json, summaries_to_json
from tests.unit.domain.results.made import RUBRIC, a_plan, a_run, about, said, some_cases


def test_a_panel_is_summed_up_by_case_and_criterion() -> None:
    """Two judges, three cases, two criteria."""
    run = a_run(
        {
            0: said([0.2, 0.6, 1.0], criteria=[[0.1, 0.5, 1.0], [0.5, 0.9, 1.0]]),
            1: said([0.4, 0.6, "error"], criteria=[[0.3, 0.5, np.nan], [0.7, 0.9, np.nan]]),
        },
        cells=3,
    )

    summary, _ = summarise(run, about(a_plan("gpt", cases=3), 0, 1, rubric=RUBRIC))

    [column] = summary.columns
    assert column.composite is not None
    assert column.own is not None
    assert column.pass_rate is not None
    # A judge that could not score leaves the word to the other.
    assert column.composite.value == pytest.approx((0.3 + 0.6 + 1.0) / 3)
    assert (column.composite.n, column.composite.clusters) == (3, 3)
    assert column.own.value == pytest.approx(column.composite.value * 10)
    assert (column.own.low, column.own.high) == pytest.approx(
        (column.composite.low * 10, column.composite.high * 10)
    )
    assert column.pass_rate.value == pytest.approx(2 / 3)
    right, short = column.criteria
    assert (right.name, right.n, right.scale) == ("Right", 5, 10)
    assert right.mean == pytest.approx((0.1 + 0.5 + 1.0 + 0.3 + 0.5) / 5)
    assert (right.min, right.max) == pytest.approx((0.1, 1.0))
    assert right.deviation == pytest.approx(np.std([0.1, 0.5, 1.0, 0.3, 0.5], ddof=1))
    assert right.histogram == (0, 1, 0, 1, 0, 2, 0, 0, 0, 1)
    # Cases count alike, however many judges looked: that of one judge counts as much as that of two.
    assert right.estimate is not None
    assert right.estimate.value == pytest.approx(np.mean([0.2, 0.5, 1.0]))
    assert short.estimate is not None
    assert short.estimate.clusters == 3
    assert [each.criterion for each in summary.agreement] == [None, "Right", "Short"]
    assert all(each.judges == 2 and each.n == 2 for each in summary.agreement)
    assert summaries_from_json(summaries_to_json([summary])) == (summary,)


def test_errors_are_never_zeros_and_too_many_make_a_column_inconclusive() -> None:
    good = [0.8] * 30
    plan = a_plan("steady", "shaky", cases=30)
    values: list[float | str | None] = [0.8 for _ in range(60)]
    states = [ANSWERED] * 60

    def summed(lost_by_judge: int, lost_by_target: int):
        said_now, states_now = list(values), list(states)
        for case in range(lost_by_judge):
            said_now[case * 2 + 1] = "error"
        for case in range(10, 10 + lost_by_target):
            said_now[case * 2 + 1], states_now[case * 2 + 1] = None, FAILED
        run = a_run({0: said(said_now)}, cells=60, columns=2, states=states_now)
        return summarise(run, about(plan, 0))

    whole, kept = summed(0, 0)
    some, _ = summed(2, 1)
    many, kept_many = summed(2, 2)

    for summary in (whole, some, many):
        steady, shaky = summary.columns
        assert steady.composite is not None
        assert shaky.composite is not None
        assert steady.composite.value == pytest.approx(np.mean(good))
        assert shaky.composite.value == pytest.approx(np.mean(good))
        assert not steady.inconclusive
    assert (some.columns[1].errors.judge, some.columns[1].errors.target) == (2, 1)
    # 3 of 30 is a tenth, and not more than that.
    assert not some.columns[1].inconclusive
    assert many.columns[1].inconclusive
    assert many.inconclusive
    assert (many.columns[1].graded, many.columns[1].cells) == (26, 30)
    names, measure = names_of(plan), score_measure(None)
    [before] = against_base(kept, 0, 0.02, names, measure)
    [after] = against_base(kept_many, 0, 0.02, names, measure)
    assert (before.verdict, before.lost, before.cases) == ("cannot_tell", 0, 30)
    assert (after.verdict, after.why, after.lost, after.cases) == (
        "inconclusive",
        "too_many_errors",
        4,
        26,
    )
    assert after.effect is not None
    assert after.effect.value == pytest.approx(0.0)


def test_a_person_wins_and_a_broken_contract_is_zero() -> None:
    run = a_run(
        {0: said([0.9, 0.9, 0.9, "error"])},
        cells=4,
        states=[ANSWERED, MALFORMED, ANSWERED, ANSWERED],
        manual={2: 0.1, 3: 1.0},
    )

    described = about(a_plan("gpt", cases=4), 0)
    summary, kept = summarise(run, described, with_labels(described.metrics[0]))
    machine, kept_machine = summarise(run, described)

    [column] = summary.columns
    assert list(kept.grades) == pytest.approx([0.9, 0.0, 0.1, 1.0])
    assert column.composite is not None
    assert column.composite.value == pytest.approx(0.5)
    assert (column.labels, column.errors.judge, column.inconclusive) == (2, 0, False)
    assert summary.covers.cells == summary.covers.of == 4
    # The scorer alone: a label neither replaces its score nor hides its error.
    [alone] = machine.columns
    assert list(kept_machine.grades) == pytest.approx([0.9, 0.0, 0.9, np.nan], nan_ok=True)
    assert (alone.graded, alone.labels, alone.errors.judge) == (3, 2, 1)


def test_repeated_trials_say_how_steady_a_column_is() -> None:
    """Three cases, two trials each: both pass, one does, none does."""
    run = a_run({0: said([0.9, 0.8, 0.9, 0.1, 0.2, 0.1])}, cells=6, trials=2)

    summary, kept = summarise(run, about(a_plan("gpt", cases=3, trials=2), 0))

    [column] = summary.columns
    repeats = column.repeats
    assert repeats is not None
    assert repeats.trials == 2
    assert repeats.pass_at_k is not None
    assert repeats.pass_at_k.value == pytest.approx(2 / 3)
    assert repeats.pass_hat_k is not None
    assert repeats.pass_hat_k.value == pytest.approx(1 / 3)
    assert repeats.flip_rate is not None
    assert repeats.flip_rate.value == pytest.approx(1 / 3)
    assert column.composite is not None
    # Six answers, but three cases: the interval rests on the latter.
    assert (column.composite.n, column.composite.clusters) == (6, 3)
    assert kept.grades_of(0).shape == (3, 2)


def test_pairs_make_a_matrix_and_a_ranking_and_changed_minds_are_counted() -> None:
    """Three columns, two cases; the judge of (a, b) says how b did. Values stand on cells of b."""
    pairings = [
        Pairing(scorer=1, a=0, b=1),
        Pairing(scorer=2, a=0, b=2),
        Pairing(scorer=3, a=1, b=2),
    ]
    none = [None] * 6
    on_b = {
        1: [None, 1.0, None, None, 1.0, None],
        2: [None, None, 0.5, None, None, "error"],
        3: [None, None, 0.0, None, None, 0.0],
    }
    run = a_run(
        {
            0: said(none),
            **{
                scorer: said(values, flipped=[value == 0.5 for value in values])
                for scorer, values in on_b.items()
            },
        },
        cells=6,
        columns=3,
    )

    summary, _ = summarise(run, about(a_plan("a", "b", "c", cases=2), 0, pairings=pairings))

    found = summary.pairwise
    assert found is not None
    assert (found.matrix[1][0].wins, found.matrix[0][1].losses) == (2, 2)
    assert (found.matrix[2][0].ties, found.matrix[2][0].flips, found.matrix[0][2].ties) == (1, 1, 1)
    assert (found.matrix[1][2].wins, found.matrix[2][1].losses) == (2, 2)
    assert found.errors == 1
    assert found.flip_rate is not None
    # A third in one case, none in the other: cases count alike.
    assert found.flip_rate.value == pytest.approx(1 / 6)
    assert found.items[0].column == 1
    assert found.items[0].win_rate is not None
    assert found.items[0].win_rate.value == 1.0
    # Grades come from the panel only, and nobody of it has said anything yet.
    assert summary.columns[0].composite is None


def test_groups_of_cases_are_compared_with_the_rest_and_small_ones_say_so() -> None:
    hard = range(20, 40)
    values: list[float | str | None] = [
        (0.2 if case in hard else 0.9) + 0.01 * (case % 5) for case in range(40)
    ]
    cases = some_cases(
        40,
        tags={"rare": [0, 1], "everywhere": list(range(40))},
        difficulties=[5 if case in hard else 1 for case in range(40)],
        lengths=[50 if case % 2 else 5_000 for case in range(40)],
        splits=["holdout" if case % 4 == 0 else "train" for case in range(40)],
    )

    summary, _ = summarise(
        a_run({0: said(values)}, cells=40, cases=cases), about(a_plan("gpt", cases=40), 0)
    )

    found = {(each.facet, each.group): each for each in summary.facets}
    # What every case has cannot be compared with a rest, and one model has no other beside it.
    assert ("tag", "everywhere") not in found
    assert not any(kind == "model" for kind, _ in found)
    assert {group for kind, group in found if kind == "length"} == {"XS", "L"}
    assert {group for kind, group in found if kind == "split"} == {"train", "holdout"}
    assert found["tag", "rare"].small
    easy, difficult = found["difficulty", "easy"], found["difficulty", "hard"]
    assert easy.difference is not None
    assert easy.difference.value == pytest.approx(0.7)
    assert difficult.p_adjusted is not None
    assert difficult.p_adjusted < 0.001
    assert not difficult.small
    length = found["length", "XS"].p_adjusted
    assert length is not None
    assert length > 0.05


def test_lengths_have_five_groups_without_a_gap() -> None:
    ranges = [length_range(name) for name, _ in LENGTHS]

    assert ranges == [(0, 200), (200, 800), (800, 3_200), (3_200, 12_800), (12_800, None)]
    assert length_range("XXL") is None


def test_difficulties_have_three_groups() -> None:
    ranges = [difficulty_range(group) for group in ("easy", "medium", "hard", "unknown")]

    assert ranges == [(1, 2), (3, 3), (4, 5), None]


def test_judges_people_and_their_mixture_are_three_figures() -> None:
    """Yes or no by people beside a judge's scale: each is told alone, with what it stands on."""
    judged = [0.88] * 20
    people = {n: float(n % 3 > 0) for n in range(18)}
    run = a_run({0: said(judged)}, cells=20, manual=people)

    described = about(a_plan("gpt", cases=20), 0, rubric=RUBRIC)
    summary, _ = summarise(run, described)
    mixture, _ = summarise(run, described, with_labels(described.metrics[0]))

    [column], [mixed] = summary.columns, mixture.columns
    assert column.composite == column.judges == mixed.judges
    assert column.judges is not None
    assert column.people is not None
    assert mixed.composite is not None
    assert column.corrected is not None
    assert (column.judges.value, column.judges.n) == (pytest.approx(0.88), 20)
    assert (column.people.value, column.people.n) == (pytest.approx(12 / 18), 18)
    assert mixed.composite.value == pytest.approx((12 + 2 * 0.88) / 20)
    assert "Labels of people count first in 18 cells." in mixed.sentence
    assert "Labels" not in column.sentence
    assert (column.labels, column.cells, column.labels_are_binary) == (18, 20, True)
    # The sentence is about the figures that stand beside it.
    apart = (column.judges.value - column.corrected.value) * 10
    assert f"{apart:.1f} lower than the judge says" in column.corrected_sentence
    assert summaries_from_json(summaries_to_json([summary])) == (summary,)


def test_labels_on_the_judges_scale_are_not_called_yes_or_no() -> None:
    run = a_run({0: said([0.5] * 4)}, cells=4, manual={0: 0.4, 1: 1.0})

    [column] = summarise(run, about(a_plan("gpt", cases=4), 0, rubric=RUBRIC))[0].columns
    [unlabelled] = summarise(
        a_run({0: said([0.5] * 4)}, cells=4), about(a_plan("gpt", cases=4), 0, rubric=RUBRIC)
    )[0].columns

    assert not column.labels_are_binary
    assert (unlabelled.judges, unlabelled.people) == (None, None)


def test_labels_by_people_correct_the_judges_mean() -> None:
    """The judge is 0.2 too kind, and people looked at every fourth answer."""
    judged = [0.3 + 0.01 * (case % 60) for case in range(200)]
    people = {case: judged[case] - 0.2 for case in range(0, 200, 4)}
    run = a_run({0: said([float(value) for value in judged])}, cells=200, manual=people)

    summary, _ = summarise(run, about(a_plan("gpt", cases=200), 0))

    [column] = summary.columns
    assert column.corrected is not None
    assert column.labels == 50
    assert column.corrected.value == pytest.approx(np.mean(judged) - 0.2, abs=0.02)
    assert column.corrected.low <= np.mean(judged) - 0.2 <= column.corrected.high
    assert summary.labels_plan is not None
    assert summary.labels_plan[0].labels == 50


def test_answers_graded_because_they_looked_odd_correct_nothing() -> None:
    """People looked at the worst ones only: what they found there says nothing of the others."""
    judged = [0.3 + 0.01 * (case % 60) for case in range(200)]
    people = {case: 0.0 for case in range(200) if judged[case] < 0.4}
    run = a_run(
        {0: said([float(value) for value in judged])}, cells=200, manual=people, drawn=False
    )

    summary, _ = summarise(run, about(a_plan("gpt", cases=200), 0))

    [column] = summary.columns
    assert column.corrected is None
    assert column.labels == len(people) > 30
    assert summary.labels_plan is None
