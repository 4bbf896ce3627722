#!/usr/bin/env python3
"""Set-ups that are wrong: what does not start, what starts and says that it is not fit for production, who may call which route
of the internal listener, files that others can read, and ports that are taken. Usage: setups.py AVVISO

Tier: test
Only here: the program refuses each wrong set-up with one line, takes others' access to files away, and answers each
  kind of caller as docs/operations.md says.
"""

import glob
import json
import os
import re
import signal
import socket
import ssl
import stat
import sys
import threading
import time

import harness
import immuni
import wire
from immuni import JSON_TYPE

TOKEN = "an-internal-token-of-enough-bytes"
BEARER = ("Authorization", f"Bearer {TOKEN}")
FORWARDED = [
    ("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.1"), ("x-forwarded-proto", "https"), ("Via", "1.1 proxy"),
    ("X-Real-IP", "192.0.2.1"),
]
# Not fit in the set-up that most tests use.
USUAL = {
    "demo-settings", "plain-public", "open-internal", "no-padding-keys", "small-chunks", "no-android-attestation",
    "no-iphone-authorisation", "small-bodies", "open-tans",
}


class Setups:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.keys = ["--signing-key", workplace.signing_key, "--message-signing-key", workplace.message_key]

    def path(self, name):
        return os.path.join(self.workplace.folder, name)

    def serve(self, *arguments, settings=None):
        """What a server says that is expected not to start."""
        return self.workplace.run(
            "serve", "--public", "127.0.0.1:0", "--internal", "127.0.0.1:0", "--data", self.workplace.data, *arguments,
            settings=settings, timeout=60,
        )

    def log_length(self):
        return len(self.workplace.log_text())

    def refused(self, found, words, what):
        """Exit code 1, and beside the log nothing but one line of words."""
        lines = [line for line in found.stderr.splitlines() if not line.startswith("{")]
        held = found.returncode == 1 and len(lines) == 1 and words in lines[0] and found.stdout == ""
        self.checks.check(held, f"{what}: exit {found.returncode}, {lines}")

    def check(self, *arguments, settings=None):
        """The exit code and document of `avviso check --json`."""
        found = self.workplace.run("check", "--json", *arguments, settings=settings, timeout=60)
        return found.returncode, json.loads(found.stdout)

    # What starts

    def unsigned(self):
        """No server of settings or index starts unsigned by mistake."""
        bare = ["--signing-key", self.workplace.signing_key, "--preset", "demo"]
        for services in ([], ["config"], ["reporting"])[:harness.extent(2, None)]:
            self.refused(self.serve(*services, *bare), "--unsigned", f"serve {services} without a key for messages")
        self.checks.check(not os.path.exists(self.path("data/settings.sqlite")), "a refused server makes no database")
        for how in ({"UNSIGNED": "true"}, {"UNSIGNED": "true", "MESSAGE_SIGNING_KEY": self.workplace.message_key}):
            signs = "MESSAGE_SIGNING_KEY" in how
            before = self.log_length()
            with self.workplace.start(settings=how) as server:
                answer = wire.request(server.public, "GET", "/v1/settings?platform=ios&build=1")
                self.checks.equal(answer.header("Signature") is not None, signs, f"signed with {sorted(how)}")
                self.checks.equal("unsigned" in table(self.workplace.log_text()[before:]), not signs, "and the table says so")
        with self.workplace.start(["otp"], settings={"UNSIGNED": "false"}):
            pass

    def tables(self):
        """A server says at its start what `avviso check` says, once and in a few lines."""
        arguments = ["--data", self.workplace.data, *self.keys, "--preset", "demo"]
        code, document = self.check(*arguments)
        names = {finding["name"] for finding in document["findings"]}
        self.checks.equal((code, document["starts"], document["fit"], names), (2, True, False, USUAL), "check, first")
        before = self.log_length()
        with self.workplace.start():
            text = self.workplace.log_text()[before:]
        self.checks.equal(table(text), names, "the table at the start")
        plain = [line for line in text.splitlines() if not line.startswith(b"{")]
        self.checks.equal(len(plain), len(names) + 1, f"lines beside the log: {plain}")
        self.checks.check(all(len(line.decode()) <= 160 for line in plain), "none of them is long")
        order = [text.find(part) for part in (b'"listening"', plain[0], b'"job-finished"')]
        self.checks.check(-1 < order[0] < order[1] < order[2], f"after it listens, before any job: {order}")
        said = self.workplace.run("check", *arguments)
        self.checks.equal((said.returncode, table(said.stdout.encode())), (2, names), "check for people")

    def fit_settings(self):
        """A set-up that is fit for production, as far as a machine can see."""
        folder, preset = self.path("tls"), self.path("preset.json")
        self.workplace.run("tls", "demo-ca", "--out", folder)
        with self.workplace.start(["config"]):
            pass
        exported = self.workplace.run("settings", "export", "--json", "--data", self.workplace.data).stdout
        with open(preset, "w", encoding="utf-8") as file:
            file.write(exported.replace("example.org", "salute.example"))
        tls = {"CERTIFICATE": "server.pem", "KEY": "server-key.pem"}
        apple = self.path("apple.p8")
        self.workplace.make_key(apple)
        return {
            f"{side}_TLS_{name}": os.path.join(folder, file) for side in ("PUBLIC", "INTERNAL") for name, file in tls.items()
        } | {
            "INTERNAL_TLS_CLIENT_CA": os.path.join(folder, "root.pem"), "DATA": self.path("fit"), "PRESET": preset,
            "SIGNING_KEY": self.workplace.signing_key, "MESSAGE_SIGNING_KEY": self.workplace.message_key,
            "INGESTION_MIN_BODY": "108976", "PUBLICATION_PADDED_KEY_COUNT": "50", "ANALYTICS_GOOGLE_ATTESTATIONS": "key-attestation",
            "ANALYTICS_GOOGLE_PACKAGE": "it.example.app", "ANALYTICS_GOOGLE_CERTIFICATE_DIGESTS": "0" * 64,
            "ANALYTICS_GOOGLE_KEY_ATTESTATION_ROOTS": os.path.join(folder, "root.pem"),
            "ANALYTICS_APPLE_TEAM_ID": "TEAM000000", "ANALYTICS_APPLE_KEY_ID": "KEY0000000", "ANALYTICS_APPLE_KEY": apple,
        }

    def exit_codes(self):
        """0 fit, 2 not fit, 1 does not start, 64 wrong usage; nothing is made or changed."""
        fit = self.fit_settings()
        self.checks.equal(self.check(settings=fit), (0, {"starts": True, "fit": True, "findings": []}), "a fit set-up")
        said = self.workplace.run("check", settings=fit)
        self.checks.equal((said.returncode, said.stdout), (0, "This set-up is fit for production.\n"), "and in words")
        self.checks.check(not os.path.exists(fit["DATA"]), "check makes no data folder")
        for name, value, finding in (
            ("PUBLICATION_PADDED_KEY_COUNT", "0", "no-padding-keys"), ("COVER_TICK", "0s", "cover-off"),
            ("LOG_LEVEL", "debug", "debug-log"), ("ANALYTICS_TEST_EVIDENCE", "true", "test-evidence"),
            ("CLOCK_GUARD", "off", "clock-unguarded"),
        )[:harness.extent(1, None)]:
            code, document = self.check(settings=fit | {name: value})
            names = [found["name"] for found in document["findings"]]
            self.checks.check(code == 2 and finding in names, f"{name}={value}: {code} {names}")
        for name, value, words in (
            ("SIGNING_KEY", "/nowhere.pem", "cannot be read"), ("PRESET", "nowhere", "preset"),
            ("MESSAGE_SIGNING_KEY", self.workplace.signing_key, "a signing key of their own"),
            ("OTP_LIFETIME", "soon", "otp.lifetime"), ("OTP_LIVETIME", "150s", "did you mean"),
            ("PUBLIC_TLS_KEY", self.workplace.signing_key, "does not belong"),
        )[::harness.extent(3, 1)]:
            settings = fit | {name: value}
            code, document = self.check(settings=settings)
            self.checks.check(
                code == 1 and not document["starts"] and words in document["problem"], f"{name}={value}: {code} {document}")
            self.refused(self.workplace.run("check", settings=settings), words, f"check with {name}={value}")
            self.refused(self.workplace.run("serve", settings=settings), words, f"serve with {name}={value}")
        self.checks.equal(self.workplace.run("check", "gateway").returncode, 64, "an unknown service")
        self.beside_a_server()

    def documented(self):
        """Each thing that may be found has a row in docs/operations.md, and each row is one of them."""
        rules = []
        for path in glob.glob(os.path.join(harness.ROOT, "Sources/Assembly/*/*/Fitness/FitnessRule+*.swift")):
            with open(path, encoding="utf-8") as file:
                rules += re.findall(r'FitnessRule\(\s*"([a-z-]+)"', file.read())
        self.checks.check(len(rules) > 10 and len(set(rules)) == len(rules), f"names of the rules: {rules}")
        self.checks.equal(sorted(documented("findings")[1]), sorted(rules), "the findings in docs/operations.md")

    def beside_a_server(self):
        with self.workplace.start(settings={"WORK": "requests"}):
            before = listing(self.workplace.data)
            code, _ = self.check("--data", self.workplace.data, *self.keys, "--preset", "demo")
            self.checks.equal((code, listing(self.workplace.data)), (2, before), "check beside a server")

    # Who may call

    def routes(self):
        """Every internal route by every kind of caller, as the table in docs/operations.md has it."""
        facts = json.loads(self.workplace.run("api").stdout)
        served = {
            f"{route['method']} {route['path']}"
            for part in (facts["host"], *facts["systems"].values()) for side in ("internal", "pages") for route in part[side]
        }
        columns, rows = documented("callers")
        self.checks.equal(set(rows), served, "the table has a row for each internal route")
        ask = {
            "this machine": lambda server, route: status(server, route),
            "by another name": lambda server, route: status(server, route, host="otp.example.org"),
            "through a proxy": lambda server, route: worst(
                status(server, route, [field]) for field in FORWARDED),
            "without the token": lambda server, route: status(server, route),
            "with the token": lambda server, route: worst(
                status(server, route, [BEARER, *more]) for more in ([], [FORWARDED[0]])),
        }
        tried, authority = set(), self.workplace.association()
        for names, settings in (
            (("this machine", "by another name", "through a proxy"), {}),
            (("through a proxy", "without the token", "with the token"), {"INTERNAL_TOKEN": TOKEN}),
        ):
            with self.workplace.start(settings=settings | authority) as server:
                for name in names:
                    tried.add(name)
                    for route, cells in rows.items():
                        found = ask[name](server, route)
                        self.compare(route, name, found, cells[columns.index(name)])
        tried |= self.certificates(columns, rows)
        self.checks.equal(tried, set(columns), "each kind of caller in the table was tried")

    def compare(self, route, caller, found, expected):
        held = found not in (401, 421) if expected == "yes" else str(found) == expected
        self.checks.check(held, f"{route} {caller}: the table says {expected}, found {found}")

    def certificates(self, columns, rows):
        folder = self.path("tls")
        self.workplace.run("tls", "demo-ca", "--out", folder)
        settings = {
            "INTERNAL_TLS_CERTIFICATE": os.path.join(folder, "server.pem"),
            "INTERNAL_TLS_KEY": os.path.join(folder, "server-key.pem"),
            "INTERNAL_TLS_CLIENT_CA": os.path.join(folder, "root.pem"),
        } | self.workplace.association()
        server = self.workplace.start(settings=settings)
        client = ssl.create_default_context(cafile=os.path.join(folder, "root.pem"))
        client.load_cert_chain(os.path.join(folder, "client.pem"), os.path.join(folder, "client-key.pem"))
        stranger = ssl.create_default_context(cafile=os.path.join(folder, "root.pem"))
        while secure_status(server, client, "GET /health") != 200 and server.process.poll() is None:
            time.sleep(0.02)
        for route, cells in rows.items():
            self.compare(route, "with a certificate", secure_status(server, client, route),
                         cells[columns.index("with a certificate")])
            self.checks.equal(secure_status(server, stranger, route), None, f"{route} without a certificate")
        server.stop()
        return {"with a certificate"}

    def proxies(self):
        """A proxy that forwards everything and puts the server's address in the place of its name."""
        proxied = {"PORTAL_URL": "https://portal.example.org"}
        for services in ([], ["portal"], ["otp"])[:harness.extent(1, None)]:
            self.refused(
                self.serve(*services, *self.keys, "--preset", "demo", settings=proxied), "internal.token",
                f"serve {services} behind a proxy without token and client authority")
        with self.workplace.start(settings=proxied | {"INTERNAL_TOKEN": TOKEN}) as server, Proxy(server.internal) as address:
            whole = immuni.encode({"otp": immuni.new_otp(), "symptoms_started_on": immuni.today(-1)})
            for headers, expected in (([], 401), ([BEARER], 204)):
                found = wire.request(address, "POST", "/v1/otp", [JSON_TYPE, *headers], whole)
                self.checks.equal(found.status, expected, f"POST /v1/otp through the proxy with {headers}")
            for target, expected in (("/metrics", 401), ("/v1/analytics/report", 401), ("/portal/sign-in", 200)):
                self.checks.equal(wire.request(address, "GET", target).status, expected, f"{target} through the proxy")
            self.checks.equal(wire.request(server.internal, "GET", "/health").status, 200, "a load balancer's question")

    def silent_proxy(self):
        """A proxy that says nothing of itself but by speaking HTTP/1.0, as nginx does by default."""
        with self.workplace.start() as server:
            for route, expected in (("POST /v1/otp", 401), ("GET /metrics", 401), ("GET /health", 200)):
                with socket.create_connection(server.internal, timeout=20) as connection:
                    self.checks.equal(raw_status(connection, route, "1.0"), expected, f"{route} in HTTP/1.0")

    # Files

    def restored(self):
        """A data folder that came back readable by everybody."""
        server = self.workplace.start().wait_ready()
        otp = immuni.new_otp()
        immuni.authorise(server.internal, otp)
        immuni.upload(server.public, otp, immuni.upload_body())
        self.checks.equal(self.workplace.publish().returncode, 0, "publish --now")
        server.kill()
        for path in everything(self.workplace.data):
            os.chmod(path, 0o777 if os.path.isdir(path) else 0o666)
        names = {os.path.basename(path) for path in everything(self.workplace.data)}
        self.checks.check({"exposures.sqlite-wal", "otp.key", "chunks", "portal.sqlite"} <= names, f"there is {names}")
        with self.workplace.start():
            shared = [path for path in everything(self.workplace.data) if stat.S_IMODE(os.stat(path).st_mode) & 0o077]
            self.checks.equal(shared, [], "readable by others beside a running server")
        self.checks.check(b'"modes-narrowed"' in self.workplace.log_text(), "and the log says that they were")

    def private_keys(self):
        """Every file with a private key, readable by others."""
        fit = self.fit_settings()
        ring = self.path("ring")
        self.workplace.run("keys", "init", "--signing-key", ring)
        emulated = self.path("emulator")
        settings = self.workplace.run("emulate", "attestation", "init", "--out", emulated).stdout
        with open(self.path("emulator.yaml"), "w", encoding="utf-8") as file:
            file.write(settings)
        decryption = next(path for path in everything(emulated) if "decryption" in os.path.basename(path))
        for what, path, more in (
            ("the export key", fit["SIGNING_KEY"], {}), ("the message key", fit["MESSAGE_SIGNING_KEY"], {}),
            ("the TLS key", fit["PUBLIC_TLS_KEY"], {}), ("the DeviceCheck key", fit["ANALYTICS_APPLE_KEY"], {}),
            ("a key of the ring", os.path.join(ring, "v1.pem"), {"SIGNING_KEY": ring}),
        ):
            for mode in (0o644, 0o602)[:harness.extent(1, None)]:
                os.chmod(path, mode)
                for command in ("serve", "check")[:harness.extent(1, None)]:
                    self.refused(self.workplace.run(command, settings=fit | more), f"chmod 600 {path}", f"{command}, {what}")
            os.chmod(path, 0o600)
        os.chmod(decryption, 0o644)
        self.refused(
            self.serve("analytics", "--config", self.path("emulator.yaml")), f"chmod 600 {decryption}",
            "Play Integrity's decryption key")
        self.checks.equal(self.check(settings=fit)[0], 0, "with modes as they should be")
        os.chmod(self.workplace.signing_key, 0o644)
        self.checks.equal(self.workplace.publish().returncode, 1, "publish --now with a key that others can read")
        os.chmod(self.workplace.signing_key, 0o600)

    # Ports

    def ports(self):
        """A port that is taken: one line, and no job has run."""
        with socket.socket() as holder:
            holder.bind(("127.0.0.1", 0))
            holder.listen()
            taken = "127.0.0.1:%d" % holder.getsockname()[1]
            for side in ("public", "internal"):
                addresses = {"PUBLIC_ADDRESS": "127.0.0.1:0", "INTERNAL_ADDRESS": "127.0.0.1:0"}
                found = self.workplace.run(
                    "serve", "--data", self.workplace.data, *self.keys, "--preset", "demo",
                    settings=addresses | {f"{side.upper()}_ADDRESS": taken}, timeout=60)
                lines = found.stderr.strip().splitlines()
                plain = [line for line in lines if not line.startswith("{")]
                self.checks.equal(
                    (found.returncode, plain), (1, [f"avviso: cannot listen at {taken}: Address already in use"]), f"{side} taken")
                events = {json.loads(line)["event"] for line in lines if line.startswith("{")}
                self.checks.equal(events - {"token-authorisation-off", "no-android-attestation"}, set(), f"events, {side}")

    def stops(self):
        """Servers that are told to stop while their jobs run do not complain about the disk."""
        for _ in range(harness.extent(1, 5)):
            before = self.log_length()
            server = self.workplace.start()
            while b'"listening"' not in self.workplace.log_text()[before:] and server.process.poll() is None:
                time.sleep(0.001)
            server.process.send_signal(signal.SIGTERM)
            self.checks.equal(server.stop(), 0, "exit code of a stop at the start")
        text = self.workplace.log_text()
        self.checks.check(b"disk" not in text and b"job-failed" not in text, f"complaints: {text[-500:]}")


