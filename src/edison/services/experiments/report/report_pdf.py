"""Write a report as a PDF of A4 pages. Imported only when needed, because the PDF library is large."""

# The library has no type hints:
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import io
from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from edison.domain.experiments.refining.prompt_document import text_of
from edison.services.experiments.report import report_phrasing
from edison.services.experiments.report.experiment_report import FinalReport
from edison.services.experiments.report.pdf_charts import (
    ACCENT,
    ACCENT_SOFT,
    INK,
    LINE,
    MUTED,
    SUBTLE,
    VERDICTS,
    cost_bar,
    trend,
)
from edison.services.experiments.report.pdf_text import PLAIN, marked

EDGE = 18 * mm
WIDTH = A4[0] - 2 * EDGE
# A paragraph must fit on a page: long prompts are split into paragraphs of this many lines.
LINES_AT_ONCE = 40

BODY = ParagraphStyle("body", fontName=PLAIN, fontSize=9.5, leading=14, textColor=INK)
SMALL = ParagraphStyle("small", parent=BODY, fontSize=8.5, leading=12, splitLongWords=1)
RIGHT = ParagraphStyle("right", parent=SMALL, alignment=TA_RIGHT)
QUIET = ParagraphStyle("quiet", parent=SMALL, textColor=SUBTLE)
QUIET_RIGHT = ParagraphStyle("quiet-right", parent=QUIET, alignment=TA_RIGHT)
TITLE = ParagraphStyle("title", parent=BODY, fontSize=20, leading=25)
HEADING = ParagraphStyle("heading", parent=BODY, fontSize=12.5, leading=16, spaceAfter=5)
FIGURE = ParagraphStyle("figure", parent=BODY, fontSize=15, leading=19)
PROMPT = ParagraphStyle("prompt", parent=BODY, fontSize=8, leading=11, splitLongWords=1)


def to_pdf(report: FinalReport) -> bytes:
    out = io.BytesIO()
    about = report.experiment
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        # The library adds a padding of six points.
        leftMargin=EDGE - 6,
        rightMargin=EDGE - 6,
        topMargin=20 * mm,
        bottomMargin=18 * mm,
        title=f"{about.name}: report",
        author="Edison",
        subject=f"Experiment #{about.number}",
        # Equal reports give identical files.
        invariant=1,
        lang="en",
    )

    def footer(canvas: Any, page: Any) -> None:
        canvas.saveState()
        canvas.setStrokeColor(LINE)
        canvas.line(EDGE, 13 * mm, A4[0] - EDGE, 13 * mm)
        canvas.setFont(PLAIN, 7.5)
        canvas.setFillColor(SUBTLE)
        made = f"Edison · experiment #{about.number} · made {report.made_at:%Y-%m-%d %H:%M} UTC"
        canvas.drawString(EDGE, 9 * mm, made)
        canvas.drawRightString(A4[0] - EDGE, 9 * mm, f"Page {page.page}")
        canvas.restoreState()

    document.build(story_of(report), onFirstPage=footer, onLaterPages=footer)
    return out.getvalue()


def story_of(report: FinalReport) -> list[Flowable]:
    return [
        *_head(report),
        *_outcome(report),
        *_steps(report),
        *_iterations(report),
        *_models(report),
        *_weaknesses(report),
        *_money(report),
        *_prompt(report),
    ]


def _head(report: FinalReport) -> list[Flowable]:
    about, summary = report.experiment, report.summary
    ended = f"ended {about.ended_at:%Y-%m-%d}" if about.ended_at else about.state
    where = f"Experiment #{about.number} · {ended} · {about.cases} cases"
    tiles = [
        ("Iterations", f"{summary.iterations:,}"),
        ("Time", report_phrasing.duration(summary.seconds)),
        ("Cost", report_phrasing.money(summary.cost_usd)),
        ("Tokens", f"{summary.tokens:,}"),
    ]
    cells = [
        [[_p(name, QUIET), _p(value, FIGURE, bold=True)] for name, value in tiles],
    ]
    row = Table(cells, colWidths=[WIDTH / 4] * 4)
    row.setStyle(
        TableStyle(
            [
                ("BACKGROUND", (0, 0), (-1, -1), HexColor("#f8fafc")),
                ("LINEBEFORE", (1, 0), (-1, -1), 0.6, LINE),
                ("BOX", (0, 0), (-1, -1), 0.6, LINE),
                ("ROUNDEDCORNERS", [5, 5, 5, 5]),
                *_padding(10, 8),
            ]
        )
    )
    found: list[Flowable] = [
        _p(where, QUIET),
        _p(about.name, TITLE, bold=True),
        Spacer(0, 6),
        _p(about.end_reason or "The experiment has not ended: these are its results so far.", BODY),
        Spacer(0, 10),
        row,
    ]
    if about.goal:
        found += _section("Objective", *_long(about.goal, BODY))
    return found


