"""Facts of OpenAI's models. Azure serves the same models with its own retirement dates."""

from datetime import date

from edison.domain.models.parameters import ReasoningEffort
from edison.providers.facts.fact_types import FactSource, ModelFact, RetirementFact

Efforts = tuple[ReasoningEffort, ...]

TODAY = date(2026, 11, 19)
UP_TO_MAX: Efforts = ("low", "medium", "high", "xhigh", "max")
NONE_TO_MAX: Efforts = ("none", *UP_TO_MAX)
NONE_TO_XHIGH: Efforts = ("none", "low", "medium", "high", "xhigh")
ONE_MILLION = 1_050_000
OUTPUT = 128_000


def _read(address: str) -> FactSource:
    return FactSource(address=address, read_on=TODAY)


_MICROSOFT = _read(
    "https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort"
)
_LITELLM = _read("https://github.com/BerriAI/litellm, model_prices_and_context_window.json")
_SOL_61 = _read(
    "https://dev.to/aihubmix/choosing-a-reasoning-effort-for-gpt-61-sol-low-to-max-4326"
)
_TERRA_61 = _read("https://apidog.com/blog/gpt-6-1-terra-api/")
_ASTRA = _read("https://docs.oxen.ai/inference-api/reference/models/gpt-6-astra")
_GPT_6 = _read("https://docs.litellm.ai/blog/gpt_6_sol_luna")
_GPT_56 = _read("https://github.com/anomalyco/opencode/issues/36141")
_GPT_54 = _read("https://replicate.com/openai/gpt-5.4")
_GPT_54_MINI = _read("https://docs.anyfast.ai/guides/model-api/openai/gpt-5-4-mini")
_GPT_54_PRO = _read("https://modelstream.ai/docs/api/createChatCompletion?model=gpt-5.4-pro")
_GPT_52 = _read(
    "https://docs.rs/openai-tools/3.0.0/openai_tools/responses/request/enum.ReasoningEffort.html"
)


def _current(
    model: str, efforts: Efforts, source: FactSource, default: ReasoningEffort | None = "medium"
) -> ModelFact:
    return ModelFact(
        model=model,
        efforts=efforts,
        default_effort=default,
        context_window=ONE_MILLION,
        max_output_tokens=OUTPUT,
        source=source,
    )


OPENAI_MODELS = (
    _current("gpt-6.1-sol", UP_TO_MAX, _SOL_61),
    _current("gpt-6.1-terra", NONE_TO_MAX, _TERRA_61),
    # The API also accepts "none", but the documentation does not list it (qiita.com/Synthorai, 2026-09-07).
    _current("gpt-6-astra", UP_TO_MAX, _ASTRA, None),
    _current("gpt-6-sol", NONE_TO_MAX, _GPT_6),
    _current("gpt-6-luna", NONE_TO_MAX, _GPT_6),
    _current("gpt-5.6-sol", NONE_TO_MAX, _GPT_56, None),
    _current("gpt-5.6-terra", NONE_TO_MAX, _GPT_56, None),
    _current("gpt-5.6-luna", NONE_TO_MAX, _GPT_56, None),
    _current("gpt-5.6", NONE_TO_MAX, _GPT_56, None),
    _current("gpt-5.5-pro", ("medium", "high", "xhigh"), _LITELLM, None),
    _current("gpt-5.5", NONE_TO_XHIGH, _LITELLM, None),
    _current("gpt-5.4-pro", ("medium", "high", "xhigh"), _GPT_54_PRO, None),
    ModelFact(
        model="gpt-5.4-mini",
        efforts=NONE_TO_XHIGH,
        default_effort="none",
        context_window=400_000,
        max_output_tokens=OUTPUT,
        source=_GPT_54_MINI,
    ),
    ModelFact(
        model="gpt-5.4-nano",
        efforts=NONE_TO_XHIGH,
        max_output_tokens=OUTPUT,
        source=_LITELLM,
    ),
    _current("gpt-5.4", NONE_TO_XHIGH, _GPT_54, "none"),
    ModelFact(model="gpt-5.2", efforts=NONE_TO_XHIGH, default_effort="none", source=_GPT_52),
    ModelFact(
        model="gpt-5.1",
        efforts=("none", "low", "medium", "high"),
        default_effort="none",
        source=_MICROSOFT,
    ),
    ModelFact(model="gpt-5-pro", efforts=("high",), default_effort="high", source=_MICROSOFT),
    *(
        ModelFact(
            model=model,
            efforts=("minimal", "low", "medium", "high"),
            default_effort="medium",
            source=_MICROSOFT,
        )
        for model in ("gpt-5", "gpt-5-mini", "gpt-5-nano")
    ),
    *(
        ModelFact(
            model=model,
            efforts=("low", "medium", "high"),
            default_effort="medium",
            source=_MICROSOFT,
        )
        for model in ("o1", "o3", "o3-mini", "o4-mini")
    ),
)

