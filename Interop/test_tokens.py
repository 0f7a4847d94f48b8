"""ID tokens read by independent libraries."""

import jwt
import pytest
import requests
from google.auth import jwt as google_jwt


@pytest.fixture
def token(server):
    reply = requests.post(
        f"{server['url']}/v1/accounts:signUp?key={server['apiKey']}", json={"email": "ada@example.org", "password": "lovelace"},
        timeout=10)
    assert reply.status_code == 200, reply.text
    return reply.json()["idToken"]


def test_pyjwt_finds_the_keys_by_discovery(server, token):
    issuer = jwt.decode(token, options={"verify_signature": False})["iss"]
    document = requests.get(f"{issuer}/.well-known/openid-configuration", timeout=10).json()
    assert document["issuer"] == issuer
    key = jwt.PyJWKClient(document["jwks_uri"]).get_signing_key_from_jwt(token)
    claims = jwt.decode(token, key.key, algorithms=["RS256"], audience="default", issuer=issuer)
    assert claims["email"] == "ada@example.org"
    assert claims["email_verified"] is False
    assert claims["firebase"]["sign_in_provider"] == "password"
    with pytest.raises(jwt.InvalidAudienceError):
        jwt.decode(token, key.key, algorithms=["RS256"], audience="another", issuer=issuer)
    forged = token[:-8] + ("A" * 8 if not token.endswith("A" * 8) else "B" * 8)
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(forged, key.key, algorithms=["RS256"], audience="default", issuer=issuer)


def test_google_auth_reads_the_certificates(server, token):
    certificates = requests.get(
        f"{server['url']}/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com", timeout=10)
    assert "max-age" in certificates.headers["cache-control"]
    claims = google_jwt.decode(token, certs=certificates.json(), audience="default")
    assert claims["sub"] == claims["user_id"]
