"""Recorded shapes of each provider, and endpoints and bytes made from them."""

import json
import struct
import zlib
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from edison.domain.ids import CredentialId
from edison.domain.models.model_api import CHAT_COMPLETIONS, RESPONSES, ModelApi
from edison.domain.models.provider import Endpoint, Provider
from edison.providers.wire.registry import RESPONSES_WIRES, WIRES
from edison.providers.wire.wire_protocol import Wire

FOLDER = Path(__file__).parent / "recorded"


def recorded(kind: str) -> dict[str, dict[str, Any]]:
    """Read all recordings of a kind, by name."""
    found = {path.stem: json.loads(path.read_text()) for path in (FOLDER / kind).glob("*.json")}
    assert found, f"no recordings of {kind}"
    return dict(sorted(found.items()))


def failures() -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", json.loads((FOLDER / "failures.json").read_text()))


ALL_WIRES: list[Wire] = [*WIRES.values(), *RESPONSES_WIRES.values()]


def wire_for(recording: dict[str, Any]) -> Wire:
    """Return the protocol of a recording."""
    wires = RESPONSES_WIRES if recording.get("api") == RESPONSES else WIRES
    return wires[Provider[recording["provider"]]]


SECRETS = {
    Provider.VERTEX: {"service_account": "{}"},
    Provider.BEDROCK: {
        "access_key_id": "AKIDEXAMPLE",
        "secret_access_key": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    },
    Provider.OLLAMA: {},
    Provider.SIMULATED: {},
}
CONFIGS = {
    Provider.VERTEX: {"project_id": "acme", "location": "europe-west1"},
    Provider.BEDROCK: {"region": "eu-central-1"},
    Provider.AZURE: {"base_url": "https://acme.openai.azure.com", "deployment": "my-gpt"},
    Provider.COMPATIBLE: {"base_url": "http://localhost:8000/v1/"},
    Provider.SIMULATED: {"base_url": "http://localhost:9000/v1"},
}


def an_endpoint(provider: Provider, *, api: ModelApi = CHAT_COMPLETIONS, **config: str) -> Endpoint:
    return Endpoint(
        credential=CredentialId(UUID(int=1)),
        provider=provider,
        config={**CONFIGS.get(provider, {}), **config},
        secrets=SECRETS.get(provider, {"api_key": "the-key"}),
        api=api,
    )


def as_sse(events: list[dict[str, Any]], end: str = "\n") -> bytes:
    lines: list[str] = []
    for event in events:
        if "comment" in event:
            lines += [f":{event['comment']}", ""]
            continue
        if "event" in event:
            lines.append(f"event: {event['event']}")
        data = event["data"]
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        lines += [f"data: {text}", ""]
    return "".join(line + end for line in lines).encode()


def as_frame(headers: dict[str, str], payload: bytes) -> bytes:
    packed = b"".join(
        struct.pack("B", len(name))
        + name.encode()
        + b"\x07"
        + struct.pack(">H", len(value))
        + value
        for name, value in ((name, value.encode()) for name, value in headers.items())
    )
    prelude = struct.pack(">II", 16 + len(packed) + len(payload), len(packed))
    message = prelude + struct.pack(">I", zlib.crc32(prelude)) + packed + payload
    return message + struct.pack(">I", zlib.crc32(message))


def as_frames(events: list[dict[str, Any]]) -> bytes:
    return b"".join(
        as_frame(
            {
                ":event-type": event["event"],
                ":content-type": "application/json",
                ":message-type": "event",
            },
            json.dumps(event["data"], ensure_ascii=False).encode(),
        )
        for event in events
    )


def as_stream(recording: dict[str, Any]) -> bytes:
    write = as_frames if recording["provider"] == "BEDROCK" else as_sse
    return write(recording["events"])
