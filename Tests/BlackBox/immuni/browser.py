#!/usr/bin/env python3
"""Plays the story in a browser, as people would: two phones are set up and meet, one owner tests positive, the health
worker authorises the code, the keys are sent and published, and the other phone tells its owner and the authority. Every
screen on the way is checked for accessibility, on a screen as wide as a usual phone.

The whole play also visits what is beside the way, does things wrong, and lets things go wrong, on an iPhone and on an Android
phone. It checks light, dark and forced colours at three widths, in five languages, and the screens of the app with made-up
facts: one of five, or with --every all of them.
Usage: browser.py AVVISO [--every] [--write DOCS]; both options play all, and without --write nothing keeps the pictures.

Tier: test
Only here: a browser plays Immuni's story from the set-up of two phones to the notice, through the pages of the phones and of
  the health worker with their scripts, and axe-core and our own check find nothing on any screen of it.
"""

import os
import re

import accessibility
import plays
from immuni_onboarding import settle_in_quickly
from stage import PATIENCE, box_of, rows_of, settle, sign_in, stand_still, tick_all, title

# What follows on the health worker's page after signing in.
CODE = "input#code"


def settle_in(stage, page, is_looked_at):
    steps = []

    def look(name, picture=False):
        step = re.match(r"Step (\d+) of (\d+)", page.inner_text("#screen"))
        steps.extend([step.groups()] if step else [])
        if is_looked_at:
            stage.look(page, name, picture)

    look("01-lock-screen")
    stage.press(page, "Open Avviso")
    title(page, "Look after each other")
    look("02-welcome", picture=True)
    stage.press(page, "Continue")
    title(page, "How it works")
    look("03-how-it-works")
    stage.press(page, "Continue")
    title(page, "Your privacy")
    look("04-privacy")
    stage.clicks += tick_all(page)
    check_kept(stage, page)
    stage.press(page, "Continue")
    title(page, "Where do you live?")
    look("05-region")
    check_unchosen(stage, page)
    page.select_option("select#what", label="Lazio")
    check_kept(stage, page)
    stage.press(page, "Continue")
    title(page, "And in which province?")
    look("06-province")
    check_unchosen(stage, page)
    page.select_option("select#what", label="Roma")
    stage.press(page, "Continue")
    title(page, "Allow exposure notifications")
    look("07-permission")
    stage.press(page, "Allow")
    title(page, "Let this phone exchange random codes?")
    look("08-system-question", picture=True)
    if is_looked_at:
        stage.check_languages(page, "08-system-question")
    stage.press(page, "Allow")
    title(page, "Allow notifications")
    look("09-notifications")
    stage.press(page, "Allow")
    page.wait_for_selector("[role=alertdialog]")
    stage.press(page, "Allow")
    title(page, "Avviso")
    stage.checks.equal(steps, [(str(number), "7") for number in range(1, 8)], "the steps are counted right")
    check_home(stage, page, "There has been no check yet.")
    look("10-home", picture=True)


def check_unchosen(stage, page):
    """Nothing is chosen before its owner chose it, and without a choice nothing goes on."""
    stage.checks.equal(page.input_value("select#what"), "", "nothing is chosen yet")
    before = page.inner_text("h1#title")
    page.get_by_role("button", name="Continue").click()
    settle(page)
    stage.checks.equal(page.inner_text("h1#title"), before, "nothing goes on without a choice")


def check_kept(stage, page):
    """What is chosen and not sent yet is kept when the page renews itself, also where it does not have the focus."""
    choices = """() => [...document.querySelectorAll("#screen input:not([type=hidden]), #screen select, #network")]
        .map((field) => [field.name, field.value, field.checked])"""
    before = page.evaluate(choices)
    page.evaluate("document.activeElement.blur(); document.getElementById('cast').dataset.version = 'none'")
    page.wait_for_selector("#cast:not([data-version=none])")
    stage.checks.equal(page.evaluate(choices), before, "what is chosen is kept")


