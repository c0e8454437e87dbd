"""What caching saved in a run: from the ledger's tokens and the prices; unknown is never zero."""

from decimal import Decimal

from edison.domain.models.price import Price
from edison.domain.reports.run_caching import run_caching
from edison.domain.reports.spend_breakdown import Sums

CLAUDE = Price(
    input=Decimal(2), output=Decimal(10), cache_read=Decimal("0.2"), cache_write=Decimal("2.5")
)
CACHED = Sums(prompt_tokens=12_000, cache_read_tokens=10_000, cache_write_tokens=1_000)
PLAIN = Sums(prompt_tokens=8_000)


def test_tokens_share_and_saving() -> None:
    found = run_caching({"claude": CACHED, "judge": PLAIN}, {"claude": CLAUDE})

    assert found is not None
    assert (found.prompt_tokens, found.read_tokens, found.written_tokens) == (20_000, 10_000, 1_000)
    assert found.share == 0.5
    # 11,000 tokens at 2 dollars a million, against 10,000 at 0.2 and 1,000 at 2.5.
    assert found.saved == 22_000 - 2_000 - 2_500


def test_writing_without_reading_costs_more() -> None:
    found = run_caching(
        {"claude": Sums(prompt_tokens=1_000, cache_write_tokens=1_000)}, {"claude": CLAUDE}
    )

    assert found is not None
    assert found.saved == -500


def test_without_a_price_the_saving_is_unknown() -> None:
    found = run_caching({"claude": CACHED, "other": CACHED}, {"claude": CLAUDE})

    assert found is not None
    assert found.saved is None


def test_nothing_cached_is_nothing_to_report() -> None:
    assert run_caching({"claude": PLAIN}, {"claude": CLAUDE}) is None
