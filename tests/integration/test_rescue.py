"""Letting someone in again who forgot their password, from the server's command line."""

from pathlib import Path

import pytest

from tests.support.answers import granted, refused
from tests.support.commands import Command
from tests.support.people import NEW_PASSWORD, is_signed_in, sign_in
from tests.support.world import API, World


async def test_a_reset_sets_the_password_and_ends_every_session(
    world: World, tmp_path: Path
) -> None:
    ada = await world.person("Ada")
    command = Command(tmp_path, world.url)

    done = await command.run("reset-password", "ADA@example.com", "--password", NEW_PASSWORD)

    assert done.code == 0, done.err
    assert NEW_PASSWORD not in done.out + done.err
    assert not await is_signed_in(ada.browser)
    refused(await sign_in(ada.browser, ada.email), 401, "INVALID_CREDENTIALS")
    granted(await sign_in(ada.browser, ada.email, NEW_PASSWORD))
    entries = granted(await ada.browser.get(f"{API}/installation/audit"))["items"]
    [reset] = [entry for entry in entries if entry["action"] == "user.password_reset"]
    assert (reset["actor"]["kind"], reset["entity_id"]) == ("system", ada.id)


@pytest.mark.nightly
async def test_a_reset_keeps_the_rules(world: World, tmp_path: Path) -> None:
    ada = await world.person("Ada")
    command = Command(tmp_path, world.url)

    weak = await command.run("reset-password", ada.email, "--password", "short")
    unknown = await command.run("reset-password", "eve@example.com", "--password", NEW_PASSWORD)

    assert (weak.code, "at least 12 characters" in weak.err) == (1, True)
    assert (unknown.code, "There is no account" in unknown.err) == (1, True)
    assert await is_signed_in(ada.browser)
