"""The sheet's tables as typed rows."""
