"""Another calendar time for the servers that a test starts, and for what the test sends them. Timers and this process's
own time stay real.
"""

import os
import shlex
import time

import harness

DAY = 86400

_offset = 0


def now():
    """The calendar time of the servers, in Unix seconds."""
    return time.time() + _offset


class FakeClock:
    """Runs as fast as the real time, at an offset that can be changed while servers run."""

    def __init__(self, folder):
        self.folder, self.file = folder, os.path.join(folder, "clock")
        self.advance(0)

    def wrap(self, program):
        """A program that does what `program` does, and lives by this clock."""
        path = os.path.join(self.folder, "on-fake-time")
        variables = (f"FAKETIME_TIMESTAMP_FILE={self.file}", "FAKETIME_NO_CACHE=1", "NO_FAKE_STAT=1", "TZ=UTC")
        command = harness.fake_clock(*variables)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec {shlex.join([*command, program])} "$@"\n')
        os.chmod(path, 0o700)
        return path

    def move_to(self, moment):
        """`moment` is in Unix seconds."""
        self.advance(round(moment - now()))

    def advance(self, seconds):
        global _offset  # pylint: disable=global-statement
        _offset += seconds
        self.write(f"{_offset + harness.seconds_ahead():+}")

    def write(self, content):
        with open(self.file + "-new", "w", encoding="ascii") as new:
            new.write(content)
        # Programs read either the old time or the new one.
        os.replace(self.file + "-new", self.file)


class StandingClock(FakeClock):
    """Stands still until a test moves it. So a test can be a second before a limit, however slow the machine is."""

    def __init__(self, folder, moment):
        self.moment = int(moment)
        super().__init__(folder)

    def move_to(self, moment):
        self.advance(int(moment) - self.moment)

    def advance(self, seconds):
        self.moment += seconds
        self.write(time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(self.moment)))
