"""Patterns of JavaScript in Python's syntax."""

import re


def python_pattern(pattern: str) -> str:
    """Write a JavaScript pattern for Python's `re`. `$` is the very end, and `\\d` is one of ten digits."""
    named = re.sub(r"\(\?<(?![=!])", "(?P<", pattern)
    named = re.sub(r"\\k<(\w+)>", r"(?P=\1)", named)
    return _ends(named)


def _ends(pattern: str) -> str:
    done, in_class, at = "", False, 0
    while at < len(pattern):
        letter = pattern[at]
        if letter == "\\":
            # `\/` needs no escape in Python, and `\d` of Python would match digits of all scripts.
            done += pattern[at : at + 2]
            at += 2
            continue
        if letter == "[":
            in_class = True
        elif letter == "]":
            in_class = False
        done += r"\Z" if letter == "$" and not in_class else letter
        at += 1
    return done
