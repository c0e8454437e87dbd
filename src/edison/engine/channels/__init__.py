"""Events on their way to channels."""
