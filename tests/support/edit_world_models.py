"""A provider with three models for a simulated edit world: one answers, one judges, one refines.

The model that answers knows what the lines of a prompt do. The judge reads the answer and the refiner the request.
"""

import difflib
import itertools
import json
import re
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import numpy as np

from edison.domain.experiments.refining.unified_diff import FILE
from tests.load.edit_worlds import POINTS, CaseSet, EditWorld, hidden_number, refine
from tests.support.scripted_refiner import completion, serving_chat

ANSWERS, JUDGES, REFINES = "world-answers", "world-judge", "world-refiner"
_CASE = re.compile(r"^I write about my .*$", re.MULTILINE)
_WALLED = r'<(data-[0-9a-f]+) name="{name}">\n(.*?)\n</\1>'
_OUTPUT = re.compile(_WALLED.format(name="output"), re.DOTALL)
_PROMPT = re.compile(_WALLED.format(name=re.escape(FILE)), re.DOTALL)
_EXAMPLE = re.compile(r"of this form:\n\n(\{.*?\n\})\n", re.DOTALL)
ANSWER_NOISE = 0.08


class EditWorldModels:
    """`start` is the prompt before any edit."""

    def __init__(self, world: EditWorld, start: str, seed: int = 1) -> None:
        self.world = world
        self.start = set(start.splitlines())
        self.seed = seed
        self.url = ""
        self.refiner_read: list[str] = []
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        text = "\n".join(message["content"] for message in body["messages"])
        with self._lock:
            number = next(self._numbers)
        said = {ANSWERS: self._answer, JUDGES: _judge, REFINES: self._refine}[body["model"]](text)
        return completion(said, body["model"], number)

    def _answer(self, text: str) -> str:
        case = _CASE.findall(text)[-1]
        dice = np.random.default_rng(hidden_number(f"{self.seed} {case}"))
        one = CaseSet(ids=(UUID(int=1),), texts=(case,), base=np.array([dice.uniform(0.35, 0.6)]))
        quality = one.base[0] + sum(
            float(self.world.effect(line, one, self._hidden)[0])
            for line in text.splitlines()
            if line.strip() and line not in self.start and line != case
        )
        noise = np.random.default_rng(hidden_number(text)).normal(0, ANSWER_NOISE)
        points = int(np.clip(round(POINTS * (quality + noise)), 0, POINTS))
        return "\n".join(["Dear customer,", *(f"Point {n}" for n in range(1, points + 1))])

    def _refine(self, text: str) -> str:
        self.refiner_read.append(text)
        found = _PROMPT.search(text)
        assert found is not None
        before = found[2].splitlines()
        line = refine(text, np.random.default_rng(hidden_number(text)))
        # The first line of the file may be a heading.
        at = next(number for number, each in enumerate(before) if each in self.start) + 1
        diff = _diff(before, [*before[:at], line, *before[at:]])
        return f"<diff>\n{diff}</diff>\n\n<note>\nAsk for what failed.\n</note>"

    def _hidden(self, text: str) -> np.random.Generator:
        return np.random.default_rng(hidden_number(f"{self.seed} {text}"))


def _judge(text: str) -> str:
    """Count the points in the answer."""
    answer, example = _OUTPUT.search(text), _EXAMPLE.search(text)
    assert answer is not None
    assert example is not None
    points = len(re.findall(r"^Point \d+$", answer[2], re.MULTILINE))
    form = json.loads(example[1])
    # The example contains the highest value of each criterion's scale.
    scores = {name: round(top * points / POINTS) for name, top in form["scores"].items()}
    return json.dumps(
        {
            **form,
            "scores": scores,
            "rationales": dict.fromkeys(scores, f"{points} points are made."),
        }
    )


def _diff(before: Sequence[str], after: Sequence[str]) -> str:
    lines = difflib.unified_diff(before, after, f"a/{FILE}", f"b/{FILE}", lineterm="")
    return "\n".join(lines) + "\n"


@contextmanager
def edit_world_models(world: EditWorld, start: str) -> Generator[EditWorldModels]:
    models = EditWorldModels(world, start)
    with serving_chat(models.reply, (ANSWERS, JUDGES, REFINES)) as models.url:
        yield models
