#!/usr/bin/env python3
"""Two phones and the servers in processes of their own, as a cast on one machine: they share a clock, meet, warn and tell the
authority, survive kill -9, and let in no stranger. Usage: phones.py AVVISO

`make test-all` adds an emulated DeviceCheck, a phone that dies while others meet it, a new phone, a phone with a clock of its
own, and refused commands.

Tier: test
Only here: phones and servers that are processes of their own share one clock from the code to the notice, a killed phone goes
  on where it was, and strangers reach nothing.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

import harness
import phone_pages
import wire
from phone_pages import FORM

class Phone(phone_pages.Phone):
    """A phone with Immuni's app."""

    def settle_in(self):
        self.post("/phone", {"do": "open"})
        self.do("proceed")
        self.do("proceed")
        self.do("accept", terms="on", notice="on", fourteen="on")
        self.do("region", what="Lazio")
        self.do("province", what="RM")
        self.proceed()


def make_cast(workplace):
    """Servers that live by the cast's clock and believe an emulator, and what phones need for them."""
    folder = workplace.folder
    paths = {name: os.path.join(folder, name) for name in ("cast", "emulator", "emulator.yaml", "cast.pem", "public.m")}
    workplace.run("keys", "generate", "--out", paths["cast.pem"], "--public-out", paths["public.m"])
    with open(paths["emulator.yaml"], "w", encoding="utf-8") as file:
        file.write(workplace.run("emulate", "attestation", "init", "--out", paths["emulator"]).stdout)
    services = (
        "--cast", paths["cast"], "--config", paths["emulator.yaml"], "--message-signing-key", paths["cast.pem"],
    )
    return services, ("--message-public-key", paths["public.m"], "--emulator", paths["emulator"])


def signals(phone):
    return int(re.search(r'id="met">[^<]*: (\d+) ', phone.page()).group(1))


def check_clocks(checks, anna, zoe, what):
    """The clocks run, so Zoë's shows what Anna's shows before or after it is read."""
    before, found, after = anna.clock(), zoe.clock(), anna.clock()
    checks.check(found in (before, after), f"{what}: {before}, {found}, {after}")


def check_meeting(checks, anna, zoe):
    anna.post("/tester", {"do": "meet", "whom": "Zoë", "metres": "1,5", "minutes": "40"})
    checks.check(signals(anna) > 20, f"Anna hears Zoë: {signals(anna)}")
    check_clocks(checks, anna, zoe, "a meeting passes for both")


def check_story(checks, workplace, server, anna, zoe):
    """Clocks of three processes move on together, so that a code, a publication, a notice and a report happen in their time."""
    checks.check("do not follow this clock" not in anna.page(), "the servers follow the clock")
    anna.advance(48)
    check_clocks(checks, anna, zoe, "two days pass for both")
    sessions = zoe.page().count("GET /v1/keys/index")
    checks.check(11 <= sessions <= 13, f"the other phone looked every four hours on the way: {sessions}")
    check_meeting(checks, anna, zoe)
    anna.do("open", what="upload")
    code = re.search(r'id="otp"[^>]*>([^<]*)', anna.page()).group(1).replace(" ", "")
    day = re.search(r"(\d\d)/(\d\d)/(\d{4})", anna.clock()).groups()
    authorised = workplace.run(
        "otp", "authorise", code, "--symptoms-started-on", "-".join(reversed(day)),
        "--server", "http://%s:%d" % server.internal,
    )
    checks.equal(authorised.returncode, 0, f"the code is authorised on the cast's day: {authorised.stderr}")
    anna.do("validateCode")
    anna.do("confirmUpload")
    anna.allow()
    checks.equal(anna.title(), "Thank you", "the keys are sent")
    anna.advance(24)
    page = zoe.page()
    checks.check("Please open Avviso" in page, "the other phone is warned a day later")
    # In the same days a dummy is drawn as well in some runs of a hundred.
    path = r"POST /v1/analytics/google/operational-info</span></td><td>\d+</td><td>204 \(0\)</td><td><span [^>]*>(\w+)"
    reports = re.findall(path, page)
    checks.check("real" in reports, f"an Android phone with an emulated maker tells the authority: {reports}")


