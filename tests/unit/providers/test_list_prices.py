"""List prices agree with the data they come from, and come without a call to anyone."""

import sys
import threading
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from importlib import import_module
from typing import Any
from uuid import UUID

import genai_prices
import pytest
from genai_prices.data import providers as book_providers
from genai_prices.types import ClauseEquals, ConditionalPrice, ModelInfo, ModelPrice, TieredPrices
from genai_prices.types import StartDateConstraint as Since
from genai_prices.types import TimeOfDateConstraint as Hours

from edison.domain.ids import CredentialId, ModelId
from edison.domain.models.capabilities import UNKNOWN
from edison.domain.models.catalog import CatalogModel, SetPrice
from edison.domain.models.price import Price
from edison.domain.models.provider import Provider
from edison.domain.models.token_usage import Usage
from edison.providers.list_prices import list_price, suggested_models
from edison.providers.price_in_effect import price_in_effect

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)

WELL_KNOWN = [
    (Provider.OPENAI, "openai", "gpt-4o"),
    (Provider.OPENAI, "openai", "gpt-4o-mini-2024-07-18"),
    (Provider.OPENAI, "openai", "gpt-4.1"),
    (Provider.OPENAI, "openai", "gpt-5-2025-08-07"),
    (Provider.OPENAI, "openai", "gpt-5.4"),
    (Provider.OPENAI, "openai", "gpt-5.6-luna"),
    (Provider.OPENAI, "openai", "o3"),
    (Provider.OPENAI, "openai", "o4-mini"),
    (Provider.ANTHROPIC, "anthropic", "claude-3-5-haiku-20241022"),
    (Provider.ANTHROPIC, "anthropic", "claude-sonnet-4-5-20250929"),
    (Provider.ANTHROPIC, "anthropic", "claude-opus-4-1"),
    (Provider.ANTHROPIC, "anthropic", "claude-haiku-5-5"),
    (Provider.GEMINI, "google", "gemini-2.0-flash"),
    (Provider.GEMINI, "google", "gemini-2.5-flash"),
    (Provider.GEMINI, "google", "gemini-2.5-pro"),
    (Provider.VERTEX, "google", "gemini-3.1-pro-preview"),
    (Provider.BEDROCK, "aws", "eu.anthropic.claude-sonnet-4-5-20250929-v1:0"),
    (Provider.BEDROCK, "aws", "amazon.nova-pro-v1:0"),
    (Provider.BEDROCK, "aws", "meta.llama3-3-70b-instruct-v1:0"),
    (Provider.AZURE, "azure", "gpt-4o"),
    (Provider.AZURE, "azure", "o4-mini"),
]

USAGES = [
    Usage(),
    Usage(input=1, output=1),
    Usage(input=1_234, output=567, reasoning=890),
    Usage(input=10, cache_read=90_000, cache_write=5_000, output=77),
    Usage(input=100_000, cache_read=100_000, output=10),
    Usage(input=100_000, cache_read=100_001, output=10),
    Usage(input=272_001, cache_read=1, cache_write=50_000, output=4_000, reasoning=1),
    Usage(input=990_000, output=8_192),
]


@pytest.mark.parametrize("moment", [NOW, datetime(2025, 3, 1, 3, tzinfo=UTC)], ids=["now", "then"])
@pytest.mark.parametrize(("provider", "book_id", "model"), WELL_KNOWN)
def test_a_cost_is_what_the_price_data_says(
    provider: Provider, book_id: str, model: str, moment: datetime
) -> None:
    price = list_price(provider, model, moment)
    assert price is not None
    for usage in USAGES:
        theirs = genai_prices.calc_price(
            genai_prices.Usage(
                input_tokens=usage.prompt,
                cache_read_tokens=usage.cache_read,
                cache_write_tokens=usage.cache_write,
                output_tokens=usage.completion,
            ),
            model,
            provider_id=book_id,
            genai_request_timestamp=moment,
        )
        assert abs(price.cost(usage) - theirs.total_price * 1_000_000) <= 1, usage


def test_the_sample_has_tiers_and_cache_rates() -> None:
    prices = [list_price(provider, model, NOW) for provider, _, model in WELL_KNOWN]
    assert sum(1 for price in prices if price and price.tiers) >= 4
    assert sum(1 for price in prices if price and price.cache_read) >= 12
    assert sum(1 for price in prices if price and price.cache_write) >= 4


