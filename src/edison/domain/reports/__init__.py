"""Reports on spending and savings, computed from sums of the ledger. Pure."""
