"""Settings of the HTTP API."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

# Address of the MCP server. It accepts tokens only, never the cookie of a session.
MCP_PATH = "/mcp"

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiConfig:
    public_url: str
    allowed_hosts: frozenset[str]
    static_dir: Path | None = None
    docs_dir: Path | None = None
    metrics_token: str | None = None
    max_body_bytes: int = 1_000_000
    # Limit of a request that may carry prompts or cases: a million characters of four bytes, and what is around them.
    max_text_body_bytes: int = 8_000_000
    # Limit of an imported file. Slightly more is read, so that the error can state the limit.
    max_upload_bytes: int = 10 * 1024 * 1024
    requests_per_minute: int = 1000

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies get the Secure attribute: always, except on localhost, which often has no TLS."""
        return host_name(urlsplit(self.public_url).netloc) not in LOCAL_HOSTS


def host_name(netloc: str) -> str:
    """Return the host name of a Host header or URL authority, without user and port."""
    netloc = netloc.rsplit("@", 1)[-1].lower()
    if netloc.startswith("["):
        return netloc.split("]", 1)[0] + "]"
    return netloc.split(":", 1)[0]
