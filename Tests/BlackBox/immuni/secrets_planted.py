"""Plants a TEK, an OTP, a province, a phone's address and its user agent, an analytics token, a DeviceCheck token, a salt
and an attestation, and searches logs, metrics, answers and (for what must not be at rest) the data folder for them.
Usage: secrets_planted.py AVVISO

Tier: test
Only here: of what real requests bring, neither a server that logs all, nor its metrics, its answers, the command that
  publishes and the files of the data folder have a secret, also in the routes of analytics.
"""

import base64
import datetime
import hashlib
import os
import re
import sqlite3
import sys

import harness
import immuni
import wire
from immuni import JSON_TYPE

TEK = b"PlantedTEK-00001"
PROVINCE = "KR"
AGENT = "PlantedAgent"
ANALYTICS_TOKEN = "5ec2e7" * 21 + "ab"
DEVICE_TOKEN = base64.b64encode(b"planted device token 0123456789").decode()
SALT = base64.b64encode(b"planted salt 016").decode()
ATTESTATION = "PlantedHeader.PlantedPayload.PlantedSignature"
# Any address of 127.0.0.0/8 is this machine's; this one is nobody else's.
PHONE_ADDRESS = "127.77.88.99"


def traces(otp):
    """Each secret in the forms in which it could show up."""
    digest = immuni.token(otp)
    return {
        "the TEK": [TEK, TEK.hex().encode(), TEK.hex().upper().encode(), base64.b64encode(TEK),
                    base64.urlsafe_b64encode(TEK).rstrip(b"="), ", ".join(map(str, TEK)).encode()],
        "the OTP": [otp.encode(), otp.lower().encode()],
        "the OTP's hash": [digest.encode(), digest.upper().encode(), bytes.fromhex(digest)],
        "the phone's address": [PHONE_ADDRESS.encode()],
        "the user agent": [AGENT.encode()],
        "the analytics token": [ANALYTICS_TOKEN.encode(), ANALYTICS_TOKEN.upper().encode(), bytes.fromhex(ANALYTICS_TOKEN),
                                base64.b64encode(bytes.fromhex(ANALYTICS_TOKEN))],
        "the device token": [DEVICE_TOKEN.encode(), base64.b64decode(DEVICE_TOKEN)],
        "the salt": [SALT.encode(), base64.b64decode(SALT)],
        "the attestation": [part.encode() for part in ATTESTATION.split(".")],
    }


def authorise_token(workplace):
    """Makes the analytics token valid, as the end of its authorisation does."""
    now = datetime.datetime.now(datetime.timezone.utc)
    with sqlite3.connect(os.path.join(workplace.data, "analytics.sqlite"), timeout=harness.PATIENCE) as database:
        row = (token_digest(), (now.year - 1970) * 12 + now.month - 1)
        database.execute("INSERT INTO analytics_token (digest, authorised_in) VALUES (?, ?)", row)
    database.close()


def token_digest():
    return hashlib.sha256(ANALYTICS_TOKEN.encode()).digest()


def drive_analytics(server):
    """Sends the secrets of analytics through its routes, well-formed and not; returns all answers."""
    prefix, agent = "/v1/analytics", ("User-Agent", AGENT)
    bearer, flag = ("Authorization", f"Bearer {ANALYTICS_TOKEN}"), ("Immuni-Dummy-Data", "0")
    info = {"province": PROVINCE, "exposure_permission": 1, "bluetooth_active": 1, "notification_permission": 1,
            "exposure_notification": 1, "last_risky_exposure_on": immuni.today(-3)}
    google = info | {"salt": SALT, "signed_attestation": ATTESTATION}
    token = {"analytics_token": ANALYTICS_TOKEN, "device_token": DEVICE_TOKEN}
    requests = [
        ("/apple/operational-info", info, [bearer, flag]), ("/apple/operational-info", info, [bearer]),
        ("/apple/operational-info", info | {"province": ANALYTICS_TOKEN}, [bearer, flag]),
        ("/apple/operational-info", info, [bearer, ("Immuni-Dummy-Data", "1")]),
        ("/apple/operational-info", info, [("Authorization", f"Token {ANALYTICS_TOKEN}"), flag]),
        ("/apple/token", token, []), ("/apple/token", token | {"device_token": DEVICE_TOKEN + "*"}, []),
        ("/apple/token", {"analytics_token": ANALYTICS_TOKEN, "app_attest": DEVICE_TOKEN}, []),
        ("/apple/token", {ANALYTICS_TOKEN: DEVICE_TOKEN}, []), ("/google/operational-info", google, [flag]),
        ("/google/operational-info", google, [("Immuni-Dummy-Data", "1")]),
        ("/google/operational-info", google | {"salt": SALT + SALT}, [flag]),
        ("/google/operational-info", google | {"attestation_kind": ATTESTATION}, [flag]),
        ("/google/operational-info", google | {ATTESTATION: SALT}, [flag]), (f"/{ANALYTICS_TOKEN}", google, [flag]),
    ]
    return [
        wire.request(server.public, "POST", prefix + target, headers + [agent, JSON_TYPE], immuni.encode(body),
                     source=PHONE_ADDRESS)
        for target, body, headers in requests
    ]


