#!/usr/bin/env python3
"""Holds docs/openapi to the code: every route, limit, error and cache time in the documents is what `avviso api` prints
from the code's own values, and what it prints is in the documents. Then it changes each printed fact in turn, in `make test`
some of them, and expects the comparison to find that, so the check can fail.

A document names its system and its listener (`info.x-system`, `info.x-listener`). Each system that `avviso api` prints
is compared with its own documents. The routes of the host, which belong to no system, are in one document of them all.

Usage: openapi.py AVVISO

Tier: test
Only here: the documents in docs/openapi and the output of `avviso api` agree in each fact, and a changed fact is found.
"""

import copy
import glob
import itertools
import json
import os
import re
import sys

import openapi_spec_validator
import yaml
from openapi_schema_validator import OAS31Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

import harness

# `make test` changes each so many-th fact. The number is prime, so that all kinds of changes take turns.
STEP = harness.extent(23, 1)
SIDES = ("public", "internal", "partner")
# The caller of an operation that has no `x-caller`.
USUAL_CALLERS = {"public": "everyone", "internal": "program", "partner": "laboratory"}
EMPTY = {"paths": {}, "info": {"x-values": {}}, "components": {"responses": {}}}
BOUNDS = {
    "least": ("minimum", "minItems", "minLength"),
    "greatest": ("maximum", "maxItems", "maxLength"),
}


def load():
    """All documents: by the name of the system, and then by the listener."""
    systems = {}
    for path in sorted(glob.glob(os.path.join(harness.ROOT, "docs", "openapi", "*.yaml"))):
        with open(path, encoding="utf-8") as file:
            document = yaml.safe_load(file)
        system = systems.setdefault(document["info"]["x-system"], {})
        if document["info"]["x-listener"] in system:
            raise ValueError(f"{path}: a second document for the same listener")
        system[document["info"]["x-listener"]] = document
    return systems


def resolve(document, node):
    """What a `$ref` stands for, if `node` is one."""
    while isinstance(node, dict) and "$ref" in node:
        target = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def walk(node, path="#"):
    """Every object of a document, with where it is."""
    if isinstance(node, dict):
        yield path, node
        for name, child in node.items():
            yield from walk(child, f"{path}/{name}")
    elif isinstance(node, list):
        for place, child in enumerate(node):
            yield from walk(child, f"{path}/{place}")


def operations(document):
    """The operations of all paths. Beside them a path may have parameters that all of them share."""
    for path, members in document["paths"].items():
        for method, operation in members.items():
            if method != "parameters":
                yield method.upper(), path, operation


# The comparison of one system: each yields what is wrong. `facts` are the system's, with the routes of the host where one
# of its documents has them.


def route_faults(documents, facts):
    for side in SIDES:
        wanted = set()
        for route in facts[side]:
            methods = ["GET", "HEAD"] if route["method"] == "GET" else [route["method"]]
            wanted |= {(method, route["path"], route["caller"]) for method in methods}
        found = set()
        for method, path, operation in operations(documents.get(side, EMPTY)):
            found.add((method, path, operation.get("x-caller", USUAL_CALLERS[side])))
        for method, path, caller in wanted ^ found:
            place = "the code" if (method, path, caller) in wanted else "the document"
            yield f"{side}: only {place} has {method} {path} for the caller {caller}"


def padding_faults(documents, facts):
    """Endpoints with dummies, and no others, pad every answer."""
    for side, document in documents.items():
        # One path may be padded for phones and not for programs.
        padded = {(route["method"], route["path"]) for route in facts[side] if route["has_dummies"]}
        for method, path, operation in operations(document):
            for status, response in operation["responses"].items():
                headers = resolve(document, response).get("headers", {})
                if ("Avviso-Padding" in headers) != ((method, path) in padded):
                    yield f"{side}: {method} {path}: padding of {status}"


