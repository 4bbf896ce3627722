"""Starts the real `avviso` for a test, and counts what the test checked."""

import os
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

READY_SECONDS = 30
STOP_SECONDS = 20


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


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


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
        self.log = os.path.join(self.folder, "server.log")
        self.processes = []
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

    def run(self, *arguments, settings=None, timeout=120):
        """Runs `avviso` to its end."""
        return subprocess.run(
            [self.avviso, *arguments],
            env=clean_environment(settings), capture_output=True, text=True, timeout=timeout, check=False,
        )

    def publish(self, settings=None):
        """Runs the publication job once, beside whatever is running."""
        return self.run(
            "publish", "--now", "--data", self.data, "--signing-key", self.signing_key, settings=settings
        )

    def cleanup(self):
        """Runs the cleanup job once."""
        return self.run("cleanup", "--now", "--data", self.data)

    def start(self, services=(), settings=None, prefix=(), internal_host="127.0.0.1"):
        """Starts `avviso serve` and returns at once. Settings and key index are signed, unless a setting says otherwise."""
        signed = {} if "UNSIGNED" in (settings or {}) else {"MESSAGE_SIGNING_KEY": self.message_key}
        settings = signed | (settings or {})
        server = Server(self, services, settings, prefix, internal_host)
        self.processes.append(server.process)
        return server

    def log_text(self):
        with open(self.log, "rb") as file:
            return file.read()


class Server:
    """A running `avviso serve`."""

    def __init__(self, workplace, services, settings, prefix, internal_host):
        self.workplace = workplace
        self.public = ("127.0.0.1", free_port())
        self.internal = ("127.0.0.1", free_port())
        command = [
            *prefix, workplace.avviso, "serve", *services,
            "--public", "%s:%d" % self.public, "--internal", f"{internal_host}:{self.internal[1]}",
            "--data", workplace.data, "--signing-key", workplace.signing_key, "--preset", "demo",
        ]
        with open(workplace.log, "ab") as log:
            self.process = subprocess.Popen(command, env=clean_environment(settings), stdout=log, stderr=log)

    def __enter__(self):
        return self.wait_ready()

    def __exit__(self, *_):
        self.stop()

    def wait_ready(self):
        """Waits until /health on the internal listener answers 200."""
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                if wire.request(self.internal, "GET", "/health").status == 200:
                    return self
            except OSError:
                pass
            time.sleep(0.02)
        tail = self.workplace.log_text()[-2000:].decode(errors="replace")
        raise RuntimeError(f"avviso serve did not become ready (exit {self.process.poll()}):\n{tail}")

    def stop(self):
        """Asks it to stop as an operator would, and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def kill(self):
        """kill -9."""
        if self.process.poll() is None:
            self.process.kill()
        return self.process.wait()
