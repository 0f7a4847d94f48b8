"""The data folder is private, and a damaged store is reported as damaged."""

import subprocess

from test_database_crash import start


def test_a_folder_that_others_may_read_is_made_private(binary, tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    process, _ = start(binary, data)
    process.terminate()
    assert process.wait(timeout=30) == 0
    assert data.stat().st_mode & 0o777 == 0o700


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
