"""What a model is saying right now, while a small run is watched.

It is never stored: only the whole answer is.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# How it is called on the stream of a run; it is no event, for it is in no log.
CELL_TEXT = "cell.text"
# Beyond this nobody reads along, and whole answers are cheaper to take.
LIVE_TEXT_CELLS = 20
SHOWN_AT_MOST = 4_000
# PostgreSQL takes notifications of less than 8,000 bytes.
NOTICE_AT_MOST = 7_900


@dataclass(frozen=True, slots=True, kw_only=True)
class CellText:
    """`text` is the end of what was said so far, `length` how many characters that was."""

    ordinal: int
    attempt: int
    text: str
    length: int


def is_live(cells: int) -> bool:
    """Whether a run of so many cells is streamed; it decides what is sent, too."""
    return cells <= LIVE_TEXT_CELLS


def notices(topic: str, texts: Sequence[CellText]) -> Iterator[str]:
    """Pack texts into as few notifications as they fit into. The topic comes first, to be told without parsing."""
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
    """Cut from the front until it fits: the newest words are what is looked at."""
    text = said.text[-SHOWN_AT_MOST:]
    while True:
        parts = [said.ordinal, said.attempt, said.length, text]
        written = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
        over = len(written.encode()) + 1 - room
        if over <= 0:
            return written
        # A character takes up to six bytes when it is written with an escape.
        text = text[max(1, over // 6) :]
