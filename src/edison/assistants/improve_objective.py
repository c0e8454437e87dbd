"""Assistant that improves the wording of an objective."""

from functools import partial

from edison.assistants.assistant_dialogue import Dialogue, OneQuestion, question, rule
from edison.assistants.rewrite_format import RETURNS, SCHEMA, read
from edison.domain.assists.assist import MOST_GOAL, RewriteObjective
from edison.kit.delimiters import Delimiters

FEWEST_GOAL = 20

SYSTEM = f"""You are a prompt engineering expert. Improve the wording of an objective without changing what it asks for.

Guidelines:
- Make it specific and unambiguous: task, audience, desired output, success criteria
- Keep every requirement that is there; add none that contradicts it
- Keep the language it is written in
- At most {MOST_GOAL} characters

{RETURNS}"""


def dialogue(wish: RewriteObjective) -> Dialogue:
    walls = Delimiters([wish.goal])
    asked = question(
        f"{SYSTEM}\n\n{rule(walls)}",
        [f"Objective:\n{walls.around('objective', wish.goal)}", "Improve this objective."],
        name="objective",
        schema=SCHEMA,
    )
    return OneQuestion(asked, partial(read, before=wish.goal, least=FEWEST_GOAL, most=MOST_GOAL))
