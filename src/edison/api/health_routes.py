"""Routes for monitoring systems: health, readiness and Prometheus metrics."""

import hmac
import ipaddress
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

from fastapi import Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from edison.api.api_config import ApiConfig
from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import View
from edison.api.error_responses import problems
from edison.api.request_identity import Config, Services
from edison.domain.errors import NotAllowed, Unavailable
from edison.domain.models.usage_tally import upper_ms
from edison.domain.money import to_usd
from edison.domain.people.access import Actor
from edison.services import installation_status
from edison.services.installation_status import ModelTotal

LABELS = ["provider", "model"]
BOUNDS_S = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)


def model_metrics(totals: Iterable[ModelTotal]) -> bytes:
    registry = CollectorRegistry()
    registry.register(_Totals(list(totals)))
    return generate_latest(registry)


class _Totals(Collector):
    def __init__(self, totals: list[ModelTotal]) -> None:
        self._totals = totals

    def collect(self) -> Iterator[Metric]:
        calls = CounterMetricFamily(
            "edison_model_calls", "Calls by result", labels=[*LABELS, "result"]
        )
        tokens = CounterMetricFamily(
            "edison_model_tokens", "Tokens by direction", labels=[*LABELS, "direction"]
        )
        cost = CounterMetricFamily("edison_model_cost_usd", "Cost of calls", labels=LABELS)
        latency = HistogramMetricFamily(
            "edison_model_latency_seconds", "Time until the model answered", labels=LABELS
        )
        for total in self._totals:
            place = [total.provider, total.model]
            tally = total.tally
            answered = tally.calls - tally.failed - tally.reused
            calls.add_metric([*place, "answered"], answered)
            calls.add_metric([*place, "failed"], tally.failed)
            calls.add_metric([*place, "reused"], tally.reused)
            tokens.add_metric([*place, "prompt"], tally.prompt_tokens)
            tokens.add_metric([*place, "completion"], tally.completion_tokens)
            cost.add_metric(place, float(to_usd(tally.cost)))
            latency.add_metric(place, *_buckets(tally.latencies))
        yield from (calls, tokens, cost, latency)


def _buckets(latencies: dict[int, int]) -> tuple[list[tuple[str, float]], float]:
    """Return the cumulative count up to each bound, and the estimated sum of all latencies in seconds."""
    counts = [
        (
            str(bound),
            float(sum(n for bucket, n in latencies.items() if upper_ms(bucket) <= bound * 1000)),
        )
        for bound in BOUNDS_S
    ]
    everything = float(sum(latencies.values()))
    seconds = sum(upper_ms(bucket) * count for bucket, count in latencies.items()) / 1000
    return [*counts, ("+Inf", everything)], seconds


router = ApiRouter(tags=["health"])

PROBE = Actor(kind="anonymous")
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class ServicesView(View):
    database: Literal["healthy", "unhealthy"]
    workers: Literal["healthy", "unhealthy", "unknown"]


class HealthView(View):
    status: Literal["ok", "degraded"]
    timestamp: datetime
    services: ServicesView


class ReadinessView(View):
    ready: bool
    error: str | None


@router.get("/health", responses=Exactly({503: {"model": HealthView}}))
async def health(response: Response, ctx: Services) -> HealthView:
    """Report whether the database is reachable and a worker is alive."""
    found = await installation_status.health(ctx, PROBE)
    whole = found.database and found.workers > 0
    response.status_code = 200 if whole else 503
    workers = "unknown" if not found.database else "healthy" if found.workers else "unhealthy"
    return HealthView(
        status="ok" if whole else "degraded",
        timestamp=ctx.clock.now(),
        services=ServicesView(
            database="healthy" if found.database else "unhealthy", workers=workers
        ),
    )


@router.get("/readiness", responses=Exactly({503: {"model": ReadinessView}}))
async def readiness(response: Response, ctx: Services) -> ReadinessView:
    """Report whether this process can accept requests."""
    ready = (await installation_status.health(ctx, PROBE)).database
    response.status_code = 200 if ready else 503
    return ReadinessView(ready=ready, error=None if ready else "The database does not answer")


@router.get(
    "/metrics",
    response_class=Response,
    responses=Exactly(
        {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}} | problems(403)
    ),
)
async def metrics(request: Request, config: Config, ctx: Services) -> Response:
    """Get Prometheus metrics. Allowed from this machine, or with the metrics token."""
    if not _may_scrape(request, config):
        raise NotAllowed("Read metrics from this machine, or send EDISON_METRICS_TOKEN")
    try:
        models = model_metrics(await installation_status.model_totals(ctx, PROBE))
    except Unavailable:
        # The metrics of this process are most useful when the database is down.
        models = b""
    return Response(generate_latest() + models, media_type=CONTENT_TYPE_LATEST)


def _may_scrape(request: Request, config: ApiConfig) -> bool:
    if config.metrics_token:
        shown = request.headers.get("authorization", "")
        return hmac.compare_digest(shown.encode(), f"Bearer {config.metrics_token}".encode())
    if any(name in request.headers for name in FORWARDED):
        # The request came through a proxy on this machine, so its origin is unknown.
        return False
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
