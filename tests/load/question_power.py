"""How many bad questions are told, by kind and number of models, in datasets whose faults are known."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from edison.domain.arena.psychometrics.suspicions import MODELS_FOR_KEYS, Suspicion, suspects
from tests.unit.domain.psychometrics.planted import COMMON_MISTAKE, planted

# Not those that the limits were chosen on (5,000 to 5,011, 6,000 to 6,011 and 9,100 to 9,159), nor those of tests.
SEEDS = range(20_000, 20_060)
MODELS = (3, 5, 8)
# Wrong answers of all models agree far more often: where the key is right, this looks like a wrong one.
SHARED_MISTAKES = 0.8
PLANTED = (
    Suspicion.WRONG_KEY,
    Suspicion.AMBIGUOUS,
    Suspicion.DUPLICATE,
    Suspicion.SATURATED,
)


@dataclass(slots=True)
class Told:
    """By kind: told and so, told and not so, so and not told."""

    right: Counter[Suspicion] = field(default_factory=Counter[Suspicion])
    wrong: Counter[Suspicion] = field(default_factory=Counter[Suspicion])
    missed: Counter[Suspicion] = field(default_factory=Counter[Suspicion])

    def precision(self, kind: Suspicion) -> float | None:
        told = self.right[kind] + self.wrong[kind]
        return self.right[kind] / told if told else None

    def recall(self, kind: Suspicion) -> float:
        return self.right[kind] / (self.right[kind] + self.missed[kind])


def told_by(
    models: int, seeds: Sequence[int] = SEEDS, common_mistake: float = COMMON_MISTAKE
) -> Told:
    """Look at one dataset of 300 questions with 15 bad ones of each kind for each seed."""
    told = Told()
    for seed in seeds:
        plan = planted(seed, models=models, common_mistake=common_mistake)
        found = suspects(plan.evidence, plan.texts)
        for kind in PLANTED:
            named = {each.question for each in found if each.kind is kind}
            told.right[kind] += len(named & plan.bad[kind])
            told.wrong[kind] += len(named - plan.bad[kind])
            told.missed[kind] += len(plan.bad[kind] - named)
    return told


def wrong_key_recall_5_models(datasets: int = len(SEEDS)) -> float:
    """The share of wrong keys that five models tell."""
    return round(told_by(5, SEEDS[:datasets]).recall(Suspicion.WRONG_KEY), 4)


def table(datasets: int = len(SEEDS)) -> list[list[str]]:
    rows = [["fault", "models", "precision", "recall", "planted", "simulated datasets"]]
    seeds = SEEDS[:datasets]
    by_models = {models: told_by(models, seeds) for models in MODELS}
    for kind in PLANTED:
        rows += [_row(kind, models, told, datasets) for models, told in by_models.items()]
    for models in MODELS[1:]:
        told = told_by(models, seeds, SHARED_MISTAKES)
        rows.append(_row(Suspicion.WRONG_KEY, models, told, datasets, ", shared mistakes"))
    return rows


def _row(kind: Suspicion, models: int, told: Told, datasets: int, world: str = "") -> list[str]:
    planted_ones = told.right[kind] + told.missed[kind]
    precision = told.precision(kind)
    figures = [
        "none told" if precision is None else f"{precision:.2f}",
        f"{told.recall(kind):.2f}",
    ]
    if kind is Suspicion.WRONG_KEY and models < MODELS_FOR_KEYS:
        figures = ["not enough models"] * 2
    name = kind.replace("_", " ") + world
    return [name, str(models), *figures, str(planted_ones), str(datasets)]
