"""Starts the real binary once and resets the sandbox before every test."""

import itertools
import json
import os
import pathlib
import select
import subprocess

import pytest
from playwright.sync_api import sync_playwright

import package_builds
from running_server import ask_for_link, running_emulator, running_server
from sandbox_client import SandboxClient
from socket_client import raw_clients
from stored_tables import POSTGRES

ROOT = pathlib.Path(__file__).resolve().parent.parent


def pytest_collection_modifyitems(items):
    for item in items:
        if POSTGRES and item.get_closest_marker("store_in_folder"):
            item.add_marker(pytest.mark.skip("needs a store in the data folder"))


@pytest.fixture(scope="session")
def binary():
    path = pathlib.Path(os.environ.get("LATCHKEY_BINARY", ROOT / ".build" / "debug" / "latchkey"))
    if not path.exists():
        pytest.exit(f"{path} does not exist; build it, or name another one in LATCHKEY_BINARY", returncode=2)
    return str(path)


@pytest.fixture(scope="session")
def sandbox_process(binary, tmp_path_factory):
    certificate = tmp_path_factory.mktemp("sandbox") / "authority.pem"
    process = subprocess.Popen(
        [
            binary, "sandbox", "--port", "0", "--tls-port", "0", "--certificate-file", str(certificate),
            "--public-address", "https://api.twitter.com", "--json",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        ready, _, _ = select.select([process.stdout], [], [], 60)
        if not ready:
            pytest.exit("the sandbox did not say within a minute where it listens", returncode=2)
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        status = process.wait(timeout=20)
    assert status == 0, "the sandbox did not stop cleanly"


@pytest.fixture
def sandbox(sandbox_process):
    client = SandboxClient(sandbox_process)
    client.reset()
    return client


@pytest.fixture
def trusted(sandbox, monkeypatch):
    """The sandbox, with its certificate authority trusted by every client based on requests."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", sandbox.certificate)
    return sandbox


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def page(browser):
    """A fresh browser profile that collects the messages of the browser's console."""
    page = browser.new_page()
    page.problems = []
    page.on("console", lambda message: page.problems.append(message.text))
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    yield page
    page.close()


@pytest.fixture
def invite(binary, server, tmp_path):
    """Requests the first administrator's link from the running server, as the operator does."""
    return lambda: ask_for_link(binary, tmp_path / "data")


@pytest.fixture(scope="session")
def guide():
    """The program of Firebase's Twitter guide."""
    return package_builds.build(ROOT / "Examples" / "TwitterGuide", "TwitterGuide")[0]


@pytest.fixture
def server(binary, tmp_path):
    """A whole server with its own providers, in its own folder."""
    with running_server(binary, tmp_path / "data", sandbox=True) as line:
        yield line


@pytest.fixture(scope="module")
def emulator(binary):
    with running_emulator(binary) as line:
        yield line


_numbers = itertools.count()


@pytest.fixture
def namespace(request):
    """A database per test."""
    name = "".join(character for character in request.node.name if character.isalnum())
    return f"n{next(_numbers)}{name[:50].lower()}"


@pytest.fixture
def connect(emulator, namespace):
    """Opens clients of the test's own database and closes them after the test."""
    with raw_clients(emulator["database"], namespace) as connect:
        yield connect
