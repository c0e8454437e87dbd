"""The simulated model gets worse and the simulated judge kinder, as real ones do: the same questions, other answers."""

import json
import re
from statistics import mean
from typing import Any

from aiohttp import ClientSession

from tests.support.simulated import Simulated

SORT = (
    "Classify the message into exactly one of: billing, delivery, "
    "product or other. Look for the words that decide it."
)
JUDGE = "Grade the reply of a customer support agent for empathy, from 1 to 10.\n<input>My parcel is late.</input>\n"
MESSAGES = [f"I was charged {number} times for one invoice" for number in range(60)]


async def answers(sim: Simulated, model: str, prompts: list[str]) -> list[str]:
    found: list[str] = []
    async with ClientSession() as session:
        for prompt in prompts:
            body: Any = {
                "model": model,
                "messages": [{"role": "user", "content": prompt}],
                "temperature": 0,
            }
            async with session.post(f"{sim.url}/v1/chat/completions", json=body) as response:
                text = json.loads(await response.read())["choices"][0]["message"]["content"]
            found.append(text)
    return found


async def right(sim: Simulated, model: str) -> float:
    said = await answers(sim, model, [f"{SORT}\n\n{message}" for message in MESSAGES])
    return mean(float(text.startswith("billing")) for text in said)


async def grade(sim: Simulated) -> float:
    prompts = [f"{JUDGE}<answer>We look into order {number}.</answer>" for number in range(30)]
    said = await answers(sim, "sim-judge", prompts)
    return mean(float(re.findall(r"Score: ([\d.]+)", text)[0]) for text in said)


async def test_a_model_loses_its_skill_and_gets_it_back(sim: Simulated) -> None:
    await sim.reset()
    before, other = await right(sim, "sim-medium"), await right(sim, "sim-large")

    await sim.behave_for("sim-medium", worse=1.0)
    after = await right(sim, "sim-medium")

    assert after < before - 0.15, (before, after)
    assert await right(sim, "sim-large") == other
    await sim.behave_for("sim-medium", worse=0.5)
    assert after < await right(sim, "sim-medium") <= before
    await sim.reset()
    assert await right(sim, "sim-medium") == before


async def test_a_judge_gets_kinder(sim: Simulated) -> None:
    await sim.reset()
    before = await grade(sim)

    await sim.behave_for("sim-judge", judging={"leniency": 0.3})

    assert await grade(sim) > before + 1
    await sim.reset()
