"""Templates of experiments as they go out."""

from pydantic import Field

from edison.api.base_views import View
from edison.api.judging.rubric_views import CriterionView
from edison.api.prompts.content_views import ContentView
from edison.domain.datasets.dataset import CaseContent
from edison.domain.experiments.templates.experiment_template import Template


class TemplateCaseView(View):
    values: dict[str, str]
    expected: str | None
    tags: list[str]
    difficulty: int | None

    @staticmethod
    def of(case: CaseContent) -> "TemplateCaseView":
        texts = {name: value for name, value in case.values.items() if isinstance(value, str)}
        return TemplateCaseView.copy_attributes(case, values=texts)


class TemplateView(View):
    id: str
    name: str
    description: str
    goal: str
    criteria: list[CriterionView]
    content: ContentView
    prompt_name: str
    cases: list[TemplateCaseView] = Field(description="Twenty of them")

    @staticmethod
    def of(template: Template) -> "TemplateView":
        return TemplateView.copy_attributes(
            template, cases=[TemplateCaseView.of(case) for case in template.cases]
        )
