"""Plants a TEK, an OTP, a province, a phone's address and its user agent, and searches logs, metrics, answers and (for
what must not be at rest) the data folder for them. Usage: secrets_planted.py AVVISO
"""

import base64
import os
import re
import sys

import harness
import immuni
import wire
from immuni import JSON_TYPE

TEK = b"PlantedTEK-00001"
PROVINCE = "KR"
AGENT = "PlantedAgent"
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
    }


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
        at_rest = {what: forms[what] for what in ("the OTP", "the OTP's hash", "the phone's address", "the user agent")}
        for folder, _, names in os.walk(workplace.data):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    search(checks, file.read(), f"the file {name}", at_rest)
    checks.finish()


main()
