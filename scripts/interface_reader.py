"""Asks the compiler what the modules of Core, Ports and Device declare for others.

It compiles their sources without the bodies of functions, which takes seconds and needs no build. Of other packages it needs
the sources alone.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

import manifest_reader

ROOT = manifest_reader.ROOT
CHECKOUTS = ROOT / ".build/checkouts"
# What every target may import without naming it.
BASE = "ExposurePrimitives"
# What these layers import of other packages, with what it imports in turn: module, package, modules before it.
OTHERS = [
    ("SwiftASN1", "swift-asn1", []), ("SwiftProtobuf", "swift-protobuf", []), ("CryptoBoringWrapper", "swift-crypto", []),
    ("Crypto", "swift-crypto", ["CryptoBoringWrapper"]), ("CryptoExtras", "swift-crypto", ["Crypto", "SwiftASN1"]),
]
SKIPS_BODIES = ["-Xfrontend", "-experimental-skip-all-function-bodies", "-suppress-warnings"]


def product_modules(manifest):
    """What the product for apps is made of, in the order of the manifest."""
    text = (ROOT / "Package.swift").read_text(encoding="utf-8")
    roots = manifest_reader.elements(re.search(r"let phoneModules = reached\(\s*from: (\[[^\]]*\])", text).group(1),
                                     manifest_reader.string)
    return [target for target in reached(manifest, roots) if target.is_swift]


def documented_modules(manifest):
    """Where public declarations may stand, in the order of the manifest."""
    return [target for target in manifest.targets.values()
            if target.is_swift and (target.layer in ("Core", "Ports", "Device") or target.name == "URLSessionTransport")]


def reached(manifest, names):
    """These targets and all that they use, each after what it uses."""
    found, waiting = set(), [*names, BASE]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += manifest.targets[name].uses
    return [manifest.targets[BASE], *(target for target in manifest.targets.values() if target.name in found - {BASE})]


def compile_module(name, sources, folder, switches):
    """Leaves the module in the folder, and the graph of its declarations if the switches say so."""
    command = ["swiftc", "-emit-module", "-wmo", "-parse-as-library", "-module-name", name, f"-I{folder}", *SKIPS_BODIES,
               "-emit-module-path", f"{folder}/{name}.swiftmodule", *switches, *sorted(map(str, sources))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name} does not compile:\n{done.stderr}")


def graph_switches(folder):
    return ["-emit-symbol-graph", "-emit-symbol-graph-dir", folder, "-symbol-graph-minimum-access-level", "public",
            "-symbol-graph-skip-synthesized-members"]


def compile_interfaces(targets, folder):
    """Leaves the modules of the targets, and of all that they use, in the folder, with the graphs of their declarations."""
    manifest = manifest_reader.read()
    if not CHECKOUTS.is_dir():
        subprocess.run(["swift", "package", "resolve"], cwd=ROOT, check=True)
    features = re.findall(r'enableUpcomingFeature\("(\w+)"\)', (ROOT / "Package.swift").read_text(encoding="utf-8"))
    ours = ["-swift-version", "6", "-package-name", "avviso", *graph_switches(folder),
            *(part for feature in features for part in ("-enable-upcoming-feature", feature))]
    crypto = [f"-I{path}" for path in sorted(CHECKOUTS.glob("swift-crypto/Sources/*/include"))]
    theirs = ["-swift-version", "5", "-package-name", "others", "-DCRYPTO_IN_SWIFTPM", "-DCRYPTO_IN_SWIFTPM_FORCE_BUILD_API"]
    for target in manifest.targets.values():
        if target.kind == "systemLibrary":
            ours.append(f"-I{target.folder}")
        elif target.kind == "cTarget":
            os.makedirs(f"{folder}/{target.name}")
            header = ROOT / target.folder / f"include/{target.name}.h"
            pathlib.Path(f"{folder}/{target.name}/module.modulemap").write_text(
                f'module {target.name} {{ header "{header}" export * }}\n', encoding="utf-8")
            ours.append(f"-I{folder}/{target.name}")
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        begun = {}

        def begin(name, source, before, switches):
            def work():
                for needed in before:
                    begun[needed].result()
                compile_module(name, (ROOT / source).rglob("*.swift"), folder, switches + crypto)
            begun[name] = pool.submit(work)

        for name, package, before in OTHERS:
            begin(name, CHECKOUTS / package / "Sources" / name, before, theirs)
        for target in reached(manifest, [target.name for target in targets]):
            if target.is_swift:
                needed = {other.name for other in reached(manifest, target.uses) if other.is_swift} - {target.name}
                products = {product for other in reached(manifest, [target.name]) for product in other.products}
                begin(target.name, target.folder, needed | products, ours)
        for future in begun.values():
            future.result()


def graphs(folder):
    """The graphs in the folder, with the names of their modules."""
    for path in sorted(pathlib.Path(folder).glob("*.symbols.json")):
        graph = json.loads(path.read_text(encoding="utf-8"))
        yield graph["module"]["name"], graph
