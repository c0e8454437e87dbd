"""Implementation of the `edison run` command: chooses server and token, prints the result, sets the exit code."""

import asyncio
import json
import signal
import sys
import traceback
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

import click
from pydantic import SecretStr

from edison.cli.api_client import Client, RequestRefused, ServerUnreachable, part
from edison.cli.suites.baseline_gate import GateWishes
from edison.cli.suites.exit_code import exit_code
from edison.cli.suites.failing_answers import failing_lines
from edison.cli.suites.file_checks import SuiteFile, read_suite
from edison.cli.suites.gate_output import (
    gate_document,
    gate_lines,
    junit_report,
    markdown_summary,
)
from edison.cli.suites.outcome_line import outcome_line, spending_line
from edison.cli.suites.result_tables import document, table, verdict_lines
from edison.cli.suites.run_suite import Declined, Journey, NotReady, Wishes, run_suite
from edison.cli.suites.save_suite import Saving
from edison.cli.suites.suite_verdict import Exit
from edison.cli.suites.terminal_output import Screen, Style, output_width
from edison.domain.suites.suite_file.read_suite_file import FileProblem, WrongSuite
from edison.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    file: Path
    server: str | None
    token: SecretStr | None
    project: str | None
    as_json: bool
    wait: bool
    budget: float | None
    yes: bool
    saving: Saving | None = None
    gate: GateWishes | None = None
    mark_main: bool = False
    junit: Path | None = None
    markdown: Path | None = None


def run_it(options: Options, settings: Settings) -> int:
    """Run one suite file, print the result, and return the exit code."""
    screen, journey = Screen(), Journey()
    # Treat SIGTERM, which cancels a CI job, like Ctrl-C, so that started processes are stopped.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    suite: SuiteFile | None = None
    try:
        suite = read_suite(options.file)
        code = _with_server(options, settings, suite, screen, journey)
    except WrongSuite as wrong:
        journey.problems = list(wrong.problems)
        screen.say(f"{options.file} cannot be run:")
        code = Exit.WRONG_FILE
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
        _say_where_it_is(screen, journey)
    except Exception as error:
        # An internal error must not look like a missed threshold.
        traceback.print_exception(error)
        journey.problems = [FileProblem(message=f"{type(error).__name__}: {error}")]
        code = Exit.INFRASTRUCTURE
    _print(options, suite.suite.name if suite else None, screen, journey, code)
    return int(code)


def _with_server(
    options: Options, settings: Settings, file: SuiteFile, screen: Screen, journey: Journey
) -> int:
    """Find or start a server, run the suite there, and return the exit code."""
    try:
        with ExitStack() as stack:
            server = _server(options, settings, file, screen, stack)
            asyncio.run(_on_server(options, settings, server, file, screen, journey))
            return exit_code(options, file.suite, journey)
    except NotReady as problem:
        journey.problems = problem.problems
        screen.say("The run cannot continue:" if journey.address else "The run cannot start:")
    except Declined:
        screen.say("Nothing was started")
        return Exit.INTERRUPTED
    except RequestRefused as refused:
        file.must_be_right()
        where = f"{refused.path}: " if refused.path else ""
        step = f" {refused.next_step}" if refused.next_step else ""
        journey.problems = [FileProblem(message=f"{where}{refused.message}.{step}")]
    except (ServerUnreachable, RuntimeError, OSError) as error:
        # Also report mistakes of the file, which need no server.
        file.must_be_right()
        journey.problems = [FileProblem(message=str(error))]
    return Exit.INFRASTRUCTURE


def _server(
    options: Options, settings: Settings, file: SuiteFile, screen: Screen, stack: ExitStack
) -> str:
    if options.server:
        parts = urlsplit(options.server)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise RuntimeError(
                f"{options.server} is not an address such as https://edison.example.com"
            )
        if not options.token:
            raise RuntimeError("Set EDISON_TOKEN to an API token of the project")
        return options.server
    from edison.processes.local_installation import find_running, must_be_of_this_home, started

    running = find_running(settings)
    if running is None:
        if not options.wait:
            raise RuntimeError("--no-wait needs a running server. Start it with edison up")
        # Check the file before starting an installation.
        file.must_be_right()
        stack.enter_context(started(settings, screen.say))
        return settings.local_address
    if not options.token:
        must_be_of_this_home(settings, running)
    return running


