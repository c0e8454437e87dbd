"""What a prompt may hold, what is only warned about, and how two differ."""

import dataclasses
import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import InvalidInput
from edison.domain.models.model_call import Message, Tool, ToolCall
from edison.domain.models.parameters import Parameters
from edison.domain.prompts.prompt import (
    FewShot,
    OutputContract,
    PromptContent,
    content_from_json,
    content_to_json,
    digest_of,
)
from edison.domain.prompts.prompt_diff import compare, diff_lines
from edison.domain.prompts.prompt_rules import (
    check_complete,
    check_label,
    check_limits,
    check_name,
    free_copy_name,
    preview_of,
    problems_of,
    warnings_of,
)

LONG_ENOUGH = "Answer the question of the customer as kindly as you can."
# Only ends the wait for a line-by-line comparison, which would take an hour.
PATIENCE_S = 30.0


def user(text: str) -> Message:
    return Message(role="user", content=text)


def saying(text: str = LONG_ENOUGH, **more: Any) -> PromptContent:
    return PromptContent(messages=(user(text),), **more)


def tool(parameters: dict[str, Any] | None = None, name: str = "look") -> Tool:
    return Tool(name=name, description="", parameters=parameters or {"type": "object"})


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (saying("x" * 400_001), "content.messages"),
        (PromptContent(messages=(user("x" * 400_000),) * 3), "content.messages"),
        (PromptContent(messages=(user(""),) * 51), "content.messages"),
        (saying(system="x" * 400_001), "content.system"),
        (saying(few_shots=(FewShot(user="a", assistant="b"),) * 11), "content.few_shots"),
        (
            saying(few_shots=(FewShot(user="a" * 400_001, assistant="b"),)),
            "content.few_shots.0.user",
        ),
        (saying(tools=(tool(),) * 51), "content.tools"),
        (saying(tools=(tool({"description": "x" * 50_001}),)), "content.tools.0.parameters"),
        (
            saying(output=OutputContract(kind="schema", schema={"title": "x" * 50_001})),
            "content.output.schema",
        ),
        (saying(parameters=Parameters(temperature=3)), "content.parameters.temperature"),
        (
            PromptContent(
                messages=(
                    Message(
                        role="assistant",
                        content="",
                        tool_calls=(ToolCall(id="1", name="a", arguments=""),) * 21,
                    ),
                )
            ),
            "content.messages.0.tool_calls",
        ),
    ],
)
def test_what_is_too_large_is_refused_and_named(content: PromptContent, field: str) -> None:
    """FR-EC-003.4, .5, .6"""
    with pytest.raises(InvalidInput) as refused:
        check_limits(content)

    assert refused.value.field == field


@pytest.mark.parametrize(
    "content",
    [
        saying("x" * 400_000),
        saying("x" * 400_000, system="y" * 400_000),
        saying("x"),
        PromptContent(),
        saying(system="x" * 5_000, few_shots=(FewShot(user="a", assistant="b"),) * 10),
    ],
)
def test_what_is_just_within_the_limits_is_taken(content: PromptContent) -> None:
    check_limits(content)


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (PromptContent(), "messages"),
        (saying(" \n\t"), "messages"),
        (PromptContent(system="only this"), "messages"),
        (PromptContent(messages=(user("x"), Message(role="tool", content="y"))), None),
        (saying(few_shots=(FewShot(user="a", assistant=" "),)), "few_shots.0"),
        (saying(tools=(tool({"type": "objekt"}),)), "tools.0.parameters"),
        (saying(tools=(tool({"$ref": "https://example.com/x.json"}),)), "tools.0.parameters"),
        (saying(tools=(tool(name="two words"),)), "tools.0.name"),
        (saying(tools=(tool(), tool())), "tools.1.name"),
        (saying(output=OutputContract(kind="schema")), "output.schema"),
        (
            saying(output=OutputContract(kind="schema", schema={"type": 5})),
            "output.schema",
        ),
    ],
)
def test_what_could_not_be_sent_is_a_problem(content: PromptContent, field: str | None) -> None:
    """FR-EC-003.7"""
    assert [problem.field for problem in problems_of(content)] == [
        field or "messages.1.tool_call_id"
    ]
    with pytest.raises(InvalidInput):
        check_complete(content)