def _outcome(report: FinalReport) -> list[Flowable]:
    scale = report.experiment.scale
    boxes: list[tuple[str, str, str, str | None]] = []
    if report.best is not None:
        boxes.append(
            (
                "Best version",
                f"Version {report.best.version_number}: {report_phrasing.score(report.best.composite, scale)}",
                f"From iteration {report.best.number}"
                + (f", on a scale to {scale}." if scale else "."),
                None,
            )
        )
    if report.gain is not None:
        gain = report.gain
        verdict_of = gain.found.verdict if gain.found else None
        head = report_phrasing.verdict(verdict_of).capitalize() or "Nothing to compare"
        effect = report_phrasing.change(gain.found.effect if gain.found else None, scale)
        boxes.append(
            (
                f"Iteration {gain.best.number}, the best one, against {gain.base.number}",
                f"{head} {effect}".strip(),
                gain.sentence,
                verdict_of,
            )
        )
    if report.last_is_another is not None:
        found = report.last_is_another
        head = report_phrasing.verdict(found.verdict).capitalize() or "Nothing to compare"
        boxes.append(
            (
                f"Iteration {found.last.number}, the last one, against {found.first.number}",
                f"{head} {report_phrasing.change(found.effect, scale)}".strip(),
                found.sentence,
                found.verdict,
            )
        )
    check = report.check
    if check is not None:
        head = report_phrasing.verdict(check.verdict).capitalize() or "Not done yet"
        boxes.append(
            (
                "Check on cases that no iteration has seen",
                f"{head} {report_phrasing.change(check.effect, scale)}".strip(),
                check.sentence,
                check.verdict,
            )
        )
    if report.splits is not None:
        cases = report.splits
        head = f"{cases.train} train, {cases.validation} validation, {cases.holdout} hold-out"
        boxes.append(("Which cases were used for what", head, cases.sentence, None))
    found_boxes: list[Flowable] = []
    for title, head, sentence, verdict in boxes:
        box = Table(
            [[[_p(title, QUIET), _p(head, FIGURE, bold=True), _p(sentence, SMALL)]]],
            colWidths=[WIDTH],
        )
        box.setStyle(
            TableStyle(
                [
                    ("LINEBEFORE", (0, 0), (0, -1), 3, VERDICTS.get(verdict, ACCENT)),
                    *_padding(12, 3),
                ]
            )
        )
        found_boxes += [box, Spacer(0, 9)]
    return _section("Outcome", *found_boxes) if boxes else []


def _steps(report: FinalReport) -> list[Flowable]:
    if not report.next_steps:
        return []
    rows = [
        [_p(f"{number}.", SMALL, bold=True), _p(step, SMALL)]
        for number, step in enumerate(report.next_steps, 1)
    ]
    table = Table(rows, colWidths=[16, WIDTH - 16])
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(0, 2)]))
    return _section("Next steps", table)


def _iterations(report: FinalReport) -> list[Flowable]:
    if not report.iterations:
        return []
    scale = report.experiment.scale
    rows = [
        [
            _p(str(line.number), SMALL),
            _p(f"v{line.version}", SMALL),
            _p(report_phrasing.score(line.composite, scale), RIGHT),
            _p(_said(line.verdict, line.against), SMALL),
            _p(report_phrasing.money(line.cost_usd), RIGHT),
            _p(_short(line.changelog), SMALL),
        ]
        for line in report.iterations
    ]
    drawn: list[Flowable] = []
    if any(line.composite for line in report.iterations):
        drawn = [
            trend(report.iterations, scale, WIDTH, 130),
            _p(
                "Score of each iteration with its 95% interval. Green: better than the iteration "
                "it was compared with; red: worse; grey: cannot tell.",
                QUIET,
            ),
            Spacer(0, 8),
        ]
    head = ("", "Version", "Score", "Verdict", "Cost", "What changed")
    widths = (20, 44, 92, 108, 52, WIDTH - 316)
    table = _table(head, rows, widths, right=(2, 4))
    return _section("Iterations", *drawn, CondPageBreak(_least_height(table)), table)


def _models(report: FinalReport) -> list[Flowable]:
    if not report.models:
        return []
    scale = report.experiment.scale
    rows = [
        [
            _p(model.model_name, SMALL, bold=model.recommended),
            _p(report_phrasing.score(model.composite, scale) if not model.pruned else "", RIGHT),
            _p(report_phrasing.money(model.usd_per_case) if not model.pruned else "", RIGHT),
            _p(
                "Recommended" if model.recommended else "Pruned" if model.pruned else "",
                SMALL,
                bold=True,
            ),
            _p(model.why, SMALL),
        ]
        for model in report.models
    ]
    head = ("Model", "Score", "A case costs", "", "Why")
    table = _table(head, rows, (118, 76, 66, 74, WIDTH - 334), right=(1, 2))
    chosen = next((place for place, one in enumerate(report.models, 1) if one.recommended), None)
    if chosen is not None:
        table.setStyle(TableStyle([("BACKGROUND", (0, chosen), (-1, chosen), ACCENT_SOFT)]))
    return _section("Which model to use", table)


