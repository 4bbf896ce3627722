"""A relay between two of our services. It keeps one address while the server behind it is restarted, counts what passes,
and lets a test act, or hold everything up, when a request has arrived or its answer has.
"""

import socket
import threading

import harness


class Relay:
    """Passes on requests with a Content-Length, one connection each to a server that may change."""

    def __init__(self, target):
        """`target` returns the address of the server now, or raises OSError."""
        self.target = target
        # What passes: the path, the size and the head of each request.
        self.requests = []
        # Called with "asked" or "answered" and the path. What it raises as ConnectionError breaks the connection.
        self.watch = lambda moment, path: None
        self.open = threading.Event()
        self.open.set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.listener.getsockname()[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.open.set()
        self.listener.close()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection:
            connection.settimeout(harness.PATIENCE)
            buffer = b""
            try:
                while True:
                    request, buffer = message(connection, buffer)
                    connection.sendall(self.passed(request))
            except OSError:
                pass

    def passed(self, request):
        """The answer of the server behind."""
        head = request[:request.index(b"\r\n\r\n")].decode("latin-1")
        path = head.split(" ")[1]
        self.requests.append((path, len(request), head))
        self.watch("asked", path)
        with socket.create_connection(self.target(), timeout=harness.PATIENCE) as server:
            server.sendall(request)
            answer, _ = message(server, b"")
        self.open.wait()
        self.watch("answered", path)
        return answer


def message(connection, buffer):
    """One message, and what came after it."""
    while b"\r\n\r\n" not in buffer:
        buffer += piece(connection)
    end = buffer.index(b"\r\n\r\n") + 4
    lengths = [line.split(b":")[1] for line in buffer[:end].lower().split(b"\r\n") if line.startswith(b"content-length:")]
    end += int(lengths[0]) if lengths else 0
    while len(buffer) < end:
        buffer += piece(connection)
    return buffer[:end], buffer[end:]


def piece(connection):
    received = connection.recv(65536)
    if not received:
        raise ConnectionError("the other side closed the connection")
    return received
