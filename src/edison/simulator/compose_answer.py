"""Compose the answer of a simulated model: a tool call, an improved prompt, a judgement, or an answer of a world."""

import json
import re
from typing import Any

from edison.simulator.behaviour import JudgeFaults
from edison.simulator.named_models import NamedModel
from edison.simulator.protocols.requested_caches import RequestedCaches
from edison.simulator.simulated_call import (
    Finish,
    Json,
    SimulatedAnswer,
    SimulatedRequest,
    ToolRequest,
    Used,
)
from edison.simulator.simulated_tokens import (
    CACHED_FROM,
    CHARACTERS_PER_TOKEN,
    SeenPrefixes,
    prompt_tokens,
    tokens_of,
)
from edison.simulator.worlds.extraction_world import values_in
from edison.simulator.worlds.fit_schema import NOTHING, Filler, fit, type_of
from edison.simulator.worlds.judge_requests import is_sloppy, sloppy
from edison.simulator.worlds.prompt_brief import Brief, brief_of
from edison.simulator.worlds.question_world import known
from edison.simulator.worlds.registry import world_of
from edison.simulator.worlds.seeded_draws import digest, draw
from edison.simulator.worlds.simulated_assistant import assistance_of
from edison.simulator.worlds.simulated_judge import judge_of
from edison.simulator.worlds.simulated_refiner import improvement_of
from edison.simulator.worlds.world_features import World, features_of_answer

USUAL_TEMPERATURE = 1.0
_ANSWERS = re.compile(
    r"answer|response|reply|text|content|message|summary|output|result|body", re.IGNORECASE
)
_RESPONSE = re.compile(r"<response>.*</response>", re.IGNORECASE | re.DOTALL)
_RESPONSE_TAG = re.compile(r"</?response>", re.IGNORECASE)
_PLACE = re.compile(r"\b(?:in|for|of|at|to)\s+([A-Z]\w+)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def speak(
    asked: SimulatedRequest, model: NamedModel, *, seed: int, trial: int, leanings: JudgeFaults
) -> tuple[str, tuple[ToolRequest, ...]]:
    """Return text or tool calls. The trial number affects the answer only at a temperature above 0."""
    varies = USUAL_TEMPERATURE if asked.temperature is None else asked.temperature
    about = (seed, asked.model, (trial, asked.seed) if varies > 0 else "")
    brief = brief_of(asked.turns)
    wish = _wish(asked, brief, about)
    if wish:
        return "", (wish,)
    assistance = assistance_of(asked)
    if assistance is not None:
        return assistance, ()
    improvement = improvement_of(asked.prompt)
    if improvement:
        return _in_form(asked, improvement.plain(), improvement.fill, about), ()
    lean = model.judging or leanings
    judge = judge_of(
        asked.prompt,
        leanings=lean,
        about=(seed, asked.model, trial) if lean.random else about,
        always=model.judges,
    )
    if judge:
        wants_json = asked.json_mode or "json" in asked.prompt.casefold()
        plain = json.dumps(judge.as_json()) if wants_json else judge.plain()
        text = _in_form(asked, plain, judge.fill, about)
        return (sloppy(text) if is_sloppy(lean, asked.prompt) else text), ()
    if asked.files and asked.schema is None and not asked.json_mode:
        seen = "I see " + "; ".join(file.seen for file in asked.files)
        return (f"<response>{seen}</response>" if "<response>" in asked.prompt else seen), ()
    return _from_world(asked, brief, model, about), ()


def cut(asked: SimulatedRequest, text: str, room: int | None) -> tuple[str, Finish, str | None]:
    """Truncate the text at a stop sequence or at the token limit; return it with its finish reason."""
    found = [(text.find(word), word) for word in asked.stop if word and word in text]
    if found:
        at, word = min(found)
        text, stopped = text[:at], word
    else:
        stopped = None
    if room is not None and tokens_of(text) > room:
        return text[: room * CHARACTERS_PER_TOKEN], "length", None
    return text, "stop", stopped


def say(
    asked: SimulatedRequest,
    model: NamedModel,
    *,
    seed: int,
    trial: int,
    leanings: JudgeFaults,
    prefixes: SeenPrefixes,
    caches: RequestedCaches,
) -> SimulatedAnswer:
    """Return the complete answer with its usage."""
    text, wishes = speak(asked, model, seed=seed, trial=trial, leanings=leanings)
    prompt = prompt_tokens(asked)
    reasoning = _reasoning(asked, prompt) if model.reasons else 0
    room = None if asked.max_tokens is None else max(0, asked.max_tokens - reasoning)
    text, finish, stopped = cut(asked, text, room)
    arguments = "".join(json.dumps(wish.arguments) + wish.name for wish in wishes)
    cached, written = _cached(asked, prompt, prefixes, caches)
    return SimulatedAnswer(
        id=digest(seed, asked.model, asked.prompt, trial),
        model=asked.model,
        text=text,
        finish="tool_calls" if wishes else finish,
        wishes=wishes,
        stopped_at=stopped,
        used=Used(
            fresh=prompt - cached - written,
            cached=cached,
            written=written,
            visible=tokens_of(text) + tokens_of(arguments),
            reasoning=reasoning,
        ),
    )


