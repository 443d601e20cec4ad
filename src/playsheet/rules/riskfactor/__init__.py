"""The untitled risk-factor skirmish: figures that do as they are told only while they are commanded."""
