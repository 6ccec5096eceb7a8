"""Prints the controls of the rules of a guide by framework, as found by XPath: reads the frameworks as JSON.

Independent of the service, which reads a stream of events and names controls in SQL.
"""
import gzip
import json
import sys
import xml.etree.ElementTree as ElementTree

XCCDF = "{http://checklists.nist.gov/xccdf/1.2}"
MAX_NAME = 100


def without_scheme(address):
    for scheme in ("http://", "https://"):
        if address.startswith(scheme):
            return address[len(scheme):].removeprefix("www.")
    return address


def framework_of(address, frameworks):
    matches = [
        (len(prefix), framework["ref_id"])
        for framework in frameworks
        for prefix in framework["addresses"]
        if without_scheme(address).startswith(prefix)
    ]
    return max(matches)[1] if matches else None


def names_in(text):
    parts = (" ".join(part.split()).replace(" (", "(") for part in text.split(","))
    return [part for part in parts if 0 < len(part) <= MAX_NAME]


path = sys.argv[1]
frameworks = json.load(sys.stdin)
with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
    root = ElementTree.parse(file).getroot()
found = {}
for rule in root.iterfind(f".//{XCCDF}Rule"):
    links = [(link.get("href"), link) for link in rule.iterfind(f"{XCCDF}reference")]
    links += [(ident.get("system"), ident) for ident in rule.iterfind(f"{XCCDF}ident")]
    for address, element in links:
        framework = framework_of(address, frameworks) if address else None
        if framework:
            found.setdefault(framework, set()).update(names_in("".join(element.itertext())))
json.dump({framework: sorted(names) for framework, names in found.items()}, sys.stdout)