async def _on_server(
    options: Options,
    settings: Settings,
    server: str,
    file: SuiteFile,
    screen: Screen,
    journey: Journey,
) -> None:

    def may_start() -> bool:
        if options.yes or not (screen.is_terminal and sys.stdin.isatty()):
            return True
        try:
            return click.confirm("Start?", default=True, err=True)
        except click.Abort:
            return False

    wishes = Wishes(
        budget_usd=options.budget,
        wait=options.wait,
        may_start=may_start,
        saving=options.saving,
        gate=options.gate,
    )
    async with (
        _access(options, settings, file, screen) as (token, project),
        Client(server, token) as client,
    ):
        await run_suite(client, project, file, wishes, screen, journey)
        if options.mark_main and exit_code(options, file.suite, journey) is Exit.OK:
            assert journey.report
            run = f"/projects/{part(project)}/runs/{journey.report['id']}"
            await client.post(f"{run}/mark-main")
            screen.say("This run is now the baseline main")


@asynccontextmanager
async def _access(
    options: Options, settings: Settings, file: SuiteFile, screen: Screen
) -> AsyncGenerator[tuple[str, str]]:
    project = options.project or file.suite.project
    if options.token:
        if not project:
            raise RuntimeError(
                "Name the project with --project, EDISON_PROJECT or `project` in the file"
            )
        yield options.token.get_secret_value(), project
        return
    from edison.processes.local_access import local_access

    simulated = any(target.model.startswith("sim-") for target in file.suite.targets)
    async with local_access(settings, project, simulated=simulated) as access:
        if access.new_account:
            screen.say(
                f"Created the account {access.new_account}; to sign in, set its password with "
                f"edison reset-password {access.new_account}"
            )
        yield access.token, access.project


def _say_where_it_is(screen: Screen, journey: Journey) -> None:
    screen.clear()
    if journey.address:
        screen.say(
            f"The run continues on the server, or when Edison is started again: {journey.address}"
        )
    else:
        screen.say("Nothing was started")


def _print(
    options: Options, suite: str | None, screen: Screen, journey: Journey, code: int
) -> None:

    screen.clear()
    found = document(
        suite=suite,
        exit_code=int(code),
        address=journey.address,
        report=journey.report,
        verdict=journey.verdict,
        gate=gate_document(journey),
        forecast=journey.forecast,
        saved=journey.saved,
        failing=[asdict(each) for each in journey.failing],
        problems=[asdict(problem) for problem in journey.problems],
    )
    if options.markdown:
        options.markdown.write_text(markdown_summary(found), encoding="utf-8")
    if options.junit:
        options.junit.write_text(junit_report(found), encoding="utf-8")
    if options.as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        for problem in journey.problems:
            screen.say(_in_words(problem, code))
        return
    style = Style.of_output()
    if journey.report and "progress" in journey.report:
        lines = [table(journey.report, style, output_width())]
        lines += failing_lines(journey.failing, journey.report, style, output_width())
        lines += verdict_lines(journey.verdict, style, output_width()) if journey.verdict else []
        lines.append(spending_line(journey.report))
        lines += gate_lines(found["gate"], style, output_width())
        for line in lines:
            click.echo(line)
    for problem in journey.problems:
        screen.say(_in_words(problem, code))
    last = outcome_line(
        code,
        journey.verdict,
        style,
        file=options.file.name,
        mistakes=len(journey.problems),
        started=journey.address is not None,
        gate=found["gate"],
    )
    if last:
        click.echo(last)


def _in_words(problem: FileProblem, code: int) -> str:
    return f"  {problem}" if code == Exit.WRONG_FILE else f"edison: {problem}"
