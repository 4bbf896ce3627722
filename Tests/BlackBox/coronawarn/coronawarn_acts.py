"""Corona-Warn's story in a browser, act by act; of `coronawarn_browser.py`."""

import re
import time

import accessibility
import harness
from stage import rows_of, sign_in, title

HOME = "Corona-Warn"
# A code of the hotline's, as it is dictated.
TELETAN = re.compile(r"[A-Z2-9]{3} [A-Z2-9]{3} [A-Z2-9]{4}")
# Each goes on from a step of the onboarding.
STEPS = (
    ("A test result, and a warning in time", "Continue", "02-welcome"),
    ("Your privacy", "I agree", "03-privacy"),
    ("Recognise contacts", "Allow", "04-permission"),
    ("May this phone exchange random codes for Corona-Warn?", "Allow", "05-system-question"),
    ("Your test result comes here", "Continue", "06-tests"),
    ("A short message when there is news", "Allow", "07-notifications"),
    ("May Corona-Warn send you notifications?", "Allow", "08-system-question"),
)
# An Android phone of these years notifies without asking.
ANDROID_STEPS = STEPS[:5]
# What must not stand on a lock screen.
TELLING = ("positive", "negative", "risk", "test", "contact")


def look(stage, page, name, picture=False):
    """The names of this story's screens tell them from those of the other."""
    stage.look(page, f"cwa-{name}", picture)


def settle_in(stage, page, is_looked_at=False, steps=STEPS):
    if is_looked_at:
        look(stage, page, "01-lock-screen")
    stage.press(page, "Open Corona-Warn")
    for heading, button, name in steps:
        title(page, heading)
        if is_looked_at:
            look(stage, page, name)
        stage.press(page, button)
    title(page, HOME)


def go_home(stage, page):
    """From the place in the app, however far from Home it is."""
    while page.inner_text("h1#title") != HOME:
        stage.press(page, "Back")


def visit_everything(stage, page):
    """Each screen that is reached from Home."""
    page.wait_for_selector("h2:text-is('Risk not known yet')")
    look(stage, page, "10-home")
    stage.choose_languages(page, "cwa-10-home")
    stage.press(page, "Settings")
    title(page, "Settings")
    look(stage, page, "11-settings")
    for name in ("Language", "Delete everything"):
        stage.press(page, name)
        title(page, name)
        look(stage, page, "12-" + name.split()[0].lower())
        stage.press(page, "Back")
        title(page, "Settings")
    stage.press_twice(page, "Switch off", "Yes, switch off")
    go_home(stage, page)
    page.wait_for_selector("text=You switched it off.")
    look(stage, page, "13-switched-off")
    stage.press(page, "Switch on")
    page.wait_for_selector("text=You switched it off.", state="detached")
    stage.toggle(page, "Bluetooth")
    page.wait_for_selector("text=Bluetooth or the permission for exposure notifications is missing.")
    look(stage, page, "13-bluetooth-off")
    stage.toggle(page, "Bluetooth")
    page.wait_for_selector("h2:text-is('Risk not known yet')")
    ask_the_hotline(stage, page)


def ask_the_hotline(stage, page):
    """Each reason to call has words of its own and leads to the same numbers."""
    said = set()
    for reason in (
        "I have lost the code, or never had one", "My test is on another phone", "I did not want the result in the app",
    ):
        stage.press(page, "Add a test")
        stage.press(page, reason)
        title(page, "Help by telephone")
        said.add(page.inner_text("#screen p"))
        go_home(stage, page)
    stage.checks.equal(len(said), 3, f"each reason has its words: {said}")
    stage.press(page, "Help by telephone")
    for number in ("+493023125001", "+493023125002"):
        stage.checks.check(page.query_selector(f"#screen a[href='tel:{number}']"), f"{number} is a link")
    look(stage, page, "14-hotline")
    go_home(stage, page)


