"""Python that is understood: an example of each shape, called in `cases.py`, and compared with what became of it."""
