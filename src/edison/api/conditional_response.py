"""Answers that a client may keep and ask for again with `If-None-Match` (RFC 9110, section 13.1.2)."""

import hashlib
import re
from typing import Annotated, Any

from fastapi import Header, Response

from edison.api.base_views import View

WantedETag = Annotated[
    str | None,
    Header(
        alias="If-None-Match",
        max_length=1_000,
        description="The `ETag` of the answer that the client has",
    ),
]
NOT_MODIFIED: dict[int | str, dict[str, Any]] = {
    304: {"description": "The answer that the client has is still right"}
}
_TAG = re.compile(r'(?:W/)?("[^"]*")')


def answer_unless_known(view: View, known: str | None) -> Response:
    """Return the view with its ETag, or 304 without a body if the client already has it."""
    body = view.model_dump_json(by_alias=True).encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    # The client keeps the answer, but asks each time whether it is still right.
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if known is not None and (known.strip() == "*" or tag in _TAG.findall(known)):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
