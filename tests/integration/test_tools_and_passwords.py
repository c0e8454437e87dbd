"""PostgreSQL's tools get the password of the database, and nobody who lists processes does."""

from pathlib import Path

import psutil
import pytest

from edison.processes.build_context import migrate_all
from tests.support.password_server import add_sibling, locked, password_server
from tests.support.processes import EdisonProcess, wait_until
from tests.support.sql import everything, execute

# Every character here means something to an address, a pass file, a service file or a shell.
PASSWORD = r"""a:b\c 'd' "e" %2F/+=&?@#$ é """


@pytest.mark.nightly
def test_a_password_of_odd_characters_works_and_is_on_no_command_line(tmp_path: Path) -> None:
    with password_server(tmp_path / "postgres", PASSWORD) as url:
        migrate_all(url)
        before = everything(url)
        empty = add_sibling(url, "empty")
        execute(empty, "CREATE TABLE in_the_way (id int)")

        with locked(url, "projects"):
            saving = EdisonProcess(tmp_path / "home", "backup", "all.dump", database_url=url)
            dumping = _command_line_of("pg_dump")
        assert saving.wait() == 0, saving.output
        with locked(empty, "in_the_way"):
            reading = EdisonProcess(tmp_path / "home", "restore", "all.dump", database_url=empty)
            writing = _command_line_of("psql")
        assert reading.wait() == 0, reading.output

        for words in (dumping, writing):
            assert "a:b" not in words
            assert "a%3Ab" not in words
        assert everything(empty) == before
        assert not list((tmp_path / "home").glob("edison-pg-*"))


def _command_line_of(program: str) -> str:
    """Wait until the program runs; the lock holds it until it was looked at."""
    found: list[str] = []

    def seen() -> bool:
        for process in psutil.process_iter(["cmdline"]):
            words = process.info["cmdline"] or ()
            if words and Path(words[0]).name == program:
                found.append(" ".join(words))
        return bool(found)

    wait_until(seen, 60, f"{program} is started")
    return "\n".join(found)
