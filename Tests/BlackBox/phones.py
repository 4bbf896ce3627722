#!/usr/bin/env python3
"""Two phones in processes of their own, as a cast on one machine: they meet, share a clock, survive kill -9, and let in no
stranger. Usage: phones.py AVVISO
"""

import html
import json
import os
import re
import signal
import subprocess
import sys
import urllib.parse

import harness
import wire

FORM = ("Content-Type", "application/x-www-form-urlencoded")


class Phone:
    """A running `avviso phone`, used without a browser."""

    def __init__(self, workplace, server, name, platform):
        self.workplace, self.cast = workplace, os.path.join(workplace.folder, "cast")
        self.arguments = [
            workplace.avviso, "phone", "--server", "http://%s:%d" % server.public, "--public-key",
            workplace.public_key_file, "--name", name, "--platform", platform, "--cast", self.cast,
        ]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=harness.clean_environment()
        )
        self.workplace.processes.append(self.process)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not found:
            raise RuntimeError(f"avviso phone said: {line}{self.process.stdout.read()}")
        self.address = ("127.0.0.1", int(found.group(1)))

    def page(self):
        return html.unescape(wire.request(self.address, "GET", "/").body.decode())

    def title(self):
        return re.search(r'<h1 id="title"[^>]*>([^<]*)', self.page()).group(1)

    def post(self, target, fields, headers=()):
        body = urllib.parse.urlencode(fields).encode()
        return wire.request(self.address, "POST", target, [FORM, *headers], body)

    def do(self, verb, **more):
        return self.post("/act", {"do": verb, **more}).status

    def clock(self):
        return re.search(r'<p id="now">([^<]*)', self.page()).group(1)

    def settle_in(self):
        self.post("/phone", {"do": "open"})
        self.do("proceed")
        self.do("proceed")
        self.do("accept", terms="on", notice="on", fourteen="on")
        self.do("region", what="Lazio")
        self.do("province", what="RM")
        self.do("proceed")
        self.post("/phone", {"do": "allow"})

    def stop(self, how):
        self.process.send_signal(how)
        return self.process.wait(harness.STOP_SECONDS)


def check_meeting(checks, anna, zoe):
    anna.post("/tester", {"do": "meet", "whom": "Zoë", "metres": "1,5", "minutes": "25"})
    met = re.search(r'id="met">([^<]*)', anna.page())
    checks.check(met and int(re.search(r": (\d+) ", met.group(1)).group(1)) > 20, f"Anna hears Zoë: {met and met.group(1)}")
    checks.equal(zoe.clock(), anna.clock(), "a meeting passes for both")
    zoe.post("/tester", {"do": "meet", "whom": "Anna", "metres": "1", "minutes": "10"})
    met = re.search(r'id="met">([^<]*)', zoe.page())
    checks.check(met and ": 0 " not in met.group(1), f"Zoë hears Anna: {met and met.group(1)}")


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
        answer = wire.request(phone.address, "POST", "/air/broadcast", authorization, json.dumps({"time": 0}).encode())
        checks.equal(answer.status, 403, "the air is for the cast alone")
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
    ):
        found = workplace.run("phone", *arguments, timeout=30)
        held = 0 < found.returncode < 128 and found.stderr and "Fatal" not in found.stderr
        checks.check(held, f"phone {arguments}: {found.returncode} {found.stderr[:200]}")


def main():
    checks = harness.Checks("phones")
    with harness.Workplace(sys.argv[1]) as workplace, workplace.start() as server:
        check_refusals(checks, workplace, server)
        anna, zoe = Phone(workplace, server, "Anna", "ios"), Phone(workplace, server, "Zoë", "android")
        anna.settle_in()
        checks.equal(anna.title(), "Allow notifications", "an iPhone asks for notifications")
        anna.do("proceed")
        anna.post("/phone", {"do": "allow"})
        zoe.settle_in()
        checks.equal([anna.title(), zoe.title()], ["Avviso", "Avviso"], "both have settled in")
        check_meeting(checks, anna, zoe)
        check_restart(checks, anna)
        check_strangers(checks, anna)
        check_reset(checks, anna)
        for phone in (anna, zoe):
            checks.equal(phone.stop(signal.SIGTERM), 0, "a phone ends as it is told to")
        left = [name for name in os.listdir(anna.cast) if name.startswith("nearby-")]
        checks.equal(left, [], "a phone that is off is not announced")
        checks.equal(os.stat(os.path.join(anna.cast, "phone-Anna")).st_mode & 0o777, 0o700, "its folder is its user's")
    checks.finish()


main()
