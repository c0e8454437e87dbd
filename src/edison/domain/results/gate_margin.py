"""The usual margin of the baseline gate, apart from its rule, whose imports settings do not need."""

# The loss that is accepted, from 0 to 1.
USUAL_MARGIN = 0.02
