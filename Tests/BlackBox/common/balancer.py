"""Three processes that answer requests and two that run jobs share one PostgreSQL, behind Debian's nginx with round robin.
The story of a phone, an operator and a program goes on at another process with each request, and limits hold for all together.
Then, under a constant load, a newer version expands the tables, each process is told to stop and is started again, and no
client notices. At last the newer version contracts the tables, and no process starts any more.
Usage: balancer.py AVVISO [--rounds N]

Tier: test-all
Only here: processes behind nginx stop and start again one after the other under load, no client sees a failed request,
  and a story continues in another process with each request.
"""

import argparse
import collections
import contextlib
import json
import os
import re
import sys
import threading
import time

import coronawarn
import durability
import front
import harness
import immuni
import postgres
import wire
from portal_browser import Browser, OWN_PASSWORD, text

PROCESSES = 3
TELETANS_PER_HOUR = 7
POSITIVE = 2
SETTINGS = {
    "OTP_LIFETIME": "1h", "VERIFICATION_TELETANS_PER_HOUR": str(TELETANS_PER_HOUR), "VERIFICATION_TELETAN_PAUSE": "0s",
    "DATABASE_CONNECTIONS": "4", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms",
    # Longer than the five seconds after which nginx closes an idle connection to a process.
    "LIMITS_DRAIN": "8s",
}
# The front of the internal listeners: docs/processes.md has the same lines.
INTERNAL = """
upstream avviso_internal {{
    {servers}
    keepalive 8;
    keepalive_timeout 5s;
}}
server {{
    listen 127.0.0.1:{port};
    access_log off;
    location / {{
        proxy_pass http://avviso_internal;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_next_upstream error timeout;
        proxy_connect_timeout 5s;
    }}
}}
"""
CLIENTS = 6
# Seconds between two requests of a client.
PAUSE = 0.01
# What a newer version's migration does to one database, in one transaction: it adds to every table.
EXPANSION = """
BEGIN;
LOCK TABLE {schema}.migration IN ACCESS EXCLUSIVE MODE;
DO $$ DECLARE name TEXT; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '{plain}' AND tablename NOT IN ('migration', 'lease') LOOP
        EXECUTE format('ALTER TABLE {schema}.%I ADD COLUMN planted TEXT', name);
    END LOOP;
END $$;
INSERT INTO {schema}.migration (name, oldest) SELECT '9998-expansion', min(name) FROM {schema}.migration;
COMMIT;
"""
CONTRACTION = "INSERT INTO {schema}.migration (name, oldest) VALUES ('9999-contraction', '9998-expansion')"
REQUESTS = re.compile(r'^http_requests_total\{[^}]*\} (\d+)$', re.M)


class Entrance:
    """Both listeners, as those see them who know only the balancer."""

    def __init__(self, public, internal):
        self.public, self.internal = public, internal


class Place:
    """The processes behind an nginx. They are programs of `workplace`, and so are the commands: a test may put another there
    that has the same folder and another program."""

    def __init__(self, checks, workplace, database, ports, **settings):
        self.checks, self.workplace = checks, workplace
        self.settings = SETTINGS | {"DATABASE_URL": database.url} | settings
        (outside, inside), *self.ports = ports
        self.entrance = Entrance(("127.0.0.1", outside), ("127.0.0.1", inside))
        self.workers = [self.start(0, "jobs") for _ in range(2)]
        self.processes = [self.start(number) for number in range(PROCESSES)]

    def start(self, number, work="requests"):
        ports = self.ports[number] if work == "requests" else (0, 0)
        return self.workplace.start(settings=self.settings | {"WORK": work}, ports=ports).wait_ready()

    def run(self, *command):
        """A command of the operator."""
        settings = {"DATABASE_URL": self.settings["DATABASE_URL"]}
        return self.workplace.run(*command, "--data", self.workplace.data, settings=settings)

    def restart(self, number):
        """Starts a process again at the same addresses when it has ended."""
        self.checks.equal(self.processes[number].process.wait(harness.PATIENCE), 0, f"process {number} ends well")
        self.processes[number] = self.start(number)

    def end(self):
        """Tells all processes to stop, and waits."""
        servers = [*self.processes, *self.workers]
        for server in servers:
            server.process.terminate()
        self.checks.equal([server.process.wait(harness.PATIENCE) for server in servers], [0] * len(servers), "the end")

    def nginx(self):
        """The front that `avviso config nginx` writes for all processes, and one of the internal listeners."""
        upstreams = [word for public, _ in self.ports for word in ("--upstream", f"127.0.0.1:{public}")]
        port = self.entrance.public[1]
        public = front.configuration(self.workplace, 0, port, *upstreams)
        servers = "\n    ".join(f"server 127.0.0.1:{internal} fail_timeout=2s;" for _, internal in self.ports)
        return front.Front(self.workplace, public + INTERNAL.format(servers=servers, port=self.entrance.internal[1]), port)

    def answered(self):
        """The number of requests that each process has answered."""
        found = []
        for process in self.processes:
            metrics = process.metrics()
            found.append(sum(int(count) for count in REQUESTS.findall(metrics)))
        return found


