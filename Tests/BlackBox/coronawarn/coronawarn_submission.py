"""Drives the submission service of Corona-Warn over HTTP, with verification in the same database and in another process, and
checks what its contract promises. Usage: coronawarn_submission.py AVVISO

Tier: test
Only here: the real server answers uploads of an independent encoder as the contract says, also after a restart, and with
  verification in another process; its health does not hang on that process.
"""

import sqlite3
import sys
import time

import fake_clock
import harness
import wire
from coronawarn import DAY, WIRE_SIZE, Services, day_start, guid, key, nonce, payload, token

SETTINGS = {
    "CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "CORONA_WARN_COUNTRIES": "IT",
    "VERIFICATION_TELETAN_PAUSE": "0s", "VERIFICATION_HEALTH_AUTHORITIES": "h-1",
}
INTERNAL_TOKEN = "token-of-the-tests-1234"


class Suite:
    """The servers, their clock and their callers. A split installation has verification in a process of its own."""

    def __init__(self, checks, workplace, clock, split=None):
        self.checks, self.workplace, self.clock = checks, workplace, clock
        home = split or workplace
        self.lab = self.made(home, "lab", "create", "lab-one")
        self.event = self.made(home, "operator", "token", "berta", "--role", "hotline-event", "--health-authority", "h-1")
        if split:
            verification = split.start(("laboratory", "verification"), SETTINGS | {"INTERNAL_TOKEN": INTERNAL_TOKEN})
            verification.wait_ready()
            self.verification, self.home = Services(verification), split
            self.settings = SETTINGS | {
                "SUBMISSION_VERIFICATION_URL": "http://%s:%d" % verification.internal,
                "SUBMISSION_VERIFICATION_TOKEN": INTERNAL_TOKEN,
            }
            self.names = ("submission",)
        else:
            self.settings, self.home = SETTINGS, workplace
            self.names = ("laboratory", "verification", "submission")
            self.verification = None
        self.is_split = split is not None
        self.start()

    def made(self, home, *command):
        done = home.run(*command, "--data", home.data, settings=SETTINGS)
        self.checks.equal(done.returncode, 0, f"exit of {' '.join(command)}: {done.stderr}")
        return done.stdout.strip()

    def start(self, **settings):
        self.server = self.workplace.start(self.names, self.settings | settings).wait_ready()
        self.services = Services(self.server)
        if not self.is_split:
            self.verification = self.services

    def restart(self, **settings):
        self.server.stop()
        self.start(**settings)

    def status(self, answer, expected, what):
        self.checks.equal(answer.status, expected, what)
        self.checks.equal(answer.body, b"", f"{what}: body")
        return answer

    def tan(self):
        """A TAN of a test with a positive result."""
        identifier = guid()
        sent = self.verification.send(self.lab, [(identifier, 2)])
        assert sent.status == 204, sent.status
        return self.verification.issued(self.verification.registered(identifier, padding=nonce()), padding=nonce())

    def rows(self, sql="SELECT count(*) FROM diagnosis_key"):
        with sqlite3.connect(f"{self.workplace.data}/corona-warn.sqlite") as database:
            return database.execute(sql).fetchall()

    def count(self):
        return self.rows()[0][0]

    @property
    def today(self):
        return day_start(fake_clock.now())


def check_uploads(suite):
    services, status = suite.services, suite.status
    tan, body = suite.tan(), payload([key(suite.today - 144), key(suite.today)])
    before = suite.count()
    answer = status(services.upload(body, tan), 200, "an upload")
    for name in ("cwa-filtered-checkins", "cwa-saved-checkins"):
        suite.checks.equal(answer.header(name), "0", name)
    suite.checks.equal(suite.count() - before, 4, "two keys in the own country and in the union")
    status(services.upload(body, tan), 200, "the same upload again")
    status(services.upload(payload([key(suite.today - 144)]), tan), 403, "another upload with the same TAN")
    suite.checks.equal(suite.count() - before, 4, "rows after the same upload")
    suite.restart()
    status(suite.services.upload(body, tan), 200, "the same upload after a restart")
    status(suite.services.upload(body, token()), 403, "an unknown TAN")
    for wrong in ("x", "TAN " + tan, tan.upper(), tan + "0"):
        status(suite.services.upload(payload([key(suite.today)]), wrong), 403, f"the TAN {wrong}")


def check_order(suite):
    """Headers, media type, body, TAN; a refusal costs no TAN."""
    services, status, tan = suite.services, suite.status, suite.tan()
    good = payload([key(suite.today - 144)])
    status(services.upload(good, tan, fake=None), 400, "no cwa-fake")
    for fake in ("x", "", "1.0", "true", "2147483648"):
        status(services.upload(good, tan, fake=fake), 400, f"cwa-fake {fake!r}")
    status(services.upload(good), 400, "no TAN")
    status(services.upload(good, tan, cwa_otp=token()), 400, "TAN and one-time password")
    status(services.upload(good, cwa_otp=token()), 400, "a one-time password")
    for media in (None, "application/json", "application/octet-stream", "application/protobuf"):
        status(services.upload(good, tan, media=media), 415, f"media type {media}")
    status(services.upload(b"\x00", media="text/plain"), 400, "headers before the media type")
    status(services.upload(b"\x00", tan, media="text/plain"), 415, "the media type before the body")
    status(services.upload(b"\x00", "x"), 400, "the body before the TAN")
    for method in ("GET", "PUT", "DELETE", "PATCH"):
        status(wire.request(suite.server.public, method, "/version/v1/diagnosis-keys"), 405, method)
    status(services.post("/version/v1/submission-on-behalf", b""), 404, "submission on behalf")
    status(services.upload(good, tan), 200, "the TAN after all refusals")


