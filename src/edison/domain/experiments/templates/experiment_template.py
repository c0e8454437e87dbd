"""Definition of the `Template` record."""

from dataclasses import dataclass

from edison.domain.datasets.dataset import CaseContent
from edison.domain.judging.rubric import Criterion
from edison.domain.prompts.prompt import PromptContent


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    id: str
    name: str
    description: str
    goal: str
    criteria: tuple[Criterion, ...]
    prompt_name: str
    content: PromptContent
    dataset_name: str
    cases: tuple[CaseContent, ...]
