"""Puts load on a server with wrk and reads what the server's own process spent on it."""

import os
import re
import subprocess
import tempfile
import time

LUA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "requests.lua")
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    """User and system time of a process and its threads so far."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_bytes(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Load:
    """What one run measured."""

    def __init__(self, count, wall, cpu, statuses):
        self.count, self.wall, self.cpu, self.statuses = count, wall, cpu, statuses

    @property
    def microseconds(self):
        """Processor time of the server for one request."""
        return self.cpu / self.count * 1e6

    @property
    def rate(self):
        return self.count / self.wall


def put(pid, address, method, path, headers=(), size=0, lines=None, seconds=6, connections=32, expected=(200, 204)):
    """Drives the server `pid` and returns a `Load`; another status than `expected` ends the run. requests.lua says what
    `size` and `lines` are."""
    with tempfile.NamedTemporaryFile("w", suffix=".headers") as file:
        file.write("".join(f"{name}: {value}\n" for name, value in headers))
        file.flush()
        command = [
            "wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s", "--timeout", "30s",
            "--script", LUA, "http://%s:%d" % address, "--", method, path, file.name, str(size),
        ] + ([lines] if lines else [])
        # The client's own processor may be busy elsewhere: only what the server spends counts.
        before = cpu_seconds(pid)
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        cpu = cpu_seconds(pid) - before
    wall = float(re.search(r"^WALL (\S+)", done.stdout, re.M).group(1))
    pairs = re.search(r"^STATUSES (.*)$", done.stdout, re.M).group(1).split()
    statuses = {int(code): int(count) for code, count in (pair.split("=") for pair in pairs)}
    if not statuses and lines is None and seconds < 60:
        # A busy machine may have done no more than connect.
        return put(pid, address, method, path, headers, size, lines, 10 * seconds, connections, expected)
    if not statuses or not set(statuses) <= set(expected):
        raise RuntimeError(f"{method} {path}: statuses {statuses}, expected {expected}\n{done.stdout}")
    return Load(sum(statuses.values()), wall, cpu, statuses)


def alternately(rounds, *loads):
    """Runs some loads in turn and gives each one's median by processor time: all see the same neighbours."""
    results = [[one() for one in loads] for _ in range(rounds)]
    return [sorted(ones, key=lambda load: load.microseconds)[rounds // 2] for ones in zip(*results)]


def wait_listening(address, process):
    import socket

    for _ in range(600):
        if process.poll() is not None:
            break
        try:
            socket.create_connection(address, 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"nothing listens at {address}")
