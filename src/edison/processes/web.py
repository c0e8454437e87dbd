"""The web process: the API and the web user interface."""

import asyncio
import socket

import structlog
import uvicorn

from edison.api.app import create_app
from edison.kit.log_setup import configure_logging
from edison.kit.loop_watchdog import enable_gc
from edison.processes.all_in_one import follow_parent
from edison.processes.build_context import build_api_config, build_context
from edison.services.context import Context
from edison.settings import Settings
from edison.store.database import Database

log = structlog.get_logger(__name__)


def run_web(settings: Settings, url: str) -> None:
    configure_logging(level=settings.log_level, service="web")
    follow_parent(settings.lifeline_fd)
    asyncio.run(_serve(settings, url))


async def _serve(settings: Settings, url: str) -> None:
    if settings.stricter_defaults:
        log.warning("stricter_defaults", reason=settings.stricter_defaults)
    database = Database(
        url, application="edison-web", statement_timeout_s=settings.statement_timeout_s
    )
    ctx = build_context(settings, url, database)
    server = _Server(
        uvicorn.Config(
            create_app(ctx, build_api_config(settings)),
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=settings.trusted_proxies or None,
            timeout_graceful_shutdown=10,
        ),
        ctx,
    )
    enable_gc()
    try:
        await server.serve()
    finally:
        ctx.launcher.close()
        await ctx.openid.close()
        await database.close()


class _Server(uvicorn.Server):
    """Server that closes event streams on shutdown before it waits for open requests, because streams never end."""

    def __init__(self, config: uvicorn.Config, ctx: Context) -> None:
        super().__init__(config)
        self._ctx = ctx

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._ctx.wakeups.stop()
        await super().shutdown(sockets)
