#!/usr/bin/env python3
"""Plays the whole story in a browser, as people would: two phones settle in and meet, one owner tests positive, the health
worker authorises the code, the keys are sent and published, and the other phone tells its owner and the authority. Then things
go wrong, on an iPhone and on an Android phone. Every screen on the way is checked for accessibility, in light and dark; every
screen of the app besides, with made-up facts, in all five languages.
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
# Milliseconds to wait for anything on a page.
WAIT = harness.PATIENCE * 1000
BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
# What is the same in all languages: names, what has no words, and technical terms.
SAME_EVERYWHERE = re.compile(
    r"[^A-Za-zÀ-ÿ]*|Password|Code|.*@.*|avviso.*|Anna|Bruno|Roma|Bluetooth|iPhone|Android|demo"
    r"|.*, (iOS|Android) [\d.]+|Google Play.* [\d.]+|[A-Z\d]{3} [A-Z\d]{4} [A-Z\d]{3}|(GET|POST) /.*",
    re.I | re.S,
)


class Demo:
    """`avviso demo --phones`, with the addresses that it prints."""

    def __init__(self, avviso, platform):
        self.process = subprocess.Popen(
            [avviso, "demo", "--phones", "--platform", platform], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=harness.clean_environment(),
        )
        self.lines, wanted = [], re.compile(r"(Anna|Bruno)'s phone: (\S+)|Health worker: (\S+)|as demo with (\S+)")
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


class Stage:
    """The pages of the story, with what is checked on each of them."""

    def __init__(self, checks, browser, pictures):
        self.checks, self.browser, self.pictures = checks, browser, pictures
        self.seen = []

    def open(self, url):
        page = self.browser.new_page(viewport={"width": 1180, "height": 900}, color_scheme="light")
        page.set_default_timeout(WAIT)
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
        settle(page)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for fault in accessibility.faults(page):
                self.checks.check(False, f"{name} ({scheme}): {fault}")
            self.checks.check(True, name)
            if picture and (scheme == "light" or name == "10-home"):
                suffix = "" if scheme == "light" else "-dark"
                page.screenshot(path=os.path.join(self.pictures, f"{name}{suffix}.png"))
        page.emulate_media(color_scheme="light")
        # The panel beside the screen stays the same.
        is_phone = name != "10-home" and page.query_selector("#screen")
        for fault in accessibility.keyboard_faults(page, "#screen" if is_phone else "body"):
            self.checks.check(False, f"{name} (keyboard): {fault}")

    def choose_languages(self, page, name):
        """The person changes the language at the foot of the page."""
        texts = {}
        for language in LANGUAGES:
            page.click(f".languages a[hreflang={language}]")
            page.wait_for_selector(f"html[lang={language}]")
            self.checks.equal(page.get_attribute("#screen", "lang"), language, f"{name}: the screen's language")
            texts[language] = set(accessibility.texts(page))
        self.compare(texts, name)
        page.click(".languages a[hreflang=en-GB]")
        page.wait_for_selector("html[lang=en-GB]")

    def check_languages(self, page, name):
        """The same page in each language, and at the end in English again."""
        path = page.evaluate("location.pathname")
        self.check_versions(page, [f"{path}?lang={language}" for language in (*LANGUAGES, "en-GB")], name)

    def check_versions(self, page, addresses, name):
        """No text stays in another language, and no control has lost its name. Returns what is shown first."""
        versions = accessibility.still_pages(page, addresses)
        self.checks.equal([version["language"] for version in versions][:5], list(LANGUAGES), f"{name}: languages")
        self.checks.equal([fault for version in versions for fault in version["unnamed"]], [], f"{name}: names")
        texts = {language: set(version["texts"]) for language, version in zip(LANGUAGES, versions)}
        self.checks.check(all(texts.values()), f"{name} shows a text in each language")
        self.compare(texts, name)
        return versions[0]["body"]

    def compare(self, texts, name):
        for first in LANGUAGES:
            for second in LANGUAGES:
                same = [
                    text for text in texts[first] & texts[second]
                    if first < second and not SAME_EVERYWHERE.fullmatch(text)
                ]
                self.checks.check(not same, f"{name}: the same in {first} and {second}: {same}")

    def look_at_all_screens(self, url):
        """Every screen of the app with made-up facts: texts and names in each language, the look in one of them after the
        other, light and dark."""
        page = self.open(url + "screens?lang=en-GB")
        for fault in accessibility.faults(page):
            self.checks.check(False, f"the list of screens: {fault}")
        links = page.eval_on_selector_all(".screens a", "all => all.map((a) => a.getAttribute('href').split('?')[0])")
        self.checks.check(len(links) > 100, f"{len(links)} screens of the app")
        shown = set()
        for link in links:
            body = self.check_versions(page, [f"{link}?lang={language}" for language in LANGUAGES], link)
            # Most screens of an Android phone are those of an iPhone.
            if body in shown:
                continue
            language = LANGUAGES[len(shown) % len(LANGUAGES)]
            page.goto(f"{url}{link[1:]}?lang={language}", wait_until="domcontentloaded")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                for fault in accessibility.faults(page):
                    self.checks.check(False, f"{link} ({language}, {scheme}): {fault}")
            shown.add(body)
        page.close()
        self.checks.say(f"{len(shown)} different screens of the app in {len(LANGUAGES)} languages")


CLICKS = {"count": 0}


def settle(page):
    """Waits until nothing that was pressed is under way."""
    if page.query_selector("#cast"):
        page.wait_for_selector("#cast:not([aria-busy])")


def press(page, text, role="button"):
    settle(page)
    page.get_by_role(role, name=text, exact=True).first.click()
    CLICKS["count"] += 1
    settle(page)


def toggle(page, text):
    press(page, text, role="switch")


def title(page, text):
    page.wait_for_selector(f"h1:text-is({text!r})")


def back_home(page):
    press(page, "Back")
    title(page, "Avviso")


def settle_in(stage, page, is_looked_at):
    def look(name, picture=False):
        if is_looked_at:
            stage.look(page, name, picture)

    look("01-lock-screen")
    press(page, "Open Avviso")
    title(page, "Look after each other")
    look("02-welcome", picture=True)
    press(page, "Continue")
    title(page, "How it works")
    look("03-how-it-works")
    press(page, "Continue")
    title(page, "Your privacy")
    look("04-privacy")
    for box in page.query_selector_all("input[type=checkbox]"):
        box.check()
        CLICKS["count"] += 1
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
    if is_looked_at:
        stage.check_languages(page, "08-system-question")
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
    stage.choose_languages(page, "10-home")
    press(page, "Settings")
    title(page, "Settings")
    stage.look(page, "11-settings")
    for name in ("Language", "Change province", "Privacy notice", "Terms of use", "Customer support", "Delete my data"):
        press(page, name)
        title(page, name)
        stage.look(page, "12-" + name.lower().replace(" ", "-"))
        if name in ("Privacy notice", "Terms of use"):
            address = page.get_attribute("#screen a", "href")
            stage.checks.check(address.startswith("https://www.example.org/en/"), f"{name} leads to {address}")
        press(page, "Back")
        page.wait_for_selector("h1")
    press(page, "Questions and answers")
    title(page, "Questions and answers")
    stage.look(page, "12-questions")
    ask(stage, page)
    press(page, "Back")
    back_home(page)
    toggle(page, "Bluetooth")
    page.wait_for_selector("h2:text-is('Avviso is not working')")
    stage.look(page, "13-impaired", picture=True)
    press(page, "Switch on Bluetooth")
    title(page, "Switch on Bluetooth")
    stage.look(page, "14-repair")
    toggle(page, "Bluetooth")
    page.wait_for_selector("h2:text-is('Avviso is working')")


def ask(stage, page):
    """The authority's answers came from its servers; words are looked for in them."""
    wanted = "Does the app cost anything?"
    page.wait_for_selector(f"button:text-is({wanted!r})")
    page.fill("#query", "zebra")
    press(page, "Search the questions")
    page.wait_for_selector("text=No question fits")
    press(page, "All questions")
    page.fill("#query", "free NOTICES")
    press(page, "Search the questions")
    page.wait_for_selector("text=Questions found: 1")
    press(page, wanted)
    title(page, wanted)
    page.wait_for_selector("text=its notices are free")
    stage.look(page, "12-answer")
    press(page, "Back")


