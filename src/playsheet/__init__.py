"""Playsheet plays miniature battles exactly by their printed play sheets."""

__version__ = "0.1.0"
