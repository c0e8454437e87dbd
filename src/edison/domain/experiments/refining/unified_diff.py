"""Parse, apply and create unified diffs of a single text. The parser tolerates typical errors of models."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Literal

FILE = "prompt.txt"
MOST_DIFF = 60_000
MOST_HUNKS = 50

Kind = Literal[" ", "+", "-"]

_HEADER = re.compile(r"@@+ ?-(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? ?@@+(.*)")
_NAME = re.compile(r"(?:[ab]/)?([\w. -]{1,100})")
_OTHER_WORK = re.compile(
    r"(?:new|deleted) file mode |old mode |new mode |rename |copy |similarity index |"
    r"GIT binary patch|Binary files |Only in "
)


class DiffProblem(ValueError):
    """A diff cannot be used. The message is shown to users and to the model that wrote the diff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffLine:
    kind: Kind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    # Start line in the old text according to the header, counted from 1.
    start: int
    lines: tuple[DiffLine, ...]
    header: str = ""

    @property
    def old(self) -> list[str]:
        return [line.text for line in self.lines if line.kind != "+"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    hunks: tuple[Hunk, ...]


def parse(unified: str) -> Patch:
    """Parse a diff of one file. Raise DiffProblem for malformed lines.

    Wrong line counts in hunk headers are ignored, because models often miscount.
    """
    if len(unified) > MOST_DIFF:
        raise DiffProblem(f"Diff is longer than {MOST_DIFF:,} characters")
    lines = unified.replace("\r\n", "\n").strip("\n").split("\n") if unified.strip() else []
    hunks: list[Hunk] = []
    at = _after_head(lines)
    while at < len(lines):
        if lines[at].startswith("@@"):
            hunk, at = _hunk(lines, at)
            hunks.append(hunk)
        elif _begins_file(lines, at):
            raise DiffProblem("Multiple patches not supported")
        elif lines[at].strip():
            raise DiffProblem(f"Line {at + 1} of the diff is outside of every hunk")
        else:
            at += 1
    if not hunks:
        raise DiffProblem("No patches found in diff")
    if len(hunks) > MOST_HUNKS:
        raise DiffProblem(f"More than {MOST_HUNKS} hunks")
    return Patch(hunks=tuple(hunks))


def apply(text: str, patch: Patch, hunks: Collection[int] | None = None) -> str:
    """Apply a patch, or only the hunks with the given indexes.

    Raise DiffProblem if any hunk of the patch does not match.
    """
    if hunks is not None and not set(hunks) <= set(range(len(patch.hunks))):
        raise DiffProblem("The diff does not have this hunk")
    if _is_windows(text):
        return apply(text.replace("\r\n", "\n"), patch, hunks).replace("\n", "\r\n")
    lines = text.split("\n")
    done: list[str] = []
    upto = 0
    for number, hunk in enumerate(patch.hunks):
        place = _place(lines, hunk, upto, number)
        end = place + len(hunk.old)
        chosen = hunks is None or number in hunks
        done += lines[upto:place]
        done += _new(lines[place:end], hunk) if chosen else lines[place:end]
        upto = end
    return "\n".join([*done, *lines[upto:]])


def unified(before: str, after: str) -> str:
    """Return a diff that `apply` converts to exactly `after`; empty if the texts are equal."""
    if before == after:
        return ""
    if _is_windows(before) and _is_windows(after):
        before, after = before.replace("\r\n", "\n"), after.replace("\r\n", "\n")
    old, new = before.split("\n"), after.split("\n")
    names = f"a/{FILE}", f"b/{FILE}"
    return "\n".join(unified_diff(old, new, *names, lineterm="")) + "\n"


def _after_head(lines: Sequence[str]) -> int:
    """Return the index of the first line after the file header, or of the first hunk if there is no header."""
    for at, line in enumerate(lines):
        if _OTHER_WORK.match(line):
            raise DiffProblem("The diff may change lines of the prompt and nothing else")
        if _begins_file(lines, at):
            _check_names(line, lines[at + 1])
            return at + 2
        if line.startswith(("@@", "+", "-")):
            return at
    return len(lines)


def _begins_file(lines: Sequence[str], at: int) -> bool:
    if not lines[at].startswith("--- ") or at + 1 >= len(lines):
        return False
    return lines[at + 1].startswith("+++ ")


def _check_names(old: str, new: str) -> None:
    """Raise if the diff names another file. The file is never opened, but the diff is then not for the prompt."""
    for line in (old, new):
        name = line[4:].split("\t")[0].strip().strip('"')
        found = _NAME.fullmatch(name)
        if found is None or found.group(1).strip(". ") == "":
            raise DiffProblem(f"The diff may change {FILE} and nothing else")


def _hunk(lines: Sequence[str], at: int) -> tuple[Hunk, int]:
    header = lines[at]
    found = _HEADER.fullmatch(header.rstrip())
    if found is None:
        raise DiffProblem(f"Line {at + 1} of the diff is not a hunk header")
    start, old, _, new, _ = found.groups()
    left = [1 if old is None else int(old), 1 if new is None else int(new)]
    body: list[DiffLine] = []
    at += 1
    while at < len(lines):
        line = lines[at]
        enough = left[0] <= 0 and left[1] <= 0
        if line.startswith("@@") or (_begins_file(lines, at) and (enough or _is_file(lines, at))):
            break
        if line.startswith("\\"):
            at += 1
            continue
        if not line:
            # An empty context line without its leading space, or a separator before the next hunk.
            if enough or at == len(lines) - 1:
                break
            line = " "
        kind = line[0]
        if kind not in (" ", "+", "-"):
            if enough:
                break
            raise DiffProblem(f"Line {at + 1} of the diff begins with neither ' ', '+' nor '-'")
        body.append(DiffLine(kind=kind, text=line[1:]))
        left[0] -= kind != "+"
        left[1] -= kind != "-"
        at += 1
    if all(line.kind == " " for line in body):
        raise DiffProblem("A hunk of the diff changes nothing")
    return Hunk(start=int(start), lines=tuple(body), header=header.rstrip()), at


def _is_file(lines: Sequence[str], at: int) -> bool:
    return at + 2 < len(lines) and lines[at + 2].startswith("@@")


def _place(lines: Sequence[str], hunk: Hunk, first: int, number: int) -> int:
    """Return the line index at which the hunk matches: the stated line, or else the only other matching position."""
    old = hunk.old
    if not old:
        # A hunk without context applies after the given line.
        if not first <= hunk.start <= len(lines):
            raise DiffProblem("Diff cannot be applied: hunks overlap or are out of order")
        return hunk.start
    said = hunk.start - 1
    last = len(lines) - len(old)
    for same in (_exactly, _nearly):
        if first <= said <= last and same(lines[said : said + len(old)], old):
            return said
        fits = [at for at in range(first, last + 1) if same(lines[at : at + len(old)], old)]
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise DiffProblem(
                f"Diff cannot be applied: hunk {number + 1} fits in {len(fits)} places"
            )
    raise DiffProblem(
        f"Diff cannot be applied: hunk {number + 1} does not fit the prompt, or is out of order"
    )


def _exactly(lines: Sequence[str], old: Sequence[str]) -> bool:
    return list(lines) == list(old)


def _nearly(lines: Sequence[str], old: Sequence[str]) -> bool:
    """Return whether lines are equal apart from trailing whitespace, which models often do not reproduce."""
    return all(a.rstrip() == b.rstrip() for a, b in zip(lines, old, strict=True))


def _new(kept: Sequence[str], hunk: Hunk) -> list[str]:
    """Return the new lines of a hunk. Context lines are taken from the text, to preserve their trailing whitespace."""
    result: list[str] = []
    at = 0
    for line in hunk.lines:
        if line.kind == "+":
            result.append(line.text)
            continue
        if line.kind == " ":
            result.append(kept[at])
        at += 1
    return result


def _is_windows(text: str) -> bool:
    """Return whether every line ends with CR LF."""
    return "\r\n" in text and text.count("\n") == text.count("\r\n")
