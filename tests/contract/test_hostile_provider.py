"""A server that sends what no database can hold, or far too much: the outcome can still be kept."""

import json
from typing import Any

import pytest
from aiohttp import web

from edison.domain.models.model_call import Answered, Failed, outcome_to_json
from edison.domain.models.provider import Provider
from edison.providers.call_attempt import MOST_MODELS, CallAttempts
from tests.contract.providers import CONTRACTS, Handler, a_server, asking

(OPENAI,) = (contract for contract in CONTRACTS if contract.provider is Provider.OPENAI)
# Zero, half a surrogate pair and a number too large, as JSON may write them.
NASTY = "a\\u0000b\\ud800c"


def says(body: str, status: int = 200) -> Handler:
    async def handler(_: web.BaseRequest) -> web.StreamResponse:
        return web.Response(body=body.encode(), status=status, content_type="application/json")

    return handler


def holds(value: Any) -> bool:
    """Whether PostgreSQL would take this as JSON."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    text.encode()
    return "\\u0000" not in text and "\x00" not in text


async def test_an_answer_that_was_paid_for_can_be_kept_whatever_is_in_it(
    attempts: CallAttempts,
) -> None:
    body = (
        f'{{"model": "{NASTY}", "choices": [{{"finish_reason": "stop", "message": {{"content": "{NASTY}"}}}}],'
        f' "usage": {{"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5,'
        f' "{NASTY}": ["{NASTY}", 1e999]}}}}'
    )
    async with a_server(says(body)) as url:
        outcome = await attempts.make(OPENAI.endpoint(url), None, asking(), "key", 5.0)

    assert isinstance(outcome, Answered)
    assert outcome.text == "a\ufffdb\ufffdc"
    assert outcome.usage is not None
    assert outcome.usage.total == 5
    assert holds(outcome_to_json(outcome))


@pytest.mark.parametrize("status", [400, 401, 500])
async def test_a_failure_can_be_kept_whatever_it_says(attempts: CallAttempts, status: int) -> None:
    body = f'{{"error": {{"message": "{NASTY}", "code": "{NASTY}", "param": "{NASTY}"}}}}'
    async with a_server(says(body, status)) as url:
        endpoint = OPENAI.endpoint(url)
        outcomes = [
            await attempts.make(endpoint, None, asking(), "key", 5.0),
            await attempts.probe(endpoint),
            await attempts.models(endpoint),
        ]

    for outcome in outcomes:
        assert isinstance(outcome, Failed)
        assert holds(outcome_to_json(outcome))


async def test_a_listing_is_cut_to_what_a_catalog_can_hold(attempts: CallAttempts) -> None:
    names = [NASTY, "x" * 300, "", *(f"model-{number}" for number in range(MOST_MODELS + 50))]
    entries = ", ".join(f'{{"id": "{name}", "object": "model"}}' for name in names)
    async with a_server(says(f'{{"object": "list", "data": [{entries}]}}')) as url:
        listed = await attempts.models(OPENAI.endpoint(url))

    assert not isinstance(listed, Failed)
    assert MOST_MODELS - 3 <= len(listed) <= MOST_MODELS
    assert listed[0].name == "a\ufffdb\ufffdc"
    assert all(0 < len(model.name) <= 200 for model in listed)
