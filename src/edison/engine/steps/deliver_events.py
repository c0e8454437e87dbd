"""Send the queued deliveries of a channel, or one test message. A retry skips deliveries marked as sent."""

from uuid import UUID

from edison.domain.ids import ChannelId, DeliveryId, ProjectId
from edison.engine.durable import step
from edison.engine.resources import resources
from edison.engine.workflow_contracts import ChannelTestOrder, DeliveryOrder


@step("deliver_events")
async def deliver_events(order: DeliveryOrder) -> int:
    return await resources().courier.work_off(
        ProjectId(UUID(order["project"])), ChannelId(UUID(order["channel"]))
    )


@step("send_channel_test")
async def send_channel_test(order: ChannelTestOrder) -> None:
    await resources().courier.send_test(
        ProjectId(UUID(order["project"])), DeliveryId(UUID(order["delivery"]))
    )
