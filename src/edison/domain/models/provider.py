"""Providers and the definitions of their configuration fields, from which the credential form is generated."""

from dataclasses import dataclass, field
from enum import StrEnum

from edison.domain.ids import CredentialId
from edison.domain.models.model_api import CHAT_COMPLETIONS, ModelApi


class Provider(StrEnum):
    OPENAI = "OPENAI"
    ANTHROPIC = "ANTHROPIC"
    GEMINI = "GEMINI"
    VERTEX = "VERTEX"
    BEDROCK = "BEDROCK"
    AZURE = "AZURE"
    OLLAMA = "OLLAMA"
    COMPATIBLE = "COMPATIBLE"
    SIMULATED = "SIMULATED"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigField:
    """Field of the credential form. Values of secret fields are stored encrypted and never shown again."""

    name: str
    label: str
    secret: bool = False
    required: bool = True
    multiline: bool = False
    placeholder: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderForm:
    provider: Provider
    title: str
    fields: tuple[ConfigField, ...]
    # Default address of calls without `base_url`; `{region}` and `{location}` are replaced.
    base_url: str | None = None
    # A local server is the normal case, so private addresses are offered (an admin still has to confirm).
    usually_private: bool = False

    def secret_names(self) -> tuple[str, ...]:
        return tuple(item.name for item in self.fields if item.secret)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Decrypted credential, kept only in the memory of the process that sends the call."""

    credential: CredentialId
    provider: Provider
    config: dict[str, str]
    secrets: dict[str, str] = field(repr=False)
    allow_private: bool = False
    # Depends on the model: one credential may call models over different APIs.
    api: ModelApi = CHAT_COMPLETIONS

    @property
    def base_url(self) -> str:
        """The only address to which the key of this credential may be sent."""
        chosen = self.config.get("base_url")
        if not chosen:
            # Replaced in our own template; `checked_fields` has restricted the values to letters, digits and hyphens.
            chosen = FORMS[self.provider].base_url or ""
            if self.config.get("location") == "global":
                # The only location that is not part of the host's name.
                chosen = chosen.replace("{location}-", "")
            for name in ("region", "location"):
                chosen = chosen.replace(f"{{{name}}}", self.config.get(name, ""))
        return chosen.rstrip("/")


_API_KEY = ConfigField(name="api_key", label="API key", secret=True)
_BASE_URL = ConfigField(
    name="base_url",
    label="Base URL",
    required=False,
    help="Only for a proxy or a test server; leave empty for the provider itself.",
)

FORMS: dict[Provider, ProviderForm] = {
    form.provider: form
    for form in (
        ProviderForm(
            provider=Provider.OPENAI,
            title="OpenAI",
            base_url="https://api.openai.com/v1",
            fields=(
                _API_KEY,
                ConfigField(name="organization", label="Organization ID", required=False),
                _BASE_URL,
            ),
        ),
        ProviderForm(
            provider=Provider.ANTHROPIC,
            title="Anthropic",
            base_url="https://api.anthropic.com",
            fields=(_API_KEY, _BASE_URL),
        ),
        ProviderForm(
            provider=Provider.GEMINI,
            title="Google Gemini",
            base_url="https://generativelanguage.googleapis.com",
            fields=(_API_KEY, _BASE_URL),
        ),
        ProviderForm(
            provider=Provider.VERTEX,
            title="Google Vertex AI",
            base_url="https://{location}-aiplatform.googleapis.com",
            fields=(
                ConfigField(name="project_id", label="Project ID"),
                ConfigField(name="location", label="Location", placeholder="europe-west1"),
                ConfigField(
                    name="service_account",
                    label="Service account JSON",
                    secret=True,
                    multiline=True,
                ),
                _BASE_URL,
            ),
        ),
        ProviderForm(
            provider=Provider.BEDROCK,
            title="AWS Bedrock",
            base_url="https://bedrock-runtime.{region}.amazonaws.com",
            fields=(
                ConfigField(name="access_key_id", label="Access key ID", secret=True),
                ConfigField(name="secret_access_key", label="Secret access key", secret=True),
                ConfigField(name="region", label="Region", placeholder="eu-central-1"),
                _BASE_URL,
            ),
        ),
        ProviderForm(
            provider=Provider.AZURE,
            title="Azure OpenAI",
            fields=(
                ConfigField(
                    name="base_url",
                    label="Endpoint URL",
                    placeholder="https://your-resource.openai.azure.com",
                ),
                _API_KEY,
                ConfigField(
                    name="deployment",
                    label="Deployment name",
                    help="Its calls use this deployment; add more as models in the catalog.",
                ),
                ConfigField(
                    name="api_version",
                    label="API version",
                    required=False,
                    placeholder="2024-10-21",
                ),
            ),
        ),
        ProviderForm(
            provider=Provider.OLLAMA,
            title="Ollama",
            base_url="http://localhost:11434",
            usually_private=True,
            fields=(
                ConfigField(
                    name="base_url",
                    label="Base URL",
                    required=False,
                    placeholder="http://localhost:11434",
                ),
            ),
        ),
        ProviderForm(
            provider=Provider.COMPATIBLE,
            title="OpenAI-compatible server",
            usually_private=True,
            fields=(
                ConfigField(
                    name="base_url",
                    label="Base URL",
                    placeholder="http://localhost:8000/v1",
                    help="vLLM, LM Studio, llama.cpp, OpenRouter and others; usually ends in /v1.",
                ),
                ConfigField(name="api_key", label="API key", secret=True, required=False),
            ),
        ),
        ProviderForm(
            provider=Provider.SIMULATED,
            title="Simulated (no key, no cost)",
            fields=(),
        ),
    )
}
