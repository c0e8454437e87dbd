"""Use cases of the arena: leaderboards, votes, and reviews of generated questions."""
