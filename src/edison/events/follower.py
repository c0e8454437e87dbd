"""A follower of a topic.

It is told that the log has news, and is handed what is being said, of which only the latest counts.
"""

import asyncio

from edison.domain.runs.live_text import LIVE_TEXT_CELLS, CellText


class Follower:
    """A slow reader costs nothing: there is room for one text of each cell, and a newer one takes its place."""

    def __init__(self) -> None:
        self._bell = asyncio.Event()
        self._texts: dict[int, CellText] = {}
        self.news = True

    def set(self) -> None:
        """The log may have something new."""
        self.news = True
        self._bell.set()

    def hear(self, texts: list[CellText]) -> None:
        for text in texts:
            if text.ordinal in self._texts or len(self._texts) < LIVE_TEXT_CELLS:
                self._texts[text.ordinal] = text
        self._bell.set()

    def take_texts(self) -> list[CellText]:
        texts, self._texts = self._texts, {}
        return list(texts.values())

    async def wait(self, at_most_s: float) -> bool:
        """Until there is something; False if nothing came in time."""
        try:
            await asyncio.wait_for(self._bell.wait(), at_most_s)
        except TimeoutError:
            return False
        self._bell.clear()
        return True
