"""The books of `coronawarn_day.py`: what was uploaded, what was published, and what is wrong between the two."""

import collections
import threading

HOUR = 3600
# Seconds for which phones believe identifiers after a key's window.
TOLERANCE = 120 * 60
# Seconds after a window at which a key that had to wait is in its first hour.
EMBARGO = 180 * 60

# A key of an upload: its bytes, the end of its window in Unix seconds, and whether it counts. One of the future does not.
Key = collections.namedtuple("Key", "data end counts", defaults=(True,))
# Something wrong: its kind, the region, and the key. Kinds are lost, twice, early, late, small, day, unknown and tan.
Fault = collections.namedtuple("Fault", "kind region key")


class Upload:
    """One body. `first` is the hour of its first attempt, `last` that of its acknowledgement. `stored` is None until it is
    known, and false for a body that another one with the same TAN has beaten."""

    def __init__(self, keys, regions, first):
        self.keys, self.regions, self.first = keys, regions, first
        self.last = self.stored = None

    def acknowledge(self, hour):
        self.last, self.stored = hour, True

    def reject(self):
        """Another body with the same TAN was stored."""
        self.stored = False


def earliest(end, submitted):
    """The first hour that may hold a key whose window ends at `end` and that came in the hour `submitted`."""
    return submitted if submitted * HOUR - end > TOLERANCE else (end + EMBARGO) // HOUR


class Ledger:
    """Uploads, and the keys of packages by region and hour, and by region and day."""

    def __init__(self, regions, min_keys):
        self.regions, self.min_keys = regions, min_keys
        self.uploads, self.hours, self.days = [], {}, {}
        self.lock = threading.Lock()

    def add(self, keys, regions, first):
        upload = Upload(keys, regions, first)
        with self.lock:
            self.uploads.append(upload)
        return upload

    def counts(self):
        """Uploads that were stored, and keys of them that count."""
        stored = [upload for upload in self.uploads if upload.stored]
        return len(stored), sum(key.counts for upload in stored for key in upload.keys)

    def faults(self, is_over):
        """What is wrong. While the day is not over, keys may still wait and uploads be unknown."""
        return [fault for region in self.regions for fault in self.faults_of(region, is_over)]

    def faults_of(self, region, is_over):
        due = [
            (upload, key) for upload in self.uploads for key in upload.keys if key.counts and region in upload.regions
        ]
        places = self.places(self.hours, region)
        for upload, key in due:
            hours = places.get(key.data, [])
            if hours and upload.stored is False:
                yield Fault("tan", region, key.data)
            if len(hours) > 1:
                yield Fault("twice", region, key.data)
            if any(self.is_early(hour, upload, key) for hour in hours):
                yield Fault("early", region, key.data)
            if is_over and upload.stored and not hours:
                yield Fault("lost", region, key.data)
        known = {key.data for _, key in due}
        yield from (Fault("unknown", region, data) for data in places if data not in known)
        if is_over:
            yield from self.wrong_days(region, places)
            yield from self.wrong_waits(region, due, places)

    @staticmethod
    def places(packages, region):
        """The hours or days of each key, in order."""
        found = {}
        for (where, when), keys in sorted(packages.items()):
            for data in keys if where == region else ():
                found.setdefault(data, []).append(when)
        return found

    @staticmethod
    def is_early(hour, upload, key):
        return hour < earliest(key.end, upload.first) or (hour + 1) * HOUR < key.end + TOLERANCE

    def wrong_days(self, region, hours):
        """Keys whose days are not those of their hours."""
        days = self.places(self.days, region)
        for data in hours.keys() | days.keys():
            if days.get(data, []) != [hour // 24 for hour in hours.get(data, [])]:
                yield Fault("day", region, data)

    def wrong_waits(self, region, due, places):
        """Keys that wait although their package has keys, or although enough wait; and packages with too few."""
        waiting = [
            (earliest(key.end, upload.last), places[key.data][0], key.data) for upload, key in due
            if upload.stored and key.data in places
        ]
        for (where, hour), keys in sorted(self.hours.items()):
            if where != region:
                continue
            if 0 < len(keys) < self.min_keys:
                yield Fault("small", region, keys[0])
            overdue = [data for certain, found, data in waiting if certain <= hour < found]
            if keys or len(overdue) >= self.min_keys:
                yield from (Fault("late", region, data) for data in overdue)
