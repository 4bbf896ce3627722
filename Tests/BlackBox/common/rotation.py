"""Rotates the signing key again and again beside a running server under load: no request fails, and every chunk verifies with
the keys that phones have at that time. Usage: rotation.py AVVISO

Tier: test-all
Only here: the commands rotate the signing key beside a running server under load, no request fails, and each chunk
  verifies with the keys of its time.
"""

import json
import sys
import threading
import time

from cryptography.hazmat.primitives import serialization

import exportfile
import harness
import immuni
import wire

ROTATIONS = 3
READERS = 3
KEYS_OF_A_CHUNK = 10


class Rotation:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.expected = {}

    def keys(self, *arguments):
        done = self.workplace.run("keys", *arguments, "--signing-key", self.workplace.signing_key)
        self.checks.equal(done.returncode, 0, f"keys {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def public_keys(self):
        """What app teams read: version, then key."""
        return {
            key["version"]: serialization.load_pem_public_key(key["pem"].encode())
            for key in json.loads(self.keys("public"))["keys"]
        }

    def publish(self, server, *versions):
        """One more chunk, which a phone that has any one of these keys must be able to verify."""
        otp = immuni.new_otp()
        immuni.authorise(server.internal, otp)
        body = immuni.upload_body(immuni.past_keys(KEYS_OF_A_CHUNK))
        self.checks.equal(immuni.upload(server.public, otp, body).status, 204, "upload")
        done = self.workplace.publish()
        self.checks.equal(done.returncode, 0, f"publish --now: {done.stderr}")
        found, chunks = self.public_keys(), immuni.chunks(server.public)
        self.checks.equal(len(chunks), len(self.expected) + 1, "chunks on offer")
        self.expected[max(chunks)] = {version: found[version] for version in versions}
        for number, expected in self.expected.items():
            for version, key in expected.items():
                content = exportfile.read_export(chunks[number], key)
                self.checks.equal(
                    content["valid_signatures"], 1, f"signatures of chunk {number} that hold with {version}")
            self.checks.equal(len(content["signature_infos"]), len(expected), f"signatures of chunk {number}")

    def read(self, server, over, counts, failures):
        """A phone that asks for everything, again and again."""
        while not over.is_set():
            try:
                index = wire.request(server.public, "GET", "/v1/keys/index")
                if index.status == 404 and not self.expected:
                    continue
                newest = json.loads(index.body)["newest"]
                chunk = wire.request(server.public, "GET", f"/v1/keys/{newest}")
                if (index.status, chunk.status) != (200, 200):
                    failures.append((index.status, chunk.status))
                counts.append(newest)
            except Exception as error:  # every failure counts, of whatever kind
                failures.append(repr(error))

    def rotate(self, server, number, wait_read):
        old, new = f"v{number}", f"v{number + 1}"
        # A real ring waits fifteen days between the first two steps; what each step signs is the same.
        for step, versions in ((["rotate"], (old, new)), (["rotate", "--now"], (old, new)), (["retire", old], (new,))):
            self.keys(*step)
            self.publish(server, *versions)
            wait_read()

    def run(self):
        folder = self.workplace.signing_key + ".ring"
        self.workplace.signing_key = folder
        self.keys("init")
        with self.workplace.start() as server:
            self.publish(server, "v1")
            over, counts, failures = threading.Event(), [], []
            readers = [
                threading.Thread(target=self.read, args=(server, over, counts, failures)) for _ in range(READERS)]
            for reader in readers:
                reader.start()

            def wait_read():
                """Until phones have read the newest chunk."""
                while max(self.expected) not in counts and not failures:
                    time.sleep(0.01)

            try:
                for number in range(1, ROTATIONS + 1):
                    self.rotate(server, number, wait_read)
            finally:
                over.set()
                for reader in readers:
                    reader.join()
        self.checks.equal(failures[:3], [], f"failed requests among {2 * len(counts)}")
        self.checks.check(set(counts) >= set(range(2, 3 * ROTATIONS + 2)), f"phones saw the chunks of all steps: {set(counts)}")
        self.checks.say(
            f"{ROTATIONS} rotations under load, {2 * len(counts)} requests, {len(failures)} failed, "
            f"{len(self.expected)} chunks verified")


def main():
    checks = harness.Checks("rotation")
    with harness.Workplace(sys.argv[1]) as workplace:
        Rotation(checks, workplace).run()
    checks.finish()


main()
