"""Edison: tells you whether a prompt change is really better."""

from importlib.metadata import version

__version__ = version("edison-workbench")
