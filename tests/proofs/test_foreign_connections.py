"""Edison talks to no machine that nobody told it to talk to."""

import pytest

from edison.domain.models.provider import Provider
from tests.proofs.foreign import ELSEWHERE, Refused, must_be_possible, watch


def test_nothing_leaves_this_machine_unless_a_credential_says_so() -> None:
    try:
        must_be_possible()
    except Refused as why:
        pytest.skip(str(why))

    report = watch()

    print(report)
    assert report.packets == 0, report.to
    assert report.providers == len(Provider)
    assert report.models > len(Provider)
    # The watch can hear: both connections and the question for a name were seen.
    assert report.planted.keys() == {*ELSEWHERE, "203.0.113.53"}
