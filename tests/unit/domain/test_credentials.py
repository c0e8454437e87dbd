"""What a credential needs to be told, what may be shown of it, and where its key may go."""

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.ids import CredentialId
from edison.domain.models.credential import KeyVariable, checked_fields, hint_of, origin_of
from edison.domain.models.provider import FORMS, Endpoint, Provider
from edison.kit.uuids import new_id

REQUIRED = {
    provider: [item for item in form.fields if item.required] for provider, form in FORMS.items()
}


def filled(provider: Provider) -> tuple[dict[str, str], dict[str, str]]:
    """A value for everything the provider asks for."""
    config = {item.name: "eu-west-1" for item in FORMS[provider].fields if not item.secret}
    if "base_url" in config:
        config["base_url"] = "https://models.example.com"
    if provider is Provider.APPLICATION:
        config |= {
            "request_template": '{"q": "{{input}}"}',
            "response_path": "/a",
            "timeout_s": "5",
        }
        config |= {"usage_path": "/u", "cost_path": "/c", "repeatable": "yes"}
    lines = {"headers": "X-Team: search", "query": "team=search"}
    secrets = {
        name: lines.get(name, f"{name}-0123456789") for name in FORMS[provider].secret_names()
    }
    return config, secrets


def endpoint(provider: Provider, **config: str) -> Endpoint:
    return Endpoint(credential=CredentialId(new_id()), provider=provider, config=config, secrets={})


@pytest.mark.parametrize("provider", Provider)
def test_a_filled_form_is_accepted_and_trimmed(provider: Provider) -> None:
    config, secrets = filled(provider)

    kept, sealed = checked_fields(
        provider, config, {name: f"  {value}\n" for name, value in secrets.items()}, {}
    )

    assert (kept, sealed) == (config, secrets)


@pytest.mark.parametrize("provider", [provider for provider in Provider if REQUIRED[provider]])
def test_each_missing_field_is_named(provider: Provider) -> None:
    config, secrets = filled(provider)
    for item in REQUIRED[provider]:
        place = secrets if item.secret else config
        without = {name: value for name, value in place.items() if name != item.name}

        with pytest.raises(InvalidInput, match=item.label) as error:
            checked_fields(
                provider,
                config if item.secret else without,
                without if item.secret else secrets,
                {},
            )

        assert error.value.field == f"{'secrets' if item.secret else 'config'}.{item.name}"


def test_a_variable_stands_in_for_a_secret_but_not_beside_it() -> None:
    checked_fields(Provider.OPENAI, {}, {}, {"api_key": "OPENAI_API_KEY"})

    with pytest.raises(InvalidInput, match="twice"):
        checked_fields(Provider.OPENAI, {}, {"api_key": "sk-1"}, {"api_key": "OPENAI_API_KEY"})


@pytest.mark.parametrize(
    ("config", "secrets", "variables", "field"),
    [
        ({"colour": "red"}, {}, {}, "config.colour"),
        ({"api_key": "sk-in-the-open"}, {}, {}, "config.api_key"),
        ({}, {"organization": "org"}, {}, "secrets.organization"),
        ({}, {"api_key": "sk-1"}, {"base_url": "X"}, "variables.base_url"),
        ({}, {"api_key": "sk-\x07"}, {}, "secrets.api_key"),
        ({}, {"api_key": "x" * 20_001}, {}, "secrets.api_key"),
    ],
)
def test_what_the_form_does_not_know_is_refused(
    config: dict[str, str], secrets: dict[str, str], variables: dict[str, str], field: str
) -> None:
    with pytest.raises(InvalidInput) as error:
        checked_fields(Provider.OPENAI, config, secrets, variables)

    assert error.value.field == field


@pytest.mark.parametrize("region", ["evil.example.com/", "eu_1", "EU", "", "a" * 41, "x@y"])
def test_a_region_cannot_become_another_host(region: str) -> None:
    config, secrets = filled(Provider.BEDROCK)

    with pytest.raises(InvalidInput):
        checked_fields(Provider.BEDROCK, {**config, "region": region}, secrets, {})


@pytest.mark.parametrize(
    ("secrets", "hint"),
    [
        ({"api_key": "sk-0123456789abcd"}, "abcd"),
        ({"access_key_id": "AKIA0123456789", "secret_access_key": "zzzz"}, "6789"),
        ({"api_key": "short"}, ""),
        ({"service_account": "{...}"}, ""),
        ({}, ""),
    ],
)
def test_only_the_end_of_a_long_key_is_shown(secrets: dict[str, str], hint: str) -> None:
    assert hint_of(secrets) == hint


def test_a_variable_without_an_origin_goes_to_its_provider_only() -> None:
    variable = KeyVariable.parse(" OPENAI_API_KEY ")

    assert variable.allows(Provider.OPENAI, "https://api.openai.com/v1")
    assert not variable.allows(Provider.OPENAI, "https://evil.example.com/v1")
    assert not variable.allows(Provider.OPENAI, "http://api.openai.com/v1")
    assert not variable.allows(Provider.COMPATIBLE, "https://api.openai.com/v1")


def test_a_variable_with_an_origin_goes_there_only() -> None:
    variable = KeyVariable.parse("PROXY_KEY@https://proxy.example.com:8443/")

    assert variable.allows(Provider.COMPATIBLE, "https://PROXY.example.com:8443/v1")
    assert not variable.allows(Provider.COMPATIBLE, "https://proxy.example.com/v1")
    assert not variable.allows(Provider.COMPATIBLE, "https://proxy.example.com.evil.com:8443/v1")


def test_an_origin_knows_usual_ports_and_spellings() -> None:
    assert origin_of("https://A.example.com./v1") == origin_of("https://a.example.com:443")
    assert origin_of("http://a.example.com") != origin_of("https://a.example.com")


@pytest.mark.parametrize(
    ("provider", "config", "base"),
    [
        (Provider.OPENAI, {}, "https://api.openai.com/v1"),
        (Provider.OPENAI, {"base_url": "https://p.example.com/v1/"}, "https://p.example.com/v1"),
        (
            Provider.BEDROCK,
            {"region": "eu-central-1"},
            "https://bedrock-runtime.eu-central-1.amazonaws.com",
        ),
        (
            Provider.VERTEX,
            {"location": "europe-west1"},
            "https://europe-west1-aiplatform.googleapis.com",
        ),
        (Provider.VERTEX, {"location": "global"}, "https://aiplatform.googleapis.com"),
        (
            Provider.COMPATIBLE,
            {"base_url": "http://x/{region.__class__}"},
            "http://x/{region.__class__}",
        ),
    ],
)
def test_an_endpoint_knows_where_its_key_may_go(
    provider: Provider, config: dict[str, str], base: str
) -> None:
    assert endpoint(provider, **config).base_url == base


def test_an_opened_credential_does_not_show_its_secrets() -> None:
    opened = Endpoint(
        credential=CredentialId(new_id()),
        provider=Provider.OPENAI,
        config={},
        secrets={"api_key": "sk-very-secret"},
    )

    assert "very-secret" not in repr(opened)
