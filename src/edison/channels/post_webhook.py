"""Shared code of webhook channels: sends one guarded request and interprets the response."""

import json
import re
from urllib.parse import quote, unquote, urlsplit

from edison.channels.channel_plugin import ANSWER_WITHIN_S
from edison.domain.channels.delivery import DeliveryOutcome, NotSent, Sent
from edison.kit.redaction import HIDDEN, redact_text
from edison.network.address_guard import Blocked
from edison.network.guarded_http import GuardedHttp, HostUnreachable, Response, TimedOut
from edison.network.wire_request import WireRequest

GONE = 410
QUOTED = 200
READ_AT_MOST = 16_000
SHORTEST_KEY = 6


async def post(
    http: GuardedHttp, url: str, headers: dict[str, str], body: bytes, *, allow_private: bool
) -> DeliveryOutcome:
    """Send one POST request. Only a status from 200 to 299 counts as delivered; redirects are not followed."""
    request = WireRequest(
        method="POST",
        url=url,
        headers={"content-type": "application/json", **headers},
        body=body,
    )
    try:
        answer = await http.send(request, allow_private=allow_private, timeout_s=ANSWER_WITHIN_S)
    except Blocked as error:
        return NotSent(problem=f"Not allowed: {error.reason}")
    except (HostUnreachable, TimedOut) as error:
        return NotSent(problem=error.message)
    if 200 <= answer.status < 300:
        return Sent(status=answer.status)
    return NotSent(
        problem=answer_in_words(answer, url),
        status=answer.status,
        wait_s=_asked_wait(answer),
        gone=answer.status == GONE,
    )


def answer_in_words(answer: Response, url: str) -> str:
    """Return why the receiver rejected the message, quoting the response without the webhook's address."""
    if answer.status == GONE:
        return "The receiver answered 410: it does not want any more messages"
    words = f"The receiver answered {answer.status}"
    if 300 <= answer.status < 400:
        return f"{words}, a redirect; redirects are not followed"
    # Redact first, truncate afterwards: most of a key is as harmful as all of it.
    said = _without_address(answer.body[:READ_AT_MOST].decode(errors="replace"), url)
    said = " ".join(said.split())
    said = "".join(sign for sign in said if sign.isprintable())
    # The patterns are slow on long texts, which a receiver may send on purpose.
    said = redact_text(said[: QUOTED * 4])[:QUOTED]
    return f"{words}: {said}" if said else words


def _without_address(said: str, url: str) -> str:
    """Remove the webhook's secret path from a text, because some receivers repeat it in errors."""
    parts = urlsplit(url)
    rest = url.partition(parts.netloc)[2]
    pieces = [url, rest, parts.path, *re.split(r"[/?&#]", rest), *re.split(r"[/?&=#]", rest)]
    written = {form for piece in pieces for form in _forms(piece)}
    for each in sorted(written, key=len, reverse=True):
        if len(each) >= SHORTEST_KEY:
            said = said.replace(each, HIDDEN)
    return said


def _forms(piece: str) -> set[str]:
    """Return the text in all its encodings: plain, percent-decoded, percent-encoded, and as a JSON string."""
    plain = {piece, unquote(piece), quote(unquote(piece), safe="")}
    return plain | {json.dumps(form)[1:-1] for form in plain}


def _asked_wait(answer: Response) -> float | None:
    text = answer.headers.get("retry-after", "").strip()
    return float(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
