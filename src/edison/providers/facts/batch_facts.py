"""Which providers have a batch API, what it costs, and what its limits are."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from edison.domain.models.provider import Provider
from edison.providers.facts.fact_types import FactSource

READ_ON = date(2026, 11, 19)
HALF = Decimal("0.5")
# Less than any provider's limit, so that a worker can hold the requests and answers of a batch in memory.
MOST_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchFact:
    """The batch API of a provider."""

    provider: Provider
    # Share of the normal price, for all kinds of tokens.
    share: Decimal
    # Calls that are not answered by then expire and are not charged.
    window_hours: int
    most_requests: int
    source: FactSource


_OPENAI = FactSource(
    address="https://help.openai.com/en/articles/9197833-batch-api-faq, "
    "https://developers.openai.com/api/reference (create batch: 50,000 requests, 200 MB)",
    read_on=READ_ON,
)

BATCH_FACTS = {
    fact.provider: fact
    for fact in (
        BatchFact(
            provider=Provider.OPENAI,
            share=HALF,
            window_hours=24,
            most_requests=50_000,
            source=_OPENAI,
        ),
        BatchFact(
            provider=Provider.ANTHROPIC,
            share=HALF,
            window_hours=24,
            most_requests=100_000,
            source=FactSource(
                address="https://platform.claude.com/docs/en/build-with-claude/batch-processing "
                "(100,000 requests, 256 MB, 50% of the price, caching included)",
                read_on=READ_ON,
            ),
        ),
        BatchFact(
            provider=Provider.GEMINI,
            share=HALF,
            window_hours=24,
            most_requests=10_000,
            source=FactSource(
                address="https://ai.google.dev/gemini-api/docs/batch-api "
                "(50% of the price, target of 24 hours, requests in the batch up to 20 MB)",
                read_on=READ_ON,
            ),
        ),
        # The simulator imitates OpenAI.
        BatchFact(
            provider=Provider.SIMULATED,
            share=HALF,
            window_hours=24,
            most_requests=50_000,
            source=_OPENAI,
        ),
    )
}


def batch_fact(provider: Provider) -> BatchFact | None:
    """Return the facts about a provider's batch API; None if it has none that Edison can use."""
    return BATCH_FACTS.get(provider)
