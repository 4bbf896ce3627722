#!/usr/bin/env python3
"""Plays the whole story in a browser, as people would: two phones settle in and meet, one owner tests positive, the health
worker authorises the code, the keys are sent and published, and the other phone tells its owner. Every screen on the way is
checked for accessibility, in light and dark, and for texts that are not in the chosen language.
Usage: browser.py AVVISO [--write DOCS]; without --write the pictures go into a temporary folder.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

import accessibility
import harness

LANGUAGES = ("en-GB", "it", "de", "fr", "es")
LONGEST_SECONDS = 120
BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
# What is the same in all languages: names, what has no words, and technical terms.
SAME_EVERYWHERE = re.compile(
    r"[^A-Za-zÀ-ÿ]*|Password|Code|.*@.*|avviso.*|Anna|Bruno|Roma|Bluetooth|demo|.* iPhone, iOS [\d.]+|[A-Z\d]{3} [A-Z\d]{4} [A-Z\d]{3}",
    re.I | re.S,
)


class Demo:
    """`avviso demo --phones`, with the addresses that it prints."""

    def __init__(self, avviso):
        self.process = subprocess.Popen(
            [avviso, "demo", "--phones"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=harness.clean_environment(),
        )
        self.lines, wanted = [], re.compile(r"(Anna|Bruno)'s phone: (\S+)|Health worker: (\S+)|as demo with (\S+)")
        watch = threading.Timer(harness.READY_SECONDS, self.process.kill)
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
            return self.process.wait(harness.STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


class Stage:
    """The pages of the story, with what is checked on each of them."""

    def __init__(self, checks, browser, pictures):
        self.checks, self.browser, self.pictures = checks, browser, pictures
        self.seen = []

    def open(self, url):
        page = self.browser.new_page(viewport={"width": 1180, "height": 900}, color_scheme="light")
        page.on("pageerror", lambda error: self.checks.check(False, f"a script failed: {error}"))
        page.on(
            "console",
            lambda message: message.type == "error"
            and self.checks.check(False, f"the browser complains: {message.text}"),
        )
        page.goto(url)
        return page

    def look(self, page, name, picture=False):
        """Checks a screen in light and dark, and takes its picture; of Home in both."""
        self.seen.append(name)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for fault in accessibility.faults(page):
                self.checks.check(False, f"{name} ({scheme}): {fault}")
            self.checks.check(True, name)
            if picture and (scheme == "light" or name == "10-home"):
                suffix = "" if scheme == "light" else "-dark"
                page.screenshot(path=os.path.join(self.pictures, f"{name}{suffix}.png"))
        page.emulate_media(color_scheme="light")
        for fault in accessibility.keyboard_faults(page):
            self.checks.check(False, f"{name} (keyboard): {fault}")

    def check_languages(self, page, name):
        """No text of the page stays in another language when the person changes it."""
        texts = {}
        for language in LANGUAGES:
            page.click(f".languages a[hreflang={language}]")
            page.wait_for_selector(f"html[lang={language}]")
            screen = page.query_selector("#screen")
            if screen:
                self.checks.equal(screen.get_attribute("lang"), language, f"{name}: the screen's language")
            texts[language] = set(accessibility.texts(page))
        for first in LANGUAGES:
            for second in LANGUAGES:
                same = [
                    text for text in texts[first] & texts[second]
                    if first < second and not SAME_EVERYWHERE.fullmatch(text)
                ]
                self.checks.check(not same, f"{name}: the same in {first} and {second}: {same}")
        page.click(".languages a[hreflang=en-GB]")
        page.wait_for_selector("html[lang=en-GB]")


def press(page, text):
    page.get_by_role("button", name=text, exact=True).first.click()


def title(page, text):
    page.wait_for_selector(f"h1:text-is({text!r})", timeout=10_000)


def settle_in(stage, page, is_looked_at):
    def look(name, picture=False):
        if is_looked_at:
            stage.look(page, name, picture)

    look("01-lock-screen")
    press(page, "Open Avviso")
    title(page, "Look after each other")
    look("02-welcome", picture=True)
    if is_looked_at:
        stage.check_languages(page, "02-welcome")
    press(page, "Continue")
    title(page, "How it works")
    look("03-how-it-works")
    press(page, "Continue")
    title(page, "Your privacy")
    look("04-privacy")
    for box in page.query_selector_all("input[type=checkbox]"):
        box.check()
    press(page, "Continue")
    title(page, "Where do you live?")
    look("05-region")
    page.select_option("select#what", label="Lazio")
    press(page, "Continue")
    title(page, "And in which province?")
    look("06-province")
    page.select_option("select#what", label="Roma")
    press(page, "Continue")
    title(page, "Allow exposure notifications")
    look("07-permission")
    press(page, "Allow")
    title(page, "Let this phone exchange random codes?")
    look("08-system-question", picture=True)
    press(page, "Allow")
    title(page, "Allow notifications")
    look("09-notifications")
    press(page, "Allow")
    page.wait_for_selector("[role=alertdialog]")
    press(page, "Allow")
    title(page, "Avviso")
    look("10-home", picture=True)


def visit_everything(stage, page):
    """Each screen that is reached from Home."""
    stage.check_languages(page, "10-home")
    press(page, "Settings")
    title(page, "Settings")
    stage.look(page, "11-settings")
    stage.check_languages(page, "11-settings")
    for name in ("Language", "Change province", "Privacy notice", "Terms of use", "Questions and answers",
                 "Customer support", "Delete my data"):
        press(page, name)
        title(page, name)
        stage.look(page, "12-" + name.lower().replace(" ", "-"))
        stage.check_languages(page, name)
        press(page, "Back")
        page.wait_for_selector("h1")
    press(page, "Back")
    title(page, "Avviso")
    page.get_by_role("switch", name="Bluetooth").click()
    page.wait_for_selector("h2:text-is('Avviso is not working')")
    stage.look(page, "13-impaired", picture=True)
    press(page, "Switch on Bluetooth")
    title(page, "Switch on Bluetooth")
    stage.look(page, "14-repair")
    press(page, "Back")
    page.get_by_role("switch", name="Bluetooth").click()
    page.wait_for_selector("h2:text-is('Avviso is working')")


def meet(stage, page):
    page.select_option("#whom", "Bruno")
    page.fill("#metres", "1")
    page.fill("#minutes", "25")
    press(page, "Meet")
    met = page.wait_for_selector("#met").inner_text()
    stage.checks.check(int(re.search(r": (\d+) signals", met).group(1)) > 0, f"Anna hears Bruno: {met}")
    stage.look(page, "15-meeting")


def authorise(stage, anna, portal, password):
    """The code goes by word of mouth from one page to the other."""
    press(anna, "Warn others")
    title(anna, "Read out this code")
    stage.look(anna, "20-code", picture=True)
    stage.check_languages(anna, "20-code")
    press(anna, "The code is authorised: go on")
    anna.wait_for_selector("text=The code is not authorised yet.")
    stage.look(anna, "21-not-authorised")
    code = anna.inner_text("#otp").strip()
    stage.look(portal, "22-sign-in")
    stage.check_languages(portal, "22-sign-in")
    portal.fill("[name=name]", "demo")
    portal.fill("[name=password]", password)
    portal.locator("main button").click()
    portal.wait_for_selector("input#code")
    stage.check_languages(portal, "23-health-worker")
    wrong = code[:-1] + ("A" if code[-1] != "A" else "E")
    portal.fill("input#code", wrong)
    portal.wait_for_selector("#code-feedback.bad")
    portal.fill("input#code", code)
    portal.wait_for_selector("#code-feedback:not(.bad)")
    portal.fill("input[name=day]", portal.get_attribute("input[name=day]", "max"))
    stage.look(portal, "23-health-worker", picture=True)
    portal.locator("main form button").click()
    portal.wait_for_selector("#countdown")
    stage.look(portal, "24-authorised", picture=True)
    left = portal.inner_text("#countdown .time")
    stage.checks.check(re.fullmatch(r"2:[0-3]\d", left), f"the 150 seconds run: {left}")


def check_portal_script(stage, url, password):
    """What the health worker's script does as time goes by."""
    page = stage.browser.new_page()
    page.clock.install()
    page.goto(url)
    page.fill("[name=name]", "demo")
    page.fill("[name=password]", password)
    page.locator("main button").click()
    page.fill("input#code", "123 4567 8912")
    said = page.inner_text("#code-feedback.bad")
    stage.checks.check("these are 11" in said, f"a code that is too long: {said}")
    page.clock.fast_forward(779_000)
    stage.checks.equal(page.inner_text("#ends-soon"), "", "a session of 15 minutes is left alone for 13")
    page.clock.fast_forward(2_000)
    stage.checks.check("soon be signed out" in page.inner_text("#ends-soon"), "then its end is announced")
    with page.expect_request(lambda request: request.method == "HEAD"):
        page.keyboard.press("Shift")
    stage.checks.equal(page.inner_text("#ends-soon"), "", "a key keeps it")
    submits = page.evaluate("""() => {
        const submit = () => !document.querySelector("main form").dispatchEvent(new Event("submit", {cancelable: true}));
        return [submit(), submit()];
    }""")
    stage.checks.equal(submits, [False, True], "a form is sent once")
    with page.expect_request(lambda request: request.url.endswith("/sign-in?ended=1")):
        page.clock.fast_forward(781_000)
        page.clock.fast_forward(122_000)
    stage.checks.check(True, "nobody's session ends on the screen, too")
    page.close()


