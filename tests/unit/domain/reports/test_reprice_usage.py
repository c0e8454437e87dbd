"""What it would have cost on another model, and what was not paid at all."""

from datetime import date
from decimal import Decimal

from edison.domain.models.price import FREE, Price, Tier
from edison.domain.money import MicroUsd
from edison.domain.reports.reprice_usage import Repricing, repricing_of
from edison.domain.reports.savings import ReusedAnswers, Savings, saved_by_cache, savings_of
from edison.domain.reports.spend_breakdown import Name, SpendLine, Sums, Window

WINDOW = Window(first=date(2026, 11, 1), last=date(2026, 11, 16))
PRICE = Price(input=Decimal(2), output=Decimal(10), cache_read=Decimal("0.5"))
NAMES = {"a": Name(text="small"), "b": Name(text="large")}


def used(key: str, cost: int = 100, **more: int) -> SpendLine:
    values = {"prompt_tokens": 1000, "completion_tokens": 100, **more}
    # The others are counts:
    return SpendLine(key=key, sums=Sums(calls=1, cost=MicroUsd(cost), **values))  # pyright: ignore[reportArgumentType]


def repriced(*lines: SpendLine, price: Price | None = PRICE) -> Repricing:
    return repricing_of(WINDOW, lines, NAMES, model="x", label="other", price=price)


def test_recorded_tokens_at_the_other_rate() -> None:
    found = repriced(used("a"), used("b", cost=900, prompt_tokens=500))

    assert found.actual == 1000
    assert [one.cost for one in found.rows] == [2 * 1000 + 10 * 100, 2 * 500 + 10 * 100]
    assert found.cost == 5000
    assert [one.row.label for one in found.rows] == ["small", "large"]
    assert len(found.notes) == 1


def test_cached_tokens_at_the_other_rate_for_cached_ones() -> None:
    found = repriced(used("a", cache_read_tokens=400, cache_write_tokens=100))

    # What is written to a cache costs what input costs, if nobody says otherwise.
    assert found.cost == 2 * 500 + 0.5 * 400 + 2 * 100 + 10 * 100
    assert any("cache" in note for note in found.notes)


def test_an_unknown_price_is_unknown_and_a_free_one_is_free() -> None:
    unknown, free = repriced(used("a"), price=None), repriced(used("a"), price=FREE)

    assert (unknown.cost, unknown.rows[0].cost) == (None, None)
    assert any("The price of other is unknown" in note for note in unknown.notes)
    assert (free.cost, free.rows[0].cost) == (0, 0)


def test_rates_for_long_prompts_cannot_be_used_on_sums_and_it_says_so() -> None:
    tier = Tier(above=200_000, input=Decimal(4), output=Decimal(20))
    dear = Price(input=Decimal(2), output=Decimal(10), tiers=(tier,))

    found = repriced(used("a", prompt_tokens=1_000_000), price=dear)

    assert found.cost == 2_000_000 + 1_000
    assert any("long prompts" in note for note in found.notes)


def test_money_in_doubt_is_in_neither_figure() -> None:
    found = repriced(used("a", doubt=50))

    assert found.actual == 100
    assert any("in neither" in note for note in found.notes)


def test_of_nothing_it_would_have_cost_nothing() -> None:
    assert (repriced().actual, repriced().cost, repriced().rows) == (0, 0, ())


def saved(
    *lines: SpendLine, reused: dict[str, ReusedAnswers] | None = None, **prices: Price
) -> Savings:
    return savings_of(WINDOW, lines, reused or {}, NAMES, prices)


def test_reused_answers_and_cached_tokens_are_counted_by_model() -> None:
    again = {"b": ReusedAnswers(calls=3, saved=MicroUsd(900))}

    found = saved(used("a", cache_read_tokens=400), used("b"), reused=again, a=PRICE)

    assert [(one.label, one.reused.calls, one.cached) for one in found.models] == [
        ("large", 3, 0),
        ("small", 0, 600),
    ]
    assert (found.reused.calls, found.reused.saved) == (3, 900)
    assert (found.cached_tokens, found.cached) == (400, 600)
    assert len(found.notes) == 1


def test_who_saved_nothing_has_no_row() -> None:
    found = saved(used("a"), a=PRICE)

    assert (found.models, found.cached, found.notes) == ((), 0, ())


def test_what_is_unknown_of_one_is_unknown_of_all() -> None:
    found = saved(used("a", cache_read_tokens=10), used("b", cache_read_tokens=10), a=PRICE)

    assert found.cached is None
    assert found.cached_tokens == 20
    assert any("The price of large is unknown" in note for note in found.notes)


def test_writing_to_a_cache_may_cost_more_than_it_saves() -> None:
    dear = Price(input=Decimal(4), output=Decimal(1), cache_read=Decimal(1), cache_write=Decimal(5))
    sums = used("a", cache_read_tokens=10, cache_write_tokens=100).sums

    assert saved_by_cache(sums, dear) == 3 * 10 - 1 * 100
    found = saved(used("a", cache_read_tokens=10, cache_write_tokens=100), a=dear)
    assert any("negative" in note for note in found.notes)
