"""Runs `avviso phone` and uses its page without a browser, for `phones.py` and `coronawarn_phones.py`."""

import html
import os
import re
import subprocess
import time
import urllib.parse

import harness
import wire

FORM = ("Content-Type", "application/x-www-form-urlencoded")
TITLE = re.compile(r'<h1 id="title"[^>]*>([^<]*)')
QUESTION = re.compile(r'name="question" value="(\d+)"')
# A guard against hanging: days of three processes take a few seconds.
CLOCK_SECONDS = 600


class Phone:
    """A running `avviso phone`, used without a browser."""

    def __init__(self, workplace, server, name, platform, *more, cast="cast"):
        self.workplace, self.cast = workplace, os.path.join(workplace.folder, cast)
        self.arguments = [
            workplace.avviso, "phone", "--server", "http://%s:%d" % server.public, "--public-key",
            workplace.public_key_file, "--name", name, "--platform", platform, "--cast", self.cast, *more,
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
        return TITLE.search(self.page()).group(1)

    def post(self, target, fields, headers=()):
        body = urllib.parse.urlencode(fields).encode()
        return wire.request(self.address, "POST", target, [FORM, *headers], body)

    def do(self, verb, **more):
        return self.post("/act", {"do": verb, **more}).status

    def advance(self, hours):
        """Moves the clock on, and waits until it stands still."""
        self.post("/tester", {"do": "advance", "hours": hours})
        deadline = time.monotonic() + CLOCK_SECONDS
        while 'id="progress"' in self.page():
            if time.monotonic() > deadline:
                raise RuntimeError(f"the clock is still moving: {self.clock()}")
            time.sleep(0.1)

    def clock(self):
        return re.search(r'<p id="now">([^<]*)', self.page()).group(1)

    def once(self, find, what):
        """What `find` makes of the page, once it is something: an app goes on after its page has answered."""
        deadline = time.monotonic() + harness.PATIENCE
        while not (found := find(self.page())):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{what} did not come; the phone shows {self.title()!r}")
            time.sleep(0.1)
        return found

    def allow(self):
        """Agrees to the system's question."""
        number = self.once(QUESTION.search, "the system's question").group(1)
        self.post("/phone", {"do": "allow", "question": number})

    def proceed(self):
        """A step of the onboarding to its end, which is another title. Agrees to the question that it may cause."""
        def has_ended(page):
            return TITLE.search(page).group(1) != before

        before = self.title()
        self.do("proceed")
        self.once(lambda page: has_ended(page) or QUESTION.search(page), "the next step")
        if QUESTION.search(self.page()):
            self.allow()
            self.once(has_ended, "the next step")

    def stop(self, how):
        self.process.send_signal(how)
        return self.process.wait(harness.PATIENCE)
