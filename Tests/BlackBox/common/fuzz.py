#!/usr/bin/env python3
"""Fuzzes a running `avviso serve` with what docs/openapi allows and forbids, by schemathesis.

Every answer must have a documented status, type, header and body; no answer is a fault of the server; what the schema
allows is accepted, what it forbids is refused, and methods that it does not list are 405.

Usage: fuzz.py AVVISO [--seed N] [--examples N]

Tier: test-all
Only here: requests that a generator makes from docs/openapi get documented answers only.
"""

import argparse
import copy
import datetime
import json
import os
import secrets
import string
import subprocess
import sys
import time

import yaml

import harness
import immuni

BASE64 = string.ascii_uppercase + string.ascii_lowercase
# The same run each time: a change must not fail for a fault that is not its own. Other seeds find other things.
SEED = 20200601
EXAMPLES = 20
HOOKS = {"SCHEMATHESIS_HOOKS": "fuzz_hooks", "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}
INGESTION, OPERATIONAL = "/ingestion/", "/operational-info"
TOKEN = secrets.token_hex(16)
SETTINGS = {
    # The release schedule has tests of its own, and would leave time for a few requests only.
    "COVER_FLOOR": "0s", "COVER_TICK": "0s", "OTP_LIFETIME": "1d", "INTERNAL_TOKEN": TOKEN,
}


def load(side):
    with open(os.path.join(harness.ROOT, "docs", "openapi", f"{side}.yaml"), encoding="utf-8") as file:
        return yaml.safe_load(file)


def with_present_time(document):
    """Says in the schema what it cannot know: which day and second it is."""
    document = copy.deepcopy(document)
    schemas, values = document["components"]["schemas"], document["info"]["x-values"]
    if "Date" in schemas:
        schemas["Date"]["enum"] = [immuni.today(-days) for days in (1, 7, values["daysOfInfo"] - 1)]
        clock, now = document["components"]["parameters"]["clientClock"]["schema"], int(time.time())
        clock["enum"] = [now, now - values["clockSkew"] + 3600, now + values["clockSkew"] - 3600]
        keys = schemas["Upload"]["properties"]["teks"]
        # None of them is in the future for a phone whose clock is seven days slow.
        keys["prefixItems"] = [nth_key(schemas["Key"], days) for days in range(9, keys["maxItems"] + 9)]
        keys["items"] = False
        schemas["ExposureDay"]["enum"] = [utc_day(-days) for days in (0, 1, values["daysOfExposure"] - 1)]
        # What stands in one member decides about another; analytics.py has the certificates.
        google = schemas["GoogleOperationalInfo"]["properties"]
        google["attestation_kind"]["enum"].remove("key-attestation")
        google["signed_attestation"] = google["signed_attestation"]["anyOf"][0]
    else:
        members = schemas["Authorisation"]["properties"]
        members["symptoms_started_on"]["enum"] = [
            immuni.today(-days) for days in (1, 30, values["daysOfSymptoms"] - 1)
        ]
        members["otp"]["enum"] = [immuni.new_otp() for _ in range(20)]
    return document


def utc_day(offset):
    return (datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=offset)).isoformat()


def nth_key(schema, days):
    """The schema of a key that differs from those with other `days` and does not overlap with them."""
    key = copy.deepcopy(schema)
    start, data = key["properties"]["rolling_start_number"], key["properties"]["key_data"]
    start.update(enum=[immuni.midnight_interval(days)])
    del start["minimum"], start["maximum"]
    data["pattern"] = data["pattern"].replace("^[A-Za-z0-9+/]{21}", f"^{BASE64[days]}[A-Za-z0-9+/]{{20}}")
    return key


def with_tokens(document, part, tokens, dummy):
    """The endpoints with dummies whose path has `part`, with `tokens` as what a phone may show, either as dummies or
    genuine."""
    document = copy.deepcopy(document)
    document["components"]["parameters"]["dummyData"]["schema"]["enum"] = [dummy]
    header = {
        "name": "Authorization", "in": "header", "required": True,
        "schema": {"type": "string", "enum": [f"Bearer {token}" for token in tokens]},
    }
    for path, methods in list(document["paths"].items()):
        if part not in path:
            del document["paths"][path]
        elif "security" in methods["post"]:
            methods["post"]["parameters"].append(header)
            del methods["post"]["security"]
    return document


