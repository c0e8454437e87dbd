"""A child ends when the process that started it is gone, however that ended."""

import os
import signal
import threading

LIFELINE = "EDISON_LIFELINE_FD"


def follow_parent(lifeline: int | None) -> None:
    """Ask ourselves to stop when the parent's end of the pipe closes."""
    if lifeline is None:
        return

    def wait_for_end() -> None:
        os.read(lifeline, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait_for_end, name="lifeline", daemon=True).start()
