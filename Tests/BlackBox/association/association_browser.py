#!/usr/bin/env python3
"""Plays the association's story in a browser, as people would: two phones are set up and meet, one owner gets a code and
reports, and the other phone warns. Every screen on the way is checked as in `browser.py`, and the operators' page with held
reports.

The whole play also visits what is beside the way; then a connection fails, and a phone begins anew. It checks what the whole
play of `browser.py` checks, and the screens of the app with made-up facts: one of five, or with --every all of them.
Usage: association_browser.py AVVISO [--every] [--write DOCS]; both options play all, and without --write nothing keeps the
pictures.

Tier: test
Only here: a browser plays the association's story from the set-up of two phones to the warning, its scripts answer each
  character of a code, and axe-core and our own check find nothing on any screen of it.
"""

import re

import plays
from stage import sign_in, title

HOME = "Avviso Association"
TAKES_PART = "The app notes which phones are near yours"
# A guard against hanging: a report leaves within the hour.
MAX_DAYS = 12
# What must not stand on a lock screen.
TELLING = ("warning", "contact", "report", "code", "positive")


def look(stage, page, name, picture=False):
    stage.look(page, f"association-{name}", picture)


def settle_in(stage, page, is_looked_at=False, asks=True):
    """`asks`: whether the system asks for notifications."""
    steps = [
        ("A warning after a contact at risk", "Continue", "02-welcome"), ("What happens with your data", "I agree", "03-consent"),
        ("The beginning of your post code", "Continue", "04-district"), ("News on the lock screen", "Continue", "05-notifications"),
        ("May Avviso Association send you notifications?", "Allow", "06-system-question"),
    ]
    if is_looked_at:
        look(stage, page, "01-lock-screen")
    stage.press(page, "Open Avviso Association")
    for heading, button, name in steps if asks else steps[:4]:
        title(page, heading)
        if is_looked_at:
            look(stage, page, name, picture=name == "03-consent")
        if name == "04-district":
            page.fill("#district", "0018")
        stage.press(page, button)
    title(page, HOME)
    page.wait_for_selector("h2:text-is('Your phone takes part from tomorrow on')")


def visit_everything(stage, page):
    """Each screen that is reached from Home."""
    look(stage, page, "10-home")
    stage.choose_languages(page, "association-10-home")
    stage.press(page, "Settings")
    title(page, "Settings")
    look(stage, page, "11-settings")
    for name in ("Language", "Delete everything"):
        stage.press(page, name)
        title(page, name)
        look(stage, page, "12-" + name.split()[0].lower())
        stage.press(page, "Back")
        title(page, "Settings")
    page.select_option("#days", "21")
    stage.press(page, "Save")
    stage.checks.equal(page.input_value("#days"), "21", "the days are kept")
    stage.press_twice(page, "Switch off", "Yes, switch off")
    stage.back_home(page)
    page.wait_for_selector("h2:text-is('You switched the app off')")
    look(stage, page, "13-switched-off")
    stage.press(page, "Switch on")
    page.wait_for_selector("h2:text-is('You switched the app off')", state="detached")


def advance_until(stage, page, other, selector):
    """Days on the clock of `page`, until `other` shows `selector`."""
    for _ in range(MAX_DAYS):
        if other.query_selector(selector):
            break
        stage.advance(page, 24)
    other.wait_for_selector(selector)


def take_part(stage, clock, page):
    """The authority confirms a phone for the next day, or for the one after it. `clock` is the page that moves the clock."""
    for _ in range(MAX_DAYS):
        page.reload()
        if page.query_selector(f"h2:text-is('{TAKES_PART}')"):
            break
        stage.advance(clock, 24)
    page.wait_for_selector(f"h2:text-is('{TAKES_PART}')")


def type_code(stage, page):
    """A code with a wrong character, then the right one. The answer comes with each character."""
    stage.press(page, "Give a code")
    said = page.wait_for_selector("#operator [role=status]").inner_text()
    code = re.fullmatch(r"The code is ([A-Z2-9 ]+)", said).group(1).replace(" ", "")
    stage.press(page, "Warn others")
    title(page, "Enter the code")
    look(stage, page, "20-code")
    page.type("#code", code[:5])
    page.wait_for_selector("#code-answer :text('Characters still missing: 7')")
    page.fill("#code", "")
    page.type("#code", code[:-1] + ("2" if code[-1] != "2" else "3"))
    page.wait_for_selector("#code-answer :text('One character is wrong')")
    look(stage, page, "21-wrong-code")
    page.fill("#code", "")
    # Faster than any answer comes.
    page.type("#code", code.lower())
    page.wait_for_selector("#code-answer :text('The code is complete.')")
    stage.press(page, "Use this code")
    title(page, "Do you want to report your contacts?")


