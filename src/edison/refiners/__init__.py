"""Better prompts: what a refiner is asked, and how its answer is read. Pure: the engine asks."""
