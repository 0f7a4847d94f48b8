"""A schemathesis hook that gives every second generated request meaningful values, and a check for error codes.

The server rejects purely random requests early; with a token, a form's secret or a known email address, a request gets further. The
other half is not changed, so that requests still violate the schema.

"""

import itertools
import json
import os
import pathlib
import re
import zlib

import requests
import schemathesis

KNOWN = json.loads(pathlib.Path(os.environ["LATCHKEY_OPENAPI_VALUES"]).read_text())
_people = {}
_numbers = itertools.count()


def person(operation):
    """Returns one user for each operation, because some operations end the user's session or account with the first call."""
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
    """Selects known members by the bits of a number, with or without the generated ones. Removes the tenant, because none exists."""
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


@schemathesis.check
def error_code_is_listed(context, response, case):
    """An operation that lists error codes lists each code of its responses."""
    content = case.operation.definition.raw["responses"].get("400", {}).get("content", {}).get("application/json", {})
    if response.status_code != 400 or "examples" not in content:
        return
    code = re.match("([A-Z]+(_[A-Z0-9]+)+)( : |$)", response.json()["error"]["message"])
    assert code is None or code[1] in content["examples"], f"{case.operation.label} does not list {code[1]}"