def scan(stage, page):
    """A text that is no code, then a sheet of the panel."""
    stage.press(page, "Add a test")
    title(page, "Add a test")
    for text, answer in (
        ("hello", "This is not the code of a test."), ("https://localhost/?ABCDEF", "something is missing or damaged"),
    ):
        page.fill("#code", text)
        stage.press(page, "Register")
        page.wait_for_selector(f"#screen .panel.bad:has-text('{answer}')")
    look(stage, page, "20-scan", picture=True)
    stage.press(page, "Scan sheet 1")
    title(page, "No result yet")
    look(stage, page, "21-pending")


def press_until(stage, page, button, selector):
    """The phone goes on by itself at its times, so a button may not be there, or do nothing at once."""
    deadline = time.monotonic() + harness.PATIENCE
    while not page.query_selector(selector) and time.monotonic() < deadline:
        # The page may be replaced between a look and a press.
        page.evaluate(
            "text => [...document.querySelectorAll('#screen button')].find(each => each.textContent.trim() === text)?.click()",
            button,
        )
        page.wait_for_timeout(1000)
    page.wait_for_selector(selector)


def deliver(stage, page, sheet, result):
    """The laboratory of the panel."""
    page.select_option("#flyer", label=f"Sheet {sheet}")
    page.select_option("#result", label=result)
    stage.press(page, "Deliver the result")
    page.wait_for_selector(f"text=Delivered for sheet {sheet}: {result}")


def be_told_the_result(stage, page):
    """The result waits until its owner opens it."""
    deliver(stage, page, 1, "Positive")
    press_until(stage, page, "Ask for the result now", "h1:text-is('A result is available')")
    stage.checks.check("positive" not in page.inner_text("#screen").lower(), "an unopened result is not shown")
    look(stage, page, "22-available")
    stage.press(page, "Show the result")
    title(page, "Your result is positive")
    look(stage, page, "23-positive", picture=True)


def share(stage, page, symptoms, is_looked_at=False):
    """Consent, the system's question and the one about symptoms. The codes leave after that."""
    stage.press(page, "Warn others")
    title(page, "Warn others")
    if is_looked_at:
        look(stage, page, "24-consent")
    stage.press(page, "I agree: share")
    title(page, "Share your random codes with Corona-Warn?")
    if is_looked_at:
        look(stage, page, "25-system-question")
    stage.press(page, "Share")
    title(page, "Did you have symptoms?")
    if is_looked_at:
        look(stage, page, "26-symptoms")
    if symptoms is None:
        stage.press(page, "No symptoms")
    else:
        page.fill("#day", symptoms)
        stage.press(page, "Continue")


def warn(stage, page):
    day, month, year = re.search(r"(\d\d)/(\d\d)/(\d{4})", page.inner_text("#now")).groups()
    share(stage, page, f"{year}-{month}-{day}", is_looked_at=True)
    title(page, "Thank you")
    sent = int(re.search(r"Codes sent: (\d+),", page.inner_text("#screen")).group(1))
    stage.checks.check(sent > 0, f"codes were sent: {sent}")
    look(stage, page, "27-sent", picture=True)
    go_home(stage, page)
    check_sent(stage, page)


def check_sent(stage, page):
    """One genuine upload left, and the fakes beside it had its size."""
    rows = [row.split("\t") for row in rows_of(page)]
    for path in ("registrationToken", "testresult", "/tan", "diagnosis-keys"):
        sizes = {row[2] for row in rows if row[1].strip().endswith(path) and "POST" in row[1]}
        stage.checks.check(len(sizes) <= 1, f"all requests to {path} have one size: {sizes}")


def be_warned(stage, anna, bruno):
    stage.advance(anna, 24)
    bruno.goto(bruno.url)
    bruno.wait_for_selector("text=Please open Corona-Warn")
    check_lock_screen(stage, bruno)
    look(stage, bruno, "30-notification", picture=True)
    stage.check_languages(bruno, "cwa-30-notification")
    bruno.click(".notifications button")
    bruno.wait_for_selector("h2:text-is('Increased risk')")
    look(stage, bruno, "31-warned", picture=True)
    stage.press(bruno, "Why is it so?")
    title(bruno, "Why the risk is what it is")
    text = bruno.inner_text("#screen")
    stage.checks.check(re.search(r"Minutes below 63 decibels: \d+", text), f"minutes and decibels are in words: {text}")
    stage.checks.check("[" not in text, "and not in the notation of mathematicians")
    look(stage, bruno, "32-why", picture=True)
    stage.choose_languages(bruno, "cwa-32-why")
    go_home(stage, bruno)


