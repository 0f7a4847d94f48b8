"""The example packages, built and run as their READMEs say."""

import os
import pathlib
import resource
import subprocess

import pytest

import package_builds
from test_sign_in_page import choose

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "Examples"


@pytest.fixture(scope="module")
def example():
    return lambda name, program: str(package_builds.build(EXAMPLES / name, program)[0])


@pytest.fixture
def environment(server, tmp_path):
    """Without a desktop, so that the address of a page is printed."""
    return {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "LATCHKEY_URL": server["url"],
        "LATCHKEY_API_KEY": server["apiKey"], "LATCHKEY_DATABASE_URL": server["database"],
    }


def run(program, *words, environment, fails=False):
    told = subprocess.run([program, *words], capture_output=True, text=True, timeout=60, env=environment)
    assert (told.returncode != 0) == fails, told.stdout + told.stderr
    return (told.stderr if fails else told.stdout).strip()


def visit(program, *words, environment, page, person):
    """Runs a program that prints the address of a page, and approves the sign-in on that page."""
    with subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as running:
        try:
            page.goto(next(line.strip() for line in running.stderr if line.startswith("    http")))
            choose(page, person)
            page.get_by_role("heading", name="Done").wait_for()
            told, complaints = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 0, complaints
    return told.strip()


def test_notes_of_firebase_2(example, environment, page):
    program = example("Firebase2Notes", "Firebase2Notes")
    assert "sign in first" in run(program, "read", environment=environment, fails=True)
    assert visit(program, "twitter", environment=environment, page=page, person="Ada Lovelace") == "Signed in as twitter:101815."
    assert run(program, "write", "Buy milk", environment=environment) == "Written."
    assert run(program, "read", environment=environment) == "Buy milk"
    assert run(program, "sign-out", environment=environment) == "Signed out."
    assert run(program, "twitter", environment=environment) == "Signed in as twitter:101815.", "the device knows the account by now"
    assert run(program, "sign-up", "ada@example.net", "correct horse", environment=environment) == "There is an account simplelogin:1."
    assert run(program, "sign-in", "ada@example.net", "correct horse", environment=environment) == "Signed in as simplelogin:1."
    assert run(program, "read", environment=environment) == "There is no note."
    assert "INVALID_CREDENTIALS" in run(program, "sign-in", "ada@example.net", "wrong", environment=environment, fails=True)


def test_a_full_disk_ends_no_session(example, environment):
    program = example("Firebase2Notes", "Firebase2Notes")
    for name in ("ada", "bob"):
        run(program, "sign-up", f"{name}@example.net", "correct horse", environment=environment)
    assert run(program, "sign-in", "ada@example.net", "correct horse", environment=environment) == "Signed in as simplelogin:1."

    # No file may grow beyond ten bytes. Python ignores SIGXFSZ, and child processes inherit that.
    told = subprocess.run(
        [program, "sign-in", "bob@example.net", "correct horse"], capture_output=True, text=True, timeout=60, env=environment,
        restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))
    assert told.returncode == 1 and "too large" in told.stderr, told.stdout + told.stderr
    assert run(program, "write", "Buy milk", environment=environment) == "Written.", "ada is signed in yet"
    assert not list(pathlib.Path(environment["XDG_STATE_HOME"]).rglob("*.tmp")), "what could not be written takes no room"
    assert run(program, "sign-in", "bob@example.net", "correct horse", environment=environment) == "Signed in as simplelogin:2."


def test_the_status_of_simple_login(example, environment, page):
    program = example("SimpleLoginStatus", "SimpleLoginStatus")
    assert run(program, "status", environment=environment) == "No user is logged in."
    assert run(program, "create", "ada@example.net", "correct horse", environment=environment) == "There is an account simplelogin:1."
    assert run(program, "login", "ada@example.net", "correct horse", environment=environment) == "simplelogin:1 is logged in."
    assert run(program, "status", environment=environment) == "simplelogin:1 is logged in."
    assert run(program, "logout", environment=environment) == "No user is logged in."
    assert visit(program, "add", environment=environment, page=page, person="Ada Lovelace") == "Added @ada."
    assert run(program, "twitter", environment=environment) == "twitter:101815 is logged in."


def test_the_tutorial_on_oauth_1_is_a_package_of_its_own(example):
    program = example("TwitterLogin", "TwitterLoginApp")
    told = subprocess.run([program, "--help"], capture_output=True, text=True, timeout=60)
    assert "--pin" in told.stdout + told.stderr


def test_the_app_with_swiftui_is_a_package_of_its_own(example):
    told = subprocess.run([example("SwiftUIApp", "SwiftUIApp")], capture_output=True, text=True, timeout=60)
    assert told.returncode == 1
    assert "Examples/SwiftUIApp/README.md" in told.stderr, "here it says where it runs"
