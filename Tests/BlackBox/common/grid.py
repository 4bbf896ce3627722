"""Asks two processes of one service for the same, at moments spread over a tick, and notes when their answers leave. Both must
leave at the ticks of the calendar and look alike, so that nobody can tell which process answered. A third process, whose
calendar is half a tick ahead, must be told. Usage: grid.py AVVISO [--pairs N]

By itself nothing here depends on the machine's speed: an answer that leaves before its tick is a fault on any machine, and one
prompt answer is enough to show that there is no further delay. With --pairs each process is asked N times at random moments, and
statistics must not tell the first two apart; that needs a machine with nothing else to do.

Tier: test-all
Only here: answers of two real processes leave at the same ticks, and a process with a shifted calendar is found.
"""

import argparse
import bisect
import concurrent.futures
import math
import random
import time

import harness
import immuni
import wire

CHECK = "/v1/ingestion/check-otp"
# Moments of a tick at which each process is asked, as shares of it.
PHASES = [share / 16 for share in range(16)]
# Seconds; less than this is the error of reading two clocks, and the calendar's corrections that a server ignores.
TOLERANCE = 0.001
# Chance explains what counts as a difference less than once in so many runs.
LEAST_CHANCE = 1e-4
SHUFFLES = 20_000
NEIGHBOURS = 9
# With fewer pairs it is left to chance whether the shifted process is told; then the program only shows that it works.
FEWEST_PAIRS = 100


class Grid:
    """The settings of a release schedule, in seconds."""

    def __init__(self, floor, tick):
        self.floor, self.tick = floor, tick

    @property
    def settings(self):
        return {"COVER_FLOOR": f"{self.floor * 1000:.0f}ms", "COVER_TICK": f"{self.tick * 1000:.0f}ms"}

    def shifted(self):
        """What to start a server with, so that its calendar is half a tick ahead."""
        return harness.fake_clock(f"FAKETIME=+{self.tick / 2}", "NO_FAKE_STAT=1")


class Exchange:
    """A request and its answer, with the calendar's moments around them."""

    def __init__(self, grid, connection):
        headers = [("Authorization", f"Bearer {immuni.token(immuni.new_otp())}"), ("Immuni-Dummy-Data", "1"), immuni.JSON_TYPE]
        self.grid, self.sent = grid, time.time()
        self.answer = connection.request("POST", CHECK, headers, b'{"padding":"00"}')
        self.received = time.time()

    @property
    def due(self):
        """The first tick at which the answer may leave. The request arrived after it was sent."""
        return math.ceil((self.sent + self.grid.floor) / self.grid.tick) * self.grid.tick

    @property
    def is_early(self):
        return self.received < self.due - TOLERANCE

    @property
    def is_prompt(self):
        return self.due - TOLERANCE <= self.received < self.due + self.grid.tick / 2

    @property
    def form(self):
        """All that an observer of the bytes sees, except for the second in which they left."""
        shown = [(name, value) for name, value in self.answer.headers if name != "Date"]
        return self.answer.status, self.answer.size, str(shown), self.answer.body


def ask(grid, server, phase):
    """Sends one request at a moment of the next tick."""
    with wire.Connection(server.public) as connection:
        time.sleep((phase * grid.tick - time.time()) % grid.tick)
        return Exchange(grid, connection)


def ask_all(grid, servers, lanes):
    """An exchange with each server at each of PHASES, by server."""
    asked = [[lanes.submit(ask, grid, server, phase) for phase in PHASES] for server in servers]
    return [[one.result() for one in ones] for ones in asked]


def bounded(checks, workplace):
    """What holds on any machine."""
    grid = Grid(floor=0.5, tick=2)
    with workplace.start(["ingestion"], grid.settings) as first, \
            workplace.start(["ingestion"], grid.settings) as second, \
            workplace.start(["ingestion"], grid.settings, prefix=grid.shifted()) as shifted, \
            concurrent.futures.ThreadPoolExecutor(3 * len(PHASES)) as lanes:
        found, rounds = [[], [], []], 0
        deadline = time.monotonic() + harness.PATIENCE
        # On a machine with nothing else to do the first round shows it all.
        while time.monotonic() < deadline:
            rounds += 1
            for ones, new in zip(found, ask_all(grid, (first, second, shifted), lanes)):
                ones += new
            if all(any(one.is_prompt for one in ones) for ones in found[:2]) and any(one.is_early for one in found[2]):
                break
        for name, ones in zip(("first", "second"), found):
            checks.equal(sum(one.is_early for one in ones), 0, f"the {name} process: answers before their tick")
            checks.check(any(one.is_prompt for one in ones), f"the {name} process answers no request at its tick")
        checks.check(any(one.is_early for one in found[2]), "a process with a shifted grid is not told")
        forms = {one.form for ones in found for one in ones}
        checks.equal(len(forms), 1, f"forms of the answers of all processes: {sorted(forms)}")
        checks.say(f"{rounds} rounds; of {len(found[2])} answers of the shifted process "
                   f"{sum(one.is_early for one in found[2])} left before their tick")


