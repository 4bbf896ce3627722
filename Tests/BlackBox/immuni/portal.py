#!/usr/bin/env python3
"""Uses the operators' pages as a browser does: signs in, authorises a code that a phone can then use, and tries what a
stranger would try. Usage: portal.py AVVISO

`make test-all` adds refused accounts, guesses and their work, restarts, a proxy and an account of another role.

Tier: test
Only here: the command makes an account and closes it beside a running server, whose pages authorise a code that a phone then
  uses, and neither files nor log, metrics and pages have a password, a cookie or a code.
"""

import contextlib
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import time

import harness
import immuni
import wire
from portal_browser import Browser, OWN_PASSWORD, text

PASSWORD = "planted horse battery staple"


def operator(workplace, *arguments, given=""):
    return subprocess.run(
        [workplace.avviso, "operator", *arguments, "--data", workplace.data], input=given, text=True,
        env=harness.clean_environment(), capture_output=True, timeout=harness.PATIENCE, check=False,
    )


def check_administration(checks, workplace):
    """The command, before any server has run."""
    if harness.EVERY:
        check_missing_database(checks, workplace)
    checks.equal(workplace.run("migrate", "--data", workplace.data).returncode, 0, "migrate")
    made = operator(workplace, "create", "Anna.Rossi", "--password-from-input", given=PASSWORD + "\n")
    checks.equal((made.returncode, made.stdout), (0, "The account anna.rossi is created.\n"), "create")
    if harness.EVERY:
        check_refused_accounts(checks, workplace)
    bruno = json.loads(operator(workplace, "create", "bruno", "--json").stdout)
    checks.check(re.fullmatch(r"([a-z2-9]{4}-){4}[a-z2-9]{4}", bruno["password"]), "a password is made")
    accounts = json.loads(operator(workplace, "list", "--json").stdout)
    checks.equal(
        [(account["name"], account["roles"], account["must_change_password"]) for account in accounts],
        [("anna.rossi", ["health-worker"], True), ("bruno", ["health-worker"], True)], "list",
    )
    if harness.EVERY:
        check_roles(checks, workplace)
        checks.equal(operator(workplace, "disable", "nobody").returncode, 1, "nobody cannot be disabled")
    mode = os.stat(os.path.join(workplace.data, "portal.sqlite")).st_mode & 0o777
    checks.equal(mode, 0o600, "only the server's user may read the accounts")
    return bruno["password"]


def check_missing_database(checks, workplace):
    """Nobody made a database yet, and the command says so."""
    nothing = operator(workplace, "list")
    checks.check(nothing.returncode == 1 and "--data" in nothing.stderr, "without a database list says where to look")
    made = operator(workplace, "create", "Anna.Rossi", "--password-from-input", given=PASSWORD + "\n")
    checks.check(made.returncode == 1 and "avviso migrate" in made.stderr, "without a database create says how to make it")
    checks.check(not os.path.exists(workplace.data), "a refused create made a folder")


def check_refused_accounts(checks, workplace):
    """A name that is given, and names and passwords that are none."""
    again = operator(workplace, "create", "anna.rossi", "--password-from-input", given=PASSWORD + "\n")
    checks.check(again.returncode == 1 and "already" in again.stderr, "a name is given once")
    for given, what in (("fourteen chars\n", "too short"), ("", "missing"), ("anna.rossi anna.rossi\n", "the name"),
                        ("Password12345678\n", "everybody's")):
        refused = operator(workplace, "reset", "anna.rossi", "--password-from-input", given=given)
        checks.check(refused.returncode == 1 and refused.stderr, f"a password that is {what} is refused")
    checks.equal(operator(workplace, "create", "no name").returncode, 64, "a name with a space is wrong usage")


def check_roles(checks, workplace):
    """The role of an account is one of those that the systems have."""
    unknown = operator(workplace, "create", "carla", "--role", "physician")
    checks.equal(unknown.returncode, 64, "a role that no system has is wrong usage")
    checks.check("no role physician" in unknown.stderr and "health-worker" in unknown.stderr, "the known ones are named")
    listed = operator(workplace, "list").stdout
    checks.check("carla" not in listed and listed.count("health-worker") == 2, "the list for people has the roles")


