"""Failures of a command in one clear sentence."""

import subprocess
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import click
from pydantic import ValidationError

# By name: loading both takes longer than most commands do.
DATABASE_ERRORS = (("psycopg", "Error"), ("sqlalchemy.exc", "SQLAlchemyError"))

P = ParamSpec("P")
T = TypeVar("T")


def report_errors_plainly(command: Callable[P, T]) -> Callable[P, T]:
    """Turn expected failures into one clear sentence and exit code 1."""

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
    """The first line says what; the rest is for who wrote the library. Time-outs often say nothing."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def _of_the_database(error: Exception) -> bool:
    """Whether a library raised it that speaks to the database; one that was never loaded cannot have."""
    return any(
        isinstance(error, getattr(sys.modules[module], name))
        for module, name in DATABASE_ERRORS
        if module in sys.modules
    )
