"""Lookup of providers and models in the `genai-prices` data.

Only the data bundled with the package is used; its background update is never started, so there is no network access.
The import takes a third of a second and happens at the first lookup.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from edison.domain.models.provider import Provider

if TYPE_CHECKING:
    from genai_prices import types as book

# The name of each provider in the data. Other providers are recognized by the host of their address, or not at all.
BOOK_ID: Mapping[Provider, str] = {
    Provider.OPENAI: "openai",
    Provider.ANTHROPIC: "anthropic",
    Provider.GEMINI: "google",
    Provider.VERTEX: "google",
    Provider.BEDROCK: "aws",
    Provider.AZURE: "azure",
}

# Runs on the user's own machine, or is ours: never matched by address.
NEVER_LISTED = frozenset({Provider.OLLAMA, Provider.SIMULATED, Provider.APPLICATION})

# Prefixes of model names: Google's resource paths, AWS's ARNs.
DRESSED_NAME = re.compile(r"^(?:arn:aws[\w-]*:bedrock:.*/|(?:.*/)?models/)(?=[^/]+$)")

REMEMBERED_NAMES = 4096


def bare_name(model: str) -> str:
    """Remove the path or ARN before a model's name."""
    return DRESSED_NAME.sub("", model.strip()).lower()


@lru_cache(maxsize=REMEMBERED_NAMES)
def entry_for(provider: Provider, model: str, base_url: str = "") -> "book.ModelInfo | None":
    """Find a model in the price data, which has its own rules for dated and prefixed names."""
    seller = _seller(provider, base_url)
    if seller is None:
        return None
    name = model.strip().lower()
    for candidate in (name, bare_name(name)):
        found = seller.find_model(candidate, all_providers=list(_sellers()))
        if found is not None:
            return found
    return None


def entries_of(provider: Provider, base_url: str = "") -> "list[book.ModelInfo]":
    """Return all models of a provider in the order of the data."""
    seller = _seller(provider, base_url)
    return list(seller.models) if seller else []


@cache
def _sellers() -> "tuple[book.Provider, ...]":
    # The bundled list itself, not the current snapshot of the package: another library in this process
    # may start the update, and a price must not change between two lookups.
    from genai_prices.data import providers

    return tuple(providers)


@lru_cache(maxsize=REMEMBERED_NAMES)
def _seller(provider: Provider, base_url: str) -> "book.Provider | None":
    if provider in NEVER_LISTED:
        return None
    by_host = _seller_at(base_url)
    if by_host is not None:
        return by_host
    wanted = BOOK_ID.get(provider)
    return next((seller for seller in _sellers() if seller.id == wanted), None)


def _seller_at(base_url: str) -> "book.Provider | None":
    parts = urlsplit(base_url)
    if parts.scheme != "https" or not parts.hostname:
        return None
    # Rebuilt without user, port and query, so that a pattern can only match the host and the path.
    address = f"https://{parts.hostname}{parts.path.rstrip('/')}/"
    host_ends = len(f"https://{parts.hostname}")
    for seller in _sellers():
        # `.*` stands for a part of the host; it must not match the path.
        met = re.match(seller.api_pattern.replace(".*", "[^/]*"), address)
        if met and _covers_host(met, host_ends):
            return seller
    return None


def _covers_host(met: re.Match[str], host_ends: int) -> bool:
    """Return whether a match ends where the host ends, which excludes api.openai.com.example.org."""
    return met.end() >= host_ends or met.group().endswith(".")
