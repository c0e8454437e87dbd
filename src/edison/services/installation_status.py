"""Read the public state of the installation: health, registration mode and totals of model calls."""

from dataclasses import dataclass

from edison.domain.people.access import Actor
from edison.services.context import Context
from edison.store.repositories.models.model_usage import ModelTotal


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """Settings that the sign-in page needs."""

    registration: str
    first_run: bool
    # Whether a demo project can be created, which needs the simulator.
    demo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    database: bool
    workers: int


async def model_totals(ctx: Context, who: Actor) -> list[ModelTotal]:
    """Return the totals of all model calls. The API route restricts which machines may read them."""
    who.anyone()
    async with ctx.read() as tx:
        return await tx.spending.totals()


async def welcome(ctx: Context, who: Actor) -> Welcome:
    who.anyone()
    async with ctx.read() as tx:
        first_run = not await tx.users.any()
    return Welcome(
        registration=str(ctx.accounts.registration),
        first_run=first_run,
        demo=ctx.gateway.simulator_url is not None,
    )


async def health(ctx: Context, who: Actor) -> Health:
    """Check the database connection and count the running workers."""
    who.anyone()
    if not await ctx.work.answers():
        return Health(database=False, workers=0)
    async with ctx.read() as tx:
        workers = await tx.workers.alive(ctx.clock.now())
    return Health(database=True, workers=workers)
