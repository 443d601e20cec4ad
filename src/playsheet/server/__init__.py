"""The server: games over HTTP and WebSocket. It holds no rule of any sheet; a new system needs no line here."""
