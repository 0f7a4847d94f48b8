"""Reads and writes sealed values by their documented form, with an independent implementation of AES-GCM."""

import base64
import hashlib
import os
import pathlib
import re
import sqlite3

from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def key_of(text):
    return base64.urlsafe_b64decode(text.strip().replace("+", "-").replace("/", "_") + "=" * (-len(text.strip()) % 4))


def keys_in(file):
    """The keys of a file, as bytes."""
    return [key_of(line) for line in pathlib.Path(file).read_text().split()]


def header(key):
    return b"\x01" + hashlib.sha256(b"latchkey master key" + key).digest()[:4]


def _authenticated(key, place):
    return header(key) + b"".join(b"%d:%s" % (len(part.encode()), part.encode()) for part in place)


def seal(key, clear, *place):
    """Seals a value for a place: project, table, row and column."""
    nonce = os.urandom(12)
    return header(key) + nonce + AESGCM(key).encrypt(nonce, clear, _authenticated(key, place))


def unseal(key, value, *place):
    assert value[:5] == header(key), "sealed with another key"
    return AESGCM(key).decrypt(value[5:17], value[17:], _authenticated(key, place))


def sealed_columns(database):
    """The columns of all tables whose names say that they contain sealed values."""
    tables = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return [(table, column[1]) for table in tables for column in database.execute(f"PRAGMA table_info({table})")
            if re.fullmatch("sealed_.*", column[1])]


def headers(folder):
    """The number of sealed values for each header."""
    with sqlite3.connect(pathlib.Path(folder) / "latchkey.db") as database:
        counts = {}
        for table, column in sealed_columns(database):
            rows = database.execute(f"SELECT substr({column}, 1, 5), count(*) FROM {table} WHERE {column} IS NOT NULL GROUP BY 1")
            for start, count in rows:
                counts[start] = counts.get(start, 0) + count
    database.close()
    return counts
