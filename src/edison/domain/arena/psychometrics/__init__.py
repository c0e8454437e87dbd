"""What the answers say about the questions: which are too easy, which tell nothing apart, which are wrong."""
