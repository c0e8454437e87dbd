"""Files in messages: where a variable puts them, what they cost, and that texts alone are as before."""

from dataclasses import replace
from uuid import UUID

import pytest

from edison.domain.datasets.case_json import value_from_json, value_to_json
from edison.domain.datasets.dataset import files_in, value_text
from edison.domain.ids import ProjectId
from edison.domain.models.answer_key import EndpointIdentity, answer_key, answer_key_parts
from edison.domain.models.attached_file import AttachedFile, loaded, split_at_files
from edison.domain.models.media_prices import file_tokens, media_fact, most_file_tokens
from edison.domain.models.model_call import Message, ModelCall, call_from_json, call_to_json
from edison.domain.models.provider import Provider
from edison.domain.models.sendable_files import with_files_of
from edison.domain.models.token_counts import at_most_tokens, count_prompt
from edison.domain.prompts.prompt import FewShot, PromptContent
from edison.domain.prompts.template_renderer import CannotRender, preview, render

# Of the call below, computed by the release before files.
KEY_BEFORE_FILES = "95ad64432aadc740bf14ad658457de166def970184469d164445232026c30ad7"
PICTURE = AttachedFile(
    file="a" * 64, media_type="image/png", name="cat.png", size=9, width=1024, height=1024
)
REPORT = AttachedFile(file="b" * 64, media_type="application/pdf", name="r.pdf", size=9, pages=3)
SOUND = AttachedFile(file="c" * 64, media_type="audio/wav", size=9, seconds=60.0)


def user(text: str, *files: AttachedFile) -> Message:
    return Message(role="user", content=text, files=files)


def test_a_variable_puts_its_file_where_it_stands() -> None:
    content = PromptContent(messages=(user("See {{image}} and {{q}}: {{image}}!"),))

    (message,) = render(content, {"image": PICTURE, "q": "this"})

    assert message.content == "See  and this: !"
    assert [file.at for file in message.files] == [4, 15]
    parts = split_at_files(message.content, message.files)
    assert [part if isinstance(part, str) else part.name for part in parts] == [
        "See ",
        "cat.png",
        " and this: ",
        "cat.png",
        "!",
    ]


def test_an_example_may_show_a_file() -> None:
    shot = FewShot(user="{{image}} What is it?", assistant="A cat")
    content = PromptContent(few_shots=(shot,), messages=(user("And {{other}}?"),))

    first, answer, last = render(content, {"image": PICTURE, "other": REPORT})

    assert [file.name for file in (*first.files, *last.files)] == ["cat.png", "r.pdf"]
    assert answer.files == ()


@pytest.mark.parametrize("place", ["system", "assistant", "example"])
def test_only_a_user_message_holds_a_file(place: str) -> None:
    content = PromptContent(messages=(user("Hi"),))
    if place == "system":
        content = replace(content, system="{{image}}")
    elif place == "assistant":
        content = replace(content, messages=(Message(role="assistant", content="{{image}}"),))
    else:
        content = replace(content, few_shots=(FewShot(user="x", assistant="{{image}}"),))

    with pytest.raises(CannotRender, match="is a file, which only the text of a user message"):
        render(content, {"image": PICTURE})


def test_a_preview_keeps_a_variable_without_a_value_beside_a_file() -> None:
    done = preview(PromptContent(messages=(user("{{image}} {{gone}}"),)), {"image": PICTURE})

    assert done.missing == ("gone",)
    assert done.messages[0].content == " {{gone}}"


def test_a_file_does_not_replace_variables_in_the_texts_of_others() -> None:
    (message,) = render(
        PromptContent(messages=(user("{{q}}{{image}}"),)), {"q": "{{image}}", "image": PICTURE}
    )

    assert (message.content, message.files[0].at) == ("{{image}}", 9)


def test_texts_alone_are_stored_and_hashed_as_before() -> None:
    call = ModelCall(model="m", messages=(user("Hi"),))
    where = EndpointIdentity(provider=Provider.OPENAI, origin="https://api.openai.com/v1")

    assert call_to_json(call)["messages"] == [{"role": "user", "content": "Hi"}]
    key = answer_key(ProjectId(UUID(int=1)), where, call, 0)
    assert "files" not in answer_key_parts(ProjectId(UUID(int=1)), where, call, 0)["messages"][0]
    assert key == KEY_BEFORE_FILES


