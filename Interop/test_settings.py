"""Settings that name files: certificates that do not fit are explained, and files of other users."""

import os
import pathlib
import subprocess
import tempfile

import pytest
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption

from certificates import certificate, new_key, private


KEY, OTHER_KEY = new_key(), new_key()


@pytest.mark.parametrize(("chain", "key", "problem"), [
    (certificate(KEY), private(KEY), None),
    (certificate(KEY), private(OTHER_KEY), "tls-key: {key} does not belong to the certificate in {chain}."),
    (certificate(KEY), private(KEY, BestAvailableEncryption(b"phrase")), "tls-key: {key} contains no private key in PEM, or an encrypted one."),
    (certificate(KEY), b"", "tls-key: {key} contains no private key in PEM"),
    (private(KEY), certificate(KEY), "tls-cert: {chain} contains no certificate in PEM."),
    (b"", private(KEY), "tls-cert: {chain} contains no certificate in PEM."),
    (b"-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n", private(KEY), "tls-cert: {chain} contains no certificate in PEM."),
    (None, private(KEY), "tls-cert: {chain} does not exist"),
], ids=["good", "another key", "encrypted", "empty key", "swapped", "empty chain", "nonsense", "missing"])
def test_a_certificate_that_cannot_be_used_is_explained(binary, tmp_path, chain, key, problem):
    files = {"chain": tmp_path / "cert.pem", "key": tmp_path / "key.pem"}
    for name, content in (("chain", chain), ("key", key)):
        if content is not None:
            files[name].write_bytes(content)
    done = subprocess.run(
        [binary, "serve", "--check", "--data", tmp_path / "data", "--tls-cert", files["chain"], "--tls-key", files["key"]],
        capture_output=True, text=True, timeout=60, check=False)
    if problem is None:
        assert done.returncode == 0 and "The settings are valid." in done.stdout, done.stderr
    else:
        assert done.returncode == 78
        assert problem.format(**files) in done.stderr, done.stderr
        assert "1 problem" in done.stderr


@pytest.fixture
def open_folder():
    """A folder that other users can enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield pathlib.Path(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_files_of_another_user_are_explained(binary, open_folder):
    def run(*arguments):
        command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", binary, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd="/")

    if run("--version").returncode != 0:
        pytest.skip("the program is in a folder that is closed to other users")
    data = open_folder / "data"
    data.mkdir(mode=0o700)
    settings, password = open_folder / "latchkey.yaml", open_folder / "password"
    settings.write_text("port: 1\n")
    settings.chmod(0o600)
    password.write_text("secret\n")
    password.chmod(0o644)
    assert "is closed to the user nobody. Run the command as its owner: sudo -u root" in run("users", "list", "--data", data).stderr
    assert "cannot be read by the user nobody" in run("serve", "--check", "--config", settings).stderr
    mail = ["--smtp-url", "smtp://u@h", "--mail-from", "a@b.example", "--smtp-password-file", password]
    assert f"chown nobody {password} && chmod 600 {password}" in run("serve", "--check", *mail).stderr
