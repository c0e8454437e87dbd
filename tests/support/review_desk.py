"""A suggestion that waits for review, without a worker, and the API calls on it."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx

from edison.domain.ids import RunId
from tests.support.answers import granted
from tests.support.finished_runs import RunDesk, a_run_desk, answer
from tests.support.people import secret_in
from tests.support.reviewing import PROMPT, Waiting, end_run, put_suggestion
from tests.support.world import API, Person, World


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A suggestion that waits for review, and its project."""

    desk: RunDesk
    waiting: Waiting

    @property
    def path(self) -> str:
        return f"{self.desk.path}/suggestions/{self.waiting.suggestion}"

    async def read(self, who: httpx.AsyncClient | None = None) -> dict[str, Any]:
        return granted(await (who or self.desk.browser).get(self.path))

    async def post(
        self, rest: str, body: dict[str, Any], who: httpx.AsyncClient | None = None
    ) -> httpx.Response:
        return await (who or self.desk.browser).post(f"{self.path}/{rest}", json=body)

    async def experiment(self) -> dict[str, Any]:
        path = f"{self.desk.path}/experiments/{self.waiting.experiment}"
        return granted(await self.desk.browser.get(path))

    async def versions(self) -> list[dict[str, Any]]:
        path = f"{self.desk.path}/prompts/{self.desk.prompt}/versions"
        return granted(await self.desk.browser.get(path))["items"]

    async def content(self, number: int = 2) -> dict[str, Any]:
        path = f"{self.desk.path}/prompts/{self.desk.prompt}/versions/{number}"
        return granted(await self.desk.browser.get(path))["content"]

    async def audit(self, action: str) -> list[dict[str, Any]]:
        found = await self.desk.browser.get(f"{self.desk.path}/audit", params={"action": action})
        return granted(found)["items"]

    async def person(self, role: str) -> Person:
        someone = await self.desk.world.person()
        body = {"email": someone.email, "role": role}
        made = granted(await self.desk.browser.post(f"{self.desk.path}/invites", json=body), 201)
        token = {"token": secret_in(made["link"])}
        granted(await someone.browser.post(f"{API}/invites/accept", json=token))
        return someone


async def a_review(world: World, **more: Any) -> Review:
    desk = await a_run_desk(world, content=PROMPT)
    run = await desk.start()
    await desk.finish(run, {ordinal: answer(f"Answer {ordinal}") for ordinal in range(3)})
    end_run(world.url, run["id"])
    waiting = await put_suggestion(
        world.ctx.work, desk.project, RunId(UUID(run["id"])), world.clock.now(), **more
    )
    return Review(desk=desk, waiting=waiting)
