"""Facts of open models behind OpenAI-compatible servers and Ollama.

How an effort is passed to an open model depends on the server and its chat template, so few facts hold everywhere: vLLM
turns the thinking of Qwen 3, DeepSeek and GLM on and off by `chat_template_kwargs`, not by an effort
(https://docs.vllm.ai/en/v0.26.0/features/reasoning_outputs/, read on 2026-11-19).
"""

from datetime import date

from edison.providers.facts.fact_types import FactSource, ModelFact

_GPT_OSS = FactSource(
    address="https://zenn.dev/kinniku_coder/articles/2025-09-05-gpt-oss_reasoning_effort",
    read_on=date(2026, 11, 19),
)

OPEN_MODELS = tuple(
    ModelFact(model=model, efforts=("low", "medium", "high"), source=_GPT_OSS)
    for model in ("gpt-oss-20b", "gpt-oss-120b", "gpt-oss")
)
