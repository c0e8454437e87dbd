"""The pages of a report as PDF: headings stay with what they are about, and rows in one piece."""

# The library has no types of its own:
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

import io
from dataclasses import replace
from typing import Any

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.platypus import (
    CondPageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
)

from edison.services.experiments.report.experiment_report import FinalReport
from edison.services.experiments.report.report_pdf import story_of
from tests.support.reports import a_report

WORDS = "Names what troubles the customer first, then gives the next step. "


class _Recording(SimpleDocTemplate):
    """Note on which page each part came to stand."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), pagesize=A4)
        self.placed: list[tuple[int, Any]] = []

    def afterFlowable(self, flowable: Any) -> None:
        if not isinstance(flowable, (Spacer, CondPageBreak)):
            self.placed.append((int(self.page), flowable))


def _long_report(iterations: int, sentences: int) -> FinalReport:
    report = a_report(iterations, name=WORDS * 2, text=WORDS * 60)
    about = replace(report.experiment, goal=WORDS * sentences)
    models = tuple(replace(model, why=WORDS * 4) for model in report.models * 3)
    return replace(report, experiment=about, models=models)


@pytest.mark.parametrize("sentences", range(2, 44, 3))
def test_no_heading_stands_alone_and_no_table_begins_without_a_row(sentences: int) -> None:
    report = _long_report(3 + sentences % 5, sentences)
    document = _Recording()

    document.build(story_of(report))

    for (page, part), (next_page, follower) in zip(
        document.placed, document.placed[1:], strict=False
    ):
        if isinstance(part, Paragraph) and part.style.name == "heading":
            assert next_page == page, f"{part.getPlainText()} is alone at the foot of page {page}"
        if isinstance(follower, Table) and follower.repeatRows:
            table: Any = follower
            assert len(table._cellvalues) > table.repeatRows
