"""An answer without a word is an answer: kept, shown and paid for as such."""

from tests.support.datasets import question
from tests.support.finished_runs import a_run_desk, answer, failure
from tests.support.world import World


async def test_an_empty_answer_is_kept_as_one_and_is_no_error(world: World) -> None:
    """ARENA-3.4.8"""
    desk = await a_run_desk(world, question("One"), question("Two"))
    run = await desk.start()

    await desk.finish(run, {0: answer("", cost=70), 1: failure()})

    items = (await desk.page(run, limit=10))["items"]
    empty, failed = (row["cells"][0] for row in items)
    assert (empty["state"], empty["output"]["text"], empty["error"]) == ("answered", "", None)
    assert failed["state"] == "failed"
    [counted] = (await desk.read(run))["progress"]
    assert (counted["answered"], counted["failed"]) == (1, 1)