@pytest.mark.parametrize(
    ("base_url", "model", "sold_by"),
    [
        ("https://openrouter.ai/api/v1", "anthropic/claude-sonnet-4", "openrouter"),
        ("https://api.mistral.ai/v1", "mistral-large-latest", "mistral"),
        ("https://api.groq.com/openai/v1", "llama-3.3-70b-versatile", "groq"),
        ("https://api.deepseek.com", "deepseek-chat", "deepseek"),
        ("https://api.moonshot.cn/v1", "kimi-k2.6", "moonshotai"),
        ("https://API.deepseek.com:443/v1/", "deepseek-chat", "deepseek"),
        ("https://router.huggingface.co/groq/openai/v1", "openai/gpt-oss-20b", "huggingface_groq"),
    ],
)
def test_a_compatible_server_has_the_prices_of_its_host(
    base_url: str, model: str, sold_by: str
) -> None:
    price = list_price(Provider.COMPATIBLE, model, NOW, base_url=base_url)
    usage = genai_prices.Usage(input_tokens=1_000_000, output_tokens=1_000_000)
    theirs = genai_prices.calc_price(
        usage, model, provider_id=sold_by, genai_request_timestamp=NOW
    ).total_price
    assert price is not None
    assert price.cost(Usage(input=1_000_000, output=1_000_000)) == theirs * 1_000_000


def test_the_host_decides_for_a_provider_that_was_pointed_elsewhere() -> None:
    direct = list_price(Provider.OPENAI, "gpt-4o", NOW)
    assert direct == list_price(Provider.OPENAI, "gpt-4o", NOW, base_url="https://proxy.test/v1")
    assert list_price(Provider.OPENAI, "gpt-4o", NOW, base_url="https://api.groq.com") is None


@pytest.mark.parametrize(
    ("provider", "model", "base_url"),
    [
        (Provider.OLLAMA, "llama3.3", "http://localhost:11434"),
        (Provider.OLLAMA, "gpt-4o", "https://api.openai.com"),
        (Provider.COMPATIBLE, "gpt-4o", "http://localhost:8000/v1"),
        (Provider.COMPATIBLE, "gpt-4o", "http://api.openai.com/v1"),
        (Provider.COMPATIBLE, "gpt-4o", "https://api.openai.com.example.org/v1"),
        (Provider.COMPATIBLE, "gpt-4o", "https://example.org/https://api.openai.com"),
        (Provider.COMPATIBLE, "gpt-4o", "https://api.openai.com@example.org/v1"),
        (Provider.COMPATIBLE, "gemini-2.5-pro", "https://example.org/x.googleapis.com"),
        (Provider.COMPATIBLE, "gpt-4o", "no address"),
        (Provider.COMPATIBLE, "gpt-4o", ""),
        (Provider.OPENAI, "gpt-nobody-knows", ""),
        (Provider.AZURE, "our-production", ""),
        (Provider.OPENAI, "whisper-1", ""),
        (Provider.SIMULATED, "gpt-4o", ""),
    ],
)
def test_what_nobody_listed_has_no_price(provider: Provider, model: str, base_url: str) -> None:
    assert list_price(provider, model, NOW, base_url=base_url) is None


@pytest.mark.parametrize(
    ("provider", "model", "rate"),
    [
        (Provider.OPENAI, "text-embedding-3-small", "0.02"),
        (Provider.OPENAI, "text-embedding-3-large", "0.13"),
        (Provider.AZURE, "text-embedding-3-small", "0.02"),
        (Provider.GEMINI, "gemini-embedding-001", "0.15"),
    ],
)
def test_embeddings_have_no_output_to_pay_for(provider: Provider, model: str, rate: str) -> None:
    price = list_price(provider, model, NOW)

    assert price is not None
    assert (price.input, price.output) == (Decimal(rate), 0)
    assert price.cost(Usage(input=1_000_000)) == Decimal(rate) * 1_000_000


@pytest.mark.parametrize("model", ["sonar", "sonar-deep-research"])
def test_a_price_with_a_fee_of_another_kind_is_unknown_rather_than_half(model: str) -> None:
    assert list_price(Provider.COMPATIBLE, model, NOW, base_url="https://api.perplexity.ai") is None


