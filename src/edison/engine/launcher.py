"""Enqueue workflows inside the caller's transaction: they are queued if and only if the transaction commits."""

from typing import Any

from dbos import DBOSClient, DBOSPortableJSONSerializer, EnqueueOptions
from sqlalchemy import Connection

from edison.engine.stored_format import refuse_pickle
from edison.engine.workflow_contracts import (
    ADVANCE_BATCH,
    APPLICATION,
    ASSESS_EXECUTION,
    ASSESSING_QUEUE,
    ASSIST,
    BATCHES_QUEUE,
    CHUNKS_QUEUE,
    CONCLUDE_CHECK,
    CONTINUE_ITERATION,
    CONTRACT_VERSION,
    DELIVER,
    DELIVERIES_QUEUE,
    ERASE_PROJECT,
    ERASURE_QUEUE,
    EXPERIMENTS_QUEUE,
    MAIL_QUEUE,
    PEOPLE_QUEUE,
    RESULTS_QUEUE,
    RETENTION,
    RETENTION_QUEUE,
    SCHEDULED_CHUNKS_QUEUE,
    SEND_MAIL,
    SIGN_CERTIFICATE,
    SMALL_RUNS_QUEUE,
    START_DUE,
    STARTS_QUEUE,
    SUMMARISE_RUN,
    TEST_CHANNEL,
    TEST_CREDENTIAL,
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
from edison.store.database import driver_url
from edison.store.unit_of_work import WriteTx


class Launcher:
    """Client that enqueues workflows; it does not run them."""

    def __init__(self, url: str) -> None:
        refuse_pickle()
        self._client = DBOSClient(
            system_database_url=driver_url(url).render_as_string(hide_password=False),
            serializer=DBOSPortableJSONSerializer(),
            application_name=APPLICATION,
            lazy=True,
        )

    async def send_mail(self, tx: WriteTx, order: MailOrder) -> None:
        await self._enqueue(tx, SEND_MAIL, MAIL_QUEUE, order)

    async def delete_aged(self, tx: WriteTx, order: RetentionOrder) -> None:
        """Enqueue retention at most once a night, although every housekeeping tick requests it."""
        name = f"retention-{order['night']}"
        await self._enqueue(tx, RETENTION, RETENTION_QUEUE, order, name=name)

    async def test_credential(self, tx: WriteTx, order: ProbeOrder) -> None:
        await self._enqueue(tx, TEST_CREDENTIAL, PEOPLE_QUEUE, order)

    async def try_model(self, tx: WriteTx, order: TryOrder) -> None:
        await self._enqueue(tx, TRY_MODEL, PEOPLE_QUEUE, order)

    async def assist(self, tx: WriteTx, order: AssistOrder) -> None:
        await self._enqueue(tx, ASSIST, PEOPLE_QUEUE, order)

    async def sign_certificate(self, tx: WriteTx, order: CertificateOrder) -> None:
        name = f"certificate-{order['promotion']}"
        await self._enqueue(tx, SIGN_CERTIFICATE, PEOPLE_QUEUE, order, name=name)

    async def work_chunk(self, tx: WriteTx, order: ChunkOrder, *, claim: int, turn: int) -> None:
        """Enqueue a chunk; duplicate requests are ignored. Chunks with a lower `turn` are processed first."""
        name = f"run-{order['run']}-{order['epoch']}-{order['chunk']}-{claim}"
        queue = CHUNKS_QUEUE
        if order.get("scheduled"):
            queue = SCHEDULED_CHUNKS_QUEUE
        elif order.get("small"):
            queue = SMALL_RUNS_QUEUE
        await self._enqueue(tx, WORK_CHUNK, queue, order, name=name, priority=turn)

    async def advance_batch(self, tx: WriteTx, order: BatchOrder) -> None:
        name = f"batch-{order['batch']}-{order['turn']}"
        await self._enqueue(tx, ADVANCE_BATCH, BATCHES_QUEUE, order, name=name)

    async def start_due(self, tx: WriteTx, order: StartOrder) -> None:
        name = f"starts-{order['tick']}-{order['helper']}"
        await self._enqueue(tx, START_DUE, STARTS_QUEUE, order, name=name)

    async def summarise_run(self, tx: WriteTx, order: SummaryOrder) -> None:
        name = f"results-{order['run']}-{order['number']}"
        await self._enqueue(tx, SUMMARISE_RUN, RESULTS_QUEUE, order, name=name)

    async def continue_iteration(self, tx: WriteTx, order: IterationOrder, *, epoch: int) -> None:
        """Enqueue an iteration once for each completion of its run and each request for another suggestion."""
        name = f"iteration-{order['iteration']}-{epoch}-{order['again']}"
        await self._enqueue(tx, CONTINUE_ITERATION, EXPERIMENTS_QUEUE, order, name=name)

    async def conclude_check(self, tx: WriteTx, order: CheckOrder, *, epoch: int) -> None:
        name = f"check-{order['experiment']}-{epoch}"
        await self._enqueue(tx, CONCLUDE_CHECK, EXPERIMENTS_QUEUE, order, name=name)

    async def assess_execution(self, tx: WriteTx, order: AssessOrder) -> None:
        """Enqueue the assessment of an execution, at most once for each `why`."""
        name = f"assess-{order['execution']}-{order['why']}"
        await self._enqueue(tx, ASSESS_EXECUTION, ASSESSING_QUEUE, order, name=name)

    async def deliver(self, tx: WriteTx, order: DeliveryOrder) -> None:
        """Enqueue a sender for a channel. A duplicate sender is harmless, because it finds nothing to send."""
        await self._enqueue(tx, DELIVER, DELIVERIES_QUEUE, order)

    async def test_channel(self, tx: WriteTx, order: ChannelTestOrder) -> None:
        await self._enqueue(tx, TEST_CHANNEL, PEOPLE_QUEUE, order)

    async def erase_project(self, tx: WriteTx, order: ErasureOrder) -> None:
        name = f"erasure-{order['deletion']}"
        await self._enqueue(tx, ERASE_PROJECT, ERASURE_QUEUE, order, name=name)

    def close(self) -> None:
        self._client.destroy()

    async def _enqueue(
        self,
        tx: WriteTx,
        workflow: str,
        queue: str,
        order: Any,
        *,
        name: str | None = None,
        priority: int | None = None,
    ) -> None:
        options: EnqueueOptions = {
            "workflow_name": workflow,
            "queue_name": queue,
            "app_version": CONTRACT_VERSION,
        }
        if name is not None:
            options["workflow_id"] = name
        if priority is not None:
            options["priority"] = priority

        def enqueue(connection: Connection) -> None:
            self._client.enqueue_in_transaction(connection, options, order)

        await (await tx.connection()).run_sync(enqueue)
