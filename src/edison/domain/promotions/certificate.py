"""Certificates of promotions: the canonical bytes that are signed, and the document that is exported.

Every number is an integer or a decimal text, so that the bytes are the same on every platform.
"""

from dataclasses import dataclass
from typing import Any

from edison.kit.digests import canonical_json

FORMAT = "edison-promotion-certificate-v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedCertificate:
    """The content of a certificate with the key that signed it; texts are hexadecimal."""

    content: dict[str, Any]
    key_id: str
    public_key: str
    signature: str


def signed_text(content: dict[str, Any], key_id: str, public_key: str) -> bytes:
    """Return the bytes that the signature covers: everything but the signature itself."""
    body = {"content": content, "key": key_id, "public_key": public_key}
    return f"{FORMAT}\n{canonical_json(body)}".encode()


def decimal_text(value: float | None) -> str | None:
    """Write a number as a text with up to six decimals, for people to read and machines to agree on."""
    return None if value is None else f"{value:.6f}"


def document_of(
    content: dict[str, Any],
    key_id: str | None,
    public_key: str | None,
    signature: str | None,
) -> str:
    """Return the exported document. `edison verify` accepts exactly these bytes."""
    document = {
        "content": content,
        "key": key_id,
        "public_key": public_key,
        "signature": signature,
    }
    return canonical_json(document) + "\n"
