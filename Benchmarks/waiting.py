"""Opens many connections whose dummy requests wait for their release, all at once, in one server process."""

import os
import resource
import select
import socket
import statistics
import threading
import time

import load

ADDRESSES = 8
# What a process needs besides connections.
SPARE_FILES = 500
HEAD = (
    "POST /v1/ingestion/check-otp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    "Immuni-Dummy-Data: 1\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
)


def most_connections(wanted):
    """`wanted`, or as many as the system lets one process have: each end of a connection is an open file."""
    _, hardest = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted + SPARE_FILES if hardest == resource.RLIM_INFINITY else min(wanted + SPARE_FILES, hardest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hardest))
    return limit - SPARE_FILES


def connect(address, count):
    """`count` connections from several source addresses, since each has 28 000 ports; a few hundred under way at once."""
    sockets, pending = [], {}
    poll = select.epoll()
    while len(sockets) < count:
        while len(pending) < 200 and len(sockets) + len(pending) < count:
            number = len(sockets) + len(pending)
            one = socket.socket()
            one.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT: the port is chosen when connecting.
            one.bind((f"127.0.0.{2 + number % ADDRESSES}", 0))
            one.setblocking(False)
            one.connect_ex(address)
            pending[one.fileno()] = one
            poll.register(one, select.EPOLLOUT)
        for number, _ in poll.poll(5):
            one = pending.pop(number)
            poll.unregister(one)
            if error := one.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                raise OSError(error, os.strerror(error))
            sockets.append(one)
    return sockets


def probe(address, latencies, stop):
    """Asks for the settings again and again, as genuine phones do, and notes how long each took."""
    request = b"GET /v1/settings?platform=ios&build=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(address) as one:
        while not stop.is_set():
            started = time.perf_counter()
            one.sendall(request)
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += one.recv(65536)
            head, body = answer.split(b"\r\n\r\n", 1)
            size = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            while len(body) < size:
                body += one.recv(65536)
            latencies.append((started, time.perf_counter() - started))
            time.sleep(0.005)


def wait(server, count, size, rate=float("inf")):
    """Has `count` dummies with bodies of `size` bytes, sent `rate` a second, wait at once; returns what that cost."""
    pid, address = server.process.pid, server.public
    empty = load.resident_bytes(pid)
    sockets = connect(address, count)
    time.sleep(1)
    idle = load.resident_bytes(pid)
    latencies, stop = [], threading.Event()
    prober = threading.Thread(target=probe, args=(address, latencies, stop))
    prober.start()
    time.sleep(1)
    body = b'{"padding":"' + b"0" * (size - 14) + b'"}'
    token = os.urandom(32).hex()
    request = HEAD.format(token=token, size=size).encode() + body
    started, cpu = time.perf_counter(), load.cpu_seconds(pid)
    for number, one in enumerate(sockets):
        time.sleep(max(0, started + number / rate - time.perf_counter()))
        one.setblocking(True)
        one.sendall(request)
    sent = time.perf_counter()
    poll = select.epoll()
    for one in sockets:
        poll.register(one, select.EPOLLIN)
    answered, first, highest = 0, None, 0
    while answered < count:
        events = poll.poll(0.05, 4096)
        highest = max(highest, load.resident_bytes(pid)) if first is None else highest
        for number, _ in events:
            first = first or time.perf_counter()
            answered += 1
            poll.unregister(number)
    last = time.perf_counter()
    stop.set()
    prober.join()
    statuses = {one.recv(2048)[9:12] for one in sockets}
    for one in sockets:
        one.close()

    def quantiles(start, end):
        found = sorted(duration for moment, duration in latencies if start <= moment < end)
        return (statistics.median(found) * 1e3, found[int(len(found) * 0.99)] * 1e3) if found else None

    return {
        "count": count, "body": size, "statuses": sorted(status.decode() for status in statuses),
        "sending_seconds": sent - started, "first_answer_after_last_request": first - sent,
        "answering_seconds": last - first, "cpu_microseconds_each": (load.cpu_seconds(pid) - cpu) / count * 1e6,
        "idle_kib_each": (idle - empty) / count / 1024, "waiting_kib_each": (highest - empty) / count / 1024,
        "empty_gib": empty / 2**30, "resident_gib": highest / 2**30, "genuine_ms_before": quantiles(0, started),
        "genuine_ms_while_waiting": quantiles(sent, first), "genuine_ms_at_release": quantiles(first, last),
    }
