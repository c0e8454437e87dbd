"""Guardrails for a suggested change of a prompt, checked before money is spent on testing the suggestion.

The results of all guardrails are shown to users, passed or not.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from edison.domain.experiments.refining.change_extent import Extent, extent_of
from edison.domain.experiments.refining.links_and_secrets import links_in, secrets_in
from edison.domain.experiments.refining.prompt_document import (
    PartsDiffer,
    content_with,
    parts_of,
    text_of,
)
from edison.domain.experiments.refining.unified_diff import DiffProblem, apply, parse
from edison.domain.models.model_call import Message
from edison.domain.prompts.output_contract import detected
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.prompt_rules import MOST_SYSTEM, MOST_TEXT

WORDS = 6

# Scripts without spaces between words: each character counts as a word.
_TOKEN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]|[^\\W_]+"
)


def copied_phrase(before: str, after: str, cases: Sequence[str]) -> str | None:
    """Return a phrase of six words that the change adds to the prompt and that occurs in a case, or None."""
    known = set(_phrases(words_of(before)))
    fresh = {phrase for phrase in _phrases(words_of(after)) if phrase not in known}
    if not fresh:
        return None
    for case in cases:
        for phrase in _phrases(words_of(case)):
            if phrase in fresh:
                return " ".join(phrase)
    return None


def words_of(text: str) -> list[str]:
    """Split a text into normalized words, so that case, markup or invisible characters cannot hide a copy."""
    plain = unicodedata.normalize("NFKC", text)
    if not plain.isascii():
        plain = "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Mn"))
    return _TOKEN.findall(plain.casefold())


def _phrases(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for at in range(len(words) - WORDS + 1):
        yield tuple(words[at : at + WORDS])


MOST_CHARACTERS = 0.15
MOST_LINES = 0.20
# Changes up to this size pass in prompts of any length: one added rule exceeds the shares of a short prompt.
ALWAYS_CHARACTERS = 300
ALWAYS_LINES = 2
MOST_REMOVED_RUN = 5
# Largest change that needs no reviewer if the project has `require_review_approval` switched off.
SMALL_CHANGE = 0.05

APPLIES = "applies"
CHARACTERS = "characters"
LINES = "lines"
REMOVED_RUN = "removed_run"
VARIABLES = "variables"
OUTPUT_CONTRACT = "output_contract"
COPIED_TEXT = "copied_text"
LINKS_AND_SECRETS = "links_and_secrets"
LENGTH = "length"
HIDDEN_CHARACTERS = "hidden_characters"
# A person may exceed these limits in an edit, if they confirm it.
SIZE_RULES = frozenset({CHARACTERS, LINES})

_BRACES = re.compile(r"\{{2,}|\}{2,}")
_TAG = re.compile(r"</?[A-Za-z][\w:-]*[^<>\n]{0,100}>")
_FORMAT = re.compile(r"(?<![^\W_])(?:json|xml|yaml|csv|html|markdown|latex|toml)(?![^\W_])", re.IGNORECASE)  # fmt: skip
_KEY = re.compile(r"""["']([\w -]{1,60})["']\s*:""")
_SEEN_SPACES = frozenset(" \n\t")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guardrail:
    rule: str
    passed: bool
    # What was found, and the limit, for rules about a number or a name.
    found: float | str | None = None
    limit: float | str | None = None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardrailReport:
    """Results of the guardrails for a suggestion.

    `content` is the changed prompt; None if the diff cannot be applied.
    """

    content: PromptContent | None
    guardrails: tuple[Guardrail, ...]

    @property
    def ok(self) -> bool:
        return passed(self.guardrails)


def examine(
    before: PromptContent,
    diff: str,
    *,
    cases: Sequence[str],
    hunks: Sequence[int] | None = None,
) -> GuardrailReport:
    """Apply a diff, or only the given hunks of it, and check the guardrails for the result."""
    try:
        after = content_with(before, apply(text_of(before), parse(diff), hunks))
    except (DiffProblem, PartsDiffer) as wrong:
        return GuardrailReport(content=None, guardrails=(_does_not_apply(str(wrong)),))
    return GuardrailReport(content=after, guardrails=check(before, after, cases=cases))


def examine_text(before: PromptContent, text: str, *, cases: Sequence[str]) -> GuardrailReport:
    """Check the guardrails for a text that a person wrote instead of the suggested diff."""
    try:
        after = content_with(before, text)
    except PartsDiffer as wrong:
        return GuardrailReport(content=None, guardrails=(_does_not_apply(str(wrong)),))
    return GuardrailReport(content=after, guardrails=check(before, after, cases=cases))


def check(
    before: PromptContent, after: PromptContent, *, cases: Sequence[str]
) -> tuple[Guardrail, ...]:
    """Return the result of every guardrail, passed or not.

    `cases` are the texts of all cases, including the holdout.
    """
    old, new = text_of(before), text_of(after)
    size = extent_of(parts_of(before), parts_of(after))
    return (
        _applies(old, new),
        _characters(size),
        _lines(size),
        _removed_run(size),
        _variables(before, after),
        _output_contract(before, after),
        _copied(old, new, cases),
        _links_and_secrets(old, new),
        _length(after),
        _hidden(old, new),
    )


def passed(guardrails: Sequence[Guardrail]) -> bool:
    return bool(guardrails) and all(each.passed for each in guardrails)


def failures(guardrails: Sequence[Guardrail]) -> tuple[Guardrail, ...]:
    return tuple(each for each in guardrails if not each.passed)


def is_small(guardrails: Sequence[Guardrail]) -> bool:
    """Return whether a change is small enough to be applied without a review, in projects that allow this."""
    shares = [each.found for each in guardrails if each.rule == CHARACTERS]
    return passed(guardrails) and all(isinstance(s, float) and s <= SMALL_CHANGE for s in shares)


def _does_not_apply(problem: str) -> Guardrail:
    return Guardrail(rule=APPLIES, passed=False, sentence=problem)


def _applies(old: str, new: str) -> Guardrail:
    same = old == new
    return Guardrail(
        rule=APPLIES,
        passed=not same,
        sentence="The diff changes nothing" if same else "The diff applies cleanly",
    )


def _characters(size: Extent) -> Guardrail:
    """Check the share of changed characters. Some sentences may always be added, but most of the text must stay."""
    share = size.share_of_characters
    always = ALWAYS_CHARACTERS if 2 * size.removed <= size.of_characters else 0
    ok = size.characters <= max(always, MOST_CHARACTERS * size.of_characters)
    return Guardrail(
        rule=CHARACTERS,
        passed=ok,
        found=round(share, 4),
        limit=_limit(always, MOST_CHARACTERS, size.of_characters),
        sentence=f"{_percent(share)} of the characters change"
        if ok
        else f"Changes too aggressive (>15% of text): {_percent(share)} of the characters change",
    )


def _lines(size: Extent) -> Guardrail:
    """Check the share of changed lines.

    In a short prompt, two lines may always be changed or added. Removing a line may fail.
    """
    share = size.share_of_lines
    most = max(ALWAYS_LINES, MOST_LINES * size.of_lines)
    fewer = max(0, -size.grown)
    ok = size.lines <= most and fewer <= MOST_LINES * size.of_lines
    return Guardrail(
        rule=LINES,
        passed=ok,
        found=round(share, 4),
        limit=_limit(ALWAYS_LINES, MOST_LINES, size.of_lines),
        sentence=f"{size.lines} of {size.of_lines} lines change"
        if ok
        else f"Too many lines changed (>20%): {size.lines} of {size.of_lines}",
    )


def _limit(always: int, share: float, whole: int) -> float:
    """Return the limit as a share, which is above the usual one if the whole is short."""
    return max(share, round(always / whole, 4)) if whole else 1.0


def _removed_run(size: Extent) -> Guardrail:
    found = size.longest_removed
    ok = found <= MOST_REMOVED_RUN
    return Guardrail(
        rule=REMOVED_RUN,
        passed=ok,
        found=float(found),
        limit=float(MOST_REMOVED_RUN),
        sentence="No section is removed"
        if ok
        else f"{found} lines in a row are removed or rewritten; at most {MOST_REMOVED_RUN} may be",
    )


def _in_braces(text: str) -> list[str]:
    """Return each {{variable}} as written, and unmatched braces."""
    found: list[str] = []
    opened: list[re.Match[str]] = []
    for braces in _BRACES.finditer(text):
        if braces[0].startswith("{"):
            opened.append(braces)
        else:
            found.append(text[(opened or [braces])[0].start() : braces.end()])
            opened.clear()
    return [*found, *(braces[0] for braces in opened)]


def _variables(before: PromptContent, after: PromptContent) -> Guardrail:
    """Check that each part of the prompt has the same variables, equally often and in the same order."""
    old_parts, new_parts = (
        [_in_braces(part) for part in parts_of(each)] for each in (before, after)
    )
    old, new = ([each for part in parts for each in part] for parts in (old_parts, new_parts))
    if old_parts == new_parts:
        return Guardrail(
            rule=VARIABLES, passed=True, sentence="The template variables are unchanged"
        )
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    words = [f"{name} is missing" for name in gone] + [f"{name} is new" for name in come]
    told = ", ".join(words[:5]) or "their order changed"
    return Guardrail(
        rule=VARIABLES,
        passed=False,
        found=told,
        sentence=f"The template variables must not change: {told}",
    )


def _output_contract(before: PromptContent, after: PromptContent) -> Guardrail:
    problem = next(_contract_problems(before, after), None)
    return Guardrail(
        rule=OUTPUT_CONTRACT,
        passed=problem is None,
        found=problem,
        sentence=f"The output format must not change: {problem}"
        if problem
        else "The output format is unchanged",
    )


def _contract_problems(before: PromptContent, after: PromptContent) -> Iterator[str]:
    for what, a, b in (
        ("output contract", before.output, after.output),
        ("tools", before.tools, after.tools),
        ("examples", before.few_shots, after.few_shots),
        ("parameters", before.parameters, after.parameters),
        ("number or roles of the messages", _without_texts(before), _without_texts(after)),
    ):
        if a != b:
            yield f"the {what} changed"
    if detected(after) != detected(before):
        yield f"answers would be read as {detected(after)}, not as {detected(before)}"
    old, new = text_of(before), text_of(after)
    for what, found in (("tag", _TAG), ("key", _KEY)):
        gone, come = _counted(found, old, new), _counted(found, new, old)
        for each in (*gone, *come):
            yield f"the {what} {each} was {'removed' if each in gone else 'added'}"
    for word in _counted(_FORMAT, old, new):
        yield f"a mention of {word} was removed"
    # Repeating a format that is already mentioned is harmless; a new one requests another format.
    for word in _counted(_FORMAT, new, old):
        if word not in old.casefold():
            yield f"a mention of {word} was added"


def _without_texts(content: PromptContent) -> list[Message]:
    return [replace(message, content="") for message in content.messages]


def _counted(found: re.Pattern[str], text: str, other: str) -> Counter[str]:
    """Return the matches of pattern `found` that occur more often in `text` than in `other`."""
    one, two = (Counter(each.casefold() for each in found.findall(t)) for t in (text, other))
    return one - two


def _copied(old: str, new: str, cases: Sequence[str]) -> Guardrail:
    phrase = copied_phrase(old, new, cases)
    return Guardrail(
        rule=COPIED_TEXT,
        passed=phrase is None,
        found=phrase,
        limit="6 words in a row",
        sentence=f"It copies text of a case into the prompt: “{phrase}”"
        if phrase
        else "No text of a case was copied into the prompt",
    )


def _links_and_secrets(old: str, new: str) -> Guardrail:
    links = Counter(links_in(new)) - Counter(links_in(old))
    secrets = Counter(secrets_in(new)) - Counter(secrets_in(old))
    if secrets:
        found, told = "a secret", "Text that looks like a secret was added"
    elif links:
        found = next(iter(links))[:100]
        told = f"A link was added: {found}"
    else:
        found, told = None, "No link and no secret was added"
    return Guardrail(rule=LINKS_AND_SECRETS, passed=found is None, found=found, sentence=told)


def _length(after: PromptContent) -> Guardrail:
    size = sum(len(message.content) for message in after.messages)
    ok = size <= MOST_TEXT and len(after.system) <= MOST_SYSTEM
    if size <= MOST_TEXT < size + len(after.system) or len(after.system) > MOST_SYSTEM:
        size += len(after.system)
    return Guardrail(
        rule=LENGTH,
        passed=ok,
        found=float(size),
        limit=float(MOST_TEXT),
        sentence="The prompt is short enough"
        if ok
        else f"A prompt has at most {MOST_TEXT:,} characters, its system text {MOST_SYSTEM:,}",
    )


def _hidden(old: str, new: str) -> Guardrail:
    added = _hidden_in(new) - _hidden_in(old)
    names = ", ".join(f"U+{ord(character):04X}" for character in sorted(added)[:5])
    return Guardrail(
        rule=HIDDEN_CHARACTERS,
        passed=not added,
        found=names or None,
        sentence=f"Invisible characters were added: {names}"
        if added
        else "No invisible characters were added",
    )


def _hidden_in(text: str) -> Counter[str]:
    if text.isascii() and text.isprintable():
        return Counter()
    return Counter(c for c in text.replace("\r\n", "\n") if _is_hidden(c))


def _is_hidden(character: str) -> bool:
    if character in _SEEN_SPACES:
        return False
    category = unicodedata.category(character)
    # Control, format, private use, surrogate and unassigned characters; separators; and variation selectors.
    return (
        category[0] in "CZ"
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
        or character in "\u115f\u1160\u3164\uffa0\u2800\u034f"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
