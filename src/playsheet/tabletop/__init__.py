"""What two or more sheets have on a table. No module of it knows a sheet."""
