"""All durable workflows. They only call steps and branch, so that DBOS can replay them; the steps do the work."""

from datetime import datetime

from edison.engine.durable import workflow
from edison.engine.monitoring.apply_assessment import assess_execution as assess
from edison.engine.steps.advance_batch import advance_batch as advance
from edison.engine.steps.advance_batch import postpone_batch
from edison.engine.steps.advance_run import advance_run, give_up_chunk
from edison.engine.steps.aggregate_iteration import aggregate_iteration
from edison.engine.steps.aggregate_iteration import conclude_check as conclude
from edison.engine.steps.delete_expired_rows import (
    delete_aged,
    order_retention,
    sweep_expired,
    sweep_finished,
)
from edison.engine.steps.deliver_events import deliver_events, send_channel_test
from edison.engine.steps.deliver_mail import deliver_mail
from edison.engine.steps.erase_project import (
    erase_project_rows,
    finish_project_erasure,
    forget_project_work,
)
from edison.engine.steps.give_up_iteration import give_up_iteration
from edison.engine.steps.make_playground_call import ask_model
from edison.engine.steps.probe_credential import probe_credential
from edison.engine.steps.process_assist import work_assist
from edison.engine.steps.refine_iteration import refine_iteration
from edison.engine.steps.resume_after_midnight import begin_day
from edison.engine.steps.run_chunk import work_chunk as work
from edison.engine.steps.sign_promotion import sign_certificate as sign
from edison.engine.steps.sign_promotion import sign_unsigned_certificates
from edison.engine.steps.start_due_monitors import enqueue_helpers
from edison.engine.steps.start_due_monitors import start_due as start
from edison.engine.steps.summarise_run import summarise_run as summarise
from edison.engine.workflow_contracts import (
    ADVANCE_BATCH,
    ASSESS_EXECUTION,
    ASSIST,
    CONCLUDE_CHECK,
    CONTINUE_ITERATION,
    DELIVER,
    ERASE_PROJECT,
    HOUSEKEEPING,
    RETENTION,
    SEND_MAIL,
    SIGN_CERTIFICATE,
    START_DUE,
    SUMMARISE_RUN,
    TEST_CHANNEL,
    TEST_CREDENTIAL,
    TICK_MONITORS,
    TRY_MODEL,
    WORK_CHUNK,
    AssessOrder,
    AssistOrder,
    BatchOrder,
    CertificateOrder,
    ChannelTestOrder,
    CheckOrder,
    ChunkOrder,
    DeliveryOrder,
    ErasureOrder,
    IterationOrder,
    MailOrder,
    ProbeOrder,
    RetentionOrder,
    StartOrder,
    SummaryOrder,
    TryOrder,
)


@workflow(WORK_CHUNK)
async def work_chunk(order: ChunkOrder) -> None:
    # Each finished chunk enqueues the next, so no workflow waits and a paused run has none running.
    try:
        report = await work(order)
    except Exception as error:
        await give_up_chunk(order, type(error).__name__)
        return
    if report["claim"]:
        # Also if cells remain: an active run enqueues them again, a paused one does not.
        await advance_run(order)


@workflow(ADVANCE_BATCH)
async def advance_batch(order: BatchOrder) -> None:
    # No workflow waits for a provider: each step records when the batch is due again.
    try:
        await advance(order)
    except Exception as error:
        await postpone_batch(order, type(error).__name__)


@workflow(SUMMARISE_RUN)
async def summarise_run(order: SummaryOrder) -> None:
    await summarise(order)


@workflow(CONTINUE_ITERATION)
async def continue_iteration(order: IterationOrder) -> None:
    """Continue an iteration until a person must act; then the workflow ends instead of waiting."""
    try:
        if not order["again"] and await aggregate_iteration(order) != "refine":
            return
        await refine_iteration(order)
    except Exception as error:
        await give_up_iteration(order, type(error).__name__)


@workflow(CONCLUDE_CHECK)
async def conclude_check(order: CheckOrder) -> None:
    await conclude(order)


@workflow(TICK_MONITORS)
async def tick_monitors(scheduled_at: datetime, context: object) -> None:
    if await enqueue_helpers(scheduled_at):
        await start()


@workflow(START_DUE)
async def start_due(order: StartOrder) -> None:
    await start()


@workflow(ASSESS_EXECUTION)
async def assess_execution(order: AssessOrder) -> None:
    await assess(order)


@workflow(ASSIST)
async def assist(order: AssistOrder) -> None:
    await work_assist(order)


@workflow(SIGN_CERTIFICATE)
async def sign_certificate(order: CertificateOrder) -> None:
    await sign(order)


@workflow(TEST_CREDENTIAL)
async def test_credential(order: ProbeOrder) -> None:
    await probe_credential(order)


@workflow(TRY_MODEL)
async def try_model(order: TryOrder) -> None:
    await ask_model(order)


@workflow(DELIVER)
async def deliver(order: DeliveryOrder) -> None:
    await deliver_events(order)


@workflow(TEST_CHANNEL)
async def test_channel(order: ChannelTestOrder) -> None:
    await send_channel_test(order)


@workflow(SEND_MAIL)
async def send_mail(order: MailOrder) -> None:
    await deliver_mail(order)


@workflow(HOUSEKEEPING)
async def housekeeping(scheduled_at: datetime, context: object) -> None:
    # Housekeeping ticks include midnight UTC.
    await begin_day()
    await sweep_expired()
    await sweep_finished()
    await order_retention()
    await sign_unsigned_certificates()


@workflow(RETENTION)
async def retention(order: RetentionOrder) -> None:
    await delete_aged()


@workflow(ERASE_PROJECT)
async def erase_project(order: ErasureOrder) -> None:
    await forget_project_work(order)
    while await erase_project_rows(order):
        pass
    # Workflows that were being enqueued during the first pass.
    await forget_project_work(order)
    await finish_project_erasure(order)
