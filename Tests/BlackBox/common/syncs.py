"""Traces the system calls of `avviso serve` and shows that an upload's 2xx answer leaves only after a sync of the
database's write-ahead log that follows the last write of its commit. Usage: syncs.py AVVISO

Tier: test
Only here: the system calls show that the answer to an upload leaves after a sync of the write-ahead log.
"""

import concurrent.futures
import os
import re
import sys
import time

import harness
import immuni

WRITES = "write,writev,pwrite64,pwritev,pwritev2"
SENDS = "sendto,sendmsg"
RECEIVES = "read,readv,recvfrom,recvmsg"
SYNCS = "fsync,fdatasync"
UPLOADS = harness.extent(8, 20)
OTHER_WRITERS = 2

CALL = re.compile(r"^(?P<thread>\d+) +[\d.]+ (?P<name>\w+)\((?P<fd>\d+)<(?P<path>.*?)>(?P<rest>.*)$")
RESUMED = re.compile(r"^(?P<thread>\d+) +[\d.]+ <\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)$")


def calls(lines):
    """(name, descriptor, path, text, whether it has ended): a call that others interrupt is told twice."""
    unfinished = {}
    for line in lines:
        if found := CALL.match(line):
            call = (found["name"], found["fd"], found["path"])
            ended = "<unfinished" not in found["rest"]
            if not ended:
                unfinished[found["thread"]] = call
            yield *call, found["rest"], ended
        elif found := RESUMED.match(line):
            if call := unfinished.pop(found["thread"], None):
                yield *call, found["rest"], True


def events(lines):
    """(kind, descriptor) in order: a write counts when it begins, a sync and a read when they have ended well."""
    writes, sends = set(WRITES.split(",")), set((WRITES + "," + SENDS).split(","))
    begun = set()
    for name, descriptor, path, text, ended in calls(lines):
        resumed = ended and (name, descriptor) in begun
        begun.discard((name, descriptor))
        if not ended:
            begun.add((name, descriptor))
        log, socket = path.endswith("-wal"), path.startswith(("TCP", "socket"))
        if log and name in writes and not resumed:
            yield "log write", descriptor
        elif log and name in SYNCS.split(",") and ended and text.rstrip().endswith("= 0"):
            yield "sync", descriptor
        elif socket and name in sends and not resumed and "HTTP/1.1 2" in text:
            yield "answer", descriptor
        elif socket and name in RECEIVES.split(",") and ended and "/v1/ingestion/upload" in text:
            yield "request", descriptor


def finished_lines(path):
    """The lines of the trace once the tracer has written the end of the traced process."""
    deadline = time.monotonic() + harness.PATIENCE
    while True:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.readlines()
        if lines and "+++ exited with" in lines[-1]:
            return lines
        if time.monotonic() > deadline:
            raise RuntimeError("strace did not finish its trace")
        time.sleep(0.05)


def faults(trace):
    """What the trace shows that must not be: (uploads answered 2xx, list of faults).

    From one request to its answer there must be a log write and then a sync. Where uploads run one at a time that is
    exact; where they run together it is a lower bound, since the log is shared by all of them.
    """
    waiting, answered, wrong = {}, 0, []
    for kind, descriptor in trace:
        if kind == "request":
            waiting[descriptor] = {"written": False, "synced": False}
        elif kind == "log write":
            for state in waiting.values():
                state["written"] = True
                state["synced"] = state["synced"] and len(waiting) > 1
        elif kind == "sync":
            for state in waiting.values():
                state["synced"] = state["written"]
        elif kind == "answer" and descriptor in waiting:
            state = waiting.pop(descriptor)
            answered += 1
            if not state["synced"]:
                wrong.append(f"answer {answered} left without a sync after the last log write")
    return answered, wrong


def main():
    checks = harness.Checks("syncs")
    with harness.Workplace(sys.argv[1]) as workplace:
        trace_file = os.path.join(workplace.folder, "trace")
        calls = ",".join((WRITES, SENDS, RECEIVES, SYNCS))
        # -D: the tracer is a grandchild, so that the process we know and stop is the server itself.
        prefix = ["strace", "-D", "-f", "-ttt", "-yy", "-s", "64", "-e", f"trace={calls}", "-e", "signal=none", "-o", trace_file]
        with workplace.start(prefix=prefix) as server:
            rights = [immuni.new_otp() for _ in range(2 * UPLOADS)]
            for otp in rights:
                checks.equal(immuni.authorise(server.internal, otp).status, 204, "authorise")
            one_by_one = [immuni.upload(server.public, otp, immuni.upload_body()).status for otp in rights[:UPLOADS]]
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                together = list(pool.map(
                    lambda otp: immuni.upload(server.public, otp, immuni.upload_body()).status, rights[UPLOADS:]))
        checks.equal(one_by_one + together, [204] * 2 * UPLOADS, "uploads")
        trace = list(events(finished_lines(trace_file)))
    answered, wrong = faults(trace)
    checks.equal(answered, 2 * UPLOADS, "answers seen in the trace")
    # Jobs and the memory of the time write to the same log. Once in a while one of them begins its own commit between an
    # upload's sync and its answer, which the trace cannot tell from a write of the upload.
    checks.check(len(wrong) <= OTHER_WRITERS, f"every 2xx answer follows a sync of what its commit wrote: {wrong}")
    without = [event for event in trace if event[0] != "sync"]
    checks.equal(len(faults(without)[1]), 2 * UPLOADS, "the same trace without its syncs is found faulty")
    checks.say(f"{sum(e[0] == 'log write' for e in trace)} log writes, {sum(e[0] == 'sync' for e in trace)} syncs")
    checks.finish()


main()