def spread(checks, place, what, story):
    """Tells a story, and looks that every process had a part in it."""
    before = place.answered()
    story(checks, place)
    parts = [after - earlier for after, earlier in zip(place.answered(), before)]
    # Each reading of the metrics is a request, too.
    checks.check(all(part > 1 for part in parts), f"{what}: requests of each process: {parts}")


def phones(checks, place):
    """A code is authorised at one process, asked for at the next, used at another, and used up at all of them."""
    entrance = place.entrance
    for _ in range(PROCESSES + 1):
        otp = immuni.new_otp()
        checks.equal(immuni.authorise(entrance.internal, otp).status, 204, "authorise")
        for process in place.processes:
            checks.equal(immuni.check_otp(process.public, otp).status, 204, "the code at each process")
        checks.equal(immuni.check_otp(entrance.public, otp).status, 204, "the code through the balancer")
        body = immuni.upload_body(immuni.past_keys(3))
        checks.equal(immuni.upload(entrance.public, otp, body).status, 204, "upload")
        for _ in place.processes:
            checks.equal(immuni.upload(entrance.public, otp, body).status, 401, "a second upload")
        checks.equal(immuni.authorise(entrance.internal, otp).status, 409, "a used code")
    published = place.workplace.publish(place.settings)
    checks.equal(published.returncode, 0, f"publish: {published.stderr[-300:]}")
    chunks = immuni.chunks(entrance.public)
    checks.check(chunks, "a chunk is offered")
    for process in place.processes:
        checks.equal(immuni.chunks(process.public), chunks, "each process offers the same chunks")
    answers = [wire.request(entrance.public, "GET", "/v1/settings?platform=ios&build=1") for _ in place.processes]
    checks.equal(len({answer.body for answer in answers}), 1, "the settings of all processes")


def operators(checks, place):
    """A sign-in at one process counts at the others: page after page comes from the next one."""
    made = place.run("operator", "create", "anna", "--json")
    checks.equal(made.returncode, 0, f"an account: {made.stderr[-300:]}")
    password = json.loads(made.stdout)["password"]
    browser = Browser(place.entrance)
    checks.equal(browser.sign_in("anna", password).status, 303, "sign in with the first password")
    checks.equal(browser.change_password(password, OWN_PASSWORD).status, 303, "the form of one process at another")
    for _ in range(PROCESSES + 1):
        checks.equal(browser.get("/portal").status, 200, "the page at any process")
        code = immuni.new_otp()
        checks.equal(browser.authorise(code, immuni.today()).status, 303, "a form of any process")
        checks.equal(browser.get("/portal/authorised").status, 200, "and its confirmation")
        checks.equal(immuni.check_otp(place.entrance.public, code).status, 204, "the code")
    stale = browser.form
    browser.get("/portal/password")
    checks.equal(browser.post("/portal/sign-out", {}).status, 303, "sign out at one")
    for process in place.processes:
        browser.address = process.internal
        checks.equal(browser.get("/portal").header("Location"), "/portal/sign-in", "and at all others")
        checks.check(browser.post("/portal", {"code": immuni.new_otp(), "day": immuni.today()}, stale).status in (303, 403),
                     "a form of the ended session")
    other = Browser(place.entrance)
    tries = [other.sign_in("anna", f"wrong horse battery {number}") for number in range(12)]
    limited = [number for number, answer in enumerate(tries) if "too many" in text(answer).lower() or answer.status == 429]
    checks.check(limited, "wrong passwords are counted by all processes together")
    for process in place.processes:
        # If the wait has ended on a slow machine, this begins the next.
        other.sign_in("anna", "wrong horse battery")
        alone = Browser(process)
        checks.check(alone.sign_in("anna").status != 303, "so each process refuses even the right one for a while")


