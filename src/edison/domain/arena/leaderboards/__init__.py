"""Runs compared on equal terms.

Who is ahead, what that costs, and how people vote who do not know whose answer is whose.
"""
