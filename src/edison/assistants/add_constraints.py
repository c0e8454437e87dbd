"""Assistant that adds the constraints of a rubric to a prompt, keeping its text and variables."""

from functools import partial

from edison.assistants.assistant_dialogue import Dialogue, OneQuestion, question, rule
from edison.assistants.draft_prompts import told
from edison.assistants.improve_prompt import read
from edison.assistants.rewrite_format import RETURNS, SCHEMA
from edison.domain.assists.assist import RewritePrompt
from edison.domain.prompts.prompt_rules import MOST_TEXT
from edison.kit.delimiters import Delimiters

SYSTEM = f"""You are an expert prompt engineer. Add constraints to a prompt so that its outputs meet the rubric.

Guidelines:
- Keep the given text; add short, checkable rules, at least one for each criterion that the prompt does not cover yet
- Keep every template variable ({{{{variable}}}}) exactly as it is, and add none
- No placeholders; at most {MOST_TEXT} characters

{RETURNS}"""


def dialogue(wish: RewritePrompt) -> Dialogue:
    rubric = told(wish.criteria)
    walls = Delimiters([wish.goal, wish.text, rubric])
    asked = question(
        f"{SYSTEM}\n\n{rule(walls)}",
        [
            f"Objective:\n{walls.around('objective', wish.goal)}" if wish.goal else "",
            f"Rubric:\n{walls.around('rubric', rubric)}" if wish.criteria else "",
            f"Prompt:\n{walls.around('prompt', wish.text)}",
            "Add constraints to this prompt.",
        ],
        name="prompt",
        schema=SCHEMA,
        max_tokens=8_000,
        temperature=0.3,
    )
    return OneQuestion(asked, partial(read, before=wish.text))
