# SPDX-FileCopyrightText: 2026 The Latchkey authors
# SPDX-License-Identifier: Apache-2.0

"""What an app that only signs people in has to fetch and to have."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "latchkey", path: "{root}", traits: [])],
    targets: [.executableTarget(name: "App", dependencies: [.product(name: "LatchkeyAuth", package: "latchkey")])]
)
"""

# Declared by us for the server, its command, its sandbox or its tests, and needed by nothing that the client uses.
SERVER_ONLY = {
    "GRDB.swift", "Yams", "hummingbird", "jwt-kit", "swift-argument-parser", "swift-mustache", "swift-subprocess", "swift-metrics",
}


def test_an_app_fetches_nothing_that_only_the_server_needs(tmp_path):
    (tmp_path / "Sources" / "App").mkdir(parents=True)
    (tmp_path / "Sources" / "App" / "main.swift").write_text("import LatchkeyAuth\n")
    (tmp_path / "Package.swift").write_text(MANIFEST.format(root=ROOT))
    done = subprocess.run(["swift", "package", "resolve"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    fetched = {entry.name for entry in (tmp_path / ".build" / "checkouts").iterdir()}
    print("fetched:", ", ".join(sorted(fetched)))
    assert {"async-http-client", "swift-crypto", "swift-http-types", "swift-nio"} <= fetched
    assert fetched & SERVER_ONLY == set()
    # What would be compiled and linked, without doing it: libcurl, through which mails leave, is not even looked for.
    planned = subprocess.run(["swift", "build", "--print-manifest-job-graph"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert planned.returncode == 0, planned.stderr
    assert "LatchkeyAuth" in planned.stdout
    assert "curl" not in (planned.stdout + planned.stderr).lower()
