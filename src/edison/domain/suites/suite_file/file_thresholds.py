"""The thresholds of a file, put together."""

from edison.domain.suites.recipe import ScorerThreshold, Thresholds
from edison.domain.suites.suite_file import suite_file_model


def thresholds_of(suite: suite_file_model.SuiteFileModel) -> Thresholds:
    """Of two that say the same, the stricter one counts."""

    def least(name: str) -> float | None:
        said = [value for each in suite.thresholds if (value := getattr(each, name)) is not None]
        return max(said, default=None)

    def most(name: str) -> float | None:
        said = [value for each in suite.thresholds if (value := getattr(each, name)) is not None]
        return min(said, default=None)

    return Thresholds(
        score=least("score"),
        pass_rate=least("pass_rate"),
        cost_usd=most("cost_usd"),
        latency_p95_ms=most("latency_p95_ms"),
        scorers=tuple(
            ScorerThreshold(scorer=each.scorer, mean=each.mean, pass_share=each.pass_share)
            for each in suite.thresholds
            if each.scorer is not None
        ),
    )
