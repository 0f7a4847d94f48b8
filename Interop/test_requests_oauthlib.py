"""requests-oauthlib and oauthlib as clients of the mock Twitter."""

import cryptography.hazmat.primitives.asymmetric.rsa as rsa
import cryptography.hazmat.primitives.serialization as serialization
import oauthlib.oauth1
import pytest
from requests_oauthlib import OAuth1Session
from requests_oauthlib.oauth1_session import TokenRequestDenied

from sandbox_client import CALLBACK, Person, query

VERIFY = "/1.1/account/verify_credentials.json"


def session(app, **options):
    return OAuth1Session(app.key, client_secret=app.secret, **options)


def signed_in(app, pair, **options):
    return session(app, resource_owner_key=pair["accessToken"], resource_owner_secret=pair["tokenSecret"], **options)


@pytest.mark.parametrize("base", ["http", "https"])
def test_three_legs(trusted, base):
    address = trusted.twitter if base == "http" else trusted.tls
    app = trusted.twitter_app
    client = session(app, callback_uri=f"{CALLBACK}?state=a%20b%26c")
    issued = client.fetch_request_token(f"{address}/oauth/request_token")
    assert issued["oauth_callback_confirmed"] == "true"
    url = client.authorization_url(f"{trusted.twitter}/oauth/authenticate")
    back = Person("zoe").decide(url).link
    assert query(back)["state"] == "a b&c"
    answer = client.parse_authorization_response(back)
    assert answer["oauth_token"] == issued["oauth_token"]
    grant = client.fetch_access_token(f"{address}/oauth/access_token")
    assert grant["screen_name"] == "zoe_fox"
    user = client.get(f"{address}{VERIFY}", params={"include_email": "true", "skip_status": "true"}).json()
    assert user["id_str"] == grant["user_id"] == str(user["id"])
    assert user["name"] == "Zoë 李小龍 نور 🦊"
    assert user["email"] == "zoe@example.org"


def test_denied(sandbox):
    client = session(sandbox.twitter_app, callback_uri=CALLBACK)
    issued = client.fetch_request_token(f"{sandbox.twitter}/oauth/request_token")
    back = Person("ada").decide(client.authorization_url(f"{sandbox.twitter}/oauth/authorize"), "deny").link
    assert back == f"{CALLBACK}?denied={issued['oauth_token']}"


def test_pin(sandbox):
    app = sandbox.desktop_app
    client = session(app, callback_uri="oob")
    client.fetch_request_token(f"{sandbox.twitter}/oauth/request_token")
    page = Person("max").decide(client.authorization_url(f"{sandbox.twitter}/oauth/authorize"))
    assert len(page.pin) == 7 and page.pin.isdigit()
    grant = client.fetch_access_token(f"{sandbox.twitter}/oauth/access_token", verifier=page.pin)
    assert grant["user_id"] == "1594750123456789013"


def test_a_verifier_is_good_once(sandbox):
    client = session(sandbox.twitter_app, callback_uri=CALLBACK)
    issued = client.fetch_request_token(f"{sandbox.twitter}/oauth/request_token")
    answer = query(sandbox.approve(client.authorization_url("/oauth/authorize"), "ada")["redirectURL"])

    def exchange():
        fresh = session(
            sandbox.twitter_app, resource_owner_key=issued["oauth_token"],
            resource_owner_secret=issued["oauth_token_secret"], verifier=answer["oauth_verifier"])
        return fresh.fetch_access_token(f"{sandbox.twitter}/oauth/access_token")

    assert exchange()["screen_name"] == "ada"
    with pytest.raises(TokenRequestDenied, match="Invalid request token"):
        exchange()