def check_bodies(suite):
    services, status, today = suite.services, suite.status, suite.today
    tan = suite.tan()

    def accepted(body, is_right, what):
        nonlocal tan
        status(services.upload(body, tan), 200 if is_right else 400, what)
        if is_right:
            tan = suite.tan()

    for start, is_right in ((today + 72, False), (today + 1, False), (0, False), (-144, False), (None, False),
                            (today, True), (today + 144, True), (today - 30 * 144, True)):
        accepted(payload([key(start)]), is_right, f"start {start}")
    for period, is_right in ((0, False), (1, True), (144, True), (145, False), (-1, False), (None, True)):
        accepted(payload([key(today - 144, period=period)]), is_right, f"period {period}")
    for level, is_right in ((-1, False), (0, False), (1, True), (8, True), (9, False), (12, False), (None, False)):
        accepted(payload([key(today - 144, level=level)]), is_right, f"level {level}")
    for onset, is_right in ((-100, False), (-16, False), (-15, True), (0, True), (3986, True), (4000, True), (4001, False)):
        accepted(payload([key(today - 144, level=None, onset=onset)]), is_right, f"onset {onset}")
    for size, is_right in ((0, False), (15, False), (16, True), (17, False)):
        accepted(payload([key(today - 144, data=b"k" * size)]), is_right, f"{size} bytes of key")
    for count, is_right in ((0, False), (1, True), (14, True), (15, False)):
        accepted(payload([key(today - 144) for _ in range(count)]), is_right, f"{count} keys")
    for origin, is_right in (("", True), (" ", True), ("DE", True), ("IT", False), ("de", False)):
        accepted(payload([key(today - 144)], origin=origin), is_right, f"origin {origin!r}")
    for visited, is_right in ((("DE",), True), (("DE", "IT"), True), (("DE", "XX"), False), (("FR",), False)):
        accepted(payload([key(today - 144)], visited=visited), is_right, f"visited {visited}")
    for kind, is_right in ((0, True), (1, True), (2, False), (3, False), (9, False)):
        accepted(payload([key(today - 144)], kind=kind), is_right, f"type {kind}")
    whole = payload([key(today - 144)], padding=0)
    for size, is_right in ((100_000, True), (100_001, False), (250_000, False)):
        body = whole + payload([], padding=size - len(whole) - 4)
        suite.checks.equal(len(body), size, "size")
        accepted(body, is_right, f"{size} bytes")
    status(services.upload(payload([key(today - 144)]), tan), 200, "the TAN after all refusals of bodies")


def check_dropped(suite):
    """Keys of the future and keys past their retention are dropped without a word."""
    before = suite.count()
    keys = [key(suite.today + 144), key(suite.today - 15 * 144), key(suite.today - 14 * 144), key(suite.today - 144)]
    suite.status(suite.services.upload(payload(keys), suite.tan()), 200, "keys of which two count")
    suite.checks.equal(suite.count() - before, 4, "rows of two keys")
    suite.status(suite.services.upload(payload(keys[:2]), suite.tan()), 200, "keys of which none counts")
    suite.checks.equal(suite.count() - before, 4, "rows after keys of which none counts")


def check_regions(suite):
    sql = "SELECT count(*) FROM diagnosis_key JOIN publication_state ON id = diagnosis_key.sequence WHERE "
    for consent, count in ((None, 0), (False, 0), (True, 1)):
        data = guid()[:16].encode()
        body = payload([key(suite.today - 144, data=data)], visited=("IT",), consent=consent)
        suite.status(suite.services.upload(body, suite.tan()), 200, f"consent {consent}")
        for region, expected in (("de", 1), ("eur", 1), ("it", count)):
            found = suite.rows(f"{sql} publication_state.sequence = '{region}-hour' AND hex(key_data) = '{data.hex().upper()}'")
            suite.checks.equal(found[0][0], expected, f"rows of {region} with consent {consent}")


