"""Scripts/check-apple fails when it checks nothing. `make lint` runs it on the sources."""

import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path):
    """A project with the scripts, an empty build, and no sources yet."""
    for name in ("check-apple", "debug_build.py", "own-files"):
        (tmp_path / "Scripts").mkdir(exist_ok=True)
        shutil.copy(ROOT / "Scripts" / name, tmp_path / "Scripts" / name)
    shutil.copytree(ROOT / "Scripts" / "apple-stubs", tmp_path / "Scripts" / "apple-stubs")
    build = tmp_path / ".build" / "debug"
    build.mkdir(parents=True)
    (build / "description.json").write_text('{"swiftCommands": {}, "targetDependencyMap": {}}')
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


def check(project):
    return subprocess.run([project / "Scripts" / "check-apple"], capture_output=True, text=True, timeout=300)


def write(project, name, text):
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_text(text)


def test_a_check_of_no_file_is_no_success(project):
    told = check(project)
    assert (told.returncode, told.stdout) == (1, "")
    assert "nothing would be checked" in told.stderr


def test_one_condition_is_excused_and_not_its_whole_file(project):
    name = "Sources/LatchkeyAuth/WebFlow/SystemBrowser.swift"
    write(project, name, "#if os(macOS)\n#endif\n#if canImport(UIKit)\n#endif\n#if os(tvOS)\n#endif\n")
    told = check(project)
    assert told.returncode == 1
    assert f"{name}: “#if os(tvOS)” is never true here" in told.stderr
    assert "os(macOS)" not in told.stderr
