"""Thirty configurations with all families of assertions: what maps exactly, and the reasons for the rest."""

import pytest

from edison.domain.imports.import_plan import Fidelity
from tests.support.promptfoo_configs import WrittenConfig, mapped_share, planned, written_configs

CONFIGS = written_configs()
FAMILIES = {
    "equals", "contains", "icontains", "contains-all", "icontains-all", "contains-any", "icontains-any", "starts-with",
    "regex", "is-json", "contains-json", "is-html", "contains-html", "is-xml", "contains-xml", "is-sql", "cost",
    "latency", "word-count", "finish-reason", "levenshtein", "rouge-n", "bleu", "gleu", "meteor", "is-refusal",
    "guardrails", "tool-call-f1", "is-valid-openai-tools-call", "javascript", "python", "ruby", "webhook", "classifier",
    "perplexity", "select-best", "llm-rubric", "model-graded-closedqa", "factuality", "g-eval", "answer-relevance",
    "context-faithfulness", "similar", "moderation", "assert-set", "trajectory:tool-used", "trace-error-spans",
}  # fmt: skip


def test_there_are_thirty_with_every_family() -> None:
    names = {
        entry.name.removeprefix("not-")
        for config in CONFIGS
        for entry in planned(config).entries
        if entry.part == "assertion"
    }

    assert len(CONFIGS) == 30
    assert sum(config.runs for config in CONFIGS) == 10
    assert FAMILIES - names == set()


def test_nine_of_ten_assertions_map_exactly_and_the_rest_have_reasons() -> None:
    share, count, others = mapped_share()

    assert count > 250
    assert share >= 0.9, others
    assert others
    assert all(line.rsplit(": ", 1)[1] for line in others)


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: config.name)
def test_each_configuration_becomes_cases_with_valid_checks(config: WrittenConfig) -> None:
    plan = planned(config)

    assert plan.prompts
    assert plan.datasets[0].cases
    assert plan.scorers
    wrong = [e for e in plan.entries if e.fidelity is Fidelity.SKIPPED and not e.reason]
    assert wrong == []
