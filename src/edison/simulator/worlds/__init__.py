"""What simulated models say: pure functions whose quality depends on what the prompt asks for."""
