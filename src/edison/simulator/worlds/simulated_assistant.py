"""Simulated assistants: objectives, rubrics, prompts and cases that fit a request.

With them, all assistants can be used without an API key.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from edison.simulator.simulated_call import SimulatedRequest
from edison.simulator.worlds.assist_texts import CRITERIA, FOCUSES, TASKS, Task
from edison.simulator.worlds.make_cases import Order, cases_for, topic_of
from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.registry import world_of
from edison.simulator.worlds.world_features import Feature, World

_WALLED = re.compile(r'<(data-[0-9a-f]+) name="(\w+)">\n(.*?)\n</\1>', re.DOTALL)
_COUNT = re.compile(r"\b(?:into|generate) (\d) (?:clear|different)")
_VARIABLES = re.compile(r"Use exactly these variables: (.+?)\.$", re.MULTILINE)
_BATCH = re.compile(r"^Count: (\d+)\nDiversity: (\d+)/10\nBatch: (\d+)$", re.MULTILINE)
_GAP = re.compile(r"^- cases (.+)$", re.MULTILINE)
_TYPES = re.compile(r"^Types, about equally often: (.+)$", re.MULTILINE)
_LEVEL = re.compile(
    r"^Difficulty: \w+\. Every case has a difficulty of (\d)(?: to (\d))?$", re.MULTILINE
)
_LENGTH = re.compile(r"\b(XS|S|M|L|XL) \(")
Answer = dict[str, Any]


def assistance_of(asked: SimulatedRequest) -> str | None:
    """Return the assistant's answer as JSON; None if the request is not for an assistant."""
    system = next((turn.text for turn in asked.turns if turn.role == "system"), "")
    user = next((turn.text for turn in asked.turns if turn.role == "user"), "")
    for mark, answer in _ANSWERS:
        if mark in system:
            return json.dumps(answer(system, user), ensure_ascii=False)
    return None


def _parts(user: str) -> dict[str, str]:
    return {name: text for _, name, text in _WALLED.findall(user)}


def _world(text: str) -> World:
    return world_of(Brief(instructions=text, content=text))


def _task(world: World) -> Task:
    return TASKS[world.name]


def _sentence(text: str, most: int = 400) -> str:
    words = " ".join(text.split())[:most].rstrip(" .,;:")
    return f"{words[:1].upper()}{words[1:]}."


def _objectives(system: str, user: str) -> Answer:
    hints = _parts(user).get("hints", "")
    task = _task(_world(hints))
    options = [
        {
            "title": title,
            "text": f"{_sentence(hints)} {task.does} {manner}\n\n"
            f"The output is for {task.audience}. {task.form} "
            f"It succeeds when {task.success}, and when {measure}.",
        }
        for title, manner, measure in FOCUSES[: _count(system)]
    ]
    return {"options": options}


def _better_objective(system: str, user: str) -> Answer:
    goal = _parts(user).get("objective", "")
    task = _task(_world(goal))
    return {
        "text": f"{_sentence(goal, 1200)}\n\nAudience: {task.audience}. Output: {task.form} Success: {task.success}.",
        "changes": "Says for whom the output is, what it looks like and when it is good. (simulated)",
    }


def _detailed_objective(system: str, user: str) -> Answer:
    goal = _parts(user).get("objective", "")
    task = _task(_world(goal))
    return {
        "text": f"{goal[:1200].strip()}\n\n{task.does} The output is for {task.audience}. {task.form} "
        f"It never invents facts, and it says so when something is missing. It is good when {task.success}.",
        "changes": "Adds audience, form, limits and success criteria. (simulated)",
    }


def _rubric(system: str, user: str) -> Answer:
    world = _world(_parts(user).get("objective", ""))
    return {
        "criteria": [
            {
                "name": name,
                "description": description,
                "weight": weight,
                "lowest": lowest,
                "highest": highest,
            }
            for name, weight, description, lowest, highest in CRITERIA[world.name]
        ]
    }


def _prompts(system: str, user: str) -> Answer:
    parts = _parts(user)
    goal = parts.get("objective", "")
    world = _world(goal)
    task = _task(world)
    told = _VARIABLES.search(user)
    variables = re.findall(r"\{\{(\w+)\}\}", told.group(1)) if told else [task.variable]
    inputs = "\n\n".join(f"<{name}>\n{{{{{name}}}}}\n</{name}>" for name in variables)
    labelled = "\n".join(f"{name.capitalize()}: {{{{{name}}}}}" for name in variables)
    asks = [feature.ask for feature in world.features]
    # None of them asks for every feature, so that there is something left to improve.
    steps = "\n".join(
        f"{at}. {ask}" for at, ask in enumerate(asks[: min(3, len(asks) - 1)], start=1)
    )
    made = [
        {
            "name": "Structured Approach",
            "text": f"# Task\n{task.order}\n\n# Instructions\n{steps}\n\n# Input\n{inputs}",
            "systemText": task.role,
            "rationale": "Sections and numbered steps are easy to follow and to check. (simulated)",
        },
        {
            "name": "Conversational Approach",
            "text": f"{task.order} Imagine that somebody sits in front of "
            f"you and needs this today. {' '.join(asks[1:3])}\n\n"
            f"Here it is:\n\n{inputs}",
            "systemText": "",
            "rationale": "Natural words lead to answers in a natural tone. (simulated)",
        },
        {
            "name": "Minimal Approach",
            "text": f"{task.order} {asks[-1]}\n\n{labelled}",
            "systemText": "",
            "rationale": "Little to misunderstand, cheap to send. (simulated)",
        },
        {
            "name": "Example-led Approach",
            "text": f"{task.order} For example, a good answer is one that {task.success}.\n\n{inputs}",
            "systemText": task.role,
            "rationale": "One example says more than many rules. (simulated)",
        },
        {
            "name": "Cautious Approach",
            "text": f"{task.order} If something is missing or unclear, say so first. {asks[0]}\n\n{inputs}",
            "systemText": task.role,
            "rationale": "Limits come first, so that nothing is invented. (simulated)",
        },
    ]
    return {"prompts": made[: _count(system)]}


