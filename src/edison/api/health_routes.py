"""For machines that watch: health, readiness, metrics."""

import hmac
import ipaddress
from datetime import datetime
from typing import Literal

from fastapi import Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from edison.api.api_config import ApiConfig
from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import View
from edison.api.error_responses import problems
from edison.api.model_metrics import model_metrics
from edison.api.request_identity import Config, Services
from edison.domain.errors import NotAllowed, Unavailable
from edison.domain.people.access import Actor
from edison.services import installation_status

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
    """Report whether the database is reachable and a worker has reported recently."""
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
    """Report whether this process can take requests."""
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
        raise NotAllowed("Metrics are for this machine, or for who brings EDISON_METRICS_TOKEN")
    try:
        models = model_metrics(await installation_status.model_totals(ctx, PROBE))
    except Unavailable:
        # Without a database, what this process counted itself is worth all the more.
        models = b""
    return Response(generate_latest() + models, media_type=CONTENT_TYPE_LATEST)


def _may_scrape(request: Request, config: ApiConfig) -> bool:
    if config.metrics_token:
        shown = request.headers.get("authorization", "")
        return hmac.compare_digest(shown.encode(), f"Bearer {config.metrics_token}".encode())
    if any(name in request.headers for name in FORWARDED):
        # It came through a proxy on this machine; from where, only the proxy knows.
        return False
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
