"""The OpenAPI document against the server that it describes: schemathesis generates requests and checks the responses.

The tests cover every path of both documents. LATCHKEY_SOAK sends ten times as many requests, from a seed that is printed.

"""

import json
import os
import random
import re
import subprocess
import sys
from typing import NamedTuple

import pytest
import requests
from google.auth.transport.requests import Request
from google.oauth2 import service_account
from openapi_spec_validator import validate

from conftest import ROOT
from running_server import running_emulator, running_server

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,error_code_is_listed"
SOAK = bool(os.environ.get("LATCHKEY_SOAK"))
SEED = random.SystemRandom().randrange(1 << 32) if SOAK else 1
EXAMPLES_FACTOR = 10 if SOAK else 1
TIMEOUT_SECONDS = 3000 if SOAK else 300
# `coverage` generates values that violate a schema in every way. A few requests are enough for other names of the same calls.
THOROUGH, BRIEF = "examples,coverage,fuzzing", "examples,fuzzing"


class Part(NamedTuple):
    server: str
    paths: str
    examples: int
    phases: str
    # The caller, besides the API key.
    caller: str = "administrator"
    # The address of the server, as its first line names it.
    address: str = "url"


GOOGLE = "^/identitytoolkit[.]googleapis[.]com"
PARTS = {
    "accounts": Part("real", r"^/v1/accounts", 5, THOROUGH),
    "passkeys and second factors": Part("real", r"^/v2/accounts", 6, THOROUGH),
    "administrators' calls": Part("real", r"^/v1/projects/(?!.*/tenants/)", 3, THOROUGH),
    "administrators' calls in tenants": Part("real", r"^/v1/projects/.*/tenants/", 2, BRIEF),
    "settings, tenants and providers": Part("real", r"^/v2/(projects|defaultSupportedIdps)", 4, BRIEF),
    "tokens and keys": Part(
        "real", r"^/(v1/(token|publicKeys|projects$|sessionCookie)|v2/passwordPolicy|oauth2|token$|securetoken|robot|service_accounts)"
        r"|[.]com/(robot|service_accounts)|[.]well-known|publicKeys|passwordPolicy|/v1/projects$|getProjectConfig|[.]com/v1/sessionCookie|recaptcha",
        4, THOROUGH),
    "accounts under Google's name": Part("real", GOOGLE + r"/v[12]/accounts", 2, BRIEF),
    "administrators' calls under Google's name": Part("real", GOOGLE + r"/v[12]/(projects|defaultSupportedIdps)", 1, BRIEF),
    "version 3": Part("real", r"^(/www[.]googleapis[.]com)?/identitytoolkit/v3", 1, BRIEF),
    "original clients": Part("real", r"^/(auth/|v2/\{namespace\})", 4, BRIEF, "nobody"),
    "pages": Part("real", r"^/($|sign-in|account|favicon|__|emulator|outbox|assets|healthz|livez|readyz|openapi|docs)", 5, THOROUGH, "browser"),
    "the databases": Part("real", r"^/\{path\}[.]json$", 20, THOROUGH, address="database"),
    "the emulator's own": Part("emulator", r"^/($|emulator|assets|docs|__|sign-in|account|favicon|outbox|v1/recaptchaParams)", 4, BRIEF, "browser"),
    "the emulator's accounts": Part("emulator", r"^/v[12]/accounts", 2, BRIEF, "nobody"),
    "the emulator's owner": Part("emulator", r"^/v[12]/(accounts|projects|defaultSupportedIdps)", 1, BRIEF),
    "the emulator under Google's names": Part("emulator", r"googleapis[.]com|^/identitytoolkit/v3", 1, BRIEF),
    "the emulator's rest": Part(
        "emulator", r"[.]well-known|^/(robot|service_accounts|v1/(token|publicKeys|sessionCookie|projects$)|v2/passwordPolicy|oauth2|token$|healthz|livez|readyz|openapi)", 2,
        BRIEF),
    "the emulator's databases": Part("emulator", r"^/\{path\}[.]json$", 5, BRIEF, address="database"),
}


class Running(NamedTuple):
    line: dict
    access_token: str

    @property
    def document(self):
        return requests.get(self.line["url"] + "/openapi.json", timeout=20).json()


@pytest.fixture(scope="module")
def real(binary, tmp_path_factory):
    data = tmp_path_factory.mktemp("openapi") / "data"
    with running_server(binary, data, sandbox=True) as line:
        subprocess.run(
            [binary, "projects", "set", "--sign-ups-per-hour", "100000", "--phone-sign-in", "yes", "--email-link-sign-in", "yes",
             "--totp-second-factor", "yes", "--legacy-routes", "yes", "--reverse-auth", "yes", "--data", str(data)], check=True, timeout=60)
        subprocess.run([binary, "database", "secrets", "create", "--data", str(data)], check=True, timeout=60, stdout=subprocess.DEVNULL)
        made = subprocess.run(
            [binary, "service-accounts", "create", "reader", "--data", str(data)], capture_output=True, text=True, timeout=60, check=True)
        credentials = service_account.Credentials.from_service_account_info(
            json.loads(made.stdout), scopes=["https://www.googleapis.com/auth/identitytoolkit"])
        credentials.refresh(Request())
        yield Running(line, credentials.token)


