"""What a person sends to steer an experiment that has begun."""

from typing import Annotated

from pydantic import Field

from edison.api.base_views import Body, Paragraphs
from edison.api.runs.run_bodies import Tokens, Usd


class AskForSuggestionBody(Body):
    hint: Annotated[Paragraphs, Field(max_length=1000, description="Said to the refiner")] = ""


class ExperimentBudgetBody(Body):
    """What all iterations together may come to."""

    max_budget_usd: Usd
    max_tokens: Tokens | None = None
