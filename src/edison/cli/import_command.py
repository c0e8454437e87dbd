"""`edison import`: bring the prompts, tests and assertions of another tool into a project."""

import asyncio
import json
from pathlib import Path

import click

from edison.cli.plain_errors import report_errors_plainly

KINDS = ("promptfoo", "openai", "langfuse", "langsmith", "braintrust", "phoenix", "rows")


@click.command("import")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--server", help="Address of an Edison server (EDISON_SERVER).")
@click.option(
    "--token", help="API token of a project. EDISON_TOKEN is safer: it is not in the process list."
)
@click.option("--project", help="Slug of the project (EDISON_PROJECT).")
@click.option("--dry-run", is_flag=True, help="Only report what would be imported.")
@click.option("--name", help="Name of the suite. Default: from the file.")
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="SOURCE=NAME",
    help='A model of the file, and the model of the catalog in its place: "openai:gpt-5=gpt-5".',
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@report_errors_plainly
def import_files(
    kind: str,
    file: Path,
    server: str | None,
    token: str | None,
    project: str | None,
    dry_run: bool,
    name: str | None,
    models: tuple[str, ...],
    as_json: bool,
) -> None:
    """Import FILE, and the files it refers to, into a project.

    Prints what was mapped exactly, approximated and skipped, with the reasons. Nothing is imported if a file cannot be
    read.
    """
    from edison.cli.imports.import_files import Wanted, run_import
    from edison.cli.imports.import_report import report_lines
    from edison.cli.project_access import ProjectOptions

    pairs = [each.partition("=") for each in models]
    if any(not old or not new for old, _, new in pairs):
        raise click.UsageError("--model is SOURCE=NAME, such as openai:gpt-5=gpt-5")
    wanted = Wanted(
        kind=kind, file=file, dry_run=dry_run, name=name, models={a: b for a, _, b in pairs}
    )
    options = ProjectOptions(server=server, token=token, project=project)
    found = asyncio.run(run_import(options, wanted))
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    for line in report_lines(found, dry_run=dry_run):
        click.echo(line)
