"""How much chance each rule may take in one night.

Together 0.022: about two false alarms in a hundred nights at the most. Each is for all targets and
all looks of its rule together. Alarms must be rare, or nobody reads them.
"""

from edison.domain.monitoring.assessment import MonitorRule

ALPHA = {
    # By share and by statistics are one test; they differ in what is said of the size.
    MonitorRule.DROP: 0.006,
    MonitorRule.THRESHOLD: 0.004,
    MonitorRule.CHANGE_POINT: 0.002,
    MonitorRule.JUDGE_DRIFT: 0.006,
    MonitorRule.PREDICTED: 0.002,
    MonitorRule.LATENCY: 0.001,
    MonitorRule.COST: 0.001,
}
# Smaller differences are nobody's worry, however certain.
SMALLEST_DROP = 0.02
SMALLEST_JUDGE_SHIFT = 0.03
# Once there is an alarm, somebody wants to know who: it takes less to point than to wake.
POINTING = 0.05
# An alert ends when chance makes a night this bad about as often as one standard error says.
CLEARLY_WELL = 0.16
# More lost cases could turn the result.
LOST_AT_MOST = 0.10