def media_faults(documents, facts):
    """Bodies of requests, and of answers that are no refusals, have the media types that the code gives to the route."""
    for side, document in documents.items():
        routes = {(route["method"], route["path"]): route for route in facts[side]}
        for method, path, operation in operations(document):
            route = routes.get((method, path))
            if route is None:
                continue
            accepted = set(resolve(document, operation.get("requestBody", {})).get("content", {}))
            if accepted != set(route["accepts"]):
                yield f"{method} {path}: takes {sorted(accepted)}, in the code {route['accepts']}"
            answers = [resolve(document, r) for s, r in operation["responses"].items() if str(s).startswith("2")]
            produced = {kind for answer in answers for kind in answer.get("content", {})}
            if produced != set(route["produces"]):
                yield f"{method} {path}: answers {sorted(produced)}, in the code {route['produces']}"


def error_faults(documents, facts):
    """Each documented refusal is an error of the code, under its status, and each error of the code is documented."""
    used = set()
    for side, document in documents.items():
        answers = [
            (status, resolve(document, response))
            for _, _, operation in operations(document)
            for status, response in operation["responses"].items()
        ]
        answers += [(r["x-status"], r) for r in document.get("components", {}).get("responses", {}).values() if "x-status" in r]
        for status, response in answers:
            for kind in response.get("content", {}).values():
                for name, example in kind.get("examples", {}).items():
                    if "error_code" not in example["value"]:
                        continue
                    used.add(name)
                    error = facts["errors"].get(name)
                    found = {"status": int(status)} | example["value"]
                    if error != found:
                        yield f"{side}: {status} {name} is {found}, in the code {error}"
    for name in facts["errors"].keys() - used:
        yield f"no document has the error {name}"


def limit_faults(documents, facts):
    """Each bound in a schema names a limit of the code and is that limit, and each limit of the code is used."""
    used = set()
    for side, document in documents.items():
        for where, node in walk(document):
            if "/properties" in where and where.endswith("/properties"):
                continue
            bounds = {end: [node[word] for word in words if word in node] for end, words in BOUNDS.items()}
            if "x-limit" not in node:
                if any(isinstance(value, int) for values in bounds.values() for value in values):
                    yield f"{side}: {where} has a bound without x-limit"
                continue
            used.add(node["x-limit"])
            limit = facts["limits"].get(node["x-limit"])
            least = bounds["least"] or [0]
            if limit is None or least != [limit["least"]] or bounds["greatest"] != [limit["greatest"]]:
                yield f"{side}: {where} is {least} to {bounds['greatest']}, {node['x-limit']} in the code {limit}"
    for name in facts["limits"].keys() - used:
        yield f"no document has the limit {name}"


def value_faults(documents, facts):
    """The tables of values, and the constants and patterns that are made of them."""
    used = set()
    for side, document in documents.items():
        table = document["info"]["x-values"]
        used |= table.keys()
        for name, value in table.items():
            if facts["values"].get(name) != value:
                yield f"{side}: {name} is {value}, in the code {facts['values'].get(name)}"
        for where, node in walk(document):
            if "x-value" in node and node["const"] != f"public, max-age={facts['values'].get(node['x-value'])}":
                yield f"{side}: {where} is {node['const']}"
            if "x-pattern" in node:
                used.add(node["x-pattern"])
                if facts["patterns"].get(node["x-pattern"]) != node["pattern"]:
                    yield f"{side}: {where} is {node['pattern']}"
    for name in (facts["values"].keys() | facts["patterns"].keys()) - used:
        yield f"no document has the value {name}"


# The comparison of all of them


def page_faults(facts):
    """Pages for people are in no document of the contract, and in the table of docs/portal.md."""
    with open(os.path.join(harness.ROOT, "docs", "portal.md"), encoding="utf-8") as file:
        listed = set(re.findall(r"^\| `(GET|POST) (/[^`]*)` \|", file.read(), re.MULTILINE))
    for method, path in {(page["method"], page["path"]) for part in parts(facts) for page in part["pages"]} ^ listed:
        place = "docs/portal.md" if (method, path) in listed else "the code"
        yield f"only {place} has the page {method} {path}"


