"""What a command says when it fails."""

import subprocess
from collections.abc import Callable

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from edison.cli.plain_errors import report_errors_plainly
from edison.settings import Settings


def failing(error: Exception) -> Callable[[], None]:
    @report_errors_plainly
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("No such project\nand where it was looked for"), "No such project"),
        (ConnectionRefusedError(111, "Connection refused"), "[Errno 111] Connection refused"),
        (TimeoutError(), "TimeoutError"),
        (psycopg.OperationalError("connection failed\nIs it running?"), "connection failed"),
        (
            OperationalError("SELECT 1", None, Exception("it went away")),
            "(builtins.Exception) it went away",
        ),
        (subprocess.CalledProcessError(1, ["/somewhere/pg_dump", "secret"]), "pg_dump failed"),
    ],
)
def test_what_may_happen_is_one_sentence(
    error: Exception, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        failing(error)()

    assert ended.value.code == 1
    assert capsys.readouterr().err == f"edison: {said}\n"


def test_a_setting_that_is_wrong_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDISON_PORT", "many")

    with pytest.raises(SystemExit) as ended:
        report_errors_plainly(Settings)()

    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("EDISON_PORT: ")


def test_a_fault_of_ours_keeps_its_traceback() -> None:
    with pytest.raises(KeyError):
        failing(KeyError("name"))()