def test_the_key_of_an_answer_has_the_file_and_its_place() -> None:
    where = EndpointIdentity(provider=Provider.OPENAI, origin="https://api.openai.com/v1")

    def key(*files: AttachedFile) -> str:
        call = ModelCall(model="m", messages=(user("Hi there", *files),))
        return answer_key(ProjectId(UUID(int=1)), where, call, 0)

    keys = [key(), key(PICTURE), key(REPORT), key(replace(PICTURE, at=2)), key(PICTURE, REPORT)]
    assert len(set(keys)) == len(keys)
    assert key(loaded(PICTURE, b"bytes")) == key(PICTURE)


def test_the_bytes_are_never_stored() -> None:
    call = ModelCall(model="m", messages=(user("Hi", loaded(PICTURE, b"secret bytes")),))

    kept = call_to_json(call)

    assert "secret" not in repr(kept) + repr(call)
    assert call_from_json(kept).messages[0].files == (PICTURE,)


@pytest.mark.parametrize("file", [PICTURE, REPORT, SOUND])
def test_a_file_of_a_case_is_stored_by_its_digest(file: AttachedFile) -> None:
    kept = value_to_json(file)

    assert isinstance(kept, dict)
    assert kept["file"] == file.file
    assert value_from_json(kept) == file
    assert files_in(file) == (file,)
    assert value_text(file).startswith(f"[{file.kind}: ")


# The examples of the providers' documents: 1024 x 1024 is 765 tokens of GPT-4o and 1,024 patches.
@pytest.mark.parametrize(
    ("model", "width", "height", "tokens"),
    [
        ("gpt-4o", 1024, 1024, 765),
        ("gpt-4o-2024-08-06", 2048, 4096, 1105),
        ("gpt-4.1-mini", 1024, 1024, 1659),
        ("gpt-5", 1024, 1024, 630),
        ("gpt-5-mini", 4000, 4000, 1844),
        ("gpt-5.6", 3200, 3200, 12_000),
        ("claude-opus-4-5", 1000, 1000, 1296),
        ("claude-opus-4-5", 4000, 3000, 1568),
        ("claude-opus-5-5", 4000, 3000, 4784),
        ("us.anthropic.claude-opus-4-5-v1:0", 1000, 1000, 1296),
        ("gemini-2.5-pro", 700, 700, 258),
        ("gemini-3.5-flash", 4000, 4000, 1120),
        ("anybody/vision-model", 560, 280, 200),
    ],
)
def test_images_are_counted_by_the_rule_of_their_provider(
    model: str, width: int, height: int, tokens: int
) -> None:
    image = replace(PICTURE, width=width, height=height)

    assert file_tokens(image, model) == tokens
    assert most_file_tokens(image, model) > tokens


def test_pages_and_seconds_are_counted() -> None:
    assert file_tokens(REPORT, "claude-opus-4-5") == 3 * (1_500 + 1_568)
    assert file_tokens(SOUND, "gemini-2.5-flash") == pytest.approx(60 * 32, abs=1)
    for model in ("gpt-4o-mini", "claude-opus-5-5", "gemini-3-pro", "gpt-audio", "unknown"):
        for file in (PICTURE, REPORT, SOUND):
            assert most_file_tokens(file, model) > file_tokens(file, model)
            assert media_fact(model).source


def test_a_prompt_with_files_is_counted_and_bounded_with_them() -> None:
    text = (user("Hi"),)
    both = (user("Hi", PICTURE, REPORT),)
    more = sum(file_tokens(file, "gpt-4o") for file in (PICTURE, REPORT))

    assert count_prompt(both, "gpt-4o", "OPENAI") == (
        count_prompt(text, "gpt-4o", "OPENAI")[0] + more,
        False,
    )
    assert count_prompt(text, "gpt-4o", "OPENAI")[1]
    bounds = [at_most_tokens(ModelCall(model="gpt-4o", messages=each)) for each in (text, both)]
    assert bounds[1] - bounds[0] > more


def test_a_model_gets_only_the_kinds_that_it_takes() -> None:
    messages = (user("Judge", PICTURE, SOUND),)

    assert with_files_of(messages, {"image", "audio", "pdf"}) is messages
    assert with_files_of(messages, {"audio"})[0].files == (SOUND,)
    assert with_files_of(messages, ())[0] == user("Judge")
