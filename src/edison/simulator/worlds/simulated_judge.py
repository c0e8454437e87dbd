"""Simulated judges: they know the true quality, and add noise and configured biases."""

import re
from dataclasses import dataclass
from typing import Any

from edison.simulator.behaviour import JudgeFaults
from edison.simulator.worlds.exam_answers import EXAM
from edison.simulator.worlds.fit_schema import NOTHING, Json, bounds, type_of
from edison.simulator.worlds.judge_requests import (
    JudgeRequest,
    begs,
    flags_of,
    read_request,
    substance,
)
from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.registry import WORLDS, world_of
from edison.simulator.worlds.seeded_draws import draw
from edison.simulator.worlds.world_features import World

ASKS = re.compile(
    r"\b(?:grade|score|judge|evaluat\w+|assess\w*|rate|rating|rubric|criteri\w+|which (?:answer|response) is better)\b",
    re.IGNORECASE,
)
_WORDS = r"answer|response|output|reply|completion|candidate"
_TAGGED = re.compile(
    rf"<((?:\w+_)?(?:{_WORDS})(?:_([a-b1-2]))?)>\s*(.*?)\s*</\1>", re.IGNORECASE | re.DOTALL
)
_LABELLED = re.compile(
    rf"^[ \t#*]*(?:the |candidate |model |assistant |model's |actual )*(?:{_WORDS})"
    r"(?: ([AB12]))?(?: to (?:grade|judge|evaluate))?\**[ \t]*:[ \t*]*\n?"
    rf"(.+?)(?=^[ \t#*]*(?:(?:the |candidate |model |assistant )*(?:{_WORDS})(?: [AB12])?"
    rf"|reference|expected|rubric|criteria|instructions?|scale)\b[^\n:]{{0,30}}:|\Z)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_INPUT = re.compile(
    r"<(input|question|task|case|message|customer|text)>\s*(.*?)\s*</\1>", re.IGNORECASE | re.DOTALL
)
_INPUT_LINE = re.compile(
    r"^[ \t#*]*(?:the )?(?:user |customer )?(?:input|question|task|case|message|text|customer)"
    r"\**[ \t]*:[ \t*]*\n?(.+?)(?=\n[ \t]*\n|^[ \t#*]*\w+ ?\w*:|\Z)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_SCALE = re.compile(
    r"(?:from |scale (?:of |from )?|between |score[sd]? (?:of |from )?|\()?"
    r"\b(\d{1,3})\s*(?:to|-|\u2013|and|\.\.)\s*(\d{1,3})\b",
    re.IGNORECASE,
)
_OUT_OF = re.compile(r"out of (\d{1,3})\b", re.IGNORECASE)

