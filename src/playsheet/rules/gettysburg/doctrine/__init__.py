"""The built-in commander."""
