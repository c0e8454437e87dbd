"""Answer format of rewriting assistants: the new text, and a summary of the changes."""

from edison.assistants.assistant_dialogue import TEXT, Json, UnusableAnswer, closed
from edison.assistants.read_answer import maybe_text, object_in, text_in

MOST_CHANGES = 2_000
SCHEMA = closed({"text": TEXT, "changes": TEXT})
RETURNS = (
    'Return JSON:\n{"text": "the whole new text", "changes": "1-3 sentences: what changed and why"}'
)


def read(said: str, before: str, *, least: int, most: int) -> Json:
    found = object_in(said)
    text = text_in(found, "text", least=least, most=most)
    if text == before.strip():
        raise UnusableAnswer("the text is the same as before")
    return {"text": text, "changes": maybe_text(found, "changes", most=MOST_CHANGES)}
