"""Promises that every scorer keeps, tried on every scorer that the registry finds."""

import json
import math
from typing import Any

import jsonschema_rs
import pytest

from edison.domain.errors import InvalidInput
from edison.domain.judging.score import NotScored, Sample, Scored, ScoreOutcome, ScoreProblem
from edison.domain.models.model_call import Message, ToolCall
from edison.domain.money import MicroUsd
from edison.scorers import registry
from edison.scorers.scorer_plugin import Example, Plugin, ScorerSpec, TextSpec

PLUGINS = list(registry.plugins().values())
EXAMPLES = [(plugin, example) for plugin in PLUGINS for example in plugin.examples]
PROMISED = {
    "answer_format", "bleu", "case_checks", "contains", "cost", "edit_distance", "embedding_similarity", "exact",
    "field_match", "grader", "injection", "jailbreak", "javascript_check", "json_schema", "json_valid", "latency",
    "length", "malformed", "moderation", "ngram_overlap", "numeric_tolerance", "pii", "python_check", "refusal",
    "regex", "rouge_l", "semantic_similarity", "tool_calls", "tool_schema", "toxicity", "word_overlap",
}  # fmt: skip
# May be absent where Edison is installed without its extras; then they say so.
OPTIONAL = {"embedding_similarity"}
GRADER = {
    "prompt": "0193a0c0-0000-7000-8000-000000000001",
    "model": "0193a0c0-0000-7000-8000-000000000002",
}
JUDGE = {"judge": "0193a0c0-0000-7000-8000-000000000003"}
ASKING = {
    "grader": GRADER,
    "judge": JUDGE,
    "pairwise": JUDGE,
    "moderation": {"model": GRADER["model"]},
    "semantic_similarity": {"model": GRADER["model"]},
}


def sample_of(example: Example) -> Sample:
    given: dict[str, Any] = {"parsed": example.output, **example.given}
    return Sample(output=example.output, expected=example.expected, **given)


def some_spec(plugin: Plugin) -> ScorerSpec:
    given = plugin.examples[0].spec if plugin.examples else ASKING[plugin.kind]
    return registry.parse_spec({"kind": plugin.kind, **given})


HOSTILE_TEXTS = {
    "empty": "",
    "spaces": " " * 5_000,
    "fence of spaces": "```json\n" + " " * 100_000,
    "zero": "a\x00b",
    "half a surrogate": "\ud800 1",
    "deep": "[" * 50_000,
    "deep object": '{"a":' * 20_000,
    "long word": "a" * 150_000 + "b",
    "long number": "9" * 100_000,
    "commas": "1,111" + ",111" * 30_000 + ",",
    "not finite": '{"a": NaN, "b": 1e999}',
    "tags": "<response>" * 20_000,
    "right to left": "\u202etxet\u202c 3\u0663",
    "template": "{{output}} %s {0} ${x}",
}
HOSTILE_SAMPLES = {
    **{
        f"output {name}": Sample(output=text, parsed=text, expected="Paris 7")
        for name, text in HOSTILE_TEXTS.items()
    },
    **{
        f"expected {name}": Sample(output="Paris 7", parsed="Paris 7", expected=text)
        for name, text in HOSTILE_TEXTS.items()
    },
    "both long": Sample(output="ab" * 60_000, parsed="ab" * 60_000, expected="ba" * 60_000),
    "malformed": Sample(output="Paris", parsed=None, malformed="x\x00" * 5_000, expected="Paris"),
    "nothing known": Sample(output="Paris", parsed="Paris"),
    "strange tools": Sample(
        output="",
        parsed="",
        expected='[{"name": "a"}]',
        tool_calls=tuple(
            ToolCall(id=str(n), name="a" * 10_000, arguments="[" * 50_000) for n in range(3)
        ),
    ),
    "strange figures": Sample(
        output="a", parsed="a", expected="a", latency_ms=math.inf, cost=MicroUsd(-5)
    ),
    "messages": Sample(
        output="a",
        parsed="a",
        expected="a",
        values={"chat": (Message(role="user", content="\ud800"),), "x": "\x00"},
        metadata={"a": [1, {"b": None}]},
    ),
}


def must_be_sound(verdict: ScoreOutcome) -> None:
    assert verdict.reason.strip()
    assert len(verdict.reason) <= 500
    assert "\x00" not in verdict.reason
    verdict.reason.encode()
    if isinstance(verdict, Scored):
        assert 0.0 <= verdict.value <= 1.0
        text = json.dumps(verdict.details, ensure_ascii=False, allow_nan=False)
        assert "\\u0000" not in text
        text.encode()


