#!/usr/bin/env python3
"""Two phones with Corona-Warn's app and the servers in processes of their own, on one clock: a sheet is scanned, the
laboratory delivers, a result is opened, keys are shared, and the other phone is warned. In `make test-all` a teleTAN of the
hotline does the same without a sheet, and in the end a phone has both apps. Usage: coronawarn_phones.py AVVISO

Tier: test
Only here: phones and servers that are processes of their own, on the clock of a cast, play the story over real connections: the
  keys of one phone warn the owner of the other.
"""

import os
import re
import sys

import coronawarn_cast
import harness
import phone_pages
import wire
from coronawarn_cast import CONFIGURATION, SERVICES, Phone, share


def check_order(checks, phone, fields, what):
    checks.equal(phone.post("/tester", fields).status, 303, what)


def check_scan(checks, anna):
    anna.do("open", what="scan")
    anna.do("scan", what="hello")
    checks.check(anna.said("This is not the code of a test."), "a wrong text has its own words")
    anna.do("scan", what=anna.flyers()[0])
    checks.equal(anna.title_after("Your test is being registered"), "No result yet", "a sheet is registered")
    checks.equal(anna.page().count("POST /version/v1/registrationToken"), 1, "once")


def check_result(checks, anna):
    check_order(checks, anna, {"do": "deliver", "flyer": "1", "result": "positive"}, "the laboratory delivers")
    checks.equal(anna.title_after("No result yet", press="refresh"), "A result is available", "the result waits to be opened")
    checks.check("Your result is positive" not in anna.page(), "and is not shown before")
    anna.do("openResult")
    checks.equal(anna.title(), "Your result is positive", "it appears when it is opened")


def check_warning(checks, anna, bruno):
    checks.equal(share(anna), "Thank you", "the keys are sent")
    bruno.post("/phone", {"do": "close"})
    anna.advance(24)
    checks.check("Please open Corona-Warn" in bruno.page(), "the other phone is told that something changed")
    checks.check("positive" not in bruno.page().split('id="testers"')[0].lower(), "and no more")
    bruno.post("/phone", {"do": "open"})
    checks.check(bruno.said("Increased risk"), "the app shows the risk")
    bruno.do("open", what="risk")
    checks.check(bruno.said("increased risk", "decibels"), "and why")


def check_tele_tan(checks, bruno):
    check_order(checks, bruno, {"do": "giveTeleTAN"}, "the hotline gives a teleTAN")
    code = re.search(r"The TeleTAN is ([0-9A-Z ]+)", bruno.page()).group(1)
    bruno.do("hotline", what="codeLost")
    checks.check(bruno.said("Without the code the app cannot get the result."), "a lost code has its own words")
    bruno.do("teleTAN", what=code[:6])
    checks.check(bruno.said("Good so far."), "the entry answers at once")
    bruno.do("teleTAN", what=code[:-1] + ("2" if code[-1] != "2" else "3"))
    checks.check(bruno.said("A character is wrong, or two are swapped."), "and finds a wrong character")
    bruno.do("teleTAN", what=code)
    checks.check(bruno.said("fit together"), "a whole one fits")
    bruno.do("confirmTeleTAN")
    registering = ("Your test is being registered", "Help by telephone")
    checks.equal(bruno.title_after(*registering), "Your result is positive", "it stands for a positive result")
    checks.equal(share(bruno), "Thank you", "and its keys are sent")


def check_both(checks, workplace, server, trust):
    """One phone with both apps: each has its own files."""
    workflows = ("--workflow", "immuni", "--workflow", "cwa")
    phone = phone_pages.Phone(workplace, server, "Clara", "android", *workflows, *trust)
    page = phone.page()
    checks.check("Open Avviso" in page and "Open Corona-Warn" in page, "both are there")
    for client in ({}, {"client": "cwa"}):
        checks.equal(phone.post("/phone", {"do": "open"} | client).status, 303, f"{client} opens")
        phone.post("/phone", {"do": "close"})
    folder = os.path.join(phone.cast, "phone-Clara")
    checks.equal(os.listdir(os.path.join(folder, "clients")), ["cwa"], "the second app has a folder of its own")
    checks.check(os.path.exists(os.path.join(folder, "app")), "and the first its files")


def check_refusals(checks, workplace, server, trust):
    url = "http://%s:%d" % server.public
    given = ["--server", url, "--public-key", workplace.public_key_file]
    for more in (
        ["--workflow", "cwa"], ["--workflow", "x"], ["--workflow", "cwa", "--workflow", "cwa", *trust],
        ["--workflow", "cwa", *trust, "--emulator", workplace.folder],
    ):
        found = workplace.run("phone", *given, *more)
        checks.equal(found.returncode, 64, f"phone {more} is refused: {found.stderr[:200]}")


def main():
    checks = harness.Checks("coronawarn_phones")
    with harness.Workplace(sys.argv[1]) as workplace:
        cast, settings, trust = coronawarn_cast.make_cast(workplace)
        with workplace.start((*SERVICES, "--cast", cast), settings) as server:
            check_refusals(checks, workplace, server, trust)
            server.wait_until(lambda: wire.request(server.public, "GET", CONFIGURATION).status == 200)
            anna, bruno = (Phone(workplace, server, name, kind, trust) for name, kind in (("Anna", "ios"), ("Bruno", "android")))
            for phone in (anna, bruno):
                phone.settle_in()
                checks.equal(phone.title(), "Corona-Warn", "the app has settled in")
            anna.advance(24)
            anna.post("/tester", {"do": "meet", "whom": "Bruno", "metres": "1", "minutes": "40"})
            anna.advance(24)
            check_scan(checks, anna)
            check_result(checks, anna)
            check_warning(checks, anna, bruno)
            if harness.EVERY:
                check_tele_tan(checks, bruno)
                check_both(checks, workplace, server, trust)
    checks.finish()


main()