def check_device_check(checks, workplace, server, trust):
    """An iPhone shows tokens of an emulated DeviceCheck; without a maker a phone asks for nothing."""
    emulator = subprocess.Popen(
        [
            workplace.avviso, "emulate", "devicecheck", "--public-key", workplace.public_key_file,
            "--folder", os.path.join(workplace.folder, "apple"),
        ],
        env=harness.clean_environment(), stdout=subprocess.PIPE, text=True,
    )
    workplace.processes.append(emulator)
    facts = dict(emulator.stdout.readline().strip().split(": ", 1) for _ in range(5))
    for name, more, is_asked in (("Ida", ("--device-check", facts["control interface"]), True), ("Nino", (), False)):
        phone = Phone(workplace, server, name, "ios", *trust[:2], *more)
        phone.settle_in()
        phone.do("skip")
        phone.post("/tester", {"do": "background"})
        page = phone.page()
        checks.check("GET /v1/keys/index" in page, f"{name}'s phone looks for exposures")
        found = re.search(r"POST /v1/analytics/apple/token</span></td><td>(\d+)</td><td>(\d+)", page)
        checks.equal(found and found.group(2), "202" if is_asked else None, f"{name}'s phone asks for a token")
        phone.stop(signal.SIGTERM)


def check_updates(checks, phone):
    """The authority of another process wants a newer app, and the owner installs it."""
    phone.post("/phone", {"do": "open"})
    checks.equal(phone.post("/tester", {"do": "requireBuild"}).status, 303, "the authority is told")
    phone.advance(4)
    checks.equal(phone.title(), "An update is needed", "the app is too old")
    phone.post("/tester", {"do": "install"})
    phone.post("/phone", {"do": "open"})
    checks.equal(phone.title(), "Avviso", "the new app works")


def check_one_process(checks, workplace, phone):
    """A phone belongs to one process at a time."""
    found = workplace.run(*phone.arguments[1:])
    checks.equal(found.returncode, 1, "a second process is refused")
    checks.check("Anna's phone is running already" in found.stderr, f"and says why: {found.stderr}")
    checks.equal(phone.title(), "Avviso", "the first goes on")


def check_death(checks, anna, zoe):
    zoe.stop(signal.SIGKILL)
    answer = anna.post("/tester", {"do": "meet", "whom": "Zoë", "metres": "1", "minutes": "5"})
    checks.equal(answer.status, 422, "a phone whose process died cannot be met")
    checks.check('value="Zoë"' not in anna.page(), "and is not offered any more")
    zoe.start()
    anna.post("/tester", {"do": "meet", "whom": "Zoë", "metres": "1", "minutes": "5"})
    checks.check(signals(anna) > 0, "started again, it is heard")


def check_names(checks, phone):
    """A foreign name for this machine's address gets one answer, whatever it asks for."""
    answers = set()
    for name in ("evil.example", "evil.example:%d" % phone.address[1], "127.0.0.1.evil.example", ""):
        for method, target in (
            ("GET", "/"), ("GET", "/version"), ("GET", "/style.css"), ("GET", "/screens"), ("GET", "/metrics"), ("GET", "/health"),
            ("GET", "/nowhere"), ("POST", "/tester"), ("POST", "/cast/due"),
        ):
            with wire.Connection(phone.address) as connection:
                connection.host = name
                answer = connection.request(method, target, [FORM], b"do=reset" if method == "POST" else None)
            answers.add((answer.status, answer.body))
    checks.equal([status for status, _ in answers], [421], f"a foreign name is answered alike: {answers}")
    for name in ("localhost", "LOCALHOST:1", "127.0.0.1"):
        with wire.Connection(phone.address) as connection:
            connection.host = name
            checks.equal(connection.request("GET", "/").status, 200, f"{name} is ours")


def check_own_clock(checks, workplace, server):
    """Servers that were not told to follow the clock: the page says so."""
    with_own = Phone(workplace, server, "Otto", "ios", cast="other")
    checks.check("do not follow this clock" in with_own.page(), "the page says that the servers stay behind")
    checks.check('value="requireBuild"' not in with_own.page(), "and offers nothing that needs them")
    checks.equal(with_own.post("/tester", {"do": "requireBuild"}).status, 422, "nor takes it")
    with_own.stop(signal.SIGTERM)
    checks.equal(os.stat(with_own.cast).st_mode & 0o777, 0o700, "the cast's folder is its user's")


def check_restart(checks, phone):
    before = phone.clock()[:20]
    phone.stop(signal.SIGKILL)
    phone.start()
    checks.equal(phone.clock()[:20], before, "the clock goes on")
    phone.post("/phone", {"do": "open"})
    checks.equal(phone.title(), "Avviso", "the app is where it was")
    phone.post("/tester", {"do": "bluetooth"})
    phone.stop(signal.SIGKILL)
    phone.start()
    checks.check('aria-checked="false">Bluetooth' in phone.page(), "a switch is remembered")
    phone.post("/tester", {"do": "bluetooth"})