def test_a_model_listed_as_free_costs_nothing() -> None:
    price = list_price(
        Provider.COMPATIBLE, "deepseek/deepseek-r1:free", NOW, base_url="https://openrouter.ai/api"
    )
    assert price is not None
    assert price.cost(Usage(input=10**9, output=10**9)) == 0


@pytest.mark.parametrize(
    ("provider", "dressed", "bare"),
    [
        (Provider.GEMINI, "models/gemini-2.5-pro", "gemini-2.5-pro"),
        (Provider.VERTEX, "publishers/google/models/gemini-2.5-pro", "gemini-2.5-pro"),
        (
            Provider.BEDROCK,
            "arn:aws:bedrock:eu-west-1:123456789012:inference-profile/amazon.nova-pro-v1:0",
            "amazon.nova-pro-v1:0",
        ),
        (Provider.OPENAI, " GPT-4o ", "gpt-4o"),
    ],
)
def test_a_path_before_the_name_does_not_hide_the_price(
    provider: Provider, dressed: str, bare: str
) -> None:
    price = list_price(provider, dressed, NOW)
    assert price is not None
    assert price == list_price(provider, bare, NOW)


def test_a_price_holds_from_its_day_on() -> None:
    day = datetime(2025, 6, 10, tzinfo=UTC)
    before = list_price(Provider.OPENAI, "o3", day - timedelta(microseconds=1))
    after = list_price(Provider.OPENAI, "o3", day)
    assert before is not None
    assert after is not None
    assert (before.input, before.effective_from) == (Decimal(10), None)
    assert (after.input, after.effective_from) == (Decimal(2), day)


def _listed(monkeypatch: pytest.MonkeyPatch, prices: Any) -> str:
    """Put a model of ours into the data."""
    name = f"test-{id(prices)}"
    openai = next(seller for seller in book_providers if seller.id == "openai")
    entry = ModelInfo(id=name, match=ClauseEquals(equals=name), prices=prices)
    monkeypatch.setattr(openai, "models", [*openai.models, entry])
    return name


def _rate(dollars: int) -> ModelPrice:
    return ModelPrice(input_mtok=Decimal(dollars), output_mtok=Decimal(dollars))


@pytest.mark.parametrize(("hour", "dollars"), [(0, 1), (2, 5), (4, 5), (6, 3), (8, 1)])
def test_where_hours_overlap_the_dearest_counts(
    monkeypatch: pytest.MonkeyPatch, hour: int, dollars: int
) -> None:
    prices = [
        ConditionalPrice(prices=_rate(9)),
        ConditionalPrice(Since(date(2026, 1, 1)), prices=_rate(1)),
        ConditionalPrice(Hours(time(1), time(5)), prices=_rate(5)),
        ConditionalPrice(Hours(time(3), time(7)), prices=_rate(3)),
    ]
    model = _listed(monkeypatch, prices)
    price = list_price(Provider.OPENAI, model, NOW.replace(hour=hour))
    assert price is not None
    assert price.input == dollars


def test_a_price_that_does_not_hold_yet_is_used_if_there_is_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = _listed(monkeypatch, [ConditionalPrice(Since(date(2027, 1, 1)), prices=_rate(4))])
    price = list_price(Provider.OPENAI, model, NOW)
    assert price is not None
    assert price.input == 4


def test_buckets_with_tiers_of_their_own_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    from genai_prices.types import Tier

    def tiered(base: int, *steps: tuple[int, int]) -> TieredPrices:
        tiers = [Tier(start, Decimal(price)) for start, price in steps]
        return TieredPrices(base=Decimal(base), tiers=tiers)

    rates = ModelPrice(
        input_mtok=tiered(1, (100, 2), (300, 3)),
        output_mtok=tiered(10, (200, 20)),
        cache_read_mtok=Decimal("0.5"),
    )
    model = _listed(monkeypatch, rates)
    price = list_price(Provider.OPENAI, model, NOW)
    assert price is not None
    assert [(tier.above, tier.input, tier.output, tier.cache_read) for tier in price.tiers] == [
        (100, 2, 10, Decimal("0.5")),
        (200, 2, 20, Decimal("0.5")),
        (300, 3, 20, Decimal("0.5")),
    ]