def wait_a_day(page):
    page.select_option("#hours", "24")
    press(page, "Move the clock on")


def meet(stage, page):
    page.select_option("#whom", "Bruno")
    page.fill("#metres", "1")
    page.fill("#minutes", "40")
    press(page, "Meet")
    met = page.wait_for_selector("#met").inner_text()
    stage.checks.check(int(re.search(r": (\d+) signals", met).group(1)) > 0, f"Anna hears Bruno: {met}")
    stage.look(page, "15-meeting")


def authorise(stage, anna, portal, password):
    """The code goes by word of mouth from one page to the other."""
    press(anna, "Warn others")
    title(anna, "Read out this code")
    stage.look(anna, "20-code", picture=True)
    press(anna, "The code is authorised: go on")
    anna.wait_for_selector("text=The code is not authorised yet.")
    stage.look(anna, "21-not-authorised")
    code = anna.inner_text("#otp").strip()
    stage.look(portal, "22-sign-in")
    stage.check_languages(portal, "22-sign-in")
    sign_in(portal, password)
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
    left = portal.inner_text("#countdown .time")
    stage.checks.check(re.fullmatch(r"[0-2]:[0-5]\d", left) and left <= "2:30", f"of 150 seconds are left: {left}")
    stage.look(portal, "24-authorised", picture=True)
    while portal.inner_text("#countdown .time") == left:
        portal.wait_for_timeout(100)
    stage.checks.check(portal.inner_text("#countdown .time") < left, "the seconds run")


