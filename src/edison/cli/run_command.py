"""`edison run`: run a suite file on a server, with an exit code for CI."""

import sys
from pathlib import Path
from typing import Any

import click
from pydantic import SecretStr, ValidationError

from edison.settings import Settings


class WrongUsage(click.UsageError):
    exit_code = 64


class RunCommand(click.Command):
    """Command that exits with 64 on invalid options instead of click's 2, which means inconclusive here."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            raise WrongUsage(error.format_message(), error.ctx) from None


@click.command(cls=RunCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--server", help="Address of an Edison server (EDISON_SERVER). Default: this machine."
)
@click.option(
    "--token", help="API token of a project. EDISON_TOKEN is safer: it is not in the process list."
)
@click.option("--project", help="Slug of the project (EDISON_PROJECT).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of a table.")
@click.option("--wait/--no-wait", default=True, help="Follow the run to its end, or only start it.")
@click.option(
    "--budget",
    type=click.FloatRange(min=0.01, max=1_000_000),
    metavar="USD",
    help="Maximum cost; overrides the budget of the file.",
)
@click.option("--yes", is_flag=True, help="Do not ask before the start.")
@click.option(
    "--save",
    metavar="NAME",
    help="Save it in the project as the suite NAME, or change the existing one.",
)
@click.option(
    "--cron",
    metavar="EXPRESSION",
    help='With --save: run it on this schedule, such as "0 9 * * 1-5".',
)
@click.option(
    "--timezone",
    metavar="ZONE",
    default="UTC",
    show_default=True,
    help="Time zone of the schedule.",
)
def run(
    file: Path,
    server: str | None,
    token: str | None,
    project: str | None,
    as_json: bool,
    wait: bool,
    budget: float | None,
    yes: bool,
    save: str | None,
    cron: str | None,
    timezone: str,
) -> None:
    """Run the suite FILE and report whether it reached its thresholds.

    Exit codes: 0 all thresholds reached, 1 a threshold missed, 2 inconclusive (too many errors), 3 the
    server or the run failed, 64 the file or the command is invalid.
    """
    from edison.cli.suites.save_suite import Saving
    from edison.cli.suites.suite_command import Options, run_it

    if cron is not None and save is None:
        raise WrongUsage("--cron schedules a saved suite: add --save")
    try:
        settings = Settings()
    except ValidationError as error:
        for item in error.errors():
            name = "EDISON_" + "_".join(str(part) for part in item["loc"]).upper()
            click.echo(f"{name}: {item['msg']}", err=True)
        sys.exit(64)
    options = Options(
        file=file,
        server=server or settings.server,
        token=SecretStr(token) if token else settings.token,
        project=project or settings.project,
        as_json=as_json,
        wait=wait,
        budget=budget,
        yes=yes,
        saving=None if save is None else Saving(name=save.strip(), cron=cron, timezone=timezone),
    )
    sys.exit(run_it(options, settings))
