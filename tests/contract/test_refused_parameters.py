"""What happens to a parameter that a provider refuses: only defaults of Edison are left out, all else is the user's."""

import asyncio
from dataclasses import replace

from edison.domain.models.model_call import (
    FailureCode,
    Message,
    ModelCall,
    OutputFormat,
    ReasoningItem,
    Tool,
)
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import Provider
from tests.contract.lab import Lab
from tests.contract.providers import (
    OVER_RESPONSES,
    Contract,
    answered,
    asking,
    every_provider,
    failed,
)
from tests.contract.test_gateway import BY_NAME, QUICK, call

WARMTH = frozenset({"temperature"})
CLOCK = Tool(name="clock", description="Tell the time", parameters={})
FUSSY = "sim-no-effort-with-tools"


@every_provider
async def test_a_refused_parameter_that_edison_set_is_left_out_and_remembered(
    lab: Lab, contract: Contract
) -> None:
    gateway, target = lab.gateway(), lab.target(contract, "sim-picky")

    first = answered(await call(gateway, target, adaptable=WARMTH))
    assert (first.dropped, first.attempts) == (("temperature",), 2)
    assert await lab.seen() == 2

    second = answered(await call(gateway, target, adaptable=WARMTH))
    assert (second.dropped, second.attempts) == (("temperature",), 1)
    assert await lab.seen() == 3
    assert lab.told == [("sim-picky", "temperature")]

    unset = answered(await call(gateway, target, parameters=Parameters()))
    assert unset.dropped == ()


@every_provider
async def test_a_refused_parameter_that_a_user_set_ends_the_call_with_the_words_of_the_provider(
    lab: Lab, contract: Contract
) -> None:
    gateway, target = lab.gateway(), lab.target(contract, "sim-picky")
    answered(await call(gateway, target, adaptable=WARMTH))

    # Also after the same model has rejected it where Edison had set it.
    for known in (target, replace(target, learned=WARMTH)):
        failure = failed(await call(gateway, known))

        assert (failure.code, failure.parameter) == (FailureCode.PARAMETER_REFUSED, "temperature")
        assert (failure.attempts, failure.dropped, failure.retryable) == (1, (), False)
        assert "temperature" in failure.message
        assert failure.suggestion is not None
        assert failure.suggestion.startswith("Remove temperature")
    assert await lab.seen() == 4


async def test_a_refused_combination_ends_the_call_and_nothing_is_learned(lab: Lab) -> None:
    gateway, target = lab.gateway(), lab.target(BY_NAME[Provider.OPENAI], FUSSY)
    effort = Parameters(reasoning_effort="high")

    failure = failed(await call(gateway, target, parameters=effort, tools=(CLOCK,)))

    assert (failure.code, failure.attempts) == (FailureCode.PARAMETER_REFUSED, 1)
    assert failure.message == (
        f"Function tools with reasoning_effort are not supported for {FUSSY} in /v1/chat/completions."
        " Please use /v1/responses instead."
    )
    assert failure.suggestion is not None
    assert failure.suggestion.startswith(f"Set the API of {FUSSY} to Responses")
    assert lab.told == []
    # The effort itself is accepted, so it is still sent without tools.
    alone = answered(await call(gateway, target, parameters=effort))
    assert (alone.dropped, alone.attempts) == ((), 1)


async def test_a_refused_combination_with_a_default_is_adapted_in_that_call_only(lab: Lab) -> None:
    gateway, target = lab.gateway(), lab.target(BY_NAME[Provider.OPENAI], FUSSY)
    effort, ours = Parameters(reasoning_effort="high"), frozenset({"reasoning_effort"})

    both = answered(await call(gateway, target, parameters=effort, tools=(CLOCK,), adaptable=ours))
    alone = answered(await call(gateway, target, parameters=effort, adaptable=ours))

    assert (both.dropped, both.attempts) == (("reasoning_effort",), 2)
    assert (alone.dropped, alone.attempts) == ((), 1)
    assert lab.told == []


async def test_what_is_refused_in_chat_completions_is_answered_over_responses(lab: Lab) -> None:
    [contract] = [each for each in OVER_RESPONSES if each.provider is Provider.OPENAI]
    effort = Parameters(reasoning_effort="high")

    outcome = await call(
        lab.gateway(), lab.target(contract, FUSSY), parameters=effort, tools=(CLOCK,)
    )

    assert answered(outcome).dropped == ()


