"""What a battle is: its units, its land, what can happen to it, and the words for it."""
