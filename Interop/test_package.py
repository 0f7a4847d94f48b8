"""The Debian package is installed, used, upgraded and removed in a Debian system without a compiler; the image runs without an engine."""

import contextlib
import gzip
import hashlib
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import tarfile

import pytest
import requests
import yaml

from debian_root import copy_of, is_debug, make_root
from free_ports import free_port
from postgres_server import running_postgres

pytestmark = pytest.mark.store_in_folder

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "Packaging"


def build(program, folder, **environment):
    subprocess.run(
        [PACKAGING / "build", program, folder], check=True, timeout=300, stdout=subprocess.DEVNULL,
        env={**os.environ, "LATCHKEY_COMPRESSION": "1", **environment})
    return folder


@pytest.fixture(scope="module")
def program(binary, tmp_path_factory):
    """The program without symbols, which in a debug build are most of it."""
    stripped = tmp_path_factory.mktemp("program") / "latchkey"
    subprocess.run(["strip", "--strip-all", "-o", stripped, binary], check=True, timeout=60)
    return stripped


@pytest.fixture(scope="module")
def release(program, tmp_path_factory):
    """The files of a release."""
    return build(program, tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="module")
def package(release):
    return next(release.glob("*.deb"))


@pytest.fixture(scope="module")
def installed(binary, package, tmp_path_factory):
    """A root with the installed package."""
    if os.geteuid() != 0:
        pytest.skip("chroot and debootstrap need root")
    root = make_root(tmp_path_factory.mktemp("root") / "debian", binary)
    root.run("dpkg", "--install", root.bring(package))
    return root


@pytest.fixture
def root(installed, tmp_path):
    with copy_of(installed, tmp_path / "debian") as root:
        yield root


def served(root, *arguments):
    """Starts the server with the settings of its service; returns the process."""
    command = [
        *root.entering("latchkey"), "latchkey", "serve", "--config", "/etc/latchkey/latchkey.yaml", "--port", "0", "--database-port", "0",
        "--json", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=root.environment)


def ready(process):
    assert select.select([process.stdout], [], [], 60)[0], "the server did not start within a minute"
    return json.loads(process.stdout.readline())


def stop(process):
    process.terminate()
    assert process.wait(timeout=30) == 0


def sign_up(line):
    created = requests.post(
        f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": "ann@example.org", "password": "correct horse"}, timeout=60)
    assert created.status_code == 200, created.text
    return created.json()["localId"]


def users(root):
    listed = root.run("latchkey", "users", "list", "--json", "--data", "/var/lib/latchkey", user="latchkey")
    return [user["uid"] for user in json.loads(listed)["users"]]


def test_the_installed_server_answers(root):
    assert root.run("latchkey", "--version").strip() == root.run("dpkg-query", "--show", "--showformat=${Version}", "latchkey").strip()
    process = served(root)
    line = ready(process)
    try:
        assert requests.get(line["url"] + "/readyz", timeout=60).status_code == 200
        uid = sign_up(line)
        assert users(root) == [uid]
    finally:
        stop(process)
    assert root.path("/var/lib/latchkey").stat().st_mode & 0o777 == 0o700
    assert root.path("/etc/latchkey").stat().st_mode & 0o777 == 0o750


def test_the_demo_passes(root):
    assert "12 steps, 12 passed" in root.run("latchkey", "demo", user="latchkey", environment={"HOME": "/tmp"})


def test_a_release_needs_only_what_the_package_depends_on(binary, installed):
    if is_debug(binary):
        pytest.skip("a debug build loads Swift's libraries")
    assert "not found" not in installed.run("ldd", "/usr/bin/latchkey")


def repackaged(package, version, folder):
    """The same package with another version."""
    tree = folder / "tree"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True, timeout=60)
    control = tree / "DEBIAN" / "control"
    control.write_text(re.sub(r"(?m)^Version: .*$", f"Version: {version}", control.read_text()))
    yaml_file = tree / "etc" / "latchkey" / "latchkey.yaml"
    yaml_file.write_text(yaml_file.read_text() + "# A line of a newer version.\n")
    file = folder / f"latchkey_{version}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, file], check=True, timeout=120, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return file


def test_an_upgrade_keeps_accounts_and_settings(root, package, tmp_path):
    process = served(root)
    try:
        uid = sign_up(ready(process))
    finally:
        stop(process)
    settings = root.path("/etc/latchkey/latchkey.yaml")
    settings.write_text(settings.read_text() + "log-level: warning\n")
    root.run("dpkg", "--force-confold", "--install", root.bring(repackaged(package, "99.0.0", tmp_path)))
    assert root.run("dpkg-query", "--show", "--showformat=${Version}", "latchkey") == "99.0.0"
    assert "log-level: warning" in settings.read_text()
    assert users(root) == [uid]