def check_home(stage, page, *said):
    """Of what Home may say of the last check, it says this alone."""
    text = page.inner_text("#screen")
    for sentence in (
        "There has been no check yet.", "No contact at risk was found", "You removed the notice", "You may have been exposed",
    ):
        stage.checks.equal(sentence in text, sentence in said, f"Home says “{sentence}”")


def visit_everything(stage, page):
    """Each screen that is reached from Home."""
    stage.choose_languages(page, "10-home")
    stage.press(page, "Settings")
    title(page, "Settings")
    stage.look(page, "11-settings")
    change_province(stage, page)
    for name in ("Language", "Privacy notice", "Terms of use", "Customer support", "Delete my data"):
        stage.press(page, name)
        title(page, name)
        stage.look(page, "12-" + name.lower().replace(" ", "-"))
        if name in ("Privacy notice", "Terms of use"):
            address = page.get_attribute("#screen a", "href")
            stage.checks.check(address.startswith("https://www.example.org/en/"), f"{name} leads to {address}")
        stage.press(page, "Back")
        page.wait_for_selector("h1")
    stage.back_home(page)
    stage.press(page, "Customer support")
    title(page, "Customer support")
    for scheme in ("tel", "mailto"):
        stage.checks.check(page.query_selector(f"#screen a[href^='{scheme}:']"), f"{scheme} is a link")
    stage.back_home(page)
    stage.press(page, "Questions and answers")
    title(page, "Questions and answers")
    stage.look(page, "12-questions")
    ask(stage, page)
    stage.back_home(page)
    stage.toggle(page, "Bluetooth")
    page.wait_for_selector("h2:text-is('Avviso is not working')")
    stage.look(page, "13-impaired", picture=True)
    stage.press(page, "Switch on Bluetooth")
    title(page, "Switch on Bluetooth")
    stage.look(page, "14-repair")
    stage.toggle(page, "Bluetooth")
    page.wait_for_selector("h2:text-is('Avviso is working')")


def change_province(stage, page):
    """A region that has one province asks for no other; any other region asks for one of its own."""
    stage.press(page, "Change province")
    title(page, "Change province")
    stage.look(page, "12-change-region")
    page.select_option("select#what", label="Abroad")
    stage.press(page, "Continue")
    title(page, "Settings")
    page.wait_for_selector("text=Province: Abroad")
    stage.press(page, "Change province")
    page.select_option("select#what", label="Lazio")
    stage.press(page, "Continue")
    title(page, "And in which province?")
    check_unchosen(stage, page)
    stage.look(page, "12-change-province")
    page.select_option("select#what", label="Roma")
    stage.press(page, "Continue")
    title(page, "Settings")
    page.wait_for_selector("text=Province: Roma")


def ask(stage, page):
    """The authority's answers came from its servers and stand beside the app's own; words are looked for in both."""
    wanted = "Does the app cost anything?"
    page.wait_for_selector(f"button:text-is({wanted!r})")
    page.wait_for_selector("button:text-is('Must the app stay open?')")
    page.fill("#query", "zebra")
    stage.press(page, "Search the questions")
    page.wait_for_selector("text=No question matches")
    stage.press(page, "All questions")
    page.fill("#query", "free NOTICES")
    stage.press(page, "Search the questions")
    page.wait_for_selector("text=Questions found: 1")
    stage.press(page, wanted)
    title(page, wanted)
    page.wait_for_selector("text=its notices are free")
    stage.look(page, "12-answer")
    stage.press(page, "Back")
    title(page, "Questions and answers")
    stage.press(page, "All questions")
    ask_in_german(stage, page, wanted)


def ask_in_german(stage, page, english):
    """Questions follow the phone's language: the app's own at once, the authority's with the next check."""
    page.click(".languages a[hreflang=de]")
    page.wait_for_selector("button:text-is('Muss die App geöffnet bleiben?')")
    stage.checks.check(not page.query_selector(f"button:text-is({english!r})"), "no English question is left")
    page.wait_for_selector("text=Die Antworten der Behörde in Ihrer Sprache wurden noch nicht geladen.")
    stage.press(page, "Jetzt im Hintergrund nach Begegnungen suchen")
    page.wait_for_selector("button:text-is('Kostet die App etwas?')")
    page.click(".languages a[hreflang=en-GB]")
    page.wait_for_selector("html[lang=en-GB]")


