#!/usr/bin/env python3
"""Two phones with the association's app and the authority in processes of their own, on one clock: the authority confirms the
phones, they meet, one owner gets a code and reports, and the other phone warns. A wrong code, a refused code, a phone that was
far away and one that is new have their own words. In the end a phone has all three apps. Usage: association_phones.py AVVISO

Tier: test-all
Only here: phones with the association's app and the authority are processes of their own on one clock, and one phone has
  several apps with files of their own.
"""

import os
import re
import sys
import time

import harness
import phone_pages
import wire

COUNTRY = "380"
# A guard against hanging: a report leaves within the hour.
MAX_DAYS = 12
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


class Phone(phone_pages.Phone):
    """A phone with the association's app alone."""

    def __init__(self, workplace, server, name, platform, trust):
        super().__init__(workplace, server, name, platform, "--workflow", "association", *trust)

    def settle_in(self, district="0018"):
        self.post("/phone", {"do": "open"})
        self.proceed()
        self.proceed()
        self.do("district", what=district)
        self.proceed()

    def put_away(self):
        self.post("/phone", {"do": "close"})

    def open(self, place="home"):
        self.post("/phone", {"do": "open"})
        self.do("open", what=place)

    def said(self, *words):
        page = self.page()
        return all(word in page for word in words)

    def ask_for_code(self, checks):
        checks.equal(self.post("/tester", {"do": "giveCode"}).status, 303, "the operator gives a code")
        return re.search(r"The code is ([0-9A-Z ]+)", self.page()).group(1)

    def type_code(self, code):
        self.open("report")
        self.do("code", what=code)

    def report(self, code):
        self.type_code(code)
        self.do("confirmCode")
        self.do("consent")

    def advance_until(self, is_enough):
        """Days, until the phones have done something at times that they draw."""
        for _ in range(MAX_DAYS):
            if is_enough():
                return True
            self.advance(24)
        return is_enough()


def make_authority(workplace):
    """The settings of an authority of a cast, and the options of its phones."""
    key = os.path.join(workplace.folder, "association.key")
    public = workplace.run("association", "key", "--out", key).stdout.strip()
    signed = workplace.run("association", "attestation-key", key).stdout.strip()
    settings = {
        "ASSOCIATION_MODE": "hybrid", "ASSOCIATION_KEY": key, "ASSOCIATION_COUNTRY": COUNTRY, "ASSOCIATION_PROOF": "none",
        "CORONA_WARN_COUNTRIES": "DE",
    }
    return settings, ("--agreement-key", public, "--attestation-key", signed, "--country", COUNTRY)


def check_refusals(checks, workplace, server, trust):
    url = "http://%s:%d" % server.public
    chosen = ("--workflow", "association")
    for more in (
        chosen, (*chosen, *trust[:4]), (*chosen, *trust[:2], "--country", "99999"),
        (*chosen, "--agreement-key", "00", "--country", COUNTRY), ("--workflow", "immuni", *trust), ("--workflow", "immuni"),
    ):
        found = workplace.run("phone", "--server", url, *more)
        checks.equal(found.returncode, 64, f"phone {more} is refused: {found.stderr[:200]}")


def check_onboarding(checks, phone):
    phone.post("/phone", {"do": "open"})
    phone.do("proceed")
    checks.check(phone.said("the health authority learns which phones were near"), "the consent says what is learned")
    phone.do("proceed")
    title = phone.title()
    checks.equal(phone.do("district", what="a-b"), 303, "a district that is none")
    checks.equal(phone.title(), title, "stays on the screen with the rule")
    phone.do("district", what=" sw1 ")
    phone.proceed()
    deadline = time.monotonic() + harness.PATIENCE
    while phone.said("Your phone is being registered") and time.monotonic() < deadline:
        time.sleep(0.1)
    checks.check(phone.said("Your phone takes part from tomorrow on"), "a new phone says when it takes part")
    phone.put_away()


def check_entry(checks, anna, code):
    anna.type_code(code[:6])
    checks.check(anna.said("Characters still missing: 7"), "the entry answers at once")
    anna.type_code("0" + code[1:])
    checks.check(anna.said("Character 1 cannot be right."), "a character that is in no code")
    anna.type_code(code[:-1] + ("2" if code[-1] != "2" else "3"))
    checks.check(anna.said("One character is wrong, or two changed places."), "a wrong character")
    checks.equal(anna.do("confirmCode"), 303, "which cannot be confirmed")
    checks.check(anna.said("One character is wrong"), "and stays as it is")
    anna.type_code(code.lower())
    checks.check(anna.said("The code is complete."), "a whole one")