_DEPRECATIONS = _read("https://developers.openai.com/api/docs/deprecations")
_COPIED_TABLE = _read(
    "https://dev.to/max_bob/openai-api-deprecations-2026-2027-every-shutdown-date-and-recommended-replacement-"
    "gpt-4o-2ffm"
)
_OCTOBER = _read(
    "https://dev.to/importstatic/every-openai-model-shutdown-date-until-january-2027-and-what-replaces-it-1dfk"
)
_DECEMBER = _read(
    "https://dev.to/aideprecations/what-to-do-before-openai-gpt-5-and-o3-shut-down-on-december-11-2026-fap"
)
_APRIL = _read("https://dev.to/aidriftline")
_CHAT = _read("https://github.com/NeoGenesisAI/neosignal-community/discussions/2")
_CHATGPT = _read("https://github.com/orgs/cometapi-dev/discussions/71")

_OCTOBER_23 = date(2026, 10, 23)
_DECEMBER_11 = date(2026, 12, 11)
_JANUARY_14 = date(2027, 1, 14)
_APRIL_1 = date(2027, 4, 1)

# The first match applies.
OPENAI_RETIREMENTS = (
    RetirementFact(
        names=r"gpt-5\.[23]-chat", on=date(2026, 8, 10), replacement="gpt-5.6-terra", source=_CHAT
    ),
    RetirementFact(
        names=r"gpt-3\.5|o4-mini(?!-deep)",
        on=_OCTOBER_23,
        replacement="gpt-5.6-terra",
        source=_OCTOBER,
    ),
    RetirementFact(
        names=r"gpt-4\.1-nano", on=_OCTOBER_23, replacement="gpt-5.6-luna", source=_OCTOBER
    ),
    RetirementFact(
        names=r"gpt-4o-2024-05-13|gpt-4(?=$|-\d|-turbo|-vision)|o1|o3-mini",
        on=_OCTOBER_23,
        replacement="gpt-5.6-sol",
        source=_OCTOBER,
    ),
    RetirementFact(names=r"gpt-4\.5", replacement="gpt-5.6-sol", source=_DEPRECATIONS),
    RetirementFact(
        names=r"gpt-5-mini", on=_DECEMBER_11, replacement="gpt-5.6-terra", source=_DECEMBER
    ),
    RetirementFact(
        names=r"gpt-5-nano", on=_DECEMBER_11, replacement="gpt-5.6-luna", source=_DECEMBER
    ),
    RetirementFact(
        names=r"o3(?=$|-\d|-pro)|gpt-5(?=$|-\d|-pro)",
        on=_DECEMBER_11,
        replacement="gpt-5.6-sol",
        source=_DECEMBER,
    ),
    RetirementFact(
        names=r"chatgpt-4o", on=date(2026, 2, 17), replacement="gpt-6-luna", source=_CHATGPT
    ),
    RetirementFact(
        names=r"gpt-4o(?:-mini)?(?=$|-\d)|gpt-4\.1",
        on=_JANUARY_14,
        replacement="gpt-6-luna",
        source=_COPIED_TABLE,
    ),
    # The replacement was not found.
    RetirementFact(
        names=r"gpt-5\.1(?=$|-\d)|gpt-5\.3-codex|gpt-5\.4-nano", on=_APRIL_1, source=_APRIL
    ),
    RetirementFact(
        names=r"(?:text-)?(?:davinci|curie|babbage|ada)(?=$|-00)",
        replacement="gpt-6-luna",
        source=_DEPRECATIONS,
    ),
)