def send(stage, anna):
    # After one refusal the app waits five seconds before it asks again; the page renews itself.
    anna.wait_for_selector("button:text-is('The code is authorised: go on')", timeout=15_000)
    press(anna, "The code is authorised: go on")
    title(anna, "This will be sent")
    stage.look(anna, "25-recap", picture=True)
    stage.check_languages(anna, "25-recap")
    press(anna, "Send")
    title(anna, "Share your random codes with Avviso?")
    stage.look(anna, "26-consent")
    press(anna, "Share")
    title(anna, "Thank you")
    stage.look(anna, "27-sent", picture=True)
    press(anna, "Close")
    anna.wait_for_selector("h2:text-is('You have warned others')")
    stage.look(anna, "28-positive")


def be_told(stage, anna, bruno):
    press(bruno, "Put the phone away")
    bruno.wait_for_selector("#open")
    anna.select_option("#hours", "24")
    press(anna, "Move the clock on")
    bruno.goto(bruno.url)
    bruno.wait_for_selector("text=Please open Avviso", timeout=20_000)
    stage.look(bruno, "30-notification", picture=True)
    stage.check_languages(bruno, "30-notification")
    press(bruno, "Open Avviso")
    bruno.wait_for_selector("#notice")
    stage.look(bruno, "31-notice", picture=True)
    stage.check_languages(bruno, "31-notice")
    requests = bruno.inner_text("#requests")
    stage.checks.check("/v1/keys/" in requests, "Bruno's page lists its downloads")
    press(bruno, "I have followed the advice: remove the notice")
    bruno.wait_for_selector("#notice", state="detached")


