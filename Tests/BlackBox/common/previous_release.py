"""Runs the programs of earlier releases, built from their commits, and the present one on the same data.

Beside: three processes of release 0.2 serve behind nginx, two run the jobs, all on one PostgreSQL. Under a constant load the
present version expands the tables, and takes the place of one process after the other. Then release 0.2 comes back in the same
way. No request fails, every acknowledged key is published once, and no right is used twice. Jobs of both versions at the same
time do no harm. (Keys of Corona-Warn are stored once; their packages would be an hour later.)

Before: a server of release 0.1 is filled by requests, and stopped. The present version migrates its files, moves them to
PostgreSQL and serves what was there.

Usage: previous_release.py AVVISO [--built BINARY] [--only beside|before]

Tier: make previous
Only here: programs of earlier releases run beside the present one and before it, no request fails, and no key is lost.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import copy
import json
import os
import subprocess
import sys
import time
import types

import balancer
import coronawarn
import durability
import front
import harness
import immuni
import moving
import postgres
import wire
import workers
from portal_browser import Browser, OWN_PASSWORD

# The newest release, which must work beside the present version (docs/releases.md).
BESIDE = "0.2"
# The release without PostgreSQL, from whose files people move.
BEFORE = "0.1"
# The seconds between two publications of the process that runs the jobs. Commands publish beside it.
PERIOD = "5s"
PASSWORD = "the second planted horse of hers"
SETTINGS_PAGE = "/v1/settings?platform={}&build=1"
# Statuses of two uploads with one right at the same time.
RACE = (204, 401)


def built(name):
    """The program of a release."""
    done = subprocess.run(
        [os.path.join(harness.ROOT, "scripts", "build-release"), name], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"previous_release: release {name} is not built")
    return done.stdout.strip()


def with_program(workplace, avviso):
    """The same folder and the same keys for another program."""
    other = copy.copy(workplace)
    other.avviso = os.path.abspath(avviso)
    return other


class VersionsLoad(balancer.Load):
    """What goes on at the next request in a process of another version: rights, sessions, forms, tokens, TANs."""

    # Set once by the test: what laboratories and operators need.
    laboratory, cookies = None, {}

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.browser = Browser(self.place.entrance)
        self.browser.cookies = dict(self.cookies)
        # By key of Corona-Warn, whether its upload was acknowledged.
        self.keys = {}

    def requests(self):
        yield from super().requests()
        yield from self.race()
        yield from self.pages()
        yield from self.result()

    def race(self):
        """One right in two requests at the same time, at two processes."""
        entrance, uploads = self.place.entrance, [durability.Upload() for _ in range(2)]
        uploads[1].otp = uploads[0].otp
        yield "authorise", 204, lambda: immuni.authorise(entrance.internal, uploads[0].otp)

        def both():
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                answers = list(pool.map(self.send, uploads))
            return types.SimpleNamespace(status=tuple(sorted(answer.status for answer in answers)))

        yield "race", RACE, both
        yield "used", 409, lambda: immuni.authorise(entrance.internal, uploads[0].otp)

    def pages(self):
        """A session and a form of one version at the other."""
        code = immuni.new_otp()
        yield "page", 200, lambda: self.browser.get("/portal")
        yield "form", 303, lambda: self.browser.authorise(code, immuni.today())
        yield "confirmation", 200, lambda: self.browser.get("/portal/authorised")
        yield "its code", 204, lambda: immuni.check_otp(self.place.entrance.public, code)

    def result(self):
        """A laboratory's result until the phone's upload, and a second upload with the used TAN."""
        services, test, said = coronawarn.Services(self.place.entrance), coronawarn.guid(), {}
        start = coronawarn.day_start(time.time()) - 2 * 144
        mine, others = os.urandom(16), os.urandom(16)

        def keep(answer, name):
            said[name] = json.loads(answer.body)[name]
            return answer

        def upload(data):
            self.keys[data] = None
            answer = services.upload(coronawarn.payload([coronawarn.key(start, data=data)]), said["tan"])
            self.keys[data] = answer.status == 200
            return answer

        yield "result", 204, lambda: services.send(self.laboratory, [(test, balancer.POSITIVE)])
        yield "register", 201, lambda: keep(services.register(test), "registrationToken")
        yield "register again", 400, lambda: services.register(test)
        yield "TAN", 201, lambda: keep(services.tan(said["registrationToken"]), "tan")
        yield "keys", 200, lambda: upload(mine)
        yield "used TAN", 403, lambda: upload(others)


class Upgrade:
    """The processes of two versions, and what they may not lose."""

    def __init__(self, checks, place, old, new, database):
        self.checks, self.place, self.old, self.new, self.database = checks, place, old, new, database
        # The chunks that phones have seen.
        self.seen = {}

    def prepare(self):
        """A laboratory, and an operator who is signed in, of the old version."""
        made = self.place.run("lab", "create", "lab-of-the-load")
        self.checks.equal(made.returncode, 0, f"a laboratory: {made.stderr[-300:]}")
        VersionsLoad.laboratory = made.stdout.strip()
        made = self.place.run("operator", "create", "operator-of-the-load", "--json")
        self.checks.equal(made.returncode, 0, f"an account: {made.stderr[-300:]}")
        password, browser = json.loads(made.stdout)["password"], Browser(self.place.entrance)
        self.checks.equal(browser.sign_in("operator-of-the-load", password).status, 303, "sign in")
        self.checks.equal(browser.change_password(password, PASSWORD).status, 303, "a password of her own")
        VersionsLoad.cookies = dict(browser.cookies)

    def migrate(self):
        """The present version changes the tables, and then adds a column to each as a later one may."""
        self.place.workplace = self.new
        migrated = self.place.run("migrate")
        self.checks.equal(migrated.returncode, 0, f"migrate: {migrated.stderr[-300:]}")
        balancer.expand(self.checks, self.database)

    def replace(self, clients, workplace, name):
        """One process after the other becomes one of `workplace`'s program, those with the jobs among them."""
        self.place.workplace = workplace
        for number in range(balancer.PROCESSES):
            clients.restart(number)
            if number < len(self.place.workers):
                self.replace_worker(number)
            self.run_jobs(f"{number + 1} of {balancer.PROCESSES} processes are of {name}")
            self.sign_in()

    def replace_worker(self, number):
        worker = self.place.workers[number]
        worker.process.terminate()
        self.checks.equal(worker.process.wait(harness.PATIENCE), 0, f"worker {number} ends well")
        self.place.workers[number] = self.place.start(number, "jobs")
        workers.one_leads(self.checks, self.place.workers, f"worker {number} is another")

    def run_jobs(self, what):
        """Commands of both versions run the same jobs at the same time, beside the process that has the lease."""
        data = ["--data", self.old.data]
        keys = ["--signing-key", self.old.signing_key]
        commands = [
            ["publish", *data, *keys], ["cleanup", *data],
            ["distribute", *data, *keys, "--message-signing-key", self.old.message_key],
        ]
        runs = [(workplace, command) for command in commands for workplace in (self.old, self.new)]
        with concurrent.futures.ThreadPoolExecutor(len(runs)) as pool:
            done = list(pool.map(lambda run: run[0].run(*run[1], settings=self.place.settings), runs))
        for (_, command), found in zip(runs, done):
            self.checks.equal(found.returncode, 0, f"{what}: {command[0]}: {found.stderr[-300:]}")
        durability.compare(self.checks, self.seen, immuni.chunks(self.place.entrance.public))

    def sign_in(self):
        """A password of the old version at each process."""
        for process in self.place.processes:
            browser = Browser(process)
            self.checks.equal(browser.sign_in("operator-of-the-load", PASSWORD).status, 303, "sign in at each process")

    def account(self, clients):
        """After the load: each acknowledged key is stored once and published once, and no other is."""
        published = self.place.workplace.publish(self.place.settings)
        self.checks.equal(published.returncode, 0, f"the last publication: {published.stderr[-300:]}")
        chunks = immuni.chunks(self.place.entrance.public)
        durability.compare(self.checks, self.seen, chunks)
        count = durability.account(self.place.workplace, self.checks, clients.ledger, chunks)
        uploads = sum(upload.committed is True for upload in clients.ledger.uploads)
        self.checks.say(f"{uploads} acknowledged uploads, {count} keys published once in {len(chunks)} chunks")
        keys = collections.ChainMap(*(load.keys for load in clients.loads))
        wanted = {data for data, committed in keys.items() if committed}
        stored = self.stored()
        hourly = [sequence for sequence in stored if sequence.endswith("-hour")]
        for sequence, found in stored.items():
            # The days follow: they have the keys of each hour that ended while the test ran.
            missing = wanted - set(found) if sequence in hourly else set()
            self.checks.equal((len(missing), len(set(found) - wanted)), (0, 0), f"keys of Corona-Warn in {sequence}")
            self.checks.equal(len(found), len(set(found)), "each of them is there once")
        self.checks.check(len(hourly) > 1, f"sequences for one country and for all: {list(stored)}")
        self.checks.say(f"{len(wanted)} acknowledged uploads of Corona-Warn, each key once in {len(hourly)} sequences")
        self.checks.check(uploads > 50 and len(wanted) > 20, "enough was acknowledged to mean something")

    def stored(self):
        """The keys in the table of Corona-Warn, by sequence of packages, without those that fill packages up."""
        found = collections.defaultdict(list)
        keys = (
            "SELECT state.sequence, encode(key_data, 'hex') FROM \"corona-warn\".diagnosis_key AS key "
            "JOIN \"corona-warn\".publication_state AS state ON state.id = key.sequence WHERE is_padding = 0")
        for row in self.database.sql(keys).split():
            sequence, _, data = row.partition("|")
            found[sequence].append(bytes.fromhex(data))
        return found

    def run(self):
        both = [(self.new, "the present version"), (self.old, f"release {BESIDE}")]
        self.prepare()
        with balancer.Clients(self.checks, self.place, VersionsLoad) as clients:
            self.migrate()
            for workplace, name in both:
                self.replace(clients, workplace, name)
            clients.wait_for_rounds()
        clients.check_answers(list(range(balancer.PROCESSES)) * len(both))
        self.account(clients)
        # Two versions, and each story goes on at another one.
        self.place.workplace = self.new
        self.place.processes[1].process.terminate()
        self.place.restart(1)
        for story in (balancer.phones, balancer.operators, balancer.results, balancer.limits):
            balancer.spread(self.checks, self.place, f"{story.__name__} at both versions", story)
        self.place.end()


