"""The renderer: variables are replaced once, everything else is left alone."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.model_call import Message, ToolCall
from edison.domain.prompts.prompt import FewShot, PromptContent
from edison.domain.prompts.template_renderer import (
    VARIABLE,
    CannotRender,
    MissingVariables,
    convert_single_braces,
    preview,
    render,
    render_text,
    value_from_json,
    variables_of,
)

# What other template languages, JSON and mathematics trip over.
CORPUS = [
    '{"a": {"b": [1, {}]}, "c": "{d}"}',
    r"\frac{a}{b} {{Ω}rel $\{x\}$ {\displaystyle {{x}}",
    "{# a comment #}",
    "{% if a %} {%- endif -%}",
    "---\nfront: matter\n---",
    "{}",
    "{{}}",
    "{{ spaced }}",
    "{{{triple}}}",
    "{{#section}}{{/section}} {{>partial}} {{&raw}} {{!note}}",
    "{{a.b}} {{a[0]}} {{a|upper}} {{a-b}}",
    "שלום {{ שם }} \u202eright to left\u202c",
    "👩‍👩‍👧 🏳️‍🌈 \u2019 \\u2019 &amp; <b>&lt;</b>",
    "%s %(a)s $a ${a} <%= a %> [[a]] {0} {a!r} {a:>10}",
    "tab\tvertical\x0bform\x0cnext\x85line\u2028end\r\n",
    "  leading and trailing  \n",
]

MESSAGES = (Message(role="user", content="Hi {{b}}"), Message(role="assistant", content="Hello"))


def one(text: str, **more: Any) -> PromptContent:
    return PromptContent(messages=(Message(role="user", content=text),), **more)


@given(st.text())
def test_a_variable_alone_becomes_its_value_whatever_that_is(value: str) -> None:
    assert render_text("{{a}}", {"a": value}) == value
    assert render(one("{{a}}"), {"a": value}) == (Message(role="user", content=value),)


@pytest.mark.parametrize("value", [*CORPUS, "{{a}}", "{{b}}", "{{a}}{{a}}", "\\1 \\g<0> \\n"])
def test_values_are_never_read_again(value: str) -> None:
    assert render_text("<{{a}}|{{b}}>", {"a": value, "b": "B"}) == f"<{value}|B>"


@given(st.text().filter(lambda text: not VARIABLE.search(text)))
def test_a_text_without_variables_is_unchanged(text: str) -> None:
    """EDGE-16.5.1"""
    assert render_text(text, {"a": "x"}) == text
    assert render(one(text), {}) == (Message(role="user", content=text),)


@pytest.mark.parametrize("text", CORPUS)
def test_what_only_looks_like_a_template_is_unchanged(text: str) -> None:
    values = dict.fromkeys(["a", "b", "d", "x", "spaced", "שם", "section", "rel"], "WRONG")
    if VARIABLE.search(text):
        values = {name: value for name, value in values.items() if name not in {"x", "triple"}}

    assert render_text(text, values) == text


@given(st.text(), st.text(), st.text(), st.text(), st.text())
def test_texts_around_variables_are_unchanged(a: str, b: str, c: str, x: str, y: str) -> None:
    a, b, c = (part.replace("{", "(").replace("}", ")") for part in (a, b, c))

    assert render_text(f"{a}{{{{x}}}}{b}{{{{y}}}}{c}", {"x": x, "y": y}) == a + x + b + y + c


def test_three_braces_are_a_brace_and_a_variable() -> None:
    assert render_text('{"q": {{{a}}}}', {"a": "1"}) == '{"q": {1}}'


@pytest.mark.parametrize("name", ["a", "snake_case", "CamelCase", "x1", "1", "Ω", "имя", "質問"])
def test_a_name_is_letters_digits_and_underscores(name: str) -> None:
    """FR-EC-003.2"""
    assert variables_of(one(f"Ask {{{{{name}}}}}!")) == (name,)
    assert render_text(f"{{{{{name}}}}}", {name: "v"}) == "v"


def test_variables_are_found_everywhere_each_once_in_order() -> None:
    """FR-EC-003.2, PSM-PROMPT-6"""
    content = PromptContent(
        system="{{tone}}",
        few_shots=(FewShot(user="{{q}}", assistant="{{tone}} {{style}}"),),
        messages=(Message(role="user", content="{{q}} {{question}} {{ no }} {no}"),),
    )

    assert variables_of(content) == ("tone", "q", "style", "question")


def test_system_and_examples_come_before_the_messages() -> None:
    content = PromptContent(
        system="Be {{tone}}",
        few_shots=(FewShot(user="{{x}}?", assistant="yes"),),
        messages=(
            Message(role="user", content="{{x}}"),
            Message(
                role="assistant",
                content="",
                tool_calls=(ToolCall(id="1", name="look", arguments='{"x": "{{x}}"}'),),
            ),
            Message(role="tool", content="{{x}}!", tool_call_id="1"),
        ),
    )

    sent = render(content, {"tone": "kind", "x": "X"})

    assert [(message.role, message.content) for message in sent] == [
        ("system", "Be kind"),
        ("user", "X?"),
        ("assistant", "yes"),
        ("user", "X"),
        ("assistant", ""),
        ("tool", "X!"),
    ]
    assert sent[4].tool_calls == content.messages[1].tool_calls
    assert sent[5].tool_call_id == "1"


def test_what_has_no_value_is_named_and_left_as_written() -> None:
    """PSM-PROMPT-7"""
    content = one("Hello {{name}}, {{who}} and {{name}}")

    shown = preview(content, {"who": "Bob"})

    assert shown.messages[0].content == "Hello {{name}}, Bob and {{name}}"
    assert shown.missing == ("name",)
    with pytest.raises(MissingVariables, match=r"No value for \{\{name\}\}") as refused:
        render(content, {"who": "Bob"})
    assert refused.value.missing == ("name",)


@pytest.mark.parametrize("content", ["{{a}}", " {{a}}\n"])
def test_a_message_list_takes_the_place_of_a_message_that_is_only_its_variable(
    content: str,
) -> None:
    sent = render(
        PromptContent(
            system="S",
            messages=(
                Message(role="user", content=content),
                Message(role="user", content="{{b}}"),
            ),
        ),
        {"a": MESSAGES, "b": "B"},
    )

    assert sent == (
        Message(role="system", content="S"),
        *MESSAGES,
        Message(role="user", content="B"),
    )


@pytest.mark.parametrize(
    "content",
    [
        one("Before {{a}}"),
        one("{{a}}{{a}}"),
        PromptContent(system="{{a}}", messages=(Message(role="user", content="x"),)),
        one("x", few_shots=(FewShot(user="{{a}}", assistant="y"),)),
    ],
)
def test_a_message_list_inside_other_text_is_refused(content: PromptContent) -> None:
    shown = preview(content, {"a": MESSAGES})

    assert shown.misplaced == ("a",)
    assert shown.missing == ()
    assert any("{{a}}" in message.content for message in shown.messages)
    with pytest.raises(CannotRender, match="list of messages inside other text"):
        render(content, {"a": MESSAGES})


def test_an_empty_conversation_takes_its_message_away() -> None:
    content = PromptContent(
        messages=(Message(role="user", content="{{history}}"), Message(role="user", content="x"))
    )

    assert render(content, {"history": ()}) == (Message(role="user", content="x"),)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, "5"),
        (1.5, "1.5"),
        (True, "true"),
        (None, ""),
        ("5", "5"),
        ([1, 2], "[1, 2]"),
        ({"ü": "é"}, '{"ü": "é"}'),
        ([{"role": "robot", "content": "x"}], '[{"role": "robot", "content": "x"}]'),
        ([{"role": "user", "content": 5}], '[{"role": "user", "content": 5}]'),
        ({"messages": "no list"}, '{"messages": "no list"}'),
    ],
)
def test_values_of_any_kind_are_put_in_as_text(value: Any, text: str) -> None:
    """PSM-PROMPT-8"""
    assert value_from_json(value) == text


def test_messages_are_read_as_we_and_as_openai_write_them() -> None:
    ours: list[dict[str, Any]] = [
        {"role": "user", "content": "Weather?"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "1", "name": "w", "arguments": '{"at": "Rome"}'}],
        },
        {"role": "tool", "content": "sunny", "tool_call_id": "1"},
    ]
    called = {"name": "w", "arguments": '{"at": "Rome"}'}
    wish = {"id": "1", "type": "function", "function": called}
    theirs = [
        ours[0],
        {"role": "assistant", "content": None, "tool_calls": [wish]},
        ours[2],
    ]

    read = value_from_json(ours)

    assert read == value_from_json(theirs) == value_from_json({"messages": ours})
    assert isinstance(read, tuple)
    assert read[1].tool_calls == (ToolCall(id="1", name="w", arguments='{"at": "Rome"}'),)
    assert read[2].tool_call_id == "1"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_a_value(value: Any) -> None:
    read = value_from_json(value)

    assert isinstance(read, (str, tuple))
    if isinstance(read, str) and not isinstance(value, str) and value is not None:
        assert json.loads(read) == value


@pytest.mark.parametrize(
    ("text", "converted", "names"),
    [
        ("Hello {name}", "Hello {{name}}", ("name",)),
        ("{a} {b} {a}", "{{a}} {{b}} {{a}}", ("a", "b")),
        ("{{name}} stays", "{{name}} stays", ()),
        ('{"json": {name}}', '{"json": {{name}}}', ("name",)),
        ('{"key": 1} {} {0} { x } {a.b} ${shell}', '{"key": 1} {} {0} { x } {a.b} ${shell}', ()),
        ("{a}} {{b} {{{c}}}", "{{a}}} {{b} {{{c}}}", ("a",)),
        ("{Ω} {имя}", "{{Ω}} {{имя}}", ("Ω", "имя")),
    ],
)
def test_variables_of_other_tools_are_converted(
    text: str, converted: str, names: tuple[str, ...]
) -> None:
    """PSM-PROMPT-2"""
    assert convert_single_braces(text) == (converted, names)


@given(st.text(alphabet="{}ab_ \n"))
def test_converting_twice_changes_nothing_more(text: str) -> None:
    once, _ = convert_single_braces(text)

    assert convert_single_braces(once)[0] == once
