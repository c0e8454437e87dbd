"""An HTTP request as it is sent."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class WireRequest:
    method: str
    url: str
    headers: dict[str, str] = field(repr=False)
    body: bytes = b""