def parts(facts):
    return [facts["host"], *facts["systems"].values()]


def has_host(documents, facts):
    """Whether a document of a system has the routes of the host."""
    own = {(route["method"], route["path"]) for side in SIDES for route in facts["host"][side]}
    return any(own & {(method, path) for method, path, _ in operations(document)} for document in documents.values())


def faults(systems, facts):
    kinds = (route_faults, padding_faults, media_faults, error_faults, limit_faults, value_faults)
    found = list(page_faults(facts))
    for name in systems.keys() ^ facts["systems"].keys():
        found.append(f"only {'a document' if name in systems else 'the code'} has the system {name}")
    hosts = [name for name, documents in systems.items() if has_host(documents, facts)]
    if len(hosts) != 1:
        found.append(f"the routes of the host are in the documents of {hosts}")
    for name in systems.keys() & facts["systems"].keys():
        own = dict(facts["systems"][name])
        if name in hosts[:1]:
            own |= {side: own[side] + facts["host"][side] for side in SIDES}
        found += [f"{name}: {fault}" for kind in kinds for fault in kind(systems[name], own)]
    return found


def planted(facts):
    """For each of the facts, how to change that one."""
    for name in facts["systems"]:
        yield from planted_in(facts, lambda f, n=name: f["systems"][n], name)
        yield change(facts, f"without {name}", lambda f, n=name: f["systems"].pop(n))
    yield from planted_routes(facts, lambda f: f["host"], "host")
    yield change(facts, "a new system", lambda f: f["systems"].update(new=next(iter(f["systems"].values()))))


def change(facts, label, alter):
    """What is changed, and a function that returns the changed facts."""
    def changed():
        other = copy.deepcopy(facts)
        alter(other)
        return other

    return label, changed


def planted_routes(facts, part, owner):
    for side in SIDES:
        for place, route in enumerate(part(facts)[side]):
            name = f"{owner}: {route['method']} {route['path']}"
            yield change(facts, f"without {name}", lambda f, s=side, p=place: part(f)[s].pop(p))
            other = "everyone" if route["caller"] == "operator" else "operator"
            yield change(facts, f"caller of {name}", lambda f, s=side, p=place, o=other: part(f)[s][p].update(caller=o))
            yield change(facts, f"dummies of {name}", lambda f, s=side, p=place: part(f)[s][p].update(
                has_dummies=not part(f)[s][p]["has_dummies"]
            ))
            for bodies in ("accepts", "produces"):
                yield change(facts, f"{bodies} of {name}", lambda f, s=side, p=place, b=bodies: part(f)[s][p][b].append("text/new"))
        yield change(facts, f"{owner}: a new {side} route", lambda f, s=side: part(f)[s].append({
            "method": "POST", "path": "/v1/new", "caller": USUAL_CALLERS[s], "has_dummies": False, "accepts": [], "produces": [],
        }))
    for place, page in enumerate(part(facts)["pages"]):
        yield change(facts, f"without the page {page['path']}", lambda f, p=place: part(f)["pages"].pop(p))
        yield change(facts, "a page among the routes", lambda f, p=place: part(f)["internal"].append(part(f)["pages"][p]))


def planted_in(facts, part, owner):
    yield from planted_routes(facts, part, owner)
    for name in part(facts)["errors"]:
        for member in ("status", "error_code"):
            yield change(facts, f"{member} of {name}", lambda f, n=name, m=member: part(f)["errors"][n].update(
                {m: part(f)["errors"][n][m] + 1}
            ))
    for name in part(facts)["limits"]:
        for end in ("least", "greatest"):
            yield change(facts, f"{end} of {name}", lambda f, n=name, e=end: part(f)["limits"][n].update(
                {e: part(f)["limits"][n][e] + 1}
            ))
    for name in part(facts)["values"]:
        yield change(facts, f"value {name}", lambda f, n=name: part(f)["values"].update({n: part(f)["values"][n] + 1}))
    for table in ("errors", "limits"):
        if not part(facts)[table]:
            continue
        yield change(facts, f"a new name in {table}", lambda f, t=table: part(f)[t].update(new=next(iter(part(f)[t].values()))))


