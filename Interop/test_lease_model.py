"""The model of leases and terms, checked by Spin in all its states. Without one of its parts, the design must fail."""

import pathlib
import re
import subprocess

import pytest

MODEL = pathlib.Path(__file__).resolve().parent / "models" / "lease.pml"


def errors(folder, *definitions):
    """Returns the number of errors of the model, and of the states that were searched."""
    def run(*command):
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=600).stdout

    run("spin", *(f"-D{name}" for name in definitions), "-a", str(MODEL))
    run("cc", "-O2", "-w", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c")
    told = run("./pan", "-m1000000")
    assert "search not completed" not in told and "max search depth too small" not in told or definitions, told
    return int(re.search(r"errors: (\d+)", told).group(1)), int(re.search(r"(\d+) states, stored", told).group(1))


def test_no_read_is_stale_and_no_confirmed_write_is_lost(tmp_path):
    found, states = errors(tmp_path)
    assert found == 0 and states > 100_000


@pytest.mark.parametrize("missing", ["NO_TERM", "NO_LEASE", "NO_COMPARE", "IMPATIENT", "LATE"])
def test_each_part_of_the_design_is_necessary(tmp_path, missing):
    found, _ = errors(tmp_path, missing)
    assert found > 0
