"""Custom tokens signed by Google's library with the file that `latchkey service-accounts create` prints."""

import json
import subprocess
import time

import requests
from google.auth import jwt as google_jwt
from google.oauth2 import service_account

AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"


def test_google_auth_reads_the_file_and_signs_people_in(binary, server, tmp_path):
    def command(*arguments):
        return subprocess.run(
            [binary, *arguments, "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60, check=False)

    def latchkey(*arguments):
        return command("service-accounts", *arguments)

    created = latchkey("create", "my-backend")
    assert created.returncode == 0, created.stderr
    file = tmp_path / "backend.json"
    file.write_text(created.stdout)
    credentials = service_account.Credentials.from_service_account_file(str(file))
    email = credentials.service_account_email

    def sign_in(uid, **more):
        now = int(time.time())
        payload = {"iss": email, "sub": email, "aud": AUDIENCE, "uid": uid, "iat": now, "exp": now + 3600, **more}
        token = google_jwt.encode(credentials.signer, payload).decode()
        return requests.post(
            f"{server['url']}/v1/accounts:signInWithCustomToken?key={server['apiKey']}", json={"token": token}, timeout=10)

    reply = sign_in("user-1", claims={"premium": True})
    assert reply.status_code == 200, reply.text
    certificates = requests.get(f"{server['url']}/.well-known/certificates.json", timeout=10).json()
    claims = google_jwt.decode(reply.json()["idToken"], certs=certificates, audience="default")
    assert claims["sub"] == "user-1"
    assert claims["premium"] is True

    assert json.loads(command("users", "get", "user-1", "--json").stdout)["signInMethods"] == ["custom"]
    for text in (command("users", "get", "user-1").stdout, command("users", "list").stdout):
        assert "custom" in text
        assert "anonymous" not in text

    listed = json.loads(latchkey("list", "--json").stdout)
    assert [account["email"] for account in listed] == [email]
    assert "PRIVATE KEY" not in latchkey("list").stdout
    assert latchkey("create", "my-backend").returncode != 0, "a name is used once"
    assert latchkey("create", "My Backend").returncode != 0
    assert "no service account other" in latchkey("revoke", "other").stderr
    revoked = latchkey("revoke", "my-backend")
    assert revoked.stdout == f"Revoked {email}.\n", "the name stands for the address"
    assert "already revoked" in latchkey("revoke", email).stderr
    refused = sign_in("user-1")
    assert refused.status_code == 400
    assert refused.json()["error"]["message"].startswith("INVALID_CUSTOM_TOKEN : The service account was revoked.")