def _weaknesses(report: FinalReport) -> list[Flowable]:
    said = [_p(f"• {weak.sentence}", SMALL) for weak in report.weaknesses]
    nothing = [_p("Every criterion is near the top of its scale.", SMALL)] if report.models else []
    return _section("Weak criteria", *(said or nothing)) if said or nothing else []


def _money(report: FinalReport) -> list[Flowable]:
    rows = [
        [_p(name, SMALL, bold=name == "Total"), *(_p(text, RIGHT) for text in numbers)]
        for name, *numbers in report_phrasing.cost_rows(report)
    ]
    costs = _table(
        ("Phase", "Cost", "Of it in doubt", "Calls", "Tokens"),
        rows,
        (WIDTH - 320, 80, 80, 80, 80),
        right=(1, 2, 3, 4),
    )
    bar = cost_bar(report.costs, WIDTH)
    # Keep the bar and the first lines of the table on one page.
    found = [CondPageBreak(80 * mm), *_section("Cost by phase", bar, Spacer(0, 6), costs)]
    if report.tokens:
        spent = [
            [_p(one.model, SMALL), _p(f"{one.prompt:,}", RIGHT), _p(f"{one.completion:,}", RIGHT)]
            for one in report.tokens
        ]
        head = ("Model", "Prompt", "Completion")
        table = _table(head, spent, (WIDTH - 200, 100, 100), right=(1, 2))
        found += _section("Tokens by model", table)
    return found


def _prompt(report: FinalReport) -> list[Flowable]:
    if report.content is None:
        return []
    title = f"The prompt, version {report.best.version_number}" if report.best else "The prompt"
    return _section(title, *_long(text_of(report.content), PROMPT, mono=True))


def _section(title: str, *body: Flowable) -> list[Flowable]:
    """Return a section whose heading stays on the same page as the beginning of its body."""
    heading = _p(title, HEADING, bold=True)
    space = 18 + heading.wrap(WIDTH, A4[1])[1] + HEADING.spaceAfter
    return [CondPageBreak(space + _least_height(body[0])), Spacer(0, 18), heading, *body]


def _least_height(first: Flowable) -> float:
    """Return the minimum height of the beginning of a flowable; for a table, its header and one row."""
    height = first.wrap(WIDTH, A4[1])[1]
    if isinstance(first, Table):
        table: Any = first
        return sum(table._rowHeights[: table.repeatRows + 1])
    return min(height, 40 * mm) if isinstance(first, Paragraph) else height


def _long(text: str, style: ParagraphStyle, *, mono: bool = False) -> list[Flowable]:
    lines = text.split("\n")
    pieces = [
        "\n".join(lines[start : start + LINES_AT_ONCE])
        for start in range(0, len(lines), LINES_AT_ONCE)
    ]
    return [Paragraph(marked(piece, mono=mono, breaks=True), style) for piece in pieces]


def _table(
    head: Sequence[str],
    rows: Sequence[list[Paragraph]],
    widths: Sequence[float],
    right: Sequence[int],
) -> Table:
    named = [_p(name, QUIET_RIGHT if place in right else QUIET) for place, name in enumerate(head)]
    table = Table([named, *rows], colWidths=list(widths), repeatRows=1)
    table.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor("#cbd5e1")),
                ("LINEBELOW", (0, 1), (-1, -1), 0.5, LINE),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TEXTCOLOR", (0, 0), (-1, 0), MUTED),
                *_padding(4, 3.5),
            ]
        )
    )
    return table


def _padding(sides: float, ends: float) -> list[tuple[Any, ...]]:
    every = (0, 0), (-1, -1)
    return [
        ("LEFTPADDING", *every, sides),
        ("RIGHTPADDING", *every, sides),
        ("TOPPADDING", *every, ends),
        ("BOTTOMPADDING", *every, ends),
    ]


def _p(text: str, style: ParagraphStyle, *, bold: bool = False) -> Paragraph:
    return Paragraph(marked(text, bold=bold), style)


def _said(verdict: str | None, against: int | None) -> str:
    if verdict is None:
        return ""
    link = "than" if verdict in ("better", "worse") else "against"
    return f"{report_phrasing.verdict(verdict)} {link} iteration {against}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 240 else f"{line[:239]}…"
