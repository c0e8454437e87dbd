"""World of writing and coding: an answer has a feature if the prompt asks for it, and seldom otherwise."""

import re

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

_TOPIC = re.compile(
    r"\b(?:about|on|for|that)\s+(?:an?\s+|the\s+)?([a-z][\w -]{2,40})", re.IGNORECASE
)
NAMES = ("Mara", "Elias", "Tomke", "Ines", "Bruno")

CODE_FEATURES = (
    Feature(
        name="docstring",
        ask="Write a docstring that says what the function does.",
        asked=pattern(r"docstring|document(?:ed|ation)?\b|comments?\b"),
        seen=finds(r'"""'),
        criteria=criteria("clarity", "documentation", "readability", "completeness"),
    ),
    Feature(
        name="types",
        ask="Use type hints.",
        asked=pattern(r"type (?:hint|annotation)s?|\btyped\b"),
        seen=finds(r"->\s*\w+"),
        criteria=criteria("clarity", "format", "quality", "readability"),
    ),
    Feature(
        name="errors",
        ask="Handle invalid input by raising a clear error.",
        asked=pattern(r"error handling|invalid input|exceptions?\b|edge cases?|\braise|robust"),
        seen=finds(r"raise ValueError"),
        criteria=criteria("safety", "accuracy", "correctness", "robustness", "completeness"),
    ),
    Feature(
        name="tests",
        ask="Add a test with an assertion.",
        asked=pattern(r"\btests?\b|assert"),
        seen=finds(r"^\s*assert "),
        criteria=criteria("completeness", "correctness", "testing", "accuracy"),
    ),
    Feature(
        name="code_only",
        ask="Answer with the code only, without explanation.",
        asked=pattern(
            r"code only|only (?:the )?code|without explanation|no explanation|brief|concise"
        ),
        seen=lambda answer, _: 0.0 if "explanation" in answer.casefold() else 1.0,
        criteria=criteria("brevity", "format", "conciseness"),
    ),
)
TEXT_FEATURES = (
    Feature(
        name="title",
        ask="Give it a title on the first line.",
        asked=pattern(r"\btitle\b|headline|heading"),
        seen=finds(r"\A\s*# \S"),
        criteria=criteria("format", "structure", "completeness"),
    ),
    Feature(
        name="senses",
        ask="Use sensory detail: what one sees, hears and smells.",
        asked=pattern(r"sensory|vivid|imagery|\bsmell|\bdetails?\b|descriptive"),
        seen=finds(r"\bsmell(?:s|ed)? of\b"),
        criteria=criteria("creativity", "clarity", "vividness", "quality", "engagement"),
    ),
    Feature(
        name="character",
        ask="Give the main character a name.",
        asked=pattern(r"character|protagonist|hero(?:ine)?\b"),
        seen=finds(rf"\b(?:{'|'.join(NAMES)})\b"),
        criteria=criteria("completeness", "accuracy", "creativity", "empathy", "engagement"),
    ),
    Feature(
        name="dialogue",
        ask="Let somebody speak in direct speech.",
        asked=pattern(r"dialog(?:ue)?\b|direct speech|conversation|\bquote"),
        seen=finds(r"“[^”]+”"),
        criteria=criteria("creativity", "tone", "engagement", "style"),
    ),
    Feature(
        name="ending",
        ask="End with a surprising turn.",
        asked=pattern(r"ending|surpris|\btwist|\bturn\b|conclusion"),
        seen=finds(r"\bBut in the end\b"),
        criteria=criteria("creativity", "completeness", "coherence", "structure"),
    ),
    Feature(
        name="brevity",
        ask="Keep it short: at most 80 words.",
        asked=pattern(r"\bbrief|concise|\bshort\b|at most \d+ words|under \d+ words|brevity"),
        seen=at_most_words(80, 150),
        criteria=criteria("brevity", "conciseness", "clarity", "length"),
    ),
)  # fmt: skip


def write_code(features: frozenset[str], brief: Brief, key: str) -> str:
    name = "_".join(re.findall(r"[a-z]+", _topic(brief).casefold())[:3]) or "answer"
    typed = "types" in features
    lines = [
        f"def {name}({'values: list[int]' if typed else 'values'}){' -> int' if typed else ''}:"
    ]
    if "docstring" in features:
        lines.append(f'    """Compute {name.replace("_", " ")} (simulated)."""')
    if "errors" in features:
        lines += ["    if not values:", '        raise ValueError("values must not be empty")']
    lines.append("    return sum(values)")
    if "tests" in features:
        lines += ["", "", f"def test_{name}():", f"    assert {name}([1, 2, 3]) == 6"]
    code = "```python\n" + "\n".join(lines) + "\n```"
    if "code_only" in features:
        return code
    return f"{code}\n\nExplanation: the function goes over the values and adds them up."


def write_text(features: frozenset[str], brief: Brief, key: str) -> str:
    topic = _topic(brief)
    who = pick(NAMES, key, "name") if "character" in features else "Someone"
    lines = [f"# {topic.capitalize()}"] if "title" in features else []
    lines.append(f"{who} had thought about {topic} for a long time.")
    if "senses" in features:
        lines.append("The room smelled of rain and old paper, and a clock ticked behind the wall.")
    if "dialogue" in features:
        lines.append("“We should begin,” a voice said, “before the light is gone.”")
    if "brevity" not in features:
        lines += [
            "It was a day like many others, with nothing in it that one would remember, and the hours went by as hours"
            " do when nobody counts them.",
            "There was much to say about it, and most of it had been said before, by others and at greater length, so"
            " that it was not easy to find a beginning, and harder still to find an end; and yet one had to be found,"
            " as everybody agreed who was asked, and as nobody doubted who was not.",
        ]
    if "ending" in features:
        lines.append("But in the end it was the other way round.")
    return "\n\n".join(lines)


def _topic(brief: Brief) -> str:
    found = _TOPIC.search(brief.content) or _TOPIC.search(brief.instructions)
    return found.group(1).strip() if found else "the sea"


CODE = World(
    name="code",
    recognised=pattern(r"\bpython\b|\bfunction\b|\bcode\b|\bscript\b|\bprogram\b"),
    features=CODE_FEATURES,
    write=write_code,
)
TEXT = World(
    name="text",
    recognised=pattern(
        r"\bstor(?:y|ies)\b|\bpoem|\bslogan|\bessay|\bblog|\bwrite (?:an?|the|me)\b|creative"
    ),
    features=TEXT_FEATURES,
    write=write_text,
)
