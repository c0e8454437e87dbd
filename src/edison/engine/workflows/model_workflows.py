"""Short work that a person waits for: trying a credential, asking a model once."""

from edison.engine.contracts import TEST_CREDENTIAL, TRY_MODEL, ProbeOrder, TryOrder
from edison.engine.durable import workflow
from edison.engine.steps.make_playground_call import ask_model
from edison.engine.steps.probe_credential import probe_credential


@workflow(TEST_CREDENTIAL)
async def test_credential(order: ProbeOrder) -> None:
    await probe_credential(order)


@workflow(TRY_MODEL)
async def try_model(order: TryOrder) -> None:
    await ask_model(order)
