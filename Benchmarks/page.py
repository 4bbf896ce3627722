"""Writes the page and the picture of one run."""

import os
import platform
import re
import subprocess
import textwrap
from xml.sax.saxutils import escape


class Row:
    """One measurement beside its reference and its goal."""

    def __init__(self, what, found, reference, ratio, goal, met):
        self.what, self.found, self.reference = what, found, reference
        self.ratio, self.goal = ratio, goal
        self.holds = ratio >= goal if met == "more" else ratio <= goal
        # How far towards the goal, 1 being just met.
        self.share = ratio / goal if met == "more" else goal / ratio
        self.sign = "≥" if met == "more" else "≤"


INTRODUCTION = """# Benchmarks

This page shows how fast Avviso is beside its references. `make bench` writes it, from a release build. Each measurement
runs beside its reference in the same run. HTTP figures are processor time of the server process for one request,
without the load generator (wrk) and other programs. They are the median of three runs, in turn with the reference's
runs. Wall times and throughputs depend on the other load of the machine: trust the ratios. The release schedule is off
(`cover.floor` and `cover.tick` 0) if the work itself is measured.
"""

PUBLISHED = """
## Measured outside
A review measured the matcher beside Google's native matcher (C++ with BoringSSL), which is not on this machine. The
review used an Intel processor with AVX-512, one core, and the same 200 000 keys with 100 matches. The figures are
medians of five rounds in turn, on 2026-11-22. They leave out the time to make the index. That was 22 to 36 ms with
20 000 sightings and 306 to 426 ms with 200 000, against Google's 4 and 44 to 46 ms. Later versions make the index and
read files in less time.

| what | Google | Avviso | ratio |
|---|---|---|---|
| in memory, 20 000 sightings | 0.518 M keys/s | 3.499 M | 6.8 |
| in memory, 200 000 sightings | 0.237 M | 3.152 M | 13.3 |
| Google from a bare export.bin, Avviso from a signed zip, 20 000 sightings | 0.405 M | 2.144 M | 5.3 |
| the same, 200 000 sightings | 0.206 M | 1.924 M | 9.3 |

## Published figures of others
These figures were not measured here. Google's server writes 0.40 to 0.63 M keys a second at 17.2 bytes a key. Immuni's
zip step writes 0.09 M, its whole chunk job 0.0025 M. Immuni's Python services take 1.5 ms for check-otp and 8.4 ms for
an upload without durability, both on bodies of 1.8 kB, and 360 ms for a chunk of 100 kB.
"""


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())


def item(note):
    """An item of a list, in lines of at most 120 characters."""
    # A number stays in one line.
    whole = re.sub(r"(?<=\d) (?=\d{3}\b)", "\0", note)
    filled = textwrap.fill(
        whole, 120, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return filled.replace("\0", " ")


def write(folder, rows, notes, date):
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    nginx = subprocess.run(["nginx", "-v"], capture_output=True, text=True, check=False).stderr.strip()
    lines = [INTRODUCTION, f"Machine: {os.cpu_count()} × {processor()}; {nginx}; load {load}; {date}.\n",
             "![Share of each goal that is reached](benchmarks.svg)\n",
             "| what | Avviso | reference | figure | goal | |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {row.what} | {row.found} | {row.reference} | {row.ratio:.2f} | {row.sign} {row.goal} | "
        f"{'met' if row.holds else 'missed'} |" for row in rows
    ]
    lines += [""] + [item(note) for note in notes]
    with open(os.path.join(folder, "benchmarks.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n" + PUBLISHED)
    with open(os.path.join(folder, "benchmarks.svg"), "w", encoding="utf-8") as file:
        file.write(picture(rows))


def picture(rows):
    """A bar for each row; the line marks the goal."""
    height, left, unit = 26 * len(rows) + 40, 330, 160
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{height}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left + unit}" y="16" text-anchor="middle">goal</text>',
    ]
    for number, row in enumerate(rows):
        y, width = 26 * number + 26, min(row.share, 2.4) * unit
        colour = "#2f7d4f" if row.holds else "#c2672f"
        parts += [
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{escape(row.what)}</text>',
            f'<rect x="{left}" y="{y}" width="{width:.0f}" height="18" fill="{colour}"/>',
            f'<text x="{left + width + 6:.0f}" y="{y + 13}">{row.ratio:.2f}</text>',
        ]
    parts.append(f'<path d="M{left + unit} 22V{height - 10}" stroke="black" stroke-dasharray="4 3"/>')
    return "\n".join(parts + ["</svg>\n"])
