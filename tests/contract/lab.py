"""A project on a real database with the gateways of several processes, in front of the simulator."""

from edison.domain.ids import ProjectId
from edison.domain.rate_limits.allocation import RateLimits
from edison.network.guarded_http import GuardedHttp
from edison.providers.breaker_client import Breaker
from edison.providers.call_attempt import CallAttempts
from edison.providers.gateway import CallTarget, Gateway
from edison.providers.rate_limiter import Limiter
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork
from tests.contract.providers import PRICE, Contract
from tests.support.simulated import Simulated


class Lab:
    """What the tests of the gateway stand on."""

    def __init__(self, url: str, project: ProjectId, sim: Simulated) -> None:
        self._database = Database(url, pool_size=4)
        self._work = UnitOfWork(self._database)
        self._gateways: list[Gateway] = []
        self.project = project
        self.sim = sim
        self.told: list[tuple[str, str]] = []

    def gateway(self) -> Gateway:
        """One process' worth: nothing shared with another but the database."""
        gateway = Gateway(
            attempts=CallAttempts(GuardedHttp()),
            limiter=Limiter(self._work.write, f"process-{len(self._gateways)}"),
            breaker=Breaker(self._work.write),
            on_refused_parameter=self._on_refused,
        )
        self._gateways.append(gateway)
        return gateway

    def target(self, contract: Contract, model: str = "sim-medium") -> CallTarget:
        return CallTarget(
            project=self.project,
            endpoint=contract.endpoint(self.sim.url),
            model=model,
            price=PRICE,
            limits=RateLimits(),
        )

    async def seen(self) -> int:
        return (await self.sim.calls())["total"]

    async def close(self) -> None:
        for gateway in self._gateways:
            await gateway.close()
        await self._database.close()

    async def _on_refused(self, target: CallTarget, parameter: str, words: str) -> None:
        assert words
        self.told.append((target.model, parameter))
