"""Charts of the PDF report: the score of each iteration with its interval, and the cost by phase."""

# The library has no type hints:
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from typing import Literal

from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import Color, HexColor

from edison.domain.experiments.experiment_costs import PhaseCost
from edison.domain.money import to_usd
from edison.services.experiments.report.experiment_report import IterationLine
from edison.services.experiments.report.pdf_text import PLAIN
from edison.services.experiments.report.report_phrasing import money, phase

INK, MUTED, SUBTLE, LINE = (
    HexColor("#0f172a"),
    HexColor("#475569"),
    HexColor("#5b6980"),
    HexColor("#e2e8f0"),
)
ACCENT, ACCENT_SOFT = HexColor("#0f766e"), HexColor("#e6f6f4")
VERDICTS: dict[str | None, Color] = {
    "better": HexColor("#16a34a"),
    "worse": HexColor("#dc2626"),
    "better_on_these_cases": HexColor("#86c79b"),
    "worse_on_these_cases": HexColor("#eb9a9a"),
    "cannot_tell": HexColor("#8391a6"),
    "inconclusive": HexColor("#d97706"),
}
PHASE_COLOURS = {
    "target": HexColor("#0d9488"),
    "judge": HexColor("#7c3aed"),
    "refine": HexColor("#c2410c"),
    "assist": HexColor("#0369a1"),
}
LEFT, BOTTOM, TOP = 30.0, 22.0, 10.0
# More labels than this would overlap.
LABELS_AT_MOST = 20


def trend(
    lines: Sequence[IterationLine], scale: int | None, width: float, height: float
) -> Drawing:
    """Draw a dot with its 95% interval for each iteration; the colour shows the verdict."""
    drawing = Drawing(width, height)
    scored = [line for line in lines if line.composite is not None]
    by = scale or 1
    low, high = _range(
        [(line.composite.low, line.composite.high) for line in scored if line.composite]
    )
    step = (width - LEFT - 16) / max(1, len(scored))
    left_of = [LEFT + 8 + step * (place + 0.5) for place in range(len(scored))]

    def up(value: float) -> float:
        return BOTTOM + (height - BOTTOM - TOP) * (value - low) / (high - low)

    for part in range(5):
        value = low + (high - low) * part / 4
        drawing.add(Line(LEFT, up(value), width, up(value), strokeColor=LINE, strokeWidth=0.6))
        drawing.add(
            _label(LEFT - 5, up(value) - 2.5, f"{value * by:.{1 if by > 1 else 2}f}", "end")
        )
    values = [line.composite for line in scored if line.composite]
    if len(values) > 1:
        path = [
            point for x, one in zip(left_of, values, strict=True) for point in (x, up(one.value))
        ]
        drawing.add(PolyLine(path, strokeColor=HexColor("#99d5cf"), strokeWidth=1.2))
    every = -(-len(scored) // LABELS_AT_MOST)
    for place, (x, line, one) in enumerate(zip(left_of, scored, values, strict=True)):
        colour = VERDICTS.get(line.verdict, ACCENT)
        bottom, top = up(max(low, one.low)), up(min(high, one.high))
        drawing.add(Line(x, bottom, x, top, strokeColor=colour, strokeWidth=1.1))
        for end in (bottom, top):
            drawing.add(Line(x - 3, end, x + 3, end, strokeColor=colour, strokeWidth=1.1))
        drawing.add(Circle(x, up(one.value), 3, fillColor=colour, strokeColor=HexColor("#ffffff")))
        if place % every == 0:
            drawing.add(_label(x, 8, str(line.number), "middle"))
    return drawing


def cost_bar(costs: Sequence[PhaseCost], width: float, height: float = 14) -> Drawing:
    """Draw the total cost as a bar with one segment for each phase."""
    drawing = Drawing(width, height + 16)
    total = sum(cost.cost for cost in costs)
    if total <= 0:
        return drawing
    x, legend = 0.0, 0.0
    for cost in costs:
        piece = width * cost.cost / total
        colour = PHASE_COLOURS.get(cost.phase, MUTED)
        if piece > 0:
            drawing.add(_piece(x, 16, piece, height, colour))
            words = f"{phase(cost.phase)} {money(to_usd(cost.cost))}"
            drawing.add(_piece(legend, 3, 6, 6, colour))
            drawing.add(_label(legend + 9, 3.5, words, "start"))
            legend += 24 + len(words) * 4.2
        x += piece
    return drawing


def _piece(x: float, y: float, width: float, height: float, colour: Color) -> Rect:
    piece = Rect(x, y, width, height)
    piece.fillColor, piece.strokeColor = colour, HexColor("#ffffff")
    return piece


def _range(intervals: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the range of the score axis: at least a tenth of the scale, so that noise does not look like a change."""
    low = min((low for low, _ in intervals), default=0.0)
    high = max((high for _, high in intervals), default=1.0)
    room = max(0.1 - (high - low), (high - low) * 0.1) / 2
    return max(0.0, low - room), min(1.0, high + room)


def _label(x: float, y: float, text: str, anchor: Literal["start", "middle", "end"]) -> String:
    return String(x, y, text, fontName=PLAIN, fontSize=7.5, fillColor=SUBTLE, textAnchor=anchor)
