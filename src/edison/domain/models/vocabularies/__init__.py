"""OpenAI's vocabularies, in the package: `tiktoken` alone would fetch them from the internet when it is first used."""

import base64
import gzip
from functools import cache
from importlib.resources import files
from typing import Literal

import tiktoken

Vocabulary = Literal["o200k_base", "cl100k_base"]

# How texts are cut before tokens are looked for; from tiktoken (MIT), like the files beside.
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
    """The file as OpenAI publishes it."""
    return gzip.decompress(files(__name__).joinpath(f"{name}.tiktoken.gz").read_bytes())


@cache
def vocabulary(name: Vocabulary) -> tiktoken.Encoding:
    """Load once, in about a third of a second."""
    ranks = {
        base64.b64decode(token): int(rank)
        for token, rank in (line.split() for line in file_of(name).splitlines())
    }
    # No special tokens: a prompt that spells one out is charged as the text it is.
    return tiktoken.Encoding(name, pat_str=PATTERNS[name], mergeable_ranks=ranks, special_tokens={})
