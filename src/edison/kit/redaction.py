"""Redaction of secrets and personal data in log lines."""

import re
from collections.abc import Mapping
from typing import Any, cast

HIDDEN = "[hidden]"

SECRET_NAMES = re.compile(
    r"passw(or)?d|pass$|secret|token|api_?key|authorization|cookie|csrf|credential|private_?key|dsn|database_url",
    re.IGNORECASE,
)
SECRET_TEXTS = (
    re.compile(r"eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}"),  # JSON web tokens
    re.compile(
        r"ed[tikc]_[\w-]{16,}"
    ),  # Edison's own tokens, invites, confirmations and vault keys
    re.compile(r"\b(?:sk-|AIza|AKIA)[\w-]{16,}"),  # provider keys in their usual forms
    re.compile(r"whsec_[\w+/=-]{16,}"),  # signing keys of webhooks
    re.compile(r"(?<=hooks\.slack\.com/)\S+"),  # the path is the secret
    re.compile(r"\$2[aby]\$\d\d\$[\w./]+"),  # bcrypt hashes, which PostgreSQL quotes in its errors
    # PostgreSQL quotes whole rows, which include email addresses, in the details of its errors.
    re.compile(r"(?<=DETAIL:).*?(?=\n\n|\n[A-Z][\w ]*:|\\n\\n|\\n[A-Z][\w ]*:|\Z)", re.DOTALL),
    re.compile(r"(?<=Bearer )\S+", re.IGNORECASE),
    re.compile(r"(?<=://)[^/\s:@]*:[^/\s@]+(?=@)"),  # user:password@ in addresses
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----", re.DOTALL),
)
# password='...', "token": "...", api_key=...: named values in representations and URLs. Each part has a maximum
# length: otherwise a malicious text of such words would take seconds.
NAMED_TEXT = re.compile(
    r"""((?:passw(?:or)?d|secret|token|api_?key)\w{0,50}\\*['"]?\s{0,50}[=:]\s{0,50})"""
    r"""(\\*'[^']*'|\\*"[^"]*"|[^\s,;&)}'"\\]+)""",
    re.IGNORECASE,
)


def redact(value: Any, name: str = "") -> Any:
    """Return the value with secrets and personal data replaced, recognized by field name or by format."""
    if name and SECRET_NAMES.search(name) and value is not None and not isinstance(value, bool):
        return HIDDEN
    if isinstance(value, str):
        return redact_text(value)
    if isinstance(value, Mapping):
        pairs = cast(Mapping[Any, Any], value)
        return {redact_text(str(key)): redact(item, str(key)) for key, item in pairs.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [redact(item) for item in cast(list[Any], value)]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return redact_text(str(value))


def redact_text(text: str) -> str:
    for pattern in SECRET_TEXTS:
        text = pattern.sub(HIDDEN, text)
    return NAMED_TEXT.sub(rf"\1{HIDDEN}", text)
