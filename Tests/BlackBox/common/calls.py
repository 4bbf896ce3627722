"""Counts the system calls of `avviso serve` while phones download a chunk over one connection, one after the other. A download
needs one call to read and one to write. Calls of other kinds may be made at the start and by jobs, not with each download.
Usage: calls.py AVVISO

Tier: test-all
Only here: a download costs one system call to read and one to write.
"""

import os
import re
import sys
import time

import harness
import immuni
import wire

DOWNLOADS = 1000
SUMMARY = re.compile(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(?P<count>\d+)\s+(?:\d+\s+)?(?P<name>\w+)$", re.M)
NEEDED = {"read", "writev"}
# The event loop waits for the next request, and threads wait for each other. Once a second the database is asked whether the
# chunk is on offer, which is often on a slow machine.
OTHERS = {"epoll_wait", "futex", "fcntl", "pread64"}


def counted(path):
    """How often each call was made, once the tracer has written it."""
    deadline = time.monotonic() + harness.PATIENCE
    while time.monotonic() < deadline:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if re.search(r"\btotal$", text, re.M):
            return {found["name"]: int(found["count"]) for found in SUMMARY.finditer(text) if found["name"] != "total"}
        time.sleep(0.05)
    raise RuntimeError("strace did not finish its count")


def calls(workplace, downloads):
    """The calls of a server from its start to its end, with so many downloads in between."""
    path = os.path.join(workplace.folder, f"calls-{downloads}")
    # -D: the tracer is a grandchild, so that the process we know and stop is the server itself.
    prefix = ["strace", "-D", "-f", "-c", "-e", "signal=none", "-o", path]
    with workplace.start(["reporting"], prefix=prefix) as server, wire.Connection(server.public) as phone:
        statuses = {phone.request("GET", "/v1/keys/1").status for _ in range(downloads)}
    return counted(path), statuses


def main():
    checks = harness.Checks("calls")
    with harness.Workplace(sys.argv[1]) as workplace:
        with workplace.start() as server:
            otp = immuni.new_otp()
            immuni.authorise(server.internal, otp)
            checks.equal(immuni.upload(server.public, otp, immuni.upload_body()).status, 204, "upload")
        checks.equal(workplace.publish().returncode, 0, "publish")
        few, _ = calls(workplace, 1)
        many, statuses = calls(workplace, DOWNLOADS + 1)
    checks.equal(statuses, {200}, "statuses of the downloads")
    more = {name: many[name] - few.get(name, 0) for name in many}
    for name in NEEDED:
        # The start of a server makes some calls more at one time than at another.
        checks.check(DOWNLOADS // 2 < more.get(name, 0) < DOWNLOADS * 3 // 2, f"{name}: {more.get(name, 0)} for {DOWNLOADS} downloads")
    for name, count in more.items():
        if name not in NEEDED | OTHERS:
            checks.check(count < DOWNLOADS // 2, f"{name}: {count} more calls for {DOWNLOADS} downloads")
    checks.say(", ".join(f"{count} {name}" for name, count in sorted(more.items(), key=lambda pair: -pair[1])[:6]))
    checks.finish()


main()
