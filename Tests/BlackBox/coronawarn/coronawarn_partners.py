"""A day of two countries on one clock that is moved from outside. Three laboratories send results with the real client,
people ask for them and upload keys with and without consent, and the countries exchange keys every hour. Every server
process, every client of a laboratory, `avviso distribute` and `avviso federation exchange` are killed with kill -9, at random
moments and at named steps.

In the end the books say: each result is stored once, as its laboratory sent it last. Each key is in exactly one hourly
package and in that of its day, for each country that it names and its origin. A key crosses the border in exactly one signed
batch if its owner agreed and named the other country, and otherwise in none; none is sent back. Usage:
coronawarn_partners.py AVVISO [--results N] [--from HOUR] [--kills N] [--seed N]
Without --results it plays an evening, and then plants each mistake that the books must find.

Tier: test-all
Only here: an evening of two countries and three laboratories loses and doubles no result and no key while every process of them
  is killed at random, and no key crosses the border without consent; each planted fault is found.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import json
import math
import os
import time

import fake_clock
import harness
from coronawarn import day_start, key, payload
from coronawarn_country import Country
from coronawarn_day import Day, Person
from coronawarn_installation import generator_of
from coronawarn_laboratories import Case, WatchingLaboratory
from coronawarn_ledger import HOUR, Key

REGIONS = ("DE", "DK", "EUR", "IT")
# Countries that an upload names as visited, as seen from its own.
VISITS = [(), ("own",), ("other",), ("other",), ("own", "other"), ("other", "IT"), ("IT",)]
# What people with a positive result do, and how many of a hundred.
KINDS = {"plain": 60, "second": 14, "cheat": 12, "late": 14}
# Of a hundred people, how many never ask for their result.
ABSENT = 8


# People


class Patient(Person):
    """A person with a test, whose result comes from a laboratory."""

    def __init__(self, day, number, case):
        super().__init__(day, number)
        self.case = case

    def kind(self):
        return self.random.choices(list(KINDS), list(KINDS.values()))[0] if self.case.is_positive else "negative"

    def tested(self, result=None):
        """The registration token of the test, once its final result is there."""
        registered = self.registered(self.case.identifier, birth_date=self.case.birth_date)
        deadline = time.monotonic() + harness.PATIENCE
        shown = None
        while shown != self.case.shown and time.monotonic() < deadline:
            answer = self.verification.result(registered)
            # A laboratory may correct both results of a person between two looks at them.
            shown = json.loads(answer.body)["testResult"] if answer.status == 200 else answer.status
            self.day.checks.check(shown in (403, *range(9)), f"person {self.number}: a result {shown}")
            time.sleep(self.random.uniform(0, 0.2))
        self.day.checks.equal(shown, self.case.shown, f"person {self.number}: the result")
        return registered

    def composed(self):
        names = {"own": self.day.name, "other": self.day.other.name}
        visited = [names.get(each, each) for each in self.random.choice(VISITS)]
        consents = self.random.random() < 0.65
        body, keys = self.body(visited, consents)
        return body, self.day.enter(keys, visited, consents)


class Entry:
    """An upload in the books of its own country and, if it crosses the border, in those of the other."""

    def __init__(self, home, abroad):
        self.home, self.abroad = home, abroad

    def acknowledge(self, hour):
        self.home.acknowledge(hour)
        if self.abroad:
            # When the exchange has room for its keys depends on those of others.
            self.abroad.acknowledge(math.inf)

    def reject(self):
        self.home.reject()
        if self.abroad:
            self.abroad.reject()


# The day


# A key that is wrong at the border: its kind and bytes. Kinds are lost, twice, back and unknown.
BorderFault = collections.namedtuple("BorderFault", "kind key")


class CountryDay(Day):
    """The day of one country. It knows the other one's."""

    # A negative test: registration, result, TAN.
    min_requests = 3

    def __init__(self, checks, place, seed, min_keys):
        super().__init__(checks, place, f"{seed}:{place.name}", min_keys, REGIONS)
        self.name, self.other = place.name, None
        # Uploads that may cross the border, and those that may not.
        self.crossing = []

    def enter(self, keys, visited, consents):
        """An upload in the books of all countries that it names, if its owner agrees."""
        told = set(visited) if consents else set()
        home = self.ledger.add(keys, {self.name, "EUR"} | told, self.hour)
        abroad = None
        if self.other.name in told:
            abroad = self.other.ledger.add(keys, {self.name, "EUR"} | told, self.hour)
            self.crossing.append(home)
        return Entry(home, abroad)

    def live_with(self, cases, kills, lab_kills):
        """An hour of laboratories and people. Both have kills."""
        patients = [
            Patient(self, self.number + number, case) for number, case in enumerate(cases)
            if self.random.random() * 100 >= ABSENT
        ]
        self.number += len(cases)
        laboratories = self.place.laboratories
        shares = [(cases[index::len(laboratories)], lab_kills) for index in range(len(laboratories))]
        with concurrent.futures.ThreadPoolExecutor(len(laboratories) + 1) as pool:
            calls = [pool.submit(each.live, *share) for each, share in zip(laboratories, shares) if share[0]]
            calls.append(pool.submit(self.play, patients, kills))
            for call in calls:
                call.result()
        self.place.settle()

    def upload_enough(self):
        """Uploads enough keys for every region and the neighbour, so that none waits any longer."""
        person, today, visited = Person(self, "flush"), day_start(fake_clock.now()), (self.other.name, "IT")
        for _ in range(0, self.min_keys, 100):
            keys = [Key(os.urandom(16), (today - 144) * 600) for _ in range(100)]
            body = payload([key(today - 288, data=each.data) for each in keys], visited=visited, consent=True)
            entry = self.enter(keys, visited, True)
            answer = person.submission.upload(body, person.tan(self.registered(person)))
            person.expect(answer, 200, "the last upload")
            entry.acknowledge(self.hour)

    def registered(self, person):
        """A token with a positive result, which a laboratory sends at once."""
        case = Case(person.random, "positive")
        self.place.laboratories[-1].live([case], 0)
        return Patient(self, person.number, case).tested()

    def border_faults(self):
        """What is wrong with the keys that this country offers to the other."""
        due = {each.data for upload in self.crossing if upload.stored for each in upload.keys if each.counts}
        seen = collections.Counter()
        for data, origin, visited in self.place.offered(self.other.place):
            seen[data] += 1
            if origin != self.name or any(data == each.data for upload in self.other.crossing for each in upload.keys):
                yield BorderFault("back", data)
            elif data not in due or self.other.name not in visited:
                yield BorderFault("unknown", data)
        yield from (BorderFault("lost", data) for data in due if data not in seen)
        yield from (BorderFault("twice", data) for data, count in seen.items() if count > 1)

    def faults(self):
        """All that is wrong in the end, by where it is."""
        yield from (("packages", *fault) for fault in self.end())
        yield from (("border", *fault) for fault in self.border_faults())
        yield from (("results", *fault) for fault in self.place.books.faults(self.place.results()))