def _better_prompt(system: str, user: str) -> Answer:
    text = _parts(user).get("prompt", "")
    world = _world(text)
    missing = world.missing(text)[:2]
    focus = re.search(r"^Focus on: (.+)$", user, re.MULTILINE)
    parts = _parts(user)
    wanted = " ".join(
        (focus.group(1) if focus else "", parts.get("instruction", ""), parts.get("failures", ""))
    ).casefold()
    chosen = [each for each in world.missing(text) if _is_about(each, wanted)][:2] or missing
    return _added(text, [feature.ask for feature in chosen])


def _bound_prompt(system: str, user: str) -> Answer:
    parts = _parts(user)
    text = parts.get("prompt", "")
    world = _world(text)
    names = re.findall(r'"name": "([^"]+)"', parts.get("rubric", ""))
    wanted = " ".join(names).casefold()
    chosen = [each for each in world.missing(text) if _is_about(each, wanted)][:3]
    return _added(text, [feature.ask for feature in chosen or world.missing(text)[:2]])


def _explanation(system: str, user: str) -> Answer:
    text = _parts(user).get("prompt", "")
    missing = _world(text).missing(text)
    if not missing:
        return {
            "cause": "The prompt asks for everything that the scorers check. The model did not follow it. (simulated)",
            "suggestion": "Check your answer against these instructions before you give it.",
        }
    ask = missing[0].ask
    return {
        "cause": f'The prompt does not ask for what the scorers check: "{ask}" (simulated)',
        "suggestion": ask,
    }


def _is_about(feature: Feature, wanted: str) -> bool:
    return any(name in wanted for name in (feature.name, *feature.criteria))


def _added(text: str, asks: list[str]) -> Answer:
    """Return the prompt with added instructions; they are inserted before an input at the end."""
    asks = asks or ["Check your answer against these instructions before you give it."]
    rules = "\n".join(f"- {ask}" for ask in asks)
    at = re.search(r"\n\n(?:# Input\n)?<(\w+)>\n\{\{\1\}\}\n</\1>\s*\Z", text)
    place = at.start() if at else len(text.rstrip())
    return {
        "text": f"{text[:place]}\n\n{rules}{text[place:]}",
        "changes": f"Asks for what was missing: {' '.join(asks)} (simulated)",
    }


def _cases(system: str, user: str) -> Answer:
    parts = _parts(user)
    told = _BATCH.search(user)
    topic, wishes = parts.get("topic", ""), parts.get("wishes", "")
    domain, prompt = parts.get("domain", "") or topic or wishes, parts.get("prompt", "")
    # Texts between delimiters are not part of the request.
    order_of = _WALLED.sub("", user)
    types, level = _TYPES.search(order_of), _LEVEL.search(order_of)
    examples = parts.get("examples", "")
    variables = re.search(r"^Prompt variables: (.+)$", user, re.MULTILINE)
    languages = re.search(r"^Languages: (.+), about equally often$", user, re.MULTILINE)
    lengths = re.search(r"^Lengths, about equally often: (.+)$", user, re.MULTILINE)
    order = Order(
        world=_world(f"{domain}\n{prompt}\n{examples}").name,
        domain=domain,
        variables=tuple(variables.group(1).split(", ")) if variables else ("input",),
        count=int(told.group(1)) if told else 10,
        batch=int(told.group(3)) if told else 1,
        adversarial="who looks for weaknesses" in system,
        languages=tuple(languages.group(1).split(", ")) if languages else (),
        lengths=tuple(_LENGTH.findall(lengths.group(1))) if lengths else (),
        gaps=tuple(_GAP.findall(order_of)),
        prompt=prompt,
        known=parts.get("known", ""),
        exam="who writes questions for an exam" in system,
        types=tuple(types.group(1).split("; ")) if types else (),
        topic=topic or (topic_of(wishes) if wishes else ""),
        difficulties=(int(level.group(1)), int(level.group(2) or level.group(1)))
        if level
        else None,
    )
    return {"cases": cases_for(order)}


def _count(system: str) -> int:
    found = _COUNT.search(system)
    return int(found.group(1)) if found else 3


# A phrase of each assistant's prompt, and the function that answers it.
_ANSWERS: tuple[tuple[str, Callable[[str, str], Answer]], ...] = (
    ("The user will provide vague hints", _objectives),
    ("Improve the wording of an objective", _better_objective),
    ("Extend an objective with the details", _detailed_objective),
    ("propose a balanced rubric", _rubric),
    ("different prompt approaches", _prompts),
    ("Improve a prompt so that it serves", _better_prompt),
    ("Add constraints to a prompt", _bound_prompt),
    ("Explain why one answer", _explanation),
    ("You are a test data generator", _cases),
)
