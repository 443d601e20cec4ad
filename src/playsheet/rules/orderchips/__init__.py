"""Order Chips: secret orders, all fire and melee at once, steam vehicles, automata, notable persons and natives."""
