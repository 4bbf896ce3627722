"""Runs Corona-Warn's laboratory, verification and submission services as processes of their own, on one data folder and on
two, kills them after their answers, loses answers between them, and looks for what they must not keep.
Usage: coronawarn_apart.py AVVISO

Tier: test
Only here: a process of each service that is killed after an answer has kept what it answered, two processes on one folder let
  one of thirty phones and one of thirty uploads win, a lost answer between two machines costs no TAN, and no file or log has an
  address or a TAN.
"""

import concurrent.futures
import hashlib
import http.server
import json
import os
import sys
import threading
import time
import uuid

import harness
import wire
from coronawarn import Services, day_start, guid, key, nonce, payload, token

SETTINGS = {"CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "VERIFICATION_TELETAN_PAUSE": "0s"}
INTERNAL_TOKEN = "token-of-the-tests-1234"
# An address that only these tests use.
CALLER = "127.0.0.77"
# Rounds of six kills, one after each answer.
ROUNDS = harness.extent(1, 4)


class Place:
    """A data folder, its processes and their callers."""

    def __init__(self, checks, workplace, *services, **settings):
        self.checks, self.workplace, self.names = checks, workplace, services
        self.settings = SETTINGS | {"LOG_LEVEL": "debug"} | settings
        self.services = Services()
        self.start()

    def start(self):
        # A server's own time zone must not count.
        prefix = ("env", "TZ=Pacific/Auckland")
        self.server = self.services.server = self.workplace.start(self.names, self.settings, prefix).wait_ready()
        return self.services

    def killed(self):
        """Kills the process and starts it again."""
        self.server.kill()
        return self.start()

    def credential(self, *command):
        done = self.workplace.run(*command, "--data", self.workplace.data)
        self.checks.equal(done.returncode, 0, f"exit of {' '.join(command)}: {done.stderr}")
        return done.stdout.strip()


class LossyVerification(http.server.ThreadingHTTPServer):
    """Passes requests on to the verification service, and loses the answers that a test chooses."""

    daemon_threads = True

    def __init__(self, verification):
        super().__init__(("127.0.0.1", 0), LossyHandler)
        self.verification, self.lost, self.seen = verification, set(), []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.server_address[1]


class LossyHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):  # pylint: disable=invalid-name
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = [(name, value) for name, value in self.headers.items() if name in ("Content-Type", "Authorization")]
        try:
            answer = wire.request(self.server.verification.internal, "POST", self.path, headers, body)
        except OSError:
            self.close_connection = True
            return
        name = self.path.rsplit("/", 1)[1]
        self.server.seen.append((name, answer.status))
        if name in self.server.lost:
            self.close_connection = True
            return
        self.send_response(answer.status)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format, *_):  # pylint: disable=redefined-builtin
        pass


def body():
    return payload([key(day_start(time.time()) - 144)])


def check_kills(checks, workplace):
    """What was answered is there after kill -9, whichever answer it was."""
    place = Place(checks, workplace, "laboratory", "verification", "submission")
    lab = place.credential("lab", "create", "lab-one")
    hotline = place.credential("operator", "token", "anna", "--role", "hotline")
    for number in range(ROUNDS):
        identifier, register, ask, upload = guid(), nonce(), nonce(), body()
        checks.equal(place.services.send(lab, [(identifier, 2)]).status, 204, "a result")
        services = place.killed()
        found = json.loads(services.ask(identifier).body)
        checks.equal(found["testResult"], 2, f"the result after a kill in round {number}")
        checks.check(abs(found["sc"] - time.time()) < harness.PATIENCE, f"the time of a sample: {found['sc']}")
        registration = services.registered(identifier, padding=register)
        services = place.killed()
        checks.equal(services.registered(identifier, padding=register), registration, "the token after a kill")
        checks.equal(services.register(identifier).status, 400, "a second token after a kill")
        tan = services.issued(registration, padding=ask)
        services = place.killed()
        checks.equal(services.issued(registration, padding=ask), tan, "the TAN after a kill")
        checks.equal(services.upload(upload, tan).status, 200, "an upload")
        services = place.killed()
        checks.equal(services.upload(upload, tan).status, 200, "the same upload after a kill")
        checks.equal(services.upload(body(), tan).status, 403, "another upload after a kill")
        code = json.loads(services.new_teletan(hotline).body)["value"]
        services = place.killed()
        checks.equal(services.register(code, "TELETAN").status, 201, "a teleTAN after a kill")
        services = place.killed()
        checks.equal(services.register(code, "TELETAN").status, 400, "a used teleTAN after a kill")
    place.server.stop()


