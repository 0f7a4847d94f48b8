"""A client that openapi-python-client generates from the OpenAPI document of a running server, used against that server.

The generator and its client are third-party programs. They know of the server only what the document says: names, bodies, responses.

"""

import importlib
import json
import os
import pathlib
import subprocess
import sys
from typing import NamedTuple

import pytest
import requests
from google.auth.transport.requests import Request
from google.oauth2 import service_account

from running_server import running_server

RULES = {"rules": {"users": {"$uid": {".read": "auth.uid === $uid", ".write": "auth.uid === $uid"}}}}


class Generated(NamedTuple):
    """The generated package, and the server."""

    line: dict
    access_token: str

    def __getattr__(self, name):
        """The models, by name."""
        return getattr(importlib.import_module("latchkey_client.models"), name)

    def call(self, group, operation, **arguments):
        return importlib.import_module(f"latchkey_client.api.{group}.{operation}").sync_detailed(**arguments)

    @property
    def app(self):
        """A client with the API key."""
        return importlib.import_module("latchkey_client").Client(self.line["url"], headers={"x-goog-api-key": self.line["apiKey"]})

    @property
    def administrator(self):
        return importlib.import_module("latchkey_client").AuthenticatedClient(self.line["url"], token=self.access_token)

    def database(self, id_token=None):
        parameters = {"auth": id_token} if id_token else {}
        return importlib.import_module("latchkey_client").Client(self.line["database"], httpx_args={"params": parameters})

    def sign_up(self, email):
        body = self.SignUpRequest(email=email, password="lovelace1", return_secure_token=True)
        made = self.call("accounts", "sign_up", client=self.app, body=body)
        assert made.status_code == 200, made.content
        return made.parsed


@pytest.fixture(scope="module")
def generated(binary, tmp_path_factory):
    folder = tmp_path_factory.mktemp("openapi-client")
    data = folder / "data"
    with running_server(binary, data, sandbox=True) as line:
        made = subprocess.run(
            [binary, "service-accounts", "create", "writer", "--data", str(data)], capture_output=True, text=True, timeout=60, check=True)
        credentials = service_account.Credentials.from_service_account_info(
            json.loads(made.stdout),
            scopes=["https://www.googleapis.com/auth/firebase.database", "https://www.googleapis.com/auth/identitytoolkit"])
        credentials.refresh(Request())
        kept = requests.put(
            line["database"] + "/.settings/rules.json", json=RULES, headers={"Authorization": f"Bearer {credentials.token}"}, timeout=20)
        assert kept.ok, kept.text
        generate(line["url"] + "/openapi.json", folder)
        sys.path.insert(0, str(folder))
        yield Generated(line, credentials.token)
        sys.path.remove(str(folder))


