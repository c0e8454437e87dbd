"""Puts work on a queue inside the caller's transaction: it is there if and only if the change is."""

from typing import Any

from dbos import DBOSClient, DBOSPortableJSONSerializer, EnqueueOptions
from sqlalchemy import Connection

from edison.engine.contracts import (
    APPLICATION,
    CHUNKS_QUEUE,
    CONTRACT_VERSION,
    MAIL_QUEUE,
    PEOPLE_QUEUE,
    RESULTS_QUEUE,
    SEND_MAIL,
    SUMMARISE_RUN,
    TEST_CREDENTIAL,
    TRY_MODEL,
    WORK_CHUNK,
    ChunkOrder,
    MailOrder,
    ProbeOrder,
    SummaryOrder,
    TryOrder,
)
from edison.store.database import driver_url
from edison.store.unit_of_work import WriteTx


class Launcher:
    """The web process's end of the work queue; it runs nothing itself."""

    def __init__(self, url: str) -> None:
        self._client = DBOSClient(
            system_database_url=driver_url(url).render_as_string(hide_password=False),
            serializer=DBOSPortableJSONSerializer(),
            application_name=APPLICATION,
            lazy=True,
        )

    async def send_mail(self, tx: WriteTx, order: MailOrder) -> None:
        await self._enqueue(tx, SEND_MAIL, MAIL_QUEUE, order)

    async def test_credential(self, tx: WriteTx, order: ProbeOrder) -> None:
        await self._enqueue(tx, TEST_CREDENTIAL, PEOPLE_QUEUE, order)

    async def try_model(self, tx: WriteTx, order: TryOrder) -> None:
        await self._enqueue(tx, TRY_MODEL, PEOPLE_QUEUE, order)

    async def work_chunk(self, tx: WriteTx, order: ChunkOrder, *, claim: int, turn: int) -> None:
        """A lower turn comes first. Asked for twice, it is there once."""
        name = f"run-{order['run']}-{order['epoch']}-{order['chunk']}-{claim}"
        await self._enqueue(tx, WORK_CHUNK, CHUNKS_QUEUE, order, name=name, priority=turn)

    async def summarise_run(self, tx: WriteTx, order: SummaryOrder) -> None:
        name = f"results-{order['run']}-{order['number']}"
        await self._enqueue(tx, SUMMARISE_RUN, RESULTS_QUEUE, order, name=name)

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
