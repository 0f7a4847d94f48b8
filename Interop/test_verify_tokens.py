"""The Python and Node.js code for back ends in docs/verify-tokens.md, run unchanged."""

import base64
import http.server
import json
import re
import shutil
import subprocess
import threading
import time

import jwt
import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from google.auth.transport.requests import AuthorizedSession
from google.oauth2 import service_account

from conftest import ROOT


def block(language):
    text = (ROOT / "docs" / "verify-tokens.md").read_text()
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    return found


@pytest.fixture(scope="module")
def recipe():
    names = {}
    exec(compile(block("python"), "docs/verify-tokens.md", "exec"), names)
    return names["TokenVerifier"]


# Checks the tokens one after another with one verifier, and prints the result of each.
DRIVER = """
import { InvalidToken, TokenVerifier } from "./verifier.mjs";
const [server, project] = process.argv.slice(2);
const verifier = new TokenVerifier(server, project);
const asked = JSON.parse(await new Response(process.stdin).text());
const told = [];
for (const [kind, token] of asked) {
  try {
    told.push({ claims: await (kind === "cookie" ? verifier.verifySessionCookie(token) : verifier.verifyIdToken(token)) });
  } catch (error) {
    told.push(error instanceof InvalidToken ? { refused: error.message } : { failed: error.message });
  }
}
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def node_recipe(tmp_path_factory):
    """Runs the Node.js recipe; returns its results for (kind, token) pairs, in order."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: its recipe is not run")
    folder = tmp_path_factory.mktemp("node")
    (folder / "verifier.mjs").write_text(block("js"))
    (folder / "driver.mjs").write_text(DRIVER)

    def ask(server_url, project, *asked):
        done = subprocess.run(
            [node, "driver.mjs", server_url, project], cwd=folder, input=json.dumps(asked), capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask


@pytest.fixture
def id_token(server):
    reply = requests.post(
        f"{server['url']}/v1/accounts:signUp?key={server['apiKey']}", json={"email": "ada@example.org", "password": "lovelace"}, timeout=10)
    assert reply.status_code == 200, reply.text
    return reply.json()["idToken"]


@pytest.fixture
def cookie(server, binary, tmp_path, id_token):
    made = subprocess.run(
        [binary, "service-accounts", "create", "site", "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    account = service_account.Credentials.from_service_account_info(
        json.loads(made.stdout), scopes=["https://www.googleapis.com/auth/identitytoolkit"])
    reply = AuthorizedSession(account).post(
        f"{server['url']}/v1/projects/default:createSessionCookie", json={"idToken": id_token, "validDuration": "300"})
    assert reply.status_code == 200, reply.text
    return reply.json()["sessionCookie"]


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_the_recipe_identifies_the_user(recipe, server, id_token, cookie):
    verifier = recipe(server["url"], "default")
    claims = verifier.verify_id_token(id_token)
    assert claims["email"] == "ada@example.org" and claims["firebase"]["sign_in_provider"] == "password"
    assert verifier.verify_session_cookie(cookie)["sub"] == claims["sub"]


def test_the_recipe_tells_the_kinds_apart(recipe, server, id_token, cookie):
    verifier = recipe(server["url"], "default")
    for verify, other in ((verifier.verify_id_token, cookie), (verifier.verify_session_cookie, id_token)):
        with pytest.raises(jwt.PyJWKClientError, match="Unable to find a signing key"):
            verify(other)
    # A verifier with the keys of both kinds, as those of earlier servers were, finds the wrong issuer.
    verifier.token_keys, verifier.cookie_keys = verifier.cookie_keys, verifier.token_keys
    with pytest.raises(jwt.InvalidIssuerError):
        verifier.verify_id_token(cookie)
    with pytest.raises(jwt.InvalidIssuerError):
        verifier.verify_session_cookie(id_token)


def test_the_recipe_rejects_foreign_tokens(recipe, server, id_token):
    head, payload, signature = id_token.split(".")
    header = jwt.get_unverified_header(id_token)
    claims = jwt.decode(id_token, options={"verify_signature": False})
    verifier = recipe(server["url"], "default")
    unsigned = part({"alg": "none", "typ": "JWT"}) + "." + payload + "."
    named = part({**header, "alg": "none"}) + "." + payload + "."
    shared = jwt.encode(claims, "x" * 32, algorithm="HS256", headers={"kid": header["kid"]})
    changed = f"{head}.{part({**claims, 'sub': 'somebody'})}.{signature}"
    for token in (unsigned, named, shared, changed, head, ""):
        with pytest.raises((jwt.InvalidTokenError, jwt.PyJWKClientError)):
            verifier.verify_id_token(token)
    with pytest.raises(jwt.InvalidTokenError):
        recipe(server["url"], "other").verify_id_token(id_token)


def test_the_node_recipe_identifies_the_user(node_recipe, server, id_token, cookie):
    entered, kept, mistaken, turned = node_recipe(
        server["url"], "default", ("token", id_token), ("cookie", cookie), ("token", cookie), ("cookie", id_token))
    assert entered["claims"]["email"] == "ada@example.org"
    assert kept["claims"]["sub"] == entered["claims"]["sub"]
    assert mistaken == turned == {"refused": "kid names no key of this server"}


def test_the_node_recipe_rejects_foreign_tokens(node_recipe, server, id_token):
    head, payload, signature = id_token.split(".")
    header = jwt.get_unverified_header(id_token)
    claims = jwt.decode(id_token, options={"verify_signature": False})
    named = f"{part({**header, 'alg': 'none'})}.{payload}.{signature}"
    rows = [
        (part({"alg": "none", "typ": "JWT"}) + "." + payload + ".", "it is no signed token"),
        (named, "alg is neither RS256 nor ES256"),
        (named.replace(named.split(".")[0], part({**header, "alg": "constructor"})), "alg is neither RS256 nor ES256"),
        (jwt.encode(claims, "x" * 32, algorithm="HS256", headers={"kid": header["kid"]}), "alg is neither RS256 nor ES256"),
        (f"{part({**header, 'crit': ['x']})}.{payload}.{signature}", "it asks for what this verifier does not know"),
        (f"{part({**header, 'alg': 'ES256'})}.{payload}.{signature}", "alg is not its key's"),
        (f"{part({**header, 'kid': 'another'})}.{payload}.{signature}", "kid names no key of this server"),
        (f"{part(header)}.{part({**claims, 'sub': 'somebody'})}.{signature}", "its signature is wrong"),
        (f"{head}.{payload}.{signature[:-6]}", "its signature is wrong"),
        (f"{part(None)}.{payload}.{signature}", "it is no signed token"), (head, "it is no signed token"), ("", "it is no signed token"),
    ]
    told = node_recipe(server["url"], "default", *(("token", token) for token, _ in rows))
    for (token, reason), answer in zip(rows, told, strict=True):
        assert answer == {"refused": reason}, token
    assert node_recipe(server["url"], "other", ("token", id_token)) == [{"refused": "iss is another server, project or kind"}]
    (gone,) = node_recipe("http://127.0.0.1:9", "default", ("token", id_token))
    assert "failed" in gone, "nothing is said about a token whose keys cannot be had"


class Keys(http.server.ThreadingHTTPServer):
    """A server reduced to its keys, one of each kind, so that its tokens can contain anything."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), KeysHandler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.fetches = 0
        self.keys = {
            "RS256": rsa.generate_private_key(public_exponent=65537, key_size=2048), "ES256": ec.generate_private_key(ec.SECP256R1())}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def set(self):
        algorithms = {"RS256": jwt.algorithms.RSAAlgorithm, "ES256": jwt.algorithms.ECAlgorithm}
        return {"keys": [
            json.loads(algorithms[name].to_jwk(key.public_key())) | {"kid": name, "alg": name} for name, key in self.keys.items()]}

    def token(self, algorithm="RS256", **claims):
        now = int(time.time())
        told = {
            "iss": f"{self.url}/default", "aud": "default", "sub": "ada", "iat": now, "exp": now + 300, "auth_time": now} | claims
        pem = self.keys[algorithm].private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        told = {name: value for name, value in told.items() if value is not None}
        return jwt.api_jws.encode(json.dumps(told).encode(), pem, algorithm=algorithm, headers={"kid": algorithm})


class KeysHandler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.fetches += 1
        body = json.dumps(self.server.set()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def test_the_node_recipe_reads_every_claim(node_recipe):
    keys = Keys()
    now = int(time.time())
    rows = [
        ({}, None), ({"algorithm": "ES256"}, None), ({"exp": now - 30}, None), ({"iat": now + 30, "auth_time": now + 30}, None),
        ({"exp": now - 90}, "it is over"), ({"iat": now + 90}, "it is of the future"), ({"auth_time": now + 90}, "it is of the future"),
        ({"exp": None}, "exp, iat and auth_time have to be numbers"), ({"iat": "1"}, "exp, iat and auth_time have to be numbers"),
        ({"aud": ["default"]}, "aud is another project"), ({"aud": "other"}, "aud is another project"),
        ({"iss": keys.url + "/default/"}, "iss is another server, project or kind"),
        ({"sub": ""}, "sub has to have 1 to 128 characters"), ({"sub": "x" * 129}, "sub has to have 1 to 128 characters"),
        ({"sub": 7}, "sub has to have 1 to 128 characters"),
    ]
    try:
        told = node_recipe(keys.url, "default", *(("token", keys.token(**claims)) for claims, _ in rows))
        for (claims, reason), answer in zip(rows, told, strict=True):
            assert answer.get("refused") == reason and ("claims" in answer) == (reason is None), (claims, answer)
        assert keys.fetches == 1, "one fetch serves all"
        unknown = keys.token().split(".")
        unknown[0] = part({"alg": "RS256", "kid": "another"})
        node_recipe(keys.url, "default", *[("token", ".".join(unknown))] * 5)
        assert keys.fetches == 2, "unknown key ids do not cause repeated requests"
    finally:
        keys.shutdown()
        keys.server_close()
