"""OpenAI's token vocabularies as package data, because `tiktoken` would otherwise download them at first use."""

import base64
import gzip
from functools import cache
from importlib.resources import files
from typing import Literal

import tiktoken

Vocabulary = Literal["o200k_base", "cl100k_base"]

# Patterns that split texts before tokenization; from tiktoken (MIT), like the data files.
_ENDINGS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
PATTERNS: dict[Vocabulary, str] = {
    "o200k_base": "|".join(
        (
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_ENDINGS}",
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_ENDINGS}",
            r"\p{N}{1,3}",
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            r"\s*[\r\n]+",
            r"\s+(?!\S)",
            r"\s+",
        )
    ),
    "cl100k_base": "|".join(
        (
            r"'(?i:[sdmt]|ll|ve|re)",
            r"[^\r\n\p{L}\p{N}]?+\p{L}++",
            r"\p{N}{1,3}+",
            r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
            r"\s++$",
            r"\s*[\r\n]",
            r"\s+(?!\S)",
            r"\s",
        )
    ),
}


def file_of(name: Vocabulary) -> bytes:
    """Return the vocabulary file as published by OpenAI."""
    return gzip.decompress(files(__name__).joinpath(f"{name}.tiktoken.gz").read_bytes())


@cache
def vocabulary(name: Vocabulary) -> tiktoken.Encoding:
    """Return a vocabulary. The first call loads the file, which takes about a third of a second."""
    ranks = {
        base64.b64decode(token): int(rank)
        for token, rank in (line.split() for line in file_of(name).splitlines())
    }
    # No special tokens: in a prompt they are charged as plain text.
    return tiktoken.Encoding(name, pat_str=PATTERNS[name], mergeable_ranks=ranks, special_tokens={})
