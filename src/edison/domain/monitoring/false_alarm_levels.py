"""Significance level of each rule for one execution.

The levels sum to 0.022, so at most about two in a hundred executions raise a false alarm. Each level covers all
targets and windows of its rule.
"""

from edison.domain.monitoring.assessment import MonitorRule

ALPHA = {
    # DROP and DROP_SHARE are one test; they differ in how the size is described.
    MonitorRule.DROP: 0.006,
    MonitorRule.THRESHOLD: 0.004,
    MonitorRule.CHANGE_POINT: 0.002,
    MonitorRule.JUDGE_DRIFT: 0.006,
    MonitorRule.PREDICTED: 0.002,
    MonitorRule.LATENCY: 0.001,
    MonitorRule.COST: 0.001,
}
# Smaller differences are irrelevant, even if they are significant.
SMALLEST_DROP = 0.02
SMALLEST_JUDGE_SHIFT = 0.03
# Level for attributing a cause after an alarm: less evidence is needed than for the alarm itself.
POINTING = 0.05
# An alert ends when a result this bad is as likely by chance as one standard error.
CLEARLY_WELL = 0.16
# With more lost cases the result could be reversed.
LOST_AT_MOST = 0.10
