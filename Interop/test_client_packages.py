"""The dependencies of an app that only signs users in."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "latchkey", path: "{root}", traits: {traits})],
    targets: [.executableTarget(name: "App", dependencies: [.product(name: "{product}", package: "latchkey")])]
)
"""

# The dependencies of the server, its command, its sandbox and its tests, which the client does not need.
SERVER_ONLY = {
    "GRDB.swift", "Yams", "hummingbird", "jwt-kit", "swift-argument-parser", "swift-mustache", "swift-subprocess", "swift-metrics",
}


def fetched_packages(folder, product, traits):
    """Returns the packages that an app with one product fetches; its build must not use the system libraries of the server."""
    (folder / "Sources" / "App").mkdir(parents=True)
    (folder / "Sources" / "App" / "main.swift").write_text(f"import {product}\n")
    (folder / "Package.swift").write_text(MANIFEST.format(root=ROOT, product=product, traits=traits))
    planned = subprocess.run(["swift", "build", "--print-manifest-job-graph"], cwd=folder, capture_output=True, text=True, timeout=300)
    assert planned.returncode == 0, planned.stderr
    fetched = {entry.name for entry in (folder / ".build" / "checkouts").iterdir()}
    print("fetched:", ", ".join(sorted(fetched)))
    assert product in planned.stdout
    for library in ["curl", "CLatchkeyArgon2", "CLatchkeyCrypto", "CLatchkeyXCrypt"]:
        assert library.lower() not in (planned.stdout + planned.stderr).lower()
    return fetched


def test_an_app_fetches_nothing_that_only_the_server_needs(tmp_path):
    fetched = fetched_packages(tmp_path, "LatchkeyAuth", "[]")
    assert {"async-http-client", "swift-crypto", "swift-http-types", "swift-nio"} <= fetched
    assert fetched & SERVER_ONLY == set()


def test_an_app_with_the_database_fetches_nothing_more(tmp_path):
    fetched = fetched_packages(tmp_path, "LatchkeyDatabase", "[]")
    assert {"async-http-client", "swift-crypto", "swift-nio", "swift-nio-ssl"} <= fetched
    assert fetched & SERVER_ONLY == set()


def test_a_back_end_that_checks_tokens_fetches_no_more_than_jwt_kit(tmp_path):
    fetched = fetched_packages(tmp_path, "LatchkeyVerifier", '["Verifier"]')
    assert {"async-http-client", "jwt-kit", "swift-crypto"} <= fetched
    assert fetched & (SERVER_ONLY - {"jwt-kit"}) == set()