def check_foreign_role(checks, workplace):
    """An account of a system that is not built signs in, sees nothing and can do nothing."""
    made = json.loads(operator(workplace, "create", "dora", "--role", "health-worker", "--json").stdout)
    with contextlib.closing(sqlite3.connect(os.path.join(workplace.data, "portal.sqlite"))) as database:
        with database:
            database.execute("UPDATE operator_role SET role = 'elsewhere' WHERE operator = 'dora'")
    with workplace.start() as server:
        dora = Browser(server)
        dora.sign_in("dora", made["password"])
        checks.equal(dora.change_password(made["password"], OWN_PASSWORD).status, 303, "dora chooses a password")
        front = dora.get("/portal")
        checks.check(front.status == 403 and "no pages on this server" in text(front), "there is no page for the role")
        checks.check("Authorise a code" not in text(front), "nor an entry in the navigation")
        dora.get("/portal/password")
        code = immuni.new_otp()
        answer = dora.authorise(code, immuni.today())
        checks.check(answer.status == 403 and "Nothing was done" in text(answer), "a form of another role is refused")
        checks.equal(dora.get("/portal/authorised").status, 403, "and so is its page")
        checks.equal(immuni.check_otp(server.public, code).status, 401, "nothing was authorised")
    events = [line["event"] for line in json.loads(operator(workplace, "audit", "--name", "dora", "--json").stdout)]
    checks.equal(events, ["created", "signed-in", "password-changed"], "and the audit log has no try")


def check_pages(checks, server):
    """What every page has, for those who are not signed in."""
    browser = Browser(server)
    for target in ("/portal", "/portal/authorised", "/portal/password"):
        answer = browser.get(target)
        checks.equal((answer.status, answer.header("Location")), (303, "/portal/sign-in"), f"{target} asks to sign in")
    page = browser.get("/portal/sign-in")
    for name, wanted in (
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ("X-Frame-Options", "DENY"),
    ):
        checks.equal(page.header(name), wanted, f"the header {name}")
    policy = page.header("Content-Security-Policy")
    checks.check("default-src 'none'" in policy and "frame-ancestors 'none'" in policy, "the policy refuses by default")
    checks.check("unsafe" not in policy, "the policy allows nothing inline")
    content = text(page)
    checks.check(not re.search(r"<script[^>]*>[^<]", content), "no script stands in the page")
    checks.check(not re.search(r"\son\w+=|\sstyle=|<style", content), "no handler and no style stands in the page")
    links = re.findall(r'(?:src|href)="([^"]*)"', content)
    checks.check(all(link[0] in "/?#" for link in links), "nothing comes from elsewhere")
    for link in links:
        if "?v=" in link:
            asset = browser.get(link)
            checks.check(asset.status == 200 and len(asset.body) > 100, f"{link} is served")
    cookie = page.header("Set-Cookie") or ""
    fresh = Browser(server).get("/portal/sign-in").header("Set-Cookie") or cookie
    checks.check("HttpOnly" in fresh and "SameSite=Strict" in fresh and "Secure" not in fresh, "the cookie's attributes")
    for language, word in (("it", "Accedi"), ("de-CH,en;q=0.5", "Anmelden"), ("fr", "Se connecter"),
                           ("es", "Iniciar sesión"), ("pt", "Sign in")):
        answer = Browser(server).get("/portal/sign-in", [("Accept-Language", language)])
        checks.check(word in text(answer), f"the page for {language}")
    checks.equal(wire.request(server.public, "GET", "/portal/sign-in").status, 404, "the public listener has no portal")


def check_first_password(checks, browser, name, password):
    """Nothing can be done with a password that somebody else made."""
    checks.equal(browser.sign_in(name, password).status, 303, f"{name} signs in")
    checks.equal(browser.get("/portal").header("Location"), "/portal/password", "and has to change the password")
    answer = browser.authorise(immuni.new_otp(), immuni.today())
    checks.equal(answer.header("Location"), "/portal/password", "before anything else")
    for new in harness.extent((), (password, "Password12345678", "short")):
        checks.equal(browser.change_password(password, new).status, 422, "and not to any other")
    answer = browser.change_password(password, OWN_PASSWORD)
    checks.equal((answer.status, browser.get("/portal").status), (303, 200), "then the pages are open")


def check_refusals(checks, server):
    """What the server itself refuses is a page, too, in the browser's language."""
    for request, status in (
        (("POST", "/portal/authorised", [("Accept-Language", "de")]), 405),
        (("POST", "/portal", [("Accept-Language", "de"), ("Content-Length", "9999999")]), 413),
    ):
        answer = wire.request(server.internal, *request)
        checks.equal(
            (answer.status, answer.header("content-type"), answer.header("content-language")),
            (status, "text/html; charset=utf-8", "de"), f"a refusal is a page: {request}",
        )


def check_names(checks, server):
    """A name that somebody made lead here is refused, in the name's own words."""
    for host, status in (("evil.example", 421), (f"evil.example:{server.internal[1]}", 421), ("localhost", 200)):
        with wire.Connection(server.internal) as connection:
            connection.host = host
            checks.equal(connection.request("GET", "/portal/sign-in").status, status, f"a browser led here by {host}")


