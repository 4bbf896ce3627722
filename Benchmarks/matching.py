"""Measures the matcher beside this machine's own limits and beside the same job in Python."""

import hashlib
import hmac
import os
import struct
import tempfile
import time

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

# How many, and the share of the sum of parts that is wanted: 0.9 at 20 000 is the project's goal, the others are ours.
SIGHTINGS = {2_000: 0.9, 20_000: 0.9, 200_000: 0.8, 1_000_000: 0.6}
# A small download and a large one, each with the keys of one file.
DETECTIONS = {200_000: 200_000, 1_000_000: 100_000}
KEYS_OF_A_LARGE_SET = 5_000_000
PARTS = ("sha256", "key_schedule", "aes", "probes")


def in_python(sightings, keys=3_000):
    """Keys a second of the job scripted: HKDF by hmac, one call of AES for a key's 144 blocks, a set of identifiers."""
    seen = {os.urandom(16) for _ in range(sightings)}
    templates = [
        b"".join(b"EN-RPI" + bytes(6) + struct.pack("<I", 2_656_800 + 144 * day + number) for number in range(144))
        for day in range(14)
    ]
    drawn = [os.urandom(16) for _ in range(keys)]
    started, found = time.process_time(), 0
    for number, key in enumerate(drawn):
        secret = hmac.digest(bytes(32), key, hashlib.sha256)
        rpik = hmac.digest(secret, b"EN-RPIK\x01", hashlib.sha256)[:16]
        encryptor = Cipher(algorithms.AES(rpik), modes.ECB()).encryptor()
        identifiers = encryptor.update(templates[number % 14])
        found += sum(identifiers[at:at + 16] in seen for at in range(0, 2304, 16))
    return keys / (time.process_time() - started)


def measure_in_memory(bench, sightings, *path):
    """Figures of one run."""
    smoke = ["--smoke"] if bench.is_smoke else []
    found = bench.run_tool("matching", "--sightings", str(bench.sized(sightings)), "--keys", str(bench.keys), *path, *smoke)
    rate = found["keys"] / found["one_core_seconds"]
    limit = 1 / sum(found[f"limit_{part}_seconds_per_key"] for part in PARTS)
    python = in_python(bench.sized(sightings))
    bench.row(
        f"matching, {' '.join(path[1:]) or 'best path'}, {sightings} sightings", f"{rate / 1e6:.2f} M keys/s on one core",
        f"sum of parts {limit / 1e6:.2f} M/s; Python {python / 1e6:.4f} M/s (1/{rate / python:.0f})",
        rate / limit, SIGHTINGS[sightings], "more",
    )
    return found


def describe(found):
    parts = ", ".join(f"{part} {found[f'limit_{part}_seconds_per_key'] * 1e9:.0f}" for part in PARTS)
    return f"Bare loops, in ns a key with 20 000 sightings: {parts}. The kernel takes " \
        f"{found['one_core_seconds'] / found['keys'] * 1e9:.0f} for all of them."


def measure_detection(bench, keys, keys_per_file):
    """What a phone does after a download: the index is made in each round, and the keys hold matches."""
    keys, keys_per_file = bench.sized(keys), bench.sized(keys_per_file)
    with tempfile.TemporaryDirectory() as folder:
        bench.run_tool("export-files", "--folder", folder, "--keys", str(keys), "--keys-per-file", str(keys_per_file))
        found = bench.run_tool("detection", "--folder", folder, "--keys", str(keys))
    files = "a signed zip" if keys == keys_per_file else f"{keys // keys_per_file} signed zips"
    for where, name, parts in (("memory", "in memory", ""), ("files", f"from {files}", ", inflate, CRC, SHA-256, ECDSA")):
        rate, limit = (keys / found[f"{name}_seconds"] / 1e6 for name in (where, f"{where}_limit"))
        bench.row(
            f"{keys} keys {name}, index included", f"{rate:.2f} M keys/s on one core",
            f"sum of parts{parts} {limit:.2f} M/s", found[f"{where}_share_of_limit"], 0.9, "more",
        )
    bench.notes.append(
        f"{keys} keys in memory take {found['memory_seconds'] * 1e3:.0f} ms, of which the index of 20 000 sightings takes "
        f"{found['index_seconds'] * 1e3:.1f} ms. From {files} they take {found['files_seconds'] * 1e3:.0f} ms, "
        f"{found['files_share_of_memory']:.2f} of the speed in memory."
    )


def measure_large_set(bench):
    with tempfile.TemporaryDirectory() as folder:
        keys = bench.sized(KEYS_OF_A_LARGE_SET)
        bench.run_tool("export-files", "--folder", folder, "--keys", str(keys), "--keys-per-file", str(keys // 50))
        size = sum(entry.stat().st_size for entry in os.scandir(folder))
        found = bench.run_tool("match-files", "--folder", folder, "--workers", str(os.cpu_count()))
    peak = found["peak_bytes"] / 2**20
    bench.row(
        "matching 5 000 000 keys: peak memory", f"{peak:.0f} MiB of the whole process, {found['wall_seconds']:.1f} s",
        f"{size / 1e6:.0f} MB in 50 zips, {os.cpu_count()} workers", peak, 64, "less",
    )


def has_sha_instructions():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return "sha_ni" in file.read().split()


def measure_matching(bench):
    figures = {sightings: measure_in_memory(bench, sightings) for sightings in SIGHTINGS}
    if has_sha_instructions():
        measure_in_memory(bench, 20_000, "--path", "x86-aes-sha")
    for sightings, found in figures.items():
        bench.row(
            f"matching, all cores, {sightings} sightings", f"{found['keys'] / found['all_cores_seconds'] / 1e6:.2f} M keys/s",
            f"of one core's speed × {found['cores']:.0f}, median in turn; the machine gave "
            f"{found['cores_got']:.2f} cores", found["linear"], 0.9, "more",
        )
    for keys, keys_per_file in DETECTIONS.items():
        measure_detection(bench, keys, keys_per_file)
    measure_large_set(bench)
    bench.notes.append(describe(figures[20_000]))
    for sightings in (20_000, 200_000, 1_000_000):
        made = figures[sightings]
        bench.notes.append(
            f"An index of {sightings} sightings takes {made['index_seconds'] * 1e3:.1f} ms to make, and "
            f"{made['index_bytes'] / 2**20:.1f} MiB of memory."
        )
