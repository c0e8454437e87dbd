"""Bearer secrets that Edison hands out once and then only recognises: API tokens, and links of invites and mails."""

import secrets
from dataclasses import dataclass

from edison.kit.digests import sha256_hex

TOKEN_PREFIX = "edt_"
INVITE_PREFIX = "edi_"
CONFIRMATION_PREFIX = "edc_"


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshSecret:
    """A new secret and what may be stored of it."""

    text: str
    digest: str

    @property
    def hint(self) -> str:
        return self.text[-4:]


def new_secret(prefix: str) -> FreshSecret:
    """Draw 256 bits; with that much chance a plain digest needs no salt or slow hash."""
    text = prefix + secrets.token_urlsafe(32)
    return FreshSecret(text=text, digest=sha256_hex(text))