def check_proxy(checks, workplace):
    """Behind something that ends TLS."""
    with workplace.start(services=["portal"], settings={
        "PORTAL_URL": "https://portal.example.org", "INTERNAL_TOKEN": "an-internal-token-of-enough-bytes",
    }) as server:
        with wire.Connection(server.internal) as connection:
            connection.host = "portal.example.org"
            answer = connection.request("GET", "/portal/sign-in")
        cookie = answer.header("Set-Cookie") or ""
        checks.check(answer.status == 200 and "__Host-" in cookie and "; Secure" in cookie, "cookies are kept to TLS")


def check_restart(checks, workplace, now):
    """What a restart must not forget: the five seconds that the sixth guess waits, and the ten of the seventh."""
    for seconds, expected in ((4, [429]), (6, [401, 429]), (15, [429]), (17, [401])):
        with workplace.start(prefix=harness.standing_clock(now + seconds)) as server:
            stranger = Browser(server)
            answers = [stranger.sign_in("nobody.here", "guessed guessed").status for _ in expected]
        checks.equal(answers, expected, f"guesses after a restart, {seconds} s later")


def check_strangers(checks, server):
    """Guessing, and what its answers tell."""
    browser = Browser(server)
    work = {"anna.rossi": [], "nobody.here": []}
    bodies = set()

    def working(*arguments):
        before = server.processor_seconds()
        return browser.sign_in(*arguments), server.processor_seconds() - before

    for _ in range(5):
        for name, times in work.items():
            answer, seconds = working(name, "guessed guessed")
            checks.equal(answer.status, 401, "a guess is refused")
            times.append(seconds)
            bodies.add(re.sub(rb'value="[^"]*"', b"", answer.body))
    checks.equal(len(bodies), 1, "the answer does not tell whether the name exists")
    known, unknown = (statistics.median(times) for times in work.values())
    checks.check(0.5 < known / unknown < 2, f"nor does the work it takes: {known:.2f} and {unknown:.2f} s")
    for name in work:
        answer, seconds = working(name)
        checks.equal(answer.status, 429, f"after five guesses a stranger waits, as {name}")
        checks.check(seconds < known / 2, f"without any work: {seconds:.2f} s")


def check_forms(checks, server, anna, other):
    """No form is taken without this page's field."""
    code, day = immuni.new_otp(), immuni.today(-2)
    for form in ("", "AAAA", other.form, anna.form[:-1]):
        answer = anna.post("/portal", {"code": code, "day": day}, form=form)
        checks.equal(answer.status, 403, "a form without the right field is refused")
    answer = anna.post("/portal", {"code": code, "day": day}, headers=[("Sec-Fetch-Site", "cross-site")])
    checks.equal(answer.status, 403, "a form of another site is refused")
    as_json = anna.request("POST", "/portal", [immuni.JSON_TYPE], json.dumps({"form": anna.form, "code": code}).encode())
    checks.equal(as_json.status, 403, "a form that is none is refused")
    checks.equal(immuni.check_otp(server.public, code).status, 401, "and nothing was authorised")
    checks.equal(anna.post("/portal", {"code": "x" * 250_000, "day": day}).status, 413, "a giant form is refused")
    checks.equal(anna.request("HEAD", "/portal/password").status, 200, "the script can say that somebody is typing")
    thief = Browser(server)
    thief.cookies = {"avviso-portal": anna.form}
    checks.equal(thief.get("/portal").status, 303, "what a form shows is no session")


def check_codes(checks, server, anna, now):
    """The nurse's work."""
    code, day = immuni.new_otp(), immuni.today(-2)
    dictated = f" {code[:3].lower()} {code[3:7]}-{code[7:].lower()} "
    checks.equal(immuni.check_otp(server.public, code).status, 401, "before, the phone is refused")
    answer = anna.authorise(dictated, day)
    checks.equal((answer.status, answer.header("Location")), (303, "/portal/authorised"), "authorised")
    shown = anna.get("/portal/authorised")
    left = re.search(r'class="time"[^>]*>(\d):(\d\d)<', text(shown))
    seconds = int(left.group(1)) * 60 + int(left.group(2))
    checks.equal(seconds, 150, "the seconds that are left of 150")
    checks.equal(immuni.check_otp(server.public, code).status, 204, "after, the phone is let in")
    live = anna.authorise(code, day)
    checks.check(live.status == 409 and "authorised already" in text(live), "a live code")
    key = immuni.new_key(immuni.midnight_interval(3))
    checks.equal(immuni.upload(server.public, code, immuni.upload_body([key])).status, 204, "the phone uploads")
    used = anna.authorise(code, day)
    checks.check(used.status == 409 and "already used" in text(used), "a used code")
    wrong = code[:9] + next(letter for letter in immuni.ALPHABET if letter != code[9])
    for typed, said in ((wrong, "check digit"), (code[:9], "you typed 9"), ("N" + code[1:], "“N” is never"), ("", "Type")):
        refused = anna.authorise(typed, day)
        checks.check(refused.status == 422 and said in text(refused), f"a wrong code: {said}")
    for offset, status in ((0, 303), (1, 422), (-180, 303), (-181, 422)):
        checks.equal(anna.authorise(immuni.new_otp(), immuni.today(offset, now)).status, status, f"day {offset}")
    return [code, code.lower(), immuni.token(code)]


