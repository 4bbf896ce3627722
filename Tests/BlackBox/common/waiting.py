"""Puts many requests into their wait for one far tick of the release schedule, in several server processes of one installation
and from several client processes, and measures the memory of each server meanwhile. Nearly all are dummies; some ask for codes
that are known or unknown. All of them must be answered, at their tick or later and with the right status. A process may open
some 20 000 files, so neither one server nor one client can do this alone.

Usage: waiting.py AVVISO [--requests N] [--servers N] [--clients N] [--body BYTES] [--tick SECONDS] [--max-kib N]

Without --max-kib nothing depends on the machine's speed. With it all requests must wait at the same moment, each in at most so
many KiB of the servers' memory.

Tier: test-all
Only here: many requests wait for one tick in several processes, each in little memory, and each gets its right status.
"""

import argparse
import collections
import math
import multiprocessing
import os
import re
import resource
import select
import socket
import statistics
import threading
import time

import harness
import immuni
import wire

CHECK = "/v1/ingestion/check-otp"
# Seconds. A request that arrives at any moment of a tick leaves at one of the next two.
FLOOR = 1
# Of servers, and of clients.
PROCESSES = 6
# What a process needs besides connections.
SPARE_FILES = 500
# Of so many requests one asks for a code that is known, and one for a code that nobody knows.
GENUINE_SHARE = 200
EXPECTED = {"dummy": 204, "known": 204, "unknown": 401}
HEAD = (
    "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    "Immuni-Dummy-Data: {dummy}\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
)
# Less than this is the calendar's corrections that a server ignores.
TOLERANCE = 0.001


def most_connections(wanted):
    """`wanted`, or as many as the system lets one process have: each end of a connection is an open file."""
    _, hardest = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted + SPARE_FILES if hardest == resource.RLIM_INFINITY else min(wanted + SPARE_FILES, hardest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hardest))
    return limit - SPARE_FILES


class Request:
    """One request of a client, with its connection, and when it was sent and answered."""

    def __init__(self, number, address, token=None):
        self.number, self.address, self.token = number, address, token
        self.kind = "known" if token else "unknown" if number % GENUINE_SHARE == 1 else "dummy"
        self.socket, self.answer, self.sent, self.received = None, b"", None, None

    def bytes(self, size):
        body = b'{"padding":"' + b"0" * (size - 14) + b'"}'
        head = HEAD.format(
            path=CHECK, token=self.token or os.urandom(32).hex(), dummy=int(self.kind == "dummy"), size=len(body))
        return head.encode() + body

    @property
    def outcome(self):
        """Kind, status and size of the answer; what arrived of it, where it was broken off."""
        return self.kind, int(self.answer[9:12] or 0), len(self.answer)


class Client:
    """A process with connections to all servers. It does what its pipe says, step by step."""

    def __init__(self, pipe, source, requests):
        self.pipe, self.source, self.requests = pipe, source, requests
        self.poll, self.open = select.epoll(), {}

    def run(self, size, rate):
        """Connects, sends `rate` requests a second when told, and collects the answers."""
        most_connections(len(self.requests))
        self.connect()
        self.pipe.send("connected")
        self.pipe.recv()
        self.send(size, rate)
        self.pipe.send("sent")
        deadline = time.monotonic() + harness.PATIENCE
        while self.open and time.monotonic() < deadline:
            self.collect(0.2)
        self.pipe.send([(one.outcome, one.sent, one.received) for one in self.requests])

    def connect(self):
        """Opens all connections, a few hundred at a time: a server accepts no more at once."""
        pending, poll = {}, select.epoll()
        coming = iter(self.requests)
        while True:
            while len(pending) < 200 and (request := next(coming, None)):
                request.socket = socket.socket()
                request.socket.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT: the port is chosen when connecting.
                request.socket.bind((self.source, 0))
                request.socket.setblocking(False)
                request.socket.connect_ex(request.address)
                pending[request.socket.fileno()] = request.socket
                poll.register(request.socket, select.EPOLLOUT)
            if not pending:
                return
            for number, _ in poll.poll(5):
                one = pending.pop(number)
                poll.unregister(one)
                if error := one.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    raise OSError(error, os.strerror(error))

    def send(self, size, rate):
        started = time.perf_counter()
        for place, request in enumerate(self.requests):
            time.sleep(max(0, started + place / rate - time.perf_counter()))
            self.open[request.socket.fileno()] = request
            self.poll.register(request.socket, select.EPOLLIN)
            content = request.bytes(size)
            request.socket.setblocking(True)
            request.sent = time.time()
            request.socket.sendall(content)
            if place % 128 == 0:
                # An answer must not seem to come later than it does.
                self.collect(0)

    def collect(self, patience):
        for number, _ in self.poll.poll(patience, 4096):
            request = self.open[number]
            try:
                piece = request.socket.recv(4096)
            except ConnectionError:
                piece = b""
            request.answer += piece
            if len(request.answer) >= immuni.PADDED_SIZE or not piece:
                request.received = time.time()
                self.poll.unregister(self.open.pop(number).socket)


