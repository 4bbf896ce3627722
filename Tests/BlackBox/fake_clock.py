"""Another calendar time for the servers that a test starts, and for what the test sends them. Timers and this process's
own time stay real.
"""

import os
import struct
import subprocess
import time

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_clock.c")
DAY = 86400

_offset = 0


def now():
    """The calendar time of the servers, in Unix seconds."""
    return time.time() + _offset


class FakeClock:
    """Runs as fast as the real time, at an offset that can be changed while servers run. From its making on, all
    programs that this process starts live by it.
    """

    def __init__(self, folder):
        library = os.path.join(folder, "fake_clock.so")
        subprocess.run(["clang", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
        self.file = os.open(os.path.join(folder, "clock"), os.O_RDWR | os.O_CREAT, 0o600)
        self.advance(0)
        os.environ |= {"LD_PRELOAD": library, "FAKE_CLOCK_FILE": os.path.join(folder, "clock")}

    def move_to(self, moment):
        """`moment` is in Unix seconds."""
        self.advance(round(moment - now()))

    def advance(self, seconds):
        global _offset  # pylint: disable=global-statement
        _offset += seconds
        os.pwrite(self.file, struct.pack("=q", _offset), 0)
