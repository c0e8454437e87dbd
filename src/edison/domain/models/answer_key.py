"""Cache keys of answers. Calls with equal keys may share one answer.

A key is the hash of `answer_key_parts`. The order of messages and tools matters; the order of keys in a JSON object
does not. The credential is not part of the key, because answers do not depend on it.
"""

import hashlib
from dataclasses import asdict, dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

from edison.domain.ids import ProjectId
from edison.domain.models.application import SHAPE
from edison.domain.models.model_api import CHAT_COMPLETIONS, ModelApi
from edison.domain.models.model_call import Message, ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.kit.digests import canonical_json

# Increase it when the meaning of a part changes: old answers are then never found, and expire.
KEY_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointIdentity:
    """Provider, address and API of an endpoint, without secrets."""

    provider: Provider
    origin: str
    api: ModelApi = CHAT_COMPLETIONS
    # The templates of an application: what it is sent, and what is read as its answer.
    shape: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, endpoint: Endpoint) -> "EndpointIdentity":
        origin = _without_secrets(endpoint.base_url)
        shape: dict[str, str] = {}
        if endpoint.provider is Provider.APPLICATION:
            shape = {name: endpoint.config.get(name, "") for name in SHAPE}
        return cls(provider=endpoint.provider, origin=origin, api=endpoint.api, shape=shape)


def answer_key(
    project: ProjectId,
    endpoint: EndpointIdentity,
    call: ModelCall,
    trial: int,
    dropped: frozenset[str] = frozenset(),
) -> str:
    """Return the hash of everything that determines an answer."""
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
    """Return the values that are hashed. `dropped` are parameters that are not sent, because the model rejects them."""
    sent = {name: value for name, value in call.parameters.given().items() if name not in dropped}
    parts = {
        "version": KEY_VERSION,
        "project": str(project),
        "provider": str(endpoint.provider),
        "origin": endpoint.origin,
        "model": call.model,
        "messages": [_message_parts(message) for message in call.messages],
        "parameters": sent,
        "tools": [asdict(tool) for tool in call.tools],
        "output": asdict(call.output),
        "trial": trial,
    }
    if endpoint.api != CHAT_COMPLETIONS:
        parts["api"] = endpoint.api
    if call.task != "chat":
        parts["task"] = call.task
    if call.values:
        parts["values"] = call.values
    if endpoint.shape:
        parts["shape"] = endpoint.shape
    return cast("dict[str, Any]", _plain(parts))


def _message_parts(message: Message) -> dict[str, Any]:
    parts = asdict(message)
    if not message.reasoning:
        # Without it the key is the one of earlier versions, so that their answers are found.
        del parts["reasoning"]
    del parts["files"]
    if message.files:
        # The digest stands for the bytes, and the name is sent by some protocols.
        parts["files"] = [
            {"file": file.file, "name": file.name, "at": file.at} for file in message.files
        ]
    return parts


def _plain(value: Any) -> Any:
    """Normalize a value so that equal settings have equal JSON: 1.0 becomes 1, and a tuple becomes a list."""
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {name: _plain(item) for name, item in items}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in cast("list[Any]", value)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _without_secrets(base_url: str) -> str:
    """Return the scheme, host, port and path of a URL.

    User name, password and query are removed as possible secrets.
    """
    parts = urlsplit(base_url)
    host = parts.netloc.rpartition("@")[2].lower()
    return f"{parts.scheme}://{host}{parts.path.rstrip('/')}" if host else ""
