"""Assistants: what a model is asked to help with, and how strictly its answer is read. One file each; pure."""
