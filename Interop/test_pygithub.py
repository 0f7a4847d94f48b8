"""PyGithub against the mock GitHub."""

import github
import pytest
import requests
import urllib3.util

from sandbox_client import CALLBACK, Person, query


def connect(base, auth=None, **options):
    # No retries and no delays: a refusal is the expected response.
    return github.Github(
        base_url=base, auth=auth, retry=None, seconds_between_requests=None, seconds_between_writes=None, **options)


@pytest.fixture(params=["bare", "enterprise", "https"])
def base(request, trusted):
    return {
        "bare": trusted.github, "enterprise": f"{trusted.github}/api/v3", "https": f"{trusted.tls}/api/v3",
    }[request.param]


def test_the_application_flow(trusted, base):
    app = connect(base).get_oauth_application(trusted.github_app.key, trusted.github_app.secret)
    url = app.get_login_url(redirect_uri=CALLBACK, state="s-1", login="dora-dev")
    # The page itself is opened over HTTP: this browser trusts no certificate authority.
    back = query(Person("dora").decide(url.replace(trusted.tls, trusted.github)).link)
    assert back["state"] == "s-1"
    token = app.get_access_token(back["code"])
    assert (token.type, token.scope) == ("bearer", "")
    user = connect(base, app.get_app_user_auth(token)).get_user()
    assert (user.id, user.login, user.name) == (5404, "dora-dev", "Dora Twohomes")
    with pytest.raises(github.BadCredentialsException):
        app.get_access_token(back["code"])


def test_user_and_addresses(trusted, base):
    token = trusted.issue(trusted.github_app, "dora", ["user:email"])["accessToken"]
    user = connect(base, github.Auth.Token(token)).get_user()
    assert user.login == "dora-dev"
    assert user.created_at.isoformat() == "2011-01-26T19:01:12+00:00"
    emails = {email.email: (email.primary, email.verified) for email in user.get_emails()}
    assert emails == {
        "dora.old@example.net": (False, False), "dora@example.com": (True, True), "dora@example.org": (False, True),
    }


def test_without_the_scope_there_are_no_addresses(sandbox):
    token = sandbox.issue(sandbox.github_app, "ada", [])["accessToken"]
    with pytest.raises(github.UnknownObjectException):
        connect(sandbox.github, github.Auth.Token(token)).get_user().get_emails()


def test_a_wrong_token(sandbox):
    with pytest.raises(github.BadCredentialsException):
        connect(sandbox.github, github.Auth.Token("gho_wrong")).get_user().login  # noqa: B018


def test_a_rename_keeps_the_id(sandbox):
    token = sandbox.issue(sandbox.github_app, "ada")["accessToken"]
    sandbox.rename("ada", "github", "countess")
    user = connect(sandbox.github, github.Auth.Token(token)).get_user()
    assert (user.id, user.login) == (5101, "countess")


def test_rate_limit(sandbox):
    token = sandbox.issue(sandbox.github_app, "ada")["accessToken"]
    client = connect(sandbox.github, github.Auth.Token(token))
    client.get_user().login  # noqa: B018
    assert client.rate_limiting == (4999, 5000)
    sandbox.fault("rate_limited", seconds=60)
    with pytest.raises(github.GithubException) as refused:
        client.get_user().login  # noqa: B018
    assert refused.value.status == 429
    assert refused.value.headers["retry-after"] == "60"


def test_checking_and_revoking_a_token(sandbox):
    own = sandbox.issue(sandbox.github_app, "ada")["accessToken"]
    foreign = sandbox.issue(sandbox.foreign_github_app, "ada")["accessToken"]
    app = sandbox.github_app
    url = f"{sandbox.github}/applications/{app.key}/token"

    def call(method, token):
        return requests.request(method, url, auth=(app.key, app.secret), json={"access_token": token}, timeout=10)

    assert call("POST", own).json()["user"]["login"] == "ada"
    assert call("POST", foreign).status_code == 404
    assert call("DELETE", own).status_code == 204
    assert call("POST", own).status_code == 404


def test_a_user_agent_is_required(sandbox):
    token = sandbox.issue(sandbox.github_app, "ada")["accessToken"]
    reply = requests.get(
        f"{sandbox.github}/user", headers={"Authorization": f"Bearer {token}", "User-Agent": urllib3.util.SKIP_HEADER}, timeout=10)
    assert reply.status_code == 403
