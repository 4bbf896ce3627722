"""Compares dummy and genuine answers in real time while other clients load the server: sizes must be equal, and a
two-sided Mann-Whitney test must not tell the times apart. Usage: timing.py AVVISO [--pairs N] [--load N]

Tier: make timing
Only here: the times of dummy and genuine answers of a loaded process cannot be told apart.
"""

import argparse
import math
import random
import statistics
import threading
import time

import harness
import immuni
import wire

CHECK = "/v1/ingestion/check-otp"
UPLOAD = "/v1/ingestion/upload"
# Eight comparisons; each alone is refused only where chance explains it less than once in ten thousand.
LEAST_CHANCE = 1e-4
# Bytes of an upload packet, as the demo preset has it.
PACKET = 110_000
# Seconds between two releases.
TICK = 0.05


def mann_whitney(first, second):
    """The chance that two samples of one distribution differ in rank as much as these, by the normal approximation."""
    ranked = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    ranks, ties, start = [0.0, 0.0], 0, 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end][0] == ranked[start][0]:
            end += 1
        for place in range(start, end):
            ranks[ranked[place][1]] += (start + end + 1) / 2
        ties += (end - start) ** 3 - (end - start)
        start = end
    n, m = len(first), len(second)
    total = n + m
    u = ranks[0] - n * (n + 1) / 2
    spread = math.sqrt(n * m / 12 * (total + 1 - ties / (total * (total - 1))))
    return math.erfc(abs(u - n * m / 2) / spread / math.sqrt(2))


class Load(threading.Thread):
    """A client that uploads and downloads without pause."""

    def __init__(self, server, stop):
        super().__init__(daemon=True)
        self.server, self.stop, self.requests = server, stop, 0

    def run(self):
        with wire.Connection(self.server.public) as public, wire.Connection(self.server.internal) as internal:
            while not self.stop.is_set():
                otp = immuni.new_otp()
                body = {"otp": otp, "symptoms_started_on": immuni.today(-1)}
                internal.request("POST", "/v1/otp", [immuni.JSON_TYPE], immuni.encode(body))
                public.request("GET", "/v1/settings?platform=ios&build=1")
                immuni.upload(self.server.public, otp, immuni.upload_body(), public)
                self.requests += 3


def authorised(server, count):
    """Rights for the whole run, authorised before it: an authorisation just before a request would shift it on the grid
    of releases and look like a difference."""
    otps = [immuni.new_otp() for _ in range(count)]
    for otp in otps:
        immuni.authorise(server.internal, otp)
    return otps


def kinds(server, pairs):
    """Each kind of answer, as a function that makes one request and returns its answer. All upload bodies are as long as
    phones' packets; the full ones hold as many infos as fit, the dummies padding alone or as much as the full ones."""
    def body(**members):
        bare = immuni.upload_body(immuni.past_keys(14, 1), padding="", **members)
        return bare | {"padding": "0" * (PACKET - len(immuni.encode(bare)))}

    infos = [immuni.summary(exposure_info=[immuni.info()] * 14) for _ in range(40)]
    full = lambda: body(exposure_detection_summaries=infos)
    sized = b'{"padding":"%s"}' % (b"0" * (PACKET - 14))
    live, consumed = authorised(server, 1)[0], authorised(server, 2 * pairs)
    return {
        "check-otp dummy": lambda: immuni.dummy(server.public, CHECK),
        "check-otp live": lambda: immuni.check_otp(server.public, live),
        "check-otp unknown": lambda: immuni.check_otp(server.public, immuni.new_otp()),
        "upload dummy": lambda: immuni.dummy(server.public, UPLOAD, sized),
        "upload genuine": lambda: immuni.upload(server.public, consumed.pop(), body()),
        "upload full": lambda: immuni.upload(server.public, consumed.pop(), full()),
        "upload full dummy": lambda: immuni.dummy(server.public, UPLOAD, immuni.encode(full())),
        "upload unknown": lambda: immuni.upload(server.public, immuni.new_otp(), body()),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--load", type=int, default=12)
    arguments = parser.parse_args()
    checks = harness.Checks("timing")
    settings = {"OTP_LIFETIME": "1h"}
    with harness.Workplace(arguments.avviso) as workplace, workplace.start(settings=settings) as server:
        ways = kinds(server, arguments.pairs)
        stop = threading.Event()
        load = [Load(server, stop) for _ in range(arguments.load)]
        for thread in load:
            thread.start()
        answers = {name: [] for name in ways}
        for _ in range(arguments.pairs):
            # In random order, so that no kind always follows another.
            for name in random.sample(list(ways), len(ways)):
                # At a moment that has nothing to do with the last answer, which left on a tick.
                time.sleep(random.uniform(0, TICK))
                answers[name].append(ways[name]())
        stop.set()
        for thread in load:
            thread.join(harness.PATIENCE)
        checks.say(f"{sum(thread.requests for thread in load)} other requests ran beside")
    for name, found in answers.items():
        times = sorted(answer.seconds * 1000 for answer in found)
        checks.equal({answer.size for answer in found}, {immuni.PADDED_SIZE}, f"{name}: sizes")
        checks.say(f"{name:17s} median {statistics.median(times):6.1f} ms, "
                   f"10 % {times[len(times) // 10]:6.1f}, 90 % {times[len(times) * 9 // 10]:6.1f}")
    for first, second in (("check-otp dummy", "check-otp live"), ("check-otp dummy", "check-otp unknown"),
                          ("check-otp live", "check-otp unknown"), ("upload dummy", "upload genuine"),
                          ("upload dummy", "upload unknown"), ("upload genuine", "upload unknown"),
                          ("upload full", "upload dummy"), ("upload full", "upload full dummy")):
        chance = mann_whitney(*([answer.seconds for answer in answers[name]] for name in (first, second)))
        checks.say(f"{first} against {second}: p = {chance:.4f}")
        checks.check(chance > LEAST_CHANCE, f"{first} and {second} are told apart by time, p = {chance:.6f}")
    checks.finish()


main()
