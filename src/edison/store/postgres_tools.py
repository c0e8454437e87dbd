"""Run PostgreSQL's command-line programs without secrets on the command line."""

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from edison.store.database import libpq_url
from edison.store.local_server import tools_folder

SERVICE = "edison"
# libpq reads these variables before the files, so one left in a shell would take precedence.
REPLACED = frozenset({"PGPASSWORD", "PGPASSFILE", "PGSERVICE", "PGSERVICEFILE"})


class ToolMissing(RuntimeError):
    """A PostgreSQL program is missing; the message says what to install."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Connection settings for a program: an argument without secrets, and variables with paths of private files."""

    argument: str
    environment: dict[str, str]


@contextmanager
def connection_for_tools(url: str) -> Generator[Connection]:
    """Write the address into files that only this user can read; delete the files when the context ends.

    `ps` shows command lines to every user of the machine, and child processes inherit passwords in the environment.
    Therefore the password is in a file.
    """
    parts = {
        name: str(value)
        for name, value in conninfo_to_dict(libpq_url(url)).items()
        if value is not None
    }
    password = parts.pop("password", None)
    with tempfile.TemporaryDirectory(prefix="edison-pg-") as name:
        folder = Path(name)
        environment = {
            key: value
            for key, value in os.environ.items()  # noqa: TID251 - a child's environment
            if key not in REPLACED
        }
        lines = [f"[{SERVICE}]", *(f"{key}={value}" for key, value in parts.items())]
        environment["PGSERVICEFILE"] = _private(folder / "service", "\n".join(lines))
        if password is not None:
            escaped = password.replace("\\", "\\\\").replace(":", "\\:")
            environment["PGPASSFILE"] = _private(folder / "password", f"*:*:*:*:{escaped}")
        else:
            environment |= {
                key: os.environ[key]  # noqa: TID251 - what libpq would have used without us
                for key in ("PGPASSWORD", "PGPASSFILE")
                if key in os.environ  # noqa: TID251
            }
        yield Connection(argument=f"--dbname=service={SERVICE}", environment=environment)


def find_tool(name: str) -> str:
    folder = tools_folder()
    if folder and (folder / name).exists():
        return str(folder / name)
    found = shutil.which(name)
    if found is None:
        raise ToolMissing(f"{name} was not found. Install PostgreSQL's client tools.")
    return found


def _private(file: Path, text: str) -> str:
    with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as out:
        out.write(text + "\n")
    return str(file)
