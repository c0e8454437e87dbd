"""Assistant that generates test cases in batches, until there are enough or a batch has no new ones.

Each case is parsed strictly, and duplicates are dropped.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from edison.assistants.assistant_dialogue import AssistantQuestion, Json, UnusableAnswer, mended
from edison.assistants.case_requests import BATCH as BATCH
from edison.assistants.case_requests import REMINDED, batch_size, request
from edison.assistants.read_answer import list_in, object_in, whole_objects
from edison.domain.assists.assist import GenerateCases
from edison.domain.assists.case_generation import in_level
from edison.domain.datasets.case_rules import clean_name, problems_of
from edison.domain.datasets.dataset import CaseContent
from edison.domain.datasets.near_duplicates import KnownTexts
from edison.kit.storable_text import storable

FEWEST_AT_ONCE = 5
MOST_TAGS = 10
MOST_TAG = 50
# Consecutive answers with less than a quarter of new cases: the model repeats itself, and more calls waste money.
MOST_IDLE = 2
LEAST_NEW = 0.25


class CaseGeneration:
    def __init__(
        self, wish: GenerateCases, known: Iterable[str] = (), shown: Sequence[str] = ()
    ) -> None:
        """Start a generation.

        `known` are all existing texts, for the detection of duplicates; `shown` are sent to the model.
        """
        self._wish = wish
        self._known = KnownTexts()
        for text in known:
            self._known.add(text)
        self._own = KnownTexts()
        self._cases: list[Json] = []
        self._texts = list(shown[-REMINDED:])
        self._duplicates = 0
        self._unusable = 0
        self._batches = 0
        self._idle = 0
        self._wanted = 0
        self._asked: AssistantQuestion | None = None
        self._mended = False
        self._parsed = False
        self._last_problem: str | None = None

    @property
    def batch(self) -> int:
        return batch_size(self._wish)

    @property
    def progress(self) -> tuple[int, int]:
        return len(self._cases), self._wish.count

    @property
    def problem(self) -> str | None:
        if self._cases or self._asked is not None or not self._is_over():
            return None
        why = self._last_problem or "nothing but what was there before"
        if not self._parsed:
            return f"the response could not be parsed in two attempts: {why}"
        return f"the model made no usable case: {why}"

    @property
    def result(self) -> Json | None:
        if not self._cases:
            return None
        return {
            "cases": self._cases,
            "asked": self._wish.count,
            "made": len(self._cases),
            "duplicates": self._duplicates,
            "unusable": self._unusable,
            "diversity": round(self._own.distance(), 3),
            "sentence": self._sentence(),
        }

    def next(self) -> AssistantQuestion | None:
        if self._asked is None and not self._is_over():
            self._asked = self._question()
            self._batches += 1
        return self._asked

    def hear(self, said: str) -> None:
        asked, self._asked = self._asked, None
        assert asked is not None
        items = self._items(said)
        if not items:
            if not self._mended:
                self._mended, self._asked = True, mended(asked, said, self._last_problem or "")
                return
            self._mended = False
            self._idle += 1
            return
        self._mended, self._parsed = False, True
        before = len(self._cases)
        for item in items:
            if len(self._cases) < self._wish.count:
                self._take(item)
        new = len(self._cases) - before
        self._idle = 0 if new >= LEAST_NEW * self._wanted else self._idle + 1

    def _items(self, said: str) -> list[Any]:
        """Return all entries of the answer, or the complete entries before a syntax error."""
        most = 4 * self.batch
        try:
            return list_in(object_in(said), "cases", least=1, most=most)
        except UnusableAnswer as wrong:
            self._last_problem = str(wrong)
        whole: list[Any] = list(whole_objects(said, "cases"))[:most]
        # The incomplete entry counts as well.
        self._unusable += 1 if whole else 0
        return whole

    def _is_over(self) -> bool:
        enough = math.ceil(self._wish.count / self.batch)
        return (
            len(self._cases) >= self._wish.count
            or self._idle >= MOST_IDLE
            or self._batches >= 2 * enough + 2
        )

    def _take(self, item: Any) -> None:
        try:
            case = _case(item, self._wish)
        except UnusableAnswer as wrong:
            self._unusable += 1
            self._last_problem = str(wrong)
            return
        text = "\n".join(case["values"].values())
        if not self._known.add(text):
            self._duplicates += 1
            return
        self._own.add(text)
        self._cases.append(case)
        self._texts.append(text)

    def _question(self) -> AssistantQuestion:
        # A few more than are missing, because some will be duplicates.
        left = self._wish.count - len(self._cases)
        self._wanted = min(self.batch, max(FEWEST_AT_ONCE, left))
        return request(self._wish, self._wanted, self._batches + 1, self._texts)

    def _sentence(self) -> str:
        made, asked = len(self._cases), self._wish.count
        left_out = [
            f"{number} {words}"
            for number, words in (
                (self._duplicates, "the same as another or nearly so"),
                (self._unusable, "not usable"),
            )
            if number
        ]
        noun = "case" if asked == 1 else "cases"
        parts = [f"{made} of {asked} cases." if made < asked else f"{made} {noun}, as asked for."]
        if made < asked and self._is_over():
            parts.append("The model had no more new ones to give.")
        if left_out:
            parts.append(f"Left out: {', '.join(left_out)}.")
        return " ".join(parts)


def batches_of(wish: GenerateCases) -> int:
    return math.ceil(wish.count / batch_size(wish))


def _case(item: Any, wish: GenerateCases) -> Json:
    """Return a generated case in the format of a dataset; raise UnusableAnswer if it is invalid."""
    if not isinstance(item, dict):
        raise UnusableAnswer("a case is no object")
    found: Json = item  # pyright: ignore[reportUnknownVariableType]
    values = _values(found.get("input"), wish)
    difficulty: Any = found.get("difficulty")
    if isinstance(difficulty, bool) or not isinstance(difficulty, int):
        raise UnusableAnswer('"difficulty" is no whole number')
    expected: Any = found.get("expected")
    if expected is not None and not isinstance(expected, str):
        raise UnusableAnswer('"expected" is no text')
    case: Json = {
        "values": values,
        "expected": storable(expected).strip() or None if expected else None,
        "tags": _tags(found, wish),
        "difficulty": in_level(difficulty, wish.difficulty),
    }
    wrong = problems_of(
        CaseContent(
            values=case["values"],
            expected=case["expected"],
            tags=tuple(case["tags"]),
            difficulty=case["difficulty"],
        )
    )
    if wrong:
        raise UnusableAnswer(wrong[0].message)
    return case


def _values(given: Any, wish: GenerateCases) -> dict[str, str]:
    if not isinstance(given, dict):
        raise UnusableAnswer('a case has no "input"')
    values: Json = given  # pyright: ignore[reportUnknownVariableType]
    missing = [name for name in wish.variables if not isinstance(values.get(name), str)]
    if missing:
        raise UnusableAnswer(f'a case has no text for "{missing[0]}"')
    found = {name: storable(values[name]) for name in wish.variables}
    # An empty input may be a useful test of a prompt; an empty question is not.
    if wish.asks_questions and not any(text.strip() for text in found.values()):
        raise UnusableAnswer("a question is empty")
    return found


def _tags(found: Json, wish: GenerateCases) -> list[str]:
    """Return the tags of a case: its types as spelled in the request, then the model's own tags."""
    own = [wish.kind] if wish.kind == "adversarial" else []
    types = _words(found.get("types") or [], "types") if wish.types else []
    words = _words(found.get("tags"), "tags")
    spelled = {name.casefold(): name for name in wish.types}
    named = [spelled[word.casefold()] for word in (*types, *words) if word.casefold() in spelled]
    others = [word for word in words if word.casefold() not in spelled]
    return [tag for tag in dict.fromkeys([*own, *named, *others]) if clean_name(tag)][:MOST_TAGS]


def _words(found: Any, name: str) -> list[str]:
    if not isinstance(found, list):
        raise UnusableAnswer(f'"{name}" is not a list')
    given: list[Any] = found  # pyright: ignore[reportUnknownVariableType]
    return [" ".join(storable(tag).split())[:MOST_TAG] for tag in given if isinstance(tag, str)]
