"""Calls of models as metrics. Workers make the calls and the store adds them up, so any web process can tell."""

from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from edison.domain.models.latency_buckets import upper_ms
from edison.domain.money import to_usd
from edison.services.installation_status import ModelTotal

LABELS = ["provider", "model"]
BOUNDS_S = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)


def model_metrics(totals: Iterable[ModelTotal]) -> bytes:
    registry = CollectorRegistry()
    registry.register(_Totals(list(totals)))
    return generate_latest(registry)


class _Totals(Collector):
    def __init__(self, totals: list[ModelTotal]) -> None:
        self._totals = totals

    def collect(self) -> Iterator[Metric]:
        calls = CounterMetricFamily(
            "edison_model_calls", "Calls by result", labels=[*LABELS, "result"]
        )
        tokens = CounterMetricFamily(
            "edison_model_tokens", "Tokens by direction", labels=[*LABELS, "direction"]
        )
        cost = CounterMetricFamily("edison_model_cost_usd", "What calls cost", labels=LABELS)
        latency = HistogramMetricFamily(
            "edison_model_latency_seconds", "The model's own time", labels=LABELS
        )
        for total in self._totals:
            place = [total.provider, total.model]
            tally = total.tally
            answered = tally.calls - tally.failed - tally.reused
            calls.add_metric([*place, "answered"], answered)
            calls.add_metric([*place, "failed"], tally.failed)
            calls.add_metric([*place, "reused"], tally.reused)
            tokens.add_metric([*place, "prompt"], tally.prompt_tokens)
            tokens.add_metric([*place, "completion"], tally.completion_tokens)
            cost.add_metric(place, float(to_usd(tally.cost)))
            latency.add_metric(place, *_buckets(tally.latencies))
        yield from (calls, tokens, cost, latency)


def _buckets(latencies: dict[int, int]) -> tuple[list[tuple[str, float]], float]:
    """Cumulative counts up to each bound, and the sum of all in seconds as near as buckets tell."""
    counts = [
        (
            str(bound),
            float(sum(n for bucket, n in latencies.items() if upper_ms(bucket) <= bound * 1000)),
        )
        for bound in BOUNDS_S
    ]
    everything = float(sum(latencies.values()))
    seconds = sum(upper_ms(bucket) * count for bucket, count in latencies.items()) / 1000
    return [*counts, ("+Inf", everything)], seconds
