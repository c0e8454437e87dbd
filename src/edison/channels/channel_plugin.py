"""Interface of channels: sends a prepared message and returns the outcome as a value."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from edison.domain.channels.channel import ChannelKind
from edison.domain.channels.delivery import DeliveryOutcome
from edison.domain.channels.notification_text import NotificationText

# A receiver that needs longer should acknowledge first and process afterwards.
ANSWER_WITHIN_S = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A message with its address. The id is the same for all attempts."""

    id: str
    # The time of this attempt in seconds since 1970.
    moment: int
    # For programs, and for people.
    message: dict[str, Any]
    notice: NotificationText
    url: str = field(default="", repr=False)
    keys: tuple[str, ...] = field(default=(), repr=False)
    to: tuple[str, ...] = ()
    allow_private: bool = False


class ChannelPlugin(Protocol):
    kind: ChannelKind

    async def send(self, letter: Letter) -> DeliveryOutcome:
        """Make one attempt to send. Never raises because of the receiver."""
        ...
