"""What strangers may do to a server, each as a function that goes on until it is told to stop.

Every module here has a dictionary `ATTACKS`: a name, and a function that is given the `Target`. The short form is
tests/server/test_attacks.py, the long one `python -m tests.server.siege`.
"""
