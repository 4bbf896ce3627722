"""Measures the authority's index of ClientIDs beside bare loops of SHA-256, a batch of a report, and polls of phones."""

import tempfile

ACCOUNTS = 1_000_000
POLLS = 5_000
MINUTES_OF_AN_INTERVAL = 15


def measure_index(bench):
    with tempfile.TemporaryDirectory() as folder:
        found = bench.run_tool("client-id-index", "--folder", folder, "--accounts", str(bench.sized(ACCOUNTS)))
    accounts = found["accounts"]
    rate, limit = (accounts / found[f"{name}_seconds"] / 1e6 for name in ("keys", "limit"))
    bench.row(
        "ClientIDs, no store", f"{rate:.2f} M/s on one core", f"two blocks of SHA-256 in a bare loop {limit:.2f} M/s",
        rate / limit, 0.2, "more",
    )
    reading = f"reading the accounts alone {found['reading_seconds']:.1f} s"
    for name, what in (("next", "ClientID index, later interval of a day"), ("first", "ClientID index, first interval of a day")):
        seconds = found[f"{name}_seconds"]
        bench.row(
            f"{what}, {accounts:.0f} accounts", f"{seconds:.1f} s of CPU", reading, seconds / accounts * 1e6,
            9 if name == "next" else 90, "less",
        )
    bench.notes.append(
        f"The index of {accounts:.0f} accounts and one interval has {found['index_bytes'] / 1e6:.1f} MB. The process that made it "
        f"needed {found['peak_bytes'] / 2**20:.0f} MiB. Storing it took {found['writing_wall_seconds']:.2f} s. The figure is µs an "
        f"account: an interval of {MINUTES_OF_AN_INTERVAL} minutes leaves 90 µs for each of ten million accounts, and the goal for later "
        "intervals is a tenth of that."
    )


def measure_batch(bench):
    with tempfile.TemporaryDirectory() as folder:
        found = bench.run_tool("association-report", "--folder", folder)
    contacts, blocks = found["contacts"], found["batch_bytes"] / 64
    parsing, validation, whole = (found[f"{name}_seconds"] / contacts * 1e6 for name in ("parsing", "validation", "whole"))
    bench.row(
        f"batch of {contacts:.0f} contacts, parsed", f"{parsing:.1f} µs a contact, {found['parsing_seconds'] * 1e3:.1f} ms",
        f"SHA-256 of the batch in a bare loop {blocks * found['block_seconds'] * 1e3:.2f} ms", parsing, 50, "less",
    )
    bench.row("contact, validated without stores", f"{validation:.1f} µs of CPU", "", validation, 200, "less")
    bench.row(
        f"batch of {contacts:.0f} contacts of as many accounts, with SQLite", f"{found['whole_seconds'] * 1e3:.0f} ms of CPU",
        f"{found['whole_wall_seconds'] * 1e3:.0f} ms on the wall", whole, 1000, "less",
    )


def measure_polls(bench):
    with tempfile.TemporaryDirectory() as folder:
        found = bench.run_tool("association-poll", "--folder", folder, "--accounts", str(bench.sized(POLLS)))
    first, first_wall, later, later_wall, keys, alone = (
        found[f"{name}_seconds"] / found["polls"] * 1e6
        for name in ("first", "first_wall", "later", "later_wall", "keys", "alone")
    )
    for what, cost, wall in (("first of a day", first, first_wall), ("later in the day", later, later_wall)):
        bench.row(
            f"poll with an alert, {what}", f"{cost:.0f} µs of CPU, {1e6 / wall:.0f} a second",
            f"the keys of the day alone {keys:.0f} µs", cost / keys, 3, "less",
        )
    bench.notes.append(
        "Polls are measured with SQLite, without HTTP, 32 at once. The first one of a day notes that the account was used, and "
        "the time to write these notes together is in its figure. SQLite alone, with a transaction for each poll, spends "
        f"{alone:.0f} µs of processor time on the statements and rows of a first poll. The figure was 12.7 while each poll "
        "waited for its own transaction."
    )


def measure_flood(bench):
    found = bench.run_tool("association-exchange", "--exchanges", str(bench.sized(500)))
    flooded, alone = found["flooded"] * 1e3, found["alone"] * 1e3
    bench.row(
        "two phones exchange tickets, one of them flooded, 99 %", f"{flooded:.1f} ms, median {found['flooded_median'] * 1e3:.1f} ms",
        f"without the flood {alone:.1f} ms, median {found['alone_median'] * 1e3:.1f} ms", flooded, 50, "less",
    )
    bench.notes.append(
        f"The flood opens {found['connections']:.0f} connections a second to one phone and introduces itself over each. The figure is ms "
        f"from a scan to both tickets, on simulated air without a radio's own time. Of the medians the flood adds a factor of "
        f"{found['flooded_median'] / found['alone_median']:.2f}."
    )


def measure_association(bench):
    measure_index(bench)
    measure_batch(bench)
    measure_polls(bench)
    measure_flood(bench)
