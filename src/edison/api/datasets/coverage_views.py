"""The coverage of a dataset as it goes out."""

from pydantic import Field

from edison.api.base_views import View
from edison.domain.datasets.coverage import Bar, Coverage


class CoverageBarView(View):
    name: Bar
    share: float = Field(
        ge=0, le=1, description="Tags: of the cases that have one; else of the kinds that are found"
    )
    found: list[str]
    rare: list[str] = Field(description="Cases have it, but too few to count")
    missing: list[str] = Field(description="No case has it")


class CoverageView(View):
    cases: int = Field(description="How many were looked at")
    bars: list[CoverageBarView]

    @staticmethod
    def of(coverage: Coverage) -> "CoverageView":
        return CoverageView(
            cases=coverage.cases,
            bars=[
                CoverageBarView(
                    name=bar.name,
                    share=round(bar.share, 4),
                    found=list(bar.found),
                    rare=list(bar.rare),
                    missing=list(bar.missing),
                )
                for bar in coverage.bars
            ],
        )
