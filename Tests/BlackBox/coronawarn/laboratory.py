"""A laboratory's day from outside: its client sends results through a connection that breaks and is killed at random points,
and its flyers are printed and scanned. Without a seed, `make test-all` draws one; `make test` breaks and kills at fixed points.
Usage: laboratory.py AVVISO [SEED]

Tier: test
Only here: the client of a laboratory, killed with kill -9 and cut off from the server, brings each result over a real
  connection once, also from a watched folder; no code passes the wire; flyers are scanned from paper; a certificate stands for
  a key at the partner listener.
"""

import collections
import contextlib
import glob
import hashlib
import http.server
import json
import os
import random
import re
import secrets
import signal
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
import uuid

import harness
import wire
from coronawarn import Services, once_more

SERVICES = ("laboratory", "verification")
SETTINGS = {"COVER_FLOOR": "1ms", "COVER_TICK": "1ms"}
BATCH = 20
# How often the proxy does something by chance. So rarely that only what is due happens: one broken connection and one kill.
SELDOM = 1e-9


def new_code():
    text = str(uuid.uuid4()).upper()
    return f"{text[:6]}-{text}"


def hashed(code, birth_date=""):
    return hashlib.sha256((code + birth_date).encode()).hexdigest()


class Proxy:
    """Stands between client and server, keeps what passes, and breaks connections or kills the client by chance."""

    def __init__(self, target, chance):
        self.target, self.chance = target, chance
        self.lock, self.client = threading.Lock(), None
        self.messages, self.raw, self.broken, self.kills = [], b"", 0, 0
        self.rate = 0.0
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                proxy.pass_on(self)

            def log_message(self, *_):
                """Says nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def pass_on(self, handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        with self.lock:
            self.raw += str(handler.headers).encode() + body
            if self.disturbed(handler):
                return
            fields = [(name, handler.headers[name]) for name in ("Content-Type", "Authorization") if handler.headers[name]]
            answer = wire.request(self.target, "POST", handler.path, fields, body)
            self.messages.append((json.loads(body), answer.status))
            if self.disturbed(handler):
                return
            with contextlib.suppress(OSError):
                handler.send_response(answer.status)
                handler.send_header("Content-Length", str(len(answer.body)))
                handler.end_headers()
                handler.wfile.write(answer.body)
            is_due = self.rate and not self.kills and len(self.messages) >= 10
            self.killed(1 if is_due else self.rate)

    def disturbed(self, handler):
        """Breaks the connection by chance, but at least once, and kills the client in half of these cases."""
        is_due = self.rate and not self.broken and len(self.messages) >= 5
        if self.chance.random() >= self.rate and not is_due:
            return False
        if is_due or not self.killed(0.5):
            self.broken += 1
        handler.close_connection = True
        with contextlib.suppress(OSError):
            handler.connection.shutdown(socket.SHUT_RDWR)
        return True

    def killed(self, probability):
        """kill -9 of the client, by chance, at once or some milliseconds later."""
        if self.client is None or self.chance.random() >= probability:
            return False
        time.sleep(self.chance.random() * 0.01)
        self.client.kill()
        self.kills += 1
        return True

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Laboratory:
    """The server, a laboratory's keys and folder, and what its client says."""

    def __init__(self, checks, workplace, chance):
        self.checks, self.workplace, self.chance = checks, workplace, chance
        self.folder = os.path.join(workplace.folder, "laboratory")
        os.mkdir(self.folder)
        self.key = self.made_key("lab-one", "create")
        self.other_key = self.made_key("lab-two", "create")
        self.server = workplace.start(SERVICES, SETTINGS).wait_ready()
        self.services = Services(self.server)
        self.proxy = Proxy(self.server.internal, chance)
        self.said = ""

    def made_key(self, name, verb, *more):
        """The path of a file with a laboratory's key."""
        done = self.workplace.run("lab", verb, name, *more, "--data", self.workplace.data)
        self.checks.equal(done.returncode, 0, f"lab {verb} {name}: {done.stderr}")
        return self.write(f"{name}-{secrets.token_hex(4)}.key", done.stdout, self.workplace.folder, 0o600)

    def write(self, name, text, folder=None, mode=0o644):
        path = os.path.join(folder or self.folder, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8") as file:
            # Whatever the umask is.
            os.fchmod(file.fileno(), mode)
            file.write(text)
        return path

    def command(self, *arguments, url=None, key=None):
        to = [] if "--preview" in arguments else ["--server", url or self.proxy.url, "--key-file", key or self.key]
        return [self.workplace.avviso, "lab", "send", *arguments, *to]

    def start(self, *arguments, **more):
        """Starts the client; its output goes into a file, so that a killed one has said what it said."""
        log = open(os.path.join(self.workplace.folder, f"client-{secrets.token_hex(6)}.log"), "w+b")
        client = subprocess.Popen(
            self.command(*arguments, **more), env=harness.clean_environment(), stdin=subprocess.DEVNULL, stdout=log,
            stderr=log,
        )
        client.log = log
        return client

    def ended(self, client):
        status = client.wait(harness.PATIENCE)
        client.log.seek(0)
        self.said += client.log.read().decode()
        client.log.close()
        return status

    def send(self, *arguments, expected=0, **more):
        done = subprocess.run(
            self.command(*arguments, **more), env=harness.clean_environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=harness.PATIENCE, check=False,
        )
        self.said += done.stdout + done.stderr
        self.checks.equal(done.returncode, expected, f"lab send {' '.join(arguments)}: {done.stderr}")
        return done

    def result(self, identifier):
        return json.loads(self.services.ask(identifier).body)["testResult"]

    def sent(self):
        """The identifiers of all accepted messages, with repetitions."""
        return [line["id"] for body, status in self.proxy.messages if status == 204 for line in body["testResults"]]


def table(lines, header="code,result"):
    return "\n".join([header, *lines]) + "\n"


def no_code(lab, codes, where, content):
    content = content if isinstance(content, bytes) else content.encode()
    shown = [code for code in codes if code.encode() in content or code.lower().encode() in content]
    lab.checks.equal(len(shown), 0, f"codes in {where}")


def check_kills(lab):
    """Results arrive once although the client is killed and its connection breaks."""
    codes = [new_code() for _ in range(harness.extent(240, 600))]
    results = [1 + lab.chance.randrange(3) for _ in codes]
    path = lab.write("day.csv", table([f"{code},{result}" for code, result in zip(codes, results)]))
    proxy, runs = lab.proxy, 0
    proxy.rate = harness.extent(SELDOM, 0.12)
    while True:
        proxy.client = lab.start(path, "--batch-size", str(BATCH))
        runs += 1
        status = lab.ended(proxy.client)
        if status == 0 or runs == 200:
            break
        lab.checks.equal(status, -signal.SIGKILL, "how a client ends")
    proxy.rate, proxy.client = 0.0, None
    lab.checks.equal(status, 0, f"the last of {runs} runs")
    lab.checks.check(proxy.kills > 0 and proxy.broken > 0, "there were kills and broken connections")
    for code, result in zip(codes, results):
        lab.checks.equal(lab.result(hashed(code)), result, "a stored result")
    sent = lab.sent()
    lab.checks.equal(set(sent), {hashed(code) for code in codes}, "what was sent")
    repeated = len(sent) - len(set(sent))
    limit = BATCH * (proxy.kills + proxy.broken)
    lab.checks.check(repeated <= limit, f"{repeated} repeated results of {limit} without an answer")
    before = len(proxy.messages)
    lab.send(path)
    lab.checks.equal(len(proxy.messages), before, "messages of a run after the last")
    lab.checks.say(f"{runs} runs, {proxy.kills} kills, {proxy.broken} broken connections, {repeated} results sent again")
    no_code(lab, codes, "what passed the proxy", proxy.raw)
    check_state(lab, codes)


def check_state(lab, codes):
    """What the client keeps has neither a code nor its hash, and nobody else can read it."""
    folder = os.path.join(lab.folder, ".avviso-lab")
    lab.checks.equal(stat.S_IMODE(os.stat(folder).st_mode), 0o700, "the folder's mode")
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        lab.checks.equal(stat.S_IMODE(os.stat(path).st_mode), 0o600, f"the mode of {name}")
        content = harness.read(path)
        no_code(lab, codes, name, content)
        for code in codes:
            digest = hashed(code)
            held = digest.encode() in content or bytes.fromhex(digest) in content
            lab.checks.check(not held, f"{name} has no identifier")


def check_bad_lines(lab):
    """Bad lines are marked by number, and the good ones go when told."""
    codes = [new_code() for _ in range(5)]
    lines = [f"{codes[0]},positive", "nonsense,positive", f"{codes[1]},maybe", f"{codes[2]},negative", f"{codes[2]},positive"]
    path = lab.write("bad.csv", table(lines))
    before = len(lab.proxy.messages)
    preview = lab.send(path, "--preview", expected=1)
    lab.checks.check(re.search(r"^3 +bad: code is not", preview.stdout, re.M), f"the preview: {preview.stdout}")
    refused = lab.send(path, expected=1)
    for number in (3, 4, 6):
        lab.checks.check(f"line {number}: " in refused.stderr, f"line {number} is named: {refused.stderr}")
    lab.checks.equal((refused.stdout, len(lab.proxy.messages)), ("", before), "nothing is sent")
    facts = json.loads(lab.send(path, "--skip-bad-lines", "--json", expected=2).stdout)
    lab.checks.equal([line["line"] for line in facts["bad_lines"]], [3, 4, 6], "the bad lines")
    lab.checks.equal((facts["sent"], facts["complete"]), (2, True), "the good lines")
    lab.checks.equal([lab.result(hashed(codes[0])), lab.result(hashed(codes[2]))], [2, 1], "their results")
    # The server knows better: these are another laboratory's.
    own = lab.write("theirs.csv", table([f"{codes[3]},negative", f"{codes[0]},positive", f"{codes[4]},positive"]))
    other = ["--state", os.path.join(lab.folder, "other-state")]
    found = lab.send(own, *other, key=lab.other_key, expected=1)
    lab.checks.check("line 3: the server has another" in found.stderr, f"another laboratory's test: {found.stderr}")
    lab.send(own, *other, "--skip-bad-lines", key=lab.other_key, expected=2)
    lab.checks.equal([lab.result(hashed(codes[3])), lab.result(hashed(codes[4]))], [1, 2], "the other lines")
    no_code(lab, codes, "what the client said", lab.said)


def check_kinds(lab):
    """A person's phone gets the result of each kind, and with a birth date."""
    code, rapid, point = new_code(), secrets.token_hex(32).upper(), secrets.token_hex(32)
    header = "kind;code;result;birth_date;sampled_at"
    lines = [f"pcr;{code};positive;1990-12-31;2026-01-02T03:04:05+01:00", f"quicktest;{rapid};positive;;",
             f'"pocnat";"{point}";"negative";"";""']
    lab.send(lab.write("kinds.csv", "\ufeff" + table(lines, header).replace("\n", "\r\n")), "--laboratory-name", "North 1")
    services = lab.services
    token = services.registered(hashed(code), birth_date="x" + hashed(code, "31121990")[1:])
    answer = json.loads(services.result(token).body)
    found = {name: answer.get(name) for name in ("testResult", "sc", "labId")}
    lab.checks.equal(found, {"testResult": 2, "sc": 1767319445, "labId": "North 1"}, "a PCR test")
    lab.checks.check(services.issued(token), "a TAN")
    for text, expected in ((rapid, 7), (point, 1)):
        token = services.registered(once_more(text))
        lab.checks.equal(json.loads(services.result(token).body)["testResult"], expected, "a rapid test")


def check_watch(lab):
    """Files that a system drops are sent and moved, through kills at any point."""
    folder = os.path.join(lab.folder, "drop")
    os.mkdir(folder)
    files = {f"{number}.csv": [new_code() for _ in range(30)] for number in range(harness.extent(2, 6))}
    named = new_code()
    files[f"{named}.csv"] = [named]
    proxy = lab.proxy
    # So that a kill is due.
    proxy.rate, proxy.kills = harness.extent(SELDOM, 0.1), 0
    arguments = ("--watch", folder, "--batch-size", "5", "--json")
    for name, codes in files.items():
        lab.write(f".{name}", table([f"{code},positive" for code in codes]), folder)
        os.rename(os.path.join(folder, f".{name}"), os.path.join(folder, name))
    places = ("", "working", "sent", "refused")
    deadline, runs = time.monotonic() + harness.PATIENCE, 0
    while time.monotonic() < deadline and not is_done(folder, files):
        proxy.client = lab.start(*arguments)
        runs += 1
        while proxy.client.poll() is None and not is_done(folder, files):
            if harness.EVERY and runs < 8 and lab.chance.random() < 0.005:
                proxy.client.kill()
            time.sleep(0.01)
        proxy.client.kill()
        lab.ended(proxy.client)
        for name in files:
            found = [place for place in places if os.path.exists(os.path.join(folder, place, name))]
            lab.checks.equal(len(found), 1, "places of a file after a kill")
    proxy.rate, proxy.client = 0.0, None
    lab.checks.check(proxy.kills > 0, "there was a kill")
    lab.checks.check(is_done(folder, files), f"all files are sent after {runs} runs")
    for codes in files.values():
        for code in codes:
            lab.checks.equal(lab.result(hashed(code)), 2, "a result of a file")
    report = json.loads(harness.read(os.path.join(folder, "sent", "0.csv.report.json")))
    lab.checks.equal((report["lines"], report["complete"]), (30, True), "a report")
    lab.checks.say(f"a folder: {runs} runs")
    no_code(lab, sum(files.values(), []), "what the client said", lab.said)
    check_one_watch(lab, folder)


def is_done(folder, files):
    return all(os.path.exists(os.path.join(folder, "sent", name)) for name in files)


def check_one_watch(lab, folder):
    """Two clients do not share a folder, and Ctrl-C ends one."""
    first = lab.start("--watch", folder)
    deadline = time.monotonic() + harness.PATIENCE
    while b"watching" not in harness.read(first.log.name) and time.monotonic() < deadline:
        time.sleep(0.02)
    done = lab.send("--watch", folder, expected=1)
    lab.checks.check("another avviso lab send" in done.stderr, f"a second client: {done.stderr}")
    first.send_signal(signal.SIGINT)
    lab.checks.equal(lab.ended(first), 130, "Ctrl-C")


def check_failures(lab):
    """Each refusal has its own sentence."""
    path = lab.write("one.csv", table([f"{new_code()},positive"]))
    wrong = lab.write("wrong.key", "nobody\n", lab.workplace.folder, 0o600)
    shared = lab.write("shared.key", "nobody\n", lab.workplace.folder, 0o644)
    cases = [
        (dict(key=wrong), "does not accept the laboratory's key"), (dict(key=shared), "chmod 600"),
        (dict(url="http://127.0.0.1:1"), "no connection to the server"),
        (dict(url="http://%s:%d" % lab.server.public), "no laboratory service"),
    ]
    for more, words in cases:
        done = lab.send(path, "--patience", "0", expected=1, **more)
        lab.checks.check(words in done.stderr, f"{words}: {done.stderr}")
    done = lab.send(lab.write("none.csv", f"{new_code()},positive\n"), expected=1)
    lab.checks.check("first line must name the columns" in done.stderr, f"a file without columns: {done.stderr}")
    facts = json.loads(lab.send(path, "--json").stdout)
    lab.checks.equal((facts["sent"], facts["sent_before"]), (1, 0), "the right key")


def check_partner(lab):
    """A laboratory that shows a certificate to the partner listener."""
    folders = {name: os.path.join(lab.workplace.folder, name) for name in ("ours", "theirs")}
    for folder in folders.values():
        lab.checks.equal(lab.workplace.run("tls", "demo-ca", "--out", folder).returncode, 0, "a demo authority")
    certificate = harness.read(f"{folders['theirs']}/client.pem").decode()
    fingerprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate[:certificate.index("-----END") + 25])).hexdigest()
    lab.server.stop()
    listed = lab.write("partners", f"laboratory lab-three {fingerprint}\n", lab.workplace.folder)
    partner = {
        "PARTNER_ADDRESS": "127.0.0.1:0", "PARTNER_TLS_CERTIFICATE": f"{folders['ours']}/server.pem",
        "PARTNER_TLS_KEY": f"{folders['ours']}/server-key.pem", "PARTNER_TLS_CLIENT_CA": f"{folders['theirs']}/root.pem",
        "PARTNER_LIST": listed,
    }
    lab.server = lab.workplace.start(SERVICES, SETTINGS | partner).wait_ready()
    lab.services.server, lab.proxy.target = lab.server, lab.server.internal
    code = new_code()
    path = lab.write("partner.csv", table([f"{code},positive"]))
    url = f"https://localhost:{lab.server.port('partner')}"
    shown = ["--client-certificate", f"{folders['theirs']}/client.pem", "--client-key", f"{folders['theirs']}/client-key.pem"]
    command = ["lab", "send", path, "--server", url, "--ca", f"{folders['ours']}/root.pem", "--patience", "0"]
    done = lab.workplace.run(*command, *shown)
    lab.checks.equal(done.returncode, 0, f"a certificate: {done.stderr}")
    lab.checks.equal(lab.result(hashed(code)), 2, "a result by certificate")
    strange = [part.replace("theirs", "ours") for part in shown]
    lab.checks.equal(lab.workplace.run(*command, *strange).returncode, 0, "nothing is left to send")
    other = lab.write("partner-2.csv", table([f"{new_code()},positive"]))
    done = lab.workplace.run(*command[:2], other, *command[3:], *strange)
    lab.checks.equal(done.returncode, 1, f"a certificate of another authority: {done.stderr}")
    revoke = ["lab", "revoke", "lab-three", "--data", lab.workplace.data]
    refused = lab.workplace.run(*revoke)
    lab.checks.check(refused.returncode == 1 and "--certificate" in refused.stderr, f"without a key: {refused.stderr}")
    lab.checks.equal(lab.workplace.run(*revoke, "--certificate").returncode, 0, "a certificate's name is revoked")
    done = lab.workplace.run(*command[:2], other, *command[3:], *shown)
    lab.checks.check(done.returncode == 1 and "ask the authority" in done.stderr, f"a revoked certificate: {done.stderr}")


