"""Assistant that adds missing details to an objective: audience, format, limits, success criteria."""

from functools import partial

from edison.assistants.assistant_dialogue import Dialogue, OneQuestion, question, rule
from edison.assistants.rewrite_format import RETURNS, SCHEMA, read
from edison.domain.assists.assist import MOST_GOAL, RewriteObjective
from edison.kit.delimiters import Delimiters

FEWEST_GOAL = 20

SYSTEM = f"""You are a prompt engineering expert. Extend an objective with the details that it leaves open.

Guidelines:
- Keep the given text as the beginning, word for word where possible
- Add what is missing: target audience, form and length of the output, tone, limits, edge cases, success criteria
- Invent no facts about the user's company, product or data
- At most {MOST_GOAL} characters in all

{RETURNS}"""


def dialogue(wish: RewriteObjective) -> Dialogue:
    walls = Delimiters([wish.goal])
    asked = question(
        f"{SYSTEM}\n\n{rule(walls)}",
        [f"Objective:\n{walls.around('objective', wish.goal)}", "Add details to this objective."],
        name="objective",
        schema=SCHEMA,
    )
    return OneQuestion(asked, partial(read, before=wish.goal, least=FEWEST_GOAL, most=MOST_GOAL))
