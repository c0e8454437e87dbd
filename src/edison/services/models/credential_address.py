"""Refuses addresses that no key should be sent to, before one is stored. The connection itself checks again."""

from edison.domain.errors import ForbiddenAddress, InvalidInput
from edison.domain.ids import CredentialId
from edison.domain.models.provider import Endpoint, Provider
from edison.kit.uuids import new_id
from edison.network.address_guard import Blocked, check_url
from edison.services.context import Context


def check_address(
    ctx: Context, provider: Provider, config: dict[str, str], allow_private: bool
) -> None:
    if provider is Provider.SIMULATED:
        return
    if allow_private and not ctx.gateway.private_endpoints:
        raise ForbiddenAddress(
            "This installation does not let credentials reach private addresses",
            field="allow_private",
            advice="Whoever runs it can allow that with EDISON_PRIVATE_ENDPOINTS.",
        )
    endpoint = Endpoint(
        credential=CredentialId(new_id()), provider=provider, config=config, secrets={}
    )
    if "?" in endpoint.base_url:
        # It would be stored in the open, and people put keys there.
        raise InvalidInput(
            "A base URL has no question mark; a key belongs into its own field",
            field="config.base_url",
        )
    try:
        check_url(endpoint.base_url, allow_private=allow_private)
    except Blocked as error:
        raise ForbiddenAddress(str(error), field="config.base_url") from error
