"""Runs one process with several realms, as a platform team would: what two realms may not share, that nothing of one is in
another, and that a realm whose database fails leaves the others alone. Usage: realms.py AVVISO

Tier: test-all
Only here: one real process keeps several realms apart, on files and on PostgreSQL, and a realm without its database
  leaves the others alone.
"""

import base64
import datetime
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zoneinfo

import exportfile
import harness
import immuni
import postgres
import wire
from coronawarn import Services, guid, nonce

IMMUNI = "config otp ingestion publication reporting portal"
GERMANY = "laboratory verification submission distribution portal"
TOKENS = {name: f"the-internal-token-of-{name}" for name in ("it", "ch", "de")}


class Realm:
    """A realm's file of settings, its folder and its keys."""

    def __init__(self, place, name, services, **settings):
        self.place, self.name = place, name
        self.folder = os.path.join(place.folder, name)
        os.mkdir(self.folder)
        self.data, self.file = os.path.join(self.folder, "data"), os.path.join(self.folder, "settings.json")
        self.public_key = place.make_key(os.path.join(self.folder, "signing.pem"))
        place.make_key(os.path.join(self.folder, "messages.pem"))
        self.settings = {
            "services": services, "data": self.data, "signing-key": os.path.join(self.folder, "signing.pem"),
            "message-signing-key": os.path.join(self.folder, "messages.pem"), "preset": "demo",
            "public.address": "127.0.0.1:0", "internal.address": "127.0.0.1:0",
            "cover.floor": "1ms", "cover.tick": "1ms", **settings,
        }
        self.settings |= {f"limits.{limit}": f"{harness.PATIENCE}s" for limit in ("arrival", "handling", "handshake", "idle")}
        self.write(self.settings)

    def write(self, settings):
        """The file: dots are sections. It holds a token in one test, so nobody else may read it."""
        tree = {}
        for name, value in settings.items():
            *sections, last = name.split(".")
            node = tree
            for section in sections:
                node = node.setdefault(section, {})
            node[last] = value
        with open(self.file, "w", encoding="utf-8") as file:
            json.dump(tree, file)
        os.chmod(self.file, 0o600)

    @property
    def option(self):
        return ["--realm", f"{self.name}={self.file}"]

    def run(self, *arguments, **more):
        """Runs a command for this realm."""
        return self.place.run(*arguments, *self.option, **more)


class Process:
    """`avviso serve` with realms, on ports that the system chose."""

    def __init__(self, place, realms, settings=None):
        self.place, self.realms = place, realms
        self.log = os.path.join(place.folder, f"realms-{len(place.logs) + 1}.log")
        place.logs.append(self.log)
        command = [place.avviso, "serve", *(part for realm in realms for part in realm.option)]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(command, env=harness.clean_environment(settings), stdout=log, stderr=log)
        place.processes.append(self.process)

    def events(self):
        """The log's events. The last line may be half written."""
        lines = harness.read(self.log).split(b"\n")[:-1]
        return [json.loads(line) for line in lines if line.startswith(b"{")]

    def address(self, realm, listener):
        """The address of the latest start of a listener."""
        self.wait_until(lambda: self.ports(realm, listener))
        return ("127.0.0.1", self.ports(realm, listener)[-1])

    def ports(self, realm, listener):
        return [
            int(event["port"]) for event in self.events()
            if event["event"] == "listening" and event.get("realm") == realm.name and event["listener"] == listener
        ]

    def public(self, realm):
        return self.address(realm, "public")

    def internal(self, realm):
        return self.address(realm, "internal")

    def health(self, realm):
        try:
            return wire.request(self.internal(realm), "GET", "/health").status
        except OSError:
            return None

    def wait_until(self, is_true):
        deadline = time.monotonic() + harness.PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            if is_true():
                return
            time.sleep(0.02)
        raise RuntimeError(f"exit {self.process.poll()}:\n{harness.read(self.log)[-2000:].decode(errors='replace')}")

    def wait_ready(self, *realms):
        for realm in realms or self.realms:
            self.wait_until(lambda realm=realm: self.health(realm) == 200)
        return self

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(harness.PATIENCE)