def live_on(stage, page):
    """While the clock moves, the page says how far it is, and what is pressed works."""
    page.select_option("#hours", "336")
    stage.press(page, "Move the clock forward")
    found = page.wait_for_selector("#progress").inner_text()
    stage.checks.check(re.fullmatch(r"The clock is moving: day \d+ of 14", found), f"the clock says how far it is: {found}")
    stage.checks.check(page.is_disabled("#meet"), "what has to wait for the clock looks it")
    stage.toggle(page, "Bluetooth")
    stage.checks.equal(page.get_attribute("#bluetooth", "aria-checked"), "false", "a switch works meanwhile")
    stage.toggle(page, "Bluetooth")
    press_slowly(stage, page)
    hold_an_answer(stage, page)
    stand_still(page)


def press_slowly(stage, page):
    """The page renews itself meanwhile, and the click is not lost."""
    box = box_of(page, "#notifications")
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    with page.expect_response("**/version"):
        pass
    with page.expect_response("**/version"):
        pass
    page.mouse.up()
    page.wait_for_selector("#notifications[aria-checked=false]")
    stage.checks.check(True, "a click that takes its time counts")
    stage.toggle(page, "Notifications of Avviso")


def hold_an_answer(stage, page):
    """Until the answer to a form is there nothing else can be pressed, and all of it looks so."""
    held = []
    page.route("**/tester", lambda route: held.append(route))
    page.click("#bluetooth")
    page.wait_for_selector("#cast[aria-busy] #bluetooth:disabled")
    stage.checks.equal(page.query_selector_all("#cast button:enabled"), [], "controls that cannot be pressed look it")
    held[0].continue_()
    page.unroute("**/tester")
    settle(page)
    page.wait_for_selector("#bluetooth[aria-checked=false]:enabled")
    stage.toggle(page, "Bluetooth")


def meet(stage, page):
    heard = stage.meet(page, "Bruno", 40)
    stage.checks.check(heard > 0, f"Anna hears Bruno: {heard}")
    stage.look(page, "15-meeting")


def authorise(stage, anna, portal, password):
    """The code goes by word of mouth from one page to the other."""
    stage.press(anna, "Warn others")
    title(anna, "Read out this code")
    stage.look(anna, "20-code", picture=True)
    stage.press(anna, "The code is authorised: continue")
    anna.wait_for_selector("text=The code is not authorised yet.")
    stage.look(anna, "21-not-authorised")
    code = anna.inner_text("#otp").strip()
    stage.look(portal, "22-sign-in")
    stage.check_languages(portal, "22-sign-in")
    if not stage.short:
        fail_to_sign_in(stage, portal)
    sign_in(portal, password, CODE)
    stage.check_languages(portal, "23-health-worker")
    wrong = code[:-1] + ("A" if code[-1] != "A" else "E")
    portal.fill("input#code", wrong)
    portal.wait_for_selector("#code-feedback.bad")
    portal.fill("input#code", code)
    portal.wait_for_selector("#code-feedback:not(.bad)")
    portal.fill("input[name=day]", portal.get_attribute("input[name=day]", "max"))
    stage.look(portal, "23-health-worker", picture=True)
    if not stage.short:
        authorise_wrongly(stage, portal, wrong, code)
    portal.locator("main form button").click()
    portal.wait_for_selector("#countdown")
    stage.look(portal, "24-authorised", picture=True)
    button = "The code is authorised: continue"
    stage.checks.check(f"“{button}”" in portal.inner_text("main"), "the health worker reads the button's own label")
    left = portal.inner_text("#countdown .time")
    stage.checks.check(re.fullmatch(r"[0-2]:[0-5]\d", left) and left <= "2:30", f"of 150 seconds are left: {left}")
    while portal.inner_text("#countdown .time") == left:
        portal.wait_for_timeout(100)
    stage.checks.check(portal.inner_text("#countdown .time") < left, "the seconds run")
    if not stage.short:
        look_again(stage, portal, code)


