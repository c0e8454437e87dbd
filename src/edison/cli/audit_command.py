"""`edison audit`: verify the audit log."""

import sys
from pathlib import Path

import click

from edison.cli.plain_errors import report_errors_plainly
from edison.settings import Settings


@click.group()
def audit() -> None:
    """Check the audit log."""


@audit.command()
@click.option(
    "--heads",
    "copies",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A copy of another worker's audit-heads.jsonl; may be given several times.",
)
@report_errors_plainly
def verify(copies: tuple[Path, ...]) -> None:
    """Recompute all chains and compare them with the checkpoints that workers signed. Run it where a worker runs."""
    from edison.processes.verify_audit import verify_audit

    report = verify_audit(Settings(), copies)
    for problem in report.problems:
        click.echo(f"FAIL  {problem}")
    if not report.has_keys:
        click.echo(
            "FAIL  signatures were not checked: this machine has no private keys of the vault. "
            "Run this where a worker runs"
        )
    elif not report.proves_something:
        click.echo("FAIL  nothing is signed yet. Start a worker and run this again")
    click.echo(
        f"{report.entries:,} entries in {report.chains:,} chains, {report.checkpoints:,} checkpoints"
    )
    if report.newest_at is not None and not report.problems:
        click.echo(
            f"All signed entries are unchanged; the last signature is from {report.newest_at:%Y-%m-%d %H:%M:%S %Z}; "
            f"{report.unsigned:,} newer entries are not signed yet"
        )
    sys.exit(1 if report.problems or not report.proves_something else 0)
