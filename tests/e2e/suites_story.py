"""Suites as a team has them: one that ran several times, one that is paused, one whose day's money is spent."""

import time
from dataclasses import dataclass
from typing import Any

from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.stage import Visitor

WITHIN_S = 180.0
SCORERS: list[dict[str, Any]] = [
    {"kind": "contains"},
    {"kind": "latency", "max_ms": 60, "name": "Quick"},
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suites:
    """A project whose run can be saved, and what can be done to suites through the API."""

    ready: Ready
    # Completed and scored, on two models.
    run: str

    @property
    def at(self) -> str:
        return f"{self.ready.path}/suites"

    def call(self, method: str, path: str, body: Any = None) -> Any:
        return self.ready.owner.call(method, path, body)

    def save(self, name: str, **more: Any) -> str:
        return self.call("POST", f"{self.at}/from-run", {"run": self.run, "name": name, **more})[
            "id"
        ]

    def execute(self, suite: str, model: str | None = None) -> dict[str, Any]:
        override: dict[str, Any] | None = (
            None if model is None else {"model": model, "parameters": {}}
        )
        return self.call("POST", f"{self.at}/{suite}/executions", {"override": override})

    def last(self, suite: str) -> dict[str, Any]:
        return self.call("GET", f"{self.at}/{suite}/executions?limit=1")["items"][0]

    def finish(self, suite: str) -> dict[str, Any]:
        """Wait until the last execution has ended and its score is known."""
        until = time.monotonic() + WITHIN_S
        while (found := self.last(suite))["state"] == "running" or (
            found["state"] == "completed" and found["score"] is None
        ):
            assert time.monotonic() < until, found
            time.sleep(0.3)
        return found


def a_run_to_save(owner: Visitor, provider: str, *, rows: int = 6) -> Suites:
    ready = ready_to_run(owner, provider, rows=rows)
    for model in ready.models:
        # Nobody watches these runs.
        owner.call("PATCH", f"{ready.path}/models/{model}", {"limits": {"concurrency": 16}})
    run = ready.start(scorers=SCORERS)
    until = time.monotonic() + WITHIN_S
    while (state := ready.state(run)) != "completed":
        assert time.monotonic() < until, state
        time.sleep(0.3)
    return Suites(ready=ready, run=run)


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    suites: Suites
    # Ran three times, once with another model.
    nightly: str
    # A person paused it.
    paused: str
    # Its limit does not pay for one execution.
    broke: str


def tell_the_suites_story(owner: Visitor, provider: str) -> Story:
    suites = a_run_to_save(owner, provider)
    nightly = suites.save("Nightly support answers", label="latest", newest_cases=True)
    suites.execute(nightly)
    suites.finish(nightly)
    _say_it_otherwise(suites)
    suites.execute(nightly)
    suites.finish(nightly)
    suites.execute(nightly, suites.ready.models[1])
    suites.finish(nightly)
    paused = suites.save("Release candidate")
    suites.call("POST", f"{suites.at}/{paused}/pause")
    broke = suites.save("Every answer, every minute", daily_limit_usd="0.01")
    return Story(suites=suites, nightly=nightly, paused=paused, broke=broke)


def _say_it_otherwise(suites: Suites) -> None:
    """A new version of the prompt, so that the next execution has something to tell."""
    ready = suites.ready
    prompt = suites.call("GET", f"{ready.path}/prompts/{ready.prompt}")
    content = {"messages": [{"role": "user", "content": "Answer with one word only. {{question}}"}]}
    body = {"revision": prompt["revision"], "content": content}
    changed = suites.call("PATCH", f"{ready.path}/prompts/{ready.prompt}", body)
    suites.call(
        "POST",
        f"{ready.path}/prompts/{ready.prompt}/versions",
        {"revision": changed["revision"], "changelog": "Firmer about one word"},
    )