@pytest.mark.parametrize("model", ["sim-small", "sim-large", "sim-anything", "SIM-Judge"])
def test_the_simulator_charges_simulated_money(model: str) -> None:
    price = list_price(Provider.SIMULATED, model, NOW)
    assert price is not None
    assert price.source == "simulated"
    assert price.cost(Usage(input=1_000, output=1_000)) > 0


def _model(name: str = "gpt-4o") -> CatalogModel:
    return CatalogModel(
        id=ModelId(UUID(int=1)),
        credential=CredentialId(UUID(int=2)),
        credential_label="ours",
        provider=Provider.OPENAI,
        base_url="https://api.openai.com/v1",
        name=name,
        title=name,
        source="listing",
        listed=UNKNOWN,
        created_at=NOW,
    )


def test_without_a_decision_the_list_counts() -> None:
    listed = list_price(Provider.OPENAI, "gpt-4o", NOW)
    assert listed is not None
    assert price_in_effect(_model(), None, NOW) == listed
    back_to_list = SetPrice(choice="list", effective_from=NOW)
    assert price_in_effect(_model(), back_to_list, NOW) == listed
    assert price_in_effect(_model("nobody-knows"), None, NOW) is None


def test_a_price_of_ones_own_counts_over_the_list() -> None:
    chosen = SetPrice(
        choice="override",
        input=Decimal(7),
        output=Decimal(8),
        cache_read=Decimal(1),
        effective_from=NOW,
    )
    assert price_in_effect(_model(), chosen, NOW) == Price(
        input=Decimal(7),
        output=Decimal(8),
        cache_read=Decimal(1),
        source="override",
        effective_from=NOW,
    )


def test_what_a_person_calls_free_is_free() -> None:
    price = price_in_effect(_model(), SetPrice(choice="free", effective_from=NOW), NOW)
    assert price is not None
    assert (price.source, price.input, price.output) == ("free", 0, 0)


@pytest.mark.parametrize("provider", [Provider.VERTEX, Provider.BEDROCK])
def test_suggested_models_can_be_called_and_have_a_price(provider: Provider) -> None:
    models = suggested_models(provider)
    assert len(models) > 20
    assert len({model.name for model in models}) == len(models)
    for model in models:
        assert list_price(provider, model.name, NOW) is not None, model.name
        assert not model.name.startswith("regional."), model.name
    assert sum(1 for model in models if model.capabilities.context_window) > len(models) * 0.8


def test_suggested_models_are_for_chat_and_say_what_is_deprecated() -> None:
    vertex = {model.name: model for model in suggested_models(Provider.VERTEX)}
    assert vertex["gemini-2.0-flash"].deprecated
    assert not vertex["gemini-2.5-pro"].deprecated
    assert not any("embedding" in name or "tts" in name or "image" in name for name in vertex)
    assert not any(name.startswith("claude") for name in vertex)


@pytest.mark.parametrize("provider", [Provider.OLLAMA, Provider.COMPATIBLE, Provider.SIMULATED])
def test_nothing_is_suggested_where_nothing_is_known(provider: Provider) -> None:
    assert suggested_models(provider) == []


_seen: list[str] | None = None


def _note(event: str, _: tuple[Any, ...]) -> None:
    if _seen is not None and event.startswith(("socket.", "urllib.")):
        _seen.append(event)


# A hook cannot be taken out again, so it is put in once and switched. It sees all threads.
sys.addaudithook(_note)


def test_asking_for_prices_calls_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loads the package anew: neither its import nor a question opens a socket or starts a thread."""
    global _seen
    for name in [name for name in sys.modules if name.startswith("genai_prices")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("price_book", "known_models", "retired_models", "list_prices"):
        monkeypatch.delitem(sys.modules, f"edison.providers.{name}")
    threads = threading.active_count()
    _seen = []
    try:
        fresh = import_module("edison.providers.list_prices")
        assert "genai_prices" not in sys.modules, "the import is lazy"
        assert fresh.list_price(Provider.OPENAI, "gpt-4o", NOW) is not None
        assert fresh.suggested_models(Provider.BEDROCK)
        assert "genai_prices" in sys.modules
        assert threading.active_count() == threads
        assert _seen == []
    finally:
        _seen = None
