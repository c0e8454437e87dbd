"""Rule: a changelog fragment describes a change for users in one short sentence."""

import re
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree

FOLDER = Path("changelog.d")
KINDS = ("added", "changed", "fixed", "removed", "security")
MOST_WORDS = 25
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.(?P<kind>[a-z]+)\.md")
SENTENCE_START = re.compile(r"[A-Z0-9`]")
INNER_SENTENCE_END = re.compile(r"[.!?]\s+\S")


def fragments(tree: Tree) -> list[Path]:
    """List the fragment files, without the README of the folder."""
    return [
        path for path in tree.files if path.is_relative_to(FOLDER) and path != FOLDER / "README.md"
    ]


def find(tree: Tree) -> Iterator[Finding]:
    for path in fragments(tree):
        for message in (*_name_problems(path.name), *_text_problems(tree.text(path))):
            yield Finding(path=path, line=1, message=message)


def _name_problems(name: str) -> Iterator[str]:
    match = NAME.fullmatch(name)
    if match is None:
        yield "the name is not <topic>.<kind>.md in lower case with hyphens"
    elif match["kind"] not in KINDS:
        yield f"the kind {match['kind']!r} is not one of {', '.join(KINDS)}"


def _text_problems(text: str) -> Iterator[str]:
    words = text.split()
    sentence = " ".join(words)
    if not SENTENCE_START.match(sentence) or not sentence.endswith("."):
        yield "the text does not start with a capital letter and end with a full stop"
    elif INNER_SENTENCE_END.search(sentence):
        yield "the text has more than one sentence"
    if len(words) > MOST_WORDS:
        yield f"{len(words)} words, at most {MOST_WORDS}"


RULE = Rule(
    name="changelog_fragments",
    why="the changelog consists of these sentences, and people read it before an upgrade",
    mend="see changelog.d/README.md",
    find=find,
)
