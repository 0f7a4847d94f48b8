"""What tests of an emulator need besides the Admin SDK: clients' calls, tokens taken apart and made."""

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
    """A client's call; an emulator takes any key."""
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
    """The same token, made earlier: tokens count in whole seconds, and nobody waits for one to pass."""
    head, payload, _ = parts(token)
    return unsigned(head, payload | {"iat": payload["iat"] - seconds})


class NoCredential(credentials.Base):
    """Tenants' clients ask for one although they talk to an emulator."""

    def get_credential(self):
        return AnonymousCredentials()


@contextlib.contextmanager
def admin_app(project):
    """The SDK in a project; where the emulator is, FIREBASE_AUTH_EMULATOR_HOST says."""
    app = firebase_admin.initialize_app(NoCredential(), options={"projectId": project}, name=f"app-{next(_names)}")
    try:
        yield app
    finally:
        firebase_admin.delete_app(app)


def new_project():
    """A project that nobody has named before."""
    return f"demo-{next(_names)}"
