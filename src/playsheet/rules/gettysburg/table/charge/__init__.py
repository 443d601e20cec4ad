"""The charge on the table (4.5), step by step."""
