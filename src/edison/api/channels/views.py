"""Request and response bodies of channels and deliveries. Addresses are write-only; signing keys are shown once."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, SecretStr

from edison.api.base_views import Body, DomainView, Line, View
from edison.domain.channels.channel import (
    MAX_NAME,
    MAX_URL,
    MOST_RECIPIENTS,
    USUAL_EVENTS,
    ChannelEvent,
    ChannelKind,
)
from edison.domain.channels.delivery import Delivery, DeliveryState
from edison.domain.ids import ChannelId, ProjectId
from edison.services.channels.channel_commands import ChangeChannel, RotatedKey
from edison.services.channels.channel_messages import ChannelCard
from edison.services.channels.channel_setup import AddChannel, AddedChannel

Name = Annotated[Line, Field(min_length=1, max_length=MAX_NAME)]
Address = Annotated[SecretStr, Field(min_length=1, max_length=MAX_URL)]
Recipient = Annotated[Line, Field(min_length=3, max_length=255)]
Recipients = Annotated[list[Recipient], Field(max_length=MOST_RECIPIENTS)]
Events = Annotated[list[ChannelEvent], Field(max_length=len(ChannelEvent))]


class ChannelView(View):
    id: UUID
    name: str
    kind: ChannelKind
    address: str = Field(description="The address, with secret parts masked")
    to: list[str]
    allow_private: bool
    enabled: bool
    events: list[ChannelEvent]
    state: Literal["working", "failing", "off"]
    failing_since: datetime | None
    last_problem: str | None
    last_delivered_at: datetime | None
    waiting: int = Field(description="Pending messages, including those delayed by quiet hours")
    created_by: str = Field(validation_alias="created_by_label")
    created_at: datetime

    @staticmethod
    def of(card: ChannelCard) -> "ChannelView":
        channel = card.channel
        return ChannelView.copy_attributes(channel, waiting=card.waiting)


class ChannelsView(View):
    items: list[ChannelView]
    mail_configured: bool = Field(description="Whether the installation can send email")
    private_endpoints: bool = Field(
        description="Whether a channel may be allowed to reach private addresses"
    )


class AddedChannelView(View):
    """A new channel. The signing key of a webhook is only in this response."""

    channel: ChannelView
    signing_secret: str | None

    @staticmethod
    def of_added(added: AddedChannel) -> "AddedChannelView":
        return AddedChannelView(
            channel=ChannelView.of(ChannelCard(channel=added.channel, waiting=0)),
            signing_secret=added.signing_key,
        )


class RotatedKeyView(View):
    """The new signing key, shown only once. Until `old_until`, messages are signed with the old and the new key."""

    channel: ChannelView
    signing_secret: str
    old_until: datetime

    @staticmethod
    def of(rotated: RotatedKey) -> "RotatedKeyView":
        return RotatedKeyView(
            channel=ChannelView.of(rotated.card),
            signing_secret=rotated.signing_key,
            old_until=rotated.old_until,
        )


class AddChannelBody(Body):
    """A new channel. A webhook or Slack channel needs a `url`, an email channel needs recipients."""

    name: Name
    kind: ChannelKind
    url: Address | None = None
    to: Recipients = Field(default_factory=list)
    allow_private: bool = False
    enabled: bool = True
    events: Events = Field(default_factory=lambda: list(USUAL_EVENTS))

    def to_command(self, project: ProjectId) -> AddChannel:
        return AddChannel(
            project=project,
            name=self.name,
            kind=self.kind,
            url=_text(self.url),
            to=tuple(self.to),
            allow_private=self.allow_private,
            enabled=self.enabled,
            events=tuple(self.events),
        )


class ChangeChannelBody(Body):
    """Changes of a channel. Fields that are left out keep their values."""

    name: Name | None = None
    url: Address | None = None
    to: Recipients | None = None
    allow_private: bool | None = None
    enabled: bool | None = None
    events: Events | None = None

    def to_command(self, project: ProjectId, channel: UUID) -> ChangeChannel:
        return ChangeChannel(
            project=project,
            channel=ChannelId(channel),
            name=self.name,
            url=_text(self.url),
            to=None if self.to is None else tuple(self.to),
            allow_private=self.allow_private,
            enabled=self.enabled,
            events=None if self.events is None else tuple(self.events),
        )


class DeliveryAttemptView(DomainView):
    at: datetime
    status: int | None
    problem: str | None
    took_ms: int


class DeliveryView(View):
    id: UUID
    channel: UUID
    event: str
    subject: UUID
    version: int
    title: str
    state: DeliveryState
    attempts: int
    next_at: datetime | None = Field(description="Time of the next attempt; null: there is none")
    last_status: int | None
    last_problem: str | None
    log: list[DeliveryAttemptView] = Field(description="The last attempts, oldest first")
    payload: dict[str, Any]
    created_at: datetime
    delivered_at: datetime | None

    @staticmethod
    def of(delivery: Delivery) -> "DeliveryView":
        open_states = {DeliveryState.WAITING, DeliveryState.HELD}
        return DeliveryView.copy_attributes(
            delivery, next_at=delivery.next_at if delivery.state in open_states else None
        )


def _text(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value().strip()
