"""A folder as a power failure leaves it: with what a program synced, and any part of what it did not."""

import pathlib
import random
import shutil
import struct
import subprocess

SOURCE = pathlib.Path(__file__).with_suffix(".c")
HEADER = struct.Struct("=IIQQ")
WRITE, TRUNCATE, SYNC, RENAME, UNLINK = 1, 2, 3, 4, 5
SECTOR = 512


class ForgetfulDisk:
    """Records the writes and syncs of a program below a folder, by a library that the program loads first."""

    def __init__(self, folder, scratch):
        self.folder, self.journal = folder, scratch / "journal"
        library = scratch / "forgetful_disk.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, SOURCE], check=True, timeout=60)
        self.environment = {
            "LD_PRELOAD": str(library), "FORGETFUL_FOLDER": str(folder), "FORGETFUL_JOURNAL": str(self.journal)}

    def records(self):
        data, at = memoryview(self.journal.read_bytes()), 0
        while at + HEADER.size <= len(data):
            kind, path_bytes, data_bytes, offset = HEADER.unpack_from(data, at)
            at += HEADER.size
            path = bytes(data[at:at + path_bytes]).decode()
            yield kind, path, offset, bytes(data[at + path_bytes:at + path_bytes + data_bytes])
            at += path_bytes + data_bytes

    def rebuild(self, target, share, seed=0):
        """Writes the folder to `target`: what was synced, and each other sector and operation with the probability `share`."""
        chance = random.Random(seed)
        files = {}
        for kind, path, offset, data in self.records():
            if kind == RENAME:
                # Recorded only if the folder was synced afterwards, or by chance.
                files.setdefault(path, _File()).pending.append((RENAME, 0, data.decode()))
            elif kind == UNLINK:
                files.setdefault(path, _File()).pending.append((UNLINK, 0, b""))
            elif kind == SYNC and path in map(str, {self.folder, *self.folder.parents}):
                _sync_names(files, path)
            elif kind == SYNC:
                files.setdefault(path, _File()).sync()
            else:
                files.setdefault(path, _File()).pending.append((kind, offset, data))
        names = dict(files)
        for path, file in files.items():
            for kind, offset, data in file.pending:
                file.apply(kind, offset, data, chance, share)
                if kind == RENAME and chance.random() < share:
                    names[data] = names.pop(path, file)
                elif kind == UNLINK and chance.random() < share:
                    names.pop(path, None)
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(mode=0o700)
        for path, file in names.items():
            if file.isNamed or chance.random() < share:
                (target / pathlib.Path(path).relative_to(self.folder)).write_bytes(file.content)
        for path in target.iterdir():
            path.chmod(0o600)


def _sync_names(files, folder):
    """Carries out the changes of names in a folder that was synced."""
    for path, file in list(files.items()):
        if str(pathlib.Path(path).parent) != folder:
            continue
        file.isNamed = True
        changes = [change for change in file.pending if change[0] in (RENAME, UNLINK)]
        file.pending = [change for change in file.pending if change[0] not in (RENAME, UNLINK)]
        for kind, _, target in changes:
            del files[path]
            if kind == RENAME:
                files[target], path = file, target


class _File:
    def __init__(self):
        self.content, self.pending, self.isNamed = bytearray(), [], False

    def sync(self):
        names = []
        for change in self.pending:
            if change[0] in (RENAME, UNLINK):
                names.append(change)
            else:
                self.apply(*change, None, 1)
        self.pending = names

    def apply(self, kind, offset, data, chance, share):
        if kind == TRUNCATE and (share == 1 or chance.random() < share):
            del self.content[offset:]
            self.content.extend(bytes(offset - len(self.content)))
        elif kind == WRITE:
            for start in range(0, len(data), SECTOR):
                if share == 1 or chance.random() < share:
                    part, at = data[start:start + SECTOR], offset + start
                    self.content.extend(bytes(max(0, at - len(self.content))))
                    self.content[at:at + len(part)] = part
