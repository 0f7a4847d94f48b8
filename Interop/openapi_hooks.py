"""Loaded into schemathesis: makes something that means anything of every second request that it makes up.

What is made up alone is refused at the door; with a token, a form's secret or a known address a request comes further in. The other half
stays as it is, so whatever breaks the schema goes on breaking it.
"""

import itertools
import json
import os
import pathlib
import zlib

import requests
import schemathesis

KNOWN = json.loads(pathlib.Path(os.environ["LATCHKEY_OPENAPI_VALUES"]).read_text())
_people = {}
_numbers = itertools.count()


def person(operation):
    """One for each operation: the first call of some ends theirs."""
    if operation not in _people:
        _people[operation] = requests.post(
            f"{KNOWN['url']}/v1/accounts:signUp", params={"key": KNOWN["apiKey"]}, timeout=20,
            json={"email": f"somebody-{next(_numbers)}@example.org", "password": "lovelace1", "returnSecureToken": True}).json()
    return _people[operation]


def known(name, operation):
    if name in ("idToken", "refreshToken", "refresh_token", "localId"):
        return person(operation).get("refreshToken" if name.startswith("refresh") else name)
    return KNOWN["values"].get(name)


def mend(members, operation, choice):
    """Every other known member by the bits of a number, with what was made up or alone, and no tenant, of which there is none."""
    members.pop("tenantId", None)
    if choice & 1:
        members.clear()
    for bit, name in enumerate(KNOWN["members"].get(operation, [])):
        value = known(name, operation)
        if value is not None and (name == "csrf" or choice >> bit + 1 & 1):
            members[name] = value


@schemathesis.hook
def before_call(context, case, kwargs):
    for members in (case.body, case.query):
        if isinstance(members, dict):
            choice = zlib.crc32(repr(sorted(members.items(), key=repr)).encode())
            if choice & 1:
                mend(members, case.operation.label, choice >> 1)