def results(checks, place):
    """Corona-Warn: a laboratory's result, a registration, a TAN and an upload, each at another process than the one before."""
    made = place.run("lab", "create", "lab-one")
    checks.equal(made.returncode, 0, f"a laboratory: {made.stderr[-300:]}")
    services, laboratory = coronawarn.Services(place.entrance), made.stdout.strip()
    for _ in range(PROCESSES + 1):
        test = coronawarn.guid()
        checks.equal(services.send(laboratory, [(test, POSITIVE)]).status, 204, "a result")
        token = services.registered(test)
        checks.equal(services.register(test).status, 400, "a second registration")
        checks.equal(json.loads(services.result(token).body)["testResult"], POSITIVE, "the result")
        tan = services.issued(token)
        start = coronawarn.day_start(time.time()) - 2 * 144
        keys = coronawarn.payload([coronawarn.key(start)])
        checks.equal(services.upload(keys, tan).status, 200, "an upload")
        others = coronawarn.payload([coronawarn.key(start)])
        checks.equal([services.upload(others, tan).status for _ in place.processes], [403] * PROCESSES, "a used TAN")


def limits(checks, place):
    """So many teleTANs an hour and no more, whichever process is asked."""
    made = place.run("operator", "token", "berta", "--role", "hotline")
    checks.equal(made.returncode, 0, f"a token: {made.stderr[-300:]}")
    services = coronawarn.Services(place.entrance)
    answers = [services.new_teletan(made.stdout.strip()) for _ in range(TELETANS_PER_HOUR + PROCESSES)]
    checks.equal([answer.status for answer in answers], [201] * TELETANS_PER_HOUR + [429] * PROCESSES, "teleTANs of an hour")
    values = {json.loads(answer.body)["value"] for answer in answers[:TELETANS_PER_HOUR]}
    for value in values:
        checks.equal(services.register(value, "TELETAN").status, 201, "a teleTAN of any process")
        checks.equal(services.register(value, "TELETAN").status, 400, "a used teleTAN")


class Load(threading.Thread):
    """One client after the other, until it is told to stop. It counts every answer, and the ledger has what was acknowledged."""

    def __init__(self, place, stop, ledger):
        super().__init__(daemon=True)
        self.place, self.stop, self.ledger = place, stop, ledger
        self.seen, self.rounds = collections.Counter(), 0

    def run(self):
        while not self.stop.is_set():
            self.rounds += 1
            for what, expected, ask in self.requests():
                try:
                    status = ask().status
                # An answer that is not complete, or has not what the next request needs.
                except (OSError, ValueError, LookupError) as error:
                    status = type(error).__name__
                self.seen[what, status, status == expected] += 1
                # A constant load, beside which other tests can run.
                self.stop.wait(PAUSE)

    def requests(self):
        entrance, upload = self.place.entrance, durability.Upload()
        otp, page = upload.otp, "/v1/settings?platform=ios&build=1"
        yield "authorise", 204, lambda: immuni.authorise(entrance.internal, otp)
        yield "check", 204, lambda: immuni.check_otp(entrance.public, otp)
        yield "settings", 200, lambda: wire.request(entrance.public, "GET", page)
        yield "upload", 204, lambda: self.send(upload)
        yield "used", 401, lambda: immuni.upload(entrance.public, otp, upload.body)
        yield "dummy", 204, lambda: immuni.dummy(entrance.public, "/v1/ingestion/upload")
        yield "portal", 200, lambda: wire.request(entrance.internal, "GET", "/portal/sign-in")

    def send(self, upload):
        """Sends an upload of the ledger."""
        self.ledger.add(upload)
        answer = immuni.upload(self.place.entrance.public, upload.otp, upload.body)
        upload.committed = answer.status == 204
        return answer


class Clients:
    """A constant load of several clients while `with` lasts. Processes are started again under it."""

    def __init__(self, checks, place, kind=Load):
        self.checks, self.place, self.told = checks, place, []
        self.stop, self.ledger = threading.Event(), durability.Ledger()
        self.loads = [kind(place, self.stop, self.ledger) for _ in range(CLIENTS)]

    def __enter__(self):
        for load in self.loads:
            load.start()
        self.wait_for_rounds()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for load in self.loads:
            load.join(harness.PATIENCE)

    def wait_for_rounds(self, more=2 * CLIENTS):
        """Until the clients have done so much more."""
        wanted = sum(load.rounds for load in self.loads) + more
        deadline = time.monotonic() + harness.PATIENCE
        while sum(load.rounds for load in self.loads) < wanted and time.monotonic() < deadline:
            time.sleep(0.01)

    def restart(self, number):
        """Stops a process as a supervisor does, and starts the program that the place has now."""
        self.wait_for_rounds()
        stop_is_told(self.checks, self.place, number, self.told)
        self.place.restart(number)

    def check_answers(self, told):
        """When the load has ended: no request failed, and these processes said that they stop."""
        seen = sum((load.seen for load in self.loads), collections.Counter())
        failures = {key[:2]: count for key, count in seen.items() if not key[2]}
        self.checks.equal(failures, {}, "requests that a client saw fail while the processes were started again")
        self.checks.equal(self.told, told, "processes that said that they stop")
        failed = sum(failures.values())
        self.checks.say(f"{sum(seen.values())} requests through {len(told)} restarts, {failed} failed")