def _reasoning(asked: SimulatedRequest, prompt: int) -> int:
    thought = min(2000, 32 + prompt // 2)
    return thought if asked.max_tokens is None else min(thought, asked.max_tokens // 2)


def _cached(
    asked: SimulatedRequest, prompt: int, prefixes: SeenPrefixes, caches: RequestedCaches
) -> tuple[int, int]:
    if asked.prefix is not None:
        return caches.counted(asked, prompt)
    if not asked.caches or prompt < CACHED_FROM:
        return 0, 0
    return min(prefixes.cached(asked.model, asked.prompt), prompt), 0


def _from_world(
    asked: SimulatedRequest, brief: Brief, model: NamedModel, about: tuple[object, ...]
) -> str:
    results = [turn.text for turn in asked.turns if turn.role == "tool"]
    if results and asked.turns[-1].role == "tool":
        return _in_form(asked, f"According to the tool: {results[-1]}", _nothing, about)
    world = world_of(brief)
    key = digest(*about, _case(brief))
    features = features_of_answer(world, brief, skill=model.skill, about=(*about, _case(brief)))
    text = _as_wished(world.write(features, brief, key), brief, model, key)
    if asked.schema is None and not asked.json_mode:
        return text
    return _in_form(asked, text, _world_filler(world, brief, text), about)


def _as_wished(text: str, brief: Brief, model: NamedModel, key: str) -> str:
    """Wrap the text in <response> tags if the prompt asks for them, unless this model forgets the format."""
    if not _RESPONSE_TAG.search(brief.instructions):
        return text
    if draw("format", key) < model.forgets:
        return _RESPONSE_TAG.sub("", text).strip()
    if _RESPONSE.search(text):
        return text
    return f"<response>\n{_RESPONSE_TAG.sub('', text).strip()}\n</response>"


def _case(brief: Brief) -> str:
    """Return the part of a request that does not change when only the prompt changes."""
    if brief.content != brief.instructions:
        return brief.content
    return brief.content.strip().rsplit("\n", 1)[-1]


def _nothing(path: tuple[str, ...], schema: Json) -> Any:
    return NOTHING


def _in_form(asked: SimulatedRequest, text: str, filler: Filler, about: tuple[object, ...]) -> str:
    if asked.schema is not None:
        return json.dumps(fit(asked.schema, filler, key=digest(*about)), ensure_ascii=False)
    if asked.json_mode and not _is_object(text):
        return json.dumps({"answer": text}, ensure_ascii=False)
    return text


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _world_filler(world: World, brief: Brief, text: str) -> Filler:
    values = values_in(brief.content) if world.name == "extraction" else {}
    # The world decided whether the model is right; its schema answer must not be better than its text.
    final = text.rsplit("nswer", 1)[-1].removeprefix(" is").strip(" :.") if known(brief.content) else text  # fmt: skip

    def fill(path: tuple[str, ...], schema: Json) -> Any:
        name = path[-1] if path else ""
        kind = type_of(schema)
        if kind == "string" and name.casefold() in values:
            return values[name.casefold()]
        if kind == "string" and _ANSWERS.search(name):
            return final
        if kind in ("integer", "number") and _ANSWERS.search(name) and _NUMBER.fullmatch(final):
            return int(final) if kind == "integer" and "." not in final else float(final)
        return NOTHING

    return fill


def _wish(asked: SimulatedRequest, brief: Brief, about: tuple[object, ...]) -> ToolRequest | None:
    if not asked.tools or not asked.turns or asked.turns[-1].role == "tool":
        return None
    chosen = next((tool for tool in asked.tools if tool.name == asked.must_use), None)
    if chosen is None:
        said = _long_words(brief.content)
        fitting = [
            tool for tool in asked.tools if said & _long_words(f"{tool.name} {tool.description}")
        ]
        if not fitting and asked.must_use is None:
            return None
        chosen = (fitting or asked.tools)[0]
    arguments: Any = fit(
        chosen.schema or {"type": "object"}, _arguments(brief.content), key=digest(*about)
    )
    return ToolRequest(
        id=digest(*about, asked.prompt, chosen.name), name=chosen.name, arguments=arguments
    )


def _long_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]{3,}", text.casefold().replace("_", " ")))


def _arguments(content: str) -> Filler:
    """Return a filler of tool arguments that guesses values, such as a place or a number, from the content."""
    place, amount = _PLACE.search(content), _NUMBER.search(content)

    def fill(path: tuple[str, ...], schema: Json) -> Any:
        name, kind = (path[-1].casefold() if path else ""), type_of(schema)
        if kind == "string" and re.search(r"city|place|location|country|town", name) and place:
            return place.group(1)
        if kind == "string" and re.search(r"query|question|text|message", name):
            return content
        if kind == "integer" and amount and "." not in amount.group():
            return int(amount.group())
        return NOTHING

    return fill