class Sides:
    """What coronawarn.Services asks of a server."""

    def __init__(self, process, realm):
        self.public, self.internal = process.public(realm), process.internal(realm)


def refusals(checks, place):
    """Two realms that share something are refused, by name, before anything is made."""
    one = Realm(place, "one", IMMUNI, **{"internal.token": TOKENS["it"]})
    two = Realm(place, "two", IMMUNI)
    link = os.path.join(place.folder, "link")
    os.symlink(one.folder, link)
    copied = os.path.join(place.folder, "copied.pem")
    shutil.copy(one.settings["signing-key"], copied)
    bucket = {
        "storage.s3.endpoint": "http://127.0.0.1:1", "storage.s3.bucket": "files", "storage.s3.access-key-file": "a",
        "storage.s3.secret-key-file": "b",
    }
    cases = {
        "one data folder": ({}, {"data": one.data}, "the data folder"),
        "the data folder through a link": ({}, {"data": f"{link}/../link/data"}, "the data folder"),
        "a folder in the other's": ({}, {"data": f"{one.data}/chunks/two"}, "the data folder"),
        "one database": (
            {"database.url": "postgresql://a@LOCALHOST:5432,b/avviso"},
            {"database.url": "host=b,127.0.0.1 dbname=avviso user=c"}, "a PostgreSQL database"),
        "a bucket without prefixes": (bucket, bucket, "the bucket files"),
        "a prefix in the other's": (
            {**bucket, "storage.s3.prefix": "keys"}, {**bucket, "storage.s3.prefix": "keys/two"}, "the bucket files"),
        "one listener": (
            {"public.address": "127.0.0.1:8080"}, {"internal.address": "localhost:8080"}, "the listener"),
        "a listener on every address": (
            {"public.address": "0.0.0.0:8080"}, {"public.address": "192.0.2.1:8080"}, "the listener"),
        "one token": ({}, {"internal.token": TOKENS["it"]}, "the token"),
        "one signing key": ({}, {"signing-key": one.settings["signing-key"]}, "the key in"),
        "a copy of the signing key": ({}, {"signing-key": copied}, "the key in"),
        "the other's signing key for messages": ({}, {"message-signing-key": copied}, "the key in"),
    }
    for what, (first, second, words) in cases.items():
        one.write(one.settings | first)
        two.write(two.settings | second)
        for command in ("serve", "check"):
            found = place.run(command, *one.option, *two.option)
            checks.equal(found.returncode, 1, f"{command} with {what}: {found.stderr}")
            checks.check(f"the realms one and two share {words}" in found.stderr, f"{command} with {what}: {found.stderr}")
        told = json.loads(place.run("check", "--json", *one.option, *two.option).stdout)
        checks.check(not told["starts"] and words in told["problem"], f"check --json with {what}: {told}")
    apart = {"storage.s3.prefix": "keys"}, {"storage.s3.prefix": "keys2"}
    one.write(one.settings | bucket | apart[0])
    two.write(two.settings | bucket | apart[1])
    found = place.run("check", *one.option, *two.option)
    checks.check("share" not in found.stderr, f"prefixes that only begin alike are apart: {found.stderr}")
    for realm in (one, two):
        realm.write(realm.settings)
        checks.equal(os.path.exists(realm.data), False, f"refused realms made {realm.data}")
    wrong_usage(checks, place, one, two)


