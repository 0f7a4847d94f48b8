"""What tests of an emulator need besides the Admin SDK: client calls, and tools to read and make tokens."""

import base64
import contextlib
import itertools
import json

import firebase_admin
import requests
from firebase_admin import credentials
from google.auth.credentials import AnonymousCredentials

_names = itertools.count()


def call(emulator, name, **body):
    """A client call. An emulator accepts any API key."""
    url = f"{emulator['url']}/identitytoolkit.googleapis.com/v1/accounts:{name}?key=any-key"
    return requests.post(url, json=body, timeout=10).json()


def refreshed(emulator, token):
    return requests.post(
        f"{emulator['url']}/securetoken.googleapis.com/v1/token?key=any",
        data={"grant_type": "refresh_token", "refresh_token": token}, timeout=10).json()


def parts(token):
    head, payload, signature = token.split(".")

    def read(part):
        return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))

    return read(head), read(payload), signature


def unsigned(head, payload):
    return ".".join(base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in (head, payload)) + "."


def seconds_ago(seconds, token):
    """Returns the same token with an earlier issue time: tokens count in whole seconds, and the tests do not wait for one to pass."""
    head, payload, _ = parts(token)
    return unsigned(head, payload | {"iat": payload["iat"] - seconds})


class NoCredential(credentials.Base):
    """A credential for tenant clients, which require one even with an emulator."""

    def get_credential(self):
        return AnonymousCredentials()


@contextlib.contextmanager
def admin_app(project):
    """The SDK in a project. FIREBASE_AUTH_EMULATOR_HOST contains the emulator's address."""
    app = firebase_admin.initialize_app(NoCredential(), options={"projectId": project}, name=f"app-{next(_names)}")
    try:
        yield app
    finally:
        firebase_admin.delete_app(app)


def new_project():
    """A project that no other test uses."""
    return f"demo-{next(_names)}"
