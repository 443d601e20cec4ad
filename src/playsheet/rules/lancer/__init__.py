"""Lancer Rifle Gatling: not very historical battles of the late 19th century."""
