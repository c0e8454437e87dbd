"""Puts the HTTP floor together."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from edison.api.config import ApiConfig
from edison.api.errors import install_error_handlers
from edison.api.limits import RateLimitMiddleware
from edison.api.observe import RequestObserver
from edison.api.openapi import TITLE, install_openapi
from edison.api.renewal import SessionRenewalMiddleware
from edison.api.routes import (
    accounts,
    activity,
    alerts,
    annotations,
    assists,
    audit,
    board_votes,
    boards,
    budgets,
    cases,
    channels,
    confirmations,
    coverage,
    credentials,
    dataset_growth,
    datasets,
    demo,
    exact_requests,
    executions,
    experiment_control,
    experiment_reports,
    experiment_templates,
    experiments,
    health,
    imports,
    invites,
    iterations,
    judges,
    me,
    members,
    models,
    monitors,
    projects,
    prompt_lineage,
    prompts,
    question_quality,
    question_reviews,
    reports,
    retention,
    rubrics,
    run_comparison,
    run_marks,
    run_results,
    run_statistics,
    runs,
    scorers,
    sessions,
    suggestions,
    suites,
    tokens,
    trends,
    tries,
)
from edison.api.security import RequestGuard
from edison.api.static import StaticScreens
from edison.api.surprises import UnexpectedErrorMiddleware
from edison.services.context import Context
from edison.services.request_limits import RequestLimiter

ROOMS = (
    sessions,
    accounts,
    me,
    confirmations,
    projects,
    members,
    invites,
    tokens,
    credentials,
    models,
    tries,
    prompt_lineage,
    prompts,
    dataset_growth,
    datasets,
    cases,
    coverage,
    question_quality,
    question_reviews,
    imports,
    scorers,
    rubrics,
    judges,
    runs,
    exact_requests,
    run_results,
    run_marks,
    run_comparison,
    run_statistics,
    annotations,
    boards,
    board_votes,
    experiment_control,
    experiment_reports,
    experiment_templates,
    experiments,
    iterations,
    suggestions,
    suites,
    executions,
    assists,
    monitors,
    demo,
    trends,
    alerts,
    budgets,
    reports,
    retention,
    audit,
    channels,
    activity,
)


def create_app(ctx: Context, config: ApiConfig) -> FastAPI:
    limiter = RequestLimiter(ctx, config.requests_per_minute)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        await ctx.wakeups.start()
        limiter.start()
        yield
        await limiter.stop()
        await ctx.wakeups.stop()

    app = FastAPI(
        title=TITLE,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.context = ctx
    app.state.config = config
    app.router.routes.extend(_routes())
    if config.static_dir is not None and config.static_dir.is_dir():
        # Only the screens are compressed: answers of the API mix secrets with what a caller sent.
        app.mount("/", StaticScreens(config.static_dir), name="screens")
    install_error_handlers(app)
    install_openapi(app)
    app.add_middleware(UnexpectedErrorMiddleware)
    app.add_middleware(SessionRenewalMiddleware, config=config)
    app.add_middleware(RateLimitMiddleware, limiter=limiter)
    app.add_middleware(RequestGuard, config=config)
    app.add_middleware(RequestObserver)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """The same for every application of a process: they hold nothing of it, and take a second to build."""
    api = APIRouter()
    for room in ROOMS:
        api.include_router(room.router, prefix="/api/v1")
    api.include_router(health.router)
    api.add_api_route(
        "/api/{rest:path}", _nothing_here, include_in_schema=False, methods=["GET", "HEAD"]
    )
    return tuple(api.routes)


async def _nothing_here(rest: str) -> None:
    raise HTTPException(404, "There is nothing at this address")
