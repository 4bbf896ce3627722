"""Every screen of the app with made-up facts, looked at beside the story; of `plays.py`."""

import threading

from playwright.sync_api import sync_playwright

import accessibility
from stage import LANGUAGES, LOOKS, Stage, launch

NARROW = {"width": 320, "height": 740}


class AllScreens(threading.Thread):
    """Texts and names of every screen in each language, its look in one of them after the other, and whether it fits into the
    narrowest window in German, which has the longest words. Of `step` different screens one is looked at; the texts and names
    of all are read.
    """

    def __init__(self, checks, url, step):
        super().__init__()
        self.checks, self.url, self.step = checks, url, step

    def run(self):
        with sync_playwright() as playwright:
            browser = launch(playwright)
            try:
                self.look(Stage(self.checks, browser, None, short=False))
            except Exception as error:
                self.checks.check(False, f"the list of screens: {error}")
            browser.close()

    def look(self, stage):
        page, narrow = stage.open(self.url + "screens?lang=en-GB"), stage.open(self.url + "screens?lang=de")
        narrow.set_viewport_size(NARROW)
        stage.check("the list of screens", "light", accessibility.faults(page) + accessibility.axe_faults(page))
        stage.check("the list of screens", "320 px", accessibility.width_faults(narrow))
        links = page.eval_on_selector_all(".screens a", "all => all.map((a) => a.getAttribute('href').split('?')[0])")
        self.checks.check(len(links) > 100, f"{len(links)} screens of the app")
        shown = set()
        for link in links:
            body = stage.check_versions(page, [f"{link}?lang={language}" for language in LANGUAGES], link)
            # Most screens of an Android phone are those of an iPhone.
            if body in shown:
                continue
            shown.add(body)
            if len(shown) % self.step:
                continue
            language = LANGUAGES[len(shown) // self.step % len(LANGUAGES)]
            page.goto(f"{self.url}{link[1:]}?lang={language}", wait_until="domcontentloaded")
            for look, media in LOOKS:
                page.emulate_media(**media)
                found = accessibility.axe_faults(page, None if look == "light" else "body")
                stage.check(f"{link} in {language}", look, accessibility.faults(page) + found)
            narrow.goto(f"{self.url}{link[1:]}?lang=de", wait_until="domcontentloaded")
            stage.check(f"{link} in German", "320 px", accessibility.width_faults(narrow))
        self.checks.say(f"{len(shown)} different screens of the app in {len(LANGUAGES)} languages")