def documented(checks):
    """The front of the internal listeners is the one that docs/processes.md shows, but for addresses."""
    path = os.path.join(harness.ROOT, "docs", "processes.md")
    shown = re.search(r"```nginx\n(.*?)```", harness.read(path).decode(), re.S).group(1)

    def lines(text):
        return [line.strip() for line in text.strip().splitlines() if not re.match(r"\s*(server \d|listen |\{servers)", line)]

    checks.equal(lines(shown), lines(INTERNAL.replace("{{", "{").replace("}}", "}")), "the lines of nginx in the document")


def stop_is_told(checks, place, number, seen):
    """While a process still serves after SIGTERM, its health says that it stops."""
    process = place.processes[number]
    process.process.terminate()
    process.wait_until(lambda: wire.request(process.internal, "GET", "/health").status == 503)
    answer = wire.request(process.public, "GET", "/v1/settings?platform=ios&build=1")
    checks.equal((answer.status, answer.header("Connection")), (200, "close"), f"process {number} serves while it stops")
    seen.append(number)


def databases(database):
    """The schemas of the authority's databases."""
    return database.sql("SELECT schemaname FROM pg_tables WHERE tablename = 'migration'").split()


def expand(checks, database):
    """Does what a newer version does when it starts, while the processes of this one go on."""
    for schema in databases(database):
        statement = EXPANSION.format(schema=f'"{schema}"', plain=schema)
        deadline = time.monotonic() + harness.PATIENCE
        # As the migrator does, it tries again when it and a writer were in each other's way.
        while time.monotonic() < deadline:
            try:
                database.sql(statement)
                break
            except RuntimeError as error:
                if "deadlock" not in str(error):
                    raise
    tables = database.sql("SELECT count(*) FROM information_schema.columns WHERE column_name = 'planted'")
    checks.check(int(tables) > 30, f"every table has another column: {tables}")


def contract(checks, place, database):
    """A program that is too old for the tables says so and does nothing."""
    for schema in databases(database):
        database.sql(CONTRACTION.format(schema=f'"{schema}"'))
    refused = place.workplace.run("serve", "--public", "127.0.0.1:0", "--internal", "127.0.0.1:0", "--unsigned", "--data",
                                  place.workplace.data, "--signing-key", place.workplace.signing_key, settings=place.settings)
    checks.equal(refused.returncode, 1, "an older program after a contraction")
    checks.check("newer version of avviso (9999-contraction)" in refused.stderr, f"says why: {refused.stderr[-300:]}")


def rolling_restart(checks, place, database, rounds):
    """Each process in turn, under load, on tables that were expanded meanwhile. No client may see a failure."""
    order = list(range(PROCESSES)) * rounds
    with Clients(checks, place) as clients:
        expand(checks, database)
        for number in order:
            clients.restart(number)
        clients.wait_for_rounds()
    clients.check_answers(order)


@contextlib.contextmanager
def held_ports():
    """The addresses of the two listeners of nginx, and of those of each process."""
    with contextlib.ExitStack() as stack:
        yield [tuple(stack.enter_context(harness.held_port()) for _ in range(2)) for _ in range(PROCESSES + 1)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--rounds", type=int, default=1, help="how often each process is started again")
    arguments = parser.parse_args()
    checks = harness.Checks("balancer")
    if not front.NGINX:
        sys.exit("nginx is missing: make setup installs it")
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres.Postgres())
        workplace = stack.enter_context(harness.Workplace(arguments.avviso))
        documented(checks)
        place = Place(checks, workplace, database, stack.enter_context(held_ports()))
        stack.enter_context(place.nginx())
        spread(checks, place, "phones", phones)
        spread(checks, place, "operators", operators)
        spread(checks, place, "results", results)
        spread(checks, place, "limits", limits)
        rolling_restart(checks, place, database, arguments.rounds)
        place.end()
        contract(checks, place, database)
    checks.finish()


if __name__ == "__main__":
    main()
