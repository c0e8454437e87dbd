"""What leaves for a provider: a call without what the model does not take, and the request as it goes over the wire."""

from dataclasses import replace

from edison.domain.models.model_call import ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.providers.wire.registry import LEFT_OUT, WIRES
from edison.providers.wire.wire_protocol import WireRequest

# Names the call to the provider, the same for each attempt.
KEY_HEADER = "x-client-request-id"


def not_taken(provider: Provider, refused: frozenset[str]) -> frozenset[str]:
    """Parameters that are not sent: this protocol has no word for them, or the model is known to refuse them."""
    return refused | LEFT_OUT.get(provider, frozenset())


def without_refused_parameters(
    call: ModelCall, refused: frozenset[str]
) -> tuple[ModelCall, tuple[str, ...]]:
    """The call without parameters that are not taken, and the names of those that were left out."""
    dropped = refused & call.parameters.given().keys()
    if not dropped:
        return call, ()
    return replace(call, parameters=call.parameters.without(dropped)), tuple(sorted(dropped))


def wire_request(
    endpoint: Endpoint, call: ModelCall, *, key: str, stream: bool, bearer: str | None
) -> WireRequest:
    """Exactly what is sent. `bearer` is a short-lived token where the protocol needs one."""
    request = WIRES[endpoint.provider].request(endpoint, call, stream=stream, bearer=bearer)
    request.headers[KEY_HEADER] = key
    return request