def check_rotation(lab):
    """Two keys are valid while a laboratory changes its key."""
    new = lab.made_key("lab-one", "rotate")
    for key in (lab.key, new):
        lab.send(lab.write("rotated.csv", table([f"{new_code()},negative"])), key=key)
    again = lab.workplace.run("lab", "rotate", "lab-one", "--data", lab.workplace.data)
    lab.checks.check(again.returncode == 1 and "two keys until" in again.stderr, f"a second change: {again.stderr}")
    listed = json.loads(lab.workplace.run("lab", "list", "--json", "--data", lab.workplace.data).stdout)
    ends = {one["name"]: one["former_key_expires_at"] is not None for one in listed}
    lab.checks.equal(ends, {"lab-one": True, "lab-three": False, "lab-two": False}, "the list")
    lab.checks.equal(lab.workplace.run("lab", "revoke", "lab-one", "--data", lab.workplace.data).returncode, 0, "revoke")
    for key in (lab.key, new):
        lab.send(lab.write("revoked.csv", table([f"{new_code()},negative"])), key=key, expected=1)


def check_flyers(lab):
    """Sheets that are printed, and scanned again; in `make test` in one language."""
    words = {"de": "Ihr Testergebnis", "fr": "Le résultat de votre test", "es": "El resultado de su prueba",
             "it": "Il risultato del test", "en": "Your test result"}
    for language, title in list(words.items())[:harness.extent(1, 5)]:
        count = harness.extent(5, 21 if language == "de" else 5)
        folder, facts = flyers(lab, language, count)
        (sheet,), pages = facts["sheets"], -(-count // 4)
        text = subprocess.run(["pdftotext", f"{folder}/{sheet}", "-"], capture_output=True, check=True).stdout.decode()
        lab.checks.equal(text.count(title), count, f"titles in {language}")
        lab.checks.check(facts["stack"] in text, "the stack's name is on its flyers")
        texts, images = scanned(folder, sheet, 2 * count)
        lab.checks.equal(images, pages, f"pages in {language}")
        check_scanned(lab, folder, facts, texts)
    count = harness.extent(5, 9)
    folder, facts = flyers(lab, "it", count, "--format", "svg")
    lab.checks.equal(len(facts["sheets"]), -(-count // 4), "pages as SVG")
    codes = sum((drawn(folder, harness.read(f"{folder}/{sheet}").decode()) for sheet in facts["sheets"]), [])
    check_scanned(lab, folder, facts, codes)
    check_manifest(lab, folder, facts, codes)
    if not harness.EVERY:
        return
    began = time.monotonic()
    folder, facts = flyers(lab, "de", 500)
    size = os.path.getsize(f"{folder}/{facts['sheets'][0]}")
    lab.checks.say(f"500 flyers in {time.monotonic() - began:.1f} s, {size / 1e6:.1f} MB")


def flyers(lab, language, count, *more):
    folder = os.path.join(lab.workplace.folder, f"flyers-{language}-{count}")
    done = lab.workplace.run("lab", "flyers", "--count", str(count), "--language", language, "--out", folder, "--json", *more)
    lab.checks.equal(done.returncode, 0, f"lab flyers: {done.stderr}")
    for name in os.listdir(folder):
        lab.checks.equal(stat.S_IMODE(os.stat(f"{folder}/{name}").st_mode), 0o600, f"the mode of {name}")
    return folder, json.loads(done.stdout)


def scanned(folder, sheet, count):
    """The texts of `count` codes on the pages of a PDF, and the number of pages. A reader misses a code in one picture now and
    then, as a phone does, so pictures of other sizes follow until all are read."""
    texts = collections.Counter()
    for resolution in (150, 200, 250, 300):
        subprocess.run(
            ["pdftoppm", "-r", f"{resolution}", "-gray", f"{folder}/{sheet}", f"{folder}/page-{resolution}"], check=True)
        images = sorted(glob.glob(f"{folder}/page-{resolution}-*.pgm"))
        texts |= collections.Counter(scan(*images))
        if texts.total() >= count:
            break
    return list(texts.elements()), len(images)


def scan(*images):
    done = subprocess.run(["zbarimg", "--nodbus", "--quiet", "--raw", *images], capture_output=True, text=True, check=True)
    return done.stdout.split()


def drawn(folder, page):
    """The codes on an SVG page, each painted from its path."""
    texts = []
    for number, (size, path) in enumerate(re.findall(r'viewBox="0 0 (\d+) \d+" shape[^>]*><path d="([^"]*)"', page)):
        side, scale = int(size) + 8, 5
        dark = {(int(x) + 4 + step, int(y) + 4) for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path)
                for step in range(int(length))}
        rows = [bytes(0 if (x, y) in dark else 255 for x in range(side) for _ in range(scale)) * scale for y in range(side)]
        image = f"{folder}/code-{number}.pgm"
        with open(image, "wb") as file:
            file.write(b"P5 %d %d 255\n" % (side * scale, side * scale) + b"".join(rows))
        texts += scan(image)
    return texts


def check_scanned(lab, folder, facts, texts):
    """Each code is there twice, has the contract's form, and is in the manifest as its hash alone."""
    uuid_4 = r"\1[0-9A-F]{2}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}"
    form = re.compile(rf"https://localhost/\?([0-9A-F]{{6}})-{uuid_4}")
    lab.checks.check(all(form.fullmatch(text) for text in texts), "the form of codes")
    codes = {text.split("?")[1] for text in texts}
    lab.checks.equal((len(codes), len(texts)), (facts["count"], 2 * facts["count"]), "codes, and codes on paper")
    manifest = harness.read(f"{folder}/{facts['manifest']}").decode()
    no_code(lab, codes, "the manifest", manifest)
    lab.checks.equal(manifest.split("\n")[2:-1], sorted(hashed(code) for code in codes), "the manifest")


def check_manifest(lab, folder, facts, texts):
    """With a manifest, a code of another printer is a bad line. A scanned address is as good as its code."""
    manifest = f"{folder}/{facts['manifest']}"
    path = lab.write("stack.csv", table([f"{texts[0]},positive", f"{new_code()},positive"]))
    done = lab.send(path, "--manifest", manifest, "--skip-bad-lines", "--json", key=lab.other_key, expected=2)
    report = json.loads(done.stdout)
    lab.checks.equal(([one["line"] for one in report["bad_lines"]], report["sent"]), ([3], 1), "a strange code")
    lab.checks.equal(lab.result(hashed(texts[0].split("?")[1])), 2, "the result of a flyer")


def main():
    checks = harness.Checks("laboratory")
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else harness.extent(1, secrets.randbelow(1 << 32))
    checks.say(f"seed {seed}")
    with harness.Workplace(sys.argv[1]) as workplace:
        lab = Laboratory(checks, workplace, random.Random(seed))
        for check in (check_kills, check_bad_lines, check_kinds, check_watch, check_failures, check_partner, check_flyers,
                      check_rotation):
            check(lab)
        lab.proxy.close()
        checks.check(not re.search(rb"[0-9A-Fa-f]{6}-[0-9A-Fa-f]{8}-", workplace.log_text()), "codes in the server's log")
    checks.finish()


if __name__ == "__main__":
    main()
