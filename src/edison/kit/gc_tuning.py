"""The collector while a process starts. Starting makes a million objects that live as long as the process."""

import gc


def defer_gc() -> None:
    """Not now: to look through all of them again and again takes up to a quarter of the start."""
    gc.disable()


def enable_gc() -> None:
    """From here on, and never again among what the start has made."""
    gc.freeze()
    gc.enable()
