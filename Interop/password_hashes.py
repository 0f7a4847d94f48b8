"""Password hashes of every algorithm that Firebase imports, made by third-party programs.

To print the known answers of `HashSchemeTests.swift`, run: .venv/bin/python Interop/password_hashes.py

"""

import base64
import hashlib
import hmac

import argon2.low_level
import bcrypt
import passlib.hash
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

PASSWORD = "pässwörd with spaces"
SALT = bytes(range(1, 17))
KEY = b"a signer key that nobody guesses"
FIREBASE_KEY = base64.b64decode("jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==")
SEPARATOR = b"\x07"


def firebase_scrypt(password, salt, key=FIREBASE_KEY, separator=SEPARATOR, rounds=8, memory=14):
    """Firebase's modified scrypt: hashlib's scrypt, then AES of the `cryptography` package."""
    derived = hashlib.scrypt(
        password, salt=salt + separator, n=1 << memory, r=rounds, p=1, dklen=64, maxmem=1 << 27)
    encryptor = Cipher(algorithms.AES(derived[:32]), modes.CTR(bytes(16))).encryptor()
    return encryptor.update(key) + encryptor.finalize()


def digest(name, text, rounds):
    for _ in range(max(1, rounds)):
        text = hashlib.new(name, text).digest()
    return text


def examples(password=PASSWORD, salt=SALT):
    """(name, hash parameters as `accounts:batchCreate` accepts them, hash, salt) for each algorithm."""
    secret = password.encode()

    def made(algorithm, hashed, hash_salt=salt, **parameters):
        for member in ("signerKey", "saltSeparator"):
            if member in parameters:
                parameters[member] = base64.b64encode(parameters[member]).decode()
        return {"hashAlgorithm": algorithm, **parameters}, hashed, hash_salt

    for bits, name in (("SHA512", "sha512"), ("SHA256", "sha256"), ("SHA1", "sha1"), ("MD5", "md5")):
        yield made(f"HMAC_{bits}", hmac.new(KEY, secret + salt, name).digest(), signerKey=KEY)
    yield made(
        "HMAC_SHA256", hmac.new(KEY, salt + secret, "sha256").digest(), signerKey=KEY, passwordHashOrder="SALT_AND_PASSWORD")
    yield made("SHA512", digest("sha512", salt + secret, 1), rounds=1)
    yield made("SHA256", digest("sha256", salt + secret, 1000), rounds=1000)
    yield made("SHA256", digest("sha256", secret + salt, 1), rounds=1, passwordHashOrder="PASSWORD_AND_SALT")
    yield made("SHA1", digest("sha1", salt + secret, 5), rounds=5)
    yield made("MD5", hashlib.md5(salt + secret).hexdigest().encode(), rounds=0)
    yield made("MD5", digest("md5", salt + secret, 3), rounds=3)
    yield made("PBKDF_SHA1", hashlib.pbkdf2_hmac("sha1", secret, salt, 1000, 32), rounds=1000)
    passlib_pbkdf2 = passlib.hash.pbkdf2_sha256.using(rounds=29000, salt=salt).hash(password)
    yield made("PBKDF2_SHA256", passlib.hash.pbkdf2_sha256.from_string(passlib_pbkdf2).checksum, rounds=29000)
    yield made("PBKDF2_SHA256", hashlib.pbkdf2_hmac("sha256", secret, salt, 100000, 64), rounds=100000)
    yield made(
        "SCRYPT", firebase_scrypt(secret, salt), signerKey=FIREBASE_KEY, saltSeparator=SEPARATOR, rounds=8, memoryCost=14)
    yield made(
        "STANDARD_SCRYPT", hashlib.scrypt(secret, salt=salt, n=1024, r=8, p=16, dklen=64),
        cpuMemCost=1024, parallelization=16, blockSize=8, dkLen=64)
    yield made(
        "STANDARD_SCRYPT", hashlib.scrypt(secret, salt=salt, n=65536, r=8, p=1, dklen=32, maxmem=1 << 27),
        cpuMemCost=65536, parallelization=1, blockSize=8, dkLen=32)
    yield made("BCRYPT", bcrypt.hashpw(secret, bcrypt.gensalt(5, b"2a")), b"")
    yield made("BCRYPT", bcrypt.hashpw(secret, bcrypt.gensalt(10)), b"")
    yield made("BCRYPT", bcrypt.hashpw(secret, bcrypt.gensalt(4)).replace(b"$2b$", b"$2y$"), b"")
    for kind, wire, version, wire_version in (
        (argon2.low_level.Type.ID, "ARGON2_ID", 19, "VERSION_13"), (argon2.low_level.Type.I, "ARGON2_I", 16, "VERSION_10"),
        (argon2.low_level.Type.D, "ARGON2_D", 19, "VERSION_13"),
    ):
        hashed = argon2.low_level.hash_secret_raw(
            secret, salt, time_cost=3, memory_cost=1024, parallelism=2, hash_len=32, type=kind, version=version)
        yield made("ARGON2", hashed, argon2Parameters={
            "hashLengthBytes": 32, "hashType": wire, "parallelism": 2, "iterations": 3, "memoryCostKib": 1024,
            "version": wire_version})


def as_swift():
    """The examples as rows of a Swift table, with the parameters as JSON."""
    import json

    for parameters, hashed, salt in examples():
        text = json.dumps(parameters, sort_keys=True)
        yield f'(#"{text}"#, "{base64.b64encode(hashed).decode()}", "{base64.b64encode(salt).decode()}"),'


if __name__ == "__main__":
    print("\n".join(as_swift()))
