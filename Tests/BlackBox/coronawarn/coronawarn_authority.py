"""An authority that exchanges keys with others: its certificates, the key that signs its batches, and its commands."""

import hashlib
import json
import os
import ssl
import subprocess

from cryptography.hazmat.primitives import serialization

import harness

# An exchange is repeated while another one of the same country comes in between.
MAX_RUNS = 10


class Authority:
    """What a country shows to partners, and its commands. `settings` are those of its servers."""

    def __init__(self, checks, name, workplace, settings):
        self.checks, self.name, self.workplace, self.settings = checks, name, workplace, settings
        self.tls, self.list = self.path("tls"), self.path("partners")
        self.ran("tls", "demo-ca", "--out", self.tls)
        self.batch_key_file, self.public_key_file = self.path("batches.pem"), self.path("batches-public.pem")
        write_public(workplace.make_key(self.batch_key_file), self.public_key_file)
        # Where its federation listens for partners.
        self.port = None

    def path(self, name):
        return os.path.join(self.workplace.folder, name)

    def ran(self, *arguments):
        done = self.workplace.run(*arguments, settings=self.settings)
        self.checks.equal(done.returncode, 0, f"{self.name}: {' '.join(arguments[:3])}: {done.stderr}")
        return done.stdout

    def meet(self, partners, roots, lines=()):
        """Settings and the list for the partners of these countries. `roots` is a file with the authorities of all
        partners' certificates, `lines` are those of further partners."""
        self.settings |= {
            "CORONA_WARN_COUNTRY": self.name, "FEDERATION_COUNTRIES": " ".join(each.name for each in partners),
            "FEDERATION_SIGNING_KEY": self.batch_key_file, "FEDERATION_TLS_CERTIFICATE": f"{self.tls}/client.pem",
            "FEDERATION_TLS_KEY": f"{self.tls}/client-key.pem", "PARTNER_TLS_CERTIFICATE": f"{self.tls}/server.pem",
            "PARTNER_TLS_KEY": f"{self.tls}/server-key.pem", "PARTNER_TLS_CLIENT_CA": roots, "PARTNER_LIST": self.list,
        }
        countries = [f"foreign-authority authority-{each.name} {fingerprint(f'{each.tls}/client.pem')}" for each in partners]
        with open(self.list, "w", encoding="ascii") as file:
            file.writelines(line + "\n" for line in [*countries, *lines])

    def add(self, partner, *more):
        self.federation(
            "add", partner.name, "--name", f"authority-{partner.name}", "--server", f"https://127.0.0.1:{partner.port}",
            "--public-key", partner.public_key_file, "--trust-root", f"{partner.tls}/root.pem", *more,
        )

    def run(self, *arguments):
        return self.workplace.run("federation", *arguments, "--data", self.workplace.data, settings=self.settings)

    def federation(self, *arguments, expects=0):
        return self.checked(self.run(*arguments), arguments[0], expects)

    def checked(self, done, verb, expects):
        self.checks.equal(done.returncode, expects, f"{self.name}: federation {verb}: {done.stderr}")
        return done.stdout

    def exchange(self, expects=0):
        """What the partners gave, by country. Where the server's own job came in between, it is asked once more."""
        for _ in range(MAX_RUNS):
            done = self.run("exchange", "--json")
            received = {each["country"]: each for each in json.loads(done.stdout or '{"received": []}')["received"]}
            if expects or not any(each["problem"] == "changed" for each in received.values()):
                break
            refused = [batch for each in received.values() for batch in each["refused"]]
            self.checks.equal(refused, [], f"{self.name}: refused batches")
        self.checked(done, "exchange", expects)
        return received

    def start_exchange(self, **settings):
        """A run that may be killed."""
        command = [self.workplace.avviso, "federation", "exchange", "--json", "--data", self.workplace.data]
        environment = harness.clean_environment(self.settings | settings)
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def write_public(public_key, path):
    with open(path, "wb") as file:
        file.write(public_key.public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        ))


def fingerprint(path):
    certificate = harness.read(path).decode()
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate[:certificate.index("-----END") + 25])).hexdigest()
