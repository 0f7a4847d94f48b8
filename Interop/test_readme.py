"""The Swift code of README.md, tried as a new user would: in a separate package with exactly those lines."""

import os
import re
import subprocess

import pytest

import package_builds
from conftest import ROOT
from test_sign_in_page import choose

PLACEHOLDER = "the key that serve printed"
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Hello",
    platforms: [.macOS(.v15)],
    dependencies: [{dependency}],
    targets: [.executableTarget(name: "Hello", dependencies: [.product(name: "LatchkeyAuth", package: "latchkey")])]
)
"""


def swift_blocks():
    return re.findall(r"^```swift\n(.*?)^```$", (ROOT / "README.md").read_text(), flags=re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def hello(tmp_path_factory):
    """Builds the program for a server."""
    folder = tmp_path_factory.mktemp("Hello")
    (program,) = [block for block in swift_blocks() if block.startswith("import LatchkeyAuth\n")]
    (dependency,) = [block.split(")")[0] + ")" for block in swift_blocks() if block.startswith(".package(")]
    local, count = re.subn(r'url: "[^"]*", branch: "main"', f'name: "latchkey", path: "{ROOT}"', dependency)
    assert count == 1, dependency
    (folder / "Package.swift").write_text(MANIFEST.format(dependency=local))
    named = re.search(r"`(Sources/Hello/\w+\.swift)`", (ROOT / "README.md").read_text())
    assert named, "README.md says where the lines belong"
    source = folder / named[1]
    source.parent.mkdir(parents=True)

    def build(url, key):
        source.write_text(program.replace("http://127.0.0.1:9099", url).replace(PLACEHOLDER, key))
        built, told = package_builds.build(folder, "Hello")
        assert "warning: " not in told.split("Compiling Hello")[-1], told
        return built

    assert PLACEHOLDER in program
    return build


@pytest.fixture
def environment(tmp_path):
    """Without a desktop, so that the address of the page is printed."""
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}


def test_the_lines_sign_a_user_in(server, hello, page, environment):
    program = hello(server["url"], server["apiKey"])
    with subprocess.Popen([str(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as running:
        try:
            page.goto(next(line.strip() for line in running.stderr if line.startswith("    http")))
            choose(page, "Zoë")
            page.get_by_role("heading", name="Done").wait_for()
            told, complaints = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 0, complaints
    assert told.startswith("Hello, Zoë"), told


def test_a_placeholder_key_is_rejected(server, hello, environment):
    program = hello(server["url"], PLACEHOLDER)
    told = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, env=environment)
    assert told.returncode != 0
    assert "17023" in told.stderr, told.stdout + told.stderr
    assert "The API key is missing or not known to the server." in told.stderr
    assert "__/auth/handler" not in told.stdout + told.stderr, "no page was opened"
