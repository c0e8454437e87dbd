"""The same objective, said better."""

from functools import partial

from edison.assistants.rewriting import RETURNS, SCHEMA, read
from edison.assistants.shape import Dialogue, OneQuestion, question, rule
from edison.domain.assists import MOST_GOAL, RewriteObjective
from edison.kit.walls import Delimiters

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