def check_portal_script(stage, url, password):
    """What the health worker's script does as time goes by."""
    page = stage.browser.new_page()
    page.set_default_timeout(WAIT)
    page.clock.install()
    page.goto(url)
    page.fill("[name=name]", "demo")
    page.fill("[name=password]", password)
    page.locator("main button").click()
    page.fill("input#code", "123 4567 8912")
    said = page.inner_text("#code-feedback.bad")
    stage.checks.check("these are 11" in said, f"a code that is too long: {said}")
    # The page's clock runs beside: a minute is left to whatever takes long here.
    page.clock.fast_forward(720_000)
    stage.checks.equal(page.inner_text("#ends-soon"), "", "a session of 15 minutes is left alone for 12")
    page.clock.fast_forward(61_000)
    stage.checks.check("soon be signed out" in page.inner_text("#ends-soon"), "its end is announced after 13")
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
    anna.wait_for_selector("button:text-is('The code is authorised: go on')")
    press(anna, "The code is authorised: go on")
    title(anna, "This will be sent")
    stage.look(anna, "25-recap", picture=True)
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
    wait_a_day(anna)
    bruno.goto(bruno.url)
    bruno.wait_for_selector("text=Please open Avviso")
    stage.look(bruno, "30-notification", picture=True)
    stage.check_languages(bruno, "30-notification")
    # The notification itself opens the app.
    bruno.click(".notifications button")
    bruno.wait_for_selector("#notice")
    stage.look(bruno, "31-notice", picture=True)
    rows = [row.inner_text() for row in bruno.query_selector_all("#requests tbody tr")]
    bruno.locator("#requests td:has-text('operational-info')").first.scroll_into_view_if_needed()
    stage.look(bruno, "32-requests")
    bruno.locator("#requests").screenshot(path=os.path.join(stage.pictures, "32-requests.png"))

    def sent(path, ending=""):
        return [row for row in rows if path in row and row.strip().endswith(ending)]

    stage.checks.check(sent("/v1/keys/1"), "Bruno's page lists the keys of others")
    stage.checks.equal(
        [row.split("\t")[-2].split()[0] for row in sent("/v1/analytics/apple/token")], ["201", "202"],
        "the phone asks for a token until it is authorised",
    )
    # That it gave a notice is told for certain; in some runs of a hundred a report without exposure or a dummy was drawn, too.
    told = sent("/v1/analytics/apple/operational-info")
    stage.checks.check(any(row.strip().endswith("real") for row in told), f"the phone tells that it gave a notice: {told}")
    press(bruno, "I have followed the advice: remove the notice")
    bruno.wait_for_selector("#notice", state="detached")


def go_wrong(stage, page):
    """What is reached only where something is wrong, on an iPhone that is in use."""
    page.click("#mishaps summary")
    press(page, "Warn others")
    set_network(page, "none")
    press(page, "The code is authorised: go on")
    page.wait_for_selector("text=There is no connection.")
    stage.look(page, "50-validation-failed")
    back_home(page)
    set_network(page, "works")
    toggle(page, "System too old")
    title(page, "An update is needed")
    page.wait_for_selector("text=13.5 or later")
    stage.look(page, "51-system-too-old")
    toggle(page, "System too old")
    title(page, "Avviso")
    toggle(page, "No suitable radio")
    press(page, "This phone cannot take part")
    title(page, "This phone cannot take part")
    stage.look(page, "52-no-radio")
    toggle(page, "No suitable radio")
    title(page, "Avviso")
    toggle(page, "Storage full (seen at the next meeting)")
    press(page, "Meet")
    press(page, "The storage is full")
    title(page, "The storage is full")
    stage.look(page, "53-storage-full")
    toggle(page, "Storage full (seen at the next meeting)")
    press(page, "Meet")
    title(page, "Avviso")
    page.wait_for_selector("h2:text-is('Avviso is working')")
    press(page, "The authority requires a newer app")
    press(page, "Look for exposures in the background now")
    title(page, "An update is needed")
    page.wait_for_selector("text=Please install the new one")
    stage.look(page, "54-app-too-old")
    press(page, "Install the newest app")
    press(page, "Open Avviso")
    title(page, "Avviso")


