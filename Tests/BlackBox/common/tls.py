"""TLS from outside, with Python's own TLS library: certificates, versions, client certificates, renewal under load, sizes
on the wire, and the demo's curl examples. Usage: tls.py AVVISO

Tier: test
Only here: Python's TLS library and curl agree with the server about versions, client certificates, sizes on the wire
  and renewal under load.
"""

import hashlib
import json
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time

import harness
import immuni
from tls_client import TLSConnection, trusting

FILES = ["root.pem", "server.pem", "server-key.pem", "client.pem", "client-key.pem"]
LOAD_THREADS = harness.extent(2, 4)
RENEWALS = harness.extent(2, 8)
# The refused starts of `make test`. Swift tests see the others.
ESSENTIAL_STARTS = ("mismatch", "partner with a wrong list", "shared authority", "unprotected")


def fingerprint(path):
    with open(path, encoding="ascii") as file:
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(file.read())).hexdigest()


def ask(address, context, target, headers=(), method="GET", body=None, session=None):
    """The answer to one request, or None where there is no secure connection."""
    try:
        with TLSConnection(address, context, session) as connection:
            return connection.request(method, target, headers, body)
    except OSError:
        return None


def wait_ready(checks, server, context):
    deadline = time.monotonic() + harness.PATIENCE
    while time.monotonic() < deadline and server.process.poll() is None:
        answer = ask(server.internal, context, "/health")
        if answer and answer.status == 200:
            return
        time.sleep(0.02)
    checks.check(False, f"the server became ready: {server.workplace.log_text()[-1500:]}")
    checks.finish()


