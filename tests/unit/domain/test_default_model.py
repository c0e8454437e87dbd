"""Who helps when nobody chose a model."""

from datetime import UTC, datetime
from decimal import Decimal
from uuid import uuid4

from edison.domain.assists.default_model import AssistModelCandidate, default_model
from edison.domain.ids import CredentialId, ModelId
from edison.domain.models.capabilities import UNKNOWN
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.price import Price
from edison.domain.models.provider import Provider


def a_model(
    name: str, dollars: str, provider: Provider = Provider.OPENAI, *, deprecated: bool = False
) -> AssistModelCandidate:
    """`dollars` for a million tokens, asked or answered."""
    model = CatalogModel(
        id=ModelId(uuid4()),
        credential=CredentialId(uuid4()),
        credential_label="Main",
        provider=provider,
        base_url="",
        name=name,
        title="",
        source="listing",
        listed=UNKNOWN,
        deprecated=deprecated,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return AssistModelCandidate(
        model=model, price=Price(input=Decimal(dollars), output=Decimal(dollars))
    )


def chosen(*candidates: AssistModelCandidate, preferred: Provider = Provider.OPENAI) -> str | None:
    model = default_model(candidates, preferred)
    return None if model is None else model.name


def test_the_best_that_is_not_dear_is_asked() -> None:
    assert chosen(a_model("small", "0.5"), a_model("good", "9"), a_model("dear", "50")) == "good"
    # If all are dear, the least dear.
    assert chosen(a_model("dear", "50"), a_model("dearer", "90")) == "dear"


def test_models_that_do_other_work_or_are_going_are_passed_over() -> None:
    others = [a_model(f"gpt-{kind}", "9") for kind in ("realtime", "audio", "embedding", "image")]

    assert (
        chosen(*others, a_model("gpt-good", "1"), a_model("gpt-old", "8", deprecated=True))
        == "gpt-good"
    )
    assert chosen(*others) is not None


def test_the_projects_provider_comes_first_and_the_demo_last() -> None:
    demo = [
        a_model("demo-quick", "1", Provider.SIMULATED),
        a_model("demo-careful", "5", Provider.SIMULATED),
    ]
    broken = a_model("sim-down", "9", Provider.SIMULATED)
    claude = a_model("claude-sonnet", "9", Provider.ANTHROPIC)

    assert chosen(*demo, broken) == "demo-careful"
    assert chosen(*demo, broken, claude) == "claude-sonnet"
    assert chosen(*demo, claude, a_model("gpt-good", "1")) == "gpt-good"
    assert chosen(claude, a_model("gpt-good", "1"), preferred=Provider.ANTHROPIC) == "claude-sonnet"
    assert chosen() is None
