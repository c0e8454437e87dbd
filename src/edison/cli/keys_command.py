"""`edison keys`: manage the keys that encrypt secrets."""

import sys
from datetime import UTC, datetime

import click

from edison.cli.plain_errors import report_errors_plainly
from edison.settings import Settings


@click.group()
def keys() -> None:
    """List, rotate and remove the keys that encrypt secrets."""


@keys.command("list")
@report_errors_plainly
def list_them() -> None:
    """List the id, age and number of secrets of each key; the key itself is never shown."""
    from edison.processes.vault_keys import list_keys

    for line in list_keys(Settings()):
        age = _age(line.created_at) if line.created_at else ""
        note = "encrypts new secrets" if line.newest else "" if line.here else "KEY IS MISSING"
        click.echo(f"{line.id:16}  {age:>12}  {line.secrets:>6} secrets  {note}".rstrip())


@keys.command()
@click.option("--prune", "prune_too", is_flag=True, help="Remove the old keys afterwards.")
@report_errors_plainly
def rotate(prune_too: bool) -> None:
    """Create a new key and encrypt every secret with it. Safe to interrupt and run again."""
    from edison.processes.vault_keys import rotate_keys

    done = rotate_keys(Settings())
    click.echo(f"{'New key' if done.new_key else 'Key'} {done.key} encrypts new secrets")
    click.echo(f"Encrypted {done.resealed.count} secrets with it")
    for key, count in sorted(done.resealed.unreadable.items()):
        click.echo(
            f"edison: {count} secrets encrypted with {key or 'no known key'} cannot be decrypted. "
            "Restore the vault key file that contains the key, or enter the secrets again",
            err=True,
        )
    if done.resealed.unreadable:
        sys.exit(1)
    if prune_too:
        _prune()


@keys.command()
@report_errors_plainly
def prune() -> None:
    """Remove keys that no secret is encrypted with."""
    _prune()


@keys.command()
@report_errors_plainly
def new() -> None:
    """Print a new key for EDISON_VAULT_KEYS: keep it secret, and keep a copy."""
    from edison.vault.sealer import new_private, public_text, read_public

    private = new_private()
    click.echo(private)
    click.echo(
        f"Web processes only encrypt; they need only this public key: "
        f"{public_text(read_public(private))}",
        err=True,
    )


@keys.command()
@report_errors_plainly
def certificates() -> None:
    """Print the public keys that sign certificates of promotions, newest first, for `edison verify --key`."""
    from edison.processes.verify_certificate import own_publics

    publics = own_publics(Settings())
    for public in publics:
        click.echo(public)
    if not publics:
        click.echo(
            "edison: this machine has no private keys. Run this where a worker runs", err=True
        )
        sys.exit(1)


def _prune() -> None:
    from edison.processes.vault_keys import prune_keys

    removed = prune_keys(Settings())
    click.echo(f"Removed {', '.join(removed)}" if removed else "No old keys to remove")


def _age(made: datetime) -> str:
    days = (datetime.now(UTC) - made).days
    return "today" if days < 1 else "1 day" if days == 1 else f"{days} days"
