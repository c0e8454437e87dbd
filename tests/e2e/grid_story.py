"""A project for the grid of the workbench.

Prompts, a provider that can be slowed down, and one that says odd things.
"""

import re
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.odd_provider import OddProvider
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import KEY, simulating
from tests.e2e.stage import Stage, Visitor
from tests.e2e.triage_story import make_triage

SOON = 30_000
A_WHILE = 90_000
QUICK = {"kind": "uniform", "low_ms": 10, "high_ms": 60}
# A pause, then word by word.
TALKATIVE = {"kind": "fixed", "ms": 400, "per_token_ms": 60}
CANARY = "canary.example.net"
HOSTILE = {
    "odd-html": (
        '<b>bold</b><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
        f"<a href='https://{CANARY}/'>"
    ),
    "odd-markdown": f"![look](https://{CANARY}/p.png) [click](javascript:window.hacked=1) <https://{CANARY}>",
    "odd-letters": "pay \u202eeracsid\u202c to\u200bday\u0007 \u2066now\u2069",
    "odd-plain": "Certainly! This is no object at all.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """One project for all tests; each has a prompt of its own."""

    ready: Ready
    provider: str
    triage: dict[str, Any]
    odd: tuple[str, ...]

    @property
    def path(self) -> str:
        return self.ready.path

    def prompt(self, name: str, text: str = "Answer in one word. {{question}}") -> str:
        content = {"messages": [{"role": "user", "content": text}]}
        body = {"name": name, "content": content}
        return self.ready.owner.call("POST", f"{self.path}/prompts", body)["id"]

    def run(self, prompt: str, **changes: Any) -> str:
        run = self.ready.start(versions=[{"prompt": prompt}], **changes)
        self.until_done(run)
        return run

    def until_done(self, run: str) -> None:
        for _ in range(900):
            if self.ready.state(run) == "completed":
                return
            time.sleep(0.1)
        raise AssertionError(f"the run is {self.ready.state(run)}")

    def report(self, run: str) -> dict[str, Any]:
        return self.ready.owner.call("GET", f"{self.path}/runs/{run}")

    def cell(self, run: str, ordinal: int) -> dict[str, Any]:
        return self.ready.owner.call("GET", f"{self.path}/runs/{run}/cells/{ordinal}")

    def open(self, page: Page, prompt: str, search: str = "") -> Locator:
        page.goto(f"{self.path}/workbench/{prompt}{search}")
        expect(page.locator("[data-cell]").first).to_be_visible(timeout=SOON)
        return page.get_by_role("grid")


@contextmanager
def a_bench(stage: Stage, odd_words: OddProvider) -> Generator[Bench]:
    with simulating() as provider:
        behave(provider, latency=QUICK)
        owner = Visitor(stage.url).sign_up("Gwen Grid")
        ready = ready_to_run(owner, provider, rows=6)
        credential = owner.call(
            "POST",
            f"{ready.path}/credentials",
            {
                "provider": "OPENAI",
                "label": "Odd key",
                "secrets": {"api_key": KEY},
                "config": {"base_url": f"{odd_words.url}/v1"},
                "allow_private": True,
            },
        )["id"]
        yield Bench(
            ready=ready,
            provider=provider,
            triage=make_triage(owner, ready.path),
            odd=tuple(odd_model(owner, ready.path, credential, name) for name in HOSTILE),
        )


def answers(grid: Locator) -> Locator:
    return grid.locator("[data-state=answered]")


def metric_button(page: Page) -> Locator:
    return page.get_by_role("group", name="Next run").get_by_role(
        "button", name=re.compile("^Metric: ")
    )


def column_menu(page: Page, head: Locator, item: str) -> None:
    head.hover()
    head.get_by_role("button", name="More for", exact=False).click()
    page.get_by_role("menuitem", name=item).click()


def background(badge: Locator) -> dict[str, int]:
    """As it is painted: the theme mixes it from others."""
    return badge.evaluate(
        "el => { const paint = document.createElement('canvas').getContext('2d');"
        " paint.fillStyle = getComputedStyle(el).backgroundColor; paint.fillRect(0, 0, 1, 1);"
        " const [r, g, b] = paint.getImageData(0, 0, 1, 1).data; return { r, g, b }; }"
    )


def is_yellow(cell: Locator) -> bool:
    seen = background(cell)
    return seen["b"] < seen["g"] <= seen["r"]


def named(bench: Bench, name: str) -> str:
    owner, at = bench.ready.owner, bench.path
    credential = owner.call("GET", f"{at}/credentials")["items"]
    ours = next(one["id"] for one in credential if one["label"] == "Team key")
    return odd_model(owner, at, ours, name)


def odd_model(owner: Visitor, at: str, credential: str, name: str) -> str:
    found = owner.call("GET", f"{at}/models?search={name}&limit=100")["items"]
    known = [one["id"] for one in found if one["name"] == name]
    named = {"credential_id": credential, "name": name}
    model = known[0] if known else owner.call("POST", f"{at}/models", named)["id"]
    price = {"choice": "override", "input": "1", "output": "2"}
    owner.call("PUT", f"{at}/models/{model}/price", price)
    return model