def beside(checks, old, new):
    """Two versions at once, there and back."""
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres.Postgres())
        workplace = stack.enter_context(harness.Workplace(old))
        ports = stack.enter_context(balancer.held_ports())
        place = balancer.Place(checks, workplace, database, ports, PUBLICATION_PERIOD=PERIOD)
        stack.enter_context(place.nginx())
        Upgrade(checks, place, workplace, with_program(workplace, new), database).run()


def pages(server):
    """The settings that phones are given."""
    return [
        json.loads(wire.request(server.public, "GET", SETTINGS_PAGE.format(platform)).body) for platform in ("ios", "android")
    ]


def before(checks, old, new):
    """From files of the first release to PostgreSQL."""
    here = {"OTP_LIFETIME": "1h"}
    with postgres.Postgres() as database, harness.Workplace(old) as workplace:
        there = here | {"DATABASE_URL": database.url, "DATABASE_CONNECTIONS": "4"}
        left = moving.use(workplace, checks, here, f"of release {BEFORE}")
        done = workplace.run("settings", "set", "teks_max_info_count=321", "--data", workplace.data, "--author", "test",
                             "--reason", "planted")
        checks.equal(done.returncode, 0, f"a setting of release {BEFORE}: {done.stderr[-300:]}")
        made = workplace.run("operator", "create", "anna", "--json", "--data", workplace.data)
        checks.equal(made.returncode, 0, f"an account of release {BEFORE}: {made.stderr[-300:]}")
        password = json.loads(made.stdout)["password"]
        with workplace.start(settings=here) as server:
            shown, browser = pages(server), Browser(server)
            checks.equal(browser.sign_in("anna", password).status, 303, f"sign in at release {BEFORE}")
            checks.equal(browser.change_password(password, OWN_PASSWORD).status, 303, "a password of her own")
            offered = immuni.chunk_index(server.public)
        checks.check([page["teks_max_info_count"] for page in shown] == [321, 321], f"the settings that were set: {shown}")
        present = with_program(workplace, new)
        migrated = present.run("migrate", "--data", present.data)
        checks.equal(migrated.returncode, 0, f"migrate: {migrated.stderr[-300:]}")
        moving.move(present, checks, database.url, here)
        servers = [present.start(settings=there | {"WORK": work}).wait_ready() for work in ("jobs", "requests", "requests")]
        for server in servers[1:]:
            checks.equal(immuni.chunk_index(server.public), offered, "the index")
            checks.equal(pages(server), shown, "the settings")
            browser.address = server.internal
            checks.equal(browser.get("/portal").status, 200, "the session")
            checks.equal(Browser(server).sign_in("anna").status, 303, "the password")
        moving.look(present, checks, there, left, f"after the upgrade from release {BEFORE}")
        moving.together(present, checks, there)
        for server in servers:
            checks.equal(server.stop(), 0, "the end")
        checks.say(f"release {BEFORE}: {len(left[1])} used rights, {len(left[2])} keys, {len(left[3])} chunks are as before")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--built", help="a program that stands for each release, instead of building them")
    parser.add_argument("--only", choices=("beside", "before"), help="one of the two halves")
    arguments = parser.parse_args()
    checks = harness.Checks("previous_release")
    if not front.NGINX:
        sys.exit("nginx is missing: make setup installs it")
    if arguments.only != "beside":
        before(checks, arguments.built or built(BEFORE), arguments.avviso)
    if arguments.only != "before":
        beside(checks, arguments.built or built(BESIDE), arguments.avviso)
    checks.finish()


if __name__ == "__main__":
    main()
