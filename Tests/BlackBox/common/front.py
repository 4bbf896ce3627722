"""The nginx that `avviso config nginx` configures, before the real server: it keeps no address and no user agent of a phone, and
changes nothing that the contract fixes. Usage: front.py AVVISO

Tier: test
Only here: nginx takes the configuration that `avviso config nginx` writes, keeps no address of a phone, and changes no
  answer of the contract.
"""

import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time

import harness
import immuni
import wire

# The phone's address: one of loopback that nothing else here uses, so that a search for it finds only what was kept.
PHONE = "127.41.42.43"
AGENT = "Phone-With-A-Name/7"
CARELESS = [
    ("User-Agent", AGENT), ("X-Forwarded-For", PHONE), ("Forwarded", f"for={PHONE}"), ("X-Real-IP", PHONE),
    ("True-Client-IP", PHONE), ("X-Made-Up-Client", PHONE), ("From", f"someone@{PHONE}"), ("Referer", f"http://{PHONE}/"),
    ("Cookie", f"phone={PHONE}"),
]
PASSED = {
    "accept", "authorization", "connection", "content-length", "content-type", "host", "if-modified-since", "if-none-match",
    "if-range", "immuni-client-clock", "immuni-dummy-data", "range", "transfer-encoding",
}
# Everything around the file that `avviso config nginx` writes. The log of the whole nginx stays on, and is searched.
MAIN = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
events {{ worker_connections 256; }}
http {{
    {temporary}
    {more}
    include {folder}/avviso.conf;
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
TREE = "/version/v1/diagnosis-keys/country"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


class Front:
    """An nginx with a folder of its own."""

    def __init__(self, workplace, configuration, port, more="", replace=("", "")):
        self.folder = os.path.join(workplace.folder, f"front-{port}")
        self.address = ("127.0.0.1", port)
        os.mkdir(self.folder)
        # Workers may run as another account.
        os.chmod(workplace.folder, 0o755)
        temporary = " ".join(
            f"{name}_temp_path {self.folder}/{name};" for name in TEMPORARY
            if name in ("client_body", "proxy") or self.knows(f"http_{name}_module")
        )
        self.write("avviso.conf", configuration.replace(*replace))
        self.write("nginx.conf", MAIN.format(folder=self.folder, temporary=temporary, more=more.format(folder=self.folder)))
        with open(os.path.join(self.folder, "output.log"), "wb") as output:
            self.process = subprocess.Popen(
                [NGINX, "-p", self.folder, "-e", f"{self.folder}/start.log", "-c", f"{self.folder}/nginx.conf"],
                stdout=output, stderr=output,
            )

    @staticmethod
    def knows(module):
        told = subprocess.run([NGINX, "-V"], capture_output=True, text=True, check=True).stderr
        return f"--without-{module}" not in told

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="ascii") as file:
            file.write(text)

    def __enter__(self):
        deadline = time.monotonic() + harness.PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                wire.Connection(self.address).socket.close()
                return self
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"nginx does not listen: {self.kept()}")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(harness.PATIENCE)

    def kept(self):
        """All that it wrote anywhere in its folder, but for its configuration."""
        texts = []
        for folder, _, files in os.walk(self.folder):
            for name in files:
                if not name.endswith(".conf"):
                    texts.append(harness.read(os.path.join(folder, name)).decode("latin-1"))
        return "\n".join(texts)


