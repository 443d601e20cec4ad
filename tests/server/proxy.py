"""A line between client and server that can be cut: after so many bytes either way, in the middle of anything."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress

RESET = struct.pack("ii", 1, 0)


class Line:
    """Passes bytes on; `cut_after` says after how many of them from the server each new connection breaks."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.here = self.listener.getsockname()[1]
        self.cut_after: list[int] = []  # one for each connection to come; none left: it holds
        self.cuts = 0
        self.broken = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.close()

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            most = self.cut_after.pop(0) if self.cut_after else -1
            server = socket.create_connection(("127.0.0.1", self.port))
            threading.Thread(target=self.pass_on, args=(client, server, -1), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(server, client, most), daemon=True).start()

    def pass_on(self, source: socket.socket, to: socket.socket, most: int) -> None:
        passed = 0
        try:
            while data := source.recv(65536):
                if 0 <= most <= passed + len(data):
                    to.sendall(data[: most - passed])
                    self.cuts += 1
                    break
                to.sendall(data)
                passed += len(data)
        except OSError:
            self.broken += 1  # the other end is gone: so is this one, below
        for one in (source, to):
            with suppress(OSError):  # closed already, from the other direction
                if most >= 0:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                one.shutdown(socket.SHUT_RDWR)  # wakes whoever still waits for it
            one.close()
