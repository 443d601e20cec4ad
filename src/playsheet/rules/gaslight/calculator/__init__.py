"""The procedures with their inputs, on paper and in play."""
