"""Separate the instructions of a prompt from its content, so that a customer's text is not taken as instructions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from edison.simulator.simulated_call import ConversationTurn

_LABELS = r"customer|client|user|message|text|input|question|document|ticket|email|task|topic|invoice|note"
_TAGGED = re.compile(rf"<({_LABELS})>\s*(.*?)\s*</\1>", re.IGNORECASE | re.DOTALL)
_LABELLED = re.compile(
    rf"^[ \t#*]*(?:the |a )?(?:\w+ )?(?:{_LABELS})(?: message| text)?\**[ \t]*:[ \t*]*\n?(.+?)(?=\n[ \t]*\n|\Z)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """The parts of a prompt: `instructions` say how to answer, `content` is the case."""

    instructions: str
    content: str

    @property
    def whole(self) -> str:
        return f"{self.instructions}\n{self.content}"


def brief_of(turns: Sequence[ConversationTurn]) -> Brief:
    system = "\n".join(turn.text for turn in turns if turn.role == "system")
    said = [turn.text for turn in turns if turn.role == "user"]
    user = said[-1] if said else ""
    tagged = [found.group(2) for found in _TAGGED.finditer(user)]
    labelled = [found.group(1) for found in _LABELLED.finditer(user)]
    for found in (tagged, labelled):
        if found:
            content = found[-1].strip()
            return Brief(instructions=f"{system}\n{user.replace(content, ' ')}", content=content)
    if system.strip():
        return Brief(instructions=system, content=user)
    # A single text is both: the case cannot be separated from the instructions.
    return Brief(instructions=user, content=user)
