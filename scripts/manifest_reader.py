"""Reads what Package.swift declares: systems, layers, products of other packages, sections and targets.

It understands the manifest's own helpers (`section`, `target`, `executable`, `cTarget`, `systemLibrary`, `tests`, `FreeTarget`)
and nothing else of Swift. It raises `Unreadable` for a form that it does not know, so that no check compares with half a manifest.
"""

import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The helpers, with the labels that each takes.
LABELS = {
    "section": set(),
    "target": {"uses", "products", "embeds"},
    "executable": {"uses", "products", "embeds"},
    "cTarget": set(),
    "systemLibrary": {"pkgConfig", "apt"},
    "tests": {"uses", "products"},
    "FreeTarget": {"name", "path", "uses", "products", "embeds"},
}
# Where the tests are of what sees every system.
EVERY = "Every"
# Labels whose value no reader needs.
SKIPPED = {"embeds", "pkgConfig", "apt"}


class Unreadable(Exception):
    """A form of the manifest that this reader does not know."""


@dataclasses.dataclass
class Target:
    name: str
    system: str  # as in the folder: "Common"; "" for a target that sees every system
    layer: str  # as in the folder: "Core"; "" for a target beside the layers
    kind: str  # the helper that declares it
    folder: str
    uses: list = dataclasses.field(default_factory=list)
    products: list = dataclasses.field(default_factory=list)  # the products' names: "NIOCore"
    inherits: str = ""  # a FreeTarget whose uses it repeats

    @property
    def is_swift(self):
        return self.kind in ("target", "executable", "FreeTarget")


@dataclasses.dataclass
class Tests:
    """The module with the tests of a section's targets. Each of them has a folder in its own."""

    name: str
    system: str
    layer: str
    folder: str
    uses: list
    products: list


@dataclasses.dataclass
class Manifest:
    systems: list  # the folders of the systems, "Common" first
    layers: list  # the folders of the layers, Core first
    beside: set  # the layers that stand beside the systems
    products: dict  # the products' names in the manifest, without the dot, to their own: "nio" to "NIOCore"
    targets: dict  # by name, in the order of their declarations
    tests: dict  # by name
    free: dict  # those beside the layers, by name

    def tested(self, tests):
        """The targets of a section that has tests."""
        return [target for target in self.targets.values() if target.is_swift
                and (target.system, target.layer) == (tests.system, tests.layer)]


def without_comments(text):
    """The manifest without its comments."""
    strings_or_comments = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
    return strings_or_comments.sub(lambda found: "" if found.group().startswith("/") else found.group(), text)


def cases(text, name):
    """The raw values of an enumeration's cases, by case."""
    body = re.search(rf"^enum {name}: String[^{{]*\{{\n(.*?)^\}}", text, re.M | re.S)
    found = dict(re.findall(r'^    case (\w+) = "([^"]*)"$', body.group(1), re.M)) if body else {}
    if not found:
        raise Unreadable(f"no enum {name} with raw values")
    return found


def matching(text, start):
    """Where the parenthesis that opens at `start` closes."""
    depth, position = 0, start
    while position < len(text):
        character = text[position]
        if character == '"':
            position = re.compile(r'"(?:\\.|[^"\\\n])*"').match(text, position).end()
            continue
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return position
        position += 1
    raise Unreadable(f"a parenthesis does not close: {text[start:start + 60]}")


def split(text):
    """What stands between the commas of the outermost level."""
    parts, begin, position = [], 0, 0
    while position < len(text):
        if text[position] in "([{":
            position = matching(text, position)
        elif text[position] == '"':
            position = re.compile(r'"(?:\\.|[^"\\\n])*"').match(text, position).end()
            continue
        elif text[position] == ",":
            parts.append(text[begin:position])
            begin = position + 1
        position += 1
    return [part.strip() for part in parts + [text[begin:]] if part.strip()]


def arguments(helper, text):
    """The arguments without a label, and those with one."""
    plain, labelled = [], {}
    for part in split(text):
        label = re.match(r"(\w+):\s*(.*)", part, re.S)
        if not label:
            plain.append(part)
        elif label.group(1) in LABELS[helper]:
            labelled[label.group(1)] = label.group(2)
        else:
            raise Unreadable(f"{helper}({text.strip()[:60]}…) has an unknown argument {label.group(1)}")
    return plain, labelled


def string(text):
    found = re.fullmatch(r'"([^"\\]*)"', text)
    if not found:
        raise Unreadable(f"this is no plain string: {text}")
    return found.group(1)