def check_processes(checks, workplace):
    """Each service in two processes on one data folder: one upload of a TAN wins, one phone of a test gets the token."""
    home = Place(checks, workplace, "laboratory", "verification")
    lab = home.credential("lab", "create", "lab-two")
    others = [Place(checks, workplace, *names) for names in (
        ("laboratory",), ("verification",), ("submission",), ("submission",),
    )]
    uploads = [place.services for place in others[2:]]
    for services, paths in (
        (others[0].services, ("version/v1/tan/verify",)), (others[1].services, ("api/v1/lab/results",)),
        (others[2].services, ("version/v1/tan/verify", "api/v1/app/result")),
    ):
        for path in paths:
            checks.equal(services.post(f"/{path}", {}, listener="internal").status, 404, f"{path} of another service")
    for path in ("registrationToken", "tan", "testresult"):
        checks.equal(uploads[0].post(f"/version/v1/{path}", {}).status, 404, f"{path} at the submission service")
    checks.equal(others[1].services.upload(body(), token()).status, 404, "an upload at the verification service")
    with concurrent.futures.ThreadPoolExecutor(30) as pool:
        for _ in range(harness.extent(1, 3)):
            identifier = guid()
            checks.equal(others[0].services.send(lab, [(identifier, 2)]).status, 204, "a result to one process")
            phones = [place.services for place in (home, others[1])] * 15
            answers = list(pool.map(lambda phone: phone.register(identifier), phones))  # pylint: disable=cell-var-from-loop
            checks.equal(sorted(answer.status for answer in answers), [201] + [400] * 29, "thirty phones")
            registration = next(json.loads(a.body)["registrationToken"] for a in answers if a.status == 201)
            tan = home.services.issued(registration)
            found = sorted(pool.map(lambda service: service.upload(body(), tan).status, uploads * 15))
            checks.equal(found, [200] + [403] * 29, "thirty uploads to two processes")
            same = body()
            tan = home.services.issued(registration)
            found = set(pool.map(lambda service: service.upload(same, tan).status, uploads * 15))
            checks.equal(found, {200}, "the same upload thirty times")
            checks.equal(home.services.tan(registration).status, 400, "a third TAN")
    for place in [home, *others]:
        checks.equal(place.server.stop(), 0, "exit of a service alone")