def without_scripts(stage, browser, url):
    """The same page is of use where no script runs."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url)
    page.get_by_role("switch", name="Bluetooth").click()
    found = page.get_by_role("switch", name="Bluetooth").get_attribute("aria-checked")
    stage.checks.equal(found, "false", "a switch works without scripts")
    page.get_by_role("switch", name="Bluetooth").click()
    stage.checks.check("refresh" in page.content(), "without scripts the page renews itself")
    context.close()


def play(stage, browser, addresses):
    anna, bruno = stage.open(addresses["Anna"]), stage.open(addresses["Bruno"])
    portal = stage.open(addresses["portal"])
    settle_in(stage, anna, is_looked_at=True)
    settle_in(stage, bruno, is_looked_at=False)
    visit_everything(stage, anna)
    meet(stage, anna)
    authorise(stage, anna, portal, addresses["password"])
    check_portal_script(stage, addresses["portal"], addresses["password"])
    send(stage, anna)
    be_told(stage, anna, bruno)
    without_scripts(stage, browser, addresses["Anna"])
    anna.set_viewport_size({"width": 360, "height": 740})
    stage.look(anna, "40-small-window")
    wide = anna.evaluate("document.documentElement.scrollWidth > innerWidth")
    stage.checks.check(not wide, "a small window needs no scrolling sideways")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--write", metavar="DOCS", help="keep the pictures, in DOCS/screenshots")
    options = parser.parse_args()
    checks, began = harness.Checks("browser"), time.monotonic()
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not chromium:
        raise SystemExit(f"browser: none of {', '.join(BROWSERS)} is installed (make setup-browser)")
    demo = Demo(options.avviso)
    with tempfile.TemporaryDirectory(prefix="avviso-browser-") as temporary, sync_playwright() as playwright:
        pictures = os.path.join(options.write, "screenshots") if options.write else temporary
        os.makedirs(pictures, exist_ok=True)
        # Its sandbox wants rights that a container does not give; it opens nothing but our own pages.
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        stage = Stage(checks, browser, pictures)
        try:
            play(stage, browser, demo.addresses)
        except Exception as error:
            for number, page in enumerate(page for context in browser.contexts for page in context.pages):
                checks.say(f"page {number} shows: {page.inner_text('main')!r}")
            checks.check(False, f"the story stopped after {stage.seen[-1:]}: {error}")
        browser.close()
    checks.equal(demo.stop(), 0, "the demo ends when it is interrupted")
    seconds = time.monotonic() - began
    checks.check(seconds < LONGEST_SECONDS, f"the story took {seconds:.0f} s")
    checks.say(f"{len(stage.seen)} screens in {seconds:.0f} s")
    checks.finish()


main()