class Probe(threading.Thread):
    """Asks each server in turn for the settings, as genuine phones do, and notes how long each answer took."""

    def __init__(self, servers):
        super().__init__(daemon=True)
        self.connections = [wire.Connection(server.public) for server in servers]
        self.latencies, self.statuses, self.stopping = [], collections.Counter(), threading.Event()

    def run(self):
        while not self.stopping.is_set():
            for connection in self.connections:
                moment = time.time()
                answer = connection.request("GET", "/v1/settings?platform=ios&build=1")
                self.latencies.append((moment, answer.seconds))
                self.statuses[answer.status] += 1
                time.sleep(0.005)

    def quantiles(self, start, end):
        """Median and 99th percentile in milliseconds; None without a request between two moments."""
        found = sorted(seconds for moment, seconds in self.latencies if start <= moment < end)
        return (statistics.median(found) * 1e3, found[int(len(found) * 0.99)] * 1e3) if found else None

    def finish(self):
        self.stopping.set()
        self.join()
        for connection in self.connections:
            connection.socket.close()


def handled(server):
    """How many of the requests a server has done the work of: their answers left, or wait for their tick."""
    text = server.metrics()
    lines = re.findall(r'^http_requests_total\{([^}]*)\} (\S+)$', text, re.M)
    return sum(int(float(count)) for labels, count in lines if f'route="{CHECK}"' in labels)


def known_tokens(server, count):
    """`count` codes that the service knows, as tokens of their requests."""
    return [immuni.token(otp) for otp in immuni.grant(server, count)]


class Found:
    """What one run measured; bytes and moments are lists by server, or seconds since the epoch."""

    def __init__(self, count, processes):
        self.count, self.processes = count, processes
        self.empty, self.idle, self.highest = [], [], []
        self.outcomes, self.early = collections.Counter(), 0
        self.asked, self.all_sent, self.all_wait, self.first, self.last = 0.0, 0.0, 0.0, 0.0, 0.0
        self.probe = None

    @property
    def expected(self):
        """The outcomes that there should be."""
        asked = collections.Counter()
        for (kind, _, _), count in self.outcomes.items():
            asked[kind] += count
        return {(kind, EXPECTED[kind], immuni.PADDED_SIZE): count for kind, count in asked.items()}

    @property
    def is_right(self):
        return dict(self.outcomes) == self.expected and self.outcomes.total() == self.count and not self.early

    @property
    def all_waited_at_once(self):
        return self.all_wait < self.first

    def kib_each(self, now):
        return (sum(now) - sum(self.empty)) / self.count / 1024

    @property
    def waiting_kib_each(self):
        return self.kib_each(self.highest)

    @property
    def idle_kib_each(self):
        return self.kib_each(self.idle)

    @property
    def gib(self):
        return sum(self.highest) / 2**30

    @property
    def largest_gib(self):
        return max(self.highest) / 2**30

    def latency(self, when):
        """Median and 99th percentile of genuine requests in milliseconds."""
        return self.probe.quantiles(*{
            "before": (0, self.asked), "while they are sent": (self.asked, self.all_wait),
            "while they wait": (self.all_wait, self.first), "while all are answered": (self.first, self.last),
        }[when])


def settings(per_server, tick):
    """What has to be raised for so many connections of a process, and the schedule."""
    return {
        "COVER_FLOOR": f"{FLOOR}s", "COVER_TICK": f"{tick}s", "LIMITS_CONNECTIONS": per_server + SPARE_FILES // 2,
        "LIMITS_REQUESTS_IN_FLIGHT": per_server + SPARE_FILES // 2, "LIMITS_IDLE": "1h", "OTP_LIFETIME": "1h",
    }


def measure(avviso, count, servers=PROCESSES, clients=PROCESSES, body=200, rate=math.inf, tick=60):
    """Has `count` requests with bodies of `body` bytes, sent `rate` a second, wait at once; returns what was `Found`."""
    per_server = math.ceil(count / servers)
    if most_connections(math.ceil(count / min(servers, clients))) < math.ceil(count / min(servers, clients)):
        raise SystemExit(f"waiting: {count} requests need more processes: one may open few files here")
    with harness.Workplace(avviso) as workplace:
        chosen = settings(per_server, tick)
        # The first makes the databases, which the others share.
        running = [workplace.start(["config", "otp", "ingestion"], chosen).wait_ready()]
        running += [
            workplace.start(["config", "ingestion"], chosen, public_host=f"127.0.0.{1 + number}")
            for number in range(1, servers)
        ]
        for server in running:
            server.wait_ready()
        found = Found(count, servers)
        drive(found, running, clients, (body, rate / clients), tick)
        for server in running:
            server.stop()
    return found


