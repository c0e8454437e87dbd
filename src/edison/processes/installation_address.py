"""Address of the running installation, stored in its home folder for other commands."""

import json
import os
from pathlib import Path

from edison.settings import Settings

FILE = "installation.json"


def save_installation_address(settings: Settings, address: str) -> None:
    """Store the address and process id of the running installation in its home folder."""
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = _path(settings)
    written = path.with_suffix(".new")
    written.write_text(json.dumps({"address": address, "pid": os.getpid()}) + "\n")
    # Replace the file atomically, so that readers never see half a record.
    written.replace(path)


def remove_installation_address(settings: Settings) -> None:
    _path(settings).unlink(missing_ok=True)


def read_installation_address(settings: Settings) -> str | None:
    """Return the stored address; None if none is stored or its process has ended."""
    try:
        found = json.loads(_path(settings).read_text())
        address, pid = str(found["address"]), int(found["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return address if _is_alive(pid) else None


def _path(settings: Settings) -> Path:
    return settings.home / FILE


def _is_alive(pid: int) -> bool:
    """Return whether the process exists. The file of a killed process remains, and its port may be reused."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