def used_and_removed(root):
    process = served(root)
    ready(process)
    stop(process)
    root.run("dpkg", "--remove", "latchkey")
    assert root.path("/var/lib/latchkey/latchkey.db").exists()


def test_a_purge_without_an_answer_keeps_the_data(root):
    used_and_removed(root)
    assert "still in /var/lib/latchkey" in root.run("dpkg", "--purge", "latchkey")
    assert root.path("/var/lib/latchkey/latchkey.db").exists()
    assert not root.path("/etc/latchkey").exists()
    assert "latchkey:" in root.path("/etc/passwd").read_text()


def test_a_purge_asks_and_then_deletes_everything(root):
    used_and_removed(root)
    # The text interface of debconf reads the answer from standard input. It is the same question as at a terminal.
    said = root.run(
        "dpkg", "--purge", "latchkey", typed="yes\n", environment={"DEBIAN_FRONTEND": "readline", "TERM": "dumb", "DEBCONF_NOWARNINGS": "yes"})
    assert "Delete all accounts and databases of Latchkey?" in said
    assert not root.path("/var/lib/latchkey").exists()
    assert "latchkey:" not in root.path("/etc/passwd").read_text()


def test_a_purge_keeps_what_the_administrator_made_for_root_alone(root):
    root.path("/etc/latchkey/environment").write_text("LATCHKEY_SMTP_PASSWORD=secret\n")
    root.run("dpkg", "--remove", "latchkey")
    root.run("debconf-set-selections", typed="latchkey latchkey/remove-data boolean true\n")
    assert "still in /etc/latchkey" in root.run("dpkg", "--purge", "latchkey")
    folder = root.path("/etc/latchkey").stat()
    assert (folder.st_mode & 0o777, folder.st_uid, folder.st_gid) == (0o700, 0, 0)


def test_a_purge_empties_a_folder_on_a_disk_of_its_own(root):
    used_and_removed(root)
    root.path("/srv/disk").mkdir()
    root.run("sh", "-c", "mv /var/lib/latchkey/* /srv/disk && rmdir /var/lib/latchkey && ln -s /srv/disk /var/lib/latchkey")
    root.run("debconf-set-selections", typed="latchkey latchkey/remove-data boolean true\n")
    root.run("dpkg", "--purge", "latchkey")
    assert list(root.path("/srv/disk").iterdir()) == []
    assert not root.path("/var/lib/latchkey").is_symlink()


# Settings that contradict the service: they need another folder, or store nothing.
FOR_DEVELOPMENT = {
    "sandbox", "sandbox-port", "sandbox-tls-port", "emulator", "project", "emulator-allow-network", "emulator-allow-origin",
    "single-project", "import", "export-on-exit"}


def test_the_settings_file_has_every_setting(binary):
    dumped = subprocess.run([binary, "--experimental-dump-help"], capture_output=True, check=True, timeout=60).stdout
    serve = next(command for command in json.loads(dumped)["command"]["subcommands"] if command["commandName"] == "serve")
    settings = {argument["preferredName"]["name"] for argument in serve["arguments"]} - {"config", "check", "json", "version", "help"}
    lines = (PACKAGING / "latchkey.yaml").read_text().splitlines()
    # A commented setting has no space after the mark.
    values = yaml.safe_load("\n".join(line.removeprefix("#") for line in lines if not line.startswith("# ")))
    assert values.keys() == settings - FOR_DEVELOPMENT
    assert FOR_DEVELOPMENT <= settings
    assert yaml.safe_load("\n".join(lines)) == {"data": "/var/lib/latchkey"}


def test_a_setting_is_checked_without_a_start(root):
    check = ["latchkey", "serve", "--check", "--config", "/etc/latchkey/latchkey.yaml"]
    assert "The settings are valid." in root.run(*check, user="latchkey")
    settings = root.path("/etc/latchkey/latchkey.yaml")
    settings.write_text(settings.read_text() + "port: 99999\n")
    assert "99999 is not a number from 0 to 65535" in root.run(*check, user="latchkey", status=78)


