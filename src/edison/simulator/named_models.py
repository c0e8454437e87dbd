"""Named models of the simulator.

They are fast models, good and bad judges, three models for the demo, and one model for each kind of failure.
"""

from dataclasses import dataclass

from edison.simulator.behaviour import Fault, FaultKind, JudgeFaults, Latency


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedModel:
    name: str
    title: str
    # How well it follows the prompt, from 0 to 1.
    skill: float
    fault: Fault | None = None
    # Reasons before it answers; those tokens are counted and not shown.
    reasons: bool = False
    # Forgets the requested format in this share of its answers.
    forgets: float = 0.0
    # Default latency if the behaviour sets none, to make a demo realistic.
    latency: Latency | None = None
    context_window: int = 128_000
    # Treats every prompt as a request to judge.
    judges: bool = False
    # Its defects as a judge; None: those of the behaviour.
    judging: JudgeFaults | None = None


def _faulty(name: str, title: str, fault: Fault) -> NamedModel:
    return NamedModel(name=name, title=f"Simulated: {title}", skill=0.65, fault=fault)


def _judge(name: str, title: str, judging: JudgeFaults | None) -> NamedModel:
    return NamedModel(name=name, title=title, skill=0.8, judges=True, judging=judging)


_ALL = (
    NamedModel(name="sim-small", title="Simulated small model", skill=0.4),
    NamedModel(name="sim-medium", title="Simulated medium model", skill=0.65),
    NamedModel(
        name="sim-large",
        title="Simulated large model that reasons",
        skill=0.9,
        reasons=True,
        context_window=1_000_000,
    ),
    _judge("sim-judge", "Simulated judge", None),
    NamedModel(
        name="demo-careful",
        title="Demo: careful and expensive",
        skill=0.87,
        latency=Latency(kind="uniform", low_ms=350, high_ms=700, per_token_ms=12),
    ),
    NamedModel(
        name="demo-quick",
        title="Demo: quick and cheap, with mistakes",
        skill=0.7,
        latency=Latency(kind="uniform", low_ms=150, high_ms=300, per_token_ms=5),
    ),
    NamedModel(
        name="demo-loose",
        title="Demo: forgets the format now and then",
        skill=0.8,
        forgets=0.3,
        latency=Latency(kind="uniform", low_ms=250, high_ms=500, per_token_ms=8),
    ),
    # Judges with a defect that an exam should detect.
    _judge(
        "sim-judge-position",
        "Simulated judge: prefers the first answer",
        JudgeFaults(position_bias=0.6),
    ),
    _judge(
        "sim-judge-length", "Simulated judge: prefers long answers", JudgeFaults(length_bias=0.5)
    ),
    _judge("sim-judge-random", "Simulated judge: gives random scores", JudgeFaults(random=True)),
    _judge(
        "sim-judge-gullible",
        "Simulated judge: follows instructions in answers",
        JudgeFaults(gullible=True),
    ),
    _judge("sim-judge-sloppy", "Simulated judge: omits required fields", JudgeFaults(sloppy=1)),
    _faulty("sim-rate-limited", "always returns 429", Fault(kind=FaultKind.RATE_LIMITED)),
    _faulty("sim-quota", "has no quota left", Fault(kind=FaultKind.QUOTA)),
    _faulty("sim-down", "always returns 500", Fault(kind=FaultKind.DOWN)),
    _faulty("sim-overloaded", "is overloaded", Fault(kind=FaultKind.OVERLOADED)),
    _faulty("sim-hangs", "never answers", Fault(kind=FaultKind.HANG)),
    _faulty("sim-drips", "answers byte by byte", Fault(kind=FaultKind.DRIP)),
    _faulty("sim-garbage", "answers nonsense", Fault(kind=FaultKind.GARBAGE)),
    _faulty("sim-truncated", "stops in the middle", Fault(kind=FaultKind.TRUNCATED)),
    _faulty("sim-no-usage", "does not report usage", Fault(kind=FaultKind.NO_USAGE)),
    _faulty("sim-refuses", "refuses to answer", Fault(kind=FaultKind.REFUSAL)),
    _faulty("sim-too-long", "finds every prompt too long", Fault(kind=FaultKind.TOO_LONG)),
    _faulty("sim-picky", "rejects temperature", Fault(kind=FaultKind.UNSUPPORTED)),
    _faulty(
        "sim-no-effort-with-tools",
        "rejects tools with a reasoning effort in chat completions",
        Fault(kind=FaultKind.COMBINATION, parameter="reasoning_effort"),
    ),
    _faulty(
        "sim-no-schema",
        "rejects JSON schemas in chat completions",
        Fault(kind=FaultKind.UNSUPPORTED, parameter="json_schema"),
    ),
    _faulty("sim-resets", "resets the connection", Fault(kind=FaultKind.RESET)),
)

MODELS: dict[str, NamedModel] = {model.name: model for model in _ALL}
USUAL = MODELS["sim-medium"]
WORD_FOR_MISSING = "missing"


def model_named(name: str) -> NamedModel | None:
    """Return the model of a name; an unknown name is a medium model, or None if the name marks a missing model."""
    if WORD_FOR_MISSING in name:
        return None
    return MODELS.get(name, USUAL)
