"""Control routes of the simulator: identity, behaviour and recorded requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiohttp import web
from pydantic import ValidationError

from edison.simulator.behaviour import Behaviour, ModelBehaviour
from edison.simulator.named_models import MODELS
from edison.simulator.protocols.protocol_base import JSON_TYPE, compact
from edison.simulator.request_records import Records

if TYPE_CHECKING:
    from typing import Protocol

    class Controlled(Protocol):
        behaviour: Behaviour
        records: Records
        seed: int

        def behave(self, behaviour: Behaviour) -> None: ...

        def forget(self) -> None: ...


TITLE = "Edison simulator: answers are simulated"


def said_plainly(status: int, value: Any) -> web.Response:
    return web.Response(status=status, body=compact(value), headers={"Content-Type": JSON_TYPE})


async def control(simulator: Controlled, request: web.BaseRequest) -> web.Response:
    match request.method, request.path:
        case "GET", "/" | "/simulator":
            models = {model.name: model.title for model in MODELS.values()}
            return said_plainly(200, {"about": TITLE, "seed": simulator.seed, "models": models})
        case "GET", "/simulator/behaviour":
            return _behaviour(simulator)
        case "PUT", "/simulator/behaviour":
            return await _behave(simulator, request)
        case "GET", "/simulator/calls":
            summary = simulator.records.summary(
                latencies=request.query.get("latencies") in ("1", "true"),
                keys=request.query.get("keys") not in ("0", "false"),
            )
            return said_plainly(200, summary)
        case "GET", "/simulator/bill":
            return said_plainly(200, {"items": simulator.records.bill()})
        case "DELETE", "/simulator/calls":
            simulator.forget()
            return web.Response(status=204)
        case method, path:
            return said_plainly(
                404, {"error": {"message": f"The simulator has no {method} {path}"}}
            )


def _behaviour(simulator: Controlled) -> web.Response:
    return said_plainly(200, simulator.behaviour.model_dump(mode="json"))


async def _behave(simulator: Controlled, request: web.BaseRequest) -> web.Response:
    """Replace the behaviour of all models, or with `?model=pattern` of the matching models."""
    body = await request.read()
    pattern = request.query.get("model")
    try:
        if pattern:
            rules = ModelBehaviour.model_validate_json(body)
            simulator.behave(simulator.behaviour.with_rules(pattern, rules))
        else:
            simulator.behave(Behaviour.model_validate_json(body))
    except ValidationError as error:
        found = [
            {"at": ".".join(map(str, item["loc"])), "message": item["msg"]}
            for item in error.errors(include_url=False, include_input=False)
        ]
        return said_plainly(
            422, {"error": {"message": "This is not a valid behaviour", "found": found}}
        )
    return _behaviour(simulator)
