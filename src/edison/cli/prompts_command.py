"""`edison prompts`: keep prompts as files in git, and bring changes back as new versions."""

import asyncio
from pathlib import Path

import click

from edison.cli.plain_errors import report_errors_plainly

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group()
def prompts() -> None:
    """Keep the prompts of a project as files in git."""


@prompts.command()
@click.argument("folder", type=FOLDER, default=Path("prompts"))
@click.option("--server", help="Address of an Edison server (EDISON_SERVER).")
@click.option("--token", help="API token of a project (EDISON_TOKEN).")
@click.option("--project", help="Slug of the project (EDISON_PROJECT).")
@click.option("--prompt", "names", multiple=True, help="Only the prompt of this name.")
@click.option("--force", is_flag=True, help="Replace files that were changed here.")
@report_errors_plainly
def pull(
    folder: Path,
    server: str | None,
    token: str | None,
    project: str | None,
    names: tuple[str, ...],
    force: bool,
) -> None:
    """Write the newest version of each prompt into FOLDER, one YAML file for each.

    A file with changes that were not pushed is kept, unless --force is given.
    """
    from edison.cli.imports.prompt_sync import pull_prompts
    from edison.cli.project_access import ProjectOptions

    options = ProjectOptions(server=server, token=token, project=project)
    done = asyncio.run(pull_prompts(options, folder, names, force=force))
    for line in done.lines:
        click.echo(line)
    if done.conflicts:
        raise SystemExit(1)


@prompts.command()
@click.argument("folder", type=FOLDER, default=Path("prompts"))
@click.option("--server", help="Address of an Edison server (EDISON_SERVER).")
@click.option("--token", help="API token of a project (EDISON_TOKEN).")
@click.option("--project", help="Slug of the project (EDISON_PROJECT).")
@click.option("--message", "-m", default="Pushed from files", help="Changelog of the versions.")
@click.option("--dry-run", is_flag=True, help="Only say what would be pushed.")
@report_errors_plainly
def push(
    folder: Path,
    server: str | None,
    token: str | None,
    project: str | None,
    message: str,
    dry_run: bool,
) -> None:
    """Save each changed file of FOLDER as a new version of its prompt.

    Exits with 1, and pushes nothing, if the server has a newer version than the one that a changed file was pulled
    from. Merge it, and set `version` in the file to the version that was merged.
    """
    from edison.cli.imports.prompt_sync import push_prompts
    from edison.cli.project_access import ProjectOptions

    options = ProjectOptions(server=server, token=token, project=project)
    done = asyncio.run(push_prompts(options, folder, message, dry_run=dry_run))
    for line in done.lines:
        click.echo(line)
    if done.conflicts:
        raise SystemExit(1)
