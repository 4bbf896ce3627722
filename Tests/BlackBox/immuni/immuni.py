"""What a phone and a Healthcare Operator send, written independently of the Swift sources: OTPs, uploads, requests."""

import asyncio
import base64
import datetime
import hashlib
import json
import random
import secrets
import zoneinfo

import fake_clock
import wire

ALPHABET = "AEFHIJKLQRSUWXYZ123456789"
ODD = dict(zip(ALPHABET, (1, 9, 13, 17, 19, 21, 2, 4, 6, 8, 12, 16, 22, 25, 24, 23, 0, 5, 7, 9, 13, 15, 17, 19, 21)))
EVEN = dict(zip(ALPHABET, (0, 4, 5, 7, 8, 9, 10, 11, 16, 17, 18, 20, 22, 23, 24, 25, 1, 2, 3, 4, 5, 6, 7, 8, 9)))
AUTHORITY_ZONE = zoneinfo.ZoneInfo("Europe/Rome")
INTERVAL = 600
DAY = 144
JSON_TYPE = ("Content-Type", "application/json; charset=utf-8")
PADDED_SIZE = 512
EMBARGO = 7200
RETENTION = 14 * 86400


def check_digit(first_nine):
    values = (ODD[c] if place % 2 == 0 else EVEN[c] for place, c in enumerate(first_nine))
    return ALPHABET[sum(values) % 25]


def new_otp():
    first_nine = "".join(secrets.choice(ALPHABET) for _ in range(9))
    return first_nine + check_digit(first_nine)


def token(otp):
    """The bearer token: lower-case hex of the code's SHA-256."""
    return hashlib.sha256(otp.encode()).hexdigest()


def today(offset=0, now=None):
    """The authority's day, `offset` days from now, as YYYY-MM-DD."""
    now = fake_clock.now() if now is None else now
    day = datetime.datetime.fromtimestamp(now, AUTHORITY_ZONE).date() + datetime.timedelta(days=offset)
    return day.isoformat()


def now_interval():
    return int(fake_clock.now()) // INTERVAL


def midnight_interval(days_ago=0):
    """The first interval of the UTC day `days_ago` days ago."""
    return now_interval() // DAY * DAY - days_ago * DAY


def new_key(start, period=DAY, **members):
    key = {
        "key_data": base64.b64encode(secrets.token_bytes(16)).decode(),
        "rolling_start_number": start,
        "rolling_period": period,
    }
    return key | members


def past_keys(count=3, first_day=2):
    """Keys of whole UTC days that ended more than two hours ago."""
    return [new_key(midnight_interval(first_day + day)) for day in range(count)]


def upload_body(keys=None, **members):
    body = {
        "province": "RM",
        "teks": past_keys() if keys is None else keys,
        "exposure_detection_summaries": [],
        "padding": "0f" * 50,
    }
    return {name: value for name, value in (body | members).items() if value is not REMOVED}


REMOVED = object()


def summary(**members):
    whole = {
        "date": today(-1),
        "matched_key_count": 2,
        "days_since_last_exposure": 1,
        "attenuation_durations": [300, 0, 0],
        "maximum_risk_score": 15,
        "exposure_info": [],
    }
    return {name: value for name, value in (whole | members).items() if value is not REMOVED}


def info(**members):
    whole = {
        "date": today(-1),
        "duration": 900,
        "attenuation_value": 45,
        "attenuation_durations": [300, 0, 0],
        "transmission_risk_level": 8,
        "total_risk_score": 15,
    }
    return {name: value for name, value in (whole | members).items() if value is not REMOVED}


def encode(value):
    return json.dumps(value, separators=(",", ":")).encode()


def authorise(internal, otp, started_on=None, token=None, **members):
    """The operator's request, on the internal listener, with its bearer token where it asks for one."""
    body = {"otp": otp, "symptoms_started_on": started_on or today(-30)} | members
    headers = [JSON_TYPE] + ([("Authorization", f"Bearer {token}")] if token else [])
    return wire.request(internal, "POST", "/v1/otp", headers, encode(body))


def check_otp(public, otp, connection=None):
    headers = [("Authorization", f"Bearer {token(otp)}"), ("Immuni-Dummy-Data", "0"), JSON_TYPE]
    return post(public, "/v1/ingestion/check-otp", headers, encode({"padding": "ab" * 40}), connection)


def upload(public, otp, body, connection=None):
    return post(public, "/v1/ingestion/upload", upload_headers(otp), encode(body), connection)


def upload_headers(otp, clock=None):
    clock = int(fake_clock.now()) if clock is None else clock
    return [
        ("Authorization", f"Bearer {token(otp)}"), ("Immuni-Dummy-Data", "0"), ("Immuni-Client-Clock", clock), JSON_TYPE,
    ]


def dummy(public, target, body=b'{"padding":"00"}', connection=None):
    """Cover traffic as the iOS app sends it: a random token, a clock of 0, a body of padding alone."""
    headers = [
        ("Authorization", f"Bearer {token(str(random.random()))}"), ("Immuni-Dummy-Data", "1"),
        ("Immuni-Client-Clock", 0), JSON_TYPE,
    ]
    return post(public, target, headers, body, connection)


def post(address, target, headers, body, connection=None):
    if connection:
        return connection.request("POST", target, headers, body)
    return wire.request(address, "POST", target, headers, body)


def chunk_index(public):
    """(oldest, newest), or None while nothing is offered."""
    answer = wire.request(public, "GET", "/v1/keys/index")
    if answer.status == 404:
        return None
    found = json.loads(answer.body)
    return found["oldest"], found["newest"]


def chunks(public):
    """Every chunk that is offered, by index, as bytes."""
    offered = chunk_index(public)
    if offered is None:
        return {}
    found = {}
    for index in range(offered[0], offered[1] + 1):
        answer = wire.request(public, "GET", f"/v1/keys/{index}")
        if answer.status != 200:
            raise RuntimeError(f"chunk {index} of {offered} answered {answer.status}")
        found[index] = answer.body
    return found


def grant(server, count):
    """`count` rights through the internal listener; returns their OTPs."""
    otps = [new_otp() for _ in range(count)]

    async def client(share):
        reader, writer = await asyncio.open_connection(*server.internal)
        for otp in share:
            body = encode({"otp": otp, "symptoms_started_on": today(-30)})
            head = f"POST /v1/otp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
            writer.write(head.encode() + b"\r\n\r\n" + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            if answer[9:12] != b"204":
                raise RuntimeError(answer)
        writer.close()

    async def clients():
        await asyncio.gather(*(client(otps[start::32]) for start in range(32)))

    asyncio.run(clients())
    return otps
