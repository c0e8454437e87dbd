"""Texts that strangers and models write are looked at in the time it takes to read them, whatever is in them."""

from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest

from edison.domain.datasets.coverage import coverage_of
from edison.domain.datasets.dataset import CaseContent
from edison.domain.experiments.refining.guardrails import examine_text
from edison.domain.experiments.refining.links_and_secrets import links_in, secrets_in
from edison.domain.experiments.refining.unified_diff import DiffProblem, parse
from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import PromptContent
from edison.refiners.refiner import NoProposal, read

LENGTH = 60_000
# Only ends the wait for patterns that look again from every place: these take 90 s to hours.
MOST_S = 30.0
PIECES = (
    "-", "a", "a-", "a.", "a dot ", "1,", "{", "{{a", "}}", "<diff>", "<diff> ", "<note>\n",
    "```\n", "@@ ", "@", "a@", "[", "[](", " ", "password is ", "Ab1-", "//a", "<a ", '"a": ',
)  # fmt: skip


def _proposal(text: str) -> object:
    with suppress(NoProposal):
        return read(text)
    return None


def _patch(text: str) -> object:
    with suppress(DiffProblem):
        return parse("--- a/prompt.txt\n+++ b/prompt.txt\n@@ -1 +1 @@\n-a\n+" + text)
    return None


def _guardrails(text: str) -> object:
    before = PromptContent(messages=(Message(role="user", content="Answer {{question}}"),))
    return examine_text(before, text, cases=["Where is my order?"])


def _coverage(text: str) -> object:
    return coverage_of([CaseContent(values={"question": text})])


@pytest.mark.parametrize("look", [links_in, secrets_in, _proposal, _patch, _guardrails, _coverage])
@pytest.mark.parametrize("piece", PIECES)
def test_no_text_takes_long(look: Callable[[str], object], piece: str) -> None:
    text = (piece * LENGTH)[:LENGTH]
    start = process_time()

    look(text)
    look(f"<diff>{text}")

    assert process_time() - start < MOST_S
