"""The table measured: footprints, sight, ways, places. It reads a battle and changes nothing."""
