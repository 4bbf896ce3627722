"""Laboratories with the real client, which is killed while it sends, and the books of their results."""

import collections
import datetime
import os
import secrets
import subprocess
import threading
import time

import fake_clock
import harness
from coronawarn import once_more
from coronawarn_installation import generator_of
from coronawarn_reader import hour_now
from laboratory import hashed, new_code, table

HEADER = "kind,code,result,birth_date,sampled_at"
OUTCOMES = ("pending", "negative", "positive", "invalid")
# The code of a kind's pending result: to the server, and to phones.
CODES = {"pcr": (0, 0), "quicktest": (5, 5), "pocnat": (10, 0)}
BATCH = 10
STEPS = ["results-accepted", "results-remembered"]
STEPS_OF_FOLDER = [*STEPS, "file-taken", "report-written"]

# A stored result, as the server has to have it.
Stored = collections.namedtuple("Stored", "code sample label owner changed")
# Something wrong: its kind and the identifier. Kinds are lost, wrong, again and unknown.
Fault = collections.namedtuple("Fault", "kind identifier")


class Case:
    """A test: what is on its sheet, and its results in their order. The last one is final."""

    def __init__(self, random, outcome=None):
        self.kind = random.choices(list(CODES), [80, 12, 8])[0]
        self.code = new_code() if self.kind == "pcr" else secrets.token_hex(32)
        self.sampled = int(fake_clock.now()) - random.randint(3600, 86400)
        final = outcome or random.choices(OUTCOMES[1:], [30, 62, 8])[0]
        # A result that is not final yet, which the laboratory corrects within the hour.
        first = "invalid" if self.kind == "pcr" else "pending"
        self.outcomes = [first, final] if final != first and random.random() < 0.15 else [final]
        born = datetime.date(1990, 1, 1) + datetime.timedelta(random.randrange(3000))
        self.born = born if self.kind == "pcr" and random.random() < 0.2 else None

    @property
    def identifier(self):
        return hashed(self.code) if self.kind == "pcr" else once_more(self.code)

    @property
    def birth_date(self):
        """The second identifier, with the birth date; None without one."""
        return "x" + hashed(self.code, self.born.strftime("%d%m%Y"))[1:] if self.born else None

    @property
    def is_positive(self):
        return self.outcomes[-1] == "positive"

    @property
    def shown(self):
        """The final result, as a phone sees it."""
        return CODES[self.kind][1] + OUTCOMES.index(self.outcomes[-1])

    def line(self, outcome):
        moment = datetime.datetime.fromtimestamp(self.sampled, datetime.timezone.utc)
        return f"{self.kind},{self.code},{outcome},{self.born or ''},{moment.isoformat()}"

    def stored(self, label, owner, hour):
        """The server's rows, by identifier. A row counts its change up to the end of the hour."""
        code = CODES[self.kind][0] + OUTCOMES.index(self.outcomes[-1])
        row = Stored(code, self.sampled, label, owner, hour + 1)
        return {each: row for each in (self.identifier, self.birth_date) if each}


class ResultBooks:
    """What the laboratories of a country sent, and what is wrong with what its server has."""

    def __init__(self):
        self.expected = {}

    def faults(self, rows):
        """`rows` are identifiers with what is stored of them."""
        found = {identifier: Stored(*row) for identifier, *row in rows}
        for identifier, row in self.expected.items():
            stored = found.pop(identifier, None)
            if stored is None:
                yield Fault("lost", identifier)
            elif stored._replace(changed=row.changed) != row:
                yield Fault("wrong", identifier)
            elif stored != row:
                yield Fault("again", identifier)
        yield from (Fault("unknown", identifier) for identifier in found)


