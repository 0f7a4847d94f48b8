# SPDX-FileCopyrightText: 2026 The Latchkey authors
# SPDX-License-Identifier: Apache-2.0

"""The document of calls, against the server that it describes: schemathesis makes up requests and reads the answers."""

import json
import subprocess
import sys
import urllib.request

import pytest
from google.auth.transport.requests import Request
from google.oauth2 import service_account
from openapi_spec_validator import validate

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


PATHS = [
    r"^/v1/accounts", r"^/v2/accounts", r"^/v[12]/projects",
    r"^/(v1/(token|publicKeys)|v2/passwordPolicy|oauth2|[.]well-known|healthz|readyz)",
]


@pytest.fixture
def access_token(binary, server, tmp_path):
    done = subprocess.run(
        [binary, "service-accounts", "create", "reader", "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60,
        check=True)
    credentials = service_account.Credentials.from_service_account_info(
        json.loads(done.stdout), scopes=["https://www.googleapis.com/auth/identitytoolkit"])
    credentials.refresh(Request())
    return credentials.token


def test_the_document_is_valid_openapi(server):
    from openapi_spec_validator import validate

    with urllib.request.urlopen(server["url"] + "/openapi.json") as reply:
        validate(json.load(reply))


@pytest.mark.parametrize("paths", PATHS)
def test_every_answer_is_as_the_document_says(server, access_token, paths, tmp_path):
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", server["url"] + "/openapi.json", "--checks", CHECKS,
        "--include-path-regex", paths, "--max-examples", "12", "--seed", "1", "--generation-database", "none",
        "--phases", "examples,coverage,fuzzing", "--workers", "1", "--no-color",
        "--header", "x-goog-api-key: " + server["apiKey"], "--header", "Authorization: Bearer " + access_token,
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
