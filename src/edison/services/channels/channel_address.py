"""Refuses addresses that no message should be sent to, before one is stored. The connection itself checks again."""

from edison.domain.channels.channel import Channel, ChannelKind
from edison.domain.errors import ForbiddenAddress, InvalidInput
from edison.network.address_guard import Blocked, check_url
from edison.services.context import Context

ADVICE = "Use a public https address, or allow private addresses for this channel."


def check_place(ctx: Context, channel: Channel, url: str | None) -> None:
    """Refuse what cannot be reached or must not be: the new URL, or the origin of the one that is kept."""
    if channel.kind is ChannelKind.EMAIL:
        if not ctx.mail_configured:
            raise InvalidInput(
                "This installation has no mail server",
                field="kind",
                advice="Whoever runs it sets EDISON_SMTP_HOST for web and workers.",
            )
        return
    if channel.allow_private and not ctx.gateway.private_endpoints:
        raise ForbiddenAddress(
            "This installation does not let channels reach private addresses",
            field="allow_private",
            advice="Whoever runs it can allow that with EDISON_PRIVATE_ENDPOINTS.",
        )
    try:
        check_url(url or channel.origin, allow_private=channel.allow_private)
    except Blocked as error:
        raise ForbiddenAddress(error.reason, field="url", advice=ADVICE) from error