def check_audit(checks, workplace, guesses):
    lines = json.loads(operator(workplace, "audit", "--json").stdout)
    events = [line["event"] for line in lines if line["name"] == "anna.rossi"]
    checks.equal(events.count("authorised"), 3, "the audit log has every authorisation")
    checks.equal(events.count("authorising"), 5, "and every try")
    checks.equal(events.count("sign-in-failed"), guesses, "and the guesses at a real account")
    checks.equal({tuple(line) for line in lines}, {("at", "name", "event")}, "and nothing but when, who and what")
    checks.check(not any(line["name"] == "nobody.here" for line in lines), "and no name that a stranger typed")


def check_end(checks, workplace, server, anna):
    """Sessions end when the administrator says so. Returns the passwords that were made."""
    checks.equal(anna.get("/portal").status, 200, "anna is signed in")
    checks.equal(operator(workplace, "disable", "anna.rossi").returncode, 0, "disable")
    checks.equal(anna.get("/portal").status, 303, "her session has ended")
    checks.equal(anna.sign_in("anna.rossi").status, 401, "and she cannot sign in")
    if not harness.EVERY:
        return []
    made = json.loads(operator(workplace, "reset", "anna.rossi", "--json").stdout)["password"]
    checks.equal(anna.sign_in("anna.rossi", made).status, 303, "until her account is reset")
    kept = dict(anna.cookies)
    checks.equal(anna.post("/portal/sign-out", {}).status, 303, "she signs out")
    anna.cookies = kept
    checks.equal(anna.get("/portal").status, 303, "and her cookie is worth nothing")
    return [made]


def main():
    checks, now = harness.Checks("portal"), int(time.time())
    with harness.Workplace(sys.argv[1]) as workplace:
        secrets = [PASSWORD, check_administration(checks, workplace), OWN_PASSWORD]
        # The calendar stands still, so that no wait and no lifetime ends while the machine is busy.
        settings = {"LOG_LEVEL": "debug", "INTERNAL_TOKEN": "a token of sixteen"}
        with workplace.start(settings=settings, prefix=harness.standing_clock(now)) as server:
            checks.equal(wire.request(server.internal, "GET", "/metrics").status, 401, "others need the token")
            check_pages(checks, server)
            anna, bruno = Browser(server), Browser(server)
            check_first_password(checks, anna, "anna.rossi", PASSWORD)
            # In `make test` Bruno does not sign in: his form is that of a stranger.
            bruno.get("/portal/sign-in")
            if harness.EVERY:
                check_first_password(checks, bruno, "Bruno", secrets[1])
            check_refusals(checks, server)
            check_names(checks, server)
            if harness.EVERY:
                check_strangers(checks, server)
            else:
                for name in ("anna.rossi", "nobody.here"):
                    checks.equal(Browser(server).sign_in(name, "guessed guessed").status, 401, f"a guess as {name}")
            check_forms(checks, server, anna, bruno)
            codes = check_codes(checks, server, anna, now)
            check_audit(checks, workplace, harness.extent(1, 5))
            cookies = [*anna.cookies.values(), *harness.extent((), bruno.cookies.values())]
            secrets += check_end(checks, workplace, server, anna)
            token = [("Authorization", "Bearer a token of sixteen")]
            metrics = wire.request(server.internal, "GET", "/metrics", token).body
        if harness.EVERY:
            check_restart(checks, workplace, now)
            check_proxy(checks, workplace)
            check_foreign_role(checks, workplace)
        log = workplace.log_text()
        checks.check(b"/portal" in metrics, "metrics were read")
        for secret in [*secrets, *codes, *cookies, "anna.rossi"]:
            for where, content in (("the log", log), ("the metrics", metrics)):
                checks.check(secret.encode() not in content, f"no secret and no name is in {where}")
        for secret in [*secrets, *cookies]:
            checks.check(secret.encode() not in anna.said + bruno.said, "no page shows a password or a cookie")
        for folder, _, names in os.walk(workplace.data):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    content = file.read()
                for secret in [*secrets, *codes, *cookies]:
                    checks.check(secret.encode() not in content, f"no secret is in {name}")
    checks.finish()


main()