def table(text):
    """The names in a table of findings."""
    return set(re.findall(r"^  ([a-z-]+)  ", text.decode(), re.M))


def documented(name):
    """The heads of a table in docs/operations.md, and its rows by their first cell."""
    with open(os.path.join(harness.ROOT, "docs", "operations.md"), encoding="utf-8") as file:
        text = re.search(rf"<!-- {name}:begin -->\n(.*?)<!-- {name}:end -->", file.read(), re.S).group(1)
    head, _, *lines = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in text.splitlines()]
    return head[1:], {line[0].strip("`"): line[1:] for line in lines}


def everything(folder):
    """The folder and all in it."""
    return [folder] + [
        os.path.join(place, name) for place, folders, files in os.walk(folder) for name in folders + files
    ]


def listing(folder):
    return sorted((path, os.stat(path).st_mode) for path in everything(folder))


def status(server, route, headers=(), host=None):
    method, path = route.split(" ")
    body = b"{}" if method == "POST" else None
    with wire.Connection(server.internal) as connection:
        connection.host = host or connection.host
        return connection.request(method, path, [*headers, *([JSON_TYPE] if body else [])], body).status


def worst(statuses):
    """The refusal among them, if there is one."""
    found = list(statuses)
    return next((status for status in found if status in (401, 421)), found[0])


