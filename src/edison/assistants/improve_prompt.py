"""Assistant that rewrites a prompt to serve its goal better, keeping its variables."""

from functools import partial

from edison.assistants.assistant_dialogue import (
    Dialogue,
    Json,
    OneQuestion,
    UnusableAnswer,
    question,
    rule,
)
from edison.assistants.explain_failure import failures_in_words
from edison.assistants.rewrite_format import RETURNS, SCHEMA
from edison.assistants.rewrite_format import read as read_text
from edison.domain.assists.assist import RewritePrompt
from edison.domain.prompts.prompt_rules import MOST_TEXT
from edison.domain.prompts.template_renderer import variables_in
from edison.kit.delimiters import Delimiters

SYSTEM = f"""You are an expert prompt engineer. Improve a prompt so that it serves its objective better.

Guidelines:
- Keep every template variable ({{{{variable}}}}) exactly as it is, and add none
- Keep the language and the form of output that the prompt asks for
- Make instructions specific, ordered and free of contradictions
- Change as little as the instruction and the failed answers require; keep the other lines word for word
- Write general rules: never copy the text of a case into the prompt
- No placeholders; at most {MOST_TEXT} characters

{RETURNS}"""


def dialogue(wish: RewritePrompt) -> Dialogue:
    failed = failures_in_words(wish.failures)
    walls = Delimiters([wish.goal, wish.text, wish.instruction, failed])
    focus = ", ".join(wish.focus)
    asked = question(
        f"{SYSTEM}\n\n{rule(walls)}",
        [
            f"Objective:\n{walls.around('objective', wish.goal)}" if wish.goal else "",
            f"Prompt:\n{walls.around('prompt', wish.text)}",
            f"Focus on: {focus}" if focus else "",
            f"Instruction of the user:\n{walls.around('instruction', wish.instruction)}"
            if wish.instruction
            else "",
            f"Answers that failed with this prompt:\n{walls.around('failures', failed)}"
            if failed
            else "",
            "Improve this prompt.",
        ],
        name="prompt",
        schema=SCHEMA,
        max_tokens=8_000,
    )
    return OneQuestion(asked, partial(read, before=wish.text))


def read(said: str, before: str) -> Json:
    found = read_text(said, before, least=1, most=MOST_TEXT)
    kept, now = set(variables_in(before)), set(variables_in(found["text"]))
    if kept - now:
        raise UnusableAnswer("it lost the variable {{" + sorted(kept - now)[0] + "}}")
    if now - kept:
        raise UnusableAnswer("it has a new variable {{" + sorted(now - kept)[0] + "}}")
    return found
