"""Several processes on one PostgreSQL: one answers requests, two run the jobs. Each job is run by one of the two. One is killed
with signal 9, and the other takes over when the leases have ended; one is told to stop, and the other takes over at once.
Usage: workers.py AVVISO

Tier: test
Only here: a second process takes over all jobs after kill -9 once the leases have ended, and at once after an ordinary
  stop.
"""

import re
import sys
import time

import fake_clock
import harness
import immuni
import postgres

# Seconds after which a lease ends that nobody renews.
LEASE = 60
# Jobs about a process's own memory, which every process has to run.
OWN = {
    f"association.{name}" for name in ("report-validation", "registration-proofs", "client-id-index", "account-uses")
}
SAMPLE = re.compile(r'^(\w+)\{service="([^"]+)",job="([^"]+)"\} (\S+)$', re.M)


def jobs(server, metric="job_leading"):
    """By job, the value of a metric. A server that is not there has none."""
    try:
        text = server.metrics()
    except OSError:
        return {}
    return {f"{service}.{job}": float(value) for name, service, job, value in SAMPLE.findall(text) if name == metric}


def leading(server):
    """The jobs that all processes share, of those that this one runs."""
    return {job for job, value in jobs(server).items() if value == 1} - OWN


def shared(servers):
    """All jobs that processes share."""
    return {job for server in servers for job in jobs(server)} - OWN


def one_leads(checks, workers, what):
    """Waits until every job has a worker that runs it. No job has two."""
    wanted = shared(workers)
    checks.check(len(wanted) > 8, f"{what}: there are many jobs: {sorted(wanted)}")
    workers[0].wait_until(lambda: set.union(*map(leading, workers)) == wanted)
    checks.equal(sum(len(leading(worker)) for worker in workers), len(wanted), f"{what}: each job has one worker")
    for worker in workers:
        runs = jobs(worker, "job_runs_total")
        vain = {job for job in wanted - leading(worker) if runs.get(job)}
        checks.equal(vain, set(), f"{what}: jobs that a worker ran without leading")


def upload(checks, server):
    """Keys that the next publication takes."""
    otp = immuni.new_otp()
    checks.equal(immuni.authorise(server.internal, otp).status, 204, "a code is authorised")
    body = immuni.upload_body(immuni.past_keys(4))
    checks.equal(immuni.upload(server.public, otp, body).status, 204, "keys are uploaded")


def main():
    checks = harness.Checks("workers")
    with postgres.Postgres() as database, harness.Workplace(sys.argv[1]) as workplace:
        # It stands still: a lease that is renewed meanwhile ends at the same moment.
        clock = fake_clock.StandingClock(workplace.folder, time.time())
        workplace.avviso = clock.wrap(workplace.avviso)
        settings = {"DATABASE_URL": database.url, "DATABASE_CONNECTIONS": "4", "CLOCK_GUARD": "off"}

        def start(work):
            return workplace.start(settings=settings | {"WORK": work}).wait_ready()

        front, first = start("requests"), start("jobs")
        one_leads(checks, [first], "one worker")
        checks.equal(set(jobs(front)) - OWN, set(), "jobs of a process that only answers requests")
        checks.equal(set(first.listening()), {"internal"}, "listeners of a process that only runs jobs")
        checks.equal(immuni.authorise(first.internal, immuni.new_otp()).status, 404, "and it has no routes")
        second = start("jobs")
        one_leads(checks, [first, second], "two workers")
        checks.equal(leading(second), set(), "the second worker waits")

        upload(checks, front)
        first.kill()
        clock.advance(LEASE - 5)
        checks.equal(leading(second), set(), "a lease that has not ended is nobody else's")
        clock.advance(10)
        one_leads(checks, [second], "after kill -9")
        second.wait_until(lambda: immuni.chunk_index(front.public) == (1, 1))
        checks.check(True, "the worker that took over published the keys")

        third = start("jobs")
        one_leads(checks, [second, third], "a new worker")
        checks.equal(second.stop(), 0, "a worker stops as it is told")
        one_leads(checks, [third], "after SIGTERM, without the end of a lease")
        checks.equal(database.sql('SELECT count(*) FROM exposures.lease WHERE name LIKE \'job %\''),
                     str(len({job for job in shared([third]) if job.startswith("publication.")})), "leases of the keys")
        for server in (third, front):
            checks.equal(server.stop(), 0, "all stop")
        checks.equal(database.sql("SELECT count(*) FROM exposures.lease"), "0", "and give their leases back")
    checks.finish()


if __name__ == "__main__":
    main()
