"""A prompt with three versions: production holds the first, the second is better, the third is worse."""

from dataclasses import dataclass
from typing import Any

from tests.e2e.runs_story import Ready
from tests.e2e.stage import Visitor
from tests.e2e.workbench_story import a_prompt, finish, write

CASES = 24
LABEL = "production"


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    ready: Ready
    # May request, and not approve.
    editor: Visitor
    prompt: str

    @property
    def path(self) -> str:
        return f"{self.ready.path}/prompts/{self.prompt}"

    @property
    def production(self) -> int | None:
        return self.ready.owner.call("GET", self.path)["labels"].get(LABEL)

    def request(self, number: int) -> str:
        asked = {"label": LABEL, "number": number}
        return self.editor.call("POST", f"{self.path}/promotions", asked)["id"]

    def promote(self, number: int) -> str:
        promotion = self.request(number)
        self.ready.owner.call(
            "POST", f"{self.ready.path}/promotions/{promotion}/approve", {"note": "Checked"}
        )
        return promotion


def tell_the_promotions_story(ready: Ready, editor: Visitor, name: str) -> Story:
    """People grade all answers, so that each verdict is certain: the second version passes, the others fail."""
    prompt = a_prompt(ready, name, "Answer the question. {{question}}")
    story = Story(ready=ready, editor=editor, prompt=prompt)
    for number, grade in ((1, 0), (2, 1), (3, 0)):
        if number > 1:
            write(ready, prompt, f"Answer the question, attempt {number}. {{{{question}}}}")
        _grade_run(ready, prompt, grade)
        if number == 1:
            story.promote(1)
    return story


def _grade_run(ready: Ready, prompt: str, grade: int) -> None:
    asked: dict[str, Any] = {"versions": [{"prompt": prompt}], "scorers": []}
    run = ready.start(**asked)
    finish(ready, run)
    for cell in range(CASES):
        ready.owner.call("PUT", f"{ready.path}/runs/{run}/cells/{cell}/grade", {"grade": grade})
