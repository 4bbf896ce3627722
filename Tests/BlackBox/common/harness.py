"""Starts the real `avviso` for a test, and counts what the test checked."""

import atexit
import contextlib
import functools
import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

import wire

# How long a test waits for anything before it calls it hung. It measures nothing: a machine may be as slow as it likes.
PATIENCE = 300
# So that a server, too, gives up nothing because the machine is slow. Tests of these limits set their own.
UNHURRIED = {f"LIMITS_{limit}": f"{PATIENCE}s" for limit in ("ARRIVAL", "HANDLING", "HANDSHAKE", "IDLE")}
# Whether this is `make test-all`, which tries every moment and every case. `make test` keeps to a short, fixed plan.
EVERY = os.environ.get("AVVISO_TEST_EXTENT") == "every"
# The repository's root.
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
FAKE_TIME = "/usr/lib/*/faketime/libfaketimeMT.so.1"
REAL_TIMERS = """
#define _GNU_SOURCE
#include <errno.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *former) {
    return syscall(SYS_timerfd_settime, timer, flags, value, former);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left) {
    return syscall(SYS_clock_nanosleep, clock, flags, until, left) == 0 ? 0 : errno;
}
"""


def extent(short, every):
    """How much of something a test does: `short` in `make test`, `every` in `make test-all`."""
    return every if EVERY else short


class Checks:
    """Counts what held and what did not, and says so."""

    def __init__(self, name):
        self.name, self.passed, self.failures = name, 0, []
        self.lock = threading.Lock()

    def check(self, held, what):
        """Counts one expectation; prints it only where it did not hold."""
        with self.lock:
            if held:
                self.passed += 1
            else:
                self.failures.append(what)
                print(f"{self.name}: FAILED: {what}", flush=True)
        return held

    def equal(self, found, expected, what):
        return self.check(found == expected, f"{what}: expected {expected!r}, found {found!r}")

    def say(self, line):
        print(f"{self.name}: {line}", flush=True)

    def finish(self):
        """Prints the closing line and ends the process."""
        print(f"{self.name}: {self.passed} passed, {len(self.failures)} failed", flush=True)
        sys.exit(1 if self.failures or not self.passed else 0)


@contextlib.contextmanager
def held_port():
    """A port of loopback that the system gives to nobody else meanwhile, for what cannot choose and tell its port itself.

    Nobody listens on it. A server that is told this port may: Linux lets it where both sockets say SO_REUSEADDR.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@functools.cache
def real_timers():
    """A library that comes before libfaketime, which moves every absolute timer by the calendar's offset. A server with a
    later calendar would find each of its timers in the past, and do nothing but set it again. Python would not sleep."""
    folder = tempfile.mkdtemp(prefix="avviso-timers-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(remove_shared_memory)
    source, library = os.path.join(folder, "timers.c"), os.path.join(folder, "timers.so")
    with open(source, "w", encoding="ascii") as file:
        file.write(REAL_TIMERS)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


def remove_shared_memory():
    """Removes what libfaketime leaves of processes that were killed. Another user keeps his own."""
    for path in glob.glob("/dev/shm/*faketime_s[eh]m_*"):
        if not os.path.exists(f"/proc/{path.rsplit('_', 1)[1]}"):
            with contextlib.suppress(OSError):
                os.remove(path)


def fake_clock(*variables):
    """What to start a program with, so that libfaketime makes its calendar. Its monotonic clock is left alone.
    `variables` (NAME=VALUE) are the library's."""
    library = glob.glob(FAKE_TIME) or sys.exit("libfaketime is missing: make setup installs it")
    # The library adds to the environment of the first process that loads it. A Swift program finds its arguments beside the
    # environment as it was, so that first process is a second env.
    return ["env", "--unset=FAKETIME", f"LD_PRELOAD={real_timers()}:{library[0]}", *variables, "FAKETIME_DONT_FAKE_MONOTONIC=1",
            "env"]


def seconds_ahead():
    """How far the calendar of this process is ahead of the machine's: scripts/try-tests starts it in another hour."""
    return float(os.environ.get("FAKETIME", "0"))


def standing_clock(moment):
    """What to start a server with, so that its calendar stands still at `moment` (Unix seconds)."""
    return fake_clock(f"FAKETIME={time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(moment))}", "TZ=UTC")


