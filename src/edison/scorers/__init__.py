"""Judgement: one file per plug-in, picked up by itself. Scorers know no store and no web."""