def wrong_usage(checks, place, one, two):
    """Settings that would count for more than one realm, and names that are none."""
    both = [*one.option, *two.option]
    for arguments in (["--set", "otp.lifetime=1s"], ["--data", place.data], ["otp"], ["--public", "127.0.0.1:0"],
                      ["--config", one.file], ["--unsigned"], ["--cast", "folder"]):
        found = place.run("serve", *both, *arguments)
        checks.equal(found.returncode, 64, f"serve of two realms with {arguments}: {found.stderr}")
    for option in ("IT=a.yaml", "a-b=a.yaml", "it", "=a.yaml", "it=", "a" * 17 + "=a.yaml", "1a=a.yaml"):
        checks.equal(place.run("serve", "--realm", option).returncode, 64, f"serve --realm {option}")
    for command in (["migrate"], ["config"], ["cleanup"], ["clock", "status"]):
        found = place.run(*command, *both)
        checks.equal(found.returncode, 64, f"{command} of two realms: {found.stderr}")
    for settings, words in (
        ({"DATA": place.data}, "AVVISO_DATA names no realm"), ({"CONFIG": one.file}, "AVVISO_CONFIG names no realm"),
        ({"REALM_THREE_DATA": place.data}, "AVVISO_REALM_THREE_DATA names no realm of this process"),
        ({"REALM_TWO_DATUM": place.data}, "AVVISO_REALM_TWO_DATUM from the environment"),
        ({"REALM_TWO_OTP_LIFETIME": "soon"}, "AVVISO_REALM_TWO_OTP_LIFETIME"),
    ):
        for realms in (both, two.option):
            found = place.run("serve", *realms, settings=settings)
            checks.equal(found.returncode, 1, f"serve with {settings}: {found.stderr}")
            checks.check(words in found.stderr, f"serve with {settings}: {found.stderr}")
    found = place.run("serve", *one.option, "--realm", f"one={two.file}")
    checks.check(found.returncode == 1 and "two realms have the name one" in found.stderr, f"one name: {found.stderr}")
    found = place.run("serve", *one.option, "--realm", f"three={one.file}x")
    checks.check(found.returncode == 1 and "realm three: " in found.stderr, f"no file: {found.stderr}")
    found = place.run("serve", "reporting", "distribution", *one.option)
    checks.check(found.returncode == 1 and "does not have the service distribution" in found.stderr, found.stderr)
    checks.equal(place.run("config", "--config", one.file, settings={"REALM_ONE_DATA": "x"}).returncode, 1,
                 "a realm's variable without --realm")


def commands(checks, realms):
    """Each realm alone, by the commands of a single server."""
    for realm in realms:
        found = realm.run("migrate")
        checks.equal(found.returncode, 0, f"migrate of {realm.name}: {found.stderr}")
        rows = {row["name"]: row for row in json.loads(realm.run("config", "--json").stdout)}
        checks.equal(rows["data"]["value"], realm.data, f"config of {realm.name}")
        checks.equal(rows["data"]["environment"], f"AVVISO_REALM_{realm.name.upper()}_DATA", "its variable")
        found = realm.run("check", "--json")
        checks.check(json.loads(found.stdout)["starts"], f"check of {realm.name}: {found.stdout} {found.stderr}")
    italy, swiss, german = realms
    names = sorted(name for name in os.listdir(german.data) if name.endswith(".sqlite"))
    checks.equal(names, ["corona-warn-configuration.sqlite", "corona-warn.sqlite", "laboratory.sqlite", "portal.sqlite"],
                 "a realm has the databases of its own systems")
    checks.check(not [name for name in os.listdir(swiss.data) if name.endswith(".sqlite")], "the rest is in PostgreSQL")
    overridden = italy.run("config", "--json", settings={"REALM_IT_TIME_ZONE": "Europe/Malta", "REALM_DE_TIME_ZONE": "x"})
    rows = {row["name"]: row for row in json.loads(overridden.stdout)}
    checks.equal((rows["time-zone"]["value"], rows["services"]["value"]), ("Europe/Malta", IMMUNI), "its own variables")
    made = italy.run("operator", "create", "anna.rossi")
    checks.equal(made.returncode, 0, f"operator create: {made.stderr}")
    checks.check("anna.rossi" in italy.run("operator", "list").stdout, "an operator of one realm is known in it")
    for other in (swiss, german):
        checks.check("anna.rossi" not in other.run("operator", "list").stdout, f"and unknown in {other.name}")
    found = italy.place.run("check", *(part for realm in realms for part in realm.option))
    checks.equal(found.returncode, 2, f"check of three realms: {found.stderr}")
    for words in ("realm it (immuni 222, Europe/Rome) starts", "realm ch (immuni 228, Europe/Zurich) starts",
                  "realm de (corona-warn DE, Europe/Berlin) starts"):
        checks.check(words in found.stdout, f"check of three realms says {words}: {found.stdout}")
    told = json.loads(italy.place.run("check", "--json", *(part for realm in realms for part in realm.option)).stdout)
    checks.equal([one["realm"] for one in told["realms"]], ["it", "ch", "de"], "check --json names the realms")
    checks.check(told["starts"] and not told["fit"], "and sums up")