def lose_answers(stage, page, portal, password):
    """An upload of an app that was switched off, and whose answer is lost, on a phone whose owner tries again."""
    press(page, "Settings")
    page.click("summary:text-is('Switch off')")
    press(page, "Switch off")
    back_home(page)
    press(page, "Warn others")
    dictate(page, portal, password)
    press(page, "The code is authorised: go on")
    title(page, "This will be sent")
    set_network(page, "answers get lost")
    press(page, "Send")
    page.wait_for_selector("text=The app could not get your random codes")
    stage.look(page, "60-no-keys")
    press(page, "Switch on")
    press(page, "Try again")
    press(page, "Do not share")
    page.wait_for_selector("text=You did not agree, so nothing was sent.")
    stage.look(page, "55-refused")
    press(page, "Try again")
    press(page, "Share")
    page.wait_for_selector("text=No answer came.")
    page.wait_for_selector("button:text-is('Show a new code')")
    stage.look(page, "56-unanswered")
    back_home(page)
    page.wait_for_selector("text=Your data may not have been sent.")
    stage.look(page, "58-unfinished")
    press(page, "Warn others")
    set_network(page, "works")
    press(page, "Try again")
    if page.query_selector("[role=alertdialog]"):
        press(page, "Share")
    page.wait_for_selector("text=Your data may have arrived")
    stage.look(page, "57-uncertain")
    back_home(page)


def come_too_late(stage, page, portal, password):
    """An upload whose code's time is over."""
    press(page, "Warn others")
    title(page, "Read out this code")
    dictate(page, portal, password)
    press(page, "The code is authorised: go on")
    title(page, "This will be sent")
    page.select_option("#hours", "1")
    press(page, "Move the clock on")
    press(page, "Send")
    if page.query_selector("[role=alertdialog]"):
        press(page, "Share")
    page.wait_for_selector("text=The time of this code is over.")
    stage.look(page, "59-expired")
    press(page, "Show a new code")
    title(page, "Read out this code")
    back_home(page)


def begin_anew(stage, page):
    """A damaged file, and the deletion of everything."""
    press(page, "Damage the app’s file and restart")
    press(page, "Open Avviso")
    title(page, "Look after each other")
    page.wait_for_selector("text=The app’s file was damaged, so it begins anew.")
    stage.look(page, "60-damaged")
    settle_in_again(page)
    press(page, "Settings")
    press(page, "Delete my data")
    press(page, "Delete everything")
    title(page, "Look after each other")
    stage.checks.check(not page.query_selector("text=was damaged"), "what the person deleted was not damaged")


def settle_in_again(page):
    """The framework and its permission are still there."""
    press(page, "Continue")
    press(page, "Continue")
    for box in page.query_selector_all("input[type=checkbox]"):
        box.check()
    press(page, "Continue")
    page.select_option("select#what", label="Valle d'Aosta")
    press(page, "Continue")
    title(page, "Avviso")


def dictate(page, portal, password):
    """Moving the clock has signed the health worker out."""
    portal.goto(portal.url.split("/portal")[0] + "/portal")
    if portal.query_selector("[name=password]"):
        sign_in(portal, password)
    portal.fill("input#code", page.inner_text("#otp").strip())
    portal.fill("input[name=day]", portal.get_attribute("input[name=day]", "max"))
    portal.locator("main form button").click()
    portal.wait_for_selector("#countdown")


def sign_in(portal, password):
    portal.fill("[name=name]", "demo")
    portal.fill("[name=password]", password)
    portal.locator("main button").click()
    portal.wait_for_selector("input#code")


def set_network(page, state):
    page.select_option("#network", label=state)
    press(page, "Change the connection")


