"""The sources of the master key: a command, a file descriptor, systemd's credentials, a file and the environment."""

import base64
import json
import os
import pathlib
import shlex
import signal
import subprocess

import pytest

from running_server import running_server
from waiting import eventually


KEY = base64.b64encode(bytes(range(32))).decode()
DOCTOR = ["--public-url", "https://auth.example.org"]
OTHER_KEY = base64.b64encode(bytes(32)).decode()


def run(binary, *arguments, status=0, descriptors=(), environment=None, timeout=60):
    done = subprocess.run(
        [binary, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, check=False, stdin=subprocess.DEVNULL,
        pass_fds=descriptors, env={**os.environ, **(environment or {})})
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def check(binary, folder, *arguments, **options):
    return run(binary, "serve", "--check", "--data", folder / "data", *arguments, **options)


def pipe(content):
    reader, writer = os.pipe()
    os.write(writer, content)
    os.close(writer)
    return reader


@pytest.fixture
def key_file(tmp_path):
    file = tmp_path / "key"
    file.write_text(KEY + "\n")
    file.chmod(0o600)
    return file


def credentials(folder, content=KEY):
    """A folder as `LoadCredential=` makes it: the files may be readable for a group, and the folder is closed."""
    folder.mkdir(mode=0o700)
    (folder / "master-key").write_text(content)
    (folder / "master-key").chmod(0o440)
    return {"CREDENTIALS_DIRECTORY": str(folder)}


def test_a_command_is_run_once_in_a_process(binary, tmp_path, key_file):
    runs, log = tmp_path / "runs", tmp_path / "log"
    command = ["--master-key-command", f"echo run >>{shlex.quote(str(runs))} && cat {shlex.quote(str(key_file))}"]
    data = tmp_path / "data"
    with log.open("w") as errors, running_server(binary, data, *command, log=errors):
        assert runs.read_text() == "run\n"
        assert not (data / "master.key").exists()
        # Neither a reload nor a command that the server executes needs the key.
        pid = server_of(data)
        os.kill(pid, signal.SIGHUP)
        eventually(lambda: "Reloaded the settings" in log.read_text())
        run(binary, "projects", "list", "--data", data)
        assert runs.read_text() == "run\n"
    assert KEY not in log.read_text()
    # Without a server, a command reads the same source, and only one with the same key.
    assert "default" in run(binary, "projects", "list", "--data", data, *command)
    assert runs.read_text() == "run\n" * 2
    assert "default" in run(binary, "projects", "list", "--data", data, "--master-key-file", key_file)
    assert "There is no master key in" in run(binary, "projects", "list", "--data", data, status=1)
    other = run(binary, "projects", "list", "--data", data, "--master-key-command", f"echo {OTHER_KEY}", status=1)
    assert "different master key" in other and OTHER_KEY not in other
    # A doctor reads the key for two of its checks.
    run(binary, "doctor", *DOCTOR, "--data", data, *command)
    assert runs.read_text() == "run\n" * 3


def server_of(data):
    """The process that has locked the folder."""
    for process in pathlib.Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"serve" in words and str(data).encode() in words:
                return int(process.name)
    raise AssertionError("the server does not run")


@pytest.mark.parametrize(("command", "text"), [
    ("echo hidden; printf 'denied\\n\\033[31mred' >&2; exit 3", "the command failed with exit status 3: denied | \\u{1b}[31mred."),
    ("kill -9 $$", "the command was ended by signal 9."),
    ("exit 0", "the output of master-key-command is not 32 bytes in Base64."),
    ("echo hidden", "the output of master-key-command is not 32 bytes in Base64."),
    ("head -c 100000 /dev/zero", "the command printed more than 4096 bytes."),
    ("yes >&2 | head -c 1", "is not 32 bytes in Base64."),
    ("/nonexistent/program", "the command failed with exit status 127"),
])
def test_a_command_that_fails_is_explained(binary, tmp_path, command, text):
    if command.startswith("yes"):
        command = "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 5"
        text = "the command failed with exit status 5: " + "x" * 1000 + " …."
    told = check(binary, tmp_path, "--master-key-command", command, "--port", "none", status=78)
    assert "2 problems in the configuration" in told and "port: none is not a number" in told
    assert "master-key-command: " + text in told, told
    assert "hidden" not in told and len(told) < 2500


def test_a_command_that_does_not_end_is_stopped(binary, tmp_path):
    """It takes the 30 seconds of the limit."""
    told = check(
        binary, tmp_path, "--master-key-command", f"echo $$ >{shlex.quote(str(tmp_path / 'pid'))}; echo waiting >&2; sleep 600; true", status=78)
    assert "the command did not end within 30 seconds: waiting." in told
    assert running_in_group((tmp_path / "pid").read_text().strip()) == []


def running_in_group(group):
    """The processes of a group, without those that have ended and that their parent has not asked for."""
    stats = []
    for process in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            stats.append(process.read_text().rsplit(")", 1)[1].split())
        except OSError:
            continue
    return [fields for fields in stats if fields[2] == group and fields[0] != "Z"]


def test_a_descriptor_is_read_once(binary, tmp_path, key_file):
    data = tmp_path / "data"
    reader = pipe(KEY.encode())
    assert "valid" in check(binary, tmp_path, "--master-key-fd", reader, descriptors=[reader])
    os.close(reader)
    with running_server(binary, data, "--master-key-file", str(key_file)):
        pass
    reader = pipe(KEY.encode() + b"\n")
    assert "default" in run(binary, "projects", "list", "--data", data, "--master-key-fd", reader, descriptors=[reader])
    os.close(reader)
    with key_file.open() as file:
        assert "ok    master key: found in the file descriptor" in run(
            binary, "doctor", *DOCTOR, "--data", data, "--master-key-fd", file.fileno(), descriptors=[file.fileno()])


SOURCES = "--master-key-file, --master-key-command, --master-key-fd, LATCHKEY_MASTER_KEY or systemd's credential master-key."


@pytest.mark.parametrize("source", ["file", "command", "descriptor", "environment", "credential"])
def test_the_doctor_asks_the_running_server(binary, tmp_path, key_file, source):
    """Only the server has the key: the environment of the doctor names no source."""
    data, reader = tmp_path / "data", pipe(KEY.encode())
    arguments, environment, place = {
        "file": (["--master-key-file", str(key_file)], {}, f"found in {key_file}"),
        "command": (["--master-key-command", f"cat {shlex.quote(str(key_file))}"], {}, "the output of master-key-command"),
        "descriptor": (["--master-key-fd", "0"], {}, "the file descriptor 0"),
        "environment": ([], {"LATCHKEY_MASTER_KEY": KEY}, "got from LATCHKEY_MASTER_KEY"),
        "credential": ([], credentials(tmp_path / "credentials"), f"found in {tmp_path / 'credentials'}/master-key"),
    }[source]
    with running_server(binary, data, *arguments, environment=environment, stdin=reader):
        told = run(binary, "doctor", "--data", data)
        key = next(line for line in told.splitlines() if "master key: " in line)
        assert key.startswith("ok    master key: ") and place in key, key
        assert f"  master key: {json.loads(run(binary, 'status', '--data', data, '--json'))['masterKey']['id']}, " in key
        if source == "file":
            # The server works, but would not start again.
            key_file.write_text(OTHER_KEY)
            assert f"FAIL  master key: {key_file} contains the key " in doctor_that_fails(binary, data)
            key_file.unlink()
            told = doctor_that_fails(binary, data)
            assert f"FAIL  master key: the server has its key, but cannot start again: There is no master key in {key_file}" in told
            assert SOURCES in told
    os.close(reader)
    # Without the server, the doctor has no key.
    told = doctor_that_fails(binary, data)
    assert f"FAIL  master key: There is no master key in {data}/master.key" in told and SOURCES in told
    told = run(binary, "projects", "list", "--data", data, environment={"LATCHKEY_MASTER_KEY": OTHER_KEY}, status=1)
    assert "different master key" in told and SOURCES in told


def doctor_that_fails(binary, data):
    done = subprocess.run([binary, "doctor", *DOCTOR, "--data", data], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_a_descriptor_that_has_no_key_is_explained(binary, tmp_path):
    assert "the file descriptor 77 is not open, or was read before." in check(binary, tmp_path, "--master-key-fd", 77, status=78)
    assert "master-key-fd: 1 is an output of the server." in check(binary, tmp_path, "--master-key-fd", 1, status=78)
    assert "master-key-fd: x is not a number" in check(binary, tmp_path, "--master-key-fd", "x", status=78)
    for content, text in ((b"x" * 5000, "contains more than 4096 bytes."), (b"secret", "is not 32 bytes in Base64."), (b"", "32 bytes"),
                          (b"\xff" * 32, "32 bytes")):
        reader = pipe(content)
        told = check(binary, tmp_path, "--master-key-fd", reader, descriptors=[reader], status=78)
        os.close(reader)
        assert text in told and "xxx" not in told and "secret" not in told
    # A descriptor of the program itself is not one that it inherited.
    for descriptor in range(3, 10):
        assert "is not open" in check(binary, tmp_path, "--master-key-fd", descriptor, status=78)


def test_credentials_of_systemd_are_used_without_another_source(binary, tmp_path, key_file):
    data, environment = tmp_path / "data", credentials(tmp_path / "credentials")
    with running_server(binary, data, environment=environment):
        assert not (data / "master.key").exists()
    assert "default" in run(binary, "projects", "list", "--data", data, "--master-key-file", key_file)
    assert "default" in run(binary, "projects", "list", "--data", data, environment=environment)
    # A source that is set comes first.
    wrong = credentials(tmp_path / "others", OTHER_KEY)
    assert "different master key" in run(binary, "projects", "list", "--data", data, environment=wrong, status=1)
    assert "default" in run(binary, "projects", "list", "--data", data, "--master-key-file", key_file, environment=wrong)
    bad = credentials(tmp_path / "bad", "x" * 5000)
    assert "is not 32 bytes in Base64." in check(binary, tmp_path, environment=bad, status=78)
    # A folder of credentials for something else.
    assert "valid" in check(binary, tmp_path, environment={"CREDENTIALS_DIRECTORY": str(tmp_path)})


def test_sources_exclude_each_other(binary, tmp_path, key_file):
    ran = tmp_path / "ran"
    told = check(
        binary, tmp_path, "--master-key-file", key_file, "--master-key-command", f"touch {shlex.quote(str(ran))}", "--master-key-fd", 3,
        environment={"LATCHKEY_MASTER_KEY": KEY}, status=78)
    assert "3 problems" in told and KEY not in told and not ran.exists()
    for setting in ("master-key-file", "master-key-command", "master-key-fd"):
        assert f"{setting}: cannot be used together with LATCHKEY_MASTER_KEY. Use one source of the master key." in told
    missing = check(binary, tmp_path, "--master-key-file", tmp_path / "none", "--port", "none", status=78)
    assert "2 problems" in missing and "There is no master key in" in missing
    key_file.chmod(0o644)
    assert "can be read by other users. To fix this, run: chmod 600" in check(binary, tmp_path, "--master-key-file", key_file, status=78)
    told = run(binary, "serve", "--check", "--emulator", "--master-key-command", f"touch {shlex.quote(str(ran))}", status=78)
    assert "master-key-command: is not available in the emulator" in told and not ran.exists()