def fail_to_sign_in(stage, portal):
    portal.fill("[name=name]", "demo")
    portal.fill("[name=password]", "not the password")
    portal.locator("main button").click()
    portal.wait_for_selector("[role=alert]")
    stage.look(portal, "22-sign-in-failed")


def authorise_wrongly(stage, portal, wrong, code):
    """A code that the server refuses, too; and the page for another password."""
    portal.fill("input#code", wrong)
    portal.locator("main form button").click()
    portal.wait_for_selector("#code-fault")
    stage.look(portal, "23-wrong-code")
    portal.click("header a:text-is('Change password')")
    title(portal, "Change password")
    stage.look(portal, "23-password")
    portal.click("header a:text-is('Authorise a code')")
    portal.fill("input#code", code)
    portal.fill("input[name=day]", portal.get_attribute("input[name=day]", "max"))


def look_again(stage, portal, code):
    """What the page says of a code that is authorised already."""
    portal.click("header a:text-is('Authorise a code')")
    portal.fill("input#code", code)
    portal.fill("input[name=day]", portal.get_attribute("input[name=day]", "max"))
    portal.locator("main form button").click()
    portal.wait_for_selector("text=This code is authorised already")
    stage.look(portal, "24-authorised-already")


def check_portal_script(stage, url, password):
    """What the health worker's script does as time goes by."""
    page = stage.browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.clock.install()
    page.goto(url)
    page.fill("[name=name]", "demo")
    page.fill("[name=password]", password)
    page.locator("main button").click()
    page.fill("input#code", "123 4567 8912")
    said = page.inner_text("#code-feedback.bad")
    stage.checks.check("you typed 11" in said, f"a code that is too long: {said}")
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
    anna.wait_for_selector("button:text-is('The code is authorised: continue')")
    stage.press(anna, "The code is authorised: continue")
    title(anna, "This will be sent")
    stage.look(anna, "25-recap", picture=True)
    announced = count_codes(anna)
    stage.press(anna, "Send")
    title(anna, "Share your random codes with Avviso?")
    stage.look(anna, "26-consent")
    stage.press(anna, "Share")
    title(anna, "Thank you")
    stage.look(anna, "27-sent", picture=True)
    stage.checks.equal(announced, count_codes(anna), "as many codes were sent as the recap said")
    stage.press(anna, "Close")
    anna.wait_for_selector("h2:text-is('You have warned others')")
    stage.look(anna, "28-positive")


def count_codes(page):
    return int(re.search(r"Random codes of the last two weeks: (\d+)", page.inner_text("#screen")).group(1))


def be_told(stage, anna, bruno):
    stage.advance(anna, 24)
    bruno.goto(bruno.url)
    bruno.wait_for_selector("text=Please open Avviso")
    stage.look(bruno, "30-notification", picture=True)
    stage.check_languages(bruno, "30-notification")
    # The notification itself opens the app.
    bruno.click(".notifications button")
    bruno.wait_for_selector("#notice")
    stage.look(bruno, "31-notice", picture=True)
    rows = rows_of(bruno)
    # The lines of forced colours stay on tables until the page is loaded anew.
    bruno.reload()
    bruno.locator("#requests td:has-text('operational-info')").first.scroll_into_view_if_needed()
    bruno.locator("#requests").screenshot(path=os.path.join(stage.pictures, "32-requests.png"))
    stage.look(bruno, "32-requests")

    def sent(path, ending=""):
        return [row for row in rows if path in row and row.strip().endswith(ending)]

    stage.checks.check(sent("/v1/keys/1"), "Bruno's page lists the keys of others")
    stage.checks.equal(
        # In a new month it asks for another one.
        [row.split("\t")[-2].split()[0] for row in sent("/v1/analytics/apple/token")][-2:], ["201", "202"],
        "the phone asks for a token until it is authorised",
    )
    # That it gave a notice is told for certain; in a few runs of a hundred dummies were drawn besides.
    told = sent("/v1/analytics/apple/operational-info")
    stage.checks.check(any(row.strip().endswith("real") for row in told), f"the phone tells that it gave a notice: {told}")
    check_home(stage, bruno, "You may have been exposed")
    for scheme in ("tel", "mailto"):
        stage.checks.check(bruno.query_selector(f"#notice a[href^='{scheme}:']"), f"{scheme} is a link in the notice")
    if not stage.short:
        clicks = stage.clicks
        remove_notice(stage, bruno)
        stage.clicks = clicks


