"""Providers and the definitions of their configuration fields, from which the credential form is generated."""

from dataclasses import dataclass, field
from enum import StrEnum

from edison.domain.ids import CredentialId
from edison.domain.models import application
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
    # A user's own HTTP endpoint, which is evaluated like a model.
    APPLICATION = "APPLICATION"
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
        # The address of an application is complete; a slash at its end may matter.
        return chosen if self.provider is Provider.APPLICATION else chosen.rstrip("/")

    @property
    def timeout_s(self) -> float | None:
        """The timeout of one request to an application; None: that of the run."""
        chosen = self.config.get(application.TIMEOUT)
        return float(chosen) if chosen and self.provider is Provider.APPLICATION else None

    @property
    def repeatable(self) -> bool:
        """Whether a request that may have been executed may be sent again.

        A model only costs money again. An application may have side effects, so its user must have declared it.
        """
        if self.provider is not Provider.APPLICATION:
            return True
        return self.config.get(application.REPEATABLE) == application.YES


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
                ConfigField(
                    name="headers",
                    label="Headers",
                    secret=True,
                    required=False,
                    multiline=True,
                    placeholder="X-Team: search",
                    help="Sent with every request, one per line. Stored like a key and never shown again.",
                ),
                ConfigField(
                    name="query",
                    label="Query parameters",
                    secret=True,
                    required=False,
                    multiline=True,
                    placeholder="team=search",
                    help="Added to every address, one per line. Stored like a key and never shown again.",
                ),
            ),
        ),
        ProviderForm(
            provider=Provider.APPLICATION,
            title="HTTP application",
            usually_private=True,
            fields=(
                ConfigField(
                    name=application.NAME,
                    label="Application name",
                    placeholder="support-bot 2.1",
                    help="Shown as the target of runs. Include the version if you compare several.",
                ),
                ConfigField(
                    name="base_url",
                    label="Address",
                    placeholder="https://app.example.com/answer",
                    help="Edison sends each case to this address with POST.",
                ),
                ConfigField(
                    name="headers",
                    label="Headers",
                    secret=True,
                    required=False,
                    multiline=True,
                    placeholder="Authorization: Bearer ...",
                    help="Sent with every request, one per line. Stored like a key and never shown again.",
                ),
                ConfigField(
                    name="query",
                    label="Query parameters",
                    secret=True,
                    required=False,
                    multiline=True,
                    placeholder="key=...",
                    help="Added to the address, one per line. Stored like a key and never shown again.",
                ),
                ConfigField(
                    name=application.REQUEST,
                    label="Request template",
                    multiline=True,
                    placeholder=application.USUAL_TEMPLATE,
                    help="JSON. Variables: {{input}}, {{system}}, {{messages}}, {{values}} and {{values.<column>}}.",
                ),
                ConfigField(
                    name=application.RESPONSE,
                    label="Path of the answer",
                    placeholder=application.USUAL_RESPONSE,
                    help="Where the text is in the JSON response, as a JSON Pointer such as /choices/0/text.",
                ),
                ConfigField(
                    name=application.USAGE,
                    label="Path of the token usage",
                    required=False,
                    placeholder="/usage",
                    help="An object with input_tokens and output_tokens, or prompt_tokens and completion_tokens.",
                ),
                ConfigField(
                    name=application.COST,
                    label="Path of the cost",
                    required=False,
                    placeholder="/cost_usd",
                    help="The cost of the call in dollars, if the application reports it.",
                ),
                ConfigField(
                    name=application.TIMEOUT,
                    label="Timeout in seconds",
                    required=False,
                    placeholder="60",
                    help="Leave empty to use the timeout of the run.",
                ),
                ConfigField(
                    name=application.REPEATABLE,
                    label="Repeating a request is safe",
                    required=False,
                    placeholder=application.NO,
                    help='"yes" if the application uses the Idempotency-Key header or has no side effects.',
                ),
                ConfigField(
                    name=application.SAMPLE,
                    label="Input of the test request",
                    required=False,
                    placeholder=application.USUAL_SAMPLE,
                ),
            ),
        ),
        ProviderForm(
            provider=Provider.SIMULATED,
            title="Simulated (no key, no cost)",
            fields=(),
        ),
    )
}
