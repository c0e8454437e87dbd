"""Batches at providers: when they are polled, when they count as lost, and what half the price is."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import UUID

import pytest

from edison.domain.ids import ModelId, ProjectId, RunId
from edison.domain.models.price import Price, Tier
from edison.domain.models.token_usage import Usage
from edison.domain.runs.provider_batch import BatchState, ProviderBatch, is_halted
from edison.domain.runs.run_plan import BATCH_CHUNK_AT_MOST, batch_chunk_size
from edison.domain.runs.run_states import PauseReason, RunState

NOW = datetime(2026, 11, 19, 14, 2, tzinfo=UTC)
NOTHING = UUID(int=0)
POLL = timedelta(seconds=60)
BATCH = ProviderBatch(
    id=NOTHING,
    project=ProjectId(NOTHING),
    run=RunId(NOTHING),
    number=7,
    chunk=0,
    column=0,
    epoch=1,
    round=1,
    model=ModelId(NOTHING),
    state=BatchState.SUBMITTED,
    cells=10,
    budgets=(),
    turn=1,
    looks=0,
    created_at=NOW,
    submitting_at=NOW,
    submitted_at=NOW,
    ended_at=None,
    provider_id="batch_1",
    input_file=None,
    done=0,
    cancelled=False,
    problem=None,
)


def test_cells_of_a_batch_have_a_claim_that_no_worker_can_have() -> None:
    assert BATCH.claim == -7


@pytest.mark.parametrize(
    ("age", "pause"),
    [
        (timedelta(0), timedelta(seconds=60)),
        (timedelta(minutes=10), timedelta(seconds=120)),
        (timedelta(hours=20), timedelta(minutes=5)),
    ],
)
def test_an_older_batch_is_polled_less_often(age: timedelta, pause: timedelta) -> None:
    assert BATCH.next_poll(POLL, NOW + age) == NOW + age + pause


def test_a_long_pause_that_was_set_is_kept() -> None:
    hour = timedelta(hours=1)

    assert BATCH.next_poll(hour, NOW) == NOW + hour


def test_a_batch_without_results_is_lost_after_a_week() -> None:
    assert not BATCH.is_lost(NOW + timedelta(days=6))
    assert BATCH.is_lost(NOW + timedelta(days=8))
    assert replace(BATCH, submitted_at=None).is_lost(NOW + timedelta(days=8))
    assert not replace(BATCH, submitted_at=None, submitting_at=None).is_lost(
        NOW + timedelta(days=8)
    )


@pytest.mark.parametrize(
    ("state", "reason", "halted"),
    [
        (RunState.EXECUTING, None, False),
        (RunState.PAUSED, PauseReason.PERSON, True),
        (RunState.PAUSED, PauseReason.BUDGET, False),
        (RunState.PAUSED, PauseReason.CREDENTIAL, False),
        (RunState.PAUSED, PauseReason.BATCH, False),
        (RunState.CANCELLED, None, True),
        (RunState.FAILED, None, True),
    ],
)
def test_only_a_person_or_a_failure_cancels_batches(
    state: RunState, reason: PauseReason | None, halted: bool
) -> None:
    assert is_halted(state, reason) is halted


@pytest.mark.parametrize("columns", [1, 2, 3, 100])
def test_a_chunk_of_a_batch_holds_whole_rows(columns: int) -> None:
    size = batch_chunk_size(columns)

    assert size % columns == 0
    assert size <= BATCH_CHUNK_AT_MOST


def test_half_the_price_is_half_of_every_rate() -> None:
    tier = Tier(above=1_000, input=Decimal(4), output=Decimal(20), cache_write=Decimal(5))
    price = Price(input=Decimal(2), output=Decimal(10), cache_read=Decimal("0.2"), tiers=(tier,))
    half = price.scaled(Decimal("0.5"))

    for usage in (
        Usage(input=300, cache_read=200, output=50, raw={}),
        Usage(input=3_000, cache_read=200, cache_write=100, output=50, raw={}),
    ):
        assert half.cost(usage) * 2 == price.cost(usage)
    assert half.at_most(2_000, 100) * 2 == price.at_most(2_000, 100)
    assert half.cache_write is None
    assert half.source == price.source