def check_lost_answers(checks, verification_place, submission_place):
    """No lost answer and no service that is away costs a TAN, and no upload is stored twice."""
    home = Place(checks, verification_place, "laboratory", "verification", INTERNAL_TOKEN=INTERNAL_TOKEN)
    lab = home.credential("lab", "create", "lab-one")
    lossy = LossyVerification(home.server)
    place = Place(
        checks, submission_place, "submission", SUBMISSION_VERIFICATION_URL=lossy.url,
        SUBMISSION_VERIFICATION_TOKEN=INTERNAL_TOKEN,
    )
    by_token = [("Authorization", f"Bearer {INTERNAL_TOKEN}")]

    def registered():
        identifier = guid()
        checks.equal(home.services.send(lab, [(identifier, 2)]).status, 204, "a result")
        return home.services.registered(identifier)

    def verified(tan):
        return home.services.post("/version/v1/tan/verify", {"tan": tan}, by_token, "internal").status

    cases = [({"reserve"}, 500), ({"confirm"}, 200), (set(), 200), ({"reserve", "confirm"}, 500)]
    for lost, expected in cases[:harness.extent(2, 4)]:
        registration, upload = registered(), body()
        tan = home.services.issued(registration)
        lossy.lost = lost
        checks.equal(place.services.upload(upload, tan).status, expected, f"an upload where {lost} is lost")
        place.killed()
        lossy.lost = set()
        checks.equal(place.services.upload(body(), tan).status, 403, f"another upload after {lost} was lost")
        checks.equal(verified(tan), 404, f"the TAN after {lost} was lost")
        for _ in range(2):
            checks.equal(place.services.upload(upload, tan).status, 200, f"the same upload after {lost} was lost")
        checks.equal(place.services.upload(body(), tan).status, 403, "another upload after the same one")
        second = home.services.issued(registration)
        checks.equal(place.services.upload(body(), second).status, 200, "an upload with the second TAN")
        checks.equal(home.services.tan(registration).status, 400, "a third TAN")
    tan = home.services.issued(registered())
    home.server.kill()
    for fake in "0", "1":
        checks.equal(place.services.upload(body(), tan, fake=fake).status, 500, "an upload while verification is away")
    checks.equal(wire.request(place.server.internal, "GET", "/health").status, 200, "the health of a service alone")
    lossy.verification = home.start().server
    checks.equal(place.services.upload(body(), tan).status, 200, "the TAN after verification has come back")
    check_secrets(checks, home, place, lossy, registered)
    check_refused_token(checks, home)
    check_callers(checks, home)
    home.server.stop()


def check_secrets(checks, home, place, lossy, registered):
    """The submission service keeps no form of a TAN, and no log has an address, a TAN or a token."""
    registration, upload = registered(), body()
    tan = home.services.issued(registration)
    fields = [("cwa-fake", "0"), ("cwa-authorization", tan), ("Content-Type", "application/x-protobuf"),
              ("X-Forwarded-For", "203.0.113.77"), ("Forwarded", "for=203.0.113.77"), ("X-Real-IP", "203.0.113.77")]
    for status in (200, 200):
        answer = wire.request(place.server.public, "POST", "/version/v1/diagnosis-keys", fields, upload, CALLER)
        checks.equal(answer.status, status, "an upload through a proxy")
    wire.request(place.server.public, "POST", "/version/v1/diagnosis-keys", fields, b"\x00", CALLER)
    wire.request(home.server.public, "GET", "/version/v1/tan", fields, None, CALLER)
    checks.check(("reserve", 200) in lossy.seen and ("confirm", 200) in lossy.seen, "the lossy way was used")
    digest = hashlib.sha256(tan.encode())
    forms = {
        "TAN": tan.encode(), "TAN without hyphens": tan.replace("-", "").encode(), "TAN's bytes": uuid.UUID(tan).bytes,
        "digest": digest.digest(), "digest in hexadecimal": digest.hexdigest().encode(), "token": registration.encode(),
        "token's digest": hashlib.sha256(registration.encode()).digest(),
    }
    place.server.kill()
    for folder, _, names in os.walk(place.workplace.data):
        for name in names:
            content = harness.read(os.path.join(folder, name))
            for what, form in forms.items():
                checks.check(form not in content, f"{name} of the submission service holds the {what}")
    logs = place.workplace.log_text() + home.workplace.log_text()
    for what, text in {"address": CALLER.encode(), "forwarded address": b"203.0.113.77", **forms}.items():
        checks.check(text not in logs, f"a log holds the {what}")
    checks.check(b"127.0.0.1" not in logs.replace(b"http://127.0.0.1", b""), "a log holds the address of loopback")


