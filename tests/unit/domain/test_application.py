"""Templates of HTTP applications: what is sent, what is read, and what is refused when a credential is added."""

from typing import Any

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.models.application import (
    MissingTemplateValue,
    TemplateInputs,
    check_application,
    fill_template,
    resolve_pointer,
    sample_values,
    uses_values,
)

INPUTS = TemplateInputs(
    input='Say "hi"\n',
    system="Be brief",
    messages=[{"role": "user", "content": "Say hi"}],
    values={"question": "Why?", "first name": "Ann", "list": [1, 2]},
)


@pytest.mark.parametrize(
    ("template", "sent"),
    [
        ('{"q": "{{input}}"}', {"q": 'Say "hi"\n'}),
        ('{"q": "Q: {{ values.question }}!"}', {"q": "Q: Why?!"}),
        ('{"m": "{{messages}}"}', {"m": [{"role": "user", "content": "Say hi"}]}),
        ('{"all": "{{values}}"}', {"all": dict(INPUTS.values)}),
        ('{"n": "{{values.first name}}", "k": 3}', {"n": "Ann", "k": 3}),
        ('{"in": [{"x": "{{system}}"}], "t": "l={{values.list}}"}', None),
    ],
)
def test_variables_are_filled_as_json_and_keep_their_type(template: str, sent: Any) -> None:
    wanted = sent or {"in": [{"x": "Be brief"}], "t": "l=[1, 2]"}
    assert fill_template(template, INPUTS) == wanted


def test_text_of_a_case_cannot_refer_to_other_values() -> None:
    inputs = TemplateInputs(
        input="{{values.secret}}", system="", messages=[], values={"secret": "x"}
    )

    assert fill_template('{"q": "{{input}}", "t": "a {{input}}"}', inputs) == {
        "q": "{{values.secret}}",
        "t": "a {{values.secret}}",
    }


def test_a_value_that_the_case_does_not_have_is_named() -> None:
    with pytest.raises(MissingTemplateValue, match="no value topic"):
        fill_template('{"q": "{{values.topic}}"}', INPUTS)


def test_a_pointer_finds_a_value_or_names_what_is_missing() -> None:
    document = {"a": [{"b/c": 1}, {"~": None}], "": 2}

    assert resolve_pointer(document, "") == document
    assert resolve_pointer(document, "/a/0/b~1c") == 1
    assert resolve_pointer(document, "/a/1/~0") is None
    assert resolve_pointer(document, "/") == 2
    for pointer, missing in (("/a/2", "2"), ("/a/-1", "-1"), ("/a/0/x/y", "x"), ("/a/x", "x")):
        with pytest.raises(KeyError, match=missing):
            resolve_pointer(document, pointer)


def test_values_are_passed_only_to_a_template_that_refers_to_them() -> None:
    assert uses_values('{"q": "{{values.a}}"}')
    assert uses_values('{"q": "{{values}}"}')
    assert not uses_values('{"q": "{{input}} values.a"}')
    assert sample_values('{"q": "{{values.a}} {{values.b c}} {{input}}"}', "Hi") == {
        "a": "Hi",
        "b c": "Hi",
    }


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("request_template", "{", "not valid JSON"),
        ("request_template", '{"q": {{input}}}', "between quotation marks"),
        ("request_template", '["{{input}}"]', "must be a JSON object"),
        ("request_template", '{"q": "{{output}}"}', "{{output}} is unknown"),
        ("request_template", '{"q": "hi"}', "no variable"),
        ("response_path", "output.text", "starts with a slash"),
        ("cost_path", "$.cost", "starts with a slash"),
        ("timeout_s", "0", "whole number of seconds"),
        ("timeout_s", "1.5", "whole number of seconds"),
        ("timeout_s", "3601", "whole number of seconds"),
        ("repeatable", "maybe", 'Enter "yes" or "no"'),
        ("application", "x" * 201, "At most 200 characters"),
    ],
)
def test_what_cannot_work_is_refused_with_its_field(field: str, value: str, message: str) -> None:
    config = {"request_template": '{"q": "{{input}}"}', "response_path": "/output"}
    check_application(config)

    with pytest.raises(InvalidInput) as refused:
        check_application({**config, field: value})

    assert message in refused.value.message
    assert refused.value.field == f"config.{field}"
