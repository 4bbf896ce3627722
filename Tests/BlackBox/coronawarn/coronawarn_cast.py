"""Phones with Corona-Warn's app and what their cast needs of the servers, for `coronawarn_phones.py` and
`coronawarn_replay.py`.
"""

import os
import re
import time

from cryptography.hazmat.primitives import serialization

import harness
import phone_pages
from coronawarn import DAY

SERVICES = ("laboratory", "verification", "submission", "distribution")
CONFIGURATION = "/version/v2/app_config_android"
SETTINGS = {"CORONA_WARN_COUNTRIES": "DE", "DISTRIBUTION_MIN_KEYS": "1"}


def make_cast(workplace):
    """The folder of a cast, the settings of its servers, and the options of its phones."""
    private, public = (os.path.join(workplace.folder, name) for name in ("messages-of-cast.pem", "messages.public.pem"))
    key = workplace.make_key(private)
    with open(public, "wb") as file:
        file.write(key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
    cast = os.path.join(workplace.folder, "cast")
    return cast, SETTINGS | {"MESSAGE_SIGNING_KEY": private}, ("--message-public-key", public)


def begin_at(cast, hour):
    """Moves the clock of a cast that does not exist yet forward to the next full `hour` of a day (UTC)."""
    os.makedirs(cast, mode=0o700)
    with open(os.path.join(cast, "clock"), "w", encoding="ascii") as file:
        file.write(str(int((hour * 3600 - time.time()) % DAY)))


class Phone(phone_pages.Phone):
    """A phone with Corona-Warn's app alone."""

    def __init__(self, workplace, server, name, platform, trust):
        super().__init__(workplace, server, name, platform, "--workflow", "cwa", *trust)

    def settle_in(self):
        self.post("/phone", {"do": "open"})
        while self.title() != "Corona-Warn":
            self.proceed()

    def flyers(self):
        """The texts of the codes that the panel draws."""
        return re.findall(r'value="(https://localhost/\?[^"]+)"', self.page())

    def title_after(self, *passing, press=None):
        """The title once it is none of these: what the owner wants waits for the next sequence. `press` is pressed again now
        and then: a question that left just before the answer was there has no use."""
        deadline, again = time.monotonic() + harness.PATIENCE, time.monotonic()
        while self.title() in passing and time.monotonic() < deadline:
            if press and time.monotonic() > again:
                self.do(press)
                again = time.monotonic() + 5
            time.sleep(0.1)
        return self.title()

    def wait_for(self, *marks):
        """Waits until the page has one of these, and returns it: the app goes on by itself."""
        deadline = time.monotonic() + harness.PATIENCE
        while time.monotonic() < deadline:
            page = self.page()
            for mark in marks:
                if mark in page:
                    return mark
            time.sleep(0.05)
        raise RuntimeError(f"none of {marks}: {self.title()}")

    def said(self, *words):
        page = self.page()
        return all(word in page for word in words)


def share(phone, what="none", **more):
    """From the result to the title after the upload. Without `what` the app does not ask about symptoms."""
    phone.do("open", what="submission")
    phone.do("consent")
    question, symptoms, done = ('name="question"', 'id="day"', "Thank you")
    # The system does not ask twice within a day.
    if phone.wait_for(question, symptoms, done) == question:
        phone.allow()
    if what:
        phone.wait_for(symptoms)
        phone.do("symptoms", what=what, **more)
    return phone.title_after("Warn others", "Not sent yet", "Your codes are being sent")
