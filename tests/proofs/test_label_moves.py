"""No route moves a protected label without a promotion, whoever calls it."""

from collections.abc import Callable

import pytest

from edison.services.prompts import prompt_labels
from tests.proofs.label_moves import try_to_move_label
from tests.support.house import served_house
from tests.support.postgres import TestServer


@pytest.mark.nightly
async def test_no_route_moves_a_protected_label_without_a_certificate(
    postgres: TestServer, record_property: Callable[[str, object], None]
) -> None:
    with postgres.database() as url:
        async with served_house(url) as house:
            found = await try_to_move_label(house, url)
    record_property("routes_tried_for_label", found.routes)
    record_property("label_moved_without_certificate", len(found.moved))

    assert found.routes > 100
    assert found.accepted > found.routes
    assert found.moved == ()


async def test_the_proof_finds_a_route_without_the_check(
    postgres: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: the check of labels does nothing."""

    async def allow(*_: object) -> None:
        return None

    monkeypatch.setattr(prompt_labels, "require_unprotected", allow)
    with postgres.database() as url:
        async with served_house(url) as house:
            found = await try_to_move_label(house, url, {"move_prompt_label", "drop_prompt_label"})

    assert any(line.startswith("move_prompt_label") for line in found.moved)
    assert any(line.startswith("drop_prompt_label") for line in found.moved)