def check_lock_screen(stage, page):
    said = page.inner_text(".notifications").lower()
    stage.checks.check(not any(word in said for word in TELLING), f"the lock screen tells nothing about health: {said}")


def work_in_the_laboratory(stage, page, portal, password):
    """A sheet's result goes through the laboratory's page, and its owner learns of it on the lock screen. Returns the text of
    the sheet's code.
    """
    stage.press(page, "Add a test")
    code = page.input_value("#flyers form:has(button:text-is('Scan sheet 1')) [name=what]")
    stage.press(page, "Scan sheet 1")
    title(page, "No result yet")
    sign_in_again(portal, password, "laboratory", "#code")
    portal.fill("#code", code)
    portal.select_option("#result", "negative")
    portal.get_by_role("button", name="Send the result").click()
    portal.wait_for_selector(".panel.good")
    look(stage, portal, "40-laboratory")
    stage.press(page, "Put the phone away")
    # In the background a question leaves at times of a secret, which may be those of tomorrow.
    stage.advance(page, 48)
    page.wait_for_selector("text=There is news for you")
    check_lock_screen(stage, page)
    look(stage, page, "41-news", picture=True)
    page.click(".notifications button:has-text('There is news for you')")
    stage.press(page, "Show the result")
    title(page, "Your result is negative")
    look(stage, page, "42-negative")
    go_home(stage, page)
    return code


def sign_in_again(portal, password, section, field):
    """Moving the clock has signed the operator out."""
    portal.goto(f"{portal.url.split('/portal')[0]}/portal/{section}")
    if portal.query_selector("[name=password]"):
        sign_in(portal, password, "main")
        portal.goto(f"{portal.url.split('/portal')[0]}/portal/{section}")
    portal.wait_for_selector(field)


def take_teletan(portal, password):
    """The hotline gives one, after its questions. Returns it without blanks."""
    sign_in_again(portal, password, "hotline", "fieldset")
    for box in portal.locator("main input[type=checkbox]").all():
        box.check()
    portal.locator("main form button").click()
    return portal.wait_for_selector("#once").inner_text()


def call_the_hotline(stage, page, portal, password):
    """Without a sheet: the hotline dictates ten characters, and each wrong one is noticed while it is typed."""
    stage.press(page, "Add a test")
    stage.press(page, "I have lost the code, or never had one")
    page.wait_for_selector("text=Without the code the app cannot get the result.")
    dictated = take_teletan(portal, password)
    stage.checks.check(TELETAN.fullmatch(dictated), f"the hotline dictates groups: {dictated}")
    look(stage, portal, "43-teletan", picture=True)
    code = dictated.replace(" ", "")
    for typed, said in (
        (code[:6], "Characters still missing: 4"), (code[:3] + "0", "Character 4 cannot be right."),
        (code[:-1] + ("2" if code[-1] != "2" else "3"), "A character is wrong, or two are swapped."),
        (code + "A", "That is too long"), (code, "The ten characters fit together."),
    ):
        page.fill("#teletan", typed)
        page.wait_for_selector(f"#teletan-answer:has-text('{said}')")
    look(stage, page, "44-typed", picture=True)
    stage.press(page, "Use this TeleTAN")
    title(page, "Your result is positive")


def without_a_script(stage, page):
    """The entry of a TeleTAN tells a wrong character after a button, too."""
    page.get_by_role("button", name="Open Corona-Warn").click()
    page.get_by_role("button", name="Help by telephone").first.click()
    page.fill("#teletan", "ABC0")
    page.get_by_role("button", name="Check", exact=True).click()
    said = page.inner_text("#teletan-answer")
    stage.checks.check("Character 4 cannot be right." in said, f"a wrong character is noticed without scripts: {said}")
    stage.checks.equal(accessibility.faults(page), [], "the page without scripts")
    page.context.close()