def apart(checks, process, realms):
    """Two realms of one system, and a third of another: a key in each, and nothing of one in another."""
    italy, swiss, german = realms
    published = {}
    for realm, other in ((italy, swiss), (swiss, italy)):
        published[realm.name] = one_key(checks, process, realm, other)
    checks.check(not published["it"] & published["ch"], "no key is in both realms")
    for realm in (italy, swiss):
        for index, chunk in immuni.chunks(process.public(realm)).items():
            checks.check(is_signed(chunk, realm.public_key), f"chunk {index} of {realm.name} is signed with its key")
            for other in realms:
                if other is not realm:
                    checks.check(not is_signed(chunk, other.public_key), f"and not with that of {other.name}")
        checks.equal(wire.request(process.public(realm), "GET", "/version/v1/diagnosis-keys/country").status, 404,
                     f"no route of Corona-Warn in {realm.name}")
    checks.equal(wire.request(process.public(german), "GET", "/v1/keys/index").status, 404, "no route of Immuni in de")
    german_key(checks, process, german)
    tokens(checks, process, realms)
    labels(checks, process, realms)


def one_key(checks, process, realm, other):
    """A code of one realm opens nothing in another, and an upload is published in its realm alone."""
    token = TOKENS[realm.name]
    otp, body = immuni.new_otp(), immuni.upload_body()
    checks.equal(immuni.authorise(process.internal(realm), otp, token=token).status, 204, f"a code of {realm.name}")
    checks.equal(immuni.check_otp(process.public(other), otp).status, 401, f"is unknown in {other.name}")
    checks.equal(immuni.upload(process.public(other), otp, body).status, 401, f"opens nothing in {other.name}")
    checks.equal(immuni.upload(process.public(realm), otp, body).status, 204, f"opens {realm.name}")
    published = realm.run("publish")
    checks.equal(published.returncode, 0, f"publish of {realm.name}: {published.stderr}")
    wanted = {base64.b64decode(key["key_data"]) for key in body["teks"]}
    found = set()
    for chunk in immuni.chunks(process.public(realm)).values():
        found |= set(exportfile.key_bytes(exportfile.read_export(chunk, realm.public_key)))
    checks.equal(found, wanted, f"the keys of {realm.name}")
    return found


def is_signed(chunk, public_key):
    try:
        exportfile.read_export(chunk, public_key)
        return True
    except exportfile.check_export.Refused:
        return False


def german_key(checks, process, german):
    """A test of the third realm, by its laboratory's key, and a phone's registration."""
    key = german.run("lab", "create", "lab-one").stdout.strip()
    services = Services(Sides(process, german))
    identifier = guid()
    checks.equal(services.send(key, [(identifier, 2)]).status, 204, "a laboratory of de sends a result")
    checks.check(services.registered(identifier, padding=nonce()), "and a phone registers its test")


def tokens(checks, process, realms):
    """The token of one realm does not open the internal listener of another."""
    for realm in realms:
        for owner, token in TOKENS.items():
            found = wire.request(process.internal(realm), "GET", "/metrics", [("Authorization", f"Bearer {token}")])
            checks.equal(found.status, 200 if owner == realm.name else 401, f"/metrics of {realm.name}, token of {owner}")


def labels(checks, process, realms):
    """Each line of the log and each metric names its realm."""
    for realm in realms:
        found = wire.request(
            process.internal(realm), "GET", "/metrics", [("Authorization", f"Bearer {TOKENS[realm.name]}")])
        samples = [line for line in found.body.decode().splitlines() if not line.startswith("#")]
        unnamed = [line for line in samples if not re.match(rf'\w+{{realm="{realm.name}"[,}}]', line)]
        checks.check(len(samples) > 50 and not unnamed, f"metrics of {realm.name} without its label: {unnamed[:3]}")
    events = process.events()
    checks.check(len(events) > 10, "there is a log")
    unnamed = [event for event in events if event.get("realm") not in TOKENS and event["event"] != "few-open-files"]
    checks.check(not unnamed, f"lines without a realm: {unnamed[:3]}")


