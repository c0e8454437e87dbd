"""Every provider keeps the same promises: what is asked arrives, and what is answered comes back whole."""

import json
from math import ceil
from typing import Any, cast

import pytest

from edison.domain.models.model_call import (
    Failed,
    FailureCode,
    FinishReason,
    Message,
    OutputFormat,
    Tool,
)
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import Provider
from edison.providers.call_attempt import CallAttempts
from edison.providers.wire.registry import WIRES
from edison.simulator.named_models import MODELS
from tests.contract.providers import (
    CONTRACTS,
    PRICE,
    QUESTION,
    WITH_BOTH_APIS,
    Contract,
    answered,
    asking,
    every_provider,
    providers_in_contract,
    quietly,
    tells_no_secret,
)
from tests.support.simulated import Simulated

# Client and simulator share an interpreter here; exact times are measured where they do not.
SLACK_MS = 200
COLD = Parameters(temperature=0)
CONVERSATION = (
    Message(role="system", content="You are a geographer. Answer in one word."),
    Message(role="user", content="What is the capital of Italy?"),
    Message(role="assistant", content="Rome"),
    Message(role="user", content="What is the capital of Spain?"),
    Message(role="assistant", content="Madrid"),
    Message(role="user", content=QUESTION),
)
WEATHER = Tool(
    name="get_weather",
    description="Tell the weather of a city",
    parameters={
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
        "additionalProperties": False,
    },
)
ABOUT_WEATHER = Message(role="user", content="How is the weather in Paris?")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "certain": {"type": "boolean"},
        "kind": {"type": "string", "enum": ["city", "country"]},
    },
    "required": ["answer", "certain", "kind"],
    "additionalProperties": False,
}
IN_FORM = OutputFormat(kind="schema", name="capital", schema=SCHEMA)


def fits(text: str) -> bool:
    """Say whether the text is JSON of the schema above."""
    read: Any = json.loads(text)
    assert isinstance(read, dict)
    value = cast(dict[str, Any], read)
    return (
        value.keys() == SCHEMA["properties"].keys()
        and isinstance(value["answer"], str)
        and isinstance(value["certain"], bool)
        and value["kind"] in ("city", "country")
    )


def test_every_provider_is_in_the_contract() -> None:
    # An application of the user has a contract of its own: test_every_application.py.
    of_models = set(Provider) - {Provider.APPLICATION}

    assert {contract.provider for contract in CONTRACTS} == of_models == set(WIRES)
    assert providers_in_contract() == len(of_models)


