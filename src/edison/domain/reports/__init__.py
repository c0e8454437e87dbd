"""Reports on spending and savings, computed from ledger sums by pure functions."""
