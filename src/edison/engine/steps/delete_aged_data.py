"""Delete what is past its age, in the whole installation; repeating it finds what is left."""

from edison.domain.retention.retention_rules import night_of
from edison.engine.contracts import RetentionOrder
from edison.engine.durable import step
from edison.engine.resources import resources
from edison.engine.retention.retention_night import RetentionNight


@step("order_retention")
async def order_retention() -> None:
    """Put tonight's deletion on the queue, once; an installation that was off at night does it when it is up."""
    own = resources()
    order: RetentionOrder = {"night": night_of(own.clock.now()).isoformat()}
    async with own.work.write() as tx:
        await own.launcher.delete_aged(tx, order)


@step("delete_aged")
async def delete_aged() -> dict[str, int]:
    own = resources()
    night = RetentionNight(work=own.work, clock=own.clock, archive=own.archive)
    return dict(await night.run())