def ranks(values):
    """The place of each value in their order, from 0 to 1: a difference of microseconds counts as much as one of a tick."""
    places = {place: rank for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__))}
    return [places[place] / len(values) for place in range(len(values))]


def nearest(pairs):
    """For each pair of (arrival, departure) within a tick, the places of its nearest neighbours. The distance is one on a circle
    in both directions, because a tick follows the other."""
    points = list(zip(*(ranks(values) for values in zip(*pairs))))

    def apart(a, b):
        return max(min(abs(x - y), 1 - abs(x - y)) for x, y in zip(a, b))
    return [sorted((place for place in range(len(points)) if place != own), key=lambda place: apart(points[own], points[place]))
            [:NEIGHBOURS] for own in range(len(points))]


def accuracy(neighbours, labels):
    """How often the majority of a pair's neighbours is of its own process."""
    right = sum((sum(labels[place] for place in near) * 2 > NEIGHBOURS) == labels[own] for own, near in enumerate(neighbours))
    return right / len(labels)


def told_apart(first, second):
    """(accuracy of the classifier, the chance of so much if the two processes are alike), by exchanges."""
    tick = first[0].grid.tick
    both = [(one, True) for one in first] + [(one, False) for one in second]
    neighbours = nearest([(one.sent % tick, one.received % tick) for one, _ in both])
    labels = [label for _, label in both]
    found = accuracy(neighbours, labels)
    shuffled, generator = [], random.Random(1)
    for _ in range(SHUFFLES):
        generator.shuffle(labels)
        shuffled.append(accuracy(neighbours, labels))
    shuffled.sort()
    return found, (SHUFFLES - bisect.bisect_left(shuffled, found) + 1) / (SHUFFLES + 1)


def statistical(checks, workplace, pairs):
    """What an observer of many answers could conclude."""
    grid = Grid(floor=0.15, tick=0.05)
    with workplace.start(["ingestion"], grid.settings) as first, \
            workplace.start(["ingestion"], grid.settings) as second, \
            workplace.start(["ingestion"], grid.settings, prefix=grid.shifted()) as shifted:
        servers = {"first": first, "second": second, "shifted": shifted}
        connections = {name: wire.Connection(server.public) for name, server in servers.items()}
        found = {name: [] for name in servers}
        for _ in range(pairs):
            for name in random.sample(list(servers), len(servers)):
                time.sleep(random.uniform(0, grid.tick))
                found[name].append(Exchange(grid, connections[name]))
        for connection in connections.values():
            connection.socket.close()
    for name, ones in found.items():
        late = sorted((one.received % grid.tick) * 1000 for one in ones)
        checks.say(f"{name}: answers came {late[len(late) // 2]:.2f} ms after a tick (median), 10 % {late[len(late) // 10]:.2f}, "
                   f"90 % {late[len(late) * 9 // 10]:.2f}")
    for other, is_told in (("second", False), ("shifted", True)):
        share, chance = told_apart(found["first"], found[other])
        checks.say(f"first against {other}: right {share:.1%} of the time, p = {chance:.5f}")
        if pairs >= FEWEST_PAIRS or not is_told:
            checks.equal(chance <= LEAST_CHANCE, is_told, f"the {other} process is told from the first, p = {chance:.5f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--pairs", type=int)
    arguments = parser.parse_args()
    checks = harness.Checks("grid")
    with harness.Workplace(arguments.avviso) as workplace:
        if arguments.pairs:
            statistical(checks, workplace, arguments.pairs)
        else:
            bounded(checks, workplace)
    checks.finish()


main()