def remove_notice(stage, page):
    """Removing is asked once more, can be taken back, and hides no contact."""
    for again in (True, False):
        stage.press_twice(page, "I have followed the advice: remove the notice", "Yes, remove the notice")
        page.wait_for_selector("#notice", state="detached")
        check_home(stage, page, "You removed the notice")
        stage.look(page, "33-notice-removed", picture=True)
        if again:
            stage.press(page, "Show the notice again")
            page.wait_for_selector("#notice")
    stage.advance(page, 24)
    check_home(stage, page, "You removed the notice")


def go_wrong(stage, page):
    """What is reached only where something is wrong, on an iPhone that is in use."""
    page.click("#mishaps summary")
    stage.press(page, "Warn others")
    stage.set_network(page, "none")
    stage.press(page, "The code is authorised: continue")
    page.wait_for_selector("text=The server could not be reached.")
    stage.look(page, "50-validation-failed")
    stage.back_home(page)
    stage.press(page, "Look for exposures in the background now")
    stage.advance(page, 4)
    page.wait_for_selector("h2:text-is('Avviso could not check')")
    page.wait_for_selector("text=The server cannot be reached.")
    stage.look(page, "61-check-failed")
    stage.set_network(page, "works")
    stage.advance(page, 4)
    page.wait_for_selector("h2:text-is('Avviso is working')")
    stage.toggle(page, "System too old")
    title(page, "An update is needed")
    page.wait_for_selector("text=13.5 or later")
    stage.look(page, "51-system-too-old")
    stage.press(page, "Update the phone’s system")
    title(page, "Avviso")
    stage.checks.equal(page.get_attribute("#oldSystem", "aria-checked"), "false", "the system was updated")
    stage.toggle(page, "No suitable radio")
    stage.press(page, "This phone cannot take part")
    title(page, "This phone cannot take part")
    stage.look(page, "52-no-radio")
    stage.toggle(page, "No suitable radio")
    title(page, "Avviso")
    stage.toggle(page, "Storage full (seen at the next meeting)")
    stage.press(page, "Meet")
    page.wait_for_selector("h2:text-is('Avviso is only partly working')")
    stage.press(page, "The storage is full")
    title(page, "The storage is full")
    stage.look(page, "53-storage-full")
    stage.toggle(page, "Storage full (seen at the next meeting)")
    stage.press(page, "Meet")
    title(page, "Avviso")
    page.wait_for_selector("h2:text-is('Avviso is working')")
    stage.press(page, "The authority requires a newer app")
    stage.press(page, "Look for exposures in the background now")
    title(page, "An update is needed")
    page.wait_for_selector("text=Please install the new one")
    stage.look(page, "54-app-too-old")
    stage.press(page, "Update Avviso")
    stage.press(page, "Open Avviso")
    title(page, "Avviso")


def lose_answers(stage, page, portal, password):
    """An upload of an app that was switched off, and whose answer is lost, on a phone whose owner tries again."""
    stage.press(page, "Settings")
    stage.press_twice(page, "Switch off", "Yes, switch off")
    page.wait_for_selector("#screen [role=status]:has-text('Avviso is switched off')")
    stage.look(page, "62-switched-off")
    stage.back_home(page)
    page.wait_for_selector("h2:text-is('Avviso is switched off')")
    stage.press(page, "Warn others")
    dictate(page, portal, password)
    stage.press(page, "The code is authorised: continue")
    title(page, "This will be sent")
    stage.set_network(page, "answers are lost")
    stage.press(page, "Send")
    page.wait_for_selector("text=The app could not get your random codes")
    stage.look(page, "60-no-keys")
    stage.press(page, "Switch on")
    stage.press(page, "Try again")
    stage.press(page, "Do not share")
    page.wait_for_selector("text=You did not agree, so nothing was sent.")
    stage.look(page, "55-refused")
    stage.press(page, "Try again")
    stage.press(page, "Share")
    page.wait_for_selector("text=No answer came.")
    page.wait_for_selector("button:text-is('Show a new code')")
    stage.look(page, "56-unanswered")
    stage.back_home(page)
    page.wait_for_selector("text=Your data may not have been sent.")
    stage.look(page, "58-unfinished")
    stage.press(page, "Warn others")
    stage.set_network(page, "works")
    stage.press(page, "Try again")
    if page.query_selector("[role=alertdialog]"):
        stage.press(page, "Share")
    page.wait_for_selector("text=Your data may have arrived")
    stage.look(page, "57-uncertain")
    stage.back_home(page)


