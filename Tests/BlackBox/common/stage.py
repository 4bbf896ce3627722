"""Pages in a browser, and what is checked on each of them; of `browser.py` and `coronawarn_browser.py`."""

import os
import re
import shutil
import sys
import time

import accessibility
import harness

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LANGUAGES = ("en-GB", "it", "de", "fr", "es")
# Light, dark, and the colours of a system that leaves none to pages.
LOOKS = (
    ("light", {"color_scheme": "light", "forced_colors": "none"}),
    ("dark", {"color_scheme": "dark", "forced_colors": "none"}),
    ("forced", {"color_scheme": "light", "forced_colors": "active"}),
)
# Pixels: the smallest that must do, a usual phone, and a desk.
WIDTHS = (320, 390, 1440)
WINDOW = {"width": 1180, "height": 900}
# In the short form all is done and looked at on a usual phone.
SHORT_WINDOW = {"width": WIDTHS[1], "height": 900}
# Milliseconds to wait for anything that a page will show; a guard against hanging.
PATIENCE = harness.PATIENCE * 1000
# What is the same in all languages: names, what has no words, and technical terms.
SAME_EVERYWHERE = re.compile(
    r"[^A-Za-zÀ-ÿ]*|Password|Code|.*@.*|avviso.*|Anna|Bruno|Roma|Bluetooth|iPhone|Android|demo|Corona-Warn|Avviso Association|Hotline|Laboratorio"
    r"|France|Francia|Italia"
    r"|.*, (iOS|Android) [\d.]+|Google Play.* [\d.]+|[A-Z\d]{3} [A-Z\d]{4} [A-Z\d]{3}|(GET|POST) /.*",
    re.I | re.S,
)


def find_browser():
    """The path of the machine's browser."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or sys.exit(f"none of {', '.join(BROWSERS)} is installed (make setup-browser)")


def launch(playwright):
    """A browser that lives by the machine's calendar. With libfaketime its timers end at once, and it never rests."""
    kept = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD" and not name.startswith("FAKETIME")}
    # Its sandbox wants rights that a container does not give; it opens nothing but our own pages.
    return playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"], env=kept)


