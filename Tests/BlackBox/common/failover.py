"""Kills `avviso` and its PostgreSQL server with signal 9 at random moments, and accounts for every key.
`make test` kills each of them once, always at the same place.

A primary has a synchronous standby. When the primary dies under load, the standby is promoted, and the same `avviso` must
serve on, without a restart. The ledger and its rules are those of durability.py: each acknowledged upload's keys are
published exactly once, no right is used twice, and no published file ever changes.
Usage: failover.py AVVISO [--kills N] [--seed N]

Tier: test
Only here: a running server continues without a restart when its PostgreSQL dies and the standby takes over, and loses
  no acknowledged key.
"""

import os
import threading
import time

import durability
import harness
import immuni
import postgres

PLANS = ["database", "right-consumed", "database", "batch-chosen", "uploading", "index-advanced", "starting"]
# The kills of `make test`, at places that are always the same.
FIXED_PLANS = ["database", "index-advanced"]


class Pair:
    """A primary with a synchronous standby, of which the standby takes over when the primary is killed."""

    def __init__(self):
        self.servers = [postgres.Postgres(durable=True), postgres.Postgres(durable=True)]
        self.primary, self.standby = self.servers

    @property
    def url(self):
        """Both hosts: the client finds the one that takes writes."""
        hosts = ",".join(server.folder for server in self.servers)
        return f"postgresql:///avviso?user=avviso&host={hosts}"

    def __enter__(self):
        self.primary.make().start().prepare()
        self.follow()
        return self

    def follow(self):
        """Makes the standby again, as a copy of the primary."""
        self.standby.forget()
        self.standby.copy_of(self.primary).start()
        self.primary.wait_for_standby()

    def fail_over(self):
        """The primary dies at once, and the standby takes its place."""
        self.primary.kill()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def restart(self):
        """The primary dies at once and comes back with what it had written."""
        self.primary.kill()
        self.primary.start()

    def __exit__(self, *_):
        for server in self.servers:
            server.__exit__()


class PatientUploader(threading.Thread):
    """Uploads on while the database is gone, until it is told to stop. What was answered is in the ledger."""

    def __init__(self, server, ledger, checks, stop):
        super().__init__(daemon=True)
        self.server, self.ledger, self.checks, self.stop = server, ledger, checks, stop

    def run(self):
        while not self.stop.is_set():
            upload = durability.Upload()
            if immuni.authorise(self.server.internal, upload.otp).status != 204:
                time.sleep(0.05)
                continue
            self.ledger.add(upload)
            status = immuni.upload(self.server.public, upload.otp, upload.body).status
            if status == 204:
                upload.committed = True
            else:
                self.checks.equal(status, 503, "an upload without a database")


def lose_database(one, pair, checks):
    """Kills the primary under load and promotes the standby. The same process of ours must go on."""
    server = one.workplace.start(settings=durability.SETTINGS).wait_ready()
    stop = threading.Event()
    threads = [PatientUploader(server, one.ledger, checks, stop) for _ in range(durability.UPLOADERS)]
    for thread in threads:
        thread.start()
    one.ledger.wait_for_more()
    if one.random:
        time.sleep(one.random.uniform(0, 0.5))
    began = time.monotonic()
    pair.fail_over()
    one.ledger.wait_for_more()
    checks.say(f"uploads were acknowledged again {time.monotonic() - began:.1f} s after the kill")
    checks.check(server.process.poll() is None, "the server went on")
    stop.set()
    one.join(threads)
    pair.follow()
    server.kill()


def main():
    checks = harness.Checks("failover")
    avviso, plans, generator = durability.planned(checks, FIXED_PLANS, PLANS, kills=4)
    ledger, seen = durability.Ledger(), {}
    with Pair() as pair, harness.Workplace(avviso) as workplace:
        durability.SETTINGS["DATABASE_URL"] = pair.url
        for kill, plan in enumerate(plans, 1):
            one = durability.Round(workplace, ledger, checks, seen, generator)
            if plan == "database":
                lose_database(one, pair, checks)
            elif plan == "starting":
                one.kill_while_starting()
            elif plan == "uploading":
                one.kill_while_uploading()
                pair.restart()
            elif plan in durability.PUBLISH_STEPS:
                one.kill_publication_at(plan)
            else:
                one.kill_server_at(plan)
            one.look()
            checks.say(f"kill {kill} of {len(plans)} ({plan}): {len(ledger.uploads)} uploads so far")
        chunks, keys = durability.settle(workplace, checks, ledger, seen)
        files = [name for name in os.listdir(workplace.data) if name.endswith(".sqlite")]
        checks.equal(files, [], "databases that are files")
    acknowledged = sum(bool(upload.committed) for upload in ledger.uploads)
    checks.check(acknowledged > len(plans), "enough uploads were acknowledged to mean something")
    checks.say(f"{len(ledger.uploads)} uploads, {acknowledged} committed, {keys} keys published in {chunks} chunks")
    checks.finish()


if __name__ == "__main__":
    main()
