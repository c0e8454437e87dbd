"""What was spent, on what, and what it would have been otherwise: from sums of the ledger. Pure."""