class Stage:
    """The pages of the story, with what is checked on each of them."""

    def __init__(self, checks, browser, pictures, home="Avviso", *, short):
        """`home` is the title of the app's first place. If `short`, the main story is played in one window, one language and
        light colours; nothing keeps its pictures.
        """
        self.checks, self.browser, self.pictures, self.home, self.short = checks, browser, pictures, home, short
        self.window, self.looks, self.widths = (
            (SHORT_WINDOW, LOOKS[:1], [SHORT_WINDOW["width"]]) if short else (WINDOW, LOOKS, WIDTHS)
        )
        self.seen, self.clicks = [], 0

    def open(self, url):
        page = self.browser.new_page(viewport=self.window, color_scheme="light")
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.checks.check(False, f"a script failed: {error}"))
        page.on(
            "console",
            # Browsers note each answer that refuses something; those are looked at below.
            lambda message: message.type == "error" and "a status of 4" not in message.text
            and self.checks.check(False, f"the browser complains: {message.text}"),
        )
        # What a person did wrong is answered with a page that says so. What a page itself asks for is there.
        page.on(
            "response",
            lambda answer: answer.status >= 400 and not answer.request.is_navigation_request()
            and self.checks.check(False, f"the page asked for {answer.url} and got {answer.status}"),
        )
        page.goto(url)
        return page

    def look(self, page, name, picture=False):
        """Checks a screen in each look and width, and takes its picture; of Home also in the dark. The short form checks one
        look and one width.
        """
        self.seen.append(name)
        settle(page)
        is_home = name.endswith("10-home")
        # The panel beside the screen stays the same.
        part = "#screen" if not is_home and page.query_selector("#screen") else "body"
        for look, media in self.looks:
            page.emulate_media(**media)
            found = accessibility.axe_faults(page, None if look == "light" else part)
            self.check(name, look, accessibility.faults(page) + found)
            if picture and not self.short and (look == "light" or (look == "dark" and is_home)):
                suffix = "" if look == "light" else "-dark"
                page.evaluate("scrollTo(0, 0)")
                page.screenshot(path=os.path.join(self.pictures, f"{name}{suffix}.png"))
        page.emulate_media(**LOOKS[0][1])
        self.check(name, "keyboard", accessibility.keyboard_faults(page, part))
        for width in self.widths:
            page.set_viewport_size({"width": width, "height": self.window["height"]})
            self.check(name, f"{width} px", accessibility.width_faults(page))
        page.set_viewport_size(self.window)

    def check(self, name, look, faults):
        for fault in faults:
            self.checks.check(False, f"{name} ({look}): {fault}")
        self.checks.check(True, name)

    def choose_languages(self, page, name):
        """The person changes the language at the foot of the page. The short form stays in one language."""
        if self.short:
            return
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
        """The same page in each language, and at the end in English again. The short form stays in one language."""
        if self.short:
            return
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

    def press(self, page, text, role="button"):
        settle(page)
        page.get_by_role(role, name=text, exact=True).first.click()
        self.clicks += 1
        settle(page)

    def toggle(self, page, text):
        self.press(page, text, role="switch")

    def press_twice(self, page, ask, confirm):
        """What takes something away: its button asks once more."""
        settle(page)
        page.click(f"#screen summary:text-is({ask!r})")
        self.clicks += 1
        self.press(page, confirm)

    def back_home(self, page):
        self.press(page, "Back")
        title(page, self.home)

    def open_mishaps(self, page):
        if page.query_selector("#mishaps:not([open])"):
            page.click("#mishaps summary")

    def set_network(self, page, state):
        self.open_mishaps(page)
        page.select_option("#network", label=state)
        self.press(page, "Change the connection")

    def meet(self, page, whom, minutes):
        """At a metre. Returns the number of signals that were heard."""
        page.select_option("#whom", whom)
        page.fill("#metres", "1")
        page.fill("#minutes", str(minutes))
        self.press(page, "Meet")
        return int(re.search(r": (\d+) signals", page.wait_for_selector("#met").inner_text()).group(1))

    def advance(self, page, hours):
        """Moves the clock on, to the end. Returns what the page said meanwhile."""
        page.select_option("#hours", str(hours))
        self.press(page, "Move the clock forward")
        said = page.query_selector("#progress")
        said = said.inner_text() if said else ""
        stand_still(page)
        return said


def sign_in(portal, password, field):
    """As the operator of a demo; `field` is on the page that follows."""
    portal.fill("[name=name]", "demo")
    portal.fill("[name=password]", password)
    portal.locator("main button").click()
    portal.wait_for_selector(field)


def box_of(page, selector):
    """Where an element is. The page renews itself, so the element may be replaced while it is measured: then again."""
    deadline = time.monotonic() + harness.PATIENCE
    while time.monotonic() < deadline:
        box = page.locator(selector).bounding_box()
        if box:
            return box
    raise RuntimeError(f"{selector} is never to be seen")


def rows_of(page):
    """The rows of the requests that a phone sent, with tabs between cells. All are of one moment: a row that the page has
    replaced meanwhile would have no tabs.
    """
    return page.eval_on_selector_all("#requests tbody tr", "rows => rows.map((row) => row.innerText)")


def tick_all(page):
    """Ticks all boxes. Returns how many there are."""
    boxes = page.locator("input[type=checkbox]")
    count = boxes.count()
    for number in range(count):
        boxes.nth(number).check()
    return count


def settle(page):
    """Waits until nothing that was pressed is under way."""
    if page.query_selector("#cast"):
        page.wait_for_selector("#cast:not([aria-busy])")


def stand_still(page):
    """Waits until the clock stands still, as long as it gets on from one day to the next."""
    while said := page.query_selector("#progress"):
        page.locator("#progress", has_text=said.inner_text()).wait_for(state="detached")


def title(page, text):
    page.wait_for_selector(f"h1:text-is({text!r})")
