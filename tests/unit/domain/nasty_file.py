"""What one file of the corpus is: its bytes, and what must become of them."""

from dataclasses import dataclass, field
from typing import Any

MANY = 10_000
CONVERSATION = [{"role": "user", "content": 'Say "hi"'}, {"role": "assistant", "content": "hi"}]


@dataclass(frozen=True, slots=True, kw_only=True)
class NastyFile:
    """`rows`: the values of each good row. `problems`: row number and words. `refused`: words about the whole file."""

    name: str
    content: bytes
    file: str = "cases.csv"
    rows: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    problems: dict[int, str] = field(default_factory=dict[int, str])
    refused: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    note: str | None = None


def qa(*pairs: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"question": question, "context": context} for question, context in pairs]
