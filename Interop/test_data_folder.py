"""The data folder is private, and a damaged store is reported as damaged."""

import subprocess

import pytest

from running_server import running_server
from test_database_crash import start


def test_a_folder_that_others_may_read_is_made_private(binary, tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    process, _ = start(binary, data)
    process.terminate()
    assert process.wait(timeout=30) == 0
    assert data.stat().st_mode & 0o777 == 0o700


@pytest.mark.store_in_folder
def test_a_damaged_store_says_so_and_names_the_remedy(binary, tmp_path):
    data = tmp_path / "data"
    process, _ = start(binary, data)
    process.terminate()
    assert process.wait(timeout=30) == 0
    store = data / "latchkey.db"
    size = store.stat().st_size
    with store.open("r+b") as file:
        # The header is not damaged, so that the file still is a database.
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))
    ended = subprocess.run(
        [binary, "serve", "--sandbox", "--sandbox-port", "0", "--port", "0", "--database-port", "0", "--data", str(data)],
        capture_output=True, text=True, timeout=60)
    assert ended.returncode != 0
    said = ended.stdout + ended.stderr
    assert "latchkey.db is damaged" in said and "backup" in said, said


@pytest.mark.store_in_folder
@pytest.mark.parametrize("is_empty", [True, False])
def test_a_lost_store_is_noticed(binary, tmp_path, is_empty):
    data = tmp_path / "data"
    process, _ = start(binary, data)
    process.terminate()
    assert process.wait(timeout=30) == 0
    (data / "latchkey.db").unlink()
    if is_empty:
        (data / "latchkey.db").touch(mode=0o600)
    with (tmp_path / "log").open("w") as log, running_server(binary, data, log=log):
        pass
    assert "A new store begins although there is a master key" in (tmp_path / "log").read_text()
