"""Days of phones as somebody at their connection sees them. `PhoneDaysTests` of each system records them with the real client;
here a day becomes scalars for the judge. The controls change recorded days as a phone with a fault would."""

import glob
import os
import re
import subprocess

import numpy

import separation

FIELDS = numpy.dtype([("phone", "i8"), ("time", "i8"), ("host", "U12"), ("size", "i8"), ("mark", "U10")])
# Milliseconds. Requests with shorter gaps belong to one burst.
PAUSE = 4000
SHARES = (0, 0.1, 0.5, 0.9, 1)
HOUR = 3_600_000


def record(checks, bundle, folder, phones):
    """Lets the clients live, all systems beside each other, and returns the names of the kinds of days."""
    listed = subprocess.run([*bundle, "--list-tests"], capture_output=True, text=True, check=True).stdout
    modules = sorted({line.split(".")[0] for line in listed.splitlines() if ".PhoneDaysTests/" in line})
    if not modules:
        raise RuntimeError("no tests that record days of phones")
    running = {}
    for module in modules:
        checks.say(f"{module}: days of {phones} phones with each event, and of as many without")
        environment = os.environ | {"AVVISO_PHONE_DAYS": folder, "AVVISO_PHONES": str(phones)}
        running[module] = subprocess.Popen([*bundle, "--filter", rf"^{module}\.PhoneDaysTests"], env=environment,
                                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for module, process in running.items():
        text = process.communicate()[0]
        if process.returncode or not re.search(r"Test run with [1-9]\d* tests? in \d+ suites? passed", text):
            raise RuntimeError(f"{module}: {text}")
    return sorted(os.path.basename(path)[:-len("-with.csv")] for path in glob.glob(os.path.join(folder, "*-with.csv")))


def read(folder, kind, group):
    """The requests of a group, by phone and time."""
    found = numpy.loadtxt(os.path.join(folder, f"{kind}-{group}.csv"), delimiter=",", dtype=FIELDS, ndmin=1)
    return ordered(found)


def ordered(requests):
    return requests[numpy.lexsort((requests["time"], requests["phone"]))]


class Observer:
    """Knows the hosts and sizes that occur anywhere, and turns days into rows of scalars."""

    def __init__(self, *recordings):
        everything = numpy.concatenate(recordings)
        self.hosts = numpy.unique(everything["host"])
        self.shapes = numpy.unique(everything[["host", "size"]])
        self.names = [f"{what} of {host}" for host in self.hosts for what in ("requests", "bytes", "first", "last")]
        self.names += [f"requests of {size} bytes to {host}" for host, size in self.shapes]
        self.names += [f"requests in hour {hour}" for hour in range(24)]
        kinds = ("gap", "requests of a burst", "length of a burst", "from burst to burst")
        self.names += ["bursts", "bursts within a second", *(f"{kind}, {share:.0%}" for kind in kinds for share in SHARES)]

    def see(self, requests):
        """A row for each phone."""
        phones, starts = numpy.unique(requests["phone"], return_index=True)
        rows = [self.row(day) for day in numpy.split(requests, starts[1:])]
        return separation.Recordings(numpy.array(rows, dtype=float), phones)

    def row(self, day):
        times, row = day["time"], []
        for host in self.hosts:
            there = times[day["host"] == host]
            row += [len(there), day["size"][day["host"] == host].sum(), *(there[[0, -1]] if len(there) else (-1, -1))]
        row += [numpy.count_nonzero((day["host"] == host) & (day["size"] == size)) for host, size in self.shapes]
        row += list(numpy.bincount(numpy.clip(times // HOUR, 0, 23), minlength=24))
        gaps = numpy.diff(times)
        begin = numpy.concatenate([[0], numpy.flatnonzero(gaps >= PAUSE) + 1])
        end = numpy.concatenate([begin[1:], [len(times)]])
        # Timers of a phone wake it up at whole seconds; what a person or another request begins is between them.
        row += [len(begin), numpy.count_nonzero(times[begin] % 1000)]
        for values in (gaps, end - begin, times[end - 1] - times[begin], numpy.diff(times[begin])):
            row += list(numpy.quantile(values, SHARES, method="nearest")) if len(values) else [-1] * len(SHARES)
        return row


def event_runs(requests):
    """The places of each event's requests, which have no other request between them."""
    events = numpy.flatnonzero(requests["mark"] == "event")
    times, phones = requests["time"][events], requests["phone"][events]
    apart = (numpy.diff(events) > 1) | (numpy.diff(times) >= PAUSE) | (numpy.diff(phones) > 0)
    return numpy.split(events, numpy.flatnonzero(apart) + 1)


def one_more_sequence(requests):
    """After each event its requests leave once more."""
    more = []
    for run in event_runs(requests):
        again = requests[run].copy()
        again["time"] += again["time"][-1] - again["time"][0] + 500
        more.append(again)
    return ordered(numpy.concatenate([requests, *more]))


def later(requests):
    """Each event comes 200 ms later."""
    changed = requests.copy()
    changed["time"][changed["mark"] == "event"] += 200
    return ordered(changed)


def one_byte_more(requests):
    """Each request of an event has a byte more."""
    changed = requests.copy()
    changed["size"][changed["mark"] == "event"] += 1
    return changed


def without_plan(requests):
    """As before decision 0197: in an opening an event alone sends requests, a scan two sequences back to back."""
    return one_more_sequence(requests[requests["mark"] != "opening"])


CONTROLS = {"one more sequence": one_more_sequence, "200 ms later": later, "one byte more": one_byte_more}
