"""Deterministic token counts (about four characters per token), and a simulated prompt cache."""

import hashlib
import math
from collections import OrderedDict

from edison.simulator.simulated_call import SimulatedFile, SimulatedRequest

CHARACTERS_PER_TOKEN = 4
PAGE_TOKENS, SECOND_TOKENS = 700, 25
# As at OpenAI: short prompts are never cached, and the cached part is a multiple of a block.
CACHED_FROM = 1024
BLOCK = 128
PREFIXES_AT_MOST = 4096


def tokens_of(text: str) -> int:
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def prompt_tokens(asked: SimulatedRequest) -> int:
    """Count the tokens of the prompt: each message adds a few, tools and schemas count as text."""
    turns = sum(tokens_of(turn.text) + 3 for turn in asked.turns)
    tools = sum(tokens_of(f"{tool.name}{tool.description}{tool.schema}") for tool in asked.tools)
    schema = tokens_of(str(asked.schema)) if asked.schema else 0
    return turns + tools + schema + sum(file_tokens(file) for file in asked.files)


def file_tokens(file: SimulatedFile) -> int:
    """Count patches of 32 x 32 pixels, at most 1,536 for an image; pages and seconds at a fixed rate."""
    patches = min(1_536, -(-file.width // 32) * -(-file.height // 32))
    return patches + PAGE_TOKENS * file.pages + math.ceil(SECOND_TOKENS * file.seconds)


class SeenPrefixes:
    """A simulated prompt cache, which stores the prefixes of long prompts."""

    def __init__(self) -> None:
        self._seen: OrderedDict[bytes, None] = OrderedDict()

    def cached(self, model: str, prompt: str) -> int:
        """Return the number of tokens in the longest cached prefix, and add this prompt to the cache."""
        total = tokens_of(prompt)
        if total < CACHED_FROM:
            return 0
        found = 0
        running = hashlib.blake2b(model.encode(), digest_size=12)
        for end in range(BLOCK, total + 1, BLOCK):
            begin = (end - BLOCK) * CHARACTERS_PER_TOKEN
            running.update(prompt[begin : end * CHARACTERS_PER_TOKEN].encode("utf-8", "replace"))
            key = running.digest()
            if key in self._seen and end >= CACHED_FROM:
                found = end
            self._seen[key] = None
            self._seen.move_to_end(key)
        while len(self._seen) > PREFIXES_AT_MOST:
            self._seen.popitem(last=False)
        return min(found, total)
