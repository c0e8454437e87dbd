"""`edison models`: compare what Edison knows about models with what the providers list."""

import sys
from typing import TYPE_CHECKING

import click

from edison.cli.plain_errors import report_errors_plainly
from edison.settings import Settings

if TYPE_CHECKING:
    from edison.processes.check_models import CheckedListing


@click.group()
def models() -> None:
    """Check the facts about models."""


@models.command("check")
@click.option("--project", help="Slug of a project. Default: all projects.")
@report_errors_plainly
def check(project: str | None) -> None:
    """Compare the facts about models with the providers' lists. Run it where a worker runs: it needs the keys.

    The exit code is 1 if a list has models without facts, lacks models, or has other shutdown dates.
    """
    from edison.processes.check_models import check_models

    checked = check_models(Settings(), project)
    if not checked:
        click.echo("There is no working credential of a provider")
        return
    for each in checked:
        _print(each)
    agrees = all(each.comparison is None or each.comparison.agrees for each in checked)
    sys.exit(0 if agrees else 1)


def _print(each: "CheckedListing") -> None:
    click.echo(f"{each.project}: {_plain(each.credential)} ({each.provider})")
    if each.comparison is None:
        click.echo(f"  not checked: {_plain(each.problem)}")
        return
    found = each.comparison
    click.echo(f"  listed: {each.listed} models")
    _list("new, without facts", found.new)
    _list("missing from the list", found.missing)
    _list("announced to be shut down", [f"{name} on {on}" for name, on in found.retiring])
    _list(
        "other shutdown dates",
        [f"{name}: {on}, known: {known or 'none'}" for name, on, known in found.other_date],
    )


def _list(title: str, names: "tuple[str, ...] | list[str]") -> None:
    if names:
        click.echo(f"  {title}: {len(names)}")
        for name in names:
            click.echo(f"    {_plain(name)}")


def _plain(text: str) -> str:
    # Names come from a provider and may contain control sequences of a terminal.
    return "".join(letter if letter.isprintable() else "?" for letter in text)
