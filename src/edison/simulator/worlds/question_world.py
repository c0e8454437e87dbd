"""World of question answering: larger models, and prompts for step-by-step reasoning, are right more often."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from edison.simulator.worlds.exam_answers import argument, solve, worked_out
from edison.simulator.worlds.known_facts import AUTHORS, CAPITALS, FACTS, SYMBOLS
from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.seeded_draws import pick
from edison.simulator.worlds.world_features import (
    Feature,
    World,
    at_most_words,
    criteria,
    finds,
    pattern,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAnswer:
    """A question with its answer, and plausible wrong answers."""

    answer: str
    others: tuple[str, ...]


_SUM = re.compile(
    r"(-?\d+(?:\.\d+)?)\s*(\+|-|\u2212|\*|x|\u00d7|/|\u00f7|plus|minus|times|divided by)\s*(-?\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
_OPERATIONS = {
    "plus": "+",
    "minus": "-",
    "\u2212": "-",
    "times": "*",
    "x": "*",
    "\u00d7": "*",
    "divided by": "/",
    "\u00f7": "/",
}
_GREETING = re.compile(
    r"\s*(?:hello|hi|hey|good (?:morning|evening)|test)\b.{0,20}\Z", re.IGNORECASE
)
_TOPIC = re.compile(
    r"(?:please |can you |could you )*(?:explain|describe|summari[sz]e"
    r"|outline|discuss|list|name|suggest|give me|tell me(?: about)?"
    r"|what (?:is|are)|who (?:is|was)|why (?:is|are|do|does)|how (?:to|do|does|can)(?: (?:i|we|you))?)\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)
_OPENINGS = (
    "Here is the short version of {topic}.",
    "There are three things to know about {topic}.",
    "In brief, this is what matters about {topic}.",
)
_POINTS = (
    (
        "Begin with the purpose: it decides which details count.",
        "Then look at the parts one by one, and at how they depend on each other.",
        "Last, check the result against an example from everyday life.",
    ),
    (
        "The main idea is simple, even where the details are not.",
        "Most misunderstandings come from leaving out one step in the middle.",
        "A small example usually makes it clear within a minute.",
    ),
)
_FACT_KEYS = {re.sub(r"\W+", " ", question).strip().casefold(): question for question in FACTS}


def known(text: str) -> KnownAnswer | None:
    """Return the last question of the text that has a known answer."""
    return _looked_up(text) or _solved(text) or _calculated(text)


def _solved(text: str) -> KnownAnswer | None:
    found = solve(text)
    return None if found is None else KnownAnswer(answer=found[0], others=found[1])


def _named_in(text: str, ask: str, table: dict[str, str]) -> KnownAnswer | None:
    found = re.findall(rf"{ask}\s+(?:the\s+)?[\"'“]?([\w' .-]+)", text, re.IGNORECASE)
    for said in reversed(found):
        for name, answer in table.items():
            # Niger is not Nigeria, and an article is not part of a name.
            if re.match(rf"{re.escape(name.removeprefix('The '))}\b", said, re.IGNORECASE):
                return KnownAnswer(answer=answer, others=_but(answer, table.values()))
    return None


def _looked_up(text: str) -> KnownAnswer | None:
    for ask, table in (
        (r"capital (?:city )?of", CAPITALS),
        (r"symbol (?:for|of)", SYMBOLS),
        (r"(?:who wrote|author of)", AUTHORS),
    ):
        found = _named_in(text, ask, table)
        if found:
            return found
    plain = re.sub(r"\W+", " ", text).casefold()
    for key, question in _FACT_KEYS.items():
        if key in plain:
            answer = FACTS[question]
            same_kind = (item for item in FACTS.values() if item.isdigit() == answer.isdigit())
            return KnownAnswer(answer=answer, others=_but(answer, same_kind))
    return None


def _calculated(text: str) -> KnownAnswer | None:
    found = _SUM.findall(text)
    if not found:
        return None
    left, sign, right = found[-1]
    first, second = float(left), float(right)
    operation = str(_OPERATIONS.get(sign.casefold(), sign))
    if operation == "/" and second == 0:
        return None
    results = {
        "+": first + second,
        "-": first - second,
        "*": first * second,
        "/": first / second if second else 0.0,
    }
    result = results[operation]
    return KnownAnswer(
        answer=f"{result:.10g}", others=tuple(f"{result + slip:.10g}" for slip in (1, -1, 10, 2))
    )


def _but(answer: str, others: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({other for other in others if other != answer}))


def is_right(answer: str, brief: Brief) -> float:
    """Return 1 if the final answer in the text is right, otherwise 0.

    For an open question, which has no right answer, return how detailed the answer is.
    """
    truth = known(brief.content) or known(brief.instructions)
    if truth is None:
        return worked_out(answer)
    final = re.findall(r"answer(?: is|:)\s*(.+)", answer, re.IGNORECASE)
    said = final[-1] if final else answer
    return (
        1.0
        if re.search(rf"(?<![\w.]){re.escape(truth.answer)}(?![\w])(?!\.\d)", said, re.IGNORECASE)
        else 0.0
    )


FEATURES = (
    Feature(
        name="right",
        ask="Think step by step before you answer, and check the result.",
        asked=pattern(
            r"step[- ]by[- ]step|think (?:carefully|first|before)"
            r"|check (?:the|your) (?:result|answer)|reason(?:ing)?\b|show your work"
        ),
        seen=is_right,
        criteria=criteria(
            "accuracy",
            "correctness",
            "truth",
            "faithfulness",
            "factuality",
            "completeness",
            "safety",
        ),
        base=0.62,
    ),
    Feature(
        name="plain",
        ask="End with one line: 'Answer: ' and the bare result.",
        asked=pattern(
            r"only (?:the|a|one) (?:answer|result|number|word|name)|bare"
            r"|one (?:line|word)|'?answer: ?'?|final answer|no explanation"
        ),
        seen=finds(r"^Answer: \S[^\n]{0,60}\Z"),
        criteria=criteria("format", "clarity", "structure"),
    ),
    Feature(
        name="brevity",
        ask="Be brief: at most 40 words.",
        asked=pattern(
            r"\bbrief|concise|\bshort\b|at most \d+ words|under \d+ words|brevity|only the"
        ),
        seen=at_most_words(40, 80),
        criteria=criteria("brevity", "conciseness", "clarity", "length"),
    ),
)


def write(features: frozenset[str], brief: Brief, key: str) -> str:
    truth = known(brief.content) or known(brief.instructions)
    if truth is None:
        return _without_knowledge(brief, features, key)
    value = truth.answer if "right" in features else pick(truth.others, key, "mistake")
    lines: list[str] = []
    if pattern(r"step[- ]by[- ]step").search(brief.instructions):
        lines.append(
            "First I look at what is asked. Then I recall or work it out. Then I check it."
        )
    if "brevity" not in features:
        lines.append(
            "That is a good question, and one that is asked often. There is a lot that could be said about its"
            " background, its history and the many places in which it comes up, but let me come to the point, since"
            " it is the result that counts here and not the long way that leads there in the end."
        )
    lines.append(f"Answer: {value}" if "plain" in features else f"The answer is {value}.")
    return "\n".join(lines)


def _without_knowledge(brief: Brief, features: frozenset[str], key: str) -> str:
    """Return a placeholder answer on the topic, clearly marked as simulated."""
    if _GREETING.match(brief.content):
        return "Hello! How can I help you today? (A simulated answer.)"
    found = _TOPIC.match(brief.content.strip())
    words = found.group(1).split() if found else []
    topic = " ".join(words[:12]).rstrip(" .?!:;,") or "what you ask"
    opening = pick(_OPENINGS, key, "opening").format(topic=topic)
    thought = argument(good="right" in features)
    end = "(A simulated answer: no model was asked.)"
    if "brevity" in features:
        return f"{opening} {thought} {end}"
    points = [f"{at}. {each}" for at, each in enumerate(pick(_POINTS, key, "points"), start=1)]
    return "\n".join([opening, thought, "", *points, "", end])


QUESTION = World(
    name="question",
    recognised=pattern(
        r"\?|capital of|chemical symbol|who wrote|calculate|compute|\d\s*[-+*/x\u00d7\u00f7]\s*\d"
    ),
    features=FEATURES,
    write=write,
)