@pytest.fixture(scope="module")
def emulator(binary):
    with running_emulator(binary) as line:
        yield Running(line, "owner")


@pytest.fixture
def running(request):
    return lambda name: request.getfixturevalue(name)


@pytest.mark.parametrize("name", ["real", "emulator"])
def test_the_document_is_valid_openapi(running, name):
    document = running(name).document
    validate(document)
    servers = [server["url"] for server in document["servers"]]
    assert servers == [running(name).line["url"]]


@pytest.mark.parametrize("name", ["real", "emulator"])
def test_every_path_is_visited(running, name):
    patterns = [part.paths for part in PARTS.values() if part.server == name]
    left = [path for path in running(name).document["paths"] if not any(re.search(pattern, path) for pattern in patterns)]
    assert left == []


def test_the_emulators_document_describes_its_own_calls(emulator):
    document = requests.get(emulator.line["url"] + "/emulator/openapi.json", timeout=20).json()
    assert document == emulator.document
    config = document["paths"]["/emulator/v1/projects/{project}/config"]
    schema = config["patch"]["requestBody"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/EmulatorConfig"}
    assert set(document["components"]["schemas"]["EmulatorConfig"]["properties"]) == {"signIn", "emailPrivacyConfig"}
    sign_up = document["paths"]["/identitytoolkit.googleapis.com/v1/accounts:signUp"]["post"]
    assert sign_up["requestBody"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/SignUpRequest"}


def values(running):
    """Values for generated requests; see openapi_hooks.py."""
    page = requests.get(running.line["url"] + "/sign-in", timeout=20)
    secret = re.search(r'name="csrf" value="([^"]+)"', page.text)
    known = {
        "email": "ada@example.org", "password": "lovelace1", "newPassword": "lovelace2", "apiKey": running.line["apiKey"],
        "providerId": "twitter.com", "provider": "twitter.com", "requestUri": "http://localhost", "continueUri": "http://localhost",
        "continueUrl": "http://localhost", "redirectUrl": "http://127.0.0.1:5000/back", "grant_type": "refresh_token",
        "postBody": 'id_token={"sub":"1815","email":"ada@example.org"}&providerId=twitter.com', "requestType": "PASSWORD_RESET",
        "phoneNumber": "+15555550100", "targetProjectId": running.line["projectID"], "appName": "app", "authType": "signInWithRedirect",
        "eventId": "1", "firebase": running.line["projectID"], "oldPassword": "lovelace1", "sessionId": "0" * 64, "mode": "resetPassword",
        "csrf": secret.group(1) if secret else None,
    }
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in page.cookies)
    about = {"url": running.line["url"], "apiKey": running.line["apiKey"], "values": known, "members": members(running.document)}
    return about, cookies


def members(document):
    """The values that each operation accepts."""
    taken = {}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "servers":
                continue
            names = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"]
            for content in operation.get("requestBody", {}).get("content", {}).values():
                schema = content["schema"]
                if "$ref" in schema:
                    schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
                names += [name for name, kind in schema.get("properties", {}).items() if kind.get("type") == "string"]
            taken[f"{method.upper()} {path}"] = sorted(set(names))
    return taken


@pytest.mark.parametrize("name", PARTS)
def test_every_response_matches_the_document(running, name, tmp_path):
    part = PARTS[name]
    server = running(part.server)
    known, cookies = values(server)
    settings = f'[parameters]\n"path.project" = "{server.line["projectID"]}"\n"path.namespace" = "{server.line["projectID"]}"\n'
    if part.server == "emulator":
        # Calls that Google's emulator does not have return 501, which is not a server error here.
        settings += '[checks]\nnot_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 501]\n'
    (tmp_path / "schemathesis.toml").write_text(settings)
    headers = {"x-goog-api-key": server.line["apiKey"]}
    if part.caller == "administrator":
        headers["Authorization"] = "Bearer " + server.access_token
    if part.caller == "browser":
        headers["Cookie"] = cookies
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", "schemathesis.toml", "run", server.line["url"] + "/openapi.json",
        "--url", server.line[part.address], "--checks", CHECKS, "--include-path-regex", part.paths, "--max-examples", str(part.examples * EXAMPLES_FACTOR),
        "--seed", str(SEED), "--generation-database", "none", "--phases", part.phases, "--workers", "1", "--no-color",
        *(f"--header={name}: {value}" for name, value in headers.items()),
    ]
    (tmp_path / "values.json").write_text(json.dumps(known))
    environment = {
        **os.environ, "SCHEMATHESIS_HOOKS": "openapi_hooks", "PYTHONPATH": str(ROOT / "Interop"),
        "LATCHKEY_OPENAPI_VALUES": str(tmp_path / "values.json"),
    }
    print("seed", SEED)
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False, env=environment)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    selected, tested = (re.search(rf"{word}: (\d+)", done.stdout).group(1) for word in ("Selected", "Tested"))
    assert int(selected) == int(tested) > 0, done.stdout[-3000:]
