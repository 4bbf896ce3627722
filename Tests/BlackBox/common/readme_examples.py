"""Runs the README's examples as they stand there: every block that opens with ```sh run, in order, in one shell that
stops at the first command that fails. Ports are replaced by free ones. Usage: readme_examples.py AVVISO

Tier: test
Only here: the examples of README.md run as they stand there.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import harness


def examples():
    with open(os.path.join(harness.ROOT, "README.md"), encoding="utf-8") as file:
        return re.findall(r"^```sh run\n(.*?)^```$", file.read(), re.M | re.S)


@contextlib.contextmanager
def script(blocks):
    """One shell script of all blocks, which says which block it is at, on ports that are held for it."""
    text = "set -euo pipefail\n" + "".join(f"echo '== block {n + 1}'\n{block}" for n, block in enumerate(blocks))
    with contextlib.ExitStack() as held:
        for port in sorted(set(re.findall(r"127\.0\.0\.1:(\d+)", text))):
            text = text.replace(f"127.0.0.1:{port}", f"127.0.0.1:{held.enter_context(harness.held_port())}")
        yield text


def run(checks, text, folder):
    """The exit code of a shell script, and what it printed."""
    printed = os.path.join(folder, "output")
    # A session of its own, so that a server that an example left in the background ends with it.
    with open(printed, "wb") as file:
        shell = subprocess.Popen(
            ["bash", "-c", text], cwd=folder, env=harness.clean_environment(), start_new_session=True,
            stdout=file, stderr=file,
        )
    try:
        shell.wait(timeout=harness.PATIENCE)
    except subprocess.TimeoutExpired:
        checks.check(False, f"the examples took more than {harness.PATIENCE} s")
    try:
        os.killpg(shell.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    code = shell.wait()
    with open(printed, encoding="utf-8", errors="replace") as file:
        return code, file.read()


def main():
    checks = harness.Checks("readme")
    blocks = examples()
    checks.check(len(blocks) >= 3, f"the README has runnable examples, found {len(blocks)}")
    folder = tempfile.mkdtemp(prefix="avviso-readme-")
    os.makedirs(os.path.join(folder, ".build", "debug"))
    os.symlink(os.path.abspath(sys.argv[1]), os.path.join(folder, ".build", "debug", "avviso"))
    with script(blocks) as text:
        code, output = run(checks, text, folder)
    shutil.rmtree(folder, ignore_errors=True)
    if not checks.equal(code, 0, "exit code of the examples"):
        print(output)
    reached = output.count("== block ")
    checks.equal(reached, len(blocks), "blocks reached")
    checks.finish()


main()
