"""Assistant that drafts several objectives from vague hints, each with a different focus."""

from functools import partial

from edison.assistants.assistant_dialogue import (
    TEXT,
    Dialogue,
    Json,
    OneQuestion,
    closed,
    list_of,
    question,
    rule,
)
from edison.assistants.read_answer import list_in, object_at, object_in, text_in
from edison.domain.assists.assist import MOST_GOAL, DraftObjectives
from edison.kit.delimiters import Delimiters

FEWEST_GOAL = 20
MOST_TITLE = 100
FOCUSES = (
    "Clarity-focused (precise, unambiguous)",
    "Creativity-focused (flexible, open-ended)",
    "Efficiency-focused (concise, fast)",
    "Safety-focused (careful, honest about limits)",
    "Audience-focused (warm, in the reader's own words)",
)

SYSTEM = """You are a prompt engineering expert. The user will provide vague hints about what they want to achieve. \
Your job is to expand this into {count} clear, specific objective statements.

Each objective should:
- Be 1-2 paragraphs
- Define the task clearly
- Specify the target audience
- Describe desired output characteristics
- Include success criteria
- Have at most 2000 characters

Return JSON:
{{"options": [{{"title": "Option 1", "text": "..."}}]}}"""


def dialogue(wish: DraftObjectives) -> Dialogue:
    walls = Delimiters([wish.hints])
    focuses = "\n".join(f"{at}. {focus}" for at, focus in enumerate(FOCUSES[: wish.count], start=1))
    asked = question(
        f"{SYSTEM.format(count=wish.count)}\n\n{rule(walls)}",
        [
            f"User hints:\n{walls.around('hints', wish.hints)}",
            f"Generate {wish.count} objective options with different focuses:\n{focuses}",
        ],
        name="objectives",
        schema=closed({"options": list_of(closed({"title": TEXT, "text": TEXT}))}),
    )
    return OneQuestion(asked, partial(read, count=wish.count))


def read(said: str, count: int) -> Json:
    options = list_in(object_in(said), "options", least=count, most=count)
    found = [object_at(options, place, "options") for place in range(len(options))]
    return {
        "options": [
            {
                "title": text_in(each, "title", most=MOST_TITLE),
                "text": text_in(each, "text", least=FEWEST_GOAL, most=MOST_GOAL),
            }
            for each in found
        ]
    }
