"""The field book: a battle on a real table, kept by its rosters and its log, without positions."""
