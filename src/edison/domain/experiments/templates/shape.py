"""What a template is."""

from dataclasses import dataclass

from edison.domain.datasets import CaseContent
from edison.domain.prompts import PromptContent
from edison.domain.rubrics import Criterion


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