def report(stage, anna):
    type_code(stage, anna)
    look(stage, anna, "22-consent", picture=True)
    stage.press(anna, "Yes, report my contacts")
    title(anna, "Your report is waiting to leave")
    look(stage, anna, "23-waiting")
    stage.press(anna, "Put the phone away")
    news = "#screen :text('There is news for you')"
    advance_until(stage, anna, anna, news)
    stage.press(anna, "Open Avviso Association")
    page_title = anna.inner_text("h1#title")
    if page_title == HOME:
        stage.press(anna, "Show my report")
    title(anna, "Your report has arrived")
    look(stage, anna, "24-arrived")


def be_warned(stage, anna, bruno):
    news = "#screen :text('There is news for you')"
    stage.press(anna, "Put the phone away")
    advance_until(stage, anna, bruno, news)
    shown = bruno.inner_text("#screen").lower().replace("avviso association", "")
    stage.checks.check(not any(word in shown for word in TELLING), f"a lock screen says nothing: {shown}")
    look(stage, bruno, "30-news")
    stage.press(bruno, "Open Avviso Association")
    look(stage, bruno, "31-warned", picture=True)
    stage.press(bruno, "Show the warnings")
    title(bruno, "Warnings")
    look(stage, bruno, "32-advice", picture=True)
    stage.back_home(bruno)


def look_at_held_reports(stage, portal, password):
    sign_in(portal, password, "h1")
    stage.look(portal, "association-40-held-reports")
    stage.check_languages(portal, "association-40-held-reports")


def begin_anew(stage, page):
    """A new phone cannot reach the authority, then can. In the end its owner deletes everything."""
    stage.press(page, "Put the phone away")
    stage.set_network(page, "none")
    page.click("#new-phone summary")
    stage.press(page, "Replace with a new phone")
    stage.set_network(page, "none")
    stage.press(page, "Open Avviso Association")
    for button in ("Continue", "I agree"):
        stage.press(page, button)
    page.fill("#district", "sw1")
    stage.press(page, "Continue")
    stage.press(page, "Continue")
    title(page, "May Avviso Association send you notifications?")
    stage.press(page, "Don’t Allow")
    page.wait_for_selector("h2:text-is('Your phone is not registered yet')")
    look(stage, page, "50-not-registered")
    stage.set_network(page, "works")
    stage.press(page, "Try again")
    page.wait_for_selector("h2:text-is('Your phone takes part from tomorrow on')")
    page.wait_for_selector("text=Notifications are off.")
    stage.press(page, "Settings")
    stage.press(page, "Delete everything")
    stage.press_twice(page, "Delete all data", "Yes, delete everything")
    page.wait_for_selector("text=Everything was deleted.")


def play(stage, avviso, addresses, on_android):
    anna, bruno = stage.open(addresses["Anna"]), stage.open(addresses["Bruno"])
    settle_in(stage, anna, is_looked_at=True)
    settle_in(stage, bruno)
    if not stage.short:
        clicks = stage.clicks
        visit_everything(stage, anna)
        stage.clicks = clicks
    for phone in (anna, bruno):
        take_part(stage, anna, phone)
    stage.press(bruno, "Put the phone away")
    heard = stage.meet(anna, "Bruno", 40)
    stage.checks.equal(heard, 40, "Anna hears Bruno once a minute")
    stage.press(anna, "Put the phone away")
    stage.advance(anna, 12)
    stage.press(anna, "Open Avviso Association")
    report(stage, anna)
    be_warned(stage, anna, bruno)
    stage.checks.say(f"the association's story by hand: {stage.clicks} clicks on buttons and boxes")
    look_at_held_reports(stage, stage.open(addresses["portal"]), addresses["password"])
    if not stage.short:
        begin_anew(stage, bruno)
        settle_in(stage, stage.open(on_android["Bruno"]), asks=False)


def main():
    plays.run(
        "association_browser", HOME,
        lambda avviso: [plays.Demo(avviso, platform, "association") for platform in ("ios", "android")], play,
    )


main()
