"""A small HTTP/1.1 client that sends exactly the bytes it is told and counts exactly the bytes that come back."""

import socket
import time

# Seconds without a byte after which a server counts as hung. They measure nothing.
SILENCE = 120


class Answer:
    """One response: its status, headers, body, size on the wire in bytes, and seconds from last byte sent to last
    byte received."""

    def __init__(self, status, headers, body, size, seconds):
        self.status, self.headers, self.body, self.size, self.seconds = status, headers, body, size, seconds

    def header(self, name):
        """The value of a header that may occur once; None where it is absent."""
        values = [value for key, value in self.headers if key.lower() == name.lower()]
        return values[0] if values else None


class Connection:
    """One TCP connection; requests on it go one after the other."""

    def __init__(self, address, timeout=SILENCE, source=None):
        source_address = (source, 0) if source else None
        self.socket = socket.create_connection(address, timeout=timeout, source_address=source_address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.host = "%s:%d" % address
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def request(self, method, target, headers=(), body=None):
        """Sends one request and reads its answer. Host and Content-Length are added."""
        lines = [f"{method} {target} HTTP/1.1", f"Host: {self.host}"]
        lines += [f"{name}: {value}" for name, value in headers]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        # Read before the request leaves: a client that is put off afterwards must not take an answer for early.
        sent = time.perf_counter()
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b""))
        return self.read_answer(method, sent)

    def read_answer(self, method, sent):
        head = self.read_until(b"\r\n\r\n")
        status_line, *lines = head.decode("latin-1").split("\r\n")
        headers = [tuple(part.strip() for part in line.split(":", 1)) for line in lines if line]
        answer = Answer(int(status_line.split(" ")[1]), headers, b"", len(head), 0.0)
        if method != "HEAD" and answer.status not in (204, 304) and answer.status >= 200:
            if (answer.header("Transfer-Encoding") or "").lower() == "chunked":
                answer.body, size = self.read_chunked()
            else:
                answer.body = self.read_exactly(int(answer.header("Content-Length") or 0))
                size = len(answer.body)
            answer.size += size
        answer.seconds = time.perf_counter() - sent
        return answer

    def read_chunked(self):
        body, size = b"", 0
        while True:
            line = self.read_until(b"\r\n")
            length = int(line.split(b";")[0], 16)
            piece = self.read_exactly(length + 2)
            size += len(line) + len(piece)
            if length == 0:
                return body, size
            body += piece[:-2]

    def read_until(self, mark):
        while mark not in self.buffer:
            self.receive()
        end = self.buffer.index(mark) + len(mark)
        found, self.buffer = self.buffer[:end], self.buffer[end:]
        return found

    def read_exactly(self, count):
        while len(self.buffer) < count:
            self.receive()
        found, self.buffer = self.buffer[:count], self.buffer[count:]
        return found

    def receive(self):
        piece = self.socket.recv(65536)
        if not piece:
            raise ConnectionError("the server closed the connection")
        self.buffer += piece


def request(address, method, target, headers=(), body=None, source=None):
    """One request on a connection of its own."""
    with Connection(address, source=source) as connection:
        return connection.request(method, target, headers, body)
