"""Cases that a person has held out take no part in the iterations of an experiment."""

from tests.support.answers import granted
from tests.support.datasets import question
from tests.support.drafted_experiments import a_desk, draft, read, start
from tests.support.sql import rows
from tests.support.world import World

CASES_OF_RUN = """
    SELECT c.values ->> 'question' FROM run_cases r JOIN cases c ON c.id = r.revision WHERE r.run_id = %s
"""


async def test_a_split_that_a_person_made_is_kept_and_the_refiner_never_sees_the_holdout(
    world: World,
) -> None:
    desk = await a_desk(world)
    await desk.dataset.add(
        *(question(f"Held out {number}?", split="holdout") for number in range(3)),
        *(question(f"Learned from {number}?", split="train") for number in range(4)),
    )
    made = await draft(desk, holdout_share=0.5)

    begun = granted(await start(desk, made), 201)

    run = granted(await desk.browser.get(f"{desk.path}/runs/{begun['run']}"))
    assert run["plan"]["choice"]["split"] == "train"
    asked = {text for (text,) in rows(world.url, CASES_OF_RUN, begun["run"])}
    assert asked == {f"Learned from {number}?" for number in range(4)}
    assert (await read(desk, made))["dataset"]["holdout"] == 3
