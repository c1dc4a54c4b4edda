"""The version, below everything that prints it."""

__version__ = "1.0.0"
