"""Kills `avviso` with signal 9 again and again, at random moments and at each named step, and accounts for every key.
`make test` kills it at each named step and once under load, always at the same place.

A ledger on the client's side holds what was acknowledged. In the end each acknowledged upload's keys are published
exactly once, each unacknowledged upload's keys all or none, nothing else is published, and no index was ever reused or
changed its content. Usage: durability.py AVVISO [--kills N] [--seed N]

Tier: test
Only here: a killed process loses no acknowledged key, and the next start goes on with the same index.
"""

import argparse
import base64
import random
import signal
import threading
import time

import exportfile
import harness
import immuni

PLANS = ["uploading", "right-consumed", "uploading", "batch-chosen", "file-written", "index-advanced", "starting"]
# The kills of `make test`, at places that are always the same.
FIXED_PLANS = ["right-consumed", "batch-chosen", "file-written", "index-advanced", "uploading"]
PUBLISH_STEPS = ["batch-chosen", "file-written", "index-advanced"]
# How often a step is reached before a kill at a place that is always the same.
FIXED_COUNT = 5
UPLOADERS = 6
KEYS_PER_UPLOAD = 4
# A right must outlive the rounds after which its upload is asked for again.
SETTINGS = {"OTP_LIFETIME": "1h"}


class Upload:
    """One upload in the ledger. `committed` is None until it is known."""

    def __init__(self):
        self.otp = immuni.new_otp()
        self.body = immuni.upload_body(immuni.past_keys(KEYS_PER_UPLOAD))
        self.keys = [base64.b64decode(key["key_data"]) for key in self.body["teks"]]
        self.committed = None


class Ledger:
    def __init__(self):
        self.uploads, self.lock = [], threading.Lock()

    def add(self, upload):
        with self.lock:
            self.uploads.append(upload)

    def unknown(self):
        return [upload for upload in self.uploads if upload.committed is None]

    def wait_for_more(self, count=8):
        """Until so many more uploads were acknowledged."""
        committed = lambda: sum(upload.committed is True for upload in list(self.uploads))
        enough = committed() + count
        deadline = time.monotonic() + harness.PATIENCE
        while committed() < enough:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{count} uploads were not acknowledged within {harness.PATIENCE} s")
            time.sleep(0.01)


class Uploader(threading.Thread):
    """Authorises and uploads until the server is gone."""

    def __init__(self, server, ledger, checks):
        super().__init__(daemon=True)
        self.server, self.ledger, self.checks = server, ledger, checks

    def run(self):
        while True:
            upload = Upload()
            try:
                if immuni.authorise(self.server.internal, upload.otp).status != 204:
                    return
                self.ledger.add(upload)
                status = immuni.upload(self.server.public, upload.otp, upload.body).status
            except (OSError, ValueError):
                return
            if status == 204:
                upload.committed = True
            elif status != 503:
                self.checks.check(False, f"an upload was answered {status}")


class Round:
    """One life of the server, ended by one kill. Without a generator no moment is random."""

    def __init__(self, workplace, ledger, checks, seen, generator):
        self.workplace, self.ledger, self.checks = workplace, ledger, checks
        self.seen, self.random = seen, generator

    def uploading(self, server):
        threads = [Uploader(server, self.ledger, self.checks) for _ in range(UPLOADERS)]
        for thread in threads:
            thread.start()
        return threads

    def kill_while_starting(self):
        """At a random moment of the start."""
        server = self.workplace.start(settings=SETTINGS)
        time.sleep(self.random.uniform(0, 0.4))
        server.kill()

    def kill_while_uploading(self):
        """At a random moment after some uploads were acknowledged, perhaps while a publication runs beside them. Without a
        generator, after eight acknowledged uploads, a publication and eight more.
        """
        server = self.workplace.start(settings=SETTINGS).wait_ready()
        threads = self.uploading(server)
        self.ledger.wait_for_more()
        if self.random:
            self.publish_at_random()
        else:
            self.publish()
            self.ledger.wait_for_more()
        server.kill()
        self.join(threads)

    def publish_at_random(self):
        deadline = time.monotonic() + self.random.uniform(0.1, 1.2)
        while time.monotonic() < deadline:
            if self.random.random() < 0.3:
                self.publish()
            time.sleep(0.02)

    def kill_server_at(self, step):
        """The server kills itself when it reaches `step` the n-th time."""
        count = self.random.randint(1, 12) if self.random else FIXED_COUNT
        settings = SETTINGS | {"TEST_KILL_AT": f"{step}:{count}"}
        server = self.workplace.start(settings=settings).wait_ready()
        threads = self.uploading(server)
        self.join(threads)
        self.checks.equal(server.process.wait(harness.PATIENCE), -signal.SIGKILL, f"the server died at {step}")

    def kill_publication_at(self, step):
        """The publication job dies at `step`, beside a server that goes on; then the server is killed as well. Its own job
        would leave the command nothing to do.
        """
        with self.workplace.start(settings=SETTINGS | {"WORK": "requests"}) as server:
            threads = self.uploading(server)
            self.ledger.wait_for_more()
            found = self.publish({"TEST_KILL_AT": f"{step}:1"})
            self.checks.equal(found.returncode, -signal.SIGKILL, f"the publication died at {step}")
            server.kill()
            self.join(threads)

    def publish(self, settings=None):
        found = self.workplace.publish(SETTINGS | (settings or {}))
        if found.returncode not in (0, -signal.SIGKILL):
            self.checks.check(False, f"publish --now exited {found.returncode}: {found.stderr[-500:]}")
        return found

    def join(self, threads):
        for thread in threads:
            thread.join(harness.PATIENCE)
            self.checks.check(not thread.is_alive(), "an uploader hangs")

    def look(self):
        """After the kill: what became of the unanswered uploads, and whether every published chunk is as it was."""
        with self.workplace.start(settings=SETTINGS) as server:
            for upload in self.ledger.unknown():
                status = immuni.check_otp(server.public, upload.otp).status
                self.checks.check(status in (204, 401), f"a right was answered {status} after the kill")
                upload.committed = status == 401
            self.consumed_stay_consumed(server)
            self.compare(immuni.chunks(server.public))
            server.kill()

    def consumed_stay_consumed(self, server):
        committed = [upload for upload in self.ledger.uploads if upload.committed]
        count = min(3, len(committed))
        for upload in self.random.sample(committed, count) if self.random else committed[-count:]:
            self.checks.equal(immuni.upload(server.public, upload.otp, upload.body).status, 401, "a right used again")
            self.checks.equal(immuni.authorise(server.internal, upload.otp).status, 409, "a used right granted again")

    def compare(self, chunks):
        compare(self.checks, self.seen, chunks)


