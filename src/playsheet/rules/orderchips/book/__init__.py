"""The sheet in the field book: figures, guns and machines, what is written of them and what is done to them."""
