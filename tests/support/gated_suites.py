"""Suites whose loss is known: the simulator sorts messages, and a prompt that lacks a category cannot choose it."""

from random import Random
from typing import Any

CATEGORIES = ("billing", "delivery", "account")
MESSAGES = {
    "billing": "I was charged twice, see invoice {n}.",
    "delivery": "Where is my parcel {n}? The courier never came.",
    "account": "I cannot sign in to my account {n}, the password is refused.",
}
GOOD = (
    "Classify the message into exactly one category: billing, delivery, account. "
    "Look carefully.\n<message>{{message}}</message>"
)
# Messages about deliveries cannot be right.
LACKING = GOOD.replace("delivery, ", "")
MODEL = "sim-large"


def cases(count: int, of_deliveries: int, seed: int = 0) -> list[dict[str, Any]]:
    """Return cases in random order, of which exactly this number are about deliveries."""
    random = Random(seed)
    kinds = ["delivery"] * of_deliveries
    kinds += [random.choice(("billing", "account")) for _ in range(count - of_deliveries)]
    random.shuffle(kinds)
    numbers = random.sample(range(10_000, 99_999), count)
    return [
        {"values": {"message": MESSAGES[kind].format(n=number)}, "expected": kind}
        for kind, number in zip(kinds, numbers, strict=True)
    ]


def sorting_suite(
    text: str = GOOD,
    *,
    count: int = 40,
    of_deliveries: int = 20,
    temperature: float = 0.0,
    seed: int = 0,
    name: str = "Sorting",
    **changes: Any,
) -> dict[str, Any]:
    suite: dict[str, Any] = {
        "name": name,
        "prompt": {"name": name, "text": text},
        "dataset": {"name": name, "cases": cases(count, of_deliveries, seed)},
        "targets": [
            {"model": MODEL, "parameters": {"temperature": temperature, "max_tokens": 200}}
        ],
        "scorers": [{"kind": "contains"}],
        "reuse": False,
    }
    return {**suite, **changes}
