"""The headings carried out on the table: each reads it, throws its dice, and tells what came of it."""
