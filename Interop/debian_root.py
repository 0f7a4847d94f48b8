"""A Debian system in a folder, without a compiler and `-dev` packages, in which packages are installed and programs run."""

import contextlib
import os
import pathlib
import shutil
import subprocess

# What a debug build of the program loads, and a release build contains.
DEBUG_LIBRARIES = ["libsqlite3-0", "libargon2-1", "libcrypt1", "zlib1g", "libstdc++6"]


class DebianRoot:
    def __init__(self, folder):
        self.folder = folder

    def run(self, *command, user=None, status=0, typed=None, environment=None):
        """Runs a command in the root; returns its output."""
        done = subprocess.run(
            [*self.entering(user), *map(str, command)], capture_output=True, text=True, input=typed, timeout=300, check=False,
            env=self.environment | (environment or {}))
        assert done.returncode == status, f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def entering(self, user=None):
        """The beginning of a command in the root. Swift reads a program's arguments in /proc."""
        identity = [f"--userspec={user}:{user}"] if user else []
        return ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$@"', str(self.folder), *identity, str(self.folder)]

    @property
    def environment(self):
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "HOME": "/root"}

    def path(self, path):
        return self.folder / path.lstrip("/")

    def bring(self, file):
        """Copies a file into the root; returns its path there."""
        shutil.copy(file, self.path("/tmp"))
        return f"/tmp/{pathlib.Path(file).name}"


def is_debug(program):
    return any("libswiftCore.so" in line for line in _loaded(program))


def _loaded(program):
    """The shared libraries that a program loads, a line each."""
    return subprocess.run(["ldd", program], capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()


def make_root(folder, program):
    """Makes a root with what the package depends on. A root for a debug build also gets the libraries of the Swift toolchain."""
    packages = ["adduser", "ca-certificates", "debconf", "init-system-helpers", "libssl3", *(DEBUG_LIBRARIES if is_debug(program) else [])]
    subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={','.join(packages)}", _codename(), str(folder), _mirror()],
        check=True, timeout=900, stdout=subprocess.DEVNULL)
    root = DebianRoot(folder)
    for file in {line.split(" => ")[1].split(" (")[0] for line in _loaded(program) if "/swift/" in line and " => " in line}:
        root.path(file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, root.path(file))
    return root


@contextlib.contextmanager
def copy_of(root, folder):
    """The same root again, so that a test can change it."""
    subprocess.run(["cp", "--archive", "--reflink=auto", str(root.folder), str(folder)], check=True, timeout=300)
    try:
        yield DebianRoot(folder)
    finally:
        shutil.rmtree(folder)


def _codename():
    for line in pathlib.Path("/etc/os-release").read_text().splitlines():
        if line.startswith("VERSION_CODENAME="):
            return line.partition("=")[2]
    raise AssertionError("this is not a release of Debian")


def _mirror():
    """The mirror that this machine gets its own packages from."""
    list_mirrors = [
        "apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", f"Codename: {_codename()}", "Label: Debian"]
    for command in (list_mirrors, ["apt-get", "update", "--quiet=2"], list_mirrors):
        # Without the lists of packages, which an image may lack, there are no mirrors.
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300, env={**os.environ, "LC_ALL": "C"})
        if command is list_mirrors and done.stdout:
            return done.stdout.splitlines()[0]
    raise AssertionError("apt-get knows no mirror")
