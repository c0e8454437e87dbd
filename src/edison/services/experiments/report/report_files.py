"""Export the report of an experiment as CSV, Markdown or PDF."""

import asyncio
import csv
import io
import re
from dataclasses import dataclass

from edison.domain.datasets.case_files import FORMULA_STARTS
from edison.domain.ids import ExperimentId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.results.run_summary import Figure
from edison.services.context import Context
from edison.services.experiments.report.experiment_report import FinalReport
from edison.services.experiments.report.report_builder import report_of
from edison.services.experiments.report.report_markdown import to_markdown

HEAD = (
    "iteration", "state", "version", "score", "score_low", "score_high", "scale", "against", "verdict",
    "effect", "effect_low", "effect_high", "gained", "partial", "cost_usd", "tokens", "changelog",
)  # fmt: skip


def to_csv(report: FinalReport) -> str:
    """Write the report as CSV. Formulas are escaped, and scores are on the scale of the rubric."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(HEAD)
    scale = report.experiment.scale or 1
    for line in report.iterations:
        writer.writerow(
            [
                line.number,
                line.state,
                line.version,
                *_figure(line.composite, scale),
                scale,
                "" if line.against is None else line.against,
                line.verdict or "",
                *_figure(line.effect, scale),
                "" if line.gained is None else str(line.gained).lower(),
                str(line.partial).lower(),
                line.cost_usd,
                line.tokens,
                harmless(line.changelog),
            ]
        )
    return text.getvalue()


def _figure(figure: Figure | None, scale: int) -> tuple[str, str, str]:
    if figure is None:
        return "", "", ""
    low, high = sorted((figure.low, figure.high))
    return f"{figure.value * scale:.6g}", f"{low * scale:.6g}", f"{high * scale:.6g}"


def harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


_ODD = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentReportFile:
    name: str
    media: str
    content: bytes


async def export_markdown(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId
) -> ExperimentReportFile:
    who.must(Permission.EXPORT_RESULTS, project)
    report = await _report(ctx, project, experiment)
    return ExperimentReportFile(
        name=file_name(report, "md"),
        media="text/markdown; charset=utf-8",
        content=to_markdown(report).encode(),
    )


async def export_csv(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId
) -> ExperimentReportFile:
    who.must(Permission.EXPORT_RESULTS, project)
    report = await _report(ctx, project, experiment)
    # Spreadsheets recognise UTF-8 by the byte order mark.
    content = ("\ufeff" + to_csv(report)).encode()
    return ExperimentReportFile(
        name=file_name(report, "csv"), media="text/csv; charset=utf-8", content=content
    )


async def export_pdf(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId
) -> ExperimentReportFile:
    who.must(Permission.EXPORT_RESULTS, project)
    report = await _report(ctx, project, experiment)
    # Imported here because it loads a large library that few processes need.
    from edison.services.experiments.report.report_pdf import to_pdf

    # In a thread: this takes half a second and would block the event loop.
    content = await asyncio.to_thread(to_pdf, report)
    return ExperimentReportFile(
        name=file_name(report, "pdf"), media="application/pdf", content=content
    )


async def _report(ctx: Context, project: ProjectId, experiment: ExperimentId) -> FinalReport:
    async with ctx.read() as tx:
        return await report_of(tx, project, experiment, ctx.clock.now())


def file_name(report: FinalReport, ending: str) -> str:
    """Return a file name of letters, digits and dashes."""
    about = report.experiment
    words = _ODD.sub("-", about.name.lower()).strip("-")[:60].strip("-")
    return f"experiment-{about.number}{'-' + words if words else ''}.{ending}"
