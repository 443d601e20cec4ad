"""What Playsheet costs, beside its peers and beside itself uncompiled. `make bench`, or `python bench --help`."""
