"""Request and response bodies of provider credentials. Only the last four characters of a secret are returned."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, SecretStr

from edison.api.base_views import Body, DomainView, Line, View
from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.catalog import MAX_CALL_COST
from edison.domain.models.circuit_breaker import BreakerState
from edison.domain.models.credential import MAX_LABEL, MAX_VALUE, CredentialStatus
from edison.domain.models.provider import Provider
from edison.services.models.credential_commands import CredentialCard, EditCredential
from edison.services.models.credential_setup import AddCredential

Label = Annotated[Line, Field(min_length=1, max_length=MAX_LABEL)]
FieldName = Annotated[str, Field(max_length=40)]
Value = Annotated[Line, Field(max_length=MAX_VALUE)]
CallDollars = Annotated[Decimal, Field(ge=0, le=MAX_CALL_COST, max_digits=13, decimal_places=9)]
VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]


class FieldView(View):
    name: str
    label: str
    secret: bool
    required: bool
    multiline: bool
    placeholder: str
    help: str


class ProviderView(DomainView):
    """A provider and the fields that its credentials need."""

    provider: Provider
    title: str
    fields: list[FieldView]
    base_url: str | None
    usually_private: bool


class ProvidersView(View):
    items: list[ProviderView]
    # Names of the workers' environment variables that a credential may use instead of a key.
    key_variables: list[str]
    private_endpoints: bool


class CredentialView(DomainView):
    id: UUID
    provider: Provider
    label: str
    config: dict[str, str]
    hint: str = Field(description="The last four characters of the key, or empty")
    has_key: bool = Field(description="Whether a key was entered or is read from a variable")
    variables: dict[str, str]
    is_default: bool
    allow_private: bool
    status: CredentialStatus
    problem_code: str | None
    problem: str | None
    tested_at: datetime | None
    created_by: str
    created_at: datetime


class BreakerView(View):
    """Circuit breaker of a credential.

    It opens after repeated failures of the provider. While it is open, calls fail immediately until
    `next_attempt_at`.
    """

    state: BreakerState
    failures: int
    successes: int
    next_attempt_at: datetime | None


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


class CredentialCardView(CredentialView):
    models: int
    breaker: BreakerView

    @staticmethod
    def of_card(card: CredentialCard) -> "CredentialCardView":
        return CredentialCardView(
            **CredentialView.of(card.credential).model_dump(),
            models=card.models,
            breaker=BreakerView(
                state=card.breaker.state,
                failures=card.breaker.failures,
                successes=card.breaker.successes,
                next_attempt_at=_moment(card.breaker.next_attempt_at),
            ),
        )


class AddCredentialBody(Body):
    provider: Provider
    label: Label
    config: dict[FieldName, Value] = Field(default_factory=dict, max_length=20)
    secrets: dict[FieldName, SecretStr] = Field(default_factory=dict, max_length=20)
    variables: dict[FieldName, VariableName] = Field(default_factory=dict, max_length=20)
    allow_private: bool = False
    make_default: bool = False
    cost_per_call_usd: CallDollars | None = Field(
        default=None,
        description="The declared cost of one call to an application; 0: it is free, null: unknown",
    )
    save_anyway: bool = Field(
        default=False,
        description="Save it even if the address is unreachable or has no list of models",
    )

    def to_command(self, project: ProjectId) -> AddCredential:
        return AddCredential(
            project=project,
            provider=self.provider,
            label=self.label,
            config=dict(self.config),
            secrets={name: value.get_secret_value() for name, value in self.secrets.items()},
            variables=dict(self.variables),
            allow_private=self.allow_private,
            make_default=self.make_default,
            cost_per_call=self.cost_per_call_usd,
            save_anyway=self.save_anyway,
        )


class EditCredentialBody(Body):
    """Changes of a credential. The key cannot be changed: delete the credential and add a new one."""

    label: Label | None = None
    make_default: Literal[True] | None = None
    allow_private: bool | None = None

    def to_command(self, project: ProjectId, credential: UUID) -> EditCredential:
        return EditCredential(
            project=project,
            credential=CredentialId(credential),
            label=self.label,
            make_default=bool(self.make_default),
            allow_private=self.allow_private,
        )