class Recorder:
    """A server that notes the heads of the requests it gets, and gives each the same answer."""

    def __init__(self, answer=b"HTTP/1.1 204 No Content\r\n\r\n"):
        self.heads = []
        self.answer = answer
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        data = b""
        with contextlib.suppress(OSError), connection:
            while True:
                while b"\r\n\r\n" not in data:
                    more = connection.recv(65536)
                    if not more:
                        return
                    data += more
                head, data = data.split(b"\r\n\r\n", 1)
                length = int((re.search(rb"(?i)content-length: (\d+)", head) or [0, 0])[1])
                while len(data) < length:
                    data += connection.recv(65536)
                data = data[length:]
                self.heads.append(head.decode("latin-1"))
                connection.sendall(self.answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()


def configuration(workplace, upstream, port, *more):
    done = workplace.run(
        "config", "nginx", "--name", "localhost", "--listen", f"127.0.0.1:{port}", *more,
        "--set", f"public.address=127.0.0.1:{upstream}",
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def phone(front):
    return wire.Connection(front.address, source=PHONE)


def disturb(front, upstream_is_there):
    """What makes a proxy write lines: bad requests, aborted ones, too large ones, an upstream that is not there."""
    for raw in (b"\x16\x03\x01garbage\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
                b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab"):
        with contextlib.suppress(OSError), phone(front) as connection:
            connection.socket.sendall(raw)
            connection.socket.shutdown(socket.SHUT_WR)
            connection.socket.recv(4096)
    with phone(front) as connection:
        answer = connection.request("GET", "/v1/settings", CARELESS)
        if not upstream_is_there:
            return answer.status
    return None


def keeps_nothing(checks, front, what):
    kept = front.kept()
    for secret in (PHONE, AGENT):
        checks.check(secret not in kept, f"{what}: {secret} was kept: {kept[-400:]}")


def headers(checks, workplace):
    """What goes on to the server: listed fields and no other."""
    with Recorder() as recorder, harness.held_port() as port:
        with Front(workplace, configuration(workplace, recorder.port, port), port) as front:
            with phone(front) as connection:
                sent = [
                    *CARELESS, ("Authorization", "Bearer abc"), ("Content-Type", "application/json"),
                    ("Immuni-Dummy-Data", "0"), ("Immuni-Client-Clock", "12"),
                ]
                checks.equal(connection.request("POST", "/v1/ingestion/upload", sent, b"{}").status, 204, "a request passes")
                read = [("If-None-Match", '"a"'), ("Range", "bytes=0-1"), *CARELESS]
                checks.equal(connection.request("GET", "/v1/keys/1?x=y", read).status, 204, "a question passes")
            disturb(front, True)
            keeps_nothing(checks, front, "a front with a server")
        post, get = recorder.heads[:2]
        checks.check(post.startswith("POST /v1/ingestion/upload HTTP/1.1"), "method, target and version go on")
        checks.check(get.startswith("GET /v1/keys/1?x=y HTTP/1.1"), "the query goes on")
        for field in ("Authorization: Bearer abc", "Immuni-Dummy-Data: 0", "Immuni-Client-Clock: 12", "Content-Length: 2"):
            checks.check(field in post, f"{field} goes on")
        for field in ('If-None-Match: "a"', "Range: bytes=0-1"):
            checks.check(field in get, f"{field} goes on")
        for head in recorder.heads:
            names = {line.split(":")[0].lower() for line in head.split("\r\n")[1:]}
            checks.check(names <= PASSED, f"no other field goes on: {names - PASSED}")
            checks.check(PHONE not in head and AGENT not in head, "no address goes on")


def cache_of(port, workplace):
    """The options for a cache, and its folder, which lies in that of the front."""
    folder = os.path.join(workplace.folder, f"front-{port}", "cache")
    return ["--cache", folder], folder


def shared_files(checks, workplace):
    """A front with a cache asks the server once for each file, and tells it nothing of the phones."""
    body = b"a file"
    answer = (
        b"HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nCache-Control: public, max-age=300\r\nETag: \"tag\"\r\n"
        b"Accept-Ranges: bytes\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    )
    package, index = f"{TREE}/DE/date/2026-11-20/hour/7", f"{TREE}/DE/date"
    with Recorder(answer) as recorder, harness.held_port() as port:
        options, folder = cache_of(port, workplace)
        with Front(workplace, configuration(workplace, recorder.port, port, *options), port) as front:
            def ask(path, fields=(), method="GET", host="localhost"):
                with phone(front) as connection:
                    connection.host = host
                    return connection.request(method, path, [*CARELESS, *fields])

            for path in (package, index, f"{index}.sig", "/version", "/version/v2/app_config_ios", f"{package}/batch/2"):
                before = len(recorder.heads)
                answers = [ask(path, host=f"name-{number}") for number in range(3)]
                checks.equal([(one.status, one.body) for one in answers], [(200, body)] * 3, path)
                checks.equal(answers[2].header("Cache-Control"), "public, max-age=300", f"{path}: for phones")
                checks.equal(ask(path, [("If-None-Match", '"tag"')]).status, 304, f"{path}: a file that the phone has")
                part = ask(path, [("Range", "bytes=2-3")])
                checks.equal((part.status, part.body), (206, body[2:4]), f"{path}: a part")
                checks.equal(ask(path, method="HEAD").status, 200, f"{path}: the head")
                checks.equal(len(recorder.heads) - before, 1, f"{path}: requests to the server")
            for head in recorder.heads:
                names = {line.split(":")[0].lower() for line in head.split("\r\n")[1:]}
                checks.check(names <= {"host", "connection"}, f"no field of a phone goes on: {names}")
                checks.check("\r\nHost: localhost" in head, "the host is the configured one")
            kept = sum(len(files) for _, _, files in os.walk(folder))
            for path in (f"{package}?a", f"{index}?a=1", "/v1/settings", f"{TREE}/DE/date/2026-11-20/other", f"{index}/x.y"):
                before = len(recorder.heads)
                for _ in range(2):
                    ask(path)
                checks.equal(len(recorder.heads) - before, 2, f"{path} is not kept")
            checks.equal(sum(len(files) for _, _, files in os.walk(folder)), kept, "nothing more is kept")
            keeps_nothing(checks, front, "a front with a cache")


def tree(checks, workplace):
    """The real tree through a front with a cache, which goes on when the server is gone."""
    # No hour that ends meanwhile changes the tree.
    settings = {"CLOCK_GUARD": "off", "WORK": "requests"}
    with workplace.start(("distribution", "verification", "submission"), settings) as server, harness.held_port() as port:
        server.wait_ready()
        done = workplace.run(
            "distribute", "--data", workplace.data, "--signing-key", workplace.signing_key, "--message-signing-key",
            workplace.message_key, settings=settings,
        )
        checks.equal(done.returncode, 0, f"distribute: {done.stderr}")
        options, _ = cache_of(port, workplace)
        with Front(workplace, configuration(workplace, server.public[1], port, *options), port) as front:
            def ask(path, method="GET", fields=(), body=None):
                with phone(front) as connection:
                    return connection.request(method, path, [*CARELESS, *fields], body)

            days = [time.strftime("%Y-%m-%d", time.gmtime(time.time() - hours * 3600)) for hours in (1, 2)]
            day = next(day for day in days if ask(f"{TREE}/DE/date/{day}/hour").status == 200)
            index = ask(f"{TREE}/DE/date/{day}/hour")
            hour = json.loads(index.body)[-1]
            paths = [f"{TREE}/DE/date/{day}/hour", f"{TREE}/DE/date/{day}/hour.sig", f"{TREE}/DE/date/{day}/hour/{hour}",
                     "/version/v2/app_config_ios"]
            direct = [wire.request(server.public, "GET", path) for path in paths]
            for path, own in zip(paths, direct):
                answer = ask(path)
                checks.equal((answer.status, answer.body), (200, own.body), path)
                for name in ("ETag", "Cache-Control", "Content-Type"):
                    checks.equal(answer.header(name), own.header(name), f"{path}: {name}")
            checks.check(index.header("Signature"), "the signature of an index comes, too")
            unknown = ask(f"{TREE}/DE/date/{day}/hour/{(hour + 1) % 24}")
            checks.equal(unknown.status, 404, "an hour that is not over")
            media = [("Content-Type", "application/x-protobuf"), ("cwa-fake", "1")]
            upload = ask("/version/v1/diagnosis-keys", "POST", media, b"\0" * 1024)
            checks.equal(upload.status, 200, "a fake upload comes through")
            server.stop()
            for path, own in zip(paths, direct):
                checks.equal(ask(path).body, own.body, f"{path} without a server")
            checks.equal(ask("/version/v1/diagnosis-keys", "POST", media, b"\0" * 1024).status, 502, "an upload is not kept")
            keeps_nothing(checks, front, "a front of the tree")


def without_server(checks, workplace):
    with harness.held_port() as nobody, harness.held_port() as port:
        with Front(workplace, configuration(workplace, nobody, port), port) as front:
            checks.equal(disturb(front, False), 502, "a front without a server answers 502")
            keeps_nothing(checks, front, "a front without a server")


def the_search_finds(checks, workplace):
    """The control: an nginx with its ordinary logs keeps what the search looks for."""
    with harness.held_port() as nobody, harness.held_port() as port:
        text = configuration(workplace, nobody, port)
        with Front(workplace, text, port, more="access_log {folder}/access.log;",
                   replace=("access_log off;\n    error_log /dev/null;", "")) as front:
            disturb(front, False)
        kept = front.kept()
        checks.check(PHONE in kept, "an ordinary log names the client")


def with_server(checks, workplace):
    """The contract through a front with TLS: sizes of genuine and dummy answers, refusals, tags."""
    made = workplace.run("tls", "demo-ca", "--out", os.path.join(workplace.folder, "tls"))
    checks.equal(made.returncode, 0, "certificates are made")
    files = {name: os.path.join(workplace.folder, "tls", f"{name}.pem") for name in ("root", "server", "server-key")}
    with workplace.start() as server, harness.held_port() as port:
        text = configuration(
            workplace, server.public[1], port, "--certificate", files["server"], "--key", files["server-key"],
        )
        with Front(workplace, text, port) as front:
            context = ssl.create_default_context(cafile=files["root"])

            def ask(method, target, fields=(), body=None):
                with phone(front) as connection:
                    connection.socket = context.wrap_socket(connection.socket, server_hostname="localhost")
                    return connection.request(method, target, [*CARELESS, *fields], body)

            settings = ask("GET", "/v1/settings?platform=ios&build=1")
            checks.equal(settings.status, 200, "settings come through the front")
            checks.check(settings.header("Signature"), "their signature comes, too")
            otp = immuni.new_otp()
            token = ("Authorization", f"Bearer {immuni.token(otp)}")
            body = json.dumps({"padding": "00"}).encode()
            answers = [
                ask("POST", "/v1/ingestion/check-otp", [token, ("Immuni-Dummy-Data", flag), immuni.JSON_TYPE], body)
                for flag in ("1", "0")
            ]
            checks.equal([answer.status for answer in answers], [204, 401], "a dummy and a code that nobody authorised")
            checks.equal(answers[0].size, answers[1].size, "their answers have one size")
            large = ask("POST", "/v1/ingestion/upload", [token, immuni.JSON_TYPE], b"x" * 300_000)
            checks.check(large.body.startswith(b"{"), "a body beyond the limit gets the contract's refusal")
            index = ask("GET", "/v1/keys/index")
            checks.equal(index.status, 404, "the index of a server without chunks")
            keeps_nothing(checks, front, "a front with TLS")
        checks.check(PHONE.encode() not in workplace.log_text(), "the server's log has no address")
        checks.check(AGENT.encode() not in workplace.log_text(), "the server's log has no user agent")


def command_line(checks, workplace):
    for arguments, said in (
        (["--name", "a;b"], "cannot stand in a configuration"), (["--name", "a", "--certificate", "x"], "belong together"),
        (["--name", "a", "--listen", "443"], "HOST:PORT"), (["--name", "a", "--upstream", "b:"], "HOST:PORT"),
        (["--name", "a", "--upstream", "b;c:80"], "cannot stand in a configuration"), (["--name", ""], "cannot stand in a configuration"),
        (["--name", "a", "--cache", "/a b"], "cannot stand in a configuration"),
    )[:harness.extent(2, None)]:
        done = workplace.run("config", "nginx", *arguments)
        checks.check(done.returncode in (1, 64) and said in done.stderr, f"{arguments} is refused: {done.stderr}")
    done = workplace.run("config", "nginx", "--name", "a", "--set", "public.tls-certificate=x", "--set", "public.tls-key=y")
    checks.check(done.returncode == 1 and "need no front" in done.stderr, "a server with TLS needs no front")


def main():
    checks = harness.Checks("front")
    if not NGINX:
        sys.exit("nginx is missing: make setup installs it")
    with harness.Workplace(sys.argv[1]) as workplace:
        command_line(checks, workplace)
        headers(checks, workplace)
        without_server(checks, workplace)
        the_search_finds(checks, workplace)
        with_server(checks, workplace)
        shared_files(checks, workplace)
    with harness.Workplace(sys.argv[1]) as workplace:
        tree(checks, workplace)
    checks.finish()


if __name__ == "__main__":
    main()