class Neighbours:
    """Both countries through the hours."""

    def __init__(self, checks, arguments, seed, min_keys, hour, layouts=("country", "country")):
        self.checks, self.stack = checks, contextlib.ExitStack()
        self.random = generator_of(seed, "neighbours")
        german = Country(checks, arguments.avviso, "DE", layouts[0], min_keys, hour)
        self.stack.push(german)
        danish = Country(checks, arguments.avviso, "DK", layouts[1], min_keys, hour, beside=german)
        self.stack.push(danish)
        self.places = [german, danish]
        self.days = [CountryDay(checks, place, seed, min_keys) for place in self.places]
        for day, other in self.pairs():
            day.other = other

    def pairs(self):
        return zip(self.days, reversed(self.days))

    def __enter__(self):
        try:
            self.open()
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *_):
        for place in self.places:
            for laboratory in place.laboratories:
                if laboratory.client and laboratory.client.poll() is None:
                    laboratory.client.kill()
        self.stack.close()

    def open(self):
        german, danish = self.places
        german.meet(danish, ["north"])
        danish.meet(german, ["south"])
        for place, other in (self.places, self.places[::-1]):
            place.open()
            place.authority.add(other.authority)
        german.certified("north", WatchingLaboratory)
        german.keyed("lab-one")
        danish.certified("south")

    def each_day(self, call, *shares):
        """Calls for both days at once; a share is a pair."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(call, *each) for each in zip(self.days, *shares)]:
                done.result()

    def begin(self, hour):
        for day in self.days:
            day.begin(hour)

    def live(self, count, kills):
        """So many tests, two thirds of them in the first country, with so many kills of servers."""
        cases = [Case(self.random) for _ in range(count)]
        first = count * 2 // 3
        shares = [cases[:first], cases[first:]]
        lab_kills = max(1, kills // 4)
        self.each_day(CountryDay.live_with, shares, [kills - kills // 3, kills // 3], [lab_kills, lab_kills])

    def close_hour(self, hour, kills=0):
        """The next hour begins. Keys are exchanged, and the packages of the last hour are made and read."""
        self.days[0].move_to(hour + 1)
        self.each_day(lambda day: self.disturb(day, kills))
        for place in self.places:
            place.settle()
        self.exchange()
        for day in self.days:
            day.close_hour(hour)

    def exchange(self):
        """Both ask twice: the first that asks does not know yet what the other has for it."""
        for place in (*self.places, *self.places):
            place.exchange()

    def disturb(self, day, kills):
        """Exchanges and distributions that are killed, while the servers of both countries are."""
        random = generator_of(day.seed, "hour", day.hour)
        for _ in range(kills):
            day.place.kill_exchange(random)
            day.place.kill_distribution(random)
            # A server that starts exchanges at once.
            day.place.kill_soon("federation", random)
            day.other.place.kill_soon("federation", random)

    def decide(self, hour):
        """The exchange and the packages of an hour, which nobody disturbs."""
        self.days[0].move_to(hour)
        self.exchange()
        for day in self.days:
            day.decide(hour)

    def kills(self):
        """How often each kind of process was killed."""
        return {
            "servers": sum(process.kills for place in self.places for process in set(place.processes.values())),
            "clients": sum(each.kills for place in self.places for each in place.laboratories),
            "exchanges": sum(place.exchanges_killed for place in self.places),
            "distributions": sum(place.distributions_killed for place in self.places),
        }

    def check_end(self):
        for place in self.places:
            last = place.exchange()
            self.checks.equal((last["batches"], last["keys"]), (0, 0), f"{place.name}: after the end")
            for laboratory in place.laboratories:
                laboratory.close()


def play(checks, arguments, results, first, kills, min_keys, layouts, night=range(24, 28)):
    """A day from the hour `first` on, with so many results and kills of servers, and the hours after it."""
    began = time.monotonic()
    with Neighbours(checks, arguments, arguments.seed, min_keys, first, layouts) as both:
        both.begin(first)
        for place in both.places:
            place.interrupt_messages(both.random)
        hours = 24 - first
        for number, hour in enumerate(range(first, 24)):
            share = [total * (number + 1) // hours - total * number // hours for total in (results, kills)]
            both.live(*share)
            both.close_hour(hour, kills=2 + share[1] // 8)
            if number == hours // 2:
                # A laboratory that has lost its memory, and a country that begins again.
                both.places[0].laboratories[1].send_again()
                both.places[1].authority.federation("rewind", "DE", "0")
            if results > 200:
                checks.say(f"hour {hour} is over, {sum(both.kills().values())} kills, {time.monotonic() - began:.0f} s")
        for hour in night:
            both.days[0].move_to(hour)
            both.live(0, 0)
            both.close_hour(hour)
        both.each_day(CountryDay.upload_enough)
        for hour in range(night[-1] + 1, night[-1] + 4):
            both.close_hour(hour)
        both.check_end()
        for day in both.days:
            for fault in day.faults():
                checks.check(False, f"{day.name}: {fault}")
            checks.check(not day.deferred, "nobody is put off")
        say_what_was(checks, both, results, kills, began)


def say_what_was(checks, both, results, planned, began):
    """The figures of a run, and that they mean something."""
    for day in both.days:
        uploads, keys = day.ledger.counts()
        crossed = sum(each.counts for upload in day.crossing if upload.stored for each in upload.keys)
        checks.check(crossed > 0, f"{day.name}: keys cross the border")
        checks.say(f"{day.name}: {len(day.place.books.expected)} identifiers, {uploads} uploads of both countries, "
                   f"{keys} keys, {crossed} own keys crossed the border")
    kills = both.kills()
    checks.check(kills["servers"] >= planned, f"{kills['servers']} kills of servers")
    checks.say(f"{results} results, {', '.join(f'{count} kills of {name}' for name, count in kills.items())}, "
               f"{time.monotonic() - began:.0f} s")


# Planted mistakes

# A row of a key, but for its bytes, its sequence and its package.
COPIED = "rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset, origin, visited_countries"


class Planter:
    """Makes the mistakes in a country's databases that the books must find."""

    def __init__(self, day):
        self.day, self.checks, self.place = day, day.checks, day.place

    def upload(self, visited, consents):
        """The only key of an upload."""
        person, start = Person(self.day, "planter"), day_start(fake_clock.now()) - 288
        one = Key(os.urandom(16), (start + 144) * 600)
        entry = self.day.enter([one], visited, consents)
        body = payload([key(start, data=one.data)], visited=visited, consent=consents)
        answer = person.submission.upload(body, person.tan(self.day.registered(person)))
        self.checks.equal(answer.status, 200, "an upload with a planted mistake")
        entry.acknowledge(self.day.hour)
        return one.data

    def lose(self, sequence, data):
        self.change("DELETE FROM diagnosis_key WHERE key_data = ? AND sequence = ?", data, self.number(sequence))

    def repeat(self, sequence, data):
        """Forgets that a key was in a package."""
        self.change(
            "UPDATE diagnosis_key SET chunk = NULL, releasable_at = ? WHERE key_data = ? AND sequence = ?",
            self.day.hour * HOUR, data, self.number(sequence),
        )

    def offer(self, sequence, data, like):
        """Puts a key into a sequence, with everything else of a key that is there."""
        self.change(
            f"INSERT INTO diagnosis_key (key_data, sequence, releasable_at, {COPIED}) "
            f"SELECT ?, sequence, ?, {COPIED} FROM diagnosis_key WHERE key_data = ? AND sequence = ?",
            data, self.day.hour * HOUR, like, self.number(sequence),
        )

    def number(self, sequence):
        sql = "SELECT id FROM publication_state WHERE sequence = ?"
        return self.place.rows("submission", "corona-warn", sql, sequence)[0][0]

    def change(self, sql, *values, service="submission", name="corona-warn"):
        found = self.place.rows(service, name, f"{sql} RETURNING 1", *values)
        self.checks.equal(len(found), 1, f"rows changed: {sql}")

    def spoil_results(self):
        """A fault of each kind; returns the identifiers."""
        lost, wrong, again, _ = list(self.place.books.expected)[:4]
        unknown = os.urandom(32).hex()
        for sql, *values in (
            ("DELETE FROM test_result WHERE identifier = ?", lost),
            ("UPDATE test_result SET code = 1 WHERE identifier = ?", wrong),
            ("UPDATE test_result SET changed_in = changed_in + 1 WHERE identifier = ?", again),
            (f"INSERT INTO test_result VALUES (?, 2, 1, NULL, 'nobody', {self.day.hour})", unknown),
        ):
            self.change(sql, *values, service="laboratory", name="laboratory")
        return {("results", kind, data) for kind, data in
                (("lost", lost), ("wrong", wrong), ("again", again), ("unknown", unknown))}


