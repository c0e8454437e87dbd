"""A project with a finished run, and people who comment on it."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.support.answers import granted
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer
from tests.support.house_promotions import COMPLETED
from tests.support.sql import execute
from tests.support.world import Person, World


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentDesk:
    """A run of two cells, its owner, a reviewer and a viewer."""

    runs: RunDesk
    run: dict[str, Any]
    reviewer: Person
    viewer: Person

    @property
    def owner(self) -> Person:
        return self.runs.owner

    @property
    def path(self) -> str:
        return f"{self.runs.path}/comments"

    def on_cell(self, ordinal: int = 0) -> dict[str, Any]:
        return {"kind": "cell", "subject": self.run["id"], "part": str(ordinal)}

    async def post(
        self, text: str, by: Person | None = None, about: dict[str, Any] | None = None
    ) -> httpx.Response:
        body = {**(about or self.on_cell()), "text": text}
        return await (by or self.owner).browser.post(self.path, json=body)

    async def thread(
        self, text: str, by: Person | None = None, about: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        return granted(await self.post(text, by, about), 201)

    async def reply(self, thread: dict[str, Any], text: str, by: Person) -> httpx.Response:
        return await by.browser.post(f"{self.path}/{thread['id']}/replies", json={"text": text})

    async def read(self, thread: dict[str, Any], by: Person | None = None) -> dict[str, Any]:
        return granted(await (by or self.owner).browser.get(f"{self.path}/{thread['id']}"))

    async def listed(self, by: Person | None = None, **query: Any) -> list[dict[str, Any]]:
        found = await (by or self.owner).browser.get(self.path, params=query)
        return granted(found)["items"]

    async def counts(self, kind: str = "cell") -> list[dict[str, Any]]:
        query = {"kind": kind, "subject": self.run["id"]}
        return granted(await self.owner.browser.get(f"{self.path}/counts", params=query))["items"]


async def a_comment_desk(world: World) -> CommentDesk:
    desk = await a_run_desk(world, question("First"), question("Second"))
    run = await desk.start()
    await desk.finish(run, {0: answer("One"), 1: answer("Two")})
    for state in COMPLETED:
        execute(world.url, f"UPDATE runs SET state = '{state}' WHERE id = '{run['id']}'")
    execute(world.url, f"UPDATE runs SET finished_at = now() WHERE id = '{run['id']}'")
    return CommentDesk(
        runs=desk,
        run=run,
        reviewer=await world.member(desk.owner, desk.slug, "REVIEWER"),
        viewer=await world.member(desk.owner, desk.slug, "VIEWER"),
    )


def texts(thread: dict[str, Any]) -> list[str]:
    return [one["text"] for one in thread["comments"]]
