"""The iterations of an experiment as a CSV file: one line for each, with what it came to."""

import csv
import io

from edison.domain.datasets.case_files import FORMULA_STARTS
from edison.domain.results.run_summary import Figure
from edison.services.experiments.report.experiment_report import FinalReport

HEAD = (
    "iteration", "state", "version", "score", "score_low", "score_high", "scale", "against", "verdict",
    "effect", "effect_low", "effect_high", "gained", "partial", "cost_usd", "tokens", "changelog",
)  # fmt: skip


def to_csv(report: FinalReport) -> str:
    """Scores are on the rubric's scale. For a spreadsheet: no cell can be taken for a formula."""
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