def live_on_android(stage, page):
    """Location is only looked at, and nobody is asked for a permission but the framework's."""

    def is_asked():
        return page.query_selector("[role=alertdialog]") is not None

    toggle(page, "Location")
    press(page, "Open Avviso")
    press(page, "Continue")
    press(page, "Continue")
    for box in page.query_selector_all("input[type=checkbox]"):
        box.check()
    press(page, "Continue")
    page.select_option("select#what", label="Lazio")
    press(page, "Continue")
    page.select_option("select#what", label="Roma")
    press(page, "Continue")
    title(page, "Allow exposure notifications")
    press(page, "Allow")
    title(page, "Let this phone exchange random codes?")
    press(page, "Allow")
    title(page, "Switch on Location")
    stage.look(page, "70-android-location", picture=True)
    press(page, "Continue")
    stage.checks.check(not is_asked(), "Android: the app asks for no permission to use Location")
    title(page, "Switch on Location")
    toggle(page, "Location")
    page.wait_for_selector("h2:text-is('Avviso is working')")
    stage.checks.check(not is_asked(), "Android: nobody is asked for notifications")
    toggle(page, "Location")
    press(page, "Switch on Location")
    title(page, "Switch on Location")
    stage.look(page, "71-android-repair")
    press(page, "Try again")
    stage.checks.check(not is_asked(), "Android: nor as Location is repaired")
    toggle(page, "Location")
    title(page, "Avviso")
    page.click("#mishaps summary")
    toggle(page, "Google Play services too old")
    title(page, "An update is needed")
    page.wait_for_selector("text=20.18.13 or later")
    stage.look(page, "72-services-too-old")
    toggle(page, "Google Play services too old")
    toggle(page, "System too old")
    page.wait_for_selector("text=version 6 or later")
    toggle(page, "System too old")
    title(page, "Avviso")


def without_scripts(stage, browser, url):
    """The same page is of use where no script runs."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(WAIT)
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
    clicks = CLICKS["count"]
    visit_everything(stage, anna)
    CLICKS["count"] = clicks
    press(bruno, "Put the phone away")
    wait_a_day(anna)
    meet(stage, anna)
    authorise(stage, anna, portal, addresses["password"])
    check_portal_script(stage, addresses["portal"], addresses["password"])
    send(stage, anna)
    be_told(stage, anna, bruno)
    # Those of the health worker are not counted by press().
    stage.checks.say(f"the story by hand: {CLICKS['count'] + 2} clicks on buttons and boxes")
    without_scripts(stage, browser, addresses["Anna"])
    anna.set_viewport_size({"width": 360, "height": 740})
    stage.look(anna, "40-small-window")
    wide = anna.evaluate("document.documentElement.scrollWidth > innerWidth")
    stage.checks.check(not wide, "a small window needs no scrolling sideways")
    go_wrong(stage, bruno)
    lose_answers(stage, bruno, portal, addresses["password"])
    come_too_late(stage, bruno, portal, addresses["password"])
    begin_anew(stage, bruno)
    stage.look_at_all_screens(addresses["Anna"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--write", metavar="DOCS", help="keep the pictures, in DOCS/screenshots")
    options = parser.parse_args()
    checks, began = harness.Checks("browser"), time.monotonic()
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not chromium:
        raise SystemExit(f"browser: none of {', '.join(BROWSERS)} is installed (make setup-browser)")
    demos = [Demo(options.avviso, platform) for platform in ("ios", "android")]
    with tempfile.TemporaryDirectory(prefix="avviso-browser-") as temporary, sync_playwright() as playwright:
        pictures = os.path.join(options.write, "screenshots") if options.write else temporary
        os.makedirs(pictures, exist_ok=True)
        # Its sandbox wants rights that a container does not give; it opens nothing but our own pages.
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        stage = Stage(checks, browser, pictures)
        try:
            play(stage, browser, demos[0].addresses)
            live_on_android(stage, stage.open(demos[1].addresses["Anna"]))
        except Exception as error:
            for number, page in enumerate(page for context in browser.contexts for page in context.pages):
                checks.say(f"page {number} shows: {page.inner_text('main')!r}")
            checks.check(False, f"the story stopped after {stage.seen[-1:]}: {error}")
        browser.close()
    for demo in demos:
        checks.equal(demo.stop(), 0, "the demo ends when it is interrupted")
    seconds = time.monotonic() - began
    checks.say(f"{len(stage.seen)} screens in {seconds:.0f} s")
    checks.finish()


main()