def uploaded(process, realm):
    """The answers to a new code and its upload."""
    otp = immuni.new_otp()
    authorised = immuni.authorise(process.internal(realm), otp, token=TOKENS[realm.name]).status
    return authorised, immuni.upload(process.public(realm), otp, immuni.upload_body()).status


def answers(checks, process, realm, what):
    """A realm serves and takes uploads."""
    checks.equal(uploaded(process, realm), (204, 204), f"{what}: a code and an upload")
    checks.equal(process.health(realm), 200, f"{what}: health")


def without_database(checks, place, server, realms):
    """The database of one realm dies and comes back. The others answer meanwhile."""
    italy, swiss, _ = realms
    process = Process(place, realms, {"REALM_CH_LIMITS_HANDLING": "5s"}).wait_ready()
    server.kill()
    process.wait_until(lambda: process.health(swiss) == 503)
    authorised = immuni.authorise(process.internal(swiss), immuni.new_otp(), token=TOKENS["ch"])
    checks.equal(authorised.status, 503, "a code of the realm without its database")
    answers(checks, process, italy, "it, while ch has no database")
    server.start()
    # Its limit of five seconds is short for a slow machine, so more than one attempt may be needed.
    process.wait_until(lambda: process.health(swiss) == 200 and uploaded(process, swiss) == (204, 204))
    checks.equal(process.stop(), 0, "exit code after the database was away")


