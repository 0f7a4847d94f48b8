"""tweepy, configured as its documentation allows, against the mock Twitter."""

import pytest
import tweepy

from sandbox_client import CALLBACK, Person, RewritingAdapter, query


class SandboxHandler(tweepy.OAuth1UserHandler):
    """The only place where tweepy lets a subclass set another address."""

    def __init__(self, base, *arguments, **options):
        self.base = base
        super().__init__(*arguments, **options)

    def _get_oauth_url(self, endpoint):
        return f"{self.base}/oauth/{endpoint}"


def api(trusted, auth):
    # tweepy always uses HTTPS for the API; the environment makes it trust the sandbox's certificate authority.
    return tweepy.API(auth, host=trusted.tls.removeprefix("https://"))


def test_three_legs_and_the_api(trusted):
    app = trusted.twitter_app
    handler = SandboxHandler(trusted.twitter, app.key, app.secret, callback=CALLBACK)
    url = handler.get_authorization_url(signin_with_twitter=True)
    back = query(Person("ada").decide(url).link)
    assert back["oauth_token"] == handler.request_token["oauth_token"]
    handler.get_access_token(back["oauth_verifier"])
    user = api(trusted, handler).verify_credentials(include_email=True, skip_status=True, include_entities=False)
    assert (user.id, user.id_str, user.screen_name) == (101815, "101815", "ada")
    assert user.email == "ada@example.org"
    assert user.created_at.isoformat() == "2009-05-09T17:58:22+00:00"


def test_pin(trusted):
    app = trusted.desktop_app
    handler = SandboxHandler(trusted.twitter, app.key, app.secret, callback="oob")
    pin = Person("max").decide(handler.get_authorization_url()).pin
    handler.get_access_token(pin)
    assert api(trusted, handler).verify_credentials().id == 1594750123456789013


def test_read_only_access(trusted):
    app = trusted.twitter_app
    handler = SandboxHandler(trusted.twitter, app.key, app.secret, callback=CALLBACK)
    url = handler.get_authorization_url(access_type="read")
    handler.get_access_token(query(Person("ada").decide(url).link)["oauth_verifier"])
    client = api(trusted, handler)
    client.verify_credentials()
    assert client.last_response.headers["x-access-level"] == "read"


@pytest.mark.parametrize("person, email", [("ada", "ada@example.org"), ("bob", None), ("cleo", None)])
def test_addresses(trusted, person, email):
    app = trusted.twitter_app
    pair = trusted.issue(app, person)
    auth = tweepy.OAuth1UserHandler(app.key, app.secret, pair["accessToken"], pair["tokenSecret"])
    assert api(trusted, auth).verify_credentials(include_email=True).email == email


def test_errors(trusted):
    app = trusted.twitter_app
    foreign = trusted.issue(trusted.foreign_twitter_app, "ada")
    auth = tweepy.OAuth1UserHandler(app.key, app.secret, foreign["accessToken"], foreign["tokenSecret"])
    with pytest.raises(tweepy.Unauthorized) as refused:
        api(trusted, auth).verify_credentials()
    assert refused.value.api_codes == [89]
    handler = SandboxHandler(trusted.twitter, app.key, app.secret, callback="https://evil.example/")
    with pytest.raises(tweepy.TweepyException, match="415"):
        handler.get_authorization_url()


def client(sandbox, app, pair):
    client = tweepy.Client(
        consumer_key=app.key, consumer_secret=app.secret, access_token=pair["accessToken"],
        access_token_secret=pair["tokenSecret"])
    # tweepy signs for the fixed address; the sandbox is configured to accept it.
    client.session.mount("https://api.twitter.com", RewritingAdapter("https://api.twitter.com", sandbox.twitter))
    return client


def test_version_two(sandbox):
    app = sandbox.twitter_app
    fields = ["confirmed_email", "created_at", "profile_image_url", "verified"]
    me = client(sandbox, app, sandbox.issue(app, "ada")).get_me(user_fields=fields)
    assert (me.data.id, me.data.username) == (101815, "ada")
    assert me.data["confirmed_email"] == "ada@example.org"
    assert me.data.created_at.year == 2009


def test_version_two_errors(sandbox):
    app = sandbox.twitter_app
    with pytest.raises(tweepy.Unauthorized):
        client(sandbox, app, sandbox.issue(sandbox.foreign_twitter_app, "ada")).get_me()
    with pytest.raises(tweepy.BadRequest, match="shoe_size"):
        client(sandbox, app, sandbox.issue(app, "ada")).get_me(user_fields=["shoe_size"])
    sandbox.fault("rate_limited", seconds=60)
    with pytest.raises(tweepy.TooManyRequests):
        client(sandbox, app, sandbox.issue(app, "ada")).get_me()
