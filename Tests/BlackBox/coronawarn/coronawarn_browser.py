#!/usr/bin/env python3
"""Plays Corona-Warn's story in a browser, as people would: two phones are set up and meet, one owner scans the code of a
test, the laboratory delivers, the result is opened, codes are shared, and the other phone warns its owner and says why. A
second result goes through the laboratory's page. Every screen on the way is checked as in `browser.py`.

The whole play also visits what is beside the way. The hotline gives a TeleTAN on its page, things go wrong, and in the end both
apps are on one phone. It checks the screens of the app with made-up facts: one of five, or with --every all of them.
Usage: coronawarn_browser.py AVVISO [--every] [--write DOCS]; both options play all, and without --write nothing keeps the
pictures.

Tier: test
Only here: a browser plays Corona-Warn's story from the set-up of two phones to the warning, and a laboratory's page tells a
  phone its result; axe-core and our own check find nothing on any screen of it.
"""

import coronawarn_acts as acts
import coronawarn_mishaps as mishaps
import plays
from coronawarn_both import both_apps


def play(stage, avviso, addresses, on_android):
    """In the short form the story, and nothing that goes wrong."""
    anna, bruno = stage.open(addresses["Anna"]), stage.open(addresses["Bruno"])
    portal, password = stage.open(addresses["portal"]), addresses["password"]
    acts.settle_in(stage, anna, is_looked_at=True)
    acts.settle_in(stage, bruno)
    if not stage.short:
        clicks = stage.clicks
        acts.visit_everything(stage, anna)
        stage.clicks = clicks
    else:
        acts.look(stage, anna, "10-home")
    stage.press(bruno, "Put the phone away")
    stage.advance(anna, 24)
    stage.checks.check(stage.meet(anna, "Bruno", 40) > 0, "Anna hears Bruno")
    stage.advance(anna, 24)
    acts.scan(stage, anna)
    acts.be_told_the_result(stage, anna)
    acts.warn(stage, anna)
    acts.be_warned(stage, anna, bruno)
    stage.checks.say(f"Corona-Warn's story by hand: {stage.clicks} clicks on buttons and boxes")
    code = acts.work_in_the_laboratory(stage, bruno, portal, password)
    if not stage.short:
        go_wrong(stage, anna, bruno, portal, password, code)
        acts.without_a_script(stage, plays.without_scripts(stage, addresses["Anna"]))
        acts.settle_in(stage, stage.open(on_android["Bruno"]), steps=acts.ANDROID_STEPS)
        both_apps(stage, avviso)


def go_wrong(stage, anna, bruno, portal, password, code):
    mishaps.use_a_code_twice(stage, anna, code)
    mishaps.come_too_late(stage, anna, portal, password)
    mishaps.register_without_connection(stage, bruno)
    mishaps.send_without_connection(stage, bruno, portal, password)
    mishaps.lose_the_connection(stage, anna)
    mishaps.begin_anew(stage, bruno)


def main():
    plays.run(
        "coronawarn_browser", acts.HOME,
        lambda avviso: [plays.Demo(avviso, platform, "cwa") for platform in ("ios", "android")], play,
    )


main()
