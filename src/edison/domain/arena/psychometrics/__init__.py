"""Item analysis of a dataset's questions from graded answers.

Finds questions that are too easy, do not discriminate between models, are ambiguous, or have a wrong expected answer.
"""
