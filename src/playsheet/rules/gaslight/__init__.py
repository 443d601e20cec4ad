"""GASLIGHT: Victorian science fiction, every model by itself, activated by a deck of cards."""