def without_dummies(document):
    document = copy.deepcopy(document)
    document["paths"] = {
        path: rest for path, rest in document["paths"].items() if not any(part in path for part in (INGESTION, OPERATIONAL))
    }
    return document


class Fuzz:
    """The runs against one server."""

    def __init__(self, checks, workplace, server, options):
        self.checks, self.workplace, self.server, self.options = checks, workplace, server, options

    def run(self, name, document, address, *more):
        """One run of schemathesis; its report is printed where something did not hold."""
        path = os.path.join(self.workplace.folder, f"{name.replace(' ', '-')}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        command = [
            sys.executable, "-m", "schemathesis.cli", "run", path, "--url", "http://%s:%d" % address,
            "--seed", str(self.options.seed), "--max-examples", str(self.options.examples),
            "--phases", "examples,coverage,fuzzing", "--checks", "all", "--continue-on-failure",
            "--generation-database", "none", "--suppress-health-check", "all", "--warnings", "off", "--no-color", *more,
        ]
        started = time.monotonic()
        result = subprocess.run(
            command, cwd=self.workplace.folder, env=os.environ | HOOKS, capture_output=True, text=True,
            timeout=harness.PATIENCE, check=False,
        )
        if not self.checks.equal(result.returncode, 0, f"{name}: schemathesis"):
            print(result.stdout[-20000:], result.stderr[-4000:], flush=True)
        totals = [line.strip() for line in result.stdout.splitlines() if "generated" in line or "passed" in line]
        self.checks.say(f"{name}: {'; '.join(totals[-2:])}; {time.monotonic() - started:.0f} s")

    def all(self):
        public, internal = with_present_time(load("public")), with_present_time(load("internal"))
        self.run("public", without_dummies(public), self.server.public)
        analytics_tokens = [secrets.token_hex(64) for _ in range(4)]
        for name, part, tokens in (("", INGESTION, self.tokens()), ("analytics ", OPERATIONAL, analytics_tokens)):
            # schemathesis wants 401 for a missing token, the contract says 400; contract.py checks missing headers.
            self.run(
                f"{name}genuine", with_tokens(public, part, tokens, "0"), self.server.public,
                "--exclude-checks", "missing_required_header",
            )
            # A dummy is 204 whatever it holds, and without a token too.
            self.run(
                f"{name}dummies", with_tokens(public, part, tokens, "1"), self.server.public,
                "--exclude-checks", "negative_data_rejection,missing_required_header",
            )
        self.run("internal", internal, self.server.internal, "--header", f"Authorization: Bearer {TOKEN}")
        log = self.workplace.log_text()
        self.checks.equal([line for line in log.splitlines() if b"request-failed" in line], [], "failures in the log")

    def tokens(self):
        """Tokens that upload once each, and some that never do."""
        live = [immuni.new_otp() for _ in range(12)]
        for otp in live:
            immuni.authorise(self.server.internal, otp, token=TOKEN)
        return [immuni.token(otp) for otp in live] + [secrets.token_hex(32) for _ in range(4)]

    def publish(self):
        """Puts a chunk on offer, so that there is something to download."""
        otp = immuni.new_otp()
        immuni.authorise(self.server.internal, otp, token=TOKEN)
        self.checks.equal(
            immuni.upload(self.server.public, otp, immuni.upload_body()).status, 204, "the upload to download"
        )
        self.checks.equal(self.workplace.publish().returncode, 0, "its publication")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    options = parser.parse_args()
    checks = harness.Checks("fuzz")
    checks.say(f"seed {options.seed}, {options.examples} examples an operation")
    with harness.Workplace(options.avviso) as workplace, workplace.start(settings=SETTINGS) as server:
        fuzz = Fuzz(checks, workplace, server, options)
        fuzz.publish()
        fuzz.all()
        checks.equal(server.stop(), 0, "exit code of the server")
    checks.finish()


if __name__ == "__main__":
    main()
