"""The sheet in the field book: a unit is its Extras and up to three characters; what each procedure takes and does."""
