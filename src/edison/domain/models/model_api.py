"""The API over which a model is called: chat completions or Responses."""

from typing import Literal

from edison.domain.errors import InvalidInput

ModelApi = Literal["chat_completions", "responses"]
# What a user chooses for a model; automatic: what suits the model.
ApiChoice = Literal["automatic", "chat_completions", "responses"]

AUTOMATIC: ApiChoice = "automatic"
CHAT_COMPLETIONS: ModelApi = "chat_completions"
RESPONSES: ModelApi = "responses"


def check_api_choice(choice: ApiChoice, *, has_both: bool) -> None:
    """Raise InvalidInput for a choice at a provider that has only one API."""
    if choice != AUTOMATIC and not has_both:
        raise InvalidInput(
            "This provider has only one API, so there is nothing to choose", field="api"
        )
