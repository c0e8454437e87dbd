"""Read uploaded files in separate processes with time and memory limits.

The number of files that are read at the same time is limited, for each account and for the installation. Otherwise many
crafted files, each within its limits, could keep every core busy.
"""

from dataclasses import dataclass
from typing import Any

from edison.domain.errors import (
    FileTooLarge,
    NotSignedIn,
    TooManyAttempts,
    Unavailable,
    UnreadableFile,
)
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.sandbox.limited_process import LimitReached, TaskLimits, run_limited
from edison.sandbox.message_frames import Task
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx

AT_ONCE = 4
AT_ONCE_PER_ACCOUNT = 2
RETRY_AFTER_S = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFile:
    project: ProjectId
    # The permission that the sender of the file needs.
    permission: Permission
    task: Task
    arguments: dict[str, Any]
    content: bytes


async def read_in_process(ctx: Context, who: Actor, cmd: ReadFile) -> tuple[dict[str, Any], bytes]:
    """Run a task on a file in a separate process; raise an error if too many files are being read."""
    who.must(cmd.permission, cmd.project)
    # The transaction holds the claimed place, which counts across all web processes.
    async with ctx.read() as tx:
        await _claim_place(tx, who)
        try:
            return await run_limited(
                cmd.task, cmd.arguments, cmd.content, TaskLimits(seconds=ctx.imports.most_seconds)
            )
        except LimitReached as reached:
            raise _refusal(reached, ctx.imports.most_seconds) from None


async def _claim_place(tx: ReadTx, who: Actor) -> None:
    # Files sent with a token count against its owner.
    account = who.user or who.id
    if account is None:
        raise NotSignedIn("Only a signed-in person or a token can send files")
    match await tx.uploads.claim_reading(account, AT_ONCE_PER_ACCOUNT, AT_ONCE):
        case "account":
            raise TooManyAttempts(
                f"Your account is already reading {AT_ONCE_PER_ACCOUNT} files, which is the maximum",
                advice="Wait until they are read, then send this file again.",
                retry_after_s=RETRY_AFTER_S,
            )
        case "installation":
            raise Unavailable(
                f"{AT_ONCE} files are being read at the moment, which is the limit of this installation",
                retry_after_s=RETRY_AFTER_S,
            )
        case "claimed":
            return


def _refusal(reached: LimitReached, seconds: int) -> FileTooLarge | UnreadableFile:
    if reached.limit == "time":
        return FileTooLarge(
            f"Reading the file takes more than {seconds} s of processor time",
            field="file",
            advice="Save the file as CSV, or split it and import the parts one after the other.",
        )
    if reached.limit == "memory":
        return FileTooLarge("The file is too large once it is unpacked", field="file")
    return UnreadableFile("The file cannot be read", field="file")