@every_provider
async def test_a_question_is_answered_with_its_bill(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    await sim.behave(latency={"ms": 300})
    endpoint = contract.endpoint(sim.url)

    outcome = await attempts.make(endpoint, PRICE, asking(parameters=COLD), "key-of-one", 10)

    answer = answered(outcome)
    assert "Paris" in answer.text
    assert (answer.finish, answer.tool_calls, answer.attempts) == (FinishReason.STOP, (), 1)
    assert answer.usage is not None
    assert answer.usage.total == contract.total(answer.usage.raw) > 0
    assert min(answer.usage.input, answer.usage.output) > 0
    assert answer.cost == 3 * answer.usage.input + 15 * answer.usage.output
    assert answer.latency_ms is not None
    assert answer.latency_ms >= 300 - SLACK_MS
    assert answer.first_token_ms is None
    assert answer.model == ("sim-medium" if contract.names_model else "")
    assert (await sim.calls())["by_key"] == {"key-of-one": 1}
    assert tells_no_secret(answer, endpoint)


@every_provider
async def test_a_streamed_answer_is_the_same_answer_in_pieces(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    endpoint = contract.endpoint(sim.url)
    essay = Message(role="user", content="Write an essay about the sea and about ships.")
    call = asking("sim-medium", essay, parameters=COLD)
    whole = answered(await attempts.make(endpoint, PRICE, call, "whole", 10))
    await sim.behave(latency={"ms": 300, "per_token_ms": 0.5})
    pieces: list[str] = []

    streamed = answered(await attempts.make(endpoint, PRICE, call, "streamed", 10, pieces.append))

    assert len(pieces) > 1
    assert "".join(pieces) == streamed.text == whole.text
    assert streamed.first_token_ms is not None
    assert streamed.latency_ms is not None
    assert 300 - SLACK_MS <= streamed.first_token_ms <= streamed.latency_ms
    assert streamed.usage is not None
    assert whole.usage is not None
    assert streamed.usage.total == whole.usage.total == contract.total(streamed.usage.raw)
    assert (streamed.finish, streamed.model) == (whole.finish, whole.model)
    assert streamed.cost == whole.cost


@every_provider
async def test_what_the_model_is_told_is_what_was_written(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    """System, examples and question arrive as turns of their own: the simulator counts each text and each turn."""
    endpoint = contract.endpoint(sim.url)
    call = asking("sim-medium", *CONVERSATION, parameters=COLD)

    answer = answered(await attempts.make(endpoint, PRICE, call, "told", 10))

    assert answer.usage is not None
    assert answer.usage.prompt == sum(
        ceil(len(message.content) / 4) + 3 for message in CONVERSATION
    )


async def test_all_providers_of_one_model_give_one_answer(
    sim: Simulated, attempts: CallAttempts
) -> None:
    call = asking("sim-medium", *CONVERSATION, parameters=COLD)

    answers = [
        answered(await attempts.make(contract.endpoint(sim.url), PRICE, call, "same", 10))
        for contract in WITH_BOTH_APIS
    ]

    assert len({answer.text for answer in answers}) == 1
    assert len({answer.cost for answer in answers}) == 1


@every_provider
async def test_a_limit_and_a_stop_word_end_the_answer(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    endpoint = contract.endpoint(sim.url)
    essay = Message(role="user", content="Write an essay about the sea and about ships.")
    most = max(2, contract.fewest_tokens)
    short = asking("sim-medium", essay, parameters=Parameters(temperature=0, max_tokens=most))
    call = asking("sim-medium", essay, parameters=COLD)
    whole = answered(await attempts.make(endpoint, PRICE, call, "all", 10)).text

    cut = answered(await attempts.make(endpoint, PRICE, short, "short", 10))

    assert (cut.finish, cut.text) == (FinishReason.LENGTH, whole[: 4 * most])
    if not contract.stops:
        return
    stop = asking("sim-medium", essay, parameters=Parameters(temperature=0, stop=(whole[3:6],)))
    stopped = answered(await attempts.make(endpoint, PRICE, stop, "stop", 10))
    assert (stopped.finish, stopped.text) == (FinishReason.STOP, whole[:3])


@every_provider
@pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
async def test_a_tool_is_wished_for_and_its_result_is_used(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    endpoint = contract.endpoint(sim.url)
    on_text = quietly if streams else None
    asked = asking("sim-medium", ABOUT_WEATHER, tools=(WEATHER,))

    wishing = answered(await attempts.make(endpoint, PRICE, asked, "wish", 10, on_text))

    assert wishing.finish is FinishReason.TOOL_CALLS
    [wish] = wishing.tool_calls
    assert wish.name == "get_weather"
    assert wish.id
    assert json.loads(wish.arguments)["city"] == "Paris"
    told = asking(
        "sim-medium",
        ABOUT_WEATHER,
        Message(role="assistant", content="", tool_calls=(wish,)),
        Message(role="tool", content="Nineteen degrees and rain", tool_call_id=wish.id),
        tools=(WEATHER,),
    )

    final = answered(await attempts.make(endpoint, PRICE, told, "told", 10, on_text))

    assert (final.finish, final.tool_calls) == (FinishReason.STOP, ())
    assert "Nineteen degrees and rain" in final.text


@every_provider
@pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
async def test_an_answer_has_the_form_that_was_asked_for(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    endpoint = contract.endpoint(sim.url)
    pieces: list[str] = []
    on_text = pieces.append if streams else None

    answer = answered(
        await attempts.make(endpoint, PRICE, asking(output=IN_FORM), "form", 10, on_text)
    )

    assert fits(answer.text)
    assert (answer.finish, answer.tool_calls) == (FinishReason.STOP, ())
    assert "".join(pieces) == (answer.text if streams else "")


@every_provider
async def test_any_json_can_be_asked_for(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    endpoint = contract.endpoint(sim.url)
    plain = answered(await attempts.make(endpoint, PRICE, asking(), "plain", 10))

    call = asking(output=OutputFormat(kind="json"))
    answer = answered(await attempts.make(endpoint, PRICE, call, "json", 10))

    assert answer.usage is not None
    assert plain.usage is not None
    if contract.json_mode:
        assert isinstance(json.loads(answer.text), dict)
    else:
        # The wish arrives as words in the prompt; whether the model follows is its own affair.
        assert answer.usage.prompt > plain.usage.prompt


@every_provider
async def test_tools_and_a_form_go_together(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    endpoint = contract.endpoint(sim.url)
    asked = asking("sim-medium", ABOUT_WEATHER, tools=(WEATHER,), output=IN_FORM)

    wishing = answered(await attempts.make(endpoint, PRICE, asked, "wish", 10))

    [wish] = wishing.tool_calls
    assert (wishing.finish, wish.name) == (FinishReason.TOOL_CALLS, "get_weather")
    if not contract.schema_field:
        return
    told = asking(
        "sim-medium",
        ABOUT_WEATHER,
        Message(role="assistant", content="", tool_calls=(wish,)),
        Message(role="tool", content="Rain", tool_call_id=wish.id),
        tools=(WEATHER,),
        output=IN_FORM,
    )
    final = answered(await attempts.make(endpoint, PRICE, told, "told", 10))
    assert fits(final.text)


@every_provider
async def test_models_are_listed_where_the_provider_can_be_asked(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    listed = await attempts.models(contract.endpoint(sim.url))

    assert not isinstance(listed, Failed)
    expected = set(MODELS) if contract.lists else set[str]()
    assert {model.name for model in listed} == expected


@every_provider
async def test_a_probe_tells_a_good_key_from_a_wrong_one(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    wrong = contract.endpoint(sim.url, valid=False)

    assert await attempts.probe(contract.endpoint(sim.url)) is None
    problem = await attempts.probe(wrong)

    if contract.keys:
        assert problem is not None
        assert problem.code is FailureCode.INVALID_KEY
        assert tells_no_secret(problem, wrong)
    else:
        assert problem is None
    if contract.keys and contract.lists:
        refused = await attempts.models(wrong)
        assert isinstance(refused, Failed)
        assert refused.code is FailureCode.INVALID_KEY
