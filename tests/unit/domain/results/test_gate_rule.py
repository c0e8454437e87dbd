"""The rule of the baseline gate, and that an early end never has another verdict than the whole run."""

import numpy as np
import pytest

from edison.domain.results.gate_rule import (
    GateVerdict,
    OpenComparison,
    gate_run,
    is_settled,
)
from edison.domain.statistics.paired_comparison import Paired, compare_scores

B, N, W, C = GateVerdict.BETTER, GateVerdict.NOT_WORSE, GateVerdict.WORSE, GateVerdict.CANNOT_TELL


def _open(finished: list[tuple[float, float]], open_base: list[float]) -> OpenComparison:
    both = np.array(finished, dtype=np.float64).reshape(-1, 2)
    return OpenComparison(
        finished=Paired(base=both[:, 0], other=both[:, 1]),
        open_base=np.array(open_base, dtype=np.float64),
    )


@pytest.mark.parametrize(
    ("targets", "wanted"),
    [
        ([B, B], B),
        ([B, N], B),
        ([N], N),
        ([B, C], C),
        ([B, W, C], W),
        ([], C),
    ],
)
def test_one_worse_target_fails_and_each_must_be_known_to_pass(
    targets: list[GateVerdict], wanted: GateVerdict
) -> None:
    assert gate_run(targets) is wanted


def test_a_loss_is_settled_only_if_the_open_cases_cannot_make_up_for_it() -> None:
    broken, kept = [(1.0, 0.0)] * 8, [(1.0, 1.0)] * 12

    assert is_settled([_open(broken + kept, [1.0] * 20)], 0.02, 1, W)
    # The baseline failed on the open cases, so they may all be fixed.
    assert not is_settled([_open(broken + kept, [0.0] * 20)], 0.02, 1, W)


def test_a_pass_is_settled_only_if_the_open_cases_cannot_lose_more_than_the_margin() -> None:
    fixed = [(0.0, 1.0)] * 30

    assert is_settled([_open(fixed, [0.0] * 10)], 0.02, 1, B)
    assert not is_settled([_open(fixed, [1.0] * 30)], 0.02, 1, B)


def test_more_comparisons_need_more_evidence() -> None:
    comparison = _open([(1.0, 0.0)] * 6, [1.0] * 14)

    assert is_settled([comparison], 0.02, 1, W)
    assert not is_settled([comparison], 0.02, 10, W)


@pytest.mark.parametrize("seed", range(40))
def test_a_settled_loss_stays_a_loss_whatever_the_rest_scores(seed: int) -> None:
    random = np.random.default_rng(seed)
    before = (random.random(60) < random.uniform(0.5, 1)).astype(float)
    lost = random.uniform(0, 0.6)
    after = np.where(random.random(60) < lost, 0.0, before)
    for done in range(6, 60, 3):
        comparison = _open(
            list(zip(before[:done].tolist(), after[:done].tolist(), strict=True)),
            before[done:].tolist(),
        )
        if not is_settled([comparison], 0.02, 1, W):
            continue
        for _ in range(5):
            rest = (random.random(60 - done) < random.random()).astype(float)
            whole = Paired(base=before, other=np.concatenate([after[:done], rest]))
            [found] = compare_scores([whole], minimum_effect=0.02)
            assert found.verdict.startswith("worse"), (done, found.p)
