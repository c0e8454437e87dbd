"""`edison run`: run a suite file on a server, with an exit code for CI."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from pydantic import SecretStr, ValidationError

from edison.settings import Settings

if TYPE_CHECKING:
    from edison.cli.suites.baseline_gate import GateWishes

OUT_FILE = click.Path(path_type=Path, dir_okay=False, writable=True)


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
@click.option(
    "--baseline",
    metavar="production|main|run:ID",
    help="Compare with this run: exit 0 if not worse, 1 if worse, 2 if nobody can tell.",
)
@click.option(
    "--margin",
    type=click.FloatRange(min=0, max=1),
    default=0.02,
    show_default=True,
    help="With --baseline: the loss that is accepted, from 0 to 1.",
)
@click.option("--metric", metavar="KEY", help="With --baseline: the metric to compare.")
@click.option(
    "--on-cannot-tell",
    type=click.Choice(["pass", "fail"]),
    help="With --baseline: exit 0 or 1 instead of 2.",
)
@click.option(
    "--complete", is_flag=True, help="With --baseline: do not stop when the answer is certain."
)
@click.option(
    "--mark-main",
    is_flag=True,
    help="Record the run as the baseline main if it passes. For the main branch.",
)
@click.option("--junit", type=OUT_FILE, metavar="FILE", help="Write the result as JUnit XML.")
@click.option("--markdown", type=OUT_FILE, metavar="FILE", help="Write a summary as Markdown.")
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
    baseline: str | None,
    margin: float,
    metric: str | None,
    on_cannot_tell: str | None,
    complete: bool,
    mark_main: bool,
    junit: Path | None,
    markdown: Path | None,
) -> None:
    """Run the suite FILE and report whether it reached its thresholds.

    Exit codes: 0 all thresholds reached, 1 a threshold missed, 2 inconclusive (too many errors), 3 the
    server or the run failed, 64 the file or the command is invalid.

    With --baseline: 0 not worse or better, 1 worse or a threshold missed, 2 cannot tell, 3 the server, the
    run or too many calls failed.
    """
    from edison.cli.suites.save_suite import Saving
    from edison.cli.suites.suite_command import Options, run_it

    if cron is not None and save is None:
        raise WrongUsage("--cron schedules a saved suite: add --save")
    gate = _gate_wishes(
        baseline, margin, metric, on_cannot_tell, stop_early=not (complete or mark_main)
    )
    if (baseline or mark_main) and not wait:
        raise WrongUsage("--no-wait ends before there is a result. Leave it out")
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
        gate=gate,
        mark_main=mark_main,
        junit=junit,
        markdown=markdown,
    )
    sys.exit(run_it(options, settings))


def _gate_wishes(
    baseline: str | None,
    margin: float,
    metric: str | None,
    on_cannot_tell: str | None,
    *,
    stop_early: bool,
) -> "GateWishes | None":
    from edison.cli.suites.baseline_gate import MAIN, PRODUCTION, RUN, GateWishes, OnCannotTell

    if baseline is None:
        if on_cannot_tell or metric:
            raise WrongUsage("--metric and --on-cannot-tell need --baseline")
        return None
    if baseline not in (PRODUCTION, MAIN) and not baseline.startswith(RUN):
        raise WrongUsage(f"--baseline {baseline}: choose production, main, or run: with an id")
    return GateWishes(
        baseline=baseline,
        margin=margin,
        on_cannot_tell=OnCannotTell(on_cannot_tell) if on_cannot_tell else None,
        metric=metric,
        stop_early=stop_early,
    )
