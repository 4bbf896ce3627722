"""Runs a test that plays in a browser beside `avviso demo --phones`, from its arguments to its end."""

import argparse
import os
import re
import signal
import subprocess
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

import harness
from screens import AllScreens
from stage import Stage, find_browser, launch

# `make test-all` looks at one of so many screens with made-up facts, --every at each of them, and `make test` at none.
STEP = 5


class Demo:
    """`avviso demo --phones`, with the addresses that it prints once it is started."""

    def __init__(self, avviso, platform, workflow="immuni"):
        self.command = [avviso, "demo", "--phones", "--platform", platform, "--workflow", workflow]
        self.process, self.lines, self.addresses = None, [], {}

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=harness.clean_environment(),
        )
        wanted = re.compile(
            r"(Anna|Bruno)'s phone: (\S+)|(?:Health worker|Hotline and laboratory|Held reports): (\S+)|as demo with (\S+)"
        )
        watch = threading.Timer(harness.PATIENCE, self.process.kill)
        watch.start()
        found = {}
        while not {"Anna", "Bruno", "portal", "password"} <= set(found):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("browser: the demo ended: " + "".join(self.lines))
            self.lines.append(line)
            for name, phone, portal, password in wanted.findall(line):
                found |= {name: phone} if name else {"portal": portal} if portal else {"password": password}
        watch.cancel()
        self.addresses = found

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(harness.PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


def run(name, home, make_demos, play):
    """Plays with the demos of `make_demos(avviso)`. `home` is the title of the app's first place.

    With --every, with --write and in `make test-all` the whole play is played. Meanwhile every screen of the second demo's app
    is looked at, or one of STEP of them without --every. Else the play is short (`stage.short`): only the first demo is
    started, and `play` gets no addresses of the second one.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--write", metavar="DOCS", help="play all acts and keep the pictures, in DOCS/screenshots")
    parser.add_argument("--every", action="store_true", help="play all acts and look at every screen of the list of screens")
    options = parser.parse_args()
    checks, began = harness.Checks(name), time.monotonic()
    find_browser()
    short = not (options.every or options.write or harness.EVERY)
    demos = make_demos(options.avviso)
    started = demos[:1] if short else demos
    for demo in started:
        demo.start()
    with tempfile.TemporaryDirectory(prefix="avviso-browser-") as temporary, sync_playwright() as playwright:
        pictures = os.path.join(options.write, "screenshots") if options.write else temporary
        os.makedirs(pictures, exist_ok=True)
        browser = launch(playwright)
        stage, others = Stage(checks, browser, pictures, home, short=short), None
        if not short:
            others = AllScreens(checks, demos[1].addresses["Anna"], 1 if options.every else STEP)
            others.start()
        try:
            play(stage, options.avviso, *[demo.addresses for demo in demos])
        except Exception as error:
            for number, page in enumerate(page for context in browser.contexts for page in context.pages):
                checks.say(f"page {number} shows: {page.evaluate('document.body.innerText')!r}")
            checks.check(False, f"the story stopped after {stage.seen[-1:]}: {error}")
        browser.close()
        if others:
            others.join()
    for demo in started:
        checks.equal(demo.stop(), 0, "the demo ends when it is interrupted")
    checks.say(f"{len(stage.seen)} screens in {time.monotonic() - began:.0f} s")
    checks.finish()


def without_scripts(stage, url):
    """A page of a browser that runs no scripts."""
    page = stage.browser.new_context(java_script_enabled=False).new_page()
    page.set_default_timeout(harness.PATIENCE * 1000)
    page.goto(url)
    return page