def test_the_registry_finds_every_file_by_itself() -> None:
    """At least those that the product promises; a new one needs no line here."""
    assert set(registry.plugins()) >= PROMISED


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.kind)
def test_its_form_is_a_json_schema(plugin: Plugin) -> None:
    schema = plugin.spec.model_json_schema()

    jsonschema_rs.meta.validate(
        {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    )
    assert schema["properties"]["kind"]["const"] == plugin.kind
    assert schema["additionalProperties"] is False
    fields = {name for name in schema["properties"] if name != "kind"}
    assert all("title" in schema["properties"][name] for name in fields)


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.kind)
def test_it_says_what_it_is(plugin: Plugin) -> None:
    assert plugin.title
    assert len(plugin.description) > 20
    assert plugin.examples or plugin.calls_model


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.kind)
def test_its_spec_survives_being_stored(plugin: Plugin) -> None:
    spec = some_spec(plugin)

    stored = json.loads(json.dumps(registry.spec_to_json(spec)))

    assert registry.parse_spec(stored) == spec


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.kind)
def test_a_field_it_does_not_have_is_refused_by_name(plugin: Plugin) -> None:
    given = {**registry.spec_to_json(some_spec(plugin)), "colour": "red"}

    with pytest.raises(InvalidInput) as refused:
        registry.parse_spec(given, prefix="scorers.0.")

    assert refused.value.field == "scorers.0.colour"


@pytest.mark.parametrize(
    ("plugin", "example"), EXAMPLES, ids=[f"{p.kind}-{e.value:.2f}" for p, e in EXAMPLES]
)
async def test_its_examples_are_true(plugin: Plugin, example: Example) -> None:
    spec = registry.parse_spec({"kind": plugin.kind, **example.spec})

    verdict = await registry.apply(spec, sample_of(example))

    if plugin.kind in OPTIONAL and plugin.missing() is not None:
        assert verdict == NotScored(problem=ScoreProblem.SCORER_ERROR, reason=str(plugin.missing()))
        return
    assert isinstance(verdict, Scored), verdict.reason
    assert verdict.value == pytest.approx(example.value, abs=1e-6)
    must_be_sound(verdict)


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.kind)
async def test_hostile_samples_get_a_sound_verdict_and_others_are_not_harmed(
    plugin: Plugin,
) -> None:
    spec = some_spec(plugin)
    plain = sample_of(plugin.examples[0]) if plugin.examples else Sample(output="a", parsed="a")
    alone = await registry.apply(spec, plain)

    verdicts = await registry.apply_many(spec, [*HOSTILE_SAMPLES.values(), plain])

    assert len(verdicts) == len(HOSTILE_SAMPLES) + 1
    for name, verdict in zip(HOSTILE_SAMPLES, verdicts, strict=False):
        must_be_sound(verdict)
        assert "The scorer failed" not in verdict.reason, f"{name}: {verdict.reason}"
    assert verdicts[-1] == alone


@pytest.mark.parametrize(
    "plugin",
    [plugin for plugin in PLUGINS if plugin.needs_expected],
    ids=lambda plugin: plugin.kind,
)
async def test_a_case_without_expected_answer_is_not_scored(plugin: Plugin) -> None:
    verdict = await registry.apply(some_spec_without_own(plugin), Sample(output="a", parsed="a"))

    assert isinstance(verdict, NotScored)
    assert verdict.problem is ScoreProblem.NOT_APPLICABLE


def some_spec_without_own(plugin: Plugin) -> ScorerSpec:
    given = [each.spec for each in plugin.examples] or [ASKING[plugin.kind]]
    specs = [registry.parse_spec({"kind": plugin.kind, **each}) for each in given]
    return next(spec for spec in specs if registry.needs_expected(spec))


@pytest.mark.parametrize(
    "plugin",
    [plugin for plugin in PLUGINS if issubclass(plugin.spec, TextSpec) and not plugin.calls_model],
    ids=lambda plugin: plugin.kind,
)
async def test_a_malformed_answer_fails_where_the_parsed_part_is_needed(plugin: Plugin) -> None:
    """Seed 003: malformed cells count as fail (0.0), also where the scorer looks for what must not be there."""
    given = registry.spec_to_json(some_spec(plugin))
    if "negate" in given:
        given["negate"] = True
    sample = Sample(output="Paris", parsed=None, malformed="No <response>", expected="Paris")

    verdict = await registry.apply(registry.parse_spec(given), sample)

    assert isinstance(verdict, Scored)
    assert (verdict.value, verdict.passed) == (0.0, False)
    assert "No <response>" in verdict.reason


async def test_a_scorer_that_raises_gives_an_error_and_no_score() -> None:
    spec = registry.parse_spec({"kind": "exact"})
    broken = Sample(output="a", parsed=3, expected="a")  # pyright: ignore[reportArgumentType]

    verdict = await registry.apply(spec, broken)

    assert isinstance(verdict, NotScored)
    assert verdict.problem is ScoreProblem.SCORER_ERROR
