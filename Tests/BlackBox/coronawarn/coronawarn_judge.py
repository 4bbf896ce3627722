"""Judges what a phone with Corona-Warn sent by the contract alone: no code of ours, only the bytes of `coronawarn_trace.py`,
what its owner did, and the published tables. A judgement is a list of sentences; a phone that keeps the contract has none.
"""

import collections
import dataclasses
import datetime
import hashlib
import math
import re

import coronawarn_trace
from coronawarn import DAY, TELETAN_ALPHABET

REGISTRATION, RESULT, TAN = ("/version/v1/registrationToken", "/version/v1/testresult", "/version/v1/tan")
UPLOAD = "/version/v1/diagnosis-keys"
VERIFICATION = (REGISTRATION, RESULT, TAN)
SUCCESS = {REGISTRATION: 201, RESULT: 200, TAN: 201, UPLOAD: 200}
COMMON = ["Host", "User-Agent", "Accept-Language", "Content-Type", "cwa-fake"]
HEADERS = {path: [*COMMON, "cwa-header-padding", "Content-Length"] for path in VERIFICATION}
HEADERS[UPLOAD] = [*COMMON, "cwa-authorization", "Content-Length"]
MEDIA = {path: "application/json" for path in VERIFICATION} | {UPLOAD: "application/x-protobuf"}
BODY_SIZE = {path: 250 for path in VERIFICATION} | {UPLOAD: 1024}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
GUID_HASH, BIRTH_DATE_HASH = re.compile(r"[0-9a-f]{64}"), re.compile(r"x[0-9a-f]{63}")
TELETAN = re.compile(f"[{TELETAN_ALPHABET}]{{10}}")
MAX_KEYS = 14
# The contract's tables 4.1 and 4.2: levels by the age of a key in days, and what the age is taken from for its code.
LEVELS = {
    "launch": ([5, 6, 8, 8, 8, 5, 3] + [1] * 8, None),
    "noAnswer": ([5, 6, 7, 7, 7, 6, 4, 3, 2] + [1] * 6, 4000),
    "none": ([4, 4, 3, 2] + [1] * 11, 3000),
    "unknown": ([5, 6, 8, 8, 8, 7, 5, 3, 2] + [1] * 6, 2000),
    "thisWeek": ([4, 5, 6, 7, 7, 7, 6, 5, 4, 3, 2] + [1] * 4, 701),
    "lastWeek": ([1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 7, 7, 6, 6, 4], 708),
    "longAgo": ([1] * 11 + [2, 3, 4, 5], 715),
}
EXACT = {-5: 2, -4: 4, -3: 6, -2: 7, -1: 8, 0: 8, 1: 8, 2: 6, 3: 5, 4: 3, 5: 2, 6: 2}
# Characters. A shorter text comes by chance in the padding of many requests.
UNMISTAKABLE = 7
# The words of the questions about symptoms, which no request may have in any form.
UNSAID = (b"symptom", b"onset", b"noAnswer", b"thisWeek", b"lastWeek", b"longAgo")
# Seconds from one sequence of an opening to the next, for as long as an opening of this test lasts. The one after leaving
# comes within the same time; a slow machine may need more.
PLANNED_PAUSE, LEAVING = 8, 60


@dataclasses.dataclass
class Owner:
    """What the owner of a phone did, as far as requests depend on it."""

    # Texts of scanned codes with birth dates (a date or None), and typed teleTANs.
    codes: list = dataclasses.field(default_factory=list)
    tele_tans: list = dataclasses.field(default_factory=list)
    # Triples: the time of an answer about symptoms (Unix seconds), a name of LEVELS or "day", days since an exact onset.
    answers: list = dataclasses.field(default_factory=list)
    # Text that never leaves the phone.
    secrets: list = dataclasses.field(default_factory=list)

    def keys(self):
        """Everything that a registration may name, as triples of key, kind and birth date."""
        for text, birthday in self.codes:
            code = text.split("?", 1)[1]
            dated = None
            if birthday:
                born = datetime.date.fromisoformat(birthday).strftime("%d%m%Y")
                dated = "x" + hashlib.sha256((code + born).encode()).hexdigest()[1:]
            yield hashlib.sha256(code.encode()).hexdigest(), "GUID", dated
        for text in self.tele_tans:
            yield text, "TELETAN", None


