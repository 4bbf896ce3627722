"""Corona-Warn's requests and hashes, for the tests of its services from outside: `coronawarn_*.py`."""

import hashlib
import json
import os
import secrets
import uuid

import wire

DAY = 86400
TELETAN_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
ANSWER_SIZE = 173
WIRE_SIZE = 512


def guid():
    """The hash of a code on a sheet."""
    return hashlib.sha256(os.urandom(16)).hexdigest()


def birth_date_hash():
    return "x" + guid()[1:]


def once_more(identifier):
    return hashlib.sha256(identifier.encode()).hexdigest()


def teletan(nine=None):
    """A teleTAN with a right check character."""
    nine = nine or "".join(secrets.choice(TELETAN_ALPHABET) for _ in range(9))
    digit = hashlib.sha256(nine.encode()).hexdigest()[0].upper()
    return nine + {"0": "G", "1": "H"}.get(digit, digit)


def token():
    return str(uuid.uuid4())


def nonce():
    return "n1:" + secrets.token_urlsafe(32)


class Services:
    """The routes of a server. Who restarts it puts the new one here, so that nobody asks one that has ended."""

    def __init__(self, server=None):
        self.server = server

    def post(self, path, body, headers=(), listener="public", media="application/json"):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        fields = ([("Content-Type", media)] if media else []) + list(headers)
        return self.exchange(getattr(self.server, listener), path, fields, body)

    def exchange(self, address, path, fields, body):
        return wire.request(address, "POST", path, fields, body)

    # Phones

    def register(self, key, kind="GUID", birth_date=None, padding=None, fake=None):
        body = {"key": key, "keyType": kind}
        body |= {"keyDob": birth_date} if birth_date else {}
        body |= {"requestPadding": padding} if padding else {}
        return self.post("/version/v1/registrationToken", body, fake_header(fake))

    def registered(self, key, **more):
        """The token of a registration that must succeed."""
        answer = self.register(key, **more)
        assert answer.status == 201, answer.status
        return json.loads(answer.body)["registrationToken"]

    def result(self, registration_token, fake=None):
        return self.post("/version/v1/testresult", {"registrationToken": registration_token}, fake_header(fake))

    def tan(self, registration_token, padding=None, fake=None):
        body = {"registrationToken": registration_token} | ({"requestPadding": padding} if padding else {})
        return self.post("/version/v1/tan", body, fake_header(fake))

    def issued(self, registration_token, **more):
        """The TAN of a request that must succeed."""
        answer = self.tan(registration_token, **more)
        assert answer.status == 201, answer.status
        return json.loads(answer.body)["tan"]

    # The submission service

    def internal(self, path, body):
        return self.post(f"/version/v1/{path}", body, listener="internal")

    def verify(self, tan):
        return self.internal("tan/verify", {"tan": tan})

    def upload(self, body, tan=None, fake="0", media="application/x-protobuf", **headers):
        """Sends keys. Names of `headers` have underscores in place of hyphens."""
        fields = [(name.replace("_", "-"), value) for name, value in headers.items()]
        fields += fake_header(fake) + ([("cwa-authorization", tan)] if tan else [])
        return self.post("/version/v1/diagnosis-keys", body, fields, media=media)

    # Operators and laboratories

    def new_teletan(self, key, kind=None):
        headers = [("Authorization", f"Bearer {key}")] if key else []
        headers += [("X-CWA-TELETAN-TYPE", kind)] if kind else []
        return self.post("/version/v1/tan/teletan", b"", headers, "internal", None)

    def send(self, key, lines, path="lab", lab_id=None):
        """`lines` are pairs of identifier and result, or triples with the time of the sample."""
        results = [dict(zip(("id", "result", "sc"), line)) for line in lines]
        body = {"testResults": results} | ({"labId": lab_id} if lab_id else {})
        return self.post(f"/api/v1/{path}/results", body, [("Authorization", f"Bearer {key}")], "internal")

    def ask(self, identifier, path="app", key=None, **more):
        headers = [("Authorization", f"Bearer {key}")] if key else []
        return self.post(f"/api/v1/{path}/result", {"id": identifier} | more, headers, "internal")


def fake_header(value):
    return [] if value is None else [("cwa-fake", str(value))]


# The protobuf messages of an upload.


def varint(number):
    number &= (1 << 64) - 1
    encoded = b""
    while number >= 0x80:
        encoded += bytes([number & 0x7F | 0x80])
        number >>= 7
    return encoded + bytes([number])


def numeric(field, number):
    return varint(field << 3) + varint(number)


def lengthy(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


class Callers:
    """A server on a clock that a test moves, with its laboratories and operators. A test names what runs."""

    services_run = ()
    settings = {}

    def __init__(self, checks, workplace, clock):
        self.checks, self.workplace, self.clock = checks, workplace, clock
        self.lab, self.other = (self.key("lab", "create", name) for name in ("lab-one", "lab-two"))
        self.hotline = self.key("operator", "token", "anna", "--role", "hotline")
        self.event = self.key("operator", "token", "berta", "--role", "hotline-event", "--health-authority", "h-1")
        self.services = Services()
        self.start()

    def key(self, *command):
        done = self.workplace.run(*command, "--data", self.workplace.data, settings=self.settings)
        self.checks.equal(done.returncode, 0, f"exit of {' '.join(command)}: {done.stderr}")
        return done.stdout.strip()

    def start(self, **settings):
        self.server = self.workplace.start(self.services_run, self.settings | settings).wait_ready()
        self.services.server = self.server

    def restart(self, **settings):
        self.server.stop()
        self.start(**settings)


def day_start(moment):
    """The interval number of the UTC midnight before `moment`, in Unix seconds."""
    return int(moment) // DAY * 144


def key(start, data=None, level=5, period=144, onset=None):
    """A key of an upload; None leaves a field out."""
    message = lengthy(1, os.urandom(16) if data is None else data)
    message += b"" if level is None else numeric(2, level)
    message += b"" if start is None else numeric(3, start)
    message += b"" if period is None else numeric(4, period)
    return message + (b"" if onset is None else numeric(6, (onset << 1) ^ (onset >> 63)))


def payload(keys, visited=(), origin=None, consent=None, kind=None, padding=20):
    message = b"".join(lengthy(1, each) for each in keys) + lengthy(2, os.urandom(padding))
    message += b"".join(lengthy(3, country.encode()) for country in visited)
    message += b"" if origin is None else lengthy(4, origin.encode())
    message += b"" if consent is None else numeric(5, int(consent))
    return message + (b"" if kind is None else numeric(7, kind))
