"""A recorded release: the data folder, keys and settings of a server of that release, and what that server answered.
scripts/record-release makes it, upgrade.py opens it with the present binary.
"""

import json
import os
import shutil

import fake_clock
import harness
import wire

FOLDER = os.path.join(harness.ROOT, "Tests", "Fixtures", "releases")
DATABASES = ["exposures.sqlite", "settings.sqlite", "analytics.sqlite", "portal.sqlite"]
INFO = "/v1/analytics/{}/operational-info"
ATTESTATION = {
    "SAFETY_NET_ROOTS": "root.pem", "KEY_ATTESTATION_ROOTS": "root.pem",
    "PLAY_INTEGRITY_DECRYPTION_KEY": "play-integrity-decryption.key",
    "PLAY_INTEGRITY_VERIFICATION_KEY": "play-integrity-verification.key",
}
# A busy machine takes long for a password; the server gives up nothing because of it.
UNHURRIED = {"LIMITS_HANDLING": "300s"}
# What phones ask for, on both platforms and around the build from which the second values hold.
SETTINGS = [
    f"/v1/settings?platform={platform}&build={build}" for platform in ("ios", "android") for build in (1, 199, 200)
]
REPORTS = {
    "settings history": ["settings", "history", "--json"],
    "operators": ["operator", "list", "--json"],
    "operator audit": ["operator", "audit", "--days", "30", "--json"],
    "ledger": ["analytics", "ledger", "--format", "json"],
    "figures": ["analytics", "report", "--format", "json"],
    "analytics audit": ["analytics", "audit", "--json"],
    "public keys": ["keys", "public"],
}


class ReleaseWorkplace(harness.Workplace):
    """A workplace that lives by a fake clock, and whose data, keys and settings have the form of a recorded release."""

    def __init__(self, avviso, recorded=None):
        super().__init__(avviso)
        self.clock = fake_clock.FakeClock(self.folder)
        self.avviso = self.clock.wrap(self.avviso)
        self.root = os.path.join(self.folder, "release")
        if recorded:
            shutil.copytree(recorded, self.root)
        os.makedirs(self.path("data"), exist_ok=True)
        self.apple_key, self.signing_key, self.data = self.signing_key, self.path("keys"), self.path("data")
        self.keep_to_owner()

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def keep_to_owner(self):
        """Repositories keep no modes: what is restored gets them back, as docs/operations.md says."""
        for folder, _, names in os.walk(self.root):
            os.chmod(folder, 0o700)
            for name in names:
                os.chmod(os.path.join(folder, name), 0o600)

    def settings(self, **more):
        """What a server of this release is given in the environment."""
        files = {f"ANALYTICS_GOOGLE_{name}": self.path("attestation", file) for name, file in ATTESTATION.items()}
        return files | {
            "CONFIG": self.path("avviso.yaml"), "DATA": self.data, "SIGNING_KEY": self.signing_key,
            "MESSAGE_SIGNING_KEY": self.path("messages.pem"),
        } | more

    def ask(self, *arguments, code=0, **more):
        """What `avviso` prints; it must end with `code`."""
        done = self.run(*arguments, settings=self.settings(**more))
        if done.returncode != code:
            said = done.stderr or done.stdout
            raise RuntimeError(f"avviso {' '.join(arguments)} ended with {done.returncode}: {said}")
        return done.stdout

    def pass_day(self, days=1):
        """Days later, between two servers. Only the calendar moves, which nothing explains: a person vouches for it."""
        self.clock.advance(days * fake_clock.DAY)
        self.ask("clock", "confirm")

    def reports(self):
        return {name: json.loads(self.ask(*arguments)) for name, arguments in REPORTS.items()}

    def serve(self, services=(), emulator=None, **more):
        """A server of the release, with the emulator of Apple's DeviceCheck if there is one."""
        apple = emulator.settings | {"ANALYTICS_APPLE_KEY": self.apple_key} if emulator else {}
        return self.start(services, self.settings(**UNHURRIED | apple | more))


def read_facts(folder):
    with open(os.path.join(folder, "facts.json"), encoding="utf-8") as file:
        return json.load(file)


def documents(server):
    """The settings that phones are given, by what they ask for."""
    return {target: json.loads(wire.request(server.public, "GET", target).body) for target in SETTINGS}


def send_info(server, platform, body, token=None):
    """Operational Info as a phone sends it."""
    headers = [("Immuni-Dummy-Data", "0"), ("Content-Type", "application/json; charset=utf-8")]
    if token:
        headers.append(("Authorization", f"Bearer {token}"))
    return wire.request(server.public, "POST", INFO.format(platform), headers, body)