def elements(text, of):
    """The elements of an array literal."""
    if not (text.startswith("[") and matching(text, 0) == len(text) - 1):
        raise Unreadable(f"this is no plain array: {text}")
    return [of(part) for part in split(text[1:-1])]


def calls(text):
    """The helpers' calls at the top level, as (helper, text of the arguments)."""
    for found in re.finditer(r"^(?:@\w+ )?([a-z]\w*)\(", text, re.M):
        if found.group(1) not in LABELS:
            raise Unreadable(f"unknown call at the top level: {found.group(1)}(…)")
        yield found.group(1), text[found.end():matching(text, found.end() - 1)]
    hidden = re.search(
        r'^[ \t]+(?:section\(\s*\.|tests\(\s*(?:\)|uses:|products:)|(?:target|executable|cTarget|systemLibrary)\(\s*")[^\n]*',
        text, re.M,
    )
    if hidden:
        raise Unreadable(f"a declaration inside another statement: {hidden.group().strip()}")


def read_free(text, product):
    """The targets beside the layers."""
    free, variables = {}, {}
    for found in re.finditer(r"\bFreeTarget\(", text):
        labelled = arguments("FreeTarget", text[found.end():matching(text, found.end() - 1)])[1]
        if not {"name", "path", "uses"} <= labelled.keys():
            raise Unreadable("a FreeTarget without name, path and uses")
        uses, others = labelled["uses"], re.match(r"(\w+)\.uses \+ ", labelled["uses"])
        if others and others.group(1) not in variables:
            raise Unreadable(f"this is no FreeTarget: {others.group(1)}")
        base = variables[others.group(1)] if others else None
        own = elements(uses[others.end():] if others else uses, string)
        target = Target(
            name=string(labelled["name"]), system="", layer="", kind="FreeTarget", folder=string(labelled["path"]),
            uses=(base.uses if base else []) + own, inherits=base.name if base else "",
            products=elements(labelled.get("products", "[]"), product),
        )
        free[target.name] = target
        variable = re.search(r"\blet (\w+) = $", text[:found.start()])
        if variable:
            variables[variable.group(1)] = target
    return free


def parse(text):
    """What the text of a manifest declares."""
    text = without_comments(text)
    systems, layers = cases(text, "System"), cases(text, "Layer")
    products = dict(re.findall(r'static let (\w+) = Product\(name: "(\w+)"', text))
    beside = re.search(r"var isBesideSystems: Bool \{ \[([^\]]*)\]\.contains\(self\) \}", text)
    if not products or not beside:
        raise Unreadable("no products of other packages, or no isBesideSystems")
    beside = {layers[case.strip().lstrip(".")] for case in beside.group(1).split(",")}

    def product(part):
        if part.lstrip(".") not in products:
            raise Unreadable(f"unknown product {part}")
        return products[part.lstrip(".")]

    targets, tests, here = {}, {}, None
    for helper, inside in calls(text):
        plain, labelled = arguments(helper, inside)
        if helper == "section":
            cased = [part.lstrip(".") for part in plain]
            if len(cased) != 2 or cased[0] not in systems or cased[1] not in layers:
                raise Unreadable(f"unknown section({inside})")
            here = systems[cased[0]], layers[cased[1]]
            continue
        if here is None or len(plain) != (helper != "tests"):
            raise Unreadable(f"{helper}({inside.strip()[:60]}…) stands in no section, or has no name, or one too many")
        system, layer = here
        name = string(plain[0]) if plain else f"{system or EVERY}{layer}Tests"
        if name in targets or name in tests:
            raise Unreadable(f"{name} is declared twice")
        uses = elements(labelled.get("uses", "[]"), string)
        used_products = elements(labelled.get("products", "[]"), product)
        if helper == "tests":
            tests[name] = Tests(name, system, layer, f"Tests/{system or EVERY}/{layer}Tests", uses, used_products)
            continue
        where = [part for part in ((layer, system) if layer in beside else (system, layer)) if part]
        targets[name] = Target(
            name=name, system=system, layer=layer, kind=helper, folder="/".join(["Sources", *where, name]),
            uses=uses, products=used_products,
        )
    if not targets:
        raise Unreadable("it declares no target")
    return Manifest(
        systems=[folder for folder in systems.values() if folder], layers=list(layers.values()), beside=beside,
        products=products, targets=targets, tests=tests, free=read_free(text, product),
    )


def read(root=ROOT):
    """The manifest of a repository."""
    return parse((pathlib.Path(root) / "Package.swift").read_text(encoding="utf-8"))