def check_planted(checks, arguments):
    """The books find each mistake that is made in the databases, and nothing else."""
    with Neighbours(checks, arguments, f"{arguments.seed}:planted", 1, 20, ["small-country"] * 2) as both:
        both.begin(20)
        german, danish = map(Planter, both.days)
        lost, twice, sound = (german.upload(["DK"], True) for _ in range(3))
        betrayed, foreign = german.upload(["DK"], False), danish.upload(["DE"], True)
        german.lose("federation-dk", lost)
        # As if its owner had agreed.
        german.offer("federation-dk", betrayed, like=sound)
        both.decide(21)
        # As if it were a key of this country.
        german.offer("federation-dk", foreign, like=sound)
        both.decide(22)
        danish.repeat("dk-hour", twice)
        both.decide(24)
        spoiled = german.spoil_results()
        found = [{fault for fault in day.faults() if fault[1] != "day"} for day in both.days]
        checks.equal(found[0], spoiled | {
            ("border", "lost", lost), ("border", "unknown", betrayed), ("border", "back", foreign),
        }, "what the books of the first country find")
        checks.equal(found[1], {("packages", "twice", "DK", twice)} | {
            ("packages", kind, region, data) for region in ("DE", "DK", "EUR")
            for kind, data in (("lost", lost), ("unknown", betrayed))
        }, "what the books of the second country find")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--results", type=int)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    checks = harness.Checks("coronawarn_partners")
    checks.say(f"seed {arguments.seed}")
    if arguments.results:
        play(checks, arguments, arguments.results, arguments.first, arguments.kills, 140, ["country"] * 2)
    else:
        play(checks, arguments, 24, 22, 8, 5, ["country", "small-country"], night=[27])
    check_planted(checks, arguments)
    checks.finish()


if __name__ == "__main__":
    main()
