"""The list of names in docs/compatibility.md against the modules: it contains each of their names once, and no other."""

import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parent.parent


def listed(module):
    """Returns the names of a module's table: (present, absent)."""
    text = (ROOT / "docs" / "compatibility.md").read_text()
    section = re.split(r"^#{2,3} ", text.partition(f": `{module}`\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    present, absent = [], []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) != 3 or cells[0] in ("of", "---"):
            continue
        owner = cells[0].strip("`")
        names = [f"{owner}.{name}" if owner else name for name in re.findall(r"`([^`]+)`", cells[1])]
        (absent if cells[2].startswith("absent: ") else present).extend(names)
    return present, absent


def public(module):
    told = subprocess.run([ROOT / "Scripts" / "public-names", ROOT / "Sources" / module], capture_output=True, text=True, timeout=60, check=True)
    names = {re.sub(r"completion:\)$", ")", name) for name in told.stdout.split() if "(left:right:)" not in name}
    # A type has rows for its members, which include its name.
    return {name for name in names if not any(other.startswith(name + ".") for other in names)}


@pytest.mark.parametrize("module", ["LatchkeySimpleLogin", "LatchkeyFirebase2", "LatchkeyAuth"])
def test_the_list_of_names_is_the_modules(module):
    present, absent = listed(module)
    assert len(present) == len(set(present)), sorted({name for name in present if present.count(name) > 1})
    assert set(present) == public(module)
    assert absent and not set(absent) & public(module)
