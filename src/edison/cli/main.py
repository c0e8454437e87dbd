"""The `edison` command and its subcommands."""

import sys
from pathlib import Path

import click

from edison import __version__
from edison.cli.audit_command import audit
from edison.cli.import_command import import_files
from edison.cli.keys_command import keys
from edison.cli.mcp_command import mcp
from edison.cli.models_command import models
from edison.cli.plain_errors import report_errors_plainly
from edison.cli.prompts_command import prompts
from edison.cli.reconcile_command import reconcile
from edison.cli.retention_command import retention
from edison.cli.run_command import run
from edison.cli.simulate_command import simulate
from edison.cli.start_screen import browser_opener, slow_step
from edison.cli.verify_command import verify
from edison.kit.log_setup import configure_logging
from edison.kit.loop_watchdog import defer_gc
from edison.settings import Settings

no_backup_option = click.option(
    "--no-backup", is_flag=True, help="Migrate the database without a backup before it."
)


def _say_to_log(words: str) -> None:
    """Write a message to standard error, which is the log of a server process."""
    click.echo(words, err=True)


@click.group()
@click.version_option(__version__)
def main() -> None:
    """Measure whether a prompt change is really better."""
    configure_logging(level="warning", service="cli")


@main.command()
@click.option(
    "--port", type=click.IntRange(1, 65535), help="Port to listen on (EDISON_PORT, 8080)."
)
@click.option("--host", help="Address to listen on (EDISON_HOST, 127.0.0.1).")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@no_backup_option
@report_errors_plainly
def up(port: int | None, host: str | None, no_open: bool, no_backup: bool) -> None:
    """Start everything on this machine: database, web and worker; open the browser."""
    from edison.processes.all_in_one import AllInOne, StartHooks

    chosen = {"port": port, "host": host}
    settings = Settings().model_copy(
        update={key: value for key, value in chosen.items() if value is not None}
    )
    click.echo(f"Edison {__version__}")
    hooks = StartHooks(say=click.echo, slow_step=slow_step, on_ready=browser_opener(no_open))
    AllInOne(settings, hooks, no_backup=no_backup).run()


@main.command()
@no_backup_option
@report_errors_plainly
def serve(no_backup: bool) -> None:
    """Run one web process."""
    defer_gc()
    from edison.processes.find_database import database_url
    from edison.processes.scheduled_backups import migrate_with_backup
    from edison.processes.web import run_web

    settings = Settings()
    url = database_url(settings)
    if settings.migrate_on_start:
        migrate_with_backup(settings, url, _say_to_log, no_backup=no_backup)
    run_web(settings, url)


@main.command()
@no_backup_option
@report_errors_plainly
def worker(no_backup: bool) -> None:
    """Run one worker process."""
    defer_gc()
    from edison.processes.find_database import database_url
    from edison.processes.scheduled_backups import migrate_with_backup
    from edison.processes.worker import run_worker

    settings = Settings()
    url = database_url(settings)
    if settings.migrate_on_start:
        migrate_with_backup(settings, url, _say_to_log, no_backup=no_backup)
    run_worker(settings, url)


@main.command()
@no_backup_option
@click.option(
    "--roles",
    is_flag=True,
    help="Also create separate database roles for web processes and workers, or update their rights.",
)
@report_errors_plainly
def migrate(no_backup: bool, roles: bool) -> None:
    """Migrate the database to the schema of this version, after a backup."""
    from edison.processes.build_context import create_database_roles
    from edison.processes.find_database import database_url
    from edison.processes.scheduled_backups import migrate_with_backup

    settings = Settings()
    url = database_url(settings)
    state = migrate_with_backup(settings, url, click.echo, no_backup=no_backup)
    click.echo(f"The database is at revision {state.current}")
    if roles:
        for name, made in create_database_roles(url).items():
            words = (
                f"was created; set its password: \\password {name}" if made else "has its rights"
            )
            click.echo(f"Role {name} {words}")


@main.command()
@report_errors_plainly
def doctor() -> None:
    """Check the installation, and print a command that fixes each problem."""
    from edison.processes.doctor import examine

    findings = examine(Settings())
    for finding in findings:
        click.echo(f"  {'ok  ' if finding.ok else 'FAIL'}  {finding.what}: {finding.found}")
        if not finding.ok and finding.mend:
            click.echo(f"        fix: {finding.mend}")
    sys.exit(0 if all(finding.ok for finding in findings) else 1)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@report_errors_plainly
def backup(file: Path) -> None:
    """Write the whole database into FILE."""
    from edison.processes.find_database import database_url
    from edison.store.postgres_backup import backup as write_backup

    write_backup(database_url(Settings()), file)
    click.echo(f"Wrote {file} ({file.stat().st_size:,} bytes)")


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Restore even if Edison is running.")
@report_errors_plainly
def restore(file: Path, force: bool) -> None:
    """Replace the content of the database with a backup."""
    from edison.kit.clock import SystemClock
    from edison.processes.build_context import migrate_all
    from edison.processes.find_database import database_url
    from edison.store.audit_heads_file import AuditHeadsFile
    from edison.store.postgres_backup import restore as read_backup

    settings = Settings()
    url = database_url(settings)
    read_backup(url, file, force=force)
    state = migrate_all(url)
    click.echo(f"Restored {file}; the database is at revision {state.current}")
    if kept := AuditHeadsFile(settings.audit_heads).set_aside(SystemClock().now()):
        click.echo(f"The copied signatures of the audit log of this machine were moved to {kept}")


@main.command("reset-password")
@click.argument("email")
@click.password_option()
@report_errors_plainly
def reset_password(email: str, password: str) -> None:
    """Set a new password for an account, and end its sessions."""
    from edison.processes.reset_password import reset_password as reset

    reset(Settings(), email, password)
    click.echo(f"The password of {email} is set. All its sessions have ended.")


@main.command("make-owner")
@click.argument("email")
@report_errors_plainly
def make_owner(email: str) -> None:
    """Make an account an owner of the installation, and create it if there is none.

    A created account has no password: the person signs in with a provider that has verified the address.
    """
    from edison.processes.make_owner import make_owner as make

    created = make(Settings(), email)
    click.echo(
        f"{email} is an owner of the installation." + (" The account is new." if created else "")
    )


main.add_command(audit)
main.add_command(import_files)
main.add_command(keys)
main.add_command(mcp)
main.add_command(models)
main.add_command(prompts)
main.add_command(reconcile)
main.add_command(retention)
main.add_command(run)
main.add_command(simulate)
main.add_command(verify)
