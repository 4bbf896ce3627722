"""Both apps on one phone, in a browser; of `coronawarn_browser.py`."""

import os

from cryptography.hazmat.primitives import serialization

import harness
import phone_pages
from coronawarn_acts import ANDROID_STEPS, go_home, settle_in
from immuni_onboarding import settle_in_quickly
from stage import settle, title

# The settings of both systems are signed, and one person's keys fill a package.
SETTINGS = {"CORONA_WARN_COUNTRIES": "DE", "DISTRIBUTION_MIN_KEYS": "1"}


def both_apps(stage, avviso):
    """One phone has two apps side by side. What its owner does in one changes nothing in the other."""
    with harness.Workplace(avviso) as workplace:
        public = os.path.join(workplace.folder, "messages.public.pem")
        key = workplace.make_key(os.path.join(workplace.folder, "messages-of-cast.pem"))
        with open(public, "wb") as file:
            file.write(key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
        settings = SETTINGS | {"MESSAGE_SIGNING_KEY": os.path.join(workplace.folder, "messages-of-cast.pem")}
        with workplace.start(("--cast", os.path.join(workplace.folder, "cast")), settings) as server:
            phone = phone_pages.Phone(
                workplace, server, "Clara", "android", "--workflow", "immuni", "--workflow", "cwa",
                "--message-public-key", public,
            )
            page = stage.open(f"http://127.0.0.1:{phone.address[1]}/")
            use_both(stage, page)
            # A page asks its phone every second, and complains once the phone is gone.
            page.close()


def use_both(stage, page):
    stage.look(page, "both-01-lock-screen", picture=True)
    settle_in(stage, page, steps=ANDROID_STEPS)
    stage.press(page, "Put the phone away")
    settle_in_quickly(stage, page)
    page.wait_for_selector("h2:text-is('Avviso is working')")
    stage.look(page, "both-02-immuni")
    stage.choose_languages(page, "both-02-immuni")
    stage.press(page, "Put the phone away")
    stage.advance(page, 24)
    stage.press(page, "Open Corona-Warn")
    page.wait_for_selector("h2:text-is('Low risk')")
    stage.press(page, "Add a test")
    stage.press(page, "Scan sheet 1")
    title(page, "No result yet")
    check_requests(stage, page)
    withdraw(stage, page)
    delete(stage, page)


def check_requests(stage, page):
    """Each app has a list of its own, and neither has a request of the other."""
    immuni, cwa = (page.inner_text(selector) for selector in ("#requests", "#requests-cwa"))
    stage.checks.check("/v1/keys/index" in immuni and "/version/" not in immuni, "Immuni's list has its own requests")
    stage.checks.check("/version/v1/testresult" in cwa and "/v1/keys" not in cwa, "Corona-Warn's list has its own")


def withdraw(stage, page):
    """The permission of one app is withdrawn. The other works on, and Bluetooth serves both."""
    group = page.get_by_role("group", name="Avviso", exact=True)
    group.get_by_role("button", name="Withdraw exposure notifications").first.click()
    settle(page)
    title(page, "No result yet")
    go_home(stage, page)
    page.wait_for_selector("h2:text-is('Low risk')")
    stage.look(page, "both-03-corona-warn", picture=True)
    stage.press(page, "Put the phone away")
    stage.press(page, "Open Avviso")
    page.wait_for_selector("h2:text-is('Avviso is not working')")
    stage.press(page, "Put the phone away")
    stage.toggle(page, "Bluetooth")
    stage.press(page, "Open Corona-Warn")
    page.wait_for_selector("text=Bluetooth or the permission for exposure notifications is missing.")
    stage.toggle(page, "Bluetooth")
    page.wait_for_selector("h2:text-is('Low risk')")


def delete(stage, page):
    """What is deleted in one app stays in the other."""
    stage.press(page, "Settings")
    stage.press(page, "Delete everything")
    stage.press_twice(page, "Delete all data", "Yes, delete everything")
    page.wait_for_selector("text=Everything was deleted.")
    stage.press(page, "Put the phone away")
    stage.press(page, "Open Avviso")
    title(page, "Avviso")
    stage.look(page, "both-04-immuni")
