"""Measures Avviso beside its references in one run and writes docs/benchmarks.md and docs/benchmarks.svg.

Usage: bench.py AVVISO AVVISO_BENCH [--only NAME] [--seconds N] [--smoke] [--write FOLDER]. `make bench` builds both and calls
it. With --smoke it does very little of everything, to see that it still works; its figures mean nothing, and it writes none.
"""

import argparse
import contextlib
import ctypes
import ctypes.util
import datetime
import json
import os
import resource
import socket
import subprocess
import tempfile
import time
import zlib

import analytics_load
import association_load
import coronawarn_load
import harness
import immuni
import load
import matching
import page
import postgres_load
import visits
import waiting
from uploads import (
    BODY, UNDELAYED, UPLOADERS, discard_server, fill, measure_alone, measure_uploads,
)

KEYS_OF_100_KB = 5_850


class Bench:
    """The programs, how long to measure, and the rows found so far."""

    def __init__(self, arguments):
        self.avviso, self.tool = (os.path.abspath(path) for path in (arguments.avviso, arguments.tool))
        self.is_smoke, self.seconds = arguments.smoke, 1 if arguments.smoke else arguments.seconds
        self.uploads, self.keys = self.sized(arguments.uploads), self.sized(arguments.keys)
        self.waiters, self.rows, self.notes = self.sized(arguments.waiters), [], []
        self.rounds = 1 if arguments.smoke else 3

    def sized(self, count):
        """How many there are of something that should be `count`."""
        return max(20, count // 500) if self.is_smoke else count

    def row(self, what, found, reference, ratio, goal, met):
        """One line of the table; `ratio` and `goal` in the same unit, `met` says which side of it is good."""
        self.rows.append(page.Row(what, found, reference, ratio, goal, met))
        print(f"bench: {what}: {found}; {reference}; {ratio:.2f} against {goal}", flush=True)

    def durable_row(self, what, found, reference, goal, alone):
        """A line about requests that write, by processor time. `reference` and `alone` are microseconds with their words. If
        the statements alone take longer than the goal allows, the request may take at most 1.3 times as long as they do."""
        (cost, text), (words, least), (alone_words, alone_cost) = found, reference, alone
        if alone_cost > goal * least:
            self.row(what, text, f"{alone_words} {alone_cost:.0f} µs, which is more than {goal} × {least:.0f} µs ({words})",
                     cost / alone_cost, 1.3, "less")
        else:
            self.row(what, text, f"{words} {least:.0f} µs", cost / least, goal, "less")

    def run_tool(self, *arguments):
        done = subprocess.run([self.tool, *arguments], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)


def shortest(content):
    """The length of the shortest deflate stream that libdeflate finds: its level 12 looks for the cheapest of all ways."""
    library = ctypes.CDLL(ctypes.util.find_library("deflate"))
    library.libdeflate_alloc_compressor.restype = ctypes.c_void_p
    library.libdeflate_deflate_compress.restype = ctypes.c_size_t
    compressor = ctypes.c_void_p(library.libdeflate_alloc_compressor(12))
    room = ctypes.create_string_buffer(len(content) + 1024)
    length = library.libdeflate_deflate_compress(
        compressor, content, ctypes.c_size_t(len(content)), room, ctypes.c_size_t(len(room)))
    library.libdeflate_free_compressor(compressor)
    return length


def size_of_single(bench, found, content, keys):
    """One chunk. Where the shortest stream alone exceeds the goal, the file may be a hundredth longer than that."""
    lone, least, goal = found["bytes_per_key_of_single_file"], shortest(content) / keys, 17.1
    what, text, words = f"export: size, {keys} keys in one run", f"{lone:.2f} B a key", "one chunk, as most runs make it"
    if least > goal:
        words += f"; the shortest stream that is known {least:.2f}, which is more than {goal}"
        bench.row(what, text, words, lone / least, 1.01, "less")
    else:
        bench.row(what, text, words, lone, goal, "less")


def measure_export(bench):
    keys_per_file = min(10_000, bench.keys // 2)
    with tempfile.TemporaryDirectory(prefix="avviso-bench-") as folder:
        sample, single = os.path.join(folder, "sample.bin"), os.path.join(folder, "single.bin")
        found = bench.run_tool(
            "export", "--keys", str(bench.keys // 2), "--keys-per-file", str(keys_per_file),
            "--sample", sample, "--single", single,
        )
        with open(sample, "rb") as file:
            content = file.read()
        with open(single, "rb") as file:
            lone = file.read()
    started = time.process_time()
    for _ in range(20):
        zlib.compress(content, 6)
    reference = 20 * keys_per_file / (time.process_time() - started) / 1e6
    rate = found["keys"] / found["cpu_seconds"] / 1e6
    share = found["sort_and_encode_seconds"] / found["cpu_seconds"]
    bench.row(
        "export: sort, encode, compress, sign", f"{rate:.2f} M keys/s of CPU, {found['bytes_per_key']:.2f} B a key",
        f"zlib level 6 alone on the same bytes {reference:.2f} M/s", rate, 1.5, "more",
    )
    many = found["bytes_per_key"]
    bench.row(f"export: size, {found['keys']:.0f} keys in one run", f"{many:.2f} B a key", "", many, 17.1, "less")
    size_of_single(bench, found, lone, keys_per_file)
    bench.notes.append(
        "Each file of a run is a sorted range of its keys. Fewer keys have fewer leading bits in common, so a single chunk "
        "takes more bytes a key. Its stream can hardly be shorter: libdeflate's level 12 and zopfli (100 rounds) look for the "
        "cheapest of all ways to write the same bytes, and both find 17.54 bytes a key. Keys in the order of their days would "
        "take 16.80 to 16.86, but the format wants the order of their bytes."
    )
    bench.notes.append(f"Sorting and encoding take {share:.0%} of an export's time; the rest is deflate, SHA-256 and CRC.")


def publication(bench):
    """The processor time and the time on the wall of one publication."""
    with harness.Workplace(bench.avviso) as workplace:
        fill(workplace, bench.keys)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.perf_counter()
        done = workplace.publish()
        wall = time.perf_counter() - started
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise RuntimeError(done.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def measure_publication(bench):
    cpu, wall = sorted(publication(bench) for _ in range(bench.rounds))[bench.rounds // 2]
    bench.row(
        "publication job", f"{bench.keys / cpu / 1e6:.2f} M keys/s of CPU",
        f"{wall:.1f} s on the wall for {bench.keys} keys, start included", bench.keys / cpu / 1e6, 0.3, "more",
    )


@contextlib.contextmanager
def nginx(folder):
    """One nginx process, as Debian ships it, that serves the files of `folder` and keeps them open."""
    configuration = os.path.join(folder, "nginx.conf")
    # nginx cannot choose a port and tell it.
    with harness.held_port() as port:
        with open(configuration, "w", encoding="ascii") as file:
            file.write(
                f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log; user root;\n"
                "events { worker_connections 1024; }\n"
                f"http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;\n"
                "open_file_cache max=1000; open_file_cache_valid 60s; server {\n"
                f"listen 127.0.0.1:{port}; root {folder}; }} }}\n"
            )
        process = subprocess.Popen(["nginx", "-c", configuration, "-e", os.path.join(folder, "log")])
        try:
            load.wait_listening(("127.0.0.1", port), process)
            yield process.pid, ("127.0.0.1", port)
        finally:
            process.kill()
            process.wait()


def measure_posts(bench, server, reference):
    pid, address = reference
    token = immuni.token(immuni.grant(server, 1)[0])
    headers = [("Authorization", f"Bearer {token}"), ("Immuni-Dummy-Data", "0"), immuni.JSON_TYPE]
    discard, check = load.alternately(
        bench.rounds,
        lambda: load.put(pid, address, "POST", "/discard", headers, BODY, seconds=bench.seconds),
        lambda: load.put(
            server.process.pid, server.public, "POST", "/v1/ingestion/check-otp", headers, BODY, seconds=bench.seconds
        ),
    )
    reference_text = f"bare framework, read and discard {discard.microseconds:.0f} µs"
    bench.row(
        "check-otp, 110 kB", f"{check.microseconds:.0f} µs of CPU", reference_text,
        check.microseconds / discard.microseconds, 2, "less",
    )
    discard = load.put(
        pid, address, "POST", "/discard", headers, BODY, seconds=bench.seconds, connections=UPLOADERS
    )
    upload = measure_uploads(server, bench.uploads)
    alone = measure_alone(bench, "transactions", "exposures")
    bench.durable_row(
        "upload, 14 keys and a summary, durable",
        (upload.microseconds, f"{upload.microseconds:.0f} µs of CPU, {upload.rate:.0f} a second"),
        ("bare framework, as many connections", discard.microseconds), 3, ("SQLite alone", alone.microseconds),
    )
    bench.notes.append(
        "SQLite alone, with one connection and one transaction for each upload, spends "
        f"{alone.microseconds:.0f} µs of processor time on the same statements and rows. It writes and "
        "syncs the pages of fourteen random keys. The whole upload costs what the table says, HTTP, JSON and checks included. "
        "The server saves time because it commits uploads that arrive together as one group."
    )
    bench.row(
        "upload throughput", f"{upload.rate:.0f} a second", f"SQLite alone, FULL: {alone.rate:.0f} a second",
        upload.rate / alone.rate, 0.5, "more",
    )


@contextlib.contextmanager
def bare_server(bench, answer):
    """SwiftNIO by itself, which answers every request with the bytes of a file."""
    command = [bench.tool, "bare-server", "--answer", answer]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield process.pid, ("127.0.0.1", int(process.stdout.readline()))
    finally:
        process.kill()
        process.wait()


def whole_answer(address, target):
    """The bytes of an answer as they come."""
    with socket.create_connection(address, timeout=harness.PATIENCE) as one:
        one.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += one.recv(65536)
        size = answer.index(b"\r\n\r\n") + 4 + int(answer.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        while len(answer) < size:
            answer += one.recv(65536)
        return answer


def measure_chunk(bench, server, folder):
    """A chunk beside SwiftNIO by itself, which sends the same bytes, and beside nginx."""
    whole, target, pid = os.path.join(folder, "whole"), "/v1/keys/1", server.process.pid
    with open(whole, "wb") as file:
        file.write(whole_answer(server.public, target))
    with bare_server(bench, whole) as (bare_pid, bare), nginx(folder) as (nginx_pid, other):
        size = os.path.getsize(os.path.join(folder, "chunk"))
        theirs, ours, nginxs = load.alternately(
            bench.rounds,
            lambda: load.put(bare_pid, bare, "GET", target, seconds=bench.seconds),
            lambda: load.put(pid, server.public, "GET", target, seconds=bench.seconds),
            lambda: load.put(nginx_pid, other, "GET", "/chunk", seconds=bench.seconds),
        )
    bench.row(
        f"chunk download, {size} bytes", f"{ours.microseconds:.0f} µs of CPU",
        f"bare NIO, the same bytes {theirs.microseconds:.0f} µs; nginx {nginxs.microseconds:.1f} µs",
        ours.microseconds / theirs.microseconds, 1.2, "less",
    )
    bench.notes.append(
        "Bare NIO parses each request and writes the same head and body from memory; nginx sends its file without a copy. Avviso "
        "makes as many calls of the system as bare NIO: one to read and one to write. The rest of its time goes to the route, "
        "the check of the offer, the header fields and the metrics. The figure was 1.27 while each request asked the kernel "
        "whether its clock is right, made the entity tag again, and had the system stop and resume reading (two calls). It was "
        "1.31 to 1.45 on a slower processor, and 0.99 to 1.38 on this one, while each answer came two turns of the event loop "
        "after its request, and each request copied its route and the whole responder. Outside the kernel a request took 10.9 "
        "µs then, and takes 9.0 now. Bare NIO takes 3.2 there, but more in the kernel: a faster server sleeps more often, and "
        "each waking costs time."
    )


def measure_gets(bench, server):
    folder = server.workplace.folder
    targets = [
        ("chunk download", "/v1/keys/1", "chunk", None), ("index, signed", "/v1/keys/index", "index", 6),
        ("settings, signed", "/v1/settings?platform=ios&build=1", "settings", 6),
    ]
    for _, target, name, _ in targets:
        body = harness.wire.request(server.public, "GET", target).body
        with open(os.path.join(folder, name), "wb") as file:
            file.write(body)
    measure_chunk(bench, server, folder)
    with nginx(folder) as (pid, address):
        for what, target, name, goal in targets[1:]:
            size = os.path.getsize(os.path.join(folder, name))
            theirs, ours = load.alternately(
                bench.rounds,
                lambda name=name: load.put(pid, address, "GET", f"/{name}", seconds=bench.seconds),
                lambda target=target: load.put(
                    server.process.pid, server.public, "GET", target, seconds=bench.seconds
                ),
            )
            bench.row(
                f"{what}, {size} bytes", f"{ours.microseconds:.0f} µs of CPU",
                f"nginx {theirs.microseconds:.1f} µs", ours.microseconds / theirs.microseconds, goal, "less",
            )


def measure_http(bench):
    with harness.Workplace(bench.avviso) as workplace:
        fill(workplace, bench.sized(KEYS_OF_100_KB))
        workplace.publish()
        with workplace.start(settings=UNDELAYED) as server:
            measure_gets(bench, server)
            with discard_server(bench) as reference:
                measure_posts(bench, server, reference)


def milliseconds(found):
    """A median and a percentile in words; a time that is too short for a request has neither."""
    return "{:.2f} and {:.2f} ms".format(*found) if found else "no request"


def measure_waiting(bench):
    # Long bodies come as fast as a server can read them, and no faster: what waits is measured, not what is under way.
    for count, processes, body, rate in (
        (bench.waiters, waiting.PROCESSES, 200, float("inf")), (bench.sized(4000), 1, BODY, 1000),
    ):
        found = waiting.measure(
            bench.avviso, count, servers=processes, clients=processes, body=body, rate=rate, tick=5 if bench.is_smoke else 60)
        in_processes = f"{processes} processes" if processes > 1 else "one process"
        if not found.is_right:
            raise RuntimeError(f"waiting: {found.outcomes}, {found.early} before their tick")
        if not found.all_waited_at_once and not bench.is_smoke:
            raise RuntimeError("waiting: the machine was too slow: an answer left before all requests waited")
        bench.row(
            f"{count} waiting requests, {body} bytes, {in_processes}", f"{found.waiting_kib_each:.1f} KiB each",
            f"{found.idle_kib_each:.1f} KiB an idle connection; {found.gib:.2f} GiB in total, at most "
            f"{found.largest_gib:.2f} a process", found.waiting_kib_each, 12, "less",
        )
        before, meanwhile, after = (
            milliseconds(found.latency(when)) for when in ("before", "while they wait", "while all are answered")
        )
        bench.notes.append(
            f"{count} waiting requests with {body} bytes, sent within {found.all_sent - found.asked:.1f} s: all had their right "
            f"answers, which left within {max(0.1, found.last - found.first):.1f} s. A genuine request takes (median and 99 %) {before} "
            f"before they come, {meanwhile} while they wait, and {after} while all are answered at once."
        )


def measure_phones(bench):
    """What the apps' code does on a phone in a day; docs/battery.md says what else a day costs."""
    days = [("Immuni's", "immuni-week"), ("Corona-Warn's", "coronawarn-week"), ("the association's", "association-week")]
    cost = [f"{name} app {1000 * bench.run_tool(command)['seconds']:.0f} ms" for name, command in days]
    bench.notes.append(f"A phone's day, mean of a simulated week without TLS: {', '.join(cost)} of processor time.")
    worked = 0 if bench.is_smoke else 3
    day = bench.run_tool("association-week", "--worked", str(worked), "--colleagues", "1" if bench.is_smoke else "8")
    bench.notes.append(
        f"A day of work with {day['contacts']:.0f} contacts, after {worked} such days: {day['seconds']:.1f} s of processor time of "
        f"the association's app, and {day['written'] / 1e6:.0f} MB written to its file."
    )


PARTS = {
    "matching": matching.measure_matching, "export": measure_export, "publication": measure_publication,
    "http": measure_http, "analytics": analytics_load.measure_analytics,
    "corona-warn": coronawarn_load.measure_corona_warn, "association": association_load.measure_association,
    "postgresql": postgres_load.measure_postgres, "phones": measure_phones, "waiting": measure_waiting,
    "visits": visits.measure_visits,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("tool")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--uploads", type=int, default=10_000)
    parser.add_argument("--keys", type=int, default=1_000_000)
    parser.add_argument("--waiters", type=int, default=100_000)
    parser.add_argument("--smoke", action="store_true", help="do very little, and write nothing")
    parser.add_argument("--write", help="the folder for benchmarks.md and benchmarks.svg")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    for name in arguments.only or PARTS:
        PARTS[name](bench)
    if arguments.write and not arguments.smoke:
        page.write(arguments.write, bench.rows, bench.notes, datetime.date.today().isoformat())


main()