def compare(checks, seen, chunks):
    """Every chunk that was seen before is as it was, and what is new is seen now."""
    for index, content in seen.items():
        checks.check(chunks.get(index) == content, f"chunk {index} is still there, unchanged")
    indexes = sorted(chunks)
    checks.equal(indexes, list(range(1, len(indexes) + 1)), "indexes without a gap")
    seen.update(chunks)


def settle(workplace, checks, ledger, seen):
    """Publishes what is left and compares the chunks with the ledger."""
    with workplace.start(settings=SETTINGS) as server:
        checks.equal(workplace.publish(SETTINGS).returncode, 0, "the last publication")
        chunks = immuni.chunks(server.public)
        for index, content in seen.items():
            checks.check(chunks.get(index) == content, f"chunk {index} is as it was first seen")
    return len(chunks), account(workplace, checks, ledger, chunks)


def account(workplace, checks, ledger, chunks):
    """Compares all chunks with the ledger, and returns the number of their keys."""
    times_published = {}
    for content in chunks.values():
        for key in exportfile.key_bytes(exportfile.read_export(content, workplace.public_key)):
            times_published[key] = times_published.get(key, 0) + 1
    checks.check(all(count == 1 for count in times_published.values()), "no key is published twice")
    for upload in ledger.uploads:
        found = sum(key in times_published for key in upload.keys)
        expected = len(upload.keys) if upload.committed else 0
        checks.equal(found, expected, f"published keys of an upload with committed={upload.committed}")
    known = {key for upload in ledger.uploads for key in upload.keys}
    checks.check(set(times_published) <= known, "nothing but uploaded keys is published")
    return len(times_published)


def planned(checks, fixed_plans, plans, kills):
    """The program, the plan of each kill, and the generator of its moments. `make test` has none: its kills are always the same.
    `kills` is their number elsewhere, unless the command line says another.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seed", type=int)
    arguments = parser.parse_args()
    if not harness.EVERY and arguments.kills is None and arguments.seed is None:
        return arguments.avviso, fixed_plans, None
    seed = int(time.time()) if arguments.seed is None else arguments.seed
    checks.say(f"seed {seed}")
    kills = kills if arguments.kills is None else arguments.kills
    return arguments.avviso, [plans[kill % len(plans)] for kill in range(kills)], random.Random(seed)


def main():
    checks = harness.Checks("durability")
    avviso, plans, generator = planned(checks, FIXED_PLANS, PLANS, kills=12)
    ledger, seen = Ledger(), {}
    with harness.Workplace(avviso) as workplace:
        for kill, plan in enumerate(plans, 1):
            one = Round(workplace, ledger, checks, seen, generator)
            if plan == "starting":
                one.kill_while_starting()
            elif plan == "uploading":
                one.kill_while_uploading()
            elif plan in PUBLISH_STEPS:
                one.kill_publication_at(plan)
            else:
                one.kill_server_at(plan)
            one.look()
            checks.say(f"kill {kill} of {len(plans)} ({plan}): {len(ledger.uploads)} uploads so far")
        chunks, keys = settle(workplace, checks, ledger, seen)
    acknowledged = sum(bool(upload.committed) for upload in ledger.uploads)
    checks.check(acknowledged > len(plans), "enough uploads were acknowledged to mean something")
    checks.say(f"{len(ledger.uploads)} uploads, {acknowledged} committed, {keys} keys published in {chunks} chunks")
    checks.finish()


if __name__ == "__main__":
    main()
