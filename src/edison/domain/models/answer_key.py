"""Cache key of an answer: equal for calls that may share one.

`answer_key_parts` is exactly what is hashed, so a key can be explained. The order of keys in a JSON object does not
matter, the order of messages and tools does. The credential is not included: two keys of one provider give the same
answer.
"""

import hashlib
from dataclasses import asdict, dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from edison.domain.ids import ProjectId
from edison.domain.models.model_call import ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.kit.digests import canonical_json

# Increase it when the meaning of a part changes: old answers are then never found, and expire.
KEY_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointIdentity:
    """The provider and its address, without secrets."""

    provider: Provider
    origin: str

    @classmethod
    def of(cls, endpoint: Endpoint) -> "EndpointIdentity":
        return cls(provider=endpoint.provider, origin=_without_secrets(endpoint.base_url))


def answer_key(
    project: ProjectId,
    endpoint: EndpointIdentity,
    call: ModelCall,
    trial: int,
    dropped: frozenset[str] = frozenset(),
) -> str:
    """Hash everything that an answer depends on."""
    text = canonical_json(answer_key_parts(project, endpoint, call, trial, dropped))
    # A prompt may contain a lone surrogate, which has no UTF-8 but must have a key.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def answer_key_parts(
    project: ProjectId,
    endpoint: EndpointIdentity,
    call: ModelCall,
    trial: int,
    dropped: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """Return what is hashed. `dropped` are parameters that are not sent because the model rejects them."""
    sent = {name: value for name, value in call.parameters.given().items() if name not in dropped}
    parts = {
        "version": KEY_VERSION,
        "project": str(project),
        "provider": str(endpoint.provider),
        "origin": endpoint.origin,
        "model": call.model,
        "messages": [asdict(message) for message in call.messages],
        "parameters": sent,
        "tools": [asdict(tool) for tool in call.tools],
        "output": asdict(call.output),
        "trial": trial,
    }
    if call.task != "chat":
        parts["task"] = call.task
    return cast("dict[str, Any]", _plain(parts))


def _plain(value: Any) -> Any:
    """Normalize equal values: 1 and 1.0 are the same temperature, a tuple is a list."""
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {name: _plain(item) for name, item in items}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in cast("list[Any]", value)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _without_secrets(base_url: str) -> str:
    """Keep scheme, host, port and path; a name, password or query could be a secret."""
    parts = urlsplit(base_url)
    host = parts.netloc.rpartition("@")[2].lower()
    return f"{parts.scheme}://{host}{parts.path.rstrip('/')}" if host else ""
