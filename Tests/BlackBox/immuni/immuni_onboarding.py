"""The onboarding of Immuni's app in a browser, where another part of the story is tested."""

from stage import tick_all, title


def settle_in_quickly(stage, page):
    """To the last question that an Android phone asks."""
    stage.press(page, "Open Avviso")
    stage.press(page, "Continue")
    stage.press(page, "Continue")
    tick_all(page)
    stage.press(page, "Continue")
    page.select_option("select#what", label="Lazio")
    stage.press(page, "Continue")
    page.select_option("select#what", label="Roma")
    stage.press(page, "Continue")
    title(page, "Allow exposure notifications")
    stage.press(page, "Allow")
    title(page, "Let this phone exchange random codes?")
    stage.press(page, "Allow")
