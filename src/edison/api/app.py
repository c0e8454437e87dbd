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
from edison.api.routes.accounts import router as accounts_router
from edison.api.routes.activity import router as activity_router
from edison.api.routes.alerts import router as alerts_router
from edison.api.routes.annotations import router as annotations_router
from edison.api.routes.assists import router as assists_router
from edison.api.routes.audit import router as audit_router
from edison.api.routes.board_votes import router as board_votes_router
from edison.api.routes.boards import router as boards_router
from edison.api.routes.budgets import router as budgets_router
from edison.api.routes.cases import router as cases_router
from edison.api.routes.channels import router as channels_router
from edison.api.routes.confirmations import router as confirmations_router
from edison.api.routes.coverage import router as coverage_router
from edison.api.routes.credentials import router as credentials_router
from edison.api.routes.dataset_growth import router as dataset_growth_router
from edison.api.routes.datasets import router as datasets_router
from edison.api.routes.demo import router as demo_router
from edison.api.routes.exact_requests import router as exact_requests_router
from edison.api.routes.executions import router as executions_router
from edison.api.routes.experiment_control import router as experiment_control_router
from edison.api.routes.experiment_reports import router as experiment_reports_router
from edison.api.routes.experiment_templates import router as experiment_templates_router
from edison.api.routes.experiments import router as experiments_router
from edison.api.routes.health import router as health_router
from edison.api.routes.imports import router as imports_router
from edison.api.routes.invites import router as invites_router
from edison.api.routes.iterations import router as iterations_router
from edison.api.routes.judge_exams import router as judge_exams_router
from edison.api.routes.judges import router as judges_router
from edison.api.routes.me import router as me_router
from edison.api.routes.members import router as members_router
from edison.api.routes.models import router as models_router
from edison.api.routes.monitors import router as monitors_router
from edison.api.routes.projects import router as projects_router
from edison.api.routes.prompt_lineage import router as prompt_lineage_router
from edison.api.routes.prompts import router as prompts_router
from edison.api.routes.question_quality import router as question_quality_router
from edison.api.routes.question_reviews import router as question_reviews_router
from edison.api.routes.reports import router as reports_router
from edison.api.routes.retention import router as retention_router
from edison.api.routes.rubrics import router as rubrics_router
from edison.api.routes.run_comparison import router as run_comparison_router
from edison.api.routes.run_marks import router as run_marks_router
from edison.api.routes.run_results import router as run_results_router
from edison.api.routes.run_statistics import router as run_statistics_router
from edison.api.routes.runs import router as runs_router
from edison.api.routes.scorers import router as scorers_router
from edison.api.routes.sessions import router as sessions_router
from edison.api.routes.suggestions import router as suggestions_router
from edison.api.routes.suites import router as suites_router
from edison.api.routes.tokens import router as tokens_router
from edison.api.routes.trends import router as trends_router
from edison.api.routes.tries import router as tries_router
from edison.api.security import RequestGuard
from edison.api.static import StaticScreens
from edison.api.surprises import UnexpectedErrorMiddleware
from edison.services.context import Context
from edison.services.request_limits import RequestLimiter

ROUTERS = (
    sessions_router,
    accounts_router,
    me_router,
    confirmations_router,
    projects_router,
    members_router,
    invites_router,
    tokens_router,
    credentials_router,
    models_router,
    tries_router,
    prompt_lineage_router,
    prompts_router,
    dataset_growth_router,
    datasets_router,
    cases_router,
    coverage_router,
    question_quality_router,
    question_reviews_router,
    imports_router,
    scorers_router,
    rubrics_router,
    judges_router,
    judge_exams_router,
    runs_router,
    exact_requests_router,
    run_results_router,
    run_marks_router,
    run_comparison_router,
    run_statistics_router,
    annotations_router,
    boards_router,
    board_votes_router,
    experiment_control_router,
    experiment_reports_router,
    experiment_templates_router,
    experiments_router,
    iterations_router,
    suggestions_router,
    suites_router,
    executions_router,
    assists_router,
    monitors_router,
    demo_router,
    trends_router,
    alerts_router,
    budgets_router,
    reports_router,
    retention_router,
    audit_router,
    channels_router,
    activity_router,
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
    for router in ROUTERS:
        api.include_router(router, prefix="/api/v1")
    api.include_router(health_router)
    api.add_api_route(
        "/api/{rest:path}", _nothing_here, include_in_schema=False, methods=["GET", "HEAD"]
    )
    return tuple(api.routes)


async def _nothing_here(rest: str) -> None:
    raise HTTPException(404, "There is nothing at this address")
