"""A project with finished runs, two people, and suggestions that wait for them."""

import time
from typing import Any
from uuid import UUID

from edison.domain.ids import RunId
from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.stage import Stage, Visitor
from tests.support.reviewing import PROMPT, Waiting, exemplar, put_suggestion_from_outside

WITHIN_S = 60.0
ASKED = (
    "I am locked out and it is urgent!",
    "Where is my parcel? It is the third time that I ask.",
    "The lamp flickers.",
)
SAID = "To reset your password, open the settings.\n\nRegards,\nThe shop"


class ReviewDesk:
    def __init__(self, stage: Stage, database: str, provider: str) -> None:
        self.database = database
        self.owner = Visitor(stage.url).sign_up("Olga Review")
        self.ready: Ready = ready_to_run(self.owner, provider, rows=3, names=("sim-small",))
        self.project = self.owner.call("GET", self.ready.path)["id"]
        self.ada = Visitor(stage.url).sign_up("Ada Reviewer")
        self.ada.join(self.owner, self.ready.path, "REVIEWER")

    def suggestion(self, name: str, *, number: int = 1) -> Waiting:
        """Each with a prompt and a run of its own, as an experiment has them."""
        prompt = self._prompt(name)
        run = self.ready.start(versions=[{"prompt": prompt}])
        began = time.monotonic()
        while self.ready.state(run) != "completed":
            assert time.monotonic() - began < WITHIN_S, "the run takes too long"
            time.sleep(0.1)
        cases = self.owner.call("GET", f"{self.ready.path}/datasets/{self.ready.dataset}/cases")
        failing = [
            exemplar(RunId(UUID(run)), ordinal, UUID(case["id"]), ASKED[ordinal], SAID)
            for ordinal, case in enumerate(cases["items"][:3])
        ]
        return put_suggestion_from_outside(
            self.database, self.project, run, name=name, number=number, exemplars=failing
        )

    def _prompt(self, name: str) -> str:
        content = {"messages": [{"role": "user", "content": PROMPT}]}
        body = {"name": f"Prompt of {name}", "content": content}
        return self.owner.call("POST", f"{self.ready.path}/prompts", body)["id"]

    def page_of(self, waiting: Waiting) -> str:
        return f"{self.ready.path}/reviews/{waiting.suggestion}"

    def read(self, waiting: Waiting) -> dict[str, Any]:
        return self.owner.call("GET", f"{self.ready.path}/suggestions/{waiting.suggestion}")