def invented_code():
    """Characters that fit together, and that no operator gave."""
    others = "7K3MQ7K3MQ7"
    total = sum((place + 1) * ALPHABET.index(character) for place, character in enumerate(others))
    return others + ALPHABET[total % len(ALPHABET)]


def check_consent(checks, anna, code):
    anna.type_code(code)
    anna.do("confirmCode")
    found = re.search(r"Contacts in the report: (\d+)", anna.page())
    checks.check(found and int(found.group(1)) > 0, "the phone has contacts")
    checks.check(anna.said("The health authority learns which phones were near yours"), "consent says what is learned")
    anna.do("decline")
    anna.do("open", what="home")
    checks.check(anna.said("Have you tested positive?"), "who declines is asked nothing")
    anna.report(code)
    checks.equal(anna.title(), "Your report is waiting to leave", "the report waits")
    anna.put_away()


def check_reports(checks, anna, clara):
    """Both leave by themselves. The one with the invented code is refused."""
    told = "There is news for you"
    checks.check(anna.advance_until(lambda: anna.said(told)), "Anna is told of news")
    checks.check(anna.advance_until(lambda: clara.said(told)), "and so is Clara, in the same words")
    checks.check(not anna.said("arrived") and not clara.said("accepted"), "which say no more")
    anna.open("report")
    checks.equal(anna.title(), "Your report has arrived", "the report left by itself")
    anna.put_away()
    clara.open("report")
    checks.equal(clara.title(), "The code was not accepted", "a code that nobody gave is refused")
    checks.check(clara.said("Your consent still counts."), "and nothing but a new one is asked for")
    clara.put_away()


def check_warning(checks, anna, bruno, clara):
    checks.check(anna.advance_until(lambda: bruno.said("There is news for you")), "Bruno is told of news")
    bruno.open()
    checks.check(bruno.said("The contact was on"), "his phone shows a warning")
    bruno.do("open", what="alerts")
    checks.check(bruno.said("What to do now", "Your phone checked that the contact was real."), "with advice and the reason")
    clara.open()
    checks.check(clara.said("No warning has arrived"), "a phone that was far away shows none")


def check_beside_others(checks, workplace, server, trust):
    """One phone with all three apps: each has its own files."""
    workflows = ("--workflow", "immuni", "--workflow", "association")
    phone = phone_pages.Phone(workplace, server, "Dora", "android", *workflows, *trust)
    page = phone.page()
    checks.check("Open Avviso" in page and "Open Avviso Association" in page, "both are there")
    for client in ({}, {"client": "association"}):
        checks.equal(phone.post("/phone", {"do": "open"} | client).status, 303, f"{client} opens")
        phone.post("/phone", {"do": "close"})
    folder = os.path.join(phone.cast, "phone-Dora")
    checks.equal(os.listdir(os.path.join(folder, "clients")), ["association"], "the second app has a folder of its own")


def main():
    checks = harness.Checks("association_phones")
    with harness.Workplace(sys.argv[1]) as workplace:
        settings, trust = make_authority(workplace)
        cast = os.path.join(workplace.folder, "cast")
        with workplace.start(("association", "--cast", cast), settings) as server:
            check_refusals(checks, workplace, server, trust)
            anna, bruno, clara = (
                Phone(workplace, server, name, kind, trust)
                for name, kind in (("Anna", "ios"), ("Bruno", "android"), ("Clara", "ios"))
            )
            check_onboarding(checks, anna)
            for phone in (bruno, clara):
                phone.settle_in()
                phone.put_away()
            takes_part = "The app notes which phones are near yours"
            for phone in (anna, bruno, clara):
                phone.open()
                checks.check(anna.advance_until(lambda: phone.said(takes_part)), "soon it takes part")
                phone.put_away()
            for whom, metres, expected in (("Bruno", "1", 40), ("Clara", "100", None)):
                meeting = {"do": "meet", "whom": whom, "metres": metres, "minutes": "40"}
                checks.equal(anna.post("/tester", meeting).status, 303, f"Anna meets {whom}")
                heard = int(re.search(rf"40 minutes with {whom}: (\d+) signals heard", anna.page()).group(1))
                checks.check(expected in (None, heard), f"and hears {heard} signals")
            anna.advance(12)
            code = anna.ask_for_code(checks)
            check_entry(checks, anna, code)
            clara.report(invented_code())
            clara.put_away()
            check_consent(checks, anna, code)
            check_reports(checks, anna, clara)
            check_warning(checks, anna, bruno, clara)
            check_beside_others(checks, workplace, server, trust)
    checks.finish()


main()
