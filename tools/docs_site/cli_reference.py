"""The reference of the command line as Markdown, written from the definitions of the commands."""

from typing import Any

import click

from edison.cli.main import main


def command_list() -> str:
    return "\n".join(
        line for name, command in sorted(main.commands.items()) for line in _about(name, command)
    )


def _about(name: str, command: click.Command) -> list[str]:
    if isinstance(command, click.Group):
        lines = [f"## `edison {name}`", "", _paragraphs(command.help), ""]
        for part, inner in sorted(command.commands.items()):
            lines += _command(f"{name} {part}", inner, level=3)
        return lines
    return _command(name, command, level=2)


def _command(name: str, command: click.Command, *, level: int) -> list[str]:
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    options = [each for each in command.params if isinstance(each, click.Option)]
    usage = " ".join(
        ["edison", name, *(each.make_metavar(_context(command)) for each in arguments)]
    )
    lines = [
        f"{'#' * level} `edison {name}`",
        "",
        _paragraphs(command.help),
        "",
        "```sh",
        usage + (" [OPTIONS]" if options else ""),
        "```",
        "",
    ]
    if options:
        lines += ["| Option | Default | Meaning |", "| -- | -- | -- |"]
        lines += [_option(each, _context(command)) for each in options]
        lines.append("")
    return lines


def _context(command: click.Command) -> click.Context:
    return click.Context(command)


def _option(option: click.Option, context: click.Context) -> str:
    names = " / ".join([*option.opts, *option.secondary_opts])
    value = "" if option.is_flag else f" {option.make_metavar(context)}"
    return f"| `{names}{value}` | {_default(option)} | {_cell(option.help or '')} |"


def _default(option: click.Option) -> str:
    default: Any = option.default
    if option.secondary_opts:
        return f"`{option.opts[0]}`"
    if option.is_flag or default is None or not isinstance(default, str | int | float):
        return ""
    return f"`{default}`"


def _paragraphs(text: str | None) -> str:
    """Return a help text with one line for each paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in (text or "").split("\n\n"))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
