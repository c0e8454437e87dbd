"""Assistant that drafts seed prompts in several styles: structured, conversational, minimal.

The prompts use variables and contain no placeholders.
"""

import json
import re
from collections.abc import Sequence
from functools import partial

from edison.assistants.assistant_dialogue import (
    TEXT,
    Dialogue,
    Json,
    OneQuestion,
    UnusableAnswer,
    closed,
    list_of,
    question,
    rule,
)
from edison.assistants.read_answer import list_in, maybe_text, object_at, object_in, text_in
from edison.domain.assists.assist import DraftPrompts
from edison.domain.judging.rubric import Criterion
from edison.domain.prompts.prompt_rules import MOST_SYSTEM, MOST_TEXT
from edison.domain.prompts.template_renderer import variables_in
from edison.kit.delimiters import Delimiters

FEWEST_TEXT = 50
MOST_NAME = 100
MOST_RATIONALE = 1_000
MANNERS = (
    "**Structured**: Clear sections, explicit instructions, numbered steps",
    "**Conversational**: Natural language, examples, friendly tone",
    "**Minimal**: Concise, focused, essential instructions only",
    "**Example-led**: One worked example, then the task",
    "**Cautious**: Limits and what to do when unsure come first",
)
# Placeholders that a person would have to fill in: [Company Name], <insert here>, TODO.
_PLACEHOLDER = re.compile(
    r"\[[A-Z][A-Za-z' ]{2,40}\](?!\()|<(?:insert|your|add)\b[^>\n]{0,60}>|\bTODO\b|\bTBD\b|\bXXX\b"
)

SYSTEM = """\
You are an expert prompt engineer. Based on the objective and rubric, generate {count} different prompt approaches:

{manners}

Each prompt should:
- Address the objective directly
- Include constraints from the rubric
- Use template variables ({{{{variable}}}}) for dynamic inputs
- Be production-ready (no placeholders)
- Have 50-20,000 characters; "systemText" is optional and may be empty

Return JSON:
{{"prompts": [{{"name": "Structured Approach", "text": "...", "systemText": "...", \
"rationale": "Why this approach might work"}}]}}"""


def dialogue(wish: DraftPrompts) -> Dialogue:
    rubric = told(wish.criteria)
    walls = Delimiters([wish.goal, rubric])
    manners = "\n".join(f"{at}. {each}" for at, each in enumerate(MANNERS[: wish.count], start=1))
    variables = " and ".join("{{" + name + "}}" for name in wish.variables)
    asked = question(
        f"{SYSTEM.format(count=wish.count, manners=manners)}\n\n{rule(walls)}",
        [
            f"Objective:\n{walls.around('objective', wish.goal)}",
            f"Rubric:\n{walls.around('rubric', rubric)}" if wish.criteria else "",
            f"Use exactly these variables: {variables}." if variables else "",
            f"Generate {wish.count} different prompt approaches. "
            "Include template variables where user input is needed.",
        ],
        name="prompts",
        schema=closed(
            {
                "prompts": list_of(
                    closed({"name": TEXT, "text": TEXT, "systemText": TEXT, "rationale": TEXT})
                )
            }
        ),
        max_tokens=8_000,
    )
    return OneQuestion(asked, partial(read, count=wish.count, variables=wish.variables))


def told(criteria: Sequence[Criterion]) -> str:
    return json.dumps(
        [
            {"name": each.name, "description": each.description, "weight": round(each.weight, 4)}
            for each in criteria
        ],
        indent=2,
        ensure_ascii=False,
    )


def read(said: str, count: int, variables: tuple[str, ...] = ()) -> Json:
    items = list_in(object_in(said), "prompts", least=count, most=count)
    found = [object_at(items, place, "prompts") for place in range(len(items))]
    return {"prompts": [_prompt(each, variables) for each in found]}


def _prompt(found: Json, variables: tuple[str, ...]) -> Json:
    name = text_in(found, "name", most=MOST_NAME)
    text = text_in(found, "text", least=FEWEST_TEXT, most=MOST_TEXT)
    system = maybe_text(found, "systemText", most=MOST_SYSTEM)
    used = variables_in(f"{system}\n{text}")
    if not used:
        raise UnusableAnswer(f'the prompt "{name}" has no {{{{variable}}}} for its input')
    unknown = [each for each in used if variables and each not in variables]
    if unknown:
        raise UnusableAnswer(f'the prompt "{name}" uses a variable that there is not: {unknown[0]}')
    left = _PLACEHOLDER.search(f"{system}\n{text}")
    if left:
        raise UnusableAnswer(f'the prompt "{name}" has a placeholder left: {left.group()}')
    return {
        "name": name,
        "text": text,
        "system": system,
        "rationale": maybe_text(found, "rationale", most=MOST_RATIONALE),
    }