class Judge:
    """One phone. `openings` are the times at which its app was opened and left."""

    def __init__(self, trace, owner, openings=()):
        self.trace, self.owner, self.openings, self.found = trace, owner, openings, []
        self.posts = [exchange for exchange in trace if exchange.is_exchange]

    def faults(self):
        for number, exchange in enumerate(self.posts):
            self.where = f"request {number}, {'fake' if exchange.is_fake else 'genuine'} {exchange.path}"
            if self.hold(exchange.path in SUCCESS, "is no route of phones"):
                self.judge_form(exchange)
                self.judge_body(exchange)
                self.judge_secrets(exchange)
        self.where = "the phone"
        self.judge_sizes()
        self.judge_sequences()
        self.judge_openings()
        self.judge_credentials()
        return self.found

    def hold(self, held, what):
        if not held:
            self.found.append(f"{self.where}: {what}")
        return held

    # Each request alone

    def judge_form(self, exchange):
        fields = dict(exchange.fields)
        self.hold(exchange.line == f"POST {exchange.path} HTTP/1.1", f"its line is {exchange.line}")
        names = [name.lower() for name, _ in exchange.fields]
        expected = [name.lower() for name in HEADERS[exchange.path]]
        # A transport may put its own first field at another place, but always the same.
        self.hold(sorted(names) == sorted(expected), f"its header fields are {names}")
        media = fields.get("Content-Type", "").split(";")[0]
        self.hold(media == MEDIA[exchange.path], f"its media type is {media}")
        self.hold(fields.get("cwa-fake") in ("0", "1"), "cwa-fake is neither 0 nor 1")
        self.hold(fields.get("Content-Length") == str(len(exchange.body)), "its length is another")
        self.hold(len(exchange.body) == BODY_SIZE[exchange.path], f"its body has {len(exchange.body)} bytes")
        if exchange.path == UPLOAD:
            self.hold(UUID.fullmatch(fields.get("cwa-authorization", "")), "its TAN is no UUID of version 4")
        self.hold(exchange.status == SUCCESS[exchange.path], f"the server says {exchange.status}")

    def judge_body(self, exchange):
        try:
            if exchange.path == UPLOAD:
                self.judge_upload(exchange)
            else:
                self.judge_json(exchange.path, exchange.asked())
        except (ValueError, IndexError, KeyError) as error:
            self.hold(False, f"its body cannot be read: {error!r}")

    def judge_json(self, path, body):
        keys = {"registrationToken"} if path != REGISTRATION else {"key", "keyType"}
        optional = {"keyDob"} if path == REGISTRATION else set()
        self.hold(keys <= set(body) <= keys | optional | {"requestPadding"}, f"its fields are {sorted(body)}")
        if path != REGISTRATION:
            self.hold(UUID.fullmatch(body["registrationToken"]), "its token is no UUID of version 4")
            return
        form = {"GUID": GUID_HASH, "TELETAN": TELETAN}[body["keyType"]]
        self.hold(form.fullmatch(body["key"]), "its key has another form")
        if body["keyType"] == "TELETAN":
            digit = hashlib.sha256(body["key"][:9].encode()).hexdigest()[0].upper()
            self.hold(body["key"][9] == {"0": "G", "1": "H"}.get(digit, digit), "the check character is wrong")
        self.hold(BIRTH_DATE_HASH.fullmatch(body.get("keyDob", "x" + "0" * 63)), "its second key has another form")

    def judge_upload(self, exchange):
        fields = coronawarn_trace.message_fields(exchange.body)
        numbers = collections.Counter(number for number, _ in fields)
        self.hold(set(numbers) <= {1, 2, 3, 4, 5, 7}, f"it has the fields {sorted(numbers)}")
        self.hold(all(count == 1 for number, count in numbers.items() if number not in (1, 3)), "a field comes twice")
        content = dict(fields)
        self.hold(not any(content.get(2, b"1")), "its filler says something")
        keys = coronawarn_trace.submitted_keys(exchange.body)
        if exchange.is_fake:
            self.hold(not keys and not numbers[3], "a fake has keys or countries")
            return
        self.hold(1 <= len(keys) <= MAX_KEYS, f"it has {len(keys)} keys")
        self.hold(content.get(4, b"DE") == b"DE" and content.get(7, 0) in (0, 1), "its origin or type is another")
        for key in keys:
            self.judge_key(key, exchange.moment)

    def judge_key(self, key, moment):
        self.hold(set(key) <= {1, 2, 3, 4, 5, 6}, f"a key has the fields {sorted(key)}")
        self.hold(len(key[1]) == 16 and key[3] % 144 == 0 and 1 <= key.get(4, 144) <= 144, "a key has another form")
        self.hold(key.get(5, 1) == 1, "a key has another report type")
        self.hold((key[3] + key.get(4, 144)) * 600 <= moment + 60, "a key's window is not over")
        past = [answer for answer in self.owner.answers if answer[0] <= moment + 60]
        if self.hold(past, "the owner was not asked"):
            self.judge_level(key, *past[-1])

    def judge_level(self, key, answered, answer, days):
        age = max(int(answered // DAY) - key[3] // 144, 0)
        told = (key.get(2), coronawarn_trace.zigzag(key[6]) if 6 in key else None)
        if not self.hold(age <= 14, f"a key is {age} days old"):
            return
        if answer == "day":
            code = days + key[3] // 144 - int(answered // DAY)
            expected = (EXACT.get(code, 1), code)
        else:
            levels, base = LEVELS[answer]
            expected = (levels[age], None if base is None else base - age)
        self.hold(told == expected, f"a key of age {age} after {answer} has {told}, and not {expected}")

    def judge_secrets(self, exchange):
        for secret in [*UNSAID, *(text.encode() for text in self.owner.secrets)]:
            self.hold(not says(exchange.request, secret), f"it says {secret!r}")

    # All of them

    def judge_sizes(self):
        """One size for a service's requests, and for a route's answers. One form of the headers, too."""
        for paths in (VERIFICATION, (UPLOAD,)):
            sizes = {len(exchange.request) for exchange in self.posts if exchange.path in paths}
            self.hold(len(sizes) <= 1, f"requests to {paths[0]} and its like have {sorted(sizes)} bytes")
        for path in SUCCESS:
            mine = [exchange for exchange in self.posts if exchange.path == path]
            shapes = {tuple((name, len(value)) for name, value in exchange.fields) for exchange in mine}
            self.hold(len(shapes) <= 1, f"{path} has {len(shapes)} forms of headers")
            answers = {len(exchange.answer) for exchange in mine}
            self.hold(len(answers) <= 1, f"answers of {path} have {sorted(answers)} bytes")
            names = {tuple(name for name, _ in coronawarn_trace.fields_of(exchange.answer)) for exchange in mine}
            self.hold(len(names) <= 1, f"answers of {path} have the headers {names}")

    def judge_sequences(self):
        """Two to verification, one to submission, from beginning to end."""
        self.hold(len(self.posts) % 3 == 0, f"it sends {len(self.posts)} requests, not in threes")
        for place, exchange in enumerate(self.posts):
            expected = [(RESULT, REGISTRATION), (TAN,), (UPLOAD,)][place % 3]
            self.hold(exchange.path in expected, f"request {place} goes to {exchange.path}")

    def judge_openings(self):
        """Each opening has the sequences of its plan: one at its start, one after each pause, and one after leaving. A slow
        machine may send fewer. One more at any time is a fault, because only an action could be its reason. A sequence of the
        background may come in between."""
        starts = [moment for moment, _ in sequences(self.trace)]
        ends = [opened for opened, _ in self.openings[1:]] + [math.inf]
        for (opened, left), end in zip(self.openings, ends):
            began = [moment for moment in starts if opened <= moment <= left + LEAVING]
            # What comes in another opening counts for that one, and for both if this one was too short for any.
            count = sum(moment < end for moment in began) or min(len(began), 1)
            most = int(left - opened) // PLANNED_PAUSE + 2 + 1
            self.hold(1 <= count <= most, f"an opening of {left - opened:.0f} s has {count} sequences, not 1 to {most}")

    def judge_credentials(self):
        """Genuine requests show what the server gave and the owner has. Fakes show what nobody ever saw."""
        tokens, tans, known, seen = set(), set(), list(self.owner.keys()), collections.Counter()
        for place, exchange in enumerate(self.posts):
            self.where = f"request {place}"
            shown = self.shown(exchange)
            if exchange.is_fake:
                seen[shown] += 1
                continue
            if exchange.path == REGISTRATION:
                self.hold(shown in known, "nobody scanned or typed this")
                tokens.add(exchange.told().get("registrationToken"))
            elif exchange.path == UPLOAD:
                self.hold(shown in tans, "its TAN is none of the server's")
            else:
                self.hold(shown in tokens, "its token is none of the server's")
                tans.add(exchange.told().get("tan"))
        self.where = "fakes"
        self.hold(all(count == 1 for count in seen.values()), "one shows what another showed")
        self.hold(not set(seen) & {*known, *tokens, *tans}, "one shows a genuine credential")

    @staticmethod
    def shown(exchange):
        if exchange.path == UPLOAD:
            return dict(exchange.fields).get("cwa-authorization")
        try:
            body = exchange.asked()
        except ValueError:
            return None
        if exchange.path == REGISTRATION:
            return (body.get("key"), body.get("keyType"), body.get("keyDob"))
        return body.get("registrationToken")


def says(request, secret):
    """Whether bytes have a text in any case. A short one must be a word: random padding soon has any three letters."""
    pattern = re.escape(secret)
    if len(secret) < UNMISTAKABLE:
        pattern = rb"(?<![0-9a-z])" + pattern + rb"(?![0-9a-z])"
    return re.search(pattern, request, re.IGNORECASE) is not None


def sequences(trace):
    """The requests of a phone without the public files, in threes: pairs of the time of the first and their paths."""
    posts = [each for each in trace if each.is_exchange]
    threes = [posts[start:start + 3] for start in range(0, len(posts), 3)]
    return [(three[0].moment, tuple(each.path for each in three)) for three in threes]


def background(trace, openings):
    """The sequences outside the openings of an app and of the moments after them."""
    return [
        (moment, paths) for moment, paths in sequences(trace)
        if not any(opened <= moment <= left + LEAVING for opened, left in openings)
    ]


def differences(trace, other, openings, tolerance):
    """How the background of a phone differs from that of another with the same times, outside the openings of either.
    `tolerance` is in seconds."""
    ours, theirs = background(trace, openings), background(other, openings)
    if [hosts(paths) for _, paths in ours] != [hosts(paths) for _, paths in theirs]:
        alone = [moment for moment, _ in ours if all(abs(moment - other) > tolerance for other, _ in theirs)]
        since = [min((moment - left for _, left in openings if left <= moment), default=None) for moment in alone]
        return [f"{len(ours)} sequences in the background, and {len(theirs)} of a phone without a test, or to other services: "
                f"alone were those {since} s after an opening"]
    apart = [abs(one - another) for (one, _), (another, _) in zip(ours, theirs)]
    return [f"sequence {place} leaves {late:.0f} s apart" for place, late in enumerate(apart) if late > tolerance]


def hosts(paths):
    """What an observer of the connection sees of paths."""
    return ["submission" if path == UPLOAD else "verification" for path in paths]
