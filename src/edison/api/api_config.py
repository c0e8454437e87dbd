"""What the HTTP floor needs to know about its surroundings."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiConfig:
    public_url: str
    allowed_hosts: frozenset[str]
    static_dir: Path | None = None
    metrics_token: str | None = None
    max_body_bytes: int = 1_000_000
    # Of a file that is imported; a little more is read, so that the refusal can say how large it may be.
    max_upload_bytes: int = 10 * 1024 * 1024
    requests_per_minute: int = 1000

    @property
    def secure_cookies(self) -> bool:
        """Cookies are Secure everywhere but on this very machine, where there is often no TLS."""
        return host_name(urlsplit(self.public_url).netloc) not in LOCAL_HOSTS


def host_name(netloc: str) -> str:
    """Cut the port off a Host header or the network part of an address."""
    netloc = netloc.rsplit("@", 1)[-1].lower()
    if netloc.startswith("["):
        return netloc.split("]", 1)[0] + "]"
    return netloc.split(":", 1)[0]