@pytest.mark.parametrize("place", ["AUTH_HEADER", "BODY", "QUERY"])
def test_every_place_for_the_parameters(sandbox, place):
    app = sandbox.twitter_app
    client = session(app, callback_uri=CALLBACK, signature_type=place)
    reply = client.post(
        f"{sandbox.twitter}/oauth/request_token", data={"x_auth_access_type": "read"},
        headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert reply.status_code == 200, reply.headers.get("x-sandbox-reason")


@pytest.mark.parametrize(
    "parameters",
    [
        {"include_email": "t", "extra": "Ladies + Gentlemen, % & = ~ * ' ( )"},
        {"extra": ["b", "a", "", "é"], "a-b": "1", "a.b": "2", "a=b": "3"},
        {"☃": "😀", "+": "%2B"},
    ],
)
def test_awkward_parameters(sandbox, parameters):
    app = sandbox.twitter_app
    client = signed_in(app, sandbox.issue(app, "ada"))
    reply = client.get(f"{sandbox.twitter}{VERIFY}", params=parameters)
    assert reply.status_code == 200, reply.headers.get("x-sandbox-base-string")


def test_a_secret_that_needs_escaping(sandbox):
    secret = "a b&c=%é/+"
    sandbox._control(
        "POST", "apps",
        {"provider": "twitter", "key": "escaped key", "secret": secret, "callbacks": [CALLBACK]})
    client = OAuth1Session("escaped key", client_secret=secret, callback_uri=CALLBACK)
    assert "oauth_token" in client.fetch_request_token(f"{sandbox.twitter}/oauth/request_token")


def errors(reply):
    return reply.status_code, [error["code"] for error in reply.json()["errors"]]


def test_wrong_secret_key_or_token(sandbox):
    app, foreign = sandbox.twitter_app, sandbox.foreign_twitter_app
    pair = sandbox.issue(app, "ada")
    url = f"{sandbox.twitter}{VERIFY}"
    assert errors(OAuth1Session(app.key, "wrong", pair["accessToken"], pair["tokenSecret"]).get(url)) == (401, [32])
    assert errors(OAuth1Session("nobody", app.secret, pair["accessToken"], pair["tokenSecret"]).get(url)) == (401, [32])
    assert errors(OAuth1Session(app.key, app.secret, pair["accessToken"], "wrong").get(url)) == (401, [32])
    assert errors(OAuth1Session(app.key, app.secret, "nobody", "wrong").get(url)) == (401, [89])
    assert errors(signed_in(app, sandbox.issue(foreign, "ada")).get(url)) == (401, [89])
    assert errors(session(app).get(url)) == (400, [215])


def test_a_repeated_nonce(sandbox):
    app = sandbox.twitter_app
    client = signed_in(app, sandbox.issue(app, "ada"), nonce="always-the-same")
    client.auth.client.timestamp = None
    first = client.get(f"{sandbox.twitter}{VERIFY}")
    assert first.status_code == 200
    repeated = client.get(f"{sandbox.twitter}{VERIFY}", headers={})
    # If the clock has advanced between the two, it is another request.
    used = first.request.headers["Authorization"] == repeated.request.headers["Authorization"]
    assert repeated.status_code == (401 if used else 200)


def test_a_request_sent_twice(sandbox):
    app = sandbox.twitter_app
    client = signed_in(app, sandbox.issue(app, "ada"))
    first = client.get(f"{sandbox.twitter}{VERIFY}")
    again = client.send(first.request)
    assert first.status_code == 200
    assert errors(again) == (401, [32])
    assert again.headers["x-sandbox-reason"].startswith("nonce_used")


@pytest.mark.parametrize("timestamp, code", [("1318622958", 135), ("9999999999", 135), ("-1", 135), ("abc", 135)])
def test_a_wrong_timestamp(sandbox, timestamp, code):
    app = sandbox.twitter_app
    client = signed_in(app, sandbox.issue(app, "ada"), timestamp=timestamp)
    assert errors(client.get(f"{sandbox.twitter}{VERIFY}")) == (401, [code])


def test_only_hmac_sha1_unless_allowed(sandbox):
    app = sandbox.twitter_app
    pair = sandbox.issue(app, "ada")
    url = f"{sandbox.twitter}{VERIFY}"
    client = signed_in(app, pair, signature_method=oauthlib.oauth1.SIGNATURE_HMAC_SHA256)
    assert errors(client.get(url)) == (401, [32])
    sandbox.change_app(app, signatureMethods=["HMAC-SHA1", "HMAC-SHA256"])
    assert client.get(url).status_code == 200
    assert signed_in(app, pair).get(url).status_code == 200
    sandbox.change_app(app, signatureMethods=["HMAC-SHA256"])
    assert errors(signed_in(app, pair).get(url)) == (401, [32])


def test_rsa_only_when_allowed_and_with_the_right_key(sandbox):
    app = sandbox.twitter_app
    pair = sandbox.issue(app, "ada")
    url = f"{sandbox.twitter}{VERIFY}"

    def key_pair():
        private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        return (
            private.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode(),
            private.public_key().public_bytes(
                serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode(),
        )

    private, public = key_pair()
    client = signed_in(app, pair, signature_method=oauthlib.oauth1.SIGNATURE_RSA, rsa_key=private)
    assert errors(client.get(url)) == (401, [32])
    sandbox.change_app(app, signatureMethods=["RSA-SHA1"])
    assert errors(client.get(url)) == (401, [32])
    sandbox.change_app(app, rsaPublicKey=public)
    assert client.get(url).status_code == 200
    stranger = signed_in(app, pair, signature_method=oauthlib.oauth1.SIGNATURE_RSA, rsa_key=key_pair()[0])
    assert errors(stranger.get(url)) == (401, [32])


def test_plaintext_is_refused(trusted):
    app = trusted.twitter_app
    client = signed_in(app, trusted.issue(app, "ada"), signature_method=oauthlib.oauth1.SIGNATURE_PLAINTEXT)
    assert errors(client.get(f"{trusted.tls}{VERIFY}")) == (401, [32])


def test_callback_errors_are_xml(sandbox):
    client = session(sandbox.twitter_app, callback_uri="http://evil.example/callback")
    with pytest.raises(TokenRequestDenied) as refused:
        client.fetch_request_token(f"{sandbox.twitter}/oauth/request_token")
    assert refused.value.status_code == 403
    assert '<error code="415">' in refused.value.response.text
    client = session(sandbox.desktop_app, callback_uri=CALLBACK)
    with pytest.raises(TokenRequestDenied) as refused:
        client.fetch_request_token(f"{sandbox.twitter}/oauth/request_token")
    assert '<error code="417">' in refused.value.response.text


def test_reverse_auth(sandbox):
    app, system = sandbox.twitter_app, sandbox.system_app
    text = session(app).post(f"{sandbox.twitter}/oauth/request_token", data={"x_auth_mode": "reverse_auth"}).text
    assert text.startswith("OAuth ")
    phone = signed_in(system, sandbox.issue(system, "dora"))
    form = {"x_reverse_auth_target": app.key, "x_reverse_auth_parameters": text}
    grant = query("?" + phone.post(f"{sandbox.twitter}/oauth/access_token", data=form).text)
    assert grant["screen_name"] == "dora"
    pair = {"accessToken": grant["oauth_token"], "tokenSecret": grant["oauth_token_secret"]}
    assert signed_in(app, pair).get(f"{sandbox.twitter}{VERIFY}").json()["id_str"] == grant["user_id"]
    assert phone.post(f"{sandbox.twitter}/oauth/access_token", data=form).status_code == 401


def test_invalidate_token(sandbox):
    app = sandbox.twitter_app
    client = signed_in(app, sandbox.issue(app, "ada"))
    reply = client.post(f"{sandbox.twitter}/1.1/oauth/invalidate_token")
    assert set(reply.json()) == {"access_token"}
    assert errors(client.get(f"{sandbox.twitter}{VERIFY}")) == (401, [89])
