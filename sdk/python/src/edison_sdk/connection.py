"""Where and as whom the SDK connects: from arguments, or from the environment."""

import os
from dataclasses import dataclass

from edison_sdk.calls import segment
from edison_sdk.errors import EdisonError

API = "/api/v1"
TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Address, token and project. Every path is relative to the project."""

    url: str
    token: str
    project: str
    timeout_s: float = TIMEOUT_S

    @staticmethod
    def of(
        url: str | None, token: str | None, project: str | None, timeout_s: float
    ) -> "Connection":
        """Take what is missing from EDISON_SERVER, EDISON_TOKEN and EDISON_PROJECT."""
        return Connection(
            url=_given(url, "EDISON_SERVER", "the address of the server").rstrip("/"),
            token=_given(token, "EDISON_TOKEN", "an API token"),
            project=_given(project, "EDISON_PROJECT", "the slug of the project"),
            timeout_s=timeout_s,
        )

    @property
    def base(self) -> str:
        return f"{self.url}{API}/projects/{segment(self.project)}"

    @property
    def headers(self) -> dict[str, str]:
        return {
            "authorization": f"Bearer {self.token}",
            "accept": "application/json",
            "user-agent": "edison-sdk-python",
        }


def is_configured() -> bool:
    """Return whether the environment names a server."""
    return bool(_setting("EDISON_SERVER") and _setting("EDISON_TOKEN"))


def _given(value: str | None, name: str, what: str) -> str:
    found = value or _setting(name)
    if not found:
        raise EdisonError(f"Edison needs {what}. Pass it, or set {name}.")
    return found


def _setting(name: str) -> str | None:
    return os.environ.get(name)  # noqa: TID251 - the SDK runs in the user's process