def test_only_the_assistant_calls_tools_and_only_tools_answer() -> None:
    wish = ToolCall(id="1", name="look", arguments="{}")
    content = PromptContent(
        messages=(
            Message(role="user", content="x", tool_calls=(wish,)),
            Message(role="user", content="x", tool_call_id="1"),
        )
    )

    assert [problem.field for problem in problems_of(content)] == [
        "messages.0.tool_calls",
        "messages.1.tool_call_id",
    ]


def test_a_whole_prompt_has_no_problems() -> None:
    content = saying(
        system="s",
        few_shots=(FewShot(user="a", assistant="b"),),
        tools=(tool(), tool({"type": "object", "properties": {"a": {"type": "string"}}}, "b")),
        output=OutputContract(kind="schema", schema={"type": "object"}),
    )

    assert problems_of(content) == ()
    assert warnings_of(content) == ()
    check_complete(content)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (saying("Short"), "Shorter than 50"),
        (saying(LONG_ENOUGH + " {name} {other}"), "{name}, {other} is sent unchanged"),
        (saying("é" * 10_241), "20 KB"),
    ],
)
def test_what_may_be_meant_so_is_only_warned_about(content: PromptContent, words: str) -> None:
    """FR-EC-003.3, EDGE-16.3.5"""
    assert [words in warning.message for warning in warnings_of(content)] == [True]
    check_complete(content)


@pytest.mark.parametrize("label", ["production", "v1.2", "a", "0-x_y", "x" * 50])
def test_a_label_is_a_short_word(label: str) -> None:
    check_label(label)


@pytest.mark.parametrize(
    "label", ["", "latest", "Production", "has space", "-a", ".a", "x" * 51, "é", "a\n"]
)
def test_other_labels_are_refused(label: str) -> None:
    with pytest.raises(InvalidInput):
        check_label(label)


def test_a_name_is_trimmed_and_not_empty() -> None:
    """PSM-PROMPT-4"""
    assert check_name("  Greeter ") == "Greeter"
    assert check_name("x" * 255)
    for name in ("", "  ", "x" * 256):
        with pytest.raises(InvalidInput):
            check_name(name)


def test_a_copy_gets_a_free_name() -> None:
    assert free_copy_name("A", set()) == "A (copy)"
    assert free_copy_name("A", {"A (copy)", "A (copy 2)"}) == "A (copy 3)"
    assert free_copy_name("x" * 255, set()) == "x" * 248 + " (copy)"


def test_a_preview_is_one_short_line() -> None:
    assert preview_of(saying("  Hello\n\n  world  ")) == "Hello world"
    assert preview_of(PromptContent(system="Be kind")) == "Be kind"
    assert preview_of(PromptContent()) == ""
    assert len(preview_of(saying("word " * 1000))) <= 200


TEXT = st.text(max_size=30)
JSON_OBJECTS: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    TEXT,
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    max_size=3,
)
CONTENTS = st.builds(
    PromptContent,
    system=TEXT,
    few_shots=st.lists(st.builds(FewShot, user=TEXT, assistant=TEXT), max_size=2).map(tuple),
    messages=st.lists(
        st.builds(
            Message,
            role=st.sampled_from(["system", "user", "assistant", "tool"]),
            content=TEXT,
            tool_calls=st.lists(
                st.builds(ToolCall, id=TEXT, name=TEXT, arguments=TEXT), max_size=2
            ).map(tuple),
            tool_call_id=st.none() | TEXT,
        ),
        max_size=3,
    ).map(tuple),
    tools=st.lists(
        st.builds(Tool, name=TEXT, description=TEXT, parameters=JSON_OBJECTS), max_size=2
    ).map(tuple),
    output=st.builds(
        OutputContract,
        kind=st.sampled_from(["auto", "text", "schema"]),
        schema=st.none() | JSON_OBJECTS,
    ),
    parameters=st.builds(
        Parameters,
        temperature=st.none() | st.floats(0, 2),
        max_tokens=st.none() | st.integers(1, 1000),
        stop=st.lists(TEXT, max_size=2).map(tuple),
    ),
)


