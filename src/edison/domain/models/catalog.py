"""Catalog of the models that a project can call, with origin, capabilities and price."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from edison.domain.errors import InvalidInput
from edison.domain.ids import CredentialId, ModelId, UserId
from edison.domain.models.capabilities import Capabilities, refused_parameters
from edison.domain.models.model_api import AUTOMATIC, ApiChoice
from edison.domain.models.model_call import ModelCall
from edison.domain.models.provider import Provider
from edison.domain.rate_limits.allocation import UNSET, RateLimits

MAX_MODEL_NAME = 200
MAX_RATE = Decimal(1_000_000)
MAX_CALL_COST = Decimal(10_000)

# listing: from the provider. suggested: from the price list. manual: entered by a person.
ModelSource = Literal["listing", "suggested", "manual"]
# list: the published price. override: the project's own. free: declared as free by a person.
PriceChoice = Literal["list", "override", "free"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogModel:
    id: ModelId
    credential: CredentialId
    credential_label: str
    provider: Provider
    base_url: str
    name: str
    title: str
    source: ModelSource
    listed: Capabilities
    # A project's corrections, by name of the capability.
    corrections: dict[str, Any] = field(default_factory=dict[str, Any])
    # Parameters that the model rejected, with the provider's message.
    dropped: dict[str, str] = field(default_factory=dict[str, str])
    limits: RateLimits = UNSET
    api: ApiChoice = AUTOMATIC
    deprecated: bool = False
    # No longer in the provider's listing.
    missing: bool = False
    created_at: datetime

    @property
    def capabilities(self) -> Capabilities:
        return self.listed.corrected(self.corrections)

    @property
    def unsupported(self) -> frozenset[str]:
        """Parameters that are never sent, because the model is known not to support them."""
        return refused_parameters(self.capabilities)

    @property
    def learned(self) -> frozenset[str]:
        """Parameters that the model has rejected before. They are left out only where Edison set them by itself."""
        return frozenset(self.dropped)

    def left_out_of(self, call: ModelCall) -> frozenset[str]:
        return self.unsupported | (self.learned & call.adaptable)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPrice:
    """A price that a user set for a model. The newest one that is in effect applies."""

    choice: PriceChoice
    input: Decimal | None = None
    output: Decimal | None = None
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None
    # The cost of one call to an application in dollars, instead of rates per token.
    per_call: Decimal | None = None
    effective_from: datetime
    set_by: UserId | None = None
    set_by_label: str = ""

    def __post_init__(self) -> None:
        rates = {
            "input": self.input,
            "output": self.output,
            "cache_read": self.cache_read,
            "cache_write": self.cache_write,
            "per_call": self.per_call,
        }
        if self.choice == "override" and self.per_call is not None:
            self._check_per_call()
        elif self.choice == "override":
            for name in ("input", "output"):
                if rates[name] is None:
                    raise InvalidInput("Give input and output per million tokens", field=name)
        elif any(rate is not None for rate in rates.values()):
            raise InvalidInput("Rates can only be given with a price of your own", field="choice")
        for name, rate in rates.items():
            if rate is not None and not (rate.is_finite() and 0 <= rate <= MAX_RATE):
                raise InvalidInput("A rate must be between 0 and 1,000,000 dollars", field=name)
        if self.choice == "override" and self.input == 0 and self.output == 0:
            raise InvalidInput('If it costs nothing, choose "free"', field="choice")

    def _check_per_call(self) -> None:
        tokens = (self.input, self.output, self.cache_read, self.cache_write)
        if any(rate is not None for rate in tokens):
            raise InvalidInput(
                "Give a cost per call or rates per token, not both", field="per_call"
            )
        if self.per_call == 0:
            raise InvalidInput('If it costs nothing, choose "free"', field="choice")
        if self.per_call is not None and self.per_call > MAX_CALL_COST:
            raise InvalidInput("A call can cost at most 10,000 dollars", field="per_call")
