"""Quality of questions, estimated from answers: too easy, not discriminating, ambiguous or wrong."""