@given(CONTENTS)
def test_what_is_read_back_is_what_was_written(content: PromptContent) -> None:
    stored = json.loads(json.dumps(content_to_json(content)))

    read = content_from_json(stored)

    assert read == content
    assert digest_of(read) == digest_of(content)


@given(CONTENTS, CONTENTS)
def test_different_contents_have_different_digests(a: PromptContent, b: PromptContent) -> None:
    assert (digest_of(a) == digest_of(b)) == (content_to_json(a) == content_to_json(b))


def test_the_order_of_a_schema_counts() -> None:
    one = saying(tools=(tool({"a": 1, "b": 2}),))
    other = saying(tools=(tool({"b": 2, "a": 1}),))

    assert digest_of(one) != digest_of(other)


def test_a_prompt_stored_before_a_part_was_added_is_read_with_its_default() -> None:
    """MIG-17.3.1"""
    old = {"messages": [{"role": "user", "content": "Hello"}]}

    assert content_from_json(old) == saying("Hello")
    assert content_to_json(saying("Hello")) == old


@given(CONTENTS)
def test_a_version_does_not_differ_from_itself(content: PromptContent) -> None:
    assert not any(part.changed or part.lines for part in compare(content, content))


@given(st.text(alphabet="ab\n\r\x0b", max_size=40), st.text(alphabet="ab\n\r\x0b", max_size=40))
def test_a_diff_says_both_texts(old: str, new: str) -> None:
    """RULE-9.3.3"""
    lines = diff_lines(old, new)

    if old == new:
        assert lines == ()
        return
    assert lines[0].startswith("@@")
    removed = [line[1:] for line in lines if line.startswith("-")]
    added = [line[1:] for line in lines if line.startswith("+")]
    assert removed or added
    if len(old.split("\n")) <= 3 and len(new.split("\n")) <= 3:
        kept = [line[1:] for line in lines if line[0] in " -"]
        assert "\n".join(kept) == old


@pytest.mark.parametrize(
    ("part", "changed"),
    [
        ("system", saying(system="New")),
        ("messages", saying("Other")),
        ("few_shots", saying(few_shots=(FewShot(user="a", assistant="b"),))),
        ("tools", saying(tools=(tool(),))),
        ("output", saying(output=OutputContract(kind="json"))),
        ("parameters", saying(parameters=Parameters(temperature=0))),
    ],
)
def test_every_part_is_compared(part: str, changed: PromptContent) -> None:
    assert [item.part for item in compare(saying(), changed) if item.changed] == [part]
    assert [item.part for item in compare(changed, saying()) if item.lines] == [part]


def test_no_field_of_the_content_is_forgotten_when_comparing() -> None:
    parts = {item.part for item in compare(saying(), saying())}

    assert parts == {field.name for field in dataclasses.fields(PromptContent)}


def test_a_hostile_text_is_compared_quickly() -> None:
    lines = [chr(0x4E00 + number % 100) for number in range(40_000)]
    begun = time.perf_counter()

    found = diff_lines("\n".join(lines), "\n".join(reversed(lines)))
    diff_lines("\n".join(lines[:1_000]), "\n".join(reversed(lines[:1_000])))

    assert (found[0], len(found)) == ("@@ -1,40000 +1,40000 @@", 80_001)
    assert time.perf_counter() - begun < PATIENCE_S


def test_a_small_change_of_a_long_text_is_shown_alone() -> None:
    lines = [f"Line {number}" for number in range(1, 5_001)]
    changed = [*lines[:2_999], "Other", *lines[3_000:]]
    longer = [*lines, "One more"]

    assert diff_lines("\n".join(lines), "\n".join(changed)) == (
        "@@ -2997,7 +2997,7 @@",
        *(f" Line {number}" for number in (2997, 2998, 2999)),
        "-Line 3000",
        "+Other",
        *(f" Line {number}" for number in (3001, 3002, 3003)),
    )
    assert diff_lines("\n".join(lines), "\n".join(longer)) == (
        "@@ -4998,3 +4998,4 @@",
        *(f" Line {number}" for number in (4998, 4999, 5000)),
        "+One more",
    )
    assert diff_lines("\n".join(longer), "\n".join(lines))[-1] == "-One more"
