"""`edison retention`: run the nightly cleanup of old data now."""

import sys

import click

from edison.cli.plain_errors import report_errors_plainly
from edison.settings import Settings


@click.group()
def retention() -> None:
    """Delete data that is past the age limit of its project."""


@retention.command("run")
@click.option("--dry-run", is_flag=True, help="Only print what would be deleted.")
@report_errors_plainly
def run_now(dry_run: bool) -> None:
    """Run the nightly cleanup now. Safe to interrupt and run again."""
    from edison.processes.run_retention import delete_now, preview_now

    if dry_run:
        for line in preview_now(Settings()):
            click.echo(line)
        return
    gone = delete_now(Settings())
    for kind, many in sorted(gone.items()):
        if many:
            click.echo(f"{kind.replace('_', ' '):20}  {many:>14,}")
    if gone["not_archived"]:
        click.echo(
            "edison: a run could not be written to EDISON_ARCHIVE_DIR and was not deleted; "
            "see the log line run_not_archived",
            err=True,
        )
        sys.exit(1)
