"""Messages to channels. When to try again is written in the line, so nothing waits here."""

from edison.engine.contracts import DELIVER, TEST_CHANNEL, ChannelTestOrder, DeliveryOrder
from edison.engine.durable import workflow
from edison.engine.steps.deliver_events import deliver_events, send_channel_test


@workflow(DELIVER)
async def deliver(order: DeliveryOrder) -> None:
    await deliver_events(order)


@workflow(TEST_CHANNEL)
async def test_channel(order: ChannelTestOrder) -> None:
    await send_channel_test(order)
