"""Structured JSON logs on standard error; the last processor redacts secrets and personal data."""

import logging
import sys
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict, WrappedLogger

from edison.kit.redaction import redact


def configure_logging(*, level: str, service: str) -> None:
    """Send the log lines of Edison and of all libraries through one JSON renderer."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="timestamp"),
        structlog.stdlib.ExtraAdder(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )

    def name_service(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
        event["service"] = service
        return event

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                name_service,
                _redact_event,
                structlog.processors.JSONRenderer(default=str),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    sys.excepthook = _log_crash
    for noisy in ("uvicorn.access", "sqlalchemy.engine", "asyncio"):
        logging.getLogger(noisy).setLevel("WARNING")


def _log_crash(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Log an uncaught exception as a JSON line."""
    structlog.get_logger("edison.crash").critical("crashed", exc_info=(kind, error, trace))


def _redact_event(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    return {key: redact(value, key) for key, value in event.items()}
