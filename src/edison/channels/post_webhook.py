"""What webhooks of every kind share: one guarded request, and what its answer means."""

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
    """Only an answer from 200 to 299 says that the receiver has it; a redirect is not followed."""
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
    """Why it was not taken, quoting the receiver but not the address."""
    if answer.status == GONE:
        return "The receiver answered 410: it does not want to be told any more"
    words = f"The receiver answered {answer.status}"
    if 300 <= answer.status < 400:
        return f"{words}, which leads elsewhere; redirects are not followed"
    # Hidden first, cut afterwards: most of a key is as good as all of it.
    said = _without_address(answer.body[:READ_AT_MOST].decode(errors="replace"), url)
    said = " ".join(said.split())
    said = "".join(sign for sign in said if sign.isprintable())
    # The patterns take long for long texts, which a receiver may send on purpose.
    said = redact_text(said[: QUOTED * 4])[:QUOTED]
    return f"{words}: {said}" if said else words


def _without_address(said: str, url: str) -> str:
    """The path of a webhook is its key, and some receivers repeat it when they complain."""
    parts = urlsplit(url)
    rest = url.partition(parts.netloc)[2]
    pieces = [url, rest, parts.path, *re.split(r"[/?&#]", rest), *re.split(r"[/?&=#]", rest)]
    written = {form for piece in pieces for form in _forms(piece)}
    for each in sorted(written, key=len, reverse=True):
        if len(each) >= SHORTEST_KEY:
            said = said.replace(each, HIDDEN)
    return said


def _forms(piece: str) -> set[str]:
    """As it is, without and with percent signs, and as JSON writes it."""
    plain = {piece, unquote(piece), quote(unquote(piece), safe="")}
    return plain | {json.dumps(form)[1:-1] for form in plain}


def _asked_wait(answer: Response) -> float | None:
    text = answer.headers.get("retry-after", "").strip()
    return float(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