class Laboratory:
    """A laboratory and its client. `credential` are the client's options."""

    steps = STEPS
    # Seconds after its start in which a client is killed at any moment: most of a run.
    moments = 0.6

    def __init__(self, checks, place, owner, credential, books):
        self.checks, self.place, self.owner, self.credential, self.books = checks, place, owner, credential, books
        self.folder = os.path.join(place.places["laboratory"].folder, f"results-{owner}")
        os.mkdir(self.folder)
        self.random = generator_of(owner, place.midnight)
        self.label, self.kills, self.files, self.client = f"Laboratory {owner}", 0, 0, None
        self.sent = []

    def live(self, cases, kills):
        """Sends the results of an hour; the client is killed so many times while there is anything to send."""
        plan = [self.random.choice([*self.steps, None]) for _ in range(kills)]
        for case in cases:
            self.books.expected |= case.stored(self.label, self.owner, hour_now())
        self.sent += cases
        corrected = [case for case in cases if len(case.outcomes) > 1]
        self.send([
            table([case.line(case.outcomes[0]) for case in cases], HEADER),
            *([table([case.line(case.outcomes[1]) for case in corrected], HEADER)] if corrected else []),
        ], plan)

    def send_again(self):
        """Sends every final result once more, as if nothing were known of the first time."""
        os.rename(os.path.join(self.folder, ".avviso-lab"), os.path.join(self.folder, f"forgotten-{self.files}"))
        self.send([table([case.line(case.outcomes[-1]) for case in self.sent], HEADER)], [None, *self.steps])

    def send(self, texts, plan):
        for text in texts:
            path = self.write(text)
            while True:
                self.start([path], plan)
                status = self.ended()
                if status != -9:
                    break
            self.checks.equal(status, 0, f"{self.owner}: {self.said()}")

    def write(self, text):
        self.files += 1
        path = os.path.join(self.folder, f"{self.files:04}.csv")
        with open(f"{path}-new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(f"{path}-new", path)
        return path

    def start(self, what, plan):
        """Starts the client. If a kill is left, it comes at a step or at any moment."""
        step = plan.pop() if plan else ""
        settings = {"TEST_KILL_AT": f"{step}:{self.random.randint(1, 2)}"} if step else {}
        command = [
            self.place.avviso, "lab", "send", *what, *self.credential, "--laboratory-name", self.label, "--batch-size",
            str(BATCH), "--json", *(["--patience", str(harness.PATIENCE)] if "--watch" not in what else []),
        ]
        with open(os.path.join(self.folder, "client.log"), "ab") as log:
            self.client = subprocess.Popen(
                command, env=harness.clean_environment(settings), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        if step is None:
            threading.Timer(self.random.uniform(0, self.moments), self.client.kill).start()

    def ended(self):
        status = self.client.wait(harness.PATIENCE)
        self.kills += status == -9
        return status

    def said(self):
        return harness.read(os.path.join(self.folder, "client.log"))[-500:].decode()

    def close(self):
        """Nothing is left to do."""


class WatchingLaboratory(Laboratory):
    """One whose system drops files into a folder, which a client watches for the whole day."""

    steps = STEPS_OF_FOLDER
    moments = 3

    def send(self, texts, plan):
        if plan and self.client:
            self.client.kill()
        names = [os.path.basename(self.write(text)) for text in texts]
        deadline = time.monotonic() + harness.PATIENCE
        while not all(os.path.exists(os.path.join(self.folder, "sent", name)) for name in names):
            if self.client is None or self.client.poll() is not None:
                if self.client and self.ended() != -9:
                    self.checks.check(False, f"{self.owner}: the watch ended: {self.said()}")
                    return
                self.start(["--watch", self.folder], plan)
            if time.monotonic() > deadline:
                self.checks.check(False, f"{self.owner}: files wait: {self.said()}")
                return
            time.sleep(0.05)

    def close(self):
        self.client.kill()
        self.client.wait()
        for place, count in (("sent", self.files), ("working", 0), ("refused", 0)):
            found = [name for name in os.listdir(os.path.join(self.folder, place)) if name.endswith(".csv")]
            self.checks.equal(len(found), count, f"{self.owner}: files in {place}")