def start_without(checks, place, server, realms):
    """A realm whose database is away or damaged at the start runs as soon as it is there; the others run at once."""
    italy, swiss, german = realms
    server.kill()
    database = os.path.join(german.data, "corona-warn.sqlite")
    os.rename(database, f"{database}.kept")
    with open(os.open(database, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
        file.write(os.urandom(8192))
    process = Process(place, realms).wait_ready(italy)
    answers(checks, process, italy, "it, while two realms cannot start")
    process.wait_until(lambda: {event.get("realm") for event in process.events()
                                if event["event"] == "realm-failed"} == {"ch", "de"})
    checks.equal((process.ports(swiss, "internal"), process.ports(german, "public")), ([], []), "they do not listen")
    said = harness.read(process.log).decode()
    for name in ("ch", "de"):
        checks.check(f"avviso: realm {name} does not run, and is tried again every 10 seconds: " in said, f"{name}: why")
    server.start()
    os.replace(f"{database}.kept", database)
    process.wait_ready(*realms)
    answers(checks, process, swiss, "ch, after its database is back")
    checks.equal(process.stop(), 0, "exit code of a process whose realms came later")


def reloaded(checks, place):
    """SIGHUP ends no realm, and each loads its renewed certificates."""
    realms = []
    for name in ("se", "no"):
        realm = Realm(place, name, "config")
        tls = os.path.join(realm.folder, "tls")
        for made in (tls, f"{tls}-renewed"):
            checks.equal(place.run("tls", "demo-ca", "--out", made).returncode, 0, "tls demo-ca")
        realm.write(realm.settings | {"public.tls-certificate": f"{tls}/server.pem", "public.tls-key": f"{tls}/server-key.pem"})
        realms.append(realm)
    process = Process(place, realms).wait_ready()

    def loads():
        return [event["realm"] for event in process.events() if event["event"] == "tls-certificate-loaded"]

    before = len(loads())
    for realm in realms:
        for name in ("server-key.pem", "server.pem"):
            os.replace(os.path.join(realm.folder, "tls-renewed", name), os.path.join(realm.folder, "tls", name))
    process.process.send_signal(signal.SIGHUP)
    process.wait_until(lambda: sorted(loads()[before:]) == ["no", "se"])
    checks.equal(process.stop(), 0, "exit code after new certificates")


def calendars(checks, place):
    """Each realm judges dates by its own days. These two are 25 hours apart, so they never have the same date."""
    east = Realm(place, "east", "otp", **{"time-zone": "Pacific/Kiritimati"})
    west = Realm(place, "west", "otp", **{"time-zone": "Pacific/Pago_Pago"})
    process = Process(place, [east, west]).wait_ready()
    day = datetime.datetime.now(zoneinfo.ZoneInfo("Pacific/Kiritimati")).date().isoformat()
    for realm, status in ((east, 204), (west, 400)):
        found = immuni.authorise(process.internal(realm), immuni.new_otp(), day)
        checks.equal(found.status, status, f"symptoms since the date in Kiritimati, in {realm.name}")
    checks.equal(process.stop(), 0, "exit code of two calendars")


def same_server(checks, place, server):
    """Two names for one database: only the server can tell."""
    one = Realm(place, "uno", IMMUNI, **{"database.url": server.url})
    two = Realm(place, "due", IMMUNI, **{"database.url": f"postgresql://avviso@/avviso?host={server.folder}/data/.."})
    socket = os.path.join(place.folder, "socket")
    os.symlink(server.folder, socket)
    for url, words in ((two.settings["database.url"], "share"), (f"postgresql://avviso@/avviso?host={socket}", "share")):
        two.write(two.settings | {"database.url": url})
        found = place.run("serve", *one.option, *two.option)
        checks.equal(found.returncode, 1, f"serve with two names of one database: {found.stderr}")
        checks.check("a PostgreSQL database" in found.stderr and words in found.stderr, found.stderr)
    schemas = server.sql("SELECT count(*) FROM information_schema.schemata WHERE schema_name = 'exposures'", "avviso")
    checks.equal(schemas, "0", "and nothing was made in it")


def alone(checks, place, realm):
    """One named realm: the same file in a process of its own. A fault ends it, as it ends a single server."""
    process = Process(place, [realm]).wait_ready()
    answers(checks, process, realm, "it alone")
    named = {event.get("realm") for event in process.events() if event["event"] != "few-open-files"}
    checks.equal(named, {"it"}, "its log has its name")
    checks.equal(process.stop(), 0, "exit code of one named realm")
    both = [realm, Realm(place, "mt", IMMUNI, **{"preset": "no-such-preset"})]
    both[0].write(realm.settings | {"preset": "no-such-preset", "data": os.path.join(realm.folder, "new")})
    process = Process(place, both)
    checks.equal(process.process.wait(harness.PATIENCE), 1, "exit code if no realm can start")
    checks.check("no-such-preset" in harness.read(process.log).decode(), "and the reason")
    realm.write(realm.settings)


def unnamed(checks, place):
    """A server without --realm has no realm in its log and its metrics."""
    with place.start(["config", "reporting"]) as server:
        metrics = server.metrics()
        checks.check("http_requests_total" in metrics and "realm" not in metrics, "metrics of a single server")
    checks.check(b"realm" not in harness.read(server.log), "the log of a single server")


def main():
    checks = harness.Checks("realms")
    with harness.Workplace(sys.argv[1]) as place, postgres.Postgres() as server:
        refusals(checks, place)
        reloaded(checks, place)
        calendars(checks, place)
        same_server(checks, place, server)
        realms = [
            Realm(place, "it", IMMUNI, **{"internal.token": TOKENS["it"]}),
            Realm(place, "ch", IMMUNI, **{"internal.token": TOKENS["ch"], "database.url": server.url,
                                          "time-zone": "Europe/Zurich", "publication.region": "228"}),
            Realm(place, "de", GERMANY, **{"internal.token": TOKENS["de"], "time-zone": "Europe/Berlin"}),
        ]
        commands(checks, realms)
        process = Process(place, realms).wait_ready()
        apart(checks, process, realms)
        checks.equal(process.stop(), 0, "exit code of three realms")
        without_database(checks, place, server, realms)
        start_without(checks, place, server, realms)
        alone(checks, place, realms[0])
        unnamed(checks, place)
    checks.finish()


main()
