"""Terminal output of `edison run`: progress messages, colours, widths and number formats."""

import os
import sys
import time
from datetime import timedelta
from decimal import Decimal
from typing import Any

import click

WIDTH = 24
MOST_COLUMNS = 100
LEAST_COLUMNS = 60
# Without a terminal, such as in the log of a CI job.
PLAIN_LINE_EVERY_S = 10.0


class Screen:
    """Writes messages to standard error. Progress that overwrites its line is shown only on a terminal."""

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self._style = Style(coloured=self.is_terminal and not colours_unwanted())
        self._written = 0
        self._lines_from = time.monotonic() + PLAIN_LINE_EVERY_S

    def say(self, text: str) -> None:
        self.clear()
        click.echo(plain(text, breaks=True), err=True)

    def rewrite(self, text: str) -> None:
        if not self.is_terminal:
            return
        shown = plain(text)[: max(20, click_width() - 1)]
        bar = shown.count("#")
        coloured = shown.ljust(self._written).replace("#" * bar, self._style.good("#" * bar), 1)
        click.echo("\r" + (coloured if bar else shown.ljust(self._written)), err=True, nl=False)
        self._written = len(shown)

    def progress(self, report: dict[str, Any]) -> None:
        """Show the progress of a run: a bar on a terminal, or else a plain line now and then."""
        line = progress_line(report)
        if self.is_terminal:
            self.rewrite(line)
        elif time.monotonic() >= self._lines_from:
            self._lines_from = time.monotonic() + PLAIN_LINE_EVERY_S
            self.say(line.split("] ", 1)[1])

    def clear(self) -> None:
        if self._written:
            click.echo("\r" + " " * self._written + "\r", err=True, nl=False)
            self._written = 0


class Style:
    """Colours of standard output. There are none without a terminal or with NO_COLOR."""

    def __init__(self, *, coloured: bool) -> None:
        self._coloured = coloured

    @staticmethod
    def of_output() -> "Style":
        return Style(coloured=sys.stdout.isatty() and not colours_unwanted())

    def good(self, text: str) -> str:
        return self._styled(text, fg="green", bold=True)

    def bad(self, text: str) -> str:
        return self._styled(text, fg="red", bold=True)

    def doubtful(self, text: str) -> str:
        return self._styled(text, fg="yellow", bold=True)

    def bold(self, text: str) -> str:
        return self._styled(text, bold=True)

    def dim(self, text: str) -> str:
        return self._styled(text, dim=True)

    def _styled(self, text: str, **how: Any) -> str:
        return click.style(text, **how) if self._coloured else text


def colours_unwanted() -> bool:
    # https://no-color.org: any non-empty value turns colours off.
    return bool(os.environ.get("NO_COLOR"))  # noqa: TID251 - not a setting of ours


def output_width() -> int:
    """Return the width of tables: the width of the terminal, but at most 100 columns."""
    wide = click_width() if sys.stdout.isatty() else MOST_COLUMNS
    return max(LEAST_COLUMNS, min(MOST_COLUMNS, wide))


def shorten(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def click_width() -> int:
    import shutil

    return shutil.get_terminal_size().columns


def plain(text: str, *, breaks: bool = False) -> str:
    """Remove control sequences from untrusted text."""
    return "".join(
        letter if letter.isprintable() or (breaks and letter == "\n") else "\ufffd"
        for letter in text
    )


def dollars(amount: str | float | Decimal | None) -> str:
    """Format an amount with at least two decimals, and more for small amounts."""
    if amount is None:
        return "unknown"
    value = Decimal(str(amount))
    if value == 0:
        return "$0"
    places = 2 if value >= 1 else 4 if value >= Decimal("0.01") else 6
    return f"${value:,.{places}f}"


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return str(timedelta(seconds=round(seconds)))


def forecast_in_words(prospect: dict[str, Any]) -> list[str]:
    found = prospect["forecast"]
    if found is None:
        return []
    calls = found["calls"] + found["judge_calls"]
    lines = [
        f"{prospect['cases']:,} cases x {prospect['columns']:,} targets: "
        f"{found['cells']:,} cells, {calls:,} calls, about {duration(found['seconds'])}"
    ]
    money = found["money"]
    if money is None:
        lines.append("The cost is unknown")
    else:
        lines.append(
            f"{dollars(money['low_usd'])} to {dollars(money['high_usd'])}, likely "
            f"{dollars(money['likely_usd'])}; at worst {dollars(money['worst_usd'])}"
        )
    return lines


def progress_line(report: dict[str, Any]) -> str:
    total = sum(column["total"] for column in report["progress"])
    done = total - sum(column["open"] for column in report["progress"])
    failed = sum(column["failed"] for column in report["progress"])
    scorers = report["scorers"]
    judged = sum(
        column["scored"] + column["errors"] + column["not_applicable"]
        for scorer in scorers
        for column in scorer["columns"]
    )
    all_done, all_there = done + judged, total * (1 + len(scorers))
    filled = WIDTH * all_done // max(1, all_there)
    words = [f"{done:,}/{total:,} cells"]
    if failed:
        words.append(f"{failed:,} failed")
    words.append(dollars(report["budget"]["settled_usd"]))
    if report["waiting_for_worker"]:
        words.append("waiting for a worker")
    elif report["eta_s"] is not None:
        words.append(f"{duration(report['eta_s'])} left")
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {report['state']}  {', '.join(words)}"