def secure_status(server, context, route):
    """The status of the answer over TLS; None where there is no connection."""
    try:
        with socket.create_connection(server.internal, timeout=20) as plain:
            with context.wrap_socket(plain, server_hostname="localhost") as secure:
                return raw_status(secure, route, "1.1")
    except (OSError, IndexError):
        return None


def raw_status(connection, route, version):
    method, path = route.split(" ")
    length = "Content-Length: 2\r\n" if method == "POST" else ""
    head = f"{method} {path} HTTP/{version}\r\nHost: localhost\r\nConnection: close\r\n{length}\r\n"
    connection.sendall(head.encode() + (b"{}" if method == "POST" else b""))
    return int(connection.recv(4096).split(b" ")[1])


class Proxy:
    """Hands on whatever it gets to `target`, whose address it puts in the place of its own name, and says nothing of itself."""

    def __init__(self, target):
        self.target, self.listener = target, socket.create_server(("127.0.0.1", 0))

    def __enter__(self):
        threading.Thread(target=self.serve, daemon=True).start()
        return self.listener.getsockname()

    def __exit__(self, *_):
        self.listener.close()

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection, socket.create_connection(self.target) as server:
                asked = connection.recv(65536)
                server.sendall(re.sub(rb"Host: [^\r]*", b"Host: %s:%d" % (self.target[0].encode(), self.target[1]), asked))
                connection.sendall(server.recv(65536))


def main():
    checks = harness.Checks("setups")
    for name in ("unsigned", "tables", "exit_codes", "documented", "routes", "proxies", "silent_proxy", "restored", "private_keys", "ports", "stops"):
        with harness.Workplace(sys.argv[1]) as workplace:
            getattr(Setups(checks, workplace), name)()
    checks.finish()


main()
