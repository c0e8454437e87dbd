"""Guardrails at their limits, and what they say."""

from dataclasses import replace

import pytest

from edison.domain.experiments.refining.guardrails import (
    Guardrail,
    check,
    examine,
    examine_text,
    failures,
    is_small,
    passed,
)
from edison.domain.experiments.refining.unified_diff import unified
from edison.domain.models.model_call import Message, Tool
from edison.domain.prompts.prompt import FewShot, OutputContract, PromptContent


def prompt(text: str) -> PromptContent:
    return PromptContent(messages=(Message(role="user", content=text),))


TEN = "\n".join(f"{number} {'x' * 97}" for number in range(10))


def found(before: str, after: str, *cases: str) -> dict[str, Guardrail]:
    return {each.rule: each for each in check(prompt(before), prompt(after), cases=cases)}


def test_all_rules_are_told_whether_they_pass_or_not() -> None:
    rules = found(TEN, TEN.replace("9 x", "nine x"))
    assert list(rules) == [
        "applies", "characters", "lines", "removed_run", "variables", "output_contract",
        "copied_text", "links_and_secrets", "length", "hidden_characters",
    ]  # fmt: skip
    assert passed(tuple(rules.values()))


def test_fifteen_percent_of_the_characters_are_the_limit() -> None:
    text = "\n".join([TEN, TEN, TEN])
    most = int(len(text) * 0.15)
    fits, breaks = (f"{text} {'y' * (size - 1)}" for size in (most, most + 1))
    assert found(text, fits)["characters"].passed
    broken = found(text, breaks)["characters"]
    assert not broken.passed
    assert broken.sentence.startswith("Changes too aggressive (>15% of text)")


def test_a_rewriting_of_the_same_length_is_seen() -> None:
    words = " ".join(f"word{number}" for number in range(100))
    other = " ".join(f"item{number}" for number in range(100))
    assert not found(words, other)["characters"].passed


def test_twenty_percent_of_the_lines_are_the_limit() -> None:
    lines = TEN.split("\n")
    assert found(TEN, "\n".join([*lines, "a", "b"]))["lines"].passed
    broken = found(TEN, "\n".join([*lines, "a", "b", "c"]))["lines"]
    assert not broken.passed
    assert broken.sentence == "Too many lines changed (>20%): 3 of 10"


def test_a_line_of_300_characters_may_be_added_to_a_short_prompt() -> None:
    text = f"{'Say what you see. ' * 7}\n{{{{photo}}}}"
    assert passed(check(prompt(text), prompt(f"{text}\n{'Be kind to all. ' * 18}"), cases=()))
    broken = found(text, f"{text}\n{'Be kind to all. ' * 19}")["characters"]
    assert not broken.passed
    assert broken.limit == round(300 / len(text), 4)


def test_a_short_prompt_is_not_rewritten() -> None:
    text, other = "Say what you see in the photo.", "Describe this picture as a poem."
    broken = found(text, other)["characters"]
    assert (broken.passed, broken.limit) == (False, 0.15)


def test_in_a_short_prompt_two_lines_may_be_added_but_none_removed() -> None:
    text = f"{'Say what you see. ' * 10}\nBe brief."
    assert found(text, text.replace("Be brief.", "Be brief and kind."))["lines"].passed
    assert found(text, f"{text}\nBe kind.\nBe fair.")["lines"].passed
    assert not found(text, f"{text}\nBe kind.\nBe fair.\nBe calm.")["lines"].passed
    assert not found(text, text.removesuffix("\nBe brief."))["lines"].passed


def test_five_lines_may_go_and_six_may_not() -> None:
    text = "\n".join(f"line {number} of many" for number in range(60)).split("\n")
    assert found("\n".join(text), "\n".join(text[:9] + text[14:]))["removed_run"].passed
    broken = found("\n".join(text), "\n".join(text[:9] + text[15:]))["removed_run"]
    assert (broken.passed, broken.found, broken.limit) == (False, 6.0, 5.0)


def test_six_words_of_a_case_are_a_copy_and_five_are_not() -> None:
    case = "the quick brown fox jumps over the lazy dog"
    text = f"{'Describe animals in one sentence. ' * 12}"
    assert found(text, f"{text}quick brown fox jumps over!", case)["copied_text"].passed
    broken = found(text, f"{text}Quick, brown: FOX jumps over the", case)["copied_text"]
    assert broken.found == "quick brown fox jumps over the"
    already = f"{text}the quick brown fox jumps over the lazy dog."
    assert found(already, f"{already} Yes.", case)["copied_text"].passed


def test_a_copy_in_a_script_without_spaces_is_seen() -> None:
    case = "我的自行车后轮每次换挡都会发出很大的声音"
    text = "请用一句话回答客户的问题。" * 10
    assert not found(text, f"{text}后轮每次换挡都会", case)["copied_text"].passed


@pytest.mark.parametrize(
    "change",
    [
        {"output": OutputContract(kind="json")},
        {"tools": (Tool(name="t", description="d", parameters={}),)},
        {"few_shots": (FewShot(user="q", assistant="a"),)},
        {"messages": (Message(role="system", content=TEN),)},
        {"messages": (Message(role="user", content=TEN), Message(role="user", content=""))},
    ],
)
def test_what_is_no_text_may_not_change_at_all(change: dict[str, object]) -> None:
    after = replace(prompt(TEN), **change)  # type: ignore[arg-type]
    broken = failures(check(prompt(TEN), after, cases=()))
    assert "output_contract" in {each.rule for each in broken}


def test_what_was_there_before_is_nobodys_fault() -> None:
    text = f"See https://example.com and\u200b key sk-{'a1B2' * 6}.\n{TEN}"
    assert passed(tuple(found(text, text.replace("9 x", "nine x")).values()))


def test_a_diff_that_does_not_apply_has_one_rule_to_show() -> None:
    examined = examine(prompt(TEN), "@@ -1 +1 @@\n-no such line\n+x", cases=())
    assert examined.content is None
    assert [each.rule for each in examined.guardrails] == ["applies"]
    assert not examined.ok


def test_chosen_hunks_and_a_text_of_ones_own_are_checked_alike() -> None:
    lines = [f"This is line {number} of the prompt." for number in range(20)]
    after = [lines[0] + " Indeed.", *lines[1:19], "See www.evil.com now."]
    diff = unified("\n".join(lines), "\n".join(after))
    before = prompt("\n".join(lines))
    assert not examine(before, diff, cases=()).ok
    good = examine(before, diff, cases=(), hunks=[0])
    assert good.ok
    assert is_small(good.guardrails)
    assert not examine_text(before, "\n".join(after), cases=()).ok
    assert not examine(before, diff, cases=(), hunks=[]).ok


def test_only_up_to_five_percent_is_small() -> None:
    rules = check(prompt(TEN), prompt(f"{TEN} {'y' * 60}"), cases=())
    assert passed(rules)
    assert not is_small(rules)
