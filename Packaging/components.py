"""Lists the components that the released program contains.

Usage: components.py sbom VERSION       a CycloneDX 1.5 document
       components.py licenses           their licenses, in one text
"""

import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import uuid
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The Debian packages with the libraries that Scripts/build-release links into the program, and with the code editor of its pages.
CONTAINED_PACKAGES = ["libsqlite3-dev", "libargon2-dev", "libcrypt-dev", "zlib1g-dev", "libstdc++-[0-9]*-dev", "libjs-codemirror"]


class Component(NamedTuple):
    name: str
    version: str
    purl: str
    licenses: list[pathlib.Path]


def swift_packages():
    state = json.loads((ROOT / ".build" / "workspace-state.json").read_text())
    for dependency in state["object"]["dependencies"]:
        location = dependency["packageRef"]["location"].removesuffix(".git")
        version = dependency["state"]["checkoutState"]["version"]
        folder = ROOT / ".build" / "checkouts" / dependency["subpath"]
        # Some packages contain libraries of others, with their own licenses.
        texts = [
            path for path in [*folder.iterdir(), *folder.glob("Sources/**/*")]
            if path.is_file() and path.name.upper().startswith(("LICENSE", "NOTICE", "COPYING"))]
        yield Component(location.rsplit("/", 1)[1], version, f"pkg:swift/{location.removeprefix('https://')}@{version}", sorted(texts))


def swift_itself():
    """Swift's standard library, runtime, Foundation and Dispatch."""
    program = shutil.which("swift")
    if program is None:
        sys.exit("components: no swift in PATH")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    version = said.split("Swift version ")[1].split()[0]
    license_text = pathlib.Path(program).resolve().parent.parent / "share" / "swift" / "LICENSE.txt"
    yield Component("swift", version, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE", [license_text])


def debian_packages():
    form = "--showformat=${db:Status-Status} ${Package} ${source:Package} ${source:Version} ${Architecture}\n"
    for pattern in CONTAINED_PACKAGES:
        found = subprocess.run(["dpkg-query", "--show", form, pattern], capture_output=True, text=True, check=True, timeout=60).stdout
        installed = [line for line in found.splitlines() if line.startswith("installed ")]
        if not installed:
            sys.exit(f"components: {pattern} is not installed")
        _, name, source, version, architecture = installed[-1].split()
        text = pathlib.Path("/usr/share/doc") / name / "copyright"
        yield Component(source, version, f"pkg:deb/debian/{source}@{version}?arch={architecture}", [text])


def components():
    return sorted([*swift_packages(), *swift_itself(), *debian_packages()])


def sbom(version):
    found = components()
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    # The number depends on the contents only, so that two builds write the same document.
    number = uuid.uuid5(uuid.NAMESPACE_URL, " ".join([version, *(component.purl for component in found)]))
    program = {"type": "application", "bom-ref": "latchkey", "name": "latchkey", "version": version}
    return json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{number}", "version": 1,
        "metadata": {"timestamp": moment.isoformat().replace("+00:00", "Z"), "component": program},
        "components": [
            {"type": "library", "bom-ref": component.purl, "name": component.name, "version": component.version, "purl": component.purl}
            for component in found],
        "dependencies": [{"ref": "latchkey", "dependsOn": [component.purl for component in found]}],
    }, indent=2) + "\n"


def licenses():
    lines = []
    for component in components():
        if not component.licenses:
            sys.exit(f"components: {component.name} has no license file")
        for path in component.licenses:
            heading = f"{component.name} {component.version}: {path.name}"
            lines += [heading, "=" * len(heading), "", path.read_text().rstrip(), "", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["sbom", version]: sys.stdout.write(sbom(version))
        case ["licenses"]: sys.stdout.write(licenses())
        case _: sys.exit(__doc__)
