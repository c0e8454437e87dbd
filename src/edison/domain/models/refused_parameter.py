"""What a user can change when a provider refuses a parameter that the user set."""

from dataclasses import replace

from edison.domain.models.model_api import CHAT_COMPLETIONS, ModelApi
from edison.domain.models.model_call import Failed, FailureCode, ModelCall


def named_refusal(failed: Failed, call: ModelCall, api: ModelApi, *, has_both: bool) -> Failed:
    """Name a failure that refuses a parameter of the call, and suggest a change. Other failures are unchanged."""
    parameter = failed.parameter
    if failed.code is not FailureCode.BAD_REQUEST or parameter not in call.parameters.given():
        return failed
    return replace(
        failed,
        code=FailureCode.PARAMETER_REFUSED,
        suggestion=_suggested_change(failed, call.model, api, has_both=has_both),
    )


def _suggested_change(failed: Failed, model: str, api: ModelApi, *, has_both: bool) -> str:
    name = failed.parameter
    if failed.combined and has_both and api == CHAT_COMPLETIONS and "/responses" in failed.message:
        return (
            f"Set the API of {model} to Responses in the catalog, or remove {name} from the target or the prompt. "
            "Then repeat the failed cells."
        )
    if failed.combined:
        return f"Remove {name}, or what {model} refuses together with it, from the target or the prompt."
    return f"Remove {name} from the target or the prompt, or set a value that {model} accepts."