def clean_environment(settings=None):
    """The environment without anybody's own AVVISO_ settings, and with `settings`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AVVISO_")}
    return kept | {f"AVVISO_{name}": str(value) for name, value in (settings or {}).items()}


class Workplace:
    """A temporary folder with keys for exports and messages, that knows how to run one `avviso` binary in it."""

    def __init__(self, avviso):
        self.avviso = os.path.abspath(avviso)
        self.folder = tempfile.mkdtemp(prefix="avviso-outside-")
        self.data = os.path.join(self.folder, "data")
        self.signing_key = os.path.join(self.folder, "signing.pem")
        self.processes, self.logs = [], []
        self.message_key = os.path.join(self.folder, "messages.pem")
        self.public_key_file = os.path.join(self.folder, "public.pem")
        self.public_key = self.make_key(self.signing_key)
        self.make_key(self.message_key)
        public_pem = self.public_key.public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        with open(self.public_key_file, "wb") as file:
            file.write(public_pem)

    @staticmethod
    def make_key(path):
        """Makes a signing key that nobody else can read, and returns its public half."""
        key = ec.generate_private_key(ec.SECP256R1())
        private_pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(private_pem)
        return key.public_key()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments, settings=None, timeout=PATIENCE, prefix=()):
        """Runs `avviso` to its end."""
        return subprocess.run(
            [*prefix, self.avviso, *arguments],
            env=clean_environment(settings), capture_output=True, text=True, timeout=timeout, check=False,
        )

    def publish(self, settings=None, timeout=PATIENCE):
        """Runs the publication job once, beside whatever is running."""
        return self.run(
            "publish", "--now", "--data", self.data, "--signing-key", self.signing_key, settings=settings, timeout=timeout
        )

    def confirm_clock(self):
        """Says that the clock is right, where a database was filled without a server that could have seen its time."""
        done = self.run("clock", "confirm", "--data", self.data)
        if done.returncode:
            raise RuntimeError(done.stderr)

    def cleanup(self):
        """Runs the cleanup job once."""
        return self.run("cleanup", "--now", "--data", self.data)

    def association(self, mode="hybrid"):
        """The settings of an authority of the association, which asks for no proofs. Its key is made at the first call."""
        key = os.path.join(self.folder, "association.key")
        if not os.path.exists(key):
            done = self.run("association", "key", "--out", key)
            if done.returncode:
                raise RuntimeError(done.stderr)
        return {"ASSOCIATION_MODE": mode, "ASSOCIATION_KEY": key, "ASSOCIATION_PROOF": "none", "ASSOCIATION_COUNTRY": "380"}

    def start(
        self, services=(), settings=None, prefix=(), internal_host="127.0.0.1", public_host="127.0.0.1", ports=(0, 0)
    ):
        """Starts `avviso serve` and returns at once. Settings and key index are signed, unless a setting says otherwise.
        `ports` are those of the public and the internal listener, or 0 for one that the system chooses."""
        signed = {} if "UNSIGNED" in (settings or {}) else {"MESSAGE_SIGNING_KEY": self.message_key}
        settings = signed | (settings or {})
        server = Server(self, services, settings, prefix, internal_host, public_host, ports)
        self.processes.append(server.process)
        return server

    def log_text(self):
        """What all servers of this workplace wrote so far."""
        return b"".join(read(path) for path in self.logs)


class Server:
    """A running `avviso serve` on ports that the system chose."""

    def __init__(self, workplace, services, settings, prefix, internal_host, public_host, ports):
        if (settings or {}).get("LOG_LEVEL", "info") not in ("debug", "info"):
            raise ValueError("the ports are read from the log: its level is debug or info")
        self.workplace, self.public_host = workplace, public_host
        self.log = os.path.join(workplace.folder, f"server-{len(workplace.logs) + 1}.log")
        workplace.logs.append(self.log)
        self.ports = {}
        command = [
            *prefix, workplace.avviso, "serve", *services, "--public", f"{public_host}:{ports[0]}",
            "--internal", f"{internal_host}:{ports[1]}", "--data", workplace.data, "--signing-key", workplace.signing_key,
            "--preset", "demo",
        ]
        with open(self.log, "wb") as log:
            environment = clean_environment(UNHURRIED | (settings or {}))
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def __enter__(self):
        return self.wait_ready()

    def __exit__(self, *_):
        self.stop()

    @property
    def public(self):
        return (self.public_host, self.port("public"))

    @property
    def internal(self):
        return ("127.0.0.1", self.port("internal"))

    def port(self, listener):
        """The port that a listener says in the log it has bound; waits until it does."""
        if listener not in self.ports:
            self.wait_until(lambda: listener in self.listening())
            self.ports = self.listening()
        return self.ports[listener]

    def listening(self):
        """By listener, the ports in the log's events."""
        # The last line may be half written.
        lines = read(self.log).split(b"\n")[:-1]
        events = [json.loads(line) for line in lines if line.startswith(b"{") and b'"listening"' in line]
        return {event["listener"]: int(event["port"]) for event in events}

    def is_healthy(self):
        try:
            return wire.request(self.internal, "GET", "/health").status == 200
        except OSError:
            return False

    def metrics(self):
        """The metrics as Prometheus reads them. Fails if one has no description."""
        text = wire.request(self.internal, "GET", "/metrics").body.decode()
        missing = set(re.findall(r"^# TYPE (\S+)", text, re.M)) - set(re.findall(r"^# HELP (\S+)", text, re.M))
        if missing:
            raise AssertionError(f"metrics without a description: {sorted(missing)}")
        return text

    def wait_ready(self):
        """Waits until /health on the internal listener answers 200."""
        self.wait_until(self.is_healthy)
        return self

    def wait_until(self, is_true):
        """Asks again and again, as long as the server runs."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            if is_true():
                return
            time.sleep(0.02)
        tail = read(self.log)[-2000:].decode(errors="replace")
        raise RuntimeError(f"avviso serve did not become ready (exit {self.process.poll()}):\n{tail}")

    def processor_seconds(self):
        """What its threads have worked so far, however long that took beside other programs."""
        fields = read(f"/proc/{self.process.pid}/stat").rsplit(b")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self):
        """Its memory that is not only reserved."""
        return int(read(f"/proc/{self.process.pid}/statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def stop(self):
        """Asks it to stop as an operator would, and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def kill(self):
        """kill -9."""
        if self.process.poll() is None:
            self.process.kill()
        return self.process.wait()


def read(path):
    with open(path, "rb") as file:
        return file.read()
