"""What a phone and the servers of Corona-Warn said to each other on the wire, byte by byte: a relay that keeps it, and its
requests and answers taken apart by hand."""

import contextlib
import dataclasses
import json
import os
import time

import relay


@dataclasses.dataclass(frozen=True)
class Exchange:
    """A request and its answer. `moment` is the time of the phones (Unix seconds)."""

    moment: float
    is_foreground: bool
    request: bytes
    answer: bytes

    @property
    def line(self):
        return self.request.split(b"\r\n", 1)[0].decode("latin-1")

    @property
    def path(self):
        return self.line.split(" ")[1]

    @property
    def is_exchange(self):
        """Whether it is none of the public files."""
        return not self.line.startswith("GET ")

    @property
    def status(self):
        return int(self.answer.split(b" ", 2)[1])

    @property
    def fields(self):
        return fields_of(self.request)

    @property
    def body(self):
        return body_of(self.request)

    @property
    def is_fake(self):
        return dict(self.fields).get("cwa-fake") != "0"

    def told(self):
        """The JSON object of the answer."""
        return json.loads(body_of(self.answer))

    def asked(self):
        """The JSON object of the request."""
        return json.loads(self.body)

    def altered(self, old, new):
        """The same with other bytes in the request, which must have the old ones once."""
        assert self.request.count(old) == 1, (old, self.request)
        return dataclasses.replace(self, request=self.request.replace(old, new))


def fields_of(message):
    """The header fields in their order, with names as they were written."""
    lines = message[:message.index(b"\r\n\r\n")].decode("latin-1").split("\r\n")[1:]
    return [tuple(line.split(": ", 1)) for line in lines]


def body_of(message):
    return message[message.index(b"\r\n\r\n") + 4:]


class Recorder(relay.Relay):
    """Stands between one phone and the servers. A test says when the phone's app is open: `openings` has pairs of times."""

    def __init__(self, target, cast):
        super().__init__(target)
        self.cast, self.trace, self.openings = cast, [], []
        self.is_foreground = False

    @contextlib.contextmanager
    def in_use(self):
        """The owner opens the app within, and leaves it at the end."""
        opened, self.is_foreground = cast_time(self.cast), True
        yield
        self.is_foreground = False
        self.openings.append((opened, cast_time(self.cast)))

    def passed(self, request):
        moment, is_foreground = cast_time(self.cast), self.is_foreground
        answer = super().passed(request)
        self.trace.append(Exchange(moment, is_foreground, request, answer))
        return answer


class Behind:
    """A relay in the place of the server behind it, for a phone."""

    def __init__(self, recorder):
        self.public = recorder.listener.getsockname()


def cast_time(cast):
    """The time of the phones and servers of a cast. A cast whose clock nobody moved has no file of it."""
    try:
        with open(os.path.join(cast, "clock"), encoding="ascii") as file:
            return time.time() + int(file.read())
    except FileNotFoundError:
        return time.time()


# Protocol Buffers by hand.


def message_fields(data):
    """Pairs of number and content: bytes, or a whole number."""
    place, found = 0, []
    while place < len(data):
        tag, place = varint(data, place)
        if tag & 7 == 0:
            content, place = varint(data, place)
        elif tag & 7 == 2:
            length, place = varint(data, place)
            content, place = data[place:place + length], place + length
        else:
            raise ValueError(f"wire type {tag & 7}")
        if place > len(data):
            raise ValueError("a field is cut off")
        found.append((tag >> 3, content))
    return found


def varint(data, place):
    number = shift = 0
    while True:
        byte = data[place]
        number, shift, place = number | (byte & 0x7F) << shift, shift + 7, place + 1
        if byte < 0x80:
            return number, place


def zigzag(number):
    return number >> 1 ^ -(number & 1)


def submitted_keys(body):
    """The keys of an upload, as dictionaries from field number to content."""
    return [dict(message_fields(content)) for number, content in message_fields(body) if number == 1]
