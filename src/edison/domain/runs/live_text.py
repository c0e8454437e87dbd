"""Live text of answers while a small run is watched.

Live text is not stored; only complete answers are.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# Name on the stream of a run; not an event, because it is not in the log.
CELL_TEXT = "cell.text"
# Largest run with live text; in larger ones nobody can read along, and storing only complete answers is cheaper.
LIVE_TEXT_CELLS = 20
SHOWN_AT_MOST = 4_000
# PostgreSQL limits a notification to less than 8,000 bytes.
NOTICE_AT_MOST = 7_900


@dataclass(frozen=True, slots=True, kw_only=True)
class CellText:
    """Live text of a cell: `text` is the end of the text so far, `length` is its total number of characters."""

    ordinal: int
    attempt: int
    text: str
    length: int


def is_live(cells: int) -> bool:
    """Return whether a run with this number of cells streams its answers. Its models are called in streaming mode."""
    return cells <= LIVE_TEXT_CELLS


def notices(topic: str, texts: Sequence[CellText]) -> Iterator[str]:
    """Pack live texts into as few notifications as possible. Each begins with the topic, which needs no parsing."""
    room = NOTICE_AT_MOST - len(topic.encode()) - len("\n[]")
    packed: list[str] = []
    left = room
    for text in texts:
        written = _written(text, room)
        size = len(written.encode()) + 1
        if packed and size > left:
            yield f"{topic}\n[{','.join(packed)}]"
            packed, left = [], room
        packed.append(written)
        left -= size
    if packed:
        yield f"{topic}\n[{','.join(packed)}]"


def topic_of(notice: str) -> str:
    return notice.partition("\n")[0]


def texts_of(notice: str) -> list[CellText]:
    return [
        CellText(ordinal=ordinal, attempt=attempt, length=length, text=text)
        for ordinal, attempt, length, text in json.loads(notice.partition("\n")[2])
    ]


def _written(said: CellText, room: int) -> str:
    """Serialize a live text and cut its beginning until it fits into `room`."""
    text = said.text[-SHOWN_AT_MOST:]
    while True:
        parts = [said.ordinal, said.attempt, said.length, text]
        written = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
        over = len(written.encode()) + 1 - room
        if over <= 0:
            return written
        # An escaped character takes up to six bytes.
        text = text[max(1, over // 6) :]
