"""Runs the object storage against a server with the S3 interface that others wrote (s3_server.py): the conformance suite while
requests fail at random, and `avviso` with its files in a bucket. `make test` takes two of the suite's three tests, and the same
seed each time. Usage: object_storage.py AVVISO [--seed N]

Tier: test
Only here: the object storage works with an S3 server of others, botocore confirms each signature, and a server
  publishes into its bucket while requests fail.
"""

import argparse
import os
import random
import re
import subprocess
import time

import harness
import immuni
import s3_server
import wire

PREFIX = "realm/it"
# In `make test` without the conformance to the port, which Swift tests prove on a server of their own.
SUITE = r"^CommonAdaptersTests\.RealServerTests/" + harness.extent(r"(parts|otherSecret)\(", "")
TESTS = harness.extent(2, 3)
# Fewer requests would mean that the suite did little.
REQUESTS = harness.extent(4, 1000)


class ObjectStorage:
    def __init__(self, checks, workplace, server, generator):
        self.checks, self.workplace, self.server = checks, workplace, server
        self.proxy = server.proxy
        self.proxy.generator = generator
        self.key_file = self.secret("key", s3_server.ACCESS_KEY)
        self.settings = {
            "STORAGE_S3_ENDPOINT": server.url, "STORAGE_S3_BUCKET": s3_server.BUCKET, "STORAGE_S3_PREFIX": PREFIX,
            "STORAGE_S3_ACCESS_KEY_FILE": self.key_file, "STORAGE_S3_SECRET_KEY_FILE": self.secret("secret", s3_server.SECRET),
        }

    def secret(self, name, text):
        path = os.path.join(self.workplace.folder, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
            file.write(text + "\n")
        return path

    def conformance(self):
        """The suite of the Swift tests on this server, while some requests fail."""
        bundle = os.path.join(os.path.dirname(self.workplace.avviso), "avvisoPackageTests.xctest")
        self.proxy.share = 0.03
        found = subprocess.run(
            [bundle, "--testing-library", "swift-testing", "--no-parallel", "--filter", SUITE], capture_output=True, text=True,
            env=harness.clean_environment() | {"AVVISO_S3_ENDPOINT": self.server.url}, timeout=harness.PATIENCE, check=False)
        self.proxy.share = 0
        said = found.stdout + found.stderr
        self.checks.check(
            found.returncode == 0 and re.search(rf"Test run with {TESTS} tests.* passed", said) and "skipped" not in said,
            f"the suite on a real server: {said}")
        self.checks.check(self.proxy.accepted > REQUESTS, f"{self.proxy.accepted} signatures were those of botocore")
        self.checks.check(
            self.proxy.refused and all(line.startswith("PUT /avviso-test/other/a: Sig") for line in self.proxy.refused),
            f"only the wrong secret is refused: {self.proxy.refused[:3]}")
        missing = set(s3_server.FAULTS) - set(self.proxy.faults)
        if harness.EVERY:
            self.checks.check(not missing, f"every fault happened: {self.proxy.faults}")
        self.checks.say(f"{self.proxy.accepted} requests, {sum(self.proxy.faults.values())} faults")
        self.proxy.refused.clear()

    def refusals(self):
        """A proxy that accepts everything would prove nothing."""
        for headers, what in (([], "without a signature"), (
                [("Authorization", "AWS4-HMAC-SHA256 Credential=TESTKEY/20261124/us-east-1/s3/aws4_request,"
                  "SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=" + 64 * "0"),
                 ("x-amz-content-sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
                 ("x-amz-date", "20261124T000000Z")], "with a wrong signature")):
            answer = wire.request(self.proxy.server_address, "GET", f"/{s3_server.BUCKET}?list-type=2", headers)
            self.checks.equal(answer.status, 403, f"a request {what}")
        self.checks.equal(len(self.proxy.refused), 2, "refused requests")
        self.proxy.refused.clear()

    def upload(self, server):
        for _ in range(3):
            otp = immuni.new_otp()
            immuni.authorise(server.internal, otp)
            self.checks.equal(immuni.upload(server.public, otp, immuni.upload_body()).status, 204, "upload")

    def publication(self):
        """What the server offers is what is in the bucket, however often requests fail meanwhile."""
        # Without services whose jobs use the bucket as well.
        with self.workplace.start(("otp", "ingestion", "reporting"), self.settings) as server:
            self.upload(server)
            # All requests of the first run fail in `make test`. It gives up; the next one goes on.
            self.proxy.share = harness.extent(1, 0.2)
            self.workplace.publish(self.settings)
            self.checks.check(self.proxy.faults, "requests failed")
            self.proxy.share = 0.2
            for _ in range(20):
                done = self.workplace.publish(self.settings)
                offered = immuni.chunk_index(server.public)
                if offered:
                    break
            self.proxy.share = 0
            self.checks.equal(offered, (1, 1), f"the index after publish: {done.stderr}")
            chunk = immuni.chunks(server.public)[1]
            keys = [key for key in self.server.keys() if key.startswith(f"{PREFIX}/chunk-1-")]
            self.checks.check(
                chunk in [self.server.content(key) for key in keys], f"the served chunk is an object of {self.server.keys()}")
            self.checks.check(
                not os.path.exists(os.path.join(self.workplace.data, "chunks")), "no file is in the data folder")
            reads = self.proxy.methods["GET"]
            for _ in range(20):
                self.checks.equal(immuni.chunks(server.public)[1], chunk, "the chunk stays")
            self.checks.equal(self.proxy.methods["GET"], reads, "reads of a chunk that is in memory")
            self.outage(chunk)
        self.checks.equal(self.proxy.refused, [], "no signature is refused")

    def outage(self, chunk):
        """Another process that starts while the storage is down offers the index, and the chunk as soon as it can."""
        with self.workplace.start(["reporting"], settings=self.settings) as other:
            self.proxy.is_down = True
            self.checks.equal(immuni.chunk_index(other.public), (1, 1), "the index without the storage")
            answer = wire.request(other.public, "GET", "/v1/keys/1")
            self.checks.check(answer.status >= 500, f"the chunk without the storage: {answer.status}")
            self.proxy.is_down = False
            self.checks.equal(immuni.chunks(other.public)[1], chunk, "the chunk once the storage is back")

    def cleanup(self):
        """Uploads in parts that were left behind are given up, and none of others. moto's uploads began in 2010."""
        for key in (f"{PREFIX}/chunk-9-0123456789abcdef.zip", "other/a"):
            self.server.client.create_multipart_upload(Bucket=s3_server.BUCKET, Key=key)
        done = self.workplace.run("cleanup", "--now", "--data", self.workplace.data, settings=self.settings)
        self.checks.equal(done.returncode, 0, f"cleanup: {done.stderr}")
        left = self.server.client.list_multipart_uploads(Bucket=s3_server.BUCKET).get("Uploads", [])
        self.checks.equal([upload["Key"] for upload in left], ["other/a"], "unfinished uploads after cleanup")

    def mistakes(self):
        """What is said to an operator, and what is not."""
        wrong = self.settings | {"STORAGE_S3_SECRET_KEY_FILE": self.secret("wrong", "another-secret")}
        done = self.workplace.run("cleanup", "--now", "--data", self.workplace.data, settings=wrong)
        self.checks.check(done.returncode != 0 and "secret key" in done.stderr, f"a wrong secret: {done.stderr}")
        self.checks.check("another-secret" not in done.stdout + done.stderr, "the secret is not said")
        for change, status, words in (
                ({}, 2, ""), ({"STORAGE_S3_ACCESS_KEY_FILE": os.path.join(self.workplace.folder, "none")}, 1, "none"),
                ({"STORAGE_S3_ENDPOINT": "http://storage.example"}, 2, "plain-storage")):
            done = self.workplace.run(
                "check", "--data", self.workplace.data, "--signing-key", self.workplace.signing_key, "--preset", "demo",
                settings=self.settings | {"MESSAGE_SIGNING_KEY": self.workplace.message_key} | change)
            said = done.stdout + done.stderr
            self.checks.equal(done.returncode, status, f"check with {change}: {said}")
            self.checks.check(words in said, f"check with {change} says {words}: {said}")
            self.checks.equal("plain-storage" in said, words == "plain-storage", f"the finding with {change}")
        log = self.workplace.log_text().decode()
        self.checks.check(
            s3_server.SECRET not in log and s3_server.ACCESS_KEY not in log, "the log has nothing of the bucket's key")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--seed", type=int, default=harness.extent(1, time.time_ns()))
    options = parser.parse_args()
    print(f"object_storage: seed {options.seed}")
    checks = harness.Checks("object_storage")
    with s3_server.S3Server() as server, harness.Workplace(options.avviso) as workplace:
        storage = ObjectStorage(checks, workplace, server, random.Random(options.seed))
        storage.refusals()
        storage.conformance()
        storage.publication()
        storage.cleanup()
        storage.mistakes()
    checks.finish()


main()