def check_refused_token(checks, home):
    """A submission service with a wrong token cannot use TANs and says 500; a token that is too short does not start."""
    with harness.Workplace(home.workplace.avviso) as other:
        url = "http://%s:%d" % home.server.internal
        place = Place(checks, other, "submission", SUBMISSION_VERIFICATION_URL=url,
                      SUBMISSION_VERIFICATION_TOKEN=INTERNAL_TOKEN + "5")
        checks.equal(place.services.upload(body(), token()).status, 500, "an upload with a wrong token of the service")
        place.server.stop()
        for short, code in (("x" * 15, 1), ("", 1)):
            done = other.run("serve", "submission", "--public", "127.0.0.1:0", "--internal", "127.0.0.1:0",
                             "--data", other.data,
                             settings={"SUBMISSION_VERIFICATION_URL": url, "SUBMISSION_VERIFICATION_TOKEN": short})
            checks.equal(done.returncode, code, f"exit with a token of {len(short)} characters")


def check_callers(checks, place):
    """Each internal route has one kind of caller, and no other's token opens it."""
    keys = {
        "laboratory": place.credential("lab", "create", "lab-callers"), "program": INTERNAL_TOKEN, "nobody": None,
        "operator": place.credential("operator", "token", "callers", "--role", "hotline"), "stranger": "x" * 43,
    }
    results = {"testResults": [{"id": guid(), "result": 1}]}
    routes = {
        "/api/v1/lab/results": ("laboratory", results, 204), "/api/v1/quicktest/result": ("laboratory", {"id": guid()}, 200),
        "/api/v1/app/result": ("program", {"id": guid()}, 200), "/version/v1/tan/verify": ("program", {"tan": token()}, 404),
        "/version/v1/tan/reserve": ("program", {"tan": token(), "fingerprint": guid()}, 404),
        "/version/v1/tan/confirm": ("program", {"reservation": "0" * 32}, 404),
        "/version/v1/testresult": ("program", {"registrationToken": token()}, 404),
        "/version/v1/tan/teletan": ("operator", {}, 201),
    }
    for path, (caller, content, accepted) in routes.items():
        for name, shown in keys.items():
            headers = [("Authorization", f"Bearer {shown}")] if shown else []
            refused = 400 if (name, caller) == ("nobody", "operator") else 401
            answer = place.services.post(path, content, headers, "internal")
            checks.equal(answer.status, accepted if name == caller else refused, f"{path} for {name}")


def check_cleanup(checks, workplace):
    """The clean-up by command works on what the folder has."""
    with harness.Workplace(workplace.avviso) as other:
        def cleaned(code, *words):
            done = other.run("cleanup", "--data", other.data, settings=SETTINGS)
            checks.equal(done.returncode, code, f"exit of cleanup: {done.stderr}")
            for word in words:
                checks.check(word in done.stdout + done.stderr, f"cleanup says {word}: {done.stdout}")

        cleaned(1, "no database")
        for services, words in (
            (("submission",), ("marks of uploads", "packages")),
            (("laboratory",), ("results of tests", "TANs", "packages")),
            (("otp",), ("TEK Chunks", "results of tests")),
        ):
            with other.start(services, SETTINGS):
                cleaned(0, *words)
            cleaned(0, *words)


def main():
    checks = harness.Checks("coronawarn_apart")
    with harness.Workplace(sys.argv[1]) as first, harness.Workplace(sys.argv[1]) as second:
        with harness.Workplace(sys.argv[1]) as third:
            # In `make test` only coronawarn_contract.py cleans up by command.
            last = harness.extent([], [(check_cleanup, (second,))])
            for check, places in (
                (check_kills, (first,)), (check_processes, (first,)), (check_lost_answers, (second, third)), *last,
            ):
                before, began = checks.passed, time.monotonic()
                check(checks, *places)
                checks.say(f"{check.__name__}: {checks.passed - before} checks, {time.monotonic() - began:.1f} s")
    checks.finish()


if __name__ == "__main__":
    main()
