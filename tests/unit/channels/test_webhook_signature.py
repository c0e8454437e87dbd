"""Signatures as the Standard Webhooks specification wants them."""

import base64
import re
import time
from pathlib import Path
from typing import Any

import pytest

from edison.channels.webhook_signature import new_signing_key, signed_headers

# The example that libraries of the specification test themselves with.
KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
LETTER = "msg_p5jXN8AQM9LWM0D4loKWxJek"
MOMENT = 1614265330
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_example_of_the_specification_comes_out() -> None:
    headers = signed_headers(LETTER, MOMENT, BODY, (KEY,))

    assert headers == {
        "webhook-id": LETTER,
        "webhook-timestamp": str(MOMENT),
        "webhook-signature": SIGNATURE,
    }


def test_with_two_keys_there_are_two_signatures_the_newest_first() -> None:
    other = new_signing_key()

    both = signed_headers(LETTER, MOMENT, BODY, (other, KEY))["webhook-signature"].split(" ")

    assert len(both) == 2
    assert both[1] == SIGNATURE
    assert both[0] != SIGNATURE


def test_id_moment_and_body_are_all_signed() -> None:
    changed = [
        signed_headers(LETTER + "x", MOMENT, BODY, (KEY,)),
        signed_headers(LETTER, MOMENT + 1, BODY, (KEY,)),
        signed_headers(LETTER, MOMENT, BODY + b" ", (KEY,)),
    ]

    unchanged = signed_headers(LETTER, MOMENT, BODY, (KEY,))["webhook-signature"]
    assert unchanged not in [headers["webhook-signature"] for headers in changed]


def test_a_new_key_has_as_much_chance_in_it_as_the_specification_asks_for() -> None:
    keys = {new_signing_key() for _ in range(20)}

    assert len(keys) == 20
    assert all(len(base64.b64decode(key.removeprefix("whsec_"))) == 32 for key in keys)


def test_a_damaged_key_is_not_quoted() -> None:
    with pytest.raises(ValueError, match="not valid") as caught:
        signed_headers(LETTER, MOMENT, BODY, ("whsec_!!!secret!!!",))

    assert "secret!!!" not in str(caught.value)


def test_the_receiver_in_the_documentation_takes_what_is_ours_and_nothing_else() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "notifications.md").read_text()
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    defined: dict[str, Any] = {}
    exec(program, defined)
    is_ours = defined["is_ours"]
    now, other = int(time.time()), new_signing_key()
    headers = signed_headers(LETTER, now, BODY, (other, KEY))

    assert is_ours(headers, BODY, KEY)
    assert is_ours(headers, BODY, other)
    assert not is_ours(headers, BODY, new_signing_key())
    assert not is_ours(headers, BODY + b" ", KEY)
    assert not is_ours(signed_headers(LETTER, now - 600, BODY, (KEY,)), BODY, KEY)
