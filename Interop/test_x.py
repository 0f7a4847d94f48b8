"""tweepy and requests-oauthlib with OAuth 2.0, against the mock X."""

import pytest
import requests
import tweepy
from oauthlib.oauth2 import OAuth2Error
from requests_oauthlib import OAuth2Session

from sandbox_client import CALLBACK, Person, RewritingAdapter, query

SCOPE = ["users.read", "tweet.read", "users.email", "offline.access"]
API = "https://api.twitter.com"


@pytest.fixture(autouse=True)
def plain_http(monkeypatch):
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")


def session(app, scope=SCOPE):
    return OAuth2Session(app.key, redirect_uri=CALLBACK, scope=scope, pkce="S256")


def exchange(sandbox, client, person="ada"):
    url, _ = client.authorization_url(f"{sandbox.x}/i/oauth2/authorize")
    back = sandbox.approve(url, person)["redirectURL"]
    return client.fetch_token(
        f"{sandbox.x}/2/oauth2/token", authorization_response=back, client_secret=sandbox.x_app.secret)


def test_requests_oauthlib(sandbox):
    client = session(sandbox.x_app)
    url, state = client.authorization_url(f"{sandbox.x}/i/oauth2/authorize")
    back = Person("max").decide(url).link
    assert query(back)["state"] == state
    token = client.fetch_token(
        f"{sandbox.x}/2/oauth2/token", authorization_response=back, client_secret=sandbox.x_app.secret)
    assert token["expires_in"] == 7200
    me = client.get(f"{sandbox.x}/2/users/me", params={"user.fields": "confirmed_email"}).json()
    assert me["data"] == {
        "id": "1594750123456789013", "name": "Max Bignumber", "username": "max_id", "confirmed_email": "max@example.org"}


def test_refresh_tokens_rotate(sandbox):
    client = session(sandbox.x_app)
    first = exchange(sandbox, client)
    auth = requests.auth.HTTPBasicAuth(sandbox.x_app.key, sandbox.x_app.secret)

    def refresh(token):
        return client.refresh_token(f"{sandbox.x}/2/oauth2/token", refresh_token=token, auth=auth)

    second = refresh(first["refresh_token"])
    assert second["refresh_token"] != first["refresh_token"]
    assert client.get(f"{sandbox.x}/2/users/me").ok
    with pytest.raises(OAuth2Error) as refused:
        refresh(first["refresh_token"])
    assert refused.value.error == "invalid_grant"
    # The use of a revoked token may be a theft, so the tokens issued after it are revoked too.
    reply = requests.get(
        f"{sandbox.x}/2/users/me", headers={"Authorization": f"Bearer {second['access_token']}"}, timeout=10)
    assert reply.status_code == 401 and reply.headers["content-type"].startswith("application/problem+json")


def test_without_pkce_nothing_goes(sandbox):
    client = OAuth2Session(sandbox.x_app.key, redirect_uri=CALLBACK, scope=SCOPE)
    url, state = client.authorization_url(f"{sandbox.x}/i/oauth2/authorize")
    reply = requests.get(url, allow_redirects=False, timeout=10)
    assert query(reply.headers["location"])["error"] == "invalid_request"
    assert query(reply.headers["location"])["state"] == state


@pytest.mark.parametrize("key", ["bGF0Y2hrZXlTYW5kYm94WDox", "bmF0aXZlU2FuZGJveFg6MDAx"])
def test_tweepy(sandbox, key):
    app = sandbox.app(key)
    handler = tweepy.OAuth2UserHandler(
        client_id=app.key, redirect_uri=CALLBACK, scope=SCOPE, client_secret=app.secret or None)
    handler.mount(API, RewritingAdapter(API, sandbox.x))
    # tweepy has a fixed address for the page; only the host differs here.
    url = handler.get_authorization_url().replace("https://twitter.com", sandbox.x)
    token = handler.fetch_token(Person("dora").decide(url).link)
    client = tweepy.Client(token["access_token"])
    client.session.mount(API, RewritingAdapter(API, sandbox.x))
    me = client.get_me(user_auth=False, user_fields=["confirmed_email", "protected"])
    assert (me.data.id, me.data.username, me.data["confirmed_email"]) == (404756, "dora", "dora@example.org")


def test_tweepy_without_the_scope_for_posts(sandbox):
    token = sandbox.issue(sandbox.x_app, "ada", scopes=["users.read"])["accessToken"]
    client = tweepy.Client(token)
    client.session.mount(API, RewritingAdapter(API, sandbox.x))
    with pytest.raises(tweepy.Forbidden):
        client.get_me(user_auth=False)
    sandbox.fault("rate_limited", provider="x", seconds=60)
    with pytest.raises(tweepy.TooManyRequests):
        client.get_me(user_auth=False)


def test_revocation(sandbox):
    client = session(sandbox.x_app)
    token = exchange(sandbox, client)
    auth = (sandbox.x_app.key, sandbox.x_app.secret)
    reply = requests.post(
        f"{sandbox.x}/2/oauth2/revoke", data={"token": token["access_token"]}, auth=auth, timeout=10)
    assert reply.json() == {"revoked": True}
    assert client.get(f"{sandbox.x}/2/users/me").status_code == 401
