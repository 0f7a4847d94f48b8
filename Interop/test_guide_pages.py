"""The pages about the published guides: their code matches the compiled tests, and their links are valid."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
GITHUB_PAGE = "Sources/LatchkeyFirebase2/LatchkeyFirebase2.docc/GitHubGuide.md"
GITHUB_EXAMPLES = "Tests/GuideExamplesTests/Firebase2/Firebase2GitHubExamples.swift"
FROM_FIREBASE = "docs/from-firebase.md"


def guide_pages(*arguments):
    return subprocess.run([ROOT / "Scripts" / "guide-pages", *arguments], capture_output=True, text=True, timeout=60)


@pytest.fixture
def copy(tmp_path):
    """A copy of the pages and the sources of their examples, for a test to modify."""
    for pattern in ("Sources/*/*.docc", "Tests/GuideExamplesTests", "Tests/EndToEndTests", "Examples/*/Sources", "Examples/*/Package.swift", FROM_FIREBASE):
        for path in ROOT.glob(pattern):
            there = tmp_path / path.relative_to(ROOT)
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(path, there) if path.is_dir() else shutil.copy(path, there)
    return tmp_path


def test_the_pages_show_the_compiled_examples():
    told = guide_pages("--check")
    assert told.returncode == 0, told.stderr


@pytest.mark.parametrize(
    "file, old, new, complaint",
    [
        (GITHUB_EXAMPLES, 'note("logged in', 'note("signed in', f"S2.1 is not as in {GITHUB_EXAMPLES}:"),
        (GITHUB_PAGE, '"github", token: ACCESS_TOKEN', '"github", token: TOKEN', "S2.2 is not as in"),
        (GITHUB_PAGE, '".read": "auth !== null', '".read": "true || auth !== null', "S2.4 is not as in"),
        (GITHUB_EXAMPLES, "// snippet.S2.2", "// snippet.S2.5", "there is no example S2.2"),
        (GITHUB_EXAMPLES, "// snippet.S2.2", "// snippet.S2.5", "no page shows snippet.S2.5"),
        (GITHUB_EXAMPLES, "// snippet.S2.2", "// snippet.S2.2\n// snippet.end\n// snippet.S1.1", "snippet.S1.1 is in"),
        (GITHUB_EXAMPLES, "        // snippet.end\n", "", "begins before the end of snippet."),
        (GITHUB_EXAMPLES, "        // snippet.S2.1\n", "", "the end of a snippet that has not begun"),
        (GITHUB_PAGE, "<!-- snippet: S2.3 -->\n", "", "nothing says where this Swift is compiled"),
        (GITHUB_PAGE, "<!-- snippet: S2.3 -->\n", "Before:\n\n", "begins with its import of Firebase"),
        (GITHUB_PAGE, "<!-- snippet: S2.3 -->\n", "", "S2.3: no page shows this example of the published guides"),
        (GITHUB_PAGE, "<!-- snippet: S2.3 -->\n```swift", "<!-- snippet: S2.3 -->\n```json", "is no single multi-line string of Swift"),
        (GITHUB_PAGE, "```sh", "```", "does not name its language"),
        (GITHUB_PAGE, "```sh", "    ```sh", "at the beginning of a line"),
        (FROM_FIREBASE, "import Firebase\n", "import LatchkeyFirebase2\n", "a block of an app before its change names Latchkey"),
    ],
)
def test_differences_are_reported(copy, file, old, new, complaint):
    path = copy / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    told = guide_pages("--check", "--in", copy)
    assert told.returncode == 1
    assert complaint in told.stderr, told.stderr
    assert path.read_text() == text.replace(old, new), "a check changes nothing"


def test_pages_are_refreshed_from_the_sources(copy):
    page, source = copy / GITHUB_PAGE, copy / GITHUB_EXAMPLES
    source.write_text(source.read_text().replace('note("logged in', 'note("signed in'))
    told = guide_pages("--in", copy)
    assert told.returncode == 0, told.stderr
    assert told.stdout == f"changed {GITHUB_PAGE}\n"
    assert page.read_text() == (ROOT / GITHUB_PAGE).read_text().replace('note("logged in', 'note("signed in')
    assert guide_pages("--in", copy).stdout == "", "what is as it should be is left alone"


def test_missing_docc_is_reported(tmp_path):
    command = [sys.executable, ROOT / "Scripts" / "check-documentation"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, env={"PATH": str(tmp_path)})
    assert (told.returncode, told.stdout) == (2, "")
    assert "docc" in told.stderr and "Traceback" not in told.stderr


def test_links_in_the_documentation_lead_somewhere():
    if not shutil.which("docc"):
        pytest.skip("there is no docc beside the compiler")
    binary = pathlib.Path(os.environ.get("LATCHKEY_BINARY", ROOT / ".build" / "debug" / "latchkey"))
    if not (binary.parent / "Modules").is_dir():
        pytest.skip("the binary under test has no modules beside it")
    command = [ROOT / "Scripts" / "check-documentation", binary.parent]
    told = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stdout + told.stderr
