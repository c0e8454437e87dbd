"""No secret that Edison is given comes out again, and the search would find one that did."""

import base64
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.proofs.canary import hunt
from tests.proofs.needles import canary, forms, hits, needle_of


def test_no_secret_is_found_where_none_may_be(tmp_path: Path) -> None:
    report = hunt(tmp_path)

    print(report)
    assert report.hits == 0, report.found
    assert report.secrets > 20
    # What was put there to be found was found: in answers, in the database as it lies on disk, and in its dump.
    assert report.planted == {"responses", "database files", "other files"}


@pytest.mark.parametrize("before", ["", "x", "xy", "xyz"])
def test_the_search_finds_a_planted_secret_in_every_form(before: str) -> None:
    secret = canary("planted")
    text = f"{before}{secret}, then more"
    looked_for = forms(needle_of(secret))

    raw = text.encode()
    planted = (
        raw,
        raw.hex().encode(),
        base64.b64encode(raw),
        base64.urlsafe_b64encode(raw),
        quote(text, safe="").encode(),
        quote(base64.b64encode(raw), safe="").encode(),
    )
    assert [hits(content, looked_for) > 0 for content in planted] == [True] * len(planted)
    assert hits(b"nothing here but words " * 1000, looked_for) == 0
