"""Answers of simulated models: pure functions whose quality depends on what the prompt asks for."""