def test_the_service_is_confined():
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", PACKAGING / "latchkey.service"], capture_output=True, text=True,
        timeout=60, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_units_are_valid(tmp_path):
    service = (PACKAGING / "latchkey.service").read_text().replace("/usr/bin/latchkey", "/bin/true")
    (tmp_path / "latchkey.service").write_text(service)
    shutil.copy(PACKAGING / "latchkey.socket", tmp_path)
    units = [tmp_path / "latchkey.service", tmp_path / "latchkey.socket"]
    told = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_the_commands_of_the_service_are_in_a_minimal_system(installed):
    """The package depends on none of them."""
    commands = re.findall(r"(?m)^Exec\w+=(\S+)", (PACKAGING / "latchkey.service").read_text())
    assert len(commands) == 2
    for command in commands:
        installed.run("test", "-x", command)


def test_the_service_may_lower_the_priority_of_hashing():
    """Without it, the server works, but hashing takes the processors from other requests."""
    filters = [
        line.partition("=")[2] for line in (PACKAGING / "latchkey.service").read_text().splitlines() if line.startswith("SystemCallFilter=")]
    assert filters[0] == "@system-service"
    for group in [name for line in filters[1:] for name in line.removeprefix("~").split()]:
        listed = subprocess.run(["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True, timeout=60).stdout
        assert not {"setpriority", "setrlimit", "prlimit64"} & set(listed.split()), group


def test_the_same_program_gives_the_same_bytes_and_a_signature(program, release, tmp_path):
    key, signers = tmp_path / "key", tmp_path / "signers"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True, timeout=60)
    signers.write_text("releases " + (tmp_path / "key.pub").read_text())
    again = build(program, tmp_path / "release", LATCHKEY_SIGNING_KEY=str(key))
    for file in release.iterdir():
        assert file.read_bytes() == (again / file.name).read_bytes(), file.name

    sums = (again / "SHA256SUMS").read_bytes()
    for line in sums.decode().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((again / name).read_bytes()).hexdigest() == digest
    verify = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", "releases", "-n", "file", "-s", again / "SHA256SUMS.sig"]
    assert subprocess.run(verify, input=sums, capture_output=True, timeout=60, check=False).returncode == 0
    assert subprocess.run(verify, input=sums + b"\n", capture_output=True, timeout=60, check=False).returncode != 0


def test_the_tarball_has_program_manual_and_licenses(release):
    with tarfile.open(next(release.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
        prefix = archive.getnames()[0].split("/")[0]
        manual = gzip.decompress(archive.extractfile(f"{prefix}/man/latchkey-users-import.1.gz").read()).decode()
        licenses = archive.extractfile(f"{prefix}/THIRD-PARTY-LICENSES").read().decode()
        assert archive.getmember(f"{prefix}/latchkey").mode == 0o755
    assert {"latchkey", "LICENSE", "latchkey.yaml", "latchkey.service", "latchkey.socket", "completions/_latchkey", "docs/operate.md", "deploy/prometheus-rules.yaml"} <= names
    assert "\\-\\-hash\\-config" in manual
    assert "swift-nio " in licenses and "sqlite3 " in licenses
    assert "codemirror-js " in licenses and "Copyright: 2017 Marijn Haverbeke" in licenses


def test_the_pages_of_the_tarball_link_to_pages_that_it_contains(release):
    with tarfile.open(next(release.glob("*.tar.gz"))) as archive:
        names = {os.path.normpath(name) for name in archive.getnames()}
        pages = [name for name in names if re.search(r"/(docs|deploy)/[^/]+\.md$", name)]
        links = {
            os.path.normpath(os.path.join(os.path.dirname(page), link))
            for page in pages for link in re.findall(r"\]\((\.\./[^)#/]+\.md|[^):#]+\.md)", archive.extractfile(page).read().decode())}
    sources = re.compile(r"[^/]+/(Examples|Sources)/")
    assert len(pages) > 20
    assert {link for link in links - names if not sources.match(link)} == set()


def unpack(image, layout, folder):
    """Unpacks the layers of an image into a folder; returns its configuration."""
    layout.mkdir()
    folder.mkdir()
    subprocess.run(["tar", "--extract", "--file", image, "--directory", layout], check=True, timeout=60)

    def blob(descriptor):
        content = (layout / "blobs" / descriptor["digest"].replace(":", "/")).read_bytes()
        assert "sha256:" + hashlib.sha256(content).hexdigest() == descriptor["digest"]
        return content

    manifest = json.loads(blob(json.loads((layout / "index.json").read_text())["manifests"][0]))
    for layer in manifest["layers"]:
        subprocess.run(["tar", "--extract", "--gzip", "--directory", folder, "--same-owner"], input=blob(layer), check=True, timeout=60)
    return json.loads(blob(manifest["config"]))["config"]


@pytest.fixture
def image(release, tmp_path):
    """The image's configuration, and its layers in a folder."""
    if os.geteuid() != 0:
        pytest.skip("chroot needs root")
    folder = tmp_path / "image"
    yield unpack(next(release.glob("*-oci-*.tar")), tmp_path / "layout", folder), folder
    shutil.rmtree(folder)


@contextlib.contextmanager
def running_image(config, folder, *arguments, environment=None):
    """Runs the image as an engine does: as its user, with a read-only root and an empty volume; yields the process."""
    (folder / "proc").mkdir()
    inside = 'mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount -t tmpfs -o mode=700,uid=65532,gid=65532 data "$0/var/lib/latchkey"'
    inside += ' && mount -o remount,bind,ro "$0" && exec chroot --userspec="$@"'
    command = [
        "unshare", "--mount", "sh", "-c", inside, str(folder), config["User"], str(folder), *config["Entrypoint"], *config["Cmd"],
        "--insecure-http", "--port", "0", "--database-port", "0", "--json", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=image_environment(config) | (environment or {}))
    try:
        yield process
    finally:
        stop(process)
    assert list((folder / "var/lib/latchkey").iterdir()) == [], "the data was on another file system"


def image_environment(config):
    return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"} | dict(variable.split("=", 1) for variable in config["Env"])


def test_the_image_serves_as_another_user_from_a_read_only_root(image):
    config, folder = image
    assert (config["User"], config["Entrypoint"], config["Cmd"]) == ("65532:65532", ["/usr/bin/latchkey"], ["serve"])
    assert (folder / "var/lib/latchkey").stat().st_mode & 0o777 == 0o700
    assert not (folder / "bin").exists() and not (folder / "usr/bin/sh").exists()
    # Without it, SQLite finds no folder for temporary files, and large changes such as imports fail.
    assert image_environment(config)["SQLITE_TMPDIR"] in config["Volumes"]
    with running_image(config, folder) as process:
        port = ready(process)["url"].rsplit(":", 1)[1]
        assert requests.get(f"http://127.0.0.1:{port}/readyz", timeout=60).status_code == 200
        # The health check of the image, as an engine runs it: in the namespaces of the container.
        check = ["nsenter", f"--target={process.pid}", "--mount", "chroot", f"--userspec={config['User']}", str(folder)]
        assert config["Healthcheck"]["Test"][0] == "CMD"
        told = subprocess.run(
            [*check, *config["Healthcheck"]["Test"][1:]], capture_output=True, text=True, timeout=60, check=False,
            env=image_environment(config))
        assert told.returncode == 0 and "ready" in told.stdout, told.stderr


def test_the_image_opens_a_store_in_postgresql(image):
    config, folder = image
    port = free_port()
    with running_postgres(port) as postgres:
        postgres.run("postgres", "CREATE ROLE latchkey_server LOGIN PASSWORD 'long password'")
        postgres.run("postgres", "CREATE DATABASE latchkey OWNER latchkey_server")
        store = f"postgres://latchkey_server@127.0.0.1:{port}/latchkey?sslmode=disable"
        with running_image(
                config, folder, "--store", store, "--may-lose-writes", environment={"LATCHKEY_STORE_PASSWORD": "long password"}) as process:
            assert requests.get(ready(process)["url"] + "/readyz", timeout=60).status_code == 200
        assert postgres.run("latchkey", "SELECT count(*) FROM project") != "0"


def test_a_program_in_the_image_may_end_its_main_thread(tmp_path):
    """As the release build does. glibc then loads a library by name, which only a debug build lists among its own."""
    if os.geteuid() != 0:
        pytest.skip("chroot needs root")
    source = "#include <pthread.h>\n#include <stdio.h>\nint main(int n, char **word) { if (n > 1) puts(\"1.0.0\"); pthread_exit(0); }"
    subprocess.run(["gcc", "-x", "c", "-", "-o", tmp_path / "program"], input=source, text=True, check=True, timeout=60)
    subprocess.run([PACKAGING / "image", tmp_path / "program", tmp_path / "image.tar"], check=True, timeout=60)
    unpack(tmp_path / "image.tar", tmp_path / "layout", tmp_path / "image")
    subprocess.run(["chroot", tmp_path / "image", "/usr/bin/latchkey"], check=True, timeout=60)


def test_the_list_of_components_names_the_dependencies(release):
    listed = json.loads(next(release.glob("*.cdx.json")).read_text())
    names = {component["name"] for component in listed["components"]}
    assert {"swift", "hummingbird", "GRDB.swift", "sqlite3", "argon2", "codemirror-js"} <= names
    assert listed["metadata"]["component"]["name"] == "latchkey"