def check_fakes(suite):
    """A fake has the answer of a genuine upload and changes nothing."""
    services, tan = suite.services, suite.tan()
    good = payload([key(suite.today - 144)])
    genuine = services.upload(good, tan)
    before, unused = suite.count(), suite.tan()
    names = [name for name, _ in genuine.headers]
    for fake in harness.extent(("1",), ("1", "-1", "2", "2147483647")):
        for body in (good, b"", b"\x00", payload([key(suite.today - 144)])):
            for more in ({}, {"cwa_otp": "x"}, {"media": None}, {"tan": unused}):
                answer = suite.status(services.upload(body, fake=fake, **more), 200, f"fake {fake} {more}")
                suite.checks.equal([name for name, _ in answer.headers], names, "headers of a fake")
                suite.checks.equal(answer.size, WIRE_SIZE, "size of a fake")
    suite.checks.equal(genuine.size, WIRE_SIZE, "size of a genuine answer")
    for answer in (services.upload(b"\x00", tan), services.upload(good, token()), services.upload(good)):
        suite.checks.equal(answer.size, WIRE_SIZE, f"size of {answer.status}")
    suite.status(services.upload(b"0" * 100_001, fake="1"), 400, "a fake that is too large")
    suite.checks.equal(suite.count(), before, "rows after fakes")
    suite.status(services.upload(payload([key(suite.today - 144)]), unused), 200, "a TAN that fakes named")


def check_events(suite):
    answer = suite.verification.new_teletan(suite.event, "EVENT")
    suite.checks.equal(answer.status, 201, "a teleTAN of an event")
    tan = suite.verification.issued(suite.verification.registered(answer.body.decode().split('"')[3], kind="TELETAN"))
    for _ in range(2):
        suite.status(suite.services.upload(payload([key(suite.today - 144)]), tan), 403, "the TAN of an event")
    suite.checks.equal(suite.verification.verify(tan).status, 200, "the TAN of an event is not used up")


def check_expiry(suite):
    tan, used = suite.tan(), suite.tan()
    body = payload([key(suite.today - 144)])
    suite.status(suite.services.upload(body, used), 200, "an upload")
    suite.clock.advance(DAY - 60)
    suite.status(suite.services.upload(body, used), 200, "the same upload a day later")
    suite.clock.advance(3700)
    suite.status(suite.services.upload(payload([key(suite.today - 144)]), tan), 403, "a TAN after a day")
    suite.status(suite.services.upload(body, used), 403, "the same upload after the TAN's life")


def check_at_rest(suite):
    """Neither TAN nor fingerprint of a TAN is in a file or a log."""
    tan, body = suite.tan(), payload([key(suite.today - 144)])
    suite.status(suite.services.upload(body, tan), 200, "an upload")
    suite.server.kill()
    content = b"".join(
        harness.read(f"{suite.workplace.data}/corona-warn.sqlite{part}") for part in ("", "-wal")
    )
    suite.checks.check(tan.encode() not in content, "the database holds a TAN")
    suite.checks.check(tan.encode() not in suite.workplace.log_text(), "the log holds a TAN")
    suite.start()
    suite.status(suite.services.upload(body, tan), 200, "the same upload after a crash")


def check_health(suite):
    """A probe of health asks no other service, and fails for none. The uploads of a split installation do."""
    def asked():
        headers = [("Authorization", f"Bearer {INTERNAL_TOKEN}")]
        text = wire.request(suite.verification.server.internal, "GET", "/metrics", headers).body.decode()
        return [line for line in text.splitlines() if line.startswith("http_requests_total") and "/tan" in line]

    def health():
        return wire.request(suite.server.internal, "GET", "/health").status

    before = asked()
    suite.checks.check(before, "the verification service counts requests")
    suite.checks.equal([health() for _ in range(3)], [200] * 3, "health")
    suite.checks.equal(asked(), before, "requests to the verification service by three probes")
    tan, body = suite.tan(), payload([key(suite.today - 144)])
    suite.verification.server.stop()
    suite.checks.equal(health(), 200, "health while the verification service is down")
    suite.status(suite.services.upload(body, tan), 500, "an upload while the verification service is down")


def main():
    checks = harness.Checks("coronawarn_submission")
    everything = (
        check_uploads, check_order, check_bodies, check_dropped, check_regions, check_fakes,
        check_events, check_at_rest, check_expiry,
    )
    of_split = (check_uploads, check_fakes, check_at_rest, check_health)
    if not harness.EVERY:
        # coronawarn_apart.py has a race of two processes, coronawarn_crash.py looks for secrets in both layouts.
        everything = [each for each in everything if each is not check_at_rest]
        of_split = (check_uploads, check_health)
    for is_split, functions in ((False, everything), (True, of_split)):
        with harness.Workplace(sys.argv[1]) as workplace, harness.Workplace(sys.argv[1]) as other:
            clock = fake_clock.FakeClock(workplace.folder)
            workplace.avviso = other.avviso = clock.wrap(workplace.avviso)
            # Noon, so that no day ends meanwhile.
            clock.move_to((int(time.time()) // fake_clock.DAY + 1) * fake_clock.DAY + fake_clock.DAY // 2)
            suite = Suite(checks, workplace, clock, other if is_split else None)
            for function in functions:
                before = checks.passed
                function(suite)
                checks.say(f"{function.__name__}: {checks.passed - before} checks")
            clock.move_to(time.time())
    checks.finish()


if __name__ == "__main__":
    main()
