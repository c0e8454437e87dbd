"""When to try a call again, and how long to wait: one policy for every provider."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPolicy:
    """Rate refusals are not failures: they wait for their turn until the deadline."""

    attempts: int = 3
    first_wait_s: float = 1.0
    growth: float = 2.0
    wait_at_most_s: float = 30.0
    jitter: float = 0.25
    # For one attempt, and for all of them with the waiting between.
    timeout_s: float = 60.0
    deadline_s: float = 600.0

    def wait_s(self, failures: int, chance: float, asked_for_s: float | None = None) -> float:
        """The wait after so many failures; `chance` is between -1 and 1. A provider's own wish is honoured."""
        usual = min(self.first_wait_s * self.growth ** (failures - 1), self.wait_at_most_s)
        return max(usual * (1 + self.jitter * chance), asked_for_s or 0.0)


USUAL = CallPolicy()
