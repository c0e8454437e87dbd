"""Detection of links and secrets in a prompt. Untrusted text may persuade a refiner to add links or secrets."""

import re
import unicodedata

from edison.kit.redaction import SECRET_TEXTS

_ENDINGS = (
    "com|net|org|io|ai|dev|app|co|uk|de|fr|es|it|nl|eu|us|ru|cn|in|jp|br|info|biz|xyz|me|gov|edu|mil|ly|gg|sh|link|site"
    "|online|top|click|zip|mov|tk|ml|cf|ga|cc|ws|onion|local|internal|example|test|tech|store|shop|cloud|live|page|web"
)
# All repetitions are bounded and cannot start within another of their kind: matching an untrusted text of
# 20,000 characters must take linear time.
_LINKS = (
    re.compile(
        r"\b(?:h[tx]{2}ps?|ftp|file|data|javascript|vbscript|mailto|tel|ssh|git|wss?|gopher|ldap|smb)"
        r"\s?:[^\s<>\"')\]]+",
        re.IGNORECASE,
    ),
    re.compile(r"(?<!\w)//[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}[^\s<>\"')\]]*"),
    re.compile(r"\bwww\.[^\s<>\"')\]]+", re.IGNORECASE),
    re.compile(
        rf"\b(?:[a-z0-9-]{{1,63}}(?:\.|\[\.\]|\(dot\)| dot )){{1,8}}(?:{_ENDINGS})\b(?:[:/][^\s<>\"')\]]*)?",
        re.IGNORECASE,
    ),
    re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}\b"),
    re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b"),
    re.compile(r"\[[^\]\n]{0,200}\]\([^)\n]{1,500}\)"),
)
_SECRETS = (
    re.compile(
        r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|hf_|sk_live_"
        r"|rk_live_|pk_live_|SG\.|npm_|pypi-|ya29\.|AKIA|ASIA)[\w.-]{8,}"
    ),
    re.compile(r"\b(?:sk|pk|key|tok)-[\w-]{8,}"),
    re.compile(r"-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)"),
    re.compile(
        r"\b(?:passw(?:or)?d|passphrase|secret|api[ _-]?key|access[ _-]?token|token|bearer)"
        r"\b\s*(?:[:=]|\bis\b)\s*[\"'`]?(?=\S{0,200}[\d!@#$%^&*_-])\S{6,}",
        re.IGNORECASE,
    ),
    # Long random text: no word has digits and both letter cases.
    re.compile(r"(?<![\w/+-])(?=[\w/+-]*\d)(?=[\w/+-]*[A-Z])(?=[\w/+-]*[a-z])[\w/+-]{24,}={0,2}"),
    re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{32,}\b", re.IGNORECASE),
)
# Patterns of log redaction, without those that match more than secrets.
_SHAPES = tuple(found for found in SECRET_TEXTS if "DETAIL" not in found.pattern)


def links_in(text: str) -> list[str]:
    plain = _plain(text)
    return [found.casefold() for pattern in _LINKS for found in pattern.findall(plain)]


def secrets_in(text: str) -> list[str]:
    plain = _plain(text)
    return [match.group() for each in (*_SHAPES, *_SECRETS) for match in each.finditer(plain)]


def _plain(text: str) -> str:
    """Normalize Unicode: remove invisible characters, and replace variants of letters and dots by the common ones."""
    if text.isascii():
        return text
    normal = unicodedata.normalize("NFKC", text).replace("\u3002", ".").replace("\u2024", ".")
    return "".join(c for c in normal if unicodedata.category(c) != "Cf")
