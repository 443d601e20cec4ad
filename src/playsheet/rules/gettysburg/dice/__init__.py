"""The dice: pure procedures, a heading of the sheet each. No table, no geometry."""
