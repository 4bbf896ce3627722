"""What goes wrong in Corona-Warn's story; of `coronawarn_browser.py`."""

from coronawarn_acts import HOME, call_the_hotline, deliver, go_home, look, press_until, share, take_teletan
from stage import title


def register_without_connection(stage, page):
    """The phone keeps the code: over a restart, and over an answer that is lost."""
    stage.set_network(page, "none")
    stage.press(page, "Add a test")
    stage.press(page, "Scan sheet 2")
    title(page, "Not registered yet")
    page.wait_for_selector("text=There was no connection.")
    look(stage, page, "50-not-registered")
    stage.press(page, "Restart the phone")
    stage.press(page, "Open Corona-Warn")
    page.wait_for_selector("strong:text-is('Not registered yet')")
    stage.press(page, "Show the test")
    stage.set_network(page, "answers are lost")
    press_until(stage, page, "Try again", "text=the answer was lost on its way")
    look(stage, page, "51-answer-lost")
    stage.set_network(page, "works")
    press_until(stage, page, "Try again", "h1:text-is('No result yet')")
    deliver(stage, page, 2, "Not to be examined")
    press_until(stage, page, "Ask for the result now", "button:text-is('Show the result')")
    stage.press(page, "Show the result")
    title(page, "The sample could not be examined")
    look(stage, page, "52-invalid")
    go_home(stage, page)


def use_a_code_twice(stage, page, code):
    """The code of somebody else's sheet leads to the hotline, and a TeleTAN that is too old does so with other words."""
    stage.press(page, "Add a test")
    page.fill("#code", code)
    stage.press(page, "Register")
    title(page, "Help by telephone")
    page.wait_for_selector("text=The server does not accept this code.")
    look(stage, page, "53-code-refused")
    go_home(stage, page)


def come_too_late(stage, page, portal, password):
    code = take_teletan(portal, password)
    stage.press(page, "Help by telephone")
    stage.advance(page, 4)
    page.fill("#teletan", code)
    page.wait_for_selector("text=The ten characters fit together.")
    stage.press(page, "Use this TeleTAN")
    page.wait_for_selector("text=The server does not accept this TeleTAN.")
    look(stage, page, "54-teletan-too-old")
    go_home(stage, page)


def send_without_connection(stage, page, portal, password):
    """Codes that cannot be sent wait: over a restart, and over an answer that is lost. Nothing is asked twice."""
    call_the_hotline(stage, page, portal, password)
    stage.set_network(page, "none")
    share(stage, page, None)
    title(page, "Not sent yet")
    page.wait_for_selector("text=There was no connection.")
    look(stage, page, "55-not-sent")
    stage.press(page, "Restart the phone")
    stage.press(page, "Open Corona-Warn")
    page.wait_for_selector("p:text-is('Not sent yet')")
    look(stage, page, "56-waiting")
    stage.press(page, "Warn others")
    title(page, "Not sent yet")
    stage.set_network(page, "answers are lost")
    press_until(stage, page, "Send now", "text=the answer was lost on its way")
    look(stage, page, "57-answer-lost")
    stage.set_network(page, "works")
    press_until(stage, page, "Send now", "h1:text-is('Thank you')")
    stage.press(page, "Offer it every day")
    page.wait_for_selector("button:text-is('No longer offer it')")
    look(stage, page, "58-daily")


def lose_the_connection(stage, page):
    """After 36 hours the phone says so, and after two days the risk is not known."""
    stage.press(page, "Put the phone away")
    stage.set_network(page, "none")
    stage.advance(page, 48)
    stage.advance(page, 12)
    page.wait_for_selector("text=Corona-Warn needs a connection")
    look(stage, page, "60-silence")
    stage.press(page, "Open Corona-Warn")
    page.wait_for_selector("text=The server could not be reached.")
    look(stage, page, "61-outdated")
    stage.set_network(page, "works")
    # The pauses between attempts have grown, up to an hour.
    stage.advance(page, 1)
    page.wait_for_selector("text=The server could not be reached.", state="detached")
    stage.toggle(page, "Notifications of Corona-Warn")
    page.wait_for_selector("text=Notifications are off.")
    look(stage, page, "62-silent")
    stage.toggle(page, "Notifications of Corona-Warn")
    stage.press(page, "Put the phone away")


def begin_anew(stage, page):
    """A damaged file, and the deletion of everything."""
    stage.open_mishaps(page)
    stage.press(page, "Damage the app’s file and restart")
    stage.press(page, "Open Corona-Warn")
    page.wait_for_selector("text=The app’s data was damaged")
    look(stage, page, "63-damaged")
    # The phone's permissions are still there, so the app skips their steps.
    while page.inner_text("h1#title") != HOME:
        shown = [name for name in ("Continue", "I agree", "Allow") if page.query_selector(f"button:text-is({name!r})")]
        stage.press(page, shown[0])
    stage.press(page, "Settings")
    stage.press(page, "Delete everything")
    stage.press_twice(page, "Delete all data", "Yes, delete everything")
    page.wait_for_selector("text=Everything was deleted.")
    look(stage, page, "64-deleted")
