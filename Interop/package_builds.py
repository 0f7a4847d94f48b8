"""Builds packages that depend on Latchkey, such as the examples, with the dependencies that `make test` has compiled.

SwiftPM compiles a dependency again if its path differs. So these packages are built in Latchkey's own build folder, under an overlay that writes
every change to `.build-packages`.
"""

import fcntl
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
FOLDER = ROOT / ".build-packages"
CHANGES, WORK, STAMP, PROGRAMS = FOLDER / "changes", FOLDER / "work", FOLDER / "stamp", FOLDER / "programs"
MOUNT = 'mount -t overlay overlay -o "userxattr,lowerdir=$1,upperdir=$2,workdir=$3" "$1" && shift 3 && exec "$@"'


def build(package, program):
    """Builds a package; returns the path of its program and the output of the build."""
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _remove_changes_of_an_earlier_build()
        # The versions that are compiled already.
        if (ROOT / "Package.resolved").exists():
            shutil.copy(ROOT / "Package.resolved", package)
        if _overlay_works():
            built, scratch = _swift_build(package, BUILD, _under_overlay()), CHANGES
            _make_work_folder_removable()
        else:
            scratch = FOLDER / "separate"
            built = _swift_build(package, scratch, [])
        assert built.returncode == 0, built.stdout[-4000:] + built.stderr[-4000:]
        # A later build may remove the changes, or write a new program while this one runs.
        new = PROGRAMS / f"{program}.new"
        shutil.copy(next(scratch.glob(f"*-*/debug/{program}")), new)
        return new.replace(PROGRAMS / program), built.stdout


def _swift_build(package, scratch, prefix):
    # SwiftPM compiles everything again for other flags.
    flags = os.environ.get("LATCHKEY_COMPILER_FLAGS", "-Xcc -O2").split()
    # SwiftPM passes traits on in a random order unless this variable is set, and would compile everything again.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    command = [*prefix, "swift", "build", "--package-path", str(package), "--scratch-path", str(scratch), *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=1800, env=environment)


def _under_overlay():
    """Returns the command that runs another one in its own mount namespace, in which nothing changes Latchkey's build."""
    rights = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *rights, "--mount", "sh", "-c", MOUNT, "_", BUILD, CHANGES, WORK]


def _overlay_works():
    """Some containers forbid mounts. In a user namespace, a file that belongs to another user or group cannot be changed."""
    database = BUILD / "build.db"
    if not database.exists() or shutil.which("unshare") is None:
        return False
    return subprocess.run([*_under_overlay(), "touch", "-c", database], capture_output=True, timeout=60).returncode == 0


def _remove_changes_of_an_earlier_build():
    """Files of an earlier overlay, such as `build.db`, would hide those of a newer build."""
    database = BUILD / "build.db"
    stamp = str(database.stat().st_mtime_ns) if database.exists() else ""
    _make_work_folder_removable()
    for folder in (CHANGES, WORK):
        if folder.exists() and not (STAMP.exists() and STAMP.read_text() == stamp):
            shutil.rmtree(folder)
        folder.mkdir(exist_ok=True)
    STAMP.write_text(stamp)


def _make_work_folder_removable():
    """The kernel leaves a folder without permissions, which `make clean` could not remove."""
    left = WORK / "work"
    if left.exists():
        left.chmod(0o700)