async def test_reasoning_of_one_turn_is_sent_with_the_next_one(lab: Lab) -> None:
    [contract] = [each for each in OVER_RESPONSES if each.provider is Provider.OPENAI]
    gateway, target = lab.gateway(), lab.target(contract, "sim-large")
    question = Message(role="user", content="What is the capital of France?")
    first = answered(await gateway.call(target, asking("sim-large", question), key="one"))
    sure = Message(role="user", content="Are you sure?")

    def next_turn(*reasoning: ReasoningItem) -> ModelCall:
        turn = Message(role="assistant", content=first.text, reasoning=reasoning)
        return asking("sim-large", question, turn, sure)

    assert first.reasoning
    answered(await gateway.call(target, next_turn(*first.reasoning), key="two"))
    # The simulator accepts only its own reasoning, so what it refuses has arrived.
    forged = replace(first.reasoning[0], encrypted="forged")
    failure = failed(await gateway.call(target, next_turn(forged), key="three"))
    assert "could not be verified" in failure.message


async def test_what_was_learned_before_is_not_tried_again(lab: Lab) -> None:
    target = lab.target(BY_NAME[Provider.OPENAI], "sim-picky")

    known = replace(target, learned=WARMTH)
    answer = answered(await call(lab.gateway(), known, adaptable=WARMTH))

    assert (answer.dropped, answer.attempts) == (("temperature",), 1)
    assert lab.told == []


async def test_many_calls_at_once_learn_together_and_tell_once(lab: Lab) -> None:
    gateway, target = lab.gateway(), lab.target(BY_NAME[Provider.OPENAI], "sim-picky")

    async with asyncio.TaskGroup() as group:
        calls = [
            group.create_task(call(gateway, target, key=f"key-{n}", adaptable=WARMTH))
            for n in range(12)
        ]

    assert all(answered(each.result()).dropped == ("temperature",) for each in calls)
    assert lab.told == [("sim-picky", "temperature")]


async def test_the_limit_of_an_answer_is_never_left_out(lab: Lab) -> None:
    """The worst case of a budget is counted with it."""
    await lab.sim.behave(faults=[{"kind": "unsupported", "parameter": "max_tokens"}])
    target = lab.target(BY_NAME[Provider.OPENAI])

    failure = failed(await call(lab.gateway(), target, parameters=Parameters(max_tokens=50)))

    assert (failure.code, failure.attempts) == (FailureCode.PARAMETER_REFUSED, 1)
    assert lab.told == []


async def test_a_parameter_the_protocol_has_no_word_for_is_named_as_left_out(lab: Lab) -> None:
    target = lab.target(BY_NAME[Provider.ANTHROPIC])
    parameters = Parameters(seed=7, temperature=0.5, frequency_penalty=0.5)

    answer = answered(await call(lab.gateway(), target, parameters=parameters))

    assert answer.dropped == ("frequency_penalty", "seed")


async def test_a_rejected_schema_is_remembered_and_goes_into_the_prompt(lab: Lab) -> None:
    """Issue 23: the fallback is JSON mode with the schema in the prompt, and the outcome says so."""
    model = "sim-no-schema"
    gateway, target = lab.gateway(), lab.target(BY_NAME[Provider.OPENAI], model)
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    asked = replace(asking(model), output=OutputFormat(kind="schema", schema=schema))

    first = answered(await gateway.call(target, asked, key="one", policy=QUICK))
    second = answered(await gateway.call(target, asked, key="two", policy=QUICK))
    known = replace(target, learned=frozenset({"json_schema"}))
    third = answered(await lab.gateway().call(known, asked, key="three", policy=QUICK))
    text = answered(await gateway.call(target, asking(model), key="four", policy=QUICK))

    assert (first.dropped, first.attempts) == (("json_schema",), 2)
    assert (second.dropped, second.attempts) == (("json_schema",), 1)
    assert (third.dropped, third.attempts) == (("json_schema",), 1)
    assert text.dropped == ()
    assert lab.told == [(model, "json_schema")]