# What the command cannot know of itself


def source_faults(facts):
    """Errors and limits that the sources declare and the command does not print."""
    sources = {}
    for path in glob.glob(os.path.join(harness.ROOT, "Sources", "**", "*.swift"), recursive=True):
        with open(path, encoding="utf-8") as file:
            sources[os.path.basename(path)] = file.read()
    errors = {name for text in sources.values() for name in re.findall(r"static let (\w+) = APIError\(", text)}
    for name in errors ^ facts["errors"].keys():
        yield f"the error {name} is not in both the sources and avviso api"
    limits = set(re.findall(r"public static let (\w+)", sources["UploadLimits.swift"] + sources["AnalyticsLimits.swift"]))
    for name in limits - facts["limits"].keys() - facts["values"].keys():
        yield f"the limit {name} is not in avviso api"


# What servers send because the published apps want it, and our phone does not read (docs/settings.md).
PASSED_ON = {
    "Settings": {"countries"},
    "ExposureConfiguration": {
        "attenuation_weight", "days_since_last_exposure_weight", "duration_weight", "transmission_risk_weight",
    },
}


def settings_faults(document):
    """The schema of the settings has what the phone decodes and what is passed on, and requires what the phone requires."""
    with open(os.path.join(harness.ROOT, "Sources/Immuni/Core/ImmuniAPI/AppSettings.swift"), encoding="utf-8") as file:
        declared = re.findall(r"^( +)public let (\w+): (.+)$", file.read(), re.M)
    for schema, indent in (("Settings", 4), ("ExposureConfiguration", 8)):
        own = {
            re.sub(r"[A-Z]", lambda c: "_" + c.group().lower(), name): kind
            for space, name, kind in declared if len(space) == indent
        }
        found = document["components"]["schemas"][schema]
        known = own.keys() | PASSED_ON[schema]
        if found["properties"].keys() != known:
            yield f"{schema} has other members than AppSettings: {found['properties'].keys() ^ known}"
        needed = {name for name, kind in own.items() if not kind.endswith("?")} | PASSED_ON[schema]
        if set(found["required"]) != needed:
            yield f"{schema} requires other members than AppSettings: {set(found['required']) ^ needed}"


def example_faults(side, document):
    """Every example is what its schema says."""
    registry = Registry().with_resource("urn:document", Resource(contents=document, specification=DRAFT202012))
    for where, node in walk(document):
        if "schema" not in node:
            continue
        values = [example["value"] for example in node.get("examples", {}).values()]
        values += [node["example"]] if "example" in node else []
        for value in values:
            schema = json.loads(json.dumps(node["schema"]).replace('"#/', '"urn:document#/'))
            for error in OAS31Validator(schema, registry=registry).iter_errors(value):
                yield f"{side}: example at {where}: {error.message}"


def main():
    checks = harness.Checks("openapi")
    systems = load()
    for name, documents in systems.items():
        for side, document in documents.items():
            found = list(openapi_spec_validator.OpenAPIV31SpecValidator(document).iter_errors())
            checks.equal([str(error) for error in found], [], f"{name}, {side}: it is OpenAPI 3.1")
            checks.equal(list(example_faults(side, document)), [], f"{name}, {side}: examples")
    with harness.Workplace(sys.argv[1]) as workplace:
        printed = workplace.run("api")
    facts = json.loads(printed.stdout)
    checks.equal(faults(systems, facts), [], "the documents and the code agree")
    checks.equal(list(source_faults(facts["systems"]["immuni"])), [], "avviso api prints everything")
    checks.equal(list(settings_faults(systems["immuni"]["public"])), [], "the settings")
    for label, changed in itertools.islice(planted(facts), 0, None, STEP):
        checks.check(faults(systems, changed()), f"nobody noticed: {label}")
    checks.finish()


main()
