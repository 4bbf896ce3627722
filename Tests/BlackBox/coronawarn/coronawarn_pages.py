#!/usr/bin/env python3
"""Opens the hotline's and the laboratory's pages in a browser: each page in light, dark and forced colours, at 320, 390 and
1440 pixels, in five languages and by keyboard, with what axe-core finds; copying, what Back shows, and the way without scripts.
Usage: coronawarn_pages.py AVVISO

Tier: test-all
Only here: each page of the hotline and the laboratory is found faultless by axe-core in each look, width and language, works by
  keyboard alone and without scripts, copies its secret, and shows it no more on Back.
"""

import os
import re
import sys
import tempfile

from playwright.sync_api import sync_playwright

import harness
from stage import PATIENCE, Stage, launch

OWN_PASSWORD = "another planted horse of her own"
SERVICES = ("laboratory", "verification", "portal")
SETTINGS = {"CLOCK_GUARD": "off", "VERIFICATION_HEALTH_AUTHORITIES": "lab-one", "VERIFICATION_TELETAN_PAUSE": "0s"}
CODE = "E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"
ROLES = ("hotline", "hotline-event", "laboratory")


def make_account(workplace, name):
    """An account with every role; its institution is a laboratory and a health authority."""
    workplace.run("migrate", "--data", workplace.data)
    roles = [part for role in ROLES for part in ("--role", role)]
    done = workplace.run("operator", "create", name, *roles, "--institution", "lab-one", "--data", workplace.data)
    return re.search(r"this once: (\S+)", done.stdout).group(1)


def sign_in(page, name, password):
    page.fill("[name=name]", name)
    page.fill("[name=password]", password)
    page.locator("main button").click()


def choose_password(page, issued):
    page.fill("[name=old]", issued)
    page.fill("[name=new]", OWN_PASSWORD)
    page.fill("[name=again]", OWN_PASSWORD)
    page.locator("main button").click()
    page.wait_for_selector(".panel.good")


def check_hotline(stage, page):
    """The whole way by keyboard: three boxes, the button, the code."""
    page.goto(page.url.split("/portal")[0] + "/portal/hotline")
    page.wait_for_selector("fieldset")
    stage.look(page, "hotline")
    stage.check_languages(page, "hotline")
    page.goto(page.url.split("?")[0] + "?reason=EVENT")
    stage.look(page, "hotline-event")
    page.goto(page.url.split("?")[0] + "?reason=TEST")
    page.focus("input[name=check-result]")
    for key in ("Space", "Tab", "Space", "Tab", "Space", "Tab", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#once")
    code = page.inner_text("#once")
    stage.checks.check(re.fullmatch(r"[A-Z2-9]{3} [A-Z2-9]{3} [A-Z2-9]{4}", code), f"the keyboard gets a teleTAN: {code}")
    stage.checks.equal(page.evaluate("document.activeElement.contains(document.getElementById('once'))"), True,
                       "it has the focus")
    page.get_by_role("button", name="Copy", exact=True).click()
    page.wait_for_selector("text=Copied")
    stage.checks.equal(page.evaluate("navigator.clipboard.readText()"), code.replace(" ", ""), "it is copied without blanks")
    stage.look(page, "teletan")
    stage.checks.equal(page.inner_text("#once"), code, "it is still shown")
    page.get_by_role("link", name="Give another teleTAN").click()
    page.wait_for_selector("fieldset")
    page.go_back()
    page.wait_for_load_state()
    stage.checks.check(code not in page.content(), "Back shows no teleTAN")
    stage.checks.check(code.replace(" ", "") not in page.url, "nor does the address")


def check_time(stage, page):
    """A page that is left open gives its teleTAN up."""
    page.clock.install()
    page.goto(page.url.split("/portal")[0] + "/portal/hotline")
    for box in page.locator("main input[type=checkbox]").all():
        box.check()
    page.locator("main form button").click()
    page.wait_for_selector("#once")
    page.clock.fast_forward(540_000)
    stage.checks.check(page.query_selector("#once"), "it is shown for ten minutes")
    with page.expect_navigation():
        page.clock.fast_forward(70_000)
    page.wait_for_selector("fieldset")
    stage.checks.check(not page.query_selector("#once"), "and then no longer")


def check_laboratory(stage, page, folder):
    page.goto(page.url.split("/portal")[0] + "/portal/laboratory")
    stage.look(page, "laboratory")
    stage.check_languages(page, "laboratory")
    page.goto(page.url.split("?")[0])
    # A scanner types into the field at once.
    page.wait_for_function("document.activeElement.id === 'code'")
    page.keyboard.type(CODE)
    page.select_option("#result", "positive")
    page.fill("#birth-date", "2000-01-01")
    page.get_by_role("button", name="Send the result").click()
    page.wait_for_selector(".panel.good")
    stage.look(page, "laboratory-stored")
    page.fill("#code", "not a code")
    page.select_option("#result", "negative")
    page.get_by_role("button", name="Send the result").click()
    page.wait_for_selector("#code-fault")
    stage.look(page, "laboratory-fault")
    path = os.path.join(folder, "results.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"code,result\n{CODE},negative\n{CODE[:-1]}0,negative\n=1+1,positive\n")
    page.set_input_files("#file", path)
    page.get_by_role("button", name="Check the file").click()
    page.wait_for_selector("text=Nothing is sent yet")
    stage.look(page, "preview")
    page.get_by_role("button", name="Send only the other results (2)").click()
    page.wait_for_selector("text=Refused lines: 1.")
    stage.look(page, "refused")
    page.get_by_role("button", name="Send only the other results (1)").click()
    page.wait_for_selector("text=Stored results: 1.")
    stage.look(page, "stored")


def check_keys(stage, page):
    page.goto(page.url.split("/portal")[0] + "/portal/laboratory/keys")
    stage.look(page, "keys")
    page.get_by_role("button", name="Make a key").click()
    page.wait_for_selector("#once")
    key = page.inner_text("#once")
    stage.look(page, "new-key")
    page.get_by_role("link", name="Back to the state of the key").click()
    page.wait_for_selector("text=valid until")
    stage.look(page, "keys-with-one")
    stage.check_languages(page, "keys-with-one")
    page.go_back()
    page.wait_for_load_state()
    stage.checks.check(key not in page.content(), "Back shows no key")


def without_scripts(stage, browser, url):
    """The whole way works where no script runs."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    sign_in(page, "elena", OWN_PASSWORD)
    page.goto(url.replace("/portal", "/portal/hotline"))
    for box in page.locator("main input[type=checkbox]").all():
        box.check()
    page.locator("main form button").click()
    stage.checks.check(len(page.inner_text("#once")) == 12, "a teleTAN without scripts")
    stage.checks.check('content="600"' in page.content(), "its page leaves by itself")
    context.close()


def main():
    checks = harness.Checks("coronawarn_pages")
    with harness.Workplace(sys.argv[1]) as workplace, tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        issued = make_account(workplace, "elena")
        with workplace.start(SERVICES, SETTINGS) as server:
            url = f"http://127.0.0.1:{server.internal[1]}/portal"
            browser = launch(playwright)
            stage = Stage(checks, browser, folder, short=False)
            page = stage.open(url)
            page.context.grant_permissions(["clipboard-read", "clipboard-write"])
            sign_in(page, "elena", issued)
            choose_password(page, issued)
            check_hotline(stage, page)
            check_laboratory(stage, page, folder)
            check_keys(stage, page)
            check_time(stage, page)
            without_scripts(stage, browser, url)
            browser.close()
            checks.say(f"{len(stage.seen)} pages")
    checks.finish()


main()