def come_too_late(stage, page, portal, password):
    """An upload whose code's time is over."""
    stage.press(page, "Warn others")
    title(page, "Read out this code")
    dictate(page, portal, password)
    stage.press(page, "The code is authorised: continue")
    title(page, "This will be sent")
    stage.advance(page, 1)
    stage.press(page, "Send")
    if page.query_selector("[role=alertdialog]"):
        stage.press(page, "Share")
    page.wait_for_selector("text=This code has expired.")
    stage.look(page, "59-expired")
    stage.press(page, "Show a new code")
    title(page, "Read out this code")
    stage.back_home(page)


def begin_anew(stage, page):
    """A damaged file, and the deletion of everything."""
    stage.press(page, "Damage the app’s file and restart")
    stage.press(page, "Open Avviso")
    title(page, "Look after each other")
    page.wait_for_selector("text=The app’s file was damaged, so it starts again.")
    stage.look(page, "60-damaged")
    settle_in_again(stage, page)
    stage.press(page, "Settings")
    stage.press(page, "Delete my data")
    stage.press_twice(page, "Delete everything", "Yes, delete everything")
    title(page, "Look after each other")
    page.wait_for_selector("text=Everything was deleted.")
    stage.look(page, "63-deleted")
    stage.checks.check(not page.query_selector("text=was damaged"), "what the person deleted was not damaged")
    page.click("#new-phone summary")
    stage.press(page, "Replace with a new phone")
    page.wait_for_selector("text=This is a new phone now.")
    refuse_foreign_controls(stage, page)


def refuse_foreign_controls(stage, page):
    """What no control of ours sends leads to a page that says so."""
    with page.expect_navigation():
        page.evaluate("() => { const form = document.querySelector('form[action=\"/tester\"]'); form.innerHTML = ''; form.submit(); }")
    page.wait_for_selector("text=This did not work.")
    stage.look(page, "64-refused")


def settle_in_again(stage, page):
    """The framework and its permission are still there."""
    stage.press(page, "Continue")
    stage.press(page, "Continue")
    tick_all(page)
    stage.press(page, "Continue")
    page.select_option("select#what", label="Valle d'Aosta")
    stage.press(page, "Continue")
    title(page, "Avviso")


def dictate(page, portal, password):
    """Moving the clock has signed the health worker out."""
    portal.goto(portal.url.split("/portal")[0] + "/portal")
    if portal.query_selector("[name=password]"):
        sign_in(portal, password, CODE)
    portal.fill("input#code", page.inner_text("#otp").strip())
    portal.fill("input[name=day]", portal.get_attribute("input[name=day]", "max"))
    portal.locator("main form button").click()
    portal.wait_for_selector("#countdown")