def drive(found, servers, clients, sending, tick):
    """Has the clients do their part, and looks at the servers meanwhile."""
    requests = [Request(number, servers[number % len(servers)].public) for number in range(found.count)]
    asking = [one for one in requests if one.number % GENUINE_SHARE == 0]
    for one, token in zip(asking, known_tokens(servers[0], len(asking))):
        one.token, one.kind = token, "known"
    before = [handled(server) for server in servers]
    found.empty = [server.resident_bytes() for server in servers]
    # Forked, while there is one thread.
    fork = multiprocessing.get_context("fork")
    lines = []
    for number in range(clients):
        ours, theirs = fork.Pipe()
        client = Client(theirs, f"127.0.0.{101 + number}", requests[number::clients])
        process = fork.Process(target=client.run, args=sending, daemon=True)
        process.start()
        theirs.close()
        lines.append(ours)
    for line in lines:
        line.recv()
    time.sleep(1)
    found.idle = [server.resident_bytes() for server in servers]
    found.probe = Probe(servers)
    found.probe.start()
    # Just after a tick, so that all of a tick is left.
    time.sleep(tick - time.time() % tick + 0.2)
    found.asked = time.time()
    for line in lines:
        line.send("go")
    found.highest = list(found.empty)
    watch(found, servers, lines, before)
    results = [one for line in lines for one in line.recv()]
    found.probe.finish()
    found.outcomes = collections.Counter(outcome for outcome, _, _ in results)
    found.all_sent = max(sent for _, sent, _ in results)
    received = [moment for _, _, moment in results if moment]
    found.first, found.last = (min(received), max(received)) if received else (0.0, 0.0)
    found.early = sum(
        moment < math.ceil((sent + FLOOR) / tick) * tick - TOLERANCE for _, sent, moment in results if moment)


def watch(found, servers, lines, before):
    """Notes the highest memory of each server, and when the work on all requests was done, until a client has all answers."""
    done, deadline = 0, time.monotonic() + harness.PATIENCE
    for line in lines:
        while not line.poll(0.05) and time.monotonic() < deadline:
            done = look(found, servers, before, done)
        if line.recv() != "sent":
            raise RuntimeError("a client said something else")
    while not lines[0].poll(0.05) and time.monotonic() < deadline:
        done = look(found, servers, before, done)


def look(found, servers, before, done):
    found.highest = [max(highest, server.resident_bytes()) for highest, server in zip(found.highest, servers)]
    if done < found.count:
        done = sum(handled(server) - start for server, start in zip(servers, before))
        if done >= found.count:
            found.all_wait = time.time()
    return done


def judge(checks, found, max_kib):
    """What has to hold, and the figures in words."""
    checks.equal(dict(found.outcomes), found.expected, "kind, status and size of the answers")
    checks.equal({kind for kind, _, _ in found.outcomes}, set(EXPECTED), "kinds of requests")
    checks.equal(found.outcomes.total(), found.count, "requests that were answered or broken off")
    checks.equal(found.early, 0, "answers before their tick")
    checks.equal(set(found.probe.statuses), {200}, "statuses of genuine requests meanwhile")
    for number, (empty, idle, highest) in enumerate(zip(found.empty, found.idle, found.highest)):
        checks.say(f"server {number + 1}: {empty / 2**20:.1f} MiB empty, {idle / 2**20:.1f} with idle connections, "
                   f"{highest / 2**20:.1f} at most")
    checks.say(f"{found.count} requests in {found.processes} processes: {found.waiting_kib_each:.1f} KiB each, "
               f"{found.idle_kib_each:.1f} of them its connection; {found.gib:.2f} GiB in all processes")
    checks.say(f"sent within {found.all_sent - found.asked:.1f} s, {'all' if found.all_waited_at_once else 'not all'} waited at "
               f"once, answered within {found.last - found.first:.1f} s")
    for when in ("before", "while they are sent", "while they wait", "while all are answered"):
        times = found.latency(when)
        checks.say(f"a genuine request {when}: " + ("{:.2f} ms, 99 % {:.2f} ms".format(*times) if times else "none"))
    if max_kib:
        checks.check(found.all_waited_at_once, "the machine was too slow: an answer left before all requests waited")
        checks.check(found.waiting_kib_each <= max_kib, f"{found.waiting_kib_each:.1f} KiB for each waiting request")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--requests", type=int, default=600)
    parser.add_argument("--servers", type=int, default=PROCESSES)
    parser.add_argument("--clients", type=int, default=PROCESSES)
    parser.add_argument("--body", type=int, default=200)
    parser.add_argument("--tick", type=int, default=5)
    parser.add_argument("--max-kib", type=float)
    arguments = parser.parse_args()
    checks = harness.Checks("waiting")
    found = measure(
        arguments.avviso, arguments.requests, arguments.servers, arguments.clients, arguments.body, tick=arguments.tick)
    judge(checks, found, arguments.max_kib)
    checks.finish()


if __name__ == "__main__":
    main()
