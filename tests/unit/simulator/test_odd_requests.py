"""Whatever is sent, the simulator reads it or complains; it never breaks."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edison.simulator.behaviour import JudgeFaults
from edison.simulator.compose_answer import say
from edison.simulator.named_models import USUAL
from edison.simulator.protocol_paths import (
    ANTHROPIC,
    AZURE,
    BEDROCK,
    EMBEDDINGS,
    GEMINI,
    OLLAMA,
    OPENAI,
    VERTEX,
)
from edison.simulator.protocols.protocol_base import Speaker
from edison.simulator.protocols.requested_caches import RequestedCaches
from edison.simulator.simulated_call import Trouble, TroubleKind, Unreadable
from edison.simulator.simulated_tokens import SeenPrefixes
from edison.simulator.worlds.fit_schema import BadSchema

SPEAKERS: tuple[Speaker, ...] = (
    OPENAI,
    AZURE,
    ANTHROPIC,
    GEMINI,
    VERTEX,
    BEDROCK,
    OLLAMA,
    EMBEDDINGS,
)
NAMES = st.sampled_from(
    [
        *("model", "messages", "contents", "role", "user", "content", "parts", "text", "input"),
        *("system", "tools", "tool_choice", "function", "name", "parameters", "response_format"),
        *("json_schema", "schema", "type", "object", "properties", "items", "enum", "anyOf"),
        *("toolConfig", "toolSpec", "generationConfig", "stop", "max_tokens", "temperature"),
    ]
)
VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 500) | st.text(max_size=12) | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=14,
)
MESSAGE = st.fixed_dictionaries(
    {"role": st.just("user") | VALUES, "content": VALUES}, optional={"parts": VALUES}
)
BODIES = st.fixed_dictionaries(
    {"model": st.just("sim-small")},
    optional={
        "messages": st.lists(MESSAGE, max_size=3),
        "contents": st.lists(MESSAGE, max_size=3),
        "max_tokens": st.integers(0, 50),
        "tools": VALUES,
        "tool_choice": VALUES,
        "response_format": VALUES,
        "output_config": VALUES,
        "generationConfig": VALUES,
        "toolConfig": VALUES,
        "format": VALUES,
        "system": VALUES,
        "options": VALUES,
        "input": VALUES,
    },
)


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.name)
@example(body={"model": "sim-small", "tools": [{"function": {"name": "a"}}]}, stream=False)
@given(body=BODIES, stream=st.booleans())
def test_an_odd_request_is_answered_or_refused(
    speaker: Speaker, body: dict[str, Any], stream: bool
) -> None:
    try:
        asked = speaker.read(body, model="sim-small", stream=stream)
        said = say(
            asked,
            USUAL,
            seed=7,
            trial=0,
            leanings=JudgeFaults(),
            prefixes=SeenPrefixes(),
            caches=RequestedCaches(),
        )
    except (Unreadable, BadSchema):
        # What the server turns into a complaint in the provider's words.
        return

    assert speaker.whole(asked, said)
    assert all(speaker.stream(asked, said))


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.name)
@pytest.mark.parametrize("kind", TroubleKind)
def test_every_trouble_has_a_status_and_a_message_in_every_protocol(
    speaker: Speaker, kind: TroubleKind
) -> None:
    reply = speaker.trouble(Trouble(kind=kind, model="m", parameter="temperature", detail="odd"))

    assert 400 <= reply.status < 600
    assert len(reply.body) > 10
