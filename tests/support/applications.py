"""Applications behind an HTTP address, as tests add them to a project."""

from typing import Any

import httpx

from tests.support.gateway import Bench

TOKEN = "Bearer team-word-4711-quite-long"
TEMPLATE = '{"question": "{{input}}", "case": "{{values.question}}"}'
APPLICATION: dict[str, str] = {
    "application": "helper 1.0",
    "request_template": TEMPLATE,
    "response_path": "/output/text",
}


def application_url(base: str, model: str = "sim-medium") -> str:
    """Return the address of the simulator's application, which answers like one of its models."""
    return f"{base}/applications/{model}/answer"


async def add_application(
    bench: Bench,
    label: str = "Our app",
    *,
    url: str | None = None,
    model: str = "sim-medium",
    cost: str | None = "0.002",
    headers: str = f"Authorization: {TOKEN}",
    save_anyway: bool = False,
    **config: str,
) -> httpx.Response:
    return await bench.add(
        "APPLICATION",
        label,
        config={
            **APPLICATION,
            "base_url": url or application_url(bench.sim.url, model),
            **config,
        },
        secrets={"headers": headers} if headers else {},
        cost_per_call_usd=cost,
        allow_private=True,
        save_anyway=save_anyway,
    )


def application_with_secrets(simulator: str, token: str, query: str) -> dict[str, Any]:
    """Return the fields of a credential for an application that gets a secret header and a secret parameter."""
    return {
        "config": {**APPLICATION, "base_url": application_url(simulator)},
        "secrets": {"headers": f"Authorization: Bearer {token}", "query": f"key={query}"},
        "cost_per_call_usd": "0.001",
        "allow_private": True,
    }
