"""Experiments in a project of their own: one that waits for a review, one that has ended, one where nothing works."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.stage import Visitor

WITHIN_S = 120.0
QUICK = {"kind": "uniform", "low_ms": 5, "high_ms": 20}
# One call at a time, each of them long enough to be watched.
SLOW = {"kind": "fixed", "ms": 1500}
NAMES: tuple[str, ...] = ("sim-small", "sim-large", "sim-judge", "sim-medium", "sim-tiny")
DOWN = "sim-tiny"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loops:
    """Experiments made through the API, each from the template for customer support."""

    ready: Ready

    @property
    def owner(self) -> Visitor:
        return self.ready.owner

    def model(self, name: str) -> str:
        return dict(zip(NAMES, self.ready.models, strict=True))[name]

    def page_of(self, experiment: str) -> str:
        return f"{self.ready.path}/experiments/{experiment}"

    def draft(
        self,
        name: str,
        *,
        models: tuple[str, ...] = ("sim-large",),
        budget: str = "20",
        trials: int = 1,
        **rules: Any,
    ) -> str:
        """Ready to run, but not started."""
        at = f"{self.ready.path}/experiments"
        made = self.owner.call("POST", at, {"name": name, "template": "customer-support"})
        judge = self.model("sim-judge")
        plan: dict[str, Any] = {
            "prompt_name": f"Prompt of {name}",
            "targets": [{"model": self.model(each), "parameters": {"max_tokens": 200}} for each in models],
            "judges": [{"model": judge}],
            "refiner": judge,
            "trials": trials,
            "safety": {"moderation": False, "pii": False, "jailbreak": False, "toxicity": False},
            "stop_rules": {"max_budget_usd": budget, **rules},
        }  # fmt: skip
        changed = self.owner.call(
            "PATCH", f"{at}/{made['id']}", {"revision": made["revision"], "plan": plan}
        )
        assert changed["problems"] == []
        return changed["id"]

    def start(self, experiment: str) -> None:
        self.owner.call("POST", f"{self.page_of(experiment)}/iterations", {})

    def read(self, experiment: str) -> dict[str, Any]:
        return self.owner.call("GET", self.page_of(experiment))

    def until(self, experiment: str, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        began = time.monotonic()
        while True:
            found = self.read(experiment)
            if fits(found):
                return found
            assert time.monotonic() - began < WITHIN_S, found
            time.sleep(0.2)

    def until_reviewing(self, experiment: str, number: int) -> dict[str, Any]:
        return self.until(
            experiment,
            lambda found: any(
                each["number"] == number and each["state"] == "reviewing"
                for each in found["recent"]
            ),
        )

    def approve(self, experiment: str) -> None:
        at = f"{self.ready.path}/suggestions/{self.read(experiment)['suggestion']}"
        revision = self.owner.call("GET", at)["revision"]
        self.owner.call("POST", f"{at}/approve", {"revision": revision})


def many_loops(owner: Visitor, provider: str) -> Loops:
    """A project with models: one that can be watched, one that fails at every call."""
    # An answer that says no for good: a server that is down would stop all models of its key.
    down = {"faults": [{"kind": "too_long"}]}
    behave(provider, latency=QUICK, models={"sim-medium": {"latency": SLOW}, DOWN: down})
    ready = ready_to_run(owner, provider, rows=1, names=NAMES)
    for name, model in zip(NAMES, ready.models, strict=True):
        limits = {"concurrency": 1 if name == "sim-medium" else 16}
        owner.call("PATCH", f"{ready.path}/models/{model}", {"limits": limits})
    return Loops(ready=ready)
