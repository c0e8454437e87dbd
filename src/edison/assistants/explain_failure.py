"""Assistant that explains why one answer of a run failed, and suggests a change of the prompt."""

from collections.abc import Sequence

from edison.assistants.assistant_dialogue import (
    TEXT,
    Dialogue,
    Json,
    OneQuestion,
    closed,
    question,
    rule,
)
from edison.assistants.read_answer import object_in, text_in
from edison.domain.assists.assist import ExplainFailure, FailedAnswer
from edison.kit.delimiters import Delimiters

MOST_EXPLANATION = 2_000
# Longer texts are truncated: a few failed answers must fit into one request.
MOST_SHOWN = 2_000
MOST_REASON = 500

SYSTEM = """You are an expert prompt engineer. Explain why one answer to a prompt failed its evaluation.

Guidelines:
- "cause": 1-3 sentences. Say what is wrong with the answer and what in the prompt, the case or the scorer led to it
- Quote the words of the answer or the prompt that matter
- If the answer is right and the expected answer or the scorer is wrong, say so
- "suggestion": one instruction to add to the prompt or to change in it. Write a general rule, not the case's text

Return JSON:
{"cause": "...", "suggestion": "..."}"""


def dialogue(wish: ExplainFailure) -> Dialogue:
    assert wish.failure is not None
    failed = failures_in_words([wish.failure])
    walls = Delimiters([wish.prompt_text, failed])
    asked = question(
        f"{SYSTEM}\n\n{rule(walls)}",
        [
            f"Prompt:\n{walls.around('prompt', wish.prompt_text)}" if wish.prompt_text else "",
            f"Answer that failed:\n{walls.around('failures', failed)}",
            "Explain this failure.",
        ],
        name="explanation",
        schema=closed({"cause": TEXT, "suggestion": TEXT}),
        max_tokens=2_000,
        temperature=0.3,
    )
    return OneQuestion(asked, read)


def read(said: str) -> Json:
    found = object_in(said)
    return {
        "cause": text_in(found, "cause", most=MOST_EXPLANATION),
        "suggestion": text_in(found, "suggestion", most=MOST_EXPLANATION),
    }


def failures_in_words(failures: Sequence[FailedAnswer]) -> str:
    """Return failed answers as text for a request, each with its input, expected answer and scorers' reasons."""
    return "\n\n".join(
        "\n".join(
            [
                f"Failed answer {number}",
                f"Input: {failed.input[:MOST_SHOWN]}",
                *([] if failed.expected is None else [f"Expected: {failed.expected[:MOST_SHOWN]}"]),
                f"Answer: {failed.output[:MOST_SHOWN]}",
                *(f"Scorer: {reason[:MOST_REASON]}" for reason in failed.reasons),
            ]
        )
        for number, failed in enumerate(failures, start=1)
    )
