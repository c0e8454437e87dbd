"""Facts of Google's models. Vertex serves the same models with its own retirement dates."""

from datetime import date

from edison.domain.models.parameters import ReasoningEffort
from edison.providers.facts.fact_types import FactSource, ModelFact, RetirementFact

TODAY = date(2026, 11, 19)
FROM_LOW: tuple[ReasoningEffort, ...] = ("low", "medium", "high")
FROM_MINIMAL: tuple[ReasoningEffort, ...] = ("minimal", *FROM_LOW)
# Generation 2.5 takes a token budget, which Edison computes from the effort; Pro cannot stop thinking.
BY_BUDGET: tuple[ReasoningEffort, ...] = FROM_MINIMAL
WINDOW, OUTPUT = 1_048_576, 65_536


def _read(address: str) -> FactSource:
    return FactSource(address=address, read_on=TODAY)


_THINKING = _read("https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/thinking")
_GEMINI_4 = _read("https://ai.google.dev/gemini-api/docs/generate-content/latest-model")
_GEMINI_38 = _read("https://github.com/simonw/llm-gemini/releases/tag/0.34")
_LEVELS = _read("https://docs.rs/adk-model/1.0.0/adk_model/gemini/enum.ThinkingLevel.html")
_FLASH_LITE_31 = _read("https://www.verdent.ai/guides/gemini-3-1-flash-lite-thinking-levels")
_FLASH_3 = _read("https://docs.cloud.google.com/vertex-ai/generative-ai/docs/models/gemini/3-flash")
_BUDGETS = _read("https://github.com/neavo/LinguaGacha/wiki/ThinkingLevelSupportEN")


def _fact(
    model: str,
    efforts: tuple[ReasoningEffort, ...],
    source: FactSource,
    default: ReasoningEffort | None,
) -> ModelFact:
    return ModelFact(
        model=model,
        efforts=efforts,
        default_effort=default,
        context_window=WINDOW,
        max_output_tokens=OUTPUT,
        source=source,
    )


GOOGLE_MODELS = (
    _fact("gemini-4-argon", FROM_LOW, _GEMINI_4, "medium"),
    _fact("gemini-3.8-flash", FROM_LOW, _GEMINI_38, None),
    _fact("gemini-3.7-flash", FROM_LOW, _THINKING, "medium"),
    _fact("gemini-3.6-flash", FROM_MINIMAL, _THINKING, "medium"),
    _fact("gemini-3.5-flash-lite", FROM_MINIMAL, _THINKING, "minimal"),
    _fact("gemini-3.5-flash", FROM_MINIMAL, _LEVELS, "medium"),
    _fact("gemini-3.1-pro-preview", FROM_LOW, _LEVELS, "high"),
    _fact("gemini-3.1-flash-lite", FROM_MINIMAL, _FLASH_LITE_31, "high"),
    _fact("gemini-3-flash-preview", FROM_MINIMAL, _FLASH_3, "high"),
    _fact("gemini-2.5-pro", BY_BUDGET, _BUDGETS, None),
    _fact("gemini-2.5-flash", ("none", *BY_BUDGET), _BUDGETS, None),
    _fact("gemini-2.5-flash-lite", ("none", *BY_BUDGET), _BUDGETS, None),
)

_DEPRECATIONS = _read("https://ai.google.dev/gemini-api/docs/deprecations")
_DECEMBER = _read(
    "https://dev.to/aideprecations/what-to-do-before-gemini-25-pro-and-25-flash-are-retired-on-december-1-2026-5gg9"
)
_FEED = _read("https://github.com/thossullivan/model-eol, feeds/google.json")

# Their dates were not found; Vertex has shut them down as well.
OLD_RETIREMENTS = (
    RetirementFact(
        names=r"gemini-(?:1\.\d-pro|pro(?=$|-1|-vision))",
        replacement="gemini-3.1-pro-preview",
        source=_DEPRECATIONS,
    ),
    RetirementFact(
        names=r"gemini-(?:1\.\d-flash|flash-1\.5)",
        replacement="gemini-3.8-flash",
        source=_DEPRECATIONS,
    ),
)
# The first match applies.
GOOGLE_RETIREMENTS = (
    *OLD_RETIREMENTS,
    RetirementFact(
        names=r"gemini-2\.5-pro(?=$|-\d)",
        on=date(2026, 12, 1),
        replacement="gemini-3.8-flash",
        source=_DECEMBER,
    ),
    RetirementFact(
        names=r"gemini-2\.5-flash(?=$|-\d)",
        on=date(2026, 12, 1),
        replacement="gemini-3.5-flash-lite",
        source=_DECEMBER,
    ),
    RetirementFact(
        names=r"gemini-2\.0-flash-lite",
        on=date(2026, 6, 1),
        source=_FEED,
    ),
    RetirementFact(
        names=r"gemini-2\.0-flash",
        on=date(2026, 6, 1),
        source=_FEED,
    ),
    RetirementFact(
        names=r"gemini-3-pro-preview",
        on=date(2026, 3, 9),
        replacement="gemini-3.1-pro-preview",
        source=_DEPRECATIONS,
    ),
    RetirementFact(
        names=r"gemini-3\.1-flash-lite-preview",
        on=date(2026, 5, 25),
        replacement="gemini-3.1-flash-lite",
        source=_DEPRECATIONS,
    ),
    RetirementFact(
        names=r"gemini-3\.1-flash-lite",
        on=date(2027, 5, 7),
        only_earliest=True,
        source=_DEPRECATIONS,
    ),
)
