"""Start due monitors and assess their executions."""
