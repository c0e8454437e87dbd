"""Read the sign-in providers of an installation from its settings."""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, TypeAdapter, ValidationError

from edison.domain.people.sign_in_methods import PROVIDER_NAME, SignInProvider
from edison.kit.address_blocks import is_loopback
from edison.settings import Settings


class ProviderSettings(BaseModel):
    """One provider in EDISON_SIGN_IN_PROVIDERS."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    name: Annotated[str, Field(pattern=rf"^{PROVIDER_NAME.pattern}$")]
    label: Annotated[str, Field(min_length=1, max_length=50)] | None = None
    issuer: str
    client_id: Annotated[str, Field(min_length=1)]
    client_secret: SecretStr | None = None
    scopes: tuple[str, ...] = ("openid", "email", "profile")
    groups_claim: str = "groups"
    trust_addresses: bool = False
    create_accounts: bool | None = None
    allowed_domains: tuple[str, ...] = ()

    def to_provider(self, *, private_network: bool) -> SignInProvider:
        parts = urlsplit(self.issuer)
        host = parts.hostname or ""
        local = is_loopback(host)
        if not host or parts.query or parts.fragment or parts.username is not None:
            raise ValueError(f"The issuer of the sign-in provider {self.name} is not an address")
        if parts.scheme != "https" and not (parts.scheme == "http" and local):
            raise ValueError(f"The issuer of the sign-in provider {self.name} needs https")
        secret = self.client_secret.get_secret_value() if self.client_secret else None
        return SignInProvider(
            name=self.name,
            label=self.label or self.name.capitalize(),
            issuer=self.issuer,
            client_id=self.client_id,
            client_secret=secret,
            scopes=tuple(dict.fromkeys(("openid", *self.scopes))),
            groups_claim=self.groups_claim,
            trust_addresses=self.trust_addresses,
            create_accounts=self.create_accounts,
            allowed_domains=tuple(each.lower().lstrip("@") for each in self.allowed_domains),
            private_network=private_network or local,
        )


_LIST = TypeAdapter(list[ProviderSettings])


def sign_in_providers(settings: Settings) -> tuple[SignInProvider, ...]:
    """Return the configured providers; raise ValueError, without secrets in the text, if they do not fit."""
    text = _text(settings)
    if not text:
        if not settings.password_sign_in:
            raise ValueError("EDISON_PASSWORD_SIGN_IN=false needs EDISON_SIGN_IN_PROVIDERS")
        return ()
    try:
        listed = _LIST.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ValueError(f"EDISON_SIGN_IN_PROVIDERS: {place} {first['msg']}") from None
    names = [each.name for each in listed]
    issuers = [each.issuer for each in listed]
    if len(set(names)) < len(names) or len(set(issuers)) < len(issuers):
        raise ValueError("EDISON_SIGN_IN_PROVIDERS: two providers have the same name or issuer")
    private = settings.sign_in_private_network
    return tuple(each.to_provider(private_network=private) for each in listed)


def _text(settings: Settings) -> str:
    if settings.sign_in_providers_file is not None:
        return settings.sign_in_providers_file.expanduser().read_text()
    given = settings.sign_in_providers
    return given.get_secret_value() if given else ""
