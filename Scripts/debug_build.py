"""The compiler's options in the last debug build, for the checks that compile a module in another way."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Build options that do not apply to a check, and the number of words of each.
DROPPED = {"-incremental": 1, "-enable-batch-mode": 1, "-serialize-diagnostics": 1, "-parseable-output": 1, "-emit-objc-header": 1,
           "-g": 1, "-index-store-path": 2, "-emit-objc-header-path": 2, "-wmo": 1, "-num-threads": 2, "-disable-batch-mode": 1,
           "-no-emit-module-separately-wmo": 1}
NAME = Path(sys.argv[0]).name


def complain(*lines):
    """Prints errors of the running check, and ends it."""
    print(*(f"{NAME}: {line}" for line in lines), sep="\n", file=sys.stderr)
    sys.exit(1)


def description():
    """Returns SwiftPM's description of the last debug build."""
    build = ROOT / ".build" / "debug" / "description.json"
    if not build.exists():
        complain("there is no debug build; make lint makes one")
    return json.loads(build.read_text())


def sources(command):
    """Returns the Swift files of a module."""
    return [entry["name"] for entry in command["inputs"] if entry["name"].endswith(".swift")]


def options(command):
    """Returns the options with which a module was compiled, without those of an incremental build."""
    words = iter(command["otherArguments"])
    for word in words:
        if word == "-Xcc":
            yield from (word, next(words))
        elif word in DROPPED:
            for _ in range(DROPPED[word] - 1):
                next(words)
        elif not re.fullmatch(r"-j\d+", word):
            yield word


def run(what, *words):
    """Runs the compiler, and ends the check if it fails."""
    told = subprocess.run(words, capture_output=True, text=True)
    if told.returncode:
        complain(f"{what} does not compile:\n{told.stdout}{told.stderr}")
