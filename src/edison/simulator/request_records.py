"""Records of requests, so that tests can count charges and delays as the provider sees them."""

import json
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from statistics import median
from typing import Any

from edison.simulator.protocols.protocol_base import compact
from edison.simulator.simulated_call import Json

KEYS_AT_MOST = 200_000
CONTENTS_AT_MOST = 100_000
LATENCIES_AT_MOST = 100_000
SECONDS_AT_MOST = 3_600
NAMES_AT_MOST = 1_000


class Records:
    """Counters of requests, bounded in size; they contain no texts, and API keys only as digests."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._inside = 0
        self.reset()

    def reset(self) -> None:
        self._begun = self._clock()
        self._total = 0
        self._by_status: Counter[str] = Counter()
        self._by_model: Counter[str] = Counter()
        self._by_protocol: Counter[str] = Counter()
        self._by_api_key: Counter[str] = Counter()
        self._calls: OrderedDict[str, list[int]] = OrderedDict()
        self._keys_forgotten = 0
        self._contents: OrderedDict[str, int] = OrderedDict()
        self._latencies: deque[float] = deque(maxlen=LATENCIES_AT_MOST)
        self._per_second: OrderedDict[int, int] = OrderedDict()
        self._billed: Counter[tuple[str, str, str, bool]] = Counter()
        self._refused = 0
        self._spoiled = 0
        self._gone = 0
        # Calls in progress stay counted when records are cleared.
        self._peak = self._inside

    def came(self, *, protocol: str, model: str, key: str, api_key: str) -> int:
        """Count a request; return how many requests with this idempotency key have arrived, including this one."""
        self._total += 1
        self._inside += 1
        self._peak = max(self._peak, self._inside)
        for counter, name in (
            (self._by_protocol, protocol),
            (self._by_model, model),
            (self._by_api_key, api_key),
        ):
            if name in counter or len(counter) < NAMES_AT_MOST:
                counter[name] += 1
        counts = self._calls.setdefault(key, [0, 0])
        counts[0] += 1
        if len(self._calls) > KEYS_AT_MOST:
            self._calls.popitem(last=False)
            self._keys_forgotten += 1
        return counts[0]

    def occurrence(self, content: str) -> int:
        """Return how often the same content was requested before, and count this request."""
        seen = self._contents.get(content, 0)
        self._contents[content] = seen + 1
        if len(self._contents) > CONTENTS_AT_MOST:
            self._contents.popitem(last=False)
        return seen

    def billed(self, *, protocol: str, model: str, usage: Json, batch: bool = False) -> None:
        """Record a charge as soon as the answer exists, even if the client has disconnected, as providers do.

        An answer in a `batch` costs half.
        """
        if not usage:
            return
        place = (protocol, model, compact(usage).decode(), batch)
        if place in self._billed or len(self._billed) < KEYS_AT_MOST:
            self._billed[place] += 1

    def bill(self) -> list[dict[str, Any]]:
        """Return the number of charged answers by model and usage; usage is in the format of the protocol."""
        return [
            {
                "protocol": protocol,
                "model": model,
                "usage": json.loads(usage),
                "answers": n,
                "batch": batch,
            }
            for (protocol, model, usage, batch), n in self._billed.items()
        ]

    def accepted(self) -> None:
        second = int(self._clock() - self._begun)
        self._per_second[second] = self._per_second.get(second, 0) + 1
        if len(self._per_second) > SECONDS_AT_MOST:
            self._per_second.popitem(last=False)

    def left(self, *, status: int | None, key: str, answered: bool, latency_s: float) -> None:
        """Count the end of a request; `status` None means that the connection ended without a response."""
        self._inside -= 1
        self._by_status["none" if status is None else str(status)] += 1
        self._latencies.append(latency_s * 1000)
        if status == 429:
            self._refused += 1
        if status is None:
            self._gone += 1
        if answered and key in self._calls:
            self._calls[key][1] += 1
        elif status == 200 and not answered:
            self._spoiled += 1

    def summary(self, *, latencies: bool = False, keys: bool = True) -> dict[str, Any]:
        answered = {key: counts[1] for key, counts in self._calls.items() if counts[1]}
        found: dict[str, Any] = {
            "total": self._total,
            "answered": sum(answered.values()),
            # Returned 200 with an unusable body.
            "spoiled": self._spoiled,
            "gone": self._gone,
            "refused": self._refused,
            "refused_share": self._refused / self._total if self._total else 0.0,
            "by_status": dict(self._by_status),
            "by_model": dict(self._by_model),
            "by_protocol": dict(self._by_protocol),
            "by_api_key_sha256": dict(self._by_api_key),
            "keys": len(self._calls),
            "keys_forgotten": self._keys_forgotten,
            "answered_more_than_once": sum(1 for times in answered.values() if times > 1),
            "inside": self._inside,
            "peak_concurrency": self._peak,
            "accepted_per_second": {str(at): count for at, count in self._per_second.items()},
            "latency_ms": {
                "median": round(median(self._latencies), 3) if self._latencies else None,
                "highest": round(max(self._latencies), 3) if self._latencies else None,
            },
        }
        if keys:
            found["by_key"] = {key: counts[0] for key, counts in self._calls.items()}
            found["answered_by_key"] = answered
        if latencies:
            found["latencies_ms"] = [round(each, 3) for each in self._latencies]
        return found
