"""Everything that a battle at a real table needs, on paper: the sheet typeset anew, and a scenario's whole kit."""
