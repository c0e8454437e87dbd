"""Streaming events of the Responses protocol, from the provider's reference of streaming events (2026-11-18)."""

from edison.simulator.protocols.protocol_base import compact, objects
from edison.simulator.simulated_call import Json, SimulatedAnswer


class _Numbered:
    """Events with consecutive numbers."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def add(self, kind: str, **fields: object) -> None:
        event = {"type": kind, "sequence_number": len(self.frames), **fields}
        self.frames.append(f"event: {kind}\ndata: ".encode() + compact(event) + b"\n\n")


def events_of(response: Json, said: SimulatedAnswer) -> list[bytes]:
    """Return the events of a complete response, from `response.created` to its end."""
    found = _Numbered()
    begun: Json = {
        **response,
        "status": "in_progress",
        "incomplete_details": None,
        "output": [],
        "usage": None,
    }
    found.add("response.created", response=begun)
    found.add("response.in_progress", response=begun)
    for place, item in enumerate(objects(response["output"])):
        match item["type"]:
            case "function_call":
                _add_call(found, place, item)
            case "message":
                _add_message(found, place, item, said)
            case _:
                _add_item(found, "added", place, {**item, "encrypted_content": ""})
                _add_item(found, "done", place, item)
    found.add(f"response.{response['status']}", response=response)
    return found.frames


def _add_item(found: _Numbered, moment: str, place: int, item: Json) -> None:
    found.add(f"response.output_item.{moment}", output_index=place, item=item)


def _add_call(found: _Numbered, place: int, item: Json) -> None:
    where = {"item_id": item["id"], "output_index": place}
    arguments = str(item["arguments"])
    half = len(arguments) // 2
    _add_item(found, "added", place, {**item, "status": "in_progress", "arguments": ""})
    for piece in (arguments[:half], arguments[half:]):
        found.add("response.function_call_arguments.delta", **where, delta=piece)
    found.add(
        "response.function_call_arguments.done", **where, name=item["name"], arguments=arguments
    )
    _add_item(found, "done", place, item)


def _add_message(found: _Numbered, place: int, item: Json, said: SimulatedAnswer) -> None:
    where = {"item_id": item["id"], "output_index": place, "content_index": 0}
    part = objects(item["content"])[0]
    _add_item(found, "added", place, {**item, "status": "in_progress", "content": []})
    if said.refusal:
        empty: Json = {"type": "refusal", "refusal": ""}
        found.add("response.content_part.added", **where, part=empty)
        found.add("response.refusal.delta", **where, delta=said.refusal)
        found.add("response.refusal.done", **where, refusal=said.refusal)
    else:
        found.add("response.content_part.added", **where, part={**part, "text": ""})
        for piece in said.pieces():
            found.add("response.output_text.delta", **where, delta=piece, logprobs=[])
        found.add("response.output_text.done", **where, text=said.text, logprobs=[])
    found.add("response.content_part.done", **where, part=part)
    _add_item(found, "done", place, item)
