"""The FastAPI application: middleware, API routes and the web user interface."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import BaseRoute, Route

from edison.api.alerts.routes import router as alerts_router
from edison.api.annotations.routes import router as annotations_router
from edison.api.api_config import ApiConfig
from edison.api.arena.leaderboard_routes import board_votes_router as board_votes_router
from edison.api.arena.leaderboard_routes import router as boards_router
from edison.api.arena.question_routes import question_reviews_router as question_reviews_router
from edison.api.arena.question_routes import router as question_quality_router
from edison.api.assists.routes import router as assists_router
from edison.api.audit.routes import activity_router as activity_router
from edison.api.audit.routes import router as audit_router
from edison.api.budgets.routes import router as budgets_router
from edison.api.channels.routes import router as channels_router
from edison.api.comments.routes import router as comments_router
from edison.api.datasets.case_routes import dataset_growth_router as dataset_growth_router
from edison.api.datasets.case_routes import router as cases_router
from edison.api.datasets.dataset_routes import coverage_router as coverage_router
from edison.api.datasets.dataset_routes import router as datasets_router
from edison.api.datasets.file_routes import router as files_router
from edison.api.datasets.import_routes import router as imports_router
from edison.api.demo.demo_routes import router as demo_router
from edison.api.error_responses import UnexpectedErrorMiddleware, install_error_handlers
from edison.api.experiments.experiment_routes import (
    experiment_control_router as experiment_control_router,
)
from edison.api.experiments.experiment_routes import (
    experiment_templates_router as experiment_templates_router,
)
from edison.api.experiments.experiment_routes import router as experiments_router
from edison.api.experiments.report_routes import router as experiment_reports_router
from edison.api.experiments.suggestion_routes import iterations_router as iterations_router
from edison.api.experiments.suggestion_routes import router as suggestions_router
from edison.api.health_routes import router as health_router
from edison.api.home.routes import router as home_router
from edison.api.imports.import_routes import router as tool_imports_router
from edison.api.judging.routes import router as judges_router
from edison.api.judging.routes import rubrics_router as rubrics_router
from edison.api.judging.routes import scorers_router as scorers_router
from edison.api.lineage.routes import router as prompt_lineage_router
from edison.api.mcp.endpoint import MCP_ROUTES
from edison.api.models.credential_routes import router as credentials_router
from edison.api.models.model_routes import router as models_router
from edison.api.models.model_routes import tries_router as tries_router
from edison.api.monitoring.routes import router as monitors_router
from edison.api.notifications.routes import project_router as project_notifications_router
from edison.api.notifications.routes import router as notifications_router
from edison.api.openapi import TITLE, install_openapi
from edison.api.people.account_routes import confirmations_router as confirmations_router
from edison.api.people.account_routes import me_router as me_router
from edison.api.people.account_routes import router as accounts_router
from edison.api.people.account_routes import sessions_router as sessions_router
from edison.api.people.administration_routes import (
    password_resets_router as password_resets_router,
)
from edison.api.people.administration_routes import router as people_router
from edison.api.people.member_routes import invites_router as invites_router
from edison.api.people.member_routes import router as members_router
from edison.api.people.member_routes import tokens_router as tokens_router
from edison.api.people.project_routes import router as projects_router
from edison.api.people.provider_routes import group_roles_router as group_roles_router
from edison.api.people.provider_routes import router as sign_in_providers_router
from edison.api.promotions.routes import prompt_router as prompt_promotions_router
from edison.api.promotions.routes import router as promotions_router
from edison.api.prompts.named_prompt_routes import router as named_prompts_router
from edison.api.prompts.routes import router as prompts_router
from edison.api.rate_limit_middleware import RateLimitMiddleware
from edison.api.reports.routes import router as reports_router
from edison.api.request_guard import RequestGuard
from edison.api.request_observer import RequestObserver
from edison.api.retention.routes import router as retention_router
from edison.api.runs.application_routes import router as application_runs_router
from edison.api.runs.grid_routes import exact_requests_router as exact_requests_router
from edison.api.runs.grid_routes import router as run_results_router
from edison.api.runs.grid_routes import run_marks_router as run_marks_router
from edison.api.runs.result_routes import judge_exams_router as judge_exams_router
from edison.api.runs.result_routes import router as run_statistics_router
from edison.api.runs.result_routes import run_comparison_router as run_comparison_router
from edison.api.runs.run_routes import router as runs_router
from edison.api.session_renewal import SessionRenewalMiddleware
from edison.api.static_files import StaticDocs, StaticScreens
from edison.api.suites.routes import executions_router as executions_router
from edison.api.suites.routes import router as suites_router
from edison.api.trends.routes import router as trends_router
from edison.services.context import Context
from edison.services.request_limiter import RequestLimiter

ROUTERS = (
    sessions_router,
    sign_in_providers_router,
    group_roles_router,
    accounts_router,
    me_router,
    confirmations_router,
    password_resets_router,
    people_router,
    projects_router,
    home_router,
    members_router,
    invites_router,
    tokens_router,
    credentials_router,
    models_router,
    tries_router,
    prompt_lineage_router,
    # Before the routes whose path begins with the id of a prompt.
    named_prompts_router,
    prompts_router,
    prompt_promotions_router,
    promotions_router,
    dataset_growth_router,
    datasets_router,
    cases_router,
    coverage_router,
    question_quality_router,
    question_reviews_router,
    files_router,
    imports_router,
    tool_imports_router,
    scorers_router,
    rubrics_router,
    judges_router,
    judge_exams_router,
    runs_router,
    application_runs_router,
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
    comments_router,
    notifications_router,
    project_notifications_router,
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
    if config.docs_dir is not None and config.docs_dir.is_dir():
        app.router.routes.append(Route("/docs", _open_docs))
        app.mount("/docs", StaticDocs(config.docs_dir), name="docs")
    if config.static_dir is not None and config.static_dir.is_dir():
        # API responses are not compressed: they mix secrets with input of the caller (BREACH attack).
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
    """Build the routes once per process. They hold no application state, and building takes about a second."""
    api = APIRouter()
    for router in ROUTERS:
        api.include_router(router, prefix="/api/v1")
    api.include_router(health_router)
    api.add_api_route(
        "/api/{rest:path}", _nothing_here, include_in_schema=False, methods=["GET", "HEAD"]
    )
    return (*MCP_ROUTES, *api.routes)


async def _nothing_here(rest: str) -> None:
    raise HTTPException(404, "There is nothing at this address")


async def _open_docs(_: Request) -> RedirectResponse:
    return RedirectResponse("/docs/")
