"""The calls of a batch: the live calls of its cells, at the batch price of their provider."""

from dataclasses import dataclass, replace

from edison.domain.ids import ProjectId
from edison.domain.models.model_call import Failed
from edison.domain.prompts.template_renderer import CannotRender
from edison.domain.runs.provider_batch import ProviderBatch
from edison.domain.runs.run_plan import Plan, Run
from edison.engine.resources import Resources
from edison.engine.runs.call_request import CallRequest
from edison.engine.runs.chunk_state import ChunkState
from edison.engine.runs.prepare_chunk import PreparedColumn, Ready, prepare_chunk
from edison.providers.call_attempt import wire_request
from edison.providers.facts.batch_facts import batch_fact
from edison.providers.wire.batch_wire import BatchRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchCall:
    """A call of a batch, with its request and the names of the parameters that are not sent."""

    question: CallRequest
    sent: BatchRequest
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedBatch:
    """A batch with what is needed to submit it and to join its results."""

    batch: ProviderBatch
    run: Run
    ready: Ready
    found: ChunkState
    # Its unanswered cells, each with its reserved cost and tokens.
    held: dict[int, tuple[int, int]]

    @property
    def asked(self) -> PreparedColumn | Failed:
        asked = self.ready.columns[self.batch.column]
        return asked if isinstance(asked, Failed) else at_batch_price(asked) or asked


def at_batch_price(asked: PreparedColumn) -> PreparedColumn | None:
    """Return the column with the price of the provider's batches; None if the provider has none.

    A provider answers the calls of a batch in any order and at the same time, so most of them would write the cache
    and pay for that: nothing is cached.
    """
    fact = batch_fact(asked.target.endpoint.provider)
    if fact is None:
        return None
    return replace(asked, price=asked.price.scaled(fact.share), cached=None)


def batch_call(
    own: Resources, plan: Plan, found: ChunkState, ordinal: int, asked: PreparedColumn
) -> BatchCall | None:
    """Return the call of a cell; None if its prompt cannot be rendered with its case."""
    place = plan.place(ordinal)
    try:
        call = asked.call(found.case(place).values)
    except CannotRender:
        return None
    sent, dropped = own.gateway.sendable(asked.target, call)
    question = found.question(ordinal, place, asked, call)
    request = wire_request(asked.target.endpoint, sent, key=question.key, stream=False, bearer=None)
    return BatchCall(
        question=question, sent=BatchRequest(key=question.key, request=request), dropped=dropped
    )


async def load_batch(
    own: Resources, project: ProjectId, batch: ProviderBatch, *, cells: bool
) -> LoadedBatch:
    """Load a batch; without `cells`, only what is needed to poll it."""
    async with own.work.read() as tx:
        run = await tx.runs.get(project, batch.run)
        plan = run.plan
        ordinals = plan.ordinals_of(batch.chunk)
        first, last = plan.place(ordinals.start).case, plan.place(ordinals.stop - 1).case
        return LoadedBatch(
            batch=batch,
            run=run,
            # Results are joined even if a refused parameter has stopped the target since.
            ready=await prepare_chunk(own, tx, project, replace(run, parameter_notes=())),
            held=await tx.cells.in_batch(project, run.id, ordinals, batch.claim) if cells else {},
            found=ChunkState(
                run=run.id,
                number=batch.chunk,
                claim=batch.claim,
                ordinals=ordinals,
                states={},
                scored=set(),
                cases=await tx.cells.cases(project, run.id, first, last + 1) if cells else {},
                kept={},
                attempts=await tx.cells.attempts(project, run.id, ordinals) if cells else {},
            ),
        )
