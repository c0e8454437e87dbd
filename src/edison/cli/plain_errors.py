"""Decorator that reports expected failures of a command in one sentence, without a traceback."""

import subprocess
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import click
from pydantic import ValidationError

# Compared by name: importing both libraries takes longer than most commands.
DATABASE_ERRORS = (("psycopg", "Error"), ("sqlalchemy.exc", "SQLAlchemyError"))

P = ParamSpec("P")
T = TypeVar("T")


def report_errors_plainly(command: Callable[P, T]) -> Callable[P, T]:
    """Decorate a command so that expected failures print one sentence and exit with code 1."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return command(*args, **kwargs)
        except ValidationError as error:
            for item in error.errors():
                name = "EDISON_" + "_".join(str(part) for part in item["loc"]).upper()
                click.echo(f"{name}: {item['msg']}", err=True)
            sys.exit(1)
        except subprocess.CalledProcessError as error:
            click.echo(f"edison: {Path(str(error.cmd[0])).name} failed", err=True)
            sys.exit(1)
        except Exception as error:
            if not isinstance(error, RuntimeError | OSError) and not _of_the_database(error):
                raise
            click.echo(f"edison: {_said(error)}", err=True)
            sys.exit(1)

    return wrapped


def _said(error: Exception) -> str:
    """Return the first line of the error message, or the name of its type if the message is empty."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def _of_the_database(error: Exception) -> bool:
    """Return whether the error comes from a database library, without importing that library."""
    return any(
        isinstance(error, getattr(sys.modules[module], name))
        for module, name in DATABASE_ERRORS
        if module in sys.modules
    )
