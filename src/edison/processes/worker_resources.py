"""Builds the resources of a worker: the gateway that calls models, and the senders of messages."""

import os
import threading
from datetime import timedelta
from functools import partial

from edison.channels.email import Mailer
from edison.channels.registry import channel_plugins
from edison.domain.ids import ProjectId
from edison.domain.models.model_call import CallPolicy
from edison.engine.answer_journal import AnswerJournal
from edison.engine.call_slots import FairSlots, StartGate
from edison.engine.channels.delivery_courier import Courier
from edison.engine.credential_unsealer import CredentialUnsealer
from edison.engine.launcher import Launcher
from edison.engine.models.save_outcome import record_refused_parameter
from edison.engine.resources import Resources
from edison.engine.worker_recovery import worker_name_of
from edison.kit.clock import SystemClock
from edison.network.guarded_http import GuardedHttp
from edison.processes.build_context import build_key_ring, build_mailer, key_variables
from edison.providers.batch_client import MOST_RESULTS, BatchClient
from edison.providers.breaker_client import Breaker
from edison.providers.call_attempt import CallAttempts
from edison.providers.call_files import CallFiles
from edison.providers.gateway import Gateway
from edison.providers.rate_limiter import Limiter
from edison.settings import Settings
from edison.store.unit_of_work import UnitOfWork
from edison.vault.certificate_keys import CertificateSigner
from edison.vault.key_ring import KeyRing

# Responses of message receivers are short.
MOST_ANSWER = 1024 * 1024


def build_resources(
    settings: Settings, work: UnitOfWork, life: str, launcher: Launcher
) -> Resources:
    clock = SystemClock()
    attempts = CallAttempts(GuardedHttp())
    ring, mailer, stopping = build_key_ring(settings), build_mailer(settings), threading.Event()
    return Resources(
        work=work,
        clock=clock,
        mailer=mailer,
        public_url=settings.address,
        opener=CredentialUnsealer(
            ring=ring,
            environment=os.environ,  # noqa: TID251 - credentials may name variables of the worker
            key_variables=key_variables(settings),
            private_endpoints=settings.private_endpoints_allowed,
            simulator_url=settings.simulator_url,
        ),
        attempts=attempts,
        gateway=Gateway(
            attempts=attempts,
            limiter=Limiter(work.write, worker_name_of(life)),
            breaker=Breaker(work.write),
            on_refused_parameter=partial(record_refused_parameter, work, clock),
            files=CallFiles(partial(read_file_bytes, work)),
        ),
        batches=BatchClient(GuardedHttp(max_body=MOST_RESULTS)),
        batch_poll=timedelta(seconds=settings.batch_poll_s),
        policy=CallPolicy(timeout_s=settings.model_timeout_s),
        launcher=launcher,
        courier=build_courier(settings, work, launcher, ring, mailer, stopping),
        worker=life,
        slots=FairSlots(settings.calls_at_once),
        journal=AnswerJournal(settings.journal, life),
        load_certificate_signer=lambda: CertificateSigner(build_key_ring(settings)),
        archive=settings.archive_dir,
        scheduling=settings.scheduling == "on",
        starts=StartGate(),
        stopping=stopping,
    )


async def read_file_bytes(work: UnitOfWork, project: ProjectId, digest: str) -> bytes | None:
    async with work.read() as tx:
        return await tx.files.content(project, digest)


def build_courier(
    settings: Settings,
    work: UnitOfWork,
    launcher: Launcher,
    ring: KeyRing,
    mailer: Mailer | None,
    stopping: threading.Event,
) -> Courier:
    return Courier(
        work=work,
        clock=SystemClock(),
        launcher=launcher,
        ring=ring,
        plugins=channel_plugins(GuardedHttp(max_body=MOST_ANSWER), mailer),
        public_url=settings.address,
        private_endpoints=settings.private_endpoints_allowed,
        stopping=stopping,
    )
