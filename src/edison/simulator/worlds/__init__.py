"""Worlds: kinds of tasks with simulated answers, whose quality depends on what the prompt asks for."""
