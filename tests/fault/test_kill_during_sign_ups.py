"""A web process dies in the middle of many sign-ups: every account is whole or not there."""

from pathlib import Path

import pytest

from tests.fault.sign_up_wave import kill_amid_sign_ups

WAVE = 200


@pytest.mark.nightly
async def test_a_kill_amid_sign_ups_leaves_no_half_made_account(
    database_url: str, tmp_path: Path
) -> None:
    aftermath = await kill_amid_sign_ups(database_url, tmp_path, WAVE)

    assert aftermath.half_made == []
    assert len(aftermath.answered) + len(aftermath.unanswered) == WAVE
    assert len(aftermath.unanswered) > 0, "the kill came too late to prove anything"
    assert aftermath.retried > 0