def live_on_android(stage, page):
    """Location is only looked at, and nobody is asked for a permission but the framework's."""

    def is_asked():
        return page.query_selector("[role=alertdialog]") is not None

    stage.toggle(page, "Location")
    settle_in_quickly(stage, page)
    title(page, "Switch on Location")
    stage.look(page, "70-android-location", picture=True)
    stage.press(page, "Open the phone’s settings", role="link")
    stage.checks.equal(page.evaluate("location.hash"), "#switches", "the phone's settings are beside it")
    stage.checks.check(not is_asked(), "Android: the app asks for no permission to use Location")
    title(page, "Switch on Location")
    stage.toggle(page, "Location")
    page.wait_for_selector("h2:text-is('Avviso is working')")
    stage.checks.check(not is_asked(), "Android: nobody is asked for notifications")
    stage.toggle(page, "Location")
    stage.press(page, "Switch on Location")
    title(page, "Switch on Location")
    stage.look(page, "71-android-repair")
    stage.press(page, "Open the phone’s settings", role="link")
    stage.checks.check(not is_asked(), "Android: nor as Location is repaired")
    stage.toggle(page, "Location")
    title(page, "Avviso")
    check_forced_switches(stage, page)
    page.click("#mishaps summary")
    stage.toggle(page, "Google Play services too old")
    title(page, "An update is needed")
    page.wait_for_selector("text=20.18.13 or later")
    stage.look(page, "72-services-too-old")
    stage.press(page, "Update Google Play services")
    title(page, "Avviso")
    stage.toggle(page, "System too old")
    page.wait_for_selector("text=version 6 or later")
    stage.press(page, "Update the phone’s system")
    title(page, "Avviso")


def check_forced_switches(stage, page):
    """In a system's own colours the knob of a switch can be seen, whether it is on or off."""
    page.emulate_media(forced_colors="active")
    blank = stage.browser.new_page()
    for state, knob, rest in (("true", 29, 10), ("false", 10, 29)):
        page.wait_for_selector(f"#notifications[aria-checked={state}]")
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement?.blur()")
        box = box_of(page, "#notifications")
        # The drawing is 40 by 24 pixels, at the end of the button within its border and padding.
        clip = {"x": box["x"] + box["width"] - 54, "y": box["y"] + box["height"] / 2 - 12, "width": 40, "height": 24}
        found = accessibility.contrast(blank, page.screenshot(clip=clip), (knob, 12), (rest, 12))
        stage.checks.check(found >= 3, f"forced colours: the knob of a switch ({state}) has a contrast of {found:.1f}")
        stage.toggle(page, "Notifications of Avviso")
    blank.close()
    page.emulate_media(forced_colors="none")


def without_scripts(stage, url):
    """The same page is of use where no script runs."""
    page = plays.without_scripts(stage, url)
    page.get_by_role("switch", name="Bluetooth").click()
    found = page.get_by_role("switch", name="Bluetooth").get_attribute("aria-checked")
    stage.checks.equal(found, "false", "a switch works without scripts")
    page.get_by_role("switch", name="Bluetooth").click()
    stage.checks.check("refresh" in page.content(), "without scripts the page renews itself")
    page.context.close()


def play(stage, _, addresses, on_android):
    anna, bruno = stage.open(addresses["Anna"]), stage.open(addresses["Bruno"])
    portal = stage.open(addresses["portal"])
    settle_in(stage, anna, is_looked_at=True)
    settle_in(stage, bruno, is_looked_at=False)
    if not stage.short:
        clicks = stage.clicks
        visit_everything(stage, anna)
        stage.clicks = clicks
    stage.press(bruno, "Put the phone away")
    stage.advance(anna, 24)
    check_home(stage, anna, "No contact at risk was found")
    meet(stage, anna)
    authorise(stage, anna, portal, addresses["password"])
    if not stage.short:
        check_portal_script(stage, addresses["portal"], addresses["password"])
    send(stage, anna)
    be_told(stage, anna, bruno)
    # Those of the health worker are not counted by press().
    stage.checks.say(f"the story by hand: {stage.clicks + 2} clicks on buttons and boxes")
    if not stage.short:
        play_on(stage, addresses, on_android, bruno, portal)


def play_on(stage, addresses, on_android, bruno, portal):
    """What only the whole play has, after the story."""
    without_scripts(stage, addresses["Anna"])
    go_wrong(stage, bruno)
    lose_answers(stage, bruno, portal, addresses["password"])
    come_too_late(stage, bruno, portal, addresses["password"])
    live_on(stage, bruno)
    begin_anew(stage, bruno)
    live_on_android(stage, stage.open(on_android["Bruno"]))


def main():
    plays.run(
        "browser", "Avviso", lambda avviso: [plays.Demo(avviso, platform) for platform in ("ios", "android")], play
    )


main()
