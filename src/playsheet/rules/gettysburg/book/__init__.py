"""The sheet in the field book: what it writes down, what it works out, what it asks, and what comes of the dice."""
