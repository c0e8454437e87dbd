"""Improvers: read a prompt, and ask for one thing more that answers of its world should have."""

import re
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from edison.providers.simulator.worlds.features import Feature
from edison.providers.simulator.worlds.reading import Brief
from edison.providers.simulator.worlds.registry import world_of
from edison.providers.simulator.worlds.schema import NOTHING, Json, type_of

ASKS = re.compile(
    r"\b(?:improv\w+|rewrit\w+|refin\w+|revis\w+|optimi[sz]\w+|better version of|edit)\b.{0,80}\bprompts?\b"
    r"|\bprompts?\b.{0,80}\b(?:improved?|rewritten?|refined?|revised?)\b|\bprompt engineer\b",
    re.IGNORECASE | re.DOTALL,
)
_TAGGED = re.compile(r"<((?:current_|original_|old_)?(?:prompt|template))>\n?(.*?)\n?</\1>", re.IGNORECASE | re.DOTALL)  # fmt: skip
_FENCED = re.compile(r"```\w*\n(.*?)\n?```", re.DOTALL)
_LABELLED = re.compile(
    r"^[ \t#*]*(?:the |current |original |old )*(?:prompt|template)\**[ \t]*:[ \t*]*\n?(.+?)"
    r"(?=^[ \t#*]*(?:feedback|lessons|problems|failures|cases|instructions?|scores|return|criteria)\b|\Z)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_DIFF = re.compile(r"\bunified diff\b|\bas a diff\b|\bpatch\b|\ba diff\b", re.IGNORECASE)
LAST_RESORT = "Check your answer against these instructions before you give it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement:
    before: str
    after: str
    why: str
    as_diff: bool

    @property
    def diff(self) -> str:
        old, new = self.before.splitlines(), self.after.splitlines()
        return "\n".join(unified_diff(old, new, "prompt", "prompt", lineterm="")) + "\n"

    def plain(self) -> str:
        return self.diff if self.as_diff else self.after

    def fill(self, path: tuple[str, ...], schema: Json) -> Any:
        if not path or type_of(schema) != "string":
            return NOTHING
        name = path[-1].casefold()
        if "diff" in name or "patch" in name:
            return self.diff
        if re.search(r"prompt|text|content|template|improved|revised|after", name):
            return self.after
        return self.why if re.search(r"reason|rationale|why|change|explan|summary|lesson", name) else NOTHING  # fmt: skip


def improvement_of(prompt: str) -> Improvement | None:
    """An improvement, if the prompt holds a prompt and asks for a better one."""
    if not ASKS.search(prompt):
        return None
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


def _most_wanted(missing: tuple[Feature, ...], feedback: str) -> Feature | None:
    """What the feedback speaks of first; else what comes first in the table."""
    said = frozenset(re.findall(r"[a-z_]+", feedback.casefold()))
    for feature in missing:
        if feature.name in said or feature.criteria & said:
            return feature
    return missing[0] if missing else None
