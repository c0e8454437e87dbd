"""Builds the part of a worker that calls models."""

import os
import threading
from functools import partial

from edison.domain.retrying import CallPolicy
from edison.engine.keeping import note_refused_parameter
from edison.engine.launcher import Launcher
from edison.engine.opening import Opener
from edison.engine.recovery import name_of
from edison.engine.resources import Resources
from edison.engine.slots import FairSlots
from edison.kit.clock import SystemClock
from edison.processes.wiring import build_key_ring, build_mailer, key_variables
from edison.providers.attempt import Attempts
from edison.providers.breaker import Breaker
from edison.providers.gateway import Gateway
from edison.providers.http import GuardedHttp
from edison.providers.limiter import Limiter
from edison.settings import Settings
from edison.store.unit_of_work import UnitOfWork


def build_resources(
    settings: Settings, work: UnitOfWork, life: str, launcher: Launcher
) -> Resources:
    clock = SystemClock()
    attempts = Attempts(GuardedHttp())
    return Resources(
        work=work,
        clock=clock,
        mailer=build_mailer(settings),
        public_url=settings.address,
        opener=Opener(
            ring=build_key_ring(settings),
            environment=os.environ,  # noqa: TID251 - credentials may name variables of the worker
            key_variables=key_variables(settings),
            private_endpoints=settings.private_endpoints,
            simulator_url=settings.simulator_url,
        ),
        attempts=attempts,
        gateway=Gateway(
            attempts=attempts,
            limiter=Limiter(work.write, name_of(life)),
            breaker=Breaker(work.write),
            on_refused_parameter=partial(note_refused_parameter, work, clock),
        ),
        policy=CallPolicy(timeout_s=settings.model_timeout_s),
        launcher=launcher,
        worker=life,
        slots=FairSlots(settings.calls_at_once),
        stopping=threading.Event(),
    )