def generate(url, folder):
    # A part of the document that the generator cannot read is a warning, and fails. It knows no images, such as the icon of the pages.
    config = folder / "generator.yaml"
    config.write_text("content_type_overrides:\n  image/svg+xml: application/octet-stream\n")
    done = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--url", url, "--meta", "none", "--fail-on-warning", "--config",
         str(config), "--output-path", str(folder / "latchkey_client")], capture_output=True, text=True, timeout=300, check=False,
        # It runs its formatter by name.
        env={**os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"})
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_a_user_signs_up_signs_in_and_looks_at_the_account(generated):
    made = generated.sign_up("ada@example.org")
    body = generated.SignInWithPasswordRequest(email="ada@example.org", password="lovelace1", return_secure_token=True)
    signed_in = generated.call("accounts", "sign_in_with_password", client=generated.app, body=body)
    assert signed_in.status_code == 200
    assert signed_in.parsed.local_id == made.local_id
    found = generated.call(
        "accounts", "lookup_account", client=generated.app, body=generated.LookupRequest(id_token=signed_in.parsed.id_token))
    assert [user.email for user in found.parsed.users] == ["ada@example.org"]


def test_a_user_refreshes_changes_and_deletes(generated):
    made = generated.sign_up("grace@example.org")
    body = generated.RefreshTokenBody(grant_type="refresh_token", refresh_token=made.refresh_token)
    fresh = generated.call("tokens_and_keys", "refresh_token", client=generated.app, body=body)
    assert fresh.parsed.user_id == made.local_id
    body = generated.UpdateRequest(id_token=fresh.parsed.id_token, display_name="Grace Hopper")
    changed = generated.call("accounts", "update_account", client=generated.app, body=body)
    assert changed.parsed.display_name == "Grace Hopper"
    body = generated.DeleteRequest(id_token=made.id_token)
    assert generated.call("accounts", "delete_account", client=generated.app, body=body).status_code == 200
    gone = generated.call("accounts", "lookup_account", client=generated.app, body=generated.LookupRequest(id_token=made.id_token))
    assert (gone.status_code, gone.parsed.error.message) == (400, "USER_NOT_FOUND")


def test_an_error_has_its_code_which_the_document_lists(generated):
    generated.sign_up("twice@example.org")
    body = generated.SignUpRequest(email="twice@example.org", password="lovelace1")
    refused = generated.call("accounts", "sign_up", client=generated.app, body=body)
    assert refused.status_code == 400
    assert (refused.parsed.error.code, refused.parsed.error.message) == (400, "EMAIL_EXISTS")
    document = requests.get(generated.line["url"] + "/openapi.json", timeout=20).json()
    responses = document["paths"]["/v1/accounts:signUp"]["post"]["responses"]
    assert "EMAIL_EXISTS" in responses["400"]["content"]["application/json"]["examples"]


def test_a_body_requires_what_the_call_requires(generated):
    with pytest.raises(TypeError, match="password"):
        generated.SignInWithPasswordRequest(email="ada@example.org")


def test_a_user_reads_and_writes_the_database(generated):
    made = generated.sign_up("data@example.org")
    database, place = generated.database(made.id_token), f"users/{made.local_id}"

    def call(operation, path=place, **arguments):
        return generated.call("realtime_database", operation, path=path, client=database, **arguments)

    assert call("write_data", body={"name": "Ada", "born": 1815}).parsed == {"name": "Ada", "born": 1815}
    assert call("update_data", body={"born": 1816}).status_code == 200
    pushed = call("push_data", path=place + "/notes", body="first")
    assert call("read_data").parsed == {"name": "Ada", "born": 1816, "notes": {pushed.parsed.name: "first"}}
    assert call("read_data", path=place + "/notes", order_by='"$key"', limit_to_first=1).parsed == {pushed.parsed.name: "first"}
    assert call("delete_data", print_="silent").status_code == 204
    assert call("read_data").parsed is None
    refused = generated.call("realtime_database", "read_data", path=place, client=generated.database())
    assert (refused.status_code, refused.parsed.error) == (401, "Permission denied")


def test_a_conditional_write_is_refused_with_the_current_data(generated):
    made = generated.sign_up("etag@example.org")
    database, place = generated.database(made.id_token), f"users/{made.local_id}"
    arguments = {"path": place, "client": database}
    written = generated.call("realtime_database", "write_data", body="one", x_firebase_etag="true", **arguments)
    generated.call("realtime_database", "write_data", body="two", **arguments)
    refused = generated.call("realtime_database", "delete_data", if_match=written.headers["etag"], **arguments)
    assert (refused.status_code, refused.parsed) == (412, "two")


def test_an_administrator_creates_and_lists_accounts(generated):
    arguments = {"project": generated.line["projectID"], "client": generated.administrator}
    body = generated.SignUpRequest(local_id="chosen", email="chosen@example.org")
    made = generated.call("administration_of_accounts", "create_account", body=body, **arguments)
    assert made.status_code == 200, made.content
    assert made.parsed.local_id == "chosen"
    listed = generated.call("administration_of_accounts", "list_accounts", max_results=1000, **arguments)
    assert "chosen" in [user.local_id for user in listed.parsed.users]