class Trial:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.first, self.second, self.live = (os.path.join(workplace.folder, name) for name in ("ca1", "ca2", "live"))

    def settings(self, **more):
        def live(name):
            return os.path.join(self.live, name)
        return {
            "PUBLIC_TLS_CERTIFICATE": live("server.pem"), "PUBLIC_TLS_KEY": live("server-key.pem"),
            "INTERNAL_TLS_CERTIFICATE": live("server.pem"), "INTERNAL_TLS_KEY": live("server-key.pem"),
            "INTERNAL_TLS_CLIENT_CA": os.path.join(self.first, "root.pem"),
        } | more

    def install(self, folder):
        """Puts a pair in place as renewal scripts do, one file after the other."""
        for name in ("server-key.pem", "server.pem"):
            fresh = os.path.join(self.live, name + ".new")
            shutil.copy(os.path.join(folder, name), fresh)
            os.replace(fresh, os.path.join(self.live, name))

    def authorities(self):
        umask = os.umask(0)
        os.umask(umask)
        for folder in (self.first, self.second):
            made = self.workplace.run("tls", "demo-ca", "--out", folder, "--host", "server.example.org", "192.0.2.7")
            self.checks.equal(made.returncode, 0, f"tls demo-ca: {made.stderr}")
            self.checks.equal(sorted(os.listdir(folder)), sorted(FILES), "files of a demo authority")
            for name in FILES:
                mode = stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode)
                expected = 0o600 if name.endswith("-key.pem") else 0o644 & ~umask
                self.checks.equal(oct(mode), oct(expected), f"mode of {name}")
        again = self.workplace.run("tls", "demo-ca", "--out", self.first)
        self.checks.check(again.returncode == 1 and "exists" in again.stderr, "tls demo-ca never overwrites")
        wrong = self.workplace.run("tls", "demo-ca", "--out", self.workplace.folder + "/ca3", "--host", "no host")
        self.checks.check(wrong.returncode == 1 and "no host" in wrong.stderr, "tls demo-ca refuses what is no host")
        os.mkdir(self.live)
        self.install(self.first)

    def versions(self, server):
        with TLSConnection(server.public, trusting(self.first)) as connection:
            self.checks.equal(connection.tls.version(), "TLSv1.3", "the version agreed on")
            answer = connection.request("GET", "/v1/settings?platform=ios&build=1")
            self.checks.equal(answer.status, 200, "settings over TLS")
        old = trusting(self.first)
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        self.checks.equal(ask(server.public, old, "/v1/keys/index"), None, "TLS 1.2 where 1.3 is the least")
        self.checks.equal(ask(server.public, trusting(self.second), "/v1/keys/index"), None, "a root of somebody else")
        with socket.create_connection(server.public, timeout=harness.PATIENCE) as plain:
            plain.sendall(b"GET /v1/keys/index HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            try:
                while data := plain.recv(4096):
                    answer += data
            except ConnectionResetError:
                pass
            self.checks.check(b"HTTP" not in answer, "plain HTTP to a TLS port is closed without an answer")

    def old_version(self):
        settings = self.settings(TLS_MINIMUM_VERSION="1.2")
        server = self.workplace.start(settings=settings)
        wait_ready(self.checks, server, trusting(self.first, client=self.first))
        for ciphers, accepted in (("ECDHE+AESGCM", True), ("ECDHE+CHACHA20", True), ("ECDHE+AES:!AESGCM:!AESCCM", False)):
            old = trusting(self.first)
            old.maximum_version = ssl.TLSVersion.TLSv1_2
            old.set_ciphers(ciphers)
            answer = ask(server.public, old, "/v1/settings?platform=ios&build=1")
            self.checks.equal(answer and answer.status, 200 if accepted else None, f"TLS 1.2 with {ciphers}")
        server.stop()

    def client_certificates(self, server):
        for name, client, status in (("right", self.first, 200), ("none", None, None), ("wrong", self.second, None)):
            answer = ask(server.internal, trusting(self.first, client=client), "/health")
            self.checks.equal(answer and answer.status, status, f"internal listener, client certificate: {name}")
        metrics = ask(server.internal, trusting(self.first, client=self.first), "/metrics").body.decode()
        for listener in ("public", "internal"):
            found = re.search(
                rf'^tls_certificate_expiry_timestamp_seconds{{listener="{listener}"}} (\d+)', metrics, re.M
            )
            days = (int(found[1]) - time.time()) / 86400 if found else None
            self.checks.check(found and 29 < days <= 30, f"expiry of the {listener} certificate in {days} days")

    def list_partners(self, *certificates):
        """Writes the list of partners, with a name for each certificate; returns its path."""
        path = os.path.join(self.workplace.folder, "partners")
        with open(path + ".new", "w", encoding="ascii") as file:
            for number, certificate in enumerate(certificates):
                file.write(f"laboratory lab-{number} {fingerprint(certificate)}\n")
        os.replace(path + ".new", path)
        return path

    def partner_settings(self, **more):
        return self.settings(
            PARTNER_ADDRESS="127.0.0.1:0", PARTNER_TLS_CERTIFICATE=os.path.join(self.live, "server.pem"),
            PARTNER_TLS_KEY=os.path.join(self.live, "server-key.pem"),
            PARTNER_TLS_CLIENT_CA=os.path.join(self.second, "root.pem"),
        ) | more

    def partners(self):
        """Only a listed certificate gets a connection to the partner listener, and it reaches no route of another one."""
        listed = self.list_partners(os.path.join(self.second, "client.pem"))
        server = self.workplace.start(settings=self.partner_settings(
            PARTNER_LIST=listed, INTERNAL_TOKEN="t" * 32, LIMITS_CONNECTIONS="100"
        ))
        address = ("127.0.0.1", server.port("partner"))
        token = [("Authorization", "Bearer " + "t" * 32)]
        for name, client, status in (("listed", self.second, 404), ("none", None, None), ("a program's", self.first, None)):
            for method, target in [*self.routes_elsewhere(), ("GET", "/")]:
                body = b"{}" if method == "POST" else None
                answer = ask(address, trusting(self.first, client=client), target, token, method, body)
                self.checks.equal(answer and answer.status, status, f"partner listener, {name} certificate: {target}")
        answer = ask(server.internal, trusting(self.first, client=self.second), "/metrics", token)
        self.checks.equal(answer, None, "a partner's certificate on the internal listener")
        self.partners_change(server, address)
        self.partners_are_crowded(address)
        self.checks.equal(server.stop(), 0, "exit code of a server with partners")
        log = self.workplace.log_text()
        self.checks.check(fingerprint(os.path.join(self.second, "client.pem")).encode() not in log, "no fingerprint in the log")

    def routes_elsewhere(self):
        """The routes of all systems that are on other listeners and not on the one for partners."""
        facts = json.loads(self.workplace.run("api").stdout)
        parts = (facts["host"], *facts["systems"].values())
        partner = {(route["method"], route["path"]) for part in parts for route in part["partner"]}
        found = {
            (route["method"], route["path"])
            for part in parts for side in ("public", "internal", "pages") for route in part[side]
        }
        return sorted((method, re.sub(r"{\w+}", "1", path)) for method, path in found - partner)

    def partners_change(self, server, address):
        context = trusting(self.first, client=self.second)
        with TLSConnection(address, context) as connection:
            self.checks.equal(connection.request("GET", "/a").status, 404, "a listed partner")
            session = connection.tls.session
            with TLSConnection(address, context, session) as again:
                found = (again.request("GET", "/a").status, again.tls.session_reused)
            self.checks.equal(found, (404, True), "a listed partner that resumes a session")
            self.list_partners(os.path.join(self.first, "client.pem"))
            self.reload(server, b"partners-loaded", 2)
            answer = connection.request("GET", "/a")
            self.checks.equal((answer.status, answer.header("connection")), (401, "close"), "a removed partner's next request")
        self.checks.equal(ask(address, context, "/a"), None, "a removed partner's next connection")
        self.checks.equal(ask(address, context, "/a", session=session), None, "a removed partner's resumed session")
        with open(self.list_partners(os.path.join(self.second, "client.pem")), "a", encoding="ascii") as file:
            file.write("laboratory north\n")
        self.reload(server, b"line 2 of", 1)
        self.checks.equal(ask(address, context, "/a"), None, "a list with a mistake changes nothing")
        self.list_partners(os.path.join(self.second, "client.pem"))
        self.reload(server, b"partners-loaded", 3)
        answer = ask(address, context, "/a")
        self.checks.equal(answer and answer.status, 404, "a partner that is listed again")

    def reload(self, server, words, count):
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + harness.PATIENCE
        while self.workplace.log_text().count(words) < count and time.monotonic() < deadline:
            time.sleep(0.02)
        self.checks.check(self.workplace.log_text().count(words) >= count, f"the log says {words}")

    def partners_are_crowded(self, address):
        """Connections that show nothing do not keep a partner out."""
        silent = []
        for _ in range(400):
            silent.append(socket.create_connection(address, timeout=harness.PATIENCE))
        answer = ask(address, trusting(self.first, client=self.second), "/a")
        self.checks.equal(answer and answer.status, 404, "a partner beside 400 silent connections")
        for connection in silent:
            connection.close()

    def authorise(self, server):
        url = "https://localhost:%d" % server.internal[1]
        command = ["otp", "authorise", immuni.new_otp(), "--symptoms-started-on", immuni.today(-1), "--server", url]
        believing = ["--ca", os.path.join(self.first, "root.pem")]
        showing = ["--client-certificate", os.path.join(self.first, "client.pem"),
                   "--client-key", os.path.join(self.first, "client-key.pem")]
        found = self.workplace.run(*command, *believing, *showing)
        self.checks.equal((found.returncode, found.stdout), (0, "Authorised.\n"), f"otp authorise: {found.stderr}")
        for name, more in (("no client certificate", believing), ("no authority", showing),
                           ("no such file", ["--ca", "/no/such/file"])):
            found = self.workplace.run(*command, *more)
            self.checks.check(
                found.returncode == 1 and found.stderr.startswith("avviso: "), f"otp authorise, {name}: {found.stderr}"
            )
        found = self.workplace.run(*command, *believing, *showing[:2])
        self.checks.equal(found.returncode, 64, f"otp authorise, half a pair: {found.stderr}")

    def sizes(self, server):
        """Encrypted bytes of dummies' and genuine answers, and the moment they leave."""
        sizes, soonest = set(), 1.0
        with TLSConnection(server.public, trusting(self.first)) as connection:
            connection.request("GET", "/v1/keys/index")
            for round_number in range(12):
                headers = [
                    ("Authorization", "Bearer " + secrets.token_hex(32)),
                    ("Immuni-Dummy-Data", str(round_number % 2)), ("Content-Type", "application/json"),
                ]
                before = connection.received
                answer = connection.request("POST", "/v1/ingestion/check-otp", headers, b'{"padding":"00"}')
                sizes.add(connection.received - before)
                soonest = min(soonest, answer.seconds)
                self.checks.equal((answer.status, answer.size), ((401, 204)[round_number % 2], 512), "answer, plain size")
        self.checks.equal(sizes, {512 + 22}, "bytes on the wire: 512 and what one record of TLS 1.3 adds")
        self.checks.check(soonest > 0.145, f"answers wait for their release, the soonest took {soonest:.3f} s")

    def renewal(self, server):
        """Two pairs in turns, taken up by SIGHUP, under load."""
        context, over = trusting(self.first, self.second), threading.Event()
        answered, failures, lock = [0], [], threading.Lock()

        def load(keeps):
            connection = None
            while not over.is_set():
                try:
                    connection = connection or TLSConnection(server.public, context)
                    status = connection.request("GET", "/v1/settings?platform=ios&build=1").status
                    with lock:
                        answered[0] += status == 200
                    if not keeps:
                        connection.close()
                        connection = None
                except Exception as error:  # every failure counts, of whatever kind
                    failures.append(repr(error))
                    connection = None

        threads = [threading.Thread(target=load, args=(number % 2 == 0,)) for number in range(LOAD_THREADS)]
        for thread in threads:
            thread.start()
        for number in range(RENEWALS):
            folder = (self.second, self.first)[number % 2]
            self.install(folder)
            server.process.send_signal(signal.SIGHUP)
            deadline = time.monotonic() + harness.PATIENCE
            # Taken up when a client that believes only the new root is served.
            while not ask(server.public, trusting(folder), "/v1/keys/index") and time.monotonic() < deadline:
                time.sleep(0.01)
            self.checks.check(time.monotonic() < deadline, f"renewal {number} is taken up")
            enough = answered[0] + 10
            while answered[0] < enough and not failures:
                time.sleep(0.01)
        over.set()
        for thread in threads:
            thread.join()
        self.checks.equal(failures[:3], [], f"failures of {answered[0]} requests during {RENEWALS} renewals")
        self.checks.say(f"{RENEWALS} renewals under load, {answered[0]} requests, {len(failures)} failed")

    def broken(self, server):
        with open(os.path.join(self.live, "server-key.pem"), "wb") as file:
            with open(os.path.join(self.second, "server-key.pem"), "rb") as other:
                file.write(other.read())
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + harness.PATIENCE
        while b"tls-certificate-refused" not in self.workplace.log_text() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.checks.check(b"does not belong" in self.workplace.log_text(), "a broken pair is an event in the log")
        answer = ask(server.public, trusting(self.first), "/v1/settings?platform=ios&build=1")
        self.checks.equal(answer and answer.status, 200, "the old pair stays in force")
        self.install(self.first)

    def starts(self):
        listed = self.list_partners()
        writable = os.path.join(self.workplace.folder, "writable-partners")
        shutil.copyfile(listed, writable)
        os.chmod(writable, 0o664)
        names = set()
        for name, settings, words in (
            ("missing", self.settings(PUBLIC_TLS_KEY="/no/such/key.pem"), "/no/such/key.pem cannot be read"),
            ("mismatch", self.settings(PUBLIC_TLS_KEY=os.path.join(self.second, "server-key.pem")), "does not belong"),
            ("half", {"PUBLIC_TLS_CERTIFICATE": "a.pem"}, "public.tls-key must be set"),
            ("partner", self.settings(PARTNER_ADDRESS="127.0.0.1:0"), "partner.tls-certificate must be set"),
            ("partner without certificates of clients", self.partner_settings(
                PARTNER_TLS_CLIENT_CA="", PARTNER_LIST=listed
            ), "partner.tls-client-ca must be set"),
            ("partner without a list", self.partner_settings(), "partner.list must be set"),
            ("partner with no such list", self.partner_settings(PARTNER_LIST="/no/such/list"), "/no/such/list cannot be read"),
            ("partner with a list that others can change", self.partner_settings(PARTNER_LIST=writable), "chmod go-w"),
            ("partner with a wrong list", self.partner_settings(
                PARTNER_LIST=os.path.join(self.first, "client.pem")
            ), "line 1 of"),
            ("shared authority", self.partner_settings(
                PARTNER_LIST=listed, PARTNER_TLS_CLIENT_CA=os.path.join(self.first, "root.pem")
            ), "have an authority in common"),
            ("unprotected", self.settings() | {"INTERNAL_TLS_CLIENT_CA": ""}, "internal.tls-client-ca"),
        ):
            names.add(name)
            if not harness.EVERY and name not in ESSENTIAL_STARTS:
                continue
            settings = {key: value for key, value in settings.items() if value}
            if name == "unprotected":
                settings["INTERNAL_ADDRESS"] = "0.0.0.0:0"
            found = self.workplace.run(
                "serve", "--preset", "demo", "--signing-key", self.workplace.signing_key, "--data", self.workplace.data,
                "--message-signing-key", self.workplace.message_key, settings=settings,
            )
            self.checks.check(
                found.returncode == 1 and words in found.stderr and "Fatal" not in found.stderr,
                f"serve, {name}: {found.returncode} {found.stderr[-300:]}",
            )
        self.checks.check(names.issuperset(ESSENTIAL_STARTS), f"starts that make test tries are not among {names}")

    def demo(self, workflow, archive):
        """The curl examples that `avviso demo --keep` prints work as they are, also the one that writes `archive`."""
        process = subprocess.Popen(
            [self.workplace.avviso, "demo", "--workflow", workflow, "--keep", "--seed", "1"],
            env=harness.clean_environment(),
            stdout=subprocess.PIPE, text=True, cwd=self.workplace.folder,
        )
        self.workplace.processes.append(process)
        examples = []
        for line in process.stdout:
            if line.strip().startswith("curl "):
                examples.append(line.strip())
            if "Ctrl-C" in line:
                break
        self.checks.equal(len(examples), 3, "curl examples of the demo")
        for example in examples:
            self.checks.check("--cacert" in example and "https://" in example, f"over TLS: {example}")
            found = subprocess.run(
                ["bash", "-c", example.replace("curl ", "curl --silent --fail ", 1)],
                capture_output=True, cwd=self.workplace.folder, timeout=harness.PATIENCE, check=False,
            )
            self.checks.equal(found.returncode, 0, f"{example}: {found.stderr[-200:]}")
            bare = [word for word in shlex.split(example) if word != "-i"]
            del bare[bare.index("--cacert"):bare.index("--cacert") + 2]
            without = subprocess.run([*bare, "--silent"], capture_output=True, timeout=harness.PATIENCE, check=False,
                                     cwd=self.workplace.folder)
            self.checks.equal(without.returncode, 60, "curl does not believe the demo's authority by itself")
        with open(os.path.join(self.workplace.folder, archive), "rb") as file:
            self.checks.equal(file.read(2), b"PK", f"the downloaded {archive}")
        process.send_signal(signal.SIGINT)
        self.checks.equal(process.wait(harness.PATIENCE), 0, "exit code of the demo")


def main():
    checks = harness.Checks("tls")
    with harness.Workplace(sys.argv[1]) as workplace:
        trial = Trial(checks, workplace)
        trial.authorities()
        server = workplace.start(settings=trial.settings(), internal_host="0.0.0.0")
        wait_ready(checks, server, trusting(trial.first, client=trial.first))
        for step in (trial.versions, trial.client_certificates, trial.authorise, trial.sizes, trial.renewal, trial.broken):
            step(server)
        checks.equal(server.stop(), 0, "exit code of the server")
        trial.old_version()
        trial.partners()
        trial.starts()
        trial.demo("immuni", "chunk.zip")
        if harness.EVERY:
            trial.demo("cwa", "package.zip")
    checks.finish()


main()
