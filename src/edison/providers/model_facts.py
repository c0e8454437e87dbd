"""Look up documented facts of a model, and compare them with a provider's list of models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from edison.domain.models.catalog import CatalogModel
from edison.domain.models.parameters import Parameters, ReasoningEffort
from edison.domain.models.provider import Provider
from edison.domain.models.retirement import Retirement
from edison.providers.facts.anthropic_facts import ANTHROPIC_MODELS, ANTHROPIC_RETIREMENTS
from edison.providers.facts.fact_types import ModelFact, RetirementFact, begins, is_snapshot_of
from edison.providers.facts.google_facts import (
    GOOGLE_MODELS,
    GOOGLE_RETIREMENTS,
    OLD_RETIREMENTS,
)
from edison.providers.facts.open_model_facts import OPEN_MODELS
from edison.providers.facts.openai_facts import OPENAI_MODELS, OPENAI_RETIREMENTS
from edison.providers.price_book import bare_name

MODELS: Mapping[Provider, tuple[ModelFact, ...]] = {
    Provider.OPENAI: OPENAI_MODELS,
    Provider.AZURE: OPENAI_MODELS,
    Provider.ANTHROPIC: ANTHROPIC_MODELS,
    Provider.BEDROCK: ANTHROPIC_MODELS,
    Provider.GEMINI: GOOGLE_MODELS,
    Provider.VERTEX: GOOGLE_MODELS,
    Provider.COMPATIBLE: OPEN_MODELS,
    Provider.OLLAMA: OPEN_MODELS,
}
RETIREMENTS: Mapping[Provider, tuple[RetirementFact, ...]] = {
    Provider.OPENAI: OPENAI_RETIREMENTS,
    Provider.ANTHROPIC: ANTHROPIC_RETIREMENTS,
    Provider.GEMINI: GOOGLE_RETIREMENTS,
    # Vertex serves these models on a schedule of its own.
    Provider.VERTEX: OLD_RETIREMENTS,
}

# These list every model that they sell.
LISTS_ALL = frozenset({Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI})


def fact_of(provider: Provider, model: str) -> ModelFact | None:
    """Return the documented facts of a model."""
    # Servers of open models put the vendor before the name, with a slash.
    name = bare_name(model).rsplit("/", 1)[-1]
    facts = (fact for fact in MODELS.get(provider, ()) if is_snapshot_of(fact.model, name))
    return next(facts, None)


def known_efforts(provider: Provider, model: str) -> tuple[ReasoningEffort, ...] | None:
    """Return the reasoning efforts that a model is documented to accept; None if no document states them."""
    fact = fact_of(provider, model)
    return None if fact is None else fact.efforts


def refused_effort_of(model: CatalogModel, parameters: Parameters) -> str | None:
    """Return why a model is documented not to accept the effort of these parameters; None if nothing is known.

    A project that corrected the capability knows better than the facts.
    """
    effort = parameters.reasoning_effort
    efforts = known_efforts(model.provider, model.name)
    if effort is None or efforts is None or effort in efforts or "reasoning" in model.corrections:
        return None
    accepted = ", ".join(efforts)
    return (
        f"{model.name} does not accept the reasoning effort {effort}, only: {accepted}. Choose one of these. "
        "If this is out of date, set the capability reasoning of the model in the catalog, and the provider decides."
    )


def retirement_fact(provider: Provider, model: str) -> RetirementFact | None:
    name = bare_name(model)
    facts = (fact for fact in RETIREMENTS.get(provider, ()) if begins(fact.names, name))
    return next(facts, None)


def retirement_of(provider: Provider, model: str) -> Retirement | None:
    """Return when a model is documented to be shut down; None if there is no date."""
    fact = retirement_fact(provider, model)
    if fact is None or fact.on is None:
        return None
    return Retirement(
        on=fact.on,
        only_earliest=fact.only_earliest,
        replacement=fact.replacement,
        source=fact.source.address,
        read_on=fact.source.read_on,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingComparison:
    """Differences between the facts and a provider's list of models."""

    # Listed, but there is no fact about them.
    new: tuple[str, ...] = ()
    # There is a fact about them, they are not retired, and the provider does not list them.
    missing: tuple[str, ...] = ()
    # Listed, with an announced shutdown: past or to come.
    retiring: tuple[tuple[str, date], ...] = ()
    # Listed with a shutdown date that is not that of the facts: name, listed date, date of the facts.
    other_date: tuple[tuple[str, date, date | None], ...] = field(default_factory=tuple)

    @property
    def agrees(self) -> bool:
        return not (self.new or self.missing or self.other_date)


def compare_listing(
    provider: Provider, listed: Sequence[str], dates: Mapping[str, date], today: date
) -> ListingComparison:
    """Compare the facts with the models that a provider lists. `dates` are the shutdown dates of the listing."""
    names = [bare_name(name) for name in listed]
    announced = {
        name: found
        for name in names
        if (found := retirement_of(provider, name)) is not None and not found.only_earliest
    }
    # A server of one's own, or another seller, has any selection of models.
    facts = MODELS[provider] if provider in LISTS_ALL else ()
    gone = {
        fact.model
        for fact in facts
        if (found := retirement_of(provider, fact.model)) is not None
        and not found.only_earliest
        and found.on <= today
    }
    return ListingComparison(
        new=tuple(
            name
            for name in names
            if fact_of(provider, name) is None and retirement_fact(provider, name) is None
        ),
        missing=tuple(
            fact.model
            for fact in facts
            if fact.model not in gone
            and not any(is_snapshot_of(fact.model, name) for name in names)
        ),
        retiring=tuple((name, found.on) for name, found in announced.items()),
        other_date=tuple(
            (name, on, announced[name].on if name in announced else None)
            for name, on in dates.items()
            if name not in announced or announced[name].on != on
        ),
    )
