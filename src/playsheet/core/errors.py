"""The one exception for whatever a person got wrong."""

from __future__ import annotations


class Refused(Exception):
    """An input that cannot be accepted: one clear sentence for the person who gave it."""
