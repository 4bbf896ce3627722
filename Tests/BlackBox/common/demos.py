"""Runs the stories of `avviso demo` to their ends: which people are told, what goes wrong on the way, and the exit codes.
Usage: demos.py AVVISO

Tier: test-all
Only here: every story of `avviso demo`, with each mishap and with realms, warns the promised people and ends with the
  promised exit code.
"""

import concurrent.futures
import os
import re
import subprocess
import sys

import harness

CWA = ["--workflow", "cwa"]
ASSOCIATION = ["--workflow", "association"]
EXPECTED = re.compile(r"^\[as expected\] ", re.M)


class Trial:
    """The stories, of which four run at a time: they mostly wait."""

    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace

    def tell(self, arguments):
        """A story's exit code, and what it printed."""
        found = subprocess.run(
            [self.workplace.avviso, "demo", "--seed", "1", *arguments], capture_output=True, text=True, check=False,
            env=harness.clean_environment(), cwd=self.workplace.folder, timeout=harness.PATIENCE,
        )
        return found.returncode, found.stdout, found.stderr

    def ended(self, arguments, found, wanted, absent=()):
        """Whether a story ended well, with these words and without those."""
        name, (code, text, errors) = " ".join(["demo", *arguments]), found
        if not self.checks.equal(code, 0, f"exit code of {name}"):
            print(text[-3000:], errors)
        self.checks.check(len(EXPECTED.findall(text)) >= 5, f"{name} names its expectations")
        self.checks.check("NOT AS EXPECTED" not in text, f"{name}: something is not as expected")
        for words in wanted:
            self.checks.check(re.search(words, text), f"{name} does not say {words}")
        for words in absent:
            self.checks.check(not re.search(words, text), f"{name} says {words}")

    def refused(self, found):
        """The phones take nothing that another key signed."""
        code, text, errors = found
        self.checks.equal(code, 1, "exit code with another key")
        self.checks.check("refuses the configuration" in errors, f"the reason of the refusal: {errors}")
        self.checks.check("keys sent" not in text, "a story with another key has no end")


def main():
    checks = harness.Checks("demos")
    warned = r"\nBruno, 1\.5 m away +\d+ minutes near, [\d.]+ weighted, warned\n"
    unwarned = [r"\nCarla, 140\.0 m away .* not warned\n", r"\nDora, 5000\.0 m away .* not warned\n"]
    others = [rf"\n{name} +not warned\n" for name in ("Carla", "Dora", "Emil")]
    realms = [
        r"\nit \| Bruno, 1\.5 m away +1 matching, Total Risk Score \d+, notified\n",
        r"\nde \| Bruno, 1\.5 m away .*, warned\n", r"\nit \| \[as expected\] ", r"\nde \| \[as expected\] ",
        r"\n\[as expected\] no key is in both realms\n", r"\n\[as expected\] each file is signed with the key of its own",
        r"\n\[as expected\] an operator of it is unknown in de\n", r"\ndatabases of de +corona-warn, ",
    ]
    refused = [rf"{reason}, 1\n" for reason in ("BAD_TICKET", "NOT_YOUR_ID", "REPLAY", "UNKNOWN_ISSUER")]
    stories = [
        ([], [r"\nBruno, 1\.5 m away +1 matching, Total Risk Score \d+, notified\n", r"\nCarla, .* not notified\n"], []),
        (CWA, [warned, *unwarned, "the result is positive", "the result is negative", "Why: on "], ["not sent yet"]),
        ([*CWA, "--minutes", "5"], [r"\nBruno, 1\.5 m away .* not warned\n", *unwarned], [r", warned\n"]),
        ([*CWA, "--mishap", "stopped-server"], [warned, "not sent yet", "unreachable", "one TAN and one upload"], []),
        ([*CWA, "--mishap", "expired-tan"], [warned, "not sent yet", "second TAN"], []),
        ([*CWA, "--mishap", "lost-answer"], [warned, "no answer yet", "same bytes reached the server twice"], []),
        (ASSOCIATION, [r"\nBruno +warned\n", *others, *refused, "The authority holds 1 report"], []),
        (["--realms"], realms, ["The servers keep running"]),
        ([*ASSOCIATION, "--minutes", "5"], [r"\nBruno +not warned\n", *others], ["app warns of"]),
    ]
    with harness.Workplace(sys.argv[1]) as workplace, concurrent.futures.ThreadPoolExecutor(4) as pool:
        trial = Trial(checks, workplace)
        other = os.path.join(workplace.folder, "other.pem")
        made = workplace.run("keys", "generate", "--out", os.path.join(workplace.folder, "private.pem"))
        with open(other, "w", encoding="ascii") as file:
            file.write(made.stdout)
        running = [pool.submit(trial.tell, arguments) for arguments, _, _ in stories]
        foreign = pool.submit(trial.tell, [*CWA, "--public-key", other])
        for (arguments, wanted, absent), story in zip(stories, running):
            trial.ended(arguments, story.result(), wanted, absent)
        trial.refused(foreign.result())
    checks.finish()


main()
