"""A project that protects `production`, with versions that were run and people who decide."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.support.answers import granted
from tests.support.boards import Grade, graded_run
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.people import join
from tests.support.world import Person, World

CASES = 40


def same(case: int, column: int) -> float:
    return 0.5


def but(changed: int, to: float) -> Grade:
    """Return scores that differ from `same` in the first cases."""

    def grade(case: int, column: int) -> float:
        return to if case < changed else 0.5

    return grade


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionDesk:
    """A desk whose owner writes versions and runs them; each run is complete and has prepared scores."""

    runs: RunDesk

    @property
    def browser(self) -> httpx.AsyncClient:
        return self.runs.browser

    @property
    def world(self) -> World:
        return self.runs.world

    @property
    def prompt(self) -> str:
        return f"{self.runs.path}/prompts/{self.runs.prompt}"

    async def protect(self, *rules: dict[str, Any], label: str = "production") -> None:
        """Protect `production` with these rules, or with the usual ones."""
        labels = [{"label": label, **rule} for rule in rules or ({},)]
        body = {"settings": {"protected_labels": labels}}
        granted(await self.browser.patch(self.runs.path, json=body))

    async def version(self, content: str, *, by: httpx.AsyncClient | None = None) -> int:
        """Save the next version of the prompt."""
        browser = by or self.browser
        draft = granted(await browser.get(self.prompt))
        parts = {"messages": [{"role": "user", "content": content + " {{question}}"}]}
        body = {"content": parts, "revision": draft["revision"]}
        granted(await browser.patch(self.prompt, json=body))
        return granted(await browser.post(f"{self.prompt}/versions", json={}), 201)["number"]

    async def run(self, number: int, grade: Grade = same, **order: Any) -> dict[str, Any]:
        """Complete a run of a version in which every answer differs from those of other runs."""
        count = len(granted(await self.browser.get(f"{self.runs.path}/runs"))["items"])
        versions: Any = [{"prompt": self.runs.prompt, "number": number}]
        wanted: dict[str, Any] = {"versions": versions, **order}
        return await graded_run(
            self.runs,
            grade,
            cases=CASES,
            text=lambda case, column: f"{count} {case} {column}",
            **wanted,
        )

    async def check(
        self,
        number: int,
        label: str = "production",
        *,
        by: httpx.AsyncClient | None = None,
        **query: Any,
    ) -> dict[str, Any]:
        params = {"label": label, "number": number, **query}
        return granted(
            await (by or self.browser).get(f"{self.prompt}/promotion-check", params=params)
        )

    async def request(
        self, number: int, *, by: httpx.AsyncClient | None = None, **more: Any
    ) -> httpx.Response:
        body = {"label": "production", "number": number, **more}
        return await (by or self.browser).post(f"{self.prompt}/promotions", json=body)

    async def requested(self, number: int, **more: Any) -> dict[str, Any]:
        return granted(await self.request(number, **more), 201)

    async def approve(
        self, promotion: dict[str, Any], *, by: httpx.AsyncClient | None = None
    ) -> httpx.Response:
        path = f"{self.runs.path}/promotions/{promotion['id']}/approve"
        return await (by or self.browser).post(path, json={})

    async def promoted(self, number: int) -> dict[str, Any]:
        """Request and approve, as the only person of the project."""
        return granted(await self.approve(await self.requested(number)))

    async def override(
        self, number: int, reason: str = "Customers wait for this correction."
    ) -> httpx.Response:
        body = {"label": "production", "number": number, "reason": reason}
        return await self.browser.post(f"{self.prompt}/promotions/override", json=body)

    async def roll_back(self, *, by: httpx.AsyncClient | None = None) -> httpx.Response:
        body = {"label": "production"}
        return await (by or self.browser).post(f"{self.prompt}/promotions/rollback", json=body)

    async def read(self, promotion: dict[str, Any]) -> dict[str, Any]:
        path = f"{self.runs.path}/promotions/{promotion['id']}"
        return granted(await self.browser.get(path))

    async def production(self) -> int | None:
        """Return the version that has the label."""
        return granted(await self.browser.get(self.prompt))["labels"].get("production")

    async def member(self, name: str, role: str = "ADMIN") -> Person:
        person = await self.world.person(name)
        await join(self.runs.owner, self.runs.slug, person, role)
        return person


async def a_promotion_desk(world: World, *rules: dict[str, Any]) -> PromotionDesk:
    """Return a desk whose prompt has version 1 with a run, and protects `production`."""
    runs = await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)))
    desk = PromotionDesk(runs=runs)
    granted(await desk.browser.post(f"{desk.prompt}/versions", json={}), 201)
    await desk.run(1)
    await desk.protect(*rules)
    return desk


async def a_promoted_desk(world: World, *rules: dict[str, Any]) -> PromotionDesk:
    """Return a desk in which version 1 has `production`."""
    desk = await a_promotion_desk(world, *rules)
    await desk.promoted(1)
    return desk
