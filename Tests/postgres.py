"""A PostgreSQL server in a folder of its own, without rights, on a socket of its own: for tests and benchmarks."""

import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time

# Debian keeps the programs of each version in a folder of its own, outside of PATH.
PROGRAMS = "/usr/lib/postgresql/*/bin"
# The server refuses to run as root. Debian's package makes this user.
USER = "postgres"
# Seconds to wait for anything before it is called hung.
PATIENCE = 300


def program(name):
    """The path of one of PostgreSQL's programs, of the newest version here."""
    found = sorted(glob.glob(os.path.join(PROGRAMS, name)), key=lambda path: int(path.split("/")[-3]))
    path = found[-1] if found else shutil.which(name)
    if not path:
        raise SystemExit(f"postgres: {name} is missing: install the Debian package postgresql")
    return path


def unprivileged():
    """The beginning of a command that runs without root's rights."""
    if os.getuid() != 0:
        return []
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]


class Postgres:
    """One server; `with Postgres() as server` starts and stops it."""

    def __init__(self, settings=None, folder=None, durable=False):
        self.folder = folder or tempfile.mkdtemp(prefix="avviso-postgres-")
        self.data = os.path.join(self.folder, "data")
        self.settings = {
            "listen_addresses": "", "unix_socket_directories": self.folder, "max_connections": "300",
            "shared_buffers": "64MB", "fsync": "on" if durable else "off", "log_min_messages": "fatal",
            "max_pred_locks_per_transaction": "256", **(settings or {}),
        }
        self.process = None

    @property
    def url(self):
        """The URI for libpq."""
        return f"postgresql://avviso@/avviso?host={self.folder}"

    def make(self):
        """Makes the files of a new server."""
        self._own()
        self._run("initdb", "--pgdata", self.data, "--username=avviso", "--auth=trust", "--no-locale", "--encoding=UTF8",
                  "--no-sync")
        return self

    def copy_of(self, primary):
        """Makes the files as a copy of a running server, which this one then follows."""
        self._own()
        self._run("pg_basebackup", "--pgdata", self.data, "--host", primary.folder, "--username=avviso",
                  "--checkpoint=fast", "--no-sync", "--write-recovery-conf")
        # The copy has the primary's settings: promoted, it would wait for a standby that it does not have.
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a", encoding="utf-8") as file:
            file.write("synchronous_standby_names = ''\n")
        return self

    def wait_for_standby(self):
        """From now on a commit is acknowledged when a standby has it too."""
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", database="postgres")
        self.sql("SELECT pg_reload_conf()", database="postgres")
        deadline = time.monotonic() + PATIENCE
        while self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
            if time.monotonic() > deadline:
                raise SystemExit("postgres: the standby does not follow")
            time.sleep(0.05)

    def _own(self):
        if os.getuid() == 0:
            shutil.chown(self.folder, USER, USER)
        os.chmod(self.folder, 0o755)

    def _run(self, name, *arguments):
        command = [*unprivileged(), program(name), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"postgres: {name} failed\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self):
        """Starts the server and waits until it answers."""
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [*unprivileged(), program("postgres"), "-D", self.data, *options],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while subprocess.run([program("pg_isready"), "-q", "-h", self.folder], check=False).returncode != 0:
            if time.monotonic() > deadline or self.process.poll() is not None:
                with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
                    raise SystemExit(f"postgres: the server does not start\n{log.read()[-2000:]}")
            time.sleep(0.05)
        return self

    def prepare(self):
        """Makes the database of the tests."""
        self.sql("CREATE DATABASE avviso", database="postgres")
        return self

    def sql(self, statement, database="avviso"):
        """The output of psql: a line for each row, with | between the columns."""
        done = subprocess.run(
            [program("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "avviso",
             "-d", database, "-c", statement],
            capture_output=True, text=True, check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"psql: {done.stderr.strip()}")
        return done.stdout.strip()

    def promote(self):
        """Makes a standby take writes."""
        if self.sql(f"SELECT pg_promote(true, {PATIENCE})", database="postgres") != "t":
            raise SystemExit("postgres: the standby was not promoted")

    def kill(self):
        """Ends the server and all of its processes at once, as a loss of power does."""
        if self.process:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait()
            self.process = None

    def stop(self):
        """Ends the server."""
        if self.process:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None

    def forget(self):
        """Ends the server and deletes its files."""
        self.kill()
        shutil.rmtree(self.data, ignore_errors=True)

    def __enter__(self):
        return self.make().start().prepare()

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