def drive(server, otp):
    """Sends the secrets through every route, well-formed and not; returns all answers."""
    key = immuni.new_key(immuni.midnight_interval(3), key_data=base64.b64encode(TEK).decode())
    agent = ("User-Agent", AGENT)
    answers = []

    def post(target, body, headers=None):
        headers = (headers or immuni.upload_headers(otp)) + [agent]
        body = body if isinstance(body, bytes) else immuni.encode(body)
        answers.append(wire.request(server.public, "POST", target, headers, body, source=PHONE_ADDRESS))

    def get(target):
        answers.append(wire.request(server.public, "GET", target, [agent], source=PHONE_ADDRESS))

    answers.append(immuni.authorise(server.internal, otp))
    answers.append(immuni.authorise(server.internal, otp))
    answers.append(immuni.authorise(server.internal, otp, extra=base64.b64encode(TEK).decode()))
    answers.append(immuni.authorise(server.internal, otp + otp))
    for wrong in ([key, key], [key | {"rolling_period": 145}], [key | {"key_data": key["key_data"] + "AAAA"}],
                  [key | {key["key_data"]: 1}], [key] * 31):
        post("/v1/ingestion/upload", immuni.upload_body(wrong, province=PROVINCE))
    post("/v1/ingestion/upload", immuni.upload_body([key], province=PROVINCE, padding=otp + "+"))
    post("/v1/ingestion/upload", immuni.encode(immuni.upload_body([key], province=PROVINCE))[:-1])
    post("/v1/ingestion/upload", immuni.encode(immuni.upload_body([key], province=PROVINCE)).ljust(200_001))
    post("/v1/ingestion/check-otp", {"padding": otp})
    post("/v1/ingestion/check-otp", {otp: TEK.hex()})
    post("/v1/ingestion/check-otp", b"{}", [("Authorization", f"Bearer {otp}"), ("Immuni-Dummy-Data", "0"), JSON_TYPE])
    post(f"/v1/ingestion/{otp}", b"{}")
    for target in (f"/v1/keys/{otp}", f"/v1/{TEK.hex()}", f"/v1/settings?platform={otp}&build=1", f"/{otp}?{TEK.hex()}"):
        get(target)
    post("/v1/ingestion/upload", immuni.upload_body([key], province=PROVINCE, exposure_detection_summaries=[
        immuni.summary(exposure_info=[immuni.info()])]))
    accepted = answers[-1].status
    post("/v1/ingestion/upload", immuni.upload_body([key], province=PROVINCE))
    return answers, accepted


def search(checks, text, where, forms):
    for what, variants in forms.items():
        checks.check(not any(variant in text for variant in variants), f"{what} is not in {where}")


def main():
    checks = harness.Checks("secrets")
    otp = immuni.new_otp()
    forms = traces(otp)
    with harness.Workplace(sys.argv[1]) as workplace:
        with workplace.start(settings={"LOG_LEVEL": "debug"}) as server:
            answers, accepted = drive(server, otp)
            checks.equal(accepted, 204, "the planted upload is accepted")
            authorise_token(workplace)
            analytics = drive_analytics(server)
            checks.equal({answer.status for answer in analytics}, {201, 204, 400, 404}, "the answers of analytics")
            answers += analytics
            metrics = wire.request(server.internal, "GET", "/metrics").body
            published = workplace.publish({"LOG_LEVEL": "debug"})
            checks.equal(published.returncode, 0, "publish --now")
            content = immuni.chunks(server.public)
        log = workplace.log_text()
        checks.check(len(log) > 200, "the server logged something at its most talkative level")
        checks.check(b"# TYPE" in metrics, "metrics were read")
        checks.equal(len(content), 1, "the planted key is published")
        said = published.stdout.encode() + published.stderr.encode()
        for where, text in (("the log", log), ("the metrics", metrics), ("what publish prints", said)):
            search(checks, text, where, forms)
            checks.check(not re.search(rb"\b%s\b" % PROVINCE.encode(), text), f"the province is not in {where}")
        for answer in answers:
            search(checks, answer.body + repr(answer.headers).encode(), f"an answer {answer.status}", forms)
        never = ("the OTP", "the OTP's hash", "the phone's address", "the user agent", "the analytics token", "the salt",
                 "the attestation")
        at_rest, files = {what: forms[what] for what in never}, b""
        for folder, _, names in os.walk(workplace.data):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    content = file.read()
                files += content
                search(checks, content, f"the file {name}", at_rest)
        # What is searched for could be there: what stands for the token is.
        checks.check(token_digest() in files, "the planted analytics token was used")
    checks.finish()


main()