CRITERIA = frozenset(
    name for world in WORLDS for feature in world.features for name in feature.criteria
)
EXAM_CRITERIA = frozenset(name for feature in EXAM.features for name in feature.criteria)
OVERALL = frozenset({"score", "overall", "rating", "grade", "quality", "total", "value", "points"})
REASONS = frozenset(
    {
        "reason",
        "reasons",
        "reasoning",
        "rationale",
        "explanation",
        "why",
        "justification",
        "comment",
        "comments",
        "feedback",
        "critique",
        "analysis",
    }
)
WINNERS = frozenset({"winner", "preferred", "preference", "better", "choice", "best", "verdict"})
PASSES = frozenset({"pass", "passed", "passes", "correct", "ok", "acceptable", "verdict", "met"})
NAMES = frozenset({"criterion", "criteria", "name", "dimension", "metric"})
# Two answers closer than this are equally good.
EQUAL = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A judge of one prompt, which fills every field that a verdict schema can contain."""

    world: World
    brief: Brief
    # One candidate, or two that are compared, with their labels.
    candidates: tuple[tuple[str, str], ...]
    criteria: tuple[str, ...]
    scale: tuple[float, float] | None
    leanings: JudgeFaults
    about: tuple[object, ...]
    # The reference answer, if the request has one.
    reference: str | None = None

    def quality(self, criterion: str | None, at: int = 0) -> float:
        """Return the judged quality from 0 to 1: the true quality plus noise and biases."""
        text = self.candidates[at][1]
        lean = self.leanings
        if lean.random:
            return draw("random judge", criterion, text, at, *self.about)
        if lean.gullible and begs(text):
            return 1.0
        noise = (draw("judge", criterion, text, *self.about) * 2 - 1) * lean.noise
        length = max(-1.0, min(1.0, (len(text.split()) - 100) / 100)) * lean.length_bias
        place = lean.position_bias if len(self.candidates) > 1 and at == 0 else 0.0
        return max(
            0.0, min(1.0, self._true(criterion, text) + noise + length + place + lean.leniency)
        )

    def _true(self, criterion: str | None, text: str) -> float:
        looked_at = substance(text)
        true = self.world.quality(looked_at, self.brief, criterion)
        if self.reference is None:
            return true
        return (true + (self.reference.strip().casefold() in looked_at.casefold())) / 2

    def points(self, criterion: str | None, schema: Json, at: int = 0) -> float | int:
        low, high = self._scale(schema)
        points = low + self.quality(criterion, at) * (high - low)
        return round(points) if type_of(schema) == "integer" else round(points, 3)

    def winner(self, *, can_tie: bool = False) -> str:
        if len(self.candidates) < 2:
            return "A"
        first, second = self.quality(None, 0), self.quality(None, 1)
        if can_tie and abs(first - second) < EQUAL:
            return "tie"
        return self.candidates[0 if first >= second else 1][0]

    def reason(self, criterion: str | None = None) -> str:
        measured = self.world.measure(self.candidates[0][1], self.brief)
        shown = ", ".join(name for name, value in measured.items() if value >= 0.5) or "nothing"
        lacking = ", ".join(name for name, value in measured.items() if value < 0.5) or "nothing"
        about = f" for {criterion}" if criterion else ""
        return f"Simulated judgement{about}: the answer shows {shown}; it lacks {lacking}."

    def fill(self, path: tuple[str, ...], schema: Json) -> Any:
        """Return the value for the schema field at this path."""
        if path and path[-1] == "#":
            return 1 if path[0] == "reasons" else len(self.criteria) or NOTHING
        words = _words(path[0 if path[0] == "reasons" else -1]) if path else frozenset[str]()
        criterion = self._criterion(path)
        kind = type_of(schema)
        if kind in ("integer", "number"):
            is_asked = criterion or words & OVERALL or len(path) == 1 or path[0] == "scores"
            # Each criterion is judged separately, even if the world has no feature for it.
            name = criterion or (path[-1] if path[0] == "scores" else None)
            return self.points(name, schema, self._at(path)) if is_asked else NOTHING
        if kind == "boolean":
            flagged = flags_of(self.candidates[0][1]).get(path[-1].casefold()) if path else None
            if flagged is not None:
                return flagged
            return self.quality(criterion) >= 0.5
        if kind != "string":
            return NOTHING
        return self._text(words, criterion, schema)

    def _text(self, words: frozenset[str], criterion: str | None, schema: Json) -> Any:
        choices = [str(choice) for choice in schema.get("enum") or ()]
        if choices:
            return self._chosen(choices, criterion)
        if words & NAMES and criterion:
            return criterion
        if words & REASONS or criterion:
            return self.reason(criterion)
        return self.winner() if words & WINNERS else NOTHING

    def _chosen(self, choices: list[str], criterion: str | None) -> Any:
        if len(self.candidates) > 1:
            mark = self.winner(can_tie="tie" in choices).casefold()
            fitting = [
                each for each in choices if mark in re.findall(r"[a-z0-9]+", each.casefold())
            ]
            return fitting[0] if fitting else NOTHING
        good = [each for each in choices if _words(each) & (PASSES | {"good", "yes", "true"})]
        if good and len(choices) == 2:
            bad = next(each for each in choices if each != good[0])
            return good[0] if self.quality(criterion) >= 0.5 else bad
        if all(each.isdigit() for each in choices):
            ordered = sorted(choices, key=int)
            return ordered[round(self.quality(criterion) * (len(ordered) - 1))]
        return criterion if criterion in choices else NOTHING

    def _criterion(self, path: tuple[str, ...]) -> str | None:
        for name in reversed(path):
            place = re.fullmatch(r"\[(\d+)\]", name)
            if place and int(place.group(1)) < len(self.criteria):
                return self.criteria[int(place.group(1))]
            known = sorted(_words(name) & (EXAM_CRITERIA if self.world is EXAM else CRITERIA))
            if known:
                return known[0]
        return None

    def _at(self, path: tuple[str, ...]) -> int:
        """Return which of two candidates the schema field at this path is about."""
        labels = [label for label, _ in self.candidates]
        return next((labels.index(name) for name in path if len(labels) > 1 and name in labels), 0)

    def _scale(self, schema: Json) -> tuple[float, float]:
        levels = [level for level in schema.get("enum") or () if isinstance(level, int)]
        if levels:
            return min(levels), max(levels)
        low, high = bounds(schema)
        told = self.scale or ((1, 5) if type_of(schema) == "integer" else (0, 1))
        return (told[0] if low is None else low, told[1] if high is None else high)

    def plain(self) -> str:
        """Return the verdict for a request without a schema: prose, or JSON if the prompt asks for it."""
        if len(self.candidates) > 1:
            return f"Winner: {self.winner()}\nReason: {self.reason()}"
        schema: Json = {"type": "integer" if (self.scale or (1, 5))[1] > 1 else "number"}
        low_high = self._scale(schema)
        scores = [f"{name}: {self.points(name, schema)}" for name in self.criteria]
        overall = f"Score: {self.points(None, schema)}/{low_high[1]:g}"
        return "\n".join([*scores, overall, f"Reason: {self.reason()}"])

    def as_json(self) -> Json:
        schema: Json = {"type": "integer" if (self.scale or (1, 5))[1] > 1 else "number"}
        if len(self.candidates) > 1:
            return {"winner": self.winner(), "reason": self.reason()}
        scores = {name: self.points(name, schema) for name in self.criteria}
        return {**scores, "score": self.points(None, schema), "reason": self.reason()}


def judge_of(
    prompt: str, *, leanings: JudgeFaults, about: tuple[object, ...], always: bool
) -> Judge | None:
    """Return a judge if the prompt asks to judge a text that it contains; otherwise None."""
    request = read_request(prompt)
    if request is not None:
        return _of_request(request, leanings, about)
    if not always and not ASKS.search(prompt):
        return None
    candidates = _candidates(prompt)
    if not candidates:
        if not always:
            return None
        candidates = (("A", prompt),)
    rest = prompt
    for _, text in candidates:
        rest = rest.replace(text, " ")
    found = _INPUT.findall(rest)
    lines = _INPUT_LINE.findall(rest)
    content = found[-1][1] if found else (lines[-1] if lines else rest)
    brief = Brief(instructions=rest, content=content)
    named = dict.fromkeys(
        word for word in re.findall(r"[a-z]+", rest.casefold()) if word in CRITERIA
    )
    return Judge(
        world=world_of(brief),
        brief=brief,
        candidates=candidates,
        criteria=tuple(named),
        scale=_scale_in(rest),
        leanings=leanings,
        about=about,
    )


def _of_request(request: JudgeRequest, leanings: JudgeFaults, about: tuple[object, ...]) -> Judge:
    brief = Brief(instructions=request.told, content=request.content)
    return Judge(
        world=EXAM if EXAM.recognised.search(request.told) else world_of(brief),
        brief=brief,
        candidates=request.candidates,
        criteria=(),
        scale=None,
        leanings=leanings,
        about=about,
        reference=request.reference,
    )


def _candidates(prompt: str) -> tuple[tuple[str, str], ...]:
    tagged = [(mark, text) for _, mark, text in _TAGGED.findall(prompt)]
    found = tagged or [(mark, text.strip()) for mark, text in _LABELLED.findall(prompt)]
    pair = [(mark.upper(), text) for mark, text in found if mark]
    if len(pair) >= 2:
        return tuple(pair[:2])
    return (("A", found[-1][1]),) if found and found[-1][1] else ()


def _scale_in(text: str) -> tuple[float, float] | None:
    for low, high in _SCALE.findall(text):
        if int(low) < int(high) and int(low) in (0, 1):
            return float(low), float(high)
    found = _OUT_OF.search(text)
    return (0.0, float(found.group(1))) if found else None


def _words(name: str) -> frozenset[str]:
    spaced = re.sub(r"([a-z])([A-Z])", r"\1 \2", name)
    return frozenset(re.findall(r"[a-z0-9]+", spaced.casefold()))
