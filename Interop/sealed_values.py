"""Reads and writes sealed values by their documented form, with an independent implementation of AES-GCM."""

import base64
import collections
import hashlib
import os
import pathlib

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from stored_tables import stored_tables


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


def headers(folder):
    """The number of sealed values for each header."""
    counts = collections.Counter()
    with stored_tables(folder) as store:
        for table, column in store.columns():
            if column.startswith("sealed_"):
                sql = f"SELECT substr({column}, 1, 5), count(*) FROM {table} WHERE {column} IS NOT NULL GROUP BY 1"
                counts.update(dict(store.execute(sql).fetchall()))
    return counts
