"""Certificates of promotions: the canonical bytes that are signed, and the document that is exported.

Every number is an integer or a decimal text, so that the bytes are the same on every platform.
"""

import json
from dataclasses import dataclass
from typing import Any, cast

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


class NotACertificate(ValueError):
    """The bytes are not those of an exported, signed certificate."""


def read_document(data: bytes) -> SignedCertificate:
    """Read an exported document; raise NotACertificate unless it has exactly the bytes that were exported."""
    changed = NotACertificate("The file is not a certificate as it was exported: it was altered.")
    try:
        found: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise changed from error
    fields = cast(dict[str, Any], found) if isinstance(found, dict) else {}
    if fields.keys() != {"content", "key", "public_key", "signature"}:
        raise changed
    content, key_id = fields["content"], fields["key"]
    public_key, signature = fields["public_key"], fields["signature"]
    if isinstance(content, dict) and (key_id, public_key, signature) == (None, None, None):
        raise NotACertificate(
            "The certificate is not signed yet. Start a worker and export it again."
        )
    texts = isinstance(key_id, str) and isinstance(public_key, str) and isinstance(signature, str)
    if not isinstance(content, dict) or not texts:
        raise changed
    try:
        same = document_of(cast(dict[str, Any], content), key_id, public_key, signature).encode()
    except UnicodeEncodeError as error:
        raise changed from error
    # Hexadecimal digits in capitals would mean the same signature.
    if same != data or (public_key + signature) != (public_key + signature).lower():
        raise changed
    return SignedCertificate(
        content=cast(dict[str, Any], content),
        key_id=key_id,
        public_key=public_key,
        signature=signature,
    )
