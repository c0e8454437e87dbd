"""Every command starts fast, and says in a sentence why it cannot go on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import Command

NOBODY_LISTENS = "postgresql://somebody:hunter2@127.0.0.1:1/edison"
HEAVY = {"dbos", "fastapi", "httpx2", "mcp", "numpy", "psycopg", "scipy", "sqlalchemy"}


def test_the_command_itself_loads_nothing_heavy() -> None:
    code = f"import sys, edison.cli.main; print({HEAVY} & set(sys.modules))"

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout == "set()\n"


@pytest.mark.nightly
@pytest.mark.parametrize("command", ["serve", "worker", "migrate"])
async def test_a_database_that_does_not_answer_is_one_sentence(
    command: str, tmp_path: Path
) -> None:
    done = await Command(tmp_path, NOBODY_LISTENS).run(command)

    assert done.code == 1
    assert done.err.splitlines()[-1].startswith("edison: ")
    assert "Traceback" not in done.err
    assert "hunter2" not in done.out + done.err
