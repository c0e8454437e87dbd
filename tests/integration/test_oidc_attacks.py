"""Sign-in with a provider refuses every attack in the table, and opens no session."""

from collections.abc import AsyncGenerator

import pytest

from tests.support.oidc_attacks import ATTACKS, gets_through
from tests.support.people import is_signed_in
from tests.support.provider_sign_in import Doors, two_providers
from tests.support.sql import value
from tests.support.world import World


@pytest.fixture
async def doors(world: World) -> AsyncGenerator[Doors]:
    async with two_providers(world) as doors:
        yield doors


@pytest.mark.parametrize("name", ATTACKS)
async def test_an_attack_opens_no_session(doors: Doors, name: str) -> None:
    assert not await gets_through(doors, ATTACKS[name])


async def test_the_same_walk_without_an_attack_signs_in(doors: Doors) -> None:
    """Otherwise every attack would be refused for a reason of its own."""
    assert await is_signed_in(await doors.signed_in())
    assert value(doors.world.url, "SELECT count(*) FROM identities") == 1
    assert len(ATTACKS) >= 25
