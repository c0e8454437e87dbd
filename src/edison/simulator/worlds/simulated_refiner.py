"""Simulated refiners: add a request for one more feature of the world to a prompt."""

import re
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from edison.simulator.worlds.fit_schema import NOTHING, Json, type_of
from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.registry import world_of
from edison.simulator.worlds.world_features import Feature

ASKS = re.compile(
    r"\b(?:improv\w+|rewrit\w+|refin\w+|revis\w+|optimi[sz]\w+|better version of|edit)\b.{0,80}\bprompts?\b"
    r"|\bprompts?\b.{0,80}\b(?:improved?|rewritten?|refined?|revised?)\b|\bprompt engineer\b",
    re.IGNORECASE | re.DOTALL,
)
_TAGGED = re.compile(
    r"<((?:current_|original_|old_)?(?:prompt|template))>\n?(.*?)\n?</\1>",
    re.IGNORECASE | re.DOTALL,
)
_FENCED = re.compile(r"```\w*\n(.*?)\n?```", re.DOTALL)
_LABELLED = re.compile(
    r"^[ \t#*]*(?:the |current |original |old )*(?:prompt|template)\**[ \t]*:[ \t*]*\n?(.+?)"
    r"(?=^[ \t#*]*(?:feedback|lessons|problems|failures|cases|instructions?|scores|return|criteria)\b|\Z)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_DIFF = re.compile(r"\bunified diff\b|\bas a diff\b|\bpatch\b|\ba diff\b", re.IGNORECASE)
LAST_RESORT = "Check your answer against these instructions before you give it."
# Used one after the other if nothing is missing: none of them changes an answer.
IDLE = (
    LAST_RESORT,
    "Take your time with each part of the task.",
    "Keep in mind what the task is for.",
    "Give every part of the task the same care.",
    "Read all of the above once more before you begin.",
)
# Edison's own refiner delimits the prompt and expects a diff and a note, each in a tag of its own.
_WALLED = re.compile(r'<(data-[0-9a-f]+) name="prompt\.txt">\n(.*?)\n</\1>', re.DOTALL)
_WEAK = re.compile(r"^## Weak Areas\n(.*?)(?=^## )", re.DOTALL | re.MULTILINE)
_IN_BOLD = re.compile(r"^- \*\*(.+?)\*\*", re.MULTILINE)
_VARIABLE = re.compile(r"\{\{\w+\}\}")
_LABEL = re.compile(r"\s*|.*:\s*|\s*<\w+>\s*|=+ .* =+")
FEW_LINES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement:
    before: str
    after: str
    why: str
    as_diff: bool
    # In the tags that Edison's refiner asks for.
    tagged: bool = False

    @property
    def diff(self) -> str:
        if self.tagged:
            names = "a/prompt.txt", "b/prompt.txt"
            lines = unified_diff(
                self.before.split("\n"), self.after.split("\n"), *names, lineterm=""
            )
            return "\n".join(lines) + "\n"
        old, new = self.before.splitlines(), self.after.splitlines()
        return "\n".join(unified_diff(old, new, "prompt", "prompt", lineterm="")) + "\n"

    def plain(self) -> str:
        if self.tagged:
            return f"<diff>\n{self.diff}</diff>\n\n<note>\n{self.why}\n</note>"
        return self.diff if self.as_diff else self.after

    def fill(self, path: tuple[str, ...], schema: Json) -> Any:
        if not path or type_of(schema) != "string":
            return NOTHING
        name = path[-1].casefold()
        if "diff" in name or "patch" in name:
            return self.diff
        if re.search(r"prompt|text|content|template|improved|revised|after", name):
            return self.after
        return (
            self.why
            if re.search(r"reason|rationale|why|change|explan|summary|lesson", name)
            else NOTHING
        )


def improvement_of(prompt: str) -> Improvement | None:
    """Return an improved prompt if the request contains a prompt to improve; otherwise None."""
    if not ASKS.search(prompt):
        return None
    walled = _WALLED.search(prompt)
    if walled:
        return _refined(walled.group(2), prompt)
    for where in (_TAGGED, _LABELLED, _FENCED):
        found = [str(match.group(where.groups)) for match in where.finditer(prompt)]
        if found:
            return _improved(found[-1].strip(), rest=prompt.replace(found[-1], " "), asked=prompt)
    return None


def _improved(before: str, *, rest: str, asked: str) -> Improvement:
    world = world_of(Brief(instructions=before, content=before))
    chosen = _most_wanted(world.missing(before), rest)
    sentence = chosen.ask if chosen else LAST_RESORT
    why = f"The prompt did not ask for {chosen.name}." if chosen else "Nothing obvious was missing."
    return Improvement(
        before=before,
        after=f"{before}\n{sentence}",
        why=f"{why} (simulated)",
        as_diff=bool(_DIFF.search(asked)),
    )


def _refined(before: str, asked: str) -> Improvement:
    """Add one sentence to the instructions of the prompt, before the case."""
    world = world_of(Brief(instructions=before, content=before))
    section = _WEAK.search(asked)
    weak = _IN_BOLD.findall(section.group(1)) if section else []
    chosen = _most_wanted(world.missing(before), " ".join(weak))
    idle = next((each for each in IDLE if each not in before), LAST_RESORT)
    why = (
        f"The prompt did not ask for {chosen.name}, and answers are weak on {' and '.join(weak) or 'it'}.\n"
        f"- What changed: one sentence that asks for it\n"
        f"- Why it should help: models do what they are asked for\n"
        f"- Which criteria it targets: {', '.join(weak) or 'all'}"
        if chosen
        else "Nothing obvious was missing, so this only reminds the model of its task."
    )
    return Improvement(
        before=before,
        after=_with_sentence(before, chosen.ask if chosen else idle),
        why=f"{why} (simulated)",
        as_diff=True,
        tagged=True,
    )


def _with_sentence(before: str, sentence: str) -> str:
    """Insert the sentence after the last instruction before the first variable.

    In a short prompt, append it to the line of that instruction.
    """
    lines = before.split("\n")
    at = next((at for at, line in enumerate(lines) if _VARIABLE.search(line)), len(lines)) - 1
    while at > 0 and _LABEL.fullmatch(lines[at]):
        at -= 1
    at = max(at, 0)
    if len(lines) < FEW_LINES:
        lines[at] = f"{lines[at]} {sentence}"
    else:
        lines.insert(at + 1, sentence)
    return "\n".join(lines)


def _most_wanted(missing: tuple[Feature, ...], feedback: str) -> Feature | None:
    """Return the missing feature that the feedback mentions first; otherwise the first of the table."""
    said = frozenset(re.findall(r"[a-z_]+", feedback.casefold()))
    for feature in missing:
        if feature.name in said or feature.criteria & said:
            return feature
    return missing[0] if missing else None
