"""Every route, tried as everyone who could ask, answers as declared by hand in `declared_access.py`."""

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from tests.proofs.declared_access import DECLARED, Declared
from tests.proofs.matrix import Cast, decisive, try_declared, undeclared
from tests.support.house import served_house
from tests.support.postgres import TestServer
from tests.support.route_table import route_table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cast(postgres: TestServer) -> AsyncGenerator[Cast]:
    with postgres.database() as url:
        async with served_house(url) as house:
            yield Cast(house)


async def test_every_route_is_declared_and_every_declaration_is_a_route(cast: Cast) -> None:
    assert undeclared(route_table(cast.app)) == []


@pytest.mark.parametrize("declared", DECLARED, ids=lambda declared: declared.title)
async def test_a_route_lets_in_who_may_and_no_one_else(cast: Cast, declared: Declared) -> None:
    route = route_table(cast.app)[declared.route]

    findings = await try_declared(cast, route, declared, decisive(route, declared))

    assert findings.failures == []