def check_strangers(checks, phone):
    foreign = phone.post("/tester", {"do": "reset"}, [("Sec-Fetch-Site", "cross-site")])
    checks.equal(foreign.status, 403, "a form of another site is refused")
    for target, fields in (
        ("/act", {"do": "launched"}), ("/act", {}), ("/tester", {"do": "advance", "hours": "99999999999999999999"}),
        ("/tester", {"do": "advance", "hours": "-1"}), ("/tester", {"do": "meet", "whom": "Nobody", "metres": "1", "minutes": "5"}),
        ("/tester", {"do": "meet", "whom": "Zoë", "metres": "nan", "minutes": "5"}),
        ("/tester", {"do": "meet", "whom": "Zoë", "metres": "1", "minutes": "601"}), ("/tester", {"do": "x"}),
    ):
        checks.equal(phone.post(target, fields).status, 422, f"{target} {fields} is refused")
    for authorization in ([], [("Authorization", "Bearer x")]):
        answer = wire.request(phone.address, "POST", "/cast/broadcast", authorization, json.dumps({"time": 0}).encode())
        checks.equal(answer.status, 403, "the cast speaks with its own alone")
    policy = wire.request(phone.address, "GET", "/").header("Content-Security-Policy")
    checks.check("default-src 'none'" in policy and "unsafe" not in policy, f"the content policy is strict: {policy}")


def check_reset(checks, phone):
    phone.post("/tester", {"do": "reset"})
    phone.post("/phone", {"do": "open"})
    checks.equal(phone.title(), "Look after each other", "a new phone begins anew")


def check_refusals(checks, workplace, server):
    url = "http://%s:%d" % server.public
    for arguments in (
        ["--server", url], ["--server", "x", "--public-key", workplace.public_key_file],
        ["--server", url, "--public-key", "/nowhere"],
        ["--server", url, "--public-key", workplace.public_key_file, "--name", "../x"],
        ["--server", url, "--public-key", workplace.public_key_file, "--port", "70000"],
        ["--server", url, "--public-key", workplace.public_key_file, "--emulator", "/nowhere"],
        ["--server", url, "--public-key", workplace.public_key_file, "--device-check", "x"],
        ["--server", url, "--public-key", workplace.public_key_file, "--device-check", url, "--platform", "android"],
    ):
        found = workplace.run("phone", *arguments)
        held = 0 < found.returncode < 128 and found.stderr and "Fatal" not in found.stderr
        checks.check(held, f"phone {arguments}: {found.returncode} {found.stderr[:200]}")


def check_serve(checks, workplace):
    """Real phones' servers live by no file's clock."""
    found = workplace.run(
        "serve", "--cast", os.path.join(workplace.folder, "cast"), "--data", os.path.join(workplace.folder, "other-data"),
        "--signing-key", workplace.signing_key,
    )
    checks.check(found.returncode == 1 and "--preset demo" in found.stderr, f"--cast needs the demo: {found.stderr}")


def main():
    checks = harness.Checks("phones")
    with harness.Workplace(sys.argv[1]) as workplace:
        services, trust = make_cast(workplace)
        if harness.EVERY:
            check_serve(checks, workplace)
        with workplace.start(services) as server:
            if harness.EVERY:
                check_refusals(checks, workplace, server)
            anna = Phone(workplace, server, "Anna", "ios", *trust)
            # Her app has no key for messages: it takes the time of its first day from the dates of the answers.
            zoe = Phone(workplace, server, "Zoë", "android", *trust[2:])
            anna.settle_in()
            checks.equal(anna.title(), "Allow notifications", "an iPhone asks for notifications")
            anna.proceed()
            zoe.settle_in()
            checks.equal([anna.title(), zoe.title()], ["Avviso", "Avviso"], "both have settled in")
            zoe.post("/phone", {"do": "close"})
            check_story(checks, workplace, server, anna, zoe)
            if harness.EVERY:
                check_device_check(checks, workplace, server, trust)
            check_updates(checks, zoe)
            anna.post("/tester", {"do": "install"})
            check_restart(checks, anna)
            anna.post("/phone", {"do": "open"})
            check_one_process(checks, workplace, anna)
            check_strangers(checks, anna)
            check_names(checks, anna)
            if harness.EVERY:
                check_death(checks, anna, zoe)
                check_reset(checks, anna)
                check_own_clock(checks, workplace, server)
            for phone in (anna, zoe):
                checks.equal(phone.stop(signal.SIGTERM), 0, "a phone ends as it is told to")
        left = [name for name in os.listdir(anna.cast) if name.startswith("nearby-") or name == "authority"]
        checks.equal(left, [], "who is off is not announced")
        checks.equal(os.stat(os.path.join(anna.cast, "phone-Anna")).st_mode & 0o777, 0o700, "its folder is its user's")
    checks.finish()


main()
